// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct ReportProcessParams<T1: crate::StringSql, T2: crate::StringSql, T3: crate::JsonSql> {
    pub id: uuid::Uuid,
    pub process: T1,
    pub host: T2,
    pub tasks: T3,
}
#[derive(Debug, Clone, PartialEq)]
pub struct Processes {
    pub id: uuid::Uuid,
    pub process: String,
    pub host: String,
    pub silent_seconds: f64,
    pub tasks: serde_json::Value,
}
pub struct ProcessesBorrowed<'a> {
    pub id: uuid::Uuid,
    pub process: &'a str,
    pub host: &'a str,
    pub silent_seconds: f64,
    pub tasks: postgres_types::Json<&'a serde_json::value::RawValue>,
}
impl<'a> From<ProcessesBorrowed<'a>> for Processes {
    fn from(ProcessesBorrowed { id, process, host, silent_seconds, tasks }: ProcessesBorrowed<'a>) -> Self {
        Self {
            id,
            process: process.into(),
            host: host.into(),
            silent_seconds,
            tasks: serde_json::from_str(tasks.0.get()).unwrap(),
        }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
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
pub struct ProcessesQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<ProcessesBorrowed, tokio_postgres::Error>,
    mapper: fn(ProcessesBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> ProcessesQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(ProcessesBorrowed) -> R) -> ProcessesQuery<'c, 'a, 's, C, R, N> {
        ProcessesQuery {
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
pub struct ReportProcessStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn report_process() -> ReportProcessStmt {
    ReportProcessStmt(
        "insert into background_processes (id, process, host, started_at, seen_at, tasks) values ($1, $2, $3, now(), now(), $4) on conflict (id) do update set seen_at = now(), tasks = excluded.tasks returning id",
        None,
    )
}
impl ReportProcessStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql, T3: crate::JsonSql>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        process: &'a T1,
        host: &'a T2,
        tasks: &'a T3,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4> {
        UuidUuidQuery {
            client,
            params: [id, process, host, tasks],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql, T3: crate::JsonSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        ReportProcessParams<T1, T2, T3>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4>,
        C,
    > for ReportProcessStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ReportProcessParams<T1, T2, T3>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4> {
        self.bind(client, &params.id, &params.process, &params.host, &params.tasks)
    }
}
pub struct ProcessesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn processes() -> ProcessesStmt {
    ProcessesStmt(
        "select id, process, host, extract(epoch from now() - seen_at)::double precision as silent_seconds, tasks from background_processes order by process, id",
        None,
    )
}
impl ProcessesStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(&'s self, client: &'c C) -> ProcessesQuery<'c, 'a, 's, C, Processes, 0> {
        ProcessesQuery {
            client,
            params: [],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ProcessesBorrowed, tokio_postgres::Error> {
                Ok(ProcessesBorrowed {
                    id: row.try_get(0)?,
                    process: row.try_get(1)?,
                    host: row.try_get(2)?,
                    silent_seconds: row.try_get(3)?,
                    tasks: row.try_get(4)?,
                })
            },
            mapper: |it| Processes::from(it),
        }
    }
}
pub struct ForgetProcessStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn forget_process() -> ForgetProcessStmt {
    ForgetProcessStmt("delete from background_processes where id = $1 returning id", None)
}
impl ForgetProcessStmt {
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
pub struct ForgetSilentProcessesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn forget_silent_processes() -> ForgetSilentProcessesStmt {
    ForgetSilentProcessesStmt(
        "delete from background_processes where seen_at < now() - interval '1 minute' returning id",
        None,
    )
}
impl ForgetSilentProcessesStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(&'s self, client: &'c C) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 0> {
        UuidUuidQuery {
            client,
            params: [],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
