// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct AddJobParams<
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::StringSql,
    T4: crate::StringSql,
    T5: crate::StringSql,
    T6: crate::StringSql,
    T7: crate::StringSql,
> {
    pub id: uuid::Uuid,
    pub organization_id: uuid::Uuid,
    pub device_id: Option<uuid::Uuid>,
    pub host: Option<T1>,
    pub matched_by: T2,
    pub product: T3,
    pub external_ref: T4,
    pub kind: T5,
    pub result: T6,
    pub started_at: jiff::Timestamp,
    pub ended_at: Option<jiff::Timestamp>,
    pub bytes: Option<i64>,
    pub message: Option<T7>,
    pub now: jiff::Timestamp,
}
#[derive(Debug)]
pub struct LockJobParams<T1: crate::StringSql, T2: crate::StringSql> {
    pub organization_id: uuid::Uuid,
    pub product: T1,
    pub external_ref: T2,
}
#[derive(Debug)]
pub struct UpdateJobParams<T1: crate::StringSql, T2: crate::StringSql, T3: crate::StringSql, T4: crate::StringSql> {
    pub device_id: Option<uuid::Uuid>,
    pub host: Option<T1>,
    pub matched_by: T2,
    pub result: T3,
    pub started_at: jiff::Timestamp,
    pub ended_at: Option<jiff::Timestamp>,
    pub bytes: Option<i64>,
    pub message: Option<T4>,
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Clone, Copy, Debug)]
pub struct NewestJobsParams {
    pub before: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct NewestJobsOfOrganizationsParams<T1: crate::ArraySql<Item = uuid::Uuid>> {
    pub organization_ids: T1,
    pub before: uuid::Uuid,
    pub limit: i64,
}
#[derive(Clone, Copy, Debug)]
pub struct JobsOfDeviceParams {
    pub device_id: uuid::Uuid,
    pub before: uuid::Uuid,
    pub organization_id: Option<uuid::Uuid>,
    pub limit: i64,
}
#[derive(Debug, Clone, PartialEq)]
pub struct JobRow {
    pub id: uuid::Uuid,
    pub organization_id: uuid::Uuid,
    pub device_id: Option<uuid::Uuid>,
    pub host: Option<String>,
    pub matched_by: String,
    pub product: String,
    pub external_ref: String,
    pub r#type: String,
    pub result: String,
    pub started_at: jiff::Timestamp,
    pub ended_at: Option<jiff::Timestamp>,
    pub bytes: Option<i64>,
    pub message: Option<String>,
    pub reported_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub version: i32,
}
pub struct JobRowBorrowed<'a> {
    pub id: uuid::Uuid,
    pub organization_id: uuid::Uuid,
    pub device_id: Option<uuid::Uuid>,
    pub host: Option<&'a str>,
    pub matched_by: &'a str,
    pub product: &'a str,
    pub external_ref: &'a str,
    pub r#type: &'a str,
    pub result: &'a str,
    pub started_at: jiff::Timestamp,
    pub ended_at: Option<jiff::Timestamp>,
    pub bytes: Option<i64>,
    pub message: Option<&'a str>,
    pub reported_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub version: i32,
}
impl<'a> From<JobRowBorrowed<'a>> for JobRow {
    fn from(
        JobRowBorrowed {
            id,
            organization_id,
            device_id,
            host,
            matched_by,
            product,
            external_ref,
            r#type,
            result,
            started_at,
            ended_at,
            bytes,
            message,
            reported_at,
            updated_at,
            version,
        }: JobRowBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            organization_id,
            device_id,
            host: host.map(|v| v.into()),
            matched_by: matched_by.into(),
            product: product.into(),
            external_ref: external_ref.into(),
            r#type: r#type.into(),
            result: result.into(),
            started_at,
            ended_at,
            bytes,
            message: message.map(|v| v.into()),
            reported_at,
            updated_at,
            version,
        }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct JobRowQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<JobRowBorrowed, tokio_postgres::Error>,
    mapper: fn(JobRowBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> JobRowQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(JobRowBorrowed) -> R) -> JobRowQuery<'c, 'a, 's, C, R, N> {
        JobRowQuery {
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
pub struct AddJobStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn add_job() -> AddJobStmt {
    AddJobStmt(
        "insert into backup_jobs ( id, organization_id, device_id, host, matched_by, product, external_ref, type, result, started_at, ended_at, bytes, message, reported_at, updated_at ) values ( $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14 ) on conflict on constraint backup_jobs_external_ref_is_unique do nothing returning id, organization_id, device_id, host, matched_by, product, external_ref, type, result, started_at, ended_at, bytes, message, reported_at, updated_at, version",
        None,
    )
}
impl AddJobStmt {
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
        T2: crate::StringSql,
        T3: crate::StringSql,
        T4: crate::StringSql,
        T5: crate::StringSql,
        T6: crate::StringSql,
        T7: crate::StringSql,
    >(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        organization_id: &'a uuid::Uuid,
        device_id: &'a Option<uuid::Uuid>,
        host: &'a Option<T1>,
        matched_by: &'a T2,
        product: &'a T3,
        external_ref: &'a T4,
        kind: &'a T5,
        result: &'a T6,
        started_at: &'a jiff::Timestamp,
        ended_at: &'a Option<jiff::Timestamp>,
        bytes: &'a Option<i64>,
        message: &'a Option<T7>,
        now: &'a jiff::Timestamp,
    ) -> JobRowQuery<'c, 'a, 's, C, JobRow, 14> {
        JobRowQuery {
            client,
            params: [
                id,
                organization_id,
                device_id,
                host,
                matched_by,
                product,
                external_ref,
                kind,
                result,
                started_at,
                ended_at,
                bytes,
                message,
                now,
            ],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<JobRowBorrowed, tokio_postgres::Error> {
                Ok(JobRowBorrowed {
                    id: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    device_id: row.try_get(2)?,
                    host: row.try_get(3)?,
                    matched_by: row.try_get(4)?,
                    product: row.try_get(5)?,
                    external_ref: row.try_get(6)?,
                    r#type: row.try_get(7)?,
                    result: row.try_get(8)?,
                    started_at: row.try_get(9)?,
                    ended_at: row.try_get(10)?,
                    bytes: row.try_get(11)?,
                    message: row.try_get(12)?,
                    reported_at: row.try_get(13)?,
                    updated_at: row.try_get(14)?,
                    version: row.try_get(15)?,
                })
            },
            mapper: |it| JobRow::from(it),
        }
    }
}
impl<
    'c,
    'a,
    's,
    C: GenericClient,
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::StringSql,
    T4: crate::StringSql,
    T5: crate::StringSql,
    T6: crate::StringSql,
    T7: crate::StringSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        AddJobParams<T1, T2, T3, T4, T5, T6, T7>,
        JobRowQuery<'c, 'a, 's, C, JobRow, 14>,
        C,
    > for AddJobStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a AddJobParams<T1, T2, T3, T4, T5, T6, T7>,
    ) -> JobRowQuery<'c, 'a, 's, C, JobRow, 14> {
        self.bind(
            client,
            &params.id,
            &params.organization_id,
            &params.device_id,
            &params.host,
            &params.matched_by,
            &params.product,
            &params.external_ref,
            &params.kind,
            &params.result,
            &params.started_at,
            &params.ended_at,
            &params.bytes,
            &params.message,
            &params.now,
        )
    }
}
pub struct LockJobStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_job() -> LockJobStmt {
    LockJobStmt(
        "select id, organization_id, device_id, host, matched_by, product, external_ref, type, result, started_at, ended_at, bytes, message, reported_at, updated_at, version from backup_jobs where organization_id = $1 and product = $2 and external_ref = $3 for update",
        None,
    )
}
impl LockJobStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>(
        &'s self,
        client: &'c C,
        organization_id: &'a uuid::Uuid,
        product: &'a T1,
        external_ref: &'a T2,
    ) -> JobRowQuery<'c, 'a, 's, C, JobRow, 3> {
        JobRowQuery {
            client,
            params: [organization_id, product, external_ref],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<JobRowBorrowed, tokio_postgres::Error> {
                Ok(JobRowBorrowed {
                    id: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    device_id: row.try_get(2)?,
                    host: row.try_get(3)?,
                    matched_by: row.try_get(4)?,
                    product: row.try_get(5)?,
                    external_ref: row.try_get(6)?,
                    r#type: row.try_get(7)?,
                    result: row.try_get(8)?,
                    started_at: row.try_get(9)?,
                    ended_at: row.try_get(10)?,
                    bytes: row.try_get(11)?,
                    message: row.try_get(12)?,
                    reported_at: row.try_get(13)?,
                    updated_at: row.try_get(14)?,
                    version: row.try_get(15)?,
                })
            },
            mapper: |it| JobRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, LockJobParams<T1, T2>, JobRowQuery<'c, 'a, 's, C, JobRow, 3>, C>
    for LockJobStmt
{
    fn params(&'s self, client: &'c C, params: &'a LockJobParams<T1, T2>) -> JobRowQuery<'c, 'a, 's, C, JobRow, 3> {
        self.bind(client, &params.organization_id, &params.product, &params.external_ref)
    }
}
pub struct UpdateJobStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn update_job() -> UpdateJobStmt {
    UpdateJobStmt(
        "update backup_jobs set device_id = $1, host = $2, matched_by = $3, result = $4, started_at = $5, ended_at = $6, bytes = $7, message = $8, updated_at = $9, version = version + 1 where id = $10 returning id, organization_id, device_id, host, matched_by, product, external_ref, type, result, started_at, ended_at, bytes, message, reported_at, updated_at, version",
        None,
    )
}
impl UpdateJobStmt {
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
        T2: crate::StringSql,
        T3: crate::StringSql,
        T4: crate::StringSql,
    >(
        &'s self,
        client: &'c C,
        device_id: &'a Option<uuid::Uuid>,
        host: &'a Option<T1>,
        matched_by: &'a T2,
        result: &'a T3,
        started_at: &'a jiff::Timestamp,
        ended_at: &'a Option<jiff::Timestamp>,
        bytes: &'a Option<i64>,
        message: &'a Option<T4>,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> JobRowQuery<'c, 'a, 's, C, JobRow, 10> {
        JobRowQuery {
            client,
            params: [device_id, host, matched_by, result, started_at, ended_at, bytes, message, now, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<JobRowBorrowed, tokio_postgres::Error> {
                Ok(JobRowBorrowed {
                    id: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    device_id: row.try_get(2)?,
                    host: row.try_get(3)?,
                    matched_by: row.try_get(4)?,
                    product: row.try_get(5)?,
                    external_ref: row.try_get(6)?,
                    r#type: row.try_get(7)?,
                    result: row.try_get(8)?,
                    started_at: row.try_get(9)?,
                    ended_at: row.try_get(10)?,
                    bytes: row.try_get(11)?,
                    message: row.try_get(12)?,
                    reported_at: row.try_get(13)?,
                    updated_at: row.try_get(14)?,
                    version: row.try_get(15)?,
                })
            },
            mapper: |it| JobRow::from(it),
        }
    }
}
impl<
    'c,
    'a,
    's,
    C: GenericClient,
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::StringSql,
    T4: crate::StringSql,
> crate::client::async_::Params<'c, 'a, 's, UpdateJobParams<T1, T2, T3, T4>, JobRowQuery<'c, 'a, 's, C, JobRow, 10>, C>
    for UpdateJobStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a UpdateJobParams<T1, T2, T3, T4>,
    ) -> JobRowQuery<'c, 'a, 's, C, JobRow, 10> {
        self.bind(
            client,
            &params.device_id,
            &params.host,
            &params.matched_by,
            &params.result,
            &params.started_at,
            &params.ended_at,
            &params.bytes,
            &params.message,
            &params.now,
            &params.id,
        )
    }
}
pub struct GetJobStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn get_job() -> GetJobStmt {
    GetJobStmt(
        "select id, organization_id, device_id, host, matched_by, product, external_ref, type, result, started_at, ended_at, bytes, message, reported_at, updated_at, version from backup_jobs where id = $1",
        None,
    )
}
impl GetJobStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> JobRowQuery<'c, 'a, 's, C, JobRow, 1> {
        JobRowQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<JobRowBorrowed, tokio_postgres::Error> {
                Ok(JobRowBorrowed {
                    id: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    device_id: row.try_get(2)?,
                    host: row.try_get(3)?,
                    matched_by: row.try_get(4)?,
                    product: row.try_get(5)?,
                    external_ref: row.try_get(6)?,
                    r#type: row.try_get(7)?,
                    result: row.try_get(8)?,
                    started_at: row.try_get(9)?,
                    ended_at: row.try_get(10)?,
                    bytes: row.try_get(11)?,
                    message: row.try_get(12)?,
                    reported_at: row.try_get(13)?,
                    updated_at: row.try_get(14)?,
                    version: row.try_get(15)?,
                })
            },
            mapper: |it| JobRow::from(it),
        }
    }
}
pub struct NewestJobsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn newest_jobs() -> NewestJobsStmt {
    NewestJobsStmt(
        "select id, organization_id, device_id, host, matched_by, product, external_ref, type, result, started_at, ended_at, bytes, message, reported_at, updated_at, version from backup_jobs where id < $1 order by id desc limit $2",
        None,
    )
}
impl NewestJobsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        before: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> JobRowQuery<'c, 'a, 's, C, JobRow, 2> {
        JobRowQuery {
            client,
            params: [before, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<JobRowBorrowed, tokio_postgres::Error> {
                Ok(JobRowBorrowed {
                    id: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    device_id: row.try_get(2)?,
                    host: row.try_get(3)?,
                    matched_by: row.try_get(4)?,
                    product: row.try_get(5)?,
                    external_ref: row.try_get(6)?,
                    r#type: row.try_get(7)?,
                    result: row.try_get(8)?,
                    started_at: row.try_get(9)?,
                    ended_at: row.try_get(10)?,
                    bytes: row.try_get(11)?,
                    message: row.try_get(12)?,
                    reported_at: row.try_get(13)?,
                    updated_at: row.try_get(14)?,
                    version: row.try_get(15)?,
                })
            },
            mapper: |it| JobRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, NewestJobsParams, JobRowQuery<'c, 'a, 's, C, JobRow, 2>, C>
    for NewestJobsStmt
{
    fn params(&'s self, client: &'c C, params: &'a NewestJobsParams) -> JobRowQuery<'c, 'a, 's, C, JobRow, 2> {
        self.bind(client, &params.before, &params.limit)
    }
}
pub struct NewestJobsOfOrganizationsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn newest_jobs_of_organizations() -> NewestJobsOfOrganizationsStmt {
    NewestJobsOfOrganizationsStmt(
        "select found.id, found.organization_id, found.device_id, found.host, found.matched_by, found.product, found.external_ref, found.type, found.result, found.started_at, found.ended_at, found.bytes, found.message, found.reported_at, found.updated_at, found.version from unnest($1::uuid[]) as organization (id) cross join lateral ( select id, organization_id, device_id, host, matched_by, product, external_ref, type, result, started_at, ended_at, bytes, message, reported_at, updated_at, version from backup_jobs where backup_jobs.organization_id = organization.id and backup_jobs.id < $2 order by backup_jobs.id desc limit $3 ) as found order by found.id desc limit $3",
        None,
    )
}
impl NewestJobsOfOrganizationsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        organization_ids: &'a T1,
        before: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> JobRowQuery<'c, 'a, 's, C, JobRow, 3> {
        JobRowQuery {
            client,
            params: [organization_ids, before, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<JobRowBorrowed, tokio_postgres::Error> {
                Ok(JobRowBorrowed {
                    id: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    device_id: row.try_get(2)?,
                    host: row.try_get(3)?,
                    matched_by: row.try_get(4)?,
                    product: row.try_get(5)?,
                    external_ref: row.try_get(6)?,
                    r#type: row.try_get(7)?,
                    result: row.try_get(8)?,
                    started_at: row.try_get(9)?,
                    ended_at: row.try_get(10)?,
                    bytes: row.try_get(11)?,
                    message: row.try_get(12)?,
                    reported_at: row.try_get(13)?,
                    updated_at: row.try_get(14)?,
                    version: row.try_get(15)?,
                })
            },
            mapper: |it| JobRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        NewestJobsOfOrganizationsParams<T1>,
        JobRowQuery<'c, 'a, 's, C, JobRow, 3>,
        C,
    > for NewestJobsOfOrganizationsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a NewestJobsOfOrganizationsParams<T1>,
    ) -> JobRowQuery<'c, 'a, 's, C, JobRow, 3> {
        self.bind(client, &params.organization_ids, &params.before, &params.limit)
    }
}
pub struct JobsOfDeviceStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn jobs_of_device() -> JobsOfDeviceStmt {
    JobsOfDeviceStmt(
        "select id, organization_id, device_id, host, matched_by, product, external_ref, type, result, started_at, ended_at, bytes, message, reported_at, updated_at, version from backup_jobs where device_id = $1 and id < $2 and ($3::uuid is null or organization_id = $3) order by id desc limit $4",
        None,
    )
}
impl JobsOfDeviceStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        device_id: &'a uuid::Uuid,
        before: &'a uuid::Uuid,
        organization_id: &'a Option<uuid::Uuid>,
        limit: &'a i64,
    ) -> JobRowQuery<'c, 'a, 's, C, JobRow, 4> {
        JobRowQuery {
            client,
            params: [device_id, before, organization_id, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<JobRowBorrowed, tokio_postgres::Error> {
                Ok(JobRowBorrowed {
                    id: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    device_id: row.try_get(2)?,
                    host: row.try_get(3)?,
                    matched_by: row.try_get(4)?,
                    product: row.try_get(5)?,
                    external_ref: row.try_get(6)?,
                    r#type: row.try_get(7)?,
                    result: row.try_get(8)?,
                    started_at: row.try_get(9)?,
                    ended_at: row.try_get(10)?,
                    bytes: row.try_get(11)?,
                    message: row.try_get(12)?,
                    reported_at: row.try_get(13)?,
                    updated_at: row.try_get(14)?,
                    version: row.try_get(15)?,
                })
            },
            mapper: |it| JobRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, JobsOfDeviceParams, JobRowQuery<'c, 'a, 's, C, JobRow, 4>, C>
    for JobsOfDeviceStmt
{
    fn params(&'s self, client: &'c C, params: &'a JobsOfDeviceParams) -> JobRowQuery<'c, 'a, 's, C, JobRow, 4> {
        self.bind(client, &params.device_id, &params.before, &params.organization_id, &params.limit)
    }
}
pub struct ForgetJobsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn forget_jobs() -> ForgetJobsStmt {
    ForgetJobsStmt(
        "delete from backup_jobs where (tenant_id, id) in ( select tenant_id, id from backup_jobs where reported_at < $1 limit 5000 ) returning id",
        None,
    )
}
impl ForgetJobsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        before: &'a jiff::Timestamp,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 1> {
        UuidUuidQuery {
            client,
            params: [before],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
