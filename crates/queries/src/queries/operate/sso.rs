// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct ApproveClaimParams<T1: crate::StringSql, T2: crate::StringSql> {
    pub now: jiff::Timestamp,
    pub tenant_domain: T1,
    pub domain: T2,
}
#[derive(Debug, Clone, PartialEq)]
pub struct Claim {
    pub domain: String,
    pub tenant: String,
    pub name: String,
    pub enabled: bool,
    pub proven_by: Option<String>,
}
pub struct ClaimBorrowed<'a> {
    pub domain: &'a str,
    pub tenant: &'a str,
    pub name: &'a str,
    pub enabled: bool,
    pub proven_by: Option<&'a str>,
}
impl<'a> From<ClaimBorrowed<'a>> for Claim {
    fn from(ClaimBorrowed { domain, tenant, name, enabled, proven_by }: ClaimBorrowed<'a>) -> Self {
        Self {
            domain: domain.into(),
            tenant: tenant.into(),
            name: name.into(),
            enabled,
            proven_by: proven_by.map(|v| v.into()),
        }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct ApproveClaim {
    pub tenant_id: uuid::Uuid,
    pub id: uuid::Uuid,
    pub proven_by: String,
}
pub struct ApproveClaimBorrowed<'a> {
    pub tenant_id: uuid::Uuid,
    pub id: uuid::Uuid,
    pub proven_by: &'a str,
}
impl<'a> From<ApproveClaimBorrowed<'a>> for ApproveClaim {
    fn from(ApproveClaimBorrowed { tenant_id, id, proven_by }: ApproveClaimBorrowed<'a>) -> Self {
        Self { tenant_id, id, proven_by: proven_by.into() }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct ClaimQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<ClaimBorrowed, tokio_postgres::Error>,
    mapper: fn(ClaimBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> ClaimQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(ClaimBorrowed) -> R) -> ClaimQuery<'c, 'a, 's, C, R, N> {
        ClaimQuery {
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
pub struct ApproveClaimQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<ApproveClaimBorrowed, tokio_postgres::Error>,
    mapper: fn(ApproveClaimBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> ApproveClaimQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(ApproveClaimBorrowed) -> R) -> ApproveClaimQuery<'c, 'a, 's, C, R, N> {
        ApproveClaimQuery {
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
pub struct ListClaimsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn list_claims() -> ListClaimsStmt {
    ListClaimsStmt(
        "select sso_domains.domain, tenants.domain as tenant, sso_providers.name, sso_providers.enabled, sso_domains.proven_by from sso_domains join sso_providers on sso_providers.tenant_id = sso_domains.tenant_id and sso_providers.id = sso_domains.provider_id join tenants on tenants.id = sso_domains.tenant_id order by sso_domains.domain, tenants.domain",
        None,
    )
}
impl ListClaimsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(&'s self, client: &'c C) -> ClaimQuery<'c, 'a, 's, C, Claim, 0> {
        ClaimQuery {
            client,
            params: [],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ClaimBorrowed, tokio_postgres::Error> {
                Ok(ClaimBorrowed {
                    domain: row.try_get(0)?,
                    tenant: row.try_get(1)?,
                    name: row.try_get(2)?,
                    enabled: row.try_get(3)?,
                    proven_by: row.try_get(4)?,
                })
            },
            mapper: |it| Claim::from(it),
        }
    }
}
pub struct ApproveClaimStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn approve_claim() -> ApproveClaimStmt {
    ApproveClaimStmt(
        "with approved as ( update sso_domains set proven_at = coalesce(sso_domains.proven_at, $1), proven_by = coalesce(sso_domains.proven_by, 'operator') from tenants where tenants.id = sso_domains.tenant_id and tenants.domain = $2 and sso_domains.domain = $3 returning sso_domains.tenant_id, sso_domains.provider_id, sso_domains.proven_by ) update sso_providers set version = version + 1 from approved where sso_providers.tenant_id = approved.tenant_id and sso_providers.id = approved.provider_id returning sso_providers.tenant_id, sso_providers.id, approved.proven_by",
        None,
    )
}
impl ApproveClaimStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
        tenant_domain: &'a T1,
        domain: &'a T2,
    ) -> ApproveClaimQuery<'c, 'a, 's, C, ApproveClaim, 3> {
        ApproveClaimQuery {
            client,
            params: [now, tenant_domain, domain],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ApproveClaimBorrowed, tokio_postgres::Error> {
                Ok(ApproveClaimBorrowed { tenant_id: row.try_get(0)?, id: row.try_get(1)?, proven_by: row.try_get(2)? })
            },
            mapper: |it| ApproveClaim::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        ApproveClaimParams<T1, T2>,
        ApproveClaimQuery<'c, 'a, 's, C, ApproveClaim, 3>,
        C,
    > for ApproveClaimStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ApproveClaimParams<T1, T2>,
    ) -> ApproveClaimQuery<'c, 'a, 's, C, ApproveClaim, 3> {
        self.bind(client, &params.now, &params.tenant_domain, &params.domain)
    }
}
