// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct ListOperationsParams<
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
> {
    pub before: uuid::Uuid,
    pub scopes: T2,
    pub statuses: Option<T4>,
    pub limit: i64,
}
#[derive(Debug)]
pub struct GetOperationParams<T1: crate::StringSql, T2: crate::ArraySql<Item = T1>> {
    pub id: uuid::Uuid,
    pub scopes: T2,
}
#[derive(Debug)]
pub struct LockOperationParams<T1: crate::StringSql, T2: crate::ArraySql<Item = T1>> {
    pub id: uuid::Uuid,
    pub scopes: T2,
}
#[derive(Clone, Copy, Debug)]
pub struct CancelOperationParams {
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Debug)]
pub struct AddOperationParams<
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = uuid::Uuid>,
    T4: crate::StringSql,
    T5: crate::JsonSql,
    T6: crate::StringSql,
    T7: crate::StringSql,
    T8: crate::JsonSql,
> {
    pub id: uuid::Uuid,
    pub kind: T1,
    pub scope: T2,
    pub organization_ids: Option<T3>,
    pub status: T4,
    pub progress: i32,
    pub steps: T5,
    pub resource_type: T6,
    pub resource_id: T7,
    pub input: T8,
    pub settles: bool,
    pub now: jiff::Timestamp,
    pub finished_at: Option<jiff::Timestamp>,
}
#[derive(Debug)]
pub struct TakeOperationParams<T1: crate::StringSql> {
    pub lease: jiff::Timestamp,
    pub now: jiff::Timestamp,
    pub kind: T1,
}
#[derive(Debug)]
pub struct TakeDueOperationParams<T1: crate::StringSql, T2: crate::ArraySql<Item = T1>> {
    pub lease: jiff::Timestamp,
    pub now: jiff::Timestamp,
    pub kinds: T2,
    pub at_once: i64,
}
#[derive(Debug)]
pub struct AdvanceOperationParams<T1: crate::JsonSql> {
    pub progress: i32,
    pub steps: T1,
    pub reached: i64,
    pub lease: jiff::Timestamp,
    pub now: jiff::Timestamp,
    pub tenant: uuid::Uuid,
    pub id: uuid::Uuid,
    pub held: jiff::Timestamp,
}
#[derive(Clone, Copy, Debug)]
pub struct ReleaseOperationParams {
    pub is_canceled: bool,
    pub due_at: Option<jiff::Timestamp>,
    pub now: jiff::Timestamp,
    pub tenant: uuid::Uuid,
    pub id: uuid::Uuid,
    pub held: jiff::Timestamp,
}
#[derive(Debug)]
pub struct EndOperationParams<T1: crate::StringSql, T2: crate::JsonSql> {
    pub status: T1,
    pub progress: i32,
    pub error: Option<T2>,
    pub now: jiff::Timestamp,
    pub tenant: uuid::Uuid,
    pub id: uuid::Uuid,
    pub held: jiff::Timestamp,
}
#[derive(Debug, Clone, PartialEq)]
pub struct Operation {
    pub id: uuid::Uuid,
    pub kind: String,
    pub scope: String,
    pub status: String,
    pub progress: i32,
    pub steps: serde_json::Value,
    pub resource_type: String,
    pub resource_id: String,
    pub error: Option<serde_json::Value>,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub finished_at: Option<jiff::Timestamp>,
    pub version: i32,
}
pub struct OperationBorrowed<'a> {
    pub id: uuid::Uuid,
    pub kind: &'a str,
    pub scope: &'a str,
    pub status: &'a str,
    pub progress: i32,
    pub steps: postgres_types::Json<&'a serde_json::value::RawValue>,
    pub resource_type: &'a str,
    pub resource_id: &'a str,
    pub error: Option<postgres_types::Json<&'a serde_json::value::RawValue>>,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub finished_at: Option<jiff::Timestamp>,
    pub version: i32,
}
impl<'a> From<OperationBorrowed<'a>> for Operation {
    fn from(
        OperationBorrowed {
            id,
            kind,
            scope,
            status,
            progress,
            steps,
            resource_type,
            resource_id,
            error,
            created_at,
            updated_at,
            finished_at,
            version,
        }: OperationBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            kind: kind.into(),
            scope: scope.into(),
            status: status.into(),
            progress,
            steps: serde_json::from_str(steps.0.get()).unwrap(),
            resource_type: resource_type.into(),
            resource_id: resource_id.into(),
            error: error.map(|v| serde_json::from_str(v.0.get()).unwrap()),
            created_at,
            updated_at,
            finished_at,
            version,
        }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct Task {
    pub tenant_id: uuid::Uuid,
    pub id: uuid::Uuid,
    pub kind: String,
    pub resource_id: String,
    pub input: serde_json::Value,
    pub reached: i64,
    pub steps: serde_json::Value,
    pub created_at: jiff::Timestamp,
    pub is_canceled: bool,
}
pub struct TaskBorrowed<'a> {
    pub tenant_id: uuid::Uuid,
    pub id: uuid::Uuid,
    pub kind: &'a str,
    pub resource_id: &'a str,
    pub input: postgres_types::Json<&'a serde_json::value::RawValue>,
    pub reached: i64,
    pub steps: postgres_types::Json<&'a serde_json::value::RawValue>,
    pub created_at: jiff::Timestamp,
    pub is_canceled: bool,
}
impl<'a> From<TaskBorrowed<'a>> for Task {
    fn from(
        TaskBorrowed { tenant_id, id, kind, resource_id, input, reached, steps, created_at, is_canceled }: TaskBorrowed<
            'a,
        >,
    ) -> Self {
        Self {
            tenant_id,
            id,
            kind: kind.into(),
            resource_id: resource_id.into(),
            input: serde_json::from_str(input.0.get()).unwrap(),
            reached,
            steps: serde_json::from_str(steps.0.get()).unwrap(),
            created_at,
            is_canceled,
        }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct OperationQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<OperationBorrowed, tokio_postgres::Error>,
    mapper: fn(OperationBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> OperationQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(OperationBorrowed) -> R) -> OperationQuery<'c, 'a, 's, C, R, N> {
        OperationQuery {
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
pub struct TaskQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<TaskBorrowed, tokio_postgres::Error>,
    mapper: fn(TaskBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> TaskQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(TaskBorrowed) -> R) -> TaskQuery<'c, 'a, 's, C, R, N> {
        TaskQuery {
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
pub struct ListOperationsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn list_operations() -> ListOperationsStmt {
    ListOperationsStmt(
        "select id, kind, scope, status, progress, steps, resource_type, resource_id, error, created_at, updated_at, finished_at, version from operations where id < $1 and scope = any ($2) and ($3::text[] is null or status = any ($3)) order by id desc limit $4",
        None,
    )
}
impl ListOperationsStmt {
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
        T4: crate::ArraySql<Item = T3>,
    >(
        &'s self,
        client: &'c C,
        before: &'a uuid::Uuid,
        scopes: &'a T2,
        statuses: &'a Option<T4>,
        limit: &'a i64,
    ) -> OperationQuery<'c, 'a, 's, C, Operation, 4> {
        OperationQuery {
            client,
            params: [before, scopes, statuses, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<OperationBorrowed, tokio_postgres::Error> {
                Ok(OperationBorrowed {
                    id: row.try_get(0)?,
                    kind: row.try_get(1)?,
                    scope: row.try_get(2)?,
                    status: row.try_get(3)?,
                    progress: row.try_get(4)?,
                    steps: row.try_get(5)?,
                    resource_type: row.try_get(6)?,
                    resource_id: row.try_get(7)?,
                    error: row.try_get(8)?,
                    created_at: row.try_get(9)?,
                    updated_at: row.try_get(10)?,
                    finished_at: row.try_get(11)?,
                    version: row.try_get(12)?,
                })
            },
            mapper: |it| Operation::from(it),
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
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        ListOperationsParams<T1, T2, T3, T4>,
        OperationQuery<'c, 'a, 's, C, Operation, 4>,
        C,
    > for ListOperationsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ListOperationsParams<T1, T2, T3, T4>,
    ) -> OperationQuery<'c, 'a, 's, C, Operation, 4> {
        self.bind(client, &params.before, &params.scopes, &params.statuses, &params.limit)
    }
}
pub struct GetOperationStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn get_operation() -> GetOperationStmt {
    GetOperationStmt(
        "select id, kind, scope, status, progress, steps, resource_type, resource_id, error, created_at, updated_at, finished_at, version from operations where id = $1 and scope = any ($2)",
        None,
    )
}
impl GetOperationStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        scopes: &'a T2,
    ) -> OperationQuery<'c, 'a, 's, C, Operation, 2> {
        OperationQuery {
            client,
            params: [id, scopes],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<OperationBorrowed, tokio_postgres::Error> {
                Ok(OperationBorrowed {
                    id: row.try_get(0)?,
                    kind: row.try_get(1)?,
                    scope: row.try_get(2)?,
                    status: row.try_get(3)?,
                    progress: row.try_get(4)?,
                    steps: row.try_get(5)?,
                    resource_type: row.try_get(6)?,
                    resource_id: row.try_get(7)?,
                    error: row.try_get(8)?,
                    created_at: row.try_get(9)?,
                    updated_at: row.try_get(10)?,
                    finished_at: row.try_get(11)?,
                    version: row.try_get(12)?,
                })
            },
            mapper: |it| Operation::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        GetOperationParams<T1, T2>,
        OperationQuery<'c, 'a, 's, C, Operation, 2>,
        C,
    > for GetOperationStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a GetOperationParams<T1, T2>,
    ) -> OperationQuery<'c, 'a, 's, C, Operation, 2> {
        self.bind(client, &params.id, &params.scopes)
    }
}
pub struct LockOperationStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_operation() -> LockOperationStmt {
    LockOperationStmt(
        "select id, kind, scope, status, progress, steps, resource_type, resource_id, error, created_at, updated_at, finished_at, version from operations where id = $1 and scope = any ($2) for update",
        None,
    )
}
impl LockOperationStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        scopes: &'a T2,
    ) -> OperationQuery<'c, 'a, 's, C, Operation, 2> {
        OperationQuery {
            client,
            params: [id, scopes],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<OperationBorrowed, tokio_postgres::Error> {
                Ok(OperationBorrowed {
                    id: row.try_get(0)?,
                    kind: row.try_get(1)?,
                    scope: row.try_get(2)?,
                    status: row.try_get(3)?,
                    progress: row.try_get(4)?,
                    steps: row.try_get(5)?,
                    resource_type: row.try_get(6)?,
                    resource_id: row.try_get(7)?,
                    error: row.try_get(8)?,
                    created_at: row.try_get(9)?,
                    updated_at: row.try_get(10)?,
                    finished_at: row.try_get(11)?,
                    version: row.try_get(12)?,
                })
            },
            mapper: |it| Operation::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        LockOperationParams<T1, T2>,
        OperationQuery<'c, 'a, 's, C, Operation, 2>,
        C,
    > for LockOperationStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a LockOperationParams<T1, T2>,
    ) -> OperationQuery<'c, 'a, 's, C, Operation, 2> {
        self.bind(client, &params.id, &params.scopes)
    }
}
pub struct CancelOperationStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn cancel_operation() -> CancelOperationStmt {
    CancelOperationStmt(
        "update operations set cancel_requested_at = $1, status = case when settles then status else 'canceled' end, due_at = null, updated_at = $1, finished_at = case when settles then null else $1::timestamptz end, version = version + 1 where id = $2 returning id, kind, scope, status, progress, steps, resource_type, resource_id, error, created_at, updated_at, finished_at, version",
        None,
    )
}
impl CancelOperationStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> OperationQuery<'c, 'a, 's, C, Operation, 2> {
        OperationQuery {
            client,
            params: [now, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<OperationBorrowed, tokio_postgres::Error> {
                Ok(OperationBorrowed {
                    id: row.try_get(0)?,
                    kind: row.try_get(1)?,
                    scope: row.try_get(2)?,
                    status: row.try_get(3)?,
                    progress: row.try_get(4)?,
                    steps: row.try_get(5)?,
                    resource_type: row.try_get(6)?,
                    resource_id: row.try_get(7)?,
                    error: row.try_get(8)?,
                    created_at: row.try_get(9)?,
                    updated_at: row.try_get(10)?,
                    finished_at: row.try_get(11)?,
                    version: row.try_get(12)?,
                })
            },
            mapper: |it| Operation::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, CancelOperationParams, OperationQuery<'c, 'a, 's, C, Operation, 2>, C>
    for CancelOperationStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CancelOperationParams,
    ) -> OperationQuery<'c, 'a, 's, C, Operation, 2> {
        self.bind(client, &params.now, &params.id)
    }
}
pub struct AddOperationStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn add_operation() -> AddOperationStmt {
    AddOperationStmt(
        "insert into operations ( id, kind, scope, organization_ids, status, progress, steps, resource_type, resource_id, input, settles, created_at, updated_at, finished_at ) values ( $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $13 ) returning id, kind, scope, status, progress, steps, resource_type, resource_id, error, created_at, updated_at, finished_at, version",
        None,
    )
}
impl AddOperationStmt {
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
        T3: crate::ArraySql<Item = uuid::Uuid>,
        T4: crate::StringSql,
        T5: crate::JsonSql,
        T6: crate::StringSql,
        T7: crate::StringSql,
        T8: crate::JsonSql,
    >(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        kind: &'a T1,
        scope: &'a T2,
        organization_ids: &'a Option<T3>,
        status: &'a T4,
        progress: &'a i32,
        steps: &'a T5,
        resource_type: &'a T6,
        resource_id: &'a T7,
        input: &'a T8,
        settles: &'a bool,
        now: &'a jiff::Timestamp,
        finished_at: &'a Option<jiff::Timestamp>,
    ) -> OperationQuery<'c, 'a, 's, C, Operation, 13> {
        OperationQuery {
            client,
            params: [
                id,
                kind,
                scope,
                organization_ids,
                status,
                progress,
                steps,
                resource_type,
                resource_id,
                input,
                settles,
                now,
                finished_at,
            ],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<OperationBorrowed, tokio_postgres::Error> {
                Ok(OperationBorrowed {
                    id: row.try_get(0)?,
                    kind: row.try_get(1)?,
                    scope: row.try_get(2)?,
                    status: row.try_get(3)?,
                    progress: row.try_get(4)?,
                    steps: row.try_get(5)?,
                    resource_type: row.try_get(6)?,
                    resource_id: row.try_get(7)?,
                    error: row.try_get(8)?,
                    created_at: row.try_get(9)?,
                    updated_at: row.try_get(10)?,
                    finished_at: row.try_get(11)?,
                    version: row.try_get(12)?,
                })
            },
            mapper: |it| Operation::from(it),
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
    T3: crate::ArraySql<Item = uuid::Uuid>,
    T4: crate::StringSql,
    T5: crate::JsonSql,
    T6: crate::StringSql,
    T7: crate::StringSql,
    T8: crate::JsonSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        AddOperationParams<T1, T2, T3, T4, T5, T6, T7, T8>,
        OperationQuery<'c, 'a, 's, C, Operation, 13>,
        C,
    > for AddOperationStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a AddOperationParams<T1, T2, T3, T4, T5, T6, T7, T8>,
    ) -> OperationQuery<'c, 'a, 's, C, Operation, 13> {
        self.bind(
            client,
            &params.id,
            &params.kind,
            &params.scope,
            &params.organization_ids,
            &params.status,
            &params.progress,
            &params.steps,
            &params.resource_type,
            &params.resource_id,
            &params.input,
            &params.settles,
            &params.now,
            &params.finished_at,
        )
    }
}
pub struct OperationsUnderWayStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn operations_under_way() -> OperationsUnderWayStmt {
    OperationsUnderWayStmt("select app.operations_under_way($1) as under_way", None)
}
impl OperationsUnderWayStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        kind: &'a T1,
    ) -> I64Query<'c, 'a, 's, C, i64, 1> {
        I64Query {
            client,
            params: [kind],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct TakeOperationStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn take_operation() -> TakeOperationStmt {
    TakeOperationStmt(
        "update operations set status = 'running', leased_until = $1, updated_at = $2, version = version + 1 where (tenant_id, id) in ( select candidate.tenant_id, candidate.id from operations as candidate where candidate.kind = $3 and candidate.status in ('pending', 'running') and coalesce(candidate.leased_until, '-infinity') < $2 and not exists ( select from operations as other where other.tenant_id = candidate.tenant_id and other.kind = $3 and other.status in ('pending', 'running') and ( other.leased_until >= $2 or (other.created_at, other.id) < (candidate.created_at, candidate.id) ) ) order by candidate.updated_at limit 1 for update skip locked ) returning tenant_id, id, kind, resource_id, input, reached, steps, created_at, cancel_requested_at is not null as is_canceled",
        None,
    )
}
impl TakeOperationStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        lease: &'a jiff::Timestamp,
        now: &'a jiff::Timestamp,
        kind: &'a T1,
    ) -> TaskQuery<'c, 'a, 's, C, Task, 3> {
        TaskQuery {
            client,
            params: [lease, now, kind],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TaskBorrowed, tokio_postgres::Error> {
                Ok(TaskBorrowed {
                    tenant_id: row.try_get(0)?,
                    id: row.try_get(1)?,
                    kind: row.try_get(2)?,
                    resource_id: row.try_get(3)?,
                    input: row.try_get(4)?,
                    reached: row.try_get(5)?,
                    steps: row.try_get(6)?,
                    created_at: row.try_get(7)?,
                    is_canceled: row.try_get(8)?,
                })
            },
            mapper: |it| Task::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, TakeOperationParams<T1>, TaskQuery<'c, 'a, 's, C, Task, 3>, C>
    for TakeOperationStmt
{
    fn params(&'s self, client: &'c C, params: &'a TakeOperationParams<T1>) -> TaskQuery<'c, 'a, 's, C, Task, 3> {
        self.bind(client, &params.lease, &params.now, &params.kind)
    }
}
pub struct TakeDueOperationStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn take_due_operation() -> TakeDueOperationStmt {
    TakeDueOperationStmt(
        "update operations set status = 'running', leased_until = $1, due_at = null, updated_at = $2, version = version + 1 where (tenant_id, id) in ( select candidate.tenant_id, candidate.id from operations as candidate, lateral ( select count(*) as number from operations as other where other.tenant_id = candidate.tenant_id and other.kind = any ($3) and other.status = 'running' and other.leased_until >= $2 ) as at_work where candidate.kind = any ($3) and candidate.status in ('pending', 'running') and coalesce(candidate.leased_until, '-infinity') < $2 and coalesce(candidate.due_at, '-infinity') <= $2 and at_work.number < $4 order by at_work.number, candidate.updated_at limit 1 for update of candidate skip locked ) returning tenant_id, id, kind, resource_id, input, reached, steps, created_at, cancel_requested_at is not null as is_canceled",
        None,
    )
}
impl TakeDueOperationStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>(
        &'s self,
        client: &'c C,
        lease: &'a jiff::Timestamp,
        now: &'a jiff::Timestamp,
        kinds: &'a T2,
        at_once: &'a i64,
    ) -> TaskQuery<'c, 'a, 's, C, Task, 4> {
        TaskQuery {
            client,
            params: [lease, now, kinds, at_once],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TaskBorrowed, tokio_postgres::Error> {
                Ok(TaskBorrowed {
                    tenant_id: row.try_get(0)?,
                    id: row.try_get(1)?,
                    kind: row.try_get(2)?,
                    resource_id: row.try_get(3)?,
                    input: row.try_get(4)?,
                    reached: row.try_get(5)?,
                    steps: row.try_get(6)?,
                    created_at: row.try_get(7)?,
                    is_canceled: row.try_get(8)?,
                })
            },
            mapper: |it| Task::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>
    crate::client::async_::Params<'c, 'a, 's, TakeDueOperationParams<T1, T2>, TaskQuery<'c, 'a, 's, C, Task, 4>, C>
    for TakeDueOperationStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a TakeDueOperationParams<T1, T2>,
    ) -> TaskQuery<'c, 'a, 's, C, Task, 4> {
        self.bind(client, &params.lease, &params.now, &params.kinds, &params.at_once)
    }
}
pub struct AdvanceOperationStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn advance_operation() -> AdvanceOperationStmt {
    AdvanceOperationStmt(
        "update operations set progress = $1, steps = $2, reached = $3, leased_until = $4, updated_at = $5, version = version + 1 where tenant_id = $6 and id = $7 and status = 'running' and leased_until = $8 returning cancel_requested_at is not null as is_canceled",
        None,
    )
}
impl AdvanceOperationStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::JsonSql>(
        &'s self,
        client: &'c C,
        progress: &'a i32,
        steps: &'a T1,
        reached: &'a i64,
        lease: &'a jiff::Timestamp,
        now: &'a jiff::Timestamp,
        tenant: &'a uuid::Uuid,
        id: &'a uuid::Uuid,
        held: &'a jiff::Timestamp,
    ) -> BoolQuery<'c, 'a, 's, C, bool, 8> {
        BoolQuery {
            client,
            params: [progress, steps, reached, lease, now, tenant, id, held],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::JsonSql>
    crate::client::async_::Params<'c, 'a, 's, AdvanceOperationParams<T1>, BoolQuery<'c, 'a, 's, C, bool, 8>, C>
    for AdvanceOperationStmt
{
    fn params(&'s self, client: &'c C, params: &'a AdvanceOperationParams<T1>) -> BoolQuery<'c, 'a, 's, C, bool, 8> {
        self.bind(
            client,
            &params.progress,
            &params.steps,
            &params.reached,
            &params.lease,
            &params.now,
            &params.tenant,
            &params.id,
            &params.held,
        )
    }
}
pub struct ReleaseOperationStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn release_operation() -> ReleaseOperationStmt {
    ReleaseOperationStmt(
        "update operations set leased_until = null, due_at = case when cancel_requested_at is null or $1::boolean then $2::timestamptz end, updated_at = $3 where tenant_id = $4 and id = $5 and status = 'running' and leased_until = $6 returning id",
        None,
    )
}
impl ReleaseOperationStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        is_canceled: &'a bool,
        due_at: &'a Option<jiff::Timestamp>,
        now: &'a jiff::Timestamp,
        tenant: &'a uuid::Uuid,
        id: &'a uuid::Uuid,
        held: &'a jiff::Timestamp,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 6> {
        UuidUuidQuery {
            client,
            params: [is_canceled, due_at, now, tenant, id, held],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, ReleaseOperationParams, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 6>, C>
    for ReleaseOperationStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ReleaseOperationParams,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 6> {
        self.bind(client, &params.is_canceled, &params.due_at, &params.now, &params.tenant, &params.id, &params.held)
    }
}
pub struct EndOperationStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn end_operation() -> EndOperationStmt {
    EndOperationStmt(
        "update operations set status = $1, progress = $2, error = $3, leased_until = null, updated_at = $4, finished_at = $4, version = version + 1 where tenant_id = $5 and id = $6 and status = 'running' and leased_until = $7 returning id",
        None,
    )
}
impl EndOperationStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::JsonSql>(
        &'s self,
        client: &'c C,
        status: &'a T1,
        progress: &'a i32,
        error: &'a Option<T2>,
        now: &'a jiff::Timestamp,
        tenant: &'a uuid::Uuid,
        id: &'a uuid::Uuid,
        held: &'a jiff::Timestamp,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 7> {
        UuidUuidQuery {
            client,
            params: [status, progress, error, now, tenant, id, held],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::JsonSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        EndOperationParams<T1, T2>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 7>,
        C,
    > for EndOperationStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a EndOperationParams<T1, T2>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 7> {
        self.bind(
            client,
            &params.status,
            &params.progress,
            &params.error,
            &params.now,
            &params.tenant,
            &params.id,
            &params.held,
        )
    }
}
pub struct ForgetOperationsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn forget_operations() -> ForgetOperationsStmt {
    ForgetOperationsStmt(
        "delete from operations where created_at < $1 and status not in ('pending', 'running') returning id",
        None,
    )
}
impl ForgetOperationsStmt {
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
