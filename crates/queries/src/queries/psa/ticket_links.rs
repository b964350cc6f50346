// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct LinksLeadParams<T1: crate::StringSql> {
    pub kind: T1,
    pub start: uuid::Uuid,
    pub goal: uuid::Uuid,
}
#[derive(Debug)]
pub struct CreateLinkParams<T1: crate::StringSql, T2: crate::StringSql> {
    pub id: uuid::Uuid,
    pub ticket_id: uuid::Uuid,
    pub kind: T1,
    pub other_id: uuid::Uuid,
    pub created_by_kind: T2,
    pub created_by_id: Option<uuid::Uuid>,
    pub now: jiff::Timestamp,
}
#[derive(Clone, Copy, Debug)]
pub struct LinksOfTicketParams {
    pub ticket_id: uuid::Uuid,
    pub before: uuid::Uuid,
    pub limit: i64,
}
#[derive(Clone, Copy, Debug)]
pub struct UnresolvedDescendantsParams {
    pub ticket_id: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct LinkInTheWayParams<T1: crate::StringSql> {
    pub kind: T1,
    pub ticket_id: uuid::Uuid,
    pub other_id: uuid::Uuid,
}
#[derive(Debug, Clone, PartialEq)]
pub struct LinkRow {
    pub id: uuid::Uuid,
    pub ticket_id: uuid::Uuid,
    pub kind: String,
    pub is_inverse: bool,
    pub other_id: uuid::Uuid,
    pub number: i64,
    pub subject: String,
    pub status: String,
    pub created_by_kind: String,
    pub created_by_id: Option<uuid::Uuid>,
    pub created_at: jiff::Timestamp,
}
pub struct LinkRowBorrowed<'a> {
    pub id: uuid::Uuid,
    pub ticket_id: uuid::Uuid,
    pub kind: &'a str,
    pub is_inverse: bool,
    pub other_id: uuid::Uuid,
    pub number: i64,
    pub subject: &'a str,
    pub status: &'a str,
    pub created_by_kind: &'a str,
    pub created_by_id: Option<uuid::Uuid>,
    pub created_at: jiff::Timestamp,
}
impl<'a> From<LinkRowBorrowed<'a>> for LinkRow {
    fn from(
        LinkRowBorrowed {
            id,
            ticket_id,
            kind,
            is_inverse,
            other_id,
            number,
            subject,
            status,
            created_by_kind,
            created_by_id,
            created_at,
        }: LinkRowBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            ticket_id,
            kind: kind.into(),
            is_inverse,
            other_id,
            number,
            subject: subject.into(),
            status: status.into(),
            created_by_kind: created_by_kind.into(),
            created_by_id,
            created_at,
        }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
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
pub struct OptionboolQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<Option<bool>, tokio_postgres::Error>,
    mapper: fn(Option<bool>) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> OptionboolQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(Option<bool>) -> R) -> OptionboolQuery<'c, 'a, 's, C, R, N> {
        OptionboolQuery {
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
pub struct LinkRowQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<LinkRowBorrowed, tokio_postgres::Error>,
    mapper: fn(LinkRowBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> LinkRowQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(LinkRowBorrowed) -> R) -> LinkRowQuery<'c, 'a, 's, C, R, N> {
        LinkRowQuery {
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
pub struct LockTicketLinksStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_ticket_links() -> LockTicketLinksStmt {
    LockTicketLinksStmt(
        "select true as locked from pg_advisory_xact_lock(hashtextextended('ticket_links' || app.tenant()::text, 0))",
        None,
    )
}
impl LockTicketLinksStmt {
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
pub struct LinksLeadStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn links_lead() -> LinksLeadStmt {
    LinksLeadStmt("select app.ticket_links_lead($1, $2, $3) as leads", None)
}
impl LinksLeadStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        kind: &'a T1,
        start: &'a uuid::Uuid,
        goal: &'a uuid::Uuid,
    ) -> OptionboolQuery<'c, 'a, 's, C, Option<bool>, 3> {
        OptionboolQuery {
            client,
            params: [kind, start, goal],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, LinksLeadParams<T1>, OptionboolQuery<'c, 'a, 's, C, Option<bool>, 3>, C>
    for LinksLeadStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a LinksLeadParams<T1>,
    ) -> OptionboolQuery<'c, 'a, 's, C, Option<bool>, 3> {
        self.bind(client, &params.kind, &params.start, &params.goal)
    }
}
pub struct CountChildrenStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn count_children() -> CountChildrenStmt {
    CountChildrenStmt("select count(*) as children from tickets where parent_id = $1", None)
}
impl CountChildrenStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        ticket_id: &'a uuid::Uuid,
    ) -> I64Query<'c, 'a, 's, C, i64, 1> {
        I64Query {
            client,
            params: [ticket_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct CreateLinkStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn create_link() -> CreateLinkStmt {
    CreateLinkStmt(
        "insert into ticket_links (id, ticket_id, kind, other_id, created_by_kind, created_by_id, created_at) values ($1, $2, $3, $4, $5, $6, $7) returning id",
        None,
    )
}
impl CreateLinkStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        ticket_id: &'a uuid::Uuid,
        kind: &'a T1,
        other_id: &'a uuid::Uuid,
        created_by_kind: &'a T2,
        created_by_id: &'a Option<uuid::Uuid>,
        now: &'a jiff::Timestamp,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 7> {
        UuidUuidQuery {
            client,
            params: [id, ticket_id, kind, other_id, created_by_kind, created_by_id, now],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, CreateLinkParams<T1, T2>, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 7>, C>
    for CreateLinkStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CreateLinkParams<T1, T2>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 7> {
        self.bind(
            client,
            &params.id,
            &params.ticket_id,
            &params.kind,
            &params.other_id,
            &params.created_by_kind,
            &params.created_by_id,
            &params.now,
        )
    }
}
pub struct GetLinkStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn get_link() -> GetLinkStmt {
    GetLinkStmt(
        "select link.id, link.ticket_id, link.kind, false as is_inverse, link.other_id, other.number, other.subject, other.status, link.created_by_kind, link.created_by_id, link.created_at from ticket_links as link cross join lateral ( select tickets.number, tickets.subject, tickets.status from tickets where tickets.id = link.other_id limit 1 ) as other where link.id = $1",
        None,
    )
}
impl GetLinkStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> LinkRowQuery<'c, 'a, 's, C, LinkRow, 1> {
        LinkRowQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<LinkRowBorrowed, tokio_postgres::Error> {
                Ok(LinkRowBorrowed {
                    id: row.try_get(0)?,
                    ticket_id: row.try_get(1)?,
                    kind: row.try_get(2)?,
                    is_inverse: row.try_get(3)?,
                    other_id: row.try_get(4)?,
                    number: row.try_get(5)?,
                    subject: row.try_get(6)?,
                    status: row.try_get(7)?,
                    created_by_kind: row.try_get(8)?,
                    created_by_id: row.try_get(9)?,
                    created_at: row.try_get(10)?,
                })
            },
            mapper: |it| LinkRow::from(it),
        }
    }
}
pub struct LinksOfTicketStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn links_of_ticket() -> LinksOfTicketStmt {
    LinksOfTicketStmt(
        "select found.id, found.ticket_id, found.kind, found.is_inverse, found.other_id, other.number, other.subject, other.status, found.created_by_kind, found.created_by_id, found.created_at from ( select link.id, link.ticket_id, link.kind, false as is_inverse, link.other_id, link.created_by_kind, link.created_by_id, link.created_at from ticket_links as link where link.ticket_id = $1 and link.id < $2 union all select link.id, link.other_id, link.kind, true, link.ticket_id, link.created_by_kind, link.created_by_id, link.created_at from ticket_links as link where link.other_id = $1 and link.id < $2 ) as found cross join lateral ( select tickets.number, tickets.subject, tickets.status from tickets where tickets.id = found.other_id limit 1 ) as other order by found.id desc limit $3",
        None,
    )
}
impl LinksOfTicketStmt {
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
    ) -> LinkRowQuery<'c, 'a, 's, C, LinkRow, 3> {
        LinkRowQuery {
            client,
            params: [ticket_id, before, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<LinkRowBorrowed, tokio_postgres::Error> {
                Ok(LinkRowBorrowed {
                    id: row.try_get(0)?,
                    ticket_id: row.try_get(1)?,
                    kind: row.try_get(2)?,
                    is_inverse: row.try_get(3)?,
                    other_id: row.try_get(4)?,
                    number: row.try_get(5)?,
                    subject: row.try_get(6)?,
                    status: row.try_get(7)?,
                    created_by_kind: row.try_get(8)?,
                    created_by_id: row.try_get(9)?,
                    created_at: row.try_get(10)?,
                })
            },
            mapper: |it| LinkRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, LinksOfTicketParams, LinkRowQuery<'c, 'a, 's, C, LinkRow, 3>, C>
    for LinksOfTicketStmt
{
    fn params(&'s self, client: &'c C, params: &'a LinksOfTicketParams) -> LinkRowQuery<'c, 'a, 's, C, LinkRow, 3> {
        self.bind(client, &params.ticket_id, &params.before, &params.limit)
    }
}
pub struct DeleteLinkStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn delete_link() -> DeleteLinkStmt {
    DeleteLinkStmt("delete from ticket_links where id = $1 returning id", None)
}
impl DeleteLinkStmt {
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
pub struct UnresolvedDescendantsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn unresolved_descendants() -> UnresolvedDescendantsStmt {
    UnresolvedDescendantsStmt(
        "with recursive below as ( select tickets.id, tickets.status from tickets where tickets.parent_id = $1 union select child.id, child.status from below cross join lateral ( select tickets.id, tickets.status from tickets where tickets.parent_id = below.id limit 101 ) as child ) select below.id from below where below.status not in ('resolved', 'closed', 'canceled', 'merged') order by below.id limit $2",
        None,
    )
}
impl UnresolvedDescendantsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        ticket_id: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        UuidUuidQuery {
            client,
            params: [ticket_id, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        UnresolvedDescendantsParams,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>,
        C,
    > for UnresolvedDescendantsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a UnresolvedDescendantsParams,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.ticket_id, &params.limit)
    }
}
pub struct LinkInTheWayStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn link_in_the_way() -> LinkInTheWayStmt {
    LinkInTheWayStmt(
        "select id from ticket_links where kind = $1 and ( (ticket_id = $2 and other_id = $3) or (ticket_id = $3 and other_id = $2) or (kind = 'parent_of' and other_id = $3) ) order by (ticket_id in ($2, $3) and other_id in ($2, $3)) desc limit 1",
        None,
    )
}
impl LinkInTheWayStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        kind: &'a T1,
        ticket_id: &'a uuid::Uuid,
        other_id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        UuidUuidQuery {
            client,
            params: [kind, ticket_id, other_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, LinkInTheWayParams<T1>, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3>, C>
    for LinkInTheWayStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a LinkInTheWayParams<T1>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        self.bind(client, &params.kind, &params.ticket_id, &params.other_id)
    }
}
