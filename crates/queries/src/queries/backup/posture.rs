// This file was generated with `cornucopia`. Do not modify.

#[derive(Clone, Copy, Debug)]
pub struct PostureCustomersParams {
    pub before: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct PostureDevicesParams<T1: crate::ArraySql<Item = uuid::Uuid>, T2: crate::ArraySql<Item = uuid::Uuid>> {
    pub organization_ids: T1,
    pub after: T2,
    pub limit: i64,
}
#[derive(Debug, Clone, PartialEq)]
pub struct PostureCustomers {
    pub id: uuid::Uuid,
    pub name: String,
}
pub struct PostureCustomersBorrowed<'a> {
    pub id: uuid::Uuid,
    pub name: &'a str,
}
impl<'a> From<PostureCustomersBorrowed<'a>> for PostureCustomers {
    fn from(PostureCustomersBorrowed { id, name }: PostureCustomersBorrowed<'a>) -> Self {
        Self { id, name: name.into() }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct PostureCustomer {
    pub id: uuid::Uuid,
    pub name: String,
}
pub struct PostureCustomerBorrowed<'a> {
    pub id: uuid::Uuid,
    pub name: &'a str,
}
impl<'a> From<PostureCustomerBorrowed<'a>> for PostureCustomer {
    fn from(PostureCustomerBorrowed { id, name }: PostureCustomerBorrowed<'a>) -> Self {
        Self { id, name: name.into() }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct PostureDevice {
    pub id: uuid::Uuid,
    pub organization_id: uuid::Uuid,
    pub name: String,
    pub r#type: String,
    pub config: Option<serde_json::Value>,
    pub evidence: serde_json::Value,
}
pub struct PostureDeviceBorrowed<'a> {
    pub id: uuid::Uuid,
    pub organization_id: uuid::Uuid,
    pub name: &'a str,
    pub r#type: &'a str,
    pub config: Option<postgres_types::Json<&'a serde_json::value::RawValue>>,
    pub evidence: postgres_types::Json<&'a serde_json::value::RawValue>,
}
impl<'a> From<PostureDeviceBorrowed<'a>> for PostureDevice {
    fn from(
        PostureDeviceBorrowed { id, organization_id, name, r#type, config, evidence }: PostureDeviceBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            organization_id,
            name: name.into(),
            r#type: r#type.into(),
            config: config.map(|v| serde_json::from_str(v.0.get()).unwrap()),
            evidence: serde_json::from_str(evidence.0.get()).unwrap(),
        }
    }
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct PostureRepositories {
    pub organization_id: uuid::Uuid,
    pub bytes: Option<i64>,
    pub fully_read_through: Option<jiff::Timestamp>,
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct PostureCustomersQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<PostureCustomersBorrowed, tokio_postgres::Error>,
    mapper: fn(PostureCustomersBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> PostureCustomersQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(PostureCustomersBorrowed) -> R) -> PostureCustomersQuery<'c, 'a, 's, C, R, N> {
        PostureCustomersQuery {
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
pub struct PostureCustomerQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<PostureCustomerBorrowed, tokio_postgres::Error>,
    mapper: fn(PostureCustomerBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> PostureCustomerQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(PostureCustomerBorrowed) -> R) -> PostureCustomerQuery<'c, 'a, 's, C, R, N> {
        PostureCustomerQuery {
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
pub struct PostureDeviceQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<PostureDeviceBorrowed, tokio_postgres::Error>,
    mapper: fn(PostureDeviceBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> PostureDeviceQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(PostureDeviceBorrowed) -> R) -> PostureDeviceQuery<'c, 'a, 's, C, R, N> {
        PostureDeviceQuery {
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
pub struct PostureRepositoriesQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<PostureRepositories, tokio_postgres::Error>,
    mapper: fn(PostureRepositories) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> PostureRepositoriesQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(PostureRepositories) -> R) -> PostureRepositoriesQuery<'c, 'a, 's, C, R, N> {
        PostureRepositoriesQuery {
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
pub struct PostureCustomersStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn posture_customers() -> PostureCustomersStmt {
    PostureCustomersStmt("select id, name from organizations where id < $1 order by id desc limit $2", None)
}
impl PostureCustomersStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        before: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> PostureCustomersQuery<'c, 'a, 's, C, PostureCustomers, 2> {
        PostureCustomersQuery {
            client,
            params: [before, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<PostureCustomersBorrowed, tokio_postgres::Error> {
                Ok(PostureCustomersBorrowed { id: row.try_get(0)?, name: row.try_get(1)? })
            },
            mapper: |it| PostureCustomers::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        PostureCustomersParams,
        PostureCustomersQuery<'c, 'a, 's, C, PostureCustomers, 2>,
        C,
    > for PostureCustomersStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a PostureCustomersParams,
    ) -> PostureCustomersQuery<'c, 'a, 's, C, PostureCustomers, 2> {
        self.bind(client, &params.before, &params.limit)
    }
}
pub struct PostureCustomerStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn posture_customer() -> PostureCustomerStmt {
    PostureCustomerStmt("select id, name from organizations where id = $1", None)
}
impl PostureCustomerStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> PostureCustomerQuery<'c, 'a, 's, C, PostureCustomer, 1> {
        PostureCustomerQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<PostureCustomerBorrowed, tokio_postgres::Error> {
                Ok(PostureCustomerBorrowed { id: row.try_get(0)?, name: row.try_get(1)? })
            },
            mapper: |it| PostureCustomer::from(it),
        }
    }
}
pub struct PostureDevicesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn posture_devices() -> PostureDevicesStmt {
    PostureDevicesStmt(
        "select found.id, found.organization_id, found.name, found.type, backup_configs.config, coalesce( ( select jsonb_agg( jsonb_build_object( 'source', facts.evidence, 'kind', facts.type, 'last_success_at', facts.last_success_at, 'last_attempt_at', facts.last_attempt_at, 'last_result', facts.last_result, 'immutable', facts.immutable, 'offsite', facts.offsite, 'seconds', facts.seconds ) ) from ( select evidence, type, last_success_at, last_attempt_at, last_result, immutable, offsite, seconds from backup_evidence where backup_evidence.device_id = found.id order by backup_evidence.evidence, backup_evidence.last_attempt_at desc limit 50 ) as facts ), '[]'::jsonb ) as evidence from unnest($1::uuid[], $2::uuid[]) as customer (id, after) cross join lateral ( select devices.id, devices.organization_id, devices.name, devices.type from devices where devices.organization_id = customer.id and devices.id > customer.after and devices.retired_at is null order by devices.id limit $3 ) as found left join backup_configs on backup_configs.scope_id = found.id order by found.organization_id, found.id",
        None,
    )
}
impl PostureDevicesStmt {
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
        T2: crate::ArraySql<Item = uuid::Uuid>,
    >(
        &'s self,
        client: &'c C,
        organization_ids: &'a T1,
        after: &'a T2,
        limit: &'a i64,
    ) -> PostureDeviceQuery<'c, 'a, 's, C, PostureDevice, 3> {
        PostureDeviceQuery {
            client,
            params: [organization_ids, after, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<PostureDeviceBorrowed, tokio_postgres::Error> {
                Ok(PostureDeviceBorrowed {
                    id: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    name: row.try_get(2)?,
                    r#type: row.try_get(3)?,
                    config: row.try_get(4)?,
                    evidence: row.try_get(5)?,
                })
            },
            mapper: |it| PostureDevice::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>, T2: crate::ArraySql<Item = uuid::Uuid>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        PostureDevicesParams<T1, T2>,
        PostureDeviceQuery<'c, 'a, 's, C, PostureDevice, 3>,
        C,
    > for PostureDevicesStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a PostureDevicesParams<T1, T2>,
    ) -> PostureDeviceQuery<'c, 'a, 's, C, PostureDevice, 3> {
        self.bind(client, &params.organization_ids, &params.after, &params.limit)
    }
}
pub struct PostureRepositoriesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn posture_repositories() -> PostureRepositoriesStmt {
    PostureRepositoriesStmt(
        "select organization_id, least(sum(bytes), 9223372036854775807)::bigint as bytes, case when bool_and(fully_read_through is not null) then min(fully_read_through) end as fully_read_through from backup_repositories where organization_id = any ($1::uuid[]) group by organization_id",
        None,
    )
}
impl PostureRepositoriesStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        organization_ids: &'a T1,
    ) -> PostureRepositoriesQuery<'c, 'a, 's, C, PostureRepositories, 1> {
        PostureRepositoriesQuery {
            client,
            params: [organization_ids],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<PostureRepositories, tokio_postgres::Error> {
                Ok(PostureRepositories {
                    organization_id: row.try_get(0)?,
                    bytes: row.try_get(1)?,
                    fully_read_through: row.try_get(2)?,
                })
            },
            mapper: |it| PostureRepositories::from(it),
        }
    }
}
