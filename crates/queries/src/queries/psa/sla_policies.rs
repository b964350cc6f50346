// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct CreateSlaPolicyParams<T1: crate::StringSql, T2: crate::JsonSql> {
    pub id: uuid::Uuid,
    pub name: T1,
    pub now: jiff::Timestamp,
    pub settings: T2,
}
#[derive(Clone, Copy, Debug)]
pub struct ListSlaPoliciesParams {
    pub before: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct UpdateSlaPolicyParams<T1: crate::StringSql, T2: crate::JsonSql> {
    pub name: T1,
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
    pub settings: T2,
}
#[derive(Clone, Copy, Debug)]
pub struct DeleteSlaPolicyParams {
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Clone, Copy, Debug)]
pub struct ContractsOfSlaPolicyParams {
    pub policy_id: uuid::Uuid,
    pub now: jiff::Timestamp,
}
#[derive(Debug, Clone, PartialEq)]
pub struct SlaPolicyRow {
    pub id: uuid::Uuid,
    pub name: String,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub version: i32,
    pub settings: serde_json::Value,
}
pub struct SlaPolicyRowBorrowed<'a> {
    pub id: uuid::Uuid,
    pub name: &'a str,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub version: i32,
    pub settings: postgres_types::Json<&'a serde_json::value::RawValue>,
}
impl<'a> From<SlaPolicyRowBorrowed<'a>> for SlaPolicyRow {
    fn from(
        SlaPolicyRowBorrowed { id, name, created_at, updated_at, version, settings }: SlaPolicyRowBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            name: name.into(),
            created_at,
            updated_at,
            version,
            settings: serde_json::from_str(settings.0.get()).unwrap(),
        }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct SlaPolicyRowQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<SlaPolicyRowBorrowed, tokio_postgres::Error>,
    mapper: fn(SlaPolicyRowBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> SlaPolicyRowQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(SlaPolicyRowBorrowed) -> R) -> SlaPolicyRowQuery<'c, 'a, 's, C, R, N> {
        SlaPolicyRowQuery {
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
pub struct CreateSlaPolicyStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn create_sla_policy() -> CreateSlaPolicyStmt {
    CreateSlaPolicyStmt(
        "insert into sla_policies (id, name, created_at, updated_at) values ($1, $2, $3, $3) returning id, name, created_at, updated_at, version, $4::jsonb as settings",
        None,
    )
}
impl CreateSlaPolicyStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::JsonSql>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        name: &'a T1,
        now: &'a jiff::Timestamp,
        settings: &'a T2,
    ) -> SlaPolicyRowQuery<'c, 'a, 's, C, SlaPolicyRow, 4> {
        SlaPolicyRowQuery {
            client,
            params: [id, name, now, settings],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<SlaPolicyRowBorrowed, tokio_postgres::Error> {
                Ok(SlaPolicyRowBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    created_at: row.try_get(2)?,
                    updated_at: row.try_get(3)?,
                    version: row.try_get(4)?,
                    settings: row.try_get(5)?,
                })
            },
            mapper: |it| SlaPolicyRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::JsonSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        CreateSlaPolicyParams<T1, T2>,
        SlaPolicyRowQuery<'c, 'a, 's, C, SlaPolicyRow, 4>,
        C,
    > for CreateSlaPolicyStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CreateSlaPolicyParams<T1, T2>,
    ) -> SlaPolicyRowQuery<'c, 'a, 's, C, SlaPolicyRow, 4> {
        self.bind(client, &params.id, &params.name, &params.now, &params.settings)
    }
}
pub struct GetSlaPolicyStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn get_sla_policy() -> GetSlaPolicyStmt {
    GetSlaPolicyStmt(
        "select policy.id, policy.name, policy.created_at, policy.updated_at, policy.version, latest.settings from sla_policies as policy cross join lateral ( select settings from sla_versions where sla_versions.policy_id = policy.id order by sla_versions.version desc limit 1 ) as latest where policy.id = $1 and policy.deleted_at is null",
        None,
    )
}
impl GetSlaPolicyStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> SlaPolicyRowQuery<'c, 'a, 's, C, SlaPolicyRow, 1> {
        SlaPolicyRowQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<SlaPolicyRowBorrowed, tokio_postgres::Error> {
                Ok(SlaPolicyRowBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    created_at: row.try_get(2)?,
                    updated_at: row.try_get(3)?,
                    version: row.try_get(4)?,
                    settings: row.try_get(5)?,
                })
            },
            mapper: |it| SlaPolicyRow::from(it),
        }
    }
}
pub struct SlaPolicyNamedStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn sla_policy_named() -> SlaPolicyNamedStmt {
    SlaPolicyNamedStmt("select id from sla_policies where name = $1 and deleted_at is null", None)
}
impl SlaPolicyNamedStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        name: &'a T1,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 1> {
        UuidUuidQuery {
            client,
            params: [name],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct ListSlaPoliciesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn list_sla_policies() -> ListSlaPoliciesStmt {
    ListSlaPoliciesStmt(
        "select policy.id, policy.name, policy.created_at, policy.updated_at, policy.version, latest.settings from sla_policies as policy cross join lateral ( select settings from sla_versions where sla_versions.policy_id = policy.id order by sla_versions.version desc limit 1 ) as latest where policy.id < $1 and policy.deleted_at is null order by policy.id desc limit $2",
        None,
    )
}
impl ListSlaPoliciesStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        before: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> SlaPolicyRowQuery<'c, 'a, 's, C, SlaPolicyRow, 2> {
        SlaPolicyRowQuery {
            client,
            params: [before, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<SlaPolicyRowBorrowed, tokio_postgres::Error> {
                Ok(SlaPolicyRowBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    created_at: row.try_get(2)?,
                    updated_at: row.try_get(3)?,
                    version: row.try_get(4)?,
                    settings: row.try_get(5)?,
                })
            },
            mapper: |it| SlaPolicyRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        ListSlaPoliciesParams,
        SlaPolicyRowQuery<'c, 'a, 's, C, SlaPolicyRow, 2>,
        C,
    > for ListSlaPoliciesStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ListSlaPoliciesParams,
    ) -> SlaPolicyRowQuery<'c, 'a, 's, C, SlaPolicyRow, 2> {
        self.bind(client, &params.before, &params.limit)
    }
}
pub struct UpdateSlaPolicyStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn update_sla_policy() -> UpdateSlaPolicyStmt {
    UpdateSlaPolicyStmt(
        "update sla_policies set name = $1, updated_at = $2, version = version + 1 where id = $3 returning id, name, created_at, updated_at, version, $4::jsonb as settings",
        None,
    )
}
impl UpdateSlaPolicyStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::JsonSql>(
        &'s self,
        client: &'c C,
        name: &'a T1,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
        settings: &'a T2,
    ) -> SlaPolicyRowQuery<'c, 'a, 's, C, SlaPolicyRow, 4> {
        SlaPolicyRowQuery {
            client,
            params: [name, now, id, settings],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<SlaPolicyRowBorrowed, tokio_postgres::Error> {
                Ok(SlaPolicyRowBorrowed {
                    id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    created_at: row.try_get(2)?,
                    updated_at: row.try_get(3)?,
                    version: row.try_get(4)?,
                    settings: row.try_get(5)?,
                })
            },
            mapper: |it| SlaPolicyRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::JsonSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        UpdateSlaPolicyParams<T1, T2>,
        SlaPolicyRowQuery<'c, 'a, 's, C, SlaPolicyRow, 4>,
        C,
    > for UpdateSlaPolicyStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a UpdateSlaPolicyParams<T1, T2>,
    ) -> SlaPolicyRowQuery<'c, 'a, 's, C, SlaPolicyRow, 4> {
        self.bind(client, &params.name, &params.now, &params.id, &params.settings)
    }
}
pub struct DeleteSlaPolicyStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn delete_sla_policy() -> DeleteSlaPolicyStmt {
    DeleteSlaPolicyStmt(
        "update sla_policies set deleted_at = $1, updated_at = $1, version = version + 1 where id = $2 returning id",
        None,
    )
}
impl DeleteSlaPolicyStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        UuidUuidQuery {
            client,
            params: [now, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, DeleteSlaPolicyParams, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>, C>
    for DeleteSlaPolicyStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a DeleteSlaPolicyParams,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.now, &params.id)
    }
}
pub struct ContractsOfSlaPolicyStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn contracts_of_sla_policy() -> ContractsOfSlaPolicyStmt {
    ContractsOfSlaPolicyStmt(
        "select count(*) as contracts from sla_contracts where policy_id = $1 and deleted_at is null and (ends_at is null or ends_at > $2)",
        None,
    )
}
impl ContractsOfSlaPolicyStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        policy_id: &'a uuid::Uuid,
        now: &'a jiff::Timestamp,
    ) -> I64Query<'c, 'a, 's, C, i64, 2> {
        I64Query {
            client,
            params: [policy_id, now],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, ContractsOfSlaPolicyParams, I64Query<'c, 'a, 's, C, i64, 2>, C>
    for ContractsOfSlaPolicyStmt
{
    fn params(&'s self, client: &'c C, params: &'a ContractsOfSlaPolicyParams) -> I64Query<'c, 'a, 's, C, i64, 2> {
        self.bind(client, &params.policy_id, &params.now)
    }
}
