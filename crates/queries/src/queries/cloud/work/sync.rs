// This file was generated with `cornucopia`. Do not modify.

#[derive(Clone, Copy, Debug)]
pub struct TakeDueSyncParams {
    pub later: jiff::Timestamp,
    pub now: jiff::Timestamp,
}
#[derive(Clone, Copy, Debug)]
pub struct ScheduleSyncParams {
    pub sync_at: jiff::Timestamp,
    pub sync_failures: i32,
    pub id: uuid::Uuid,
}
#[derive(Debug)]
pub struct AdoptMachinesParams<T1: crate::JsonSql, T2: crate::StringSql> {
    pub machines: T1,
    pub provider_id: uuid::Uuid,
    pub region: T2,
}
#[derive(Debug)]
pub struct StoreMachinesParams<T1: crate::StringSql, T2: crate::JsonSql> {
    pub provider_id: uuid::Uuid,
    pub organization_id: Option<uuid::Uuid>,
    pub region: T1,
    pub now: jiff::Timestamp,
    pub machines: T2,
}
#[derive(Debug)]
pub struct MissMachinesParams<T1: crate::StringSql> {
    pub now: jiff::Timestamp,
    pub provider_id: uuid::Uuid,
    pub region: T1,
}
#[derive(Debug)]
pub struct NewlyDriftedParams<T1: crate::StringSql> {
    pub provider_id: uuid::Uuid,
    pub region: T1,
}
#[derive(Debug)]
pub struct CompleteRegionParams<T1: crate::StringSql> {
    pub provider_id: uuid::Uuid,
    pub region: T1,
    pub organization_id: Option<uuid::Uuid>,
    pub now: jiff::Timestamp,
    pub vm_count: i32,
}
#[derive(Debug)]
pub struct FailRegionParams<T1: crate::StringSql, T2: crate::StringSql, T3: crate::StringSql, T4: crate::StringSql> {
    pub provider_id: uuid::Uuid,
    pub region: T1,
    pub organization_id: Option<uuid::Uuid>,
    pub status: T2,
    pub code: T3,
    pub detail: T4,
}
#[derive(Debug)]
pub struct ForgetRegionsParams<T1: crate::StringSql, T2: crate::ArraySql<Item = T1>> {
    pub provider_id: uuid::Uuid,
    pub regions: T2,
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct TakeDueSync {
    pub tenant_id: uuid::Uuid,
    pub id: uuid::Uuid,
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct SyncFailures {
    pub version: i32,
    pub sync_failures: i32,
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct MissMachines {
    pub id: uuid::Uuid,
    pub is_lost: bool,
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct NewlyDrifted {
    pub id: uuid::Uuid,
    pub drift_reported: bool,
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct TakeDueSyncQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<TakeDueSync, tokio_postgres::Error>,
    mapper: fn(TakeDueSync) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> TakeDueSyncQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(TakeDueSync) -> R) -> TakeDueSyncQuery<'c, 'a, 's, C, R, N> {
        TakeDueSyncQuery {
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
pub struct SyncFailuresQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<SyncFailures, tokio_postgres::Error>,
    mapper: fn(SyncFailures) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> SyncFailuresQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(SyncFailures) -> R) -> SyncFailuresQuery<'c, 'a, 's, C, R, N> {
        SyncFailuresQuery {
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
pub struct MissMachinesQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<MissMachines, tokio_postgres::Error>,
    mapper: fn(MissMachines) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> MissMachinesQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(MissMachines) -> R) -> MissMachinesQuery<'c, 'a, 's, C, R, N> {
        MissMachinesQuery {
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
pub struct NewlyDriftedQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<NewlyDrifted, tokio_postgres::Error>,
    mapper: fn(NewlyDrifted) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> NewlyDriftedQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(NewlyDrifted) -> R) -> NewlyDriftedQuery<'c, 'a, 's, C, R, N> {
        NewlyDriftedQuery {
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
pub struct TakeDueSyncStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn take_due_sync() -> TakeDueSyncStmt {
    TakeDueSyncStmt(
        "update cloud_providers set sync_at = $1 where (tenant_id, id) in ( select candidate.tenant_id, candidate.id from cloud_providers as candidate where candidate.sync_at <= $2 and candidate.status in ('verified', 'degraded') order by candidate.sync_at limit 1 for update skip locked ) returning tenant_id, id",
        None,
    )
}
impl TakeDueSyncStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        later: &'a jiff::Timestamp,
        now: &'a jiff::Timestamp,
    ) -> TakeDueSyncQuery<'c, 'a, 's, C, TakeDueSync, 2> {
        TakeDueSyncQuery {
            client,
            params: [later, now],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<TakeDueSync, tokio_postgres::Error> {
                Ok(TakeDueSync { tenant_id: row.try_get(0)?, id: row.try_get(1)? })
            },
            mapper: |it| TakeDueSync::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, TakeDueSyncParams, TakeDueSyncQuery<'c, 'a, 's, C, TakeDueSync, 2>, C>
    for TakeDueSyncStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a TakeDueSyncParams,
    ) -> TakeDueSyncQuery<'c, 'a, 's, C, TakeDueSync, 2> {
        self.bind(client, &params.later, &params.now)
    }
}
pub struct SyncFailuresStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn sync_failures() -> SyncFailuresStmt {
    SyncFailuresStmt("select version, sync_failures from cloud_providers where id = $1", None)
}
impl SyncFailuresStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> SyncFailuresQuery<'c, 'a, 's, C, SyncFailures, 1> {
        SyncFailuresQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<SyncFailures, tokio_postgres::Error> {
                Ok(SyncFailures { version: row.try_get(0)?, sync_failures: row.try_get(1)? })
            },
            mapper: |it| SyncFailures::from(it),
        }
    }
}
pub struct ScheduleSyncStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn schedule_sync() -> ScheduleSyncStmt {
    ScheduleSyncStmt("update cloud_providers set sync_at = $1, sync_failures = $2 where id = $3 returning id", None)
}
impl ScheduleSyncStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        sync_at: &'a jiff::Timestamp,
        sync_failures: &'a i32,
        id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        UuidUuidQuery {
            client,
            params: [sync_at, sync_failures, id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, ScheduleSyncParams, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3>, C>
    for ScheduleSyncStmt
{
    fn params(&'s self, client: &'c C, params: &'a ScheduleSyncParams) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        self.bind(client, &params.sync_at, &params.sync_failures, &params.id)
    }
}
pub struct AdoptMachinesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn adopt_machines() -> AdoptMachinesStmt {
    AdoptMachinesStmt(
        "update cloud_vms set provider_ref = machine.provider_ref from jsonb_to_recordset($1) as machine (vm_id uuid, provider_ref text) where cloud_vms.id = machine.vm_id and cloud_vms.provider_id = $2 and cloud_vms.region = $3 and cloud_vms.managed and cloud_vms.provider_ref is null and not exists ( select from cloud_vms as other where other.provider_id = $2 and other.region = $3 and other.provider_ref = machine.provider_ref ) returning cloud_vms.id",
        None,
    )
}
impl AdoptMachinesStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::JsonSql, T2: crate::StringSql>(
        &'s self,
        client: &'c C,
        machines: &'a T1,
        provider_id: &'a uuid::Uuid,
        region: &'a T2,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        UuidUuidQuery {
            client,
            params: [machines, provider_id, region],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::JsonSql, T2: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        AdoptMachinesParams<T1, T2>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3>,
        C,
    > for AdoptMachinesStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a AdoptMachinesParams<T1, T2>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        self.bind(client, &params.machines, &params.provider_id, &params.region)
    }
}
pub struct StoreMachinesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn store_machines() -> StoreMachinesStmt {
    StoreMachinesStmt(
        "insert into cloud_vms ( id, provider_id, organization_id, region, provider_ref, name, size, vcpus, memory_bytes, image, subnet, security_groups, public_ip, ips, labels, status, launched_at, last_synced_at, created_at, updated_at ) select machine.id, $1, $2, $3, machine.provider_ref, machine.name, machine.size, machine.vcpus, machine.memory_bytes, machine.image, machine.subnet, machine.security_groups, machine.public_ip, machine.ips, machine.labels, machine.status, machine.launched_at, $4, $4, $4 from jsonb_to_recordset($5) as machine ( id uuid, provider_ref text, name text, size text, vcpus integer, memory_bytes bigint, image text, subnet text, security_groups jsonb, public_ip text, ips jsonb, labels jsonb, status text, launched_at timestamptz ) on conflict (tenant_id, provider_id, region, provider_ref) do update set name = excluded.name, size = excluded.size, vcpus = excluded.vcpus, memory_bytes = excluded.memory_bytes, image = excluded.image, subnet = excluded.subnet, security_groups = excluded.security_groups, public_ip = excluded.public_ip, ips = excluded.ips, labels = excluded.labels, status = excluded.status, launched_at = excluded.launched_at, missed = 0, last_synced_at = excluded.last_synced_at, updated_at = case when ( cloud_vms.name, cloud_vms.size, cloud_vms.vcpus, cloud_vms.memory_bytes, cloud_vms.image, cloud_vms.subnet, cloud_vms.security_groups, cloud_vms.public_ip, cloud_vms.ips, cloud_vms.labels, cloud_vms.status, cloud_vms.launched_at ) is distinct from ( excluded.name, excluded.size, excluded.vcpus, excluded.memory_bytes, excluded.image, excluded.subnet, excluded.security_groups, excluded.public_ip, excluded.ips, excluded.labels, excluded.status, excluded.launched_at ) then excluded.updated_at else cloud_vms.updated_at end, version = cloud_vms.version + case when ( cloud_vms.name, cloud_vms.size, cloud_vms.vcpus, cloud_vms.memory_bytes, cloud_vms.image, cloud_vms.subnet, cloud_vms.security_groups, cloud_vms.public_ip, cloud_vms.ips, cloud_vms.labels, cloud_vms.status, cloud_vms.launched_at ) is distinct from ( excluded.name, excluded.size, excluded.vcpus, excluded.memory_bytes, excluded.image, excluded.subnet, excluded.security_groups, excluded.public_ip, excluded.ips, excluded.labels, excluded.status, excluded.launched_at ) then 1 else 0 end where cloud_vms.last_synced_at is null or cloud_vms.last_synced_at <= excluded.last_synced_at returning id",
        None,
    )
}
impl StoreMachinesStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::JsonSql>(
        &'s self,
        client: &'c C,
        provider_id: &'a uuid::Uuid,
        organization_id: &'a Option<uuid::Uuid>,
        region: &'a T1,
        now: &'a jiff::Timestamp,
        machines: &'a T2,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 5> {
        UuidUuidQuery {
            client,
            params: [provider_id, organization_id, region, now, machines],
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
        StoreMachinesParams<T1, T2>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 5>,
        C,
    > for StoreMachinesStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a StoreMachinesParams<T1, T2>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 5> {
        self.bind(client, &params.provider_id, &params.organization_id, &params.region, &params.now, &params.machines)
    }
}
pub struct MissMachinesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn miss_machines() -> MissMachinesStmt {
    MissMachinesStmt(
        "update cloud_vms set missed = missed + 1, status = case when missed >= 1 then 'missing' else status end, updated_at = case when missed >= 1 then $1 else updated_at end, version = version + case when missed >= 1 then 1 else 0 end where provider_id = $2 and region = $3 and provider_ref is not null and last_synced_at < $1 and status not in ('missing', 'deleted') returning id, managed and status = 'missing' as is_lost",
        None,
    )
}
impl MissMachinesStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
        provider_id: &'a uuid::Uuid,
        region: &'a T1,
    ) -> MissMachinesQuery<'c, 'a, 's, C, MissMachines, 3> {
        MissMachinesQuery {
            client,
            params: [now, provider_id, region],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<MissMachines, tokio_postgres::Error> {
                Ok(MissMachines { id: row.try_get(0)?, is_lost: row.try_get(1)? })
            },
            mapper: |it| MissMachines::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        MissMachinesParams<T1>,
        MissMachinesQuery<'c, 'a, 's, C, MissMachines, 3>,
        C,
    > for MissMachinesStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a MissMachinesParams<T1>,
    ) -> MissMachinesQuery<'c, 'a, 's, C, MissMachines, 3> {
        self.bind(client, &params.now, &params.provider_id, &params.region)
    }
}
pub struct NewlyDriftedStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn newly_drifted() -> NewlyDriftedStmt {
    NewlyDriftedStmt(
        "update cloud_vms set drift_reported = drift <> '[]' where provider_id = $1 and region = $2 and managed and status <> 'provisioning' and drift is not null and drift_reported <> (drift <> '[]') returning id, drift_reported",
        None,
    )
}
impl NewlyDriftedStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        provider_id: &'a uuid::Uuid,
        region: &'a T1,
    ) -> NewlyDriftedQuery<'c, 'a, 's, C, NewlyDrifted, 2> {
        NewlyDriftedQuery {
            client,
            params: [provider_id, region],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<NewlyDrifted, tokio_postgres::Error> {
                Ok(NewlyDrifted { id: row.try_get(0)?, drift_reported: row.try_get(1)? })
            },
            mapper: |it| NewlyDrifted::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        NewlyDriftedParams<T1>,
        NewlyDriftedQuery<'c, 'a, 's, C, NewlyDrifted, 2>,
        C,
    > for NewlyDriftedStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a NewlyDriftedParams<T1>,
    ) -> NewlyDriftedQuery<'c, 'a, 's, C, NewlyDrifted, 2> {
        self.bind(client, &params.provider_id, &params.region)
    }
}
pub struct CompleteRegionStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn complete_region() -> CompleteRegionStmt {
    CompleteRegionStmt(
        "insert into cloud_regions (provider_id, name, organization_id, status, last_complete_at, vm_count) values ($1, $2, $3, 'fresh', $4, $5) on conflict (tenant_id, provider_id, name) do update set organization_id = excluded.organization_id, status = 'fresh', code = null, detail = null, last_complete_at = excluded.last_complete_at, vm_count = excluded.vm_count returning name",
        None,
    )
}
impl CompleteRegionStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        provider_id: &'a uuid::Uuid,
        region: &'a T1,
        organization_id: &'a Option<uuid::Uuid>,
        now: &'a jiff::Timestamp,
        vm_count: &'a i32,
    ) -> StringQuery<'c, 'a, 's, C, String, 5> {
        StringQuery {
            client,
            params: [provider_id, region, organization_id, now, vm_count],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it.into(),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, CompleteRegionParams<T1>, StringQuery<'c, 'a, 's, C, String, 5>, C>
    for CompleteRegionStmt
{
    fn params(&'s self, client: &'c C, params: &'a CompleteRegionParams<T1>) -> StringQuery<'c, 'a, 's, C, String, 5> {
        self.bind(client, &params.provider_id, &params.region, &params.organization_id, &params.now, &params.vm_count)
    }
}
pub struct FailRegionStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn fail_region() -> FailRegionStmt {
    FailRegionStmt(
        "insert into cloud_regions (provider_id, name, organization_id, status, code, detail) values ($1, $2, $3, $4, $5, $6) on conflict (tenant_id, provider_id, name) do update set organization_id = excluded.organization_id, status = excluded.status, code = excluded.code, detail = excluded.detail returning name",
        None,
    )
}
impl FailRegionStmt {
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
        provider_id: &'a uuid::Uuid,
        region: &'a T1,
        organization_id: &'a Option<uuid::Uuid>,
        status: &'a T2,
        code: &'a T3,
        detail: &'a T4,
    ) -> StringQuery<'c, 'a, 's, C, String, 6> {
        StringQuery {
            client,
            params: [provider_id, region, organization_id, status, code, detail],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it.into(),
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
> crate::client::async_::Params<'c, 'a, 's, FailRegionParams<T1, T2, T3, T4>, StringQuery<'c, 'a, 's, C, String, 6>, C>
    for FailRegionStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a FailRegionParams<T1, T2, T3, T4>,
    ) -> StringQuery<'c, 'a, 's, C, String, 6> {
        self.bind(
            client,
            &params.provider_id,
            &params.region,
            &params.organization_id,
            &params.status,
            &params.code,
            &params.detail,
        )
    }
}
pub struct ForgetRegionsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn forget_regions() -> ForgetRegionsStmt {
    ForgetRegionsStmt(
        "delete from cloud_regions where provider_id = $1 and name <> all ($2) and not exists ( select from cloud_vms where cloud_vms.provider_id = cloud_regions.provider_id and cloud_vms.region = cloud_regions.name and cloud_vms.status not in ('missing', 'deleted') ) returning name",
        None,
    )
}
impl ForgetRegionsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>(
        &'s self,
        client: &'c C,
        provider_id: &'a uuid::Uuid,
        regions: &'a T2,
    ) -> StringQuery<'c, 'a, 's, C, String, 2> {
        StringQuery {
            client,
            params: [provider_id, regions],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it.into(),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>
    crate::client::async_::Params<'c, 'a, 's, ForgetRegionsParams<T1, T2>, StringQuery<'c, 'a, 's, C, String, 2>, C>
    for ForgetRegionsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ForgetRegionsParams<T1, T2>,
    ) -> StringQuery<'c, 'a, 's, C, String, 2> {
        self.bind(client, &params.provider_id, &params.regions)
    }
}
pub struct ForgetMachinesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn forget_machines() -> ForgetMachinesStmt {
    ForgetMachinesStmt(
        "delete from cloud_vms where status in ('missing', 'deleted') and (status = 'deleted' or not managed) and last_synced_at < $1 returning id",
        None,
    )
}
impl ForgetMachinesStmt {
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
