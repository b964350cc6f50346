// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct RecordWriteParams<
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::StringSql,
    T4: crate::StringSql,
    T5: crate::ArraySql<Item = uuid::Uuid>,
    T6: crate::StringSql,
    T7: crate::ArraySql<Item = T6>,
    T8: crate::StringSql,
    T9: crate::ArraySql<Item = T8>,
    T10: crate::JsonSql,
    T11: crate::ArraySql<Item = Option<T10>>,
    T12: crate::JsonSql,
    T13: crate::ArraySql<Item = Option<T12>>,
    T14: crate::StringSql,
    T15: crate::StringSql,
    T16: crate::BytesSql,
    T17: crate::StringSql,
    T18: crate::StringSql,
    T19: crate::StringSql,
    T20: crate::ArraySql<Item = uuid::Uuid>,
    T21: crate::StringSql,
    T22: crate::ArraySql<Item = T21>,
    T23: crate::StringSql,
    T24: crate::ArraySql<Item = T23>,
    T25: crate::StringSql,
    T26: crate::ArraySql<Item = T25>,
    T27: crate::ArraySql<Item = Option<uuid::Uuid>>,
    T28: crate::JsonSql,
    T29: crate::ArraySql<Item = T28>,
    T30: crate::BytesSql,
> {
    pub at: jiff::Timestamp,
    pub actor_kind: T1,
    pub actor_id: Option<uuid::Uuid>,
    pub ip: T2,
    pub request_id: T3,
    pub operation: T4,
    pub entry_ids: T5,
    pub resource_types: T7,
    pub resource_ids: T9,
    pub befores: T11,
    pub afters: T13,
    pub principal_id: uuid::Uuid,
    pub route: T14,
    pub key: Option<T15>,
    pub fingerprint: T16,
    pub status: i32,
    pub etag: Option<T17>,
    pub location: Option<T18>,
    pub body: T19,
    pub event_ids: T20,
    pub types: T22,
    pub subject_types: T24,
    pub subject_ids: T26,
    pub organization_ids: T27,
    pub data: T29,
    pub trace: Option<T30>,
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
pub struct RecordWriteStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn record_write() -> RecordWriteStmt {
    RecordWriteStmt(
        "with audited as ( insert into audit_log ( id, at, actor_kind, actor_id, ip, request_id, operation, resource_type, resource_id, before, after ) select entry.id, $1, $2, $3, $4, $5, $6, entry.resource_type, entry.resource_id, entry.before, entry.after from unnest( $7::uuid[], $8::text[], $9::text[], $10::jsonb[], $11::jsonb[] ) as entry (id, resource_type, resource_id, before, after) ), kept as ( insert into idempotency_keys (principal_id, route, key, fingerprint, status, etag, location, body, created_at) select $12, $13, $14, $15, $16, $17, $18, $19, $1 where $14::text is not null ), given as ( select id, type, subject_type, subject_id, organization_id, data, n from unnest( $20::uuid[], $21::text[], $22::text[], $23::text[], $24::uuid[], $25::jsonb[] ) with ordinality as given (id, type, subject_type, subject_id, organization_id, data, n) ), advanced as ( update event_logs set last_position = last_position + (select count(*) from given) where tenant_id = app.tenant() and exists (select from given) returning last_position - (select count(*) from given) as position, followed ), counted as ( insert into event_subjects (subject_id, last_sequence) select given.subject_id, count(*) from advanced cross join given group by given.subject_id order by given.subject_id on conflict (tenant_id, subject_id) do update set last_sequence = event_subjects.last_sequence + excluded.last_sequence returning subject_id, last_sequence ), logged as ( insert into events ( id, at, position, type, organization_id, subject_type, subject_id, sequence, actor_kind, actor_id, request_id, data, trace ) select given.id, $1, advanced.position + given.n, given.type, given.organization_id, given.subject_type, given.subject_id, counted.last_sequence - count(*) over (partition by given.subject_id) + row_number() over (partition by given.subject_id order by given.n), $2, $3, $5, given.data, $26::bytea from given cross join advanced join counted on counted.subject_id = given.subject_id ) select coalesce(bool_or(followed), false) as followed from advanced",
        None,
    )
}
impl RecordWriteStmt {
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
        T5: crate::ArraySql<Item = uuid::Uuid>,
        T6: crate::StringSql,
        T7: crate::ArraySql<Item = T6>,
        T8: crate::StringSql,
        T9: crate::ArraySql<Item = T8>,
        T10: crate::JsonSql,
        T11: crate::ArraySql<Item = Option<T10>>,
        T12: crate::JsonSql,
        T13: crate::ArraySql<Item = Option<T12>>,
        T14: crate::StringSql,
        T15: crate::StringSql,
        T16: crate::BytesSql,
        T17: crate::StringSql,
        T18: crate::StringSql,
        T19: crate::StringSql,
        T20: crate::ArraySql<Item = uuid::Uuid>,
        T21: crate::StringSql,
        T22: crate::ArraySql<Item = T21>,
        T23: crate::StringSql,
        T24: crate::ArraySql<Item = T23>,
        T25: crate::StringSql,
        T26: crate::ArraySql<Item = T25>,
        T27: crate::ArraySql<Item = Option<uuid::Uuid>>,
        T28: crate::JsonSql,
        T29: crate::ArraySql<Item = T28>,
        T30: crate::BytesSql,
    >(
        &'s self,
        client: &'c C,
        at: &'a jiff::Timestamp,
        actor_kind: &'a T1,
        actor_id: &'a Option<uuid::Uuid>,
        ip: &'a T2,
        request_id: &'a T3,
        operation: &'a T4,
        entry_ids: &'a T5,
        resource_types: &'a T7,
        resource_ids: &'a T9,
        befores: &'a T11,
        afters: &'a T13,
        principal_id: &'a uuid::Uuid,
        route: &'a T14,
        key: &'a Option<T15>,
        fingerprint: &'a T16,
        status: &'a i32,
        etag: &'a Option<T17>,
        location: &'a Option<T18>,
        body: &'a T19,
        event_ids: &'a T20,
        types: &'a T22,
        subject_types: &'a T24,
        subject_ids: &'a T26,
        organization_ids: &'a T27,
        data: &'a T29,
        trace: &'a Option<T30>,
    ) -> BoolQuery<'c, 'a, 's, C, bool, 26> {
        BoolQuery {
            client,
            params: [
                at,
                actor_kind,
                actor_id,
                ip,
                request_id,
                operation,
                entry_ids,
                resource_types,
                resource_ids,
                befores,
                afters,
                principal_id,
                route,
                key,
                fingerprint,
                status,
                etag,
                location,
                body,
                event_ids,
                types,
                subject_types,
                subject_ids,
                organization_ids,
                data,
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
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::StringSql,
    T4: crate::StringSql,
    T5: crate::ArraySql<Item = uuid::Uuid>,
    T6: crate::StringSql,
    T7: crate::ArraySql<Item = T6>,
    T8: crate::StringSql,
    T9: crate::ArraySql<Item = T8>,
    T10: crate::JsonSql,
    T11: crate::ArraySql<Item = Option<T10>>,
    T12: crate::JsonSql,
    T13: crate::ArraySql<Item = Option<T12>>,
    T14: crate::StringSql,
    T15: crate::StringSql,
    T16: crate::BytesSql,
    T17: crate::StringSql,
    T18: crate::StringSql,
    T19: crate::StringSql,
    T20: crate::ArraySql<Item = uuid::Uuid>,
    T21: crate::StringSql,
    T22: crate::ArraySql<Item = T21>,
    T23: crate::StringSql,
    T24: crate::ArraySql<Item = T23>,
    T25: crate::StringSql,
    T26: crate::ArraySql<Item = T25>,
    T27: crate::ArraySql<Item = Option<uuid::Uuid>>,
    T28: crate::JsonSql,
    T29: crate::ArraySql<Item = T28>,
    T30: crate::BytesSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        RecordWriteParams<
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
            T25,
            T26,
            T27,
            T28,
            T29,
            T30,
        >,
        BoolQuery<'c, 'a, 's, C, bool, 26>,
        C,
    > for RecordWriteStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a RecordWriteParams<
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
            T25,
            T26,
            T27,
            T28,
            T29,
            T30,
        >,
    ) -> BoolQuery<'c, 'a, 's, C, bool, 26> {
        self.bind(
            client,
            &params.at,
            &params.actor_kind,
            &params.actor_id,
            &params.ip,
            &params.request_id,
            &params.operation,
            &params.entry_ids,
            &params.resource_types,
            &params.resource_ids,
            &params.befores,
            &params.afters,
            &params.principal_id,
            &params.route,
            &params.key,
            &params.fingerprint,
            &params.status,
            &params.etag,
            &params.location,
            &params.body,
            &params.event_ids,
            &params.types,
            &params.subject_types,
            &params.subject_ids,
            &params.organization_ids,
            &params.data,
            &params.trace,
        )
    }
}
