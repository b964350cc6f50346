// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct CreateApiKeyParams<
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
    T4: crate::StringSql,
    T5: crate::StringSql,
    T6: crate::ArraySql<Item = uuid::Uuid>,
    T7: crate::StringSql,
    T8: crate::ArraySql<Item = T7>,
    T9: crate::StringSql,
    T10: crate::StringSql,
> {
    pub id: uuid::Uuid,
    pub name: T1,
    pub scopes: T3,
    pub key_prefix: T4,
    pub key_last4: T5,
    pub organization_ids: Option<T6>,
    pub allowed_cidrs: Option<T8>,
    pub expires_days: i32,
    pub expires_at: jiff::Timestamp,
    pub owner_kind: T9,
    pub owner_id: uuid::Uuid,
    pub created_by_kind: T10,
    pub created_by_id: Option<uuid::Uuid>,
    pub now: jiff::Timestamp,
    pub quota: i64,
}
#[derive(Debug)]
pub struct ListApiKeysParams<
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
> {
    pub before: uuid::Uuid,
    pub owner_id: Option<uuid::Uuid>,
    pub statuses: Option<T2>,
    pub now: jiff::Timestamp,
    pub scopes: Option<T4>,
    pub expires_before: Option<jiff::Timestamp>,
    pub unused_since: Option<jiff::Timestamp>,
    pub limit: i64,
}
#[derive(Debug)]
pub struct UpdateApiKeyParams<
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
    T4: crate::ArraySql<Item = uuid::Uuid>,
    T5: crate::StringSql,
    T6: crate::ArraySql<Item = T5>,
    T7: crate::StringSql,
    T8: crate::StringSql,
> {
    pub name: T1,
    pub scopes: T3,
    pub organization_ids: Option<T4>,
    pub allowed_cidrs: Option<T6>,
    pub expires_days: i32,
    pub expires_at: jiff::Timestamp,
    pub owner_kind: T7,
    pub owner_id: uuid::Uuid,
    pub key_last4: Option<T8>,
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Clone, Copy, Debug)]
pub struct RevokeApiKeyParams {
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Clone, Copy, Debug)]
pub struct ExpiringApiKeysParams {
    pub now: jiff::Timestamp,
    pub soon: jiff::Timestamp,
}
#[derive(Clone, Copy, Debug)]
pub struct LockExpiringApiKeyParams {
    pub id: uuid::Uuid,
    pub now: jiff::Timestamp,
    pub soon: jiff::Timestamp,
}
#[derive(Clone, Copy, Debug)]
pub struct NoticeExpiryParams {
    pub key_id: uuid::Uuid,
    pub expires_at: jiff::Timestamp,
    pub now: jiff::Timestamp,
}
#[derive(Debug)]
pub struct ScopeUsesParams<T1: crate::ArraySql<Item = uuid::Uuid>> {
    pub key_ids: T1,
    pub since: jiff::civil::Date,
}
#[derive(Debug)]
pub struct KeysOfOwnerParams<T1: crate::StringSql> {
    pub owner_kind: T1,
    pub owner_id: uuid::Uuid,
    pub now: jiff::Timestamp,
}
#[derive(Debug)]
pub struct GiveApiKeyParams<T1: crate::StringSql> {
    pub owner_kind: T1,
    pub owner_id: uuid::Uuid,
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Clone, Copy, Debug)]
pub struct EarlierSecretsParams {
    pub key_id: uuid::Uuid,
    pub now: jiff::Timestamp,
}
#[derive(Clone, Copy, Debug)]
pub struct EndPresentSecretParams {
    pub valid_until: jiff::Timestamp,
    pub key_id: uuid::Uuid,
}
#[derive(Clone, Copy, Debug)]
pub struct EndAllSecretsParams {
    pub now: jiff::Timestamp,
    pub key_id: uuid::Uuid,
}
#[derive(Debug)]
pub struct IssueSecretParams<T1: crate::BytesSql, T2: crate::StringSql> {
    pub key_id: uuid::Uuid,
    pub id: uuid::Uuid,
    pub secret_hash: T1,
    pub issued_by_kind: T2,
    pub issued_by_id: Option<uuid::Uuid>,
    pub now: jiff::Timestamp,
}
#[derive(Debug, Clone, PartialEq)]
pub struct LockQuota {
    pub routing: String,
    pub environment: String,
    pub locked: String,
}
pub struct LockQuotaBorrowed<'a> {
    pub routing: &'a str,
    pub environment: &'a str,
    pub locked: &'a str,
}
impl<'a> From<LockQuotaBorrowed<'a>> for LockQuota {
    fn from(LockQuotaBorrowed { routing, environment, locked }: LockQuotaBorrowed<'a>) -> Self {
        Self { routing: routing.into(), environment: environment.into(), locked: locked.into() }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct ApiKey {
    pub id: uuid::Uuid,
    pub name: String,
    pub scopes: Vec<String>,
    pub key_prefix: String,
    pub key_last4: String,
    pub grace_until: Option<jiff::Timestamp>,
    pub organization_ids: Option<Vec<uuid::Uuid>>,
    pub allowed_cidrs: Option<Vec<String>>,
    pub expires_days: i32,
    pub expires_at: jiff::Timestamp,
    pub owner_kind: String,
    pub owner_id: uuid::Uuid,
    pub created_by_kind: String,
    pub created_by_id: Option<uuid::Uuid>,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub revoked_at: Option<jiff::Timestamp>,
    pub version: i32,
    pub last_used_at: Option<jiff::Timestamp>,
    pub last_used_ip: Option<String>,
    pub last_used_route: Option<String>,
}
pub struct ApiKeyBorrowed<'a> {
    pub id: uuid::Uuid,
    pub name: &'a str,
    pub scopes: crate::ArrayIterator<'a, &'a str>,
    pub key_prefix: &'a str,
    pub key_last4: &'a str,
    pub grace_until: Option<jiff::Timestamp>,
    pub organization_ids: Option<crate::ArrayIterator<'a, uuid::Uuid>>,
    pub allowed_cidrs: Option<crate::ArrayIterator<'a, &'a str>>,
    pub expires_days: i32,
    pub expires_at: jiff::Timestamp,
    pub owner_kind: &'a str,
    pub owner_id: uuid::Uuid,
    pub created_by_kind: &'a str,
    pub created_by_id: Option<uuid::Uuid>,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub revoked_at: Option<jiff::Timestamp>,
    pub version: i32,
    pub last_used_at: Option<jiff::Timestamp>,
    pub last_used_ip: Option<&'a str>,
    pub last_used_route: Option<&'a str>,
}
impl<'a> From<ApiKeyBorrowed<'a>> for ApiKey {
    fn from(
        ApiKeyBorrowed {
            id,
            name,
            scopes,
            key_prefix,
            key_last4,
            grace_until,
            organization_ids,
            allowed_cidrs,
            expires_days,
            expires_at,
            owner_kind,
            owner_id,
            created_by_kind,
            created_by_id,
            created_at,
            updated_at,
            revoked_at,
            version,
            last_used_at,
            last_used_ip,
            last_used_route,
        }: ApiKeyBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            name: name.into(),
            scopes: scopes.map(|v| v.into()).collect(),
            key_prefix: key_prefix.into(),
            key_last4: key_last4.into(),
            grace_until,
            organization_ids: organization_ids.map(|v| v.map(|v| v).collect()),
            allowed_cidrs: allowed_cidrs.map(|v| v.map(|v| v.into()).collect()),
            expires_days,
            expires_at,
            owner_kind: owner_kind.into(),
            owner_id,
            created_by_kind: created_by_kind.into(),
            created_by_id,
            created_at,
            updated_at,
            revoked_at,
            version,
            last_used_at,
            last_used_ip: last_used_ip.map(|v| v.into()),
            last_used_route: last_used_route.map(|v| v.into()),
        }
    }
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct ExpiringApiKeys {
    pub tenant_id: uuid::Uuid,
    pub id: uuid::Uuid,
}
#[derive(Debug, Clone, PartialEq)]
pub struct ScopeUses {
    pub key_id: uuid::Uuid,
    pub scope: String,
    pub used: i64,
    pub denied: i64,
}
pub struct ScopeUsesBorrowed<'a> {
    pub key_id: uuid::Uuid,
    pub scope: &'a str,
    pub used: i64,
    pub denied: i64,
}
impl<'a> From<ScopeUsesBorrowed<'a>> for ScopeUses {
    fn from(ScopeUsesBorrowed { key_id, scope, used, denied }: ScopeUsesBorrowed<'a>) -> Self {
        Self { key_id, scope: scope.into(), used, denied }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct LockQuotaQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<LockQuotaBorrowed, tokio_postgres::Error>,
    mapper: fn(LockQuotaBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> LockQuotaQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(LockQuotaBorrowed) -> R) -> LockQuotaQuery<'c, 'a, 's, C, R, N> {
        LockQuotaQuery {
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
pub struct ApiKeyQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<ApiKeyBorrowed, tokio_postgres::Error>,
    mapper: fn(ApiKeyBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> ApiKeyQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(ApiKeyBorrowed) -> R) -> ApiKeyQuery<'c, 'a, 's, C, R, N> {
        ApiKeyQuery {
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
pub struct ExpiringApiKeysQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<ExpiringApiKeys, tokio_postgres::Error>,
    mapper: fn(ExpiringApiKeys) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> ExpiringApiKeysQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(ExpiringApiKeys) -> R) -> ExpiringApiKeysQuery<'c, 'a, 's, C, R, N> {
        ExpiringApiKeysQuery {
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
pub struct ScopeUsesQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<ScopeUsesBorrowed, tokio_postgres::Error>,
    mapper: fn(ScopeUsesBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> ScopeUsesQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(ScopeUsesBorrowed) -> R) -> ScopeUsesQuery<'c, 'a, 's, C, R, N> {
        ScopeUsesQuery {
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
pub struct I64Query<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<i64, tokio_postgres::Error>,
    mapper: fn(i64) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> I64Query<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(i64) -> R) -> I64Query<'c, 'a, 's, C, R, N> {
        I64Query {
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
pub struct LockQuotaStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_quota() -> LockQuotaStmt {
    LockQuotaStmt(
        "select routing, environment, pg_advisory_xact_lock(hashtextextended('api_keys' || id::text, 0))::text as locked from tenants",
        None,
    )
}
impl LockQuotaStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(&'s self, client: &'c C) -> LockQuotaQuery<'c, 'a, 's, C, LockQuota, 0> {
        LockQuotaQuery {
            client,
            params: [],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<LockQuotaBorrowed, tokio_postgres::Error> {
                Ok(LockQuotaBorrowed {
                    routing: row.try_get(0)?,
                    environment: row.try_get(1)?,
                    locked: row.try_get(2)?,
                })
            },
            mapper: |it| LockQuota::from(it),
        }
    }
}
pub struct CreateApiKeyStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn create_api_key() -> CreateApiKeyStmt {
    CreateApiKeyStmt(
        "insert into api_keys ( id, name, scopes, key_prefix, key_last4, organization_ids, allowed_cidrs, expires_days, expires_at, owner_kind, owner_id, created_by_kind, created_by_id, created_at, updated_at ) select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14 where app.live_api_keys($14) < $15 returning id, name, scopes, key_prefix, key_last4, app.key_grace_until(id) as grace_until, organization_ids, allowed_cidrs, expires_days, expires_at, owner_kind, owner_id, created_by_kind, created_by_id, created_at, updated_at, revoked_at, version, last_used_at, last_used_ip, last_used_route",
        None,
    )
}
impl CreateApiKeyStmt {
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
        T4: crate::StringSql,
        T5: crate::StringSql,
        T6: crate::ArraySql<Item = uuid::Uuid>,
        T7: crate::StringSql,
        T8: crate::ArraySql<Item = T7>,
        T9: crate::StringSql,
        T10: crate::StringSql,
    >(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        name: &'a T1,
        scopes: &'a T3,
        key_prefix: &'a T4,
        key_last4: &'a T5,
        organization_ids: &'a Option<T6>,
        allowed_cidrs: &'a Option<T8>,
        expires_days: &'a i32,
        expires_at: &'a jiff::Timestamp,
        owner_kind: &'a T9,
        owner_id: &'a uuid::Uuid,
        created_by_kind: &'a T10,
        created_by_id: &'a Option<uuid::Uuid>,
        now: &'a jiff::Timestamp,
        quota: &'a i64,
    ) -> ApiKeyQuery<'c, 'a, 's, C, ApiKey, 15> {
        ApiKeyQuery {
            client,
            params: [
                id,
                name,
                scopes,
                key_prefix,
                key_last4,
                organization_ids,
                allowed_cidrs,
                expires_days,
                expires_at,
                owner_kind,
                owner_id,
                created_by_kind,
                created_by_id,
                now,
                quota,
            ],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ApiKeyBorrowed, tokio_postgres::Error> {
                Ok(ApiKeyBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    scopes: row.try_get(2)?,
                    key_prefix: row.try_get(3)?,
                    key_last4: row.try_get(4)?,
                    grace_until: row.try_get(5)?,
                    organization_ids: row.try_get(6)?,
                    allowed_cidrs: row.try_get(7)?,
                    expires_days: row.try_get(8)?,
                    expires_at: row.try_get(9)?,
                    owner_kind: row.try_get(10)?,
                    owner_id: row.try_get(11)?,
                    created_by_kind: row.try_get(12)?,
                    created_by_id: row.try_get(13)?,
                    created_at: row.try_get(14)?,
                    updated_at: row.try_get(15)?,
                    revoked_at: row.try_get(16)?,
                    version: row.try_get(17)?,
                    last_used_at: row.try_get(18)?,
                    last_used_ip: row.try_get(19)?,
                    last_used_route: row.try_get(20)?,
                })
            },
            mapper: |it| ApiKey::from(it),
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
    T4: crate::StringSql,
    T5: crate::StringSql,
    T6: crate::ArraySql<Item = uuid::Uuid>,
    T7: crate::StringSql,
    T8: crate::ArraySql<Item = T7>,
    T9: crate::StringSql,
    T10: crate::StringSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        CreateApiKeyParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10>,
        ApiKeyQuery<'c, 'a, 's, C, ApiKey, 15>,
        C,
    > for CreateApiKeyStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CreateApiKeyParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10>,
    ) -> ApiKeyQuery<'c, 'a, 's, C, ApiKey, 15> {
        self.bind(
            client,
            &params.id,
            &params.name,
            &params.scopes,
            &params.key_prefix,
            &params.key_last4,
            &params.organization_ids,
            &params.allowed_cidrs,
            &params.expires_days,
            &params.expires_at,
            &params.owner_kind,
            &params.owner_id,
            &params.created_by_kind,
            &params.created_by_id,
            &params.now,
            &params.quota,
        )
    }
}
pub struct ListApiKeysStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn list_api_keys() -> ListApiKeysStmt {
    ListApiKeysStmt(
        "select id, name, scopes, key_prefix, key_last4, app.key_grace_until(id) as grace_until, organization_ids, allowed_cidrs, expires_days, expires_at, owner_kind, owner_id, created_by_kind, created_by_id, created_at, updated_at, revoked_at, version, last_used_at, last_used_ip, last_used_route from api_keys where id < $1 and ($2::uuid is null or owner_id = $2) and ( $3::text[] is null or case when revoked_at is not null then 'revoked' when expires_at <= $4 then 'expired' when app.key_grace_until(id) > $4 then 'rotating' else 'active' end = any ($3) ) and ($5::text[] is null or scopes && $5) and ( $6::timestamptz is null or (expires_at <= $6 and expires_at > $4 and revoked_at is null) ) and ( $7::timestamptz is null or (coalesce(last_used_at, created_at) < $7 and expires_at > $4 and revoked_at is null) ) order by id desc limit $8",
        None,
    )
}
impl ListApiKeysStmt {
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
        before: &'a uuid::Uuid,
        owner_id: &'a Option<uuid::Uuid>,
        statuses: &'a Option<T2>,
        now: &'a jiff::Timestamp,
        scopes: &'a Option<T4>,
        expires_before: &'a Option<jiff::Timestamp>,
        unused_since: &'a Option<jiff::Timestamp>,
        limit: &'a i64,
    ) -> ApiKeyQuery<'c, 'a, 's, C, ApiKey, 8> {
        ApiKeyQuery {
            client,
            params: [before, owner_id, statuses, now, scopes, expires_before, unused_since, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ApiKeyBorrowed, tokio_postgres::Error> {
                Ok(ApiKeyBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    scopes: row.try_get(2)?,
                    key_prefix: row.try_get(3)?,
                    key_last4: row.try_get(4)?,
                    grace_until: row.try_get(5)?,
                    organization_ids: row.try_get(6)?,
                    allowed_cidrs: row.try_get(7)?,
                    expires_days: row.try_get(8)?,
                    expires_at: row.try_get(9)?,
                    owner_kind: row.try_get(10)?,
                    owner_id: row.try_get(11)?,
                    created_by_kind: row.try_get(12)?,
                    created_by_id: row.try_get(13)?,
                    created_at: row.try_get(14)?,
                    updated_at: row.try_get(15)?,
                    revoked_at: row.try_get(16)?,
                    version: row.try_get(17)?,
                    last_used_at: row.try_get(18)?,
                    last_used_ip: row.try_get(19)?,
                    last_used_route: row.try_get(20)?,
                })
            },
            mapper: |it| ApiKey::from(it),
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
> crate::client::async_::Params<'c, 'a, 's, ListApiKeysParams<T1, T2, T3, T4>, ApiKeyQuery<'c, 'a, 's, C, ApiKey, 8>, C>
    for ListApiKeysStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ListApiKeysParams<T1, T2, T3, T4>,
    ) -> ApiKeyQuery<'c, 'a, 's, C, ApiKey, 8> {
        self.bind(
            client,
            &params.before,
            &params.owner_id,
            &params.statuses,
            &params.now,
            &params.scopes,
            &params.expires_before,
            &params.unused_since,
            &params.limit,
        )
    }
}
pub struct GetApiKeyStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn get_api_key() -> GetApiKeyStmt {
    GetApiKeyStmt(
        "select id, name, scopes, key_prefix, key_last4, app.key_grace_until(id) as grace_until, organization_ids, allowed_cidrs, expires_days, expires_at, owner_kind, owner_id, created_by_kind, created_by_id, created_at, updated_at, revoked_at, version, last_used_at, last_used_ip, last_used_route from api_keys where id = $1",
        None,
    )
}
impl GetApiKeyStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> ApiKeyQuery<'c, 'a, 's, C, ApiKey, 1> {
        ApiKeyQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ApiKeyBorrowed, tokio_postgres::Error> {
                Ok(ApiKeyBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    scopes: row.try_get(2)?,
                    key_prefix: row.try_get(3)?,
                    key_last4: row.try_get(4)?,
                    grace_until: row.try_get(5)?,
                    organization_ids: row.try_get(6)?,
                    allowed_cidrs: row.try_get(7)?,
                    expires_days: row.try_get(8)?,
                    expires_at: row.try_get(9)?,
                    owner_kind: row.try_get(10)?,
                    owner_id: row.try_get(11)?,
                    created_by_kind: row.try_get(12)?,
                    created_by_id: row.try_get(13)?,
                    created_at: row.try_get(14)?,
                    updated_at: row.try_get(15)?,
                    revoked_at: row.try_get(16)?,
                    version: row.try_get(17)?,
                    last_used_at: row.try_get(18)?,
                    last_used_ip: row.try_get(19)?,
                    last_used_route: row.try_get(20)?,
                })
            },
            mapper: |it| ApiKey::from(it),
        }
    }
}
pub struct LockApiKeyStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_api_key() -> LockApiKeyStmt {
    LockApiKeyStmt(
        "select id, name, scopes, key_prefix, key_last4, app.key_grace_until(id) as grace_until, organization_ids, allowed_cidrs, expires_days, expires_at, owner_kind, owner_id, created_by_kind, created_by_id, created_at, updated_at, revoked_at, version, last_used_at, last_used_ip, last_used_route from api_keys where id = $1 for no key update",
        None,
    )
}
impl LockApiKeyStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> ApiKeyQuery<'c, 'a, 's, C, ApiKey, 1> {
        ApiKeyQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ApiKeyBorrowed, tokio_postgres::Error> {
                Ok(ApiKeyBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    scopes: row.try_get(2)?,
                    key_prefix: row.try_get(3)?,
                    key_last4: row.try_get(4)?,
                    grace_until: row.try_get(5)?,
                    organization_ids: row.try_get(6)?,
                    allowed_cidrs: row.try_get(7)?,
                    expires_days: row.try_get(8)?,
                    expires_at: row.try_get(9)?,
                    owner_kind: row.try_get(10)?,
                    owner_id: row.try_get(11)?,
                    created_by_kind: row.try_get(12)?,
                    created_by_id: row.try_get(13)?,
                    created_at: row.try_get(14)?,
                    updated_at: row.try_get(15)?,
                    revoked_at: row.try_get(16)?,
                    version: row.try_get(17)?,
                    last_used_at: row.try_get(18)?,
                    last_used_ip: row.try_get(19)?,
                    last_used_route: row.try_get(20)?,
                })
            },
            mapper: |it| ApiKey::from(it),
        }
    }
}
pub struct UpdateApiKeyStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn update_api_key() -> UpdateApiKeyStmt {
    UpdateApiKeyStmt(
        "update api_keys set name = $1, scopes = $2, organization_ids = $3, allowed_cidrs = $4, expires_days = $5, expires_at = $6, owner_kind = $7, owner_id = $8, key_last4 = coalesce($9, key_last4), updated_at = $10, version = version + 1 where id = $11 returning id, name, scopes, key_prefix, key_last4, app.key_grace_until(id) as grace_until, organization_ids, allowed_cidrs, expires_days, expires_at, owner_kind, owner_id, created_by_kind, created_by_id, created_at, updated_at, revoked_at, version, last_used_at, last_used_ip, last_used_route",
        None,
    )
}
impl UpdateApiKeyStmt {
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
        T5: crate::StringSql,
        T6: crate::ArraySql<Item = T5>,
        T7: crate::StringSql,
        T8: crate::StringSql,
    >(
        &'s self,
        client: &'c C,
        name: &'a T1,
        scopes: &'a T3,
        organization_ids: &'a Option<T4>,
        allowed_cidrs: &'a Option<T6>,
        expires_days: &'a i32,
        expires_at: &'a jiff::Timestamp,
        owner_kind: &'a T7,
        owner_id: &'a uuid::Uuid,
        key_last4: &'a Option<T8>,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> ApiKeyQuery<'c, 'a, 's, C, ApiKey, 11> {
        ApiKeyQuery {
            client,
            params: [
                name,
                scopes,
                organization_ids,
                allowed_cidrs,
                expires_days,
                expires_at,
                owner_kind,
                owner_id,
                key_last4,
                now,
                id,
            ],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ApiKeyBorrowed, tokio_postgres::Error> {
                Ok(ApiKeyBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    scopes: row.try_get(2)?,
                    key_prefix: row.try_get(3)?,
                    key_last4: row.try_get(4)?,
                    grace_until: row.try_get(5)?,
                    organization_ids: row.try_get(6)?,
                    allowed_cidrs: row.try_get(7)?,
                    expires_days: row.try_get(8)?,
                    expires_at: row.try_get(9)?,
                    owner_kind: row.try_get(10)?,
                    owner_id: row.try_get(11)?,
                    created_by_kind: row.try_get(12)?,
                    created_by_id: row.try_get(13)?,
                    created_at: row.try_get(14)?,
                    updated_at: row.try_get(15)?,
                    revoked_at: row.try_get(16)?,
                    version: row.try_get(17)?,
                    last_used_at: row.try_get(18)?,
                    last_used_ip: row.try_get(19)?,
                    last_used_route: row.try_get(20)?,
                })
            },
            mapper: |it| ApiKey::from(it),
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
    T5: crate::StringSql,
    T6: crate::ArraySql<Item = T5>,
    T7: crate::StringSql,
    T8: crate::StringSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        UpdateApiKeyParams<T1, T2, T3, T4, T5, T6, T7, T8>,
        ApiKeyQuery<'c, 'a, 's, C, ApiKey, 11>,
        C,
    > for UpdateApiKeyStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a UpdateApiKeyParams<T1, T2, T3, T4, T5, T6, T7, T8>,
    ) -> ApiKeyQuery<'c, 'a, 's, C, ApiKey, 11> {
        self.bind(
            client,
            &params.name,
            &params.scopes,
            &params.organization_ids,
            &params.allowed_cidrs,
            &params.expires_days,
            &params.expires_at,
            &params.owner_kind,
            &params.owner_id,
            &params.key_last4,
            &params.now,
            &params.id,
        )
    }
}
pub struct RevokeApiKeyStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn revoke_api_key() -> RevokeApiKeyStmt {
    RevokeApiKeyStmt(
        "update api_keys set revoked_at = $1, updated_at = $1, version = version + 1 where id = $2 returning id, name, scopes, key_prefix, key_last4, app.key_grace_until(id) as grace_until, organization_ids, allowed_cidrs, expires_days, expires_at, owner_kind, owner_id, created_by_kind, created_by_id, created_at, updated_at, revoked_at, version, last_used_at, last_used_ip, last_used_route",
        None,
    )
}
impl RevokeApiKeyStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> ApiKeyQuery<'c, 'a, 's, C, ApiKey, 2> {
        ApiKeyQuery {
            client,
            params: [now, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ApiKeyBorrowed, tokio_postgres::Error> {
                Ok(ApiKeyBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    scopes: row.try_get(2)?,
                    key_prefix: row.try_get(3)?,
                    key_last4: row.try_get(4)?,
                    grace_until: row.try_get(5)?,
                    organization_ids: row.try_get(6)?,
                    allowed_cidrs: row.try_get(7)?,
                    expires_days: row.try_get(8)?,
                    expires_at: row.try_get(9)?,
                    owner_kind: row.try_get(10)?,
                    owner_id: row.try_get(11)?,
                    created_by_kind: row.try_get(12)?,
                    created_by_id: row.try_get(13)?,
                    created_at: row.try_get(14)?,
                    updated_at: row.try_get(15)?,
                    revoked_at: row.try_get(16)?,
                    version: row.try_get(17)?,
                    last_used_at: row.try_get(18)?,
                    last_used_ip: row.try_get(19)?,
                    last_used_route: row.try_get(20)?,
                })
            },
            mapper: |it| ApiKey::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, RevokeApiKeyParams, ApiKeyQuery<'c, 'a, 's, C, ApiKey, 2>, C>
    for RevokeApiKeyStmt
{
    fn params(&'s self, client: &'c C, params: &'a RevokeApiKeyParams) -> ApiKeyQuery<'c, 'a, 's, C, ApiKey, 2> {
        self.bind(client, &params.now, &params.id)
    }
}
pub struct ExpiringApiKeysStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn expiring_api_keys() -> ExpiringApiKeysStmt {
    ExpiringApiKeysStmt(
        "select tenant_id, id from api_keys where revoked_at is null and expires_at > $1 and expires_at <= $2 and not exists ( select from api_key_expiry_notices where api_key_expiry_notices.tenant_id = api_keys.tenant_id and api_key_expiry_notices.key_id = api_keys.id and api_key_expiry_notices.expires_at = api_keys.expires_at ) order by expires_at limit 1000",
        None,
    )
}
impl ExpiringApiKeysStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
        soon: &'a jiff::Timestamp,
    ) -> ExpiringApiKeysQuery<'c, 'a, 's, C, ExpiringApiKeys, 2> {
        ExpiringApiKeysQuery {
            client,
            params: [now, soon],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ExpiringApiKeys, tokio_postgres::Error> {
                Ok(ExpiringApiKeys { tenant_id: row.try_get(0)?, id: row.try_get(1)? })
            },
            mapper: |it| ExpiringApiKeys::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        ExpiringApiKeysParams,
        ExpiringApiKeysQuery<'c, 'a, 's, C, ExpiringApiKeys, 2>,
        C,
    > for ExpiringApiKeysStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ExpiringApiKeysParams,
    ) -> ExpiringApiKeysQuery<'c, 'a, 's, C, ExpiringApiKeys, 2> {
        self.bind(client, &params.now, &params.soon)
    }
}
pub struct LockExpiringApiKeyStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_expiring_api_key() -> LockExpiringApiKeyStmt {
    LockExpiringApiKeyStmt(
        "select id, name, scopes, key_prefix, key_last4, app.key_grace_until(id) as grace_until, organization_ids, allowed_cidrs, expires_days, expires_at, owner_kind, owner_id, created_by_kind, created_by_id, created_at, updated_at, revoked_at, version, last_used_at, last_used_ip, last_used_route from api_keys where id = $1 and revoked_at is null and expires_at > $2 and expires_at <= $3 for no key update",
        None,
    )
}
impl LockExpiringApiKeyStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        now: &'a jiff::Timestamp,
        soon: &'a jiff::Timestamp,
    ) -> ApiKeyQuery<'c, 'a, 's, C, ApiKey, 3> {
        ApiKeyQuery {
            client,
            params: [id, now, soon],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ApiKeyBorrowed, tokio_postgres::Error> {
                Ok(ApiKeyBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    scopes: row.try_get(2)?,
                    key_prefix: row.try_get(3)?,
                    key_last4: row.try_get(4)?,
                    grace_until: row.try_get(5)?,
                    organization_ids: row.try_get(6)?,
                    allowed_cidrs: row.try_get(7)?,
                    expires_days: row.try_get(8)?,
                    expires_at: row.try_get(9)?,
                    owner_kind: row.try_get(10)?,
                    owner_id: row.try_get(11)?,
                    created_by_kind: row.try_get(12)?,
                    created_by_id: row.try_get(13)?,
                    created_at: row.try_get(14)?,
                    updated_at: row.try_get(15)?,
                    revoked_at: row.try_get(16)?,
                    version: row.try_get(17)?,
                    last_used_at: row.try_get(18)?,
                    last_used_ip: row.try_get(19)?,
                    last_used_route: row.try_get(20)?,
                })
            },
            mapper: |it| ApiKey::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, LockExpiringApiKeyParams, ApiKeyQuery<'c, 'a, 's, C, ApiKey, 3>, C>
    for LockExpiringApiKeyStmt
{
    fn params(&'s self, client: &'c C, params: &'a LockExpiringApiKeyParams) -> ApiKeyQuery<'c, 'a, 's, C, ApiKey, 3> {
        self.bind(client, &params.id, &params.now, &params.soon)
    }
}
pub struct NoticeExpiryStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn notice_expiry() -> NoticeExpiryStmt {
    NoticeExpiryStmt(
        "insert into api_key_expiry_notices (key_id, expires_at, noticed_at) values ($1, $2, $3) on conflict (tenant_id, key_id, expires_at) do nothing returning key_id",
        None,
    )
}
impl NoticeExpiryStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        key_id: &'a uuid::Uuid,
        expires_at: &'a jiff::Timestamp,
        now: &'a jiff::Timestamp,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        UuidUuidQuery {
            client,
            params: [key_id, expires_at, now],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, NoticeExpiryParams, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3>, C>
    for NoticeExpiryStmt
{
    fn params(&'s self, client: &'c C, params: &'a NoticeExpiryParams) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        self.bind(client, &params.key_id, &params.expires_at, &params.now)
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
pub struct ScopeUsesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn scope_uses() -> ScopeUsesStmt {
    ScopeUsesStmt(
        "select key_id, scope, sum(used)::bigint as used, sum(denied)::bigint as denied from api_key_scope_uses where key_id = any ($1) and day >= $2 group by key_id, scope order by scope",
        None,
    )
}
impl ScopeUsesStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        key_ids: &'a T1,
        since: &'a jiff::civil::Date,
    ) -> ScopeUsesQuery<'c, 'a, 's, C, ScopeUses, 2> {
        ScopeUsesQuery {
            client,
            params: [key_ids, since],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ScopeUsesBorrowed, tokio_postgres::Error> {
                Ok(ScopeUsesBorrowed {
                    key_id: row.try_get(0)?,
                    scope: row.try_get(1)?,
                    used: row.try_get(2)?,
                    denied: row.try_get(3)?,
                })
            },
            mapper: |it| ScopeUses::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>
    crate::client::async_::Params<'c, 'a, 's, ScopeUsesParams<T1>, ScopeUsesQuery<'c, 'a, 's, C, ScopeUses, 2>, C>
    for ScopeUsesStmt
{
    fn params(&'s self, client: &'c C, params: &'a ScopeUsesParams<T1>) -> ScopeUsesQuery<'c, 'a, 's, C, ScopeUses, 2> {
        self.bind(client, &params.key_ids, &params.since)
    }
}
pub struct KeysOfOwnerStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn keys_of_owner() -> KeysOfOwnerStmt {
    KeysOfOwnerStmt(
        "select id, name, scopes, key_prefix, key_last4, app.key_grace_until(id) as grace_until, organization_ids, allowed_cidrs, expires_days, expires_at, owner_kind, owner_id, created_by_kind, created_by_id, created_at, updated_at, revoked_at, version, last_used_at, last_used_ip, last_used_route from api_keys where owner_kind = $1 and owner_id = $2 and revoked_at is null and expires_at > $3 order by id for no key update",
        None,
    )
}
impl KeysOfOwnerStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        owner_kind: &'a T1,
        owner_id: &'a uuid::Uuid,
        now: &'a jiff::Timestamp,
    ) -> ApiKeyQuery<'c, 'a, 's, C, ApiKey, 3> {
        ApiKeyQuery {
            client,
            params: [owner_kind, owner_id, now],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ApiKeyBorrowed, tokio_postgres::Error> {
                Ok(ApiKeyBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    scopes: row.try_get(2)?,
                    key_prefix: row.try_get(3)?,
                    key_last4: row.try_get(4)?,
                    grace_until: row.try_get(5)?,
                    organization_ids: row.try_get(6)?,
                    allowed_cidrs: row.try_get(7)?,
                    expires_days: row.try_get(8)?,
                    expires_at: row.try_get(9)?,
                    owner_kind: row.try_get(10)?,
                    owner_id: row.try_get(11)?,
                    created_by_kind: row.try_get(12)?,
                    created_by_id: row.try_get(13)?,
                    created_at: row.try_get(14)?,
                    updated_at: row.try_get(15)?,
                    revoked_at: row.try_get(16)?,
                    version: row.try_get(17)?,
                    last_used_at: row.try_get(18)?,
                    last_used_ip: row.try_get(19)?,
                    last_used_route: row.try_get(20)?,
                })
            },
            mapper: |it| ApiKey::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, KeysOfOwnerParams<T1>, ApiKeyQuery<'c, 'a, 's, C, ApiKey, 3>, C>
    for KeysOfOwnerStmt
{
    fn params(&'s self, client: &'c C, params: &'a KeysOfOwnerParams<T1>) -> ApiKeyQuery<'c, 'a, 's, C, ApiKey, 3> {
        self.bind(client, &params.owner_kind, &params.owner_id, &params.now)
    }
}
pub struct GiveApiKeyStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn give_api_key() -> GiveApiKeyStmt {
    GiveApiKeyStmt(
        "update api_keys set owner_kind = $1, owner_id = $2, updated_at = $3, version = version + 1 where id = $4 returning id, name, scopes, key_prefix, key_last4, app.key_grace_until(id) as grace_until, organization_ids, allowed_cidrs, expires_days, expires_at, owner_kind, owner_id, created_by_kind, created_by_id, created_at, updated_at, revoked_at, version, last_used_at, last_used_ip, last_used_route",
        None,
    )
}
impl GiveApiKeyStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        owner_kind: &'a T1,
        owner_id: &'a uuid::Uuid,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> ApiKeyQuery<'c, 'a, 's, C, ApiKey, 4> {
        ApiKeyQuery {
            client,
            params: [owner_kind, owner_id, now, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ApiKeyBorrowed, tokio_postgres::Error> {
                Ok(ApiKeyBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    scopes: row.try_get(2)?,
                    key_prefix: row.try_get(3)?,
                    key_last4: row.try_get(4)?,
                    grace_until: row.try_get(5)?,
                    organization_ids: row.try_get(6)?,
                    allowed_cidrs: row.try_get(7)?,
                    expires_days: row.try_get(8)?,
                    expires_at: row.try_get(9)?,
                    owner_kind: row.try_get(10)?,
                    owner_id: row.try_get(11)?,
                    created_by_kind: row.try_get(12)?,
                    created_by_id: row.try_get(13)?,
                    created_at: row.try_get(14)?,
                    updated_at: row.try_get(15)?,
                    revoked_at: row.try_get(16)?,
                    version: row.try_get(17)?,
                    last_used_at: row.try_get(18)?,
                    last_used_ip: row.try_get(19)?,
                    last_used_route: row.try_get(20)?,
                })
            },
            mapper: |it| ApiKey::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, GiveApiKeyParams<T1>, ApiKeyQuery<'c, 'a, 's, C, ApiKey, 4>, C>
    for GiveApiKeyStmt
{
    fn params(&'s self, client: &'c C, params: &'a GiveApiKeyParams<T1>) -> ApiKeyQuery<'c, 'a, 's, C, ApiKey, 4> {
        self.bind(client, &params.owner_kind, &params.owner_id, &params.now, &params.id)
    }
}
pub struct KeysMadeByStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn keys_made_by() -> KeysMadeByStmt {
    KeysMadeByStmt(
        "with recursive made (id) as ( select id from api_keys where created_by_kind = 'api_key' and created_by_id = $1 union select api_keys.id from api_keys join made on api_keys.created_by_kind = 'api_key' and api_keys.created_by_id = made.id ) select id from made order by id",
        None,
    )
}
impl KeysMadeByStmt {
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
pub struct EarlierSecretsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn earlier_secrets() -> EarlierSecretsStmt {
    EarlierSecretsStmt("select count(*) as count from api_key_secrets where key_id = $1 and valid_until > $2", None)
}
impl EarlierSecretsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        key_id: &'a uuid::Uuid,
        now: &'a jiff::Timestamp,
    ) -> I64Query<'c, 'a, 's, C, i64, 2> {
        I64Query {
            client,
            params: [key_id, now],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, EarlierSecretsParams, I64Query<'c, 'a, 's, C, i64, 2>, C>
    for EarlierSecretsStmt
{
    fn params(&'s self, client: &'c C, params: &'a EarlierSecretsParams) -> I64Query<'c, 'a, 's, C, i64, 2> {
        self.bind(client, &params.key_id, &params.now)
    }
}
pub struct EndPresentSecretStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn end_present_secret() -> EndPresentSecretStmt {
    EndPresentSecretStmt(
        "update api_key_secrets set valid_until = $1 where key_id = $2 and valid_until is null returning id",
        None,
    )
}
impl EndPresentSecretStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        valid_until: &'a jiff::Timestamp,
        key_id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        UuidUuidQuery {
            client,
            params: [valid_until, key_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, EndPresentSecretParams, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>, C>
    for EndPresentSecretStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a EndPresentSecretParams,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.valid_until, &params.key_id)
    }
}
pub struct EndAllSecretsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn end_all_secrets() -> EndAllSecretsStmt {
    EndAllSecretsStmt(
        "update api_key_secrets set valid_until = $1 where key_id = $2 and (valid_until is null or valid_until > $1) returning id",
        None,
    )
}
impl EndAllSecretsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
        key_id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        UuidUuidQuery {
            client,
            params: [now, key_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, EndAllSecretsParams, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>, C>
    for EndAllSecretsStmt
{
    fn params(&'s self, client: &'c C, params: &'a EndAllSecretsParams) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.now, &params.key_id)
    }
}
pub struct IssueSecretStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn issue_secret() -> IssueSecretStmt {
    IssueSecretStmt(
        "insert into api_key_secrets (key_id, id, secret_hash, issued_by_kind, issued_by_id, issued_at) values ($1, $2, $3, $4, $5, $6) returning id",
        None,
    )
}
impl IssueSecretStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::BytesSql, T2: crate::StringSql>(
        &'s self,
        client: &'c C,
        key_id: &'a uuid::Uuid,
        id: &'a uuid::Uuid,
        secret_hash: &'a T1,
        issued_by_kind: &'a T2,
        issued_by_id: &'a Option<uuid::Uuid>,
        now: &'a jiff::Timestamp,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 6> {
        UuidUuidQuery {
            client,
            params: [key_id, id, secret_hash, issued_by_kind, issued_by_id, now],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::BytesSql, T2: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, IssueSecretParams<T1, T2>, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 6>, C>
    for IssueSecretStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a IssueSecretParams<T1, T2>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 6> {
        self.bind(
            client,
            &params.key_id,
            &params.id,
            &params.secret_hash,
            &params.issued_by_kind,
            &params.issued_by_id,
            &params.now,
        )
    }
}
