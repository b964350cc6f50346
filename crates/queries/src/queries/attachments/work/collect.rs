// This file was generated with `cornucopia`. Do not modify.

#[derive(Clone, Copy, Debug)]
pub struct ClaimObjectsToRemoveParams {
    pub retry_at: jiff::Timestamp,
    pub now: jiff::Timestamp,
    pub limit: i64,
}
#[derive(Debug)]
pub struct ForgetAttachmentsParams<T1: crate::ArraySql<Item = uuid::Uuid>, T2: crate::ArraySql<Item = uuid::Uuid>> {
    pub tenants: T1,
    pub ids: T2,
}
#[derive(Debug)]
pub struct KnownObjectsParams<T1: crate::ArraySql<Item = uuid::Uuid>, T2: crate::ArraySql<Item = uuid::Uuid>> {
    pub tenants: T1,
    pub ids: T2,
}
#[derive(Debug, Clone, PartialEq)]
pub struct ClaimObjectsToRemove {
    pub tenant_id: uuid::Uuid,
    pub id: uuid::Uuid,
    pub upload_id: Option<String>,
}
pub struct ClaimObjectsToRemoveBorrowed<'a> {
    pub tenant_id: uuid::Uuid,
    pub id: uuid::Uuid,
    pub upload_id: Option<&'a str>,
}
impl<'a> From<ClaimObjectsToRemoveBorrowed<'a>> for ClaimObjectsToRemove {
    fn from(ClaimObjectsToRemoveBorrowed { tenant_id, id, upload_id }: ClaimObjectsToRemoveBorrowed<'a>) -> Self {
        Self { tenant_id, id, upload_id: upload_id.map(|v| v.into()) }
    }
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct KnownObjects {
    pub tenant_id: uuid::Uuid,
    pub id: uuid::Uuid,
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct ClaimObjectsToRemoveQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<ClaimObjectsToRemoveBorrowed, tokio_postgres::Error>,
    mapper: fn(ClaimObjectsToRemoveBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> ClaimObjectsToRemoveQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(
        self,
        mapper: fn(ClaimObjectsToRemoveBorrowed) -> R,
    ) -> ClaimObjectsToRemoveQuery<'c, 'a, 's, C, R, N> {
        ClaimObjectsToRemoveQuery {
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
pub struct KnownObjectsQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<KnownObjects, tokio_postgres::Error>,
    mapper: fn(KnownObjects) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> KnownObjectsQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(KnownObjects) -> R) -> KnownObjectsQuery<'c, 'a, 's, C, R, N> {
        KnownObjectsQuery {
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
pub struct ClaimObjectsToRemoveStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn claim_objects_to_remove() -> ClaimObjectsToRemoveStmt {
    ClaimObjectsToRemoveStmt(
        "update attachments set state = 'deleted', data_key_sealed = null, collect_at = $1 where (tenant_id, id) in ( select tenant_id, id from attachments where collect_at <= $2 and tenant_id <> all (array(select move.tenant_id from tenant_moves as move where move.fenced_until > now())) order by collect_at limit $3 for update skip locked ) returning tenant_id, id, upload_id",
        None,
    )
}
impl ClaimObjectsToRemoveStmt {
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
    ) -> ClaimObjectsToRemoveQuery<'c, 'a, 's, C, ClaimObjectsToRemove, 3> {
        ClaimObjectsToRemoveQuery {
            client,
            params: [retry_at, now, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ClaimObjectsToRemoveBorrowed, tokio_postgres::Error> {
                Ok(ClaimObjectsToRemoveBorrowed {
                    tenant_id: row.try_get(0)?,
                    id: row.try_get(1)?,
                    upload_id: row.try_get(2)?,
                })
            },
            mapper: |it| ClaimObjectsToRemove::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        ClaimObjectsToRemoveParams,
        ClaimObjectsToRemoveQuery<'c, 'a, 's, C, ClaimObjectsToRemove, 3>,
        C,
    > for ClaimObjectsToRemoveStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ClaimObjectsToRemoveParams,
    ) -> ClaimObjectsToRemoveQuery<'c, 'a, 's, C, ClaimObjectsToRemove, 3> {
        self.bind(client, &params.retry_at, &params.now, &params.limit)
    }
}
pub struct ForgetAttachmentsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn forget_attachments() -> ForgetAttachmentsStmt {
    ForgetAttachmentsStmt(
        "delete from attachments where (tenant_id, id) in (select given.tenant, given.id from unnest($1::uuid[], $2::uuid[]) as given (tenant, id)) and state = 'deleted' returning id",
        None,
    )
}
impl ForgetAttachmentsStmt {
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
        T2: crate::ArraySql<Item = uuid::Uuid>,
    >(
        &'s self,
        client: &'c C,
        tenants: &'a T1,
        ids: &'a T2,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        UuidUuidQuery {
            client,
            params: [tenants, ids],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>, T2: crate::ArraySql<Item = uuid::Uuid>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        ForgetAttachmentsParams<T1, T2>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>,
        C,
    > for ForgetAttachmentsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ForgetAttachmentsParams<T1, T2>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.tenants, &params.ids)
    }
}
pub struct KnownObjectsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn known_objects() -> KnownObjectsStmt {
    KnownObjectsStmt(
        "select given.tenant_id, given.id from unnest($1::uuid[], $2::uuid[]) as given (tenant_id, id) where exists (select from attachments where attachments.tenant_id = given.tenant_id and attachments.id = given.id) or exists (select from served_elsewhere as elsewhere where elsewhere.tenant_id = given.tenant_id) or not exists (select from tenants where tenants.id = given.tenant_id) or exists (select from tenant_moves where tenant_moves.tenant_id = given.tenant_id)",
        None,
    )
}
impl KnownObjectsStmt {
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
        T2: crate::ArraySql<Item = uuid::Uuid>,
    >(
        &'s self,
        client: &'c C,
        tenants: &'a T1,
        ids: &'a T2,
    ) -> KnownObjectsQuery<'c, 'a, 's, C, KnownObjects, 2> {
        KnownObjectsQuery {
            client,
            params: [tenants, ids],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<KnownObjects, tokio_postgres::Error> {
                Ok(KnownObjects { tenant_id: row.try_get(0)?, id: row.try_get(1)? })
            },
            mapper: |it| KnownObjects::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>, T2: crate::ArraySql<Item = uuid::Uuid>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        KnownObjectsParams<T1, T2>,
        KnownObjectsQuery<'c, 'a, 's, C, KnownObjects, 2>,
        C,
    > for KnownObjectsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a KnownObjectsParams<T1, T2>,
    ) -> KnownObjectsQuery<'c, 'a, 's, C, KnownObjects, 2> {
        self.bind(client, &params.tenants, &params.ids)
    }
}
