// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct NewestDeliveriesParams<T1: crate::StringSql, T2: crate::ArraySql<Item = T1>> {
    pub before: uuid::Uuid,
    pub since: uuid::Uuid,
    pub event_types: Option<T2>,
    pub event_id: Option<uuid::Uuid>,
    pub limit: i64,
}
#[derive(Debug)]
pub struct DeliveriesOfEndpointsParams<
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
    T4: crate::StringSql,
    T5: crate::ArraySql<Item = T4>,
> {
    pub endpoints: T1,
    pub statuses: T3,
    pub before: uuid::Uuid,
    pub since: uuid::Uuid,
    pub event_types: Option<T5>,
    pub event_id: Option<uuid::Uuid>,
    pub limit: i64,
}
#[derive(Clone, Copy, Debug)]
pub struct SendAgainParams {
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Debug, Clone, PartialEq)]
pub struct Delivery {
    pub id: uuid::Uuid,
    pub endpoint_id: uuid::Uuid,
    pub event_id: uuid::Uuid,
    pub event_type: String,
    pub subject_id: String,
    pub status: String,
    pub replay: bool,
    pub next_attempt_at: Option<jiff::Timestamp>,
    pub created_at: jiff::Timestamp,
    pub finished_at: Option<jiff::Timestamp>,
}
pub struct DeliveryBorrowed<'a> {
    pub id: uuid::Uuid,
    pub endpoint_id: uuid::Uuid,
    pub event_id: uuid::Uuid,
    pub event_type: &'a str,
    pub subject_id: &'a str,
    pub status: &'a str,
    pub replay: bool,
    pub next_attempt_at: Option<jiff::Timestamp>,
    pub created_at: jiff::Timestamp,
    pub finished_at: Option<jiff::Timestamp>,
}
impl<'a> From<DeliveryBorrowed<'a>> for Delivery {
    fn from(
        DeliveryBorrowed {
            id,
            endpoint_id,
            event_id,
            event_type,
            subject_id,
            status,
            replay,
            next_attempt_at,
            created_at,
            finished_at,
        }: DeliveryBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            endpoint_id,
            event_id,
            event_type: event_type.into(),
            subject_id: subject_id.into(),
            status: status.into(),
            replay,
            next_attempt_at,
            created_at,
            finished_at,
        }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct MadeAttempt {
    pub delivery_id: uuid::Uuid,
    pub at: jiff::Timestamp,
    pub reason: String,
    pub status: Option<i32>,
    pub error: Option<String>,
    pub error_detail: Option<String>,
    pub remote: Option<String>,
    pub dns_us: Option<i32>,
    pub connect_us: Option<i32>,
    pub tls_us: Option<i32>,
    pub first_byte_us: Option<i32>,
    pub total_us: i32,
    pub response_headers: Option<serde_json::Value>,
    pub response_body: Option<Vec<u8>>,
    pub response_truncated: bool,
}
pub struct MadeAttemptBorrowed<'a> {
    pub delivery_id: uuid::Uuid,
    pub at: jiff::Timestamp,
    pub reason: &'a str,
    pub status: Option<i32>,
    pub error: Option<&'a str>,
    pub error_detail: Option<&'a str>,
    pub remote: Option<&'a str>,
    pub dns_us: Option<i32>,
    pub connect_us: Option<i32>,
    pub tls_us: Option<i32>,
    pub first_byte_us: Option<i32>,
    pub total_us: i32,
    pub response_headers: Option<postgres_types::Json<&'a serde_json::value::RawValue>>,
    pub response_body: Option<&'a [u8]>,
    pub response_truncated: bool,
}
impl<'a> From<MadeAttemptBorrowed<'a>> for MadeAttempt {
    fn from(
        MadeAttemptBorrowed {
            delivery_id,
            at,
            reason,
            status,
            error,
            error_detail,
            remote,
            dns_us,
            connect_us,
            tls_us,
            first_byte_us,
            total_us,
            response_headers,
            response_body,
            response_truncated,
        }: MadeAttemptBorrowed<'a>,
    ) -> Self {
        Self {
            delivery_id,
            at,
            reason: reason.into(),
            status,
            error: error.map(|v| v.into()),
            error_detail: error_detail.map(|v| v.into()),
            remote: remote.map(|v| v.into()),
            dns_us,
            connect_us,
            tls_us,
            first_byte_us,
            total_us,
            response_headers: response_headers.map(|v| serde_json::from_str(v.0.get()).unwrap()),
            response_body: response_body.map(|v| v.into()),
            response_truncated,
        }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct DeliveryQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<DeliveryBorrowed, tokio_postgres::Error>,
    mapper: fn(DeliveryBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> DeliveryQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(DeliveryBorrowed) -> R) -> DeliveryQuery<'c, 'a, 's, C, R, N> {
        DeliveryQuery {
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
pub struct MadeAttemptQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<MadeAttemptBorrowed, tokio_postgres::Error>,
    mapper: fn(MadeAttemptBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> MadeAttemptQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(MadeAttemptBorrowed) -> R) -> MadeAttemptQuery<'c, 'a, 's, C, R, N> {
        MadeAttemptQuery {
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
pub struct NewestDeliveriesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn newest_deliveries() -> NewestDeliveriesStmt {
    NewestDeliveriesStmt(
        "select id, endpoint_id, event_id, event_type, subject_id, status, replay, next_attempt_at, created_at, finished_at from webhook_deliveries where id < $1 and id >= $2 and ($3::text[] is null or event_type = any ($3)) and ($4::uuid is null or event_id = $4) order by id desc limit $5",
        None,
    )
}
impl NewestDeliveriesStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>(
        &'s self,
        client: &'c C,
        before: &'a uuid::Uuid,
        since: &'a uuid::Uuid,
        event_types: &'a Option<T2>,
        event_id: &'a Option<uuid::Uuid>,
        limit: &'a i64,
    ) -> DeliveryQuery<'c, 'a, 's, C, Delivery, 5> {
        DeliveryQuery {
            client,
            params: [before, since, event_types, event_id, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<DeliveryBorrowed, tokio_postgres::Error> {
                Ok(DeliveryBorrowed {
                    id: row.try_get(0)?,
                    endpoint_id: row.try_get(1)?,
                    event_id: row.try_get(2)?,
                    event_type: row.try_get(3)?,
                    subject_id: row.try_get(4)?,
                    status: row.try_get(5)?,
                    replay: row.try_get(6)?,
                    next_attempt_at: row.try_get(7)?,
                    created_at: row.try_get(8)?,
                    finished_at: row.try_get(9)?,
                })
            },
            mapper: |it| Delivery::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        NewestDeliveriesParams<T1, T2>,
        DeliveryQuery<'c, 'a, 's, C, Delivery, 5>,
        C,
    > for NewestDeliveriesStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a NewestDeliveriesParams<T1, T2>,
    ) -> DeliveryQuery<'c, 'a, 's, C, Delivery, 5> {
        self.bind(client, &params.before, &params.since, &params.event_types, &params.event_id, &params.limit)
    }
}
pub struct DeliveriesOfEndpointsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn deliveries_of_endpoints() -> DeliveriesOfEndpointsStmt {
    DeliveriesOfEndpointsStmt(
        "select delivery.id, delivery.endpoint_id, delivery.event_id, delivery.event_type, delivery.subject_id, delivery.status, delivery.replay, delivery.next_attempt_at, delivery.created_at, delivery.finished_at from unnest($1::uuid[]) as line (endpoint_id) cross join unnest($2::text[]) as wanted (status) cross join lateral ( select id, endpoint_id, event_id, event_type, subject_id, status, replay, next_attempt_at, created_at, finished_at from webhook_deliveries where endpoint_id = line.endpoint_id and status = wanted.status and id < $3 and id >= $4 and ($5::text[] is null or event_type = any ($5)) and ($6::uuid is null or event_id = $6) order by id desc limit $7 ) as delivery order by delivery.id desc limit $7",
        None,
    )
}
impl DeliveriesOfEndpointsStmt {
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
        T3: crate::ArraySql<Item = T2>,
        T4: crate::StringSql,
        T5: crate::ArraySql<Item = T4>,
    >(
        &'s self,
        client: &'c C,
        endpoints: &'a T1,
        statuses: &'a T3,
        before: &'a uuid::Uuid,
        since: &'a uuid::Uuid,
        event_types: &'a Option<T5>,
        event_id: &'a Option<uuid::Uuid>,
        limit: &'a i64,
    ) -> DeliveryQuery<'c, 'a, 's, C, Delivery, 7> {
        DeliveryQuery {
            client,
            params: [endpoints, statuses, before, since, event_types, event_id, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<DeliveryBorrowed, tokio_postgres::Error> {
                Ok(DeliveryBorrowed {
                    id: row.try_get(0)?,
                    endpoint_id: row.try_get(1)?,
                    event_id: row.try_get(2)?,
                    event_type: row.try_get(3)?,
                    subject_id: row.try_get(4)?,
                    status: row.try_get(5)?,
                    replay: row.try_get(6)?,
                    next_attempt_at: row.try_get(7)?,
                    created_at: row.try_get(8)?,
                    finished_at: row.try_get(9)?,
                })
            },
            mapper: |it| Delivery::from(it),
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
    T3: crate::ArraySql<Item = T2>,
    T4: crate::StringSql,
    T5: crate::ArraySql<Item = T4>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        DeliveriesOfEndpointsParams<T1, T2, T3, T4, T5>,
        DeliveryQuery<'c, 'a, 's, C, Delivery, 7>,
        C,
    > for DeliveriesOfEndpointsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a DeliveriesOfEndpointsParams<T1, T2, T3, T4, T5>,
    ) -> DeliveryQuery<'c, 'a, 's, C, Delivery, 7> {
        self.bind(
            client,
            &params.endpoints,
            &params.statuses,
            &params.before,
            &params.since,
            &params.event_types,
            &params.event_id,
            &params.limit,
        )
    }
}
pub struct EndpointsWithDeliveriesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn endpoints_with_deliveries() -> EndpointsWithDeliveriesStmt {
    EndpointsWithDeliveriesStmt(
        "select id from webhook_endpoints where deleted_at is null or deleted_at > $1 order by id desc limit 500",
        None,
    )
}
impl EndpointsWithDeliveriesStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        since: &'a jiff::Timestamp,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 1> {
        UuidUuidQuery {
            client,
            params: [since],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct GetDeliveryStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn get_delivery() -> GetDeliveryStmt {
    GetDeliveryStmt(
        "select id, endpoint_id, event_id, event_type, subject_id, status, replay, next_attempt_at, created_at, finished_at from webhook_deliveries where id = $1",
        None,
    )
}
impl GetDeliveryStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> DeliveryQuery<'c, 'a, 's, C, Delivery, 1> {
        DeliveryQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<DeliveryBorrowed, tokio_postgres::Error> {
                Ok(DeliveryBorrowed {
                    id: row.try_get(0)?,
                    endpoint_id: row.try_get(1)?,
                    event_id: row.try_get(2)?,
                    event_type: row.try_get(3)?,
                    subject_id: row.try_get(4)?,
                    status: row.try_get(5)?,
                    replay: row.try_get(6)?,
                    next_attempt_at: row.try_get(7)?,
                    created_at: row.try_get(8)?,
                    finished_at: row.try_get(9)?,
                })
            },
            mapper: |it| Delivery::from(it),
        }
    }
}
pub struct AttemptsOfDeliveriesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn attempts_of_deliveries() -> AttemptsOfDeliveriesStmt {
    AttemptsOfDeliveriesStmt(
        "select delivery_id, at, reason, status, error, error_detail, remote, dns_us, connect_us, tls_us, first_byte_us, total_us, response_headers, response_body, response_truncated from webhook_attempts where delivery_id = any ($1) order by delivery_id, id",
        None,
    )
}
impl AttemptsOfDeliveriesStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        deliveries: &'a T1,
    ) -> MadeAttemptQuery<'c, 'a, 's, C, MadeAttempt, 1> {
        MadeAttemptQuery {
            client,
            params: [deliveries],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<MadeAttemptBorrowed, tokio_postgres::Error> {
                Ok(MadeAttemptBorrowed {
                    delivery_id: row.try_get(0)?,
                    at: row.try_get(1)?,
                    reason: row.try_get(2)?,
                    status: row.try_get(3)?,
                    error: row.try_get(4)?,
                    error_detail: row.try_get(5)?,
                    remote: row.try_get(6)?,
                    dns_us: row.try_get(7)?,
                    connect_us: row.try_get(8)?,
                    tls_us: row.try_get(9)?,
                    first_byte_us: row.try_get(10)?,
                    total_us: row.try_get(11)?,
                    response_headers: row.try_get(12)?,
                    response_body: row.try_get(13)?,
                    response_truncated: row.try_get(14)?,
                })
            },
            mapper: |it| MadeAttempt::from(it),
        }
    }
}
pub struct SendAgainStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn send_again() -> SendAgainStmt {
    SendAgainStmt(
        "update webhook_deliveries set status = 'pending', replay = true, attempts = 0, next_attempt_at = $1, finished_at = null where tenant_id = app.tenant() and id = $2 and exists ( select from webhook_endpoints where webhook_endpoints.id = webhook_deliveries.endpoint_id and deleted_at is null ) returning id, endpoint_id, event_id, event_type, subject_id, status, replay, next_attempt_at, created_at, finished_at",
        None,
    )
}
impl SendAgainStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> DeliveryQuery<'c, 'a, 's, C, Delivery, 2> {
        DeliveryQuery {
            client,
            params: [now, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<DeliveryBorrowed, tokio_postgres::Error> {
                Ok(DeliveryBorrowed {
                    id: row.try_get(0)?,
                    endpoint_id: row.try_get(1)?,
                    event_id: row.try_get(2)?,
                    event_type: row.try_get(3)?,
                    subject_id: row.try_get(4)?,
                    status: row.try_get(5)?,
                    replay: row.try_get(6)?,
                    next_attempt_at: row.try_get(7)?,
                    created_at: row.try_get(8)?,
                    finished_at: row.try_get(9)?,
                })
            },
            mapper: |it| Delivery::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, SendAgainParams, DeliveryQuery<'c, 'a, 's, C, Delivery, 2>, C>
    for SendAgainStmt
{
    fn params(&'s self, client: &'c C, params: &'a SendAgainParams) -> DeliveryQuery<'c, 'a, 's, C, Delivery, 2> {
        self.bind(client, &params.now, &params.id)
    }
}
