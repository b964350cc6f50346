// This file was generated with `cornucopia`. Do not modify.

#[derive(Clone, Copy, Debug)]
pub struct ListChecksParams {
    pub before: uuid::Uuid,
    pub repository_id: Option<uuid::Uuid>,
    pub limit: i64,
}
#[derive(Debug)]
pub struct AddCheckParams<T1: crate::StringSql, T2: crate::JsonSql> {
    pub id: uuid::Uuid,
    pub repository_id: uuid::Uuid,
    pub organization_id: Option<uuid::Uuid>,
    pub result: T1,
    pub started_at: jiff::Timestamp,
    pub finished_at: jiff::Timestamp,
    pub report: T2,
}
#[derive(Debug)]
pub struct SetCheckedParams<T1: crate::StringSql, T2: crate::ArraySql<Item = T1>, T3: crate::StringSql> {
    pub check_id: uuid::Uuid,
    pub immutable: Option<bool>,
    pub intact: Option<bool>,
    pub integrity_checked_at: Option<jiff::Timestamp>,
    pub bytes: i64,
    pub integrity_groups: i32,
    pub integrity_next: i32,
    pub integrity_cycle_started_at: Option<jiff::Timestamp>,
    pub fully_read_through: Option<jiff::Timestamp>,
    pub damaged_packs: T2,
    pub locked_since: Option<jiff::Timestamp>,
    pub id: uuid::Uuid,
    pub url: T3,
}
#[derive(Debug)]
pub struct SetLastCheckParams<T1: crate::StringSql> {
    pub check_id: uuid::Uuid,
    pub id: uuid::Uuid,
    pub url: T1,
}
#[derive(Debug)]
pub struct AddSnapshotsParams<T1: crate::StringSql, T2: crate::ArraySql<Item = T1>> {
    pub repository_id: uuid::Uuid,
    pub now: jiff::Timestamp,
    pub snapshots: T2,
}
#[derive(Debug)]
pub struct ForgetSnapshotsParams<T1: crate::StringSql, T2: crate::ArraySql<Item = T1>> {
    pub repository_id: uuid::Uuid,
    pub kept: T2,
}
#[derive(Clone, Copy, Debug)]
pub struct RestoresOfRepositoryParams {
    pub repository_id: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct PutHostParams<T1: crate::StringSql, T2: crate::JsonSql> {
    pub id: uuid::Uuid,
    pub repository_id: uuid::Uuid,
    pub organization_id: Option<uuid::Uuid>,
    pub host: T1,
    pub now: jiff::Timestamp,
    pub snapshots: i32,
    pub paths: T2,
    pub recovery_point_at: jiff::Timestamp,
    pub claims_the_future: bool,
    pub change_ratio: Option<f64>,
    pub usual_change_ratio: Option<f64>,
}
#[derive(Debug)]
pub struct SetRestoreTestParams<T1: crate::StringSql, T2: crate::StringSql> {
    pub now: jiff::Timestamp,
    pub passed: bool,
    pub seconds: i32,
    pub restore_fault: Option<T1>,
    pub repository_id: uuid::Uuid,
    pub host: T2,
}
#[derive(Debug)]
pub struct SetRestoreTriedParams<T1: crate::StringSql, T2: crate::ArraySql<Item = T1>> {
    pub now: jiff::Timestamp,
    pub repository_id: uuid::Uuid,
    pub hosts: T2,
}
#[derive(Clone, Copy, Debug)]
pub struct ForgetHostsParams {
    pub repository_id: uuid::Uuid,
    pub before: jiff::Timestamp,
}
#[derive(Debug)]
pub struct RenewMeasuredEvidenceParams<T1: crate::StringSql> {
    pub repository_id: uuid::Uuid,
    pub origin: T1,
    pub now: jiff::Timestamp,
}
#[derive(Debug)]
pub struct ListHostsParams<T1: crate::StringSql> {
    pub before: uuid::Uuid,
    pub repository_id: Option<uuid::Uuid>,
    pub r#match: Option<T1>,
    pub limit: i64,
}
#[derive(Debug)]
pub struct DecideHostParams<T1: crate::StringSql> {
    pub r#match: T1,
    pub device_id: Option<uuid::Uuid>,
    pub organization_id: Option<uuid::Uuid>,
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Debug, Clone, PartialEq)]
pub struct CheckRow {
    pub id: uuid::Uuid,
    pub repository_id: uuid::Uuid,
    pub organization_id: Option<uuid::Uuid>,
    pub report: serde_json::Value,
}
pub struct CheckRowBorrowed<'a> {
    pub id: uuid::Uuid,
    pub repository_id: uuid::Uuid,
    pub organization_id: Option<uuid::Uuid>,
    pub report: postgres_types::Json<&'a serde_json::value::RawValue>,
}
impl<'a> From<CheckRowBorrowed<'a>> for CheckRow {
    fn from(CheckRowBorrowed { id, repository_id, organization_id, report }: CheckRowBorrowed<'a>) -> Self {
        Self { id, repository_id, organization_id, report: serde_json::from_str(report.0.get()).unwrap() }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct KnownSnapshots {
    pub snapshot: String,
    pub first_seen_at: jiff::Timestamp,
}
pub struct KnownSnapshotsBorrowed<'a> {
    pub snapshot: &'a str,
    pub first_seen_at: jiff::Timestamp,
}
impl<'a> From<KnownSnapshotsBorrowed<'a>> for KnownSnapshots {
    fn from(KnownSnapshotsBorrowed { snapshot, first_seen_at }: KnownSnapshotsBorrowed<'a>) -> Self {
        Self { snapshot: snapshot.into(), first_seen_at }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct RestoreRow {
    pub host: String,
    pub restore_tried_at: jiff::Timestamp,
    pub restore_tested_at: Option<jiff::Timestamp>,
    pub restore_result: Option<String>,
}
pub struct RestoreRowBorrowed<'a> {
    pub host: &'a str,
    pub restore_tried_at: jiff::Timestamp,
    pub restore_tested_at: Option<jiff::Timestamp>,
    pub restore_result: Option<&'a str>,
}
impl<'a> From<RestoreRowBorrowed<'a>> for RestoreRow {
    fn from(
        RestoreRowBorrowed { host, restore_tried_at, restore_tested_at, restore_result }: RestoreRowBorrowed<'a>,
    ) -> Self {
        Self {
            host: host.into(),
            restore_tried_at,
            restore_tested_at,
            restore_result: restore_result.map(|v| v.into()),
        }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct HostRow {
    pub id: uuid::Uuid,
    pub repository_id: uuid::Uuid,
    pub organization_id: Option<uuid::Uuid>,
    pub host: String,
    pub device_id: Option<uuid::Uuid>,
    pub r#match: String,
    pub first_seen_at: jiff::Timestamp,
    pub last_seen_at: jiff::Timestamp,
    pub snapshots: i32,
    pub paths: serde_json::Value,
    pub recovery_point_at: jiff::Timestamp,
    pub change_ratio: Option<f64>,
    pub usual_change_ratio: Option<f64>,
    pub restore_tested_at: Option<jiff::Timestamp>,
    pub restore_result: Option<String>,
    pub restore_seconds: Option<i32>,
    pub restore_fault: Option<String>,
    pub version: i32,
}
pub struct HostRowBorrowed<'a> {
    pub id: uuid::Uuid,
    pub repository_id: uuid::Uuid,
    pub organization_id: Option<uuid::Uuid>,
    pub host: &'a str,
    pub device_id: Option<uuid::Uuid>,
    pub r#match: &'a str,
    pub first_seen_at: jiff::Timestamp,
    pub last_seen_at: jiff::Timestamp,
    pub snapshots: i32,
    pub paths: postgres_types::Json<&'a serde_json::value::RawValue>,
    pub recovery_point_at: jiff::Timestamp,
    pub change_ratio: Option<f64>,
    pub usual_change_ratio: Option<f64>,
    pub restore_tested_at: Option<jiff::Timestamp>,
    pub restore_result: Option<&'a str>,
    pub restore_seconds: Option<i32>,
    pub restore_fault: Option<&'a str>,
    pub version: i32,
}
impl<'a> From<HostRowBorrowed<'a>> for HostRow {
    fn from(
        HostRowBorrowed {
            id,
            repository_id,
            organization_id,
            host,
            device_id,
            r#match,
            first_seen_at,
            last_seen_at,
            snapshots,
            paths,
            recovery_point_at,
            change_ratio,
            usual_change_ratio,
            restore_tested_at,
            restore_result,
            restore_seconds,
            restore_fault,
            version,
        }: HostRowBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            repository_id,
            organization_id,
            host: host.into(),
            device_id,
            r#match: r#match.into(),
            first_seen_at,
            last_seen_at,
            snapshots,
            paths: serde_json::from_str(paths.0.get()).unwrap(),
            recovery_point_at,
            change_ratio,
            usual_change_ratio,
            restore_tested_at,
            restore_result: restore_result.map(|v| v.into()),
            restore_seconds,
            restore_fault: restore_fault.map(|v| v.into()),
            version,
        }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct CheckRowQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<CheckRowBorrowed, tokio_postgres::Error>,
    mapper: fn(CheckRowBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> CheckRowQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(CheckRowBorrowed) -> R) -> CheckRowQuery<'c, 'a, 's, C, R, N> {
        CheckRowQuery {
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
pub struct KnownSnapshotsQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<KnownSnapshotsBorrowed, tokio_postgres::Error>,
    mapper: fn(KnownSnapshotsBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> KnownSnapshotsQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(KnownSnapshotsBorrowed) -> R) -> KnownSnapshotsQuery<'c, 'a, 's, C, R, N> {
        KnownSnapshotsQuery {
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
pub struct RestoreRowQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<RestoreRowBorrowed, tokio_postgres::Error>,
    mapper: fn(RestoreRowBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> RestoreRowQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(RestoreRowBorrowed) -> R) -> RestoreRowQuery<'c, 'a, 's, C, R, N> {
        RestoreRowQuery {
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
pub struct HostRowQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<HostRowBorrowed, tokio_postgres::Error>,
    mapper: fn(HostRowBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> HostRowQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(HostRowBorrowed) -> R) -> HostRowQuery<'c, 'a, 's, C, R, N> {
        HostRowQuery {
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
pub struct ListChecksStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn list_checks() -> ListChecksStmt {
    ListChecksStmt(
        "select id, repository_id, organization_id, report from backup_checks where id < $1 and ($2::uuid is null or repository_id = $2) order by id desc limit $3",
        None,
    )
}
impl ListChecksStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        before: &'a uuid::Uuid,
        repository_id: &'a Option<uuid::Uuid>,
        limit: &'a i64,
    ) -> CheckRowQuery<'c, 'a, 's, C, CheckRow, 3> {
        CheckRowQuery {
            client,
            params: [before, repository_id, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<CheckRowBorrowed, tokio_postgres::Error> {
                Ok(CheckRowBorrowed {
                    id: row.try_get(0)?,
                    repository_id: row.try_get(1)?,
                    organization_id: row.try_get(2)?,
                    report: row.try_get(3)?,
                })
            },
            mapper: |it| CheckRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, ListChecksParams, CheckRowQuery<'c, 'a, 's, C, CheckRow, 3>, C>
    for ListChecksStmt
{
    fn params(&'s self, client: &'c C, params: &'a ListChecksParams) -> CheckRowQuery<'c, 'a, 's, C, CheckRow, 3> {
        self.bind(client, &params.before, &params.repository_id, &params.limit)
    }
}
pub struct GetCheckStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn get_check() -> GetCheckStmt {
    GetCheckStmt("select id, repository_id, organization_id, report from backup_checks where id = $1", None)
}
impl GetCheckStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> CheckRowQuery<'c, 'a, 's, C, CheckRow, 1> {
        CheckRowQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<CheckRowBorrowed, tokio_postgres::Error> {
                Ok(CheckRowBorrowed {
                    id: row.try_get(0)?,
                    repository_id: row.try_get(1)?,
                    organization_id: row.try_get(2)?,
                    report: row.try_get(3)?,
                })
            },
            mapper: |it| CheckRow::from(it),
        }
    }
}
pub struct ForgetChecksStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn forget_checks() -> ForgetChecksStmt {
    ForgetChecksStmt(
        "delete from backup_checks where (tenant_id, id) in ( select tenant_id, id from backup_checks where finished_at < $1 limit 5000 ) returning id",
        None,
    )
}
impl ForgetChecksStmt {
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
pub struct LockRunningCheckStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_running_check() -> LockRunningCheckStmt {
    LockRunningCheckStmt("select id from operations where id = $1 and status = 'running' for update", None)
}
impl LockRunningCheckStmt {
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
pub struct AddCheckStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn add_check() -> AddCheckStmt {
    AddCheckStmt(
        "insert into backup_checks (id, repository_id, organization_id, result, started_at, finished_at, report) values ($1, $2, $3, $4, $5, $6, $7) on conflict on constraint backup_checks_pkey do nothing returning id",
        None,
    )
}
impl AddCheckStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::JsonSql>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        repository_id: &'a uuid::Uuid,
        organization_id: &'a Option<uuid::Uuid>,
        result: &'a T1,
        started_at: &'a jiff::Timestamp,
        finished_at: &'a jiff::Timestamp,
        report: &'a T2,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 7> {
        UuidUuidQuery {
            client,
            params: [id, repository_id, organization_id, result, started_at, finished_at, report],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::JsonSql>
    crate::client::async_::Params<'c, 'a, 's, AddCheckParams<T1, T2>, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 7>, C>
    for AddCheckStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a AddCheckParams<T1, T2>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 7> {
        self.bind(
            client,
            &params.id,
            &params.repository_id,
            &params.organization_id,
            &params.result,
            &params.started_at,
            &params.finished_at,
            &params.report,
        )
    }
}
pub struct SetCheckedStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn set_checked() -> SetCheckedStmt {
    SetCheckedStmt(
        "update backup_repositories set last_check_id = $1, immutable = $2, intact = $3, integrity_checked_at = $4, bytes = $5, integrity_groups = $6, integrity_next = $7, integrity_cycle_started_at = $8, fully_read_through = $9, damaged_packs = $10, locked_since = $11 where id = $12 and url = $13 returning id",
        None,
    )
}
impl SetCheckedStmt {
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
        T3: crate::StringSql,
    >(
        &'s self,
        client: &'c C,
        check_id: &'a uuid::Uuid,
        immutable: &'a Option<bool>,
        intact: &'a Option<bool>,
        integrity_checked_at: &'a Option<jiff::Timestamp>,
        bytes: &'a i64,
        integrity_groups: &'a i32,
        integrity_next: &'a i32,
        integrity_cycle_started_at: &'a Option<jiff::Timestamp>,
        fully_read_through: &'a Option<jiff::Timestamp>,
        damaged_packs: &'a T2,
        locked_since: &'a Option<jiff::Timestamp>,
        id: &'a uuid::Uuid,
        url: &'a T3,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 13> {
        UuidUuidQuery {
            client,
            params: [
                check_id,
                immutable,
                intact,
                integrity_checked_at,
                bytes,
                integrity_groups,
                integrity_next,
                integrity_cycle_started_at,
                fully_read_through,
                damaged_packs,
                locked_since,
                id,
                url,
            ],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>, T3: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        SetCheckedParams<T1, T2, T3>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 13>,
        C,
    > for SetCheckedStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a SetCheckedParams<T1, T2, T3>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 13> {
        self.bind(
            client,
            &params.check_id,
            &params.immutable,
            &params.intact,
            &params.integrity_checked_at,
            &params.bytes,
            &params.integrity_groups,
            &params.integrity_next,
            &params.integrity_cycle_started_at,
            &params.fully_read_through,
            &params.damaged_packs,
            &params.locked_since,
            &params.id,
            &params.url,
        )
    }
}
pub struct SetLastCheckStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn set_last_check() -> SetLastCheckStmt {
    SetLastCheckStmt("update backup_repositories set last_check_id = $1 where id = $2 and url = $3 returning id", None)
}
impl SetLastCheckStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        check_id: &'a uuid::Uuid,
        id: &'a uuid::Uuid,
        url: &'a T1,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        UuidUuidQuery {
            client,
            params: [check_id, id, url],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, SetLastCheckParams<T1>, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3>, C>
    for SetLastCheckStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a SetLastCheckParams<T1>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        self.bind(client, &params.check_id, &params.id, &params.url)
    }
}
pub struct KnownSnapshotsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn known_snapshots() -> KnownSnapshotsStmt {
    KnownSnapshotsStmt("select snapshot, first_seen_at from backup_snapshots where repository_id = $1", None)
}
impl KnownSnapshotsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        repository_id: &'a uuid::Uuid,
    ) -> KnownSnapshotsQuery<'c, 'a, 's, C, KnownSnapshots, 1> {
        KnownSnapshotsQuery {
            client,
            params: [repository_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<KnownSnapshotsBorrowed, tokio_postgres::Error> {
                Ok(KnownSnapshotsBorrowed { snapshot: row.try_get(0)?, first_seen_at: row.try_get(1)? })
            },
            mapper: |it| KnownSnapshots::from(it),
        }
    }
}
pub struct AddSnapshotsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn add_snapshots() -> AddSnapshotsStmt {
    AddSnapshotsStmt(
        "insert into backup_snapshots (repository_id, snapshot, first_seen_at) select $1, seen.snapshot, $2 from unnest($3::text[]) as seen (snapshot) on conflict on constraint backup_snapshots_pkey do nothing returning snapshot",
        None,
    )
}
impl AddSnapshotsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>(
        &'s self,
        client: &'c C,
        repository_id: &'a uuid::Uuid,
        now: &'a jiff::Timestamp,
        snapshots: &'a T2,
    ) -> StringQuery<'c, 'a, 's, C, String, 3> {
        StringQuery {
            client,
            params: [repository_id, now, snapshots],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it.into(),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>
    crate::client::async_::Params<'c, 'a, 's, AddSnapshotsParams<T1, T2>, StringQuery<'c, 'a, 's, C, String, 3>, C>
    for AddSnapshotsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a AddSnapshotsParams<T1, T2>,
    ) -> StringQuery<'c, 'a, 's, C, String, 3> {
        self.bind(client, &params.repository_id, &params.now, &params.snapshots)
    }
}
pub struct ForgetSnapshotsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn forget_snapshots() -> ForgetSnapshotsStmt {
    ForgetSnapshotsStmt(
        "delete from backup_snapshots where repository_id = $1 and not snapshot = any ($2::text[]) returning snapshot",
        None,
    )
}
impl ForgetSnapshotsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>(
        &'s self,
        client: &'c C,
        repository_id: &'a uuid::Uuid,
        kept: &'a T2,
    ) -> StringQuery<'c, 'a, 's, C, String, 2> {
        StringQuery {
            client,
            params: [repository_id, kept],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it.into(),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>
    crate::client::async_::Params<'c, 'a, 's, ForgetSnapshotsParams<T1, T2>, StringQuery<'c, 'a, 's, C, String, 2>, C>
    for ForgetSnapshotsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ForgetSnapshotsParams<T1, T2>,
    ) -> StringQuery<'c, 'a, 's, C, String, 2> {
        self.bind(client, &params.repository_id, &params.kept)
    }
}
pub struct RestoresOfRepositoryStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn restores_of_repository() -> RestoresOfRepositoryStmt {
    RestoresOfRepositoryStmt(
        "select host, restore_tried_at, restore_tested_at, restore_result from backup_hosts where repository_id = $1 and restore_tried_at is not null order by last_seen_at desc, host limit $2",
        None,
    )
}
impl RestoresOfRepositoryStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        repository_id: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> RestoreRowQuery<'c, 'a, 's, C, RestoreRow, 2> {
        RestoreRowQuery {
            client,
            params: [repository_id, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<RestoreRowBorrowed, tokio_postgres::Error> {
                Ok(RestoreRowBorrowed {
                    host: row.try_get(0)?,
                    restore_tried_at: row.try_get(1)?,
                    restore_tested_at: row.try_get(2)?,
                    restore_result: row.try_get(3)?,
                })
            },
            mapper: |it| RestoreRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        RestoresOfRepositoryParams,
        RestoreRowQuery<'c, 'a, 's, C, RestoreRow, 2>,
        C,
    > for RestoresOfRepositoryStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a RestoresOfRepositoryParams,
    ) -> RestoreRowQuery<'c, 'a, 's, C, RestoreRow, 2> {
        self.bind(client, &params.repository_id, &params.limit)
    }
}
pub struct PutHostStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn put_host() -> PutHostStmt {
    PutHostStmt(
        "insert into backup_hosts ( id, repository_id, organization_id, host, match, first_seen_at, last_seen_at, snapshots, paths, recovery_point_at, claims_the_future, change_ratio, usual_change_ratio, updated_at ) values ( $1, $2, $3, $4, 'none', $5, $5, $6, $7, $8, $9, $10, $11, $5 ) on conflict on constraint backup_hosts_host_is_unique do update set last_seen_at = excluded.last_seen_at, snapshots = excluded.snapshots, paths = excluded.paths, recovery_point_at = excluded.recovery_point_at, claims_the_future = excluded.claims_the_future, change_ratio = excluded.change_ratio, usual_change_ratio = excluded.usual_change_ratio, updated_at = excluded.updated_at returning id",
        None,
    )
}
impl PutHostStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::JsonSql>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        repository_id: &'a uuid::Uuid,
        organization_id: &'a Option<uuid::Uuid>,
        host: &'a T1,
        now: &'a jiff::Timestamp,
        snapshots: &'a i32,
        paths: &'a T2,
        recovery_point_at: &'a jiff::Timestamp,
        claims_the_future: &'a bool,
        change_ratio: &'a Option<f64>,
        usual_change_ratio: &'a Option<f64>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 11> {
        UuidUuidQuery {
            client,
            params: [
                id,
                repository_id,
                organization_id,
                host,
                now,
                snapshots,
                paths,
                recovery_point_at,
                claims_the_future,
                change_ratio,
                usual_change_ratio,
            ],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::JsonSql>
    crate::client::async_::Params<'c, 'a, 's, PutHostParams<T1, T2>, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 11>, C>
    for PutHostStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a PutHostParams<T1, T2>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 11> {
        self.bind(
            client,
            &params.id,
            &params.repository_id,
            &params.organization_id,
            &params.host,
            &params.now,
            &params.snapshots,
            &params.paths,
            &params.recovery_point_at,
            &params.claims_the_future,
            &params.change_ratio,
            &params.usual_change_ratio,
        )
    }
}
pub struct SetRestoreTestStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn set_restore_test() -> SetRestoreTestStmt {
    SetRestoreTestStmt(
        "update backup_hosts set restore_tried_at = $1, restore_tested_at = $1, restore_passed_at = case when $2::boolean then $1 else restore_passed_at end, restore_result = case when $2::boolean then 'succeeded' else 'failed' end, restore_seconds = $3, restore_fault = $4 where repository_id = $5 and host = $6 returning id",
        None,
    )
}
impl SetRestoreTestStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
        passed: &'a bool,
        seconds: &'a i32,
        restore_fault: &'a Option<T1>,
        repository_id: &'a uuid::Uuid,
        host: &'a T2,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 6> {
        UuidUuidQuery {
            client,
            params: [now, passed, seconds, restore_fault, repository_id, host],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        SetRestoreTestParams<T1, T2>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 6>,
        C,
    > for SetRestoreTestStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a SetRestoreTestParams<T1, T2>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 6> {
        self.bind(
            client,
            &params.now,
            &params.passed,
            &params.seconds,
            &params.restore_fault,
            &params.repository_id,
            &params.host,
        )
    }
}
pub struct SetRestoreTriedStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn set_restore_tried() -> SetRestoreTriedStmt {
    SetRestoreTriedStmt(
        "update backup_hosts set restore_tried_at = $1 where repository_id = $2 and host = any ($3::text[]) returning id",
        None,
    )
}
impl SetRestoreTriedStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
        repository_id: &'a uuid::Uuid,
        hosts: &'a T2,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        UuidUuidQuery {
            client,
            params: [now, repository_id, hosts],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        SetRestoreTriedParams<T1, T2>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3>,
        C,
    > for SetRestoreTriedStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a SetRestoreTriedParams<T1, T2>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        self.bind(client, &params.now, &params.repository_id, &params.hosts)
    }
}
pub struct ForgetHostsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn forget_hosts() -> ForgetHostsStmt {
    ForgetHostsStmt("delete from backup_hosts where repository_id = $1 and last_seen_at < $2 returning id", None)
}
impl ForgetHostsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        repository_id: &'a uuid::Uuid,
        before: &'a jiff::Timestamp,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        UuidUuidQuery {
            client,
            params: [repository_id, before],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, ForgetHostsParams, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>, C>
    for ForgetHostsStmt
{
    fn params(&'s self, client: &'c C, params: &'a ForgetHostsParams) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.repository_id, &params.before)
    }
}
pub struct MatchHostsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn match_hosts() -> MatchHostsStmt {
    MatchHostsStmt(
        "with named as ( select backup_hosts.id, backup_repositories.organization_id as default_organization_id, backup_device_names.device_id, backup_device_names.organization_id, backup_device_names.name = lower(backup_hosts.host) as is_whole from backup_hosts join backup_repositories on backup_repositories.tenant_id = backup_hosts.tenant_id and backup_repositories.id = backup_hosts.repository_id left join ( backup_device_names join devices on devices.tenant_id = backup_device_names.tenant_id and devices.id = backup_device_names.device_id and devices.retired_at is null ) on backup_device_names.tenant_id = backup_hosts.tenant_id and backup_device_names.name in ( lower(backup_hosts.host), case when backup_hosts.host ~ '[^0-9.]' then split_part(lower(backup_hosts.host), '.', 1) end ) and ( backup_repositories.organization_id is null or backup_device_names.organization_id = backup_repositories.organization_id ) where backup_hosts.repository_id = $1 and backup_hosts.match in ('none', 'ambiguous', 'proposed') ), best as ( select id, default_organization_id, device_id, organization_id from named where is_whole is true or not exists (select from named as other where other.id = named.id and other.is_whole) ), candidates as ( select id, default_organization_id, count(distinct device_id) as devices, min(device_id::text)::uuid as device_id, min(organization_id::text)::uuid as organization_id from best group by id, default_organization_id ) update backup_hosts set match = case candidates.devices when 0 then 'none' when 1 then 'proposed' else 'ambiguous' end, device_id = case when candidates.devices = 1 then candidates.device_id end, organization_id = case when candidates.devices = 1 then candidates.organization_id else candidates.default_organization_id end, version = backup_hosts.version + 1 from candidates where backup_hosts.id = candidates.id and ( backup_hosts.match <> case candidates.devices when 0 then 'none' when 1 then 'proposed' else 'ambiguous' end or backup_hosts.device_id is distinct from case when candidates.devices = 1 then candidates.device_id end ) returning backup_hosts.id",
        None,
    )
}
impl MatchHostsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        repository_id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 1> {
        UuidUuidQuery {
            client,
            params: [repository_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct RenewMeasuredEvidenceStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn renew_measured_evidence() -> RenewMeasuredEvidenceStmt {
    RenewMeasuredEvidenceStmt(
        "with measured as ( select backup_hosts.device_id, backup_hosts.organization_id, max(backup_hosts.recovery_point_at) as recovery_point_at, bool_or(backup_hosts.claims_the_future) as claims_the_future, max(backup_hosts.restore_tested_at) as restore_tested_at, max(backup_hosts.restore_passed_at) as restore_passed_at, bool_or(backup_hosts.restore_result = 'failed') as restore_failed, max(backup_hosts.restore_seconds) as restore_seconds, bool_or(backup_repositories.immutable) as immutable, bool_or(backup_repositories.expected_offsite) as offsite, bool_and(backup_repositories.intact) as intact, max(backup_repositories.integrity_checked_at) as checked_at, max(backup_repositories.integrity_checked_at) filter (where backup_repositories.fully_read_through is not null) as read_at from backup_hosts join backup_repositories on backup_repositories.tenant_id = backup_hosts.tenant_id and backup_repositories.id = backup_hosts.repository_id join devices on devices.tenant_id = backup_hosts.tenant_id and devices.id = backup_hosts.device_id and devices.organization_id = backup_hosts.organization_id where backup_hosts.repository_id = $1 and backup_hosts.match in ('proposed', 'confirmed') group by backup_hosts.device_id, backup_hosts.organization_id ), facts as ( select device_id, organization_id, 'backup' as type, recovery_point_at as last_success_at, recovery_point_at as last_attempt_at, case when claims_the_future then 'warning' else 'succeeded' end as result, null::integer as seconds, immutable, offsite from measured union all select device_id, organization_id, 'restore_test', restore_passed_at, restore_tested_at, case when restore_failed then 'failed' else 'succeeded' end, restore_seconds, null, null from measured where restore_tested_at is not null union all select device_id, organization_id, 'integrity_check', case when intact then read_at end, checked_at, case when intact then 'succeeded' else 'failed' end, null, null, null from measured where intact is not null and checked_at is not null ), removed as ( delete from backup_evidence where origin = $2 and not exists ( select from facts where facts.device_id = backup_evidence.device_id and facts.type = backup_evidence.type ) returning device_id ) insert into backup_evidence ( device_id, origin, type, organization_id, evidence, last_success_at, last_attempt_at, last_result, seconds, immutable, offsite, updated_at ) select device_id, $2, type, organization_id, 'measured', last_success_at, last_attempt_at, result, seconds, immutable, offsite, $3 from facts on conflict (tenant_id, device_id, origin, type) do update set organization_id = excluded.organization_id, last_success_at = excluded.last_success_at, last_attempt_at = excluded.last_attempt_at, last_result = excluded.last_result, seconds = excluded.seconds, immutable = excluded.immutable, offsite = excluded.offsite, updated_at = excluded.updated_at returning device_id",
        None,
    )
}
impl RenewMeasuredEvidenceStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        repository_id: &'a uuid::Uuid,
        origin: &'a T1,
        now: &'a jiff::Timestamp,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        UuidUuidQuery {
            client,
            params: [repository_id, origin, now],
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
        RenewMeasuredEvidenceParams<T1>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3>,
        C,
    > for RenewMeasuredEvidenceStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a RenewMeasuredEvidenceParams<T1>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        self.bind(client, &params.repository_id, &params.origin, &params.now)
    }
}
pub struct ListHostsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn list_hosts() -> ListHostsStmt {
    ListHostsStmt(
        "select id, repository_id, organization_id, host, device_id, match, first_seen_at, last_seen_at, snapshots, paths, recovery_point_at, change_ratio, usual_change_ratio, restore_tested_at, restore_result, restore_seconds, restore_fault, version from backup_hosts where id < $1 and ($2::uuid is null or repository_id = $2) and ($3::text is null or match = $3) order by id desc limit $4",
        None,
    )
}
impl ListHostsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        before: &'a uuid::Uuid,
        repository_id: &'a Option<uuid::Uuid>,
        r#match: &'a Option<T1>,
        limit: &'a i64,
    ) -> HostRowQuery<'c, 'a, 's, C, HostRow, 4> {
        HostRowQuery {
            client,
            params: [before, repository_id, r#match, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<HostRowBorrowed, tokio_postgres::Error> {
                Ok(HostRowBorrowed {
                    id: row.try_get(0)?,
                    repository_id: row.try_get(1)?,
                    organization_id: row.try_get(2)?,
                    host: row.try_get(3)?,
                    device_id: row.try_get(4)?,
                    r#match: row.try_get(5)?,
                    first_seen_at: row.try_get(6)?,
                    last_seen_at: row.try_get(7)?,
                    snapshots: row.try_get(8)?,
                    paths: row.try_get(9)?,
                    recovery_point_at: row.try_get(10)?,
                    change_ratio: row.try_get(11)?,
                    usual_change_ratio: row.try_get(12)?,
                    restore_tested_at: row.try_get(13)?,
                    restore_result: row.try_get(14)?,
                    restore_seconds: row.try_get(15)?,
                    restore_fault: row.try_get(16)?,
                    version: row.try_get(17)?,
                })
            },
            mapper: |it| HostRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, ListHostsParams<T1>, HostRowQuery<'c, 'a, 's, C, HostRow, 4>, C>
    for ListHostsStmt
{
    fn params(&'s self, client: &'c C, params: &'a ListHostsParams<T1>) -> HostRowQuery<'c, 'a, 's, C, HostRow, 4> {
        self.bind(client, &params.before, &params.repository_id, &params.r#match, &params.limit)
    }
}
pub struct GetHostStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn get_host() -> GetHostStmt {
    GetHostStmt(
        "select id, repository_id, organization_id, host, device_id, match, first_seen_at, last_seen_at, snapshots, paths, recovery_point_at, change_ratio, usual_change_ratio, restore_tested_at, restore_result, restore_seconds, restore_fault, version from backup_hosts where id = $1",
        None,
    )
}
impl GetHostStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> HostRowQuery<'c, 'a, 's, C, HostRow, 1> {
        HostRowQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<HostRowBorrowed, tokio_postgres::Error> {
                Ok(HostRowBorrowed {
                    id: row.try_get(0)?,
                    repository_id: row.try_get(1)?,
                    organization_id: row.try_get(2)?,
                    host: row.try_get(3)?,
                    device_id: row.try_get(4)?,
                    r#match: row.try_get(5)?,
                    first_seen_at: row.try_get(6)?,
                    last_seen_at: row.try_get(7)?,
                    snapshots: row.try_get(8)?,
                    paths: row.try_get(9)?,
                    recovery_point_at: row.try_get(10)?,
                    change_ratio: row.try_get(11)?,
                    usual_change_ratio: row.try_get(12)?,
                    restore_tested_at: row.try_get(13)?,
                    restore_result: row.try_get(14)?,
                    restore_seconds: row.try_get(15)?,
                    restore_fault: row.try_get(16)?,
                    version: row.try_get(17)?,
                })
            },
            mapper: |it| HostRow::from(it),
        }
    }
}
pub struct LockHostStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_host() -> LockHostStmt {
    LockHostStmt(
        "select id, repository_id, organization_id, host, device_id, match, first_seen_at, last_seen_at, snapshots, paths, recovery_point_at, change_ratio, usual_change_ratio, restore_tested_at, restore_result, restore_seconds, restore_fault, version from backup_hosts where id = $1 for update",
        None,
    )
}
impl LockHostStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> HostRowQuery<'c, 'a, 's, C, HostRow, 1> {
        HostRowQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<HostRowBorrowed, tokio_postgres::Error> {
                Ok(HostRowBorrowed {
                    id: row.try_get(0)?,
                    repository_id: row.try_get(1)?,
                    organization_id: row.try_get(2)?,
                    host: row.try_get(3)?,
                    device_id: row.try_get(4)?,
                    r#match: row.try_get(5)?,
                    first_seen_at: row.try_get(6)?,
                    last_seen_at: row.try_get(7)?,
                    snapshots: row.try_get(8)?,
                    paths: row.try_get(9)?,
                    recovery_point_at: row.try_get(10)?,
                    change_ratio: row.try_get(11)?,
                    usual_change_ratio: row.try_get(12)?,
                    restore_tested_at: row.try_get(13)?,
                    restore_result: row.try_get(14)?,
                    restore_seconds: row.try_get(15)?,
                    restore_fault: row.try_get(16)?,
                    version: row.try_get(17)?,
                })
            },
            mapper: |it| HostRow::from(it),
        }
    }
}
pub struct DecideHostStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn decide_host() -> DecideHostStmt {
    DecideHostStmt(
        "update backup_hosts set match = $1, device_id = $2, organization_id = coalesce($3, organization_id), updated_at = $4, version = version + 1 where id = $5 returning id",
        None,
    )
}
impl DecideHostStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        r#match: &'a T1,
        device_id: &'a Option<uuid::Uuid>,
        organization_id: &'a Option<uuid::Uuid>,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 5> {
        UuidUuidQuery {
            client,
            params: [r#match, device_id, organization_id, now, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, DecideHostParams<T1>, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 5>, C>
    for DecideHostStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a DecideHostParams<T1>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 5> {
        self.bind(client, &params.r#match, &params.device_id, &params.organization_id, &params.now, &params.id)
    }
}
