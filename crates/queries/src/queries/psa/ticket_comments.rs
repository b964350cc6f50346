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
pub struct CreateCommentStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn create_comment() -> CreateCommentStmt {
    CreateCommentStmt(
        "insert into ticket_comments ( id, ticket_id, organization_id, body, visibility, author_contact_id, author_run_id, created_by_kind, created_by_id, created_at ) values ( $1, $2, $3, $4, $5, $6, $7, $8, $9, $10 ) returning id, ticket_id, body, visibility, author_contact_id is not null as by_contact, (select contacts.id from contacts where contacts.id = author_contact_id) as author_id, (select contacts.name from contacts where contacts.id = author_contact_id) as author_name, author_run_id, created_by_kind, created_by_id, created_at",
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
        "select id, ticket_id, body, visibility, author_contact_id is not null as by_contact, (select contacts.id from contacts where contacts.id = author_contact_id) as author_id, (select contacts.name from contacts where contacts.id = author_contact_id) as author_name, author_run_id, created_by_kind, created_by_id, created_at from ticket_comments where ticket_id = $1 and id < $2 order by id desc limit $3",
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
        "select id, ticket_id, body, visibility, author_contact_id is not null as by_contact, (select contacts.id from contacts where contacts.id = author_contact_id) as author_id, (select contacts.name from contacts where contacts.id = author_contact_id) as author_name, author_run_id, created_by_kind, created_by_id, created_at from ticket_comments where id = $1",
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
                })
            },
            mapper: |it| CommentRow::from(it),
        }
    }
}
pub struct CommentsOfAuthorStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn comments_of_author() -> CommentsOfAuthorStmt {
    CommentsOfAuthorStmt(
        "select id, ticket_id, body, visibility, author_contact_id is not null as by_contact, (select contacts.id from contacts where contacts.id = author_contact_id) as author_id, (select contacts.name from contacts where contacts.id = author_contact_id) as author_name, author_run_id, created_by_kind, created_by_id, created_at from ticket_comments where author_contact_id = $1 and id < $2 order by id desc limit $3",
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
