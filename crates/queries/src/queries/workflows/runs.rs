// This file was generated with `cornucopia`. Do not modify.

#[derive(Clone, Copy, Debug)]
pub struct ListRunsParams {
    pub before: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct ListRunsByStatusParams<T1: crate::StringSql, T2: crate::ArraySql<Item = T1>> {
    pub statuses: T2,
    pub before: uuid::Uuid,
    pub limit: i64,
}
#[derive(Clone, Copy, Debug)]
pub struct ListRunsOfWorkflowParams {
    pub before: uuid::Uuid,
    pub workflow_id: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct ListRunsOfWorkflowByStatusParams<T1: crate::StringSql, T2: crate::ArraySql<Item = T1>> {
    pub before: uuid::Uuid,
    pub workflow_id: uuid::Uuid,
    pub statuses: T2,
    pub limit: i64,
}
#[derive(Debug)]
pub struct EndRunsParams<
    T1: crate::StringSql,
    T2: crate::JsonSql,
    T3: crate::JsonSql,
    T4: crate::ArraySql<Item = uuid::Uuid>,
> {
    pub status: T1,
    pub output: Option<T2>,
    pub error: Option<T3>,
    pub now: jiff::Timestamp,
    pub ids: T4,
    pub by_engine: bool,
}
#[derive(Debug)]
pub struct CloseWhatWaitsParams<T1: crate::ArraySql<Item = uuid::Uuid>> {
    pub now: jiff::Timestamp,
    pub ids: T1,
}
#[derive(Debug)]
pub struct TellEngineParams<T1: crate::StringSql, T2: crate::StringSql, T3: crate::ArraySql<Item = uuid::Uuid>> {
    pub kind: T1,
    pub path: Option<T2>,
    pub now: jiff::Timestamp,
    pub ids: T3,
}
#[derive(Debug)]
pub struct RetryRunParams<T1: crate::ArraySql<Item = uuid::Uuid>> {
    pub held: bool,
    pub people: T1,
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Debug)]
pub struct RedoStepParams<T1: crate::StringSql> {
    pub run_id: uuid::Uuid,
    pub path: Option<T1>,
}
#[derive(Debug)]
pub struct ResumeStepParams<T1: crate::StringSql> {
    pub run_id: uuid::Uuid,
    pub path: T1,
}
#[derive(Clone, Copy, Debug)]
pub struct TouchRunParams {
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Debug)]
pub struct AddStartersParams<T1: crate::ArraySql<Item = uuid::Uuid>> {
    pub people: T1,
    pub id: uuid::Uuid,
}
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    pub id: uuid::Uuid,
    pub workflow_id: uuid::Uuid,
    pub workflow_name: String,
    pub workflow_version: i32,
    pub organization_ids: Option<Vec<uuid::Uuid>>,
    pub status: String,
    pub attempt: i32,
    pub trigger_type: String,
    pub event_id: Option<uuid::Uuid>,
    pub scheduled_for: Option<jiff::Timestamp>,
    pub depth: i32,
    pub concurrency_key: Option<String>,
    pub concurrency_limit: Option<i32>,
    pub started_by_kind: Option<String>,
    pub started_by_id: Option<uuid::Uuid>,
    pub starter_ids: Vec<uuid::Uuid>,
    pub input: Option<serde_json::Value>,
    pub output: Option<serde_json::Value>,
    pub error: Option<serde_json::Value>,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub started_at: Option<jiff::Timestamp>,
    pub ended_at: Option<jiff::Timestamp>,
    pub version: i32,
    pub trace: Option<Vec<u8>>,
}
pub struct RunBorrowed<'a> {
    pub id: uuid::Uuid,
    pub workflow_id: uuid::Uuid,
    pub workflow_name: &'a str,
    pub workflow_version: i32,
    pub organization_ids: Option<crate::ArrayIterator<'a, uuid::Uuid>>,
    pub status: &'a str,
    pub attempt: i32,
    pub trigger_type: &'a str,
    pub event_id: Option<uuid::Uuid>,
    pub scheduled_for: Option<jiff::Timestamp>,
    pub depth: i32,
    pub concurrency_key: Option<&'a str>,
    pub concurrency_limit: Option<i32>,
    pub started_by_kind: Option<&'a str>,
    pub started_by_id: Option<uuid::Uuid>,
    pub starter_ids: crate::ArrayIterator<'a, uuid::Uuid>,
    pub input: Option<postgres_types::Json<&'a serde_json::value::RawValue>>,
    pub output: Option<postgres_types::Json<&'a serde_json::value::RawValue>>,
    pub error: Option<postgres_types::Json<&'a serde_json::value::RawValue>>,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub started_at: Option<jiff::Timestamp>,
    pub ended_at: Option<jiff::Timestamp>,
    pub version: i32,
    pub trace: Option<&'a [u8]>,
}
impl<'a> From<RunBorrowed<'a>> for Run {
    fn from(
        RunBorrowed {
            id,
            workflow_id,
            workflow_name,
            workflow_version,
            organization_ids,
            status,
            attempt,
            trigger_type,
            event_id,
            scheduled_for,
            depth,
            concurrency_key,
            concurrency_limit,
            started_by_kind,
            started_by_id,
            starter_ids,
            input,
            output,
            error,
            created_at,
            updated_at,
            started_at,
            ended_at,
            version,
            trace,
        }: RunBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            workflow_id,
            workflow_name: workflow_name.into(),
            workflow_version,
            organization_ids: organization_ids.map(|v| v.map(|v| v).collect()),
            status: status.into(),
            attempt,
            trigger_type: trigger_type.into(),
            event_id,
            scheduled_for,
            depth,
            concurrency_key: concurrency_key.map(|v| v.into()),
            concurrency_limit,
            started_by_kind: started_by_kind.map(|v| v.into()),
            started_by_id,
            starter_ids: starter_ids.map(|v| v).collect(),
            input: input.map(|v| serde_json::from_str(v.0.get()).unwrap()),
            output: output.map(|v| serde_json::from_str(v.0.get()).unwrap()),
            error: error.map(|v| serde_json::from_str(v.0.get()).unwrap()),
            created_at,
            updated_at,
            started_at,
            ended_at,
            version,
            trace: trace.map(|v| v.into()),
        }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    pub path: String,
    pub name: String,
    pub kind: String,
    pub task: String,
    pub status: String,
    pub attempts: i32,
    pub input: Option<serde_json::Value>,
    pub output: Option<serde_json::Value>,
    pub error: Option<serde_json::Value>,
    pub resumed: bool,
    pub until: Option<jiff::Timestamp>,
    pub started_at: jiff::Timestamp,
    pub ended_at: Option<jiff::Timestamp>,
}
pub struct StepBorrowed<'a> {
    pub path: &'a str,
    pub name: &'a str,
    pub kind: &'a str,
    pub task: &'a str,
    pub status: &'a str,
    pub attempts: i32,
    pub input: Option<postgres_types::Json<&'a serde_json::value::RawValue>>,
    pub output: Option<postgres_types::Json<&'a serde_json::value::RawValue>>,
    pub error: Option<postgres_types::Json<&'a serde_json::value::RawValue>>,
    pub resumed: bool,
    pub until: Option<jiff::Timestamp>,
    pub started_at: jiff::Timestamp,
    pub ended_at: Option<jiff::Timestamp>,
}
impl<'a> From<StepBorrowed<'a>> for Step {
    fn from(
        StepBorrowed {
            path,
            name,
            kind,
            task,
            status,
            attempts,
            input,
            output,
            error,
            resumed,
            until,
            started_at,
            ended_at,
        }: StepBorrowed<'a>,
    ) -> Self {
        Self {
            path: path.into(),
            name: name.into(),
            kind: kind.into(),
            task: task.into(),
            status: status.into(),
            attempts,
            input: input.map(|v| serde_json::from_str(v.0.get()).unwrap()),
            output: output.map(|v| serde_json::from_str(v.0.get()).unwrap()),
            error: error.map(|v| serde_json::from_str(v.0.get()).unwrap()),
            resumed,
            until,
            started_at,
            ended_at,
        }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct RunQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<RunBorrowed, tokio_postgres::Error>,
    mapper: fn(RunBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> RunQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(RunBorrowed) -> R) -> RunQuery<'c, 'a, 's, C, R, N> {
        RunQuery {
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
pub struct StepQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<StepBorrowed, tokio_postgres::Error>,
    mapper: fn(StepBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> StepQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(StepBorrowed) -> R) -> StepQuery<'c, 'a, 's, C, R, N> {
        StepQuery {
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
pub struct ListRunsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn list_runs() -> ListRunsStmt {
    ListRunsStmt(
        "select run.id, run.workflow_id, workflow.name as workflow_name, run.workflow_version, run.organization_ids, run.status, run.attempt, run.trigger_type, run.event_id, run.scheduled_for, run.depth, run.concurrency_key, run.concurrency_limit, run.started_by_kind, run.started_by_id, run.starter_ids, null::jsonb as input, null::jsonb as output, run.error, run.created_at, run.updated_at, run.started_at, run.ended_at, run.version, run.trace from workflow_runs as run join workflows as workflow on workflow.tenant_id = run.tenant_id and workflow.id = run.workflow_id where run.id < $1 order by run.id desc limit $2",
        None,
    )
}
impl ListRunsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        before: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> RunQuery<'c, 'a, 's, C, Run, 2> {
        RunQuery {
            client,
            params: [before, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<RunBorrowed, tokio_postgres::Error> {
                Ok(RunBorrowed {
                    id: row.try_get(0)?,
                    workflow_id: row.try_get(1)?,
                    workflow_name: row.try_get(2)?,
                    workflow_version: row.try_get(3)?,
                    organization_ids: row.try_get(4)?,
                    status: row.try_get(5)?,
                    attempt: row.try_get(6)?,
                    trigger_type: row.try_get(7)?,
                    event_id: row.try_get(8)?,
                    scheduled_for: row.try_get(9)?,
                    depth: row.try_get(10)?,
                    concurrency_key: row.try_get(11)?,
                    concurrency_limit: row.try_get(12)?,
                    started_by_kind: row.try_get(13)?,
                    started_by_id: row.try_get(14)?,
                    starter_ids: row.try_get(15)?,
                    input: row.try_get(16)?,
                    output: row.try_get(17)?,
                    error: row.try_get(18)?,
                    created_at: row.try_get(19)?,
                    updated_at: row.try_get(20)?,
                    started_at: row.try_get(21)?,
                    ended_at: row.try_get(22)?,
                    version: row.try_get(23)?,
                    trace: row.try_get(24)?,
                })
            },
            mapper: |it| Run::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, ListRunsParams, RunQuery<'c, 'a, 's, C, Run, 2>, C> for ListRunsStmt
{
    fn params(&'s self, client: &'c C, params: &'a ListRunsParams) -> RunQuery<'c, 'a, 's, C, Run, 2> {
        self.bind(client, &params.before, &params.limit)
    }
}
pub struct ListRunsByStatusStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn list_runs_by_status() -> ListRunsByStatusStmt {
    ListRunsByStatusStmt(
        "select run.id, run.workflow_id, workflow.name as workflow_name, run.workflow_version, run.organization_ids, run.status, run.attempt, run.trigger_type, run.event_id, run.scheduled_for, run.depth, run.concurrency_key, run.concurrency_limit, run.started_by_kind, run.started_by_id, run.starter_ids, null::jsonb as input, null::jsonb as output, run.error, run.created_at, run.updated_at, run.started_at, run.ended_at, run.version, run.trace from unnest($1::text[]) as wanted (status) cross join lateral ( select workflow_runs.* from workflow_runs where id < $2 and workflow_runs.status = wanted.status order by id desc limit $3 ) as run join workflows as workflow on workflow.tenant_id = run.tenant_id and workflow.id = run.workflow_id order by run.id desc limit $3",
        None,
    )
}
impl ListRunsByStatusStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>(
        &'s self,
        client: &'c C,
        statuses: &'a T2,
        before: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> RunQuery<'c, 'a, 's, C, Run, 3> {
        RunQuery {
            client,
            params: [statuses, before, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<RunBorrowed, tokio_postgres::Error> {
                Ok(RunBorrowed {
                    id: row.try_get(0)?,
                    workflow_id: row.try_get(1)?,
                    workflow_name: row.try_get(2)?,
                    workflow_version: row.try_get(3)?,
                    organization_ids: row.try_get(4)?,
                    status: row.try_get(5)?,
                    attempt: row.try_get(6)?,
                    trigger_type: row.try_get(7)?,
                    event_id: row.try_get(8)?,
                    scheduled_for: row.try_get(9)?,
                    depth: row.try_get(10)?,
                    concurrency_key: row.try_get(11)?,
                    concurrency_limit: row.try_get(12)?,
                    started_by_kind: row.try_get(13)?,
                    started_by_id: row.try_get(14)?,
                    starter_ids: row.try_get(15)?,
                    input: row.try_get(16)?,
                    output: row.try_get(17)?,
                    error: row.try_get(18)?,
                    created_at: row.try_get(19)?,
                    updated_at: row.try_get(20)?,
                    started_at: row.try_get(21)?,
                    ended_at: row.try_get(22)?,
                    version: row.try_get(23)?,
                    trace: row.try_get(24)?,
                })
            },
            mapper: |it| Run::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>
    crate::client::async_::Params<'c, 'a, 's, ListRunsByStatusParams<T1, T2>, RunQuery<'c, 'a, 's, C, Run, 3>, C>
    for ListRunsByStatusStmt
{
    fn params(&'s self, client: &'c C, params: &'a ListRunsByStatusParams<T1, T2>) -> RunQuery<'c, 'a, 's, C, Run, 3> {
        self.bind(client, &params.statuses, &params.before, &params.limit)
    }
}
pub struct ListRunsOfWorkflowStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn list_runs_of_workflow() -> ListRunsOfWorkflowStmt {
    ListRunsOfWorkflowStmt(
        "select run.id, run.workflow_id, workflow.name as workflow_name, run.workflow_version, run.organization_ids, run.status, run.attempt, run.trigger_type, run.event_id, run.scheduled_for, run.depth, run.concurrency_key, run.concurrency_limit, run.started_by_kind, run.started_by_id, run.starter_ids, null::jsonb as input, null::jsonb as output, run.error, run.created_at, run.updated_at, run.started_at, run.ended_at, run.version, run.trace from workflow_runs as run join workflows as workflow on workflow.tenant_id = run.tenant_id and workflow.id = run.workflow_id where run.id < $1 and run.workflow_id = $2 order by run.id desc limit $3",
        None,
    )
}
impl ListRunsOfWorkflowStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        before: &'a uuid::Uuid,
        workflow_id: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> RunQuery<'c, 'a, 's, C, Run, 3> {
        RunQuery {
            client,
            params: [before, workflow_id, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<RunBorrowed, tokio_postgres::Error> {
                Ok(RunBorrowed {
                    id: row.try_get(0)?,
                    workflow_id: row.try_get(1)?,
                    workflow_name: row.try_get(2)?,
                    workflow_version: row.try_get(3)?,
                    organization_ids: row.try_get(4)?,
                    status: row.try_get(5)?,
                    attempt: row.try_get(6)?,
                    trigger_type: row.try_get(7)?,
                    event_id: row.try_get(8)?,
                    scheduled_for: row.try_get(9)?,
                    depth: row.try_get(10)?,
                    concurrency_key: row.try_get(11)?,
                    concurrency_limit: row.try_get(12)?,
                    started_by_kind: row.try_get(13)?,
                    started_by_id: row.try_get(14)?,
                    starter_ids: row.try_get(15)?,
                    input: row.try_get(16)?,
                    output: row.try_get(17)?,
                    error: row.try_get(18)?,
                    created_at: row.try_get(19)?,
                    updated_at: row.try_get(20)?,
                    started_at: row.try_get(21)?,
                    ended_at: row.try_get(22)?,
                    version: row.try_get(23)?,
                    trace: row.try_get(24)?,
                })
            },
            mapper: |it| Run::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, ListRunsOfWorkflowParams, RunQuery<'c, 'a, 's, C, Run, 3>, C>
    for ListRunsOfWorkflowStmt
{
    fn params(&'s self, client: &'c C, params: &'a ListRunsOfWorkflowParams) -> RunQuery<'c, 'a, 's, C, Run, 3> {
        self.bind(client, &params.before, &params.workflow_id, &params.limit)
    }
}
pub struct ListRunsOfWorkflowByStatusStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn list_runs_of_workflow_by_status() -> ListRunsOfWorkflowByStatusStmt {
    ListRunsOfWorkflowByStatusStmt(
        "select run.id, run.workflow_id, workflow.name as workflow_name, run.workflow_version, run.organization_ids, run.status, run.attempt, run.trigger_type, run.event_id, run.scheduled_for, run.depth, run.concurrency_key, run.concurrency_limit, run.started_by_kind, run.started_by_id, run.starter_ids, null::jsonb as input, null::jsonb as output, run.error, run.created_at, run.updated_at, run.started_at, run.ended_at, run.version, run.trace from workflow_runs as run join workflows as workflow on workflow.tenant_id = run.tenant_id and workflow.id = run.workflow_id where run.id < $1 and run.workflow_id = $2 and run.status = any ($3) order by run.id desc limit $4",
        None,
    )
}
impl ListRunsOfWorkflowByStatusStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>(
        &'s self,
        client: &'c C,
        before: &'a uuid::Uuid,
        workflow_id: &'a uuid::Uuid,
        statuses: &'a T2,
        limit: &'a i64,
    ) -> RunQuery<'c, 'a, 's, C, Run, 4> {
        RunQuery {
            client,
            params: [before, workflow_id, statuses, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<RunBorrowed, tokio_postgres::Error> {
                Ok(RunBorrowed {
                    id: row.try_get(0)?,
                    workflow_id: row.try_get(1)?,
                    workflow_name: row.try_get(2)?,
                    workflow_version: row.try_get(3)?,
                    organization_ids: row.try_get(4)?,
                    status: row.try_get(5)?,
                    attempt: row.try_get(6)?,
                    trigger_type: row.try_get(7)?,
                    event_id: row.try_get(8)?,
                    scheduled_for: row.try_get(9)?,
                    depth: row.try_get(10)?,
                    concurrency_key: row.try_get(11)?,
                    concurrency_limit: row.try_get(12)?,
                    started_by_kind: row.try_get(13)?,
                    started_by_id: row.try_get(14)?,
                    starter_ids: row.try_get(15)?,
                    input: row.try_get(16)?,
                    output: row.try_get(17)?,
                    error: row.try_get(18)?,
                    created_at: row.try_get(19)?,
                    updated_at: row.try_get(20)?,
                    started_at: row.try_get(21)?,
                    ended_at: row.try_get(22)?,
                    version: row.try_get(23)?,
                    trace: row.try_get(24)?,
                })
            },
            mapper: |it| Run::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        ListRunsOfWorkflowByStatusParams<T1, T2>,
        RunQuery<'c, 'a, 's, C, Run, 4>,
        C,
    > for ListRunsOfWorkflowByStatusStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ListRunsOfWorkflowByStatusParams<T1, T2>,
    ) -> RunQuery<'c, 'a, 's, C, Run, 4> {
        self.bind(client, &params.before, &params.workflow_id, &params.statuses, &params.limit)
    }
}
pub struct GetRunStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn get_run() -> GetRunStmt {
    GetRunStmt(
        "select run.id, run.workflow_id, workflow.name as workflow_name, run.workflow_version, run.organization_ids, run.status, run.attempt, run.trigger_type, run.event_id, run.scheduled_for, run.depth, run.concurrency_key, run.concurrency_limit, run.started_by_kind, run.started_by_id, run.starter_ids, run.input, run.output, run.error, run.created_at, run.updated_at, run.started_at, run.ended_at, run.version, run.trace from workflow_runs as run join workflows as workflow on workflow.tenant_id = run.tenant_id and workflow.id = run.workflow_id where run.id = $1",
        None,
    )
}
impl GetRunStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> RunQuery<'c, 'a, 's, C, Run, 1> {
        RunQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<RunBorrowed, tokio_postgres::Error> {
                Ok(RunBorrowed {
                    id: row.try_get(0)?,
                    workflow_id: row.try_get(1)?,
                    workflow_name: row.try_get(2)?,
                    workflow_version: row.try_get(3)?,
                    organization_ids: row.try_get(4)?,
                    status: row.try_get(5)?,
                    attempt: row.try_get(6)?,
                    trigger_type: row.try_get(7)?,
                    event_id: row.try_get(8)?,
                    scheduled_for: row.try_get(9)?,
                    depth: row.try_get(10)?,
                    concurrency_key: row.try_get(11)?,
                    concurrency_limit: row.try_get(12)?,
                    started_by_kind: row.try_get(13)?,
                    started_by_id: row.try_get(14)?,
                    starter_ids: row.try_get(15)?,
                    input: row.try_get(16)?,
                    output: row.try_get(17)?,
                    error: row.try_get(18)?,
                    created_at: row.try_get(19)?,
                    updated_at: row.try_get(20)?,
                    started_at: row.try_get(21)?,
                    ended_at: row.try_get(22)?,
                    version: row.try_get(23)?,
                    trace: row.try_get(24)?,
                })
            },
            mapper: |it| Run::from(it),
        }
    }
}
pub struct RunsByIdStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn runs_by_id() -> RunsByIdStmt {
    RunsByIdStmt(
        "select run.id, run.workflow_id, workflow.name as workflow_name, run.workflow_version, run.organization_ids, run.status, run.attempt, run.trigger_type, run.event_id, run.scheduled_for, run.depth, run.concurrency_key, run.concurrency_limit, run.started_by_kind, run.started_by_id, run.starter_ids, run.input, run.output, run.error, run.created_at, run.updated_at, run.started_at, run.ended_at, run.version, run.trace from workflow_runs as run join workflows as workflow on workflow.tenant_id = run.tenant_id and workflow.id = run.workflow_id where run.id = any ($1) order by run.id",
        None,
    )
}
impl RunsByIdStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        ids: &'a T1,
    ) -> RunQuery<'c, 'a, 's, C, Run, 1> {
        RunQuery {
            client,
            params: [ids],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<RunBorrowed, tokio_postgres::Error> {
                Ok(RunBorrowed {
                    id: row.try_get(0)?,
                    workflow_id: row.try_get(1)?,
                    workflow_name: row.try_get(2)?,
                    workflow_version: row.try_get(3)?,
                    organization_ids: row.try_get(4)?,
                    status: row.try_get(5)?,
                    attempt: row.try_get(6)?,
                    trigger_type: row.try_get(7)?,
                    event_id: row.try_get(8)?,
                    scheduled_for: row.try_get(9)?,
                    depth: row.try_get(10)?,
                    concurrency_key: row.try_get(11)?,
                    concurrency_limit: row.try_get(12)?,
                    started_by_kind: row.try_get(13)?,
                    started_by_id: row.try_get(14)?,
                    starter_ids: row.try_get(15)?,
                    input: row.try_get(16)?,
                    output: row.try_get(17)?,
                    error: row.try_get(18)?,
                    created_at: row.try_get(19)?,
                    updated_at: row.try_get(20)?,
                    started_at: row.try_get(21)?,
                    ended_at: row.try_get(22)?,
                    version: row.try_get(23)?,
                    trace: row.try_get(24)?,
                })
            },
            mapper: |it| Run::from(it),
        }
    }
}
pub struct LockRunStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_run() -> LockRunStmt {
    LockRunStmt("select id from workflow_runs where id = $1 for update", None)
}
impl LockRunStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 1> {
        UuidUuidQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct StatusOfRunStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn status_of_run() -> StatusOfRunStmt {
    StatusOfRunStmt("select status from workflow_runs where id = $1", None)
}
impl StatusOfRunStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> StringQuery<'c, 'a, 's, C, String, 1> {
        StringQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it.into(),
        }
    }
}
pub struct StepsOfRunStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn steps_of_run() -> StepsOfRunStmt {
    StepsOfRunStmt(
        "select path, name, kind, task, status, attempts, case when octet_length(input::text) > 8192 then jsonb_build_object('truncated', true, 'bytes', octet_length(input::text)) else input end as input, case when octet_length(output::text) > 8192 then jsonb_build_object('truncated', true, 'bytes', octet_length(output::text)) else output end as output, error, resumed, until, started_at, ended_at from workflow_steps where run_id = $1 order by started_at, path",
        None,
    )
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
    ) -> StepQuery<'c, 'a, 's, C, Step, 1> {
        StepQuery {
            client,
            params: [run_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<StepBorrowed, tokio_postgres::Error> {
                Ok(StepBorrowed {
                    path: row.try_get(0)?,
                    name: row.try_get(1)?,
                    kind: row.try_get(2)?,
                    task: row.try_get(3)?,
                    status: row.try_get(4)?,
                    attempts: row.try_get(5)?,
                    input: row.try_get(6)?,
                    output: row.try_get(7)?,
                    error: row.try_get(8)?,
                    resumed: row.try_get(9)?,
                    until: row.try_get(10)?,
                    started_at: row.try_get(11)?,
                    ended_at: row.try_get(12)?,
                })
            },
            mapper: |it| Step::from(it),
        }
    }
}
pub struct EndRunsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn end_runs() -> EndRunsStmt {
    EndRunsStmt(
        "update workflow_runs set status = $1, output = $2, error = $3, ended_at = $4, updated_at = $4, version = version + 1 where id = any ($5) and status in ('queued', 'running', 'waiting', 'waiting_approval') and (not $6 or begun = attempt) returning id",
        None,
    )
}
impl EndRunsStmt {
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
        T2: crate::JsonSql,
        T3: crate::JsonSql,
        T4: crate::ArraySql<Item = uuid::Uuid>,
    >(
        &'s self,
        client: &'c C,
        status: &'a T1,
        output: &'a Option<T2>,
        error: &'a Option<T3>,
        now: &'a jiff::Timestamp,
        ids: &'a T4,
        by_engine: &'a bool,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 6> {
        UuidUuidQuery {
            client,
            params: [status, output, error, now, ids, by_engine],
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
    T2: crate::JsonSql,
    T3: crate::JsonSql,
    T4: crate::ArraySql<Item = uuid::Uuid>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        EndRunsParams<T1, T2, T3, T4>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 6>,
        C,
    > for EndRunsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a EndRunsParams<T1, T2, T3, T4>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 6> {
        self.bind(client, &params.status, &params.output, &params.error, &params.now, &params.ids, &params.by_engine)
    }
}
pub struct CloseWhatWaitsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn close_what_waits() -> CloseWhatWaitsStmt {
    CloseWhatWaitsStmt(
        "with approvals as ( update workflow_approvals set status = 'canceled', decided_at = $1, outcome = 'The run ended before it was decided.' where run_id = any ($2) and status = 'pending' ), listeners as ( delete from workflow_listeners where run_id = any ($2) and heard is null ) update workflow_steps set status = 'canceled', ended_at = $1 where run_id = any ($2) and status in ('running', 'waiting') returning path",
        None,
    )
}
impl CloseWhatWaitsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
        ids: &'a T1,
    ) -> StringQuery<'c, 'a, 's, C, String, 2> {
        StringQuery {
            client,
            params: [now, ids],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it.into(),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>
    crate::client::async_::Params<'c, 'a, 's, CloseWhatWaitsParams<T1>, StringQuery<'c, 'a, 's, C, String, 2>, C>
    for CloseWhatWaitsStmt
{
    fn params(&'s self, client: &'c C, params: &'a CloseWhatWaitsParams<T1>) -> StringQuery<'c, 'a, 's, C, String, 2> {
        self.bind(client, &params.now, &params.ids)
    }
}
pub struct TellEngineStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn tell_engine() -> TellEngineStmt {
    TellEngineStmt(
        "insert into engine_outbox (run_id, kind, attempt, path, due_at, created_at) select id, $1, attempt, $2, $3, $3 from workflow_runs where id = any ($4) and admitted_at is not null returning id",
        None,
    )
}
impl TellEngineStmt {
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
        T3: crate::ArraySql<Item = uuid::Uuid>,
    >(
        &'s self,
        client: &'c C,
        kind: &'a T1,
        path: &'a Option<T2>,
        now: &'a jiff::Timestamp,
        ids: &'a T3,
    ) -> I64Query<'c, 'a, 's, C, i64, 4> {
        I64Query {
            client,
            params: [kind, path, now, ids],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql, T3: crate::ArraySql<Item = uuid::Uuid>>
    crate::client::async_::Params<'c, 'a, 's, TellEngineParams<T1, T2, T3>, I64Query<'c, 'a, 's, C, i64, 4>, C>
    for TellEngineStmt
{
    fn params(&'s self, client: &'c C, params: &'a TellEngineParams<T1, T2, T3>) -> I64Query<'c, 'a, 's, C, i64, 4> {
        self.bind(client, &params.kind, &params.path, &params.now, &params.ids)
    }
}
pub struct ActiveRunsOfWorkflowStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn active_runs_of_workflow() -> ActiveRunsOfWorkflowStmt {
    ActiveRunsOfWorkflowStmt(
        "select id from workflow_runs where workflow_id = $1 and status in ('queued', 'running', 'waiting', 'waiting_approval') order by id",
        None,
    )
}
impl ActiveRunsOfWorkflowStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        workflow_id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 1> {
        UuidUuidQuery {
            client,
            params: [workflow_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct RetryRunStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn retry_run() -> RetryRunStmt {
    RetryRunStmt(
        "update workflow_runs set status = 'queued', held = $1, admitted_at = null, attempt = attempt + 1, starter_ids = array(select distinct unnest(starter_ids || $2)), output = null, error = null, ended_at = null, updated_at = $3, version = version + 1 where id = $4 returning id",
        None,
    )
}
impl RetryRunStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        held: &'a bool,
        people: &'a T1,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4> {
        UuidUuidQuery {
            client,
            params: [held, people, now, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>
    crate::client::async_::Params<'c, 'a, 's, RetryRunParams<T1>, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4>, C>
    for RetryRunStmt
{
    fn params(&'s self, client: &'c C, params: &'a RetryRunParams<T1>) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4> {
        self.bind(client, &params.held, &params.people, &params.now, &params.id)
    }
}
pub struct RedoStepStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn redo_step() -> RedoStepStmt {
    RedoStepStmt(
        "update workflow_steps set status = 'canceled', output = null, error = null where run_id = $1 and (path = $2 or status = 'canceled') returning path",
        None,
    )
}
impl RedoStepStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        run_id: &'a uuid::Uuid,
        path: &'a Option<T1>,
    ) -> StringQuery<'c, 'a, 's, C, String, 2> {
        StringQuery {
            client,
            params: [run_id, path],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it.into(),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, RedoStepParams<T1>, StringQuery<'c, 'a, 's, C, String, 2>, C>
    for RedoStepStmt
{
    fn params(&'s self, client: &'c C, params: &'a RedoStepParams<T1>) -> StringQuery<'c, 'a, 's, C, String, 2> {
        self.bind(client, &params.run_id, &params.path)
    }
}
pub struct WaitingStepsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn waiting_steps() -> WaitingStepsStmt {
    WaitingStepsStmt(
        "select path from workflow_steps where run_id = $1 and kind = 'wait' and status = 'waiting' order by path",
        None,
    )
}
impl WaitingStepsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        run_id: &'a uuid::Uuid,
    ) -> StringQuery<'c, 'a, 's, C, String, 1> {
        StringQuery {
            client,
            params: [run_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it.into(),
        }
    }
}
pub struct ResumeStepStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn resume_step() -> ResumeStepStmt {
    ResumeStepStmt(
        "update workflow_steps set resumed = true where run_id = $1 and path = $2 and kind = 'wait' and status = 'waiting' returning path",
        None,
    )
}
impl ResumeStepStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        run_id: &'a uuid::Uuid,
        path: &'a T1,
    ) -> StringQuery<'c, 'a, 's, C, String, 2> {
        StringQuery {
            client,
            params: [run_id, path],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it.into(),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, ResumeStepParams<T1>, StringQuery<'c, 'a, 's, C, String, 2>, C>
    for ResumeStepStmt
{
    fn params(&'s self, client: &'c C, params: &'a ResumeStepParams<T1>) -> StringQuery<'c, 'a, 's, C, String, 2> {
        self.bind(client, &params.run_id, &params.path)
    }
}
pub struct TouchRunStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn touch_run() -> TouchRunStmt {
    TouchRunStmt("update workflow_runs set updated_at = $1, version = version + 1 where id = $2 returning id", None)
}
impl TouchRunStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        UuidUuidQuery {
            client,
            params: [now, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, TouchRunParams, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>, C>
    for TouchRunStmt
{
    fn params(&'s self, client: &'c C, params: &'a TouchRunParams) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.now, &params.id)
    }
}
pub struct AddStartersStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn add_starters() -> AddStartersStmt {
    AddStartersStmt(
        "update workflow_runs set starter_ids = array(select distinct unnest(starter_ids || $1)) where id = $2 returning id",
        None,
    )
}
impl AddStartersStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        people: &'a T1,
        id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        UuidUuidQuery {
            client,
            params: [people, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>
    crate::client::async_::Params<'c, 'a, 's, AddStartersParams<T1>, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>, C>
    for AddStartersStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a AddStartersParams<T1>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.people, &params.id)
    }
}
