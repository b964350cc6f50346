// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct RequestVmParams<
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::StringSql,
    T4: crate::StringSql,
    T5: crate::StringSql,
    T6: crate::JsonSql,
    T7: crate::JsonSql,
    T8: crate::JsonSql,
    T9: crate::StringSql,
    T10: crate::StringSql,
    T11: crate::BytesSql,
> {
    pub id: uuid::Uuid,
    pub provider_id: uuid::Uuid,
    pub organization_id: Option<uuid::Uuid>,
    pub region: T1,
    pub name: T2,
    pub size: T3,
    pub image: T4,
    pub subnet: Option<T5>,
    pub security_groups: T6,
    pub labels: T7,
    pub wanted: T8,
    pub operation_id: uuid::Uuid,
    pub price_cents: Option<i64>,
    pub price_currency: Option<T9>,
    pub price_as_of: Option<T10>,
    pub user_data_sealed: Option<T11>,
    pub now: jiff::Timestamp,
}
#[derive(Clone, Copy, Debug)]
pub struct BeginVmOperationParams {
    pub operation_id: uuid::Uuid,
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Clone, Copy, Debug)]
pub struct MoveVmParams {
    pub organization_id: Option<uuid::Uuid>,
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Debug)]
pub struct RelabelVmParams<T1: crate::JsonSql> {
    pub labels: T1,
    pub id: uuid::Uuid,
}
#[derive(Debug)]
pub struct ChangeVmParams<T1: crate::StringSql, T2: crate::JsonSql> {
    pub status: T1,
    pub operation_id: Option<uuid::Uuid>,
    pub machine: Option<T2>,
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Debug)]
pub struct ForgetDuplicateParams<T1: crate::StringSql, T2: crate::StringSql> {
    pub provider_id: uuid::Uuid,
    pub region: T1,
    pub provider_ref: T2,
    pub id: uuid::Uuid,
}
#[derive(Debug)]
pub struct UsageParams<T1: crate::StringSql> {
    pub provider_id: uuid::Uuid,
    pub currency: T1,
}
#[derive(Debug)]
pub struct ListVmsParams<
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
    T4: crate::JsonSql,
    T5: crate::StringSql,
    T6: crate::ArraySql<Item = T5>,
> {
    pub before: uuid::Uuid,
    pub provider_id: Option<uuid::Uuid>,
    pub organization_id: Option<uuid::Uuid>,
    pub region: Option<T1>,
    pub statuses: Option<T3>,
    pub managed: Option<bool>,
    pub label: Option<T4>,
    pub drift: Option<bool>,
    pub device_id: Option<uuid::Uuid>,
    pub words: T6,
    pub limit: i64,
}
#[derive(Debug)]
pub struct CountVmsParams<
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
    T4: crate::JsonSql,
    T5: crate::StringSql,
    T6: crate::ArraySql<Item = T5>,
> {
    pub provider_id: Option<uuid::Uuid>,
    pub organization_id: Option<uuid::Uuid>,
    pub region: Option<T1>,
    pub statuses: Option<T3>,
    pub managed: Option<bool>,
    pub label: Option<T4>,
    pub drift: Option<bool>,
    pub device_id: Option<uuid::Uuid>,
    pub words: T6,
}
#[derive(Clone, Copy, Debug)]
pub struct OutdatedRegionsParams {
    pub provider_id: Option<uuid::Uuid>,
    pub old: jiff::Timestamp,
    pub limit: i64,
}
#[derive(Debug, Clone, PartialEq)]
pub struct CloudVm {
    pub id: uuid::Uuid,
    pub provider_id: uuid::Uuid,
    pub organization_id: Option<uuid::Uuid>,
    pub region: String,
    pub provider_ref: Option<String>,
    pub name: Option<String>,
    pub size: String,
    pub vcpus: Option<i32>,
    pub memory_bytes: Option<i64>,
    pub image: Option<String>,
    pub subnet: Option<String>,
    pub security_groups: serde_json::Value,
    pub public_ip: Option<String>,
    pub ips: serde_json::Value,
    pub labels: serde_json::Value,
    pub status: String,
    pub managed: bool,
    pub operation_id: Option<uuid::Uuid>,
    pub price_cents: Option<i64>,
    pub price_currency: Option<String>,
    pub price_as_of: Option<String>,
    pub drift: Option<serde_json::Value>,
    pub launched_at: Option<jiff::Timestamp>,
    pub last_synced_at: Option<jiff::Timestamp>,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub version: i32,
    pub device_id: Option<uuid::Uuid>,
}
pub struct CloudVmBorrowed<'a> {
    pub id: uuid::Uuid,
    pub provider_id: uuid::Uuid,
    pub organization_id: Option<uuid::Uuid>,
    pub region: &'a str,
    pub provider_ref: Option<&'a str>,
    pub name: Option<&'a str>,
    pub size: &'a str,
    pub vcpus: Option<i32>,
    pub memory_bytes: Option<i64>,
    pub image: Option<&'a str>,
    pub subnet: Option<&'a str>,
    pub security_groups: postgres_types::Json<&'a serde_json::value::RawValue>,
    pub public_ip: Option<&'a str>,
    pub ips: postgres_types::Json<&'a serde_json::value::RawValue>,
    pub labels: postgres_types::Json<&'a serde_json::value::RawValue>,
    pub status: &'a str,
    pub managed: bool,
    pub operation_id: Option<uuid::Uuid>,
    pub price_cents: Option<i64>,
    pub price_currency: Option<&'a str>,
    pub price_as_of: Option<&'a str>,
    pub drift: Option<postgres_types::Json<&'a serde_json::value::RawValue>>,
    pub launched_at: Option<jiff::Timestamp>,
    pub last_synced_at: Option<jiff::Timestamp>,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub version: i32,
    pub device_id: Option<uuid::Uuid>,
}
impl<'a> From<CloudVmBorrowed<'a>> for CloudVm {
    fn from(
        CloudVmBorrowed {
            id,
            provider_id,
            organization_id,
            region,
            provider_ref,
            name,
            size,
            vcpus,
            memory_bytes,
            image,
            subnet,
            security_groups,
            public_ip,
            ips,
            labels,
            status,
            managed,
            operation_id,
            price_cents,
            price_currency,
            price_as_of,
            drift,
            launched_at,
            last_synced_at,
            created_at,
            updated_at,
            version,
            device_id,
        }: CloudVmBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            provider_id,
            organization_id,
            region: region.into(),
            provider_ref: provider_ref.map(|v| v.into()),
            name: name.map(|v| v.into()),
            size: size.into(),
            vcpus,
            memory_bytes,
            image: image.map(|v| v.into()),
            subnet: subnet.map(|v| v.into()),
            security_groups: serde_json::from_str(security_groups.0.get()).unwrap(),
            public_ip: public_ip.map(|v| v.into()),
            ips: serde_json::from_str(ips.0.get()).unwrap(),
            labels: serde_json::from_str(labels.0.get()).unwrap(),
            status: status.into(),
            managed,
            operation_id,
            price_cents,
            price_currency: price_currency.map(|v| v.into()),
            price_as_of: price_as_of.map(|v| v.into()),
            drift: drift.map(|v| serde_json::from_str(v.0.get()).unwrap()),
            launched_at,
            last_synced_at,
            created_at,
            updated_at,
            version,
            device_id,
        }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct Ordered {
    pub wanted: serde_json::Value,
    pub user_data_sealed: Option<Vec<u8>>,
    pub version: i32,
}
pub struct OrderedBorrowed<'a> {
    pub wanted: postgres_types::Json<&'a serde_json::value::RawValue>,
    pub user_data_sealed: Option<&'a [u8]>,
    pub version: i32,
}
impl<'a> From<OrderedBorrowed<'a>> for Ordered {
    fn from(OrderedBorrowed { wanted, user_data_sealed, version }: OrderedBorrowed<'a>) -> Self {
        Self {
            wanted: serde_json::from_str(wanted.0.get()).unwrap(),
            user_data_sealed: user_data_sealed.map(|v| v.into()),
            version,
        }
    }
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct Usage {
    pub vms: i64,
    pub cents: i64,
    pub unpriced: i64,
    pub busy: i64,
}
#[derive(Debug, Clone, PartialEq)]
pub struct CountedVms {
    pub status: String,
    pub managed: bool,
    pub has_drifted: bool,
    pub count: i64,
}
pub struct CountedVmsBorrowed<'a> {
    pub status: &'a str,
    pub managed: bool,
    pub has_drifted: bool,
    pub count: i64,
}
impl<'a> From<CountedVmsBorrowed<'a>> for CountedVms {
    fn from(CountedVmsBorrowed { status, managed, has_drifted, count }: CountedVmsBorrowed<'a>) -> Self {
        Self { status: status.into(), managed, has_drifted, count }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct OutdatedRegion {
    pub provider_id: uuid::Uuid,
    pub name: String,
    pub status: String,
    pub code: Option<String>,
    pub detail: Option<String>,
    pub last_complete_at: Option<jiff::Timestamp>,
    pub vm_count: i32,
}
pub struct OutdatedRegionBorrowed<'a> {
    pub provider_id: uuid::Uuid,
    pub name: &'a str,
    pub status: &'a str,
    pub code: Option<&'a str>,
    pub detail: Option<&'a str>,
    pub last_complete_at: Option<jiff::Timestamp>,
    pub vm_count: i32,
}
impl<'a> From<OutdatedRegionBorrowed<'a>> for OutdatedRegion {
    fn from(
        OutdatedRegionBorrowed {
            provider_id,
            name,
            status,
            code,
            detail,
            last_complete_at,
            vm_count,
        }: OutdatedRegionBorrowed<'a>,
    ) -> Self {
        Self {
            provider_id,
            name: name.into(),
            status: status.into(),
            code: code.map(|v| v.into()),
            detail: detail.map(|v| v.into()),
            last_complete_at,
            vm_count,
        }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct CloudVmQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<CloudVmBorrowed, tokio_postgres::Error>,
    mapper: fn(CloudVmBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> CloudVmQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(CloudVmBorrowed) -> R) -> CloudVmQuery<'c, 'a, 's, C, R, N> {
        CloudVmQuery {
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
pub struct OrderedQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<OrderedBorrowed, tokio_postgres::Error>,
    mapper: fn(OrderedBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> OrderedQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(OrderedBorrowed) -> R) -> OrderedQuery<'c, 'a, 's, C, R, N> {
        OrderedQuery {
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
pub struct UsageQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<Usage, tokio_postgres::Error>,
    mapper: fn(Usage) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> UsageQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(Usage) -> R) -> UsageQuery<'c, 'a, 's, C, R, N> {
        UsageQuery {
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
pub struct CountedVmsQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<CountedVmsBorrowed, tokio_postgres::Error>,
    mapper: fn(CountedVmsBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> CountedVmsQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(CountedVmsBorrowed) -> R) -> CountedVmsQuery<'c, 'a, 's, C, R, N> {
        CountedVmsQuery {
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
pub struct OutdatedRegionQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<OutdatedRegionBorrowed, tokio_postgres::Error>,
    mapper: fn(OutdatedRegionBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> OutdatedRegionQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(OutdatedRegionBorrowed) -> R) -> OutdatedRegionQuery<'c, 'a, 's, C, R, N> {
        OutdatedRegionQuery {
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
pub struct GetVmStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn get_vm() -> GetVmStmt {
    GetVmStmt(
        "select id, provider_id, organization_id, region, provider_ref, name, size, vcpus, memory_bytes, image, subnet, security_groups, public_ip, ips, labels, status, managed, operation_id, price_cents, price_currency, price_as_of, drift, launched_at, last_synced_at, created_at, updated_at, version, app.device_of_vm(id, organization_id, provider_ref, status) as device_id from cloud_vms where id = $1",
        None,
    )
}
impl GetVmStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> CloudVmQuery<'c, 'a, 's, C, CloudVm, 1> {
        CloudVmQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<CloudVmBorrowed, tokio_postgres::Error> {
                Ok(CloudVmBorrowed {
                    id: row.try_get(0)?,
                    provider_id: row.try_get(1)?,
                    organization_id: row.try_get(2)?,
                    region: row.try_get(3)?,
                    provider_ref: row.try_get(4)?,
                    name: row.try_get(5)?,
                    size: row.try_get(6)?,
                    vcpus: row.try_get(7)?,
                    memory_bytes: row.try_get(8)?,
                    image: row.try_get(9)?,
                    subnet: row.try_get(10)?,
                    security_groups: row.try_get(11)?,
                    public_ip: row.try_get(12)?,
                    ips: row.try_get(13)?,
                    labels: row.try_get(14)?,
                    status: row.try_get(15)?,
                    managed: row.try_get(16)?,
                    operation_id: row.try_get(17)?,
                    price_cents: row.try_get(18)?,
                    price_currency: row.try_get(19)?,
                    price_as_of: row.try_get(20)?,
                    drift: row.try_get(21)?,
                    launched_at: row.try_get(22)?,
                    last_synced_at: row.try_get(23)?,
                    created_at: row.try_get(24)?,
                    updated_at: row.try_get(25)?,
                    version: row.try_get(26)?,
                    device_id: row.try_get(27)?,
                })
            },
            mapper: |it| CloudVm::from(it),
        }
    }
}
pub struct LockVmStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_vm() -> LockVmStmt {
    LockVmStmt(
        "select id, provider_id, organization_id, region, provider_ref, name, size, vcpus, memory_bytes, image, subnet, security_groups, public_ip, ips, labels, status, managed, operation_id, price_cents, price_currency, price_as_of, drift, launched_at, last_synced_at, created_at, updated_at, version, app.device_of_vm(id, organization_id, provider_ref, status) as device_id from cloud_vms where id = $1 for update",
        None,
    )
}
impl LockVmStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> CloudVmQuery<'c, 'a, 's, C, CloudVm, 1> {
        CloudVmQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<CloudVmBorrowed, tokio_postgres::Error> {
                Ok(CloudVmBorrowed {
                    id: row.try_get(0)?,
                    provider_id: row.try_get(1)?,
                    organization_id: row.try_get(2)?,
                    region: row.try_get(3)?,
                    provider_ref: row.try_get(4)?,
                    name: row.try_get(5)?,
                    size: row.try_get(6)?,
                    vcpus: row.try_get(7)?,
                    memory_bytes: row.try_get(8)?,
                    image: row.try_get(9)?,
                    subnet: row.try_get(10)?,
                    security_groups: row.try_get(11)?,
                    public_ip: row.try_get(12)?,
                    ips: row.try_get(13)?,
                    labels: row.try_get(14)?,
                    status: row.try_get(15)?,
                    managed: row.try_get(16)?,
                    operation_id: row.try_get(17)?,
                    price_cents: row.try_get(18)?,
                    price_currency: row.try_get(19)?,
                    price_as_of: row.try_get(20)?,
                    drift: row.try_get(21)?,
                    launched_at: row.try_get(22)?,
                    last_synced_at: row.try_get(23)?,
                    created_at: row.try_get(24)?,
                    updated_at: row.try_get(25)?,
                    version: row.try_get(26)?,
                    device_id: row.try_get(27)?,
                })
            },
            mapper: |it| CloudVm::from(it),
        }
    }
}
pub struct RequestVmStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn request_vm() -> RequestVmStmt {
    RequestVmStmt(
        "insert into cloud_vms ( id, provider_id, organization_id, region, name, size, image, subnet, security_groups, ips, labels, status, managed, wanted, operation_id, price_cents, price_currency, price_as_of, user_data_sealed, created_at, updated_at ) values ( $1, $2, $3, $4, $5, $6, $7, $8, $9, '[]', $10, 'requested', true, $11, $12, $13, $14, $15, $16, $17, $17 ) returning id, provider_id, organization_id, region, provider_ref, name, size, vcpus, memory_bytes, image, subnet, security_groups, public_ip, ips, labels, status, managed, operation_id, price_cents, price_currency, price_as_of, drift, launched_at, last_synced_at, created_at, updated_at, version, app.device_of_vm(id, organization_id, provider_ref, status) as device_id",
        None,
    )
}
impl RequestVmStmt {
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
        T6: crate::JsonSql,
        T7: crate::JsonSql,
        T8: crate::JsonSql,
        T9: crate::StringSql,
        T10: crate::StringSql,
        T11: crate::BytesSql,
    >(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        provider_id: &'a uuid::Uuid,
        organization_id: &'a Option<uuid::Uuid>,
        region: &'a T1,
        name: &'a T2,
        size: &'a T3,
        image: &'a T4,
        subnet: &'a Option<T5>,
        security_groups: &'a T6,
        labels: &'a T7,
        wanted: &'a T8,
        operation_id: &'a uuid::Uuid,
        price_cents: &'a Option<i64>,
        price_currency: &'a Option<T9>,
        price_as_of: &'a Option<T10>,
        user_data_sealed: &'a Option<T11>,
        now: &'a jiff::Timestamp,
    ) -> CloudVmQuery<'c, 'a, 's, C, CloudVm, 17> {
        CloudVmQuery {
            client,
            params: [
                id,
                provider_id,
                organization_id,
                region,
                name,
                size,
                image,
                subnet,
                security_groups,
                labels,
                wanted,
                operation_id,
                price_cents,
                price_currency,
                price_as_of,
                user_data_sealed,
                now,
            ],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<CloudVmBorrowed, tokio_postgres::Error> {
                Ok(CloudVmBorrowed {
                    id: row.try_get(0)?,
                    provider_id: row.try_get(1)?,
                    organization_id: row.try_get(2)?,
                    region: row.try_get(3)?,
                    provider_ref: row.try_get(4)?,
                    name: row.try_get(5)?,
                    size: row.try_get(6)?,
                    vcpus: row.try_get(7)?,
                    memory_bytes: row.try_get(8)?,
                    image: row.try_get(9)?,
                    subnet: row.try_get(10)?,
                    security_groups: row.try_get(11)?,
                    public_ip: row.try_get(12)?,
                    ips: row.try_get(13)?,
                    labels: row.try_get(14)?,
                    status: row.try_get(15)?,
                    managed: row.try_get(16)?,
                    operation_id: row.try_get(17)?,
                    price_cents: row.try_get(18)?,
                    price_currency: row.try_get(19)?,
                    price_as_of: row.try_get(20)?,
                    drift: row.try_get(21)?,
                    launched_at: row.try_get(22)?,
                    last_synced_at: row.try_get(23)?,
                    created_at: row.try_get(24)?,
                    updated_at: row.try_get(25)?,
                    version: row.try_get(26)?,
                    device_id: row.try_get(27)?,
                })
            },
            mapper: |it| CloudVm::from(it),
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
    T6: crate::JsonSql,
    T7: crate::JsonSql,
    T8: crate::JsonSql,
    T9: crate::StringSql,
    T10: crate::StringSql,
    T11: crate::BytesSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        RequestVmParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11>,
        CloudVmQuery<'c, 'a, 's, C, CloudVm, 17>,
        C,
    > for RequestVmStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a RequestVmParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11>,
    ) -> CloudVmQuery<'c, 'a, 's, C, CloudVm, 17> {
        self.bind(
            client,
            &params.id,
            &params.provider_id,
            &params.organization_id,
            &params.region,
            &params.name,
            &params.size,
            &params.image,
            &params.subnet,
            &params.security_groups,
            &params.labels,
            &params.wanted,
            &params.operation_id,
            &params.price_cents,
            &params.price_currency,
            &params.price_as_of,
            &params.user_data_sealed,
            &params.now,
        )
    }
}
pub struct BeginVmOperationStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn begin_vm_operation() -> BeginVmOperationStmt {
    BeginVmOperationStmt(
        "update cloud_vms set operation_id = $1, updated_at = $2, version = version + 1 where id = $3 returning id, provider_id, organization_id, region, provider_ref, name, size, vcpus, memory_bytes, image, subnet, security_groups, public_ip, ips, labels, status, managed, operation_id, price_cents, price_currency, price_as_of, drift, launched_at, last_synced_at, created_at, updated_at, version, app.device_of_vm(id, organization_id, provider_ref, status) as device_id",
        None,
    )
}
impl BeginVmOperationStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        operation_id: &'a uuid::Uuid,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> CloudVmQuery<'c, 'a, 's, C, CloudVm, 3> {
        CloudVmQuery {
            client,
            params: [operation_id, now, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<CloudVmBorrowed, tokio_postgres::Error> {
                Ok(CloudVmBorrowed {
                    id: row.try_get(0)?,
                    provider_id: row.try_get(1)?,
                    organization_id: row.try_get(2)?,
                    region: row.try_get(3)?,
                    provider_ref: row.try_get(4)?,
                    name: row.try_get(5)?,
                    size: row.try_get(6)?,
                    vcpus: row.try_get(7)?,
                    memory_bytes: row.try_get(8)?,
                    image: row.try_get(9)?,
                    subnet: row.try_get(10)?,
                    security_groups: row.try_get(11)?,
                    public_ip: row.try_get(12)?,
                    ips: row.try_get(13)?,
                    labels: row.try_get(14)?,
                    status: row.try_get(15)?,
                    managed: row.try_get(16)?,
                    operation_id: row.try_get(17)?,
                    price_cents: row.try_get(18)?,
                    price_currency: row.try_get(19)?,
                    price_as_of: row.try_get(20)?,
                    drift: row.try_get(21)?,
                    launched_at: row.try_get(22)?,
                    last_synced_at: row.try_get(23)?,
                    created_at: row.try_get(24)?,
                    updated_at: row.try_get(25)?,
                    version: row.try_get(26)?,
                    device_id: row.try_get(27)?,
                })
            },
            mapper: |it| CloudVm::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, BeginVmOperationParams, CloudVmQuery<'c, 'a, 's, C, CloudVm, 3>, C>
    for BeginVmOperationStmt
{
    fn params(&'s self, client: &'c C, params: &'a BeginVmOperationParams) -> CloudVmQuery<'c, 'a, 's, C, CloudVm, 3> {
        self.bind(client, &params.operation_id, &params.now, &params.id)
    }
}
pub struct MoveVmStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn move_vm() -> MoveVmStmt {
    MoveVmStmt(
        "update cloud_vms set organization_id = $1, updated_at = $2, version = version + 1 where id = $3 returning id, provider_id, organization_id, region, provider_ref, name, size, vcpus, memory_bytes, image, subnet, security_groups, public_ip, ips, labels, status, managed, operation_id, price_cents, price_currency, price_as_of, drift, launched_at, last_synced_at, created_at, updated_at, version, app.device_of_vm(id, organization_id, provider_ref, status) as device_id",
        None,
    )
}
impl MoveVmStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        organization_id: &'a Option<uuid::Uuid>,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> CloudVmQuery<'c, 'a, 's, C, CloudVm, 3> {
        CloudVmQuery {
            client,
            params: [organization_id, now, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<CloudVmBorrowed, tokio_postgres::Error> {
                Ok(CloudVmBorrowed {
                    id: row.try_get(0)?,
                    provider_id: row.try_get(1)?,
                    organization_id: row.try_get(2)?,
                    region: row.try_get(3)?,
                    provider_ref: row.try_get(4)?,
                    name: row.try_get(5)?,
                    size: row.try_get(6)?,
                    vcpus: row.try_get(7)?,
                    memory_bytes: row.try_get(8)?,
                    image: row.try_get(9)?,
                    subnet: row.try_get(10)?,
                    security_groups: row.try_get(11)?,
                    public_ip: row.try_get(12)?,
                    ips: row.try_get(13)?,
                    labels: row.try_get(14)?,
                    status: row.try_get(15)?,
                    managed: row.try_get(16)?,
                    operation_id: row.try_get(17)?,
                    price_cents: row.try_get(18)?,
                    price_currency: row.try_get(19)?,
                    price_as_of: row.try_get(20)?,
                    drift: row.try_get(21)?,
                    launched_at: row.try_get(22)?,
                    last_synced_at: row.try_get(23)?,
                    created_at: row.try_get(24)?,
                    updated_at: row.try_get(25)?,
                    version: row.try_get(26)?,
                    device_id: row.try_get(27)?,
                })
            },
            mapper: |it| CloudVm::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, MoveVmParams, CloudVmQuery<'c, 'a, 's, C, CloudVm, 3>, C> for MoveVmStmt
{
    fn params(&'s self, client: &'c C, params: &'a MoveVmParams) -> CloudVmQuery<'c, 'a, 's, C, CloudVm, 3> {
        self.bind(client, &params.organization_id, &params.now, &params.id)
    }
}
pub struct RelabelVmStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn relabel_vm() -> RelabelVmStmt {
    RelabelVmStmt(
        "update cloud_vms set wanted = jsonb_set(wanted, '{labels}', $1) where id = $2 and wanted is not null returning id",
        None,
    )
}
impl RelabelVmStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::JsonSql>(
        &'s self,
        client: &'c C,
        labels: &'a T1,
        id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        UuidUuidQuery {
            client,
            params: [labels, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::JsonSql>
    crate::client::async_::Params<'c, 'a, 's, RelabelVmParams<T1>, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>, C>
    for RelabelVmStmt
{
    fn params(&'s self, client: &'c C, params: &'a RelabelVmParams<T1>) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.labels, &params.id)
    }
}
pub struct OrderedStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn ordered() -> OrderedStmt {
    OrderedStmt("select wanted, user_data_sealed, version from cloud_vms where id = $1 and wanted is not null", None)
}
impl OrderedStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> OrderedQuery<'c, 'a, 's, C, Ordered, 1> {
        OrderedQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<OrderedBorrowed, tokio_postgres::Error> {
                Ok(OrderedBorrowed {
                    wanted: row.try_get(0)?,
                    user_data_sealed: row.try_get(1)?,
                    version: row.try_get(2)?,
                })
            },
            mapper: |it| Ordered::from(it),
        }
    }
}
pub struct ChangeVmStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn change_vm() -> ChangeVmStmt {
    ChangeVmStmt(
        "update cloud_vms set status = $1, operation_id = $2, user_data_sealed = case when $2::uuid is not null then user_data_sealed end, provider_ref = coalesce($3::jsonb ->> 'provider_ref', provider_ref), name = coalesce($3 ->> 'name', name), size = coalesce($3 ->> 'size', size), vcpus = coalesce(($3 ->> 'vcpus')::integer, vcpus), memory_bytes = coalesce(($3 ->> 'memory_bytes')::bigint, memory_bytes), image = coalesce($3 ->> 'image', image), subnet = coalesce($3 ->> 'subnet', subnet), security_groups = coalesce($3 -> 'security_groups', security_groups), public_ip = case when $3 is null then public_ip else $3 ->> 'public_ip' end, ips = coalesce($3 -> 'ips', ips), labels = coalesce($3 -> 'labels', labels), launched_at = coalesce(($3 ->> 'launched_at')::timestamptz, launched_at), last_synced_at = case when $3 is null and $1 <> 'deleted' then last_synced_at else $4 end, missed = 0, updated_at = $4, version = version + 1 where id = $5 returning id, provider_id, organization_id, region, provider_ref, name, size, vcpus, memory_bytes, image, subnet, security_groups, public_ip, ips, labels, status, managed, operation_id, price_cents, price_currency, price_as_of, drift, launched_at, last_synced_at, created_at, updated_at, version, app.device_of_vm(id, organization_id, provider_ref, status) as device_id",
        None,
    )
}
impl ChangeVmStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::JsonSql>(
        &'s self,
        client: &'c C,
        status: &'a T1,
        operation_id: &'a Option<uuid::Uuid>,
        machine: &'a Option<T2>,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> CloudVmQuery<'c, 'a, 's, C, CloudVm, 5> {
        CloudVmQuery {
            client,
            params: [status, operation_id, machine, now, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<CloudVmBorrowed, tokio_postgres::Error> {
                Ok(CloudVmBorrowed {
                    id: row.try_get(0)?,
                    provider_id: row.try_get(1)?,
                    organization_id: row.try_get(2)?,
                    region: row.try_get(3)?,
                    provider_ref: row.try_get(4)?,
                    name: row.try_get(5)?,
                    size: row.try_get(6)?,
                    vcpus: row.try_get(7)?,
                    memory_bytes: row.try_get(8)?,
                    image: row.try_get(9)?,
                    subnet: row.try_get(10)?,
                    security_groups: row.try_get(11)?,
                    public_ip: row.try_get(12)?,
                    ips: row.try_get(13)?,
                    labels: row.try_get(14)?,
                    status: row.try_get(15)?,
                    managed: row.try_get(16)?,
                    operation_id: row.try_get(17)?,
                    price_cents: row.try_get(18)?,
                    price_currency: row.try_get(19)?,
                    price_as_of: row.try_get(20)?,
                    drift: row.try_get(21)?,
                    launched_at: row.try_get(22)?,
                    last_synced_at: row.try_get(23)?,
                    created_at: row.try_get(24)?,
                    updated_at: row.try_get(25)?,
                    version: row.try_get(26)?,
                    device_id: row.try_get(27)?,
                })
            },
            mapper: |it| CloudVm::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::JsonSql>
    crate::client::async_::Params<'c, 'a, 's, ChangeVmParams<T1, T2>, CloudVmQuery<'c, 'a, 's, C, CloudVm, 5>, C>
    for ChangeVmStmt
{
    fn params(&'s self, client: &'c C, params: &'a ChangeVmParams<T1, T2>) -> CloudVmQuery<'c, 'a, 's, C, CloudVm, 5> {
        self.bind(client, &params.status, &params.operation_id, &params.machine, &params.now, &params.id)
    }
}
pub struct ForgetDuplicateStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn forget_duplicate() -> ForgetDuplicateStmt {
    ForgetDuplicateStmt(
        "delete from cloud_vms where provider_id = $1 and region = $2 and provider_ref = $3 and id <> $4 and not managed returning id",
        None,
    )
}
impl ForgetDuplicateStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>(
        &'s self,
        client: &'c C,
        provider_id: &'a uuid::Uuid,
        region: &'a T1,
        provider_ref: &'a T2,
        id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4> {
        UuidUuidQuery {
            client,
            params: [provider_id, region, provider_ref, id],
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
        ForgetDuplicateParams<T1, T2>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4>,
        C,
    > for ForgetDuplicateStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ForgetDuplicateParams<T1, T2>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 4> {
        self.bind(client, &params.provider_id, &params.region, &params.provider_ref, &params.id)
    }
}
pub struct UsageStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn usage() -> UsageStmt {
    UsageStmt("select vms, cents, unpriced, busy from app.cloud_usage($1, $2)", None)
}
impl UsageStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        provider_id: &'a uuid::Uuid,
        currency: &'a T1,
    ) -> UsageQuery<'c, 'a, 's, C, Usage, 2> {
        UsageQuery {
            client,
            params: [provider_id, currency],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<Usage, tokio_postgres::Error> {
                Ok(Usage {
                    vms: row.try_get(0)?,
                    cents: row.try_get(1)?,
                    unpriced: row.try_get(2)?,
                    busy: row.try_get(3)?,
                })
            },
            mapper: |it| Usage::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, UsageParams<T1>, UsageQuery<'c, 'a, 's, C, Usage, 2>, C> for UsageStmt
{
    fn params(&'s self, client: &'c C, params: &'a UsageParams<T1>) -> UsageQuery<'c, 'a, 's, C, Usage, 2> {
        self.bind(client, &params.provider_id, &params.currency)
    }
}
pub struct ListVmsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn list_vms() -> ListVmsStmt {
    ListVmsStmt(
        "select id, provider_id, organization_id, region, provider_ref, name, size, vcpus, memory_bytes, image, subnet, security_groups, public_ip, ips, labels, status, managed, operation_id, price_cents, price_currency, price_as_of, drift, launched_at, last_synced_at, created_at, updated_at, version, app.device_of_vm(id, organization_id, provider_ref, status) as device_id from cloud_vms where id < $1 and (provider_id = $2 or $2::uuid is null) and (organization_id = $3 or $3::uuid is null) and (region = $4 or $4::text is null) and (status = any ($5) or $5::text[] is null) and (managed = $6 or $6::boolean is null) and (labels @> $7 or $7::jsonb is null) and (drift <> '[]' or status = 'missing' and managed or $8::boolean is not true) and (drift = '[]' and status <> 'missing' or $8::boolean is not false) and ( $9::uuid is null or organization_id in (select organization_id from device_instances where device_id = $9) and app.device_of_vm(id, organization_id, provider_ref, status) = $9 ) and app.cloud_vm_has_words($10, name, provider_ref, image, size, ips, labels) order by id desc limit $11",
        None,
    )
}
impl ListVmsStmt {
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
        T4: crate::JsonSql,
        T5: crate::StringSql,
        T6: crate::ArraySql<Item = T5>,
    >(
        &'s self,
        client: &'c C,
        before: &'a uuid::Uuid,
        provider_id: &'a Option<uuid::Uuid>,
        organization_id: &'a Option<uuid::Uuid>,
        region: &'a Option<T1>,
        statuses: &'a Option<T3>,
        managed: &'a Option<bool>,
        label: &'a Option<T4>,
        drift: &'a Option<bool>,
        device_id: &'a Option<uuid::Uuid>,
        words: &'a T6,
        limit: &'a i64,
    ) -> CloudVmQuery<'c, 'a, 's, C, CloudVm, 11> {
        CloudVmQuery {
            client,
            params: [
                before,
                provider_id,
                organization_id,
                region,
                statuses,
                managed,
                label,
                drift,
                device_id,
                words,
                limit,
            ],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<CloudVmBorrowed, tokio_postgres::Error> {
                Ok(CloudVmBorrowed {
                    id: row.try_get(0)?,
                    provider_id: row.try_get(1)?,
                    organization_id: row.try_get(2)?,
                    region: row.try_get(3)?,
                    provider_ref: row.try_get(4)?,
                    name: row.try_get(5)?,
                    size: row.try_get(6)?,
                    vcpus: row.try_get(7)?,
                    memory_bytes: row.try_get(8)?,
                    image: row.try_get(9)?,
                    subnet: row.try_get(10)?,
                    security_groups: row.try_get(11)?,
                    public_ip: row.try_get(12)?,
                    ips: row.try_get(13)?,
                    labels: row.try_get(14)?,
                    status: row.try_get(15)?,
                    managed: row.try_get(16)?,
                    operation_id: row.try_get(17)?,
                    price_cents: row.try_get(18)?,
                    price_currency: row.try_get(19)?,
                    price_as_of: row.try_get(20)?,
                    drift: row.try_get(21)?,
                    launched_at: row.try_get(22)?,
                    last_synced_at: row.try_get(23)?,
                    created_at: row.try_get(24)?,
                    updated_at: row.try_get(25)?,
                    version: row.try_get(26)?,
                    device_id: row.try_get(27)?,
                })
            },
            mapper: |it| CloudVm::from(it),
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
    T4: crate::JsonSql,
    T5: crate::StringSql,
    T6: crate::ArraySql<Item = T5>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        ListVmsParams<T1, T2, T3, T4, T5, T6>,
        CloudVmQuery<'c, 'a, 's, C, CloudVm, 11>,
        C,
    > for ListVmsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ListVmsParams<T1, T2, T3, T4, T5, T6>,
    ) -> CloudVmQuery<'c, 'a, 's, C, CloudVm, 11> {
        self.bind(
            client,
            &params.before,
            &params.provider_id,
            &params.organization_id,
            &params.region,
            &params.statuses,
            &params.managed,
            &params.label,
            &params.drift,
            &params.device_id,
            &params.words,
            &params.limit,
        )
    }
}
pub struct CountVmsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn count_vms() -> CountVmsStmt {
    CountVmsStmt(
        "select status, managed, coalesce(drift <> '[]', false) or status = 'missing' and managed as has_drifted, count(*) as count from cloud_vms where (provider_id = $1 or $1::uuid is null) and (organization_id = $2 or $2::uuid is null) and (region = $3 or $3::text is null) and (status = any ($4) or $4::text[] is null) and (managed = $5 or $5::boolean is null) and (labels @> $6 or $6::jsonb is null) and (drift <> '[]' or status = 'missing' and managed or $7::boolean is not true) and (drift = '[]' and status <> 'missing' or $7::boolean is not false) and ( $8::uuid is null or organization_id in (select organization_id from device_instances where device_id = $8) and app.device_of_vm(id, organization_id, provider_ref, status) = $8 ) and app.cloud_vm_has_words($9, name, provider_ref, image, size, ips, labels) group by 1, 2, 3",
        None,
    )
}
impl CountVmsStmt {
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
        T4: crate::JsonSql,
        T5: crate::StringSql,
        T6: crate::ArraySql<Item = T5>,
    >(
        &'s self,
        client: &'c C,
        provider_id: &'a Option<uuid::Uuid>,
        organization_id: &'a Option<uuid::Uuid>,
        region: &'a Option<T1>,
        statuses: &'a Option<T3>,
        managed: &'a Option<bool>,
        label: &'a Option<T4>,
        drift: &'a Option<bool>,
        device_id: &'a Option<uuid::Uuid>,
        words: &'a T6,
    ) -> CountedVmsQuery<'c, 'a, 's, C, CountedVms, 9> {
        CountedVmsQuery {
            client,
            params: [provider_id, organization_id, region, statuses, managed, label, drift, device_id, words],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<CountedVmsBorrowed, tokio_postgres::Error> {
                Ok(CountedVmsBorrowed {
                    status: row.try_get(0)?,
                    managed: row.try_get(1)?,
                    has_drifted: row.try_get(2)?,
                    count: row.try_get(3)?,
                })
            },
            mapper: |it| CountedVms::from(it),
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
    T4: crate::JsonSql,
    T5: crate::StringSql,
    T6: crate::ArraySql<Item = T5>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        CountVmsParams<T1, T2, T3, T4, T5, T6>,
        CountedVmsQuery<'c, 'a, 's, C, CountedVms, 9>,
        C,
    > for CountVmsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CountVmsParams<T1, T2, T3, T4, T5, T6>,
    ) -> CountedVmsQuery<'c, 'a, 's, C, CountedVms, 9> {
        self.bind(
            client,
            &params.provider_id,
            &params.organization_id,
            &params.region,
            &params.statuses,
            &params.managed,
            &params.label,
            &params.drift,
            &params.device_id,
            &params.words,
        )
    }
}
pub struct OutdatedRegionsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn outdated_regions() -> OutdatedRegionsStmt {
    OutdatedRegionsStmt(
        "select provider_id, name, status, code, detail, last_complete_at, vm_count from cloud_regions where (provider_id = $1 or $1::uuid is null) and (status <> 'fresh' or last_complete_at < $2) order by provider_id, name limit $3",
        None,
    )
}
impl OutdatedRegionsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        provider_id: &'a Option<uuid::Uuid>,
        old: &'a jiff::Timestamp,
        limit: &'a i64,
    ) -> OutdatedRegionQuery<'c, 'a, 's, C, OutdatedRegion, 3> {
        OutdatedRegionQuery {
            client,
            params: [provider_id, old, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<OutdatedRegionBorrowed, tokio_postgres::Error> {
                Ok(OutdatedRegionBorrowed {
                    provider_id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    status: row.try_get(2)?,
                    code: row.try_get(3)?,
                    detail: row.try_get(4)?,
                    last_complete_at: row.try_get(5)?,
                    vm_count: row.try_get(6)?,
                })
            },
            mapper: |it| OutdatedRegion::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        OutdatedRegionsParams,
        OutdatedRegionQuery<'c, 'a, 's, C, OutdatedRegion, 3>,
        C,
    > for OutdatedRegionsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a OutdatedRegionsParams,
    ) -> OutdatedRegionQuery<'c, 'a, 's, C, OutdatedRegion, 3> {
        self.bind(client, &params.provider_id, &params.old, &params.limit)
    }
}
