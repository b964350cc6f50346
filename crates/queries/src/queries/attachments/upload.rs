// This file was generated with `cornucopia`. Do not modify.

#[derive(Clone, Copy, Debug)]
pub struct CommentOfTicketParams {
    pub id: uuid::Uuid,
    pub ticket_id: uuid::Uuid,
}
#[derive(Debug)]
pub struct BeginUploadParams<T1: crate::StringSql, T2: crate::BytesSql, T3: crate::StringSql> {
    pub id: uuid::Uuid,
    pub ticket_id: uuid::Uuid,
    pub comment_id: Option<uuid::Uuid>,
    pub organization_id: Option<uuid::Uuid>,
    pub name: T1,
    pub size_bytes: i64,
    pub data_key_sealed: T2,
    pub collect_at: jiff::Timestamp,
    pub created_by_kind: T3,
    pub created_by_id: Option<uuid::Uuid>,
    pub now: jiff::Timestamp,
}
#[derive(Debug)]
pub struct NoteUploadIdParams<T1: crate::StringSql> {
    pub upload_id: T1,
    pub id: uuid::Uuid,
}
#[derive(Debug)]
pub struct FinishUploadParams<T1: crate::StringSql, T2: crate::BytesSql, T3: crate::StringSql> {
    pub organization_id: Option<uuid::Uuid>,
    pub content_type: T1,
    pub size_bytes: i64,
    pub sha256: T2,
    pub scan: T3,
    pub scan_at: Option<jiff::Timestamp>,
    pub id: uuid::Uuid,
}
#[derive(Clone, Copy, Debug)]
pub struct AbandonUploadParams {
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Debug, Clone, PartialEq)]
pub struct TicketToAttachTo {
    pub id: uuid::Uuid,
    pub number: i64,
    pub subject: String,
    pub status: String,
    pub organization_id: Option<uuid::Uuid>,
    pub stored_bytes: i64,
}
pub struct TicketToAttachToBorrowed<'a> {
    pub id: uuid::Uuid,
    pub number: i64,
    pub subject: &'a str,
    pub status: &'a str,
    pub organization_id: Option<uuid::Uuid>,
    pub stored_bytes: i64,
}
impl<'a> From<TicketToAttachToBorrowed<'a>> for TicketToAttachTo {
    fn from(
        TicketToAttachToBorrowed {
            id,
            number,
            subject,
            status,
            organization_id,
            stored_bytes,
        }: TicketToAttachToBorrowed<'a>,
    ) -> Self {
        Self { id, number, subject: subject.into(), status: status.into(), organization_id, stored_bytes }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct LockTicketToAttachTo {
    pub id: uuid::Uuid,
    pub number: i64,
    pub subject: String,
    pub status: String,
    pub organization_id: Option<uuid::Uuid>,
}
pub struct LockTicketToAttachToBorrowed<'a> {
    pub id: uuid::Uuid,
    pub number: i64,
    pub subject: &'a str,
    pub status: &'a str,
    pub organization_id: Option<uuid::Uuid>,
}
impl<'a> From<LockTicketToAttachToBorrowed<'a>> for LockTicketToAttachTo {
    fn from(
        LockTicketToAttachToBorrowed { id, number, subject, status, organization_id }: LockTicketToAttachToBorrowed<'a>,
    ) -> Self {
        Self { id, number, subject: subject.into(), status: status.into(), organization_id }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct TicketToAttachToQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<TicketToAttachToBorrowed, tokio_postgres::Error>,
    mapper: fn(TicketToAttachToBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> TicketToAttachToQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(TicketToAttachToBorrowed) -> R) -> TicketToAttachToQuery<'c, 'a, 's, C, R, N> {
        TicketToAttachToQuery {
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
pub struct LockTicketToAttachToQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<LockTicketToAttachToBorrowed, tokio_postgres::Error>,
    mapper: fn(LockTicketToAttachToBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> LockTicketToAttachToQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(
        self,
        mapper: fn(LockTicketToAttachToBorrowed) -> R,
    ) -> LockTicketToAttachToQuery<'c, 'a, 's, C, R, N> {
        LockTicketToAttachToQuery {
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
pub struct TicketToAttachToStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn ticket_to_attach_to() -> TicketToAttachToStmt {
    TicketToAttachToStmt(
        "select id, number, subject, status, organization_id, app.attachment_bytes() as stored_bytes from tickets where id = $1",
        None,
    )
}
impl TicketToAttachToStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> TicketToAttachToQuery<'c, 'a, 's, C, TicketToAttachTo, 1> {
        TicketToAttachToQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TicketToAttachToBorrowed, tokio_postgres::Error> {
                Ok(TicketToAttachToBorrowed {
                    id: row.try_get(0)?,
                    number: row.try_get(1)?,
                    subject: row.try_get(2)?,
                    status: row.try_get(3)?,
                    organization_id: row.try_get(4)?,
                    stored_bytes: row.try_get(5)?,
                })
            },
            mapper: |it| TicketToAttachTo::from(it),
        }
    }
}
pub struct LockTicketToAttachToStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_ticket_to_attach_to() -> LockTicketToAttachToStmt {
    LockTicketToAttachToStmt(
        "select id, number, subject, status, organization_id from tickets where id = $1 for share",
        None,
    )
}
impl LockTicketToAttachToStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> LockTicketToAttachToQuery<'c, 'a, 's, C, LockTicketToAttachTo, 1> {
        LockTicketToAttachToQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<LockTicketToAttachToBorrowed, tokio_postgres::Error> {
                Ok(LockTicketToAttachToBorrowed {
                    id: row.try_get(0)?,
                    number: row.try_get(1)?,
                    subject: row.try_get(2)?,
                    status: row.try_get(3)?,
                    organization_id: row.try_get(4)?,
                })
            },
            mapper: |it| LockTicketToAttachTo::from(it),
        }
    }
}
pub struct CommentOfTicketStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn comment_of_ticket() -> CommentOfTicketStmt {
    CommentOfTicketStmt("select id from ticket_comments where id = $1 and ticket_id = $2", None)
}
impl CommentOfTicketStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        ticket_id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        UuidUuidQuery {
            client,
            params: [id, ticket_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, CommentOfTicketParams, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>, C>
    for CommentOfTicketStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CommentOfTicketParams,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.id, &params.ticket_id)
    }
}
pub struct BeginUploadStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn begin_upload() -> BeginUploadStmt {
    BeginUploadStmt(
        "insert into attachments ( id, ticket_id, comment_id, organization_id, name, size_bytes, data_key_sealed, collect_at, created_by_kind, created_by_id, created_at ) values ( $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11 ) returning id",
        None,
    )
}
impl BeginUploadStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::BytesSql, T3: crate::StringSql>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        ticket_id: &'a uuid::Uuid,
        comment_id: &'a Option<uuid::Uuid>,
        organization_id: &'a Option<uuid::Uuid>,
        name: &'a T1,
        size_bytes: &'a i64,
        data_key_sealed: &'a T2,
        collect_at: &'a jiff::Timestamp,
        created_by_kind: &'a T3,
        created_by_id: &'a Option<uuid::Uuid>,
        now: &'a jiff::Timestamp,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 11> {
        UuidUuidQuery {
            client,
            params: [
                id,
                ticket_id,
                comment_id,
                organization_id,
                name,
                size_bytes,
                data_key_sealed,
                collect_at,
                created_by_kind,
                created_by_id,
                now,
            ],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::BytesSql, T3: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        BeginUploadParams<T1, T2, T3>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 11>,
        C,
    > for BeginUploadStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a BeginUploadParams<T1, T2, T3>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 11> {
        self.bind(
            client,
            &params.id,
            &params.ticket_id,
            &params.comment_id,
            &params.organization_id,
            &params.name,
            &params.size_bytes,
            &params.data_key_sealed,
            &params.collect_at,
            &params.created_by_kind,
            &params.created_by_id,
            &params.now,
        )
    }
}
pub struct NoteUploadIdStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn note_upload_id() -> NoteUploadIdStmt {
    NoteUploadIdStmt("update attachments set upload_id = $1 where id = $2 and state = 'uploading' returning id", None)
}
impl NoteUploadIdStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        upload_id: &'a T1,
        id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        UuidUuidQuery {
            client,
            params: [upload_id, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, NoteUploadIdParams<T1>, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>, C>
    for NoteUploadIdStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a NoteUploadIdParams<T1>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.upload_id, &params.id)
    }
}
pub struct LockAttachmentQuotaStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_attachment_quota() -> LockAttachmentQuotaStmt {
    LockAttachmentQuotaStmt(
        "select true as locked from pg_advisory_xact_lock(hashtextextended('attachments' || app.tenant()::text, 0))",
        None,
    )
}
impl LockAttachmentQuotaStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(&'s self, client: &'c C) -> BoolQuery<'c, 'a, 's, C, bool, 0> {
        BoolQuery {
            client,
            params: [],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct FinishUploadStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn finish_upload() -> FinishUploadStmt {
    FinishUploadStmt(
        "update attachments set organization_id = $1, content_type = $2, size_bytes = $3, sha256 = $4, state = 'stored', upload_id = null, collect_at = null, scan = $5, scan_at = $6 where id = $7 and state = 'uploading' returning id",
        None,
    )
}
impl FinishUploadStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::BytesSql, T3: crate::StringSql>(
        &'s self,
        client: &'c C,
        organization_id: &'a Option<uuid::Uuid>,
        content_type: &'a T1,
        size_bytes: &'a i64,
        sha256: &'a T2,
        scan: &'a T3,
        scan_at: &'a Option<jiff::Timestamp>,
        id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 7> {
        UuidUuidQuery {
            client,
            params: [organization_id, content_type, size_bytes, sha256, scan, scan_at, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::BytesSql, T3: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        FinishUploadParams<T1, T2, T3>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 7>,
        C,
    > for FinishUploadStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a FinishUploadParams<T1, T2, T3>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 7> {
        self.bind(
            client,
            &params.organization_id,
            &params.content_type,
            &params.size_bytes,
            &params.sha256,
            &params.scan,
            &params.scan_at,
            &params.id,
        )
    }
}
pub struct AttachmentBytesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn attachment_bytes() -> AttachmentBytesStmt {
    AttachmentBytesStmt("select app.attachment_bytes() as stored_bytes", None)
}
impl AttachmentBytesStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(&'s self, client: &'c C) -> I64Query<'c, 'a, 's, C, i64, 0> {
        I64Query {
            client,
            params: [],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct AbandonUploadStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn abandon_upload() -> AbandonUploadStmt {
    AbandonUploadStmt(
        "update attachments set state = 'deleted', data_key_sealed = null, collect_at = $1 where id = $2 and state = 'uploading' returning id",
        None,
    )
}
impl AbandonUploadStmt {
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
    crate::client::async_::Params<'c, 'a, 's, AbandonUploadParams, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>, C>
    for AbandonUploadStmt
{
    fn params(&'s self, client: &'c C, params: &'a AbandonUploadParams) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.now, &params.id)
    }
}
