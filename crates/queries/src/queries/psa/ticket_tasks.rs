// This file was generated with `cornucopia`. Do not modify.

#[derive(Clone, Copy, Debug)]
pub struct ListTasksParams {
    pub ticket_id: uuid::Uuid,
    pub beyond_position: i32,
    pub beyond: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct CreateTasksParams<
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = uuid::Uuid>,
    T3: crate::ArraySql<Item = uuid::Uuid>,
    T4: crate::StringSql,
    T5: crate::ArraySql<Item = T4>,
    T6: crate::ArraySql<Item = i32>,
> {
    pub assignee_id: Option<uuid::Uuid>,
    pub created_by_kind: T1,
    pub created_by_id: Option<uuid::Uuid>,
    pub now: jiff::Timestamp,
    pub ids: T2,
    pub ticket_ids: T3,
    pub titles: T5,
    pub positions: T6,
}
#[derive(Debug)]
pub struct UpdateTaskParams<T1: crate::StringSql, T2: crate::StringSql> {
    pub title: T1,
    pub position: i32,
    pub assignee_id: Option<uuid::Uuid>,
    pub done_at: Option<jiff::Timestamp>,
    pub done_by_kind: Option<T2>,
    pub done_by_id: Option<uuid::Uuid>,
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Debug, Clone, PartialEq)]
pub struct LockedTicket {
    pub id: uuid::Uuid,
    pub number: i64,
    pub subject: String,
    pub status: String,
    pub organization_id: Option<uuid::Uuid>,
}
pub struct LockedTicketBorrowed<'a> {
    pub id: uuid::Uuid,
    pub number: i64,
    pub subject: &'a str,
    pub status: &'a str,
    pub organization_id: Option<uuid::Uuid>,
}
impl<'a> From<LockedTicketBorrowed<'a>> for LockedTicket {
    fn from(LockedTicketBorrowed { id, number, subject, status, organization_id }: LockedTicketBorrowed<'a>) -> Self {
        Self { id, number, subject: subject.into(), status: status.into(), organization_id }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct LockedTask {
    pub id: uuid::Uuid,
    pub ticket_id: uuid::Uuid,
    pub title: String,
    pub position: i32,
    pub assignee_id: Option<uuid::Uuid>,
    pub done_at: Option<jiff::Timestamp>,
    pub done_by_kind: Option<String>,
    pub done_by_id: Option<uuid::Uuid>,
    pub created_by_kind: String,
    pub created_by_id: Option<uuid::Uuid>,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub version: i32,
    pub number: i64,
    pub subject: String,
    pub status: String,
    pub organization_id: Option<uuid::Uuid>,
}
pub struct LockedTaskBorrowed<'a> {
    pub id: uuid::Uuid,
    pub ticket_id: uuid::Uuid,
    pub title: &'a str,
    pub position: i32,
    pub assignee_id: Option<uuid::Uuid>,
    pub done_at: Option<jiff::Timestamp>,
    pub done_by_kind: Option<&'a str>,
    pub done_by_id: Option<uuid::Uuid>,
    pub created_by_kind: &'a str,
    pub created_by_id: Option<uuid::Uuid>,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub version: i32,
    pub number: i64,
    pub subject: &'a str,
    pub status: &'a str,
    pub organization_id: Option<uuid::Uuid>,
}
impl<'a> From<LockedTaskBorrowed<'a>> for LockedTask {
    fn from(
        LockedTaskBorrowed {
            id,
            ticket_id,
            title,
            position,
            assignee_id,
            done_at,
            done_by_kind,
            done_by_id,
            created_by_kind,
            created_by_id,
            created_at,
            updated_at,
            version,
            number,
            subject,
            status,
            organization_id,
        }: LockedTaskBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            ticket_id,
            title: title.into(),
            position,
            assignee_id,
            done_at,
            done_by_kind: done_by_kind.map(|v| v.into()),
            done_by_id,
            created_by_kind: created_by_kind.into(),
            created_by_id,
            created_at,
            updated_at,
            version,
            number,
            subject: subject.into(),
            status: status.into(),
            organization_id,
        }
    }
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct CountTasks {
    pub ticket_id: uuid::Uuid,
    pub tasks: i64,
    pub last_position: i32,
}
#[derive(Debug, Clone, PartialEq)]
pub struct TaskRow {
    pub id: uuid::Uuid,
    pub ticket_id: uuid::Uuid,
    pub title: String,
    pub position: i32,
    pub assignee_id: Option<uuid::Uuid>,
    pub done_at: Option<jiff::Timestamp>,
    pub done_by_kind: Option<String>,
    pub done_by_id: Option<uuid::Uuid>,
    pub created_by_kind: String,
    pub created_by_id: Option<uuid::Uuid>,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub version: i32,
}
pub struct TaskRowBorrowed<'a> {
    pub id: uuid::Uuid,
    pub ticket_id: uuid::Uuid,
    pub title: &'a str,
    pub position: i32,
    pub assignee_id: Option<uuid::Uuid>,
    pub done_at: Option<jiff::Timestamp>,
    pub done_by_kind: Option<&'a str>,
    pub done_by_id: Option<uuid::Uuid>,
    pub created_by_kind: &'a str,
    pub created_by_id: Option<uuid::Uuid>,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub version: i32,
}
impl<'a> From<TaskRowBorrowed<'a>> for TaskRow {
    fn from(
        TaskRowBorrowed {
            id,
            ticket_id,
            title,
            position,
            assignee_id,
            done_at,
            done_by_kind,
            done_by_id,
            created_by_kind,
            created_by_id,
            created_at,
            updated_at,
            version,
        }: TaskRowBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            ticket_id,
            title: title.into(),
            position,
            assignee_id,
            done_at,
            done_by_kind: done_by_kind.map(|v| v.into()),
            done_by_id,
            created_by_kind: created_by_kind.into(),
            created_by_id,
            created_at,
            updated_at,
            version,
        }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct LockedTicketQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<LockedTicketBorrowed, tokio_postgres::Error>,
    mapper: fn(LockedTicketBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> LockedTicketQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(LockedTicketBorrowed) -> R) -> LockedTicketQuery<'c, 'a, 's, C, R, N> {
        LockedTicketQuery {
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
pub struct LockedTaskQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<LockedTaskBorrowed, tokio_postgres::Error>,
    mapper: fn(LockedTaskBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> LockedTaskQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(LockedTaskBorrowed) -> R) -> LockedTaskQuery<'c, 'a, 's, C, R, N> {
        LockedTaskQuery {
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
pub struct CountTasksQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<CountTasks, tokio_postgres::Error>,
    mapper: fn(CountTasks) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> CountTasksQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(CountTasks) -> R) -> CountTasksQuery<'c, 'a, 's, C, R, N> {
        CountTasksQuery {
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
pub struct TaskRowQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<TaskRowBorrowed, tokio_postgres::Error>,
    mapper: fn(TaskRowBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> TaskRowQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(TaskRowBorrowed) -> R) -> TaskRowQuery<'c, 'a, 's, C, R, N> {
        TaskRowQuery {
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
pub struct LockTicketOfTasksStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_ticket_of_tasks() -> LockTicketOfTasksStmt {
    LockTicketOfTasksStmt(
        "select id, number, subject, status, organization_id from tickets where id = $1 for no key update",
        None,
    )
}
impl LockTicketOfTasksStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> LockedTicketQuery<'c, 'a, 's, C, LockedTicket, 1> {
        LockedTicketQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<LockedTicketBorrowed, tokio_postgres::Error> {
                Ok(LockedTicketBorrowed {
                    id: row.try_get(0)?,
                    number: row.try_get(1)?,
                    subject: row.try_get(2)?,
                    status: row.try_get(3)?,
                    organization_id: row.try_get(4)?,
                })
            },
            mapper: |it| LockedTicket::from(it),
        }
    }
}
pub struct LockTaskStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_task() -> LockTaskStmt {
    LockTaskStmt(
        "with ticket as materialized ( select id, number, subject, status, organization_id from tickets where id = (select ticket_tasks.ticket_id from ticket_tasks where ticket_tasks.id = $1) for no key update ) select task.id, task.ticket_id, task.title, task.position, task.assignee_id, task.done_at, task.done_by_kind, task.done_by_id, task.created_by_kind, task.created_by_id, task.created_at, task.updated_at, task.version, ticket.number, ticket.subject, ticket.status, ticket.organization_id from ticket_tasks as task join ticket on ticket.id = task.ticket_id where task.id = $1 for update of task",
        None,
    )
}
impl LockTaskStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> LockedTaskQuery<'c, 'a, 's, C, LockedTask, 1> {
        LockedTaskQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<LockedTaskBorrowed, tokio_postgres::Error> {
                Ok(LockedTaskBorrowed {
                    id: row.try_get(0)?,
                    ticket_id: row.try_get(1)?,
                    title: row.try_get(2)?,
                    position: row.try_get(3)?,
                    assignee_id: row.try_get(4)?,
                    done_at: row.try_get(5)?,
                    done_by_kind: row.try_get(6)?,
                    done_by_id: row.try_get(7)?,
                    created_by_kind: row.try_get(8)?,
                    created_by_id: row.try_get(9)?,
                    created_at: row.try_get(10)?,
                    updated_at: row.try_get(11)?,
                    version: row.try_get(12)?,
                    number: row.try_get(13)?,
                    subject: row.try_get(14)?,
                    status: row.try_get(15)?,
                    organization_id: row.try_get(16)?,
                })
            },
            mapper: |it| LockedTask::from(it),
        }
    }
}
pub struct CountTasksStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn count_tasks() -> CountTasksStmt {
    CountTasksStmt(
        "select ticket_id, count(*) as tasks, max(position) as last_position from ticket_tasks where ticket_id = any($1::uuid[]) group by ticket_id",
        None,
    )
}
impl CountTasksStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        ticket_ids: &'a T1,
    ) -> CountTasksQuery<'c, 'a, 's, C, CountTasks, 1> {
        CountTasksQuery {
            client,
            params: [ticket_ids],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<CountTasks, tokio_postgres::Error> {
                Ok(CountTasks { ticket_id: row.try_get(0)?, tasks: row.try_get(1)?, last_position: row.try_get(2)? })
            },
            mapper: |it| CountTasks::from(it),
        }
    }
}
pub struct ListTasksStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn list_tasks() -> ListTasksStmt {
    ListTasksStmt(
        "select id, ticket_id, title, position, assignee_id, done_at, done_by_kind, done_by_id, created_by_kind, created_by_id, created_at, updated_at, version from ticket_tasks where ticket_id = $1 and (position, id) > ($2::integer, $3::uuid) order by position, id limit $4",
        None,
    )
}
impl ListTasksStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        ticket_id: &'a uuid::Uuid,
        beyond_position: &'a i32,
        beyond: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> TaskRowQuery<'c, 'a, 's, C, TaskRow, 4> {
        TaskRowQuery {
            client,
            params: [ticket_id, beyond_position, beyond, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TaskRowBorrowed, tokio_postgres::Error> {
                Ok(TaskRowBorrowed {
                    id: row.try_get(0)?,
                    ticket_id: row.try_get(1)?,
                    title: row.try_get(2)?,
                    position: row.try_get(3)?,
                    assignee_id: row.try_get(4)?,
                    done_at: row.try_get(5)?,
                    done_by_kind: row.try_get(6)?,
                    done_by_id: row.try_get(7)?,
                    created_by_kind: row.try_get(8)?,
                    created_by_id: row.try_get(9)?,
                    created_at: row.try_get(10)?,
                    updated_at: row.try_get(11)?,
                    version: row.try_get(12)?,
                })
            },
            mapper: |it| TaskRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, ListTasksParams, TaskRowQuery<'c, 'a, 's, C, TaskRow, 4>, C>
    for ListTasksStmt
{
    fn params(&'s self, client: &'c C, params: &'a ListTasksParams) -> TaskRowQuery<'c, 'a, 's, C, TaskRow, 4> {
        self.bind(client, &params.ticket_id, &params.beyond_position, &params.beyond, &params.limit)
    }
}
pub struct GetTaskStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn get_task() -> GetTaskStmt {
    GetTaskStmt(
        "select id, ticket_id, title, position, assignee_id, done_at, done_by_kind, done_by_id, created_by_kind, created_by_id, created_at, updated_at, version from ticket_tasks where id = $1",
        None,
    )
}
impl GetTaskStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> TaskRowQuery<'c, 'a, 's, C, TaskRow, 1> {
        TaskRowQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TaskRowBorrowed, tokio_postgres::Error> {
                Ok(TaskRowBorrowed {
                    id: row.try_get(0)?,
                    ticket_id: row.try_get(1)?,
                    title: row.try_get(2)?,
                    position: row.try_get(3)?,
                    assignee_id: row.try_get(4)?,
                    done_at: row.try_get(5)?,
                    done_by_kind: row.try_get(6)?,
                    done_by_id: row.try_get(7)?,
                    created_by_kind: row.try_get(8)?,
                    created_by_id: row.try_get(9)?,
                    created_at: row.try_get(10)?,
                    updated_at: row.try_get(11)?,
                    version: row.try_get(12)?,
                })
            },
            mapper: |it| TaskRow::from(it),
        }
    }
}
pub struct CreateTasksStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn create_tasks() -> CreateTasksStmt {
    CreateTasksStmt(
        "insert into ticket_tasks ( id, ticket_id, organization_id, title, position, assignee_id, created_by_kind, created_by_id, created_at, updated_at ) select added.id, added.ticket_id, (select organization_id from tickets where tickets.id = added.ticket_id), added.title, added.position, $1::uuid, $2::text, $3::uuid, $4::timestamptz, $4 from unnest($5::uuid[], $6::uuid[], $7::text[], $8::integer[]) as added (id, ticket_id, title, position) returning id",
        None,
    )
}
impl CreateTasksStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<
        'c,
        'a,
        's,
        C: GenericClient,
        T1: crate::StringSql,
        T2: crate::ArraySql<Item = uuid::Uuid>,
        T3: crate::ArraySql<Item = uuid::Uuid>,
        T4: crate::StringSql,
        T5: crate::ArraySql<Item = T4>,
        T6: crate::ArraySql<Item = i32>,
    >(
        &'s self,
        client: &'c C,
        assignee_id: &'a Option<uuid::Uuid>,
        created_by_kind: &'a T1,
        created_by_id: &'a Option<uuid::Uuid>,
        now: &'a jiff::Timestamp,
        ids: &'a T2,
        ticket_ids: &'a T3,
        titles: &'a T5,
        positions: &'a T6,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 8> {
        UuidUuidQuery {
            client,
            params: [assignee_id, created_by_kind, created_by_id, now, ids, ticket_ids, titles, positions],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<
    'c,
    'a,
    's,
    C: GenericClient,
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = uuid::Uuid>,
    T3: crate::ArraySql<Item = uuid::Uuid>,
    T4: crate::StringSql,
    T5: crate::ArraySql<Item = T4>,
    T6: crate::ArraySql<Item = i32>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        CreateTasksParams<T1, T2, T3, T4, T5, T6>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 8>,
        C,
    > for CreateTasksStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CreateTasksParams<T1, T2, T3, T4, T5, T6>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 8> {
        self.bind(
            client,
            &params.assignee_id,
            &params.created_by_kind,
            &params.created_by_id,
            &params.now,
            &params.ids,
            &params.ticket_ids,
            &params.titles,
            &params.positions,
        )
    }
}
pub struct UpdateTaskStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn update_task() -> UpdateTaskStmt {
    UpdateTaskStmt(
        "update ticket_tasks set title = $1, position = $2, assignee_id = $3, done_at = $4, done_by_kind = $5, done_by_id = $6, updated_at = $7, version = version + 1 where id = $8 returning id, ticket_id, title, position, assignee_id, done_at, done_by_kind, done_by_id, created_by_kind, created_by_id, created_at, updated_at, version",
        None,
    )
}
impl UpdateTaskStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>(
        &'s self,
        client: &'c C,
        title: &'a T1,
        position: &'a i32,
        assignee_id: &'a Option<uuid::Uuid>,
        done_at: &'a Option<jiff::Timestamp>,
        done_by_kind: &'a Option<T2>,
        done_by_id: &'a Option<uuid::Uuid>,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> TaskRowQuery<'c, 'a, 's, C, TaskRow, 8> {
        TaskRowQuery {
            client,
            params: [title, position, assignee_id, done_at, done_by_kind, done_by_id, now, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TaskRowBorrowed, tokio_postgres::Error> {
                Ok(TaskRowBorrowed {
                    id: row.try_get(0)?,
                    ticket_id: row.try_get(1)?,
                    title: row.try_get(2)?,
                    position: row.try_get(3)?,
                    assignee_id: row.try_get(4)?,
                    done_at: row.try_get(5)?,
                    done_by_kind: row.try_get(6)?,
                    done_by_id: row.try_get(7)?,
                    created_by_kind: row.try_get(8)?,
                    created_by_id: row.try_get(9)?,
                    created_at: row.try_get(10)?,
                    updated_at: row.try_get(11)?,
                    version: row.try_get(12)?,
                })
            },
            mapper: |it| TaskRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, UpdateTaskParams<T1, T2>, TaskRowQuery<'c, 'a, 's, C, TaskRow, 8>, C>
    for UpdateTaskStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a UpdateTaskParams<T1, T2>,
    ) -> TaskRowQuery<'c, 'a, 's, C, TaskRow, 8> {
        self.bind(
            client,
            &params.title,
            &params.position,
            &params.assignee_id,
            &params.done_at,
            &params.done_by_kind,
            &params.done_by_id,
            &params.now,
            &params.id,
        )
    }
}
pub struct DeleteTaskStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn delete_task() -> DeleteTaskStmt {
    DeleteTaskStmt("delete from ticket_tasks where id = $1 returning id", None)
}
impl DeleteTaskStmt {
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
