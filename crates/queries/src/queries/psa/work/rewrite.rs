// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct AuditTrailParams<T1: crate::StringSql, T2: crate::StringSql, T3: crate::ArraySql<Item = T2>> {
    pub resource_type: T1,
    pub resource_ids: T3,
    pub last: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct RewriteAuditEntriesParams<
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
    T4: crate::JsonSql,
    T5: crate::ArraySql<Item = Option<T4>>,
    T6: crate::JsonSql,
    T7: crate::ArraySql<Item = Option<T6>>,
> {
    pub tenant: uuid::Uuid,
    pub operation: uuid::Uuid,
    pub ids: T1,
    pub digests: T3,
    pub befores: T5,
    pub afters: T7,
}
#[derive(Debug)]
pub struct EventTrailParams<T1: crate::StringSql, T2: crate::ArraySql<Item = T1>> {
    pub subject_ids: T2,
    pub last: i64,
    pub limit: i64,
}
#[derive(Debug)]
pub struct RewriteEventsParams<
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::ArraySql<Item = jiff::Timestamp>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
    T5: crate::JsonSql,
    T6: crate::ArraySql<Item = T5>,
> {
    pub tenant: uuid::Uuid,
    pub operation: uuid::Uuid,
    pub ids: T1,
    pub ats: T2,
    pub digests: T4,
    pub data: T6,
}
#[derive(Debug)]
pub struct RewriteResponsesParams<
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
    T4: crate::StringSql,
    T5: crate::ArraySql<Item = T4>,
    T6: crate::StringSql,
    T7: crate::ArraySql<Item = T6>,
    T8: crate::StringSql,
    T9: crate::ArraySql<Item = T8>,
> {
    pub tenant: uuid::Uuid,
    pub operation: uuid::Uuid,
    pub principals: T1,
    pub routes: T3,
    pub keys: T5,
    pub old_bodies: T7,
    pub bodies: T9,
}
#[derive(Debug)]
pub struct ForgetWordsParams<T1: crate::StringSql, T2: crate::ArraySql<Item = T1>> {
    pub tenant: uuid::Uuid,
    pub texts: T2,
}
#[derive(Debug, Clone, PartialEq)]
pub struct AuditTrail {
    pub id: uuid::Uuid,
    pub before: Option<serde_json::Value>,
    pub after: Option<serde_json::Value>,
    pub digest: String,
}
pub struct AuditTrailBorrowed<'a> {
    pub id: uuid::Uuid,
    pub before: Option<postgres_types::Json<&'a serde_json::value::RawValue>>,
    pub after: Option<postgres_types::Json<&'a serde_json::value::RawValue>>,
    pub digest: &'a str,
}
impl<'a> From<AuditTrailBorrowed<'a>> for AuditTrail {
    fn from(AuditTrailBorrowed { id, before, after, digest }: AuditTrailBorrowed<'a>) -> Self {
        Self {
            id,
            before: before.map(|v| serde_json::from_str(v.0.get()).unwrap()),
            after: after.map(|v| serde_json::from_str(v.0.get()).unwrap()),
            digest: digest.into(),
        }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct EventTrail {
    pub id: uuid::Uuid,
    pub at: jiff::Timestamp,
    pub position: i64,
    pub data: serde_json::Value,
    pub digest: String,
}
pub struct EventTrailBorrowed<'a> {
    pub id: uuid::Uuid,
    pub at: jiff::Timestamp,
    pub position: i64,
    pub data: postgres_types::Json<&'a serde_json::value::RawValue>,
    pub digest: &'a str,
}
impl<'a> From<EventTrailBorrowed<'a>> for EventTrail {
    fn from(EventTrailBorrowed { id, at, position, data, digest }: EventTrailBorrowed<'a>) -> Self {
        Self { id, at, position, data: serde_json::from_str(data.0.get()).unwrap(), digest: digest.into() }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct ResponsesAbout {
    pub principal_id: uuid::Uuid,
    pub route: String,
    pub key: String,
    pub body: String,
}
pub struct ResponsesAboutBorrowed<'a> {
    pub principal_id: uuid::Uuid,
    pub route: &'a str,
    pub key: &'a str,
    pub body: &'a str,
}
impl<'a> From<ResponsesAboutBorrowed<'a>> for ResponsesAbout {
    fn from(ResponsesAboutBorrowed { principal_id, route, key, body }: ResponsesAboutBorrowed<'a>) -> Self {
        Self { principal_id, route: route.into(), key: key.into(), body: body.into() }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct AuditTrailQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<AuditTrailBorrowed, tokio_postgres::Error>,
    mapper: fn(AuditTrailBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> AuditTrailQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(AuditTrailBorrowed) -> R) -> AuditTrailQuery<'c, 'a, 's, C, R, N> {
        AuditTrailQuery {
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
pub struct Optioni64Query<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<Option<i64>, tokio_postgres::Error>,
    mapper: fn(Option<i64>) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> Optioni64Query<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(Option<i64>) -> R) -> Optioni64Query<'c, 'a, 's, C, R, N> {
        Optioni64Query {
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
pub struct EventTrailQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<EventTrailBorrowed, tokio_postgres::Error>,
    mapper: fn(EventTrailBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> EventTrailQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(EventTrailBorrowed) -> R) -> EventTrailQuery<'c, 'a, 's, C, R, N> {
        EventTrailQuery {
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
pub struct ResponsesAboutQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<ResponsesAboutBorrowed, tokio_postgres::Error>,
    mapper: fn(ResponsesAboutBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> ResponsesAboutQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(ResponsesAboutBorrowed) -> R) -> ResponsesAboutQuery<'c, 'a, 's, C, R, N> {
        ResponsesAboutQuery {
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
pub struct AuditTrailStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn audit_trail() -> AuditTrailStmt {
    AuditTrailStmt(
        "select id, before, after, app.content_digest(jsonb_build_array(before, after)) as digest from audit_log where resource_type = $1 and resource_id = any ($2) and id > $3 order by id limit $4",
        None,
    )
}
impl AuditTrailStmt {
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
        T3: crate::ArraySql<Item = T2>,
    >(
        &'s self,
        client: &'c C,
        resource_type: &'a T1,
        resource_ids: &'a T3,
        last: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> AuditTrailQuery<'c, 'a, 's, C, AuditTrail, 4> {
        AuditTrailQuery {
            client,
            params: [resource_type, resource_ids, last, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<AuditTrailBorrowed, tokio_postgres::Error> {
                Ok(AuditTrailBorrowed {
                    id: row.try_get(0)?,
                    before: row.try_get(1)?,
                    after: row.try_get(2)?,
                    digest: row.try_get(3)?,
                })
            },
            mapper: |it| AuditTrail::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql, T3: crate::ArraySql<Item = T2>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        AuditTrailParams<T1, T2, T3>,
        AuditTrailQuery<'c, 'a, 's, C, AuditTrail, 4>,
        C,
    > for AuditTrailStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a AuditTrailParams<T1, T2, T3>,
    ) -> AuditTrailQuery<'c, 'a, 's, C, AuditTrail, 4> {
        self.bind(client, &params.resource_type, &params.resource_ids, &params.last, &params.limit)
    }
}
pub struct RewriteAuditEntriesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn rewrite_audit_entries() -> RewriteAuditEntriesStmt {
    RewriteAuditEntriesStmt(
        "select app.rewrite_audit_entries( $1, $2, $3::uuid[], $4::text[], $5::jsonb[], $6::jsonb[] ) as rewritten",
        None,
    )
}
impl RewriteAuditEntriesStmt {
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
        T4: crate::JsonSql,
        T5: crate::ArraySql<Item = Option<T4>>,
        T6: crate::JsonSql,
        T7: crate::ArraySql<Item = Option<T6>>,
    >(
        &'s self,
        client: &'c C,
        tenant: &'a uuid::Uuid,
        operation: &'a uuid::Uuid,
        ids: &'a T1,
        digests: &'a T3,
        befores: &'a T5,
        afters: &'a T7,
    ) -> Optioni64Query<'c, 'a, 's, C, Option<i64>, 6> {
        Optioni64Query {
            client,
            params: [tenant, operation, ids, digests, befores, afters],
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
    T3: crate::ArraySql<Item = T2>,
    T4: crate::JsonSql,
    T5: crate::ArraySql<Item = Option<T4>>,
    T6: crate::JsonSql,
    T7: crate::ArraySql<Item = Option<T6>>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        RewriteAuditEntriesParams<T1, T2, T3, T4, T5, T6, T7>,
        Optioni64Query<'c, 'a, 's, C, Option<i64>, 6>,
        C,
    > for RewriteAuditEntriesStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a RewriteAuditEntriesParams<T1, T2, T3, T4, T5, T6, T7>,
    ) -> Optioni64Query<'c, 'a, 's, C, Option<i64>, 6> {
        self.bind(
            client,
            &params.tenant,
            &params.operation,
            &params.ids,
            &params.digests,
            &params.befores,
            &params.afters,
        )
    }
}
pub struct EventTrailStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn event_trail() -> EventTrailStmt {
    EventTrailStmt(
        "select id, at, position, data, app.content_digest(data) as digest from events where subject_id = any ($1) and position > $2 order by position limit $3",
        None,
    )
}
impl EventTrailStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>(
        &'s self,
        client: &'c C,
        subject_ids: &'a T2,
        last: &'a i64,
        limit: &'a i64,
    ) -> EventTrailQuery<'c, 'a, 's, C, EventTrail, 3> {
        EventTrailQuery {
            client,
            params: [subject_ids, last, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<EventTrailBorrowed, tokio_postgres::Error> {
                Ok(EventTrailBorrowed {
                    id: row.try_get(0)?,
                    at: row.try_get(1)?,
                    position: row.try_get(2)?,
                    data: row.try_get(3)?,
                    digest: row.try_get(4)?,
                })
            },
            mapper: |it| EventTrail::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        EventTrailParams<T1, T2>,
        EventTrailQuery<'c, 'a, 's, C, EventTrail, 3>,
        C,
    > for EventTrailStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a EventTrailParams<T1, T2>,
    ) -> EventTrailQuery<'c, 'a, 's, C, EventTrail, 3> {
        self.bind(client, &params.subject_ids, &params.last, &params.limit)
    }
}
pub struct RewriteEventsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn rewrite_events() -> RewriteEventsStmt {
    RewriteEventsStmt(
        "select app.rewrite_events( $1, $2, $3::uuid[], $4::timestamptz[], $5::text[], $6::jsonb[] ) as rewritten",
        None,
    )
}
impl RewriteEventsStmt {
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
        T5: crate::JsonSql,
        T6: crate::ArraySql<Item = T5>,
    >(
        &'s self,
        client: &'c C,
        tenant: &'a uuid::Uuid,
        operation: &'a uuid::Uuid,
        ids: &'a T1,
        ats: &'a T2,
        digests: &'a T4,
        data: &'a T6,
    ) -> Optioni64Query<'c, 'a, 's, C, Option<i64>, 6> {
        Optioni64Query {
            client,
            params: [tenant, operation, ids, ats, digests, data],
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
    T5: crate::JsonSql,
    T6: crate::ArraySql<Item = T5>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        RewriteEventsParams<T1, T2, T3, T4, T5, T6>,
        Optioni64Query<'c, 'a, 's, C, Option<i64>, 6>,
        C,
    > for RewriteEventsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a RewriteEventsParams<T1, T2, T3, T4, T5, T6>,
    ) -> Optioni64Query<'c, 'a, 's, C, Option<i64>, 6> {
        self.bind(client, &params.tenant, &params.operation, &params.ids, &params.ats, &params.digests, &params.data)
    }
}
pub struct ResponsesAboutStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn responses_about() -> ResponsesAboutStmt {
    ResponsesAboutStmt(
        "select principal_id, route, key, body from idempotency_keys where exists ( select from unnest($1::text[]) as named (text) where strpos(lower(body), named.text) > 0 )",
        None,
    )
}
impl ResponsesAboutStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>(
        &'s self,
        client: &'c C,
        sought: &'a T2,
    ) -> ResponsesAboutQuery<'c, 'a, 's, C, ResponsesAbout, 1> {
        ResponsesAboutQuery {
            client,
            params: [sought],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ResponsesAboutBorrowed, tokio_postgres::Error> {
                Ok(ResponsesAboutBorrowed {
                    principal_id: row.try_get(0)?,
                    route: row.try_get(1)?,
                    key: row.try_get(2)?,
                    body: row.try_get(3)?,
                })
            },
            mapper: |it| ResponsesAbout::from(it),
        }
    }
}
pub struct RewriteResponsesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn rewrite_responses() -> RewriteResponsesStmt {
    RewriteResponsesStmt(
        "select app.rewrite_responses( $1, $2, $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[] ) as rewritten",
        None,
    )
}
impl RewriteResponsesStmt {
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
        T6: crate::StringSql,
        T7: crate::ArraySql<Item = T6>,
        T8: crate::StringSql,
        T9: crate::ArraySql<Item = T8>,
    >(
        &'s self,
        client: &'c C,
        tenant: &'a uuid::Uuid,
        operation: &'a uuid::Uuid,
        principals: &'a T1,
        routes: &'a T3,
        keys: &'a T5,
        old_bodies: &'a T7,
        bodies: &'a T9,
    ) -> Optioni64Query<'c, 'a, 's, C, Option<i64>, 7> {
        Optioni64Query {
            client,
            params: [tenant, operation, principals, routes, keys, old_bodies, bodies],
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
    T3: crate::ArraySql<Item = T2>,
    T4: crate::StringSql,
    T5: crate::ArraySql<Item = T4>,
    T6: crate::StringSql,
    T7: crate::ArraySql<Item = T6>,
    T8: crate::StringSql,
    T9: crate::ArraySql<Item = T8>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        RewriteResponsesParams<T1, T2, T3, T4, T5, T6, T7, T8, T9>,
        Optioni64Query<'c, 'a, 's, C, Option<i64>, 7>,
        C,
    > for RewriteResponsesStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a RewriteResponsesParams<T1, T2, T3, T4, T5, T6, T7, T8, T9>,
    ) -> Optioni64Query<'c, 'a, 's, C, Option<i64>, 7> {
        self.bind(
            client,
            &params.tenant,
            &params.operation,
            &params.principals,
            &params.routes,
            &params.keys,
            &params.old_bodies,
            &params.bodies,
        )
    }
}
pub struct ForgetWordsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn forget_words() -> ForgetWordsStmt {
    ForgetWordsStmt("select app.forget_search_words($1, $2::text[]) as forgotten", None)
}
impl ForgetWordsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>(
        &'s self,
        client: &'c C,
        tenant: &'a uuid::Uuid,
        texts: &'a T2,
    ) -> I64Query<'c, 'a, 's, C, i64, 2> {
        I64Query {
            client,
            params: [tenant, texts],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>
    crate::client::async_::Params<'c, 'a, 's, ForgetWordsParams<T1, T2>, I64Query<'c, 'a, 's, C, i64, 2>, C>
    for ForgetWordsStmt
{
    fn params(&'s self, client: &'c C, params: &'a ForgetWordsParams<T1, T2>) -> I64Query<'c, 'a, 's, C, i64, 2> {
        self.bind(client, &params.tenant, &params.texts)
    }
}
