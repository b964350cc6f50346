// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct AddWatcherParams<T1: crate::StringSql, T2: crate::StringSql> {
    pub ticket_id: uuid::Uuid,
    pub user_id: Option<uuid::Uuid>,
    pub contact_id: Option<uuid::Uuid>,
    pub email: Option<T1>,
    pub id: uuid::Uuid,
    pub organization_id: Option<uuid::Uuid>,
    pub created_by_kind: T2,
    pub created_by_id: Option<uuid::Uuid>,
    pub now: jiff::Timestamp,
    pub most: i64,
}
#[derive(Clone, Copy, Debug)]
pub struct ListWatchersParams {
    pub ticket_id: uuid::Uuid,
    pub before: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct WatchersOfPersonParams<T1: crate::StringSql, T2: crate::ArraySql<Item = T1>> {
    pub contact_id: uuid::Uuid,
    pub addresses: T2,
    pub before: uuid::Uuid,
    pub limit: i64,
}
#[derive(Clone, Copy, Debug)]
pub struct MoveWatchersParams {
    pub kept: uuid::Uuid,
    pub duplicate: uuid::Uuid,
}
#[derive(Debug)]
pub struct StopWatchingParams<T1: crate::StringSql, T2: crate::ArraySql<Item = T1>> {
    pub contact_id: uuid::Uuid,
    pub addresses: T2,
}
#[derive(Debug, Clone, PartialEq)]
pub struct WatchedTicketRow {
    pub id: uuid::Uuid,
    pub number: i64,
    pub subject: String,
    pub organization_id: Option<uuid::Uuid>,
}
pub struct WatchedTicketRowBorrowed<'a> {
    pub id: uuid::Uuid,
    pub number: i64,
    pub subject: &'a str,
    pub organization_id: Option<uuid::Uuid>,
}
impl<'a> From<WatchedTicketRowBorrowed<'a>> for WatchedTicketRow {
    fn from(WatchedTicketRowBorrowed { id, number, subject, organization_id }: WatchedTicketRowBorrowed<'a>) -> Self {
        Self { id, number, subject: subject.into(), organization_id }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct WatcherRow {
    pub id: uuid::Uuid,
    pub ticket_id: uuid::Uuid,
    pub user_id: Option<uuid::Uuid>,
    pub contact_id: Option<uuid::Uuid>,
    pub email: Option<String>,
    pub created_by_kind: String,
    pub created_by_id: Option<uuid::Uuid>,
    pub created_at: jiff::Timestamp,
}
pub struct WatcherRowBorrowed<'a> {
    pub id: uuid::Uuid,
    pub ticket_id: uuid::Uuid,
    pub user_id: Option<uuid::Uuid>,
    pub contact_id: Option<uuid::Uuid>,
    pub email: Option<&'a str>,
    pub created_by_kind: &'a str,
    pub created_by_id: Option<uuid::Uuid>,
    pub created_at: jiff::Timestamp,
}
impl<'a> From<WatcherRowBorrowed<'a>> for WatcherRow {
    fn from(
        WatcherRowBorrowed {
            id,
            ticket_id,
            user_id,
            contact_id,
            email,
            created_by_kind,
            created_by_id,
            created_at,
        }: WatcherRowBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            ticket_id,
            user_id,
            contact_id,
            email: email.map(|v| v.into()),
            created_by_kind: created_by_kind.into(),
            created_by_id,
            created_at,
        }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct WatchedTicketRowQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<WatchedTicketRowBorrowed, tokio_postgres::Error>,
    mapper: fn(WatchedTicketRowBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> WatchedTicketRowQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(WatchedTicketRowBorrowed) -> R) -> WatchedTicketRowQuery<'c, 'a, 's, C, R, N> {
        WatchedTicketRowQuery {
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
pub struct WatcherRowQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<WatcherRowBorrowed, tokio_postgres::Error>,
    mapper: fn(WatcherRowBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> WatcherRowQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(WatcherRowBorrowed) -> R) -> WatcherRowQuery<'c, 'a, 's, C, R, N> {
        WatcherRowQuery {
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
pub struct LockTicketToWatchStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_ticket_to_watch() -> LockTicketToWatchStmt {
    LockTicketToWatchStmt(
        "select id, number, subject, organization_id from tickets where id = $1 for no key update",
        None,
    )
}
impl LockTicketToWatchStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> WatchedTicketRowQuery<'c, 'a, 's, C, WatchedTicketRow, 1> {
        WatchedTicketRowQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<WatchedTicketRowBorrowed, tokio_postgres::Error> {
                Ok(WatchedTicketRowBorrowed {
                    id: row.try_get(0)?,
                    number: row.try_get(1)?,
                    subject: row.try_get(2)?,
                    organization_id: row.try_get(3)?,
                })
            },
            mapper: |it| WatchedTicketRow::from(it),
        }
    }
}
pub struct LockTicketOfWatcherStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_ticket_of_watcher() -> LockTicketOfWatcherStmt {
    LockTicketOfWatcherStmt(
        "select id, number, subject, organization_id from tickets where id = (select ticket_id from ticket_watchers where ticket_watchers.id = $1 and not removed) for no key update",
        None,
    )
}
impl LockTicketOfWatcherStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> WatchedTicketRowQuery<'c, 'a, 's, C, WatchedTicketRow, 1> {
        WatchedTicketRowQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<WatchedTicketRowBorrowed, tokio_postgres::Error> {
                Ok(WatchedTicketRowBorrowed {
                    id: row.try_get(0)?,
                    number: row.try_get(1)?,
                    subject: row.try_get(2)?,
                    organization_id: row.try_get(3)?,
                })
            },
            mapper: |it| WatchedTicketRow::from(it),
        }
    }
}
pub struct AddWatcherStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn add_watcher() -> AddWatcherStmt {
    AddWatcherStmt(
        "with known as ( select id, ticket_id, user_id, contact_id, email, created_by_kind, created_by_id, created_at from ticket_watchers where ticket_id = $1 and not removed and (user_id = $2 or contact_id = $3 or address = lower($4::text)) ), added as ( insert into ticket_watchers ( id, ticket_id, organization_id, user_id, contact_id, email, created_by_kind, created_by_id, created_at ) select $5, $1, $6, $2, $3, $4, $7, $8, $9 where not exists (select from known) and ( select count(*) from ticket_watchers as others where others.ticket_id = $1 and not others.removed ) < $10 returning id, ticket_id, user_id, contact_id, email, created_by_kind, created_by_id, created_at ) select id, ticket_id, user_id, contact_id, email, created_by_kind, created_by_id, created_at from added union all select id, ticket_id, user_id, contact_id, email, created_by_kind, created_by_id, created_at from known",
        None,
    )
}
impl AddWatcherStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>(
        &'s self,
        client: &'c C,
        ticket_id: &'a uuid::Uuid,
        user_id: &'a Option<uuid::Uuid>,
        contact_id: &'a Option<uuid::Uuid>,
        email: &'a Option<T1>,
        id: &'a uuid::Uuid,
        organization_id: &'a Option<uuid::Uuid>,
        created_by_kind: &'a T2,
        created_by_id: &'a Option<uuid::Uuid>,
        now: &'a jiff::Timestamp,
        most: &'a i64,
    ) -> WatcherRowQuery<'c, 'a, 's, C, WatcherRow, 10> {
        WatcherRowQuery {
            client,
            params: [
                ticket_id,
                user_id,
                contact_id,
                email,
                id,
                organization_id,
                created_by_kind,
                created_by_id,
                now,
                most,
            ],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<WatcherRowBorrowed, tokio_postgres::Error> {
                Ok(WatcherRowBorrowed {
                    id: row.try_get(0)?,
                    ticket_id: row.try_get(1)?,
                    user_id: row.try_get(2)?,
                    contact_id: row.try_get(3)?,
                    email: row.try_get(4)?,
                    created_by_kind: row.try_get(5)?,
                    created_by_id: row.try_get(6)?,
                    created_at: row.try_get(7)?,
                })
            },
            mapper: |it| WatcherRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        AddWatcherParams<T1, T2>,
        WatcherRowQuery<'c, 'a, 's, C, WatcherRow, 10>,
        C,
    > for AddWatcherStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a AddWatcherParams<T1, T2>,
    ) -> WatcherRowQuery<'c, 'a, 's, C, WatcherRow, 10> {
        self.bind(
            client,
            &params.ticket_id,
            &params.user_id,
            &params.contact_id,
            &params.email,
            &params.id,
            &params.organization_id,
            &params.created_by_kind,
            &params.created_by_id,
            &params.now,
            &params.most,
        )
    }
}
pub struct GetWatcherStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn get_watcher() -> GetWatcherStmt {
    GetWatcherStmt(
        "select id, ticket_id, user_id, contact_id, email, created_by_kind, created_by_id, created_at from ticket_watchers where id = $1 and not removed",
        None,
    )
}
impl GetWatcherStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> WatcherRowQuery<'c, 'a, 's, C, WatcherRow, 1> {
        WatcherRowQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<WatcherRowBorrowed, tokio_postgres::Error> {
                Ok(WatcherRowBorrowed {
                    id: row.try_get(0)?,
                    ticket_id: row.try_get(1)?,
                    user_id: row.try_get(2)?,
                    contact_id: row.try_get(3)?,
                    email: row.try_get(4)?,
                    created_by_kind: row.try_get(5)?,
                    created_by_id: row.try_get(6)?,
                    created_at: row.try_get(7)?,
                })
            },
            mapper: |it| WatcherRow::from(it),
        }
    }
}
pub struct ListWatchersStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn list_watchers() -> ListWatchersStmt {
    ListWatchersStmt(
        "select id, ticket_id, user_id, contact_id, email, created_by_kind, created_by_id, created_at from ticket_watchers where ticket_id = $1 and not removed and id < $2 order by id desc limit $3",
        None,
    )
}
impl ListWatchersStmt {
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
    ) -> WatcherRowQuery<'c, 'a, 's, C, WatcherRow, 3> {
        WatcherRowQuery {
            client,
            params: [ticket_id, before, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<WatcherRowBorrowed, tokio_postgres::Error> {
                Ok(WatcherRowBorrowed {
                    id: row.try_get(0)?,
                    ticket_id: row.try_get(1)?,
                    user_id: row.try_get(2)?,
                    contact_id: row.try_get(3)?,
                    email: row.try_get(4)?,
                    created_by_kind: row.try_get(5)?,
                    created_by_id: row.try_get(6)?,
                    created_at: row.try_get(7)?,
                })
            },
            mapper: |it| WatcherRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, ListWatchersParams, WatcherRowQuery<'c, 'a, 's, C, WatcherRow, 3>, C>
    for ListWatchersStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ListWatchersParams,
    ) -> WatcherRowQuery<'c, 'a, 's, C, WatcherRow, 3> {
        self.bind(client, &params.ticket_id, &params.before, &params.limit)
    }
}
pub struct RemoveWatcherStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn remove_watcher() -> RemoveWatcherStmt {
    RemoveWatcherStmt(
        "update ticket_watchers set removed = true where id = $1 and not removed returning id, ticket_id, user_id, contact_id, email, created_by_kind, created_by_id, created_at",
        None,
    )
}
impl RemoveWatcherStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> WatcherRowQuery<'c, 'a, 's, C, WatcherRow, 1> {
        WatcherRowQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<WatcherRowBorrowed, tokio_postgres::Error> {
                Ok(WatcherRowBorrowed {
                    id: row.try_get(0)?,
                    ticket_id: row.try_get(1)?,
                    user_id: row.try_get(2)?,
                    contact_id: row.try_get(3)?,
                    email: row.try_get(4)?,
                    created_by_kind: row.try_get(5)?,
                    created_by_id: row.try_get(6)?,
                    created_at: row.try_get(7)?,
                })
            },
            mapper: |it| WatcherRow::from(it),
        }
    }
}
pub struct WatchersOfPersonStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn watchers_of_person() -> WatchersOfPersonStmt {
    WatchersOfPersonStmt(
        "select id, ticket_id, user_id, contact_id, email, created_by_kind, created_by_id, created_at from ticket_watchers where id in ( select by_contact.id from ticket_watchers as by_contact where by_contact.contact_id = $1 union select by_address.id from ticket_watchers as by_address where by_address.address = any ($2) ) and not removed and id < $3 order by id desc limit $4",
        None,
    )
}
impl WatchersOfPersonStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>(
        &'s self,
        client: &'c C,
        contact_id: &'a uuid::Uuid,
        addresses: &'a T2,
        before: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> WatcherRowQuery<'c, 'a, 's, C, WatcherRow, 4> {
        WatcherRowQuery {
            client,
            params: [contact_id, addresses, before, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<WatcherRowBorrowed, tokio_postgres::Error> {
                Ok(WatcherRowBorrowed {
                    id: row.try_get(0)?,
                    ticket_id: row.try_get(1)?,
                    user_id: row.try_get(2)?,
                    contact_id: row.try_get(3)?,
                    email: row.try_get(4)?,
                    created_by_kind: row.try_get(5)?,
                    created_by_id: row.try_get(6)?,
                    created_at: row.try_get(7)?,
                })
            },
            mapper: |it| WatcherRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        WatchersOfPersonParams<T1, T2>,
        WatcherRowQuery<'c, 'a, 's, C, WatcherRow, 4>,
        C,
    > for WatchersOfPersonStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a WatchersOfPersonParams<T1, T2>,
    ) -> WatcherRowQuery<'c, 'a, 's, C, WatcherRow, 4> {
        self.bind(client, &params.contact_id, &params.addresses, &params.before, &params.limit)
    }
}
pub struct MoveWatchersStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn move_watchers() -> MoveWatchersStmt {
    MoveWatchersStmt(
        "with moved as ( update ticket_watchers set contact_id = $1, removed = removed or exists ( select from ticket_watchers as kept where kept.ticket_id = ticket_watchers.ticket_id and kept.contact_id = $1 and not kept.removed ) where contact_id = $2 returning id ) select count(*) as watchers from moved",
        None,
    )
}
impl MoveWatchersStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        kept: &'a uuid::Uuid,
        duplicate: &'a uuid::Uuid,
    ) -> I64Query<'c, 'a, 's, C, i64, 2> {
        I64Query {
            client,
            params: [kept, duplicate],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, MoveWatchersParams, I64Query<'c, 'a, 's, C, i64, 2>, C>
    for MoveWatchersStmt
{
    fn params(&'s self, client: &'c C, params: &'a MoveWatchersParams) -> I64Query<'c, 'a, 's, C, i64, 2> {
        self.bind(client, &params.kept, &params.duplicate)
    }
}
pub struct StopWatchingStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn stop_watching() -> StopWatchingStmt {
    StopWatchingStmt(
        "with stopped as ( update ticket_watchers set removed = true where not removed and id in ( select by_contact.id from ticket_watchers as by_contact where by_contact.contact_id = $1 union select by_address.id from ticket_watchers as by_address where by_address.address = any ($2) ) returning id ) select count(*) as watchers from stopped",
        None,
    )
}
impl StopWatchingStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>(
        &'s self,
        client: &'c C,
        contact_id: &'a uuid::Uuid,
        addresses: &'a T2,
    ) -> I64Query<'c, 'a, 's, C, i64, 2> {
        I64Query {
            client,
            params: [contact_id, addresses],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>
    crate::client::async_::Params<'c, 'a, 's, StopWatchingParams<T1, T2>, I64Query<'c, 'a, 's, C, i64, 2>, C>
    for StopWatchingStmt
{
    fn params(&'s self, client: &'c C, params: &'a StopWatchingParams<T1, T2>) -> I64Query<'c, 'a, 's, C, i64, 2> {
        self.bind(client, &params.contact_id, &params.addresses)
    }
}
