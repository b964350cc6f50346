// This file was generated with `cornucopia`. Do not modify.

#[derive(Clone, Copy, Debug)]
pub struct ListApprovalsParams {
    pub before: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct ListApprovalsByStatusParams<T1: crate::StringSql, T2: crate::ArraySql<Item = T1>> {
    pub before: uuid::Uuid,
    pub statuses: T2,
    pub limit: i64,
}
#[derive(Debug)]
pub struct ListApprovalsOfRunParams<T1: crate::StringSql, T2: crate::ArraySql<Item = T1>> {
    pub before: uuid::Uuid,
    pub run_id: uuid::Uuid,
    pub statuses: Option<T2>,
    pub limit: i64,
}
#[derive(Debug)]
pub struct ApprovalsThatWaitForParams<
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::ArraySql<Item = uuid::Uuid>,
> {
    pub before: uuid::Uuid,
    pub now: jiff::Timestamp,
    pub run_id: Option<uuid::Uuid>,
    pub scopes: T2,
    pub is_person: bool,
    pub actor: uuid::Uuid,
    pub people: T3,
    pub limit: i64,
}
#[derive(Debug)]
pub struct PeopleBehindParams<T1: crate::StringSql> {
    pub kind: T1,
    pub id: uuid::Uuid,
}
#[derive(Clone, Copy, Debug)]
pub struct LockApprovalParams {
    pub id: uuid::Uuid,
    pub run_id: uuid::Uuid,
}
#[derive(Debug)]
pub struct AddDecisionParams<
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::StringSql,
    T3: crate::StringSql,
    T4: crate::StringSql,
> {
    pub approval_id: uuid::Uuid,
    pub people: T1,
    pub actor_kind: T2,
    pub actor_id: uuid::Uuid,
    pub decision: T3,
    pub comment: Option<T4>,
    pub now: jiff::Timestamp,
}
#[derive(Debug)]
pub struct DecideApprovalParams<T1: crate::StringSql, T2: crate::StringSql> {
    pub status: T1,
    pub now: jiff::Timestamp,
    pub outcome: Option<T2>,
    pub id: uuid::Uuid,
}
#[derive(Debug, Clone, PartialEq)]
pub struct Approval {
    pub id: uuid::Uuid,
    pub run_id: uuid::Uuid,
    pub path: String,
    pub attempt: i32,
    pub summary: String,
    pub approver_scope: Option<String>,
    pub approver_ids: Option<Vec<uuid::Uuid>>,
    pub approver_key_ids: Option<Vec<uuid::Uuid>>,
    pub min_approvals: i32,
    pub on_timeout: String,
    pub expires_at: jiff::Timestamp,
    pub status: String,
    pub plan: Option<serde_json::Value>,
    pub plan_complete: bool,
    pub outcome: Option<String>,
    pub created_at: jiff::Timestamp,
    pub decided_at: Option<jiff::Timestamp>,
}
pub struct ApprovalBorrowed<'a> {
    pub id: uuid::Uuid,
    pub run_id: uuid::Uuid,
    pub path: &'a str,
    pub attempt: i32,
    pub summary: &'a str,
    pub approver_scope: Option<&'a str>,
    pub approver_ids: Option<crate::ArrayIterator<'a, uuid::Uuid>>,
    pub approver_key_ids: Option<crate::ArrayIterator<'a, uuid::Uuid>>,
    pub min_approvals: i32,
    pub on_timeout: &'a str,
    pub expires_at: jiff::Timestamp,
    pub status: &'a str,
    pub plan: Option<postgres_types::Json<&'a serde_json::value::RawValue>>,
    pub plan_complete: bool,
    pub outcome: Option<&'a str>,
    pub created_at: jiff::Timestamp,
    pub decided_at: Option<jiff::Timestamp>,
}
impl<'a> From<ApprovalBorrowed<'a>> for Approval {
    fn from(
        ApprovalBorrowed {
            id,
            run_id,
            path,
            attempt,
            summary,
            approver_scope,
            approver_ids,
            approver_key_ids,
            min_approvals,
            on_timeout,
            expires_at,
            status,
            plan,
            plan_complete,
            outcome,
            created_at,
            decided_at,
        }: ApprovalBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            run_id,
            path: path.into(),
            attempt,
            summary: summary.into(),
            approver_scope: approver_scope.map(|v| v.into()),
            approver_ids: approver_ids.map(|v| v.map(|v| v).collect()),
            approver_key_ids: approver_key_ids.map(|v| v.map(|v| v).collect()),
            min_approvals,
            on_timeout: on_timeout.into(),
            expires_at,
            status: status.into(),
            plan: plan.map(|v| serde_json::from_str(v.0.get()).unwrap()),
            plan_complete,
            outcome: outcome.map(|v| v.into()),
            created_at,
            decided_at,
        }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct Decision {
    pub approval_id: uuid::Uuid,
    pub people_ids: Vec<uuid::Uuid>,
    pub actor_kind: String,
    pub actor_id: uuid::Uuid,
    pub decision: String,
    pub comment: Option<String>,
    pub at: jiff::Timestamp,
}
pub struct DecisionBorrowed<'a> {
    pub approval_id: uuid::Uuid,
    pub people_ids: crate::ArrayIterator<'a, uuid::Uuid>,
    pub actor_kind: &'a str,
    pub actor_id: uuid::Uuid,
    pub decision: &'a str,
    pub comment: Option<&'a str>,
    pub at: jiff::Timestamp,
}
impl<'a> From<DecisionBorrowed<'a>> for Decision {
    fn from(
        DecisionBorrowed { approval_id, people_ids, actor_kind, actor_id, decision, comment, at }: DecisionBorrowed<'a>,
    ) -> Self {
        Self {
            approval_id,
            people_ids: people_ids.map(|v| v).collect(),
            actor_kind: actor_kind.into(),
            actor_id,
            decision: decision.into(),
            comment: comment.map(|v| v.into()),
            at,
        }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct StartersOfRuns {
    pub id: uuid::Uuid,
    pub people: Vec<uuid::Uuid>,
}
pub struct StartersOfRunsBorrowed<'a> {
    pub id: uuid::Uuid,
    pub people: crate::ArrayIterator<'a, uuid::Uuid>,
}
impl<'a> From<StartersOfRunsBorrowed<'a>> for StartersOfRuns {
    fn from(StartersOfRunsBorrowed { id, people }: StartersOfRunsBorrowed<'a>) -> Self {
        Self { id, people: people.map(|v| v).collect() }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct NamesOf {
    pub id: uuid::Uuid,
    pub name: String,
}
pub struct NamesOfBorrowed<'a> {
    pub id: uuid::Uuid,
    pub name: &'a str,
}
impl<'a> From<NamesOfBorrowed<'a>> for NamesOf {
    fn from(NamesOfBorrowed { id, name }: NamesOfBorrowed<'a>) -> Self {
        Self { id, name: name.into() }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct ApprovalQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<ApprovalBorrowed, tokio_postgres::Error>,
    mapper: fn(ApprovalBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> ApprovalQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(ApprovalBorrowed) -> R) -> ApprovalQuery<'c, 'a, 's, C, R, N> {
        ApprovalQuery {
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
pub struct VecuuidUuidQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<crate::ArrayIterator<'_, uuid::Uuid>, tokio_postgres::Error>,
    mapper: fn(crate::ArrayIterator<'_, uuid::Uuid>) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> VecuuidUuidQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(
        self,
        mapper: fn(crate::ArrayIterator<'_, uuid::Uuid>) -> R,
    ) -> VecuuidUuidQuery<'c, 'a, 's, C, R, N> {
        VecuuidUuidQuery {
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
pub struct DecisionQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<DecisionBorrowed, tokio_postgres::Error>,
    mapper: fn(DecisionBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> DecisionQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(DecisionBorrowed) -> R) -> DecisionQuery<'c, 'a, 's, C, R, N> {
        DecisionQuery {
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
pub struct StartersOfRunsQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<StartersOfRunsBorrowed, tokio_postgres::Error>,
    mapper: fn(StartersOfRunsBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> StartersOfRunsQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(StartersOfRunsBorrowed) -> R) -> StartersOfRunsQuery<'c, 'a, 's, C, R, N> {
        StartersOfRunsQuery {
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
pub struct NamesOfQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<NamesOfBorrowed, tokio_postgres::Error>,
    mapper: fn(NamesOfBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> NamesOfQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(NamesOfBorrowed) -> R) -> NamesOfQuery<'c, 'a, 's, C, R, N> {
        NamesOfQuery {
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
pub struct ApprovalsOfRunStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn approvals_of_run() -> ApprovalsOfRunStmt {
    ApprovalsOfRunStmt(
        "select id, run_id, path, attempt, summary, approver_scope, approver_ids, approver_key_ids, min_approvals, on_timeout, expires_at, status, null::jsonb as plan, plan_complete, outcome, created_at, decided_at from workflow_approvals where run_id = $1 order by id",
        None,
    )
}
impl ApprovalsOfRunStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        run_id: &'a uuid::Uuid,
    ) -> ApprovalQuery<'c, 'a, 's, C, Approval, 1> {
        ApprovalQuery {
            client,
            params: [run_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ApprovalBorrowed, tokio_postgres::Error> {
                Ok(ApprovalBorrowed {
                    id: row.try_get(0)?,
                    run_id: row.try_get(1)?,
                    path: row.try_get(2)?,
                    attempt: row.try_get(3)?,
                    summary: row.try_get(4)?,
                    approver_scope: row.try_get(5)?,
                    approver_ids: row.try_get(6)?,
                    approver_key_ids: row.try_get(7)?,
                    min_approvals: row.try_get(8)?,
                    on_timeout: row.try_get(9)?,
                    expires_at: row.try_get(10)?,
                    status: row.try_get(11)?,
                    plan: row.try_get(12)?,
                    plan_complete: row.try_get(13)?,
                    outcome: row.try_get(14)?,
                    created_at: row.try_get(15)?,
                    decided_at: row.try_get(16)?,
                })
            },
            mapper: |it| Approval::from(it),
        }
    }
}
pub struct GetApprovalStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn get_approval() -> GetApprovalStmt {
    GetApprovalStmt(
        "select id, run_id, path, attempt, summary, approver_scope, approver_ids, approver_key_ids, min_approvals, on_timeout, expires_at, status, plan, plan_complete, outcome, created_at, decided_at from workflow_approvals where id = $1",
        None,
    )
}
impl GetApprovalStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> ApprovalQuery<'c, 'a, 's, C, Approval, 1> {
        ApprovalQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ApprovalBorrowed, tokio_postgres::Error> {
                Ok(ApprovalBorrowed {
                    id: row.try_get(0)?,
                    run_id: row.try_get(1)?,
                    path: row.try_get(2)?,
                    attempt: row.try_get(3)?,
                    summary: row.try_get(4)?,
                    approver_scope: row.try_get(5)?,
                    approver_ids: row.try_get(6)?,
                    approver_key_ids: row.try_get(7)?,
                    min_approvals: row.try_get(8)?,
                    on_timeout: row.try_get(9)?,
                    expires_at: row.try_get(10)?,
                    status: row.try_get(11)?,
                    plan: row.try_get(12)?,
                    plan_complete: row.try_get(13)?,
                    outcome: row.try_get(14)?,
                    created_at: row.try_get(15)?,
                    decided_at: row.try_get(16)?,
                })
            },
            mapper: |it| Approval::from(it),
        }
    }
}
pub struct ListApprovalsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn list_approvals() -> ListApprovalsStmt {
    ListApprovalsStmt(
        "select id, run_id, path, attempt, summary, approver_scope, approver_ids, approver_key_ids, min_approvals, on_timeout, expires_at, status, plan, plan_complete, outcome, created_at, decided_at from workflow_approvals where id < $1 order by id desc limit $2",
        None,
    )
}
impl ListApprovalsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        before: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> ApprovalQuery<'c, 'a, 's, C, Approval, 2> {
        ApprovalQuery {
            client,
            params: [before, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ApprovalBorrowed, tokio_postgres::Error> {
                Ok(ApprovalBorrowed {
                    id: row.try_get(0)?,
                    run_id: row.try_get(1)?,
                    path: row.try_get(2)?,
                    attempt: row.try_get(3)?,
                    summary: row.try_get(4)?,
                    approver_scope: row.try_get(5)?,
                    approver_ids: row.try_get(6)?,
                    approver_key_ids: row.try_get(7)?,
                    min_approvals: row.try_get(8)?,
                    on_timeout: row.try_get(9)?,
                    expires_at: row.try_get(10)?,
                    status: row.try_get(11)?,
                    plan: row.try_get(12)?,
                    plan_complete: row.try_get(13)?,
                    outcome: row.try_get(14)?,
                    created_at: row.try_get(15)?,
                    decided_at: row.try_get(16)?,
                })
            },
            mapper: |it| Approval::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, ListApprovalsParams, ApprovalQuery<'c, 'a, 's, C, Approval, 2>, C>
    for ListApprovalsStmt
{
    fn params(&'s self, client: &'c C, params: &'a ListApprovalsParams) -> ApprovalQuery<'c, 'a, 's, C, Approval, 2> {
        self.bind(client, &params.before, &params.limit)
    }
}
pub struct ListApprovalsByStatusStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn list_approvals_by_status() -> ListApprovalsByStatusStmt {
    ListApprovalsByStatusStmt(
        "select id, run_id, path, attempt, summary, approver_scope, approver_ids, approver_key_ids, min_approvals, on_timeout, expires_at, status, plan, plan_complete, outcome, created_at, decided_at from workflow_approvals where id < $1 and status = any ($2) order by id desc limit $3",
        None,
    )
}
impl ListApprovalsByStatusStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>(
        &'s self,
        client: &'c C,
        before: &'a uuid::Uuid,
        statuses: &'a T2,
        limit: &'a i64,
    ) -> ApprovalQuery<'c, 'a, 's, C, Approval, 3> {
        ApprovalQuery {
            client,
            params: [before, statuses, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ApprovalBorrowed, tokio_postgres::Error> {
                Ok(ApprovalBorrowed {
                    id: row.try_get(0)?,
                    run_id: row.try_get(1)?,
                    path: row.try_get(2)?,
                    attempt: row.try_get(3)?,
                    summary: row.try_get(4)?,
                    approver_scope: row.try_get(5)?,
                    approver_ids: row.try_get(6)?,
                    approver_key_ids: row.try_get(7)?,
                    min_approvals: row.try_get(8)?,
                    on_timeout: row.try_get(9)?,
                    expires_at: row.try_get(10)?,
                    status: row.try_get(11)?,
                    plan: row.try_get(12)?,
                    plan_complete: row.try_get(13)?,
                    outcome: row.try_get(14)?,
                    created_at: row.try_get(15)?,
                    decided_at: row.try_get(16)?,
                })
            },
            mapper: |it| Approval::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        ListApprovalsByStatusParams<T1, T2>,
        ApprovalQuery<'c, 'a, 's, C, Approval, 3>,
        C,
    > for ListApprovalsByStatusStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ListApprovalsByStatusParams<T1, T2>,
    ) -> ApprovalQuery<'c, 'a, 's, C, Approval, 3> {
        self.bind(client, &params.before, &params.statuses, &params.limit)
    }
}
pub struct ListApprovalsOfRunStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn list_approvals_of_run() -> ListApprovalsOfRunStmt {
    ListApprovalsOfRunStmt(
        "select id, run_id, path, attempt, summary, approver_scope, approver_ids, approver_key_ids, min_approvals, on_timeout, expires_at, status, plan, plan_complete, outcome, created_at, decided_at from workflow_approvals where id < $1 and run_id = $2 and ($3::text[] is null or status = any ($3)) order by id desc limit $4",
        None,
    )
}
impl ListApprovalsOfRunStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>(
        &'s self,
        client: &'c C,
        before: &'a uuid::Uuid,
        run_id: &'a uuid::Uuid,
        statuses: &'a Option<T2>,
        limit: &'a i64,
    ) -> ApprovalQuery<'c, 'a, 's, C, Approval, 4> {
        ApprovalQuery {
            client,
            params: [before, run_id, statuses, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ApprovalBorrowed, tokio_postgres::Error> {
                Ok(ApprovalBorrowed {
                    id: row.try_get(0)?,
                    run_id: row.try_get(1)?,
                    path: row.try_get(2)?,
                    attempt: row.try_get(3)?,
                    summary: row.try_get(4)?,
                    approver_scope: row.try_get(5)?,
                    approver_ids: row.try_get(6)?,
                    approver_key_ids: row.try_get(7)?,
                    min_approvals: row.try_get(8)?,
                    on_timeout: row.try_get(9)?,
                    expires_at: row.try_get(10)?,
                    status: row.try_get(11)?,
                    plan: row.try_get(12)?,
                    plan_complete: row.try_get(13)?,
                    outcome: row.try_get(14)?,
                    created_at: row.try_get(15)?,
                    decided_at: row.try_get(16)?,
                })
            },
            mapper: |it| Approval::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        ListApprovalsOfRunParams<T1, T2>,
        ApprovalQuery<'c, 'a, 's, C, Approval, 4>,
        C,
    > for ListApprovalsOfRunStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ListApprovalsOfRunParams<T1, T2>,
    ) -> ApprovalQuery<'c, 'a, 's, C, Approval, 4> {
        self.bind(client, &params.before, &params.run_id, &params.statuses, &params.limit)
    }
}
pub struct ApprovalsThatWaitForStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn approvals_that_wait_for() -> ApprovalsThatWaitForStmt {
    ApprovalsThatWaitForStmt(
        "select approval.id, approval.run_id, approval.path, approval.attempt, approval.summary, approval.approver_scope, approval.approver_ids, approval.approver_key_ids, approval.min_approvals, approval.on_timeout, approval.expires_at, approval.status, approval.plan, approval.plan_complete, approval.outcome, approval.created_at, approval.decided_at from workflow_approvals as approval join workflow_runs as run on run.tenant_id = approval.tenant_id and run.id = approval.run_id where approval.id < $1 and approval.status = 'pending' and approval.expires_at > $2 and ($3::uuid is null or approval.run_id = $3) and (approval.approver_scope is null or approval.approver_scope = any ($4)) and case when $5::boolean then $6::uuid = any (approval.approver_ids) or (approval.approver_ids is null and approval.approver_key_ids is null) else $6::uuid = any (approval.approver_key_ids) end and not (run.starter_ids && $7) and not (app.people_behind_all(run.starter_ids) && $7) and not exists ( select from workflow_decisions as decision where decision.tenant_id = approval.tenant_id and decision.approval_id = approval.id and (decision.people_ids || decision.person_id) && $7 ) order by approval.id desc limit $8",
        None,
    )
}
impl ApprovalsThatWaitForStmt {
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
        before: &'a uuid::Uuid,
        now: &'a jiff::Timestamp,
        run_id: &'a Option<uuid::Uuid>,
        scopes: &'a T2,
        is_person: &'a bool,
        actor: &'a uuid::Uuid,
        people: &'a T3,
        limit: &'a i64,
    ) -> ApprovalQuery<'c, 'a, 's, C, Approval, 8> {
        ApprovalQuery {
            client,
            params: [before, now, run_id, scopes, is_person, actor, people, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ApprovalBorrowed, tokio_postgres::Error> {
                Ok(ApprovalBorrowed {
                    id: row.try_get(0)?,
                    run_id: row.try_get(1)?,
                    path: row.try_get(2)?,
                    attempt: row.try_get(3)?,
                    summary: row.try_get(4)?,
                    approver_scope: row.try_get(5)?,
                    approver_ids: row.try_get(6)?,
                    approver_key_ids: row.try_get(7)?,
                    min_approvals: row.try_get(8)?,
                    on_timeout: row.try_get(9)?,
                    expires_at: row.try_get(10)?,
                    status: row.try_get(11)?,
                    plan: row.try_get(12)?,
                    plan_complete: row.try_get(13)?,
                    outcome: row.try_get(14)?,
                    created_at: row.try_get(15)?,
                    decided_at: row.try_get(16)?,
                })
            },
            mapper: |it| Approval::from(it),
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
        ApprovalsThatWaitForParams<T1, T2, T3>,
        ApprovalQuery<'c, 'a, 's, C, Approval, 8>,
        C,
    > for ApprovalsThatWaitForStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ApprovalsThatWaitForParams<T1, T2, T3>,
    ) -> ApprovalQuery<'c, 'a, 's, C, Approval, 8> {
        self.bind(
            client,
            &params.before,
            &params.now,
            &params.run_id,
            &params.scopes,
            &params.is_person,
            &params.actor,
            &params.people,
            &params.limit,
        )
    }
}
pub struct PeopleBehindStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn people_behind() -> PeopleBehindStmt {
    PeopleBehindStmt("select app.people_behind($1, $2) as people", None)
}
impl PeopleBehindStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        kind: &'a T1,
        id: &'a uuid::Uuid,
    ) -> VecuuidUuidQuery<'c, 'a, 's, C, Vec<uuid::Uuid>, 2> {
        VecuuidUuidQuery {
            client,
            params: [kind, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it.map(|v| v).collect(),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        PeopleBehindParams<T1>,
        VecuuidUuidQuery<'c, 'a, 's, C, Vec<uuid::Uuid>, 2>,
        C,
    > for PeopleBehindStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a PeopleBehindParams<T1>,
    ) -> VecuuidUuidQuery<'c, 'a, 's, C, Vec<uuid::Uuid>, 2> {
        self.bind(client, &params.kind, &params.id)
    }
}
pub struct DecisionsOfRunStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn decisions_of_run() -> DecisionsOfRunStmt {
    DecisionsOfRunStmt(
        "select decision.approval_id, array_remove(decision.people_ids || decision.person_id, null) as people_ids, decision.actor_kind, decision.actor_id, decision.decision, decision.comment, decision.at from workflow_decisions as decision join workflow_approvals as approval on approval.tenant_id = decision.tenant_id and approval.id = decision.approval_id where approval.run_id = $1 order by decision.at",
        None,
    )
}
impl DecisionsOfRunStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        run_id: &'a uuid::Uuid,
    ) -> DecisionQuery<'c, 'a, 's, C, Decision, 1> {
        DecisionQuery {
            client,
            params: [run_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<DecisionBorrowed, tokio_postgres::Error> {
                Ok(DecisionBorrowed {
                    approval_id: row.try_get(0)?,
                    people_ids: row.try_get(1)?,
                    actor_kind: row.try_get(2)?,
                    actor_id: row.try_get(3)?,
                    decision: row.try_get(4)?,
                    comment: row.try_get(5)?,
                    at: row.try_get(6)?,
                })
            },
            mapper: |it| Decision::from(it),
        }
    }
}
pub struct DecisionsOfStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn decisions_of() -> DecisionsOfStmt {
    DecisionsOfStmt(
        "select approval_id, array_remove(people_ids || person_id, null) as people_ids, actor_kind, actor_id, decision, comment, at from workflow_decisions where approval_id = any ($1) order by at",
        None,
    )
}
impl DecisionsOfStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        ids: &'a T1,
    ) -> DecisionQuery<'c, 'a, 's, C, Decision, 1> {
        DecisionQuery {
            client,
            params: [ids],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<DecisionBorrowed, tokio_postgres::Error> {
                Ok(DecisionBorrowed {
                    approval_id: row.try_get(0)?,
                    people_ids: row.try_get(1)?,
                    actor_kind: row.try_get(2)?,
                    actor_id: row.try_get(3)?,
                    decision: row.try_get(4)?,
                    comment: row.try_get(5)?,
                    at: row.try_get(6)?,
                })
            },
            mapper: |it| Decision::from(it),
        }
    }
}
pub struct StartersOfRunsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn starters_of_runs() -> StartersOfRunsStmt {
    StartersOfRunsStmt(
        "select id, app.people_behind_all(starter_ids) as people from workflow_runs where id = any ($1)",
        None,
    )
}
impl StartersOfRunsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        ids: &'a T1,
    ) -> StartersOfRunsQuery<'c, 'a, 's, C, StartersOfRuns, 1> {
        StartersOfRunsQuery {
            client,
            params: [ids],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<StartersOfRunsBorrowed, tokio_postgres::Error> {
                Ok(StartersOfRunsBorrowed { id: row.try_get(0)?, people: row.try_get(1)? })
            },
            mapper: |it| StartersOfRuns::from(it),
        }
    }
}
pub struct LockApprovalStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_approval() -> LockApprovalStmt {
    LockApprovalStmt(
        "select id, run_id, path, attempt, summary, approver_scope, approver_ids, approver_key_ids, min_approvals, on_timeout, expires_at, status, null::jsonb as plan, plan_complete, outcome, created_at, decided_at from workflow_approvals where id = $1 and run_id = $2 for update",
        None,
    )
}
impl LockApprovalStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        run_id: &'a uuid::Uuid,
    ) -> ApprovalQuery<'c, 'a, 's, C, Approval, 2> {
        ApprovalQuery {
            client,
            params: [id, run_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ApprovalBorrowed, tokio_postgres::Error> {
                Ok(ApprovalBorrowed {
                    id: row.try_get(0)?,
                    run_id: row.try_get(1)?,
                    path: row.try_get(2)?,
                    attempt: row.try_get(3)?,
                    summary: row.try_get(4)?,
                    approver_scope: row.try_get(5)?,
                    approver_ids: row.try_get(6)?,
                    approver_key_ids: row.try_get(7)?,
                    min_approvals: row.try_get(8)?,
                    on_timeout: row.try_get(9)?,
                    expires_at: row.try_get(10)?,
                    status: row.try_get(11)?,
                    plan: row.try_get(12)?,
                    plan_complete: row.try_get(13)?,
                    outcome: row.try_get(14)?,
                    created_at: row.try_get(15)?,
                    decided_at: row.try_get(16)?,
                })
            },
            mapper: |it| Approval::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, LockApprovalParams, ApprovalQuery<'c, 'a, 's, C, Approval, 2>, C>
    for LockApprovalStmt
{
    fn params(&'s self, client: &'c C, params: &'a LockApprovalParams) -> ApprovalQuery<'c, 'a, 's, C, Approval, 2> {
        self.bind(client, &params.id, &params.run_id)
    }
}
pub struct PendingApprovalsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn pending_approvals() -> PendingApprovalsStmt {
    PendingApprovalsStmt("select id from workflow_approvals where run_id = $1 and status = 'pending' order by id", None)
}
impl PendingApprovalsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        run_id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 1> {
        UuidUuidQuery {
            client,
            params: [run_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct AddDecisionStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn add_decision() -> AddDecisionStmt {
    AddDecisionStmt(
        "insert into workflow_decisions (approval_id, people_ids, actor_kind, actor_id, decision, comment, at) values ($1, $2, $3, $4, $5, $6, $7) returning approval_id",
        None,
    )
}
impl AddDecisionStmt {
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
        T3: crate::StringSql,
        T4: crate::StringSql,
    >(
        &'s self,
        client: &'c C,
        approval_id: &'a uuid::Uuid,
        people: &'a T1,
        actor_kind: &'a T2,
        actor_id: &'a uuid::Uuid,
        decision: &'a T3,
        comment: &'a Option<T4>,
        now: &'a jiff::Timestamp,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 7> {
        UuidUuidQuery {
            client,
            params: [approval_id, people, actor_kind, actor_id, decision, comment, now],
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
    T3: crate::StringSql,
    T4: crate::StringSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        AddDecisionParams<T1, T2, T3, T4>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 7>,
        C,
    > for AddDecisionStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a AddDecisionParams<T1, T2, T3, T4>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 7> {
        self.bind(
            client,
            &params.approval_id,
            &params.people,
            &params.actor_kind,
            &params.actor_id,
            &params.decision,
            &params.comment,
            &params.now,
        )
    }
}
pub struct DecideApprovalStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn decide_approval() -> DecideApprovalStmt {
    DecideApprovalStmt(
        "update workflow_approvals set status = $1, decided_at = $2, outcome = $3 where id = $4 and status = 'pending' returning id",
        None,
    )
}
impl DecideApprovalStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>(
        &'s self,
        client: &'c C,
        status: &'a T1,
        now: &'a jiff::Timestamp,
        outcome: &'a Option<T2>,
        id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4> {
        UuidUuidQuery {
            client,
            params: [status, now, outcome, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        DecideApprovalParams<T1, T2>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4>,
        C,
    > for DecideApprovalStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a DecideApprovalParams<T1, T2>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4> {
        self.bind(client, &params.status, &params.now, &params.outcome, &params.id)
    }
}
pub struct NamesOfStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn names_of() -> NamesOfStmt {
    NamesOfStmt(
        "select id, coalesce(name || ' (' || email || ')', email) as name from users where id = any ($1) union all select id, 'the API key ' || name from api_keys where id = any ($1)",
        None,
    )
}
impl NamesOfStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        ids: &'a T1,
    ) -> NamesOfQuery<'c, 'a, 's, C, NamesOf, 1> {
        NamesOfQuery {
            client,
            params: [ids],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<NamesOfBorrowed, tokio_postgres::Error> {
                Ok(NamesOfBorrowed { id: row.try_get(0)?, name: row.try_get(1)? })
            },
            mapper: |it| NamesOf::from(it),
        }
    }
}
