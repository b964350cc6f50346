// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct CreateCommentParams<T1: crate::StringSql, T2: crate::StringSql, T3: crate::StringSql> {
    pub id: uuid::Uuid,
    pub ticket_id: uuid::Uuid,
    pub organization_id: Option<uuid::Uuid>,
    pub body: T1,
    pub visibility: T2,
    pub author_contact_id: Option<uuid::Uuid>,
    pub author_run_id: Option<uuid::Uuid>,
    pub created_by_kind: T3,
    pub created_by_id: Option<uuid::Uuid>,
    pub now: jiff::Timestamp,
}
#[derive(Clone, Copy, Debug)]
pub struct ListCommentsParams {
    pub ticket_id: uuid::Uuid,
    pub before: uuid::Uuid,
    pub limit: i64,
}
#[derive(Clone, Copy, Debug)]
pub struct CommentsOfAuthorParams {
    pub author_contact_id: uuid::Uuid,
    pub before: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct EditCommentParams<T1: crate::StringSql, T2: crate::StringSql, T3: crate::StringSql> {
    pub body: T1,
    pub visibility: T2,
    pub now: jiff::Timestamp,
    pub edited_by_kind: T3,
    pub edited_by_id: Option<uuid::Uuid>,
    pub id: uuid::Uuid,
}
#[derive(Debug)]
pub struct RedactCommentParams<T1: crate::StringSql, T2: crate::StringSql> {
    pub body: T1,
    pub now: jiff::Timestamp,
    pub redacted_by_kind: T2,
    pub redacted_by_id: Option<uuid::Uuid>,
    pub id: uuid::Uuid,
}
#[derive(Clone, Copy, Debug)]
pub struct MarkCommentAsSplitParams {
    pub split_ticket_id: uuid::Uuid,
    pub id: uuid::Uuid,
}
#[derive(Debug)]
pub struct RedactDescriptionParams<T1: crate::StringSql> {
    pub description: T1,
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Debug, Clone, PartialEq)]
pub struct CommentRow {
    pub id: uuid::Uuid,
    pub ticket_id: uuid::Uuid,
    pub body: String,
    pub visibility: String,
    pub by_contact: bool,
    pub author_id: Option<uuid::Uuid>,
    pub author_name: Option<String>,
    pub author_run_id: Option<uuid::Uuid>,
    pub created_by_kind: String,
    pub created_by_id: Option<uuid::Uuid>,
    pub created_at: jiff::Timestamp,
    pub edited_at: Option<jiff::Timestamp>,
    pub edited_by_kind: Option<String>,
    pub edited_by_id: Option<uuid::Uuid>,
    pub redacted_at: Option<jiff::Timestamp>,
    pub redacted_by_kind: Option<String>,
    pub redacted_by_id: Option<uuid::Uuid>,
    pub split_ticket_id: Option<uuid::Uuid>,
    pub version: i32,
}
pub struct CommentRowBorrowed<'a> {
    pub id: uuid::Uuid,
    pub ticket_id: uuid::Uuid,
    pub body: &'a str,
    pub visibility: &'a str,
    pub by_contact: bool,
    pub author_id: Option<uuid::Uuid>,
    pub author_name: Option<&'a str>,
    pub author_run_id: Option<uuid::Uuid>,
    pub created_by_kind: &'a str,
    pub created_by_id: Option<uuid::Uuid>,
    pub created_at: jiff::Timestamp,
    pub edited_at: Option<jiff::Timestamp>,
    pub edited_by_kind: Option<&'a str>,
    pub edited_by_id: Option<uuid::Uuid>,
    pub redacted_at: Option<jiff::Timestamp>,
    pub redacted_by_kind: Option<&'a str>,
    pub redacted_by_id: Option<uuid::Uuid>,
    pub split_ticket_id: Option<uuid::Uuid>,
    pub version: i32,
}
impl<'a> From<CommentRowBorrowed<'a>> for CommentRow {
    fn from(
        CommentRowBorrowed {
            id,
            ticket_id,
            body,
            visibility,
            by_contact,
            author_id,
            author_name,
            author_run_id,
            created_by_kind,
            created_by_id,
            created_at,
            edited_at,
            edited_by_kind,
            edited_by_id,
            redacted_at,
            redacted_by_kind,
            redacted_by_id,
            split_ticket_id,
            version,
        }: CommentRowBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            ticket_id,
            body: body.into(),
            visibility: visibility.into(),
            by_contact,
            author_id,
            author_name: author_name.map(|v| v.into()),
            author_run_id,
            created_by_kind: created_by_kind.into(),
            created_by_id,
            created_at,
            edited_at,
            edited_by_kind: edited_by_kind.map(|v| v.into()),
            edited_by_id,
            redacted_at,
            redacted_by_kind: redacted_by_kind.map(|v| v.into()),
            redacted_by_id,
            split_ticket_id,
            version,
        }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct CommentRowQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<CommentRowBorrowed, tokio_postgres::Error>,
    mapper: fn(CommentRowBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> CommentRowQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(CommentRowBorrowed) -> R) -> CommentRowQuery<'c, 'a, 's, C, R, N> {
        CommentRowQuery {
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
pub struct CreateCommentStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn create_comment() -> CreateCommentStmt {
    CreateCommentStmt(
        "insert into ticket_comments ( id, ticket_id, organization_id, body, visibility, author_contact_id, author_run_id, created_by_kind, created_by_id, created_at ) values ( $1, $2, $3, $4, $5, $6, $7, $8, $9, $10 ) returning id, ticket_id, body, visibility, author_contact_id is not null as by_contact, (select contacts.id from contacts where contacts.id = author_contact_id) as author_id, (select contacts.name from contacts where contacts.id = author_contact_id) as author_name, author_run_id, created_by_kind, created_by_id, created_at, edited_at, edited_by_kind, edited_by_id, redacted_at, redacted_by_kind, redacted_by_id, split_ticket_id, version",
        None,
    )
}
impl CreateCommentStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql, T3: crate::StringSql>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        ticket_id: &'a uuid::Uuid,
        organization_id: &'a Option<uuid::Uuid>,
        body: &'a T1,
        visibility: &'a T2,
        author_contact_id: &'a Option<uuid::Uuid>,
        author_run_id: &'a Option<uuid::Uuid>,
        created_by_kind: &'a T3,
        created_by_id: &'a Option<uuid::Uuid>,
        now: &'a jiff::Timestamp,
    ) -> CommentRowQuery<'c, 'a, 's, C, CommentRow, 10> {
        CommentRowQuery {
            client,
            params: [
                id,
                ticket_id,
                organization_id,
                body,
                visibility,
                author_contact_id,
                author_run_id,
                created_by_kind,
                created_by_id,
                now,
            ],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<CommentRowBorrowed, tokio_postgres::Error> {
                Ok(CommentRowBorrowed {
                    id: row.try_get(0)?,
                    ticket_id: row.try_get(1)?,
                    body: row.try_get(2)?,
                    visibility: row.try_get(3)?,
                    by_contact: row.try_get(4)?,
                    author_id: row.try_get(5)?,
                    author_name: row.try_get(6)?,
                    author_run_id: row.try_get(7)?,
                    created_by_kind: row.try_get(8)?,
                    created_by_id: row.try_get(9)?,
                    created_at: row.try_get(10)?,
                    edited_at: row.try_get(11)?,
                    edited_by_kind: row.try_get(12)?,
                    edited_by_id: row.try_get(13)?,
                    redacted_at: row.try_get(14)?,
                    redacted_by_kind: row.try_get(15)?,
                    redacted_by_id: row.try_get(16)?,
                    split_ticket_id: row.try_get(17)?,
                    version: row.try_get(18)?,
                })
            },
            mapper: |it| CommentRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql, T3: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        CreateCommentParams<T1, T2, T3>,
        CommentRowQuery<'c, 'a, 's, C, CommentRow, 10>,
        C,
    > for CreateCommentStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CreateCommentParams<T1, T2, T3>,
    ) -> CommentRowQuery<'c, 'a, 's, C, CommentRow, 10> {
        self.bind(
            client,
            &params.id,
            &params.ticket_id,
            &params.organization_id,
            &params.body,
            &params.visibility,
            &params.author_contact_id,
            &params.author_run_id,
            &params.created_by_kind,
            &params.created_by_id,
            &params.now,
        )
    }
}
pub struct ListCommentsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn list_comments() -> ListCommentsStmt {
    ListCommentsStmt(
        "select id, ticket_id, body, visibility, author_contact_id is not null as by_contact, (select contacts.id from contacts where contacts.id = author_contact_id) as author_id, (select contacts.name from contacts where contacts.id = author_contact_id) as author_name, author_run_id, created_by_kind, created_by_id, created_at, edited_at, edited_by_kind, edited_by_id, redacted_at, redacted_by_kind, redacted_by_id, split_ticket_id, version from ticket_comments where ticket_id = $1 and id < $2 order by id desc limit $3",
        None,
    )
}
impl ListCommentsStmt {
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
    ) -> CommentRowQuery<'c, 'a, 's, C, CommentRow, 3> {
        CommentRowQuery {
            client,
            params: [ticket_id, before, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<CommentRowBorrowed, tokio_postgres::Error> {
                Ok(CommentRowBorrowed {
                    id: row.try_get(0)?,
                    ticket_id: row.try_get(1)?,
                    body: row.try_get(2)?,
                    visibility: row.try_get(3)?,
                    by_contact: row.try_get(4)?,
                    author_id: row.try_get(5)?,
                    author_name: row.try_get(6)?,
                    author_run_id: row.try_get(7)?,
                    created_by_kind: row.try_get(8)?,
                    created_by_id: row.try_get(9)?,
                    created_at: row.try_get(10)?,
                    edited_at: row.try_get(11)?,
                    edited_by_kind: row.try_get(12)?,
                    edited_by_id: row.try_get(13)?,
                    redacted_at: row.try_get(14)?,
                    redacted_by_kind: row.try_get(15)?,
                    redacted_by_id: row.try_get(16)?,
                    split_ticket_id: row.try_get(17)?,
                    version: row.try_get(18)?,
                })
            },
            mapper: |it| CommentRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, ListCommentsParams, CommentRowQuery<'c, 'a, 's, C, CommentRow, 3>, C>
    for ListCommentsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ListCommentsParams,
    ) -> CommentRowQuery<'c, 'a, 's, C, CommentRow, 3> {
        self.bind(client, &params.ticket_id, &params.before, &params.limit)
    }
}
pub struct GetCommentStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn get_comment() -> GetCommentStmt {
    GetCommentStmt(
        "select id, ticket_id, body, visibility, author_contact_id is not null as by_contact, (select contacts.id from contacts where contacts.id = author_contact_id) as author_id, (select contacts.name from contacts where contacts.id = author_contact_id) as author_name, author_run_id, created_by_kind, created_by_id, created_at, edited_at, edited_by_kind, edited_by_id, redacted_at, redacted_by_kind, redacted_by_id, split_ticket_id, version from ticket_comments where id = $1",
        None,
    )
}
impl GetCommentStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> CommentRowQuery<'c, 'a, 's, C, CommentRow, 1> {
        CommentRowQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<CommentRowBorrowed, tokio_postgres::Error> {
                Ok(CommentRowBorrowed {
                    id: row.try_get(0)?,
                    ticket_id: row.try_get(1)?,
                    body: row.try_get(2)?,
                    visibility: row.try_get(3)?,
                    by_contact: row.try_get(4)?,
                    author_id: row.try_get(5)?,
                    author_name: row.try_get(6)?,
                    author_run_id: row.try_get(7)?,
                    created_by_kind: row.try_get(8)?,
                    created_by_id: row.try_get(9)?,
                    created_at: row.try_get(10)?,
                    edited_at: row.try_get(11)?,
                    edited_by_kind: row.try_get(12)?,
                    edited_by_id: row.try_get(13)?,
                    redacted_at: row.try_get(14)?,
                    redacted_by_kind: row.try_get(15)?,
                    redacted_by_id: row.try_get(16)?,
                    split_ticket_id: row.try_get(17)?,
                    version: row.try_get(18)?,
                })
            },
            mapper: |it| CommentRow::from(it),
        }
    }
}
pub struct CommentsOfAuthorStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn comments_of_author() -> CommentsOfAuthorStmt {
    CommentsOfAuthorStmt(
        "select id, ticket_id, body, visibility, author_contact_id is not null as by_contact, (select contacts.id from contacts where contacts.id = author_contact_id) as author_id, (select contacts.name from contacts where contacts.id = author_contact_id) as author_name, author_run_id, created_by_kind, created_by_id, created_at, edited_at, edited_by_kind, edited_by_id, redacted_at, redacted_by_kind, redacted_by_id, split_ticket_id, version from ticket_comments where author_contact_id = $1 and id < $2 order by id desc limit $3",
        None,
    )
}
impl CommentsOfAuthorStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        author_contact_id: &'a uuid::Uuid,
        before: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> CommentRowQuery<'c, 'a, 's, C, CommentRow, 3> {
        CommentRowQuery {
            client,
            params: [author_contact_id, before, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<CommentRowBorrowed, tokio_postgres::Error> {
                Ok(CommentRowBorrowed {
                    id: row.try_get(0)?,
                    ticket_id: row.try_get(1)?,
                    body: row.try_get(2)?,
                    visibility: row.try_get(3)?,
                    by_contact: row.try_get(4)?,
                    author_id: row.try_get(5)?,
                    author_name: row.try_get(6)?,
                    author_run_id: row.try_get(7)?,
                    created_by_kind: row.try_get(8)?,
                    created_by_id: row.try_get(9)?,
                    created_at: row.try_get(10)?,
                    edited_at: row.try_get(11)?,
                    edited_by_kind: row.try_get(12)?,
                    edited_by_id: row.try_get(13)?,
                    redacted_at: row.try_get(14)?,
                    redacted_by_kind: row.try_get(15)?,
                    redacted_by_id: row.try_get(16)?,
                    split_ticket_id: row.try_get(17)?,
                    version: row.try_get(18)?,
                })
            },
            mapper: |it| CommentRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, CommentsOfAuthorParams, CommentRowQuery<'c, 'a, 's, C, CommentRow, 3>, C>
    for CommentsOfAuthorStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CommentsOfAuthorParams,
    ) -> CommentRowQuery<'c, 'a, 's, C, CommentRow, 3> {
        self.bind(client, &params.author_contact_id, &params.before, &params.limit)
    }
}
pub struct TicketOfCommentStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn ticket_of_comment() -> TicketOfCommentStmt {
    TicketOfCommentStmt("select ticket_id from ticket_comments where id = $1", None)
}
impl TicketOfCommentStmt {
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
pub struct LockCommentStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_comment() -> LockCommentStmt {
    LockCommentStmt(
        "select id, ticket_id, body, visibility, author_contact_id is not null as by_contact, (select contacts.id from contacts where contacts.id = author_contact_id) as author_id, (select contacts.name from contacts where contacts.id = author_contact_id) as author_name, author_run_id, created_by_kind, created_by_id, created_at, edited_at, edited_by_kind, edited_by_id, redacted_at, redacted_by_kind, redacted_by_id, split_ticket_id, version from ticket_comments where id = $1 for update",
        None,
    )
}
impl LockCommentStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> CommentRowQuery<'c, 'a, 's, C, CommentRow, 1> {
        CommentRowQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<CommentRowBorrowed, tokio_postgres::Error> {
                Ok(CommentRowBorrowed {
                    id: row.try_get(0)?,
                    ticket_id: row.try_get(1)?,
                    body: row.try_get(2)?,
                    visibility: row.try_get(3)?,
                    by_contact: row.try_get(4)?,
                    author_id: row.try_get(5)?,
                    author_name: row.try_get(6)?,
                    author_run_id: row.try_get(7)?,
                    created_by_kind: row.try_get(8)?,
                    created_by_id: row.try_get(9)?,
                    created_at: row.try_get(10)?,
                    edited_at: row.try_get(11)?,
                    edited_by_kind: row.try_get(12)?,
                    edited_by_id: row.try_get(13)?,
                    redacted_at: row.try_get(14)?,
                    redacted_by_kind: row.try_get(15)?,
                    redacted_by_id: row.try_get(16)?,
                    split_ticket_id: row.try_get(17)?,
                    version: row.try_get(18)?,
                })
            },
            mapper: |it| CommentRow::from(it),
        }
    }
}
pub struct EditCommentStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn edit_comment() -> EditCommentStmt {
    EditCommentStmt(
        "update ticket_comments set body = $1, visibility = $2, edited_at = $3, edited_by_kind = $4, edited_by_id = $5, version = version + 1 where id = $6 returning id, ticket_id, body, visibility, author_contact_id is not null as by_contact, (select contacts.id from contacts where contacts.id = author_contact_id) as author_id, (select contacts.name from contacts where contacts.id = author_contact_id) as author_name, author_run_id, created_by_kind, created_by_id, created_at, edited_at, edited_by_kind, edited_by_id, redacted_at, redacted_by_kind, redacted_by_id, split_ticket_id, version",
        None,
    )
}
impl EditCommentStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql, T3: crate::StringSql>(
        &'s self,
        client: &'c C,
        body: &'a T1,
        visibility: &'a T2,
        now: &'a jiff::Timestamp,
        edited_by_kind: &'a T3,
        edited_by_id: &'a Option<uuid::Uuid>,
        id: &'a uuid::Uuid,
    ) -> CommentRowQuery<'c, 'a, 's, C, CommentRow, 6> {
        CommentRowQuery {
            client,
            params: [body, visibility, now, edited_by_kind, edited_by_id, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<CommentRowBorrowed, tokio_postgres::Error> {
                Ok(CommentRowBorrowed {
                    id: row.try_get(0)?,
                    ticket_id: row.try_get(1)?,
                    body: row.try_get(2)?,
                    visibility: row.try_get(3)?,
                    by_contact: row.try_get(4)?,
                    author_id: row.try_get(5)?,
                    author_name: row.try_get(6)?,
                    author_run_id: row.try_get(7)?,
                    created_by_kind: row.try_get(8)?,
                    created_by_id: row.try_get(9)?,
                    created_at: row.try_get(10)?,
                    edited_at: row.try_get(11)?,
                    edited_by_kind: row.try_get(12)?,
                    edited_by_id: row.try_get(13)?,
                    redacted_at: row.try_get(14)?,
                    redacted_by_kind: row.try_get(15)?,
                    redacted_by_id: row.try_get(16)?,
                    split_ticket_id: row.try_get(17)?,
                    version: row.try_get(18)?,
                })
            },
            mapper: |it| CommentRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql, T3: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        EditCommentParams<T1, T2, T3>,
        CommentRowQuery<'c, 'a, 's, C, CommentRow, 6>,
        C,
    > for EditCommentStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a EditCommentParams<T1, T2, T3>,
    ) -> CommentRowQuery<'c, 'a, 's, C, CommentRow, 6> {
        self.bind(
            client,
            &params.body,
            &params.visibility,
            &params.now,
            &params.edited_by_kind,
            &params.edited_by_id,
            &params.id,
        )
    }
}
pub struct RedactCommentStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn redact_comment() -> RedactCommentStmt {
    RedactCommentStmt(
        "update ticket_comments set body = $1, redacted_at = $2, redacted_by_kind = $3, redacted_by_id = $4, version = version + 1 where id = $5 returning id, ticket_id, body, visibility, author_contact_id is not null as by_contact, (select contacts.id from contacts where contacts.id = author_contact_id) as author_id, (select contacts.name from contacts where contacts.id = author_contact_id) as author_name, author_run_id, created_by_kind, created_by_id, created_at, edited_at, edited_by_kind, edited_by_id, redacted_at, redacted_by_kind, redacted_by_id, split_ticket_id, version",
        None,
    )
}
impl RedactCommentStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>(
        &'s self,
        client: &'c C,
        body: &'a T1,
        now: &'a jiff::Timestamp,
        redacted_by_kind: &'a T2,
        redacted_by_id: &'a Option<uuid::Uuid>,
        id: &'a uuid::Uuid,
    ) -> CommentRowQuery<'c, 'a, 's, C, CommentRow, 5> {
        CommentRowQuery {
            client,
            params: [body, now, redacted_by_kind, redacted_by_id, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<CommentRowBorrowed, tokio_postgres::Error> {
                Ok(CommentRowBorrowed {
                    id: row.try_get(0)?,
                    ticket_id: row.try_get(1)?,
                    body: row.try_get(2)?,
                    visibility: row.try_get(3)?,
                    by_contact: row.try_get(4)?,
                    author_id: row.try_get(5)?,
                    author_name: row.try_get(6)?,
                    author_run_id: row.try_get(7)?,
                    created_by_kind: row.try_get(8)?,
                    created_by_id: row.try_get(9)?,
                    created_at: row.try_get(10)?,
                    edited_at: row.try_get(11)?,
                    edited_by_kind: row.try_get(12)?,
                    edited_by_id: row.try_get(13)?,
                    redacted_at: row.try_get(14)?,
                    redacted_by_kind: row.try_get(15)?,
                    redacted_by_id: row.try_get(16)?,
                    split_ticket_id: row.try_get(17)?,
                    version: row.try_get(18)?,
                })
            },
            mapper: |it| CommentRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        RedactCommentParams<T1, T2>,
        CommentRowQuery<'c, 'a, 's, C, CommentRow, 5>,
        C,
    > for RedactCommentStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a RedactCommentParams<T1, T2>,
    ) -> CommentRowQuery<'c, 'a, 's, C, CommentRow, 5> {
        self.bind(client, &params.body, &params.now, &params.redacted_by_kind, &params.redacted_by_id, &params.id)
    }
}
pub struct MarkCommentAsSplitStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn mark_comment_as_split() -> MarkCommentAsSplitStmt {
    MarkCommentAsSplitStmt(
        "update ticket_comments set split_ticket_id = $1, version = version + 1 where id = $2 returning id, ticket_id, body, visibility, author_contact_id is not null as by_contact, (select contacts.id from contacts where contacts.id = author_contact_id) as author_id, (select contacts.name from contacts where contacts.id = author_contact_id) as author_name, author_run_id, created_by_kind, created_by_id, created_at, edited_at, edited_by_kind, edited_by_id, redacted_at, redacted_by_kind, redacted_by_id, split_ticket_id, version",
        None,
    )
}
impl MarkCommentAsSplitStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        split_ticket_id: &'a uuid::Uuid,
        id: &'a uuid::Uuid,
    ) -> CommentRowQuery<'c, 'a, 's, C, CommentRow, 2> {
        CommentRowQuery {
            client,
            params: [split_ticket_id, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<CommentRowBorrowed, tokio_postgres::Error> {
                Ok(CommentRowBorrowed {
                    id: row.try_get(0)?,
                    ticket_id: row.try_get(1)?,
                    body: row.try_get(2)?,
                    visibility: row.try_get(3)?,
                    by_contact: row.try_get(4)?,
                    author_id: row.try_get(5)?,
                    author_name: row.try_get(6)?,
                    author_run_id: row.try_get(7)?,
                    created_by_kind: row.try_get(8)?,
                    created_by_id: row.try_get(9)?,
                    created_at: row.try_get(10)?,
                    edited_at: row.try_get(11)?,
                    edited_by_kind: row.try_get(12)?,
                    edited_by_id: row.try_get(13)?,
                    redacted_at: row.try_get(14)?,
                    redacted_by_kind: row.try_get(15)?,
                    redacted_by_id: row.try_get(16)?,
                    split_ticket_id: row.try_get(17)?,
                    version: row.try_get(18)?,
                })
            },
            mapper: |it| CommentRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        MarkCommentAsSplitParams,
        CommentRowQuery<'c, 'a, 's, C, CommentRow, 2>,
        C,
    > for MarkCommentAsSplitStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a MarkCommentAsSplitParams,
    ) -> CommentRowQuery<'c, 'a, 's, C, CommentRow, 2> {
        self.bind(client, &params.split_ticket_id, &params.id)
    }
}
pub struct RequesterOfSplitStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn requester_of_split() -> RequesterOfSplitStmt {
    RequesterOfSplitStmt(
        "select contacts.id from ticket_comments join contacts on contacts.id = ticket_comments.author_contact_id where ticket_comments.id = $1 and contacts.erased_at is null and contacts.organization_id is not distinct from ticket_comments.organization_id",
        None,
    )
}
impl RequesterOfSplitStmt {
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
pub struct RedactDescriptionStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn redact_description() -> RedactDescriptionStmt {
    RedactDescriptionStmt(
        "update tickets set description = $1, updated_at = $2, version = version + 1 where id = $3 returning id",
        None,
    )
}
impl RedactDescriptionStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        description: &'a T1,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        UuidUuidQuery {
            client,
            params: [description, now, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        RedactDescriptionParams<T1>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3>,
        C,
    > for RedactDescriptionStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a RedactDescriptionParams<T1>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        self.bind(client, &params.description, &params.now, &params.id)
    }
}
