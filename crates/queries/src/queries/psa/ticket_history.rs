// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct TicketHistoryParams<T1: crate::StringSql> {
    pub ticket_id: uuid::Uuid,
    pub resource: T1,
    pub before: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug, Clone, PartialEq)]
pub struct HistoryRow {
    pub id: uuid::Uuid,
    pub at: jiff::Timestamp,
    pub actor_kind: String,
    pub actor_id: Option<uuid::Uuid>,
    pub request_id: String,
    pub resource_type: String,
    pub before: Option<serde_json::Value>,
    pub after: Option<serde_json::Value>,
}
pub struct HistoryRowBorrowed<'a> {
    pub id: uuid::Uuid,
    pub at: jiff::Timestamp,
    pub actor_kind: &'a str,
    pub actor_id: Option<uuid::Uuid>,
    pub request_id: &'a str,
    pub resource_type: &'a str,
    pub before: Option<postgres_types::Json<&'a serde_json::value::RawValue>>,
    pub after: Option<postgres_types::Json<&'a serde_json::value::RawValue>>,
}
impl<'a> From<HistoryRowBorrowed<'a>> for HistoryRow {
    fn from(
        HistoryRowBorrowed {
            id,
            at,
            actor_kind,
            actor_id,
            request_id,
            resource_type,
            before,
            after,
        }: HistoryRowBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            at,
            actor_kind: actor_kind.into(),
            actor_id,
            request_id: request_id.into(),
            resource_type: resource_type.into(),
            before: before.map(|v| serde_json::from_str(v.0.get()).unwrap()),
            after: after.map(|v| serde_json::from_str(v.0.get()).unwrap()),
        }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct HistoryRowQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<HistoryRowBorrowed, tokio_postgres::Error>,
    mapper: fn(HistoryRowBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> HistoryRowQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(HistoryRowBorrowed) -> R) -> HistoryRowQuery<'c, 'a, 's, C, R, N> {
        HistoryRowQuery {
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
pub struct TicketHistoryStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn ticket_history() -> TicketHistoryStmt {
    TicketHistoryStmt(
        "select id, at, actor_kind, actor_id, request_id, resource_type, before, after from app.ticket_changes($1, $2, $3, $4)",
        None,
    )
}
impl TicketHistoryStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        ticket_id: &'a uuid::Uuid,
        resource: &'a T1,
        before: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> HistoryRowQuery<'c, 'a, 's, C, HistoryRow, 4> {
        HistoryRowQuery {
            client,
            params: [ticket_id, resource, before, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<HistoryRowBorrowed, tokio_postgres::Error> {
                Ok(HistoryRowBorrowed {
                    id: row.try_get(0)?,
                    at: row.try_get(1)?,
                    actor_kind: row.try_get(2)?,
                    actor_id: row.try_get(3)?,
                    request_id: row.try_get(4)?,
                    resource_type: row.try_get(5)?,
                    before: row.try_get(6)?,
                    after: row.try_get(7)?,
                })
            },
            mapper: |it| HistoryRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, TicketHistoryParams<T1>, HistoryRowQuery<'c, 'a, 's, C, HistoryRow, 4>, C>
    for TicketHistoryStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a TicketHistoryParams<T1>,
    ) -> HistoryRowQuery<'c, 'a, 's, C, HistoryRow, 4> {
        self.bind(client, &params.ticket_id, &params.resource, &params.before, &params.limit)
    }
}
