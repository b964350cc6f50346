// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct NewestEventsParams<T1: crate::StringSql, T2: crate::ArraySql<Item = T1>, T3: crate::StringSql> {
    pub before: i64,
    pub types: Option<T2>,
    pub subject_id: Option<T3>,
    pub since: Option<jiff::Timestamp>,
    pub until: Option<jiff::Timestamp>,
    pub limit: i64,
}
#[derive(Debug)]
pub struct OldestEventsParams<T1: crate::StringSql, T2: crate::ArraySql<Item = T1>, T3: crate::StringSql> {
    pub after: i64,
    pub types: Option<T2>,
    pub subject_id: Option<T3>,
    pub since: Option<jiff::Timestamp>,
    pub until: Option<jiff::Timestamp>,
    pub limit: i64,
}
#[derive(Clone, Copy, Debug)]
pub struct GetEventParams {
    pub id: uuid::Uuid,
    pub about: jiff::Timestamp,
}
#[derive(Clone, Copy, Debug)]
pub struct PlaceOfEventParams {
    pub id: uuid::Uuid,
    pub about: jiff::Timestamp,
}
#[derive(Debug)]
pub struct FollowingEventsParams<T1: crate::StringSql, T2: crate::ArraySql<Item = T1>, T3: crate::StringSql> {
    pub after: i64,
    pub up_to: i64,
    pub types: Option<T2>,
    pub subject_id: Option<T3>,
    pub since: Option<jiff::Timestamp>,
    pub limit: i64,
    pub bytes: i64,
}
#[derive(Debug, Clone, PartialEq)]
pub struct EventRow {
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
pub struct EventRowBorrowed<'a> {
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
impl<'a> From<EventRowBorrowed<'a>> for EventRow {
    fn from(
        EventRowBorrowed {
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
        }: EventRowBorrowed<'a>,
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
pub struct Place {
    pub position: i64,
    pub last_position: i64,
    pub id: Option<uuid::Uuid>,
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct EventRowQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<EventRowBorrowed, tokio_postgres::Error>,
    mapper: fn(EventRowBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> EventRowQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(EventRowBorrowed) -> R) -> EventRowQuery<'c, 'a, 's, C, R, N> {
        EventRowQuery {
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
pub struct PlaceQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<Place, tokio_postgres::Error>,
    mapper: fn(Place) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> PlaceQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(Place) -> R) -> PlaceQuery<'c, 'a, 's, C, R, N> {
        PlaceQuery {
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
pub struct NewestEventsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn newest_events() -> NewestEventsStmt {
    NewestEventsStmt(
        "select tenant_id, id, at, position, type, organization_id, subject_type, subject_id, sequence, actor_kind, actor_id, request_id, data from events where position < $1 and ($2::text[] is null or type = any ($2)) and ($3::text is null or subject_id = $3) and ($4::timestamptz is null or at >= $4) and ($5::timestamptz is null or at < $5) order by position desc limit $6",
        None,
    )
}
impl NewestEventsStmt {
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
        T3: crate::StringSql,
    >(
        &'s self,
        client: &'c C,
        before: &'a i64,
        types: &'a Option<T2>,
        subject_id: &'a Option<T3>,
        since: &'a Option<jiff::Timestamp>,
        until: &'a Option<jiff::Timestamp>,
        limit: &'a i64,
    ) -> EventRowQuery<'c, 'a, 's, C, EventRow, 6> {
        EventRowQuery {
            client,
            params: [before, types, subject_id, since, until, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<EventRowBorrowed, tokio_postgres::Error> {
                Ok(EventRowBorrowed {
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
            mapper: |it| EventRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>, T3: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        NewestEventsParams<T1, T2, T3>,
        EventRowQuery<'c, 'a, 's, C, EventRow, 6>,
        C,
    > for NewestEventsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a NewestEventsParams<T1, T2, T3>,
    ) -> EventRowQuery<'c, 'a, 's, C, EventRow, 6> {
        self.bind(
            client,
            &params.before,
            &params.types,
            &params.subject_id,
            &params.since,
            &params.until,
            &params.limit,
        )
    }
}
pub struct OldestEventsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn oldest_events() -> OldestEventsStmt {
    OldestEventsStmt(
        "select tenant_id, id, at, position, type, organization_id, subject_type, subject_id, sequence, actor_kind, actor_id, request_id, data from events where position > $1 and ($2::text[] is null or type = any ($2)) and ($3::text is null or subject_id = $3) and ($4::timestamptz is null or at >= $4) and ($5::timestamptz is null or at < $5) order by position limit $6",
        None,
    )
}
impl OldestEventsStmt {
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
        T3: crate::StringSql,
    >(
        &'s self,
        client: &'c C,
        after: &'a i64,
        types: &'a Option<T2>,
        subject_id: &'a Option<T3>,
        since: &'a Option<jiff::Timestamp>,
        until: &'a Option<jiff::Timestamp>,
        limit: &'a i64,
    ) -> EventRowQuery<'c, 'a, 's, C, EventRow, 6> {
        EventRowQuery {
            client,
            params: [after, types, subject_id, since, until, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<EventRowBorrowed, tokio_postgres::Error> {
                Ok(EventRowBorrowed {
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
            mapper: |it| EventRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>, T3: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        OldestEventsParams<T1, T2, T3>,
        EventRowQuery<'c, 'a, 's, C, EventRow, 6>,
        C,
    > for OldestEventsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a OldestEventsParams<T1, T2, T3>,
    ) -> EventRowQuery<'c, 'a, 's, C, EventRow, 6> {
        self.bind(client, &params.after, &params.types, &params.subject_id, &params.since, &params.until, &params.limit)
    }
}
pub struct GetEventStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn get_event() -> GetEventStmt {
    GetEventStmt(
        "select tenant_id, id, at, position, type, organization_id, subject_type, subject_id, sequence, actor_kind, actor_id, request_id, data from events where id = $1 and at >= $2::timestamptz - interval '1 day' and at < $2::timestamptz + interval '1 day'",
        None,
    )
}
impl GetEventStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        about: &'a jiff::Timestamp,
    ) -> EventRowQuery<'c, 'a, 's, C, EventRow, 2> {
        EventRowQuery {
            client,
            params: [id, about],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<EventRowBorrowed, tokio_postgres::Error> {
                Ok(EventRowBorrowed {
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
            mapper: |it| EventRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, GetEventParams, EventRowQuery<'c, 'a, 's, C, EventRow, 2>, C>
    for GetEventStmt
{
    fn params(&'s self, client: &'c C, params: &'a GetEventParams) -> EventRowQuery<'c, 'a, 's, C, EventRow, 2> {
        self.bind(client, &params.id, &params.about)
    }
}
pub struct PlaceOfEventStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn place_of_event() -> PlaceOfEventStmt {
    PlaceOfEventStmt(
        "select events.position, event_logs.last_position, events.id from events cross join event_logs where events.id = $1 and events.at >= $2::timestamptz - interval '1 day' and events.at < $2::timestamptz + interval '1 day'",
        None,
    )
}
impl PlaceOfEventStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        about: &'a jiff::Timestamp,
    ) -> PlaceQuery<'c, 'a, 's, C, Place, 2> {
        PlaceQuery {
            client,
            params: [id, about],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<Place, tokio_postgres::Error> {
                Ok(Place { position: row.try_get(0)?, last_position: row.try_get(1)?, id: row.try_get(2)? })
            },
            mapper: |it| Place::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, PlaceOfEventParams, PlaceQuery<'c, 'a, 's, C, Place, 2>, C>
    for PlaceOfEventStmt
{
    fn params(&'s self, client: &'c C, params: &'a PlaceOfEventParams) -> PlaceQuery<'c, 'a, 's, C, Place, 2> {
        self.bind(client, &params.id, &params.about)
    }
}
pub struct PlaceSinceStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn place_since() -> PlaceSinceStmt {
    PlaceSinceStmt(
        "select coalesce((select min(position) from events where at >= $1), last_position + 1) - 1 as position, last_position, null::uuid as id from event_logs",
        None,
    )
}
impl PlaceSinceStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        since: &'a jiff::Timestamp,
    ) -> PlaceQuery<'c, 'a, 's, C, Place, 1> {
        PlaceQuery {
            client,
            params: [since],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<Place, tokio_postgres::Error> {
                Ok(Place { position: row.try_get(0)?, last_position: row.try_get(1)?, id: row.try_get(2)? })
            },
            mapper: |it| Place::from(it),
        }
    }
}
pub struct EndOfLogStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn end_of_log() -> EndOfLogStmt {
    EndOfLogStmt(
        "select last_position as position, last_position, ( select id from events where position > event_logs.last_position - 5000 and position <= event_logs.last_position order by position desc limit 1 ) as id from event_logs",
        None,
    )
}
impl EndOfLogStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(&'s self, client: &'c C) -> PlaceQuery<'c, 'a, 's, C, Place, 0> {
        PlaceQuery {
            client,
            params: [],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<Place, tokio_postgres::Error> {
                Ok(Place { position: row.try_get(0)?, last_position: row.try_get(1)?, id: row.try_get(2)? })
            },
            mapper: |it| Place::from(it),
        }
    }
}
pub struct FollowingEventsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn following_events() -> FollowingEventsStmt {
    FollowingEventsStmt(
        "with following as ( select tenant_id, id, at, position, type, organization_id, subject_type, subject_id, sequence, actor_kind, actor_id, request_id, data from events where position > $1 and position <= $2 and ($3::text[] is null or type = any ($3)) and ($4::text is null or subject_id = $4) and ($5::timestamptz is null or at >= $5) order by position limit $6 ), measured as ( select tenant_id, id, at, position, type, organization_id, subject_type, subject_id, sequence, actor_kind, actor_id, request_id, data, sum(octet_length(data::text)) over (order by position rows between unbounded preceding and 1 preceding) as bytes_before from following ) select tenant_id, id, at, position, type, organization_id, subject_type, subject_id, sequence, actor_kind, actor_id, request_id, data from measured where coalesce(bytes_before, 0) < $7::bigint order by position",
        None,
    )
}
impl FollowingEventsStmt {
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
        T3: crate::StringSql,
    >(
        &'s self,
        client: &'c C,
        after: &'a i64,
        up_to: &'a i64,
        types: &'a Option<T2>,
        subject_id: &'a Option<T3>,
        since: &'a Option<jiff::Timestamp>,
        limit: &'a i64,
        bytes: &'a i64,
    ) -> EventRowQuery<'c, 'a, 's, C, EventRow, 7> {
        EventRowQuery {
            client,
            params: [after, up_to, types, subject_id, since, limit, bytes],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<EventRowBorrowed, tokio_postgres::Error> {
                Ok(EventRowBorrowed {
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
            mapper: |it| EventRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>, T3: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        FollowingEventsParams<T1, T2, T3>,
        EventRowQuery<'c, 'a, 's, C, EventRow, 7>,
        C,
    > for FollowingEventsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a FollowingEventsParams<T1, T2, T3>,
    ) -> EventRowQuery<'c, 'a, 's, C, EventRow, 7> {
        self.bind(
            client,
            &params.after,
            &params.up_to,
            &params.types,
            &params.subject_id,
            &params.since,
            &params.limit,
            &params.bytes,
        )
    }
}
