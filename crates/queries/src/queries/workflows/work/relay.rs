// This file was generated with `cornucopia`. Do not modify.

#[derive(Clone, Copy, Debug)]
pub struct TakeMessagesParams {
    pub lease: jiff::Timestamp,
    pub now: jiff::Timestamp,
    pub limit: i64,
}
#[derive(Debug)]
pub struct DeleteMessagesParams<T1: crate::ArraySql<Item = uuid::Uuid>, T2: crate::ArraySql<Item = i64>> {
    pub tenants: T1,
    pub ids: T2,
}
#[derive(Clone, Copy, Debug)]
pub struct PutOffMessageParams {
    pub due_at: jiff::Timestamp,
    pub tenant: uuid::Uuid,
    pub id: i64,
}
#[derive(Clone, Copy, Debug)]
pub struct HasBegunParams {
    pub attempt: i32,
    pub tenant: uuid::Uuid,
    pub id: uuid::Uuid,
}
#[derive(Clone, Copy, Debug)]
pub struct RememberKeyParams {
    pub tenant: uuid::Uuid,
    pub data_key: uuid::Uuid,
}
#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    pub tenant_id: uuid::Uuid,
    pub id: i64,
    pub run_id: uuid::Uuid,
    pub kind: String,
    pub attempt: i32,
    pub path: Option<String>,
    pub tries: i32,
}
pub struct MessageBorrowed<'a> {
    pub tenant_id: uuid::Uuid,
    pub id: i64,
    pub run_id: uuid::Uuid,
    pub kind: &'a str,
    pub attempt: i32,
    pub path: Option<&'a str>,
    pub tries: i32,
}
impl<'a> From<MessageBorrowed<'a>> for Message {
    fn from(MessageBorrowed { tenant_id, id, run_id, kind, attempt, path, tries }: MessageBorrowed<'a>) -> Self {
        Self { tenant_id, id, run_id, kind: kind.into(), attempt, path: path.map(|v| v.into()), tries }
    }
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct OutboxAge {
    pub messages: i64,
    pub seconds: f64,
}
#[derive(Debug, Clone, PartialEq)]
pub struct TimedWorkflows {
    pub tenant_id: uuid::Uuid,
    pub id: uuid::Uuid,
    pub cron: String,
    pub every_seconds: i64,
}
pub struct TimedWorkflowsBorrowed<'a> {
    pub tenant_id: uuid::Uuid,
    pub id: uuid::Uuid,
    pub cron: &'a str,
    pub every_seconds: i64,
}
impl<'a> From<TimedWorkflowsBorrowed<'a>> for TimedWorkflows {
    fn from(TimedWorkflowsBorrowed { tenant_id, id, cron, every_seconds }: TimedWorkflowsBorrowed<'a>) -> Self {
        Self { tenant_id, id, cron: cron.into(), every_seconds }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct MessageQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<MessageBorrowed, tokio_postgres::Error>,
    mapper: fn(MessageBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> MessageQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(MessageBorrowed) -> R) -> MessageQuery<'c, 'a, 's, C, R, N> {
        MessageQuery {
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
pub struct OutboxAgeQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<OutboxAge, tokio_postgres::Error>,
    mapper: fn(OutboxAge) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> OutboxAgeQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(OutboxAge) -> R) -> OutboxAgeQuery<'c, 'a, 's, C, R, N> {
        OutboxAgeQuery {
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
pub struct TimedWorkflowsQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<TimedWorkflowsBorrowed, tokio_postgres::Error>,
    mapper: fn(TimedWorkflowsBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> TimedWorkflowsQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(TimedWorkflowsBorrowed) -> R) -> TimedWorkflowsQuery<'c, 'a, 's, C, R, N> {
        TimedWorkflowsQuery {
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
pub struct TakeMessagesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn take_messages() -> TakeMessagesStmt {
    TakeMessagesStmt(
        "update engine_outbox set due_at = $1, tries = tries + 1 where (tenant_id, id) in ( select message.tenant_id, message.id from engine_outbox as message where message.due_at <= $2 and not exists ( select from engine_outbox as earlier where earlier.tenant_id = message.tenant_id and earlier.run_id = message.run_id and earlier.id < message.id ) order by message.due_at, message.id limit $3 for update skip locked ) returning tenant_id, id, run_id, kind, attempt, path, tries",
        None,
    )
}
impl TakeMessagesStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        lease: &'a jiff::Timestamp,
        now: &'a jiff::Timestamp,
        limit: &'a i64,
    ) -> MessageQuery<'c, 'a, 's, C, Message, 3> {
        MessageQuery {
            client,
            params: [lease, now, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<MessageBorrowed, tokio_postgres::Error> {
                Ok(MessageBorrowed {
                    tenant_id: row.try_get(0)?,
                    id: row.try_get(1)?,
                    run_id: row.try_get(2)?,
                    kind: row.try_get(3)?,
                    attempt: row.try_get(4)?,
                    path: row.try_get(5)?,
                    tries: row.try_get(6)?,
                })
            },
            mapper: |it| Message::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, TakeMessagesParams, MessageQuery<'c, 'a, 's, C, Message, 3>, C>
    for TakeMessagesStmt
{
    fn params(&'s self, client: &'c C, params: &'a TakeMessagesParams) -> MessageQuery<'c, 'a, 's, C, Message, 3> {
        self.bind(client, &params.lease, &params.now, &params.limit)
    }
}
pub struct DeleteMessagesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn delete_messages() -> DeleteMessagesStmt {
    DeleteMessagesStmt(
        "delete from engine_outbox using unnest($1::uuid[], $2::bigint[]) as told (tenant_id, id) where engine_outbox.tenant_id = told.tenant_id and engine_outbox.id = told.id returning engine_outbox.id",
        None,
    )
}
impl DeleteMessagesStmt {
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
        T2: crate::ArraySql<Item = i64>,
    >(
        &'s self,
        client: &'c C,
        tenants: &'a T1,
        ids: &'a T2,
    ) -> I64Query<'c, 'a, 's, C, i64, 2> {
        I64Query {
            client,
            params: [tenants, ids],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>, T2: crate::ArraySql<Item = i64>>
    crate::client::async_::Params<'c, 'a, 's, DeleteMessagesParams<T1, T2>, I64Query<'c, 'a, 's, C, i64, 2>, C>
    for DeleteMessagesStmt
{
    fn params(&'s self, client: &'c C, params: &'a DeleteMessagesParams<T1, T2>) -> I64Query<'c, 'a, 's, C, i64, 2> {
        self.bind(client, &params.tenants, &params.ids)
    }
}
pub struct PutOffMessageStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn put_off_message() -> PutOffMessageStmt {
    PutOffMessageStmt("update engine_outbox set due_at = $1 where tenant_id = $2 and id = $3 returning id", None)
}
impl PutOffMessageStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        due_at: &'a jiff::Timestamp,
        tenant: &'a uuid::Uuid,
        id: &'a i64,
    ) -> I64Query<'c, 'a, 's, C, i64, 3> {
        I64Query {
            client,
            params: [due_at, tenant, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, PutOffMessageParams, I64Query<'c, 'a, 's, C, i64, 3>, C>
    for PutOffMessageStmt
{
    fn params(&'s self, client: &'c C, params: &'a PutOffMessageParams) -> I64Query<'c, 'a, 's, C, i64, 3> {
        self.bind(client, &params.due_at, &params.tenant, &params.id)
    }
}
pub struct HasBegunStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn has_begun() -> HasBegunStmt {
    HasBegunStmt(
        "select begun >= $1 or status <> 'queued' as has_begun from workflow_runs where tenant_id = $2 and id = $3",
        None,
    )
}
impl HasBegunStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        attempt: &'a i32,
        tenant: &'a uuid::Uuid,
        id: &'a uuid::Uuid,
    ) -> BoolQuery<'c, 'a, 's, C, bool, 3> {
        BoolQuery {
            client,
            params: [attempt, tenant, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, HasBegunParams, BoolQuery<'c, 'a, 's, C, bool, 3>, C> for HasBegunStmt
{
    fn params(&'s self, client: &'c C, params: &'a HasBegunParams) -> BoolQuery<'c, 'a, 's, C, bool, 3> {
        self.bind(client, &params.attempt, &params.tenant, &params.id)
    }
}
pub struct OutboxAgeStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn outbox_age() -> OutboxAgeStmt {
    OutboxAgeStmt(
        "select count(*) as messages, coalesce(extract(epoch from now() - min(created_at)), 0)::double precision as seconds from engine_outbox",
        None,
    )
}
impl OutboxAgeStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(&'s self, client: &'c C) -> OutboxAgeQuery<'c, 'a, 's, C, OutboxAge, 0> {
        OutboxAgeQuery {
            client,
            params: [],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<OutboxAge, tokio_postgres::Error> {
                Ok(OutboxAge { messages: row.try_get(0)?, seconds: row.try_get(1)? })
            },
            mapper: |it| OutboxAge::from(it),
        }
    }
}
pub struct TenantsWithRoomWantedStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn tenants_with_room_wanted() -> TenantsWithRoomWantedStmt {
    TenantsWithRoomWantedStmt(
        "with recursive wanting (tenant_id) as ( ( select tenant_id from workflow_runs where status = 'queued' and admitted_at is null and not held order by tenant_id limit 1 ) union all select ( select run.tenant_id from workflow_runs as run where run.status = 'queued' and run.admitted_at is null and not run.held and run.tenant_id > wanting.tenant_id order by run.tenant_id limit 1 ) from wanting where wanting.tenant_id is not null ) select tenant_id from wanting where tenant_id is not null and ( select count(*) from workflow_runs as run where run.tenant_id = wanting.tenant_id and run.status in ('queued', 'running') and run.admitted_at is not null ) < $1",
        None,
    )
}
impl TenantsWithRoomWantedStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        most: &'a i64,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 1> {
        UuidUuidQuery {
            client,
            params: [most],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct TimedWorkflowsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn timed_workflows() -> TimedWorkflowsStmt {
    TimedWorkflowsStmt(
        "select tenant_id, id, coalesce(cron, '') as cron, coalesce(every_seconds, 0) as every_seconds from workflows where (cron is not null or every_seconds is not null) and enabled and archived_at is null and not exists (select from served_elsewhere as elsewhere where elsewhere.tenant_id = workflows.tenant_id) order by tenant_id, id",
        None,
    )
}
impl TimedWorkflowsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
    ) -> TimedWorkflowsQuery<'c, 'a, 's, C, TimedWorkflows, 0> {
        TimedWorkflowsQuery {
            client,
            params: [],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TimedWorkflowsBorrowed, tokio_postgres::Error> {
                Ok(TimedWorkflowsBorrowed {
                    tenant_id: row.try_get(0)?,
                    id: row.try_get(1)?,
                    cron: row.try_get(2)?,
                    every_seconds: row.try_get(3)?,
                })
            },
            mapper: |it| TimedWorkflows::from(it),
        }
    }
}
pub struct RememberKeyStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn remember_key() -> RememberKeyStmt {
    RememberKeyStmt(
        "insert into engine_keys (tenant_id, data_key_id) values ($1, $2) on conflict do nothing returning data_key_id",
        None,
    )
}
impl RememberKeyStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        tenant: &'a uuid::Uuid,
        data_key: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        UuidUuidQuery {
            client,
            params: [tenant, data_key],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, RememberKeyParams, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>, C>
    for RememberKeyStmt
{
    fn params(&'s self, client: &'c C, params: &'a RememberKeyParams) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.tenant, &params.data_key)
    }
}
pub struct ForgetKeysStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn forget_keys() -> ForgetKeysStmt {
    ForgetKeysStmt(
        "delete from engine_keys using data_keys where data_keys.tenant_id = engine_keys.tenant_id and data_keys.id = engine_keys.data_key_id and data_keys.retired_at < $1 and not exists ( select from workflow_runs as run where run.tenant_id = engine_keys.tenant_id and run.created_at < data_keys.retired_at and (run.ended_at is null or run.ended_at > $1) ) returning engine_keys.data_key_id",
        None,
    )
}
impl ForgetKeysStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        before: &'a jiff::Timestamp,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 1> {
        UuidUuidQuery {
            client,
            params: [before],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct FirstTenantStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn first_tenant() -> FirstTenantStmt {
    FirstTenantStmt("select id from tenants order by platform desc, id limit 1", None)
}
impl FirstTenantStmt {
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
pub struct ForgetRunsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn forget_runs() -> ForgetRunsStmt {
    ForgetRunsStmt(
        "delete from workflow_runs where (tenant_id, id) in ( select tenant_id, id from workflow_runs where ended_at < $1 order by ended_at limit 50 ) returning id",
        None,
    )
}
impl ForgetRunsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        before: &'a jiff::Timestamp,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 1> {
        UuidUuidQuery {
            client,
            params: [before],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
