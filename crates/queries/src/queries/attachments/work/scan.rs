// This file was generated with `cornucopia`. Do not modify.

#[derive(Clone, Copy, Debug)]
pub struct ClaimFilesToScanParams {
    pub retry_at: jiff::Timestamp,
    pub now: jiff::Timestamp,
    pub limit: i64,
}
#[derive(Debug)]
pub struct SetScanParams<T1: crate::StringSql> {
    pub scan: T1,
    pub id: uuid::Uuid,
}
#[derive(Debug, Clone, PartialEq)]
pub struct ClaimFilesToScan {
    pub tenant_id: uuid::Uuid,
    pub id: uuid::Uuid,
    pub size_bytes: i64,
    pub data_key_sealed: Vec<u8>,
}
pub struct ClaimFilesToScanBorrowed<'a> {
    pub tenant_id: uuid::Uuid,
    pub id: uuid::Uuid,
    pub size_bytes: i64,
    pub data_key_sealed: &'a [u8],
}
impl<'a> From<ClaimFilesToScanBorrowed<'a>> for ClaimFilesToScan {
    fn from(
        ClaimFilesToScanBorrowed { tenant_id, id, size_bytes, data_key_sealed }: ClaimFilesToScanBorrowed<'a>,
    ) -> Self {
        Self { tenant_id, id, size_bytes, data_key_sealed: data_key_sealed.into() }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct ClaimFilesToScanQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<ClaimFilesToScanBorrowed, tokio_postgres::Error>,
    mapper: fn(ClaimFilesToScanBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> ClaimFilesToScanQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(ClaimFilesToScanBorrowed) -> R) -> ClaimFilesToScanQuery<'c, 'a, 's, C, R, N> {
        ClaimFilesToScanQuery {
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
pub struct ClaimFilesToScanStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn claim_files_to_scan() -> ClaimFilesToScanStmt {
    ClaimFilesToScanStmt(
        "update attachments set scan_at = $1 where (tenant_id, id) in ( select tenant_id, id from attachments where scan_at <= $2 and state = 'stored' and tenant_id <> all (array(select move.tenant_id from tenant_moves as move where move.fenced_until > now())) order by scan_at limit $3 for update skip locked ) returning tenant_id, id, size_bytes, data_key_sealed",
        None,
    )
}
impl ClaimFilesToScanStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        retry_at: &'a jiff::Timestamp,
        now: &'a jiff::Timestamp,
        limit: &'a i64,
    ) -> ClaimFilesToScanQuery<'c, 'a, 's, C, ClaimFilesToScan, 3> {
        ClaimFilesToScanQuery {
            client,
            params: [retry_at, now, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ClaimFilesToScanBorrowed, tokio_postgres::Error> {
                Ok(ClaimFilesToScanBorrowed {
                    tenant_id: row.try_get(0)?,
                    id: row.try_get(1)?,
                    size_bytes: row.try_get(2)?,
                    data_key_sealed: row.try_get(3)?,
                })
            },
            mapper: |it| ClaimFilesToScan::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        ClaimFilesToScanParams,
        ClaimFilesToScanQuery<'c, 'a, 's, C, ClaimFilesToScan, 3>,
        C,
    > for ClaimFilesToScanStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ClaimFilesToScanParams,
    ) -> ClaimFilesToScanQuery<'c, 'a, 's, C, ClaimFilesToScan, 3> {
        self.bind(client, &params.retry_at, &params.now, &params.limit)
    }
}
pub struct SetScanStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn set_scan() -> SetScanStmt {
    SetScanStmt(
        "update attachments set scan = $1, scan_at = null, version = version + 1 where id = $2 and state = 'stored' and scan = 'pending' returning id",
        None,
    )
}
impl SetScanStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        scan: &'a T1,
        id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        UuidUuidQuery {
            client,
            params: [scan, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, SetScanParams<T1>, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>, C>
    for SetScanStmt
{
    fn params(&'s self, client: &'c C, params: &'a SetScanParams<T1>) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.scan, &params.id)
    }
}
