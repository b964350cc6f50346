// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct RebuiltSinceParams<T1: crate::StringSql, T2: crate::ArraySql<Item = T1>> {
    pub earliest: jiff::Timestamp,
    pub measures: T2,
}
#[derive(Debug)]
pub struct ExpectedSharesParams<
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::ArraySql<Item = jiff::Timestamp>,
> {
    pub tenant_id: uuid::Uuid,
    pub measures: T2,
    pub sinces: T3,
}
#[derive(Debug)]
pub struct KeptSharesParams<
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::ArraySql<Item = jiff::Timestamp>,
> {
    pub measures: T2,
    pub sinces: T3,
    pub tenant_id: uuid::Uuid,
}
#[derive(Debug)]
pub struct KeptTotalsParams<
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::ArraySql<Item = jiff::Timestamp>,
> {
    pub measures: T2,
    pub sinces: T3,
    pub tenant_id: uuid::Uuid,
}
#[derive(Debug)]
pub struct KeptChangesParams<
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::ArraySql<Item = jiff::Timestamp>,
> {
    pub measures: T2,
    pub sinces: T3,
    pub tenant_id: uuid::Uuid,
}
#[derive(Debug)]
pub struct RemoveKeptParams<
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::ArraySql<Item = jiff::Timestamp>,
> {
    pub measures: T2,
    pub sinces: T3,
    pub tenant_id: uuid::Uuid,
}
#[derive(Debug, Clone, PartialEq)]
pub struct RebuiltSince {
    pub measure: String,
    pub since: jiff::Timestamp,
}
pub struct RebuiltSinceBorrowed<'a> {
    pub measure: &'a str,
    pub since: jiff::Timestamp,
}
impl<'a> From<RebuiltSinceBorrowed<'a>> for RebuiltSince {
    fn from(RebuiltSinceBorrowed { measure, since }: RebuiltSinceBorrowed<'a>) -> Self {
        Self { measure: measure.into(), since }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct ExpectedShares {
    pub measure: String,
    pub at: jiff::Timestamp,
    pub organization_id: Option<uuid::Uuid>,
    pub dimensions: String,
    pub count: i64,
    pub seconds: Option<Vec<f64>>,
}
pub struct ExpectedSharesBorrowed<'a> {
    pub measure: &'a str,
    pub at: jiff::Timestamp,
    pub organization_id: Option<uuid::Uuid>,
    pub dimensions: &'a str,
    pub count: i64,
    pub seconds: Option<crate::ArrayIterator<'a, f64>>,
}
impl<'a> From<ExpectedSharesBorrowed<'a>> for ExpectedShares {
    fn from(
        ExpectedSharesBorrowed { measure, at, organization_id, dimensions, count, seconds }: ExpectedSharesBorrowed<'a>,
    ) -> Self {
        Self {
            measure: measure.into(),
            at,
            organization_id,
            dimensions: dimensions.into(),
            count,
            seconds: seconds.map(|v| v.map(|v| v).collect()),
        }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct KeptShares {
    pub measure: String,
    pub at: jiff::Timestamp,
    pub organization_id: Option<uuid::Uuid>,
    pub dimensions: String,
    pub count: i64,
    pub sketch: Option<Vec<u8>>,
}
pub struct KeptSharesBorrowed<'a> {
    pub measure: &'a str,
    pub at: jiff::Timestamp,
    pub organization_id: Option<uuid::Uuid>,
    pub dimensions: &'a str,
    pub count: i64,
    pub sketch: Option<&'a [u8]>,
}
impl<'a> From<KeptSharesBorrowed<'a>> for KeptShares {
    fn from(
        KeptSharesBorrowed { measure, at, organization_id, dimensions, count, sketch }: KeptSharesBorrowed<'a>,
    ) -> Self {
        Self {
            measure: measure.into(),
            at,
            organization_id,
            dimensions: dimensions.into(),
            count,
            sketch: sketch.map(|v| v.into()),
        }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct KeptTotals {
    pub measure: String,
    pub minutes: i16,
    pub at: jiff::Timestamp,
    pub count: i64,
    pub sketch: Option<Vec<u8>>,
}
pub struct KeptTotalsBorrowed<'a> {
    pub measure: &'a str,
    pub minutes: i16,
    pub at: jiff::Timestamp,
    pub count: i64,
    pub sketch: Option<&'a [u8]>,
}
impl<'a> From<KeptTotalsBorrowed<'a>> for KeptTotals {
    fn from(KeptTotalsBorrowed { measure, minutes, at, count, sketch }: KeptTotalsBorrowed<'a>) -> Self {
        Self { measure: measure.into(), minutes, at, count, sketch: sketch.map(|v| v.into()) }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct KeptChanges {
    pub measure: String,
    pub at: jiff::Timestamp,
    pub organization_id: Option<uuid::Uuid>,
    pub dimensions: String,
    pub count: i64,
    pub seconds: Option<Vec<f64>>,
    pub sketch: Option<Vec<u8>>,
}
pub struct KeptChangesBorrowed<'a> {
    pub measure: &'a str,
    pub at: jiff::Timestamp,
    pub organization_id: Option<uuid::Uuid>,
    pub dimensions: &'a str,
    pub count: i64,
    pub seconds: Option<crate::ArrayIterator<'a, f64>>,
    pub sketch: Option<&'a [u8]>,
}
impl<'a> From<KeptChangesBorrowed<'a>> for KeptChanges {
    fn from(
        KeptChangesBorrowed { measure, at, organization_id, dimensions, count, seconds, sketch }: KeptChangesBorrowed<
            'a,
        >,
    ) -> Self {
        Self {
            measure: measure.into(),
            at,
            organization_id,
            dimensions: dimensions.into(),
            count,
            seconds: seconds.map(|v| v.map(|v| v).collect()),
            sketch: sketch.map(|v| v.into()),
        }
    }
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct RemoveKept {
    pub shares: i64,
    pub totals: i64,
    pub changes: i64,
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct RebuiltSinceQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<RebuiltSinceBorrowed, tokio_postgres::Error>,
    mapper: fn(RebuiltSinceBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> RebuiltSinceQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(RebuiltSinceBorrowed) -> R) -> RebuiltSinceQuery<'c, 'a, 's, C, R, N> {
        RebuiltSinceQuery {
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
pub struct ExpectedSharesQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<ExpectedSharesBorrowed, tokio_postgres::Error>,
    mapper: fn(ExpectedSharesBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> ExpectedSharesQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(ExpectedSharesBorrowed) -> R) -> ExpectedSharesQuery<'c, 'a, 's, C, R, N> {
        ExpectedSharesQuery {
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
pub struct KeptSharesQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<KeptSharesBorrowed, tokio_postgres::Error>,
    mapper: fn(KeptSharesBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> KeptSharesQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(KeptSharesBorrowed) -> R) -> KeptSharesQuery<'c, 'a, 's, C, R, N> {
        KeptSharesQuery {
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
pub struct KeptTotalsQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<KeptTotalsBorrowed, tokio_postgres::Error>,
    mapper: fn(KeptTotalsBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> KeptTotalsQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(KeptTotalsBorrowed) -> R) -> KeptTotalsQuery<'c, 'a, 's, C, R, N> {
        KeptTotalsQuery {
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
pub struct KeptChangesQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<KeptChangesBorrowed, tokio_postgres::Error>,
    mapper: fn(KeptChangesBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> KeptChangesQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(KeptChangesBorrowed) -> R) -> KeptChangesQuery<'c, 'a, 's, C, R, N> {
        KeptChangesQuery {
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
pub struct RemoveKeptQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<RemoveKept, tokio_postgres::Error>,
    mapper: fn(RemoveKept) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> RemoveKeptQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(RemoveKept) -> R) -> RemoveKeptQuery<'c, 'a, 's, C, R, N> {
        RemoveKeptQuery {
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
pub struct RebuiltSinceStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn rebuilt_since() -> RebuiltSinceStmt {
    RebuiltSinceStmt(
        "select known.measure, date_bin('1 hour', greatest(known.since, $1) + interval '1 hour', 'epoch') as since from ( select measure, app.rebuild_since(measure) as since from unnest($2::text[]) as measure ) as known where known.since < 'infinity'",
        None,
    )
}
impl RebuiltSinceStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>(
        &'s self,
        client: &'c C,
        earliest: &'a jiff::Timestamp,
        measures: &'a T2,
    ) -> RebuiltSinceQuery<'c, 'a, 's, C, RebuiltSince, 2> {
        RebuiltSinceQuery {
            client,
            params: [earliest, measures],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<RebuiltSinceBorrowed, tokio_postgres::Error> {
                Ok(RebuiltSinceBorrowed { measure: row.try_get(0)?, since: row.try_get(1)? })
            },
            mapper: |it| RebuiltSince::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        RebuiltSinceParams<T1, T2>,
        RebuiltSinceQuery<'c, 'a, 's, C, RebuiltSince, 2>,
        C,
    > for RebuiltSinceStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a RebuiltSinceParams<T1, T2>,
    ) -> RebuiltSinceQuery<'c, 'a, 's, C, RebuiltSince, 2> {
        self.bind(client, &params.earliest, &params.measures)
    }
}
pub struct ExpectedSharesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn expected_shares() -> ExpectedSharesStmt {
    ExpectedSharesStmt(
        "select expected.measure, expected.at, expected.organization_id, expected.dimensions::text as dimensions, expected.count, expected.seconds from app.rebuild_measures($1) as expected join unnest($2::text[], $3::timestamptz[]) as rebuilt (measure, since) on rebuilt.measure = expected.measure where expected.at >= rebuilt.since",
        None,
    )
}
impl ExpectedSharesStmt {
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
        T3: crate::ArraySql<Item = jiff::Timestamp>,
    >(
        &'s self,
        client: &'c C,
        tenant_id: &'a uuid::Uuid,
        measures: &'a T2,
        sinces: &'a T3,
    ) -> ExpectedSharesQuery<'c, 'a, 's, C, ExpectedShares, 3> {
        ExpectedSharesQuery {
            client,
            params: [tenant_id, measures, sinces],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ExpectedSharesBorrowed, tokio_postgres::Error> {
                Ok(ExpectedSharesBorrowed {
                    measure: row.try_get(0)?,
                    at: row.try_get(1)?,
                    organization_id: row.try_get(2)?,
                    dimensions: row.try_get(3)?,
                    count: row.try_get(4)?,
                    seconds: row.try_get(5)?,
                })
            },
            mapper: |it| ExpectedShares::from(it),
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
    T3: crate::ArraySql<Item = jiff::Timestamp>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        ExpectedSharesParams<T1, T2, T3>,
        ExpectedSharesQuery<'c, 'a, 's, C, ExpectedShares, 3>,
        C,
    > for ExpectedSharesStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ExpectedSharesParams<T1, T2, T3>,
    ) -> ExpectedSharesQuery<'c, 'a, 's, C, ExpectedShares, 3> {
        self.bind(client, &params.tenant_id, &params.measures, &params.sinces)
    }
}
pub struct KeptSharesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn kept_shares() -> KeptSharesStmt {
    KeptSharesStmt(
        "select share.measure, share.at, share.organization_id, share.dimensions::text as dimensions, share.count, share.sketch from unnest($1::text[], $2::timestamptz[]) as rebuilt (measure, since) join metric_shares as share on share.tenant_id = $3 and share.measure = rebuilt.measure and share.at >= rebuilt.since",
        None,
    )
}
impl KeptSharesStmt {
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
        T3: crate::ArraySql<Item = jiff::Timestamp>,
    >(
        &'s self,
        client: &'c C,
        measures: &'a T2,
        sinces: &'a T3,
        tenant_id: &'a uuid::Uuid,
    ) -> KeptSharesQuery<'c, 'a, 's, C, KeptShares, 3> {
        KeptSharesQuery {
            client,
            params: [measures, sinces, tenant_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<KeptSharesBorrowed, tokio_postgres::Error> {
                Ok(KeptSharesBorrowed {
                    measure: row.try_get(0)?,
                    at: row.try_get(1)?,
                    organization_id: row.try_get(2)?,
                    dimensions: row.try_get(3)?,
                    count: row.try_get(4)?,
                    sketch: row.try_get(5)?,
                })
            },
            mapper: |it| KeptShares::from(it),
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
    T3: crate::ArraySql<Item = jiff::Timestamp>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        KeptSharesParams<T1, T2, T3>,
        KeptSharesQuery<'c, 'a, 's, C, KeptShares, 3>,
        C,
    > for KeptSharesStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a KeptSharesParams<T1, T2, T3>,
    ) -> KeptSharesQuery<'c, 'a, 's, C, KeptShares, 3> {
        self.bind(client, &params.measures, &params.sinces, &params.tenant_id)
    }
}
pub struct KeptTotalsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn kept_totals() -> KeptTotalsStmt {
    KeptTotalsStmt(
        "select total.measure, total.minutes, total.at, total.count, total.sketch from unnest($1::text[], $2::timestamptz[]) as rebuilt (measure, since) join metric_totals as total on total.tenant_id = $3 and total.measure = rebuilt.measure and total.at >= rebuilt.since",
        None,
    )
}
impl KeptTotalsStmt {
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
        T3: crate::ArraySql<Item = jiff::Timestamp>,
    >(
        &'s self,
        client: &'c C,
        measures: &'a T2,
        sinces: &'a T3,
        tenant_id: &'a uuid::Uuid,
    ) -> KeptTotalsQuery<'c, 'a, 's, C, KeptTotals, 3> {
        KeptTotalsQuery {
            client,
            params: [measures, sinces, tenant_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<KeptTotalsBorrowed, tokio_postgres::Error> {
                Ok(KeptTotalsBorrowed {
                    measure: row.try_get(0)?,
                    minutes: row.try_get(1)?,
                    at: row.try_get(2)?,
                    count: row.try_get(3)?,
                    sketch: row.try_get(4)?,
                })
            },
            mapper: |it| KeptTotals::from(it),
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
    T3: crate::ArraySql<Item = jiff::Timestamp>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        KeptTotalsParams<T1, T2, T3>,
        KeptTotalsQuery<'c, 'a, 's, C, KeptTotals, 3>,
        C,
    > for KeptTotalsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a KeptTotalsParams<T1, T2, T3>,
    ) -> KeptTotalsQuery<'c, 'a, 's, C, KeptTotals, 3> {
        self.bind(client, &params.measures, &params.sinces, &params.tenant_id)
    }
}
pub struct KeptChangesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn kept_changes() -> KeptChangesStmt {
    KeptChangesStmt(
        "select change.measure, change.at, change.organization_id, change.dimensions::text as dimensions, change.count, change.seconds, change.sketch from unnest($1::text[], $2::timestamptz[]) as rebuilt (measure, since) join metric_changes as change on change.tenant_id = $3 and change.measure = rebuilt.measure and change.at >= rebuilt.since",
        None,
    )
}
impl KeptChangesStmt {
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
        T3: crate::ArraySql<Item = jiff::Timestamp>,
    >(
        &'s self,
        client: &'c C,
        measures: &'a T2,
        sinces: &'a T3,
        tenant_id: &'a uuid::Uuid,
    ) -> KeptChangesQuery<'c, 'a, 's, C, KeptChanges, 3> {
        KeptChangesQuery {
            client,
            params: [measures, sinces, tenant_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<KeptChangesBorrowed, tokio_postgres::Error> {
                Ok(KeptChangesBorrowed {
                    measure: row.try_get(0)?,
                    at: row.try_get(1)?,
                    organization_id: row.try_get(2)?,
                    dimensions: row.try_get(3)?,
                    count: row.try_get(4)?,
                    seconds: row.try_get(5)?,
                    sketch: row.try_get(6)?,
                })
            },
            mapper: |it| KeptChanges::from(it),
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
    T3: crate::ArraySql<Item = jiff::Timestamp>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        KeptChangesParams<T1, T2, T3>,
        KeptChangesQuery<'c, 'a, 's, C, KeptChanges, 3>,
        C,
    > for KeptChangesStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a KeptChangesParams<T1, T2, T3>,
    ) -> KeptChangesQuery<'c, 'a, 's, C, KeptChanges, 3> {
        self.bind(client, &params.measures, &params.sinces, &params.tenant_id)
    }
}
pub struct RemoveKeptStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn remove_kept() -> RemoveKeptStmt {
    RemoveKeptStmt(
        "with rebuilt as materialized ( select measure, since from unnest($1::text[], $2::timestamptz[]) as rebuilt (measure, since) ), shares as ( delete from metric_shares using rebuilt where metric_shares.tenant_id = $3 and metric_shares.measure = rebuilt.measure and metric_shares.at >= rebuilt.since returning 1 ), totals as ( delete from metric_totals using rebuilt where metric_totals.tenant_id = $3 and metric_totals.measure = rebuilt.measure and metric_totals.at >= rebuilt.since returning 1 ), changes as ( delete from metric_changes using rebuilt where metric_changes.tenant_id = $3 and metric_changes.measure = rebuilt.measure and metric_changes.at >= rebuilt.since returning 1 ) select (select count(*) from shares) as shares, (select count(*) from totals) as totals, (select count(*) from changes) as changes",
        None,
    )
}
impl RemoveKeptStmt {
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
        T3: crate::ArraySql<Item = jiff::Timestamp>,
    >(
        &'s self,
        client: &'c C,
        measures: &'a T2,
        sinces: &'a T3,
        tenant_id: &'a uuid::Uuid,
    ) -> RemoveKeptQuery<'c, 'a, 's, C, RemoveKept, 3> {
        RemoveKeptQuery {
            client,
            params: [measures, sinces, tenant_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<RemoveKept, tokio_postgres::Error> {
                Ok(RemoveKept { shares: row.try_get(0)?, totals: row.try_get(1)?, changes: row.try_get(2)? })
            },
            mapper: |it| RemoveKept::from(it),
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
    T3: crate::ArraySql<Item = jiff::Timestamp>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        RemoveKeptParams<T1, T2, T3>,
        RemoveKeptQuery<'c, 'a, 's, C, RemoveKept, 3>,
        C,
    > for RemoveKeptStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a RemoveKeptParams<T1, T2, T3>,
    ) -> RemoveKeptQuery<'c, 'a, 's, C, RemoveKept, 3> {
        self.bind(client, &params.measures, &params.sinces, &params.tenant_id)
    }
}
