// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct BeginAttemptParams<
    T1: crate::StringSql,
    T2: crate::BytesSql,
    T3: crate::BytesSql,
    T4: crate::StringSql,
    T5: crate::StringSql,
    T6: crate::StringSql,
    T7: crate::StringSql,
> {
    pub id: uuid::Uuid,
    pub provider_id: uuid::Uuid,
    pub issuer: T1,
    pub state_hash: T2,
    pub browser_hash: Option<T3>,
    pub nonce: T4,
    pub pkce_verifier: T5,
    pub return_to: T6,
    pub code_challenge: Option<T7>,
    pub now: jiff::Timestamp,
    pub expires_at: jiff::Timestamp,
}
#[derive(Debug)]
pub struct TakeAttemptParams<T1: crate::BytesSql, T2: crate::BytesSql> {
    pub state_hash: T1,
    pub browser_hash: Option<T2>,
}
#[derive(Debug)]
pub struct ProviderToAnswerParams<T1: crate::StringSql> {
    pub id: uuid::Uuid,
    pub issuer: Option<T1>,
}
#[derive(Debug)]
pub struct CreateCodeParams<T1: crate::BytesSql, T2: crate::StringSql> {
    pub id: uuid::Uuid,
    pub user_id: uuid::Uuid,
    pub code_hash: T1,
    pub code_challenge: T2,
    pub expires_at: jiff::Timestamp,
}
#[derive(Debug, Clone, PartialEq)]
pub struct ProviderOfDomain {
    pub tenant_id: uuid::Uuid,
    pub id: uuid::Uuid,
    pub name: String,
    pub issuer: String,
    pub client_id: String,
    pub routing: String,
}
pub struct ProviderOfDomainBorrowed<'a> {
    pub tenant_id: uuid::Uuid,
    pub id: uuid::Uuid,
    pub name: &'a str,
    pub issuer: &'a str,
    pub client_id: &'a str,
    pub routing: &'a str,
}
impl<'a> From<ProviderOfDomainBorrowed<'a>> for ProviderOfDomain {
    fn from(
        ProviderOfDomainBorrowed { tenant_id, id, name, issuer, client_id, routing }: ProviderOfDomainBorrowed<'a>,
    ) -> Self {
        Self {
            tenant_id,
            id,
            name: name.into(),
            issuer: issuer.into(),
            client_id: client_id.into(),
            routing: routing.into(),
        }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct TakeAttempt {
    pub tenant_id: uuid::Uuid,
    pub provider_id: uuid::Uuid,
    pub issuer: Option<String>,
    pub nonce: String,
    pub pkce_verifier: String,
    pub return_to: String,
    pub code_challenge: Option<String>,
    pub expires_at: jiff::Timestamp,
}
pub struct TakeAttemptBorrowed<'a> {
    pub tenant_id: uuid::Uuid,
    pub provider_id: uuid::Uuid,
    pub issuer: Option<&'a str>,
    pub nonce: &'a str,
    pub pkce_verifier: &'a str,
    pub return_to: &'a str,
    pub code_challenge: Option<&'a str>,
    pub expires_at: jiff::Timestamp,
}
impl<'a> From<TakeAttemptBorrowed<'a>> for TakeAttempt {
    fn from(
        TakeAttemptBorrowed {
            tenant_id,
            provider_id,
            issuer,
            nonce,
            pkce_verifier,
            return_to,
            code_challenge,
            expires_at,
        }: TakeAttemptBorrowed<'a>,
    ) -> Self {
        Self {
            tenant_id,
            provider_id,
            issuer: issuer.map(|v| v.into()),
            nonce: nonce.into(),
            pkce_verifier: pkce_verifier.into(),
            return_to: return_to.into(),
            code_challenge: code_challenge.map(|v| v.into()),
            expires_at,
        }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct ProviderToAnswer {
    pub id: uuid::Uuid,
    pub name: String,
    pub issuer: String,
    pub client_id: String,
    pub client_secret_sealed: Vec<u8>,
    pub default_role: String,
    pub group_roles: serde_json::Value,
}
pub struct ProviderToAnswerBorrowed<'a> {
    pub id: uuid::Uuid,
    pub name: &'a str,
    pub issuer: &'a str,
    pub client_id: &'a str,
    pub client_secret_sealed: &'a [u8],
    pub default_role: &'a str,
    pub group_roles: postgres_types::Json<&'a serde_json::value::RawValue>,
}
impl<'a> From<ProviderToAnswerBorrowed<'a>> for ProviderToAnswer {
    fn from(
        ProviderToAnswerBorrowed {
            id,
            name,
            issuer,
            client_id,
            client_secret_sealed,
            default_role,
            group_roles,
        }: ProviderToAnswerBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            name: name.into(),
            issuer: issuer.into(),
            client_id: client_id.into(),
            client_secret_sealed: client_secret_sealed.into(),
            default_role: default_role.into(),
            group_roles: serde_json::from_str(group_roles.0.get()).unwrap(),
        }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct TakeCode {
    pub tenant_id: uuid::Uuid,
    pub user_id: uuid::Uuid,
    pub code_challenge: String,
    pub expires_at: jiff::Timestamp,
}
pub struct TakeCodeBorrowed<'a> {
    pub tenant_id: uuid::Uuid,
    pub user_id: uuid::Uuid,
    pub code_challenge: &'a str,
    pub expires_at: jiff::Timestamp,
}
impl<'a> From<TakeCodeBorrowed<'a>> for TakeCode {
    fn from(TakeCodeBorrowed { tenant_id, user_id, code_challenge, expires_at }: TakeCodeBorrowed<'a>) -> Self {
        Self { tenant_id, user_id, code_challenge: code_challenge.into(), expires_at }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct ProviderOfDomainQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<ProviderOfDomainBorrowed, tokio_postgres::Error>,
    mapper: fn(ProviderOfDomainBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> ProviderOfDomainQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(ProviderOfDomainBorrowed) -> R) -> ProviderOfDomainQuery<'c, 'a, 's, C, R, N> {
        ProviderOfDomainQuery {
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
pub struct TakeAttemptQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<TakeAttemptBorrowed, tokio_postgres::Error>,
    mapper: fn(TakeAttemptBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> TakeAttemptQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(TakeAttemptBorrowed) -> R) -> TakeAttemptQuery<'c, 'a, 's, C, R, N> {
        TakeAttemptQuery {
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
pub struct ProviderToAnswerQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<ProviderToAnswerBorrowed, tokio_postgres::Error>,
    mapper: fn(ProviderToAnswerBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> ProviderToAnswerQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(ProviderToAnswerBorrowed) -> R) -> ProviderToAnswerQuery<'c, 'a, 's, C, R, N> {
        ProviderToAnswerQuery {
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
pub struct TakeCodeQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<TakeCodeBorrowed, tokio_postgres::Error>,
    mapper: fn(TakeCodeBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> TakeCodeQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(TakeCodeBorrowed) -> R) -> TakeCodeQuery<'c, 'a, 's, C, R, N> {
        TakeCodeQuery {
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
pub struct ProviderOfDomainStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn provider_of_domain() -> ProviderOfDomainStmt {
    ProviderOfDomainStmt(
        "select sso_providers.tenant_id, sso_providers.id, sso_providers.name, sso_providers.issuer, sso_providers.client_id, tenants.routing from sso_domains join sso_providers on sso_providers.tenant_id = sso_domains.tenant_id and sso_providers.id = sso_domains.provider_id join tenants on tenants.id = sso_domains.tenant_id where sso_domains.domain = $1 and sso_domains.proven_at is not null and sso_providers.enabled",
        None,
    )
}
impl ProviderOfDomainStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        domain: &'a T1,
    ) -> ProviderOfDomainQuery<'c, 'a, 's, C, ProviderOfDomain, 1> {
        ProviderOfDomainQuery {
            client,
            params: [domain],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ProviderOfDomainBorrowed, tokio_postgres::Error> {
                Ok(ProviderOfDomainBorrowed {
                    tenant_id: row.try_get(0)?,
                    id: row.try_get(1)?,
                    name: row.try_get(2)?,
                    issuer: row.try_get(3)?,
                    client_id: row.try_get(4)?,
                    routing: row.try_get(5)?,
                })
            },
            mapper: |it| ProviderOfDomain::from(it),
        }
    }
}
pub struct BeginAttemptStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn begin_attempt() -> BeginAttemptStmt {
    BeginAttemptStmt(
        "insert into sso_attempts ( id, provider_id, issuer, state_hash, browser_hash, nonce, pkce_verifier, return_to, code_challenge, created_at, expires_at ) values ( $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11 ) returning id",
        None,
    )
}
impl BeginAttemptStmt {
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
        T2: crate::BytesSql,
        T3: crate::BytesSql,
        T4: crate::StringSql,
        T5: crate::StringSql,
        T6: crate::StringSql,
        T7: crate::StringSql,
    >(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        provider_id: &'a uuid::Uuid,
        issuer: &'a T1,
        state_hash: &'a T2,
        browser_hash: &'a Option<T3>,
        nonce: &'a T4,
        pkce_verifier: &'a T5,
        return_to: &'a T6,
        code_challenge: &'a Option<T7>,
        now: &'a jiff::Timestamp,
        expires_at: &'a jiff::Timestamp,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 11> {
        UuidUuidQuery {
            client,
            params: [
                id,
                provider_id,
                issuer,
                state_hash,
                browser_hash,
                nonce,
                pkce_verifier,
                return_to,
                code_challenge,
                now,
                expires_at,
            ],
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
    T1: crate::StringSql,
    T2: crate::BytesSql,
    T3: crate::BytesSql,
    T4: crate::StringSql,
    T5: crate::StringSql,
    T6: crate::StringSql,
    T7: crate::StringSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        BeginAttemptParams<T1, T2, T3, T4, T5, T6, T7>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 11>,
        C,
    > for BeginAttemptStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a BeginAttemptParams<T1, T2, T3, T4, T5, T6, T7>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 11> {
        self.bind(
            client,
            &params.id,
            &params.provider_id,
            &params.issuer,
            &params.state_hash,
            &params.browser_hash,
            &params.nonce,
            &params.pkce_verifier,
            &params.return_to,
            &params.code_challenge,
            &params.now,
            &params.expires_at,
        )
    }
}
pub struct TakeAttemptStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn take_attempt() -> TakeAttemptStmt {
    TakeAttemptStmt(
        "delete from sso_attempts where state_hash = $1 and (browser_hash is null or browser_hash = $2) returning tenant_id, provider_id, issuer, nonce, pkce_verifier, return_to, code_challenge, expires_at",
        None,
    )
}
impl TakeAttemptStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::BytesSql, T2: crate::BytesSql>(
        &'s self,
        client: &'c C,
        state_hash: &'a T1,
        browser_hash: &'a Option<T2>,
    ) -> TakeAttemptQuery<'c, 'a, 's, C, TakeAttempt, 2> {
        TakeAttemptQuery {
            client,
            params: [state_hash, browser_hash],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TakeAttemptBorrowed, tokio_postgres::Error> {
                Ok(TakeAttemptBorrowed {
                    tenant_id: row.try_get(0)?,
                    provider_id: row.try_get(1)?,
                    issuer: row.try_get(2)?,
                    nonce: row.try_get(3)?,
                    pkce_verifier: row.try_get(4)?,
                    return_to: row.try_get(5)?,
                    code_challenge: row.try_get(6)?,
                    expires_at: row.try_get(7)?,
                })
            },
            mapper: |it| TakeAttempt::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::BytesSql, T2: crate::BytesSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        TakeAttemptParams<T1, T2>,
        TakeAttemptQuery<'c, 'a, 's, C, TakeAttempt, 2>,
        C,
    > for TakeAttemptStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a TakeAttemptParams<T1, T2>,
    ) -> TakeAttemptQuery<'c, 'a, 's, C, TakeAttempt, 2> {
        self.bind(client, &params.state_hash, &params.browser_hash)
    }
}
pub struct ProviderToAnswerStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn provider_to_answer() -> ProviderToAnswerStmt {
    ProviderToAnswerStmt(
        "select id, name, issuer, client_id, client_secret_sealed, default_role, group_roles from sso_providers where id = $1 and enabled and issuer = coalesce($2, issuer)",
        None,
    )
}
impl ProviderToAnswerStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        issuer: &'a Option<T1>,
    ) -> ProviderToAnswerQuery<'c, 'a, 's, C, ProviderToAnswer, 2> {
        ProviderToAnswerQuery {
            client,
            params: [id, issuer],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ProviderToAnswerBorrowed, tokio_postgres::Error> {
                Ok(ProviderToAnswerBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    issuer: row.try_get(2)?,
                    client_id: row.try_get(3)?,
                    client_secret_sealed: row.try_get(4)?,
                    default_role: row.try_get(5)?,
                    group_roles: row.try_get(6)?,
                })
            },
            mapper: |it| ProviderToAnswer::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        ProviderToAnswerParams<T1>,
        ProviderToAnswerQuery<'c, 'a, 's, C, ProviderToAnswer, 2>,
        C,
    > for ProviderToAnswerStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ProviderToAnswerParams<T1>,
    ) -> ProviderToAnswerQuery<'c, 'a, 's, C, ProviderToAnswer, 2> {
        self.bind(client, &params.id, &params.issuer)
    }
}
pub struct ProvenDomainsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn proven_domains() -> ProvenDomainsStmt {
    ProvenDomainsStmt("select domain from sso_domains where provider_id = $1 and proven_at is not null", None)
}
impl ProvenDomainsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        provider_id: &'a uuid::Uuid,
    ) -> StringQuery<'c, 'a, 's, C, String, 1> {
        StringQuery {
            client,
            params: [provider_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it.into(),
        }
    }
}
pub struct CreateCodeStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn create_code() -> CreateCodeStmt {
    CreateCodeStmt(
        "insert into sso_codes (id, user_id, code_hash, code_challenge, expires_at) values ($1, $2, $3, $4, $5) returning id",
        None,
    )
}
impl CreateCodeStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::BytesSql, T2: crate::StringSql>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        user_id: &'a uuid::Uuid,
        code_hash: &'a T1,
        code_challenge: &'a T2,
        expires_at: &'a jiff::Timestamp,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 5> {
        UuidUuidQuery {
            client,
            params: [id, user_id, code_hash, code_challenge, expires_at],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::BytesSql, T2: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, CreateCodeParams<T1, T2>, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 5>, C>
    for CreateCodeStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CreateCodeParams<T1, T2>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 5> {
        self.bind(client, &params.id, &params.user_id, &params.code_hash, &params.code_challenge, &params.expires_at)
    }
}
pub struct TakeCodeStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn take_code() -> TakeCodeStmt {
    TakeCodeStmt(
        "delete from sso_codes where code_hash = $1 returning tenant_id, user_id, code_challenge, expires_at",
        None,
    )
}
impl TakeCodeStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::BytesSql>(
        &'s self,
        client: &'c C,
        code_hash: &'a T1,
    ) -> TakeCodeQuery<'c, 'a, 's, C, TakeCode, 1> {
        TakeCodeQuery {
            client,
            params: [code_hash],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TakeCodeBorrowed, tokio_postgres::Error> {
                Ok(TakeCodeBorrowed {
                    tenant_id: row.try_get(0)?,
                    user_id: row.try_get(1)?,
                    code_challenge: row.try_get(2)?,
                    expires_at: row.try_get(3)?,
                })
            },
            mapper: |it| TakeCode::from(it),
        }
    }
}
pub struct ForgetAttemptsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn forget_attempts() -> ForgetAttemptsStmt {
    ForgetAttemptsStmt("delete from sso_attempts where expires_at < $1 returning id", None)
}
impl ForgetAttemptsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 1> {
        UuidUuidQuery {
            client,
            params: [now],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct ForgetCodesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn forget_codes() -> ForgetCodesStmt {
    ForgetCodesStmt("delete from sso_codes where expires_at < $1 returning id", None)
}
impl ForgetCodesStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 1> {
        UuidUuidQuery {
            client,
            params: [now],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
