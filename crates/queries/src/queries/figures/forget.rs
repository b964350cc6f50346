// This file was generated with `cornucopia`. Do not modify.

#[derive(Clone, Copy, Debug)]
pub struct ForgetSharesParams {
    pub api_before: jiff::Timestamp,
    pub before: jiff::Timestamp,
    pub most: i64,
}
#[derive(Clone, Copy, Debug)]
pub struct ForgetTotalsParams {
    pub before: jiff::Timestamp,
    pub most: i64,
}
#[derive(Clone, Copy, Debug)]
pub struct ForgetPlatformTotalsParams {
    pub before: jiff::Timestamp,
    pub most: i64,
}
#[derive(Clone, Copy, Debug)]
pub struct ForgetDaysParams {
    pub before: jiff::Timestamp,
    pub most: i64,
}
#[derive(Clone, Copy, Debug)]
pub struct ForgetActivityParams {
    pub before: jiff::Timestamp,
    pub most: i64,
}
#[derive(Clone, Copy, Debug)]
pub struct ForgetSamplesParams {
    pub before: jiff::Timestamp,
    pub most: i64,
}
#[derive(Clone, Copy, Debug)]
pub struct ForgetLevelTotalsParams {
    pub before: jiff::Timestamp,
    pub most: i64,
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
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
pub struct ForgetSharesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn forget_shares() -> ForgetSharesStmt {
    ForgetSharesStmt(
        "with recursive kinds (tenant_id, measure) as ( ( select tenant_id, measure from metric_shares order by tenant_id, measure limit 1 ) union all select next.tenant_id, next.measure from kinds cross join lateral ( select share.tenant_id, share.measure from metric_shares as share where (share.tenant_id, share.measure) > (kinds.tenant_id, kinds.measure) order by share.tenant_id, share.measure limit 1 ) as next ), old as ( select share.place from kinds cross join lateral ( select share.ctid as place from metric_shares as share where share.tenant_id = kinds.tenant_id and share.measure = kinds.measure and share.at < case when kinds.measure like 'api.%' then $1 else $2::timestamptz end limit $3 ) as share limit $3 ), forgotten as ( delete from metric_shares where ctid = any (array(select place from old)) returning 1 ) select count(*) as forgotten from forgotten",
        None,
    )
}
impl ForgetSharesStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        api_before: &'a jiff::Timestamp,
        before: &'a jiff::Timestamp,
        most: &'a i64,
    ) -> I64Query<'c, 'a, 's, C, i64, 3> {
        I64Query {
            client,
            params: [api_before, before, most],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, ForgetSharesParams, I64Query<'c, 'a, 's, C, i64, 3>, C>
    for ForgetSharesStmt
{
    fn params(&'s self, client: &'c C, params: &'a ForgetSharesParams) -> I64Query<'c, 'a, 's, C, i64, 3> {
        self.bind(client, &params.api_before, &params.before, &params.most)
    }
}
pub struct ForgetTotalsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn forget_totals() -> ForgetTotalsStmt {
    ForgetTotalsStmt(
        "with recursive kinds (tenant_id, measure, minutes) as ( ( select tenant_id, measure, minutes from metric_totals order by tenant_id, measure, minutes limit 1 ) union all select next.tenant_id, next.measure, next.minutes from kinds cross join lateral ( select total.tenant_id, total.measure, total.minutes from metric_totals as total where (total.tenant_id, total.measure, total.minutes) > (kinds.tenant_id, kinds.measure, kinds.minutes) order by total.tenant_id, total.measure, total.minutes limit 1 ) as next ), old as ( select total.place from kinds cross join lateral ( select total.ctid as place from metric_totals as total where total.tenant_id = kinds.tenant_id and total.measure = kinds.measure and total.minutes = kinds.minutes and total.at < $1 limit $2 ) as total limit $2 ), forgotten as ( delete from metric_totals where ctid = any (array(select place from old)) returning 1 ) select count(*) as forgotten from forgotten",
        None,
    )
}
impl ForgetTotalsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        before: &'a jiff::Timestamp,
        most: &'a i64,
    ) -> I64Query<'c, 'a, 's, C, i64, 2> {
        I64Query {
            client,
            params: [before, most],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, ForgetTotalsParams, I64Query<'c, 'a, 's, C, i64, 2>, C>
    for ForgetTotalsStmt
{
    fn params(&'s self, client: &'c C, params: &'a ForgetTotalsParams) -> I64Query<'c, 'a, 's, C, i64, 2> {
        self.bind(client, &params.before, &params.most)
    }
}
pub struct ForgetPlatformTotalsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn forget_platform_totals() -> ForgetPlatformTotalsStmt {
    ForgetPlatformTotalsStmt(
        "with recursive kinds (measure, minutes) as ( ( select measure, minutes from platform_totals order by measure, minutes limit 1 ) union all select next.measure, next.minutes from kinds cross join lateral ( select total.measure, total.minutes from platform_totals as total where (total.measure, total.minutes) > (kinds.measure, kinds.minutes) order by total.measure, total.minutes limit 1 ) as next ), old as ( select total.place from kinds cross join lateral ( select total.ctid as place from platform_totals as total where total.measure = kinds.measure and total.minutes = kinds.minutes and total.at < $1 limit $2 ) as total limit $2 ), forgotten as ( delete from platform_totals where ctid = any (array(select place from old)) returning 1 ) select count(*) as forgotten from forgotten",
        None,
    )
}
impl ForgetPlatformTotalsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        before: &'a jiff::Timestamp,
        most: &'a i64,
    ) -> I64Query<'c, 'a, 's, C, i64, 2> {
        I64Query {
            client,
            params: [before, most],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, ForgetPlatformTotalsParams, I64Query<'c, 'a, 's, C, i64, 2>, C>
    for ForgetPlatformTotalsStmt
{
    fn params(&'s self, client: &'c C, params: &'a ForgetPlatformTotalsParams) -> I64Query<'c, 'a, 's, C, i64, 2> {
        self.bind(client, &params.before, &params.most)
    }
}
pub struct ForgetDaysStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn forget_days() -> ForgetDaysStmt {
    ForgetDaysStmt(
        "with old as ( select ctid as place from tenant_days where day < ($1::timestamptz at time zone 'utc')::date limit $2 ), forgotten as ( delete from tenant_days where ctid = any (array(select place from old)) returning 1 ) select count(*) as forgotten from forgotten",
        None,
    )
}
impl ForgetDaysStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        before: &'a jiff::Timestamp,
        most: &'a i64,
    ) -> I64Query<'c, 'a, 's, C, i64, 2> {
        I64Query {
            client,
            params: [before, most],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, ForgetDaysParams, I64Query<'c, 'a, 's, C, i64, 2>, C> for ForgetDaysStmt
{
    fn params(&'s self, client: &'c C, params: &'a ForgetDaysParams) -> I64Query<'c, 'a, 's, C, i64, 2> {
        self.bind(client, &params.before, &params.most)
    }
}
pub struct ForgetActivityStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn forget_activity() -> ForgetActivityStmt {
    ForgetActivityStmt(
        "with old as ( select activity.place from tenants cross join lateral ( select user_activity.ctid as place from user_activity where user_activity.tenant_id = tenants.id and user_activity.at < $1 limit $2 ) as activity limit $2 ), forgotten as ( delete from user_activity where ctid = any (array(select place from old)) returning 1 ) select count(*) as forgotten from forgotten",
        None,
    )
}
impl ForgetActivityStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        before: &'a jiff::Timestamp,
        most: &'a i64,
    ) -> I64Query<'c, 'a, 's, C, i64, 2> {
        I64Query {
            client,
            params: [before, most],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, ForgetActivityParams, I64Query<'c, 'a, 's, C, i64, 2>, C>
    for ForgetActivityStmt
{
    fn params(&'s self, client: &'c C, params: &'a ForgetActivityParams) -> I64Query<'c, 'a, 's, C, i64, 2> {
        self.bind(client, &params.before, &params.most)
    }
}
pub struct ForgetSamplesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn forget_samples() -> ForgetSamplesStmt {
    ForgetSamplesStmt(
        "with old as ( select sample.place from gauge_levels as known cross join lateral ( select max(gauge_samples.at) as at from gauge_samples where gauge_samples.tenant_id = known.tenant_id and gauge_samples.gauge = known.gauge and gauge_samples.organization_key = known.organization_key and gauge_samples.at <= $1 ) as last cross join lateral ( select gauge_samples.ctid as place from gauge_samples where gauge_samples.tenant_id = known.tenant_id and gauge_samples.gauge = known.gauge and gauge_samples.organization_key = known.organization_key and gauge_samples.at < last.at limit $2 ) as sample limit $2 ), shortened as ( update gauge_sampling set since = $1 where since < $1 ), forgotten as ( delete from gauge_samples where ctid = any (array(select place from old)) returning 1 ) select count(*) as forgotten from forgotten",
        None,
    )
}
impl ForgetSamplesStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        before: &'a jiff::Timestamp,
        most: &'a i64,
    ) -> I64Query<'c, 'a, 's, C, i64, 2> {
        I64Query {
            client,
            params: [before, most],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, ForgetSamplesParams, I64Query<'c, 'a, 's, C, i64, 2>, C>
    for ForgetSamplesStmt
{
    fn params(&'s self, client: &'c C, params: &'a ForgetSamplesParams) -> I64Query<'c, 'a, 's, C, i64, 2> {
        self.bind(client, &params.before, &params.most)
    }
}
pub struct ForgetLevelTotalsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn forget_level_totals() -> ForgetLevelTotalsStmt {
    ForgetLevelTotalsStmt(
        "with old as ( select sample.place from ( select distinct tenant_id, gauge from gauge_levels ) as known cross join lateral ( select max(gauge_totals.at) as at from gauge_totals where gauge_totals.tenant_id = known.tenant_id and gauge_totals.gauge = known.gauge and gauge_totals.at <= $1 ) as last cross join lateral ( select gauge_totals.ctid as place from gauge_totals where gauge_totals.tenant_id = known.tenant_id and gauge_totals.gauge = known.gauge and gauge_totals.at < last.at limit $2 ) as sample limit $2 ), forgotten as ( delete from gauge_totals where ctid = any (array(select place from old)) returning 1 ) select count(*) as forgotten from forgotten",
        None,
    )
}
impl ForgetLevelTotalsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        before: &'a jiff::Timestamp,
        most: &'a i64,
    ) -> I64Query<'c, 'a, 's, C, i64, 2> {
        I64Query {
            client,
            params: [before, most],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, ForgetLevelTotalsParams, I64Query<'c, 'a, 's, C, i64, 2>, C>
    for ForgetLevelTotalsStmt
{
    fn params(&'s self, client: &'c C, params: &'a ForgetLevelTotalsParams) -> I64Query<'c, 'a, 's, C, i64, 2> {
        self.bind(client, &params.before, &params.most)
    }
}
