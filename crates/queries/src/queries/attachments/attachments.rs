// This file was generated with `cornucopia`. Do not modify.

#[derive(Clone, Copy, Debug)]
pub struct ListAttachmentsParams {
    pub ticket_id: uuid::Uuid,
    pub before: uuid::Uuid,
    pub limit: i64,
}
#[derive(Clone, Copy, Debug)]
pub struct DeleteAttachmentParams {
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Debug, Clone, PartialEq)]
pub struct AttachmentRow {
    pub id: uuid::Uuid,
    pub ticket_id: uuid::Uuid,
    pub comment_id: Option<uuid::Uuid>,
    pub organization_id: Option<uuid::Uuid>,
    pub name: String,
    pub content_type: String,
    pub size_bytes: i64,
    pub sha256: Option<Vec<u8>>,
    pub scan: String,
    pub created_by_kind: String,
    pub created_by_id: Option<uuid::Uuid>,
    pub created_at: jiff::Timestamp,
    pub version: i32,
}
pub struct AttachmentRowBorrowed<'a> {
    pub id: uuid::Uuid,
    pub ticket_id: uuid::Uuid,
    pub comment_id: Option<uuid::Uuid>,
    pub organization_id: Option<uuid::Uuid>,
    pub name: &'a str,
    pub content_type: &'a str,
    pub size_bytes: i64,
    pub sha256: Option<&'a [u8]>,
    pub scan: &'a str,
    pub created_by_kind: &'a str,
    pub created_by_id: Option<uuid::Uuid>,
    pub created_at: jiff::Timestamp,
    pub version: i32,
}
impl<'a> From<AttachmentRowBorrowed<'a>> for AttachmentRow {
    fn from(
        AttachmentRowBorrowed {
            id,
            ticket_id,
            comment_id,
            organization_id,
            name,
            content_type,
            size_bytes,
            sha256,
            scan,
            created_by_kind,
            created_by_id,
            created_at,
            version,
        }: AttachmentRowBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            ticket_id,
            comment_id,
            organization_id,
            name: name.into(),
            content_type: content_type.into(),
            size_bytes,
            sha256: sha256.map(|v| v.into()),
            scan: scan.into(),
            created_by_kind: created_by_kind.into(),
            created_by_id,
            created_at,
            version,
        }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct AttachmentRowQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<AttachmentRowBorrowed, tokio_postgres::Error>,
    mapper: fn(AttachmentRowBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> AttachmentRowQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(AttachmentRowBorrowed) -> R) -> AttachmentRowQuery<'c, 'a, 's, C, R, N> {
        AttachmentRowQuery {
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
pub struct Vecu8Query<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<&[u8], tokio_postgres::Error>,
    mapper: fn(&[u8]) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> Vecu8Query<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(&[u8]) -> R) -> Vecu8Query<'c, 'a, 's, C, R, N> {
        Vecu8Query {
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
pub struct ListAttachmentsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn list_attachments() -> ListAttachmentsStmt {
    ListAttachmentsStmt(
        "select id, ticket_id, comment_id, organization_id, name, content_type, size_bytes, sha256, scan, created_by_kind, created_by_id, created_at, version from attachments where ticket_id = $1 and state = 'stored' and id < $2 order by id desc limit $3",
        None,
    )
}
impl ListAttachmentsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        ticket_id: &'a uuid::Uuid,
        before: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> AttachmentRowQuery<'c, 'a, 's, C, AttachmentRow, 3> {
        AttachmentRowQuery {
            client,
            params: [ticket_id, before, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<AttachmentRowBorrowed, tokio_postgres::Error> {
                Ok(AttachmentRowBorrowed {
                    id: row.try_get(0)?,
                    ticket_id: row.try_get(1)?,
                    comment_id: row.try_get(2)?,
                    organization_id: row.try_get(3)?,
                    name: row.try_get(4)?,
                    content_type: row.try_get(5)?,
                    size_bytes: row.try_get(6)?,
                    sha256: row.try_get(7)?,
                    scan: row.try_get(8)?,
                    created_by_kind: row.try_get(9)?,
                    created_by_id: row.try_get(10)?,
                    created_at: row.try_get(11)?,
                    version: row.try_get(12)?,
                })
            },
            mapper: |it| AttachmentRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        ListAttachmentsParams,
        AttachmentRowQuery<'c, 'a, 's, C, AttachmentRow, 3>,
        C,
    > for ListAttachmentsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ListAttachmentsParams,
    ) -> AttachmentRowQuery<'c, 'a, 's, C, AttachmentRow, 3> {
        self.bind(client, &params.ticket_id, &params.before, &params.limit)
    }
}
pub struct GetAttachmentStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn get_attachment() -> GetAttachmentStmt {
    GetAttachmentStmt(
        "select id, ticket_id, comment_id, organization_id, name, content_type, size_bytes, sha256, scan, created_by_kind, created_by_id, created_at, version from attachments where id = $1 and state = 'stored'",
        None,
    )
}
impl GetAttachmentStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> AttachmentRowQuery<'c, 'a, 's, C, AttachmentRow, 1> {
        AttachmentRowQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<AttachmentRowBorrowed, tokio_postgres::Error> {
                Ok(AttachmentRowBorrowed {
                    id: row.try_get(0)?,
                    ticket_id: row.try_get(1)?,
                    comment_id: row.try_get(2)?,
                    organization_id: row.try_get(3)?,
                    name: row.try_get(4)?,
                    content_type: row.try_get(5)?,
                    size_bytes: row.try_get(6)?,
                    sha256: row.try_get(7)?,
                    scan: row.try_get(8)?,
                    created_by_kind: row.try_get(9)?,
                    created_by_id: row.try_get(10)?,
                    created_at: row.try_get(11)?,
                    version: row.try_get(12)?,
                })
            },
            mapper: |it| AttachmentRow::from(it),
        }
    }
}
pub struct LockAttachmentStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_attachment() -> LockAttachmentStmt {
    LockAttachmentStmt(
        "select id, ticket_id, comment_id, organization_id, name, content_type, size_bytes, sha256, scan, created_by_kind, created_by_id, created_at, version from attachments where id = $1 and state = 'stored' for update",
        None,
    )
}
impl LockAttachmentStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> AttachmentRowQuery<'c, 'a, 's, C, AttachmentRow, 1> {
        AttachmentRowQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<AttachmentRowBorrowed, tokio_postgres::Error> {
                Ok(AttachmentRowBorrowed {
                    id: row.try_get(0)?,
                    ticket_id: row.try_get(1)?,
                    comment_id: row.try_get(2)?,
                    organization_id: row.try_get(3)?,
                    name: row.try_get(4)?,
                    content_type: row.try_get(5)?,
                    size_bytes: row.try_get(6)?,
                    sha256: row.try_get(7)?,
                    scan: row.try_get(8)?,
                    created_by_kind: row.try_get(9)?,
                    created_by_id: row.try_get(10)?,
                    created_at: row.try_get(11)?,
                    version: row.try_get(12)?,
                })
            },
            mapper: |it| AttachmentRow::from(it),
        }
    }
}
pub struct AttachmentKeyStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn attachment_key() -> AttachmentKeyStmt {
    AttachmentKeyStmt(
        "select data_key_sealed from attachments where id = $1 and state = 'stored' and data_key_sealed is not null",
        None,
    )
}
impl AttachmentKeyStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> Vecu8Query<'c, 'a, 's, C, Vec<u8>, 1> {
        Vecu8Query {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it.into(),
        }
    }
}
pub struct DeleteAttachmentStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn delete_attachment() -> DeleteAttachmentStmt {
    DeleteAttachmentStmt(
        "update attachments set state = 'deleted', data_key_sealed = null, collect_at = $1, scan_at = null, version = version + 1 where id = $2 returning id",
        None,
    )
}
impl DeleteAttachmentStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        UuidUuidQuery {
            client,
            params: [now, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, DeleteAttachmentParams, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>, C>
    for DeleteAttachmentStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a DeleteAttachmentParams,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.now, &params.id)
    }
}
pub struct TicketExistsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn ticket_exists() -> TicketExistsStmt {
    TicketExistsStmt("select id from tickets where id = $1", None)
}
impl TicketExistsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 1> {
        UuidUuidQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
