// This file was generated with `cornucopia`. Do not modify.

#[derive(Clone, Copy, Debug)]
pub struct DuePosturesParams {
    pub now: jiff::Timestamp,
    pub limit: i64,
}
#[derive(Debug)]
pub struct SetPostureParams<
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
    T4: crate::StringSql,
    T5: crate::ArraySql<Item = T4>,
> {
    pub score: Option<i32>,
    pub grade: Option<T1>,
    pub causes: T3,
    pub alerted: T5,
    pub eligible: i64,
    pub protected: i64,
    pub at_risk: i64,
    pub compliant: i64,
    pub now: jiff::Timestamp,
    pub next_at: jiff::Timestamp,
    pub organization_id: uuid::Uuid,
}
#[derive(Clone, Copy, Debug)]
pub struct PostponePostureParams {
    pub next_at: jiff::Timestamp,
    pub organization_id: uuid::Uuid,
}
#[derive(Clone, Copy, Debug)]
pub struct SetPostureDayParams {
    pub organization_id: uuid::Uuid,
    pub day: jiff::civil::Date,
    pub score: Option<i32>,
    pub eligible: i64,
    pub protected: i64,
    pub at_risk: i64,
}
#[derive(Debug)]
pub struct PostureDaysParams<T1: crate::ArraySql<Item = uuid::Uuid>> {
    pub organization_ids: T1,
    pub after: jiff::civil::Date,
}
#[derive(Clone, Copy, Debug)]
pub struct EvaluateSoonParams {
    pub now: jiff::Timestamp,
    pub repository_id: uuid::Uuid,
}
#[derive(Clone, Copy, Debug)]
pub struct EvaluateOrganizationSoonParams {
    pub now: jiff::Timestamp,
    pub organization_id: uuid::Uuid,
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct DuePostures {
    pub tenant_id: uuid::Uuid,
    pub organization_id: uuid::Uuid,
}
#[derive(Debug, Clone, PartialEq)]
pub struct StoredPosture {
    pub organization_id: uuid::Uuid,
    pub score: Option<i32>,
    pub grade: Option<String>,
    pub causes: Vec<String>,
    pub alerted: Vec<String>,
    pub eligible: i64,
    pub protected: i64,
    pub at_risk: i64,
    pub evaluated_at: Option<jiff::Timestamp>,
    pub changes: i64,
    pub version: i32,
}
pub struct StoredPostureBorrowed<'a> {
    pub organization_id: uuid::Uuid,
    pub score: Option<i32>,
    pub grade: Option<&'a str>,
    pub causes: crate::ArrayIterator<'a, &'a str>,
    pub alerted: crate::ArrayIterator<'a, &'a str>,
    pub eligible: i64,
    pub protected: i64,
    pub at_risk: i64,
    pub evaluated_at: Option<jiff::Timestamp>,
    pub changes: i64,
    pub version: i32,
}
impl<'a> From<StoredPostureBorrowed<'a>> for StoredPosture {
    fn from(
        StoredPostureBorrowed {
            organization_id,
            score,
            grade,
            causes,
            alerted,
            eligible,
            protected,
            at_risk,
            evaluated_at,
            changes,
            version,
        }: StoredPostureBorrowed<'a>,
    ) -> Self {
        Self {
            organization_id,
            score,
            grade: grade.map(|v| v.into()),
            causes: causes.map(|v| v.into()).collect(),
            alerted: alerted.map(|v| v.into()).collect(),
            eligible,
            protected,
            at_risk,
            evaluated_at,
            changes,
            version,
        }
    }
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct PostureDay {
    pub organization_id: uuid::Uuid,
    pub day: jiff::civil::Date,
    pub score: Option<i32>,
    pub eligible: i64,
    pub protected: i64,
    pub at_risk: i64,
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct PostureSummary {
    pub customers: i64,
    pub scored: i64,
    pub mean_score: Option<f64>,
    pub a: i64,
    pub b: i64,
    pub c: i64,
    pub d: i64,
    pub f: i64,
    pub eligible: i64,
    pub protected: i64,
    pub at_risk: i64,
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct DuePosturesQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<DuePostures, tokio_postgres::Error>,
    mapper: fn(DuePostures) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> DuePosturesQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(DuePostures) -> R) -> DuePosturesQuery<'c, 'a, 's, C, R, N> {
        DuePosturesQuery {
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
pub struct StoredPostureQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<StoredPostureBorrowed, tokio_postgres::Error>,
    mapper: fn(StoredPostureBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> StoredPostureQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(StoredPostureBorrowed) -> R) -> StoredPostureQuery<'c, 'a, 's, C, R, N> {
        StoredPostureQuery {
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
pub struct PostureDayQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<PostureDay, tokio_postgres::Error>,
    mapper: fn(PostureDay) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> PostureDayQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(PostureDay) -> R) -> PostureDayQuery<'c, 'a, 's, C, R, N> {
        PostureDayQuery {
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
pub struct PostureSummaryQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<PostureSummary, tokio_postgres::Error>,
    mapper: fn(PostureSummary) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> PostureSummaryQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(PostureSummary) -> R) -> PostureSummaryQuery<'c, 'a, 's, C, R, N> {
        PostureSummaryQuery {
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
pub struct DuePosturesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn due_postures() -> DuePosturesStmt {
    DuePosturesStmt(
        "select tenant_id, organization_id from backup_postures where next_at <= $1 order by next_at limit $2",
        None,
    )
}
impl DuePosturesStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
        limit: &'a i64,
    ) -> DuePosturesQuery<'c, 'a, 's, C, DuePostures, 2> {
        DuePosturesQuery {
            client,
            params: [now, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<DuePostures, tokio_postgres::Error> {
                Ok(DuePostures { tenant_id: row.try_get(0)?, organization_id: row.try_get(1)? })
            },
            mapper: |it| DuePostures::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, DuePosturesParams, DuePosturesQuery<'c, 'a, 's, C, DuePostures, 2>, C>
    for DuePosturesStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a DuePosturesParams,
    ) -> DuePosturesQuery<'c, 'a, 's, C, DuePostures, 2> {
        self.bind(client, &params.now, &params.limit)
    }
}
pub struct ChangesOfPostureStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn changes_of_posture() -> ChangesOfPostureStmt {
    ChangesOfPostureStmt("select changes from backup_postures where organization_id = $1", None)
}
impl ChangesOfPostureStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        organization_id: &'a uuid::Uuid,
    ) -> I64Query<'c, 'a, 's, C, i64, 1> {
        I64Query {
            client,
            params: [organization_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct LockPostureStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_posture() -> LockPostureStmt {
    LockPostureStmt(
        "select organization_id, score, grade, causes, alerted, eligible, protected, at_risk, evaluated_at, changes, version from backup_postures where organization_id = $1 for update",
        None,
    )
}
impl LockPostureStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        organization_id: &'a uuid::Uuid,
    ) -> StoredPostureQuery<'c, 'a, 's, C, StoredPosture, 1> {
        StoredPostureQuery {
            client,
            params: [organization_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<StoredPostureBorrowed, tokio_postgres::Error> {
                Ok(StoredPostureBorrowed {
                    organization_id: row.try_get(0)?,
                    score: row.try_get(1)?,
                    grade: row.try_get(2)?,
                    causes: row.try_get(3)?,
                    alerted: row.try_get(4)?,
                    eligible: row.try_get(5)?,
                    protected: row.try_get(6)?,
                    at_risk: row.try_get(7)?,
                    evaluated_at: row.try_get(8)?,
                    changes: row.try_get(9)?,
                    version: row.try_get(10)?,
                })
            },
            mapper: |it| StoredPosture::from(it),
        }
    }
}
pub struct SetPostureStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn set_posture() -> SetPostureStmt {
    SetPostureStmt(
        "update backup_postures set score = $1, grade = $2, causes = $3, alerted = $4, eligible = $5, protected = $6, at_risk = $7, compliant = $8, evaluated_at = $9, next_at = $10, version = version + 1 where organization_id = $11 returning version",
        None,
    )
}
impl SetPostureStmt {
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
        T3: crate::ArraySql<Item = T2>,
        T4: crate::StringSql,
        T5: crate::ArraySql<Item = T4>,
    >(
        &'s self,
        client: &'c C,
        score: &'a Option<i32>,
        grade: &'a Option<T1>,
        causes: &'a T3,
        alerted: &'a T5,
        eligible: &'a i64,
        protected: &'a i64,
        at_risk: &'a i64,
        compliant: &'a i64,
        now: &'a jiff::Timestamp,
        next_at: &'a jiff::Timestamp,
        organization_id: &'a uuid::Uuid,
    ) -> I32Query<'c, 'a, 's, C, i32, 11> {
        I32Query {
            client,
            params: [
                score,
                grade,
                causes,
                alerted,
                eligible,
                protected,
                at_risk,
                compliant,
                now,
                next_at,
                organization_id,
            ],
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
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
    T4: crate::StringSql,
    T5: crate::ArraySql<Item = T4>,
> crate::client::async_::Params<'c, 'a, 's, SetPostureParams<T1, T2, T3, T4, T5>, I32Query<'c, 'a, 's, C, i32, 11>, C>
    for SetPostureStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a SetPostureParams<T1, T2, T3, T4, T5>,
    ) -> I32Query<'c, 'a, 's, C, i32, 11> {
        self.bind(
            client,
            &params.score,
            &params.grade,
            &params.causes,
            &params.alerted,
            &params.eligible,
            &params.protected,
            &params.at_risk,
            &params.compliant,
            &params.now,
            &params.next_at,
            &params.organization_id,
        )
    }
}
pub struct PostponePostureStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn postpone_posture() -> PostponePostureStmt {
    PostponePostureStmt(
        "update backup_postures set next_at = $1 where organization_id = $2 returning organization_id",
        None,
    )
}
impl PostponePostureStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        next_at: &'a jiff::Timestamp,
        organization_id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        UuidUuidQuery {
            client,
            params: [next_at, organization_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, PostponePostureParams, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>, C>
    for PostponePostureStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a PostponePostureParams,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.next_at, &params.organization_id)
    }
}
pub struct SetPostureDayStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn set_posture_day() -> SetPostureDayStmt {
    SetPostureDayStmt(
        "insert into backup_posture_days (organization_id, day, score, eligible, protected, at_risk) values ($1, $2, $3, $4, $5, $6) on conflict on constraint backup_posture_days_pkey do update set score = excluded.score, eligible = excluded.eligible, protected = excluded.protected, at_risk = excluded.at_risk returning organization_id",
        None,
    )
}
impl SetPostureDayStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        organization_id: &'a uuid::Uuid,
        day: &'a jiff::civil::Date,
        score: &'a Option<i32>,
        eligible: &'a i64,
        protected: &'a i64,
        at_risk: &'a i64,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 6> {
        UuidUuidQuery {
            client,
            params: [organization_id, day, score, eligible, protected, at_risk],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, SetPostureDayParams, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 6>, C>
    for SetPostureDayStmt
{
    fn params(&'s self, client: &'c C, params: &'a SetPostureDayParams) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 6> {
        self.bind(
            client,
            &params.organization_id,
            &params.day,
            &params.score,
            &params.eligible,
            &params.protected,
            &params.at_risk,
        )
    }
}
pub struct PostureDaysStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn posture_days() -> PostureDaysStmt {
    PostureDaysStmt(
        "select organization_id, day, score, eligible, protected, at_risk from backup_posture_days where organization_id = any ($1::uuid[]) and day > $2 order by organization_id, day",
        None,
    )
}
impl PostureDaysStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        organization_ids: &'a T1,
        after: &'a jiff::civil::Date,
    ) -> PostureDayQuery<'c, 'a, 's, C, PostureDay, 2> {
        PostureDayQuery {
            client,
            params: [organization_ids, after],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<PostureDay, tokio_postgres::Error> {
                Ok(PostureDay {
                    organization_id: row.try_get(0)?,
                    day: row.try_get(1)?,
                    score: row.try_get(2)?,
                    eligible: row.try_get(3)?,
                    protected: row.try_get(4)?,
                    at_risk: row.try_get(5)?,
                })
            },
            mapper: |it| PostureDay::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>
    crate::client::async_::Params<'c, 'a, 's, PostureDaysParams<T1>, PostureDayQuery<'c, 'a, 's, C, PostureDay, 2>, C>
    for PostureDaysStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a PostureDaysParams<T1>,
    ) -> PostureDayQuery<'c, 'a, 's, C, PostureDay, 2> {
        self.bind(client, &params.organization_ids, &params.after)
    }
}
pub struct PostureSummaryStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn posture_summary() -> PostureSummaryStmt {
    PostureSummaryStmt(
        "select count(*) as customers, count(score) as scored, avg(score)::double precision as mean_score, count(*) filter (where grade = 'a') as a, count(*) filter (where grade = 'b') as b, count(*) filter (where grade = 'c') as c, count(*) filter (where grade = 'd') as d, count(*) filter (where grade = 'f') as f, coalesce(sum(eligible), 0)::bigint as eligible, coalesce(sum(protected), 0)::bigint as protected, coalesce(sum(at_risk), 0)::bigint as at_risk from backup_postures where $1::uuid is null or organization_id = $1",
        None,
    )
}
impl PostureSummaryStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        organization_id: &'a Option<uuid::Uuid>,
    ) -> PostureSummaryQuery<'c, 'a, 's, C, PostureSummary, 1> {
        PostureSummaryQuery {
            client,
            params: [organization_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<PostureSummary, tokio_postgres::Error> {
                Ok(PostureSummary {
                    customers: row.try_get(0)?,
                    scored: row.try_get(1)?,
                    mean_score: row.try_get(2)?,
                    a: row.try_get(3)?,
                    b: row.try_get(4)?,
                    c: row.try_get(5)?,
                    d: row.try_get(6)?,
                    f: row.try_get(7)?,
                    eligible: row.try_get(8)?,
                    protected: row.try_get(9)?,
                    at_risk: row.try_get(10)?,
                })
            },
            mapper: |it| PostureSummary::from(it),
        }
    }
}
pub struct EvaluateSoonStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn evaluate_soon() -> EvaluateSoonStmt {
    EvaluateSoonStmt(
        "update backup_postures set next_at = least(next_at, $1), changes = changes + 1 where organization_id in ( select backup_hosts.organization_id from backup_hosts where backup_hosts.repository_id = $2 union select backup_repositories.organization_id from backup_repositories where backup_repositories.id = $2 ) returning organization_id",
        None,
    )
}
impl EvaluateSoonStmt {
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
    crate::client::async_::Params<'c, 'a, 's, EvaluateSoonParams, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>, C>
    for EvaluateSoonStmt
{
    fn params(&'s self, client: &'c C, params: &'a EvaluateSoonParams) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.now, &params.repository_id)
    }
}
pub struct EvaluateOrganizationSoonStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn evaluate_organization_soon() -> EvaluateOrganizationSoonStmt {
    EvaluateOrganizationSoonStmt(
        "update backup_postures set next_at = least(next_at, $1), changes = changes + 1 where organization_id = $2 returning organization_id",
        None,
    )
}
impl EvaluateOrganizationSoonStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
        organization_id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        UuidUuidQuery {
            client,
            params: [now, organization_id],
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
        EvaluateOrganizationSoonParams,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>,
        C,
    > for EvaluateOrganizationSoonStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a EvaluateOrganizationSoonParams,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.now, &params.organization_id)
    }
}
pub struct HasFailedCheckStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn has_failed_check() -> HasFailedCheckStmt {
    HasFailedCheckStmt(
        "select exists ( select from backup_repositories join backup_checks on backup_checks.tenant_id = backup_repositories.tenant_id and backup_checks.id = backup_repositories.last_check_id where backup_checks.result = 'failed' and ( backup_repositories.organization_id = $1 or exists ( select from backup_hosts where backup_hosts.repository_id = backup_repositories.id and backup_hosts.organization_id = $1 ) ) ) as failed",
        None,
    )
}
impl HasFailedCheckStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        organization_id: &'a uuid::Uuid,
    ) -> BoolQuery<'c, 'a, 's, C, bool, 1> {
        BoolQuery {
            client,
            params: [organization_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct ForgetPostureDaysStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn forget_posture_days() -> ForgetPostureDaysStmt {
    ForgetPostureDaysStmt(
        "delete from backup_posture_days where (tenant_id, organization_id, day) in ( select tenant_id, organization_id, day from backup_posture_days where day < $1 limit 5000 ) returning organization_id",
        None,
    )
}
impl ForgetPostureDaysStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        before: &'a jiff::civil::Date,
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
