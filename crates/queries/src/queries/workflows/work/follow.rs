// This file was generated with `cornucopia`. Do not modify.

#[derive(Clone, Copy, Debug)]
pub struct EventsAfterParams {
    pub position: i64,
    pub limit: i64,
}
#[derive(Debug)]
pub struct ListenersParams<T1: crate::StringSql> {
    pub after_run: uuid::Uuid,
    pub after_path: T1,
    pub limit: i64,
}
#[derive(Debug)]
pub struct HearParams<T1: crate::JsonSql, T2: crate::StringSql> {
    pub event: T1,
    pub run_id: uuid::Uuid,
    pub path: T2,
    pub attempt: i32,
}
#[derive(Debug, Clone, PartialEq)]
pub struct Logged {
    pub tenant_id: uuid::Uuid,
    pub id: uuid::Uuid,
    pub at: jiff::Timestamp,
    pub position: i64,
    pub r#type: String,
    pub organization_id: Option<uuid::Uuid>,
    pub subject_type: String,
    pub subject_id: String,
    pub sequence: i64,
    pub actor_kind: String,
    pub actor_id: Option<uuid::Uuid>,
    pub request_id: String,
    pub data: serde_json::Value,
    pub trace: Option<Vec<u8>>,
}
pub struct LoggedBorrowed<'a> {
    pub tenant_id: uuid::Uuid,
    pub id: uuid::Uuid,
    pub at: jiff::Timestamp,
    pub position: i64,
    pub r#type: &'a str,
    pub organization_id: Option<uuid::Uuid>,
    pub subject_type: &'a str,
    pub subject_id: &'a str,
    pub sequence: i64,
    pub actor_kind: &'a str,
    pub actor_id: Option<uuid::Uuid>,
    pub request_id: &'a str,
    pub data: postgres_types::Json<&'a serde_json::value::RawValue>,
    pub trace: Option<&'a [u8]>,
}
impl<'a> From<LoggedBorrowed<'a>> for Logged {
    fn from(
        LoggedBorrowed {
            tenant_id,
            id,
            at,
            position,
            r#type,
            organization_id,
            subject_type,
            subject_id,
            sequence,
            actor_kind,
            actor_id,
            request_id,
            data,
            trace,
        }: LoggedBorrowed<'a>,
    ) -> Self {
        Self {
            tenant_id,
            id,
            at,
            position,
            r#type: r#type.into(),
            organization_id,
            subject_type: subject_type.into(),
            subject_id: subject_id.into(),
            sequence,
            actor_kind: actor_kind.into(),
            actor_id,
            request_id: request_id.into(),
            data: serde_json::from_str(data.0.get()).unwrap(),
            trace: trace.map(|v| v.into()),
        }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct Listener {
    pub run_id: uuid::Uuid,
    pub path: String,
    pub attempt: i32,
    pub patterns: serde_json::Value,
    pub since_position: i64,
    pub organization_ids: Option<Vec<uuid::Uuid>>,
    pub granted_scopes: Vec<String>,
    pub granted_organization_ids: Option<Vec<uuid::Uuid>>,
    pub owner_role: Option<String>,
    pub owner_scopes: Option<Vec<String>>,
    pub owner_organization_ids: Option<Vec<uuid::Uuid>>,
    pub owner_active: Option<bool>,
}
pub struct ListenerBorrowed<'a> {
    pub run_id: uuid::Uuid,
    pub path: &'a str,
    pub attempt: i32,
    pub patterns: postgres_types::Json<&'a serde_json::value::RawValue>,
    pub since_position: i64,
    pub organization_ids: Option<crate::ArrayIterator<'a, uuid::Uuid>>,
    pub granted_scopes: crate::ArrayIterator<'a, &'a str>,
    pub granted_organization_ids: Option<crate::ArrayIterator<'a, uuid::Uuid>>,
    pub owner_role: Option<&'a str>,
    pub owner_scopes: Option<crate::ArrayIterator<'a, &'a str>>,
    pub owner_organization_ids: Option<crate::ArrayIterator<'a, uuid::Uuid>>,
    pub owner_active: Option<bool>,
}
impl<'a> From<ListenerBorrowed<'a>> for Listener {
    fn from(
        ListenerBorrowed {
            run_id,
            path,
            attempt,
            patterns,
            since_position,
            organization_ids,
            granted_scopes,
            granted_organization_ids,
            owner_role,
            owner_scopes,
            owner_organization_ids,
            owner_active,
        }: ListenerBorrowed<'a>,
    ) -> Self {
        Self {
            run_id,
            path: path.into(),
            attempt,
            patterns: serde_json::from_str(patterns.0.get()).unwrap(),
            since_position,
            organization_ids: organization_ids.map(|v| v.map(|v| v).collect()),
            granted_scopes: granted_scopes.map(|v| v.into()).collect(),
            granted_organization_ids: granted_organization_ids.map(|v| v.map(|v| v).collect()),
            owner_role: owner_role.map(|v| v.into()),
            owner_scopes: owner_scopes.map(|v| v.map(|v| v.into()).collect()),
            owner_organization_ids: owner_organization_ids.map(|v| v.map(|v| v).collect()),
            owner_active,
        }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct Parent {
    pub depth: i32,
    pub starter_ids: Vec<uuid::Uuid>,
}
pub struct ParentBorrowed<'a> {
    pub depth: i32,
    pub starter_ids: crate::ArrayIterator<'a, uuid::Uuid>,
}
impl<'a> From<ParentBorrowed<'a>> for Parent {
    fn from(ParentBorrowed { depth, starter_ids }: ParentBorrowed<'a>) -> Self {
        Self { depth, starter_ids: starter_ids.map(|v| v).collect() }
    }
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
pub struct F64Query<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<f64, tokio_postgres::Error>,
    mapper: fn(f64) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> F64Query<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(f64) -> R) -> F64Query<'c, 'a, 's, C, R, N> {
        F64Query {
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
pub struct LoggedQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<LoggedBorrowed, tokio_postgres::Error>,
    mapper: fn(LoggedBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> LoggedQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(LoggedBorrowed) -> R) -> LoggedQuery<'c, 'a, 's, C, R, N> {
        LoggedQuery {
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
pub struct ListenerQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<ListenerBorrowed, tokio_postgres::Error>,
    mapper: fn(ListenerBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> ListenerQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(ListenerBorrowed) -> R) -> ListenerQuery<'c, 'a, 's, C, R, N> {
        ListenerQuery {
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
pub struct ParentQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<ParentBorrowed, tokio_postgres::Error>,
    mapper: fn(ParentBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> ParentQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(ParentBorrowed) -> R) -> ParentQuery<'c, 'a, 's, C, R, N> {
        ParentQuery {
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
pub struct TenantsBehindStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn tenants_behind() -> TenantsBehindStmt {
    TenantsBehindStmt(
        "select workflow_followers.tenant_id from workflow_followers join event_logs on event_logs.tenant_id = workflow_followers.tenant_id where event_logs.last_position > workflow_followers.position order by random() limit 200",
        None,
    )
}
impl TenantsBehindStmt {
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
pub struct FollowerLagStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn follower_lag() -> FollowerLagStmt {
    FollowerLagStmt(
        "select coalesce(max(extract(epoch from now() - behind.at)), 0)::double precision as seconds from workflow_followers join event_logs on event_logs.tenant_id = workflow_followers.tenant_id and event_logs.last_position > workflow_followers.position cross join lateral ( select events.at from events where events.tenant_id = workflow_followers.tenant_id and events.position > workflow_followers.position order by events.position limit 1 ) as behind",
        None,
    )
}
impl FollowerLagStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(&'s self, client: &'c C) -> F64Query<'c, 'a, 's, C, f64, 0> {
        F64Query {
            client,
            params: [],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct EventsAfterStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn events_after() -> EventsAfterStmt {
    EventsAfterStmt(
        "select tenant_id, id, at, position, type, organization_id, subject_type, subject_id, sequence, actor_kind, actor_id, request_id, data, trace from events where position > $1 order by position limit $2",
        None,
    )
}
impl EventsAfterStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        position: &'a i64,
        limit: &'a i64,
    ) -> LoggedQuery<'c, 'a, 's, C, Logged, 2> {
        LoggedQuery {
            client,
            params: [position, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<LoggedBorrowed, tokio_postgres::Error> {
                Ok(LoggedBorrowed {
                    tenant_id: row.try_get(0)?,
                    id: row.try_get(1)?,
                    at: row.try_get(2)?,
                    position: row.try_get(3)?,
                    r#type: row.try_get(4)?,
                    organization_id: row.try_get(5)?,
                    subject_type: row.try_get(6)?,
                    subject_id: row.try_get(7)?,
                    sequence: row.try_get(8)?,
                    actor_kind: row.try_get(9)?,
                    actor_id: row.try_get(10)?,
                    request_id: row.try_get(11)?,
                    data: row.try_get(12)?,
                    trace: row.try_get(13)?,
                })
            },
            mapper: |it| Logged::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, EventsAfterParams, LoggedQuery<'c, 'a, 's, C, Logged, 2>, C>
    for EventsAfterStmt
{
    fn params(&'s self, client: &'c C, params: &'a EventsAfterParams) -> LoggedQuery<'c, 'a, 's, C, Logged, 2> {
        self.bind(client, &params.position, &params.limit)
    }
}
pub struct PositionOfFollowerStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn position_of_follower() -> PositionOfFollowerStmt {
    PositionOfFollowerStmt("select position from workflow_followers", None)
}
impl PositionOfFollowerStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(&'s self, client: &'c C) -> I64Query<'c, 'a, 's, C, i64, 0> {
        I64Query {
            client,
            params: [],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct LockFollowerStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_follower() -> LockFollowerStmt {
    LockFollowerStmt("select position from workflow_followers for update skip locked", None)
}
impl LockFollowerStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(&'s self, client: &'c C) -> I64Query<'c, 'a, 's, C, i64, 0> {
        I64Query {
            client,
            params: [],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct AdvanceFollowerStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn advance_follower() -> AdvanceFollowerStmt {
    AdvanceFollowerStmt("update workflow_followers set position = $1 returning tenant_id", None)
}
impl AdvanceFollowerStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        position: &'a i64,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 1> {
        UuidUuidQuery {
            client,
            params: [position],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct ListenersStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn listeners() -> ListenersStmt {
    ListenersStmt(
        "select listener.run_id, listener.path, listener.attempt, listener.patterns, listener.since_position, run.organization_ids, version.granted_scopes, version.granted_organization_ids, owner.role as owner_role, owner.scopes as owner_scopes, owner.organization_ids as owner_organization_ids, owner.active as owner_active from workflow_listeners as listener join workflow_runs as run on run.tenant_id = listener.tenant_id and run.id = listener.run_id join workflows as workflow on workflow.tenant_id = run.tenant_id and workflow.id = run.workflow_id join workflow_versions as version on version.tenant_id = run.tenant_id and version.workflow_id = run.workflow_id and version.number = run.workflow_version left join owner_rights as owner on owner.tenant_id = workflow.tenant_id and owner.kind = workflow.owner_kind and owner.id = workflow.owner_id where listener.heard is null and listener.attempt = run.attempt and (listener.run_id, listener.path) > ($1, $2) order by listener.run_id, listener.path limit $3",
        None,
    )
}
impl ListenersStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        after_run: &'a uuid::Uuid,
        after_path: &'a T1,
        limit: &'a i64,
    ) -> ListenerQuery<'c, 'a, 's, C, Listener, 3> {
        ListenerQuery {
            client,
            params: [after_run, after_path, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ListenerBorrowed, tokio_postgres::Error> {
                Ok(ListenerBorrowed {
                    run_id: row.try_get(0)?,
                    path: row.try_get(1)?,
                    attempt: row.try_get(2)?,
                    patterns: row.try_get(3)?,
                    since_position: row.try_get(4)?,
                    organization_ids: row.try_get(5)?,
                    granted_scopes: row.try_get(6)?,
                    granted_organization_ids: row.try_get(7)?,
                    owner_role: row.try_get(8)?,
                    owner_scopes: row.try_get(9)?,
                    owner_organization_ids: row.try_get(10)?,
                    owner_active: row.try_get(11)?,
                })
            },
            mapper: |it| Listener::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, ListenersParams<T1>, ListenerQuery<'c, 'a, 's, C, Listener, 3>, C>
    for ListenersStmt
{
    fn params(&'s self, client: &'c C, params: &'a ListenersParams<T1>) -> ListenerQuery<'c, 'a, 's, C, Listener, 3> {
        self.bind(client, &params.after_run, &params.after_path, &params.limit)
    }
}
pub struct HearStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn hear() -> HearStmt {
    HearStmt(
        "update workflow_listeners set heard = $1 where run_id = $2 and path = $3 and attempt = $4 and heard is null returning path",
        None,
    )
}
impl HearStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::JsonSql, T2: crate::StringSql>(
        &'s self,
        client: &'c C,
        event: &'a T1,
        run_id: &'a uuid::Uuid,
        path: &'a T2,
        attempt: &'a i32,
    ) -> StringQuery<'c, 'a, 's, C, String, 4> {
        StringQuery {
            client,
            params: [event, run_id, path, attempt],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it.into(),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::JsonSql, T2: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, HearParams<T1, T2>, StringQuery<'c, 'a, 's, C, String, 4>, C>
    for HearStmt
{
    fn params(&'s self, client: &'c C, params: &'a HearParams<T1, T2>) -> StringQuery<'c, 'a, 's, C, String, 4> {
        self.bind(client, &params.event, &params.run_id, &params.path, &params.attempt)
    }
}
pub struct ParentOfEventStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn parent_of_event() -> ParentOfEventStmt {
    ParentOfEventStmt("select depth, starter_ids from workflow_runs where id = $1", None)
}
impl ParentOfEventStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> ParentQuery<'c, 'a, 's, C, Parent, 1> {
        ParentQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ParentBorrowed, tokio_postgres::Error> {
                Ok(ParentBorrowed { depth: row.try_get(0)?, starter_ids: row.try_get(1)? })
            },
            mapper: |it| Parent::from(it),
        }
    }
}
