// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct CreateEndpointParams<
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::StringSql,
    T4: crate::StringSql,
    T5: crate::ArraySql<Item = T4>,
    T6: crate::JsonSql,
    T7: crate::ArraySql<Item = uuid::Uuid>,
    T8: crate::StringSql,
    T9: crate::StringSql,
    T10: crate::ArraySql<Item = T9>,
    T11: crate::BytesSql,
    T12: crate::StringSql,
    T13: crate::StringSql,
    T14: crate::StringSql,
    T15: crate::StringSql,
    T16: crate::ArraySql<Item = T15>,
    T17: crate::ArraySql<Item = uuid::Uuid>,
> {
    pub id: uuid::Uuid,
    pub name: T1,
    pub url: T2,
    pub description: Option<T3>,
    pub events: T5,
    pub filter: Option<T6>,
    pub organization_ids: Option<T7>,
    pub ordering: T8,
    pub timeout_seconds: i32,
    pub max_per_second: Option<i32>,
    pub header_names: T10,
    pub headers_sealed: Option<T11>,
    pub secret_hint: T12,
    pub now: jiff::Timestamp,
    pub owner_kind: T13,
    pub owner_id: uuid::Uuid,
    pub created_by_kind: T14,
    pub created_by_id: Option<uuid::Uuid>,
    pub granted_scopes: T16,
    pub granted_organization_ids: Option<T17>,
    pub quota: i64,
}
#[derive(Debug)]
pub struct ListEndpointsParams<
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
> {
    pub before: uuid::Uuid,
    pub statuses: Option<T2>,
    pub patterns: Option<T4>,
    pub limit: i64,
}
#[derive(Clone, Copy, Debug)]
pub struct GetAddressParams {
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Clone, Copy, Debug)]
pub struct EarlierSecretsParams {
    pub endpoint_id: uuid::Uuid,
    pub now: jiff::Timestamp,
}
#[derive(Clone, Copy, Debug)]
pub struct EndPresentSecretParams {
    pub valid_until: jiff::Timestamp,
    pub endpoint_id: uuid::Uuid,
}
#[derive(Clone, Copy, Debug)]
pub struct ForgetSecretsParams {
    pub endpoint_id: uuid::Uuid,
    pub all: bool,
    pub now: jiff::Timestamp,
}
#[derive(Clone, Copy, Debug)]
pub struct ForgetCarriedOverSecretsParams {
    pub all: bool,
    pub endpoint_id: uuid::Uuid,
}
#[derive(Debug)]
pub struct IssueSecretParams<T1: crate::BytesSql> {
    pub endpoint_id: uuid::Uuid,
    pub id: uuid::Uuid,
    pub secret_sealed: T1,
    pub now: jiff::Timestamp,
}
#[derive(Debug)]
pub struct UpdateEndpointParams<
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::StringSql,
    T4: crate::StringSql,
    T5: crate::ArraySql<Item = T4>,
    T6: crate::JsonSql,
    T7: crate::ArraySql<Item = uuid::Uuid>,
    T8: crate::StringSql,
    T9: crate::StringSql,
    T10: crate::ArraySql<Item = T9>,
    T11: crate::BytesSql,
    T12: crate::StringSql,
    T13: crate::StringSql,
    T14: crate::StringSql,
    T15: crate::StringSql,
    T16: crate::StringSql,
    T17: crate::ArraySql<Item = T16>,
    T18: crate::ArraySql<Item = uuid::Uuid>,
> {
    pub name: T1,
    pub url: T2,
    pub description: Option<T3>,
    pub events: T5,
    pub filter: Option<T6>,
    pub organization_ids: Option<T7>,
    pub ordering: T8,
    pub timeout_seconds: i32,
    pub max_per_second: Option<i32>,
    pub header_names: T10,
    pub headers_sealed: Option<T11>,
    pub secret_hint: T12,
    pub status: T13,
    pub status_reason: Option<T14>,
    pub now: jiff::Timestamp,
    pub owner_kind: T15,
    pub owner_id: uuid::Uuid,
    pub granted_scopes: Option<T17>,
    pub granted_organization_ids: Option<T18>,
    pub id: uuid::Uuid,
}
#[derive(Debug)]
pub struct SetEndpointStatusParams<T1: crate::StringSql, T2: crate::StringSql> {
    pub status: T1,
    pub reason: Option<T2>,
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Clone, Copy, Debug)]
pub struct DeleteEndpointParams {
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Debug, Clone, PartialEq)]
pub struct Endpoint {
    pub id: uuid::Uuid,
    pub name: String,
    pub url: String,
    pub description: Option<String>,
    pub events: Vec<String>,
    pub filter: Option<serde_json::Value>,
    pub organization_ids: Option<Vec<uuid::Uuid>>,
    pub ordering: String,
    pub timeout_seconds: i32,
    pub max_per_second: Option<i32>,
    pub header_names: Vec<String>,
    pub secret_hint: String,
    pub grace_until: Option<jiff::Timestamp>,
    pub status: String,
    pub status_reason: Option<String>,
    pub owner_kind: String,
    pub owner_id: uuid::Uuid,
    pub created_by_kind: String,
    pub created_by_id: Option<uuid::Uuid>,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub version: i32,
    pub consecutive_failures: Option<i32>,
    pub failing_since: Option<jiff::Timestamp>,
    pub last_success_at: Option<jiff::Timestamp>,
    pub last_failure_at: Option<jiff::Timestamp>,
    pub backlog: i64,
}
pub struct EndpointBorrowed<'a> {
    pub id: uuid::Uuid,
    pub name: &'a str,
    pub url: &'a str,
    pub description: Option<&'a str>,
    pub events: crate::ArrayIterator<'a, &'a str>,
    pub filter: Option<postgres_types::Json<&'a serde_json::value::RawValue>>,
    pub organization_ids: Option<crate::ArrayIterator<'a, uuid::Uuid>>,
    pub ordering: &'a str,
    pub timeout_seconds: i32,
    pub max_per_second: Option<i32>,
    pub header_names: crate::ArrayIterator<'a, &'a str>,
    pub secret_hint: &'a str,
    pub grace_until: Option<jiff::Timestamp>,
    pub status: &'a str,
    pub status_reason: Option<&'a str>,
    pub owner_kind: &'a str,
    pub owner_id: uuid::Uuid,
    pub created_by_kind: &'a str,
    pub created_by_id: Option<uuid::Uuid>,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub version: i32,
    pub consecutive_failures: Option<i32>,
    pub failing_since: Option<jiff::Timestamp>,
    pub last_success_at: Option<jiff::Timestamp>,
    pub last_failure_at: Option<jiff::Timestamp>,
    pub backlog: i64,
}
impl<'a> From<EndpointBorrowed<'a>> for Endpoint {
    fn from(
        EndpointBorrowed {
            id,
            name,
            url,
            description,
            events,
            filter,
            organization_ids,
            ordering,
            timeout_seconds,
            max_per_second,
            header_names,
            secret_hint,
            grace_until,
            status,
            status_reason,
            owner_kind,
            owner_id,
            created_by_kind,
            created_by_id,
            created_at,
            updated_at,
            version,
            consecutive_failures,
            failing_since,
            last_success_at,
            last_failure_at,
            backlog,
        }: EndpointBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            name: name.into(),
            url: url.into(),
            description: description.map(|v| v.into()),
            events: events.map(|v| v.into()).collect(),
            filter: filter.map(|v| serde_json::from_str(v.0.get()).unwrap()),
            organization_ids: organization_ids.map(|v| v.map(|v| v).collect()),
            ordering: ordering.into(),
            timeout_seconds,
            max_per_second,
            header_names: header_names.map(|v| v.into()).collect(),
            secret_hint: secret_hint.into(),
            grace_until,
            status: status.into(),
            status_reason: status_reason.map(|v| v.into()),
            owner_kind: owner_kind.into(),
            owner_id,
            created_by_kind: created_by_kind.into(),
            created_by_id,
            created_at,
            updated_at,
            version,
            consecutive_failures,
            failing_since,
            last_success_at,
            last_failure_at,
            backlog,
        }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct SealedHeaders {
    pub headers_sealed: Option<Vec<u8>>,
}
pub struct SealedHeadersBorrowed<'a> {
    pub headers_sealed: Option<&'a [u8]>,
}
impl<'a> From<SealedHeadersBorrowed<'a>> for SealedHeaders {
    fn from(SealedHeadersBorrowed { headers_sealed }: SealedHeadersBorrowed<'a>) -> Self {
        Self { headers_sealed: headers_sealed.map(|v| v.into()) }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct GetAddress {
    pub url: String,
    pub headers_sealed: Option<Vec<u8>>,
    pub secret_ids: Vec<uuid::Uuid>,
    pub secrets_sealed: Vec<Vec<u8>>,
    pub secret_ends: Vec<Option<jiff::Timestamp>>,
    pub previous_secret_sealed: Option<Vec<u8>>,
    pub previous_secret_until: Option<jiff::Timestamp>,
}
pub struct GetAddressBorrowed<'a> {
    pub url: &'a str,
    pub headers_sealed: Option<&'a [u8]>,
    pub secret_ids: crate::ArrayIterator<'a, uuid::Uuid>,
    pub secrets_sealed: crate::ArrayIterator<'a, &'a [u8]>,
    pub secret_ends: crate::ArrayIterator<'a, Option<jiff::Timestamp>>,
    pub previous_secret_sealed: Option<&'a [u8]>,
    pub previous_secret_until: Option<jiff::Timestamp>,
}
impl<'a> From<GetAddressBorrowed<'a>> for GetAddress {
    fn from(
        GetAddressBorrowed {
            url,
            headers_sealed,
            secret_ids,
            secrets_sealed,
            secret_ends,
            previous_secret_sealed,
            previous_secret_until,
        }: GetAddressBorrowed<'a>,
    ) -> Self {
        Self {
            url: url.into(),
            headers_sealed: headers_sealed.map(|v| v.into()),
            secret_ids: secret_ids.map(|v| v).collect(),
            secrets_sealed: secrets_sealed.map(|v| v.into()).collect(),
            secret_ends: secret_ends.map(|v| v).collect(),
            previous_secret_sealed: previous_secret_sealed.map(|v| v.into()),
            previous_secret_until,
        }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct PastEvent {
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
pub struct PastEventBorrowed<'a> {
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
impl<'a> From<PastEventBorrowed<'a>> for PastEvent {
    fn from(
        PastEventBorrowed {
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
        }: PastEventBorrowed<'a>,
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
pub struct EndpointQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<EndpointBorrowed, tokio_postgres::Error>,
    mapper: fn(EndpointBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> EndpointQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(EndpointBorrowed) -> R) -> EndpointQuery<'c, 'a, 's, C, R, N> {
        EndpointQuery {
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
pub struct SealedHeadersQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<SealedHeadersBorrowed, tokio_postgres::Error>,
    mapper: fn(SealedHeadersBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> SealedHeadersQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(SealedHeadersBorrowed) -> R) -> SealedHeadersQuery<'c, 'a, 's, C, R, N> {
        SealedHeadersQuery {
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
pub struct GetAddressQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<GetAddressBorrowed, tokio_postgres::Error>,
    mapper: fn(GetAddressBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> GetAddressQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(GetAddressBorrowed) -> R) -> GetAddressQuery<'c, 'a, 's, C, R, N> {
        GetAddressQuery {
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
pub struct PastEventQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<PastEventBorrowed, tokio_postgres::Error>,
    mapper: fn(PastEventBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> PastEventQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(PastEventBorrowed) -> R) -> PastEventQuery<'c, 'a, 's, C, R, N> {
        PastEventQuery {
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
pub struct LockEndpointQuotaStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_endpoint_quota() -> LockEndpointQuotaStmt {
    LockEndpointQuotaStmt(
        "select true as locked from pg_advisory_xact_lock(hashtextextended('webhook_endpoints' || app.tenant()::text, 0))",
        None,
    )
}
impl LockEndpointQuotaStmt {
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
pub struct CreateEndpointStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn create_endpoint() -> CreateEndpointStmt {
    CreateEndpointStmt(
        "insert into webhook_endpoints ( id, name, url, description, events, filter, organization_ids, ordering, timeout_seconds, max_per_second, header_names, headers_sealed, secret_hint, status, status_since, since_position, owner_kind, owner_id, created_by_kind, created_by_id, granted_scopes, granted_organization_ids, created_at, updated_at ) select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 'active', $14, event_logs.last_position, $15, $16, $17, $18, $19, $20, $14, $14 from event_logs where app.live_webhook_endpoints() < $21 returning id",
        None,
    )
}
impl CreateEndpointStmt {
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
        T3: crate::StringSql,
        T4: crate::StringSql,
        T5: crate::ArraySql<Item = T4>,
        T6: crate::JsonSql,
        T7: crate::ArraySql<Item = uuid::Uuid>,
        T8: crate::StringSql,
        T9: crate::StringSql,
        T10: crate::ArraySql<Item = T9>,
        T11: crate::BytesSql,
        T12: crate::StringSql,
        T13: crate::StringSql,
        T14: crate::StringSql,
        T15: crate::StringSql,
        T16: crate::ArraySql<Item = T15>,
        T17: crate::ArraySql<Item = uuid::Uuid>,
    >(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        name: &'a T1,
        url: &'a T2,
        description: &'a Option<T3>,
        events: &'a T5,
        filter: &'a Option<T6>,
        organization_ids: &'a Option<T7>,
        ordering: &'a T8,
        timeout_seconds: &'a i32,
        max_per_second: &'a Option<i32>,
        header_names: &'a T10,
        headers_sealed: &'a Option<T11>,
        secret_hint: &'a T12,
        now: &'a jiff::Timestamp,
        owner_kind: &'a T13,
        owner_id: &'a uuid::Uuid,
        created_by_kind: &'a T14,
        created_by_id: &'a Option<uuid::Uuid>,
        granted_scopes: &'a T16,
        granted_organization_ids: &'a Option<T17>,
        quota: &'a i64,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 21> {
        UuidUuidQuery {
            client,
            params: [
                id,
                name,
                url,
                description,
                events,
                filter,
                organization_ids,
                ordering,
                timeout_seconds,
                max_per_second,
                header_names,
                headers_sealed,
                secret_hint,
                now,
                owner_kind,
                owner_id,
                created_by_kind,
                created_by_id,
                granted_scopes,
                granted_organization_ids,
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
    T2: crate::StringSql,
    T3: crate::StringSql,
    T4: crate::StringSql,
    T5: crate::ArraySql<Item = T4>,
    T6: crate::JsonSql,
    T7: crate::ArraySql<Item = uuid::Uuid>,
    T8: crate::StringSql,
    T9: crate::StringSql,
    T10: crate::ArraySql<Item = T9>,
    T11: crate::BytesSql,
    T12: crate::StringSql,
    T13: crate::StringSql,
    T14: crate::StringSql,
    T15: crate::StringSql,
    T16: crate::ArraySql<Item = T15>,
    T17: crate::ArraySql<Item = uuid::Uuid>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        CreateEndpointParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 21>,
        C,
    > for CreateEndpointStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CreateEndpointParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 21> {
        self.bind(
            client,
            &params.id,
            &params.name,
            &params.url,
            &params.description,
            &params.events,
            &params.filter,
            &params.organization_ids,
            &params.ordering,
            &params.timeout_seconds,
            &params.max_per_second,
            &params.header_names,
            &params.headers_sealed,
            &params.secret_hint,
            &params.now,
            &params.owner_kind,
            &params.owner_id,
            &params.created_by_kind,
            &params.created_by_id,
            &params.granted_scopes,
            &params.granted_organization_ids,
            &params.quota,
        )
    }
}
pub struct FollowLogStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn follow_log() -> FollowLogStmt {
    FollowLogStmt(
        "insert into webhook_fan_outs (position) select last_position from event_logs on conflict (tenant_id) do update set revision = webhook_fan_outs.revision + 1 returning tenant_id",
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
pub struct LookAgainStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn look_again() -> LookAgainStmt {
    LookAgainStmt("update webhook_fan_outs set revision = revision + 1 returning tenant_id", None)
}
impl LookAgainStmt {
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
pub struct ListEndpointsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn list_endpoints() -> ListEndpointsStmt {
    ListEndpointsStmt(
        "select endpoint.id, endpoint.name, endpoint.url, endpoint.description, endpoint.events, endpoint.filter, endpoint.organization_ids, endpoint.ordering, endpoint.timeout_seconds, endpoint.max_per_second, endpoint.header_names, endpoint.secret_hint, greatest(app.webhook_grace_until(endpoint.id), endpoint.previous_secret_until) as grace_until, endpoint.status, endpoint.status_reason, endpoint.owner_kind, endpoint.owner_id, endpoint.created_by_kind, endpoint.created_by_id, endpoint.created_at, endpoint.updated_at, endpoint.version, health.consecutive_failures, health.failing_since, health.last_success_at, health.last_failure_at, ( select count(*) from ( select from webhook_deliveries where endpoint_id = endpoint.id and status in ('pending', 'held') limit 1000 ) as waiting ) as backlog from webhook_endpoints as endpoint left join webhook_health as health on health.tenant_id = endpoint.tenant_id and health.endpoint_id = endpoint.id where endpoint.deleted_at is null and endpoint.id < $1 and ($2::text[] is null or endpoint.status = any ($2)) and ($3::text[] is null or endpoint.events && $3) order by endpoint.id desc limit $4",
        None,
    )
}
impl ListEndpointsStmt {
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
        T4: crate::ArraySql<Item = T3>,
    >(
        &'s self,
        client: &'c C,
        before: &'a uuid::Uuid,
        statuses: &'a Option<T2>,
        patterns: &'a Option<T4>,
        limit: &'a i64,
    ) -> EndpointQuery<'c, 'a, 's, C, Endpoint, 4> {
        EndpointQuery {
            client,
            params: [before, statuses, patterns, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<EndpointBorrowed, tokio_postgres::Error> {
                Ok(EndpointBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    url: row.try_get(2)?,
                    description: row.try_get(3)?,
                    events: row.try_get(4)?,
                    filter: row.try_get(5)?,
                    organization_ids: row.try_get(6)?,
                    ordering: row.try_get(7)?,
                    timeout_seconds: row.try_get(8)?,
                    max_per_second: row.try_get(9)?,
                    header_names: row.try_get(10)?,
                    secret_hint: row.try_get(11)?,
                    grace_until: row.try_get(12)?,
                    status: row.try_get(13)?,
                    status_reason: row.try_get(14)?,
                    owner_kind: row.try_get(15)?,
                    owner_id: row.try_get(16)?,
                    created_by_kind: row.try_get(17)?,
                    created_by_id: row.try_get(18)?,
                    created_at: row.try_get(19)?,
                    updated_at: row.try_get(20)?,
                    version: row.try_get(21)?,
                    consecutive_failures: row.try_get(22)?,
                    failing_since: row.try_get(23)?,
                    last_success_at: row.try_get(24)?,
                    last_failure_at: row.try_get(25)?,
                    backlog: row.try_get(26)?,
                })
            },
            mapper: |it| Endpoint::from(it),
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
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        ListEndpointsParams<T1, T2, T3, T4>,
        EndpointQuery<'c, 'a, 's, C, Endpoint, 4>,
        C,
    > for ListEndpointsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ListEndpointsParams<T1, T2, T3, T4>,
    ) -> EndpointQuery<'c, 'a, 's, C, Endpoint, 4> {
        self.bind(client, &params.before, &params.statuses, &params.patterns, &params.limit)
    }
}
pub struct GetEndpointStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn get_endpoint() -> GetEndpointStmt {
    GetEndpointStmt(
        "select endpoint.id, endpoint.name, endpoint.url, endpoint.description, endpoint.events, endpoint.filter, endpoint.organization_ids, endpoint.ordering, endpoint.timeout_seconds, endpoint.max_per_second, endpoint.header_names, endpoint.secret_hint, greatest(app.webhook_grace_until(endpoint.id), endpoint.previous_secret_until) as grace_until, endpoint.status, endpoint.status_reason, endpoint.owner_kind, endpoint.owner_id, endpoint.created_by_kind, endpoint.created_by_id, endpoint.created_at, endpoint.updated_at, endpoint.version, health.consecutive_failures, health.failing_since, health.last_success_at, health.last_failure_at, ( select count(*) from ( select from webhook_deliveries where endpoint_id = endpoint.id and status in ('pending', 'held') limit 1000 ) as waiting ) as backlog from webhook_endpoints as endpoint left join webhook_health as health on health.tenant_id = endpoint.tenant_id and health.endpoint_id = endpoint.id where endpoint.id = $1 and endpoint.deleted_at is null",
        None,
    )
}
impl GetEndpointStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> EndpointQuery<'c, 'a, 's, C, Endpoint, 1> {
        EndpointQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<EndpointBorrowed, tokio_postgres::Error> {
                Ok(EndpointBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    url: row.try_get(2)?,
                    description: row.try_get(3)?,
                    events: row.try_get(4)?,
                    filter: row.try_get(5)?,
                    organization_ids: row.try_get(6)?,
                    ordering: row.try_get(7)?,
                    timeout_seconds: row.try_get(8)?,
                    max_per_second: row.try_get(9)?,
                    header_names: row.try_get(10)?,
                    secret_hint: row.try_get(11)?,
                    grace_until: row.try_get(12)?,
                    status: row.try_get(13)?,
                    status_reason: row.try_get(14)?,
                    owner_kind: row.try_get(15)?,
                    owner_id: row.try_get(16)?,
                    created_by_kind: row.try_get(17)?,
                    created_by_id: row.try_get(18)?,
                    created_at: row.try_get(19)?,
                    updated_at: row.try_get(20)?,
                    version: row.try_get(21)?,
                    consecutive_failures: row.try_get(22)?,
                    failing_since: row.try_get(23)?,
                    last_success_at: row.try_get(24)?,
                    last_failure_at: row.try_get(25)?,
                    backlog: row.try_get(26)?,
                })
            },
            mapper: |it| Endpoint::from(it),
        }
    }
}
pub struct LockEndpointStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_endpoint() -> LockEndpointStmt {
    LockEndpointStmt(
        "select headers_sealed from webhook_endpoints where id = $1 and deleted_at is null for update",
        None,
    )
}
impl LockEndpointStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> SealedHeadersQuery<'c, 'a, 's, C, SealedHeaders, 1> {
        SealedHeadersQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<SealedHeadersBorrowed, tokio_postgres::Error> {
                Ok(SealedHeadersBorrowed { headers_sealed: row.try_get(0)? })
            },
            mapper: |it| SealedHeaders::from(it),
        }
    }
}
pub struct GetHeadersStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn get_headers() -> GetHeadersStmt {
    GetHeadersStmt("select headers_sealed from webhook_endpoints where id = $1 and deleted_at is null", None)
}
impl GetHeadersStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> SealedHeadersQuery<'c, 'a, 's, C, SealedHeaders, 1> {
        SealedHeadersQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<SealedHeadersBorrowed, tokio_postgres::Error> {
                Ok(SealedHeadersBorrowed { headers_sealed: row.try_get(0)? })
            },
            mapper: |it| SealedHeaders::from(it),
        }
    }
}
pub struct GetAddressStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn get_address() -> GetAddressStmt {
    GetAddressStmt(
        "select endpoint.url, endpoint.headers_sealed, secrets.ids as secret_ids, secrets.sealed as secrets_sealed, secrets.ends as secret_ends, endpoint.previous_secret_sealed, endpoint.previous_secret_until from webhook_endpoints as endpoint cross join lateral ( select coalesce(array_agg(secret.id order by secret.valid_until desc nulls first), '{}') as ids, coalesce(array_agg(secret.secret_sealed order by secret.valid_until desc nulls first), '{}') as sealed, coalesce(array_agg(secret.valid_until order by secret.valid_until desc nulls first), '{}') as ends from webhook_secrets as secret where secret.tenant_id = endpoint.tenant_id and secret.endpoint_id = endpoint.id and (secret.valid_until is null or secret.valid_until > $1) ) as secrets where endpoint.id = $2 and endpoint.deleted_at is null",
        None,
    )
}
impl GetAddressStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> GetAddressQuery<'c, 'a, 's, C, GetAddress, 2> {
        GetAddressQuery {
            client,
            params: [now, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<GetAddressBorrowed, tokio_postgres::Error> {
                Ok(GetAddressBorrowed {
                    url: row.try_get(0)?,
                    headers_sealed: row.try_get(1)?,
                    secret_ids: row.try_get(2)?,
                    secrets_sealed: row.try_get(3)?,
                    secret_ends: row.try_get(4)?,
                    previous_secret_sealed: row.try_get(5)?,
                    previous_secret_until: row.try_get(6)?,
                })
            },
            mapper: |it| GetAddress::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, GetAddressParams, GetAddressQuery<'c, 'a, 's, C, GetAddress, 2>, C>
    for GetAddressStmt
{
    fn params(&'s self, client: &'c C, params: &'a GetAddressParams) -> GetAddressQuery<'c, 'a, 's, C, GetAddress, 2> {
        self.bind(client, &params.now, &params.id)
    }
}
pub struct EarlierSecretsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn earlier_secrets() -> EarlierSecretsStmt {
    EarlierSecretsStmt(
        "select count(*) as count from webhook_secrets where endpoint_id = $1 and valid_until > $2",
        None,
    )
}
impl EarlierSecretsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        endpoint_id: &'a uuid::Uuid,
        now: &'a jiff::Timestamp,
    ) -> I64Query<'c, 'a, 's, C, i64, 2> {
        I64Query {
            client,
            params: [endpoint_id, now],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, EarlierSecretsParams, I64Query<'c, 'a, 's, C, i64, 2>, C>
    for EarlierSecretsStmt
{
    fn params(&'s self, client: &'c C, params: &'a EarlierSecretsParams) -> I64Query<'c, 'a, 's, C, i64, 2> {
        self.bind(client, &params.endpoint_id, &params.now)
    }
}
pub struct EndPresentSecretStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn end_present_secret() -> EndPresentSecretStmt {
    EndPresentSecretStmt(
        "update webhook_secrets set valid_until = $1 where endpoint_id = $2 and valid_until is null returning id",
        None,
    )
}
impl EndPresentSecretStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        valid_until: &'a jiff::Timestamp,
        endpoint_id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        UuidUuidQuery {
            client,
            params: [valid_until, endpoint_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, EndPresentSecretParams, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>, C>
    for EndPresentSecretStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a EndPresentSecretParams,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.valid_until, &params.endpoint_id)
    }
}
pub struct ForgetSecretsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn forget_secrets() -> ForgetSecretsStmt {
    ForgetSecretsStmt(
        "delete from webhook_secrets where endpoint_id = $1 and ($2 or valid_until <= $3) returning id",
        None,
    )
}
impl ForgetSecretsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        endpoint_id: &'a uuid::Uuid,
        all: &'a bool,
        now: &'a jiff::Timestamp,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        UuidUuidQuery {
            client,
            params: [endpoint_id, all, now],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, ForgetSecretsParams, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3>, C>
    for ForgetSecretsStmt
{
    fn params(&'s self, client: &'c C, params: &'a ForgetSecretsParams) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        self.bind(client, &params.endpoint_id, &params.all, &params.now)
    }
}
pub struct ForgetCarriedOverSecretsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn forget_carried_over_secrets() -> ForgetCarriedOverSecretsStmt {
    ForgetCarriedOverSecretsStmt(
        "update webhook_endpoints set secret_sealed = null, previous_secret_sealed = case when $1 then null else previous_secret_sealed end, previous_secret_until = case when $1 then null else previous_secret_until end where id = $2 and (secret_sealed is not null or previous_secret_sealed is not null) returning id",
        None,
    )
}
impl ForgetCarriedOverSecretsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        all: &'a bool,
        endpoint_id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        UuidUuidQuery {
            client,
            params: [all, endpoint_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        ForgetCarriedOverSecretsParams,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>,
        C,
    > for ForgetCarriedOverSecretsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ForgetCarriedOverSecretsParams,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.all, &params.endpoint_id)
    }
}
pub struct IssueSecretStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn issue_secret() -> IssueSecretStmt {
    IssueSecretStmt(
        "insert into webhook_secrets (endpoint_id, id, secret_sealed, issued_at) values ($1, $2, $3, $4) returning id",
        None,
    )
}
impl IssueSecretStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::BytesSql>(
        &'s self,
        client: &'c C,
        endpoint_id: &'a uuid::Uuid,
        id: &'a uuid::Uuid,
        secret_sealed: &'a T1,
        now: &'a jiff::Timestamp,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4> {
        UuidUuidQuery {
            client,
            params: [endpoint_id, id, secret_sealed, now],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::BytesSql>
    crate::client::async_::Params<'c, 'a, 's, IssueSecretParams<T1>, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4>, C>
    for IssueSecretStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a IssueSecretParams<T1>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4> {
        self.bind(client, &params.endpoint_id, &params.id, &params.secret_sealed, &params.now)
    }
}
pub struct UpdateEndpointStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn update_endpoint() -> UpdateEndpointStmt {
    UpdateEndpointStmt(
        "update webhook_endpoints set name = $1, url = $2, description = $3, events = $4, filter = $5, organization_ids = $6, ordering = $7, timeout_seconds = $8, max_per_second = $9, header_names = $10, headers_sealed = $11, secret_hint = $12, status = $13, status_reason = $14, status_since = case when status = $13 then status_since else $15 end, owner_kind = $16, owner_id = $17, granted_scopes = coalesce($18, granted_scopes), granted_organization_ids = case when $18::text[] is null then granted_organization_ids else $19 end, updated_at = $15, version = version + 1 where id = $20 returning id",
        None,
    )
}
impl UpdateEndpointStmt {
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
        T3: crate::StringSql,
        T4: crate::StringSql,
        T5: crate::ArraySql<Item = T4>,
        T6: crate::JsonSql,
        T7: crate::ArraySql<Item = uuid::Uuid>,
        T8: crate::StringSql,
        T9: crate::StringSql,
        T10: crate::ArraySql<Item = T9>,
        T11: crate::BytesSql,
        T12: crate::StringSql,
        T13: crate::StringSql,
        T14: crate::StringSql,
        T15: crate::StringSql,
        T16: crate::StringSql,
        T17: crate::ArraySql<Item = T16>,
        T18: crate::ArraySql<Item = uuid::Uuid>,
    >(
        &'s self,
        client: &'c C,
        name: &'a T1,
        url: &'a T2,
        description: &'a Option<T3>,
        events: &'a T5,
        filter: &'a Option<T6>,
        organization_ids: &'a Option<T7>,
        ordering: &'a T8,
        timeout_seconds: &'a i32,
        max_per_second: &'a Option<i32>,
        header_names: &'a T10,
        headers_sealed: &'a Option<T11>,
        secret_hint: &'a T12,
        status: &'a T13,
        status_reason: &'a Option<T14>,
        now: &'a jiff::Timestamp,
        owner_kind: &'a T15,
        owner_id: &'a uuid::Uuid,
        granted_scopes: &'a Option<T17>,
        granted_organization_ids: &'a Option<T18>,
        id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 20> {
        UuidUuidQuery {
            client,
            params: [
                name,
                url,
                description,
                events,
                filter,
                organization_ids,
                ordering,
                timeout_seconds,
                max_per_second,
                header_names,
                headers_sealed,
                secret_hint,
                status,
                status_reason,
                now,
                owner_kind,
                owner_id,
                granted_scopes,
                granted_organization_ids,
                id,
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
    T2: crate::StringSql,
    T3: crate::StringSql,
    T4: crate::StringSql,
    T5: crate::ArraySql<Item = T4>,
    T6: crate::JsonSql,
    T7: crate::ArraySql<Item = uuid::Uuid>,
    T8: crate::StringSql,
    T9: crate::StringSql,
    T10: crate::ArraySql<Item = T9>,
    T11: crate::BytesSql,
    T12: crate::StringSql,
    T13: crate::StringSql,
    T14: crate::StringSql,
    T15: crate::StringSql,
    T16: crate::StringSql,
    T17: crate::ArraySql<Item = T16>,
    T18: crate::ArraySql<Item = uuid::Uuid>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        UpdateEndpointParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17, T18>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 20>,
        C,
    > for UpdateEndpointStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a UpdateEndpointParams<
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
        >,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 20> {
        self.bind(
            client,
            &params.name,
            &params.url,
            &params.description,
            &params.events,
            &params.filter,
            &params.organization_ids,
            &params.ordering,
            &params.timeout_seconds,
            &params.max_per_second,
            &params.header_names,
            &params.headers_sealed,
            &params.secret_hint,
            &params.status,
            &params.status_reason,
            &params.now,
            &params.owner_kind,
            &params.owner_id,
            &params.granted_scopes,
            &params.granted_organization_ids,
            &params.id,
        )
    }
}
pub struct SetEndpointStatusStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn set_endpoint_status() -> SetEndpointStatusStmt {
    SetEndpointStatusStmt(
        "update webhook_endpoints set status = $1, status_reason = $2, status_since = $3, updated_at = $3, version = version + 1 where id = $4 returning id",
        None,
    )
}
impl SetEndpointStatusStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>(
        &'s self,
        client: &'c C,
        status: &'a T1,
        reason: &'a Option<T2>,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4> {
        UuidUuidQuery {
            client,
            params: [status, reason, now, id],
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
        SetEndpointStatusParams<T1, T2>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4>,
        C,
    > for SetEndpointStatusStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a SetEndpointStatusParams<T1, T2>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4> {
        self.bind(client, &params.status, &params.reason, &params.now, &params.id)
    }
}
pub struct ForgiveEndpointStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn forgive_endpoint() -> ForgiveEndpointStmt {
    ForgiveEndpointStmt(
        "update webhook_health set consecutive_failures = 0, failing_since = null where endpoint_id = $1 returning endpoint_id",
        None,
    )
}
impl ForgiveEndpointStmt {
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
pub struct DeleteEndpointStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn delete_endpoint() -> DeleteEndpointStmt {
    DeleteEndpointStmt(
        "update webhook_endpoints set deleted_at = $1, secret_sealed = null, previous_secret_sealed = null, headers_sealed = null, updated_at = $1, version = version + 1 where id = $2 returning id",
        None,
    )
}
impl DeleteEndpointStmt {
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
    crate::client::async_::Params<'c, 'a, 's, DeleteEndpointParams, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>, C>
    for DeleteEndpointStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a DeleteEndpointParams,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.now, &params.id)
    }
}
pub struct LastEventsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn last_events() -> LastEventsStmt {
    LastEventsStmt(
        "select tenant_id, id, at, position, type, organization_id, subject_type, subject_id, sequence, actor_kind, actor_id, request_id, data from events order by position desc limit $1",
        None,
    )
}
impl LastEventsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        limit: &'a i64,
    ) -> PastEventQuery<'c, 'a, 's, C, PastEvent, 1> {
        PastEventQuery {
            client,
            params: [limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<PastEventBorrowed, tokio_postgres::Error> {
                Ok(PastEventBorrowed {
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
            mapper: |it| PastEvent::from(it),
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
