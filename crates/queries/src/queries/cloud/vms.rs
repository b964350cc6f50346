// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct ListVmsParams<T1: crate::StringSql, T2: crate::StringSql, T3: crate::JsonSql> {
    pub before: uuid::Uuid,
    pub provider_id: Option<uuid::Uuid>,
    pub organization_id: Option<uuid::Uuid>,
    pub region: Option<T1>,
    pub status: Option<T2>,
    pub managed: Option<bool>,
    pub label: Option<T3>,
    pub limit: i64,
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
    pub provider_ref: String,
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
    pub launched_at: Option<jiff::Timestamp>,
    pub last_synced_at: jiff::Timestamp,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub version: i32,
}
pub struct CloudVmBorrowed<'a> {
    pub id: uuid::Uuid,
    pub provider_id: uuid::Uuid,
    pub organization_id: Option<uuid::Uuid>,
    pub region: &'a str,
    pub provider_ref: &'a str,
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
    pub launched_at: Option<jiff::Timestamp>,
    pub last_synced_at: jiff::Timestamp,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub version: i32,
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
            launched_at,
            last_synced_at,
            created_at,
            updated_at,
            version,
        }: CloudVmBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            provider_id,
            organization_id,
            region: region.into(),
            provider_ref: provider_ref.into(),
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
            launched_at,
            last_synced_at,
            created_at,
            updated_at,
            version,
        }
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
        "select id, provider_id, organization_id, region, provider_ref, name, size, vcpus, memory_bytes, image, subnet, security_groups, public_ip, ips, labels, status, managed, launched_at, last_synced_at, created_at, updated_at, version from cloud_vms where id = $1",
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
                    launched_at: row.try_get(17)?,
                    last_synced_at: row.try_get(18)?,
                    created_at: row.try_get(19)?,
                    updated_at: row.try_get(20)?,
                    version: row.try_get(21)?,
                })
            },
            mapper: |it| CloudVm::from(it),
        }
    }
}
pub struct ListVmsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn list_vms() -> ListVmsStmt {
    ListVmsStmt(
        "select id, provider_id, organization_id, region, provider_ref, name, size, vcpus, memory_bytes, image, subnet, security_groups, public_ip, ips, labels, status, managed, launched_at, last_synced_at, created_at, updated_at, version from cloud_vms where id < $1 and (provider_id = $2 or $2::uuid is null) and (organization_id = $3 or $3::uuid is null) and (region = $4 or $4::text is null) and (status = $5 or $5::text is null) and (managed = $6 or $6::boolean is null) and (labels @> $7 or $7::jsonb is null) order by id desc limit $8",
        None,
    )
}
impl ListVmsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql, T3: crate::JsonSql>(
        &'s self,
        client: &'c C,
        before: &'a uuid::Uuid,
        provider_id: &'a Option<uuid::Uuid>,
        organization_id: &'a Option<uuid::Uuid>,
        region: &'a Option<T1>,
        status: &'a Option<T2>,
        managed: &'a Option<bool>,
        label: &'a Option<T3>,
        limit: &'a i64,
    ) -> CloudVmQuery<'c, 'a, 's, C, CloudVm, 8> {
        CloudVmQuery {
            client,
            params: [before, provider_id, organization_id, region, status, managed, label, limit],
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
                    launched_at: row.try_get(17)?,
                    last_synced_at: row.try_get(18)?,
                    created_at: row.try_get(19)?,
                    updated_at: row.try_get(20)?,
                    version: row.try_get(21)?,
                })
            },
            mapper: |it| CloudVm::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql, T3: crate::JsonSql>
    crate::client::async_::Params<'c, 'a, 's, ListVmsParams<T1, T2, T3>, CloudVmQuery<'c, 'a, 's, C, CloudVm, 8>, C>
    for ListVmsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ListVmsParams<T1, T2, T3>,
    ) -> CloudVmQuery<'c, 'a, 's, C, CloudVm, 8> {
        self.bind(
            client,
            &params.before,
            &params.provider_id,
            &params.organization_id,
            &params.region,
            &params.status,
            &params.managed,
            &params.label,
            &params.limit,
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
