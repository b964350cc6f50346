// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct CreateWorkflowParams<
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = uuid::Uuid>,
    T3: crate::JsonSql,
    T4: crate::StringSql,
    T5: crate::StringSql,
    T6: crate::StringSql,
> {
    pub id: uuid::Uuid,
    pub name: T1,
    pub enabled: bool,
    pub organization_ids: Option<T2>,
    pub event_patterns: Option<T3>,
    pub cron: Option<T4>,
    pub every_seconds: Option<i64>,
    pub owner_kind: T5,
    pub owner_id: uuid::Uuid,
    pub author_kind: T6,
    pub author_id: uuid::Uuid,
    pub now: jiff::Timestamp,
    pub quota: i64,
}
#[derive(Debug)]
pub struct AddVersionParams<
    T1: crate::JsonSql,
    T2: crate::StringSql,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
    T5: crate::ArraySql<Item = uuid::Uuid>,
> {
    pub workflow_id: uuid::Uuid,
    pub number: i32,
    pub definition: T1,
    pub author_kind: T2,
    pub author_id: uuid::Uuid,
    pub granted_scopes: T4,
    pub granted_organization_ids: Option<T5>,
    pub now: jiff::Timestamp,
}
#[derive(Clone, Copy, Debug)]
pub struct DefinitionOfVersionParams {
    pub workflow_id: uuid::Uuid,
    pub number: i32,
}
#[derive(Debug)]
pub struct ListWorkflowsParams<T1: crate::StringSql> {
    pub before: uuid::Uuid,
    pub archived: bool,
    pub name: Option<T1>,
    pub enabled: Option<bool>,
    pub limit: i64,
}
#[derive(Clone, Copy, Debug)]
pub struct GetWorkflowParams {
    pub number: Option<i32>,
    pub id: uuid::Uuid,
}
#[derive(Debug)]
pub struct UpdateWorkflowParams<T1: crate::StringSql, T2: crate::StringSql, T3: crate::JsonSql, T4: crate::StringSql> {
    pub name: T1,
    pub enabled: bool,
    pub owner_kind: T2,
    pub owner_id: uuid::Uuid,
    pub latest_version: i32,
    pub event_patterns: Option<T3>,
    pub cron: Option<T4>,
    pub every_seconds: Option<i64>,
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Debug)]
pub struct NoteEnabledByParams<T1: crate::StringSql> {
    pub kind: T1,
    pub actor: uuid::Uuid,
    pub id: uuid::Uuid,
}
#[derive(Clone, Copy, Debug)]
pub struct ArchiveWorkflowParams {
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Debug, Clone, PartialEq)]
pub struct Workflow {
    pub id: uuid::Uuid,
    pub name: String,
    pub enabled: bool,
    pub status_reason: Option<String>,
    pub owner_kind: String,
    pub owner_id: uuid::Uuid,
    pub organization_ids: Option<Vec<uuid::Uuid>>,
    pub definition: Option<serde_json::Value>,
    pub definition_version: i32,
    pub latest_version: i32,
    pub author_kind: String,
    pub author_id: Option<uuid::Uuid>,
    pub event_patterns: Option<serde_json::Value>,
    pub cron: Option<String>,
    pub every_seconds: Option<i64>,
    pub created_by_kind: String,
    pub created_by_id: Option<uuid::Uuid>,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub archived_at: Option<jiff::Timestamp>,
    pub version: i32,
    pub last_run_id: Option<uuid::Uuid>,
    pub last_run_status: Option<String>,
    pub last_run_created_at: Option<jiff::Timestamp>,
    pub last_run_ended_at: Option<jiff::Timestamp>,
}
pub struct WorkflowBorrowed<'a> {
    pub id: uuid::Uuid,
    pub name: &'a str,
    pub enabled: bool,
    pub status_reason: Option<&'a str>,
    pub owner_kind: &'a str,
    pub owner_id: uuid::Uuid,
    pub organization_ids: Option<crate::ArrayIterator<'a, uuid::Uuid>>,
    pub definition: Option<postgres_types::Json<&'a serde_json::value::RawValue>>,
    pub definition_version: i32,
    pub latest_version: i32,
    pub author_kind: &'a str,
    pub author_id: Option<uuid::Uuid>,
    pub event_patterns: Option<postgres_types::Json<&'a serde_json::value::RawValue>>,
    pub cron: Option<&'a str>,
    pub every_seconds: Option<i64>,
    pub created_by_kind: &'a str,
    pub created_by_id: Option<uuid::Uuid>,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub archived_at: Option<jiff::Timestamp>,
    pub version: i32,
    pub last_run_id: Option<uuid::Uuid>,
    pub last_run_status: Option<&'a str>,
    pub last_run_created_at: Option<jiff::Timestamp>,
    pub last_run_ended_at: Option<jiff::Timestamp>,
}
impl<'a> From<WorkflowBorrowed<'a>> for Workflow {
    fn from(
        WorkflowBorrowed {
            id,
            name,
            enabled,
            status_reason,
            owner_kind,
            owner_id,
            organization_ids,
            definition,
            definition_version,
            latest_version,
            author_kind,
            author_id,
            event_patterns,
            cron,
            every_seconds,
            created_by_kind,
            created_by_id,
            created_at,
            updated_at,
            archived_at,
            version,
            last_run_id,
            last_run_status,
            last_run_created_at,
            last_run_ended_at,
        }: WorkflowBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            name: name.into(),
            enabled,
            status_reason: status_reason.map(|v| v.into()),
            owner_kind: owner_kind.into(),
            owner_id,
            organization_ids: organization_ids.map(|v| v.map(|v| v).collect()),
            definition: definition.map(|v| serde_json::from_str(v.0.get()).unwrap()),
            definition_version,
            latest_version,
            author_kind: author_kind.into(),
            author_id,
            event_patterns: event_patterns.map(|v| serde_json::from_str(v.0.get()).unwrap()),
            cron: cron.map(|v| v.into()),
            every_seconds,
            created_by_kind: created_by_kind.into(),
            created_by_id,
            created_at,
            updated_at,
            archived_at,
            version,
            last_run_id,
            last_run_status: last_run_status.map(|v| v.into()),
            last_run_created_at,
            last_run_ended_at,
        }
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
pub struct SerdejsonValueQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor:
        fn(&tokio_postgres::Row) -> Result<postgres_types::Json<&serde_json::value::RawValue>, tokio_postgres::Error>,
    mapper: fn(postgres_types::Json<&serde_json::value::RawValue>) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> SerdejsonValueQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(
        self,
        mapper: fn(postgres_types::Json<&serde_json::value::RawValue>) -> R,
    ) -> SerdejsonValueQuery<'c, 'a, 's, C, R, N> {
        SerdejsonValueQuery {
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
pub struct WorkflowQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<WorkflowBorrowed, tokio_postgres::Error>,
    mapper: fn(WorkflowBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> WorkflowQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(WorkflowBorrowed) -> R) -> WorkflowQuery<'c, 'a, 's, C, R, N> {
        WorkflowQuery {
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
pub struct LockWorkflowQuotaStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_workflow_quota() -> LockWorkflowQuotaStmt {
    LockWorkflowQuotaStmt(
        "select true as locked from pg_advisory_xact_lock(hashtextextended('workflows' || app.tenant()::text, 0))",
        None,
    )
}
impl LockWorkflowQuotaStmt {
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
pub struct CreateWorkflowStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn create_workflow() -> CreateWorkflowStmt {
    CreateWorkflowStmt(
        "insert into workflows ( id, name, enabled, organization_ids, latest_version, event_patterns, cron, every_seconds, owner_kind, owner_id, created_by_kind, created_by_id, created_at, updated_at ) select $1, $2, $3, $4, 1, $5, $6, $7, $8, $9, $10, $11, $12, $12 where app.live_workflows() < $13 returning id",
        None,
    )
}
impl CreateWorkflowStmt {
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
        T2: crate::ArraySql<Item = uuid::Uuid>,
        T3: crate::JsonSql,
        T4: crate::StringSql,
        T5: crate::StringSql,
        T6: crate::StringSql,
    >(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        name: &'a T1,
        enabled: &'a bool,
        organization_ids: &'a Option<T2>,
        event_patterns: &'a Option<T3>,
        cron: &'a Option<T4>,
        every_seconds: &'a Option<i64>,
        owner_kind: &'a T5,
        owner_id: &'a uuid::Uuid,
        author_kind: &'a T6,
        author_id: &'a uuid::Uuid,
        now: &'a jiff::Timestamp,
        quota: &'a i64,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 13> {
        UuidUuidQuery {
            client,
            params: [
                id,
                name,
                enabled,
                organization_ids,
                event_patterns,
                cron,
                every_seconds,
                owner_kind,
                owner_id,
                author_kind,
                author_id,
                now,
                quota,
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
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = uuid::Uuid>,
    T3: crate::JsonSql,
    T4: crate::StringSql,
    T5: crate::StringSql,
    T6: crate::StringSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        CreateWorkflowParams<T1, T2, T3, T4, T5, T6>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 13>,
        C,
    > for CreateWorkflowStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CreateWorkflowParams<T1, T2, T3, T4, T5, T6>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 13> {
        self.bind(
            client,
            &params.id,
            &params.name,
            &params.enabled,
            &params.organization_ids,
            &params.event_patterns,
            &params.cron,
            &params.every_seconds,
            &params.owner_kind,
            &params.owner_id,
            &params.author_kind,
            &params.author_id,
            &params.now,
            &params.quota,
        )
    }
}
pub struct AddVersionStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn add_version() -> AddVersionStmt {
    AddVersionStmt(
        "insert into workflow_versions ( workflow_id, number, definition, author_kind, author_id, granted_scopes, granted_organization_ids, created_at ) values ( $1, $2, $3, $4, $5, $6, $7, $8 ) returning number",
        None,
    )
}
impl AddVersionStmt {
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
        T2: crate::StringSql,
        T3: crate::StringSql,
        T4: crate::ArraySql<Item = T3>,
        T5: crate::ArraySql<Item = uuid::Uuid>,
    >(
        &'s self,
        client: &'c C,
        workflow_id: &'a uuid::Uuid,
        number: &'a i32,
        definition: &'a T1,
        author_kind: &'a T2,
        author_id: &'a uuid::Uuid,
        granted_scopes: &'a T4,
        granted_organization_ids: &'a Option<T5>,
        now: &'a jiff::Timestamp,
    ) -> I32Query<'c, 'a, 's, C, i32, 8> {
        I32Query {
            client,
            params: [
                workflow_id,
                number,
                definition,
                author_kind,
                author_id,
                granted_scopes,
                granted_organization_ids,
                now,
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
    T1: crate::JsonSql,
    T2: crate::StringSql,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
    T5: crate::ArraySql<Item = uuid::Uuid>,
> crate::client::async_::Params<'c, 'a, 's, AddVersionParams<T1, T2, T3, T4, T5>, I32Query<'c, 'a, 's, C, i32, 8>, C>
    for AddVersionStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a AddVersionParams<T1, T2, T3, T4, T5>,
    ) -> I32Query<'c, 'a, 's, C, i32, 8> {
        self.bind(
            client,
            &params.workflow_id,
            &params.number,
            &params.definition,
            &params.author_kind,
            &params.author_id,
            &params.granted_scopes,
            &params.granted_organization_ids,
            &params.now,
        )
    }
}
pub struct DefinitionOfVersionStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn definition_of_version() -> DefinitionOfVersionStmt {
    DefinitionOfVersionStmt("select definition from workflow_versions where workflow_id = $1 and number = $2", None)
}
impl DefinitionOfVersionStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        workflow_id: &'a uuid::Uuid,
        number: &'a i32,
    ) -> SerdejsonValueQuery<'c, 'a, 's, C, serde_json::Value, 2> {
        SerdejsonValueQuery {
            client,
            params: [workflow_id, number],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| serde_json::from_str(it.0.get()).unwrap(),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        DefinitionOfVersionParams,
        SerdejsonValueQuery<'c, 'a, 's, C, serde_json::Value, 2>,
        C,
    > for DefinitionOfVersionStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a DefinitionOfVersionParams,
    ) -> SerdejsonValueQuery<'c, 'a, 's, C, serde_json::Value, 2> {
        self.bind(client, &params.workflow_id, &params.number)
    }
}
pub struct ListWorkflowsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn list_workflows() -> ListWorkflowsStmt {
    ListWorkflowsStmt(
        "select workflow.id, workflow.name, workflow.enabled, workflow.status_reason, workflow.owner_kind, workflow.owner_id, workflow.organization_ids, null::jsonb as definition, version.number as definition_version, workflow.latest_version, version.author_kind, version.author_id, workflow.event_patterns, workflow.cron, workflow.every_seconds, workflow.created_by_kind, workflow.created_by_id, workflow.created_at, workflow.updated_at, workflow.archived_at, workflow.version, last_run.id as last_run_id, last_run.status as last_run_status, last_run.created_at as last_run_created_at, last_run.ended_at as last_run_ended_at from workflows as workflow join workflow_versions as version on version.tenant_id = workflow.tenant_id and version.workflow_id = workflow.id and version.number = workflow.latest_version left join lateral ( select run.id, run.status, run.created_at, run.ended_at from workflow_runs as run where run.tenant_id = workflow.tenant_id and run.workflow_id = workflow.id order by run.id desc limit 1 ) as last_run on true where workflow.id < $1 and (workflow.archived_at is not null) = $2 and ($3::text is null or workflow.name = $3) and ($4::boolean is null or workflow.enabled = $4) order by workflow.id desc limit $5",
        None,
    )
}
impl ListWorkflowsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        before: &'a uuid::Uuid,
        archived: &'a bool,
        name: &'a Option<T1>,
        enabled: &'a Option<bool>,
        limit: &'a i64,
    ) -> WorkflowQuery<'c, 'a, 's, C, Workflow, 5> {
        WorkflowQuery {
            client,
            params: [before, archived, name, enabled, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<WorkflowBorrowed, tokio_postgres::Error> {
                Ok(WorkflowBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    enabled: row.try_get(2)?,
                    status_reason: row.try_get(3)?,
                    owner_kind: row.try_get(4)?,
                    owner_id: row.try_get(5)?,
                    organization_ids: row.try_get(6)?,
                    definition: row.try_get(7)?,
                    definition_version: row.try_get(8)?,
                    latest_version: row.try_get(9)?,
                    author_kind: row.try_get(10)?,
                    author_id: row.try_get(11)?,
                    event_patterns: row.try_get(12)?,
                    cron: row.try_get(13)?,
                    every_seconds: row.try_get(14)?,
                    created_by_kind: row.try_get(15)?,
                    created_by_id: row.try_get(16)?,
                    created_at: row.try_get(17)?,
                    updated_at: row.try_get(18)?,
                    archived_at: row.try_get(19)?,
                    version: row.try_get(20)?,
                    last_run_id: row.try_get(21)?,
                    last_run_status: row.try_get(22)?,
                    last_run_created_at: row.try_get(23)?,
                    last_run_ended_at: row.try_get(24)?,
                })
            },
            mapper: |it| Workflow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, ListWorkflowsParams<T1>, WorkflowQuery<'c, 'a, 's, C, Workflow, 5>, C>
    for ListWorkflowsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ListWorkflowsParams<T1>,
    ) -> WorkflowQuery<'c, 'a, 's, C, Workflow, 5> {
        self.bind(client, &params.before, &params.archived, &params.name, &params.enabled, &params.limit)
    }
}
pub struct GetWorkflowStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn get_workflow() -> GetWorkflowStmt {
    GetWorkflowStmt(
        "select workflow.id, workflow.name, workflow.enabled, workflow.status_reason, workflow.owner_kind, workflow.owner_id, workflow.organization_ids, version.definition, version.number as definition_version, workflow.latest_version, version.author_kind, version.author_id, workflow.event_patterns, workflow.cron, workflow.every_seconds, workflow.created_by_kind, workflow.created_by_id, workflow.created_at, workflow.updated_at, workflow.archived_at, workflow.version, last_run.id as last_run_id, last_run.status as last_run_status, last_run.created_at as last_run_created_at, last_run.ended_at as last_run_ended_at from workflows as workflow join workflow_versions as version on version.tenant_id = workflow.tenant_id and version.workflow_id = workflow.id and version.number = coalesce($1, workflow.latest_version) left join lateral ( select run.id, run.status, run.created_at, run.ended_at from workflow_runs as run where run.tenant_id = workflow.tenant_id and run.workflow_id = workflow.id order by run.id desc limit 1 ) as last_run on true where workflow.id = $2",
        None,
    )
}
impl GetWorkflowStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        number: &'a Option<i32>,
        id: &'a uuid::Uuid,
    ) -> WorkflowQuery<'c, 'a, 's, C, Workflow, 2> {
        WorkflowQuery {
            client,
            params: [number, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<WorkflowBorrowed, tokio_postgres::Error> {
                Ok(WorkflowBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    enabled: row.try_get(2)?,
                    status_reason: row.try_get(3)?,
                    owner_kind: row.try_get(4)?,
                    owner_id: row.try_get(5)?,
                    organization_ids: row.try_get(6)?,
                    definition: row.try_get(7)?,
                    definition_version: row.try_get(8)?,
                    latest_version: row.try_get(9)?,
                    author_kind: row.try_get(10)?,
                    author_id: row.try_get(11)?,
                    event_patterns: row.try_get(12)?,
                    cron: row.try_get(13)?,
                    every_seconds: row.try_get(14)?,
                    created_by_kind: row.try_get(15)?,
                    created_by_id: row.try_get(16)?,
                    created_at: row.try_get(17)?,
                    updated_at: row.try_get(18)?,
                    archived_at: row.try_get(19)?,
                    version: row.try_get(20)?,
                    last_run_id: row.try_get(21)?,
                    last_run_status: row.try_get(22)?,
                    last_run_created_at: row.try_get(23)?,
                    last_run_ended_at: row.try_get(24)?,
                })
            },
            mapper: |it| Workflow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, GetWorkflowParams, WorkflowQuery<'c, 'a, 's, C, Workflow, 2>, C>
    for GetWorkflowStmt
{
    fn params(&'s self, client: &'c C, params: &'a GetWorkflowParams) -> WorkflowQuery<'c, 'a, 's, C, Workflow, 2> {
        self.bind(client, &params.number, &params.id)
    }
}
pub struct WorkflowNamedStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn workflow_named() -> WorkflowNamedStmt {
    WorkflowNamedStmt("select id from workflows where name = $1 and archived_at is null", None)
}
impl WorkflowNamedStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        name: &'a T1,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 1> {
        UuidUuidQuery {
            client,
            params: [name],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct LockWorkflowStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_workflow() -> LockWorkflowStmt {
    LockWorkflowStmt("select id from workflows where id = $1 and archived_at is null for update", None)
}
impl LockWorkflowStmt {
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
pub struct UpdateWorkflowStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn update_workflow() -> UpdateWorkflowStmt {
    UpdateWorkflowStmt(
        "update workflows set name = $1, enabled = $2, status_reason = case when $2 then null else status_reason end, owner_kind = $3, owner_id = $4, latest_version = $5, event_patterns = $6, cron = $7, every_seconds = $8, updated_at = $9, version = version + 1 where id = $10 returning id",
        None,
    )
}
impl UpdateWorkflowStmt {
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
        T3: crate::JsonSql,
        T4: crate::StringSql,
    >(
        &'s self,
        client: &'c C,
        name: &'a T1,
        enabled: &'a bool,
        owner_kind: &'a T2,
        owner_id: &'a uuid::Uuid,
        latest_version: &'a i32,
        event_patterns: &'a Option<T3>,
        cron: &'a Option<T4>,
        every_seconds: &'a Option<i64>,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 10> {
        UuidUuidQuery {
            client,
            params: [name, enabled, owner_kind, owner_id, latest_version, event_patterns, cron, every_seconds, now, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql, T3: crate::JsonSql, T4: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        UpdateWorkflowParams<T1, T2, T3, T4>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 10>,
        C,
    > for UpdateWorkflowStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a UpdateWorkflowParams<T1, T2, T3, T4>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 10> {
        self.bind(
            client,
            &params.name,
            &params.enabled,
            &params.owner_kind,
            &params.owner_id,
            &params.latest_version,
            &params.event_patterns,
            &params.cron,
            &params.every_seconds,
            &params.now,
            &params.id,
        )
    }
}
pub struct NoteEnabledByStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn note_enabled_by() -> NoteEnabledByStmt {
    NoteEnabledByStmt("update workflows set enabled_by_kind = $1, enabled_by_id = $2 where id = $3 returning id", None)
}
impl NoteEnabledByStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        kind: &'a T1,
        actor: &'a uuid::Uuid,
        id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        UuidUuidQuery {
            client,
            params: [kind, actor, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, NoteEnabledByParams<T1>, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3>, C>
    for NoteEnabledByStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a NoteEnabledByParams<T1>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        self.bind(client, &params.kind, &params.actor, &params.id)
    }
}
pub struct ArchiveWorkflowStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn archive_workflow() -> ArchiveWorkflowStmt {
    ArchiveWorkflowStmt(
        "update workflows set enabled = false, archived_at = $1, updated_at = $1, version = version + 1 where id = $2 returning id",
        None,
    )
}
impl ArchiveWorkflowStmt {
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
    crate::client::async_::Params<'c, 'a, 's, ArchiveWorkflowParams, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>, C>
    for ArchiveWorkflowStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ArchiveWorkflowParams,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.now, &params.id)
    }
}
pub struct FollowLogStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn follow_log() -> FollowLogStmt {
    FollowLogStmt(
        "insert into workflow_followers (position) select last_position from event_logs on conflict (tenant_id) do nothing returning tenant_id",
        None,
    )
}
impl FollowLogStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(&'s self, client: &'c C) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 0> {
        UuidUuidQuery {
            client,
            params: [],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct AnnounceLogStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn announce_log() -> AnnounceLogStmt {
    AnnounceLogStmt("update event_logs set followed = true where not followed returning tenant_id", None)
}
impl AnnounceLogStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(&'s self, client: &'c C) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 0> {
        UuidUuidQuery {
            client,
            params: [],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct KnownOrganizationsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn known_organizations() -> KnownOrganizationsStmt {
    KnownOrganizationsStmt("select id from organizations where id = any ($1)", None)
}
impl KnownOrganizationsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        ids: &'a T1,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 1> {
        UuidUuidQuery {
            client,
            params: [ids],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
