// This file was generated with `cornucopia`. Do not modify.

#[derive(Clone, Copy, Debug)]
pub struct TakeDueProvidersParams {
    pub later: jiff::Timestamp,
    pub now: jiff::Timestamp,
    pub limit: i64,
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct TakeDueProviders {
    pub tenant_id: uuid::Uuid,
    pub id: uuid::Uuid,
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct TakeDueProvidersQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<TakeDueProviders, tokio_postgres::Error>,
    mapper: fn(TakeDueProviders) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> TakeDueProvidersQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(TakeDueProviders) -> R) -> TakeDueProvidersQuery<'c, 'a, 's, C, R, N> {
        TakeDueProvidersQuery {
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
pub struct TakeDueProvidersStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn take_due_providers() -> TakeDueProvidersStmt {
    TakeDueProvidersStmt(
        "update cloud_providers set verify_at = $1 where (tenant_id, id) in ( select candidate.tenant_id, candidate.id from cloud_providers as candidate where candidate.verify_at <= $2 order by candidate.verify_at limit $3 for update skip locked ) returning tenant_id, id",
        None,
    )
}
impl TakeDueProvidersStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        later: &'a jiff::Timestamp,
        now: &'a jiff::Timestamp,
        limit: &'a i64,
    ) -> TakeDueProvidersQuery<'c, 'a, 's, C, TakeDueProviders, 3> {
        TakeDueProvidersQuery {
            client,
            params: [later, now, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TakeDueProviders, tokio_postgres::Error> {
                Ok(TakeDueProviders { tenant_id: row.try_get(0)?, id: row.try_get(1)? })
            },
            mapper: |it| TakeDueProviders::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        TakeDueProvidersParams,
        TakeDueProvidersQuery<'c, 'a, 's, C, TakeDueProviders, 3>,
        C,
    > for TakeDueProvidersStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a TakeDueProvidersParams,
    ) -> TakeDueProvidersQuery<'c, 'a, 's, C, TakeDueProviders, 3> {
        self.bind(client, &params.later, &params.now, &params.limit)
    }
}
