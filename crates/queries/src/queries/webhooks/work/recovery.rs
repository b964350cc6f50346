// This file was generated with `cornucopia`. Do not modify.

#[derive(Clone, Copy, Debug)]
pub struct EventsToRecoverParams {
    pub tenant: uuid::Uuid,
    pub since: jiff::Timestamp,
    pub until: jiff::Timestamp,
    pub after: i64,
    pub limit: i64,
}
#[derive(Clone, Copy, Debug)]
pub struct PositionsToRecoverParams {
    pub tenant: uuid::Uuid,
    pub since: jiff::Timestamp,
    pub until: jiff::Timestamp,
}
#[derive(Debug)]
pub struct DeliveriesToRecoverParams<
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::ArraySql<Item = jiff::Timestamp>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
> {
    pub ids: T1,
    pub event_ats: T2,
    pub tenant: uuid::Uuid,
    pub missed: bool,
    pub statuses: T4,
}
#[derive(Debug)]
pub struct AddMissedParams<
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::ArraySql<Item = jiff::Timestamp>,
    T3: crate::ArraySql<Item = uuid::Uuid>,
    T4: crate::StringSql,
    T5: crate::ArraySql<Item = T4>,
    T6: crate::StringSql,
    T7: crate::ArraySql<Item = T6>,
    T8: crate::ArraySql<Item = i64>,
> {
    pub tenant: uuid::Uuid,
    pub endpoint: uuid::Uuid,
    pub ordered: bool,
    pub now: jiff::Timestamp,
    pub ids: T1,
    pub event_ats: T2,
    pub events: T3,
    pub types: T5,
    pub subjects: T7,
    pub positions: T8,
}
#[derive(Debug)]
pub struct SendSomeAgainParams<
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::ArraySql<Item = jiff::Timestamp>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
> {
    pub now: jiff::Timestamp,
    pub ids: T1,
    pub event_ats: T2,
    pub tenant: uuid::Uuid,
    pub statuses: T4,
}
#[derive(Debug, Clone, PartialEq)]
pub struct RecoveredEvent {
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
}
pub struct RecoveredEventBorrowed<'a> {
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
}
impl<'a> From<RecoveredEventBorrowed<'a>> for RecoveredEvent {
    fn from(
        RecoveredEventBorrowed {
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
        }: RecoveredEventBorrowed<'a>,
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
        }
    }
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct PositionsToRecover {
    pub first: Option<i64>,
    pub last: Option<i64>,
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
pub struct RecoveredEventQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<RecoveredEventBorrowed, tokio_postgres::Error>,
    mapper: fn(RecoveredEventBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> RecoveredEventQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(RecoveredEventBorrowed) -> R) -> RecoveredEventQuery<'c, 'a, 's, C, R, N> {
        RecoveredEventQuery {
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
pub struct PositionsToRecoverQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<PositionsToRecover, tokio_postgres::Error>,
    mapper: fn(PositionsToRecover) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> PositionsToRecoverQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(PositionsToRecover) -> R) -> PositionsToRecoverQuery<'c, 'a, 's, C, R, N> {
        PositionsToRecoverQuery {
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
pub struct LookAgainAtStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn look_again_at() -> LookAgainAtStmt {
    LookAgainAtStmt(
        "update webhook_fan_outs set revision = revision + 1 where tenant_id = $1 returning tenant_id",
        None,
    )
}
impl LookAgainAtStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        tenant: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 1> {
        UuidUuidQuery {
            client,
            params: [tenant],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct EventsToRecoverStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn events_to_recover() -> EventsToRecoverStmt {
    EventsToRecoverStmt(
        "select tenant_id, id, at, position, type, organization_id, subject_type, subject_id, sequence, actor_kind, actor_id, request_id, data from events where tenant_id = $1 and at >= $2 and at < $3 and position > $4 order by position limit $5",
        None,
    )
}
impl EventsToRecoverStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        tenant: &'a uuid::Uuid,
        since: &'a jiff::Timestamp,
        until: &'a jiff::Timestamp,
        after: &'a i64,
        limit: &'a i64,
    ) -> RecoveredEventQuery<'c, 'a, 's, C, RecoveredEvent, 5> {
        RecoveredEventQuery {
            client,
            params: [tenant, since, until, after, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<RecoveredEventBorrowed, tokio_postgres::Error> {
                Ok(RecoveredEventBorrowed {
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
                })
            },
            mapper: |it| RecoveredEvent::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        EventsToRecoverParams,
        RecoveredEventQuery<'c, 'a, 's, C, RecoveredEvent, 5>,
        C,
    > for EventsToRecoverStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a EventsToRecoverParams,
    ) -> RecoveredEventQuery<'c, 'a, 's, C, RecoveredEvent, 5> {
        self.bind(client, &params.tenant, &params.since, &params.until, &params.after, &params.limit)
    }
}
pub struct PositionsToRecoverStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn positions_to_recover() -> PositionsToRecoverStmt {
    PositionsToRecoverStmt(
        "select min(position) as first, max(position) as last from events where tenant_id = $1 and at >= $2 and at < $3",
        None,
    )
}
impl PositionsToRecoverStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        tenant: &'a uuid::Uuid,
        since: &'a jiff::Timestamp,
        until: &'a jiff::Timestamp,
    ) -> PositionsToRecoverQuery<'c, 'a, 's, C, PositionsToRecover, 3> {
        PositionsToRecoverQuery {
            client,
            params: [tenant, since, until],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<PositionsToRecover, tokio_postgres::Error> {
                Ok(PositionsToRecover { first: row.try_get(0)?, last: row.try_get(1)? })
            },
            mapper: |it| PositionsToRecover::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        PositionsToRecoverParams,
        PositionsToRecoverQuery<'c, 'a, 's, C, PositionsToRecover, 3>,
        C,
    > for PositionsToRecoverStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a PositionsToRecoverParams,
    ) -> PositionsToRecoverQuery<'c, 'a, 's, C, PositionsToRecover, 3> {
        self.bind(client, &params.tenant, &params.since, &params.until)
    }
}
pub struct DeliveriesToRecoverStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn deliveries_to_recover() -> DeliveriesToRecoverStmt {
    DeliveriesToRecoverStmt(
        "select count(*) from unnest($1::uuid[], $2::timestamptz[]) as wanted (id, event_at) left join webhook_deliveries as delivery on delivery.tenant_id = $3 and delivery.id = wanted.id and delivery.event_at = wanted.event_at where case when delivery.id is null then $4::boolean else delivery.status = any ($5) end",
        None,
    )
}
impl DeliveriesToRecoverStmt {
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
        T3: crate::StringSql,
        T4: crate::ArraySql<Item = T3>,
    >(
        &'s self,
        client: &'c C,
        ids: &'a T1,
        event_ats: &'a T2,
        tenant: &'a uuid::Uuid,
        missed: &'a bool,
        statuses: &'a T4,
    ) -> I64Query<'c, 'a, 's, C, i64, 5> {
        I64Query {
            client,
            params: [ids, event_ats, tenant, missed, statuses],
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
    T2: crate::ArraySql<Item = jiff::Timestamp>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        DeliveriesToRecoverParams<T1, T2, T3, T4>,
        I64Query<'c, 'a, 's, C, i64, 5>,
        C,
    > for DeliveriesToRecoverStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a DeliveriesToRecoverParams<T1, T2, T3, T4>,
    ) -> I64Query<'c, 'a, 's, C, i64, 5> {
        self.bind(client, &params.ids, &params.event_ats, &params.tenant, &params.missed, &params.statuses)
    }
}
pub struct AddMissedStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn add_missed() -> AddMissedStmt {
    AddMissedStmt(
        "insert into webhook_deliveries ( tenant_id, id, event_at, endpoint_id, event_id, event_type, subject_id, position, ordered, status, replay, next_attempt_at, created_at ) select $1, id, event_at, $2, event_id, event_type, subject_id, position, $3, case when $3 then 'held' else 'pending' end, true, case when $3 then null else $4::timestamptz end, $4 from unnest( $5::uuid[], $6::timestamptz[], $7::uuid[], $8::text[], $9::text[], $10::bigint[] ) as missed (id, event_at, event_id, event_type, subject_id, position) on conflict (tenant_id, id, event_at) do nothing returning id",
        None,
    )
}
impl AddMissedStmt {
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
        T3: crate::ArraySql<Item = uuid::Uuid>,
        T4: crate::StringSql,
        T5: crate::ArraySql<Item = T4>,
        T6: crate::StringSql,
        T7: crate::ArraySql<Item = T6>,
        T8: crate::ArraySql<Item = i64>,
    >(
        &'s self,
        client: &'c C,
        tenant: &'a uuid::Uuid,
        endpoint: &'a uuid::Uuid,
        ordered: &'a bool,
        now: &'a jiff::Timestamp,
        ids: &'a T1,
        event_ats: &'a T2,
        events: &'a T3,
        types: &'a T5,
        subjects: &'a T7,
        positions: &'a T8,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 10> {
        UuidUuidQuery {
            client,
            params: [tenant, endpoint, ordered, now, ids, event_ats, events, types, subjects, positions],
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
    T2: crate::ArraySql<Item = jiff::Timestamp>,
    T3: crate::ArraySql<Item = uuid::Uuid>,
    T4: crate::StringSql,
    T5: crate::ArraySql<Item = T4>,
    T6: crate::StringSql,
    T7: crate::ArraySql<Item = T6>,
    T8: crate::ArraySql<Item = i64>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        AddMissedParams<T1, T2, T3, T4, T5, T6, T7, T8>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 10>,
        C,
    > for AddMissedStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a AddMissedParams<T1, T2, T3, T4, T5, T6, T7, T8>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 10> {
        self.bind(
            client,
            &params.tenant,
            &params.endpoint,
            &params.ordered,
            &params.now,
            &params.ids,
            &params.event_ats,
            &params.events,
            &params.types,
            &params.subjects,
            &params.positions,
        )
    }
}
pub struct SendSomeAgainStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn send_some_again() -> SendSomeAgainStmt {
    SendSomeAgainStmt(
        "update webhook_deliveries as delivery set status = case when delivery.ordered then 'held' else 'pending' end, replay = true, attempts = 0, next_attempt_at = case when delivery.ordered then null else $1::timestamptz end, finished_at = null from unnest($2::uuid[], $3::timestamptz[]) as again (id, event_at) where delivery.tenant_id = $4 and delivery.id = again.id and delivery.event_at = again.event_at and delivery.status = any ($5) returning delivery.id",
        None,
    )
}
impl SendSomeAgainStmt {
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
        T3: crate::StringSql,
        T4: crate::ArraySql<Item = T3>,
    >(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
        ids: &'a T1,
        event_ats: &'a T2,
        tenant: &'a uuid::Uuid,
        statuses: &'a T4,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 5> {
        UuidUuidQuery {
            client,
            params: [now, ids, event_ats, tenant, statuses],
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
    T2: crate::ArraySql<Item = jiff::Timestamp>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        SendSomeAgainParams<T1, T2, T3, T4>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 5>,
        C,
    > for SendSomeAgainStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a SendSomeAgainParams<T1, T2, T3, T4>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 5> {
        self.bind(client, &params.now, &params.ids, &params.event_ats, &params.tenant, &params.statuses)
    }
}
