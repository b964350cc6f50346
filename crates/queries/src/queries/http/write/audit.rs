// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct RecordChangeParams<
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::StringSql,
    T4: crate::StringSql,
    T5: crate::StringSql,
    T6: crate::StringSql,
    T7: crate::JsonSql,
    T8: crate::JsonSql,
> {
    pub id: uuid::Uuid,
    pub at: jiff::Timestamp,
    pub actor_kind: T1,
    pub actor_id: Option<uuid::Uuid>,
    pub ip: T2,
    pub request_id: T3,
    pub operation: T4,
    pub resource_type: T5,
    pub resource_id: T6,
    pub before: Option<T7>,
    pub after: Option<T8>,
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
pub struct RecordChangeStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn record_change() -> RecordChangeStmt {
    RecordChangeStmt(
        "with recorded as ( insert into audit_log ( id, at, actor_kind, actor_id, ip, request_id, operation, resource_type, resource_id, before, after ) values ( $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11 ) ) select true as recorded",
        None,
    )
}
impl RecordChangeStmt {
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
        T5: crate::StringSql,
        T6: crate::StringSql,
        T7: crate::JsonSql,
        T8: crate::JsonSql,
    >(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        at: &'a jiff::Timestamp,
        actor_kind: &'a T1,
        actor_id: &'a Option<uuid::Uuid>,
        ip: &'a T2,
        request_id: &'a T3,
        operation: &'a T4,
        resource_type: &'a T5,
        resource_id: &'a T6,
        before: &'a Option<T7>,
        after: &'a Option<T8>,
    ) -> BoolQuery<'c, 'a, 's, C, bool, 11> {
        BoolQuery {
            client,
            params: [
                id,
                at,
                actor_kind,
                actor_id,
                ip,
                request_id,
                operation,
                resource_type,
                resource_id,
                before,
                after,
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
    T5: crate::StringSql,
    T6: crate::StringSql,
    T7: crate::JsonSql,
    T8: crate::JsonSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        RecordChangeParams<T1, T2, T3, T4, T5, T6, T7, T8>,
        BoolQuery<'c, 'a, 's, C, bool, 11>,
        C,
    > for RecordChangeStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a RecordChangeParams<T1, T2, T3, T4, T5, T6, T7, T8>,
    ) -> BoolQuery<'c, 'a, 's, C, bool, 11> {
        self.bind(
            client,
            &params.id,
            &params.at,
            &params.actor_kind,
            &params.actor_id,
            &params.ip,
            &params.request_id,
            &params.operation,
            &params.resource_type,
            &params.resource_id,
            &params.before,
            &params.after,
        )
    }
}
