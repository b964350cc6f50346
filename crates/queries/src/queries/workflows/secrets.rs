// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct CreateSecretParams<
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
    T5: crate::ArraySql<Item = uuid::Uuid>,
    T6: crate::BytesSql,
    T7: crate::StringSql,
> {
    pub id: uuid::Uuid,
    pub name: T1,
    pub description: Option<T2>,
    pub allowed_hosts: T4,
    pub organization_ids: Option<T5>,
    pub value_sealed: T6,
    pub now: jiff::Timestamp,
    pub created_by_kind: T7,
    pub created_by_id: Option<uuid::Uuid>,
    pub quota: i64,
}
#[derive(Clone, Copy, Debug)]
pub struct ListSecretsParams {
    pub before: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct GetSecretParams<T1: crate::StringSql> {
    pub id: Option<uuid::Uuid>,
    pub name: Option<T1>,
}
#[derive(Debug)]
pub struct UpdateSecretParams<
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
    T4: crate::ArraySql<Item = uuid::Uuid>,
    T5: crate::BytesSql,
> {
    pub description: Option<T1>,
    pub allowed_hosts: T3,
    pub organization_ids: Option<T4>,
    pub value_sealed: Option<T5>,
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Debug)]
pub struct UsableSecretsParams<
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::ArraySql<Item = uuid::Uuid>,
> {
    pub names: T2,
    pub organization_ids: Option<T3>,
}
#[derive(Debug, Clone, PartialEq)]
pub struct WorkflowSecret {
    pub id: uuid::Uuid,
    pub name: String,
    pub description: Option<String>,
    pub allowed_hosts: Vec<String>,
    pub organization_ids: Option<Vec<uuid::Uuid>>,
    pub value_set_at: jiff::Timestamp,
    pub created_by_kind: String,
    pub created_by_id: Option<uuid::Uuid>,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub version: i32,
}
pub struct WorkflowSecretBorrowed<'a> {
    pub id: uuid::Uuid,
    pub name: &'a str,
    pub description: Option<&'a str>,
    pub allowed_hosts: crate::ArrayIterator<'a, &'a str>,
    pub organization_ids: Option<crate::ArrayIterator<'a, uuid::Uuid>>,
    pub value_set_at: jiff::Timestamp,
    pub created_by_kind: &'a str,
    pub created_by_id: Option<uuid::Uuid>,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub version: i32,
}
impl<'a> From<WorkflowSecretBorrowed<'a>> for WorkflowSecret {
    fn from(
        WorkflowSecretBorrowed {
            id,
            name,
            description,
            allowed_hosts,
            organization_ids,
            value_set_at,
            created_by_kind,
            created_by_id,
            created_at,
            updated_at,
            version,
        }: WorkflowSecretBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            name: name.into(),
            description: description.map(|v| v.into()),
            allowed_hosts: allowed_hosts.map(|v| v.into()).collect(),
            organization_ids: organization_ids.map(|v| v.map(|v| v).collect()),
            value_set_at,
            created_by_kind: created_by_kind.into(),
            created_by_id,
            created_at,
            updated_at,
            version,
        }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct SealedSecrets {
    pub id: uuid::Uuid,
    pub name: String,
    pub allowed_hosts: Vec<String>,
    pub value_sealed: Vec<u8>,
}
pub struct SealedSecretsBorrowed<'a> {
    pub id: uuid::Uuid,
    pub name: &'a str,
    pub allowed_hosts: crate::ArrayIterator<'a, &'a str>,
    pub value_sealed: &'a [u8],
}
impl<'a> From<SealedSecretsBorrowed<'a>> for SealedSecrets {
    fn from(SealedSecretsBorrowed { id, name, allowed_hosts, value_sealed }: SealedSecretsBorrowed<'a>) -> Self {
        Self {
            id,
            name: name.into(),
            allowed_hosts: allowed_hosts.map(|v| v.into()).collect(),
            value_sealed: value_sealed.into(),
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
pub struct WorkflowSecretQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<WorkflowSecretBorrowed, tokio_postgres::Error>,
    mapper: fn(WorkflowSecretBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> WorkflowSecretQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(WorkflowSecretBorrowed) -> R) -> WorkflowSecretQuery<'c, 'a, 's, C, R, N> {
        WorkflowSecretQuery {
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
pub struct StringQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<&str, tokio_postgres::Error>,
    mapper: fn(&str) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> StringQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(&str) -> R) -> StringQuery<'c, 'a, 's, C, R, N> {
        StringQuery {
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
pub struct SealedSecretsQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<SealedSecretsBorrowed, tokio_postgres::Error>,
    mapper: fn(SealedSecretsBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> SealedSecretsQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(SealedSecretsBorrowed) -> R) -> SealedSecretsQuery<'c, 'a, 's, C, R, N> {
        SealedSecretsQuery {
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
pub struct LockSecretQuotaStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_secret_quota() -> LockSecretQuotaStmt {
    LockSecretQuotaStmt(
        "select true as locked from pg_advisory_xact_lock(hashtextextended('workflow_secrets' || app.tenant()::text, 0))",
        None,
    )
}
impl LockSecretQuotaStmt {
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
pub struct CreateSecretStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn create_secret() -> CreateSecretStmt {
    CreateSecretStmt(
        "insert into workflow_secrets ( id, name, description, allowed_hosts, organization_ids, value_sealed, value_set_at, created_by_kind, created_by_id, created_at, updated_at ) select $1, $2, $3, $4, $5, $6, $7, $8, $9, $7, $7 where app.count_workflow_secrets() < $10 returning id, name, description, allowed_hosts, organization_ids, value_set_at, created_by_kind, created_by_id, created_at, updated_at, version",
        None,
    )
}
impl CreateSecretStmt {
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
        T6: crate::BytesSql,
        T7: crate::StringSql,
    >(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        name: &'a T1,
        description: &'a Option<T2>,
        allowed_hosts: &'a T4,
        organization_ids: &'a Option<T5>,
        value_sealed: &'a T6,
        now: &'a jiff::Timestamp,
        created_by_kind: &'a T7,
        created_by_id: &'a Option<uuid::Uuid>,
        quota: &'a i64,
    ) -> WorkflowSecretQuery<'c, 'a, 's, C, WorkflowSecret, 10> {
        WorkflowSecretQuery {
            client,
            params: [
                id,
                name,
                description,
                allowed_hosts,
                organization_ids,
                value_sealed,
                now,
                created_by_kind,
                created_by_id,
                quota,
            ],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<WorkflowSecretBorrowed, tokio_postgres::Error> {
                Ok(WorkflowSecretBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    description: row.try_get(2)?,
                    allowed_hosts: row.try_get(3)?,
                    organization_ids: row.try_get(4)?,
                    value_set_at: row.try_get(5)?,
                    created_by_kind: row.try_get(6)?,
                    created_by_id: row.try_get(7)?,
                    created_at: row.try_get(8)?,
                    updated_at: row.try_get(9)?,
                    version: row.try_get(10)?,
                })
            },
            mapper: |it| WorkflowSecret::from(it),
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
    T6: crate::BytesSql,
    T7: crate::StringSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        CreateSecretParams<T1, T2, T3, T4, T5, T6, T7>,
        WorkflowSecretQuery<'c, 'a, 's, C, WorkflowSecret, 10>,
        C,
    > for CreateSecretStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CreateSecretParams<T1, T2, T3, T4, T5, T6, T7>,
    ) -> WorkflowSecretQuery<'c, 'a, 's, C, WorkflowSecret, 10> {
        self.bind(
            client,
            &params.id,
            &params.name,
            &params.description,
            &params.allowed_hosts,
            &params.organization_ids,
            &params.value_sealed,
            &params.now,
            &params.created_by_kind,
            &params.created_by_id,
            &params.quota,
        )
    }
}
pub struct ListSecretsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn list_secrets() -> ListSecretsStmt {
    ListSecretsStmt(
        "select id, name, description, allowed_hosts, organization_ids, value_set_at, created_by_kind, created_by_id, created_at, updated_at, version from workflow_secrets where id < $1 order by id desc limit $2",
        None,
    )
}
impl ListSecretsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        before: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> WorkflowSecretQuery<'c, 'a, 's, C, WorkflowSecret, 2> {
        WorkflowSecretQuery {
            client,
            params: [before, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<WorkflowSecretBorrowed, tokio_postgres::Error> {
                Ok(WorkflowSecretBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    description: row.try_get(2)?,
                    allowed_hosts: row.try_get(3)?,
                    organization_ids: row.try_get(4)?,
                    value_set_at: row.try_get(5)?,
                    created_by_kind: row.try_get(6)?,
                    created_by_id: row.try_get(7)?,
                    created_at: row.try_get(8)?,
                    updated_at: row.try_get(9)?,
                    version: row.try_get(10)?,
                })
            },
            mapper: |it| WorkflowSecret::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        ListSecretsParams,
        WorkflowSecretQuery<'c, 'a, 's, C, WorkflowSecret, 2>,
        C,
    > for ListSecretsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ListSecretsParams,
    ) -> WorkflowSecretQuery<'c, 'a, 's, C, WorkflowSecret, 2> {
        self.bind(client, &params.before, &params.limit)
    }
}
pub struct GetSecretStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn get_secret() -> GetSecretStmt {
    GetSecretStmt(
        "select id, name, description, allowed_hosts, organization_ids, value_set_at, created_by_kind, created_by_id, created_at, updated_at, version from workflow_secrets where (id = $1 or $1::uuid is null) and (name = $2 or $2::text is null) limit 1",
        None,
    )
}
impl GetSecretStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        id: &'a Option<uuid::Uuid>,
        name: &'a Option<T1>,
    ) -> WorkflowSecretQuery<'c, 'a, 's, C, WorkflowSecret, 2> {
        WorkflowSecretQuery {
            client,
            params: [id, name],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<WorkflowSecretBorrowed, tokio_postgres::Error> {
                Ok(WorkflowSecretBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    description: row.try_get(2)?,
                    allowed_hosts: row.try_get(3)?,
                    organization_ids: row.try_get(4)?,
                    value_set_at: row.try_get(5)?,
                    created_by_kind: row.try_get(6)?,
                    created_by_id: row.try_get(7)?,
                    created_at: row.try_get(8)?,
                    updated_at: row.try_get(9)?,
                    version: row.try_get(10)?,
                })
            },
            mapper: |it| WorkflowSecret::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        GetSecretParams<T1>,
        WorkflowSecretQuery<'c, 'a, 's, C, WorkflowSecret, 2>,
        C,
    > for GetSecretStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a GetSecretParams<T1>,
    ) -> WorkflowSecretQuery<'c, 'a, 's, C, WorkflowSecret, 2> {
        self.bind(client, &params.id, &params.name)
    }
}
pub struct LockSecretStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_secret() -> LockSecretStmt {
    LockSecretStmt(
        "select id, name, description, allowed_hosts, organization_ids, value_set_at, created_by_kind, created_by_id, created_at, updated_at, version from workflow_secrets where id = $1 for update",
        None,
    )
}
impl LockSecretStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> WorkflowSecretQuery<'c, 'a, 's, C, WorkflowSecret, 1> {
        WorkflowSecretQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<WorkflowSecretBorrowed, tokio_postgres::Error> {
                Ok(WorkflowSecretBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    description: row.try_get(2)?,
                    allowed_hosts: row.try_get(3)?,
                    organization_ids: row.try_get(4)?,
                    value_set_at: row.try_get(5)?,
                    created_by_kind: row.try_get(6)?,
                    created_by_id: row.try_get(7)?,
                    created_at: row.try_get(8)?,
                    updated_at: row.try_get(9)?,
                    version: row.try_get(10)?,
                })
            },
            mapper: |it| WorkflowSecret::from(it),
        }
    }
}
pub struct UpdateSecretStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn update_secret() -> UpdateSecretStmt {
    UpdateSecretStmt(
        "update workflow_secrets set description = $1, allowed_hosts = $2, organization_ids = $3, value_sealed = coalesce($4, value_sealed), value_set_at = case when $4::bytea is null then value_set_at else $5 end, updated_at = $5, version = version + 1 where id = $6 returning id, name, description, allowed_hosts, organization_ids, value_set_at, created_by_kind, created_by_id, created_at, updated_at, version",
        None,
    )
}
impl UpdateSecretStmt {
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
        T3: crate::ArraySql<Item = T2>,
        T4: crate::ArraySql<Item = uuid::Uuid>,
        T5: crate::BytesSql,
    >(
        &'s self,
        client: &'c C,
        description: &'a Option<T1>,
        allowed_hosts: &'a T3,
        organization_ids: &'a Option<T4>,
        value_sealed: &'a Option<T5>,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> WorkflowSecretQuery<'c, 'a, 's, C, WorkflowSecret, 6> {
        WorkflowSecretQuery {
            client,
            params: [description, allowed_hosts, organization_ids, value_sealed, now, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<WorkflowSecretBorrowed, tokio_postgres::Error> {
                Ok(WorkflowSecretBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    description: row.try_get(2)?,
                    allowed_hosts: row.try_get(3)?,
                    organization_ids: row.try_get(4)?,
                    value_set_at: row.try_get(5)?,
                    created_by_kind: row.try_get(6)?,
                    created_by_id: row.try_get(7)?,
                    created_at: row.try_get(8)?,
                    updated_at: row.try_get(9)?,
                    version: row.try_get(10)?,
                })
            },
            mapper: |it| WorkflowSecret::from(it),
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
    T3: crate::ArraySql<Item = T2>,
    T4: crate::ArraySql<Item = uuid::Uuid>,
    T5: crate::BytesSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        UpdateSecretParams<T1, T2, T3, T4, T5>,
        WorkflowSecretQuery<'c, 'a, 's, C, WorkflowSecret, 6>,
        C,
    > for UpdateSecretStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a UpdateSecretParams<T1, T2, T3, T4, T5>,
    ) -> WorkflowSecretQuery<'c, 'a, 's, C, WorkflowSecret, 6> {
        self.bind(
            client,
            &params.description,
            &params.allowed_hosts,
            &params.organization_ids,
            &params.value_sealed,
            &params.now,
            &params.id,
        )
    }
}
pub struct DeleteSecretStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn delete_secret() -> DeleteSecretStmt {
    DeleteSecretStmt("delete from workflow_secrets where id = $1 returning id", None)
}
impl DeleteSecretStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 1> {
        UuidUuidQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct UsableSecretsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn usable_secrets() -> UsableSecretsStmt {
    UsableSecretsStmt(
        "select name from workflow_secrets where name = any ($1) and ($2::uuid[] is null or organization_ids <@ $2)",
        None,
    )
}
impl UsableSecretsStmt {
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
        T2: crate::ArraySql<Item = T1>,
        T3: crate::ArraySql<Item = uuid::Uuid>,
    >(
        &'s self,
        client: &'c C,
        names: &'a T2,
        organization_ids: &'a Option<T3>,
    ) -> StringQuery<'c, 'a, 's, C, String, 2> {
        StringQuery {
            client,
            params: [names, organization_ids],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it.into(),
        }
    }
}
impl<
    'c,
    'a,
    's,
    C: GenericClient,
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::ArraySql<Item = uuid::Uuid>,
> crate::client::async_::Params<'c, 'a, 's, UsableSecretsParams<T1, T2, T3>, StringQuery<'c, 'a, 's, C, String, 2>, C>
    for UsableSecretsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a UsableSecretsParams<T1, T2, T3>,
    ) -> StringQuery<'c, 'a, 's, C, String, 2> {
        self.bind(client, &params.names, &params.organization_ids)
    }
}
pub struct SealedSecretsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn sealed_secrets() -> SealedSecretsStmt {
    SealedSecretsStmt("select id, name, allowed_hosts, value_sealed from workflow_secrets where name = any ($1)", None)
}
impl SealedSecretsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>(
        &'s self,
        client: &'c C,
        names: &'a T2,
    ) -> SealedSecretsQuery<'c, 'a, 's, C, SealedSecrets, 1> {
        SealedSecretsQuery {
            client,
            params: [names],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<SealedSecretsBorrowed, tokio_postgres::Error> {
                Ok(SealedSecretsBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    allowed_hosts: row.try_get(2)?,
                    value_sealed: row.try_get(3)?,
                })
            },
            mapper: |it| SealedSecrets::from(it),
        }
    }
}
