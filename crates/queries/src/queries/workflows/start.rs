// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct WorkflowToStartParams<T1: crate::StringSql> {
    pub id: Option<uuid::Uuid>,
    pub name: Option<T1>,
}
#[derive(Debug)]
pub struct UnderWayOfKeyParams<T1: crate::StringSql> {
    pub workflow_id: uuid::Uuid,
    pub key: T1,
}
#[derive(Clone, Copy, Debug)]
pub struct PeopleOfVersionParams {
    pub number: i32,
    pub workflow_id: uuid::Uuid,
}
#[derive(Debug)]
pub struct CreateRunParams<
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::StringSql,
    T3: crate::StringSql,
    T4: crate::StringSql,
    T5: crate::StringSql,
    T6: crate::ArraySql<Item = uuid::Uuid>,
    T7: crate::JsonSql,
    T8: crate::JsonSql,
    T9: crate::BytesSql,
> {
    pub id: uuid::Uuid,
    pub workflow_id: uuid::Uuid,
    pub workflow_version: i32,
    pub organization_ids: Option<T1>,
    pub status: T2,
    pub held: bool,
    pub trigger_type: T3,
    pub event_id: Option<uuid::Uuid>,
    pub scheduled_for: Option<jiff::Timestamp>,
    pub depth: i32,
    pub concurrency_key: Option<T4>,
    pub concurrency_limit: Option<i32>,
    pub started_by_kind: Option<T5>,
    pub started_by_id: Option<uuid::Uuid>,
    pub starter_ids: T6,
    pub input: T7,
    pub error: Option<T8>,
    pub now: jiff::Timestamp,
    pub ended_at: Option<jiff::Timestamp>,
    pub trace: Option<T9>,
}
#[derive(Clone, Copy, Debug)]
pub struct AdmitRunsParams {
    pub now: jiff::Timestamp,
    pub most: i32,
}
#[derive(Debug)]
pub struct ReleaseHeldParams<T1: crate::StringSql> {
    pub workflow_id: uuid::Uuid,
    pub key: T1,
    pub places: i64,
}
#[derive(Debug, Clone, PartialEq)]
pub struct Startable {
    pub id: uuid::Uuid,
    pub name: String,
    pub enabled: bool,
    pub organization_ids: Option<Vec<uuid::Uuid>>,
    pub latest_version: i32,
    pub definition: serde_json::Value,
    pub author_kind: String,
    pub author_id: Option<uuid::Uuid>,
    pub granted_scopes: Vec<String>,
    pub granted_organization_ids: Option<Vec<uuid::Uuid>>,
    pub owner_kind: String,
    pub owner_id: uuid::Uuid,
    pub owner_role: Option<String>,
    pub owner_scopes: Option<Vec<String>>,
    pub owner_organization_ids: Option<Vec<uuid::Uuid>>,
    pub owner_active: Option<bool>,
    pub event_patterns: Option<serde_json::Value>,
}
pub struct StartableBorrowed<'a> {
    pub id: uuid::Uuid,
    pub name: &'a str,
    pub enabled: bool,
    pub organization_ids: Option<crate::ArrayIterator<'a, uuid::Uuid>>,
    pub latest_version: i32,
    pub definition: postgres_types::Json<&'a serde_json::value::RawValue>,
    pub author_kind: &'a str,
    pub author_id: Option<uuid::Uuid>,
    pub granted_scopes: crate::ArrayIterator<'a, &'a str>,
    pub granted_organization_ids: Option<crate::ArrayIterator<'a, uuid::Uuid>>,
    pub owner_kind: &'a str,
    pub owner_id: uuid::Uuid,
    pub owner_role: Option<&'a str>,
    pub owner_scopes: Option<crate::ArrayIterator<'a, &'a str>>,
    pub owner_organization_ids: Option<crate::ArrayIterator<'a, uuid::Uuid>>,
    pub owner_active: Option<bool>,
    pub event_patterns: Option<postgres_types::Json<&'a serde_json::value::RawValue>>,
}
impl<'a> From<StartableBorrowed<'a>> for Startable {
    fn from(
        StartableBorrowed {
            id,
            name,
            enabled,
            organization_ids,
            latest_version,
            definition,
            author_kind,
            author_id,
            granted_scopes,
            granted_organization_ids,
            owner_kind,
            owner_id,
            owner_role,
            owner_scopes,
            owner_organization_ids,
            owner_active,
            event_patterns,
        }: StartableBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            name: name.into(),
            enabled,
            organization_ids: organization_ids.map(|v| v.map(|v| v).collect()),
            latest_version,
            definition: serde_json::from_str(definition.0.get()).unwrap(),
            author_kind: author_kind.into(),
            author_id,
            granted_scopes: granted_scopes.map(|v| v.into()).collect(),
            granted_organization_ids: granted_organization_ids.map(|v| v.map(|v| v).collect()),
            owner_kind: owner_kind.into(),
            owner_id,
            owner_role: owner_role.map(|v| v.into()),
            owner_scopes: owner_scopes.map(|v| v.map(|v| v.into()).collect()),
            owner_organization_ids: owner_organization_ids.map(|v| v.map(|v| v).collect()),
            owner_active,
            event_patterns: event_patterns.map(|v| serde_json::from_str(v.0.get()).unwrap()),
        }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct StartableQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<StartableBorrowed, tokio_postgres::Error>,
    mapper: fn(StartableBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> StartableQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(StartableBorrowed) -> R) -> StartableQuery<'c, 'a, 's, C, R, N> {
        StartableQuery {
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
pub struct I32Query<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<i32, tokio_postgres::Error>,
    mapper: fn(i32) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> I32Query<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(i32) -> R) -> I32Query<'c, 'a, 's, C, R, N> {
        I32Query {
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
pub struct WorkflowToStartStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn workflow_to_start() -> WorkflowToStartStmt {
    WorkflowToStartStmt(
        "select workflow.id, workflow.name, workflow.enabled, workflow.organization_ids, workflow.latest_version, version.definition, version.author_kind, version.author_id, version.granted_scopes, version.granted_organization_ids, workflow.owner_kind, workflow.owner_id, owner.role as owner_role, owner.scopes as owner_scopes, owner.organization_ids as owner_organization_ids, owner.active as owner_active, workflow.event_patterns from workflows as workflow join workflow_versions as version on version.tenant_id = workflow.tenant_id and version.workflow_id = workflow.id and version.number = workflow.latest_version left join owner_rights as owner on owner.tenant_id = workflow.tenant_id and owner.kind = workflow.owner_kind and owner.id = workflow.owner_id where workflow.archived_at is null and (workflow.id = $1 or workflow.name = $2)",
        None,
    )
}
impl WorkflowToStartStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        id: &'a Option<uuid::Uuid>,
        name: &'a Option<T1>,
    ) -> StartableQuery<'c, 'a, 's, C, Startable, 2> {
        StartableQuery {
            client,
            params: [id, name],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<StartableBorrowed, tokio_postgres::Error> {
                Ok(StartableBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    enabled: row.try_get(2)?,
                    organization_ids: row.try_get(3)?,
                    latest_version: row.try_get(4)?,
                    definition: row.try_get(5)?,
                    author_kind: row.try_get(6)?,
                    author_id: row.try_get(7)?,
                    granted_scopes: row.try_get(8)?,
                    granted_organization_ids: row.try_get(9)?,
                    owner_kind: row.try_get(10)?,
                    owner_id: row.try_get(11)?,
                    owner_role: row.try_get(12)?,
                    owner_scopes: row.try_get(13)?,
                    owner_organization_ids: row.try_get(14)?,
                    owner_active: row.try_get(15)?,
                    event_patterns: row.try_get(16)?,
                })
            },
            mapper: |it| Startable::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, WorkflowToStartParams<T1>, StartableQuery<'c, 'a, 's, C, Startable, 2>, C>
    for WorkflowToStartStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a WorkflowToStartParams<T1>,
    ) -> StartableQuery<'c, 'a, 's, C, Startable, 2> {
        self.bind(client, &params.id, &params.name)
    }
}
pub struct WorkflowDueStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn workflow_due() -> WorkflowDueStmt {
    WorkflowDueStmt(
        "select workflow.id, workflow.name, workflow.enabled, workflow.organization_ids, workflow.latest_version, version.definition, version.author_kind, version.author_id, version.granted_scopes, version.granted_organization_ids, workflow.owner_kind, workflow.owner_id, owner.role as owner_role, owner.scopes as owner_scopes, owner.organization_ids as owner_organization_ids, owner.active as owner_active, workflow.event_patterns from workflows as workflow join workflow_versions as version on version.tenant_id = workflow.tenant_id and version.workflow_id = workflow.id and version.number = workflow.latest_version left join owner_rights as owner on owner.tenant_id = workflow.tenant_id and owner.kind = workflow.owner_kind and owner.id = workflow.owner_id where workflow.id = $1 and workflow.enabled and workflow.archived_at is null and (workflow.cron is not null or workflow.every_seconds is not null)",
        None,
    )
}
impl WorkflowDueStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> StartableQuery<'c, 'a, 's, C, Startable, 1> {
        StartableQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<StartableBorrowed, tokio_postgres::Error> {
                Ok(StartableBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    enabled: row.try_get(2)?,
                    organization_ids: row.try_get(3)?,
                    latest_version: row.try_get(4)?,
                    definition: row.try_get(5)?,
                    author_kind: row.try_get(6)?,
                    author_id: row.try_get(7)?,
                    granted_scopes: row.try_get(8)?,
                    granted_organization_ids: row.try_get(9)?,
                    owner_kind: row.try_get(10)?,
                    owner_id: row.try_get(11)?,
                    owner_role: row.try_get(12)?,
                    owner_scopes: row.try_get(13)?,
                    owner_organization_ids: row.try_get(14)?,
                    owner_active: row.try_get(15)?,
                    event_patterns: row.try_get(16)?,
                })
            },
            mapper: |it| Startable::from(it),
        }
    }
}
pub struct WorkflowsByEventStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn workflows_by_event() -> WorkflowsByEventStmt {
    WorkflowsByEventStmt(
        "select workflow.id, workflow.name, workflow.enabled, workflow.organization_ids, workflow.latest_version, version.definition, version.author_kind, version.author_id, version.granted_scopes, version.granted_organization_ids, workflow.owner_kind, workflow.owner_id, owner.role as owner_role, owner.scopes as owner_scopes, owner.organization_ids as owner_organization_ids, owner.active as owner_active, workflow.event_patterns from workflows as workflow join workflow_versions as version on version.tenant_id = workflow.tenant_id and version.workflow_id = workflow.id and version.number = workflow.latest_version left join owner_rights as owner on owner.tenant_id = workflow.tenant_id and owner.kind = workflow.owner_kind and owner.id = workflow.owner_id where workflow.event_patterns is not null and workflow.enabled and workflow.archived_at is null",
        None,
    )
}
impl WorkflowsByEventStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(&'s self, client: &'c C) -> StartableQuery<'c, 'a, 's, C, Startable, 0> {
        StartableQuery {
            client,
            params: [],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<StartableBorrowed, tokio_postgres::Error> {
                Ok(StartableBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    enabled: row.try_get(2)?,
                    organization_ids: row.try_get(3)?,
                    latest_version: row.try_get(4)?,
                    definition: row.try_get(5)?,
                    author_kind: row.try_get(6)?,
                    author_id: row.try_get(7)?,
                    granted_scopes: row.try_get(8)?,
                    granted_organization_ids: row.try_get(9)?,
                    owner_kind: row.try_get(10)?,
                    owner_id: row.try_get(11)?,
                    owner_role: row.try_get(12)?,
                    owner_scopes: row.try_get(13)?,
                    owner_organization_ids: row.try_get(14)?,
                    owner_active: row.try_get(15)?,
                    event_patterns: row.try_get(16)?,
                })
            },
            mapper: |it| Startable::from(it),
        }
    }
}
pub struct StillStartsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn still_starts() -> StillStartsStmt {
    StillStartsStmt("select id from workflows where id = $1 and enabled and archived_at is null for share", None)
}
impl StillStartsStmt {
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
pub struct QueuedRunsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn queued_runs() -> QueuedRunsStmt {
    QueuedRunsStmt("select app.queued_workflow_runs($1) as runs", None)
}
impl QueuedRunsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        most: &'a i64,
    ) -> I64Query<'c, 'a, 's, C, i64, 1> {
        I64Query {
            client,
            params: [most],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct LockAdmissionStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_admission() -> LockAdmissionStmt {
    LockAdmissionStmt(
        "select true as locked from pg_advisory_xact_lock(hashtextextended('workflow_runs' || app.tenant()::text, 0))",
        None,
    )
}
impl LockAdmissionStmt {
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
pub struct UnderWayOfKeyStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn under_way_of_key() -> UnderWayOfKeyStmt {
    UnderWayOfKeyStmt(
        "select id from workflow_runs where workflow_id = $1 and concurrency_key = $2 and status in ('queued', 'running', 'waiting', 'waiting_approval') and not held order by id",
        None,
    )
}
impl UnderWayOfKeyStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        workflow_id: &'a uuid::Uuid,
        key: &'a T1,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        UuidUuidQuery {
            client,
            params: [workflow_id, key],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, UnderWayOfKeyParams<T1>, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>, C>
    for UnderWayOfKeyStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a UnderWayOfKeyParams<T1>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.workflow_id, &params.key)
    }
}
pub struct PeopleBehindAllStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn people_behind_all() -> PeopleBehindAllStmt {
    PeopleBehindAllStmt("select app.people_behind_all($1) as people", None)
}
impl PeopleBehindAllStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        ids: &'a T1,
    ) -> VecuuidUuidQuery<'c, 'a, 's, C, Vec<uuid::Uuid>, 1> {
        VecuuidUuidQuery {
            client,
            params: [ids],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it.map(|v| v).collect(),
        }
    }
}
pub struct PeopleOfVersionStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn people_of_version() -> PeopleOfVersionStmt {
    PeopleOfVersionStmt(
        "select app.people_behind_all(array_remove(array[ version.author_id, coalesce(workflow.enabled_by_id, workflow.created_by_id) ], null)) as people from workflows as workflow join workflow_versions as version on version.tenant_id = workflow.tenant_id and version.workflow_id = workflow.id and version.number = $1 where workflow.id = $2",
        None,
    )
}
impl PeopleOfVersionStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        number: &'a i32,
        workflow_id: &'a uuid::Uuid,
    ) -> VecuuidUuidQuery<'c, 'a, 's, C, Vec<uuid::Uuid>, 2> {
        VecuuidUuidQuery {
            client,
            params: [number, workflow_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it.map(|v| v).collect(),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        PeopleOfVersionParams,
        VecuuidUuidQuery<'c, 'a, 's, C, Vec<uuid::Uuid>, 2>,
        C,
    > for PeopleOfVersionStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a PeopleOfVersionParams,
    ) -> VecuuidUuidQuery<'c, 'a, 's, C, Vec<uuid::Uuid>, 2> {
        self.bind(client, &params.number, &params.workflow_id)
    }
}
pub struct CreateRunStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn create_run() -> CreateRunStmt {
    CreateRunStmt(
        "insert into workflow_runs ( id, workflow_id, workflow_version, organization_ids, status, held, trigger_type, event_id, scheduled_for, depth, concurrency_key, concurrency_limit, started_by_kind, started_by_id, starter_ids, input, error, created_at, updated_at, ended_at, trace ) values ( $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $18, $19, $20 ) on conflict do nothing returning id",
        None,
    )
}
impl CreateRunStmt {
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
        T5: crate::StringSql,
        T6: crate::ArraySql<Item = uuid::Uuid>,
        T7: crate::JsonSql,
        T8: crate::JsonSql,
        T9: crate::BytesSql,
    >(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        workflow_id: &'a uuid::Uuid,
        workflow_version: &'a i32,
        organization_ids: &'a Option<T1>,
        status: &'a T2,
        held: &'a bool,
        trigger_type: &'a T3,
        event_id: &'a Option<uuid::Uuid>,
        scheduled_for: &'a Option<jiff::Timestamp>,
        depth: &'a i32,
        concurrency_key: &'a Option<T4>,
        concurrency_limit: &'a Option<i32>,
        started_by_kind: &'a Option<T5>,
        started_by_id: &'a Option<uuid::Uuid>,
        starter_ids: &'a T6,
        input: &'a T7,
        error: &'a Option<T8>,
        now: &'a jiff::Timestamp,
        ended_at: &'a Option<jiff::Timestamp>,
        trace: &'a Option<T9>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 20> {
        UuidUuidQuery {
            client,
            params: [
                id,
                workflow_id,
                workflow_version,
                organization_ids,
                status,
                held,
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
                error,
                now,
                ended_at,
                trace,
            ],
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
    T5: crate::StringSql,
    T6: crate::ArraySql<Item = uuid::Uuid>,
    T7: crate::JsonSql,
    T8: crate::JsonSql,
    T9: crate::BytesSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        CreateRunParams<T1, T2, T3, T4, T5, T6, T7, T8, T9>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 20>,
        C,
    > for CreateRunStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CreateRunParams<T1, T2, T3, T4, T5, T6, T7, T8, T9>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 20> {
        self.bind(
            client,
            &params.id,
            &params.workflow_id,
            &params.workflow_version,
            &params.organization_ids,
            &params.status,
            &params.held,
            &params.trigger_type,
            &params.event_id,
            &params.scheduled_for,
            &params.depth,
            &params.concurrency_key,
            &params.concurrency_limit,
            &params.started_by_kind,
            &params.started_by_id,
            &params.starter_ids,
            &params.input,
            &params.error,
            &params.now,
            &params.ended_at,
            &params.trace,
        )
    }
}
pub struct AdmitRunsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn admit_runs() -> AdmitRunsStmt {
    AdmitRunsStmt("select app.admit_workflow_runs($1, $2) as admitted", None)
}
impl AdmitRunsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
        most: &'a i32,
    ) -> I32Query<'c, 'a, 's, C, i32, 2> {
        I32Query {
            client,
            params: [now, most],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, AdmitRunsParams, I32Query<'c, 'a, 's, C, i32, 2>, C> for AdmitRunsStmt
{
    fn params(&'s self, client: &'c C, params: &'a AdmitRunsParams) -> I32Query<'c, 'a, 's, C, i32, 2> {
        self.bind(client, &params.now, &params.most)
    }
}
pub struct ReleaseHeldStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn release_held() -> ReleaseHeldStmt {
    ReleaseHeldStmt(
        "update workflow_runs set held = false where id in ( select id from workflow_runs where workflow_id = $1 and concurrency_key = $2 and status = 'queued' and held order by id limit $3 ) returning id",
        None,
    )
}
impl ReleaseHeldStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        workflow_id: &'a uuid::Uuid,
        key: &'a T1,
        places: &'a i64,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        UuidUuidQuery {
            client,
            params: [workflow_id, key, places],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, ReleaseHeldParams<T1>, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3>, C>
    for ReleaseHeldStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ReleaseHeldParams<T1>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        self.bind(client, &params.workflow_id, &params.key, &params.places)
    }
}
