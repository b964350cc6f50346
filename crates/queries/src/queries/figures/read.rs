// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct ReadTotalsParams<
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
    T5: crate::ArraySql<Item = jiff::Timestamp>,
    T6: crate::ArraySql<Item = jiff::Timestamp>,
> {
    pub sketched: T2,
    pub measures: T4,
    pub since: jiff::Timestamp,
    pub until: jiff::Timestamp,
    pub split_hours: T5,
    pub boundaries: T6,
}
#[derive(Debug)]
pub struct ReadSharesParams<
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
    T5: crate::ArraySql<Item = jiff::Timestamp>,
    T6: crate::ArraySql<Item = uuid::Uuid>,
    T7: crate::StringSql,
    T8: crate::ArraySql<Item = T7>,
    T9: crate::StringSql,
    T10: crate::ArraySql<Item = T9>,
    T11: crate::StringSql,
    T12: crate::ArraySql<Item = T11>,
> {
    pub sketched: T2,
    pub measures: T4,
    pub since: jiff::Timestamp,
    pub until: jiff::Timestamp,
    pub boundaries: T5,
    pub by_organization: bool,
    pub dimension: Option<i32>,
    pub organizations: Option<T6>,
    pub first: Option<T8>,
    pub second: Option<T10>,
    pub third: Option<T12>,
}
#[derive(Debug)]
pub struct ReadPlatformTotalsParams<
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
    T5: crate::ArraySql<Item = jiff::Timestamp>,
    T6: crate::ArraySql<Item = jiff::Timestamp>,
> {
    pub sketched: T2,
    pub measures: T4,
    pub since: jiff::Timestamp,
    pub until: jiff::Timestamp,
    pub split_hours: T5,
    pub boundaries: T6,
}
#[derive(Debug)]
pub struct CountActiveUsersParams<T1: crate::ArraySql<Item = jiff::Timestamp>> {
    pub boundaries: T1,
    pub since: jiff::Timestamp,
    pub until: jiff::Timestamp,
}
#[derive(Debug)]
pub struct CountActiveTenantsParams<T1: crate::ArraySql<Item = jiff::Timestamp>> {
    pub boundaries: T1,
    pub since: jiff::Timestamp,
    pub until: jiff::Timestamp,
}
#[derive(Clone, Copy, Debug)]
pub struct RankTenantsParams {
    pub since_day: jiff::civil::Date,
    pub until_day: jiff::civil::Date,
    pub limit: i64,
}
#[derive(Debug, Clone, PartialEq)]
pub struct Sum {
    pub measure: String,
    pub bucket: i32,
    pub split: Option<String>,
    pub count: i64,
    pub sketches: Option<Vec<Vec<u8>>>,
    pub added: Option<Vec<f64>>,
    pub taken: Option<Vec<f64>>,
}
pub struct SumBorrowed<'a> {
    pub measure: &'a str,
    pub bucket: i32,
    pub split: Option<&'a str>,
    pub count: i64,
    pub sketches: Option<crate::ArrayIterator<'a, &'a [u8]>>,
    pub added: Option<crate::ArrayIterator<'a, f64>>,
    pub taken: Option<crate::ArrayIterator<'a, f64>>,
}
impl<'a> From<SumBorrowed<'a>> for Sum {
    fn from(SumBorrowed { measure, bucket, split, count, sketches, added, taken }: SumBorrowed<'a>) -> Self {
        Self {
            measure: measure.into(),
            bucket,
            split: split.map(|v| v.into()),
            count,
            sketches: sketches.map(|v| v.map(|v| v.into()).collect()),
            added: added.map(|v| v.map(|v| v).collect()),
            taken: taken.map(|v| v.map(|v| v).collect()),
        }
    }
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct CountActiveUsers {
    pub bucket: Option<i32>,
    pub users: i64,
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct CountActiveTenants {
    pub bucket: i32,
    pub tenants: i64,
}
#[derive(Debug, Clone, PartialEq)]
pub struct RankTenants {
    pub id: uuid::Uuid,
    pub name: String,
    pub requests: i64,
    pub errors: i64,
}
pub struct RankTenantsBorrowed<'a> {
    pub id: uuid::Uuid,
    pub name: &'a str,
    pub requests: i64,
    pub errors: i64,
}
impl<'a> From<RankTenantsBorrowed<'a>> for RankTenants {
    fn from(RankTenantsBorrowed { id, name, requests, errors }: RankTenantsBorrowed<'a>) -> Self {
        Self { id, name: name.into(), requests, errors }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct SumQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<SumBorrowed, tokio_postgres::Error>,
    mapper: fn(SumBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> SumQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(SumBorrowed) -> R) -> SumQuery<'c, 'a, 's, C, R, N> {
        SumQuery {
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
pub struct CountActiveUsersQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<CountActiveUsers, tokio_postgres::Error>,
    mapper: fn(CountActiveUsers) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> CountActiveUsersQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(CountActiveUsers) -> R) -> CountActiveUsersQuery<'c, 'a, 's, C, R, N> {
        CountActiveUsersQuery {
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
pub struct CountActiveTenantsQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<CountActiveTenants, tokio_postgres::Error>,
    mapper: fn(CountActiveTenants) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> CountActiveTenantsQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(CountActiveTenants) -> R) -> CountActiveTenantsQuery<'c, 'a, 's, C, R, N> {
        CountActiveTenantsQuery {
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
pub struct RankTenantsQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<RankTenantsBorrowed, tokio_postgres::Error>,
    mapper: fn(RankTenantsBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> RankTenantsQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(RankTenantsBorrowed) -> R) -> RankTenantsQuery<'c, 'a, 's, C, R, N> {
        RankTenantsQuery {
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
pub struct ReadTotalsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn read_totals() -> ReadTotalsStmt {
    ReadTotalsStmt(
        "with parts as ( select measure, at, count, case when measure = any ($1::text[]) then sketch end as sketch from metric_totals where measure = any ($2::text[]) and minutes = 60 and at >= $3 and at < $4 and at <> all ($5::timestamptz[]) union all select total.measure, total.at, total.count, case when total.measure = any ($1::text[]) then total.sketch end from unnest($5::timestamptz[]) as split (hour) cross join unnest($2::text[]) as wanted (measure) join metric_totals as total on total.measure = wanted.measure and total.minutes = 15 and total.at >= split.hour and total.at < split.hour + interval '1 hour' where total.at >= $3 and total.at < $4 union all select measure, at, count, case when measure = any ($1::text[]) then sketch end from metric_changes where measure = any ($2::text[]) and at >= $3 and at < $4 ) select measure, width_bucket(at, $6::timestamptz[]) - 1 as bucket, null::text as split, sum(count)::bigint as count, array_agg(sketch) filter (where sketch is not null) as sketches, null::double precision[] as added, null::double precision[] as taken from parts group by 1, 2 union all select measure, width_bucket(at, $6::timestamptz[]) - 1, null, 0, null, array_agg(duration) filter (where count > 0), array_agg(duration) filter (where count < 0) from metric_changes cross join unnest(seconds) as duration where measure = any ($1::text[]) and at >= $3 and at < $4 group by 1, 2",
        None,
    )
}
impl ReadTotalsStmt {
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
        T5: crate::ArraySql<Item = jiff::Timestamp>,
        T6: crate::ArraySql<Item = jiff::Timestamp>,
    >(
        &'s self,
        client: &'c C,
        sketched: &'a T2,
        measures: &'a T4,
        since: &'a jiff::Timestamp,
        until: &'a jiff::Timestamp,
        split_hours: &'a T5,
        boundaries: &'a T6,
    ) -> SumQuery<'c, 'a, 's, C, Sum, 6> {
        SumQuery {
            client,
            params: [sketched, measures, since, until, split_hours, boundaries],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<SumBorrowed, tokio_postgres::Error> {
                Ok(SumBorrowed {
                    measure: row.try_get(0)?,
                    bucket: row.try_get(1)?,
                    split: row.try_get(2)?,
                    count: row.try_get(3)?,
                    sketches: row.try_get(4)?,
                    added: row.try_get(5)?,
                    taken: row.try_get(6)?,
                })
            },
            mapper: |it| Sum::from(it),
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
    T5: crate::ArraySql<Item = jiff::Timestamp>,
    T6: crate::ArraySql<Item = jiff::Timestamp>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        ReadTotalsParams<T1, T2, T3, T4, T5, T6>,
        SumQuery<'c, 'a, 's, C, Sum, 6>,
        C,
    > for ReadTotalsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ReadTotalsParams<T1, T2, T3, T4, T5, T6>,
    ) -> SumQuery<'c, 'a, 's, C, Sum, 6> {
        self.bind(
            client,
            &params.sketched,
            &params.measures,
            &params.since,
            &params.until,
            &params.split_hours,
            &params.boundaries,
        )
    }
}
pub struct ReadSharesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn read_shares() -> ReadSharesStmt {
    ReadSharesStmt(
        "with parts as ( select measure, at, organization_id, dimensions, count, case when measure = any ($1::text[]) then sketch end as sketch from metric_shares where measure = any ($2::text[]) and at >= $3 and at < $4 union all select measure, at, organization_id, dimensions, count, case when measure = any ($1::text[]) then sketch end from metric_changes where measure = any ($2::text[]) and at >= $3 and at < $4 ) select measure, width_bucket(at, $5::timestamptz[]) - 1 as bucket, case when $6 then organization_id::text else dimensions[$7] end as split, sum(count)::bigint as count, array_agg(sketch) filter (where sketch is not null) as sketches, null::double precision[] as added, null::double precision[] as taken from parts where ($8::uuid[] is null or organization_id = any ($8)) and ($9::text[] is null or dimensions[1] = any ($9)) and ($10::text[] is null or dimensions[2] = any ($10)) and ($11::text[] is null or dimensions[3] = any ($11)) group by 1, 2, 3 union all select measure, width_bucket(at, $5::timestamptz[]) - 1, case when $6 then organization_id::text else dimensions[$7] end, 0, null, array_agg(duration) filter (where count > 0), array_agg(duration) filter (where count < 0) from metric_changes cross join unnest(seconds) as duration where measure = any ($1::text[]) and at >= $3 and at < $4 and ($8::uuid[] is null or organization_id = any ($8)) and ($9::text[] is null or dimensions[1] = any ($9)) and ($10::text[] is null or dimensions[2] = any ($10)) and ($11::text[] is null or dimensions[3] = any ($11)) group by 1, 2, 3",
        None,
    )
}
impl ReadSharesStmt {
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
        T5: crate::ArraySql<Item = jiff::Timestamp>,
        T6: crate::ArraySql<Item = uuid::Uuid>,
        T7: crate::StringSql,
        T8: crate::ArraySql<Item = T7>,
        T9: crate::StringSql,
        T10: crate::ArraySql<Item = T9>,
        T11: crate::StringSql,
        T12: crate::ArraySql<Item = T11>,
    >(
        &'s self,
        client: &'c C,
        sketched: &'a T2,
        measures: &'a T4,
        since: &'a jiff::Timestamp,
        until: &'a jiff::Timestamp,
        boundaries: &'a T5,
        by_organization: &'a bool,
        dimension: &'a Option<i32>,
        organizations: &'a Option<T6>,
        first: &'a Option<T8>,
        second: &'a Option<T10>,
        third: &'a Option<T12>,
    ) -> SumQuery<'c, 'a, 's, C, Sum, 11> {
        SumQuery {
            client,
            params: [
                sketched,
                measures,
                since,
                until,
                boundaries,
                by_organization,
                dimension,
                organizations,
                first,
                second,
                third,
            ],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<SumBorrowed, tokio_postgres::Error> {
                Ok(SumBorrowed {
                    measure: row.try_get(0)?,
                    bucket: row.try_get(1)?,
                    split: row.try_get(2)?,
                    count: row.try_get(3)?,
                    sketches: row.try_get(4)?,
                    added: row.try_get(5)?,
                    taken: row.try_get(6)?,
                })
            },
            mapper: |it| Sum::from(it),
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
    T5: crate::ArraySql<Item = jiff::Timestamp>,
    T6: crate::ArraySql<Item = uuid::Uuid>,
    T7: crate::StringSql,
    T8: crate::ArraySql<Item = T7>,
    T9: crate::StringSql,
    T10: crate::ArraySql<Item = T9>,
    T11: crate::StringSql,
    T12: crate::ArraySql<Item = T11>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        ReadSharesParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12>,
        SumQuery<'c, 'a, 's, C, Sum, 11>,
        C,
    > for ReadSharesStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ReadSharesParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12>,
    ) -> SumQuery<'c, 'a, 's, C, Sum, 11> {
        self.bind(
            client,
            &params.sketched,
            &params.measures,
            &params.since,
            &params.until,
            &params.boundaries,
            &params.by_organization,
            &params.dimension,
            &params.organizations,
            &params.first,
            &params.second,
            &params.third,
        )
    }
}
pub struct ReadPlatformTotalsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn read_platform_totals() -> ReadPlatformTotalsStmt {
    ReadPlatformTotalsStmt(
        "with parts as ( select measure, at, count, case when measure = any ($1::text[]) then sketch end as sketch from platform_totals where measure = any ($2::text[]) and minutes = 60 and at >= $3 and at < $4 and at <> all ($5::timestamptz[]) union all select total.measure, total.at, total.count, case when total.measure = any ($1::text[]) then total.sketch end from unnest($5::timestamptz[]) as split (hour) cross join unnest($2::text[]) as wanted (measure) join platform_totals as total on total.measure = wanted.measure and total.minutes = 15 and total.at >= split.hour and total.at < split.hour + interval '1 hour' where total.at >= $3 and total.at < $4 union all select measure, at, count, case when measure = any ($1::text[]) then sketch end from metric_changes where measure = any ($2::text[]) and at >= $3 and at < $4 ) select measure, width_bucket(at, $6::timestamptz[]) - 1 as bucket, null::text as split, sum(count)::bigint as count, array_agg(sketch) filter (where sketch is not null) as sketches, null::double precision[] as added, null::double precision[] as taken from parts group by 1, 2 union all select measure, width_bucket(at, $6::timestamptz[]) - 1, null, 0, null, array_agg(duration) filter (where count > 0), array_agg(duration) filter (where count < 0) from metric_changes cross join unnest(seconds) as duration where measure = any ($1::text[]) and at >= $3 and at < $4 group by 1, 2",
        None,
    )
}
impl ReadPlatformTotalsStmt {
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
        T5: crate::ArraySql<Item = jiff::Timestamp>,
        T6: crate::ArraySql<Item = jiff::Timestamp>,
    >(
        &'s self,
        client: &'c C,
        sketched: &'a T2,
        measures: &'a T4,
        since: &'a jiff::Timestamp,
        until: &'a jiff::Timestamp,
        split_hours: &'a T5,
        boundaries: &'a T6,
    ) -> SumQuery<'c, 'a, 's, C, Sum, 6> {
        SumQuery {
            client,
            params: [sketched, measures, since, until, split_hours, boundaries],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<SumBorrowed, tokio_postgres::Error> {
                Ok(SumBorrowed {
                    measure: row.try_get(0)?,
                    bucket: row.try_get(1)?,
                    split: row.try_get(2)?,
                    count: row.try_get(3)?,
                    sketches: row.try_get(4)?,
                    added: row.try_get(5)?,
                    taken: row.try_get(6)?,
                })
            },
            mapper: |it| Sum::from(it),
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
    T5: crate::ArraySql<Item = jiff::Timestamp>,
    T6: crate::ArraySql<Item = jiff::Timestamp>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        ReadPlatformTotalsParams<T1, T2, T3, T4, T5, T6>,
        SumQuery<'c, 'a, 's, C, Sum, 6>,
        C,
    > for ReadPlatformTotalsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ReadPlatformTotalsParams<T1, T2, T3, T4, T5, T6>,
    ) -> SumQuery<'c, 'a, 's, C, Sum, 6> {
        self.bind(
            client,
            &params.sketched,
            &params.measures,
            &params.since,
            &params.until,
            &params.split_hours,
            &params.boundaries,
        )
    }
}
pub struct CountActiveUsersStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn count_active_users() -> CountActiveUsersStmt {
    CountActiveUsersStmt(
        "with active as materialized ( select distinct width_bucket(at, $1::timestamptz[]) - 1 as bucket, user_id from user_activity where at >= $2 and at < $3 ) select bucket, count(*) as users from active group by bucket union all select null, count(distinct user_id) from active order by bucket",
        None,
    )
}
impl CountActiveUsersStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = jiff::Timestamp>>(
        &'s self,
        client: &'c C,
        boundaries: &'a T1,
        since: &'a jiff::Timestamp,
        until: &'a jiff::Timestamp,
    ) -> CountActiveUsersQuery<'c, 'a, 's, C, CountActiveUsers, 3> {
        CountActiveUsersQuery {
            client,
            params: [boundaries, since, until],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<CountActiveUsers, tokio_postgres::Error> {
                Ok(CountActiveUsers { bucket: row.try_get(0)?, users: row.try_get(1)? })
            },
            mapper: |it| CountActiveUsers::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = jiff::Timestamp>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        CountActiveUsersParams<T1>,
        CountActiveUsersQuery<'c, 'a, 's, C, CountActiveUsers, 3>,
        C,
    > for CountActiveUsersStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CountActiveUsersParams<T1>,
    ) -> CountActiveUsersQuery<'c, 'a, 's, C, CountActiveUsers, 3> {
        self.bind(client, &params.boundaries, &params.since, &params.until)
    }
}
pub struct CountActiveTenantsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn count_active_tenants() -> CountActiveTenantsStmt {
    CountActiveTenantsStmt(
        "select bucket, count(*) as tenants from ( select width_bucket(day::timestamp at time zone 'utc', $1::timestamptz[]) - 1 as bucket, tenant_id from tenant_days where day >= ($2::timestamptz at time zone 'utc')::date and day < ($3::timestamptz at time zone 'utc')::date and requests > 0 union select width_bucket(at, $1::timestamptz[]) - 1, tenant_id from metric_changes where measure = 'api.requests' and at >= $2 and at < $3 and count > 0 ) as active group by bucket order by bucket",
        None,
    )
}
impl CountActiveTenantsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = jiff::Timestamp>>(
        &'s self,
        client: &'c C,
        boundaries: &'a T1,
        since: &'a jiff::Timestamp,
        until: &'a jiff::Timestamp,
    ) -> CountActiveTenantsQuery<'c, 'a, 's, C, CountActiveTenants, 3> {
        CountActiveTenantsQuery {
            client,
            params: [boundaries, since, until],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<CountActiveTenants, tokio_postgres::Error> {
                Ok(CountActiveTenants { bucket: row.try_get(0)?, tenants: row.try_get(1)? })
            },
            mapper: |it| CountActiveTenants::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = jiff::Timestamp>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        CountActiveTenantsParams<T1>,
        CountActiveTenantsQuery<'c, 'a, 's, C, CountActiveTenants, 3>,
        C,
    > for CountActiveTenantsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CountActiveTenantsParams<T1>,
    ) -> CountActiveTenantsQuery<'c, 'a, 's, C, CountActiveTenants, 3> {
        self.bind(client, &params.boundaries, &params.since, &params.until)
    }
}
pub struct RankTenantsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn rank_tenants() -> RankTenantsStmt {
    RankTenantsStmt(
        "with parts as ( select tenant_id, requests, errors from tenant_days where day >= $1 and day < $2 union all select tenant_id, case measure when 'api.requests' then count else 0 end, case measure when 'api.errors' then count else 0 end from metric_changes where measure in ('api.requests', 'api.errors') and at >= $1::date::timestamp at time zone 'utc' and at < $2::date::timestamp at time zone 'utc' ), busy as ( select tenant_id, sum(requests)::bigint as requests, sum(errors)::bigint as errors from parts group by tenant_id ) select tenants.id, tenants.name, busy.requests, busy.errors from busy join tenants on tenants.id = busy.tenant_id where busy.requests > 0 order by busy.requests desc, tenants.id limit $3",
        None,
    )
}
impl RankTenantsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        since_day: &'a jiff::civil::Date,
        until_day: &'a jiff::civil::Date,
        limit: &'a i64,
    ) -> RankTenantsQuery<'c, 'a, 's, C, RankTenants, 3> {
        RankTenantsQuery {
            client,
            params: [since_day, until_day, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<RankTenantsBorrowed, tokio_postgres::Error> {
                Ok(RankTenantsBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    requests: row.try_get(2)?,
                    errors: row.try_get(3)?,
                })
            },
            mapper: |it| RankTenants::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, RankTenantsParams, RankTenantsQuery<'c, 'a, 's, C, RankTenants, 3>, C>
    for RankTenantsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a RankTenantsParams,
    ) -> RankTenantsQuery<'c, 'a, 's, C, RankTenants, 3> {
        self.bind(client, &params.since_day, &params.until_day, &params.limit)
    }
}
