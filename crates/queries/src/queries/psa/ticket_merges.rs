// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct CreateMergeParams<T1: crate::StringSql, T2: crate::StringSql, T3: crate::StringSql> {
    pub id: uuid::Uuid,
    pub source_id: uuid::Uuid,
    pub target_id: uuid::Uuid,
    pub note: Option<T1>,
    pub former_status: T2,
    pub former_scheduled_at: Option<jiff::Timestamp>,
    pub moved_comments: i64,
    pub moved_time_entries: i64,
    pub moved_attachments: i64,
    pub moved_tasks: i64,
    pub moved_watchers: i64,
    pub created_by_kind: T3,
    pub created_by_id: Option<uuid::Uuid>,
    pub now: jiff::Timestamp,
    pub undo_until: jiff::Timestamp,
}
#[derive(Clone, Copy, Debug)]
pub struct MergesOfTicketParams {
    pub ticket_id: uuid::Uuid,
    pub before: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct UndoMergeParams<T1: crate::StringSql> {
    pub undone_by_kind: T1,
    pub undone_by_id: Option<uuid::Uuid>,
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Clone, Copy, Debug)]
pub struct MoveToTargetParams {
    pub target_id: uuid::Uuid,
    pub organization_id: Option<uuid::Uuid>,
    pub merge_id: uuid::Uuid,
    pub source_id: uuid::Uuid,
}
#[derive(Clone, Copy, Debug)]
pub struct MoveBackParams {
    pub source_id: uuid::Uuid,
    pub organization_id: Option<uuid::Uuid>,
    pub target_id: uuid::Uuid,
    pub merge_id: uuid::Uuid,
}
#[derive(Debug, Clone, PartialEq)]
pub struct MergeRow {
    pub id: uuid::Uuid,
    pub source_id: uuid::Uuid,
    pub target_id: uuid::Uuid,
    pub note: Option<String>,
    pub former_status: String,
    pub former_scheduled_at: Option<jiff::Timestamp>,
    pub moved_comments: i64,
    pub moved_time_entries: i64,
    pub moved_attachments: i64,
    pub moved_tasks: i64,
    pub moved_watchers: i64,
    pub created_by_kind: String,
    pub created_by_id: Option<uuid::Uuid>,
    pub created_at: jiff::Timestamp,
    pub undo_until: jiff::Timestamp,
    pub undone_by_kind: Option<String>,
    pub undone_by_id: Option<uuid::Uuid>,
    pub undone_at: Option<jiff::Timestamp>,
    pub version: i32,
}
pub struct MergeRowBorrowed<'a> {
    pub id: uuid::Uuid,
    pub source_id: uuid::Uuid,
    pub target_id: uuid::Uuid,
    pub note: Option<&'a str>,
    pub former_status: &'a str,
    pub former_scheduled_at: Option<jiff::Timestamp>,
    pub moved_comments: i64,
    pub moved_time_entries: i64,
    pub moved_attachments: i64,
    pub moved_tasks: i64,
    pub moved_watchers: i64,
    pub created_by_kind: &'a str,
    pub created_by_id: Option<uuid::Uuid>,
    pub created_at: jiff::Timestamp,
    pub undo_until: jiff::Timestamp,
    pub undone_by_kind: Option<&'a str>,
    pub undone_by_id: Option<uuid::Uuid>,
    pub undone_at: Option<jiff::Timestamp>,
    pub version: i32,
}
impl<'a> From<MergeRowBorrowed<'a>> for MergeRow {
    fn from(
        MergeRowBorrowed {
            id,
            source_id,
            target_id,
            note,
            former_status,
            former_scheduled_at,
            moved_comments,
            moved_time_entries,
            moved_attachments,
            moved_tasks,
            moved_watchers,
            created_by_kind,
            created_by_id,
            created_at,
            undo_until,
            undone_by_kind,
            undone_by_id,
            undone_at,
            version,
        }: MergeRowBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            source_id,
            target_id,
            note: note.map(|v| v.into()),
            former_status: former_status.into(),
            former_scheduled_at,
            moved_comments,
            moved_time_entries,
            moved_attachments,
            moved_tasks,
            moved_watchers,
            created_by_kind: created_by_kind.into(),
            created_by_id,
            created_at,
            undo_until,
            undone_by_kind: undone_by_kind.map(|v| v.into()),
            undone_by_id,
            undone_at,
            version,
        }
    }
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct MoveToTarget {
    pub comments: i64,
    pub time_entries: i64,
    pub attachments: i64,
    pub tasks: i64,
    pub watchers: i64,
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct MoveBack {
    pub comments: i64,
    pub time_entries: i64,
    pub attachments: i64,
    pub tasks: i64,
    pub watchers: i64,
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct MergeRowQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<MergeRowBorrowed, tokio_postgres::Error>,
    mapper: fn(MergeRowBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> MergeRowQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(MergeRowBorrowed) -> R) -> MergeRowQuery<'c, 'a, 's, C, R, N> {
        MergeRowQuery {
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
pub struct MoveToTargetQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<MoveToTarget, tokio_postgres::Error>,
    mapper: fn(MoveToTarget) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> MoveToTargetQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(MoveToTarget) -> R) -> MoveToTargetQuery<'c, 'a, 's, C, R, N> {
        MoveToTargetQuery {
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
pub struct MoveBackQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<MoveBack, tokio_postgres::Error>,
    mapper: fn(MoveBack) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> MoveBackQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(MoveBack) -> R) -> MoveBackQuery<'c, 'a, 's, C, R, N> {
        MoveBackQuery {
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
pub struct CreateMergeStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn create_merge() -> CreateMergeStmt {
    CreateMergeStmt(
        "insert into ticket_merges ( id, source_id, target_id, note, former_status, former_scheduled_at, moved_comments, moved_time_entries, moved_attachments, moved_tasks, moved_watchers, created_by_kind, created_by_id, created_at, undo_until ) values ( $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15 ) returning id, source_id, target_id, note, former_status, former_scheduled_at, moved_comments, moved_time_entries, moved_attachments, moved_tasks, moved_watchers, created_by_kind, created_by_id, created_at, undo_until, undone_by_kind, undone_by_id, undone_at, version",
        None,
    )
}
impl CreateMergeStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql, T3: crate::StringSql>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        source_id: &'a uuid::Uuid,
        target_id: &'a uuid::Uuid,
        note: &'a Option<T1>,
        former_status: &'a T2,
        former_scheduled_at: &'a Option<jiff::Timestamp>,
        moved_comments: &'a i64,
        moved_time_entries: &'a i64,
        moved_attachments: &'a i64,
        moved_tasks: &'a i64,
        moved_watchers: &'a i64,
        created_by_kind: &'a T3,
        created_by_id: &'a Option<uuid::Uuid>,
        now: &'a jiff::Timestamp,
        undo_until: &'a jiff::Timestamp,
    ) -> MergeRowQuery<'c, 'a, 's, C, MergeRow, 15> {
        MergeRowQuery {
            client,
            params: [
                id,
                source_id,
                target_id,
                note,
                former_status,
                former_scheduled_at,
                moved_comments,
                moved_time_entries,
                moved_attachments,
                moved_tasks,
                moved_watchers,
                created_by_kind,
                created_by_id,
                now,
                undo_until,
            ],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<MergeRowBorrowed, tokio_postgres::Error> {
                Ok(MergeRowBorrowed {
                    id: row.try_get(0)?,
                    source_id: row.try_get(1)?,
                    target_id: row.try_get(2)?,
                    note: row.try_get(3)?,
                    former_status: row.try_get(4)?,
                    former_scheduled_at: row.try_get(5)?,
                    moved_comments: row.try_get(6)?,
                    moved_time_entries: row.try_get(7)?,
                    moved_attachments: row.try_get(8)?,
                    moved_tasks: row.try_get(9)?,
                    moved_watchers: row.try_get(10)?,
                    created_by_kind: row.try_get(11)?,
                    created_by_id: row.try_get(12)?,
                    created_at: row.try_get(13)?,
                    undo_until: row.try_get(14)?,
                    undone_by_kind: row.try_get(15)?,
                    undone_by_id: row.try_get(16)?,
                    undone_at: row.try_get(17)?,
                    version: row.try_get(18)?,
                })
            },
            mapper: |it| MergeRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql, T3: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        CreateMergeParams<T1, T2, T3>,
        MergeRowQuery<'c, 'a, 's, C, MergeRow, 15>,
        C,
    > for CreateMergeStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CreateMergeParams<T1, T2, T3>,
    ) -> MergeRowQuery<'c, 'a, 's, C, MergeRow, 15> {
        self.bind(
            client,
            &params.id,
            &params.source_id,
            &params.target_id,
            &params.note,
            &params.former_status,
            &params.former_scheduled_at,
            &params.moved_comments,
            &params.moved_time_entries,
            &params.moved_attachments,
            &params.moved_tasks,
            &params.moved_watchers,
            &params.created_by_kind,
            &params.created_by_id,
            &params.now,
            &params.undo_until,
        )
    }
}
pub struct GetMergeStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn get_merge() -> GetMergeStmt {
    GetMergeStmt(
        "select id, source_id, target_id, note, former_status, former_scheduled_at, moved_comments, moved_time_entries, moved_attachments, moved_tasks, moved_watchers, created_by_kind, created_by_id, created_at, undo_until, undone_by_kind, undone_by_id, undone_at, version from ticket_merges where id = $1",
        None,
    )
}
impl GetMergeStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> MergeRowQuery<'c, 'a, 's, C, MergeRow, 1> {
        MergeRowQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<MergeRowBorrowed, tokio_postgres::Error> {
                Ok(MergeRowBorrowed {
                    id: row.try_get(0)?,
                    source_id: row.try_get(1)?,
                    target_id: row.try_get(2)?,
                    note: row.try_get(3)?,
                    former_status: row.try_get(4)?,
                    former_scheduled_at: row.try_get(5)?,
                    moved_comments: row.try_get(6)?,
                    moved_time_entries: row.try_get(7)?,
                    moved_attachments: row.try_get(8)?,
                    moved_tasks: row.try_get(9)?,
                    moved_watchers: row.try_get(10)?,
                    created_by_kind: row.try_get(11)?,
                    created_by_id: row.try_get(12)?,
                    created_at: row.try_get(13)?,
                    undo_until: row.try_get(14)?,
                    undone_by_kind: row.try_get(15)?,
                    undone_by_id: row.try_get(16)?,
                    undone_at: row.try_get(17)?,
                    version: row.try_get(18)?,
                })
            },
            mapper: |it| MergeRow::from(it),
        }
    }
}
pub struct MergesOfTicketStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn merges_of_ticket() -> MergesOfTicketStmt {
    MergesOfTicketStmt(
        "select found.id, found.source_id, found.target_id, found.note, found.former_status, found.former_scheduled_at, found.moved_comments, found.moved_time_entries, found.moved_attachments, found.moved_tasks, found.moved_watchers, found.created_by_kind, found.created_by_id, found.created_at, found.undo_until, found.undone_by_kind, found.undone_by_id, found.undone_at, found.version from ( ( select ticket_merges.* from ticket_merges where source_id = $1 and id < $2 order by id desc limit $3 ) union all ( select ticket_merges.* from ticket_merges where target_id = $1 and id < $2 order by id desc limit $3 ) ) as found order by found.id desc limit $3",
        None,
    )
}
impl MergesOfTicketStmt {
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
    ) -> MergeRowQuery<'c, 'a, 's, C, MergeRow, 3> {
        MergeRowQuery {
            client,
            params: [ticket_id, before, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<MergeRowBorrowed, tokio_postgres::Error> {
                Ok(MergeRowBorrowed {
                    id: row.try_get(0)?,
                    source_id: row.try_get(1)?,
                    target_id: row.try_get(2)?,
                    note: row.try_get(3)?,
                    former_status: row.try_get(4)?,
                    former_scheduled_at: row.try_get(5)?,
                    moved_comments: row.try_get(6)?,
                    moved_time_entries: row.try_get(7)?,
                    moved_attachments: row.try_get(8)?,
                    moved_tasks: row.try_get(9)?,
                    moved_watchers: row.try_get(10)?,
                    created_by_kind: row.try_get(11)?,
                    created_by_id: row.try_get(12)?,
                    created_at: row.try_get(13)?,
                    undo_until: row.try_get(14)?,
                    undone_by_kind: row.try_get(15)?,
                    undone_by_id: row.try_get(16)?,
                    undone_at: row.try_get(17)?,
                    version: row.try_get(18)?,
                })
            },
            mapper: |it| MergeRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, MergesOfTicketParams, MergeRowQuery<'c, 'a, 's, C, MergeRow, 3>, C>
    for MergesOfTicketStmt
{
    fn params(&'s self, client: &'c C, params: &'a MergesOfTicketParams) -> MergeRowQuery<'c, 'a, 's, C, MergeRow, 3> {
        self.bind(client, &params.ticket_id, &params.before, &params.limit)
    }
}
pub struct UndoMergeStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn undo_merge() -> UndoMergeStmt {
    UndoMergeStmt(
        "update ticket_merges set undone_by_kind = $1, undone_by_id = $2, undone_at = $3, version = version + 1 where id = $4 and undone_at is null returning id, source_id, target_id, note, former_status, former_scheduled_at, moved_comments, moved_time_entries, moved_attachments, moved_tasks, moved_watchers, created_by_kind, created_by_id, created_at, undo_until, undone_by_kind, undone_by_id, undone_at, version",
        None,
    )
}
impl UndoMergeStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        undone_by_kind: &'a T1,
        undone_by_id: &'a Option<uuid::Uuid>,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> MergeRowQuery<'c, 'a, 's, C, MergeRow, 4> {
        MergeRowQuery {
            client,
            params: [undone_by_kind, undone_by_id, now, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<MergeRowBorrowed, tokio_postgres::Error> {
                Ok(MergeRowBorrowed {
                    id: row.try_get(0)?,
                    source_id: row.try_get(1)?,
                    target_id: row.try_get(2)?,
                    note: row.try_get(3)?,
                    former_status: row.try_get(4)?,
                    former_scheduled_at: row.try_get(5)?,
                    moved_comments: row.try_get(6)?,
                    moved_time_entries: row.try_get(7)?,
                    moved_attachments: row.try_get(8)?,
                    moved_tasks: row.try_get(9)?,
                    moved_watchers: row.try_get(10)?,
                    created_by_kind: row.try_get(11)?,
                    created_by_id: row.try_get(12)?,
                    created_at: row.try_get(13)?,
                    undo_until: row.try_get(14)?,
                    undone_by_kind: row.try_get(15)?,
                    undone_by_id: row.try_get(16)?,
                    undone_at: row.try_get(17)?,
                    version: row.try_get(18)?,
                })
            },
            mapper: |it| MergeRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, UndoMergeParams<T1>, MergeRowQuery<'c, 'a, 's, C, MergeRow, 4>, C>
    for UndoMergeStmt
{
    fn params(&'s self, client: &'c C, params: &'a UndoMergeParams<T1>) -> MergeRowQuery<'c, 'a, 's, C, MergeRow, 4> {
        self.bind(client, &params.undone_by_kind, &params.undone_by_id, &params.now, &params.id)
    }
}
pub struct MoveToTargetStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn move_to_target() -> MoveToTargetStmt {
    MoveToTargetStmt(
        "with comments as ( update ticket_comments set ticket_id = $1, organization_id = $2, merge_ids = ticket_comments.merge_ids || $3::uuid where ticket_comments.ticket_id = $4 returning ticket_comments.id ), locked as ( select time_entries.id from time_entries where time_entries.ticket_id = $4 order by time_entries.id for update ), entries as ( update time_entries set ticket_id = $1, organization_id = $2, merge_ids = time_entries.merge_ids || $3::uuid from locked where time_entries.id = locked.id returning time_entries.id ), files as ( update attachments set ticket_id = $1, organization_id = $2, merge_ids = attachments.merge_ids || $3::uuid where attachments.ticket_id = $4 and attachments.state = 'stored' returning attachments.id ), tasks as ( update ticket_tasks set ticket_id = $1, organization_id = $2, merge_ids = ticket_tasks.merge_ids || $3::uuid where ticket_tasks.ticket_id = $4 returning ticket_tasks.id ), watchers as ( update ticket_watchers set ticket_id = $1, organization_id = $2, merge_ids = ticket_watchers.merge_ids || $3::uuid where ticket_watchers.ticket_id = $4 and not ticket_watchers.removed and not exists ( select from ticket_watchers as known where known.ticket_id = $1 and not known.removed and app.is_same_watcher(known, ticket_watchers) ) returning ticket_watchers.id ), source as ( update tickets set merged_into_id = $1 where tickets.id = $4 returning tickets.id ), people as ( insert into ticket_requesters (contact_id, ticket_id) select person.contact_id, ticket.id from ( select ticket_requesters.contact_id from ticket_requesters where ticket_requesters.ticket_id = $4 union select ticket_comments.author_contact_id from ticket_comments where ticket_comments.ticket_id = $4 and ticket_comments.author_contact_id is not null ) as person cross join unnest(array[$4::uuid, $1::uuid]) as ticket (id) on conflict (tenant_id, contact_id, ticket_id) do nothing returning ticket_id ) select (select count(*) from comments) as comments, (select count(*) from entries) as time_entries, (select count(*) from files) as attachments, (select count(*) from tasks) as tasks, (select count(*) from watchers) as watchers",
        None,
    )
}
impl MoveToTargetStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        target_id: &'a uuid::Uuid,
        organization_id: &'a Option<uuid::Uuid>,
        merge_id: &'a uuid::Uuid,
        source_id: &'a uuid::Uuid,
    ) -> MoveToTargetQuery<'c, 'a, 's, C, MoveToTarget, 4> {
        MoveToTargetQuery {
            client,
            params: [target_id, organization_id, merge_id, source_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<MoveToTarget, tokio_postgres::Error> {
                Ok(MoveToTarget {
                    comments: row.try_get(0)?,
                    time_entries: row.try_get(1)?,
                    attachments: row.try_get(2)?,
                    tasks: row.try_get(3)?,
                    watchers: row.try_get(4)?,
                })
            },
            mapper: |it| MoveToTarget::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, MoveToTargetParams, MoveToTargetQuery<'c, 'a, 's, C, MoveToTarget, 4>, C>
    for MoveToTargetStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a MoveToTargetParams,
    ) -> MoveToTargetQuery<'c, 'a, 's, C, MoveToTarget, 4> {
        self.bind(client, &params.target_id, &params.organization_id, &params.merge_id, &params.source_id)
    }
}
pub struct MoveBackStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn move_back() -> MoveBackStmt {
    MoveBackStmt(
        "with comments as ( update ticket_comments set ticket_id = $1, organization_id = $2, merge_ids = trim_array(ticket_comments.merge_ids, 1) where ticket_comments.ticket_id = $3 and ticket_comments.merge_ids[cardinality(ticket_comments.merge_ids)] = $4::uuid returning ticket_comments.id ), locked as ( select time_entries.id from time_entries where time_entries.ticket_id = $3 and time_entries.merge_ids[cardinality(time_entries.merge_ids)] = $4::uuid order by time_entries.id for update ), entries as ( update time_entries set ticket_id = $1, organization_id = $2, merge_ids = trim_array(time_entries.merge_ids, 1) from locked where time_entries.id = locked.id returning time_entries.id ), files as ( update attachments set ticket_id = $1, organization_id = $2, merge_ids = case when attachments.merge_ids[cardinality(attachments.merge_ids)] = $4::uuid then trim_array(attachments.merge_ids, 1) else attachments.merge_ids end where attachments.ticket_id = $3 and attachments.state = 'stored' and ( attachments.merge_ids[cardinality(attachments.merge_ids)] = $4::uuid or attachments.comment_id in (select comments.id from comments) ) returning attachments.id ), tasks as ( update ticket_tasks set ticket_id = $1, organization_id = $2, merge_ids = trim_array(ticket_tasks.merge_ids, 1) where ticket_tasks.ticket_id = $3 and ticket_tasks.merge_ids[cardinality(ticket_tasks.merge_ids)] = $4::uuid returning ticket_tasks.id ), watchers as ( update ticket_watchers set ticket_id = $1, organization_id = $2, merge_ids = trim_array(ticket_watchers.merge_ids, 1) where ticket_watchers.ticket_id = $3 and not ticket_watchers.removed and ticket_watchers.merge_ids[cardinality(ticket_watchers.merge_ids)] = $4::uuid and not exists ( select from ticket_watchers as known where known.ticket_id = $1 and not known.removed and app.is_same_watcher(known, ticket_watchers) ) returning ticket_watchers.id ), source as ( update tickets set merged_into_id = null where tickets.id = $1 returning tickets.id ) select (select count(*) from comments) as comments, (select count(*) from entries) as time_entries, (select count(*) from files) as attachments, (select count(*) from tasks) as tasks, (select count(*) from watchers) as watchers",
        None,
    )
}
impl MoveBackStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        source_id: &'a uuid::Uuid,
        organization_id: &'a Option<uuid::Uuid>,
        target_id: &'a uuid::Uuid,
        merge_id: &'a uuid::Uuid,
    ) -> MoveBackQuery<'c, 'a, 's, C, MoveBack, 4> {
        MoveBackQuery {
            client,
            params: [source_id, organization_id, target_id, merge_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<MoveBack, tokio_postgres::Error> {
                Ok(MoveBack {
                    comments: row.try_get(0)?,
                    time_entries: row.try_get(1)?,
                    attachments: row.try_get(2)?,
                    tasks: row.try_get(3)?,
                    watchers: row.try_get(4)?,
                })
            },
            mapper: |it| MoveBack::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, MoveBackParams, MoveBackQuery<'c, 'a, 's, C, MoveBack, 4>, C>
    for MoveBackStmt
{
    fn params(&'s self, client: &'c C, params: &'a MoveBackParams) -> MoveBackQuery<'c, 'a, 's, C, MoveBack, 4> {
        self.bind(client, &params.source_id, &params.organization_id, &params.target_id, &params.merge_id)
    }
}
