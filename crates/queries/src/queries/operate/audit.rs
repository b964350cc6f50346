// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct RecordOperationParams<
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = uuid::Uuid>,
    T5: crate::ArraySql<Item = uuid::Uuid>,
    T6: crate::StringSql,
    T7: crate::ArraySql<Item = T6>,
    T8: crate::StringSql,
    T9: crate::ArraySql<Item = T8>,
    T10: crate::JsonSql,
    T11: crate::ArraySql<Item = Option<T10>>,
    T12: crate::JsonSql,
    T13: crate::ArraySql<Item = Option<T12>>,
> {
    pub at: jiff::Timestamp,
    pub actor_detail: Option<T1>,
    pub request_id: T2,
    pub operation: T3,
    pub tenant_ids: T4,
    pub entry_ids: T5,
    pub resource_types: T7,
    pub resource_ids: T9,
    pub befores: T11,
    pub afters: T13,
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
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
pub struct RecordOperationStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn record_operation() -> RecordOperationStmt {
    RecordOperationStmt(
        "with recorded as ( insert into audit_log ( tenant_id, id, at, actor_kind, actor_detail, ip, request_id, operation, resource_type, resource_id, before, after ) select entry.tenant_id, entry.id, $1, 'operator', $2, '', $3, $4, entry.resource_type, entry.resource_id, entry.before, entry.after from unnest( $5::uuid[], $6::uuid[], $7::text[], $8::text[], $9::jsonb[], $10::jsonb[] ) as entry (tenant_id, id, resource_type, resource_id, before, after) returning id ) select count(*) as entries from recorded",
        None,
    )
}
impl RecordOperationStmt {
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
        T4: crate::ArraySql<Item = uuid::Uuid>,
        T5: crate::ArraySql<Item = uuid::Uuid>,
        T6: crate::StringSql,
        T7: crate::ArraySql<Item = T6>,
        T8: crate::StringSql,
        T9: crate::ArraySql<Item = T8>,
        T10: crate::JsonSql,
        T11: crate::ArraySql<Item = Option<T10>>,
        T12: crate::JsonSql,
        T13: crate::ArraySql<Item = Option<T12>>,
    >(
        &'s self,
        client: &'c C,
        at: &'a jiff::Timestamp,
        actor_detail: &'a Option<T1>,
        request_id: &'a T2,
        operation: &'a T3,
        tenant_ids: &'a T4,
        entry_ids: &'a T5,
        resource_types: &'a T7,
        resource_ids: &'a T9,
        befores: &'a T11,
        afters: &'a T13,
    ) -> I64Query<'c, 'a, 's, C, i64, 10> {
        I64Query {
            client,
            params: [
                at,
                actor_detail,
                request_id,
                operation,
                tenant_ids,
                entry_ids,
                resource_types,
                resource_ids,
                befores,
                afters,
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
    T4: crate::ArraySql<Item = uuid::Uuid>,
    T5: crate::ArraySql<Item = uuid::Uuid>,
    T6: crate::StringSql,
    T7: crate::ArraySql<Item = T6>,
    T8: crate::StringSql,
    T9: crate::ArraySql<Item = T8>,
    T10: crate::JsonSql,
    T11: crate::ArraySql<Item = Option<T10>>,
    T12: crate::JsonSql,
    T13: crate::ArraySql<Item = Option<T12>>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        RecordOperationParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13>,
        I64Query<'c, 'a, 's, C, i64, 10>,
        C,
    > for RecordOperationStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a RecordOperationParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13>,
    ) -> I64Query<'c, 'a, 's, C, i64, 10> {
        self.bind(
            client,
            &params.at,
            &params.actor_detail,
            &params.request_id,
            &params.operation,
            &params.tenant_ids,
            &params.entry_ids,
            &params.resource_types,
            &params.resource_ids,
            &params.befores,
            &params.afters,
        )
    }
}
