// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct AddStatusParams<
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::ArraySql<Item = jiff::Timestamp>,
    T4: crate::ArraySql<Item = jiff::Timestamp>,
    T5: crate::ArraySql<Item = f64>,
> {
    pub parts: T2,
    pub from_ats: T3,
    pub to_ats: T4,
    pub down_ratios: T5,
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct WorkersSeen {
    pub alive: i64,
    pub known: i64,
}
#[derive(Debug, Clone, PartialEq)]
pub struct StatusDays {
    pub part: String,
    pub day: jiff::civil::Date,
    pub first_at: jiff::Timestamp,
    pub watched_seconds: f64,
    pub down_seconds: f64,
}
pub struct StatusDaysBorrowed<'a> {
    pub part: &'a str,
    pub day: jiff::civil::Date,
    pub first_at: jiff::Timestamp,
    pub watched_seconds: f64,
    pub down_seconds: f64,
}
impl<'a> From<StatusDaysBorrowed<'a>> for StatusDays {
    fn from(StatusDaysBorrowed { part, day, first_at, watched_seconds, down_seconds }: StatusDaysBorrowed<'a>) -> Self {
        Self { part: part.into(), day, first_at, watched_seconds, down_seconds }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct I32Query<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<i32, tokio_postgres::Error>,
    mapper: fn(i32) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> I32Query<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(i32) -> R) -> I32Query<'c, 'a, 's, C, R, N> {
        I32Query {
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
pub struct WorkersSeenQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<WorkersSeen, tokio_postgres::Error>,
    mapper: fn(WorkersSeen) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> WorkersSeenQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(WorkersSeen) -> R) -> WorkersSeenQuery<'c, 'a, 's, C, R, N> {
        WorkersSeenQuery {
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
pub struct StringQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<&str, tokio_postgres::Error>,
    mapper: fn(&str) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> StringQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(&str) -> R) -> StringQuery<'c, 'a, 's, C, R, N> {
        StringQuery {
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
pub struct StatusDaysQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<StatusDaysBorrowed, tokio_postgres::Error>,
    mapper: fn(StatusDaysBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> StatusDaysQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(StatusDaysBorrowed) -> R) -> StatusDaysQuery<'c, 'a, 's, C, R, N> {
        StatusDaysQuery {
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
pub struct AnswersStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn answers() -> AnswersStmt {
    AnswersStmt("select 1 as one", None)
}
impl AnswersStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(&'s self, client: &'c C) -> I32Query<'c, 'a, 's, C, i32, 0> {
        I32Query {
            client,
            params: [],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct WorkersSeenStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn workers_seen() -> WorkersSeenStmt {
    WorkersSeenStmt(
        "select count(*) filter (where seen_at > now() - interval '10 seconds') as alive, count(*) as known from background_processes where process <> 'serve'",
        None,
    )
}
impl WorkersSeenStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
    ) -> WorkersSeenQuery<'c, 'a, 's, C, WorkersSeen, 0> {
        WorkersSeenQuery {
            client,
            params: [],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<WorkersSeen, tokio_postgres::Error> {
                Ok(WorkersSeen { alive: row.try_get(0)?, known: row.try_get(1)? })
            },
            mapper: |it| WorkersSeen::from(it),
        }
    }
}
pub struct AddStatusStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn add_status() -> AddStatusStmt {
    AddStatusStmt(
        "insert into status_days (part, day, first_at, watched_until, watched_seconds, down_seconds) select part, (from_at at time zone 'utc')::date, from_at, to_at, extract(epoch from to_at - from_at)::double precision, down_ratio * extract(epoch from to_at - from_at)::double precision from unnest($1::text[], $2::timestamptz[], $3::timestamptz[], $4::double precision[]) as sample (part, from_at, to_at, down_ratio) on conflict (part, day) do update set watched_until = excluded.watched_until, watched_seconds = status_days.watched_seconds + extract(epoch from excluded.watched_until - greatest(excluded.first_at, status_days.watched_until))::double precision, down_seconds = status_days.down_seconds + excluded.down_seconds / excluded.watched_seconds * extract(epoch from excluded.watched_until - greatest(excluded.first_at, status_days.watched_until))::double precision where excluded.watched_until > status_days.watched_until returning part",
        None,
    )
}
impl AddStatusStmt {
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
        T2: crate::ArraySql<Item = T1>,
        T3: crate::ArraySql<Item = jiff::Timestamp>,
        T4: crate::ArraySql<Item = jiff::Timestamp>,
        T5: crate::ArraySql<Item = f64>,
    >(
        &'s self,
        client: &'c C,
        parts: &'a T2,
        from_ats: &'a T3,
        to_ats: &'a T4,
        down_ratios: &'a T5,
    ) -> StringQuery<'c, 'a, 's, C, String, 4> {
        StringQuery {
            client,
            params: [parts, from_ats, to_ats, down_ratios],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it.into(),
        }
    }
}
impl<
    'c,
    'a,
    's,
    C: GenericClient,
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::ArraySql<Item = jiff::Timestamp>,
    T4: crate::ArraySql<Item = jiff::Timestamp>,
    T5: crate::ArraySql<Item = f64>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        AddStatusParams<T1, T2, T3, T4, T5>,
        StringQuery<'c, 'a, 's, C, String, 4>,
        C,
    > for AddStatusStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a AddStatusParams<T1, T2, T3, T4, T5>,
    ) -> StringQuery<'c, 'a, 's, C, String, 4> {
        self.bind(client, &params.parts, &params.from_ats, &params.to_ats, &params.down_ratios)
    }
}
pub struct StatusDaysStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn status_days() -> StatusDaysStmt {
    StatusDaysStmt("select part, day, first_at, watched_seconds, down_seconds from status_days where day >= $1", None)
}
impl StatusDaysStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        since: &'a jiff::civil::Date,
    ) -> StatusDaysQuery<'c, 'a, 's, C, StatusDays, 1> {
        StatusDaysQuery {
            client,
            params: [since],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<StatusDaysBorrowed, tokio_postgres::Error> {
                Ok(StatusDaysBorrowed {
                    part: row.try_get(0)?,
                    day: row.try_get(1)?,
                    first_at: row.try_get(2)?,
                    watched_seconds: row.try_get(3)?,
                    down_seconds: row.try_get(4)?,
                })
            },
            mapper: |it| StatusDays::from(it),
        }
    }
}
pub struct ForgetStatusDaysStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn forget_status_days() -> ForgetStatusDaysStmt {
    ForgetStatusDaysStmt("delete from status_days where day < $1 returning part", None)
}
impl ForgetStatusDaysStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        since: &'a jiff::civil::Date,
    ) -> StringQuery<'c, 'a, 's, C, String, 1> {
        StringQuery {
            client,
            params: [since],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it.into(),
        }
    }
}
