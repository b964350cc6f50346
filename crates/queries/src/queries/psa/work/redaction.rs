// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct RunsAfterParams<T1: crate::StringSql, T2: crate::ArraySql<Item = T1>> {
    pub last: uuid::Uuid,
    pub since: jiff::Timestamp,
    pub limit: i64,
    pub names: T2,
}
#[derive(Debug)]
pub struct RewriteRunParams<T1: crate::JsonSql, T2: crate::JsonSql, T3: crate::JsonSql> {
    pub input: T1,
    pub output: Option<T2>,
    pub error: Option<T3>,
    pub id: uuid::Uuid,
}
#[derive(Debug)]
pub struct RewriteStepParams<T1: crate::JsonSql, T2: crate::JsonSql, T3: crate::JsonSql, T4: crate::StringSql> {
    pub input: Option<T1>,
    pub output: Option<T2>,
    pub error: Option<T3>,
    pub run_id: uuid::Uuid,
    pub path: T4,
}
#[derive(Debug)]
pub struct RewriteHeardParams<T1: crate::JsonSql, T2: crate::StringSql> {
    pub heard: T1,
    pub run_id: uuid::Uuid,
    pub path: T2,
    pub attempt: i32,
}
#[derive(Debug)]
pub struct RewriteSummaryParams<T1: crate::StringSql> {
    pub summary: T1,
    pub id: uuid::Uuid,
}
#[derive(Debug)]
pub struct ForgetWebhookResponsesParams<
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::ArraySql<Item = jiff::Timestamp>,
> {
    pub tenant: uuid::Uuid,
    pub operation: uuid::Uuid,
    pub ids: T1,
    pub ats: T2,
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct RunsAfter {
    pub id: uuid::Uuid,
    pub is_over: bool,
    pub has_copy: bool,
}
#[derive(Debug, Clone, PartialEq)]
pub struct LockEndedRun {
    pub input: serde_json::Value,
    pub output: Option<serde_json::Value>,
    pub error: Option<serde_json::Value>,
}
pub struct LockEndedRunBorrowed<'a> {
    pub input: postgres_types::Json<&'a serde_json::value::RawValue>,
    pub output: Option<postgres_types::Json<&'a serde_json::value::RawValue>>,
    pub error: Option<postgres_types::Json<&'a serde_json::value::RawValue>>,
}
impl<'a> From<LockEndedRunBorrowed<'a>> for LockEndedRun {
    fn from(LockEndedRunBorrowed { input, output, error }: LockEndedRunBorrowed<'a>) -> Self {
        Self {
            input: serde_json::from_str(input.0.get()).unwrap(),
            output: output.map(|v| serde_json::from_str(v.0.get()).unwrap()),
            error: error.map(|v| serde_json::from_str(v.0.get()).unwrap()),
        }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct StepsOfRun {
    pub path: String,
    pub input: Option<serde_json::Value>,
    pub output: Option<serde_json::Value>,
    pub error: Option<serde_json::Value>,
}
pub struct StepsOfRunBorrowed<'a> {
    pub path: &'a str,
    pub input: Option<postgres_types::Json<&'a serde_json::value::RawValue>>,
    pub output: Option<postgres_types::Json<&'a serde_json::value::RawValue>>,
    pub error: Option<postgres_types::Json<&'a serde_json::value::RawValue>>,
}
impl<'a> From<StepsOfRunBorrowed<'a>> for StepsOfRun {
    fn from(StepsOfRunBorrowed { path, input, output, error }: StepsOfRunBorrowed<'a>) -> Self {
        Self {
            path: path.into(),
            input: input.map(|v| serde_json::from_str(v.0.get()).unwrap()),
            output: output.map(|v| serde_json::from_str(v.0.get()).unwrap()),
            error: error.map(|v| serde_json::from_str(v.0.get()).unwrap()),
        }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct HeardByRun {
    pub path: String,
    pub attempt: i32,
    pub heard: serde_json::Value,
}
pub struct HeardByRunBorrowed<'a> {
    pub path: &'a str,
    pub attempt: i32,
    pub heard: postgres_types::Json<&'a serde_json::value::RawValue>,
}
impl<'a> From<HeardByRunBorrowed<'a>> for HeardByRun {
    fn from(HeardByRunBorrowed { path, attempt, heard }: HeardByRunBorrowed<'a>) -> Self {
        Self { path: path.into(), attempt, heard: serde_json::from_str(heard.0.get()).unwrap() }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct SummariesOfRun {
    pub id: uuid::Uuid,
    pub summary: String,
}
pub struct SummariesOfRunBorrowed<'a> {
    pub id: uuid::Uuid,
    pub summary: &'a str,
}
impl<'a> From<SummariesOfRunBorrowed<'a>> for SummariesOfRun {
    fn from(SummariesOfRunBorrowed { id, summary }: SummariesOfRunBorrowed<'a>) -> Self {
        Self { id, summary: summary.into() }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct RunsAfterQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<RunsAfter, tokio_postgres::Error>,
    mapper: fn(RunsAfter) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> RunsAfterQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(RunsAfter) -> R) -> RunsAfterQuery<'c, 'a, 's, C, R, N> {
        RunsAfterQuery {
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
pub struct LockEndedRunQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<LockEndedRunBorrowed, tokio_postgres::Error>,
    mapper: fn(LockEndedRunBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> LockEndedRunQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(LockEndedRunBorrowed) -> R) -> LockEndedRunQuery<'c, 'a, 's, C, R, N> {
        LockEndedRunQuery {
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
pub struct StepsOfRunQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<StepsOfRunBorrowed, tokio_postgres::Error>,
    mapper: fn(StepsOfRunBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> StepsOfRunQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(StepsOfRunBorrowed) -> R) -> StepsOfRunQuery<'c, 'a, 's, C, R, N> {
        StepsOfRunQuery {
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
pub struct HeardByRunQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<HeardByRunBorrowed, tokio_postgres::Error>,
    mapper: fn(HeardByRunBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> HeardByRunQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(HeardByRunBorrowed) -> R) -> HeardByRunQuery<'c, 'a, 's, C, R, N> {
        HeardByRunQuery {
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
pub struct SummariesOfRunQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<SummariesOfRunBorrowed, tokio_postgres::Error>,
    mapper: fn(SummariesOfRunBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> SummariesOfRunQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(SummariesOfRunBorrowed) -> R) -> SummariesOfRunQuery<'c, 'a, 's, C, R, N> {
        SummariesOfRunQuery {
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
pub struct Optioni64Query<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<Option<i64>, tokio_postgres::Error>,
    mapper: fn(Option<i64>) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> Optioni64Query<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(Option<i64>) -> R) -> Optioni64Query<'c, 'a, 's, C, R, N> {
        Optioni64Query {
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
pub struct RunsAfterStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn runs_after() -> RunsAfterStmt {
    RunsAfterStmt(
        "with page as materialized ( select id, input, output, ended_at is not null as is_over from workflow_runs where id > $1 and (ended_at is null or ended_at >= $2) order by id limit $3 ) select page.id, page.is_over, exists ( select from unnest($4::text[]) as named (id) where strpos(page.input::text, named.id) > 0 or strpos(coalesce(page.output::text, ''), named.id) > 0 or exists ( select from workflow_steps where workflow_steps.run_id = page.id and ( strpos(coalesce(workflow_steps.input::text, ''), named.id) > 0 or strpos(coalesce(workflow_steps.output::text, ''), named.id) > 0 ) ) or exists ( select from workflow_listeners where workflow_listeners.run_id = page.id and strpos(coalesce(workflow_listeners.heard::text, ''), named.id) > 0 ) ) as has_copy from page order by page.id",
        None,
    )
}
impl RunsAfterStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>(
        &'s self,
        client: &'c C,
        last: &'a uuid::Uuid,
        since: &'a jiff::Timestamp,
        limit: &'a i64,
        names: &'a T2,
    ) -> RunsAfterQuery<'c, 'a, 's, C, RunsAfter, 4> {
        RunsAfterQuery {
            client,
            params: [last, since, limit, names],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<RunsAfter, tokio_postgres::Error> {
                Ok(RunsAfter { id: row.try_get(0)?, is_over: row.try_get(1)?, has_copy: row.try_get(2)? })
            },
            mapper: |it| RunsAfter::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>
    crate::client::async_::Params<'c, 'a, 's, RunsAfterParams<T1, T2>, RunsAfterQuery<'c, 'a, 's, C, RunsAfter, 4>, C>
    for RunsAfterStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a RunsAfterParams<T1, T2>,
    ) -> RunsAfterQuery<'c, 'a, 's, C, RunsAfter, 4> {
        self.bind(client, &params.last, &params.since, &params.limit, &params.names)
    }
}
pub struct LockEndedRunStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_ended_run() -> LockEndedRunStmt {
    LockEndedRunStmt(
        "select input, output, error from workflow_runs where id = $1 and ended_at is not null for update",
        None,
    )
}
impl LockEndedRunStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> LockEndedRunQuery<'c, 'a, 's, C, LockEndedRun, 1> {
        LockEndedRunQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<LockEndedRunBorrowed, tokio_postgres::Error> {
                Ok(LockEndedRunBorrowed { input: row.try_get(0)?, output: row.try_get(1)?, error: row.try_get(2)? })
            },
            mapper: |it| LockEndedRun::from(it),
        }
    }
}
pub struct RewriteRunStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn rewrite_run() -> RewriteRunStmt {
    RewriteRunStmt(
        "update workflow_runs set input = $1, output = $2, error = $3, version = version + 1 where id = $4 returning id",
        None,
    )
}
impl RewriteRunStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::JsonSql, T2: crate::JsonSql, T3: crate::JsonSql>(
        &'s self,
        client: &'c C,
        input: &'a T1,
        output: &'a Option<T2>,
        error: &'a Option<T3>,
        id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4> {
        UuidUuidQuery {
            client,
            params: [input, output, error, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::JsonSql, T2: crate::JsonSql, T3: crate::JsonSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        RewriteRunParams<T1, T2, T3>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4>,
        C,
    > for RewriteRunStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a RewriteRunParams<T1, T2, T3>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4> {
        self.bind(client, &params.input, &params.output, &params.error, &params.id)
    }
}
pub struct StepsOfRunStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn steps_of_run() -> StepsOfRunStmt {
    StepsOfRunStmt("select path, input, output, error from workflow_steps where run_id = $1 order by path", None)
}
impl StepsOfRunStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        run_id: &'a uuid::Uuid,
    ) -> StepsOfRunQuery<'c, 'a, 's, C, StepsOfRun, 1> {
        StepsOfRunQuery {
            client,
            params: [run_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<StepsOfRunBorrowed, tokio_postgres::Error> {
                Ok(StepsOfRunBorrowed {
                    path: row.try_get(0)?,
                    input: row.try_get(1)?,
                    output: row.try_get(2)?,
                    error: row.try_get(3)?,
                })
            },
            mapper: |it| StepsOfRun::from(it),
        }
    }
}
pub struct RewriteStepStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn rewrite_step() -> RewriteStepStmt {
    RewriteStepStmt(
        "update workflow_steps set input = $1, output = $2, error = $3 where run_id = $4 and path = $5 returning path",
        None,
    )
}
impl RewriteStepStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<
        'c,
        'a,
        's,
        C: GenericClient,
        T1: crate::JsonSql,
        T2: crate::JsonSql,
        T3: crate::JsonSql,
        T4: crate::StringSql,
    >(
        &'s self,
        client: &'c C,
        input: &'a Option<T1>,
        output: &'a Option<T2>,
        error: &'a Option<T3>,
        run_id: &'a uuid::Uuid,
        path: &'a T4,
    ) -> StringQuery<'c, 'a, 's, C, String, 5> {
        StringQuery {
            client,
            params: [input, output, error, run_id, path],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it.into(),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::JsonSql, T2: crate::JsonSql, T3: crate::JsonSql, T4: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        RewriteStepParams<T1, T2, T3, T4>,
        StringQuery<'c, 'a, 's, C, String, 5>,
        C,
    > for RewriteStepStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a RewriteStepParams<T1, T2, T3, T4>,
    ) -> StringQuery<'c, 'a, 's, C, String, 5> {
        self.bind(client, &params.input, &params.output, &params.error, &params.run_id, &params.path)
    }
}
pub struct HeardByRunStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn heard_by_run() -> HeardByRunStmt {
    HeardByRunStmt(
        "select path, attempt, heard from workflow_listeners where run_id = $1 and heard is not null order by path, attempt",
        None,
    )
}
impl HeardByRunStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        run_id: &'a uuid::Uuid,
    ) -> HeardByRunQuery<'c, 'a, 's, C, HeardByRun, 1> {
        HeardByRunQuery {
            client,
            params: [run_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<HeardByRunBorrowed, tokio_postgres::Error> {
                Ok(HeardByRunBorrowed { path: row.try_get(0)?, attempt: row.try_get(1)?, heard: row.try_get(2)? })
            },
            mapper: |it| HeardByRun::from(it),
        }
    }
}
pub struct RewriteHeardStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn rewrite_heard() -> RewriteHeardStmt {
    RewriteHeardStmt(
        "update workflow_listeners set heard = $1 where run_id = $2 and path = $3 and attempt = $4 returning path",
        None,
    )
}
impl RewriteHeardStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::JsonSql, T2: crate::StringSql>(
        &'s self,
        client: &'c C,
        heard: &'a T1,
        run_id: &'a uuid::Uuid,
        path: &'a T2,
        attempt: &'a i32,
    ) -> StringQuery<'c, 'a, 's, C, String, 4> {
        StringQuery {
            client,
            params: [heard, run_id, path, attempt],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it.into(),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::JsonSql, T2: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, RewriteHeardParams<T1, T2>, StringQuery<'c, 'a, 's, C, String, 4>, C>
    for RewriteHeardStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a RewriteHeardParams<T1, T2>,
    ) -> StringQuery<'c, 'a, 's, C, String, 4> {
        self.bind(client, &params.heard, &params.run_id, &params.path, &params.attempt)
    }
}
pub struct SummariesOfRunStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn summaries_of_run() -> SummariesOfRunStmt {
    SummariesOfRunStmt("select id, summary from workflow_approvals where run_id = $1 order by id", None)
}
impl SummariesOfRunStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        run_id: &'a uuid::Uuid,
    ) -> SummariesOfRunQuery<'c, 'a, 's, C, SummariesOfRun, 1> {
        SummariesOfRunQuery {
            client,
            params: [run_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<SummariesOfRunBorrowed, tokio_postgres::Error> {
                Ok(SummariesOfRunBorrowed { id: row.try_get(0)?, summary: row.try_get(1)? })
            },
            mapper: |it| SummariesOfRun::from(it),
        }
    }
}
pub struct RewriteSummaryStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn rewrite_summary() -> RewriteSummaryStmt {
    RewriteSummaryStmt("update workflow_approvals set summary = $1 where id = $2 returning id", None)
}
impl RewriteSummaryStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        summary: &'a T1,
        id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        UuidUuidQuery {
            client,
            params: [summary, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, RewriteSummaryParams<T1>, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>, C>
    for RewriteSummaryStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a RewriteSummaryParams<T1>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.summary, &params.id)
    }
}
pub struct ForgetWebhookResponsesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn forget_webhook_responses() -> ForgetWebhookResponsesStmt {
    ForgetWebhookResponsesStmt(
        "select app.forget_webhook_responses($1, $2, $3::uuid[], $4::timestamptz[]) as forgotten",
        None,
    )
}
impl ForgetWebhookResponsesStmt {
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
        T2: crate::ArraySql<Item = jiff::Timestamp>,
    >(
        &'s self,
        client: &'c C,
        tenant: &'a uuid::Uuid,
        operation: &'a uuid::Uuid,
        ids: &'a T1,
        ats: &'a T2,
    ) -> Optioni64Query<'c, 'a, 's, C, Option<i64>, 4> {
        Optioni64Query {
            client,
            params: [tenant, operation, ids, ats],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>, T2: crate::ArraySql<Item = jiff::Timestamp>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        ForgetWebhookResponsesParams<T1, T2>,
        Optioni64Query<'c, 'a, 's, C, Option<i64>, 4>,
        C,
    > for ForgetWebhookResponsesStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ForgetWebhookResponsesParams<T1, T2>,
    ) -> Optioni64Query<'c, 'a, 's, C, Option<i64>, 4> {
        self.bind(client, &params.tenant, &params.operation, &params.ids, &params.ats)
    }
}
