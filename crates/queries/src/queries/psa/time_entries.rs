// This file was generated with `cornucopia`. Do not modify.

#[derive(Clone, Copy, Debug)]
pub struct OverlappingTimeEntriesParams {
    pub until: jiff::Timestamp,
    pub id: uuid::Uuid,
    pub limit: i64,
}
#[derive(Clone, Copy, Debug)]
pub struct TimeEntriesWithinParams {
    pub user_id: uuid::Uuid,
    pub id: uuid::Uuid,
    pub until: jiff::Timestamp,
    pub started_at: jiff::Timestamp,
    pub limit: i64,
}
#[derive(Debug)]
pub struct CreateTimeEntryParams<T1: crate::StringSql, T2: crate::StringSql, T3: crate::StringSql> {
    pub id: uuid::Uuid,
    pub ticket_id: uuid::Uuid,
    pub organization_id: Option<uuid::Uuid>,
    pub user_id: uuid::Uuid,
    pub started_at: jiff::Timestamp,
    pub ended_at: Option<jiff::Timestamp>,
    pub billable: bool,
    pub rate_class: T1,
    pub note: Option<T2>,
    pub created_by_kind: T3,
    pub created_by_id: Option<uuid::Uuid>,
    pub now: jiff::Timestamp,
}
#[derive(Debug)]
pub struct UpdateTimeEntryParams<T1: crate::StringSql, T2: crate::StringSql> {
    pub user_id: uuid::Uuid,
    pub started_at: jiff::Timestamp,
    pub ended_at: Option<jiff::Timestamp>,
    pub billable: bool,
    pub rate_class: T1,
    pub note: Option<T2>,
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Debug)]
pub struct LatestTimeEntriesParams<T1: crate::StringSql, T2: crate::StringSql> {
    pub beyond_at: jiff::Timestamp,
    pub beyond: uuid::Uuid,
    pub since: jiff::Timestamp,
    pub until: jiff::Timestamp,
    pub ticket_id: Option<uuid::Uuid>,
    pub user_id: Option<uuid::Uuid>,
    pub billable: Option<bool>,
    pub rate_class: Option<T1>,
    pub locked: Option<bool>,
    pub running: Option<bool>,
    pub billing_run: Option<T2>,
    pub limit: i64,
}
#[derive(Debug)]
pub struct LatestTimeEntriesOfOrganizationsParams<
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::StringSql,
    T3: crate::StringSql,
> {
    pub organization_ids: T1,
    pub beyond_at: jiff::Timestamp,
    pub beyond: uuid::Uuid,
    pub since: jiff::Timestamp,
    pub until: jiff::Timestamp,
    pub ticket_id: Option<uuid::Uuid>,
    pub user_id: Option<uuid::Uuid>,
    pub billable: Option<bool>,
    pub rate_class: Option<T2>,
    pub locked: Option<bool>,
    pub running: Option<bool>,
    pub billing_run: Option<T3>,
    pub limit: i64,
}
#[derive(Debug, Clone, PartialEq)]
pub struct LockTicketToWorkOn {
    pub id: uuid::Uuid,
    pub organization_id: Option<uuid::Uuid>,
    pub status: String,
}
pub struct LockTicketToWorkOnBorrowed<'a> {
    pub id: uuid::Uuid,
    pub organization_id: Option<uuid::Uuid>,
    pub status: &'a str,
}
impl<'a> From<LockTicketToWorkOnBorrowed<'a>> for LockTicketToWorkOn {
    fn from(LockTicketToWorkOnBorrowed { id, organization_id, status }: LockTicketToWorkOnBorrowed<'a>) -> Self {
        Self { id, organization_id, status: status.into() }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct TimeEntryRow {
    pub id: uuid::Uuid,
    pub ticket_id: uuid::Uuid,
    pub organization_id: Option<uuid::Uuid>,
    pub user_id: uuid::Uuid,
    pub started_at: jiff::Timestamp,
    pub ended_at: Option<jiff::Timestamp>,
    pub duration_seconds: Option<i64>,
    pub billable: bool,
    pub rate_class: String,
    pub note: Option<String>,
    pub billing_run: Option<String>,
    pub created_by_kind: String,
    pub created_by_id: Option<uuid::Uuid>,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub version: i32,
}
pub struct TimeEntryRowBorrowed<'a> {
    pub id: uuid::Uuid,
    pub ticket_id: uuid::Uuid,
    pub organization_id: Option<uuid::Uuid>,
    pub user_id: uuid::Uuid,
    pub started_at: jiff::Timestamp,
    pub ended_at: Option<jiff::Timestamp>,
    pub duration_seconds: Option<i64>,
    pub billable: bool,
    pub rate_class: &'a str,
    pub note: Option<&'a str>,
    pub billing_run: Option<&'a str>,
    pub created_by_kind: &'a str,
    pub created_by_id: Option<uuid::Uuid>,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub version: i32,
}
impl<'a> From<TimeEntryRowBorrowed<'a>> for TimeEntryRow {
    fn from(
        TimeEntryRowBorrowed {
            id,
            ticket_id,
            organization_id,
            user_id,
            started_at,
            ended_at,
            duration_seconds,
            billable,
            rate_class,
            note,
            billing_run,
            created_by_kind,
            created_by_id,
            created_at,
            updated_at,
            version,
        }: TimeEntryRowBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            ticket_id,
            organization_id,
            user_id,
            started_at,
            ended_at,
            duration_seconds,
            billable,
            rate_class: rate_class.into(),
            note: note.map(|v| v.into()),
            billing_run: billing_run.map(|v| v.into()),
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
pub struct LockTicketToWorkOnQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<LockTicketToWorkOnBorrowed, tokio_postgres::Error>,
    mapper: fn(LockTicketToWorkOnBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> LockTicketToWorkOnQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(LockTicketToWorkOnBorrowed) -> R) -> LockTicketToWorkOnQuery<'c, 'a, 's, C, R, N> {
        LockTicketToWorkOnQuery {
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
pub struct TimeEntryRowQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<TimeEntryRowBorrowed, tokio_postgres::Error>,
    mapper: fn(TimeEntryRowBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> TimeEntryRowQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(TimeEntryRowBorrowed) -> R) -> TimeEntryRowQuery<'c, 'a, 's, C, R, N> {
        TimeEntryRowQuery {
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
pub struct LockTicketToWorkOnStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_ticket_to_work_on() -> LockTicketToWorkOnStmt {
    LockTicketToWorkOnStmt("select id, organization_id, status from tickets where id = $1 for no key update", None)
}
impl LockTicketToWorkOnStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> LockTicketToWorkOnQuery<'c, 'a, 's, C, LockTicketToWorkOn, 1> {
        LockTicketToWorkOnQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<LockTicketToWorkOnBorrowed, tokio_postgres::Error> {
                Ok(LockTicketToWorkOnBorrowed {
                    id: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    status: row.try_get(2)?,
                })
            },
            mapper: |it| LockTicketToWorkOn::from(it),
        }
    }
}
pub struct LockTimeEntryStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_time_entry() -> LockTimeEntryStmt {
    LockTimeEntryStmt(
        "with ticket as materialized ( select id from tickets where id = (select ticket_id from time_entries where time_entries.id = $1) for no key update ) select entry.id, entry.ticket_id, entry.organization_id, entry.user_id, entry.started_at, entry.ended_at, entry.duration_seconds, entry.billable, entry.rate_class, entry.note, entry.billing_run, entry.created_by_kind, entry.created_by_id, entry.created_at, entry.updated_at, entry.version from ticket join time_entries as entry on entry.ticket_id = ticket.id and entry.id = $1 for update of entry",
        None,
    )
}
impl LockTimeEntryStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> TimeEntryRowQuery<'c, 'a, 's, C, TimeEntryRow, 1> {
        TimeEntryRowQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TimeEntryRowBorrowed, tokio_postgres::Error> {
                Ok(TimeEntryRowBorrowed {
                    id: row.try_get(0)?,
                    ticket_id: row.try_get(1)?,
                    organization_id: row.try_get(2)?,
                    user_id: row.try_get(3)?,
                    started_at: row.try_get(4)?,
                    ended_at: row.try_get(5)?,
                    duration_seconds: row.try_get(6)?,
                    billable: row.try_get(7)?,
                    rate_class: row.try_get(8)?,
                    note: row.try_get(9)?,
                    billing_run: row.try_get(10)?,
                    created_by_kind: row.try_get(11)?,
                    created_by_id: row.try_get(12)?,
                    created_at: row.try_get(13)?,
                    updated_at: row.try_get(14)?,
                    version: row.try_get(15)?,
                })
            },
            mapper: |it| TimeEntryRow::from(it),
        }
    }
}
pub struct GetTimeEntryStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn get_time_entry() -> GetTimeEntryStmt {
    GetTimeEntryStmt(
        "select id, ticket_id, organization_id, user_id, started_at, ended_at, duration_seconds, billable, rate_class, note, billing_run, created_by_kind, created_by_id, created_at, updated_at, version from time_entries where id = $1",
        None,
    )
}
impl GetTimeEntryStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> TimeEntryRowQuery<'c, 'a, 's, C, TimeEntryRow, 1> {
        TimeEntryRowQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TimeEntryRowBorrowed, tokio_postgres::Error> {
                Ok(TimeEntryRowBorrowed {
                    id: row.try_get(0)?,
                    ticket_id: row.try_get(1)?,
                    organization_id: row.try_get(2)?,
                    user_id: row.try_get(3)?,
                    started_at: row.try_get(4)?,
                    ended_at: row.try_get(5)?,
                    duration_seconds: row.try_get(6)?,
                    billable: row.try_get(7)?,
                    rate_class: row.try_get(8)?,
                    note: row.try_get(9)?,
                    billing_run: row.try_get(10)?,
                    created_by_kind: row.try_get(11)?,
                    created_by_id: row.try_get(12)?,
                    created_at: row.try_get(13)?,
                    updated_at: row.try_get(14)?,
                    version: row.try_get(15)?,
                })
            },
            mapper: |it| TimeEntryRow::from(it),
        }
    }
}
pub struct RunningTimeEntryStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn running_time_entry() -> RunningTimeEntryStmt {
    RunningTimeEntryStmt(
        "select id, ticket_id, organization_id, user_id, started_at, ended_at, duration_seconds, billable, rate_class, note, billing_run, created_by_kind, created_by_id, created_at, updated_at, version from time_entries where user_id = $1 and ended_at is null",
        None,
    )
}
impl RunningTimeEntryStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        user_id: &'a uuid::Uuid,
    ) -> TimeEntryRowQuery<'c, 'a, 's, C, TimeEntryRow, 1> {
        TimeEntryRowQuery {
            client,
            params: [user_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TimeEntryRowBorrowed, tokio_postgres::Error> {
                Ok(TimeEntryRowBorrowed {
                    id: row.try_get(0)?,
                    ticket_id: row.try_get(1)?,
                    organization_id: row.try_get(2)?,
                    user_id: row.try_get(3)?,
                    started_at: row.try_get(4)?,
                    ended_at: row.try_get(5)?,
                    duration_seconds: row.try_get(6)?,
                    billable: row.try_get(7)?,
                    rate_class: row.try_get(8)?,
                    note: row.try_get(9)?,
                    billing_run: row.try_get(10)?,
                    created_by_kind: row.try_get(11)?,
                    created_by_id: row.try_get(12)?,
                    created_at: row.try_get(13)?,
                    updated_at: row.try_get(14)?,
                    version: row.try_get(15)?,
                })
            },
            mapper: |it| TimeEntryRow::from(it),
        }
    }
}
pub struct OverlappingTimeEntriesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn overlapping_time_entries() -> OverlappingTimeEntriesStmt {
    OverlappingTimeEntriesStmt(
        "select other.id from time_entries as own join time_entries as other on other.user_id = own.user_id and other.id <> own.id and other.started_at < coalesce(own.ended_at, greatest($1::timestamptz, own.started_at)) and other.busy_until > own.started_at where own.id = $2 order by other.busy_until, other.id limit $3",
        None,
    )
}
impl OverlappingTimeEntriesStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        until: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        UuidUuidQuery {
            client,
            params: [until, id, limit],
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
        OverlappingTimeEntriesParams,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3>,
        C,
    > for OverlappingTimeEntriesStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a OverlappingTimeEntriesParams,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        self.bind(client, &params.until, &params.id, &params.limit)
    }
}
pub struct TimeEntriesWithinStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn time_entries_within() -> TimeEntriesWithinStmt {
    TimeEntriesWithinStmt(
        "select id from time_entries where user_id = $1 and id <> $2 and started_at < $3 and busy_until > $4 order by busy_until, id limit $5",
        None,
    )
}
impl TimeEntriesWithinStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        user_id: &'a uuid::Uuid,
        id: &'a uuid::Uuid,
        until: &'a jiff::Timestamp,
        started_at: &'a jiff::Timestamp,
        limit: &'a i64,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 5> {
        UuidUuidQuery {
            client,
            params: [user_id, id, until, started_at, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, TimeEntriesWithinParams, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 5>, C>
    for TimeEntriesWithinStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a TimeEntriesWithinParams,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 5> {
        self.bind(client, &params.user_id, &params.id, &params.until, &params.started_at, &params.limit)
    }
}
pub struct CreateTimeEntryStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn create_time_entry() -> CreateTimeEntryStmt {
    CreateTimeEntryStmt(
        "insert into time_entries ( id, ticket_id, organization_id, user_id, started_at, ended_at, billable, rate_class, note, created_by_kind, created_by_id, created_at, updated_at ) values ( $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12 ) returning id, ticket_id, organization_id, user_id, started_at, ended_at, duration_seconds, billable, rate_class, note, billing_run, created_by_kind, created_by_id, created_at, updated_at, version",
        None,
    )
}
impl CreateTimeEntryStmt {
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
        user_id: &'a uuid::Uuid,
        started_at: &'a jiff::Timestamp,
        ended_at: &'a Option<jiff::Timestamp>,
        billable: &'a bool,
        rate_class: &'a T1,
        note: &'a Option<T2>,
        created_by_kind: &'a T3,
        created_by_id: &'a Option<uuid::Uuid>,
        now: &'a jiff::Timestamp,
    ) -> TimeEntryRowQuery<'c, 'a, 's, C, TimeEntryRow, 12> {
        TimeEntryRowQuery {
            client,
            params: [
                id,
                ticket_id,
                organization_id,
                user_id,
                started_at,
                ended_at,
                billable,
                rate_class,
                note,
                created_by_kind,
                created_by_id,
                now,
            ],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TimeEntryRowBorrowed, tokio_postgres::Error> {
                Ok(TimeEntryRowBorrowed {
                    id: row.try_get(0)?,
                    ticket_id: row.try_get(1)?,
                    organization_id: row.try_get(2)?,
                    user_id: row.try_get(3)?,
                    started_at: row.try_get(4)?,
                    ended_at: row.try_get(5)?,
                    duration_seconds: row.try_get(6)?,
                    billable: row.try_get(7)?,
                    rate_class: row.try_get(8)?,
                    note: row.try_get(9)?,
                    billing_run: row.try_get(10)?,
                    created_by_kind: row.try_get(11)?,
                    created_by_id: row.try_get(12)?,
                    created_at: row.try_get(13)?,
                    updated_at: row.try_get(14)?,
                    version: row.try_get(15)?,
                })
            },
            mapper: |it| TimeEntryRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql, T3: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        CreateTimeEntryParams<T1, T2, T3>,
        TimeEntryRowQuery<'c, 'a, 's, C, TimeEntryRow, 12>,
        C,
    > for CreateTimeEntryStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CreateTimeEntryParams<T1, T2, T3>,
    ) -> TimeEntryRowQuery<'c, 'a, 's, C, TimeEntryRow, 12> {
        self.bind(
            client,
            &params.id,
            &params.ticket_id,
            &params.organization_id,
            &params.user_id,
            &params.started_at,
            &params.ended_at,
            &params.billable,
            &params.rate_class,
            &params.note,
            &params.created_by_kind,
            &params.created_by_id,
            &params.now,
        )
    }
}
pub struct UpdateTimeEntryStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn update_time_entry() -> UpdateTimeEntryStmt {
    UpdateTimeEntryStmt(
        "update time_entries set user_id = $1, started_at = $2, ended_at = $3, billable = $4, rate_class = $5, note = $6, updated_at = $7, version = version + 1 where id = $8 returning id, ticket_id, organization_id, user_id, started_at, ended_at, duration_seconds, billable, rate_class, note, billing_run, created_by_kind, created_by_id, created_at, updated_at, version",
        None,
    )
}
impl UpdateTimeEntryStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>(
        &'s self,
        client: &'c C,
        user_id: &'a uuid::Uuid,
        started_at: &'a jiff::Timestamp,
        ended_at: &'a Option<jiff::Timestamp>,
        billable: &'a bool,
        rate_class: &'a T1,
        note: &'a Option<T2>,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> TimeEntryRowQuery<'c, 'a, 's, C, TimeEntryRow, 8> {
        TimeEntryRowQuery {
            client,
            params: [user_id, started_at, ended_at, billable, rate_class, note, now, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TimeEntryRowBorrowed, tokio_postgres::Error> {
                Ok(TimeEntryRowBorrowed {
                    id: row.try_get(0)?,
                    ticket_id: row.try_get(1)?,
                    organization_id: row.try_get(2)?,
                    user_id: row.try_get(3)?,
                    started_at: row.try_get(4)?,
                    ended_at: row.try_get(5)?,
                    duration_seconds: row.try_get(6)?,
                    billable: row.try_get(7)?,
                    rate_class: row.try_get(8)?,
                    note: row.try_get(9)?,
                    billing_run: row.try_get(10)?,
                    created_by_kind: row.try_get(11)?,
                    created_by_id: row.try_get(12)?,
                    created_at: row.try_get(13)?,
                    updated_at: row.try_get(14)?,
                    version: row.try_get(15)?,
                })
            },
            mapper: |it| TimeEntryRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        UpdateTimeEntryParams<T1, T2>,
        TimeEntryRowQuery<'c, 'a, 's, C, TimeEntryRow, 8>,
        C,
    > for UpdateTimeEntryStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a UpdateTimeEntryParams<T1, T2>,
    ) -> TimeEntryRowQuery<'c, 'a, 's, C, TimeEntryRow, 8> {
        self.bind(
            client,
            &params.user_id,
            &params.started_at,
            &params.ended_at,
            &params.billable,
            &params.rate_class,
            &params.note,
            &params.now,
            &params.id,
        )
    }
}
pub struct DeleteTimeEntryStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn delete_time_entry() -> DeleteTimeEntryStmt {
    DeleteTimeEntryStmt("delete from time_entries where id = $1 returning id", None)
}
impl DeleteTimeEntryStmt {
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
pub struct LatestTimeEntriesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn latest_time_entries() -> LatestTimeEntriesStmt {
    LatestTimeEntriesStmt(
        "select id, ticket_id, organization_id, user_id, started_at, ended_at, duration_seconds, billable, rate_class, note, billing_run, created_by_kind, created_by_id, created_at, updated_at, version from time_entries where (started_at, id) < ($1::timestamptz, $2::uuid) and started_at >= $3::timestamptz and started_at < $4::timestamptz and ($5::uuid is null or ticket_id = $5) and ($6::uuid is null or user_id = $6) and ($7::boolean is null or billable = $7) and ($8::text is null or rate_class = $8) and ($9::boolean is null or (billing_run is not null) = $9) and ($10::boolean is null or (ended_at is null) = $10) and ($11::text is null or billing_run = $11) order by started_at desc, id desc limit $12",
        None,
    )
}
impl LatestTimeEntriesStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>(
        &'s self,
        client: &'c C,
        beyond_at: &'a jiff::Timestamp,
        beyond: &'a uuid::Uuid,
        since: &'a jiff::Timestamp,
        until: &'a jiff::Timestamp,
        ticket_id: &'a Option<uuid::Uuid>,
        user_id: &'a Option<uuid::Uuid>,
        billable: &'a Option<bool>,
        rate_class: &'a Option<T1>,
        locked: &'a Option<bool>,
        running: &'a Option<bool>,
        billing_run: &'a Option<T2>,
        limit: &'a i64,
    ) -> TimeEntryRowQuery<'c, 'a, 's, C, TimeEntryRow, 12> {
        TimeEntryRowQuery {
            client,
            params: [
                beyond_at,
                beyond,
                since,
                until,
                ticket_id,
                user_id,
                billable,
                rate_class,
                locked,
                running,
                billing_run,
                limit,
            ],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TimeEntryRowBorrowed, tokio_postgres::Error> {
                Ok(TimeEntryRowBorrowed {
                    id: row.try_get(0)?,
                    ticket_id: row.try_get(1)?,
                    organization_id: row.try_get(2)?,
                    user_id: row.try_get(3)?,
                    started_at: row.try_get(4)?,
                    ended_at: row.try_get(5)?,
                    duration_seconds: row.try_get(6)?,
                    billable: row.try_get(7)?,
                    rate_class: row.try_get(8)?,
                    note: row.try_get(9)?,
                    billing_run: row.try_get(10)?,
                    created_by_kind: row.try_get(11)?,
                    created_by_id: row.try_get(12)?,
                    created_at: row.try_get(13)?,
                    updated_at: row.try_get(14)?,
                    version: row.try_get(15)?,
                })
            },
            mapper: |it| TimeEntryRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        LatestTimeEntriesParams<T1, T2>,
        TimeEntryRowQuery<'c, 'a, 's, C, TimeEntryRow, 12>,
        C,
    > for LatestTimeEntriesStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a LatestTimeEntriesParams<T1, T2>,
    ) -> TimeEntryRowQuery<'c, 'a, 's, C, TimeEntryRow, 12> {
        self.bind(
            client,
            &params.beyond_at,
            &params.beyond,
            &params.since,
            &params.until,
            &params.ticket_id,
            &params.user_id,
            &params.billable,
            &params.rate_class,
            &params.locked,
            &params.running,
            &params.billing_run,
            &params.limit,
        )
    }
}
pub struct LatestTimeEntriesOfOrganizationsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn latest_time_entries_of_organizations() -> LatestTimeEntriesOfOrganizationsStmt {
    LatestTimeEntriesOfOrganizationsStmt(
        "select found.id, found.ticket_id, found.organization_id, found.user_id, found.started_at, found.ended_at, found.duration_seconds, found.billable, found.rate_class, found.note, found.billing_run, found.created_by_kind, found.created_by_id, found.created_at, found.updated_at, found.version from unnest($1::uuid[]) as organization (id) cross join lateral ( select entry.id, entry.ticket_id, entry.organization_id, entry.user_id, entry.started_at, entry.ended_at, entry.duration_seconds, entry.billable, entry.rate_class, entry.note, entry.billing_run, entry.created_by_kind, entry.created_by_id, entry.created_at, entry.updated_at, entry.version from time_entries as entry where entry.organization_id = organization.id and (entry.started_at, entry.id) < ($2::timestamptz, $3::uuid) and entry.started_at >= $4::timestamptz and entry.started_at < $5::timestamptz and ($6::uuid is null or entry.ticket_id = $6) and ($7::uuid is null or entry.user_id = $7) and ($8::boolean is null or entry.billable = $8) and ($9::text is null or entry.rate_class = $9) and ($10::boolean is null or (entry.billing_run is not null) = $10) and ($11::boolean is null or (entry.ended_at is null) = $11) and ($12::text is null or entry.billing_run = $12) order by entry.started_at desc, entry.id desc limit $13 ) as found order by found.started_at desc, found.id desc limit $13",
        None,
    )
}
impl LatestTimeEntriesOfOrganizationsStmt {
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
        T2: crate::StringSql,
        T3: crate::StringSql,
    >(
        &'s self,
        client: &'c C,
        organization_ids: &'a T1,
        beyond_at: &'a jiff::Timestamp,
        beyond: &'a uuid::Uuid,
        since: &'a jiff::Timestamp,
        until: &'a jiff::Timestamp,
        ticket_id: &'a Option<uuid::Uuid>,
        user_id: &'a Option<uuid::Uuid>,
        billable: &'a Option<bool>,
        rate_class: &'a Option<T2>,
        locked: &'a Option<bool>,
        running: &'a Option<bool>,
        billing_run: &'a Option<T3>,
        limit: &'a i64,
    ) -> TimeEntryRowQuery<'c, 'a, 's, C, TimeEntryRow, 13> {
        TimeEntryRowQuery {
            client,
            params: [
                organization_ids,
                beyond_at,
                beyond,
                since,
                until,
                ticket_id,
                user_id,
                billable,
                rate_class,
                locked,
                running,
                billing_run,
                limit,
            ],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TimeEntryRowBorrowed, tokio_postgres::Error> {
                Ok(TimeEntryRowBorrowed {
                    id: row.try_get(0)?,
                    ticket_id: row.try_get(1)?,
                    organization_id: row.try_get(2)?,
                    user_id: row.try_get(3)?,
                    started_at: row.try_get(4)?,
                    ended_at: row.try_get(5)?,
                    duration_seconds: row.try_get(6)?,
                    billable: row.try_get(7)?,
                    rate_class: row.try_get(8)?,
                    note: row.try_get(9)?,
                    billing_run: row.try_get(10)?,
                    created_by_kind: row.try_get(11)?,
                    created_by_id: row.try_get(12)?,
                    created_at: row.try_get(13)?,
                    updated_at: row.try_get(14)?,
                    version: row.try_get(15)?,
                })
            },
            mapper: |it| TimeEntryRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>, T2: crate::StringSql, T3: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        LatestTimeEntriesOfOrganizationsParams<T1, T2, T3>,
        TimeEntryRowQuery<'c, 'a, 's, C, TimeEntryRow, 13>,
        C,
    > for LatestTimeEntriesOfOrganizationsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a LatestTimeEntriesOfOrganizationsParams<T1, T2, T3>,
    ) -> TimeEntryRowQuery<'c, 'a, 's, C, TimeEntryRow, 13> {
        self.bind(
            client,
            &params.organization_ids,
            &params.beyond_at,
            &params.beyond,
            &params.since,
            &params.until,
            &params.ticket_id,
            &params.user_id,
            &params.billable,
            &params.rate_class,
            &params.locked,
            &params.running,
            &params.billing_run,
            &params.limit,
        )
    }
}
