// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct SampleGaugeParams<T1: crate::StringSql> {
    pub gauge: T1,
    pub now: jiff::Timestamp,
}
#[derive(Debug)]
pub struct ReadLevelTotalsParams<
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::ArraySql<Item = jiff::Timestamp>,
> {
    pub gauges: T2,
    pub ends: T3,
}
#[derive(Debug)]
pub struct ReadSamplesParams<
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::ArraySql<Item = jiff::Timestamp>,
    T4: crate::ArraySql<Item = uuid::Uuid>,
> {
    pub by_organization: bool,
    pub gauges: T2,
    pub ends: T3,
    pub organizations: Option<T4>,
}
#[derive(Debug)]
pub struct ReadLevelsParams<
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::ArraySql<Item = uuid::Uuid>,
> {
    pub by_organization: bool,
    pub gauges: T2,
    pub organizations: Option<T3>,
}
#[derive(Debug, Clone, PartialEq)]
pub struct ReadLevelTotals {
    pub gauge: String,
    pub bucket: i64,
    pub value: i64,
    pub whole: Option<i64>,
}
pub struct ReadLevelTotalsBorrowed<'a> {
    pub gauge: &'a str,
    pub bucket: i64,
    pub value: i64,
    pub whole: Option<i64>,
}
impl<'a> From<ReadLevelTotalsBorrowed<'a>> for ReadLevelTotals {
    fn from(ReadLevelTotalsBorrowed { gauge, bucket, value, whole }: ReadLevelTotalsBorrowed<'a>) -> Self {
        Self { gauge: gauge.into(), bucket, value, whole }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct ReadSamples {
    pub gauge: String,
    pub bucket: i64,
    pub organization_id: Option<uuid::Uuid>,
    pub value: i64,
    pub whole: Option<i64>,
}
pub struct ReadSamplesBorrowed<'a> {
    pub gauge: &'a str,
    pub bucket: i64,
    pub organization_id: Option<uuid::Uuid>,
    pub value: i64,
    pub whole: Option<i64>,
}
impl<'a> From<ReadSamplesBorrowed<'a>> for ReadSamples {
    fn from(ReadSamplesBorrowed { gauge, bucket, organization_id, value, whole }: ReadSamplesBorrowed<'a>) -> Self {
        Self { gauge: gauge.into(), bucket, organization_id, value, whole }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct ReadLevels {
    pub gauge: String,
    pub organization_id: Option<uuid::Uuid>,
    pub value: i64,
    pub whole: Option<i64>,
}
pub struct ReadLevelsBorrowed<'a> {
    pub gauge: &'a str,
    pub organization_id: Option<uuid::Uuid>,
    pub value: i64,
    pub whole: Option<i64>,
}
impl<'a> From<ReadLevelsBorrowed<'a>> for ReadLevels {
    fn from(ReadLevelsBorrowed { gauge, organization_id, value, whole }: ReadLevelsBorrowed<'a>) -> Self {
        Self { gauge: gauge.into(), organization_id, value, whole }
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
pub struct OptionjiffTimestampQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<Option<jiff::Timestamp>, tokio_postgres::Error>,
    mapper: fn(Option<jiff::Timestamp>) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> OptionjiffTimestampQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(Option<jiff::Timestamp>) -> R) -> OptionjiffTimestampQuery<'c, 'a, 's, C, R, N> {
        OptionjiffTimestampQuery {
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
pub struct ReadLevelTotalsQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<ReadLevelTotalsBorrowed, tokio_postgres::Error>,
    mapper: fn(ReadLevelTotalsBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> ReadLevelTotalsQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(ReadLevelTotalsBorrowed) -> R) -> ReadLevelTotalsQuery<'c, 'a, 's, C, R, N> {
        ReadLevelTotalsQuery {
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
pub struct ReadSamplesQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<ReadSamplesBorrowed, tokio_postgres::Error>,
    mapper: fn(ReadSamplesBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> ReadSamplesQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(ReadSamplesBorrowed) -> R) -> ReadSamplesQuery<'c, 'a, 's, C, R, N> {
        ReadSamplesQuery {
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
pub struct ReadLevelsQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<ReadLevelsBorrowed, tokio_postgres::Error>,
    mapper: fn(ReadLevelsBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> ReadLevelsQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(ReadLevelsBorrowed) -> R) -> ReadLevelsQuery<'c, 'a, 's, C, R, N> {
        ReadLevelsQuery {
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
pub struct LockSamplingStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_sampling() -> LockSamplingStmt {
    LockSamplingStmt("select pg_try_advisory_xact_lock(hashtextextended('metrics.sample', 0)) as locked", None)
}
impl LockSamplingStmt {
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
pub struct LastSamplingStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn last_sampling() -> LastSamplingStmt {
    LastSamplingStmt("select max(through) as through from gauge_sampling", None)
}
impl LastSamplingStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
    ) -> OptionjiffTimestampQuery<'c, 'a, 's, C, Option<jiff::Timestamp>, 0> {
        OptionjiffTimestampQuery {
            client,
            params: [],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct SampleGaugeStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn sample_gauge() -> SampleGaugeStmt {
    SampleGaugeStmt(
        "with compared as materialized ( select coalesce(level.tenant_id, last.tenant_id) as tenant_id, coalesce(level.organization_id, last.organization_id) as organization_id, coalesce(level.value, 0) as value, case when level.tenant_id is null then last.whole * 0 else level.whole end as whole, last.tenant_id is not null as was_known, last.value as last_value, last.whole as last_whole from app.gauge($1) as level full join ( select tenant_id, organization_id, organization_key, value, whole from gauge_levels where gauge = $1 ) as last on last.tenant_id = level.tenant_id and last.organization_key = coalesce(level.organization_id, '00000000-0000-0000-0000-000000000000'::uuid) ), changed as materialized ( select tenant_id, organization_id, value, whole from compared where not was_known or value <> last_value or whole is distinct from last_whole ), kept as ( insert into gauge_levels (tenant_id, gauge, organization_id, value, whole) select tenant_id, $1, organization_id, value, whole from changed on conflict (tenant_id, gauge, organization_key) do update set value = excluded.value, whole = excluded.whole ), added_up as ( insert into gauge_totals (tenant_id, gauge, at, value, whole) select tenant_id, $1, $2, sum(value), sum(whole) from compared where tenant_id in (select tenant_id from changed) group by tenant_id on conflict (tenant_id, gauge, at) do update set value = excluded.value, whole = excluded.whole ), sampled as ( insert into gauge_samples (tenant_id, gauge, organization_id, at, value, whole) select tenant_id, $1, organization_id, $2, value, whole from changed on conflict (tenant_id, gauge, organization_key, at) do update set value = excluded.value, whole = excluded.whole returning 1 ) select count(*) as sampled from sampled",
        None,
    )
}
impl SampleGaugeStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        gauge: &'a T1,
        now: &'a jiff::Timestamp,
    ) -> I64Query<'c, 'a, 's, C, i64, 2> {
        I64Query {
            client,
            params: [gauge, now],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, SampleGaugeParams<T1>, I64Query<'c, 'a, 's, C, i64, 2>, C>
    for SampleGaugeStmt
{
    fn params(&'s self, client: &'c C, params: &'a SampleGaugeParams<T1>) -> I64Query<'c, 'a, 's, C, i64, 2> {
        self.bind(client, &params.gauge, &params.now)
    }
}
pub struct FinishSamplingStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn finish_sampling() -> FinishSamplingStmt {
    FinishSamplingStmt(
        "with sampled as ( insert into gauge_sampling (tenant_id, since, through) select id, $1, $1 from tenants on conflict (tenant_id) do update set since = least(gauge_sampling.since, excluded.since), through = greatest(gauge_sampling.through, excluded.through) returning 1 ) select count(*) as tenants from sampled",
        None,
    )
}
impl FinishSamplingStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
    ) -> I64Query<'c, 'a, 's, C, i64, 1> {
        I64Query {
            client,
            params: [now],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct ReadLevelTotalsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn read_level_totals() -> ReadLevelTotalsStmt {
    ReadLevelTotalsStmt(
        "select wanted.gauge, ended.number - 1 as bucket, coalesce(sample.value, 0) as value, sample.whole from gauge_sampling cross join unnest($1::text[]) as wanted (gauge) cross join unnest($2::timestamptz[]) with ordinality as ended (at, number) left join lateral ( select value, whole from gauge_totals where gauge_totals.gauge = wanted.gauge and gauge_totals.at <= ended.at order by gauge_totals.at desc limit 1 ) as sample on true where ended.at >= gauge_sampling.since order by 1, 2",
        None,
    )
}
impl ReadLevelTotalsStmt {
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
        gauges: &'a T2,
        ends: &'a T3,
    ) -> ReadLevelTotalsQuery<'c, 'a, 's, C, ReadLevelTotals, 2> {
        ReadLevelTotalsQuery {
            client,
            params: [gauges, ends],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ReadLevelTotalsBorrowed, tokio_postgres::Error> {
                Ok(ReadLevelTotalsBorrowed {
                    gauge: row.try_get(0)?,
                    bucket: row.try_get(1)?,
                    value: row.try_get(2)?,
                    whole: row.try_get(3)?,
                })
            },
            mapper: |it| ReadLevelTotals::from(it),
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
        ReadLevelTotalsParams<T1, T2, T3>,
        ReadLevelTotalsQuery<'c, 'a, 's, C, ReadLevelTotals, 2>,
        C,
    > for ReadLevelTotalsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ReadLevelTotalsParams<T1, T2, T3>,
    ) -> ReadLevelTotalsQuery<'c, 'a, 's, C, ReadLevelTotals, 2> {
        self.bind(client, &params.gauges, &params.ends)
    }
}
pub struct ReadSamplesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn read_samples() -> ReadSamplesStmt {
    ReadSamplesStmt(
        "select wanted.gauge, ended.number - 1 as bucket, case when $1 then known.organization_id end as organization_id, coalesce(sum(sample.value), 0)::bigint as value, sum(sample.whole)::bigint as whole from gauge_sampling cross join unnest($2::text[]) as wanted (gauge) cross join unnest($3::timestamptz[]) with ordinality as ended (at, number) left join gauge_levels as known on known.gauge = wanted.gauge and ($4::uuid[] is null or known.organization_id = any ($4)) left join lateral ( select value, whole from gauge_samples where gauge_samples.gauge = known.gauge and gauge_samples.organization_key = known.organization_key and gauge_samples.at <= ended.at order by gauge_samples.at desc limit 1 ) as sample on true where ended.at >= gauge_sampling.since group by 1, 2, 3 having count(sample.value) > 0 or not $1 order by 1, 2, 3",
        None,
    )
}
impl ReadSamplesStmt {
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
        T4: crate::ArraySql<Item = uuid::Uuid>,
    >(
        &'s self,
        client: &'c C,
        by_organization: &'a bool,
        gauges: &'a T2,
        ends: &'a T3,
        organizations: &'a Option<T4>,
    ) -> ReadSamplesQuery<'c, 'a, 's, C, ReadSamples, 4> {
        ReadSamplesQuery {
            client,
            params: [by_organization, gauges, ends, organizations],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ReadSamplesBorrowed, tokio_postgres::Error> {
                Ok(ReadSamplesBorrowed {
                    gauge: row.try_get(0)?,
                    bucket: row.try_get(1)?,
                    organization_id: row.try_get(2)?,
                    value: row.try_get(3)?,
                    whole: row.try_get(4)?,
                })
            },
            mapper: |it| ReadSamples::from(it),
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
    T4: crate::ArraySql<Item = uuid::Uuid>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        ReadSamplesParams<T1, T2, T3, T4>,
        ReadSamplesQuery<'c, 'a, 's, C, ReadSamples, 4>,
        C,
    > for ReadSamplesStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ReadSamplesParams<T1, T2, T3, T4>,
    ) -> ReadSamplesQuery<'c, 'a, 's, C, ReadSamples, 4> {
        self.bind(client, &params.by_organization, &params.gauges, &params.ends, &params.organizations)
    }
}
pub struct ReadLevelsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn read_levels() -> ReadLevelsStmt {
    ReadLevelsStmt(
        "select wanted.gauge, case when $1 then level.organization_id end as organization_id, sum(level.value)::bigint as value, sum(level.whole)::bigint as whole from unnest($2::text[]) as wanted (gauge) cross join lateral app.gauge(wanted.gauge) as level where $3::uuid[] is null or level.organization_id = any ($3) group by 1, 2 order by 1, 2",
        None,
    )
}
impl ReadLevelsStmt {
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
        by_organization: &'a bool,
        gauges: &'a T2,
        organizations: &'a Option<T3>,
    ) -> ReadLevelsQuery<'c, 'a, 's, C, ReadLevels, 3> {
        ReadLevelsQuery {
            client,
            params: [by_organization, gauges, organizations],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ReadLevelsBorrowed, tokio_postgres::Error> {
                Ok(ReadLevelsBorrowed {
                    gauge: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    value: row.try_get(2)?,
                    whole: row.try_get(3)?,
                })
            },
            mapper: |it| ReadLevels::from(it),
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
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        ReadLevelsParams<T1, T2, T3>,
        ReadLevelsQuery<'c, 'a, 's, C, ReadLevels, 3>,
        C,
    > for ReadLevelsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ReadLevelsParams<T1, T2, T3>,
    ) -> ReadLevelsQuery<'c, 'a, 's, C, ReadLevels, 3> {
        self.bind(client, &params.by_organization, &params.gauges, &params.organizations)
    }
}
