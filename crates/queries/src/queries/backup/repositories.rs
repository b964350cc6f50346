// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct CreateRepositoryParams<
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::StringSql,
    T4: crate::BytesSql,
    T5: crate::BytesSql,
> {
    pub id: uuid::Uuid,
    pub organization_id: Option<uuid::Uuid>,
    pub name: T1,
    pub kind: T2,
    pub url: T3,
    pub password_sealed: T4,
    pub credentials_sealed: Option<T5>,
    pub expected_immutable: bool,
    pub expected_offsite: bool,
    pub check_every_seconds: i32,
    pub now: jiff::Timestamp,
    pub quota: i64,
}
#[derive(Clone, Copy, Debug)]
pub struct ListRepositoriesParams {
    pub before: uuid::Uuid,
    pub organization_id: Option<uuid::Uuid>,
    pub limit: i64,
}
#[derive(Debug)]
pub struct RepositoryNamedParams<T1: crate::StringSql> {
    pub name: T1,
    pub organization_id: Option<uuid::Uuid>,
}
#[derive(Debug)]
pub struct UpdateRepositoryParams<T1: crate::StringSql, T2: crate::BytesSql, T3: crate::BytesSql, T4: crate::StringSql>
{
    pub name: T1,
    pub password_sealed: Option<T2>,
    pub sets_credentials: bool,
    pub credentials_sealed: Option<T3>,
    pub expected_immutable: bool,
    pub expected_offsite: bool,
    pub check_every_seconds: i32,
    pub next_check_at: jiff::Timestamp,
    pub url: T4,
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Clone, Copy, Debug)]
pub struct CancelCheckOfRepositoryParams {
    pub now: jiff::Timestamp,
    pub repository_id: uuid::Uuid,
}
#[derive(Debug)]
pub struct DueRepositoriesParams<T1: crate::StringSql> {
    pub kind: T1,
    pub now: jiff::Timestamp,
    pub most_of_a_tenant: i64,
    pub limit: i64,
}
#[derive(Clone, Copy, Debug)]
pub struct BeginCheckParams {
    pub operation_id: uuid::Uuid,
    pub next_check_at: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Debug, Clone, PartialEq)]
pub struct RepositoryRow {
    pub id: uuid::Uuid,
    pub organization_id: Option<uuid::Uuid>,
    pub name: String,
    pub kind: String,
    pub url: String,
    pub has_credentials: bool,
    pub expected_immutable: bool,
    pub expected_offsite: bool,
    pub check_every_seconds: i32,
    pub next_check_at: jiff::Timestamp,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub version: i32,
    pub last_check_id: Option<uuid::Uuid>,
    pub report: Option<serde_json::Value>,
}
pub struct RepositoryRowBorrowed<'a> {
    pub id: uuid::Uuid,
    pub organization_id: Option<uuid::Uuid>,
    pub name: &'a str,
    pub kind: &'a str,
    pub url: &'a str,
    pub has_credentials: bool,
    pub expected_immutable: bool,
    pub expected_offsite: bool,
    pub check_every_seconds: i32,
    pub next_check_at: jiff::Timestamp,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub version: i32,
    pub last_check_id: Option<uuid::Uuid>,
    pub report: Option<postgres_types::Json<&'a serde_json::value::RawValue>>,
}
impl<'a> From<RepositoryRowBorrowed<'a>> for RepositoryRow {
    fn from(
        RepositoryRowBorrowed {
            id,
            organization_id,
            name,
            kind,
            url,
            has_credentials,
            expected_immutable,
            expected_offsite,
            check_every_seconds,
            next_check_at,
            created_at,
            updated_at,
            version,
            last_check_id,
            report,
        }: RepositoryRowBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            organization_id,
            name: name.into(),
            kind: kind.into(),
            url: url.into(),
            has_credentials,
            expected_immutable,
            expected_offsite,
            check_every_seconds,
            next_check_at,
            created_at,
            updated_at,
            version,
            last_check_id,
            report: report.map(|v| serde_json::from_str(v.0.get()).unwrap()),
        }
    }
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct DueRepositories {
    pub tenant_id: uuid::Uuid,
    pub id: uuid::Uuid,
}
#[derive(Debug, Clone, PartialEq)]
pub struct SealedRepository {
    pub organization_id: Option<uuid::Uuid>,
    pub name: String,
    pub kind: String,
    pub url: String,
    pub password_sealed: Vec<u8>,
    pub credentials_sealed: Option<Vec<u8>>,
    pub expected_immutable: bool,
    pub expected_offsite: bool,
    pub check_every_seconds: i32,
    pub integrity_groups: Option<i32>,
    pub integrity_next: i32,
    pub integrity_cycle_started_at: Option<jiff::Timestamp>,
    pub fully_read_through: Option<jiff::Timestamp>,
    pub damaged_packs: Vec<String>,
    pub locked_since: Option<jiff::Timestamp>,
    pub intact: Option<bool>,
    pub integrity_checked_at: Option<jiff::Timestamp>,
}
pub struct SealedRepositoryBorrowed<'a> {
    pub organization_id: Option<uuid::Uuid>,
    pub name: &'a str,
    pub kind: &'a str,
    pub url: &'a str,
    pub password_sealed: &'a [u8],
    pub credentials_sealed: Option<&'a [u8]>,
    pub expected_immutable: bool,
    pub expected_offsite: bool,
    pub check_every_seconds: i32,
    pub integrity_groups: Option<i32>,
    pub integrity_next: i32,
    pub integrity_cycle_started_at: Option<jiff::Timestamp>,
    pub fully_read_through: Option<jiff::Timestamp>,
    pub damaged_packs: crate::ArrayIterator<'a, &'a str>,
    pub locked_since: Option<jiff::Timestamp>,
    pub intact: Option<bool>,
    pub integrity_checked_at: Option<jiff::Timestamp>,
}
impl<'a> From<SealedRepositoryBorrowed<'a>> for SealedRepository {
    fn from(
        SealedRepositoryBorrowed {
            organization_id,
            name,
            kind,
            url,
            password_sealed,
            credentials_sealed,
            expected_immutable,
            expected_offsite,
            check_every_seconds,
            integrity_groups,
            integrity_next,
            integrity_cycle_started_at,
            fully_read_through,
            damaged_packs,
            locked_since,
            intact,
            integrity_checked_at,
        }: SealedRepositoryBorrowed<'a>,
    ) -> Self {
        Self {
            organization_id,
            name: name.into(),
            kind: kind.into(),
            url: url.into(),
            password_sealed: password_sealed.into(),
            credentials_sealed: credentials_sealed.map(|v| v.into()),
            expected_immutable,
            expected_offsite,
            check_every_seconds,
            integrity_groups,
            integrity_next,
            integrity_cycle_started_at,
            fully_read_through,
            damaged_packs: damaged_packs.map(|v| v.into()).collect(),
            locked_since,
            intact,
            integrity_checked_at,
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
pub struct RepositoryRowQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<RepositoryRowBorrowed, tokio_postgres::Error>,
    mapper: fn(RepositoryRowBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> RepositoryRowQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(RepositoryRowBorrowed) -> R) -> RepositoryRowQuery<'c, 'a, 's, C, R, N> {
        RepositoryRowQuery {
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
pub struct DueRepositoriesQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<DueRepositories, tokio_postgres::Error>,
    mapper: fn(DueRepositories) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> DueRepositoriesQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(DueRepositories) -> R) -> DueRepositoriesQuery<'c, 'a, 's, C, R, N> {
        DueRepositoriesQuery {
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
pub struct SealedRepositoryQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<SealedRepositoryBorrowed, tokio_postgres::Error>,
    mapper: fn(SealedRepositoryBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> SealedRepositoryQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(SealedRepositoryBorrowed) -> R) -> SealedRepositoryQuery<'c, 'a, 's, C, R, N> {
        SealedRepositoryQuery {
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
pub struct LockRepositoryQuotaStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_repository_quota() -> LockRepositoryQuotaStmt {
    LockRepositoryQuotaStmt(
        "select true as locked from pg_advisory_xact_lock(hashtextextended('backup_repositories' || app.tenant()::text, 0))",
        None,
    )
}
impl LockRepositoryQuotaStmt {
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
pub struct CreateRepositoryStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn create_repository() -> CreateRepositoryStmt {
    CreateRepositoryStmt(
        "insert into backup_repositories ( id, organization_id, name, kind, url, password_sealed, credentials_sealed, expected_immutable, expected_offsite, check_every_seconds, next_check_at, created_at, updated_at ) select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $11 where app.count_backup_repositories() < $12 returning id, organization_id, name, kind, url, credentials_sealed is not null as has_credentials, expected_immutable, expected_offsite, check_every_seconds, next_check_at, created_at, updated_at, version, last_check_id, null::jsonb as report",
        None,
    )
}
impl CreateRepositoryStmt {
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
        T4: crate::BytesSql,
        T5: crate::BytesSql,
    >(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        organization_id: &'a Option<uuid::Uuid>,
        name: &'a T1,
        kind: &'a T2,
        url: &'a T3,
        password_sealed: &'a T4,
        credentials_sealed: &'a Option<T5>,
        expected_immutable: &'a bool,
        expected_offsite: &'a bool,
        check_every_seconds: &'a i32,
        now: &'a jiff::Timestamp,
        quota: &'a i64,
    ) -> RepositoryRowQuery<'c, 'a, 's, C, RepositoryRow, 12> {
        RepositoryRowQuery {
            client,
            params: [
                id,
                organization_id,
                name,
                kind,
                url,
                password_sealed,
                credentials_sealed,
                expected_immutable,
                expected_offsite,
                check_every_seconds,
                now,
                quota,
            ],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<RepositoryRowBorrowed, tokio_postgres::Error> {
                Ok(RepositoryRowBorrowed {
                    id: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    name: row.try_get(2)?,
                    kind: row.try_get(3)?,
                    url: row.try_get(4)?,
                    has_credentials: row.try_get(5)?,
                    expected_immutable: row.try_get(6)?,
                    expected_offsite: row.try_get(7)?,
                    check_every_seconds: row.try_get(8)?,
                    next_check_at: row.try_get(9)?,
                    created_at: row.try_get(10)?,
                    updated_at: row.try_get(11)?,
                    version: row.try_get(12)?,
                    last_check_id: row.try_get(13)?,
                    report: row.try_get(14)?,
                })
            },
            mapper: |it| RepositoryRow::from(it),
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
    T4: crate::BytesSql,
    T5: crate::BytesSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        CreateRepositoryParams<T1, T2, T3, T4, T5>,
        RepositoryRowQuery<'c, 'a, 's, C, RepositoryRow, 12>,
        C,
    > for CreateRepositoryStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CreateRepositoryParams<T1, T2, T3, T4, T5>,
    ) -> RepositoryRowQuery<'c, 'a, 's, C, RepositoryRow, 12> {
        self.bind(
            client,
            &params.id,
            &params.organization_id,
            &params.name,
            &params.kind,
            &params.url,
            &params.password_sealed,
            &params.credentials_sealed,
            &params.expected_immutable,
            &params.expected_offsite,
            &params.check_every_seconds,
            &params.now,
            &params.quota,
        )
    }
}
pub struct ListRepositoriesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn list_repositories() -> ListRepositoriesStmt {
    ListRepositoriesStmt(
        "select backup_repositories.id, backup_repositories.organization_id, backup_repositories.name, backup_repositories.kind, backup_repositories.url, backup_repositories.credentials_sealed is not null as has_credentials, backup_repositories.expected_immutable, backup_repositories.expected_offsite, backup_repositories.check_every_seconds, backup_repositories.next_check_at, backup_repositories.created_at, backup_repositories.updated_at, backup_repositories.version, backup_repositories.last_check_id, backup_checks.report from backup_repositories left join backup_checks on backup_checks.tenant_id = backup_repositories.tenant_id and backup_checks.id = backup_repositories.last_check_id where backup_repositories.id < $1 and ($2::uuid is null or backup_repositories.organization_id = $2) order by backup_repositories.id desc limit $3",
        None,
    )
}
impl ListRepositoriesStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        before: &'a uuid::Uuid,
        organization_id: &'a Option<uuid::Uuid>,
        limit: &'a i64,
    ) -> RepositoryRowQuery<'c, 'a, 's, C, RepositoryRow, 3> {
        RepositoryRowQuery {
            client,
            params: [before, organization_id, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<RepositoryRowBorrowed, tokio_postgres::Error> {
                Ok(RepositoryRowBorrowed {
                    id: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    name: row.try_get(2)?,
                    kind: row.try_get(3)?,
                    url: row.try_get(4)?,
                    has_credentials: row.try_get(5)?,
                    expected_immutable: row.try_get(6)?,
                    expected_offsite: row.try_get(7)?,
                    check_every_seconds: row.try_get(8)?,
                    next_check_at: row.try_get(9)?,
                    created_at: row.try_get(10)?,
                    updated_at: row.try_get(11)?,
                    version: row.try_get(12)?,
                    last_check_id: row.try_get(13)?,
                    report: row.try_get(14)?,
                })
            },
            mapper: |it| RepositoryRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        ListRepositoriesParams,
        RepositoryRowQuery<'c, 'a, 's, C, RepositoryRow, 3>,
        C,
    > for ListRepositoriesStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ListRepositoriesParams,
    ) -> RepositoryRowQuery<'c, 'a, 's, C, RepositoryRow, 3> {
        self.bind(client, &params.before, &params.organization_id, &params.limit)
    }
}
pub struct GetRepositoryStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn get_repository() -> GetRepositoryStmt {
    GetRepositoryStmt(
        "select backup_repositories.id, backup_repositories.organization_id, backup_repositories.name, backup_repositories.kind, backup_repositories.url, backup_repositories.credentials_sealed is not null as has_credentials, backup_repositories.expected_immutable, backup_repositories.expected_offsite, backup_repositories.check_every_seconds, backup_repositories.next_check_at, backup_repositories.created_at, backup_repositories.updated_at, backup_repositories.version, backup_repositories.last_check_id, backup_checks.report from backup_repositories left join backup_checks on backup_checks.tenant_id = backup_repositories.tenant_id and backup_checks.id = backup_repositories.last_check_id where backup_repositories.id = $1",
        None,
    )
}
impl GetRepositoryStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> RepositoryRowQuery<'c, 'a, 's, C, RepositoryRow, 1> {
        RepositoryRowQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<RepositoryRowBorrowed, tokio_postgres::Error> {
                Ok(RepositoryRowBorrowed {
                    id: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    name: row.try_get(2)?,
                    kind: row.try_get(3)?,
                    url: row.try_get(4)?,
                    has_credentials: row.try_get(5)?,
                    expected_immutable: row.try_get(6)?,
                    expected_offsite: row.try_get(7)?,
                    check_every_seconds: row.try_get(8)?,
                    next_check_at: row.try_get(9)?,
                    created_at: row.try_get(10)?,
                    updated_at: row.try_get(11)?,
                    version: row.try_get(12)?,
                    last_check_id: row.try_get(13)?,
                    report: row.try_get(14)?,
                })
            },
            mapper: |it| RepositoryRow::from(it),
        }
    }
}
pub struct RepositoryNamedStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn repository_named() -> RepositoryNamedStmt {
    RepositoryNamedStmt(
        "select id from backup_repositories where name = $1 and organization_id is not distinct from $2::uuid",
        None,
    )
}
impl RepositoryNamedStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        name: &'a T1,
        organization_id: &'a Option<uuid::Uuid>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        UuidUuidQuery {
            client,
            params: [name, organization_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, RepositoryNamedParams<T1>, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>, C>
    for RepositoryNamedStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a RepositoryNamedParams<T1>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.name, &params.organization_id)
    }
}
pub struct LockRepositoryStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_repository() -> LockRepositoryStmt {
    LockRepositoryStmt(
        "select backup_repositories.id, backup_repositories.organization_id, backup_repositories.name, backup_repositories.kind, backup_repositories.url, backup_repositories.credentials_sealed is not null as has_credentials, backup_repositories.expected_immutable, backup_repositories.expected_offsite, backup_repositories.check_every_seconds, backup_repositories.next_check_at, backup_repositories.created_at, backup_repositories.updated_at, backup_repositories.version, backup_repositories.last_check_id, backup_checks.report from backup_repositories left join backup_checks on backup_checks.tenant_id = backup_repositories.tenant_id and backup_checks.id = backup_repositories.last_check_id where backup_repositories.id = $1 for update of backup_repositories",
        None,
    )
}
impl LockRepositoryStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> RepositoryRowQuery<'c, 'a, 's, C, RepositoryRow, 1> {
        RepositoryRowQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<RepositoryRowBorrowed, tokio_postgres::Error> {
                Ok(RepositoryRowBorrowed {
                    id: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    name: row.try_get(2)?,
                    kind: row.try_get(3)?,
                    url: row.try_get(4)?,
                    has_credentials: row.try_get(5)?,
                    expected_immutable: row.try_get(6)?,
                    expected_offsite: row.try_get(7)?,
                    check_every_seconds: row.try_get(8)?,
                    next_check_at: row.try_get(9)?,
                    created_at: row.try_get(10)?,
                    updated_at: row.try_get(11)?,
                    version: row.try_get(12)?,
                    last_check_id: row.try_get(13)?,
                    report: row.try_get(14)?,
                })
            },
            mapper: |it| RepositoryRow::from(it),
        }
    }
}
pub struct UpdateRepositoryStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn update_repository() -> UpdateRepositoryStmt {
    UpdateRepositoryStmt(
        "update backup_repositories set name = $1, password_sealed = coalesce($2, password_sealed), credentials_sealed = case when $3::boolean then $4 else credentials_sealed end, expected_immutable = $5, expected_offsite = $6, check_every_seconds = $7, next_check_at = $8, integrity_groups = case when url = $9 then integrity_groups end, fully_read_through = case when url = $9 then fully_read_through end, damaged_packs = case when url = $9 then damaged_packs else '{}' end, locked_since = case when url = $9 then locked_since end, last_check_id = case when url = $9 then last_check_id end, immutable = case when url = $9 then immutable end, intact = case when url = $9 then intact end, integrity_checked_at = case when url = $9 then integrity_checked_at end, bytes = case when url = $9 then bytes end, url = $9, updated_at = $10, version = version + 1 where id = $11 returning id",
        None,
    )
}
impl UpdateRepositoryStmt {
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
        T2: crate::BytesSql,
        T3: crate::BytesSql,
        T4: crate::StringSql,
    >(
        &'s self,
        client: &'c C,
        name: &'a T1,
        password_sealed: &'a Option<T2>,
        sets_credentials: &'a bool,
        credentials_sealed: &'a Option<T3>,
        expected_immutable: &'a bool,
        expected_offsite: &'a bool,
        check_every_seconds: &'a i32,
        next_check_at: &'a jiff::Timestamp,
        url: &'a T4,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 11> {
        UuidUuidQuery {
            client,
            params: [
                name,
                password_sealed,
                sets_credentials,
                credentials_sealed,
                expected_immutable,
                expected_offsite,
                check_every_seconds,
                next_check_at,
                url,
                now,
                id,
            ],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::BytesSql, T3: crate::BytesSql, T4: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        UpdateRepositoryParams<T1, T2, T3, T4>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 11>,
        C,
    > for UpdateRepositoryStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a UpdateRepositoryParams<T1, T2, T3, T4>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 11> {
        self.bind(
            client,
            &params.name,
            &params.password_sealed,
            &params.sets_credentials,
            &params.credentials_sealed,
            &params.expected_immutable,
            &params.expected_offsite,
            &params.check_every_seconds,
            &params.next_check_at,
            &params.url,
            &params.now,
            &params.id,
        )
    }
}
pub struct DeleteRepositoryStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn delete_repository() -> DeleteRepositoryStmt {
    DeleteRepositoryStmt("delete from backup_repositories where id = $1 returning id", None)
}
impl DeleteRepositoryStmt {
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
pub struct ForgetHostsOfRepositoryStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn forget_hosts_of_repository() -> ForgetHostsOfRepositoryStmt {
    ForgetHostsOfRepositoryStmt("delete from backup_hosts where repository_id = $1 returning id", None)
}
impl ForgetHostsOfRepositoryStmt {
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
pub struct CancelCheckOfRepositoryStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn cancel_check_of_repository() -> CancelCheckOfRepositoryStmt {
    CancelCheckOfRepositoryStmt(
        "update operations set cancel_requested_at = $1, status = 'canceled', due_at = null, updated_at = $1, finished_at = $1, version = operations.version + 1 from backup_repositories where backup_repositories.id = $2 and operations.tenant_id = backup_repositories.tenant_id and operations.id = backup_repositories.operation_id and operations.status in ('pending', 'running') returning operations.id",
        None,
    )
}
impl CancelCheckOfRepositoryStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
        repository_id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        UuidUuidQuery {
            client,
            params: [now, repository_id],
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
        CancelCheckOfRepositoryParams,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>,
        C,
    > for CancelCheckOfRepositoryStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CancelCheckOfRepositoryParams,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.now, &params.repository_id)
    }
}
pub struct ForgetEvidenceOfRepositoryStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn forget_evidence_of_repository() -> ForgetEvidenceOfRepositoryStmt {
    ForgetEvidenceOfRepositoryStmt("delete from backup_evidence where origin = $1 returning device_id", None)
}
impl ForgetEvidenceOfRepositoryStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        origin: &'a T1,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 1> {
        UuidUuidQuery {
            client,
            params: [origin],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct DueRepositoriesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn due_repositories() -> DueRepositoriesStmt {
    DueRepositoriesStmt(
        "with under_way as ( select tenant_id, count(*) as checks from operations where kind = $1 and status in ('pending', 'running') group by tenant_id ), due as ( select tenant_id, id, next_check_at, row_number() over (partition by tenant_id order by next_check_at, id) as place from backup_repositories where next_check_at <= $2 and not exists ( select from operations where operations.tenant_id = backup_repositories.tenant_id and operations.id = backup_repositories.operation_id and operations.status in ('pending', 'running') ) ) select due.tenant_id, due.id from due left join under_way on under_way.tenant_id = due.tenant_id where due.place + coalesce(under_way.checks, 0) <= $3 order by due.next_check_at limit $4",
        None,
    )
}
impl DueRepositoriesStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        kind: &'a T1,
        now: &'a jiff::Timestamp,
        most_of_a_tenant: &'a i64,
        limit: &'a i64,
    ) -> DueRepositoriesQuery<'c, 'a, 's, C, DueRepositories, 4> {
        DueRepositoriesQuery {
            client,
            params: [kind, now, most_of_a_tenant, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<DueRepositories, tokio_postgres::Error> {
                Ok(DueRepositories { tenant_id: row.try_get(0)?, id: row.try_get(1)? })
            },
            mapper: |it| DueRepositories::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        DueRepositoriesParams<T1>,
        DueRepositoriesQuery<'c, 'a, 's, C, DueRepositories, 4>,
        C,
    > for DueRepositoriesStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a DueRepositoriesParams<T1>,
    ) -> DueRepositoriesQuery<'c, 'a, 's, C, DueRepositories, 4> {
        self.bind(client, &params.kind, &params.now, &params.most_of_a_tenant, &params.limit)
    }
}
pub struct BeginCheckStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn begin_check() -> BeginCheckStmt {
    BeginCheckStmt(
        "update backup_repositories set operation_id = $1, next_check_at = $2 where backup_repositories.id = $3 and not exists ( select from operations where operations.id = backup_repositories.operation_id and operations.status in ('pending', 'running') ) returning backup_repositories.id",
        None,
    )
}
impl BeginCheckStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        operation_id: &'a uuid::Uuid,
        next_check_at: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        UuidUuidQuery {
            client,
            params: [operation_id, next_check_at, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, BeginCheckParams, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3>, C>
    for BeginCheckStmt
{
    fn params(&'s self, client: &'c C, params: &'a BeginCheckParams) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        self.bind(client, &params.operation_id, &params.next_check_at, &params.id)
    }
}
pub struct SealedRepositoryStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn sealed_repository() -> SealedRepositoryStmt {
    SealedRepositoryStmt(
        "select organization_id, name, kind, url, password_sealed, credentials_sealed, expected_immutable, expected_offsite, check_every_seconds, integrity_groups, integrity_next, integrity_cycle_started_at, fully_read_through, damaged_packs, locked_since, intact, integrity_checked_at from backup_repositories where id = $1",
        None,
    )
}
impl SealedRepositoryStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> SealedRepositoryQuery<'c, 'a, 's, C, SealedRepository, 1> {
        SealedRepositoryQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<SealedRepositoryBorrowed, tokio_postgres::Error> {
                Ok(SealedRepositoryBorrowed {
                    organization_id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    kind: row.try_get(2)?,
                    url: row.try_get(3)?,
                    password_sealed: row.try_get(4)?,
                    credentials_sealed: row.try_get(5)?,
                    expected_immutable: row.try_get(6)?,
                    expected_offsite: row.try_get(7)?,
                    check_every_seconds: row.try_get(8)?,
                    integrity_groups: row.try_get(9)?,
                    integrity_next: row.try_get(10)?,
                    integrity_cycle_started_at: row.try_get(11)?,
                    fully_read_through: row.try_get(12)?,
                    damaged_packs: row.try_get(13)?,
                    locked_since: row.try_get(14)?,
                    intact: row.try_get(15)?,
                    integrity_checked_at: row.try_get(16)?,
                })
            },
            mapper: |it| SealedRepository::from(it),
        }
    }
}
