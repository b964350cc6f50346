// This file was generated with `cornucopia`. Do not modify.

#[derive(Clone, Copy, Debug)]
pub struct ListProvidersParams {
    pub before: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct CreateProviderParams<
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::StringSql,
    T4: crate::BytesSql,
    T5: crate::StringSql,
    T6: crate::JsonSql,
    T7: crate::StringSql,
> {
    pub id: uuid::Uuid,
    pub name: T1,
    pub issuer: T2,
    pub client_id: T3,
    pub client_secret_sealed: T4,
    pub enabled: bool,
    pub default_role: T5,
    pub group_roles: T6,
    pub created_by_kind: T7,
    pub created_by_id: Option<uuid::Uuid>,
    pub now: jiff::Timestamp,
    pub quota: i64,
}
#[derive(Debug)]
pub struct UpdateProviderParams<
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::StringSql,
    T4: crate::BytesSql,
    T5: crate::StringSql,
    T6: crate::JsonSql,
> {
    pub name: T1,
    pub issuer: T2,
    pub client_id: T3,
    pub client_secret_sealed: Option<T4>,
    pub enabled: bool,
    pub default_role: T5,
    pub group_roles: T6,
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Debug)]
pub struct ClaimDomainsParams<
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
> {
    pub provider_id: uuid::Uuid,
    pub now: jiff::Timestamp,
    pub domains: T2,
    pub tokens: T4,
}
#[derive(Debug)]
pub struct ReleaseDomainsParams<T1: crate::StringSql, T2: crate::ArraySql<Item = T1>> {
    pub provider_id: uuid::Uuid,
    pub domains: T2,
}
#[derive(Debug)]
pub struct CheckDomainsParams<T1: crate::StringSql, T2: crate::ArraySql<Item = T1>> {
    pub now: jiff::Timestamp,
    pub proven: T2,
    pub provider_id: uuid::Uuid,
}
#[derive(Clone, Copy, Debug)]
pub struct TouchProviderParams {
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Debug, Clone, PartialEq)]
pub struct ProviderRow {
    pub id: uuid::Uuid,
    pub name: String,
    pub issuer: String,
    pub client_id: String,
    pub enabled: bool,
    pub default_role: String,
    pub group_roles: serde_json::Value,
    pub created_by_kind: String,
    pub created_by_id: Option<uuid::Uuid>,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub version: i32,
}
pub struct ProviderRowBorrowed<'a> {
    pub id: uuid::Uuid,
    pub name: &'a str,
    pub issuer: &'a str,
    pub client_id: &'a str,
    pub enabled: bool,
    pub default_role: &'a str,
    pub group_roles: postgres_types::Json<&'a serde_json::value::RawValue>,
    pub created_by_kind: &'a str,
    pub created_by_id: Option<uuid::Uuid>,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub version: i32,
}
impl<'a> From<ProviderRowBorrowed<'a>> for ProviderRow {
    fn from(
        ProviderRowBorrowed {
            id,
            name,
            issuer,
            client_id,
            enabled,
            default_role,
            group_roles,
            created_by_kind,
            created_by_id,
            created_at,
            updated_at,
            version,
        }: ProviderRowBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            name: name.into(),
            issuer: issuer.into(),
            client_id: client_id.into(),
            enabled,
            default_role: default_role.into(),
            group_roles: serde_json::from_str(group_roles.0.get()).unwrap(),
            created_by_kind: created_by_kind.into(),
            created_by_id,
            created_at,
            updated_at,
            version,
        }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct DomainRow {
    pub domain: String,
    pub provider_id: uuid::Uuid,
    pub token: String,
    pub checked_at: Option<jiff::Timestamp>,
    pub proven_at: Option<jiff::Timestamp>,
    pub proven_by: Option<String>,
}
pub struct DomainRowBorrowed<'a> {
    pub domain: &'a str,
    pub provider_id: uuid::Uuid,
    pub token: &'a str,
    pub checked_at: Option<jiff::Timestamp>,
    pub proven_at: Option<jiff::Timestamp>,
    pub proven_by: Option<&'a str>,
}
impl<'a> From<DomainRowBorrowed<'a>> for DomainRow {
    fn from(
        DomainRowBorrowed { domain, provider_id, token, checked_at, proven_at, proven_by }: DomainRowBorrowed<'a>,
    ) -> Self {
        Self {
            domain: domain.into(),
            provider_id,
            token: token.into(),
            checked_at,
            proven_at,
            proven_by: proven_by.map(|v| v.into()),
        }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct ProviderRowQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<ProviderRowBorrowed, tokio_postgres::Error>,
    mapper: fn(ProviderRowBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> ProviderRowQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(ProviderRowBorrowed) -> R) -> ProviderRowQuery<'c, 'a, 's, C, R, N> {
        ProviderRowQuery {
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
pub struct DomainRowQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<DomainRowBorrowed, tokio_postgres::Error>,
    mapper: fn(DomainRowBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> DomainRowQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(DomainRowBorrowed) -> R) -> DomainRowQuery<'c, 'a, 's, C, R, N> {
        DomainRowQuery {
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
pub struct ListProvidersStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn list_providers() -> ListProvidersStmt {
    ListProvidersStmt(
        "select id, name, issuer, client_id, enabled, default_role, group_roles, created_by_kind, created_by_id, created_at, updated_at, version from sso_providers where id < $1 order by id desc limit $2",
        None,
    )
}
impl ListProvidersStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        before: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> ProviderRowQuery<'c, 'a, 's, C, ProviderRow, 2> {
        ProviderRowQuery {
            client,
            params: [before, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ProviderRowBorrowed, tokio_postgres::Error> {
                Ok(ProviderRowBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    issuer: row.try_get(2)?,
                    client_id: row.try_get(3)?,
                    enabled: row.try_get(4)?,
                    default_role: row.try_get(5)?,
                    group_roles: row.try_get(6)?,
                    created_by_kind: row.try_get(7)?,
                    created_by_id: row.try_get(8)?,
                    created_at: row.try_get(9)?,
                    updated_at: row.try_get(10)?,
                    version: row.try_get(11)?,
                })
            },
            mapper: |it| ProviderRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, ListProvidersParams, ProviderRowQuery<'c, 'a, 's, C, ProviderRow, 2>, C>
    for ListProvidersStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ListProvidersParams,
    ) -> ProviderRowQuery<'c, 'a, 's, C, ProviderRow, 2> {
        self.bind(client, &params.before, &params.limit)
    }
}
pub struct GetProviderStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn get_provider() -> GetProviderStmt {
    GetProviderStmt(
        "select id, name, issuer, client_id, enabled, default_role, group_roles, created_by_kind, created_by_id, created_at, updated_at, version from sso_providers where id = $1",
        None,
    )
}
impl GetProviderStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> ProviderRowQuery<'c, 'a, 's, C, ProviderRow, 1> {
        ProviderRowQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ProviderRowBorrowed, tokio_postgres::Error> {
                Ok(ProviderRowBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    issuer: row.try_get(2)?,
                    client_id: row.try_get(3)?,
                    enabled: row.try_get(4)?,
                    default_role: row.try_get(5)?,
                    group_roles: row.try_get(6)?,
                    created_by_kind: row.try_get(7)?,
                    created_by_id: row.try_get(8)?,
                    created_at: row.try_get(9)?,
                    updated_at: row.try_get(10)?,
                    version: row.try_get(11)?,
                })
            },
            mapper: |it| ProviderRow::from(it),
        }
    }
}
pub struct LockProviderStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_provider() -> LockProviderStmt {
    LockProviderStmt(
        "select id, name, issuer, client_id, enabled, default_role, group_roles, created_by_kind, created_by_id, created_at, updated_at, version from sso_providers where id = $1 for update",
        None,
    )
}
impl LockProviderStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> ProviderRowQuery<'c, 'a, 's, C, ProviderRow, 1> {
        ProviderRowQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ProviderRowBorrowed, tokio_postgres::Error> {
                Ok(ProviderRowBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    issuer: row.try_get(2)?,
                    client_id: row.try_get(3)?,
                    enabled: row.try_get(4)?,
                    default_role: row.try_get(5)?,
                    group_roles: row.try_get(6)?,
                    created_by_kind: row.try_get(7)?,
                    created_by_id: row.try_get(8)?,
                    created_at: row.try_get(9)?,
                    updated_at: row.try_get(10)?,
                    version: row.try_get(11)?,
                })
            },
            mapper: |it| ProviderRow::from(it),
        }
    }
}
pub struct CreateProviderStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn create_provider() -> CreateProviderStmt {
    CreateProviderStmt(
        "insert into sso_providers ( id, name, kind, issuer, client_id, client_secret_sealed, enabled, default_role, group_roles, created_by_kind, created_by_id, created_at, updated_at ) select $1, $2, 'oidc', $3, $4, $5, $6, $7, $8, $9, $10, $11, $11 where (select count(*) from sso_providers) < $12::bigint returning id, name, issuer, client_id, enabled, default_role, group_roles, created_by_kind, created_by_id, created_at, updated_at, version",
        None,
    )
}
impl CreateProviderStmt {
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
        T4: crate::BytesSql,
        T5: crate::StringSql,
        T6: crate::JsonSql,
        T7: crate::StringSql,
    >(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        name: &'a T1,
        issuer: &'a T2,
        client_id: &'a T3,
        client_secret_sealed: &'a T4,
        enabled: &'a bool,
        default_role: &'a T5,
        group_roles: &'a T6,
        created_by_kind: &'a T7,
        created_by_id: &'a Option<uuid::Uuid>,
        now: &'a jiff::Timestamp,
        quota: &'a i64,
    ) -> ProviderRowQuery<'c, 'a, 's, C, ProviderRow, 12> {
        ProviderRowQuery {
            client,
            params: [
                id,
                name,
                issuer,
                client_id,
                client_secret_sealed,
                enabled,
                default_role,
                group_roles,
                created_by_kind,
                created_by_id,
                now,
                quota,
            ],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ProviderRowBorrowed, tokio_postgres::Error> {
                Ok(ProviderRowBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    issuer: row.try_get(2)?,
                    client_id: row.try_get(3)?,
                    enabled: row.try_get(4)?,
                    default_role: row.try_get(5)?,
                    group_roles: row.try_get(6)?,
                    created_by_kind: row.try_get(7)?,
                    created_by_id: row.try_get(8)?,
                    created_at: row.try_get(9)?,
                    updated_at: row.try_get(10)?,
                    version: row.try_get(11)?,
                })
            },
            mapper: |it| ProviderRow::from(it),
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
    T4: crate::BytesSql,
    T5: crate::StringSql,
    T6: crate::JsonSql,
    T7: crate::StringSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        CreateProviderParams<T1, T2, T3, T4, T5, T6, T7>,
        ProviderRowQuery<'c, 'a, 's, C, ProviderRow, 12>,
        C,
    > for CreateProviderStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CreateProviderParams<T1, T2, T3, T4, T5, T6, T7>,
    ) -> ProviderRowQuery<'c, 'a, 's, C, ProviderRow, 12> {
        self.bind(
            client,
            &params.id,
            &params.name,
            &params.issuer,
            &params.client_id,
            &params.client_secret_sealed,
            &params.enabled,
            &params.default_role,
            &params.group_roles,
            &params.created_by_kind,
            &params.created_by_id,
            &params.now,
            &params.quota,
        )
    }
}
pub struct UpdateProviderStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn update_provider() -> UpdateProviderStmt {
    UpdateProviderStmt(
        "update sso_providers set name = $1, issuer = $2, client_id = $3, client_secret_sealed = coalesce($4, client_secret_sealed), enabled = $5, default_role = $6, group_roles = $7, updated_at = $8, version = version + 1 where id = $9 returning id, name, issuer, client_id, enabled, default_role, group_roles, created_by_kind, created_by_id, created_at, updated_at, version",
        None,
    )
}
impl UpdateProviderStmt {
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
        T4: crate::BytesSql,
        T5: crate::StringSql,
        T6: crate::JsonSql,
    >(
        &'s self,
        client: &'c C,
        name: &'a T1,
        issuer: &'a T2,
        client_id: &'a T3,
        client_secret_sealed: &'a Option<T4>,
        enabled: &'a bool,
        default_role: &'a T5,
        group_roles: &'a T6,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> ProviderRowQuery<'c, 'a, 's, C, ProviderRow, 9> {
        ProviderRowQuery {
            client,
            params: [name, issuer, client_id, client_secret_sealed, enabled, default_role, group_roles, now, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ProviderRowBorrowed, tokio_postgres::Error> {
                Ok(ProviderRowBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    issuer: row.try_get(2)?,
                    client_id: row.try_get(3)?,
                    enabled: row.try_get(4)?,
                    default_role: row.try_get(5)?,
                    group_roles: row.try_get(6)?,
                    created_by_kind: row.try_get(7)?,
                    created_by_id: row.try_get(8)?,
                    created_at: row.try_get(9)?,
                    updated_at: row.try_get(10)?,
                    version: row.try_get(11)?,
                })
            },
            mapper: |it| ProviderRow::from(it),
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
    T4: crate::BytesSql,
    T5: crate::StringSql,
    T6: crate::JsonSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        UpdateProviderParams<T1, T2, T3, T4, T5, T6>,
        ProviderRowQuery<'c, 'a, 's, C, ProviderRow, 9>,
        C,
    > for UpdateProviderStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a UpdateProviderParams<T1, T2, T3, T4, T5, T6>,
    ) -> ProviderRowQuery<'c, 'a, 's, C, ProviderRow, 9> {
        self.bind(
            client,
            &params.name,
            &params.issuer,
            &params.client_id,
            &params.client_secret_sealed,
            &params.enabled,
            &params.default_role,
            &params.group_roles,
            &params.now,
            &params.id,
        )
    }
}
pub struct DeleteProviderStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn delete_provider() -> DeleteProviderStmt {
    DeleteProviderStmt(
        "with freed as ( delete from sso_domains where provider_id = $1 ) delete from sso_providers where id = $1 returning id",
        None,
    )
}
impl DeleteProviderStmt {
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
pub struct DomainsOfStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn domains_of() -> DomainsOfStmt {
    DomainsOfStmt(
        "select domain, provider_id, token, checked_at, proven_at, proven_by from sso_domains where provider_id = any ($1) order by domain",
        None,
    )
}
impl DomainsOfStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        provider_ids: &'a T1,
    ) -> DomainRowQuery<'c, 'a, 's, C, DomainRow, 1> {
        DomainRowQuery {
            client,
            params: [provider_ids],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<DomainRowBorrowed, tokio_postgres::Error> {
                Ok(DomainRowBorrowed {
                    domain: row.try_get(0)?,
                    provider_id: row.try_get(1)?,
                    token: row.try_get(2)?,
                    checked_at: row.try_get(3)?,
                    proven_at: row.try_get(4)?,
                    proven_by: row.try_get(5)?,
                })
            },
            mapper: |it| DomainRow::from(it),
        }
    }
}
pub struct ClaimDomainsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn claim_domains() -> ClaimDomainsStmt {
    ClaimDomainsStmt(
        "insert into sso_domains (domain, provider_id, token, created_at) select domain, $1, token, $2 from unnest($3::text[], $4::text[]) as claimed (domain, token) returning domain",
        None,
    )
}
impl ClaimDomainsStmt {
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
        T3: crate::StringSql,
        T4: crate::ArraySql<Item = T3>,
    >(
        &'s self,
        client: &'c C,
        provider_id: &'a uuid::Uuid,
        now: &'a jiff::Timestamp,
        domains: &'a T2,
        tokens: &'a T4,
    ) -> StringQuery<'c, 'a, 's, C, String, 4> {
        StringQuery {
            client,
            params: [provider_id, now, domains, tokens],
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
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        ClaimDomainsParams<T1, T2, T3, T4>,
        StringQuery<'c, 'a, 's, C, String, 4>,
        C,
    > for ClaimDomainsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ClaimDomainsParams<T1, T2, T3, T4>,
    ) -> StringQuery<'c, 'a, 's, C, String, 4> {
        self.bind(client, &params.provider_id, &params.now, &params.domains, &params.tokens)
    }
}
pub struct ReleaseDomainsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn release_domains() -> ReleaseDomainsStmt {
    ReleaseDomainsStmt("delete from sso_domains where provider_id = $1 and domain = any ($2) returning domain", None)
}
impl ReleaseDomainsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>(
        &'s self,
        client: &'c C,
        provider_id: &'a uuid::Uuid,
        domains: &'a T2,
    ) -> StringQuery<'c, 'a, 's, C, String, 2> {
        StringQuery {
            client,
            params: [provider_id, domains],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it.into(),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>
    crate::client::async_::Params<'c, 'a, 's, ReleaseDomainsParams<T1, T2>, StringQuery<'c, 'a, 's, C, String, 2>, C>
    for ReleaseDomainsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ReleaseDomainsParams<T1, T2>,
    ) -> StringQuery<'c, 'a, 's, C, String, 2> {
        self.bind(client, &params.provider_id, &params.domains)
    }
}
pub struct BelongsToAnotherStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn belongs_to_another() -> BelongsToAnotherStmt {
    BelongsToAnotherStmt("select app.belongs_to_another($1) as belongs", None)
}
impl BelongsToAnotherStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>(
        &'s self,
        client: &'c C,
        domains: &'a T2,
    ) -> BoolQuery<'c, 'a, 's, C, bool, 1> {
        BoolQuery {
            client,
            params: [domains],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct CheckDomainsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn check_domains() -> CheckDomainsStmt {
    CheckDomainsStmt(
        "update sso_domains set checked_at = $1, proven_at = case when domain = any ($2::text[]) then coalesce(proven_at, $1) else proven_at end, proven_by = case when domain = any ($2::text[]) then coalesce(proven_by, 'dns') else proven_by end where provider_id = $3 returning domain",
        None,
    )
}
impl CheckDomainsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
        proven: &'a T2,
        provider_id: &'a uuid::Uuid,
    ) -> StringQuery<'c, 'a, 's, C, String, 3> {
        StringQuery {
            client,
            params: [now, proven, provider_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it.into(),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>
    crate::client::async_::Params<'c, 'a, 's, CheckDomainsParams<T1, T2>, StringQuery<'c, 'a, 's, C, String, 3>, C>
    for CheckDomainsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CheckDomainsParams<T1, T2>,
    ) -> StringQuery<'c, 'a, 's, C, String, 3> {
        self.bind(client, &params.now, &params.proven, &params.provider_id)
    }
}
pub struct TouchProviderStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn touch_provider() -> TouchProviderStmt {
    TouchProviderStmt(
        "update sso_providers set updated_at = $1, version = version + 1 where id = $2 returning id, name, issuer, client_id, enabled, default_role, group_roles, created_by_kind, created_by_id, created_at, updated_at, version",
        None,
    )
}
impl TouchProviderStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> ProviderRowQuery<'c, 'a, 's, C, ProviderRow, 2> {
        ProviderRowQuery {
            client,
            params: [now, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ProviderRowBorrowed, tokio_postgres::Error> {
                Ok(ProviderRowBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    issuer: row.try_get(2)?,
                    client_id: row.try_get(3)?,
                    enabled: row.try_get(4)?,
                    default_role: row.try_get(5)?,
                    group_roles: row.try_get(6)?,
                    created_by_kind: row.try_get(7)?,
                    created_by_id: row.try_get(8)?,
                    created_at: row.try_get(9)?,
                    updated_at: row.try_get(10)?,
                    version: row.try_get(11)?,
                })
            },
            mapper: |it| ProviderRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, TouchProviderParams, ProviderRowQuery<'c, 'a, 's, C, ProviderRow, 2>, C>
    for TouchProviderStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a TouchProviderParams,
    ) -> ProviderRowQuery<'c, 'a, 's, C, ProviderRow, 2> {
        self.bind(client, &params.now, &params.id)
    }
}
pub struct RolesInUseStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn roles_in_use() -> RolesInUseStmt {
    RolesInUseStmt("select distinct role from users", None)
}
impl RolesInUseStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(&'s self, client: &'c C) -> StringQuery<'c, 'a, 's, C, String, 0> {
        StringQuery {
            client,
            params: [],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it.into(),
        }
    }
}
