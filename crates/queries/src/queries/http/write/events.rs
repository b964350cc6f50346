// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct RecordEventsParams<
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
    T4: crate::StringSql,
    T5: crate::ArraySql<Item = T4>,
    T6: crate::StringSql,
    T7: crate::ArraySql<Item = T6>,
    T8: crate::ArraySql<Item = Option<uuid::Uuid>>,
    T9: crate::JsonSql,
    T10: crate::ArraySql<Item = T9>,
    T11: crate::StringSql,
    T12: crate::StringSql,
> {
    pub ids: T1,
    pub types: T3,
    pub subject_types: T5,
    pub subject_ids: T7,
    pub organization_ids: T8,
    pub data: T10,
    pub at: jiff::Timestamp,
    pub actor_kind: T11,
    pub actor_id: Option<uuid::Uuid>,
    pub request_id: T12,
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
pub struct RecordEventsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn record_events() -> RecordEventsStmt {
    RecordEventsStmt(
        "with given as ( select id, type, subject_type, subject_id, organization_id, data, n from unnest( $1::uuid[], $2::text[], $3::text[], $4::text[], $5::uuid[], $6::jsonb[] ) with ordinality as given (id, type, subject_type, subject_id, organization_id, data, n) ), advanced as ( update event_logs set last_position = last_position + (select count(*) from given) where tenant_id = app.tenant() returning last_position - (select count(*) from given) as position, followed ), counted as ( insert into event_subjects (subject_id, last_sequence) select given.subject_id, count(*) from advanced cross join given group by given.subject_id order by given.subject_id on conflict (tenant_id, subject_id) do update set last_sequence = event_subjects.last_sequence + excluded.last_sequence returning subject_id, last_sequence ), recorded as ( insert into events ( id, at, position, type, organization_id, subject_type, subject_id, sequence, actor_kind, actor_id, request_id, data ) select given.id, $7, advanced.position + given.n, given.type, given.organization_id, given.subject_type, given.subject_id, counted.last_sequence - count(*) over (partition by given.subject_id) + row_number() over (partition by given.subject_id order by given.n), $8, $9, $10, given.data from given cross join advanced join counted on counted.subject_id = given.subject_id ) select followed from advanced",
        None,
    )
}
impl RecordEventsStmt {
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
        T8: crate::ArraySql<Item = Option<uuid::Uuid>>,
        T9: crate::JsonSql,
        T10: crate::ArraySql<Item = T9>,
        T11: crate::StringSql,
        T12: crate::StringSql,
    >(
        &'s self,
        client: &'c C,
        ids: &'a T1,
        types: &'a T3,
        subject_types: &'a T5,
        subject_ids: &'a T7,
        organization_ids: &'a T8,
        data: &'a T10,
        at: &'a jiff::Timestamp,
        actor_kind: &'a T11,
        actor_id: &'a Option<uuid::Uuid>,
        request_id: &'a T12,
    ) -> BoolQuery<'c, 'a, 's, C, bool, 10> {
        BoolQuery {
            client,
            params: [
                ids,
                types,
                subject_types,
                subject_ids,
                organization_ids,
                data,
                at,
                actor_kind,
                actor_id,
                request_id,
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
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
    T4: crate::StringSql,
    T5: crate::ArraySql<Item = T4>,
    T6: crate::StringSql,
    T7: crate::ArraySql<Item = T6>,
    T8: crate::ArraySql<Item = Option<uuid::Uuid>>,
    T9: crate::JsonSql,
    T10: crate::ArraySql<Item = T9>,
    T11: crate::StringSql,
    T12: crate::StringSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        RecordEventsParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12>,
        BoolQuery<'c, 'a, 's, C, bool, 10>,
        C,
    > for RecordEventsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a RecordEventsParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12>,
    ) -> BoolQuery<'c, 'a, 's, C, bool, 10> {
        self.bind(
            client,
            &params.ids,
            &params.types,
            &params.subject_types,
            &params.subject_ids,
            &params.organization_ids,
            &params.data,
            &params.at,
            &params.actor_kind,
            &params.actor_id,
            &params.request_id,
        )
    }
}
