// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct WorkflowsWhoseParams<T1: crate::StringSql, T2: crate::ArraySql<Item = uuid::Uuid>> {
    pub owner_kind: T1,
    pub owner_id: uuid::Uuid,
    pub key_ids: T2,
}
#[derive(Debug)]
pub struct DisableWorkflowParams<T1: crate::StringSql> {
    pub reason: T1,
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Debug)]
pub struct GiveWorkflowParams<T1: crate::StringSql> {
    pub owner_kind: T1,
    pub owner_id: uuid::Uuid,
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
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
pub struct WorkflowsWhoseStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn workflows_whose() -> WorkflowsWhoseStmt {
    WorkflowsWhoseStmt(
        "select workflow.id from workflows as workflow join workflow_versions as latest on latest.tenant_id = workflow.tenant_id and latest.workflow_id = workflow.id and latest.number = workflow.latest_version where workflow.archived_at is null and ( (workflow.owner_kind = $1 and workflow.owner_id = $2) or (workflow.created_by_kind = 'api_key' and workflow.created_by_id = any ($3)) or (latest.author_kind = 'api_key' and latest.author_id = any ($3)) ) order by workflow.id for no key update of workflow",
        None,
    )
}
impl WorkflowsWhoseStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        owner_kind: &'a T1,
        owner_id: &'a uuid::Uuid,
        key_ids: &'a T2,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        UuidUuidQuery {
            client,
            params: [owner_kind, owner_id, key_ids],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = uuid::Uuid>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        WorkflowsWhoseParams<T1, T2>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3>,
        C,
    > for WorkflowsWhoseStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a WorkflowsWhoseParams<T1, T2>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        self.bind(client, &params.owner_kind, &params.owner_id, &params.key_ids)
    }
}
pub struct DisableWorkflowStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn disable_workflow() -> DisableWorkflowStmt {
    DisableWorkflowStmt(
        "update workflows set enabled = false, status_reason = $1, updated_at = $2, version = version + 1 where id = $3 returning id",
        None,
    )
}
impl DisableWorkflowStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        reason: &'a T1,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        UuidUuidQuery {
            client,
            params: [reason, now, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, DisableWorkflowParams<T1>, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3>, C>
    for DisableWorkflowStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a DisableWorkflowParams<T1>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        self.bind(client, &params.reason, &params.now, &params.id)
    }
}
pub struct GiveWorkflowStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn give_workflow() -> GiveWorkflowStmt {
    GiveWorkflowStmt(
        "update workflows set owner_kind = $1, owner_id = $2, updated_at = $3, version = version + 1 where id = $4 returning id",
        None,
    )
}
impl GiveWorkflowStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        owner_kind: &'a T1,
        owner_id: &'a uuid::Uuid,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4> {
        UuidUuidQuery {
            client,
            params: [owner_kind, owner_id, now, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, GiveWorkflowParams<T1>, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4>, C>
    for GiveWorkflowStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a GiveWorkflowParams<T1>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4> {
        self.bind(client, &params.owner_kind, &params.owner_id, &params.now, &params.id)
    }
}
