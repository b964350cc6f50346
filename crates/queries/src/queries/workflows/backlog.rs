// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug, Clone, PartialEq, Copy)]
pub struct RunsUnderWay {
    pub queued: i64,
    pub running: i64,
    pub waiting: i64,
    pub waiting_approval: i64,
    pub oldest_queued_seconds: f64,
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct RunsUnderWayQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<RunsUnderWay, tokio_postgres::Error>,
    mapper: fn(RunsUnderWay) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> RunsUnderWayQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(RunsUnderWay) -> R) -> RunsUnderWayQuery<'c, 'a, 's, C, R, N> {
        RunsUnderWayQuery {
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
pub struct RunsUnderWayStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn runs_under_way() -> RunsUnderWayStmt {
    RunsUnderWayStmt(
        "select count(*) filter (where run.status = 'queued') as queued, count(*) filter (where run.status = 'running') as running, count(*) filter (where run.status = 'waiting') as waiting, count(*) filter (where run.status = 'waiting_approval') as waiting_approval, coalesce( extract(epoch from now() - min(run.updated_at) filter (where run.status = 'queued' and not run.held)), 0 )::double precision as oldest_queued_seconds from ( select status, held, updated_at from workflow_runs where status in ('queued', 'running', 'waiting', 'waiting_approval') and not held union all select status, held, updated_at from workflow_runs where status = 'queued' and held ) as run",
        None,
    )
}
impl RunsUnderWayStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
    ) -> RunsUnderWayQuery<'c, 'a, 's, C, RunsUnderWay, 0> {
        RunsUnderWayQuery {
            client,
            params: [],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<RunsUnderWay, tokio_postgres::Error> {
                Ok(RunsUnderWay {
                    queued: row.try_get(0)?,
                    running: row.try_get(1)?,
                    waiting: row.try_get(2)?,
                    waiting_approval: row.try_get(3)?,
                    oldest_queued_seconds: row.try_get(4)?,
                })
            },
            mapper: |it| RunsUnderWay::from(it),
        }
    }
}
