// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct CredentialByPrefixParams<T1: crate::StringSql> {
    pub now: jiff::Timestamp,
    pub key_prefix: T1,
}
#[derive(Debug)]
pub struct EndOfSecretParams<T1: crate::BytesSql> {
    pub tenant_id: uuid::Uuid,
    pub key_id: uuid::Uuid,
    pub secret_hash: T1,
}
#[derive(Debug)]
pub struct OwnerNowParams<T1: crate::StringSql> {
    pub tenant_id: uuid::Uuid,
    pub kind: T1,
    pub id: uuid::Uuid,
}
#[derive(Debug)]
pub struct RecordLastUsesParams<
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::ArraySql<Item = uuid::Uuid>,
    T3: crate::ArraySql<Item = jiff::Timestamp>,
    T4: crate::StringSql,
    T5: crate::ArraySql<Item = T4>,
    T6: crate::StringSql,
    T7: crate::ArraySql<Item = T6>,
> {
    pub tenant_ids: T1,
    pub ids: T2,
    pub ats: T3,
    pub ips: T5,
    pub routes: T7,
}
#[derive(Debug)]
pub struct AddScopeUsesParams<
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::ArraySql<Item = uuid::Uuid>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
    T5: crate::ArraySql<Item = i64>,
    T6: crate::ArraySql<Item = i64>,
> {
    pub day: jiff::civil::Date,
    pub tenant_ids: T1,
    pub key_ids: T2,
    pub scopes: T4,
    pub used: T5,
    pub denied: T6,
}
#[derive(Clone, Copy, Debug)]
pub struct TouchSessionParams {
    pub now: jiff::Timestamp,
    pub tenant_id: uuid::Uuid,
    pub id: uuid::Uuid,
}
#[derive(Debug, Clone, PartialEq)]
pub struct Credential {
    pub tenant_id: uuid::Uuid,
    pub id: uuid::Uuid,
    pub scopes: Vec<String>,
    pub secret_hashes: Vec<Vec<u8>>,
    pub secret_ends: Vec<Option<jiff::Timestamp>>,
    pub has_ended_secrets: bool,
    pub organization_ids: Option<Vec<uuid::Uuid>>,
    pub allowed_cidrs: Option<Vec<String>>,
    pub expires_at: jiff::Timestamp,
    pub revoked_at: Option<jiff::Timestamp>,
    pub owner_kind: String,
    pub owner_id: uuid::Uuid,
    pub owner_role: Option<String>,
    pub owner_scopes: Option<Vec<String>>,
    pub owner_organization_ids: Option<Vec<uuid::Uuid>>,
    pub owner_active: Option<bool>,
    pub key_quota: i32,
    pub key_window_seconds: i32,
    pub tenant_quota: i32,
    pub tenant_window_seconds: i32,
    pub other_cell: Option<String>,
    pub other_url: Option<String>,
}
pub struct CredentialBorrowed<'a> {
    pub tenant_id: uuid::Uuid,
    pub id: uuid::Uuid,
    pub scopes: crate::ArrayIterator<'a, &'a str>,
    pub secret_hashes: crate::ArrayIterator<'a, &'a [u8]>,
    pub secret_ends: crate::ArrayIterator<'a, Option<jiff::Timestamp>>,
    pub has_ended_secrets: bool,
    pub organization_ids: Option<crate::ArrayIterator<'a, uuid::Uuid>>,
    pub allowed_cidrs: Option<crate::ArrayIterator<'a, &'a str>>,
    pub expires_at: jiff::Timestamp,
    pub revoked_at: Option<jiff::Timestamp>,
    pub owner_kind: &'a str,
    pub owner_id: uuid::Uuid,
    pub owner_role: Option<&'a str>,
    pub owner_scopes: Option<crate::ArrayIterator<'a, &'a str>>,
    pub owner_organization_ids: Option<crate::ArrayIterator<'a, uuid::Uuid>>,
    pub owner_active: Option<bool>,
    pub key_quota: i32,
    pub key_window_seconds: i32,
    pub tenant_quota: i32,
    pub tenant_window_seconds: i32,
    pub other_cell: Option<&'a str>,
    pub other_url: Option<&'a str>,
}
impl<'a> From<CredentialBorrowed<'a>> for Credential {
    fn from(
        CredentialBorrowed {
            tenant_id,
            id,
            scopes,
            secret_hashes,
            secret_ends,
            has_ended_secrets,
            organization_ids,
            allowed_cidrs,
            expires_at,
            revoked_at,
            owner_kind,
            owner_id,
            owner_role,
            owner_scopes,
            owner_organization_ids,
            owner_active,
            key_quota,
            key_window_seconds,
            tenant_quota,
            tenant_window_seconds,
            other_cell,
            other_url,
        }: CredentialBorrowed<'a>,
    ) -> Self {
        Self {
            tenant_id,
            id,
            scopes: scopes.map(|v| v.into()).collect(),
            secret_hashes: secret_hashes.map(|v| v.into()).collect(),
            secret_ends: secret_ends.map(|v| v).collect(),
            has_ended_secrets,
            organization_ids: organization_ids.map(|v| v.map(|v| v).collect()),
            allowed_cidrs: allowed_cidrs.map(|v| v.map(|v| v.into()).collect()),
            expires_at,
            revoked_at,
            owner_kind: owner_kind.into(),
            owner_id,
            owner_role: owner_role.map(|v| v.into()),
            owner_scopes: owner_scopes.map(|v| v.map(|v| v.into()).collect()),
            owner_organization_ids: owner_organization_ids.map(|v| v.map(|v| v).collect()),
            owner_active,
            key_quota,
            key_window_seconds,
            tenant_quota,
            tenant_window_seconds,
            other_cell: other_cell.map(|v| v.into()),
            other_url: other_url.map(|v| v.into()),
        }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct PresentOwner {
    pub role: Option<String>,
    pub scopes: Option<Vec<String>>,
    pub organization_ids: Option<Vec<uuid::Uuid>>,
    pub active: Option<bool>,
    pub key_quota: i32,
    pub key_window_seconds: i32,
    pub tenant_quota: i32,
    pub tenant_window_seconds: i32,
}
pub struct PresentOwnerBorrowed<'a> {
    pub role: Option<&'a str>,
    pub scopes: Option<crate::ArrayIterator<'a, &'a str>>,
    pub organization_ids: Option<crate::ArrayIterator<'a, uuid::Uuid>>,
    pub active: Option<bool>,
    pub key_quota: i32,
    pub key_window_seconds: i32,
    pub tenant_quota: i32,
    pub tenant_window_seconds: i32,
}
impl<'a> From<PresentOwnerBorrowed<'a>> for PresentOwner {
    fn from(
        PresentOwnerBorrowed {
            role,
            scopes,
            organization_ids,
            active,
            key_quota,
            key_window_seconds,
            tenant_quota,
            tenant_window_seconds,
        }: PresentOwnerBorrowed<'a>,
    ) -> Self {
        Self {
            role: role.map(|v| v.into()),
            scopes: scopes.map(|v| v.map(|v| v.into()).collect()),
            organization_ids: organization_ids.map(|v| v.map(|v| v).collect()),
            active,
            key_quota,
            key_window_seconds,
            tenant_quota,
            tenant_window_seconds,
        }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct SessionCredential {
    pub tenant_id: uuid::Uuid,
    pub id: uuid::Uuid,
    pub user_id: uuid::Uuid,
    pub role: String,
    pub status: String,
    pub secret_hash: Vec<u8>,
    pub last_used_at: jiff::Timestamp,
    pub expires_at: jiff::Timestamp,
    pub revoked_at: Option<jiff::Timestamp>,
    pub key_quota: i32,
    pub key_window_seconds: i32,
    pub tenant_quota: i32,
    pub tenant_window_seconds: i32,
    pub other_cell: Option<String>,
    pub other_url: Option<String>,
}
pub struct SessionCredentialBorrowed<'a> {
    pub tenant_id: uuid::Uuid,
    pub id: uuid::Uuid,
    pub user_id: uuid::Uuid,
    pub role: &'a str,
    pub status: &'a str,
    pub secret_hash: &'a [u8],
    pub last_used_at: jiff::Timestamp,
    pub expires_at: jiff::Timestamp,
    pub revoked_at: Option<jiff::Timestamp>,
    pub key_quota: i32,
    pub key_window_seconds: i32,
    pub tenant_quota: i32,
    pub tenant_window_seconds: i32,
    pub other_cell: Option<&'a str>,
    pub other_url: Option<&'a str>,
}
impl<'a> From<SessionCredentialBorrowed<'a>> for SessionCredential {
    fn from(
        SessionCredentialBorrowed {
            tenant_id,
            id,
            user_id,
            role,
            status,
            secret_hash,
            last_used_at,
            expires_at,
            revoked_at,
            key_quota,
            key_window_seconds,
            tenant_quota,
            tenant_window_seconds,
            other_cell,
            other_url,
        }: SessionCredentialBorrowed<'a>,
    ) -> Self {
        Self {
            tenant_id,
            id,
            user_id,
            role: role.into(),
            status: status.into(),
            secret_hash: secret_hash.into(),
            last_used_at,
            expires_at,
            revoked_at,
            key_quota,
            key_window_seconds,
            tenant_quota,
            tenant_window_seconds,
            other_cell: other_cell.map(|v| v.into()),
            other_url: other_url.map(|v| v.into()),
        }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct CredentialQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<CredentialBorrowed, tokio_postgres::Error>,
    mapper: fn(CredentialBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> CredentialQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(CredentialBorrowed) -> R) -> CredentialQuery<'c, 'a, 's, C, R, N> {
        CredentialQuery {
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
pub struct JiffTimestampQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<jiff::Timestamp, tokio_postgres::Error>,
    mapper: fn(jiff::Timestamp) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> JiffTimestampQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(jiff::Timestamp) -> R) -> JiffTimestampQuery<'c, 'a, 's, C, R, N> {
        JiffTimestampQuery {
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
pub struct PresentOwnerQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<PresentOwnerBorrowed, tokio_postgres::Error>,
    mapper: fn(PresentOwnerBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> PresentOwnerQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(PresentOwnerBorrowed) -> R) -> PresentOwnerQuery<'c, 'a, 's, C, R, N> {
        PresentOwnerQuery {
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
pub struct SessionCredentialQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<SessionCredentialBorrowed, tokio_postgres::Error>,
    mapper: fn(SessionCredentialBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> SessionCredentialQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(SessionCredentialBorrowed) -> R) -> SessionCredentialQuery<'c, 'a, 's, C, R, N> {
        SessionCredentialQuery {
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
pub struct CredentialByPrefixStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn credential_by_prefix() -> CredentialByPrefixStmt {
    CredentialByPrefixStmt(
        "select api_keys.tenant_id, api_keys.id, api_keys.scopes, secrets.hashes as secret_hashes, secrets.ends as secret_ends, exists ( select from api_key_secrets as ended where ended.tenant_id = api_keys.tenant_id and ended.key_id = api_keys.id and ended.valid_until <= $1 ) as has_ended_secrets, api_keys.organization_ids, api_keys.allowed_cidrs, api_keys.expires_at, api_keys.revoked_at, api_keys.owner_kind, api_keys.owner_id, owner.role as owner_role, owner.scopes as owner_scopes, owner.organization_ids as owner_organization_ids, owner.active as owner_active, plans.key_quota, plans.key_window_seconds, plans.tenant_quota, plans.tenant_window_seconds, elsewhere.cell as other_cell, elsewhere.url as other_url from api_keys join tenants on tenants.id = api_keys.tenant_id join plans on plans.name = tenants.plan left join owner_rights as owner on owner.tenant_id = api_keys.tenant_id and owner.kind = api_keys.owner_kind and owner.id = api_keys.owner_id left join served_elsewhere as elsewhere on elsewhere.tenant_id = api_keys.tenant_id cross join lateral ( select coalesce(array_agg(secret_hash), '{}') as hashes, coalesce(array_agg(valid_until), '{}') as ends from ( select secret_hash, valid_until from api_key_secrets as present where present.tenant_id = api_keys.tenant_id and present.key_id = api_keys.id and present.valid_until is null union all select secret_hash, valid_until from api_key_secrets as in_grace where in_grace.tenant_id = api_keys.tenant_id and in_grace.key_id = api_keys.id and in_grace.valid_until > $1 ) as working ) as secrets where api_keys.key_prefix = $2",
        None,
    )
}
impl CredentialByPrefixStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
        key_prefix: &'a T1,
    ) -> CredentialQuery<'c, 'a, 's, C, Credential, 2> {
        CredentialQuery {
            client,
            params: [now, key_prefix],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<CredentialBorrowed, tokio_postgres::Error> {
                Ok(CredentialBorrowed {
                    tenant_id: row.try_get(0)?,
                    id: row.try_get(1)?,
                    scopes: row.try_get(2)?,
                    secret_hashes: row.try_get(3)?,
                    secret_ends: row.try_get(4)?,
                    has_ended_secrets: row.try_get(5)?,
                    organization_ids: row.try_get(6)?,
                    allowed_cidrs: row.try_get(7)?,
                    expires_at: row.try_get(8)?,
                    revoked_at: row.try_get(9)?,
                    owner_kind: row.try_get(10)?,
                    owner_id: row.try_get(11)?,
                    owner_role: row.try_get(12)?,
                    owner_scopes: row.try_get(13)?,
                    owner_organization_ids: row.try_get(14)?,
                    owner_active: row.try_get(15)?,
                    key_quota: row.try_get(16)?,
                    key_window_seconds: row.try_get(17)?,
                    tenant_quota: row.try_get(18)?,
                    tenant_window_seconds: row.try_get(19)?,
                    other_cell: row.try_get(20)?,
                    other_url: row.try_get(21)?,
                })
            },
            mapper: |it| Credential::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        CredentialByPrefixParams<T1>,
        CredentialQuery<'c, 'a, 's, C, Credential, 2>,
        C,
    > for CredentialByPrefixStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CredentialByPrefixParams<T1>,
    ) -> CredentialQuery<'c, 'a, 's, C, Credential, 2> {
        self.bind(client, &params.now, &params.key_prefix)
    }
}
pub struct EndOfSecretStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn end_of_secret() -> EndOfSecretStmt {
    EndOfSecretStmt(
        "select valid_until from api_key_secrets where tenant_id = $1 and key_id = $2 and secret_hash = $3 and valid_until is not null",
        None,
    )
}
impl EndOfSecretStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::BytesSql>(
        &'s self,
        client: &'c C,
        tenant_id: &'a uuid::Uuid,
        key_id: &'a uuid::Uuid,
        secret_hash: &'a T1,
    ) -> JiffTimestampQuery<'c, 'a, 's, C, jiff::Timestamp, 3> {
        JiffTimestampQuery {
            client,
            params: [tenant_id, key_id, secret_hash],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::BytesSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        EndOfSecretParams<T1>,
        JiffTimestampQuery<'c, 'a, 's, C, jiff::Timestamp, 3>,
        C,
    > for EndOfSecretStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a EndOfSecretParams<T1>,
    ) -> JiffTimestampQuery<'c, 'a, 's, C, jiff::Timestamp, 3> {
        self.bind(client, &params.tenant_id, &params.key_id, &params.secret_hash)
    }
}
pub struct OwnerNowStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn owner_now() -> OwnerNowStmt {
    OwnerNowStmt(
        "select owner.role, owner.scopes, owner.organization_ids, owner.active, plans.key_quota, plans.key_window_seconds, plans.tenant_quota, plans.tenant_window_seconds from owner_rights as owner join tenants on tenants.id = owner.tenant_id join plans on plans.name = tenants.plan where owner.tenant_id = $1 and owner.kind = $2 and owner.id = $3",
        None,
    )
}
impl OwnerNowStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        tenant_id: &'a uuid::Uuid,
        kind: &'a T1,
        id: &'a uuid::Uuid,
    ) -> PresentOwnerQuery<'c, 'a, 's, C, PresentOwner, 3> {
        PresentOwnerQuery {
            client,
            params: [tenant_id, kind, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<PresentOwnerBorrowed, tokio_postgres::Error> {
                Ok(PresentOwnerBorrowed {
                    role: row.try_get(0)?,
                    scopes: row.try_get(1)?,
                    organization_ids: row.try_get(2)?,
                    active: row.try_get(3)?,
                    key_quota: row.try_get(4)?,
                    key_window_seconds: row.try_get(5)?,
                    tenant_quota: row.try_get(6)?,
                    tenant_window_seconds: row.try_get(7)?,
                })
            },
            mapper: |it| PresentOwner::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, OwnerNowParams<T1>, PresentOwnerQuery<'c, 'a, 's, C, PresentOwner, 3>, C>
    for OwnerNowStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a OwnerNowParams<T1>,
    ) -> PresentOwnerQuery<'c, 'a, 's, C, PresentOwner, 3> {
        self.bind(client, &params.tenant_id, &params.kind, &params.id)
    }
}
pub struct RecordLastUsesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn record_last_uses() -> RecordLastUsesStmt {
    RecordLastUsesStmt(
        "with free as ( select api_keys.tenant_id, api_keys.id, used.at, used.ip, used.route from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[], $5::text[]) as used (tenant_id, id, at, ip, route) join api_keys on api_keys.tenant_id = used.tenant_id and api_keys.id = used.id where api_keys.last_used_at is null or api_keys.last_used_at < used.at for no key update of api_keys skip locked ) update api_keys set last_used_at = free.at, last_used_ip = free.ip, last_used_route = free.route from free where api_keys.tenant_id = free.tenant_id and api_keys.id = free.id returning api_keys.id",
        None,
    )
}
impl RecordLastUsesStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<
        'c,
        'a,
        's,
        C: GenericClient,
        T1: crate::ArraySql<Item = uuid::Uuid>,
        T2: crate::ArraySql<Item = uuid::Uuid>,
        T3: crate::ArraySql<Item = jiff::Timestamp>,
        T4: crate::StringSql,
        T5: crate::ArraySql<Item = T4>,
        T6: crate::StringSql,
        T7: crate::ArraySql<Item = T6>,
    >(
        &'s self,
        client: &'c C,
        tenant_ids: &'a T1,
        ids: &'a T2,
        ats: &'a T3,
        ips: &'a T5,
        routes: &'a T7,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 5> {
        UuidUuidQuery {
            client,
            params: [tenant_ids, ids, ats, ips, routes],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<
    'c,
    'a,
    's,
    C: GenericClient,
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::ArraySql<Item = uuid::Uuid>,
    T3: crate::ArraySql<Item = jiff::Timestamp>,
    T4: crate::StringSql,
    T5: crate::ArraySql<Item = T4>,
    T6: crate::StringSql,
    T7: crate::ArraySql<Item = T6>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        RecordLastUsesParams<T1, T2, T3, T4, T5, T6, T7>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 5>,
        C,
    > for RecordLastUsesStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a RecordLastUsesParams<T1, T2, T3, T4, T5, T6, T7>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 5> {
        self.bind(client, &params.tenant_ids, &params.ids, &params.ats, &params.ips, &params.routes)
    }
}
pub struct AddScopeUsesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn add_scope_uses() -> AddScopeUsesStmt {
    AddScopeUsesStmt(
        "insert into api_key_scope_uses (tenant_id, key_id, scope, day, used, denied) select tenant_id, key_id, scope, $1, used, denied from unnest($2::uuid[], $3::uuid[], $4::text[], $5::bigint[], $6::bigint[]) as counted (tenant_id, key_id, scope, used, denied) order by tenant_id, key_id, scope on conflict (tenant_id, key_id, scope, day) do update set used = api_key_scope_uses.used + excluded.used, denied = api_key_scope_uses.denied + excluded.denied returning key_id",
        None,
    )
}
impl AddScopeUsesStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<
        'c,
        'a,
        's,
        C: GenericClient,
        T1: crate::ArraySql<Item = uuid::Uuid>,
        T2: crate::ArraySql<Item = uuid::Uuid>,
        T3: crate::StringSql,
        T4: crate::ArraySql<Item = T3>,
        T5: crate::ArraySql<Item = i64>,
        T6: crate::ArraySql<Item = i64>,
    >(
        &'s self,
        client: &'c C,
        day: &'a jiff::civil::Date,
        tenant_ids: &'a T1,
        key_ids: &'a T2,
        scopes: &'a T4,
        used: &'a T5,
        denied: &'a T6,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 6> {
        UuidUuidQuery {
            client,
            params: [day, tenant_ids, key_ids, scopes, used, denied],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<
    'c,
    'a,
    's,
    C: GenericClient,
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::ArraySql<Item = uuid::Uuid>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
    T5: crate::ArraySql<Item = i64>,
    T6: crate::ArraySql<Item = i64>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        AddScopeUsesParams<T1, T2, T3, T4, T5, T6>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 6>,
        C,
    > for AddScopeUsesStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a AddScopeUsesParams<T1, T2, T3, T4, T5, T6>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 6> {
        self.bind(
            client,
            &params.day,
            &params.tenant_ids,
            &params.key_ids,
            &params.scopes,
            &params.used,
            &params.denied,
        )
    }
}
pub struct ForgetScopeUsesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn forget_scope_uses() -> ForgetScopeUsesStmt {
    ForgetScopeUsesStmt("delete from api_key_scope_uses where day < $1 returning key_id", None)
}
impl ForgetScopeUsesStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        kept_since: &'a jiff::civil::Date,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 1> {
        UuidUuidQuery {
            client,
            params: [kept_since],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct SessionByPrefixStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn session_by_prefix() -> SessionByPrefixStmt {
    SessionByPrefixStmt(
        "select sessions.tenant_id, sessions.id, sessions.user_id, users.role, users.status, sessions.secret_hash, sessions.last_used_at, sessions.expires_at, sessions.revoked_at, plans.key_quota, plans.key_window_seconds, plans.tenant_quota, plans.tenant_window_seconds, elsewhere.cell as other_cell, elsewhere.url as other_url from sessions join users on users.tenant_id = sessions.tenant_id and users.id = sessions.user_id join tenants on tenants.id = sessions.tenant_id join plans on plans.name = tenants.plan left join served_elsewhere as elsewhere on elsewhere.tenant_id = sessions.tenant_id where sessions.token_prefix = $1",
        None,
    )
}
impl SessionByPrefixStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        token_prefix: &'a T1,
    ) -> SessionCredentialQuery<'c, 'a, 's, C, SessionCredential, 1> {
        SessionCredentialQuery {
            client,
            params: [token_prefix],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<SessionCredentialBorrowed, tokio_postgres::Error> {
                Ok(SessionCredentialBorrowed {
                    tenant_id: row.try_get(0)?,
                    id: row.try_get(1)?,
                    user_id: row.try_get(2)?,
                    role: row.try_get(3)?,
                    status: row.try_get(4)?,
                    secret_hash: row.try_get(5)?,
                    last_used_at: row.try_get(6)?,
                    expires_at: row.try_get(7)?,
                    revoked_at: row.try_get(8)?,
                    key_quota: row.try_get(9)?,
                    key_window_seconds: row.try_get(10)?,
                    tenant_quota: row.try_get(11)?,
                    tenant_window_seconds: row.try_get(12)?,
                    other_cell: row.try_get(13)?,
                    other_url: row.try_get(14)?,
                })
            },
            mapper: |it| SessionCredential::from(it),
        }
    }
}
pub struct TouchSessionStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn touch_session() -> TouchSessionStmt {
    TouchSessionStmt(
        "update sessions set last_used_at = $1 where tenant_id = $2 and id = $3 and last_used_at < $1 returning id",
        None,
    )
}
impl TouchSessionStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
        tenant_id: &'a uuid::Uuid,
        id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        UuidUuidQuery {
            client,
            params: [now, tenant_id, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, TouchSessionParams, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3>, C>
    for TouchSessionStmt
{
    fn params(&'s self, client: &'c C, params: &'a TouchSessionParams) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        self.bind(client, &params.now, &params.tenant_id, &params.id)
    }
}
pub struct ForgetSessionsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn forget_sessions() -> ForgetSessionsStmt {
    ForgetSessionsStmt(
        "delete from sessions where (tenant_id, id) in ( select tenant_id, id from sessions where expires_at < $1 order by expires_at limit 1000 ) returning id",
        None,
    )
}
impl ForgetSessionsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        ended_before: &'a jiff::Timestamp,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 1> {
        UuidUuidQuery {
            client,
            params: [ended_before],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct CountListenersStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn count_listeners() -> CountListenersStmt {
    CountListenersStmt(
        "select count(*) as listeners from pg_stat_activity where datname = current_database() and application_name = 'listen api_keys'",
        None,
    )
}
impl CountListenersStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(&'s self, client: &'c C) -> I64Query<'c, 'a, 's, C, i64, 0> {
        I64Query {
            client,
            params: [],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
