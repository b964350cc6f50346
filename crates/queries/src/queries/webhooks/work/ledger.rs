// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct PlacesOfFanOutsParams<T1: crate::ArraySql<Item = uuid::Uuid>> {
    pub tenants: T1,
    pub worker: uuid::Uuid,
}
#[derive(Debug)]
pub struct FanOutsBehindParams<T1: crate::ArraySql<Item = uuid::Uuid>, T2: crate::ArraySql<Item = i64>> {
    pub tenants: T1,
    pub revisions: T2,
}
#[derive(Debug)]
pub struct EndpointsOfTenantsParams<T1: crate::ArraySql<Item = uuid::Uuid>> {
    pub now: jiff::Timestamp,
    pub tenants: T1,
}
#[derive(Debug)]
pub struct EventsOfTenantsParams<T1: crate::ArraySql<Item = uuid::Uuid>, T2: crate::ArraySql<Item = i64>> {
    pub tenants: T1,
    pub positions: T2,
    pub limit: i64,
}
#[derive(Debug)]
pub struct AdvanceFanOutsParams<T1: crate::ArraySql<Item = uuid::Uuid>, T2: crate::ArraySql<Item = i64>> {
    pub tenants: T1,
    pub positions: T2,
    pub worker: uuid::Uuid,
}
#[derive(Debug)]
pub struct AddDeliveriesParams<
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::ArraySql<Item = uuid::Uuid>,
    T3: crate::ArraySql<Item = jiff::Timestamp>,
    T4: crate::ArraySql<Item = uuid::Uuid>,
    T5: crate::ArraySql<Item = uuid::Uuid>,
    T6: crate::StringSql,
    T7: crate::ArraySql<Item = T6>,
    T8: crate::StringSql,
    T9: crate::ArraySql<Item = T8>,
    T10: crate::ArraySql<Item = i64>,
    T11: crate::ArraySql<Item = bool>,
> {
    pub now: jiff::Timestamp,
    pub tenants: T1,
    pub ids: T2,
    pub event_ats: T3,
    pub endpoints: T4,
    pub events: T5,
    pub types: T7,
    pub subjects: T9,
    pub positions: T10,
    pub ordered: T11,
    pub worker: uuid::Uuid,
}
#[derive(Debug)]
pub struct SettleDeliveriesParams<
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::ArraySql<Item = uuid::Uuid>,
    T3: crate::ArraySql<Item = jiff::Timestamp>,
    T4: crate::StringSql,
    T5: crate::ArraySql<Item = T4>,
    T6: crate::ArraySql<Item = i32>,
    T7: crate::ArraySql<Item = Option<jiff::Timestamp>>,
    T8: crate::ArraySql<Item = Option<jiff::Timestamp>>,
> {
    pub tenants: T1,
    pub ids: T2,
    pub event_ats: T3,
    pub statuses: T5,
    pub attempts: T6,
    pub next_attempt_ats: T7,
    pub finished_ats: T8,
}
#[derive(Debug)]
pub struct RecordAttemptsParams<
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::ArraySql<Item = uuid::Uuid>,
    T3: crate::ArraySql<Item = uuid::Uuid>,
    T4: crate::ArraySql<Item = jiff::Timestamp>,
    T5: crate::ArraySql<Item = uuid::Uuid>,
    T6: crate::StringSql,
    T7: crate::ArraySql<Item = T6>,
    T8: crate::ArraySql<Item = Option<i32>>,
    T9: crate::StringSql,
    T10: crate::ArraySql<Item = Option<T9>>,
    T11: crate::StringSql,
    T12: crate::ArraySql<Item = Option<T11>>,
    T13: crate::StringSql,
    T14: crate::ArraySql<Item = Option<T13>>,
    T15: crate::ArraySql<Item = Option<i32>>,
    T16: crate::ArraySql<Item = Option<i32>>,
    T17: crate::ArraySql<Item = Option<i32>>,
    T18: crate::ArraySql<Item = Option<i32>>,
    T19: crate::ArraySql<Item = i32>,
    T20: crate::JsonSql,
    T21: crate::ArraySql<Item = Option<T20>>,
    T22: crate::BytesSql,
    T23: crate::ArraySql<Item = Option<T22>>,
    T24: crate::ArraySql<Item = bool>,
> {
    pub tenants: T1,
    pub deliveries: T2,
    pub ids: T3,
    pub ats: T4,
    pub endpoints: T5,
    pub reasons: T7,
    pub statuses: T8,
    pub errors: T10,
    pub details: T12,
    pub remotes: T14,
    pub dns_us: T15,
    pub connect_us: T16,
    pub tls_us: T17,
    pub first_byte_us: T18,
    pub total_us: T19,
    pub response_headers: T21,
    pub response_bodies: T23,
    pub truncated: T24,
}
#[derive(Debug)]
pub struct ReleaseNextParams<
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::ArraySql<Item = uuid::Uuid>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
> {
    pub tenants: T1,
    pub endpoints: T2,
    pub subjects: T4,
    pub now: jiff::Timestamp,
}
#[derive(Debug)]
pub struct NoteHealthParams<
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::ArraySql<Item = uuid::Uuid>,
    T3: crate::ArraySql<Item = i32>,
    T4: crate::ArraySql<Item = Option<jiff::Timestamp>>,
    T5: crate::ArraySql<Item = Option<jiff::Timestamp>>,
    T6: crate::ArraySql<Item = Option<jiff::Timestamp>>,
> {
    pub tenants: T1,
    pub endpoints: T2,
    pub failures: T3,
    pub failing_sinces: T4,
    pub last_successes: T5,
    pub last_failures: T6,
}
#[derive(Debug)]
pub struct DueDeliveriesParams<
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::ArraySql<Item = uuid::Uuid>,
    T3: crate::ArraySql<Item = i64>,
    T4: crate::ArraySql<Item = uuid::Uuid>,
> {
    pub tenants: T1,
    pub endpoints: T2,
    pub most: T3,
    pub now: jiff::Timestamp,
    pub known: T4,
}
#[derive(Debug)]
pub struct NextDeliveriesParams<T1: crate::ArraySql<Item = uuid::Uuid>, T2: crate::ArraySql<Item = uuid::Uuid>> {
    pub now: jiff::Timestamp,
    pub tenants: T1,
    pub endpoints: T2,
}
#[derive(Clone, Copy, Debug)]
pub struct ReleaseLinesParams {
    pub now: jiff::Timestamp,
    pub tenant: uuid::Uuid,
    pub endpoint: uuid::Uuid,
}
#[derive(Clone, Copy, Debug)]
pub struct CancelDeliveriesParams {
    pub now: jiff::Timestamp,
    pub tenant: uuid::Uuid,
    pub endpoint: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct WithholdDeliveriesParams<T1: crate::ArraySql<Item = uuid::Uuid>, T2: crate::ArraySql<Item = jiff::Timestamp>>
{
    pub now: jiff::Timestamp,
    pub ids: T1,
    pub event_ats: T2,
    pub tenant: uuid::Uuid,
    pub endpoint: uuid::Uuid,
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct PlacesOfFanOuts {
    pub tenant_id: uuid::Uuid,
    pub position: i64,
    pub revision: i64,
    pub last_position: i64,
}
#[derive(Debug, Clone, PartialEq)]
pub struct EndpointRow {
    pub tenant_id: uuid::Uuid,
    pub id: uuid::Uuid,
    pub url: String,
    pub events: Vec<String>,
    pub filter: Option<serde_json::Value>,
    pub organization_ids: Option<Vec<uuid::Uuid>>,
    pub ordering: String,
    pub timeout_seconds: i32,
    pub max_per_second: Option<i32>,
    pub headers_sealed: Option<Vec<u8>>,
    pub secret_ids: Vec<uuid::Uuid>,
    pub secrets_sealed: Vec<Vec<u8>>,
    pub secret_ends: Vec<Option<jiff::Timestamp>>,
    pub previous_secret_sealed: Option<Vec<u8>>,
    pub previous_secret_until: Option<jiff::Timestamp>,
    pub status: String,
    pub since_position: i64,
    pub deleted_at: Option<jiff::Timestamp>,
    pub version: i32,
    pub granted_scopes: Vec<String>,
    pub granted_organization_ids: Option<Vec<uuid::Uuid>>,
    pub owner_role: Option<String>,
    pub owner_scopes: Option<Vec<String>>,
    pub owner_organization_ids: Option<Vec<uuid::Uuid>>,
    pub owner_active: Option<bool>,
    pub consecutive_failures: Option<i32>,
    pub failing_since: Option<jiff::Timestamp>,
    pub last_success_at: Option<jiff::Timestamp>,
    pub last_failure_at: Option<jiff::Timestamp>,
}
pub struct EndpointRowBorrowed<'a> {
    pub tenant_id: uuid::Uuid,
    pub id: uuid::Uuid,
    pub url: &'a str,
    pub events: crate::ArrayIterator<'a, &'a str>,
    pub filter: Option<postgres_types::Json<&'a serde_json::value::RawValue>>,
    pub organization_ids: Option<crate::ArrayIterator<'a, uuid::Uuid>>,
    pub ordering: &'a str,
    pub timeout_seconds: i32,
    pub max_per_second: Option<i32>,
    pub headers_sealed: Option<&'a [u8]>,
    pub secret_ids: crate::ArrayIterator<'a, uuid::Uuid>,
    pub secrets_sealed: crate::ArrayIterator<'a, &'a [u8]>,
    pub secret_ends: crate::ArrayIterator<'a, Option<jiff::Timestamp>>,
    pub previous_secret_sealed: Option<&'a [u8]>,
    pub previous_secret_until: Option<jiff::Timestamp>,
    pub status: &'a str,
    pub since_position: i64,
    pub deleted_at: Option<jiff::Timestamp>,
    pub version: i32,
    pub granted_scopes: crate::ArrayIterator<'a, &'a str>,
    pub granted_organization_ids: Option<crate::ArrayIterator<'a, uuid::Uuid>>,
    pub owner_role: Option<&'a str>,
    pub owner_scopes: Option<crate::ArrayIterator<'a, &'a str>>,
    pub owner_organization_ids: Option<crate::ArrayIterator<'a, uuid::Uuid>>,
    pub owner_active: Option<bool>,
    pub consecutive_failures: Option<i32>,
    pub failing_since: Option<jiff::Timestamp>,
    pub last_success_at: Option<jiff::Timestamp>,
    pub last_failure_at: Option<jiff::Timestamp>,
}
impl<'a> From<EndpointRowBorrowed<'a>> for EndpointRow {
    fn from(
        EndpointRowBorrowed {
            tenant_id,
            id,
            url,
            events,
            filter,
            organization_ids,
            ordering,
            timeout_seconds,
            max_per_second,
            headers_sealed,
            secret_ids,
            secrets_sealed,
            secret_ends,
            previous_secret_sealed,
            previous_secret_until,
            status,
            since_position,
            deleted_at,
            version,
            granted_scopes,
            granted_organization_ids,
            owner_role,
            owner_scopes,
            owner_organization_ids,
            owner_active,
            consecutive_failures,
            failing_since,
            last_success_at,
            last_failure_at,
        }: EndpointRowBorrowed<'a>,
    ) -> Self {
        Self {
            tenant_id,
            id,
            url: url.into(),
            events: events.map(|v| v.into()).collect(),
            filter: filter.map(|v| serde_json::from_str(v.0.get()).unwrap()),
            organization_ids: organization_ids.map(|v| v.map(|v| v).collect()),
            ordering: ordering.into(),
            timeout_seconds,
            max_per_second,
            headers_sealed: headers_sealed.map(|v| v.into()),
            secret_ids: secret_ids.map(|v| v).collect(),
            secrets_sealed: secrets_sealed.map(|v| v.into()).collect(),
            secret_ends: secret_ends.map(|v| v).collect(),
            previous_secret_sealed: previous_secret_sealed.map(|v| v.into()),
            previous_secret_until,
            status: status.into(),
            since_position,
            deleted_at,
            version,
            granted_scopes: granted_scopes.map(|v| v.into()).collect(),
            granted_organization_ids: granted_organization_ids.map(|v| v.map(|v| v).collect()),
            owner_role: owner_role.map(|v| v.into()),
            owner_scopes: owner_scopes.map(|v| v.map(|v| v.into()).collect()),
            owner_organization_ids: owner_organization_ids.map(|v| v.map(|v| v).collect()),
            owner_active,
            consecutive_failures,
            failing_since,
            last_success_at,
            last_failure_at,
        }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct LoggedEvent {
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
pub struct LoggedEventBorrowed<'a> {
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
impl<'a> From<LoggedEventBorrowed<'a>> for LoggedEvent {
    fn from(
        LoggedEventBorrowed {
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
        }: LoggedEventBorrowed<'a>,
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
pub struct AddDeliveries {
    pub id: uuid::Uuid,
    pub status: String,
}
pub struct AddDeliveriesBorrowed<'a> {
    pub id: uuid::Uuid,
    pub status: &'a str,
}
impl<'a> From<AddDeliveriesBorrowed<'a>> for AddDeliveries {
    fn from(AddDeliveriesBorrowed { id, status }: AddDeliveriesBorrowed<'a>) -> Self {
        Self { id, status: status.into() }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct DueDelivery {
    pub tenant_id: uuid::Uuid,
    pub delivery_id: uuid::Uuid,
    pub endpoint_id: uuid::Uuid,
    pub attempts: i32,
    pub replay: bool,
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
pub struct DueDeliveryBorrowed<'a> {
    pub tenant_id: uuid::Uuid,
    pub delivery_id: uuid::Uuid,
    pub endpoint_id: uuid::Uuid,
    pub attempts: i32,
    pub replay: bool,
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
impl<'a> From<DueDeliveryBorrowed<'a>> for DueDelivery {
    fn from(
        DueDeliveryBorrowed {
            tenant_id,
            delivery_id,
            endpoint_id,
            attempts,
            replay,
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
        }: DueDeliveryBorrowed<'a>,
    ) -> Self {
        Self {
            tenant_id,
            delivery_id,
            endpoint_id,
            attempts,
            replay,
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
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct NextDeliveries {
    pub endpoint_id: uuid::Uuid,
    pub next_attempt_at: Option<jiff::Timestamp>,
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct PlacesOfFanOutsQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<PlacesOfFanOuts, tokio_postgres::Error>,
    mapper: fn(PlacesOfFanOuts) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> PlacesOfFanOutsQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(PlacesOfFanOuts) -> R) -> PlacesOfFanOutsQuery<'c, 'a, 's, C, R, N> {
        PlacesOfFanOutsQuery {
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
pub struct EndpointRowQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<EndpointRowBorrowed, tokio_postgres::Error>,
    mapper: fn(EndpointRowBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> EndpointRowQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(EndpointRowBorrowed) -> R) -> EndpointRowQuery<'c, 'a, 's, C, R, N> {
        EndpointRowQuery {
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
pub struct LoggedEventQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<LoggedEventBorrowed, tokio_postgres::Error>,
    mapper: fn(LoggedEventBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> LoggedEventQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(LoggedEventBorrowed) -> R) -> LoggedEventQuery<'c, 'a, 's, C, R, N> {
        LoggedEventQuery {
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
pub struct AddDeliveriesQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<AddDeliveriesBorrowed, tokio_postgres::Error>,
    mapper: fn(AddDeliveriesBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> AddDeliveriesQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(AddDeliveriesBorrowed) -> R) -> AddDeliveriesQuery<'c, 'a, 's, C, R, N> {
        AddDeliveriesQuery {
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
pub struct DueDeliveryQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<DueDeliveryBorrowed, tokio_postgres::Error>,
    mapper: fn(DueDeliveryBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> DueDeliveryQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(DueDeliveryBorrowed) -> R) -> DueDeliveryQuery<'c, 'a, 's, C, R, N> {
        DueDeliveryQuery {
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
pub struct NextDeliveriesQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<NextDeliveries, tokio_postgres::Error>,
    mapper: fn(NextDeliveries) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> NextDeliveriesQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(NextDeliveries) -> R) -> NextDeliveriesQuery<'c, 'a, 's, C, R, N> {
        NextDeliveriesQuery {
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
pub struct PlacesOfFanOutsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn places_of_fan_outs() -> PlacesOfFanOutsStmt {
    PlacesOfFanOutsStmt(
        "select webhook_fan_outs.tenant_id, webhook_fan_outs.position, webhook_fan_outs.revision, event_logs.last_position from webhook_fan_outs join event_logs on event_logs.tenant_id = webhook_fan_outs.tenant_id where webhook_fan_outs.tenant_id = any ($1) and webhook_fan_outs.worker_id = $2",
        None,
    )
}
impl PlacesOfFanOutsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        tenants: &'a T1,
        worker: &'a uuid::Uuid,
    ) -> PlacesOfFanOutsQuery<'c, 'a, 's, C, PlacesOfFanOuts, 2> {
        PlacesOfFanOutsQuery {
            client,
            params: [tenants, worker],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<PlacesOfFanOuts, tokio_postgres::Error> {
                Ok(PlacesOfFanOuts {
                    tenant_id: row.try_get(0)?,
                    position: row.try_get(1)?,
                    revision: row.try_get(2)?,
                    last_position: row.try_get(3)?,
                })
            },
            mapper: |it| PlacesOfFanOuts::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        PlacesOfFanOutsParams<T1>,
        PlacesOfFanOutsQuery<'c, 'a, 's, C, PlacesOfFanOuts, 2>,
        C,
    > for PlacesOfFanOutsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a PlacesOfFanOutsParams<T1>,
    ) -> PlacesOfFanOutsQuery<'c, 'a, 's, C, PlacesOfFanOuts, 2> {
        self.bind(client, &params.tenants, &params.worker)
    }
}
pub struct FanOutsBehindStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn fan_outs_behind() -> FanOutsBehindStmt {
    FanOutsBehindStmt(
        "select webhook_fan_outs.tenant_id from webhook_fan_outs join event_logs on event_logs.tenant_id = webhook_fan_outs.tenant_id join unnest($1::uuid[], $2::bigint[]) as known (tenant_id, revision) on known.tenant_id = webhook_fan_outs.tenant_id where event_logs.last_position > webhook_fan_outs.position or webhook_fan_outs.revision <> known.revision",
        None,
    )
}
impl FanOutsBehindStmt {
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
        revisions: &'a T2,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        UuidUuidQuery {
            client,
            params: [tenants, revisions],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>, T2: crate::ArraySql<Item = i64>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        FanOutsBehindParams<T1, T2>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>,
        C,
    > for FanOutsBehindStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a FanOutsBehindParams<T1, T2>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.tenants, &params.revisions)
    }
}
pub struct EndpointsOfTenantsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn endpoints_of_tenants() -> EndpointsOfTenantsStmt {
    EndpointsOfTenantsStmt(
        "select endpoint.tenant_id, endpoint.id, endpoint.url, endpoint.events, endpoint.filter, endpoint.organization_ids, endpoint.ordering, endpoint.timeout_seconds, endpoint.max_per_second, endpoint.headers_sealed, secrets.ids as secret_ids, secrets.sealed as secrets_sealed, secrets.ends as secret_ends, endpoint.previous_secret_sealed, endpoint.previous_secret_until, endpoint.status, endpoint.since_position, endpoint.deleted_at, endpoint.version, endpoint.granted_scopes, endpoint.granted_organization_ids, owner.role as owner_role, owner.scopes as owner_scopes, owner.organization_ids as owner_organization_ids, owner.active as owner_active, health.consecutive_failures, health.failing_since, health.last_success_at, health.last_failure_at from webhook_endpoints as endpoint left join owner_rights as owner on owner.tenant_id = endpoint.tenant_id and owner.kind = endpoint.owner_kind and owner.id = endpoint.owner_id left join webhook_health as health on health.tenant_id = endpoint.tenant_id and health.endpoint_id = endpoint.id cross join lateral ( select coalesce(array_agg(secret.id order by secret.valid_until desc nulls first), '{}') as ids, coalesce(array_agg(secret.secret_sealed order by secret.valid_until desc nulls first), '{}') as sealed, coalesce(array_agg(secret.valid_until order by secret.valid_until desc nulls first), '{}') as ends from webhook_secrets as secret where secret.tenant_id = endpoint.tenant_id and secret.endpoint_id = endpoint.id and (secret.valid_until is null or secret.valid_until > $1) ) as secrets where endpoint.tenant_id = any ($2) and (endpoint.deleted_at is null or endpoint.deleted_at > $1 - interval '1 day')",
        None,
    )
}
impl EndpointsOfTenantsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
        tenants: &'a T1,
    ) -> EndpointRowQuery<'c, 'a, 's, C, EndpointRow, 2> {
        EndpointRowQuery {
            client,
            params: [now, tenants],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<EndpointRowBorrowed, tokio_postgres::Error> {
                Ok(EndpointRowBorrowed {
                    tenant_id: row.try_get(0)?,
                    id: row.try_get(1)?,
                    url: row.try_get(2)?,
                    events: row.try_get(3)?,
                    filter: row.try_get(4)?,
                    organization_ids: row.try_get(5)?,
                    ordering: row.try_get(6)?,
                    timeout_seconds: row.try_get(7)?,
                    max_per_second: row.try_get(8)?,
                    headers_sealed: row.try_get(9)?,
                    secret_ids: row.try_get(10)?,
                    secrets_sealed: row.try_get(11)?,
                    secret_ends: row.try_get(12)?,
                    previous_secret_sealed: row.try_get(13)?,
                    previous_secret_until: row.try_get(14)?,
                    status: row.try_get(15)?,
                    since_position: row.try_get(16)?,
                    deleted_at: row.try_get(17)?,
                    version: row.try_get(18)?,
                    granted_scopes: row.try_get(19)?,
                    granted_organization_ids: row.try_get(20)?,
                    owner_role: row.try_get(21)?,
                    owner_scopes: row.try_get(22)?,
                    owner_organization_ids: row.try_get(23)?,
                    owner_active: row.try_get(24)?,
                    consecutive_failures: row.try_get(25)?,
                    failing_since: row.try_get(26)?,
                    last_success_at: row.try_get(27)?,
                    last_failure_at: row.try_get(28)?,
                })
            },
            mapper: |it| EndpointRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        EndpointsOfTenantsParams<T1>,
        EndpointRowQuery<'c, 'a, 's, C, EndpointRow, 2>,
        C,
    > for EndpointsOfTenantsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a EndpointsOfTenantsParams<T1>,
    ) -> EndpointRowQuery<'c, 'a, 's, C, EndpointRow, 2> {
        self.bind(client, &params.now, &params.tenants)
    }
}
pub struct EventsOfTenantsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn events_of_tenants() -> EventsOfTenantsStmt {
    EventsOfTenantsStmt(
        "select events.tenant_id, events.id, events.at, events.position, events.type, events.organization_id, events.subject_type, events.subject_id, events.sequence, events.actor_kind, events.actor_id, events.request_id, events.data, events.trace from unnest($1::uuid[], $2::bigint[]) as log (tenant_id, position) cross join lateral ( select tenant_id, id, at, position, type, organization_id, subject_type, subject_id, sequence, actor_kind, actor_id, request_id, data, trace from events where events.tenant_id = log.tenant_id and events.position > log.position order by events.position limit $3 ) as events",
        None,
    )
}
impl EventsOfTenantsStmt {
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
        positions: &'a T2,
        limit: &'a i64,
    ) -> LoggedEventQuery<'c, 'a, 's, C, LoggedEvent, 3> {
        LoggedEventQuery {
            client,
            params: [tenants, positions, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<LoggedEventBorrowed, tokio_postgres::Error> {
                Ok(LoggedEventBorrowed {
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
            mapper: |it| LoggedEvent::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>, T2: crate::ArraySql<Item = i64>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        EventsOfTenantsParams<T1, T2>,
        LoggedEventQuery<'c, 'a, 's, C, LoggedEvent, 3>,
        C,
    > for EventsOfTenantsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a EventsOfTenantsParams<T1, T2>,
    ) -> LoggedEventQuery<'c, 'a, 's, C, LoggedEvent, 3> {
        self.bind(client, &params.tenants, &params.positions, &params.limit)
    }
}
pub struct AdvanceFanOutsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn advance_fan_outs() -> AdvanceFanOutsStmt {
    AdvanceFanOutsStmt(
        "update webhook_fan_outs set position = reached.position from unnest($1::uuid[], $2::bigint[]) as reached (tenant_id, position) where webhook_fan_outs.tenant_id = reached.tenant_id and webhook_fan_outs.worker_id = $3 returning webhook_fan_outs.tenant_id",
        None,
    )
}
impl AdvanceFanOutsStmt {
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
        positions: &'a T2,
        worker: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        UuidUuidQuery {
            client,
            params: [tenants, positions, worker],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>, T2: crate::ArraySql<Item = i64>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        AdvanceFanOutsParams<T1, T2>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3>,
        C,
    > for AdvanceFanOutsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a AdvanceFanOutsParams<T1, T2>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        self.bind(client, &params.tenants, &params.positions, &params.worker)
    }
}
pub struct AddDeliveriesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn add_deliveries() -> AddDeliveriesStmt {
    AddDeliveriesStmt(
        "insert into webhook_deliveries ( tenant_id, id, event_at, endpoint_id, event_id, event_type, subject_id, position, ordered, status, next_attempt_at, created_at ) select added.tenant_id, added.id, added.event_at, added.endpoint_id, added.event_id, added.event_type, added.subject_id, added.position, added.ordered, case when held then 'held' else 'pending' end, case when held then null else $1::timestamptz end, $1 from ( select tenant_id, id, event_at, endpoint_id, event_id, event_type, subject_id, position, ordered, ordered and ( row_number() over (partition by endpoint_id, subject_id order by position) > 1 or exists ( select from webhook_deliveries as earlier where earlier.tenant_id = added.tenant_id and earlier.endpoint_id = added.endpoint_id and earlier.subject_id = added.subject_id and earlier.ordered and earlier.status in ('pending', 'held') ) ) as held from unnest( $2::uuid[], $3::uuid[], $4::timestamptz[], $5::uuid[], $6::uuid[], $7::text[], $8::text[], $9::bigint[], $10::boolean[] ) as added (tenant_id, id, event_at, endpoint_id, event_id, event_type, subject_id, position, ordered) ) as added join webhook_fan_outs on webhook_fan_outs.tenant_id = added.tenant_id and webhook_fan_outs.worker_id = $11 on conflict (tenant_id, id, event_at) do nothing returning id, status",
        None,
    )
}
impl AddDeliveriesStmt {
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
        T2: crate::ArraySql<Item = uuid::Uuid>,
        T3: crate::ArraySql<Item = jiff::Timestamp>,
        T4: crate::ArraySql<Item = uuid::Uuid>,
        T5: crate::ArraySql<Item = uuid::Uuid>,
        T6: crate::StringSql,
        T7: crate::ArraySql<Item = T6>,
        T8: crate::StringSql,
        T9: crate::ArraySql<Item = T8>,
        T10: crate::ArraySql<Item = i64>,
        T11: crate::ArraySql<Item = bool>,
    >(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
        tenants: &'a T1,
        ids: &'a T2,
        event_ats: &'a T3,
        endpoints: &'a T4,
        events: &'a T5,
        types: &'a T7,
        subjects: &'a T9,
        positions: &'a T10,
        ordered: &'a T11,
        worker: &'a uuid::Uuid,
    ) -> AddDeliveriesQuery<'c, 'a, 's, C, AddDeliveries, 11> {
        AddDeliveriesQuery {
            client,
            params: [now, tenants, ids, event_ats, endpoints, events, types, subjects, positions, ordered, worker],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<AddDeliveriesBorrowed, tokio_postgres::Error> {
                Ok(AddDeliveriesBorrowed { id: row.try_get(0)?, status: row.try_get(1)? })
            },
            mapper: |it| AddDeliveries::from(it),
        }
    }
}
impl<
    'c,
    'a,
    's,
    C: GenericClient,
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::ArraySql<Item = uuid::Uuid>,
    T3: crate::ArraySql<Item = jiff::Timestamp>,
    T4: crate::ArraySql<Item = uuid::Uuid>,
    T5: crate::ArraySql<Item = uuid::Uuid>,
    T6: crate::StringSql,
    T7: crate::ArraySql<Item = T6>,
    T8: crate::StringSql,
    T9: crate::ArraySql<Item = T8>,
    T10: crate::ArraySql<Item = i64>,
    T11: crate::ArraySql<Item = bool>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        AddDeliveriesParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11>,
        AddDeliveriesQuery<'c, 'a, 's, C, AddDeliveries, 11>,
        C,
    > for AddDeliveriesStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a AddDeliveriesParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11>,
    ) -> AddDeliveriesQuery<'c, 'a, 's, C, AddDeliveries, 11> {
        self.bind(
            client,
            &params.now,
            &params.tenants,
            &params.ids,
            &params.event_ats,
            &params.endpoints,
            &params.events,
            &params.types,
            &params.subjects,
            &params.positions,
            &params.ordered,
            &params.worker,
        )
    }
}
pub struct SettleDeliveriesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn settle_deliveries() -> SettleDeliveriesStmt {
    SettleDeliveriesStmt(
        "select app.settle_deliveries( $1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[], $5::integer[], $6::timestamptz[], $7::timestamptz[] ) as settled",
        None,
    )
}
impl SettleDeliveriesStmt {
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
        T2: crate::ArraySql<Item = uuid::Uuid>,
        T3: crate::ArraySql<Item = jiff::Timestamp>,
        T4: crate::StringSql,
        T5: crate::ArraySql<Item = T4>,
        T6: crate::ArraySql<Item = i32>,
        T7: crate::ArraySql<Item = Option<jiff::Timestamp>>,
        T8: crate::ArraySql<Item = Option<jiff::Timestamp>>,
    >(
        &'s self,
        client: &'c C,
        tenants: &'a T1,
        ids: &'a T2,
        event_ats: &'a T3,
        statuses: &'a T5,
        attempts: &'a T6,
        next_attempt_ats: &'a T7,
        finished_ats: &'a T8,
    ) -> I32Query<'c, 'a, 's, C, i32, 7> {
        I32Query {
            client,
            params: [tenants, ids, event_ats, statuses, attempts, next_attempt_ats, finished_ats],
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
    T2: crate::ArraySql<Item = uuid::Uuid>,
    T3: crate::ArraySql<Item = jiff::Timestamp>,
    T4: crate::StringSql,
    T5: crate::ArraySql<Item = T4>,
    T6: crate::ArraySql<Item = i32>,
    T7: crate::ArraySql<Item = Option<jiff::Timestamp>>,
    T8: crate::ArraySql<Item = Option<jiff::Timestamp>>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        SettleDeliveriesParams<T1, T2, T3, T4, T5, T6, T7, T8>,
        I32Query<'c, 'a, 's, C, i32, 7>,
        C,
    > for SettleDeliveriesStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a SettleDeliveriesParams<T1, T2, T3, T4, T5, T6, T7, T8>,
    ) -> I32Query<'c, 'a, 's, C, i32, 7> {
        self.bind(
            client,
            &params.tenants,
            &params.ids,
            &params.event_ats,
            &params.statuses,
            &params.attempts,
            &params.next_attempt_ats,
            &params.finished_ats,
        )
    }
}
pub struct RecordAttemptsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn record_attempts() -> RecordAttemptsStmt {
    RecordAttemptsStmt(
        "insert into webhook_attempts ( tenant_id, delivery_id, id, at, endpoint_id, reason, status, error, error_detail, remote, dns_us, connect_us, tls_us, first_byte_us, total_us, response_headers, response_body, response_truncated ) select tenant_id, delivery_id, id, at, endpoint_id, reason, status, error, error_detail, remote, dns_us, connect_us, tls_us, first_byte_us, total_us, response_headers, response_body, response_truncated from unnest( $1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::uuid[], $6::text[], $7::integer[], $8::text[], $9::text[], $10::text[], $11::integer[], $12::integer[], $13::integer[], $14::integer[], $15::integer[], $16::jsonb[], $17::bytea[], $18::boolean[] ) as made ( tenant_id, delivery_id, id, at, endpoint_id, reason, status, error, error_detail, remote, dns_us, connect_us, tls_us, first_byte_us, total_us, response_headers, response_body, response_truncated ) on conflict do nothing returning id",
        None,
    )
}
impl RecordAttemptsStmt {
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
        T2: crate::ArraySql<Item = uuid::Uuid>,
        T3: crate::ArraySql<Item = uuid::Uuid>,
        T4: crate::ArraySql<Item = jiff::Timestamp>,
        T5: crate::ArraySql<Item = uuid::Uuid>,
        T6: crate::StringSql,
        T7: crate::ArraySql<Item = T6>,
        T8: crate::ArraySql<Item = Option<i32>>,
        T9: crate::StringSql,
        T10: crate::ArraySql<Item = Option<T9>>,
        T11: crate::StringSql,
        T12: crate::ArraySql<Item = Option<T11>>,
        T13: crate::StringSql,
        T14: crate::ArraySql<Item = Option<T13>>,
        T15: crate::ArraySql<Item = Option<i32>>,
        T16: crate::ArraySql<Item = Option<i32>>,
        T17: crate::ArraySql<Item = Option<i32>>,
        T18: crate::ArraySql<Item = Option<i32>>,
        T19: crate::ArraySql<Item = i32>,
        T20: crate::JsonSql,
        T21: crate::ArraySql<Item = Option<T20>>,
        T22: crate::BytesSql,
        T23: crate::ArraySql<Item = Option<T22>>,
        T24: crate::ArraySql<Item = bool>,
    >(
        &'s self,
        client: &'c C,
        tenants: &'a T1,
        deliveries: &'a T2,
        ids: &'a T3,
        ats: &'a T4,
        endpoints: &'a T5,
        reasons: &'a T7,
        statuses: &'a T8,
        errors: &'a T10,
        details: &'a T12,
        remotes: &'a T14,
        dns_us: &'a T15,
        connect_us: &'a T16,
        tls_us: &'a T17,
        first_byte_us: &'a T18,
        total_us: &'a T19,
        response_headers: &'a T21,
        response_bodies: &'a T23,
        truncated: &'a T24,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 18> {
        UuidUuidQuery {
            client,
            params: [
                tenants,
                deliveries,
                ids,
                ats,
                endpoints,
                reasons,
                statuses,
                errors,
                details,
                remotes,
                dns_us,
                connect_us,
                tls_us,
                first_byte_us,
                total_us,
                response_headers,
                response_bodies,
                truncated,
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
    T2: crate::ArraySql<Item = uuid::Uuid>,
    T3: crate::ArraySql<Item = uuid::Uuid>,
    T4: crate::ArraySql<Item = jiff::Timestamp>,
    T5: crate::ArraySql<Item = uuid::Uuid>,
    T6: crate::StringSql,
    T7: crate::ArraySql<Item = T6>,
    T8: crate::ArraySql<Item = Option<i32>>,
    T9: crate::StringSql,
    T10: crate::ArraySql<Item = Option<T9>>,
    T11: crate::StringSql,
    T12: crate::ArraySql<Item = Option<T11>>,
    T13: crate::StringSql,
    T14: crate::ArraySql<Item = Option<T13>>,
    T15: crate::ArraySql<Item = Option<i32>>,
    T16: crate::ArraySql<Item = Option<i32>>,
    T17: crate::ArraySql<Item = Option<i32>>,
    T18: crate::ArraySql<Item = Option<i32>>,
    T19: crate::ArraySql<Item = i32>,
    T20: crate::JsonSql,
    T21: crate::ArraySql<Item = Option<T20>>,
    T22: crate::BytesSql,
    T23: crate::ArraySql<Item = Option<T22>>,
    T24: crate::ArraySql<Item = bool>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        RecordAttemptsParams<
            T1,
            T2,
            T3,
            T4,
            T5,
            T6,
            T7,
            T8,
            T9,
            T10,
            T11,
            T12,
            T13,
            T14,
            T15,
            T16,
            T17,
            T18,
            T19,
            T20,
            T21,
            T22,
            T23,
            T24,
        >,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 18>,
        C,
    > for RecordAttemptsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a RecordAttemptsParams<
            T1,
            T2,
            T3,
            T4,
            T5,
            T6,
            T7,
            T8,
            T9,
            T10,
            T11,
            T12,
            T13,
            T14,
            T15,
            T16,
            T17,
            T18,
            T19,
            T20,
            T21,
            T22,
            T23,
            T24,
        >,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 18> {
        self.bind(
            client,
            &params.tenants,
            &params.deliveries,
            &params.ids,
            &params.ats,
            &params.endpoints,
            &params.reasons,
            &params.statuses,
            &params.errors,
            &params.details,
            &params.remotes,
            &params.dns_us,
            &params.connect_us,
            &params.tls_us,
            &params.first_byte_us,
            &params.total_us,
            &params.response_headers,
            &params.response_bodies,
            &params.truncated,
        )
    }
}
pub struct ReleaseNextStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn release_next() -> ReleaseNextStmt {
    ReleaseNextStmt(
        "select endpoint_id from app.release_next($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz) as endpoint_id",
        None,
    )
}
impl ReleaseNextStmt {
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
        T2: crate::ArraySql<Item = uuid::Uuid>,
        T3: crate::StringSql,
        T4: crate::ArraySql<Item = T3>,
    >(
        &'s self,
        client: &'c C,
        tenants: &'a T1,
        endpoints: &'a T2,
        subjects: &'a T4,
        now: &'a jiff::Timestamp,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4> {
        UuidUuidQuery {
            client,
            params: [tenants, endpoints, subjects, now],
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
    T2: crate::ArraySql<Item = uuid::Uuid>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        ReleaseNextParams<T1, T2, T3, T4>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4>,
        C,
    > for ReleaseNextStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ReleaseNextParams<T1, T2, T3, T4>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4> {
        self.bind(client, &params.tenants, &params.endpoints, &params.subjects, &params.now)
    }
}
pub struct NoteHealthStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn note_health() -> NoteHealthStmt {
    NoteHealthStmt(
        "insert into webhook_health ( tenant_id, endpoint_id, consecutive_failures, failing_since, last_success_at, last_failure_at ) select tenant_id, endpoint_id, consecutive_failures, failing_since, last_success_at, last_failure_at from unnest( $1::uuid[], $2::uuid[], $3::integer[], $4::timestamptz[], $5::timestamptz[], $6::timestamptz[] ) as noted (tenant_id, endpoint_id, consecutive_failures, failing_since, last_success_at, last_failure_at) on conflict (tenant_id, endpoint_id) do update set consecutive_failures = excluded.consecutive_failures, failing_since = excluded.failing_since, last_success_at = excluded.last_success_at, last_failure_at = excluded.last_failure_at returning endpoint_id",
        None,
    )
}
impl NoteHealthStmt {
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
        T2: crate::ArraySql<Item = uuid::Uuid>,
        T3: crate::ArraySql<Item = i32>,
        T4: crate::ArraySql<Item = Option<jiff::Timestamp>>,
        T5: crate::ArraySql<Item = Option<jiff::Timestamp>>,
        T6: crate::ArraySql<Item = Option<jiff::Timestamp>>,
    >(
        &'s self,
        client: &'c C,
        tenants: &'a T1,
        endpoints: &'a T2,
        failures: &'a T3,
        failing_sinces: &'a T4,
        last_successes: &'a T5,
        last_failures: &'a T6,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 6> {
        UuidUuidQuery {
            client,
            params: [tenants, endpoints, failures, failing_sinces, last_successes, last_failures],
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
    T2: crate::ArraySql<Item = uuid::Uuid>,
    T3: crate::ArraySql<Item = i32>,
    T4: crate::ArraySql<Item = Option<jiff::Timestamp>>,
    T5: crate::ArraySql<Item = Option<jiff::Timestamp>>,
    T6: crate::ArraySql<Item = Option<jiff::Timestamp>>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        NoteHealthParams<T1, T2, T3, T4, T5, T6>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 6>,
        C,
    > for NoteHealthStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a NoteHealthParams<T1, T2, T3, T4, T5, T6>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 6> {
        self.bind(
            client,
            &params.tenants,
            &params.endpoints,
            &params.failures,
            &params.failing_sinces,
            &params.last_successes,
            &params.last_failures,
        )
    }
}
pub struct DueDeliveriesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn due_deliveries() -> DueDeliveriesStmt {
    DueDeliveriesStmt(
        "select delivery.tenant_id, delivery.id as delivery_id, delivery.endpoint_id, delivery.attempts, delivery.replay, events.id, events.at, events.position, events.type, events.organization_id, events.subject_type, events.subject_id, events.sequence, events.actor_kind, events.actor_id, events.request_id, events.data, events.trace from unnest($1::uuid[], $2::uuid[], $3::bigint[]) as line (tenant_id, endpoint_id, most) cross join lateral ( select tenant_id, id, event_at, endpoint_id, event_id, attempts, replay, next_attempt_at from webhook_deliveries where tenant_id = line.tenant_id and endpoint_id = line.endpoint_id and status = 'pending' and next_attempt_at <= $4 and id <> all ($5::uuid[]) order by next_attempt_at limit line.most ) as delivery join events on events.tenant_id = delivery.tenant_id and events.id = delivery.event_id and events.at = delivery.event_at order by delivery.next_attempt_at",
        None,
    )
}
impl DueDeliveriesStmt {
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
        T2: crate::ArraySql<Item = uuid::Uuid>,
        T3: crate::ArraySql<Item = i64>,
        T4: crate::ArraySql<Item = uuid::Uuid>,
    >(
        &'s self,
        client: &'c C,
        tenants: &'a T1,
        endpoints: &'a T2,
        most: &'a T3,
        now: &'a jiff::Timestamp,
        known: &'a T4,
    ) -> DueDeliveryQuery<'c, 'a, 's, C, DueDelivery, 5> {
        DueDeliveryQuery {
            client,
            params: [tenants, endpoints, most, now, known],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<DueDeliveryBorrowed, tokio_postgres::Error> {
                Ok(DueDeliveryBorrowed {
                    tenant_id: row.try_get(0)?,
                    delivery_id: row.try_get(1)?,
                    endpoint_id: row.try_get(2)?,
                    attempts: row.try_get(3)?,
                    replay: row.try_get(4)?,
                    id: row.try_get(5)?,
                    at: row.try_get(6)?,
                    position: row.try_get(7)?,
                    r#type: row.try_get(8)?,
                    organization_id: row.try_get(9)?,
                    subject_type: row.try_get(10)?,
                    subject_id: row.try_get(11)?,
                    sequence: row.try_get(12)?,
                    actor_kind: row.try_get(13)?,
                    actor_id: row.try_get(14)?,
                    request_id: row.try_get(15)?,
                    data: row.try_get(16)?,
                    trace: row.try_get(17)?,
                })
            },
            mapper: |it| DueDelivery::from(it),
        }
    }
}
impl<
    'c,
    'a,
    's,
    C: GenericClient,
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::ArraySql<Item = uuid::Uuid>,
    T3: crate::ArraySql<Item = i64>,
    T4: crate::ArraySql<Item = uuid::Uuid>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        DueDeliveriesParams<T1, T2, T3, T4>,
        DueDeliveryQuery<'c, 'a, 's, C, DueDelivery, 5>,
        C,
    > for DueDeliveriesStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a DueDeliveriesParams<T1, T2, T3, T4>,
    ) -> DueDeliveryQuery<'c, 'a, 's, C, DueDelivery, 5> {
        self.bind(client, &params.tenants, &params.endpoints, &params.most, &params.now, &params.known)
    }
}
pub struct NextDeliveriesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn next_deliveries() -> NextDeliveriesStmt {
    NextDeliveriesStmt(
        "select line.endpoint_id, ( select next_attempt_at from webhook_deliveries where tenant_id = line.tenant_id and endpoint_id = line.endpoint_id and status = 'pending' and next_attempt_at > $1 order by next_attempt_at limit 1 ) as next_attempt_at from unnest($2::uuid[], $3::uuid[]) as line (tenant_id, endpoint_id)",
        None,
    )
}
impl NextDeliveriesStmt {
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
        T2: crate::ArraySql<Item = uuid::Uuid>,
    >(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
        tenants: &'a T1,
        endpoints: &'a T2,
    ) -> NextDeliveriesQuery<'c, 'a, 's, C, NextDeliveries, 3> {
        NextDeliveriesQuery {
            client,
            params: [now, tenants, endpoints],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<NextDeliveries, tokio_postgres::Error> {
                Ok(NextDeliveries { endpoint_id: row.try_get(0)?, next_attempt_at: row.try_get(1)? })
            },
            mapper: |it| NextDeliveries::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>, T2: crate::ArraySql<Item = uuid::Uuid>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        NextDeliveriesParams<T1, T2>,
        NextDeliveriesQuery<'c, 'a, 's, C, NextDeliveries, 3>,
        C,
    > for NextDeliveriesStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a NextDeliveriesParams<T1, T2>,
    ) -> NextDeliveriesQuery<'c, 'a, 's, C, NextDeliveries, 3> {
        self.bind(client, &params.now, &params.tenants, &params.endpoints)
    }
}
pub struct ReleaseLinesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn release_lines() -> ReleaseLinesStmt {
    ReleaseLinesStmt(
        "update webhook_deliveries as delivery set status = 'pending', next_attempt_at = $1 where delivery.tenant_id = $2 and delivery.endpoint_id = $3 and delivery.ordered and delivery.status = 'held' and not exists ( select from webhook_deliveries as earlier where earlier.tenant_id = delivery.tenant_id and earlier.endpoint_id = delivery.endpoint_id and earlier.subject_id = delivery.subject_id and earlier.ordered and earlier.status in ('pending', 'held') and earlier.position < delivery.position ) returning delivery.id",
        None,
    )
}
impl ReleaseLinesStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
        tenant: &'a uuid::Uuid,
        endpoint: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        UuidUuidQuery {
            client,
            params: [now, tenant, endpoint],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, ReleaseLinesParams, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3>, C>
    for ReleaseLinesStmt
{
    fn params(&'s self, client: &'c C, params: &'a ReleaseLinesParams) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        self.bind(client, &params.now, &params.tenant, &params.endpoint)
    }
}
pub struct CancelDeliveriesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn cancel_deliveries() -> CancelDeliveriesStmt {
    CancelDeliveriesStmt(
        "update webhook_deliveries as delivery set status = 'canceled', next_attempt_at = null, finished_at = $1 from ( select tenant_id, id, event_at from webhook_deliveries where tenant_id = $2 and endpoint_id = $3 and status in ('pending', 'held') limit $4 ) as waiting where delivery.tenant_id = waiting.tenant_id and delivery.id = waiting.id and delivery.event_at = waiting.event_at returning delivery.id",
        None,
    )
}
impl CancelDeliveriesStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
        tenant: &'a uuid::Uuid,
        endpoint: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4> {
        UuidUuidQuery {
            client,
            params: [now, tenant, endpoint, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, CancelDeliveriesParams, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4>, C>
    for CancelDeliveriesStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CancelDeliveriesParams,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4> {
        self.bind(client, &params.now, &params.tenant, &params.endpoint, &params.limit)
    }
}
pub struct WithholdDeliveriesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn withhold_deliveries() -> WithholdDeliveriesStmt {
    WithholdDeliveriesStmt(
        "update webhook_deliveries as delivery set status = 'canceled', next_attempt_at = null, finished_at = $1 from unnest($2::uuid[], $3::timestamptz[]) as withheld (id, event_at) where delivery.tenant_id = $4 and delivery.endpoint_id = $5 and delivery.id = withheld.id and delivery.event_at = withheld.event_at and delivery.status = 'pending' returning delivery.id",
        None,
    )
}
impl WithholdDeliveriesStmt {
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
    >(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
        ids: &'a T1,
        event_ats: &'a T2,
        tenant: &'a uuid::Uuid,
        endpoint: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 5> {
        UuidUuidQuery {
            client,
            params: [now, ids, event_ats, tenant, endpoint],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>, T2: crate::ArraySql<Item = jiff::Timestamp>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        WithholdDeliveriesParams<T1, T2>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 5>,
        C,
    > for WithholdDeliveriesStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a WithholdDeliveriesParams<T1, T2>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 5> {
        self.bind(client, &params.now, &params.ids, &params.event_ats, &params.tenant, &params.endpoint)
    }
}
