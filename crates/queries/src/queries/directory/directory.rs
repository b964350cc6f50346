// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct GivenUpParams<T1: crate::StringSql, T2: crate::ArraySql<Item = T1>> {
    pub domains: T2,
    pub tenant_id: uuid::Uuid,
}
#[derive(Debug)]
pub struct EnterTenantParams<T1: crate::StringSql, T2: crate::StringSql, T3: crate::StringSql> {
    pub routing: T1,
    pub tenant_id: uuid::Uuid,
    pub domain: T2,
    pub cell: T3,
    pub now: jiff::Timestamp,
}
#[derive(Debug)]
pub struct ClaimSsoDomainsParams<T1: crate::StringSql, T2: crate::StringSql, T3: crate::ArraySql<Item = T2>> {
    pub routing: T1,
    pub domains: T3,
}
#[derive(Debug)]
pub struct RemoveSsoDomainsParams<T1: crate::StringSql, T2: crate::StringSql, T3: crate::ArraySql<Item = T2>> {
    pub routing: T1,
    pub domains: T3,
}
#[derive(Debug)]
pub struct StoreCellParams<T1: crate::StringSql, T2: crate::StringSql> {
    pub name: T1,
    pub url: T2,
}
#[derive(Debug)]
pub struct EnterTenantsParams<
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
    T4: crate::ArraySql<Item = uuid::Uuid>,
    T5: crate::StringSql,
    T6: crate::ArraySql<Item = T5>,
> {
    pub cell: T1,
    pub now: jiff::Timestamp,
    pub routings: T3,
    pub tenant_ids: T4,
    pub domains: T6,
}
#[derive(Debug)]
pub struct EnterDomainsParams<
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
> {
    pub domains: T2,
    pub routings: T4,
}
#[derive(Debug)]
pub struct RemoveDomainsButParams<T1: crate::StringSql, T2: crate::StringSql, T3: crate::ArraySql<Item = T2>> {
    pub cell: T1,
    pub domains: T3,
}
#[derive(Debug, Clone, PartialEq)]
pub struct Elsewhere {
    pub cell: String,
    pub url: String,
}
pub struct ElsewhereBorrowed<'a> {
    pub cell: &'a str,
    pub url: &'a str,
}
impl<'a> From<ElsewhereBorrowed<'a>> for Elsewhere {
    fn from(ElsewhereBorrowed { cell, url }: ElsewhereBorrowed<'a>) -> Self {
        Self { cell: cell.into(), url: url.into() }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct ThisCell {
    pub name: String,
    pub is_home: bool,
}
pub struct ThisCellBorrowed<'a> {
    pub name: &'a str,
    pub is_home: bool,
}
impl<'a> From<ThisCellBorrowed<'a>> for ThisCell {
    fn from(ThisCellBorrowed { name, is_home }: ThisCellBorrowed<'a>) -> Self {
        Self { name: name.into(), is_home }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct TenantHere {
    pub routing: String,
    pub is_home: bool,
}
pub struct TenantHereBorrowed<'a> {
    pub routing: &'a str,
    pub is_home: bool,
}
impl<'a> From<TenantHereBorrowed<'a>> for TenantHere {
    fn from(TenantHereBorrowed { routing, is_home }: TenantHereBorrowed<'a>) -> Self {
        Self { routing: routing.into(), is_home }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct GivenUp {
    pub routing: String,
    pub is_home: bool,
    pub domains: Vec<String>,
}
pub struct GivenUpBorrowed<'a> {
    pub routing: &'a str,
    pub is_home: bool,
    pub domains: crate::ArrayIterator<'a, &'a str>,
}
impl<'a> From<GivenUpBorrowed<'a>> for GivenUp {
    fn from(GivenUpBorrowed { routing, is_home, domains }: GivenUpBorrowed<'a>) -> Self {
        Self { routing: routing.into(), is_home, domains: domains.map(|v| v.into()).collect() }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct EnterTenant {
    pub routing: String,
    pub tenant_id: uuid::Uuid,
}
pub struct EnterTenantBorrowed<'a> {
    pub routing: &'a str,
    pub tenant_id: uuid::Uuid,
}
impl<'a> From<EnterTenantBorrowed<'a>> for EnterTenant {
    fn from(EnterTenantBorrowed { routing, tenant_id }: EnterTenantBorrowed<'a>) -> Self {
        Self { routing: routing.into(), tenant_id }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct Cells {
    pub name: String,
    pub url: String,
    pub tenants: i64,
    pub is_this: bool,
}
pub struct CellsBorrowed<'a> {
    pub name: &'a str,
    pub url: &'a str,
    pub tenants: i64,
    pub is_this: bool,
}
impl<'a> From<CellsBorrowed<'a>> for Cells {
    fn from(CellsBorrowed { name, url, tenants, is_this }: CellsBorrowed<'a>) -> Self {
        Self { name: name.into(), url: url.into(), tenants, is_this }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct Route {
    pub key: String,
    pub cell: String,
}
pub struct RouteBorrowed<'a> {
    pub key: &'a str,
    pub cell: &'a str,
}
impl<'a> From<RouteBorrowed<'a>> for Route {
    fn from(RouteBorrowed { key, cell }: RouteBorrowed<'a>) -> Self {
        Self { key: key.into(), cell: cell.into() }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct LocalTenants {
    pub routing: String,
    pub tenant_id: uuid::Uuid,
    pub domain: String,
}
pub struct LocalTenantsBorrowed<'a> {
    pub routing: &'a str,
    pub tenant_id: uuid::Uuid,
    pub domain: &'a str,
}
impl<'a> From<LocalTenantsBorrowed<'a>> for LocalTenants {
    fn from(LocalTenantsBorrowed { routing, tenant_id, domain }: LocalTenantsBorrowed<'a>) -> Self {
        Self { routing: routing.into(), tenant_id, domain: domain.into() }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct LocalDomains {
    pub routing: String,
    pub domain: String,
}
pub struct LocalDomainsBorrowed<'a> {
    pub routing: &'a str,
    pub domain: &'a str,
}
impl<'a> From<LocalDomainsBorrowed<'a>> for LocalDomains {
    fn from(LocalDomainsBorrowed { routing, domain }: LocalDomainsBorrowed<'a>) -> Self {
        Self { routing: routing.into(), domain: domain.into() }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct ElsewhereQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<ElsewhereBorrowed, tokio_postgres::Error>,
    mapper: fn(ElsewhereBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> ElsewhereQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(ElsewhereBorrowed) -> R) -> ElsewhereQuery<'c, 'a, 's, C, R, N> {
        ElsewhereQuery {
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
pub struct ThisCellQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<ThisCellBorrowed, tokio_postgres::Error>,
    mapper: fn(ThisCellBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> ThisCellQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(ThisCellBorrowed) -> R) -> ThisCellQuery<'c, 'a, 's, C, R, N> {
        ThisCellQuery {
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
pub struct TenantHereQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<TenantHereBorrowed, tokio_postgres::Error>,
    mapper: fn(TenantHereBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> TenantHereQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(TenantHereBorrowed) -> R) -> TenantHereQuery<'c, 'a, 's, C, R, N> {
        TenantHereQuery {
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
pub struct GivenUpQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<GivenUpBorrowed, tokio_postgres::Error>,
    mapper: fn(GivenUpBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> GivenUpQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(GivenUpBorrowed) -> R) -> GivenUpQuery<'c, 'a, 's, C, R, N> {
        GivenUpQuery {
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
pub struct EnterTenantQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<EnterTenantBorrowed, tokio_postgres::Error>,
    mapper: fn(EnterTenantBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> EnterTenantQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(EnterTenantBorrowed) -> R) -> EnterTenantQuery<'c, 'a, 's, C, R, N> {
        EnterTenantQuery {
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
pub struct CellsQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<CellsBorrowed, tokio_postgres::Error>,
    mapper: fn(CellsBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> CellsQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(CellsBorrowed) -> R) -> CellsQuery<'c, 'a, 's, C, R, N> {
        CellsQuery {
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
pub struct RouteQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<RouteBorrowed, tokio_postgres::Error>,
    mapper: fn(RouteBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> RouteQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(RouteBorrowed) -> R) -> RouteQuery<'c, 'a, 's, C, R, N> {
        RouteQuery {
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
pub struct LocalTenantsQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<LocalTenantsBorrowed, tokio_postgres::Error>,
    mapper: fn(LocalTenantsBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> LocalTenantsQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(LocalTenantsBorrowed) -> R) -> LocalTenantsQuery<'c, 'a, 's, C, R, N> {
        LocalTenantsQuery {
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
pub struct LocalDomainsQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<LocalDomainsBorrowed, tokio_postgres::Error>,
    mapper: fn(LocalDomainsBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> LocalDomainsQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(LocalDomainsBorrowed) -> R) -> LocalDomainsQuery<'c, 'a, 's, C, R, N> {
        LocalDomainsQuery {
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
pub struct ElsewhereStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn elsewhere() -> ElsewhereStmt {
    ElsewhereStmt("select cell, url from served_elsewhere where routing = $1", None)
}
impl ElsewhereStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        routing: &'a T1,
    ) -> ElsewhereQuery<'c, 'a, 's, C, Elsewhere, 1> {
        ElsewhereQuery {
            client,
            params: [routing],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ElsewhereBorrowed, tokio_postgres::Error> {
                Ok(ElsewhereBorrowed { cell: row.try_get(0)?, url: row.try_get(1)? })
            },
            mapper: |it| Elsewhere::from(it),
        }
    }
}
pub struct ElsewhereByDomainStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn elsewhere_by_domain() -> ElsewhereByDomainStmt {
    ElsewhereByDomainStmt(
        "select served_elsewhere.cell, served_elsewhere.url from directory_sso_domains join served_elsewhere on served_elsewhere.routing = directory_sso_domains.routing where directory_sso_domains.domain = $1",
        None,
    )
}
impl ElsewhereByDomainStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        domain: &'a T1,
    ) -> ElsewhereQuery<'c, 'a, 's, C, Elsewhere, 1> {
        ElsewhereQuery {
            client,
            params: [domain],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ElsewhereBorrowed, tokio_postgres::Error> {
                Ok(ElsewhereBorrowed { cell: row.try_get(0)?, url: row.try_get(1)? })
            },
            mapper: |it| Elsewhere::from(it),
        }
    }
}
pub struct ThisCellStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn this_cell() -> ThisCellStmt {
    ThisCellStmt(
        "select this_cell.name, exists (select from pg_publication where pubname = 'directory') as is_home from this_cell",
        None,
    )
}
impl ThisCellStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(&'s self, client: &'c C) -> ThisCellQuery<'c, 'a, 's, C, ThisCell, 0> {
        ThisCellQuery {
            client,
            params: [],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ThisCellBorrowed, tokio_postgres::Error> {
                Ok(ThisCellBorrowed { name: row.try_get(0)?, is_home: row.try_get(1)? })
            },
            mapper: |it| ThisCell::from(it),
        }
    }
}
pub struct TenantHereStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn tenant_here() -> TenantHereStmt {
    TenantHereStmt(
        "select tenants.routing, exists (select from pg_publication where pubname = 'directory') as is_home from this_cell join tenants on tenants.id = $1",
        None,
    )
}
impl TenantHereStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        tenant_id: &'a uuid::Uuid,
    ) -> TenantHereQuery<'c, 'a, 's, C, TenantHere, 1> {
        TenantHereQuery {
            client,
            params: [tenant_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TenantHereBorrowed, tokio_postgres::Error> {
                Ok(TenantHereBorrowed { routing: row.try_get(0)?, is_home: row.try_get(1)? })
            },
            mapper: |it| TenantHere::from(it),
        }
    }
}
pub struct GivenUpStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn given_up() -> GivenUpStmt {
    GivenUpStmt(
        "select tenants.routing, exists (select from pg_publication where pubname = 'directory') as is_home, array( select given.domain from unnest($1::text[]) as given (domain) where not exists ( select from sso_domains where sso_domains.tenant_id = tenants.id and sso_domains.domain = given.domain and sso_domains.proven_at is not null ) ) as domains from this_cell join tenants on tenants.id = $2",
        None,
    )
}
impl GivenUpStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>(
        &'s self,
        client: &'c C,
        domains: &'a T2,
        tenant_id: &'a uuid::Uuid,
    ) -> GivenUpQuery<'c, 'a, 's, C, GivenUp, 2> {
        GivenUpQuery {
            client,
            params: [domains, tenant_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<GivenUpBorrowed, tokio_postgres::Error> {
                Ok(GivenUpBorrowed { routing: row.try_get(0)?, is_home: row.try_get(1)?, domains: row.try_get(2)? })
            },
            mapper: |it| GivenUp::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>
    crate::client::async_::Params<'c, 'a, 's, GivenUpParams<T1, T2>, GivenUpQuery<'c, 'a, 's, C, GivenUp, 2>, C>
    for GivenUpStmt
{
    fn params(&'s self, client: &'c C, params: &'a GivenUpParams<T1, T2>) -> GivenUpQuery<'c, 'a, 's, C, GivenUp, 2> {
        self.bind(client, &params.domains, &params.tenant_id)
    }
}
pub struct EnterTenantStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn enter_tenant() -> EnterTenantStmt {
    EnterTenantStmt(
        "insert into directory (routing, tenant_id, domain, cell, version, changed_at) values ($1, $2, $3, $4, 1, $5) on conflict (domain) do update set version = directory.version + 1, changed_at = excluded.changed_at where directory.cell = excluded.cell returning routing, tenant_id",
        None,
    )
}
impl EnterTenantStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql, T3: crate::StringSql>(
        &'s self,
        client: &'c C,
        routing: &'a T1,
        tenant_id: &'a uuid::Uuid,
        domain: &'a T2,
        cell: &'a T3,
        now: &'a jiff::Timestamp,
    ) -> EnterTenantQuery<'c, 'a, 's, C, EnterTenant, 5> {
        EnterTenantQuery {
            client,
            params: [routing, tenant_id, domain, cell, now],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<EnterTenantBorrowed, tokio_postgres::Error> {
                Ok(EnterTenantBorrowed { routing: row.try_get(0)?, tenant_id: row.try_get(1)? })
            },
            mapper: |it| EnterTenant::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql, T3: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        EnterTenantParams<T1, T2, T3>,
        EnterTenantQuery<'c, 'a, 's, C, EnterTenant, 5>,
        C,
    > for EnterTenantStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a EnterTenantParams<T1, T2, T3>,
    ) -> EnterTenantQuery<'c, 'a, 's, C, EnterTenant, 5> {
        self.bind(client, &params.routing, &params.tenant_id, &params.domain, &params.cell, &params.now)
    }
}
pub struct ClaimSsoDomainsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn claim_sso_domains() -> ClaimSsoDomainsStmt {
    ClaimSsoDomainsStmt(
        "insert into directory_sso_domains (domain, routing) select domain, $1 from unnest($2::text[]) as claimed (domain) order by domain on conflict (domain) do update set routing = excluded.routing where directory_sso_domains.routing = excluded.routing returning domain",
        None,
    )
}
impl ClaimSsoDomainsStmt {
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
    >(
        &'s self,
        client: &'c C,
        routing: &'a T1,
        domains: &'a T3,
    ) -> StringQuery<'c, 'a, 's, C, String, 2> {
        StringQuery {
            client,
            params: [routing, domains],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it.into(),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql, T3: crate::ArraySql<Item = T2>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        ClaimSsoDomainsParams<T1, T2, T3>,
        StringQuery<'c, 'a, 's, C, String, 2>,
        C,
    > for ClaimSsoDomainsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ClaimSsoDomainsParams<T1, T2, T3>,
    ) -> StringQuery<'c, 'a, 's, C, String, 2> {
        self.bind(client, &params.routing, &params.domains)
    }
}
pub struct RemoveSsoDomainsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn remove_sso_domains() -> RemoveSsoDomainsStmt {
    RemoveSsoDomainsStmt(
        "delete from directory_sso_domains where routing = $1 and domain = any ($2) returning domain",
        None,
    )
}
impl RemoveSsoDomainsStmt {
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
    >(
        &'s self,
        client: &'c C,
        routing: &'a T1,
        domains: &'a T3,
    ) -> StringQuery<'c, 'a, 's, C, String, 2> {
        StringQuery {
            client,
            params: [routing, domains],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it.into(),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql, T3: crate::ArraySql<Item = T2>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        RemoveSsoDomainsParams<T1, T2, T3>,
        StringQuery<'c, 'a, 's, C, String, 2>,
        C,
    > for RemoveSsoDomainsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a RemoveSsoDomainsParams<T1, T2, T3>,
    ) -> StringQuery<'c, 'a, 's, C, String, 2> {
        self.bind(client, &params.routing, &params.domains)
    }
}
pub struct CellsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn cells() -> CellsStmt {
    CellsStmt(
        "select cells.name, cells.url, (select count(*) from directory where directory.cell = cells.name) as tenants, exists (select from this_cell where this_cell.name = cells.name) as is_this from cells order by cells.name",
        None,
    )
}
impl CellsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(&'s self, client: &'c C) -> CellsQuery<'c, 'a, 's, C, Cells, 0> {
        CellsQuery {
            client,
            params: [],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<CellsBorrowed, tokio_postgres::Error> {
                Ok(CellsBorrowed {
                    name: row.try_get(0)?,
                    url: row.try_get(1)?,
                    tenants: row.try_get(2)?,
                    is_this: row.try_get(3)?,
                })
            },
            mapper: |it| Cells::from(it),
        }
    }
}
pub struct TenantRoutesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn tenant_routes() -> TenantRoutesStmt {
    TenantRoutesStmt("select routing as key, cell from directory order by routing", None)
}
impl TenantRoutesStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(&'s self, client: &'c C) -> RouteQuery<'c, 'a, 's, C, Route, 0> {
        RouteQuery {
            client,
            params: [],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<RouteBorrowed, tokio_postgres::Error> {
                Ok(RouteBorrowed { key: row.try_get(0)?, cell: row.try_get(1)? })
            },
            mapper: |it| Route::from(it),
        }
    }
}
pub struct DomainRoutesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn domain_routes() -> DomainRoutesStmt {
    DomainRoutesStmt(
        "select directory_sso_domains.domain as key, directory.cell from directory_sso_domains join directory on directory.routing = directory_sso_domains.routing order by directory_sso_domains.domain",
        None,
    )
}
impl DomainRoutesStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(&'s self, client: &'c C) -> RouteQuery<'c, 'a, 's, C, Route, 0> {
        RouteQuery {
            client,
            params: [],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<RouteBorrowed, tokio_postgres::Error> {
                Ok(RouteBorrowed { key: row.try_get(0)?, cell: row.try_get(1)? })
            },
            mapper: |it| Route::from(it),
        }
    }
}
pub struct StoreCellStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn store_cell() -> StoreCellStmt {
    StoreCellStmt(
        "insert into cells (name, url) values ($1, $2) on conflict (name) do update set url = excluded.url returning name",
        None,
    )
}
impl StoreCellStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>(
        &'s self,
        client: &'c C,
        name: &'a T1,
        url: &'a T2,
    ) -> StringQuery<'c, 'a, 's, C, String, 2> {
        StringQuery {
            client,
            params: [name, url],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it.into(),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, StoreCellParams<T1, T2>, StringQuery<'c, 'a, 's, C, String, 2>, C>
    for StoreCellStmt
{
    fn params(&'s self, client: &'c C, params: &'a StoreCellParams<T1, T2>) -> StringQuery<'c, 'a, 's, C, String, 2> {
        self.bind(client, &params.name, &params.url)
    }
}
pub struct RemoveCellStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn remove_cell() -> RemoveCellStmt {
    RemoveCellStmt(
        "delete from cells where name = $1 and not exists (select from directory where cell = $1) returning name",
        None,
    )
}
impl RemoveCellStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        name: &'a T1,
    ) -> StringQuery<'c, 'a, 's, C, String, 1> {
        StringQuery {
            client,
            params: [name],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it.into(),
        }
    }
}
pub struct RemoveTenantsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn remove_tenants() -> RemoveTenantsStmt {
    RemoveTenantsStmt(
        "with removed as ( delete from directory where cell = $1 returning routing ) delete from directory_sso_domains using removed where directory_sso_domains.routing = removed.routing returning directory_sso_domains.domain",
        None,
    )
}
impl RemoveTenantsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        cell: &'a T1,
    ) -> StringQuery<'c, 'a, 's, C, String, 1> {
        StringQuery {
            client,
            params: [cell],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it.into(),
        }
    }
}
pub struct LocalTenantsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn local_tenants() -> LocalTenantsStmt {
    LocalTenantsStmt(
        "select tenants.routing, tenants.id as tenant_id, tenants.domain from tenants where not exists (select from served_elsewhere where served_elsewhere.tenant_id = tenants.id) order by tenants.id",
        None,
    )
}
impl LocalTenantsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
    ) -> LocalTenantsQuery<'c, 'a, 's, C, LocalTenants, 0> {
        LocalTenantsQuery {
            client,
            params: [],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<LocalTenantsBorrowed, tokio_postgres::Error> {
                Ok(LocalTenantsBorrowed {
                    routing: row.try_get(0)?,
                    tenant_id: row.try_get(1)?,
                    domain: row.try_get(2)?,
                })
            },
            mapper: |it| LocalTenants::from(it),
        }
    }
}
pub struct LocalDomainsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn local_domains() -> LocalDomainsStmt {
    LocalDomainsStmt(
        "select tenants.routing, sso_domains.domain from sso_domains join tenants on tenants.id = sso_domains.tenant_id where sso_domains.proven_at is not null and not exists (select from served_elsewhere where served_elsewhere.tenant_id = tenants.id) order by sso_domains.domain",
        None,
    )
}
impl LocalDomainsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
    ) -> LocalDomainsQuery<'c, 'a, 's, C, LocalDomains, 0> {
        LocalDomainsQuery {
            client,
            params: [],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<LocalDomainsBorrowed, tokio_postgres::Error> {
                Ok(LocalDomainsBorrowed { routing: row.try_get(0)?, domain: row.try_get(1)? })
            },
            mapper: |it| LocalDomains::from(it),
        }
    }
}
pub struct ProvenDomainsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn proven_domains() -> ProvenDomainsStmt {
    ProvenDomainsStmt("select domain from sso_domains where proven_at is not null order by domain", None)
}
impl ProvenDomainsStmt {
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
pub struct EnterTenantsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn enter_tenants() -> EnterTenantsStmt {
    EnterTenantsStmt(
        "with entered as ( insert into directory (routing, tenant_id, domain, cell, version, changed_at) select routing, tenant_id, domain, $1, 1, $2 from unnest($3::text[], $4::uuid[], $5::text[]) as new (routing, tenant_id, domain) on conflict do nothing returning routing ) select new.domain from unnest($3::text[], $4::uuid[], $5::text[]) as new (routing, tenant_id, domain) where not exists (select from entered where entered.routing = new.routing) and not exists ( select from directory where directory.routing = new.routing and directory.tenant_id = new.tenant_id and directory.domain = new.domain and directory.cell = $1 ) order by new.domain",
        None,
    )
}
impl EnterTenantsStmt {
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
    >(
        &'s self,
        client: &'c C,
        cell: &'a T1,
        now: &'a jiff::Timestamp,
        routings: &'a T3,
        tenant_ids: &'a T4,
        domains: &'a T6,
    ) -> StringQuery<'c, 'a, 's, C, String, 5> {
        StringQuery {
            client,
            params: [cell, now, routings, tenant_ids, domains],
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
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
    T4: crate::ArraySql<Item = uuid::Uuid>,
    T5: crate::StringSql,
    T6: crate::ArraySql<Item = T5>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        EnterTenantsParams<T1, T2, T3, T4, T5, T6>,
        StringQuery<'c, 'a, 's, C, String, 5>,
        C,
    > for EnterTenantsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a EnterTenantsParams<T1, T2, T3, T4, T5, T6>,
    ) -> StringQuery<'c, 'a, 's, C, String, 5> {
        self.bind(client, &params.cell, &params.now, &params.routings, &params.tenant_ids, &params.domains)
    }
}
pub struct EnterDomainsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn enter_domains() -> EnterDomainsStmt {
    EnterDomainsStmt(
        "with entered as ( insert into directory_sso_domains (domain, routing) select domain, routing from unnest($1::text[], $2::text[]) as new (domain, routing) on conflict do nothing returning domain ) select new.domain from unnest($1::text[], $2::text[]) as new (domain, routing) where not exists (select from entered where entered.domain = new.domain) and not exists ( select from directory_sso_domains where directory_sso_domains.domain = new.domain and directory_sso_domains.routing = new.routing ) order by new.domain",
        None,
    )
}
impl EnterDomainsStmt {
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
        domains: &'a T2,
        routings: &'a T4,
    ) -> StringQuery<'c, 'a, 's, C, String, 2> {
        StringQuery {
            client,
            params: [domains, routings],
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
        EnterDomainsParams<T1, T2, T3, T4>,
        StringQuery<'c, 'a, 's, C, String, 2>,
        C,
    > for EnterDomainsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a EnterDomainsParams<T1, T2, T3, T4>,
    ) -> StringQuery<'c, 'a, 's, C, String, 2> {
        self.bind(client, &params.domains, &params.routings)
    }
}
pub struct RemoveDomainsButStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn remove_domains_but() -> RemoveDomainsButStmt {
    RemoveDomainsButStmt(
        "delete from directory_sso_domains using directory where directory.routing = directory_sso_domains.routing and directory.cell = $1 and directory_sso_domains.domain <> all ($2::text[]) returning directory_sso_domains.domain",
        None,
    )
}
impl RemoveDomainsButStmt {
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
    >(
        &'s self,
        client: &'c C,
        cell: &'a T1,
        domains: &'a T3,
    ) -> StringQuery<'c, 'a, 's, C, String, 2> {
        StringQuery {
            client,
            params: [cell, domains],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it.into(),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql, T3: crate::ArraySql<Item = T2>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        RemoveDomainsButParams<T1, T2, T3>,
        StringQuery<'c, 'a, 's, C, String, 2>,
        C,
    > for RemoveDomainsButStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a RemoveDomainsButParams<T1, T2, T3>,
    ) -> StringQuery<'c, 'a, 's, C, String, 2> {
        self.bind(client, &params.cell, &params.domains)
    }
}
