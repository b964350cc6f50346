// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct CreateAccountParams<
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
    T5: crate::ArraySql<Item = uuid::Uuid>,
    T6: crate::StringSql,
> {
    pub id: uuid::Uuid,
    pub name: T1,
    pub description: Option<T2>,
    pub scopes: T4,
    pub organization_ids: Option<T5>,
    pub created_by_kind: T6,
    pub created_by_id: Option<uuid::Uuid>,
    pub now: jiff::Timestamp,
    pub quota: i64,
}
#[derive(Debug)]
pub struct ListAccountsParams<T1: crate::StringSql, T2: crate::ArraySql<Item = T1>> {
    pub before: uuid::Uuid,
    pub statuses: Option<T2>,
    pub limit: i64,
}
#[derive(Debug)]
pub struct UpdateAccountParams<
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
    T5: crate::ArraySql<Item = uuid::Uuid>,
    T6: crate::StringSql,
> {
    pub name: T1,
    pub description: Option<T2>,
    pub scopes: T4,
    pub organization_ids: Option<T5>,
    pub status: T6,
    pub deleted_at: Option<jiff::Timestamp>,
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Debug, Clone, PartialEq)]
pub struct AccountRow {
    pub id: uuid::Uuid,
    pub name: String,
    pub description: Option<String>,
    pub scopes: Vec<String>,
    pub organization_ids: Option<Vec<uuid::Uuid>>,
    pub status: String,
    pub created_by_kind: String,
    pub created_by_id: Option<uuid::Uuid>,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub version: i32,
}
pub struct AccountRowBorrowed<'a> {
    pub id: uuid::Uuid,
    pub name: &'a str,
    pub description: Option<&'a str>,
    pub scopes: crate::ArrayIterator<'a, &'a str>,
    pub organization_ids: Option<crate::ArrayIterator<'a, uuid::Uuid>>,
    pub status: &'a str,
    pub created_by_kind: &'a str,
    pub created_by_id: Option<uuid::Uuid>,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub version: i32,
}
impl<'a> From<AccountRowBorrowed<'a>> for AccountRow {
    fn from(
        AccountRowBorrowed {
            id,
            name,
            description,
            scopes,
            organization_ids,
            status,
            created_by_kind,
            created_by_id,
            created_at,
            updated_at,
            version,
        }: AccountRowBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            name: name.into(),
            description: description.map(|v| v.into()),
            scopes: scopes.map(|v| v.into()).collect(),
            organization_ids: organization_ids.map(|v| v.map(|v| v).collect()),
            status: status.into(),
            created_by_kind: created_by_kind.into(),
            created_by_id,
            created_at,
            updated_at,
            version,
        }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct BoolQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<bool, tokio_postgres::Error>,
    mapper: fn(bool) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> BoolQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(bool) -> R) -> BoolQuery<'c, 'a, 's, C, R, N> {
        BoolQuery {
            client: self.client,
            params: self.params,
            query: self.query,
            cached: self.cached,
            extractor: self.extractor,
            mapper,
        }
    }
    pub async fn one(self) -> Result<T, tokio_postgres::Error> {
        let row = crate::client::async_::one(self.client, self.query, &self.params, self.cached).await?;
        Ok((self.mapper)((self.extractor)(&row)?))
    }
    pub async fn all(self) -> Result<Vec<T>, tokio_postgres::Error> {
        self.iter().await?.try_collect().await
    }
    pub async fn opt(self) -> Result<Option<T>, tokio_postgres::Error> {
        let opt_row = crate::client::async_::opt(self.client, self.query, &self.params, self.cached).await?;
        Ok(opt_row
            .map(|row| {
                let extracted = (self.extractor)(&row)?;
                Ok((self.mapper)(extracted))
            })
            .transpose()?)
    }
    pub async fn iter(
        self,
    ) -> Result<impl futures::Stream<Item = Result<T, tokio_postgres::Error>> + 'c, tokio_postgres::Error> {
        let stream =
            crate::client::async_::raw(self.client, self.query, crate::slice_iter(&self.params), self.cached).await?;
        let mapped = stream
            .map(move |res| {
                res.and_then(|row| {
                    let extracted = (self.extractor)(&row)?;
                    Ok((self.mapper)(extracted))
                })
            })
            .into_stream();
        Ok(mapped)
    }
}
pub struct AccountRowQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<AccountRowBorrowed, tokio_postgres::Error>,
    mapper: fn(AccountRowBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> AccountRowQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(AccountRowBorrowed) -> R) -> AccountRowQuery<'c, 'a, 's, C, R, N> {
        AccountRowQuery {
            client: self.client,
            params: self.params,
            query: self.query,
            cached: self.cached,
            extractor: self.extractor,
            mapper,
        }
    }
    pub async fn one(self) -> Result<T, tokio_postgres::Error> {
        let row = crate::client::async_::one(self.client, self.query, &self.params, self.cached).await?;
        Ok((self.mapper)((self.extractor)(&row)?))
    }
    pub async fn all(self) -> Result<Vec<T>, tokio_postgres::Error> {
        self.iter().await?.try_collect().await
    }
    pub async fn opt(self) -> Result<Option<T>, tokio_postgres::Error> {
        let opt_row = crate::client::async_::opt(self.client, self.query, &self.params, self.cached).await?;
        Ok(opt_row
            .map(|row| {
                let extracted = (self.extractor)(&row)?;
                Ok((self.mapper)(extracted))
            })
            .transpose()?)
    }
    pub async fn iter(
        self,
    ) -> Result<impl futures::Stream<Item = Result<T, tokio_postgres::Error>> + 'c, tokio_postgres::Error> {
        let stream =
            crate::client::async_::raw(self.client, self.query, crate::slice_iter(&self.params), self.cached).await?;
        let mapped = stream
            .map(move |res| {
                res.and_then(|row| {
                    let extracted = (self.extractor)(&row)?;
                    Ok((self.mapper)(extracted))
                })
            })
            .into_stream();
        Ok(mapped)
    }
}
pub struct UuidUuidQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<uuid::Uuid, tokio_postgres::Error>,
    mapper: fn(uuid::Uuid) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> UuidUuidQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(uuid::Uuid) -> R) -> UuidUuidQuery<'c, 'a, 's, C, R, N> {
        UuidUuidQuery {
            client: self.client,
            params: self.params,
            query: self.query,
            cached: self.cached,
            extractor: self.extractor,
            mapper,
        }
    }
    pub async fn one(self) -> Result<T, tokio_postgres::Error> {
        let row = crate::client::async_::one(self.client, self.query, &self.params, self.cached).await?;
        Ok((self.mapper)((self.extractor)(&row)?))
    }
    pub async fn all(self) -> Result<Vec<T>, tokio_postgres::Error> {
        self.iter().await?.try_collect().await
    }
    pub async fn opt(self) -> Result<Option<T>, tokio_postgres::Error> {
        let opt_row = crate::client::async_::opt(self.client, self.query, &self.params, self.cached).await?;
        Ok(opt_row
            .map(|row| {
                let extracted = (self.extractor)(&row)?;
                Ok((self.mapper)(extracted))
            })
            .transpose()?)
    }
    pub async fn iter(
        self,
    ) -> Result<impl futures::Stream<Item = Result<T, tokio_postgres::Error>> + 'c, tokio_postgres::Error> {
        let stream =
            crate::client::async_::raw(self.client, self.query, crate::slice_iter(&self.params), self.cached).await?;
        let mapped = stream
            .map(move |res| {
                res.and_then(|row| {
                    let extracted = (self.extractor)(&row)?;
                    Ok((self.mapper)(extracted))
                })
            })
            .into_stream();
        Ok(mapped)
    }
}
pub struct LockAccountQuotaStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_account_quota() -> LockAccountQuotaStmt {
    LockAccountQuotaStmt(
        "select true as locked from pg_advisory_xact_lock(hashtextextended('service_accounts' || app.tenant()::text, 0))",
        None,
    )
}
impl LockAccountQuotaStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(&'s self, client: &'c C) -> BoolQuery<'c, 'a, 's, C, bool, 0> {
        BoolQuery {
            client,
            params: [],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct CreateAccountStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn create_account() -> CreateAccountStmt {
    CreateAccountStmt(
        "insert into service_accounts ( id, name, description, scopes, organization_ids, created_by_kind, created_by_id, created_at, updated_at ) select $1, $2, $3, $4, $5, $6, $7, $8, $8 where app.live_service_accounts() < $9 returning id, name, description, scopes, organization_ids, status, created_by_kind, created_by_id, created_at, updated_at, version",
        None,
    )
}
impl CreateAccountStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<
        'c,
        'a,
        's,
        C: GenericClient,
        T1: crate::StringSql,
        T2: crate::StringSql,
        T3: crate::StringSql,
        T4: crate::ArraySql<Item = T3>,
        T5: crate::ArraySql<Item = uuid::Uuid>,
        T6: crate::StringSql,
    >(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        name: &'a T1,
        description: &'a Option<T2>,
        scopes: &'a T4,
        organization_ids: &'a Option<T5>,
        created_by_kind: &'a T6,
        created_by_id: &'a Option<uuid::Uuid>,
        now: &'a jiff::Timestamp,
        quota: &'a i64,
    ) -> AccountRowQuery<'c, 'a, 's, C, AccountRow, 9> {
        AccountRowQuery {
            client,
            params: [id, name, description, scopes, organization_ids, created_by_kind, created_by_id, now, quota],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<AccountRowBorrowed, tokio_postgres::Error> {
                Ok(AccountRowBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    description: row.try_get(2)?,
                    scopes: row.try_get(3)?,
                    organization_ids: row.try_get(4)?,
                    status: row.try_get(5)?,
                    created_by_kind: row.try_get(6)?,
                    created_by_id: row.try_get(7)?,
                    created_at: row.try_get(8)?,
                    updated_at: row.try_get(9)?,
                    version: row.try_get(10)?,
                })
            },
            mapper: |it| AccountRow::from(it),
        }
    }
}
impl<
    'c,
    'a,
    's,
    C: GenericClient,
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
    T5: crate::ArraySql<Item = uuid::Uuid>,
    T6: crate::StringSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        CreateAccountParams<T1, T2, T3, T4, T5, T6>,
        AccountRowQuery<'c, 'a, 's, C, AccountRow, 9>,
        C,
    > for CreateAccountStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CreateAccountParams<T1, T2, T3, T4, T5, T6>,
    ) -> AccountRowQuery<'c, 'a, 's, C, AccountRow, 9> {
        self.bind(
            client,
            &params.id,
            &params.name,
            &params.description,
            &params.scopes,
            &params.organization_ids,
            &params.created_by_kind,
            &params.created_by_id,
            &params.now,
            &params.quota,
        )
    }
}
pub struct ListAccountsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn list_accounts() -> ListAccountsStmt {
    ListAccountsStmt(
        "select id, name, description, scopes, organization_ids, status, created_by_kind, created_by_id, created_at, updated_at, version from service_accounts where id < $1 and deleted_at is null and ($2::text[] is null or status = any ($2)) order by id desc limit $3",
        None,
    )
}
impl ListAccountsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>(
        &'s self,
        client: &'c C,
        before: &'a uuid::Uuid,
        statuses: &'a Option<T2>,
        limit: &'a i64,
    ) -> AccountRowQuery<'c, 'a, 's, C, AccountRow, 3> {
        AccountRowQuery {
            client,
            params: [before, statuses, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<AccountRowBorrowed, tokio_postgres::Error> {
                Ok(AccountRowBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    description: row.try_get(2)?,
                    scopes: row.try_get(3)?,
                    organization_ids: row.try_get(4)?,
                    status: row.try_get(5)?,
                    created_by_kind: row.try_get(6)?,
                    created_by_id: row.try_get(7)?,
                    created_at: row.try_get(8)?,
                    updated_at: row.try_get(9)?,
                    version: row.try_get(10)?,
                })
            },
            mapper: |it| AccountRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        ListAccountsParams<T1, T2>,
        AccountRowQuery<'c, 'a, 's, C, AccountRow, 3>,
        C,
    > for ListAccountsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ListAccountsParams<T1, T2>,
    ) -> AccountRowQuery<'c, 'a, 's, C, AccountRow, 3> {
        self.bind(client, &params.before, &params.statuses, &params.limit)
    }
}
pub struct GetAccountStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn get_account() -> GetAccountStmt {
    GetAccountStmt(
        "select id, name, description, scopes, organization_ids, status, created_by_kind, created_by_id, created_at, updated_at, version from service_accounts where id = $1 and deleted_at is null",
        None,
    )
}
impl GetAccountStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> AccountRowQuery<'c, 'a, 's, C, AccountRow, 1> {
        AccountRowQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<AccountRowBorrowed, tokio_postgres::Error> {
                Ok(AccountRowBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    description: row.try_get(2)?,
                    scopes: row.try_get(3)?,
                    organization_ids: row.try_get(4)?,
                    status: row.try_get(5)?,
                    created_by_kind: row.try_get(6)?,
                    created_by_id: row.try_get(7)?,
                    created_at: row.try_get(8)?,
                    updated_at: row.try_get(9)?,
                    version: row.try_get(10)?,
                })
            },
            mapper: |it| AccountRow::from(it),
        }
    }
}
pub struct AccountNamedStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn account_named() -> AccountNamedStmt {
    AccountNamedStmt("select id from service_accounts where name = $1 and deleted_at is null", None)
}
impl AccountNamedStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        name: &'a T1,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 1> {
        UuidUuidQuery {
            client,
            params: [name],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct LockAccountStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_account() -> LockAccountStmt {
    LockAccountStmt(
        "select id, name, description, scopes, organization_ids, status, created_by_kind, created_by_id, created_at, updated_at, version from service_accounts where id = $1 and deleted_at is null for no key update",
        None,
    )
}
impl LockAccountStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> AccountRowQuery<'c, 'a, 's, C, AccountRow, 1> {
        AccountRowQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<AccountRowBorrowed, tokio_postgres::Error> {
                Ok(AccountRowBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    description: row.try_get(2)?,
                    scopes: row.try_get(3)?,
                    organization_ids: row.try_get(4)?,
                    status: row.try_get(5)?,
                    created_by_kind: row.try_get(6)?,
                    created_by_id: row.try_get(7)?,
                    created_at: row.try_get(8)?,
                    updated_at: row.try_get(9)?,
                    version: row.try_get(10)?,
                })
            },
            mapper: |it| AccountRow::from(it),
        }
    }
}
pub struct UpdateAccountStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn update_account() -> UpdateAccountStmt {
    UpdateAccountStmt(
        "update service_accounts set name = $1, description = $2, scopes = $3, organization_ids = $4, status = $5, deleted_at = $6, updated_at = $7, version = version + 1 where id = $8 returning id, name, description, scopes, organization_ids, status, created_by_kind, created_by_id, created_at, updated_at, version",
        None,
    )
}
impl UpdateAccountStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<
        'c,
        'a,
        's,
        C: GenericClient,
        T1: crate::StringSql,
        T2: crate::StringSql,
        T3: crate::StringSql,
        T4: crate::ArraySql<Item = T3>,
        T5: crate::ArraySql<Item = uuid::Uuid>,
        T6: crate::StringSql,
    >(
        &'s self,
        client: &'c C,
        name: &'a T1,
        description: &'a Option<T2>,
        scopes: &'a T4,
        organization_ids: &'a Option<T5>,
        status: &'a T6,
        deleted_at: &'a Option<jiff::Timestamp>,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> AccountRowQuery<'c, 'a, 's, C, AccountRow, 8> {
        AccountRowQuery {
            client,
            params: [name, description, scopes, organization_ids, status, deleted_at, now, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<AccountRowBorrowed, tokio_postgres::Error> {
                Ok(AccountRowBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    description: row.try_get(2)?,
                    scopes: row.try_get(3)?,
                    organization_ids: row.try_get(4)?,
                    status: row.try_get(5)?,
                    created_by_kind: row.try_get(6)?,
                    created_by_id: row.try_get(7)?,
                    created_at: row.try_get(8)?,
                    updated_at: row.try_get(9)?,
                    version: row.try_get(10)?,
                })
            },
            mapper: |it| AccountRow::from(it),
        }
    }
}
impl<
    'c,
    'a,
    's,
    C: GenericClient,
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
    T5: crate::ArraySql<Item = uuid::Uuid>,
    T6: crate::StringSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        UpdateAccountParams<T1, T2, T3, T4, T5, T6>,
        AccountRowQuery<'c, 'a, 's, C, AccountRow, 8>,
        C,
    > for UpdateAccountStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a UpdateAccountParams<T1, T2, T3, T4, T5, T6>,
    ) -> AccountRowQuery<'c, 'a, 's, C, AccountRow, 8> {
        self.bind(
            client,
            &params.name,
            &params.description,
            &params.scopes,
            &params.organization_ids,
            &params.status,
            &params.deleted_at,
            &params.now,
            &params.id,
        )
    }
}
pub struct KnownOrganizationsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn known_organizations() -> KnownOrganizationsStmt {
    KnownOrganizationsStmt("select id from organizations where id = any ($1) for key share", None)
}
impl KnownOrganizationsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        ids: &'a T1,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 1> {
        UuidUuidQuery {
            client,
            params: [ids],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
