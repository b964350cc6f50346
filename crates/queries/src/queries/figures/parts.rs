// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct ShareSketchesParams<
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
    T4: crate::ArraySql<Item = jiff::Timestamp>,
    T5: crate::ArraySql<Item = Option<uuid::Uuid>>,
    T6: crate::StringSql,
    T7: crate::ArraySql<Item = T6>,
> {
    pub tenant_ids: T1,
    pub measures: T3,
    pub ats: T4,
    pub organization_ids: T5,
    pub dimensions: T7,
}
#[derive(Debug)]
pub struct AddSharesParams<
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
    T4: crate::ArraySql<Item = jiff::Timestamp>,
    T5: crate::ArraySql<Item = Option<uuid::Uuid>>,
    T6: crate::StringSql,
    T7: crate::ArraySql<Item = T6>,
    T8: crate::ArraySql<Item = i64>,
    T9: crate::BytesSql,
    T10: crate::ArraySql<Item = Option<T9>>,
> {
    pub tenant_ids: T1,
    pub measures: T3,
    pub ats: T4,
    pub organization_ids: T5,
    pub dimensions: T7,
    pub counts: T8,
    pub sketches: T10,
}
#[derive(Debug)]
pub struct TotalSketchesParams<
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
    T4: crate::ArraySql<Item = i16>,
    T5: crate::ArraySql<Item = jiff::Timestamp>,
> {
    pub tenant_ids: T1,
    pub measures: T3,
    pub minutes: T4,
    pub ats: T5,
}
#[derive(Debug)]
pub struct AddTotalsParams<
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
    T4: crate::ArraySql<Item = i16>,
    T5: crate::ArraySql<Item = jiff::Timestamp>,
    T6: crate::ArraySql<Item = i64>,
    T7: crate::BytesSql,
    T8: crate::ArraySql<Item = Option<T7>>,
> {
    pub tenant_ids: T1,
    pub measures: T3,
    pub minutes: T4,
    pub ats: T5,
    pub counts: T6,
    pub sketches: T8,
}
#[derive(Debug)]
pub struct PlatformSketchesParams<
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::ArraySql<Item = i16>,
    T4: crate::ArraySql<Item = jiff::Timestamp>,
> {
    pub measures: T2,
    pub minutes: T3,
    pub ats: T4,
}
#[derive(Debug)]
pub struct AddPlatformTotalsParams<
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::ArraySql<Item = i16>,
    T4: crate::ArraySql<Item = jiff::Timestamp>,
    T5: crate::ArraySql<Item = i64>,
    T6: crate::BytesSql,
    T7: crate::ArraySql<Item = Option<T6>>,
> {
    pub measures: T2,
    pub minutes: T3,
    pub ats: T4,
    pub counts: T5,
    pub sketches: T7,
}
#[derive(Debug)]
pub struct AddTenantDaysParams<
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
    T4: crate::ArraySql<Item = jiff::Timestamp>,
    T5: crate::ArraySql<Item = i64>,
> {
    pub tenant_ids: T1,
    pub measures: T3,
    pub ats: T4,
    pub counts: T5,
}
#[derive(Debug, Clone, PartialEq)]
pub struct ShareSketches {
    pub number: i64,
    pub sketch: Vec<u8>,
}
pub struct ShareSketchesBorrowed<'a> {
    pub number: i64,
    pub sketch: &'a [u8],
}
impl<'a> From<ShareSketchesBorrowed<'a>> for ShareSketches {
    fn from(ShareSketchesBorrowed { number, sketch }: ShareSketchesBorrowed<'a>) -> Self {
        Self { number, sketch: sketch.into() }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct TotalSketches {
    pub number: i64,
    pub sketch: Vec<u8>,
}
pub struct TotalSketchesBorrowed<'a> {
    pub number: i64,
    pub sketch: &'a [u8],
}
impl<'a> From<TotalSketchesBorrowed<'a>> for TotalSketches {
    fn from(TotalSketchesBorrowed { number, sketch }: TotalSketchesBorrowed<'a>) -> Self {
        Self { number, sketch: sketch.into() }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct PlatformSketches {
    pub number: i64,
    pub sketch: Vec<u8>,
}
pub struct PlatformSketchesBorrowed<'a> {
    pub number: i64,
    pub sketch: &'a [u8],
}
impl<'a> From<PlatformSketchesBorrowed<'a>> for PlatformSketches {
    fn from(PlatformSketchesBorrowed { number, sketch }: PlatformSketchesBorrowed<'a>) -> Self {
        Self { number, sketch: sketch.into() }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct ShareSketchesQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<ShareSketchesBorrowed, tokio_postgres::Error>,
    mapper: fn(ShareSketchesBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> ShareSketchesQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(ShareSketchesBorrowed) -> R) -> ShareSketchesQuery<'c, 'a, 's, C, R, N> {
        ShareSketchesQuery {
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
pub struct TotalSketchesQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<TotalSketchesBorrowed, tokio_postgres::Error>,
    mapper: fn(TotalSketchesBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> TotalSketchesQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(TotalSketchesBorrowed) -> R) -> TotalSketchesQuery<'c, 'a, 's, C, R, N> {
        TotalSketchesQuery {
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
pub struct PlatformSketchesQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<PlatformSketchesBorrowed, tokio_postgres::Error>,
    mapper: fn(PlatformSketchesBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> PlatformSketchesQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(PlatformSketchesBorrowed) -> R) -> PlatformSketchesQuery<'c, 'a, 's, C, R, N> {
        PlatformSketchesQuery {
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
pub struct ShareSketchesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn share_sketches() -> ShareSketchesStmt {
    ShareSketchesStmt(
        "select part.number, share.sketch from unnest( $1::uuid[], $2::text[], $3::timestamptz[], $4::uuid[], $5::text[] ) with ordinality as part (tenant_id, measure, at, organization_id, dimensions, number) join metric_shares as share on share.tenant_id = part.tenant_id and share.measure = part.measure and share.at = part.at and share.organization_key = coalesce(part.organization_id, '00000000-0000-0000-0000-000000000000'::uuid) and share.dimensions = part.dimensions::text[] where share.sketch is not null",
        None,
    )
}
impl ShareSketchesStmt {
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
        T2: crate::StringSql,
        T3: crate::ArraySql<Item = T2>,
        T4: crate::ArraySql<Item = jiff::Timestamp>,
        T5: crate::ArraySql<Item = Option<uuid::Uuid>>,
        T6: crate::StringSql,
        T7: crate::ArraySql<Item = T6>,
    >(
        &'s self,
        client: &'c C,
        tenant_ids: &'a T1,
        measures: &'a T3,
        ats: &'a T4,
        organization_ids: &'a T5,
        dimensions: &'a T7,
    ) -> ShareSketchesQuery<'c, 'a, 's, C, ShareSketches, 5> {
        ShareSketchesQuery {
            client,
            params: [tenant_ids, measures, ats, organization_ids, dimensions],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ShareSketchesBorrowed, tokio_postgres::Error> {
                Ok(ShareSketchesBorrowed { number: row.try_get(0)?, sketch: row.try_get(1)? })
            },
            mapper: |it| ShareSketches::from(it),
        }
    }
}
impl<
    'c,
    'a,
    's,
    C: GenericClient,
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
    T4: crate::ArraySql<Item = jiff::Timestamp>,
    T5: crate::ArraySql<Item = Option<uuid::Uuid>>,
    T6: crate::StringSql,
    T7: crate::ArraySql<Item = T6>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        ShareSketchesParams<T1, T2, T3, T4, T5, T6, T7>,
        ShareSketchesQuery<'c, 'a, 's, C, ShareSketches, 5>,
        C,
    > for ShareSketchesStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ShareSketchesParams<T1, T2, T3, T4, T5, T6, T7>,
    ) -> ShareSketchesQuery<'c, 'a, 's, C, ShareSketches, 5> {
        self.bind(
            client,
            &params.tenant_ids,
            &params.measures,
            &params.ats,
            &params.organization_ids,
            &params.dimensions,
        )
    }
}
pub struct AddSharesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn add_shares() -> AddSharesStmt {
    AddSharesStmt(
        "with added as ( insert into metric_shares (tenant_id, measure, at, organization_id, dimensions, count, sketch) select part.tenant_id, part.measure, part.at, part.organization_id, part.dimensions::text[], part.count, part.sketch from unnest( $1::uuid[], $2::text[], $3::timestamptz[], $4::uuid[], $5::text[], $6::bigint[], $7::bytea[] ) as part (tenant_id, measure, at, organization_id, dimensions, count, sketch) on conflict (tenant_id, measure, at, organization_key, dimensions) do update set count = metric_shares.count + excluded.count, sketch = coalesce(excluded.sketch, metric_shares.sketch) returning 1 ) select count(*) as added from added",
        None,
    )
}
impl AddSharesStmt {
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
        T2: crate::StringSql,
        T3: crate::ArraySql<Item = T2>,
        T4: crate::ArraySql<Item = jiff::Timestamp>,
        T5: crate::ArraySql<Item = Option<uuid::Uuid>>,
        T6: crate::StringSql,
        T7: crate::ArraySql<Item = T6>,
        T8: crate::ArraySql<Item = i64>,
        T9: crate::BytesSql,
        T10: crate::ArraySql<Item = Option<T9>>,
    >(
        &'s self,
        client: &'c C,
        tenant_ids: &'a T1,
        measures: &'a T3,
        ats: &'a T4,
        organization_ids: &'a T5,
        dimensions: &'a T7,
        counts: &'a T8,
        sketches: &'a T10,
    ) -> I64Query<'c, 'a, 's, C, i64, 7> {
        I64Query {
            client,
            params: [tenant_ids, measures, ats, organization_ids, dimensions, counts, sketches],
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
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
    T4: crate::ArraySql<Item = jiff::Timestamp>,
    T5: crate::ArraySql<Item = Option<uuid::Uuid>>,
    T6: crate::StringSql,
    T7: crate::ArraySql<Item = T6>,
    T8: crate::ArraySql<Item = i64>,
    T9: crate::BytesSql,
    T10: crate::ArraySql<Item = Option<T9>>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        AddSharesParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10>,
        I64Query<'c, 'a, 's, C, i64, 7>,
        C,
    > for AddSharesStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a AddSharesParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10>,
    ) -> I64Query<'c, 'a, 's, C, i64, 7> {
        self.bind(
            client,
            &params.tenant_ids,
            &params.measures,
            &params.ats,
            &params.organization_ids,
            &params.dimensions,
            &params.counts,
            &params.sketches,
        )
    }
}
pub struct TotalSketchesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn total_sketches() -> TotalSketchesStmt {
    TotalSketchesStmt(
        "select part.number, total.sketch from unnest($1::uuid[], $2::text[], $3::smallint[], $4::timestamptz[]) with ordinality as part (tenant_id, measure, minutes, at, number) join metric_totals as total on total.tenant_id = part.tenant_id and total.measure = part.measure and total.minutes = part.minutes and total.at = part.at where total.sketch is not null",
        None,
    )
}
impl TotalSketchesStmt {
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
        T2: crate::StringSql,
        T3: crate::ArraySql<Item = T2>,
        T4: crate::ArraySql<Item = i16>,
        T5: crate::ArraySql<Item = jiff::Timestamp>,
    >(
        &'s self,
        client: &'c C,
        tenant_ids: &'a T1,
        measures: &'a T3,
        minutes: &'a T4,
        ats: &'a T5,
    ) -> TotalSketchesQuery<'c, 'a, 's, C, TotalSketches, 4> {
        TotalSketchesQuery {
            client,
            params: [tenant_ids, measures, minutes, ats],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TotalSketchesBorrowed, tokio_postgres::Error> {
                Ok(TotalSketchesBorrowed { number: row.try_get(0)?, sketch: row.try_get(1)? })
            },
            mapper: |it| TotalSketches::from(it),
        }
    }
}
impl<
    'c,
    'a,
    's,
    C: GenericClient,
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
    T4: crate::ArraySql<Item = i16>,
    T5: crate::ArraySql<Item = jiff::Timestamp>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        TotalSketchesParams<T1, T2, T3, T4, T5>,
        TotalSketchesQuery<'c, 'a, 's, C, TotalSketches, 4>,
        C,
    > for TotalSketchesStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a TotalSketchesParams<T1, T2, T3, T4, T5>,
    ) -> TotalSketchesQuery<'c, 'a, 's, C, TotalSketches, 4> {
        self.bind(client, &params.tenant_ids, &params.measures, &params.minutes, &params.ats)
    }
}
pub struct AddTotalsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn add_totals() -> AddTotalsStmt {
    AddTotalsStmt(
        "with added as ( insert into metric_totals (tenant_id, measure, minutes, at, count, sketch) select tenant_id, measure, minutes, at, count, sketch from unnest( $1::uuid[], $2::text[], $3::smallint[], $4::timestamptz[], $5::bigint[], $6::bytea[] ) as part (tenant_id, measure, minutes, at, count, sketch) on conflict (tenant_id, measure, minutes, at) do update set count = metric_totals.count + excluded.count, sketch = coalesce(excluded.sketch, metric_totals.sketch) returning 1 ) select count(*) as added from added",
        None,
    )
}
impl AddTotalsStmt {
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
        T2: crate::StringSql,
        T3: crate::ArraySql<Item = T2>,
        T4: crate::ArraySql<Item = i16>,
        T5: crate::ArraySql<Item = jiff::Timestamp>,
        T6: crate::ArraySql<Item = i64>,
        T7: crate::BytesSql,
        T8: crate::ArraySql<Item = Option<T7>>,
    >(
        &'s self,
        client: &'c C,
        tenant_ids: &'a T1,
        measures: &'a T3,
        minutes: &'a T4,
        ats: &'a T5,
        counts: &'a T6,
        sketches: &'a T8,
    ) -> I64Query<'c, 'a, 's, C, i64, 6> {
        I64Query {
            client,
            params: [tenant_ids, measures, minutes, ats, counts, sketches],
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
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
    T4: crate::ArraySql<Item = i16>,
    T5: crate::ArraySql<Item = jiff::Timestamp>,
    T6: crate::ArraySql<Item = i64>,
    T7: crate::BytesSql,
    T8: crate::ArraySql<Item = Option<T7>>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        AddTotalsParams<T1, T2, T3, T4, T5, T6, T7, T8>,
        I64Query<'c, 'a, 's, C, i64, 6>,
        C,
    > for AddTotalsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a AddTotalsParams<T1, T2, T3, T4, T5, T6, T7, T8>,
    ) -> I64Query<'c, 'a, 's, C, i64, 6> {
        self.bind(
            client,
            &params.tenant_ids,
            &params.measures,
            &params.minutes,
            &params.ats,
            &params.counts,
            &params.sketches,
        )
    }
}
pub struct PlatformSketchesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn platform_sketches() -> PlatformSketchesStmt {
    PlatformSketchesStmt(
        "select part.number, total.sketch from unnest($1::text[], $2::smallint[], $3::timestamptz[]) with ordinality as part (measure, minutes, at, number) join platform_totals as total on total.measure = part.measure and total.minutes = part.minutes and total.at = part.at where total.sketch is not null",
        None,
    )
}
impl PlatformSketchesStmt {
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
        T3: crate::ArraySql<Item = i16>,
        T4: crate::ArraySql<Item = jiff::Timestamp>,
    >(
        &'s self,
        client: &'c C,
        measures: &'a T2,
        minutes: &'a T3,
        ats: &'a T4,
    ) -> PlatformSketchesQuery<'c, 'a, 's, C, PlatformSketches, 3> {
        PlatformSketchesQuery {
            client,
            params: [measures, minutes, ats],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<PlatformSketchesBorrowed, tokio_postgres::Error> {
                Ok(PlatformSketchesBorrowed { number: row.try_get(0)?, sketch: row.try_get(1)? })
            },
            mapper: |it| PlatformSketches::from(it),
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
    T3: crate::ArraySql<Item = i16>,
    T4: crate::ArraySql<Item = jiff::Timestamp>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        PlatformSketchesParams<T1, T2, T3, T4>,
        PlatformSketchesQuery<'c, 'a, 's, C, PlatformSketches, 3>,
        C,
    > for PlatformSketchesStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a PlatformSketchesParams<T1, T2, T3, T4>,
    ) -> PlatformSketchesQuery<'c, 'a, 's, C, PlatformSketches, 3> {
        self.bind(client, &params.measures, &params.minutes, &params.ats)
    }
}
pub struct AddPlatformTotalsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn add_platform_totals() -> AddPlatformTotalsStmt {
    AddPlatformTotalsStmt(
        "with added as ( insert into platform_totals (measure, minutes, at, count, sketch) select measure, minutes, at, count, sketch from unnest($1::text[], $2::smallint[], $3::timestamptz[], $4::bigint[], $5::bytea[]) as part (measure, minutes, at, count, sketch) on conflict (measure, minutes, at) do update set count = platform_totals.count + excluded.count, sketch = coalesce(excluded.sketch, platform_totals.sketch) returning 1 ) select count(*) as added from added",
        None,
    )
}
impl AddPlatformTotalsStmt {
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
        T3: crate::ArraySql<Item = i16>,
        T4: crate::ArraySql<Item = jiff::Timestamp>,
        T5: crate::ArraySql<Item = i64>,
        T6: crate::BytesSql,
        T7: crate::ArraySql<Item = Option<T6>>,
    >(
        &'s self,
        client: &'c C,
        measures: &'a T2,
        minutes: &'a T3,
        ats: &'a T4,
        counts: &'a T5,
        sketches: &'a T7,
    ) -> I64Query<'c, 'a, 's, C, i64, 5> {
        I64Query {
            client,
            params: [measures, minutes, ats, counts, sketches],
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
    T2: crate::ArraySql<Item = T1>,
    T3: crate::ArraySql<Item = i16>,
    T4: crate::ArraySql<Item = jiff::Timestamp>,
    T5: crate::ArraySql<Item = i64>,
    T6: crate::BytesSql,
    T7: crate::ArraySql<Item = Option<T6>>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        AddPlatformTotalsParams<T1, T2, T3, T4, T5, T6, T7>,
        I64Query<'c, 'a, 's, C, i64, 5>,
        C,
    > for AddPlatformTotalsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a AddPlatformTotalsParams<T1, T2, T3, T4, T5, T6, T7>,
    ) -> I64Query<'c, 'a, 's, C, i64, 5> {
        self.bind(client, &params.measures, &params.minutes, &params.ats, &params.counts, &params.sketches)
    }
}
pub struct AddTenantDaysStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn add_tenant_days() -> AddTenantDaysStmt {
    AddTenantDaysStmt(
        "with added as ( insert into tenant_days (tenant_id, day, requests, errors) select tenant_id, (at at time zone 'utc')::date, coalesce(sum(count) filter (where measure = 'api.requests'), 0), coalesce(sum(count) filter (where measure = 'api.errors'), 0) from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::bigint[]) as part (tenant_id, measure, at, count) where measure in ('api.requests', 'api.errors') group by tenant_id, (at at time zone 'utc')::date on conflict (tenant_id, day) do update set requests = tenant_days.requests + excluded.requests, errors = tenant_days.errors + excluded.errors returning 1 ) select count(*) as added from added",
        None,
    )
}
impl AddTenantDaysStmt {
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
        T2: crate::StringSql,
        T3: crate::ArraySql<Item = T2>,
        T4: crate::ArraySql<Item = jiff::Timestamp>,
        T5: crate::ArraySql<Item = i64>,
    >(
        &'s self,
        client: &'c C,
        tenant_ids: &'a T1,
        measures: &'a T3,
        ats: &'a T4,
        counts: &'a T5,
    ) -> I64Query<'c, 'a, 's, C, i64, 4> {
        I64Query {
            client,
            params: [tenant_ids, measures, ats, counts],
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
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
    T4: crate::ArraySql<Item = jiff::Timestamp>,
    T5: crate::ArraySql<Item = i64>,
> crate::client::async_::Params<'c, 'a, 's, AddTenantDaysParams<T1, T2, T3, T4, T5>, I64Query<'c, 'a, 's, C, i64, 4>, C>
    for AddTenantDaysStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a AddTenantDaysParams<T1, T2, T3, T4, T5>,
    ) -> I64Query<'c, 'a, 's, C, i64, 4> {
        self.bind(client, &params.tenant_ids, &params.measures, &params.ats, &params.counts)
    }
}
