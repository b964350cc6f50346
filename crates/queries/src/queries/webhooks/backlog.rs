// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug, Clone, PartialEq, Copy)]
pub struct EndpointsByStatus {
    pub active: i64,
    pub paused: i64,
    pub failing: i64,
    pub disabled: i64,
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct Backlog {
    pub active: i64,
    pub stopped: i64,
    pub oldest_seconds: f64,
    pub due_seconds: f64,
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct EndpointsByStatusQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<EndpointsByStatus, tokio_postgres::Error>,
    mapper: fn(EndpointsByStatus) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> EndpointsByStatusQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(EndpointsByStatus) -> R) -> EndpointsByStatusQuery<'c, 'a, 's, C, R, N> {
        EndpointsByStatusQuery {
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
pub struct BacklogQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<Backlog, tokio_postgres::Error>,
    mapper: fn(Backlog) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> BacklogQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(Backlog) -> R) -> BacklogQuery<'c, 'a, 's, C, R, N> {
        BacklogQuery {
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
pub struct F64Query<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<f64, tokio_postgres::Error>,
    mapper: fn(f64) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> F64Query<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(f64) -> R) -> F64Query<'c, 'a, 's, C, R, N> {
        F64Query {
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
pub struct EndpointsByStatusStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn endpoints_by_status() -> EndpointsByStatusStmt {
    EndpointsByStatusStmt(
        "select count(*) filter (where status = 'active') as active, count(*) filter (where status = 'paused') as paused, count(*) filter (where status = 'failing') as failing, count(*) filter (where status = 'disabled') as disabled from webhook_endpoints where deleted_at is null",
        None,
    )
}
impl EndpointsByStatusStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
    ) -> EndpointsByStatusQuery<'c, 'a, 's, C, EndpointsByStatus, 0> {
        EndpointsByStatusQuery {
            client,
            params: [],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<EndpointsByStatus, tokio_postgres::Error> {
                Ok(EndpointsByStatus {
                    active: row.try_get(0)?,
                    paused: row.try_get(1)?,
                    failing: row.try_get(2)?,
                    disabled: row.try_get(3)?,
                })
            },
            mapper: |it| EndpointsByStatus::from(it),
        }
    }
}
pub struct BacklogStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn backlog() -> BacklogStmt {
    BacklogStmt(
        "select coalesce(sum(waiting.deliveries) filter (where endpoint.status = 'active'), 0)::bigint as active, coalesce(sum(waiting.deliveries) filter (where endpoint.status <> 'active'), 0)::bigint as stopped, coalesce( extract(epoch from now() - min(waiting.oldest) filter (where endpoint.status = 'active')), 0 )::double precision as oldest_seconds, greatest( extract(epoch from now() - min(waiting.due_at) filter (where endpoint.status = 'active')), 0 )::double precision as due_seconds from ( select tenant_id, endpoint_id, count(*) as deliveries, min(created_at) filter (where not replay) as oldest, min(next_attempt_at) as due_at from webhook_deliveries where status = 'pending' group by tenant_id, endpoint_id ) as waiting join webhook_endpoints as endpoint on endpoint.tenant_id = waiting.tenant_id and endpoint.id = waiting.endpoint_id where endpoint.deleted_at is null",
        None,
    )
}
impl BacklogStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(&'s self, client: &'c C) -> BacklogQuery<'c, 'a, 's, C, Backlog, 0> {
        BacklogQuery {
            client,
            params: [],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<Backlog, tokio_postgres::Error> {
                Ok(Backlog {
                    active: row.try_get(0)?,
                    stopped: row.try_get(1)?,
                    oldest_seconds: row.try_get(2)?,
                    due_seconds: row.try_get(3)?,
                })
            },
            mapper: |it| Backlog::from(it),
        }
    }
}
pub struct FanOutLagStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn fan_out_lag() -> FanOutLagStmt {
    FanOutLagStmt(
        "select coalesce(max(extract(epoch from now() - behind.at)), 0)::double precision as seconds from webhook_fan_outs join event_logs on event_logs.tenant_id = webhook_fan_outs.tenant_id and event_logs.followed and event_logs.last_position > webhook_fan_outs.position cross join lateral ( select events.at from events where events.tenant_id = webhook_fan_outs.tenant_id and events.position > webhook_fan_outs.position order by events.position limit 1 ) as behind",
        None,
    )
}
impl FanOutLagStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(&'s self, client: &'c C) -> F64Query<'c, 'a, 's, C, f64, 0> {
        F64Query {
            client,
            params: [],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
