// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct KnownDevicesParams<T1: crate::StringSql> {
    pub agent_id: T1,
    pub organization_id: uuid::Uuid,
}
#[derive(Debug)]
pub struct TouchDeviceParams<T1: crate::JsonSql> {
    pub now: jiff::Timestamp,
    pub last_full_inventory_at: Option<jiff::Timestamp>,
    pub booted_at: Option<jiff::Timestamp>,
    pub free_bytes: Option<T1>,
    pub device_id: uuid::Uuid,
}
#[derive(Debug)]
pub struct DiscoverDeviceParams<T1: crate::StringSql, T2: crate::StringSql, T3: crate::StringSql, T4: crate::StringSql>
{
    pub id: uuid::Uuid,
    pub organization_id: uuid::Uuid,
    pub name: T1,
    pub agent_id: T2,
    pub agent_twin: i32,
    pub agent_kind: T3,
    pub agent_version: Option<T4>,
    pub enrolment_id: uuid::Uuid,
    pub stale_check_at: jiff::Timestamp,
    pub now: jiff::Timestamp,
}
#[derive(Debug)]
pub struct PutSectionsParams<
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = T1>,
    T3: crate::BytesSql,
    T4: crate::ArraySql<Item = T3>,
    T5: crate::JsonSql,
    T6: crate::ArraySql<Item = T5>,
> {
    pub device_id: uuid::Uuid,
    pub organization_id: uuid::Uuid,
    pub sections: T2,
    pub hashes: T4,
    pub contents: T6,
}
#[derive(Debug)]
pub struct RemoveSectionsParams<T1: crate::StringSql, T2: crate::ArraySql<Item = T1>> {
    pub device_id: uuid::Uuid,
    pub sections: T2,
}
#[derive(Debug)]
pub struct PutDetailsParams<
    T1: crate::JsonSql,
    T2: crate::JsonSql,
    T3: crate::JsonSql,
    T4: crate::JsonSql,
    T5: crate::JsonSql,
> {
    pub cpu: Option<T1>,
    pub disks: T2,
    pub volumes: T3,
    pub networks: T4,
    pub security: T5,
    pub device_id: uuid::Uuid,
}
#[derive(Debug)]
pub struct UpdateReportedDeviceParams<
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::StringSql,
    T4: crate::StringSql,
    T5: crate::StringSql,
    T6: crate::StringSql,
    T7: crate::StringSql,
    T8: crate::ArraySql<Item = T7>,
    T9: crate::StringSql,
    T10: crate::StringSql,
    T11: crate::StringSql,
    T12: crate::StringSql,
    T13: crate::StringSql,
    T14: crate::StringSql,
    T15: crate::StringSql,
    T16: crate::StringSql,
    T17: crate::StringSql,
    T18: crate::StringSql,
> {
    pub hostname: Option<T1>,
    pub r#type: T2,
    pub agent_kind: T3,
    pub agent_version: Option<T4>,
    pub enrolment_id: uuid::Uuid,
    pub enrolled_organization_id: uuid::Uuid,
    pub serial: Option<T5>,
    pub hardware_uuid: Option<T6>,
    pub macs: T8,
    pub manufacturer: Option<T9>,
    pub model: Option<T10>,
    pub os_family: Option<T11>,
    pub os_name: Option<T12>,
    pub os_version: Option<T13>,
    pub os_arch: Option<T14>,
    pub os_build: Option<T15>,
    pub memory_bytes: Option<i64>,
    pub software_count: i32,
    pub last_user: Option<T16>,
    pub moved: bool,
    pub former_hardware_uuid: Option<T17>,
    pub former_serial: Option<T18>,
    pub stale_check_at: jiff::Timestamp,
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Debug, Clone, PartialEq)]
pub struct KnownDevice {
    pub id: uuid::Uuid,
    pub organization_id: uuid::Uuid,
    pub r#type: String,
    pub manufacturer: Option<String>,
    pub serial: Option<String>,
    pub hardware_uuid: Option<String>,
    pub former_hardware_uuid: Option<String>,
    pub former_serial: Option<String>,
    pub agent_version: Option<String>,
    pub enrolment_id: Option<uuid::Uuid>,
    pub enrolled_organization_id: Option<uuid::Uuid>,
    pub stale_since: Option<jiff::Timestamp>,
    pub sections: Vec<String>,
    pub hashes: Vec<Vec<u8>>,
}
pub struct KnownDeviceBorrowed<'a> {
    pub id: uuid::Uuid,
    pub organization_id: uuid::Uuid,
    pub r#type: &'a str,
    pub manufacturer: Option<&'a str>,
    pub serial: Option<&'a str>,
    pub hardware_uuid: Option<&'a str>,
    pub former_hardware_uuid: Option<&'a str>,
    pub former_serial: Option<&'a str>,
    pub agent_version: Option<&'a str>,
    pub enrolment_id: Option<uuid::Uuid>,
    pub enrolled_organization_id: Option<uuid::Uuid>,
    pub stale_since: Option<jiff::Timestamp>,
    pub sections: crate::ArrayIterator<'a, &'a str>,
    pub hashes: crate::ArrayIterator<'a, &'a [u8]>,
}
impl<'a> From<KnownDeviceBorrowed<'a>> for KnownDevice {
    fn from(
        KnownDeviceBorrowed {
            id,
            organization_id,
            r#type,
            manufacturer,
            serial,
            hardware_uuid,
            former_hardware_uuid,
            former_serial,
            agent_version,
            enrolment_id,
            enrolled_organization_id,
            stale_since,
            sections,
            hashes,
        }: KnownDeviceBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            organization_id,
            r#type: r#type.into(),
            manufacturer: manufacturer.map(|v| v.into()),
            serial: serial.map(|v| v.into()),
            hardware_uuid: hardware_uuid.map(|v| v.into()),
            former_hardware_uuid: former_hardware_uuid.map(|v| v.into()),
            former_serial: former_serial.map(|v| v.into()),
            agent_version: agent_version.map(|v| v.into()),
            enrolment_id,
            enrolled_organization_id,
            stale_since,
            sections: sections.map(|v| v.into()).collect(),
            hashes: hashes.map(|v| v.into()).collect(),
        }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct SectionsOfDevice {
    pub section: String,
    pub hash: Vec<u8>,
    pub content: serde_json::Value,
}
pub struct SectionsOfDeviceBorrowed<'a> {
    pub section: &'a str,
    pub hash: &'a [u8],
    pub content: postgres_types::Json<&'a serde_json::value::RawValue>,
}
impl<'a> From<SectionsOfDeviceBorrowed<'a>> for SectionsOfDevice {
    fn from(SectionsOfDeviceBorrowed { section, hash, content }: SectionsOfDeviceBorrowed<'a>) -> Self {
        Self { section: section.into(), hash: hash.into(), content: serde_json::from_str(content.0.get()).unwrap() }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct KnownDeviceQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<KnownDeviceBorrowed, tokio_postgres::Error>,
    mapper: fn(KnownDeviceBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> KnownDeviceQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(KnownDeviceBorrowed) -> R) -> KnownDeviceQuery<'c, 'a, 's, C, R, N> {
        KnownDeviceQuery {
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
pub struct SectionsOfDeviceQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<SectionsOfDeviceBorrowed, tokio_postgres::Error>,
    mapper: fn(SectionsOfDeviceBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> SectionsOfDeviceQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(SectionsOfDeviceBorrowed) -> R) -> SectionsOfDeviceQuery<'c, 'a, 's, C, R, N> {
        SectionsOfDeviceQuery {
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
pub struct KnownDevicesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn known_devices() -> KnownDevicesStmt {
    KnownDevicesStmt(
        "select devices.id, devices.organization_id, devices.type, devices.manufacturer, devices.serial, devices.hardware_uuid, devices.former_hardware_uuid, devices.former_serial, devices.agent_version, devices.enrolment_id, devices.enrolled_organization_id, devices.stale_since, array( select device_sections.section from device_sections where device_sections.tenant_id = devices.tenant_id and device_sections.device_id = devices.id order by device_sections.section ) as sections, array( select device_sections.hash from device_sections where device_sections.tenant_id = devices.tenant_id and device_sections.device_id = devices.id order by device_sections.section ) as hashes from devices join device_presence on device_presence.tenant_id = devices.tenant_id and device_presence.device_id = devices.id where devices.agent_id = $1 and (devices.enrolled_organization_id = $2 or devices.organization_id = $2) order by device_presence.last_seen_at desc nulls last limit 100",
        None,
    )
}
impl KnownDevicesStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        agent_id: &'a T1,
        organization_id: &'a uuid::Uuid,
    ) -> KnownDeviceQuery<'c, 'a, 's, C, KnownDevice, 2> {
        KnownDeviceQuery {
            client,
            params: [agent_id, organization_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<KnownDeviceBorrowed, tokio_postgres::Error> {
                Ok(KnownDeviceBorrowed {
                    id: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    r#type: row.try_get(2)?,
                    manufacturer: row.try_get(3)?,
                    serial: row.try_get(4)?,
                    hardware_uuid: row.try_get(5)?,
                    former_hardware_uuid: row.try_get(6)?,
                    former_serial: row.try_get(7)?,
                    agent_version: row.try_get(8)?,
                    enrolment_id: row.try_get(9)?,
                    enrolled_organization_id: row.try_get(10)?,
                    stale_since: row.try_get(11)?,
                    sections: row.try_get(12)?,
                    hashes: row.try_get(13)?,
                })
            },
            mapper: |it| KnownDevice::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        KnownDevicesParams<T1>,
        KnownDeviceQuery<'c, 'a, 's, C, KnownDevice, 2>,
        C,
    > for KnownDevicesStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a KnownDevicesParams<T1>,
    ) -> KnownDeviceQuery<'c, 'a, 's, C, KnownDevice, 2> {
        self.bind(client, &params.agent_id, &params.organization_id)
    }
}
pub struct TouchDeviceStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn touch_device() -> TouchDeviceStmt {
    TouchDeviceStmt(
        "update device_presence set last_seen_at = $1, last_full_inventory_at = coalesce($2, last_full_inventory_at), booted_at = coalesce($3, booted_at), free_bytes = coalesce($4, free_bytes) where device_id = $5 returning device_id",
        None,
    )
}
impl TouchDeviceStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::JsonSql>(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
        last_full_inventory_at: &'a Option<jiff::Timestamp>,
        booted_at: &'a Option<jiff::Timestamp>,
        free_bytes: &'a Option<T1>,
        device_id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 5> {
        UuidUuidQuery {
            client,
            params: [now, last_full_inventory_at, booted_at, free_bytes, device_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::JsonSql>
    crate::client::async_::Params<'c, 'a, 's, TouchDeviceParams<T1>, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 5>, C>
    for TouchDeviceStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a TouchDeviceParams<T1>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 5> {
        self.bind(
            client,
            &params.now,
            &params.last_full_inventory_at,
            &params.booted_at,
            &params.free_bytes,
            &params.device_id,
        )
    }
}
pub struct LockAgentStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_agent() -> LockAgentStmt {
    LockAgentStmt(
        "select pg_advisory_xact_lock(hashtextextended('agent' || app.tenant()::text || $1, 0))::text as locked",
        None,
    )
}
impl LockAgentStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        agent_id: &'a T1,
    ) -> StringQuery<'c, 'a, 's, C, String, 1> {
        StringQuery {
            client,
            params: [agent_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it.into(),
        }
    }
}
pub struct DiscoverDeviceStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn discover_device() -> DiscoverDeviceStmt {
    DiscoverDeviceStmt(
        "with created as ( insert into devices ( id, organization_id, name, type, agent_id, agent_twin, agent_kind, agent_version, enrolment_id, enrolled_organization_id, stale_check_at, first_seen_at, created_at, updated_at, version ) values ( $1, $2, $3, 'other', $4, $5, $6, $7, $8, $2, $9, $10, $10, $10, 0 ) returning id, organization_id ), presence as ( insert into device_presence (device_id, organization_id, last_seen_at) select id, organization_id, $10 from created ), details as ( insert into device_details (device_id, organization_id) select id, organization_id from created ) select id from created",
        None,
    )
}
impl DiscoverDeviceStmt {
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
        id: &'a uuid::Uuid,
        organization_id: &'a uuid::Uuid,
        name: &'a T1,
        agent_id: &'a T2,
        agent_twin: &'a i32,
        agent_kind: &'a T3,
        agent_version: &'a Option<T4>,
        enrolment_id: &'a uuid::Uuid,
        stale_check_at: &'a jiff::Timestamp,
        now: &'a jiff::Timestamp,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 10> {
        UuidUuidQuery {
            client,
            params: [
                id,
                organization_id,
                name,
                agent_id,
                agent_twin,
                agent_kind,
                agent_version,
                enrolment_id,
                stale_check_at,
                now,
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
    T3: crate::StringSql,
    T4: crate::StringSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        DiscoverDeviceParams<T1, T2, T3, T4>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 10>,
        C,
    > for DiscoverDeviceStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a DiscoverDeviceParams<T1, T2, T3, T4>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 10> {
        self.bind(
            client,
            &params.id,
            &params.organization_id,
            &params.name,
            &params.agent_id,
            &params.agent_twin,
            &params.agent_kind,
            &params.agent_version,
            &params.enrolment_id,
            &params.stale_check_at,
            &params.now,
        )
    }
}
pub struct SectionsOfDeviceStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn sections_of_device() -> SectionsOfDeviceStmt {
    SectionsOfDeviceStmt("select section, hash, content from device_sections where device_id = $1", None)
}
impl SectionsOfDeviceStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        device_id: &'a uuid::Uuid,
    ) -> SectionsOfDeviceQuery<'c, 'a, 's, C, SectionsOfDevice, 1> {
        SectionsOfDeviceQuery {
            client,
            params: [device_id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<SectionsOfDeviceBorrowed, tokio_postgres::Error> {
                Ok(SectionsOfDeviceBorrowed {
                    section: row.try_get(0)?,
                    hash: row.try_get(1)?,
                    content: row.try_get(2)?,
                })
            },
            mapper: |it| SectionsOfDevice::from(it),
        }
    }
}
pub struct PutSectionsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn put_sections() -> PutSectionsStmt {
    PutSectionsStmt(
        "insert into device_sections (device_id, organization_id, section, hash, content) select $1, $2, put.section, put.hash, put.content from unnest($3::text[], $4::bytea[], $5::jsonb[]) as put (section, hash, content) on conflict (tenant_id, device_id, section) do update set hash = excluded.hash, content = excluded.content returning section",
        None,
    )
}
impl PutSectionsStmt {
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
        T3: crate::BytesSql,
        T4: crate::ArraySql<Item = T3>,
        T5: crate::JsonSql,
        T6: crate::ArraySql<Item = T5>,
    >(
        &'s self,
        client: &'c C,
        device_id: &'a uuid::Uuid,
        organization_id: &'a uuid::Uuid,
        sections: &'a T2,
        hashes: &'a T4,
        contents: &'a T6,
    ) -> StringQuery<'c, 'a, 's, C, String, 5> {
        StringQuery {
            client,
            params: [device_id, organization_id, sections, hashes, contents],
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
    T2: crate::ArraySql<Item = T1>,
    T3: crate::BytesSql,
    T4: crate::ArraySql<Item = T3>,
    T5: crate::JsonSql,
    T6: crate::ArraySql<Item = T5>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        PutSectionsParams<T1, T2, T3, T4, T5, T6>,
        StringQuery<'c, 'a, 's, C, String, 5>,
        C,
    > for PutSectionsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a PutSectionsParams<T1, T2, T3, T4, T5, T6>,
    ) -> StringQuery<'c, 'a, 's, C, String, 5> {
        self.bind(
            client,
            &params.device_id,
            &params.organization_id,
            &params.sections,
            &params.hashes,
            &params.contents,
        )
    }
}
pub struct RemoveSectionsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn remove_sections() -> RemoveSectionsStmt {
    RemoveSectionsStmt(
        "delete from device_sections where device_id = $1 and section = any ($2) returning section",
        None,
    )
}
impl RemoveSectionsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>(
        &'s self,
        client: &'c C,
        device_id: &'a uuid::Uuid,
        sections: &'a T2,
    ) -> StringQuery<'c, 'a, 's, C, String, 2> {
        StringQuery {
            client,
            params: [device_id, sections],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it.into(),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::ArraySql<Item = T1>>
    crate::client::async_::Params<'c, 'a, 's, RemoveSectionsParams<T1, T2>, StringQuery<'c, 'a, 's, C, String, 2>, C>
    for RemoveSectionsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a RemoveSectionsParams<T1, T2>,
    ) -> StringQuery<'c, 'a, 's, C, String, 2> {
        self.bind(client, &params.device_id, &params.sections)
    }
}
pub struct PutDetailsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn put_details() -> PutDetailsStmt {
    PutDetailsStmt(
        "update device_details set cpu = $1, disks = $2, volumes = $3, networks = $4, security = $5 where device_id = $6 returning device_id",
        None,
    )
}
impl PutDetailsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<
        'c,
        'a,
        's,
        C: GenericClient,
        T1: crate::JsonSql,
        T2: crate::JsonSql,
        T3: crate::JsonSql,
        T4: crate::JsonSql,
        T5: crate::JsonSql,
    >(
        &'s self,
        client: &'c C,
        cpu: &'a Option<T1>,
        disks: &'a T2,
        volumes: &'a T3,
        networks: &'a T4,
        security: &'a T5,
        device_id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 6> {
        UuidUuidQuery {
            client,
            params: [cpu, disks, volumes, networks, security, device_id],
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
    T1: crate::JsonSql,
    T2: crate::JsonSql,
    T3: crate::JsonSql,
    T4: crate::JsonSql,
    T5: crate::JsonSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        PutDetailsParams<T1, T2, T3, T4, T5>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 6>,
        C,
    > for PutDetailsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a PutDetailsParams<T1, T2, T3, T4, T5>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 6> {
        self.bind(
            client,
            &params.cpu,
            &params.disks,
            &params.volumes,
            &params.networks,
            &params.security,
            &params.device_id,
        )
    }
}
pub struct UpdateReportedDeviceStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn update_reported_device() -> UpdateReportedDeviceStmt {
    UpdateReportedDeviceStmt(
        "update devices set name = coalesce(given_name, $1, agent_id), hostname = $1, type = $2, agent_kind = $3, agent_version = $4, enrolment_id = $5, enrolled_organization_id = $6, serial = $7, hardware_uuid = $8, macs = $9, manufacturer = $10, model = $11, os_family = $12, os_name = $13, os_version = $14, os_arch = $15, os_build = $16, memory_bytes = $17, software_count = $18, last_user = $19, former_hardware_uuid = case when $20 then $21 else former_hardware_uuid end, former_serial = case when $20 then $22 else former_serial end, stale_since = null, stale_check_at = coalesce(stale_check_at, case when retired_at is null then $23::timestamptz end), updated_at = $24, version = version + 1 where id = $25 returning id",
        None,
    )
}
impl UpdateReportedDeviceStmt {
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
        T8: crate::ArraySql<Item = T7>,
        T9: crate::StringSql,
        T10: crate::StringSql,
        T11: crate::StringSql,
        T12: crate::StringSql,
        T13: crate::StringSql,
        T14: crate::StringSql,
        T15: crate::StringSql,
        T16: crate::StringSql,
        T17: crate::StringSql,
        T18: crate::StringSql,
    >(
        &'s self,
        client: &'c C,
        hostname: &'a Option<T1>,
        r#type: &'a T2,
        agent_kind: &'a T3,
        agent_version: &'a Option<T4>,
        enrolment_id: &'a uuid::Uuid,
        enrolled_organization_id: &'a uuid::Uuid,
        serial: &'a Option<T5>,
        hardware_uuid: &'a Option<T6>,
        macs: &'a T8,
        manufacturer: &'a Option<T9>,
        model: &'a Option<T10>,
        os_family: &'a Option<T11>,
        os_name: &'a Option<T12>,
        os_version: &'a Option<T13>,
        os_arch: &'a Option<T14>,
        os_build: &'a Option<T15>,
        memory_bytes: &'a Option<i64>,
        software_count: &'a i32,
        last_user: &'a Option<T16>,
        moved: &'a bool,
        former_hardware_uuid: &'a Option<T17>,
        former_serial: &'a Option<T18>,
        stale_check_at: &'a jiff::Timestamp,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 25> {
        UuidUuidQuery {
            client,
            params: [
                hostname,
                r#type,
                agent_kind,
                agent_version,
                enrolment_id,
                enrolled_organization_id,
                serial,
                hardware_uuid,
                macs,
                manufacturer,
                model,
                os_family,
                os_name,
                os_version,
                os_arch,
                os_build,
                memory_bytes,
                software_count,
                last_user,
                moved,
                former_hardware_uuid,
                former_serial,
                stale_check_at,
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
    T8: crate::ArraySql<Item = T7>,
    T9: crate::StringSql,
    T10: crate::StringSql,
    T11: crate::StringSql,
    T12: crate::StringSql,
    T13: crate::StringSql,
    T14: crate::StringSql,
    T15: crate::StringSql,
    T16: crate::StringSql,
    T17: crate::StringSql,
    T18: crate::StringSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        UpdateReportedDeviceParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17, T18>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 25>,
        C,
    > for UpdateReportedDeviceStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a UpdateReportedDeviceParams<
            T1,
            T2,
            T3,
            T4,
            T5,
            T6,
            T7,
            T8,
            T9,
            T10,
            T11,
            T12,
            T13,
            T14,
            T15,
            T16,
            T17,
            T18,
        >,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 25> {
        self.bind(
            client,
            &params.hostname,
            &params.r#type,
            &params.agent_kind,
            &params.agent_version,
            &params.enrolment_id,
            &params.enrolled_organization_id,
            &params.serial,
            &params.hardware_uuid,
            &params.macs,
            &params.manufacturer,
            &params.model,
            &params.os_family,
            &params.os_name,
            &params.os_version,
            &params.os_arch,
            &params.os_build,
            &params.memory_bytes,
            &params.software_count,
            &params.last_user,
            &params.moved,
            &params.former_hardware_uuid,
            &params.former_serial,
            &params.stale_check_at,
            &params.now,
            &params.id,
        )
    }
}
