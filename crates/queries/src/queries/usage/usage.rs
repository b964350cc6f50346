// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct ApplyFlushParams<
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::ArraySql<Item = jiff::Timestamp>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
    T5: crate::StringSql,
    T6: crate::ArraySql<Item = T5>,
    T7: crate::ArraySql<Item = i64>,
    T8: crate::ArraySql<Item = i64>,
    T9: crate::ArraySql<Item = i64>,
    T10: crate::BytesSql,
    T11: crate::ArraySql<Item = T10>,
    T12: crate::ArraySql<Item = uuid::Uuid>,
    T13: crate::ArraySql<Item = jiff::Timestamp>,
    T14: crate::ArraySql<Item = uuid::Uuid>,
> {
    pub process: uuid::Uuid,
    pub number: i64,
    pub counted_until: jiff::Timestamp,
    pub tenant_ids: T1,
    pub ats: T2,
    pub api_keys: T4,
    pub operations: T6,
    pub requests: T7,
    pub errors: T8,
    pub rate_limited: T9,
    pub latencies: T11,
    pub user_tenant_ids: T12,
    pub user_ats: T13,
    pub user_ids: T14,
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct ApplyFlush {
    pub is_new: bool,
    pub changes: i64,
    pub people: i64,
    pub forgotten: i64,
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct ApplyFlushQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<ApplyFlush, tokio_postgres::Error>,
    mapper: fn(ApplyFlush) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> ApplyFlushQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(ApplyFlush) -> R) -> ApplyFlushQuery<'c, 'a, 's, C, R, N> {
        ApplyFlushQuery {
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
pub struct JiffTimestampQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<jiff::Timestamp, tokio_postgres::Error>,
    mapper: fn(jiff::Timestamp) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> JiffTimestampQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(jiff::Timestamp) -> R) -> JiffTimestampQuery<'c, 'a, 's, C, R, N> {
        JiffTimestampQuery {
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
pub struct ApplyFlushStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn apply_flush() -> ApplyFlushStmt {
    ApplyFlushStmt(
        "with process as ( insert into usage_processes as known (id, last_flush, flushed_at) values ($1, $2, $3) on conflict (id) do update set last_flush = excluded.last_flush, flushed_at = excluded.flushed_at where known.last_flush < excluded.last_flush returning id ), forgotten as ( delete from usage_processes where id in ( select id from usage_processes where flushed_at < now() - interval '1 day' and id <> $1 for update skip locked ) returning id ), counted as ( insert into metric_changes (tenant_id, measure, at, dimensions, count, sketch) select used.tenant_id, measured.measure, used.at, array[used.api_key, used.operation], measured.count, measured.sketch from unnest( $4::uuid[], $5::timestamptz[], $6::text[], $7::text[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bytea[] ) as used (tenant_id, at, api_key, operation, requests, errors, rate_limited, latency) join tenants on tenants.id = used.tenant_id cross join lateral ( values ('api.requests', used.requests, used.latency), ('api.errors', used.errors, null::bytea), ('api.rate_limited', used.rate_limited, null::bytea) ) as measured (measure, count, sketch) where measured.count <> 0 and exists (select from process) returning id ), active as ( insert into user_activity (tenant_id, at, user_id) select seen.tenant_id, seen.at, seen.user_id from unnest($12::uuid[], $13::timestamptz[], $14::uuid[]) as seen (tenant_id, at, user_id) join tenants on tenants.id = seen.tenant_id where exists (select from process) order by seen.tenant_id, seen.at, seen.user_id on conflict (tenant_id, at, user_id) do nothing returning user_id ) select exists (select from process) as is_new, (select count(*) from counted) as changes, (select count(*) from active) as people, (select count(*) from forgotten) as forgotten",
        None,
    )
}
impl ApplyFlushStmt {
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
        T5: crate::StringSql,
        T6: crate::ArraySql<Item = T5>,
        T7: crate::ArraySql<Item = i64>,
        T8: crate::ArraySql<Item = i64>,
        T9: crate::ArraySql<Item = i64>,
        T10: crate::BytesSql,
        T11: crate::ArraySql<Item = T10>,
        T12: crate::ArraySql<Item = uuid::Uuid>,
        T13: crate::ArraySql<Item = jiff::Timestamp>,
        T14: crate::ArraySql<Item = uuid::Uuid>,
    >(
        &'s self,
        client: &'c C,
        process: &'a uuid::Uuid,
        number: &'a i64,
        counted_until: &'a jiff::Timestamp,
        tenant_ids: &'a T1,
        ats: &'a T2,
        api_keys: &'a T4,
        operations: &'a T6,
        requests: &'a T7,
        errors: &'a T8,
        rate_limited: &'a T9,
        latencies: &'a T11,
        user_tenant_ids: &'a T12,
        user_ats: &'a T13,
        user_ids: &'a T14,
    ) -> ApplyFlushQuery<'c, 'a, 's, C, ApplyFlush, 14> {
        ApplyFlushQuery {
            client,
            params: [
                process,
                number,
                counted_until,
                tenant_ids,
                ats,
                api_keys,
                operations,
                requests,
                errors,
                rate_limited,
                latencies,
                user_tenant_ids,
                user_ats,
                user_ids,
            ],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ApplyFlush, tokio_postgres::Error> {
                Ok(ApplyFlush {
                    is_new: row.try_get(0)?,
                    changes: row.try_get(1)?,
                    people: row.try_get(2)?,
                    forgotten: row.try_get(3)?,
                })
            },
            mapper: |it| ApplyFlush::from(it),
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
    T5: crate::StringSql,
    T6: crate::ArraySql<Item = T5>,
    T7: crate::ArraySql<Item = i64>,
    T8: crate::ArraySql<Item = i64>,
    T9: crate::ArraySql<Item = i64>,
    T10: crate::BytesSql,
    T11: crate::ArraySql<Item = T10>,
    T12: crate::ArraySql<Item = uuid::Uuid>,
    T13: crate::ArraySql<Item = jiff::Timestamp>,
    T14: crate::ArraySql<Item = uuid::Uuid>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        ApplyFlushParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14>,
        ApplyFlushQuery<'c, 'a, 's, C, ApplyFlush, 14>,
        C,
    > for ApplyFlushStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ApplyFlushParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14>,
    ) -> ApplyFlushQuery<'c, 'a, 's, C, ApplyFlush, 14> {
        self.bind(
            client,
            &params.process,
            &params.number,
            &params.counted_until,
            &params.tenant_ids,
            &params.ats,
            &params.api_keys,
            &params.operations,
            &params.requests,
            &params.errors,
            &params.rate_limited,
            &params.latencies,
            &params.user_tenant_ids,
            &params.user_ats,
            &params.user_ids,
        )
    }
}
pub struct CompleteThroughStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn complete_through() -> CompleteThroughStmt {
    CompleteThroughStmt(
        "select least($1::timestamptz, min(flushed_at)) as complete_through from usage_processes where flushed_at > $1::timestamptz - interval '1 minute'",
        None,
    )
}
impl CompleteThroughStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
    ) -> JiffTimestampQuery<'c, 'a, 's, C, jiff::Timestamp, 1> {
        JiffTimestampQuery {
            client,
            params: [now],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct ForgetProcessStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn forget_process() -> ForgetProcessStmt {
    ForgetProcessStmt("delete from usage_processes where id = $1 returning id", None)
}
impl ForgetProcessStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        process: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 1> {
        UuidUuidQuery {
            client,
            params: [process],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
