// This file was generated with `cornucopia`. Do not modify.

#[derive(Clone, Copy, Debug)]
pub struct NewestDevicesParams {
    pub before: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct NewestDevicesOfOrganizationsParams<T1: crate::ArraySql<Item = uuid::Uuid>> {
    pub organization_ids: T1,
    pub before: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct DevicesByTagParams<T1: crate::StringSql> {
    pub tag: T1,
    pub before: uuid::Uuid,
    pub organization_id: Option<uuid::Uuid>,
    pub limit: i64,
}
#[derive(Debug)]
pub struct DevicesByIdentifierParams<T1: crate::StringSql, T2: crate::StringSql> {
    pub kind: T1,
    pub value: T2,
    pub before: uuid::Uuid,
    pub organization_id: Option<uuid::Uuid>,
    pub limit: i64,
}
#[derive(Debug)]
pub struct DevicesByNameParams<T1: crate::StringSql> {
    pub name: T1,
    pub before: uuid::Uuid,
    pub organization_id: Option<uuid::Uuid>,
    pub limit: i64,
}
#[derive(Debug)]
pub struct DevicesBySerialParams<T1: crate::StringSql> {
    pub serial: T1,
    pub before: uuid::Uuid,
    pub organization_id: Option<uuid::Uuid>,
    pub limit: i64,
}
#[derive(Debug)]
pub struct DevicesByExternalRefParams<T1: crate::StringSql, T2: crate::StringSql> {
    pub external_system: T1,
    pub external_id: T2,
    pub before: uuid::Uuid,
    pub organization_id: Option<uuid::Uuid>,
    pub limit: i64,
}
#[derive(Clone, Copy, Debug)]
pub struct DevicesInConflictParams {
    pub before: uuid::Uuid,
    pub organization_id: Option<uuid::Uuid>,
    pub limit: i64,
}
#[derive(Debug)]
pub struct CreateDeviceParams<
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::StringSql,
    T4: crate::StringSql,
    T5: crate::StringSql,
    T6: crate::StringSql,
    T7: crate::ArraySql<Item = T6>,
    T8: crate::StringSql,
    T9: crate::StringSql,
    T10: crate::StringSql,
    T11: crate::StringSql,
    T12: crate::StringSql,
    T13: crate::ArraySql<Item = T12>,
    T14: crate::JsonSql,
    T15: crate::StringSql,
    T16: crate::StringSql,
    T17: crate::StringSql,
    T18: crate::StringSql,
    T19: crate::StringSql,
> {
    pub id: uuid::Uuid,
    pub organization_id: uuid::Uuid,
    pub name: T1,
    pub hostname: Option<T2>,
    pub r#type: T3,
    pub serial: Option<T4>,
    pub hardware_uuid: Option<T5>,
    pub macs: T7,
    pub asset_tag: Option<T8>,
    pub cloud_instance_id: Option<T9>,
    pub manufacturer: Option<T10>,
    pub model: Option<T11>,
    pub tags: T13,
    pub custom_fields: T14,
    pub external_system: Option<T15>,
    pub external_id: Option<T16>,
    pub contact_name: Option<T17>,
    pub contact_email: Option<T18>,
    pub contact_phone: Option<T19>,
    pub purchased_at: Option<jiff::civil::Date>,
    pub warranty_until: Option<jiff::civil::Date>,
    pub now: jiff::Timestamp,
}
#[derive(Debug)]
pub struct DeviceWithExternalRefParams<T1: crate::StringSql, T2: crate::StringSql> {
    pub external_system: T1,
    pub external_id: T2,
}
#[derive(Debug)]
pub struct UpdateDeviceParams<
    T1: crate::StringSql,
    T2: crate::StringSql,
    T3: crate::StringSql,
    T4: crate::StringSql,
    T5: crate::StringSql,
    T6: crate::StringSql,
    T7: crate::StringSql,
    T8: crate::StringSql,
    T9: crate::StringSql,
    T10: crate::StringSql,
    T11: crate::ArraySql<Item = T10>,
    T12: crate::JsonSql,
    T13: crate::StringSql,
    T14: crate::StringSql,
    T15: crate::StringSql,
    T16: crate::StringSql,
    T17: crate::StringSql,
> {
    pub organization_id: uuid::Uuid,
    pub name: T1,
    pub given_name: Option<T2>,
    pub hostname: Option<T3>,
    pub r#type: T4,
    pub serial: Option<T5>,
    pub asset_tag: Option<T6>,
    pub cloud_instance_id: Option<T7>,
    pub manufacturer: Option<T8>,
    pub model: Option<T9>,
    pub tags: T11,
    pub custom_fields: T12,
    pub external_system: Option<T13>,
    pub external_id: Option<T14>,
    pub contact_name: Option<T15>,
    pub contact_email: Option<T16>,
    pub contact_phone: Option<T17>,
    pub purchased_at: Option<jiff::civil::Date>,
    pub warranty_until: Option<jiff::civil::Date>,
    pub retired_at: Option<jiff::Timestamp>,
    pub stale_check_at: Option<jiff::Timestamp>,
    pub now: jiff::Timestamp,
    pub id: uuid::Uuid,
}
#[derive(Clone, Copy, Debug)]
pub struct AddTombstoneParams {
    pub device_id: uuid::Uuid,
    pub organization_id: uuid::Uuid,
    pub now: jiff::Timestamp,
}
#[derive(Debug, Clone, PartialEq)]
pub struct DeviceRow {
    pub id: uuid::Uuid,
    pub organization_id: uuid::Uuid,
    pub name: String,
    pub given_name: Option<String>,
    pub hostname: Option<String>,
    pub r#type: String,
    pub agent_id: Option<String>,
    pub agent_twin: i32,
    pub agent_kind: Option<String>,
    pub agent_version: Option<String>,
    pub enrolment_id: Option<uuid::Uuid>,
    pub enrolled_organization_id: Option<uuid::Uuid>,
    pub serial: Option<String>,
    pub hardware_uuid: Option<String>,
    pub macs: Vec<String>,
    pub asset_tag: Option<String>,
    pub cloud_instance_id: Option<String>,
    pub manufacturer: Option<String>,
    pub model: Option<String>,
    pub os_family: Option<String>,
    pub os_name: Option<String>,
    pub os_version: Option<String>,
    pub os_arch: Option<String>,
    pub os_build: Option<String>,
    pub memory_bytes: Option<i64>,
    pub software_count: i32,
    pub last_user: Option<String>,
    pub tags: Vec<String>,
    pub custom_fields: serde_json::Value,
    pub external_system: Option<String>,
    pub external_id: Option<String>,
    pub contact_name: Option<String>,
    pub contact_email: Option<String>,
    pub contact_phone: Option<String>,
    pub purchased_at: Option<jiff::civil::Date>,
    pub warranty_until: Option<jiff::civil::Date>,
    pub former_hardware_uuid: Option<String>,
    pub former_serial: Option<String>,
    pub identity_conflict: bool,
    pub retired_at: Option<jiff::Timestamp>,
    pub stale_since: Option<jiff::Timestamp>,
    pub first_seen_at: Option<jiff::Timestamp>,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub version: i32,
    pub last_seen_at: Option<jiff::Timestamp>,
    pub last_full_inventory_at: Option<jiff::Timestamp>,
    pub booted_at: Option<jiff::Timestamp>,
    pub free_bytes: serde_json::Value,
    pub cpu: Option<serde_json::Value>,
    pub disks: serde_json::Value,
    pub volumes: serde_json::Value,
    pub networks: serde_json::Value,
    pub security: serde_json::Value,
    pub conflicts_with: Vec<uuid::Uuid>,
    pub same_hardware: Vec<uuid::Uuid>,
}
pub struct DeviceRowBorrowed<'a> {
    pub id: uuid::Uuid,
    pub organization_id: uuid::Uuid,
    pub name: &'a str,
    pub given_name: Option<&'a str>,
    pub hostname: Option<&'a str>,
    pub r#type: &'a str,
    pub agent_id: Option<&'a str>,
    pub agent_twin: i32,
    pub agent_kind: Option<&'a str>,
    pub agent_version: Option<&'a str>,
    pub enrolment_id: Option<uuid::Uuid>,
    pub enrolled_organization_id: Option<uuid::Uuid>,
    pub serial: Option<&'a str>,
    pub hardware_uuid: Option<&'a str>,
    pub macs: crate::ArrayIterator<'a, &'a str>,
    pub asset_tag: Option<&'a str>,
    pub cloud_instance_id: Option<&'a str>,
    pub manufacturer: Option<&'a str>,
    pub model: Option<&'a str>,
    pub os_family: Option<&'a str>,
    pub os_name: Option<&'a str>,
    pub os_version: Option<&'a str>,
    pub os_arch: Option<&'a str>,
    pub os_build: Option<&'a str>,
    pub memory_bytes: Option<i64>,
    pub software_count: i32,
    pub last_user: Option<&'a str>,
    pub tags: crate::ArrayIterator<'a, &'a str>,
    pub custom_fields: postgres_types::Json<&'a serde_json::value::RawValue>,
    pub external_system: Option<&'a str>,
    pub external_id: Option<&'a str>,
    pub contact_name: Option<&'a str>,
    pub contact_email: Option<&'a str>,
    pub contact_phone: Option<&'a str>,
    pub purchased_at: Option<jiff::civil::Date>,
    pub warranty_until: Option<jiff::civil::Date>,
    pub former_hardware_uuid: Option<&'a str>,
    pub former_serial: Option<&'a str>,
    pub identity_conflict: bool,
    pub retired_at: Option<jiff::Timestamp>,
    pub stale_since: Option<jiff::Timestamp>,
    pub first_seen_at: Option<jiff::Timestamp>,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub version: i32,
    pub last_seen_at: Option<jiff::Timestamp>,
    pub last_full_inventory_at: Option<jiff::Timestamp>,
    pub booted_at: Option<jiff::Timestamp>,
    pub free_bytes: postgres_types::Json<&'a serde_json::value::RawValue>,
    pub cpu: Option<postgres_types::Json<&'a serde_json::value::RawValue>>,
    pub disks: postgres_types::Json<&'a serde_json::value::RawValue>,
    pub volumes: postgres_types::Json<&'a serde_json::value::RawValue>,
    pub networks: postgres_types::Json<&'a serde_json::value::RawValue>,
    pub security: postgres_types::Json<&'a serde_json::value::RawValue>,
    pub conflicts_with: crate::ArrayIterator<'a, uuid::Uuid>,
    pub same_hardware: crate::ArrayIterator<'a, uuid::Uuid>,
}
impl<'a> From<DeviceRowBorrowed<'a>> for DeviceRow {
    fn from(
        DeviceRowBorrowed {
            id,
            organization_id,
            name,
            given_name,
            hostname,
            r#type,
            agent_id,
            agent_twin,
            agent_kind,
            agent_version,
            enrolment_id,
            enrolled_organization_id,
            serial,
            hardware_uuid,
            macs,
            asset_tag,
            cloud_instance_id,
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
            tags,
            custom_fields,
            external_system,
            external_id,
            contact_name,
            contact_email,
            contact_phone,
            purchased_at,
            warranty_until,
            former_hardware_uuid,
            former_serial,
            identity_conflict,
            retired_at,
            stale_since,
            first_seen_at,
            created_at,
            updated_at,
            version,
            last_seen_at,
            last_full_inventory_at,
            booted_at,
            free_bytes,
            cpu,
            disks,
            volumes,
            networks,
            security,
            conflicts_with,
            same_hardware,
        }: DeviceRowBorrowed<'a>,
    ) -> Self {
        Self {
            id,
            organization_id,
            name: name.into(),
            given_name: given_name.map(|v| v.into()),
            hostname: hostname.map(|v| v.into()),
            r#type: r#type.into(),
            agent_id: agent_id.map(|v| v.into()),
            agent_twin,
            agent_kind: agent_kind.map(|v| v.into()),
            agent_version: agent_version.map(|v| v.into()),
            enrolment_id,
            enrolled_organization_id,
            serial: serial.map(|v| v.into()),
            hardware_uuid: hardware_uuid.map(|v| v.into()),
            macs: macs.map(|v| v.into()).collect(),
            asset_tag: asset_tag.map(|v| v.into()),
            cloud_instance_id: cloud_instance_id.map(|v| v.into()),
            manufacturer: manufacturer.map(|v| v.into()),
            model: model.map(|v| v.into()),
            os_family: os_family.map(|v| v.into()),
            os_name: os_name.map(|v| v.into()),
            os_version: os_version.map(|v| v.into()),
            os_arch: os_arch.map(|v| v.into()),
            os_build: os_build.map(|v| v.into()),
            memory_bytes,
            software_count,
            last_user: last_user.map(|v| v.into()),
            tags: tags.map(|v| v.into()).collect(),
            custom_fields: serde_json::from_str(custom_fields.0.get()).unwrap(),
            external_system: external_system.map(|v| v.into()),
            external_id: external_id.map(|v| v.into()),
            contact_name: contact_name.map(|v| v.into()),
            contact_email: contact_email.map(|v| v.into()),
            contact_phone: contact_phone.map(|v| v.into()),
            purchased_at,
            warranty_until,
            former_hardware_uuid: former_hardware_uuid.map(|v| v.into()),
            former_serial: former_serial.map(|v| v.into()),
            identity_conflict,
            retired_at,
            stale_since,
            first_seen_at,
            created_at,
            updated_at,
            version,
            last_seen_at,
            last_full_inventory_at,
            booted_at,
            free_bytes: serde_json::from_str(free_bytes.0.get()).unwrap(),
            cpu: cpu.map(|v| serde_json::from_str(v.0.get()).unwrap()),
            disks: serde_json::from_str(disks.0.get()).unwrap(),
            volumes: serde_json::from_str(volumes.0.get()).unwrap(),
            networks: serde_json::from_str(networks.0.get()).unwrap(),
            security: serde_json::from_str(security.0.get()).unwrap(),
            conflicts_with: conflicts_with.map(|v| v).collect(),
            same_hardware: same_hardware.map(|v| v).collect(),
        }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct DeviceRowQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<DeviceRowBorrowed, tokio_postgres::Error>,
    mapper: fn(DeviceRowBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> DeviceRowQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(DeviceRowBorrowed) -> R) -> DeviceRowQuery<'c, 'a, 's, C, R, N> {
        DeviceRowQuery {
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
pub struct GetDeviceStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn get_device() -> GetDeviceStmt {
    GetDeviceStmt(
        "select id, organization_id, name, given_name, hostname, type, agent_id, agent_twin, agent_kind, agent_version, enrolment_id, enrolled_organization_id, serial, hardware_uuid, macs, asset_tag, cloud_instance_id, manufacturer, model, os_family, os_name, os_version, os_arch, os_build, memory_bytes, software_count, last_user, tags, custom_fields, external_system, external_id, contact_name, contact_email, contact_phone, purchased_at, warranty_until, former_hardware_uuid, former_serial, identity_conflict, retired_at, stale_since, first_seen_at, created_at, updated_at, version, last_seen_at, last_full_inventory_at, booted_at, free_bytes, cpu, disks, volumes, networks, security, conflicts_with, same_hardware from device_rows where id = $1",
        None,
    )
}
impl GetDeviceStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
    ) -> DeviceRowQuery<'c, 'a, 's, C, DeviceRow, 1> {
        DeviceRowQuery {
            client,
            params: [id],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<DeviceRowBorrowed, tokio_postgres::Error> {
                Ok(DeviceRowBorrowed {
                    id: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    name: row.try_get(2)?,
                    given_name: row.try_get(3)?,
                    hostname: row.try_get(4)?,
                    r#type: row.try_get(5)?,
                    agent_id: row.try_get(6)?,
                    agent_twin: row.try_get(7)?,
                    agent_kind: row.try_get(8)?,
                    agent_version: row.try_get(9)?,
                    enrolment_id: row.try_get(10)?,
                    enrolled_organization_id: row.try_get(11)?,
                    serial: row.try_get(12)?,
                    hardware_uuid: row.try_get(13)?,
                    macs: row.try_get(14)?,
                    asset_tag: row.try_get(15)?,
                    cloud_instance_id: row.try_get(16)?,
                    manufacturer: row.try_get(17)?,
                    model: row.try_get(18)?,
                    os_family: row.try_get(19)?,
                    os_name: row.try_get(20)?,
                    os_version: row.try_get(21)?,
                    os_arch: row.try_get(22)?,
                    os_build: row.try_get(23)?,
                    memory_bytes: row.try_get(24)?,
                    software_count: row.try_get(25)?,
                    last_user: row.try_get(26)?,
                    tags: row.try_get(27)?,
                    custom_fields: row.try_get(28)?,
                    external_system: row.try_get(29)?,
                    external_id: row.try_get(30)?,
                    contact_name: row.try_get(31)?,
                    contact_email: row.try_get(32)?,
                    contact_phone: row.try_get(33)?,
                    purchased_at: row.try_get(34)?,
                    warranty_until: row.try_get(35)?,
                    former_hardware_uuid: row.try_get(36)?,
                    former_serial: row.try_get(37)?,
                    identity_conflict: row.try_get(38)?,
                    retired_at: row.try_get(39)?,
                    stale_since: row.try_get(40)?,
                    first_seen_at: row.try_get(41)?,
                    created_at: row.try_get(42)?,
                    updated_at: row.try_get(43)?,
                    version: row.try_get(44)?,
                    last_seen_at: row.try_get(45)?,
                    last_full_inventory_at: row.try_get(46)?,
                    booted_at: row.try_get(47)?,
                    free_bytes: row.try_get(48)?,
                    cpu: row.try_get(49)?,
                    disks: row.try_get(50)?,
                    volumes: row.try_get(51)?,
                    networks: row.try_get(52)?,
                    security: row.try_get(53)?,
                    conflicts_with: row.try_get(54)?,
                    same_hardware: row.try_get(55)?,
                })
            },
            mapper: |it| DeviceRow::from(it),
        }
    }
}
pub struct GetDevicesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn get_devices() -> GetDevicesStmt {
    GetDevicesStmt(
        "select id, organization_id, name, given_name, hostname, type, agent_id, agent_twin, agent_kind, agent_version, enrolment_id, enrolled_organization_id, serial, hardware_uuid, macs, asset_tag, cloud_instance_id, manufacturer, model, os_family, os_name, os_version, os_arch, os_build, memory_bytes, software_count, last_user, tags, custom_fields, external_system, external_id, contact_name, contact_email, contact_phone, purchased_at, warranty_until, former_hardware_uuid, former_serial, identity_conflict, retired_at, stale_since, first_seen_at, created_at, updated_at, version, last_seen_at, last_full_inventory_at, booted_at, free_bytes, cpu, disks, volumes, networks, security, conflicts_with, same_hardware from device_rows where id = any ($1) order by id",
        None,
    )
}
impl GetDevicesStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        ids: &'a T1,
    ) -> DeviceRowQuery<'c, 'a, 's, C, DeviceRow, 1> {
        DeviceRowQuery {
            client,
            params: [ids],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<DeviceRowBorrowed, tokio_postgres::Error> {
                Ok(DeviceRowBorrowed {
                    id: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    name: row.try_get(2)?,
                    given_name: row.try_get(3)?,
                    hostname: row.try_get(4)?,
                    r#type: row.try_get(5)?,
                    agent_id: row.try_get(6)?,
                    agent_twin: row.try_get(7)?,
                    agent_kind: row.try_get(8)?,
                    agent_version: row.try_get(9)?,
                    enrolment_id: row.try_get(10)?,
                    enrolled_organization_id: row.try_get(11)?,
                    serial: row.try_get(12)?,
                    hardware_uuid: row.try_get(13)?,
                    macs: row.try_get(14)?,
                    asset_tag: row.try_get(15)?,
                    cloud_instance_id: row.try_get(16)?,
                    manufacturer: row.try_get(17)?,
                    model: row.try_get(18)?,
                    os_family: row.try_get(19)?,
                    os_name: row.try_get(20)?,
                    os_version: row.try_get(21)?,
                    os_arch: row.try_get(22)?,
                    os_build: row.try_get(23)?,
                    memory_bytes: row.try_get(24)?,
                    software_count: row.try_get(25)?,
                    last_user: row.try_get(26)?,
                    tags: row.try_get(27)?,
                    custom_fields: row.try_get(28)?,
                    external_system: row.try_get(29)?,
                    external_id: row.try_get(30)?,
                    contact_name: row.try_get(31)?,
                    contact_email: row.try_get(32)?,
                    contact_phone: row.try_get(33)?,
                    purchased_at: row.try_get(34)?,
                    warranty_until: row.try_get(35)?,
                    former_hardware_uuid: row.try_get(36)?,
                    former_serial: row.try_get(37)?,
                    identity_conflict: row.try_get(38)?,
                    retired_at: row.try_get(39)?,
                    stale_since: row.try_get(40)?,
                    first_seen_at: row.try_get(41)?,
                    created_at: row.try_get(42)?,
                    updated_at: row.try_get(43)?,
                    version: row.try_get(44)?,
                    last_seen_at: row.try_get(45)?,
                    last_full_inventory_at: row.try_get(46)?,
                    booted_at: row.try_get(47)?,
                    free_bytes: row.try_get(48)?,
                    cpu: row.try_get(49)?,
                    disks: row.try_get(50)?,
                    volumes: row.try_get(51)?,
                    networks: row.try_get(52)?,
                    security: row.try_get(53)?,
                    conflicts_with: row.try_get(54)?,
                    same_hardware: row.try_get(55)?,
                })
            },
            mapper: |it| DeviceRow::from(it),
        }
    }
}
pub struct NewestDevicesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn newest_devices() -> NewestDevicesStmt {
    NewestDevicesStmt(
        "with page as materialized ( select id from devices where id < $1 order by id desc limit $2 ) select id, organization_id, name, given_name, hostname, type, agent_id, agent_twin, agent_kind, agent_version, enrolment_id, enrolled_organization_id, serial, hardware_uuid, macs, asset_tag, cloud_instance_id, manufacturer, model, os_family, os_name, os_version, os_arch, os_build, memory_bytes, software_count, last_user, tags, custom_fields, external_system, external_id, contact_name, contact_email, contact_phone, purchased_at, warranty_until, former_hardware_uuid, former_serial, identity_conflict, retired_at, stale_since, first_seen_at, created_at, updated_at, version, last_seen_at, last_full_inventory_at, booted_at, free_bytes, cpu, disks, volumes, networks, security, conflicts_with, same_hardware from device_rows where id in (select page.id from page) order by id desc",
        None,
    )
}
impl NewestDevicesStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        before: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> DeviceRowQuery<'c, 'a, 's, C, DeviceRow, 2> {
        DeviceRowQuery {
            client,
            params: [before, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<DeviceRowBorrowed, tokio_postgres::Error> {
                Ok(DeviceRowBorrowed {
                    id: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    name: row.try_get(2)?,
                    given_name: row.try_get(3)?,
                    hostname: row.try_get(4)?,
                    r#type: row.try_get(5)?,
                    agent_id: row.try_get(6)?,
                    agent_twin: row.try_get(7)?,
                    agent_kind: row.try_get(8)?,
                    agent_version: row.try_get(9)?,
                    enrolment_id: row.try_get(10)?,
                    enrolled_organization_id: row.try_get(11)?,
                    serial: row.try_get(12)?,
                    hardware_uuid: row.try_get(13)?,
                    macs: row.try_get(14)?,
                    asset_tag: row.try_get(15)?,
                    cloud_instance_id: row.try_get(16)?,
                    manufacturer: row.try_get(17)?,
                    model: row.try_get(18)?,
                    os_family: row.try_get(19)?,
                    os_name: row.try_get(20)?,
                    os_version: row.try_get(21)?,
                    os_arch: row.try_get(22)?,
                    os_build: row.try_get(23)?,
                    memory_bytes: row.try_get(24)?,
                    software_count: row.try_get(25)?,
                    last_user: row.try_get(26)?,
                    tags: row.try_get(27)?,
                    custom_fields: row.try_get(28)?,
                    external_system: row.try_get(29)?,
                    external_id: row.try_get(30)?,
                    contact_name: row.try_get(31)?,
                    contact_email: row.try_get(32)?,
                    contact_phone: row.try_get(33)?,
                    purchased_at: row.try_get(34)?,
                    warranty_until: row.try_get(35)?,
                    former_hardware_uuid: row.try_get(36)?,
                    former_serial: row.try_get(37)?,
                    identity_conflict: row.try_get(38)?,
                    retired_at: row.try_get(39)?,
                    stale_since: row.try_get(40)?,
                    first_seen_at: row.try_get(41)?,
                    created_at: row.try_get(42)?,
                    updated_at: row.try_get(43)?,
                    version: row.try_get(44)?,
                    last_seen_at: row.try_get(45)?,
                    last_full_inventory_at: row.try_get(46)?,
                    booted_at: row.try_get(47)?,
                    free_bytes: row.try_get(48)?,
                    cpu: row.try_get(49)?,
                    disks: row.try_get(50)?,
                    volumes: row.try_get(51)?,
                    networks: row.try_get(52)?,
                    security: row.try_get(53)?,
                    conflicts_with: row.try_get(54)?,
                    same_hardware: row.try_get(55)?,
                })
            },
            mapper: |it| DeviceRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, NewestDevicesParams, DeviceRowQuery<'c, 'a, 's, C, DeviceRow, 2>, C>
    for NewestDevicesStmt
{
    fn params(&'s self, client: &'c C, params: &'a NewestDevicesParams) -> DeviceRowQuery<'c, 'a, 's, C, DeviceRow, 2> {
        self.bind(client, &params.before, &params.limit)
    }
}
pub struct NewestDevicesOfOrganizationsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn newest_devices_of_organizations() -> NewestDevicesOfOrganizationsStmt {
    NewestDevicesOfOrganizationsStmt(
        "with page as materialized ( select found.id from unnest($1::uuid[]) as organization (id) cross join lateral ( select devices.id from devices where devices.organization_id = organization.id and devices.id < $2 order by devices.id desc limit $3 ) as found order by found.id desc limit $3 ) select id, organization_id, name, given_name, hostname, type, agent_id, agent_twin, agent_kind, agent_version, enrolment_id, enrolled_organization_id, serial, hardware_uuid, macs, asset_tag, cloud_instance_id, manufacturer, model, os_family, os_name, os_version, os_arch, os_build, memory_bytes, software_count, last_user, tags, custom_fields, external_system, external_id, contact_name, contact_email, contact_phone, purchased_at, warranty_until, former_hardware_uuid, former_serial, identity_conflict, retired_at, stale_since, first_seen_at, created_at, updated_at, version, last_seen_at, last_full_inventory_at, booted_at, free_bytes, cpu, disks, volumes, networks, security, conflicts_with, same_hardware from device_rows where id in (select page.id from page) order by id desc",
        None,
    )
}
impl NewestDevicesOfOrganizationsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        organization_ids: &'a T1,
        before: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> DeviceRowQuery<'c, 'a, 's, C, DeviceRow, 3> {
        DeviceRowQuery {
            client,
            params: [organization_ids, before, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<DeviceRowBorrowed, tokio_postgres::Error> {
                Ok(DeviceRowBorrowed {
                    id: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    name: row.try_get(2)?,
                    given_name: row.try_get(3)?,
                    hostname: row.try_get(4)?,
                    r#type: row.try_get(5)?,
                    agent_id: row.try_get(6)?,
                    agent_twin: row.try_get(7)?,
                    agent_kind: row.try_get(8)?,
                    agent_version: row.try_get(9)?,
                    enrolment_id: row.try_get(10)?,
                    enrolled_organization_id: row.try_get(11)?,
                    serial: row.try_get(12)?,
                    hardware_uuid: row.try_get(13)?,
                    macs: row.try_get(14)?,
                    asset_tag: row.try_get(15)?,
                    cloud_instance_id: row.try_get(16)?,
                    manufacturer: row.try_get(17)?,
                    model: row.try_get(18)?,
                    os_family: row.try_get(19)?,
                    os_name: row.try_get(20)?,
                    os_version: row.try_get(21)?,
                    os_arch: row.try_get(22)?,
                    os_build: row.try_get(23)?,
                    memory_bytes: row.try_get(24)?,
                    software_count: row.try_get(25)?,
                    last_user: row.try_get(26)?,
                    tags: row.try_get(27)?,
                    custom_fields: row.try_get(28)?,
                    external_system: row.try_get(29)?,
                    external_id: row.try_get(30)?,
                    contact_name: row.try_get(31)?,
                    contact_email: row.try_get(32)?,
                    contact_phone: row.try_get(33)?,
                    purchased_at: row.try_get(34)?,
                    warranty_until: row.try_get(35)?,
                    former_hardware_uuid: row.try_get(36)?,
                    former_serial: row.try_get(37)?,
                    identity_conflict: row.try_get(38)?,
                    retired_at: row.try_get(39)?,
                    stale_since: row.try_get(40)?,
                    first_seen_at: row.try_get(41)?,
                    created_at: row.try_get(42)?,
                    updated_at: row.try_get(43)?,
                    version: row.try_get(44)?,
                    last_seen_at: row.try_get(45)?,
                    last_full_inventory_at: row.try_get(46)?,
                    booted_at: row.try_get(47)?,
                    free_bytes: row.try_get(48)?,
                    cpu: row.try_get(49)?,
                    disks: row.try_get(50)?,
                    volumes: row.try_get(51)?,
                    networks: row.try_get(52)?,
                    security: row.try_get(53)?,
                    conflicts_with: row.try_get(54)?,
                    same_hardware: row.try_get(55)?,
                })
            },
            mapper: |it| DeviceRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        NewestDevicesOfOrganizationsParams<T1>,
        DeviceRowQuery<'c, 'a, 's, C, DeviceRow, 3>,
        C,
    > for NewestDevicesOfOrganizationsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a NewestDevicesOfOrganizationsParams<T1>,
    ) -> DeviceRowQuery<'c, 'a, 's, C, DeviceRow, 3> {
        self.bind(client, &params.organization_ids, &params.before, &params.limit)
    }
}
pub struct DevicesByTagStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn devices_by_tag() -> DevicesByTagStmt {
    DevicesByTagStmt(
        "with page as materialized ( select device_id as id from device_tags where tag = $1 and device_id < $2 and ($3::uuid is null or organization_id = $3) order by device_id desc limit $4 ) select id, organization_id, name, given_name, hostname, type, agent_id, agent_twin, agent_kind, agent_version, enrolment_id, enrolled_organization_id, serial, hardware_uuid, macs, asset_tag, cloud_instance_id, manufacturer, model, os_family, os_name, os_version, os_arch, os_build, memory_bytes, software_count, last_user, tags, custom_fields, external_system, external_id, contact_name, contact_email, contact_phone, purchased_at, warranty_until, former_hardware_uuid, former_serial, identity_conflict, retired_at, stale_since, first_seen_at, created_at, updated_at, version, last_seen_at, last_full_inventory_at, booted_at, free_bytes, cpu, disks, volumes, networks, security, conflicts_with, same_hardware from device_rows where id in (select page.id from page) order by id desc",
        None,
    )
}
impl DevicesByTagStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        tag: &'a T1,
        before: &'a uuid::Uuid,
        organization_id: &'a Option<uuid::Uuid>,
        limit: &'a i64,
    ) -> DeviceRowQuery<'c, 'a, 's, C, DeviceRow, 4> {
        DeviceRowQuery {
            client,
            params: [tag, before, organization_id, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<DeviceRowBorrowed, tokio_postgres::Error> {
                Ok(DeviceRowBorrowed {
                    id: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    name: row.try_get(2)?,
                    given_name: row.try_get(3)?,
                    hostname: row.try_get(4)?,
                    r#type: row.try_get(5)?,
                    agent_id: row.try_get(6)?,
                    agent_twin: row.try_get(7)?,
                    agent_kind: row.try_get(8)?,
                    agent_version: row.try_get(9)?,
                    enrolment_id: row.try_get(10)?,
                    enrolled_organization_id: row.try_get(11)?,
                    serial: row.try_get(12)?,
                    hardware_uuid: row.try_get(13)?,
                    macs: row.try_get(14)?,
                    asset_tag: row.try_get(15)?,
                    cloud_instance_id: row.try_get(16)?,
                    manufacturer: row.try_get(17)?,
                    model: row.try_get(18)?,
                    os_family: row.try_get(19)?,
                    os_name: row.try_get(20)?,
                    os_version: row.try_get(21)?,
                    os_arch: row.try_get(22)?,
                    os_build: row.try_get(23)?,
                    memory_bytes: row.try_get(24)?,
                    software_count: row.try_get(25)?,
                    last_user: row.try_get(26)?,
                    tags: row.try_get(27)?,
                    custom_fields: row.try_get(28)?,
                    external_system: row.try_get(29)?,
                    external_id: row.try_get(30)?,
                    contact_name: row.try_get(31)?,
                    contact_email: row.try_get(32)?,
                    contact_phone: row.try_get(33)?,
                    purchased_at: row.try_get(34)?,
                    warranty_until: row.try_get(35)?,
                    former_hardware_uuid: row.try_get(36)?,
                    former_serial: row.try_get(37)?,
                    identity_conflict: row.try_get(38)?,
                    retired_at: row.try_get(39)?,
                    stale_since: row.try_get(40)?,
                    first_seen_at: row.try_get(41)?,
                    created_at: row.try_get(42)?,
                    updated_at: row.try_get(43)?,
                    version: row.try_get(44)?,
                    last_seen_at: row.try_get(45)?,
                    last_full_inventory_at: row.try_get(46)?,
                    booted_at: row.try_get(47)?,
                    free_bytes: row.try_get(48)?,
                    cpu: row.try_get(49)?,
                    disks: row.try_get(50)?,
                    volumes: row.try_get(51)?,
                    networks: row.try_get(52)?,
                    security: row.try_get(53)?,
                    conflicts_with: row.try_get(54)?,
                    same_hardware: row.try_get(55)?,
                })
            },
            mapper: |it| DeviceRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, DevicesByTagParams<T1>, DeviceRowQuery<'c, 'a, 's, C, DeviceRow, 4>, C>
    for DevicesByTagStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a DevicesByTagParams<T1>,
    ) -> DeviceRowQuery<'c, 'a, 's, C, DeviceRow, 4> {
        self.bind(client, &params.tag, &params.before, &params.organization_id, &params.limit)
    }
}
pub struct DevicesByIdentifierStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn devices_by_identifier() -> DevicesByIdentifierStmt {
    DevicesByIdentifierStmt(
        "with page as materialized ( select device_id as id from device_identifiers where kind = $1 and value = $2 and device_id < $3 and ($4::uuid is null or organization_id = $4) order by device_id desc limit $5 ) select id, organization_id, name, given_name, hostname, type, agent_id, agent_twin, agent_kind, agent_version, enrolment_id, enrolled_organization_id, serial, hardware_uuid, macs, asset_tag, cloud_instance_id, manufacturer, model, os_family, os_name, os_version, os_arch, os_build, memory_bytes, software_count, last_user, tags, custom_fields, external_system, external_id, contact_name, contact_email, contact_phone, purchased_at, warranty_until, former_hardware_uuid, former_serial, identity_conflict, retired_at, stale_since, first_seen_at, created_at, updated_at, version, last_seen_at, last_full_inventory_at, booted_at, free_bytes, cpu, disks, volumes, networks, security, conflicts_with, same_hardware from device_rows where id in (select page.id from page) order by id desc",
        None,
    )
}
impl DevicesByIdentifierStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>(
        &'s self,
        client: &'c C,
        kind: &'a T1,
        value: &'a T2,
        before: &'a uuid::Uuid,
        organization_id: &'a Option<uuid::Uuid>,
        limit: &'a i64,
    ) -> DeviceRowQuery<'c, 'a, 's, C, DeviceRow, 5> {
        DeviceRowQuery {
            client,
            params: [kind, value, before, organization_id, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<DeviceRowBorrowed, tokio_postgres::Error> {
                Ok(DeviceRowBorrowed {
                    id: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    name: row.try_get(2)?,
                    given_name: row.try_get(3)?,
                    hostname: row.try_get(4)?,
                    r#type: row.try_get(5)?,
                    agent_id: row.try_get(6)?,
                    agent_twin: row.try_get(7)?,
                    agent_kind: row.try_get(8)?,
                    agent_version: row.try_get(9)?,
                    enrolment_id: row.try_get(10)?,
                    enrolled_organization_id: row.try_get(11)?,
                    serial: row.try_get(12)?,
                    hardware_uuid: row.try_get(13)?,
                    macs: row.try_get(14)?,
                    asset_tag: row.try_get(15)?,
                    cloud_instance_id: row.try_get(16)?,
                    manufacturer: row.try_get(17)?,
                    model: row.try_get(18)?,
                    os_family: row.try_get(19)?,
                    os_name: row.try_get(20)?,
                    os_version: row.try_get(21)?,
                    os_arch: row.try_get(22)?,
                    os_build: row.try_get(23)?,
                    memory_bytes: row.try_get(24)?,
                    software_count: row.try_get(25)?,
                    last_user: row.try_get(26)?,
                    tags: row.try_get(27)?,
                    custom_fields: row.try_get(28)?,
                    external_system: row.try_get(29)?,
                    external_id: row.try_get(30)?,
                    contact_name: row.try_get(31)?,
                    contact_email: row.try_get(32)?,
                    contact_phone: row.try_get(33)?,
                    purchased_at: row.try_get(34)?,
                    warranty_until: row.try_get(35)?,
                    former_hardware_uuid: row.try_get(36)?,
                    former_serial: row.try_get(37)?,
                    identity_conflict: row.try_get(38)?,
                    retired_at: row.try_get(39)?,
                    stale_since: row.try_get(40)?,
                    first_seen_at: row.try_get(41)?,
                    created_at: row.try_get(42)?,
                    updated_at: row.try_get(43)?,
                    version: row.try_get(44)?,
                    last_seen_at: row.try_get(45)?,
                    last_full_inventory_at: row.try_get(46)?,
                    booted_at: row.try_get(47)?,
                    free_bytes: row.try_get(48)?,
                    cpu: row.try_get(49)?,
                    disks: row.try_get(50)?,
                    volumes: row.try_get(51)?,
                    networks: row.try_get(52)?,
                    security: row.try_get(53)?,
                    conflicts_with: row.try_get(54)?,
                    same_hardware: row.try_get(55)?,
                })
            },
            mapper: |it| DeviceRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        DevicesByIdentifierParams<T1, T2>,
        DeviceRowQuery<'c, 'a, 's, C, DeviceRow, 5>,
        C,
    > for DevicesByIdentifierStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a DevicesByIdentifierParams<T1, T2>,
    ) -> DeviceRowQuery<'c, 'a, 's, C, DeviceRow, 5> {
        self.bind(client, &params.kind, &params.value, &params.before, &params.organization_id, &params.limit)
    }
}
pub struct DevicesByNameStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn devices_by_name() -> DevicesByNameStmt {
    DevicesByNameStmt(
        "with page as materialized ( select id from devices where name_key = lower($1) and id < $2 and ($3::uuid is null or organization_id = $3) order by id desc limit $4 ) select id, organization_id, name, given_name, hostname, type, agent_id, agent_twin, agent_kind, agent_version, enrolment_id, enrolled_organization_id, serial, hardware_uuid, macs, asset_tag, cloud_instance_id, manufacturer, model, os_family, os_name, os_version, os_arch, os_build, memory_bytes, software_count, last_user, tags, custom_fields, external_system, external_id, contact_name, contact_email, contact_phone, purchased_at, warranty_until, former_hardware_uuid, former_serial, identity_conflict, retired_at, stale_since, first_seen_at, created_at, updated_at, version, last_seen_at, last_full_inventory_at, booted_at, free_bytes, cpu, disks, volumes, networks, security, conflicts_with, same_hardware from device_rows where id in (select page.id from page) order by id desc",
        None,
    )
}
impl DevicesByNameStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        name: &'a T1,
        before: &'a uuid::Uuid,
        organization_id: &'a Option<uuid::Uuid>,
        limit: &'a i64,
    ) -> DeviceRowQuery<'c, 'a, 's, C, DeviceRow, 4> {
        DeviceRowQuery {
            client,
            params: [name, before, organization_id, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<DeviceRowBorrowed, tokio_postgres::Error> {
                Ok(DeviceRowBorrowed {
                    id: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    name: row.try_get(2)?,
                    given_name: row.try_get(3)?,
                    hostname: row.try_get(4)?,
                    r#type: row.try_get(5)?,
                    agent_id: row.try_get(6)?,
                    agent_twin: row.try_get(7)?,
                    agent_kind: row.try_get(8)?,
                    agent_version: row.try_get(9)?,
                    enrolment_id: row.try_get(10)?,
                    enrolled_organization_id: row.try_get(11)?,
                    serial: row.try_get(12)?,
                    hardware_uuid: row.try_get(13)?,
                    macs: row.try_get(14)?,
                    asset_tag: row.try_get(15)?,
                    cloud_instance_id: row.try_get(16)?,
                    manufacturer: row.try_get(17)?,
                    model: row.try_get(18)?,
                    os_family: row.try_get(19)?,
                    os_name: row.try_get(20)?,
                    os_version: row.try_get(21)?,
                    os_arch: row.try_get(22)?,
                    os_build: row.try_get(23)?,
                    memory_bytes: row.try_get(24)?,
                    software_count: row.try_get(25)?,
                    last_user: row.try_get(26)?,
                    tags: row.try_get(27)?,
                    custom_fields: row.try_get(28)?,
                    external_system: row.try_get(29)?,
                    external_id: row.try_get(30)?,
                    contact_name: row.try_get(31)?,
                    contact_email: row.try_get(32)?,
                    contact_phone: row.try_get(33)?,
                    purchased_at: row.try_get(34)?,
                    warranty_until: row.try_get(35)?,
                    former_hardware_uuid: row.try_get(36)?,
                    former_serial: row.try_get(37)?,
                    identity_conflict: row.try_get(38)?,
                    retired_at: row.try_get(39)?,
                    stale_since: row.try_get(40)?,
                    first_seen_at: row.try_get(41)?,
                    created_at: row.try_get(42)?,
                    updated_at: row.try_get(43)?,
                    version: row.try_get(44)?,
                    last_seen_at: row.try_get(45)?,
                    last_full_inventory_at: row.try_get(46)?,
                    booted_at: row.try_get(47)?,
                    free_bytes: row.try_get(48)?,
                    cpu: row.try_get(49)?,
                    disks: row.try_get(50)?,
                    volumes: row.try_get(51)?,
                    networks: row.try_get(52)?,
                    security: row.try_get(53)?,
                    conflicts_with: row.try_get(54)?,
                    same_hardware: row.try_get(55)?,
                })
            },
            mapper: |it| DeviceRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, DevicesByNameParams<T1>, DeviceRowQuery<'c, 'a, 's, C, DeviceRow, 4>, C>
    for DevicesByNameStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a DevicesByNameParams<T1>,
    ) -> DeviceRowQuery<'c, 'a, 's, C, DeviceRow, 4> {
        self.bind(client, &params.name, &params.before, &params.organization_id, &params.limit)
    }
}
pub struct DevicesBySerialStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn devices_by_serial() -> DevicesBySerialStmt {
    DevicesBySerialStmt(
        "with page as materialized ( select id from devices where serial_key = lower($1) and id < $2 and ($3::uuid is null or organization_id = $3) order by id desc limit $4 ) select id, organization_id, name, given_name, hostname, type, agent_id, agent_twin, agent_kind, agent_version, enrolment_id, enrolled_organization_id, serial, hardware_uuid, macs, asset_tag, cloud_instance_id, manufacturer, model, os_family, os_name, os_version, os_arch, os_build, memory_bytes, software_count, last_user, tags, custom_fields, external_system, external_id, contact_name, contact_email, contact_phone, purchased_at, warranty_until, former_hardware_uuid, former_serial, identity_conflict, retired_at, stale_since, first_seen_at, created_at, updated_at, version, last_seen_at, last_full_inventory_at, booted_at, free_bytes, cpu, disks, volumes, networks, security, conflicts_with, same_hardware from device_rows where id in (select page.id from page) order by id desc",
        None,
    )
}
impl DevicesBySerialStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        serial: &'a T1,
        before: &'a uuid::Uuid,
        organization_id: &'a Option<uuid::Uuid>,
        limit: &'a i64,
    ) -> DeviceRowQuery<'c, 'a, 's, C, DeviceRow, 4> {
        DeviceRowQuery {
            client,
            params: [serial, before, organization_id, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<DeviceRowBorrowed, tokio_postgres::Error> {
                Ok(DeviceRowBorrowed {
                    id: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    name: row.try_get(2)?,
                    given_name: row.try_get(3)?,
                    hostname: row.try_get(4)?,
                    r#type: row.try_get(5)?,
                    agent_id: row.try_get(6)?,
                    agent_twin: row.try_get(7)?,
                    agent_kind: row.try_get(8)?,
                    agent_version: row.try_get(9)?,
                    enrolment_id: row.try_get(10)?,
                    enrolled_organization_id: row.try_get(11)?,
                    serial: row.try_get(12)?,
                    hardware_uuid: row.try_get(13)?,
                    macs: row.try_get(14)?,
                    asset_tag: row.try_get(15)?,
                    cloud_instance_id: row.try_get(16)?,
                    manufacturer: row.try_get(17)?,
                    model: row.try_get(18)?,
                    os_family: row.try_get(19)?,
                    os_name: row.try_get(20)?,
                    os_version: row.try_get(21)?,
                    os_arch: row.try_get(22)?,
                    os_build: row.try_get(23)?,
                    memory_bytes: row.try_get(24)?,
                    software_count: row.try_get(25)?,
                    last_user: row.try_get(26)?,
                    tags: row.try_get(27)?,
                    custom_fields: row.try_get(28)?,
                    external_system: row.try_get(29)?,
                    external_id: row.try_get(30)?,
                    contact_name: row.try_get(31)?,
                    contact_email: row.try_get(32)?,
                    contact_phone: row.try_get(33)?,
                    purchased_at: row.try_get(34)?,
                    warranty_until: row.try_get(35)?,
                    former_hardware_uuid: row.try_get(36)?,
                    former_serial: row.try_get(37)?,
                    identity_conflict: row.try_get(38)?,
                    retired_at: row.try_get(39)?,
                    stale_since: row.try_get(40)?,
                    first_seen_at: row.try_get(41)?,
                    created_at: row.try_get(42)?,
                    updated_at: row.try_get(43)?,
                    version: row.try_get(44)?,
                    last_seen_at: row.try_get(45)?,
                    last_full_inventory_at: row.try_get(46)?,
                    booted_at: row.try_get(47)?,
                    free_bytes: row.try_get(48)?,
                    cpu: row.try_get(49)?,
                    disks: row.try_get(50)?,
                    volumes: row.try_get(51)?,
                    networks: row.try_get(52)?,
                    security: row.try_get(53)?,
                    conflicts_with: row.try_get(54)?,
                    same_hardware: row.try_get(55)?,
                })
            },
            mapper: |it| DeviceRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<'c, 'a, 's, DevicesBySerialParams<T1>, DeviceRowQuery<'c, 'a, 's, C, DeviceRow, 4>, C>
    for DevicesBySerialStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a DevicesBySerialParams<T1>,
    ) -> DeviceRowQuery<'c, 'a, 's, C, DeviceRow, 4> {
        self.bind(client, &params.serial, &params.before, &params.organization_id, &params.limit)
    }
}
pub struct DevicesByExternalRefStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn devices_by_external_ref() -> DevicesByExternalRefStmt {
    DevicesByExternalRefStmt(
        "with page as materialized ( select id from devices where external_system = $1 and external_id = $2 and id < $3 and ($4::uuid is null or organization_id = $4) order by id desc limit $5 ) select id, organization_id, name, given_name, hostname, type, agent_id, agent_twin, agent_kind, agent_version, enrolment_id, enrolled_organization_id, serial, hardware_uuid, macs, asset_tag, cloud_instance_id, manufacturer, model, os_family, os_name, os_version, os_arch, os_build, memory_bytes, software_count, last_user, tags, custom_fields, external_system, external_id, contact_name, contact_email, contact_phone, purchased_at, warranty_until, former_hardware_uuid, former_serial, identity_conflict, retired_at, stale_since, first_seen_at, created_at, updated_at, version, last_seen_at, last_full_inventory_at, booted_at, free_bytes, cpu, disks, volumes, networks, security, conflicts_with, same_hardware from device_rows where id in (select page.id from page) order by id desc",
        None,
    )
}
impl DevicesByExternalRefStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>(
        &'s self,
        client: &'c C,
        external_system: &'a T1,
        external_id: &'a T2,
        before: &'a uuid::Uuid,
        organization_id: &'a Option<uuid::Uuid>,
        limit: &'a i64,
    ) -> DeviceRowQuery<'c, 'a, 's, C, DeviceRow, 5> {
        DeviceRowQuery {
            client,
            params: [external_system, external_id, before, organization_id, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<DeviceRowBorrowed, tokio_postgres::Error> {
                Ok(DeviceRowBorrowed {
                    id: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    name: row.try_get(2)?,
                    given_name: row.try_get(3)?,
                    hostname: row.try_get(4)?,
                    r#type: row.try_get(5)?,
                    agent_id: row.try_get(6)?,
                    agent_twin: row.try_get(7)?,
                    agent_kind: row.try_get(8)?,
                    agent_version: row.try_get(9)?,
                    enrolment_id: row.try_get(10)?,
                    enrolled_organization_id: row.try_get(11)?,
                    serial: row.try_get(12)?,
                    hardware_uuid: row.try_get(13)?,
                    macs: row.try_get(14)?,
                    asset_tag: row.try_get(15)?,
                    cloud_instance_id: row.try_get(16)?,
                    manufacturer: row.try_get(17)?,
                    model: row.try_get(18)?,
                    os_family: row.try_get(19)?,
                    os_name: row.try_get(20)?,
                    os_version: row.try_get(21)?,
                    os_arch: row.try_get(22)?,
                    os_build: row.try_get(23)?,
                    memory_bytes: row.try_get(24)?,
                    software_count: row.try_get(25)?,
                    last_user: row.try_get(26)?,
                    tags: row.try_get(27)?,
                    custom_fields: row.try_get(28)?,
                    external_system: row.try_get(29)?,
                    external_id: row.try_get(30)?,
                    contact_name: row.try_get(31)?,
                    contact_email: row.try_get(32)?,
                    contact_phone: row.try_get(33)?,
                    purchased_at: row.try_get(34)?,
                    warranty_until: row.try_get(35)?,
                    former_hardware_uuid: row.try_get(36)?,
                    former_serial: row.try_get(37)?,
                    identity_conflict: row.try_get(38)?,
                    retired_at: row.try_get(39)?,
                    stale_since: row.try_get(40)?,
                    first_seen_at: row.try_get(41)?,
                    created_at: row.try_get(42)?,
                    updated_at: row.try_get(43)?,
                    version: row.try_get(44)?,
                    last_seen_at: row.try_get(45)?,
                    last_full_inventory_at: row.try_get(46)?,
                    booted_at: row.try_get(47)?,
                    free_bytes: row.try_get(48)?,
                    cpu: row.try_get(49)?,
                    disks: row.try_get(50)?,
                    volumes: row.try_get(51)?,
                    networks: row.try_get(52)?,
                    security: row.try_get(53)?,
                    conflicts_with: row.try_get(54)?,
                    same_hardware: row.try_get(55)?,
                })
            },
            mapper: |it| DeviceRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        DevicesByExternalRefParams<T1, T2>,
        DeviceRowQuery<'c, 'a, 's, C, DeviceRow, 5>,
        C,
    > for DevicesByExternalRefStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a DevicesByExternalRefParams<T1, T2>,
    ) -> DeviceRowQuery<'c, 'a, 's, C, DeviceRow, 5> {
        self.bind(
            client,
            &params.external_system,
            &params.external_id,
            &params.before,
            &params.organization_id,
            &params.limit,
        )
    }
}
pub struct DevicesInConflictStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn devices_in_conflict() -> DevicesInConflictStmt {
    DevicesInConflictStmt(
        "with page as materialized ( select id from devices where identity_conflict and id < $1 and ($2::uuid is null or organization_id = $2) order by id desc limit $3 ) select id, organization_id, name, given_name, hostname, type, agent_id, agent_twin, agent_kind, agent_version, enrolment_id, enrolled_organization_id, serial, hardware_uuid, macs, asset_tag, cloud_instance_id, manufacturer, model, os_family, os_name, os_version, os_arch, os_build, memory_bytes, software_count, last_user, tags, custom_fields, external_system, external_id, contact_name, contact_email, contact_phone, purchased_at, warranty_until, former_hardware_uuid, former_serial, identity_conflict, retired_at, stale_since, first_seen_at, created_at, updated_at, version, last_seen_at, last_full_inventory_at, booted_at, free_bytes, cpu, disks, volumes, networks, security, conflicts_with, same_hardware from device_rows where id in (select page.id from page) order by id desc",
        None,
    )
}
impl DevicesInConflictStmt {
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
    ) -> DeviceRowQuery<'c, 'a, 's, C, DeviceRow, 3> {
        DeviceRowQuery {
            client,
            params: [before, organization_id, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<DeviceRowBorrowed, tokio_postgres::Error> {
                Ok(DeviceRowBorrowed {
                    id: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    name: row.try_get(2)?,
                    given_name: row.try_get(3)?,
                    hostname: row.try_get(4)?,
                    r#type: row.try_get(5)?,
                    agent_id: row.try_get(6)?,
                    agent_twin: row.try_get(7)?,
                    agent_kind: row.try_get(8)?,
                    agent_version: row.try_get(9)?,
                    enrolment_id: row.try_get(10)?,
                    enrolled_organization_id: row.try_get(11)?,
                    serial: row.try_get(12)?,
                    hardware_uuid: row.try_get(13)?,
                    macs: row.try_get(14)?,
                    asset_tag: row.try_get(15)?,
                    cloud_instance_id: row.try_get(16)?,
                    manufacturer: row.try_get(17)?,
                    model: row.try_get(18)?,
                    os_family: row.try_get(19)?,
                    os_name: row.try_get(20)?,
                    os_version: row.try_get(21)?,
                    os_arch: row.try_get(22)?,
                    os_build: row.try_get(23)?,
                    memory_bytes: row.try_get(24)?,
                    software_count: row.try_get(25)?,
                    last_user: row.try_get(26)?,
                    tags: row.try_get(27)?,
                    custom_fields: row.try_get(28)?,
                    external_system: row.try_get(29)?,
                    external_id: row.try_get(30)?,
                    contact_name: row.try_get(31)?,
                    contact_email: row.try_get(32)?,
                    contact_phone: row.try_get(33)?,
                    purchased_at: row.try_get(34)?,
                    warranty_until: row.try_get(35)?,
                    former_hardware_uuid: row.try_get(36)?,
                    former_serial: row.try_get(37)?,
                    identity_conflict: row.try_get(38)?,
                    retired_at: row.try_get(39)?,
                    stale_since: row.try_get(40)?,
                    first_seen_at: row.try_get(41)?,
                    created_at: row.try_get(42)?,
                    updated_at: row.try_get(43)?,
                    version: row.try_get(44)?,
                    last_seen_at: row.try_get(45)?,
                    last_full_inventory_at: row.try_get(46)?,
                    booted_at: row.try_get(47)?,
                    free_bytes: row.try_get(48)?,
                    cpu: row.try_get(49)?,
                    disks: row.try_get(50)?,
                    volumes: row.try_get(51)?,
                    networks: row.try_get(52)?,
                    security: row.try_get(53)?,
                    conflicts_with: row.try_get(54)?,
                    same_hardware: row.try_get(55)?,
                })
            },
            mapper: |it| DeviceRow::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, DevicesInConflictParams, DeviceRowQuery<'c, 'a, 's, C, DeviceRow, 3>, C>
    for DevicesInConflictStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a DevicesInConflictParams,
    ) -> DeviceRowQuery<'c, 'a, 's, C, DeviceRow, 3> {
        self.bind(client, &params.before, &params.organization_id, &params.limit)
    }
}
pub struct OnlyOrganizationsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn only_organizations() -> OnlyOrganizationsStmt {
    OnlyOrganizationsStmt("select id from organizations order by id limit 2", None)
}
impl OnlyOrganizationsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(&'s self, client: &'c C) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 0> {
        UuidUuidQuery {
            client,
            params: [],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
pub struct CreateDeviceStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn create_device() -> CreateDeviceStmt {
    CreateDeviceStmt(
        "with created as ( insert into devices ( id, organization_id, name, given_name, hostname, type, serial, hardware_uuid, macs, asset_tag, cloud_instance_id, manufacturer, model, tags, custom_fields, external_system, external_id, contact_name, contact_email, contact_phone, purchased_at, warranty_until, created_at, updated_at ) values ( $1, $2, $3, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $22 ) returning id, organization_id ), presence as ( insert into device_presence (device_id, organization_id) select id, organization_id from created ), details as ( insert into device_details (device_id, organization_id) select id, organization_id from created ) select id from created",
        None,
    )
}
impl CreateDeviceStmt {
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
        T7: crate::ArraySql<Item = T6>,
        T8: crate::StringSql,
        T9: crate::StringSql,
        T10: crate::StringSql,
        T11: crate::StringSql,
        T12: crate::StringSql,
        T13: crate::ArraySql<Item = T12>,
        T14: crate::JsonSql,
        T15: crate::StringSql,
        T16: crate::StringSql,
        T17: crate::StringSql,
        T18: crate::StringSql,
        T19: crate::StringSql,
    >(
        &'s self,
        client: &'c C,
        id: &'a uuid::Uuid,
        organization_id: &'a uuid::Uuid,
        name: &'a T1,
        hostname: &'a Option<T2>,
        r#type: &'a T3,
        serial: &'a Option<T4>,
        hardware_uuid: &'a Option<T5>,
        macs: &'a T7,
        asset_tag: &'a Option<T8>,
        cloud_instance_id: &'a Option<T9>,
        manufacturer: &'a Option<T10>,
        model: &'a Option<T11>,
        tags: &'a T13,
        custom_fields: &'a T14,
        external_system: &'a Option<T15>,
        external_id: &'a Option<T16>,
        contact_name: &'a Option<T17>,
        contact_email: &'a Option<T18>,
        contact_phone: &'a Option<T19>,
        purchased_at: &'a Option<jiff::civil::Date>,
        warranty_until: &'a Option<jiff::civil::Date>,
        now: &'a jiff::Timestamp,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 22> {
        UuidUuidQuery {
            client,
            params: [
                id,
                organization_id,
                name,
                hostname,
                r#type,
                serial,
                hardware_uuid,
                macs,
                asset_tag,
                cloud_instance_id,
                manufacturer,
                model,
                tags,
                custom_fields,
                external_system,
                external_id,
                contact_name,
                contact_email,
                contact_phone,
                purchased_at,
                warranty_until,
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
    T5: crate::StringSql,
    T6: crate::StringSql,
    T7: crate::ArraySql<Item = T6>,
    T8: crate::StringSql,
    T9: crate::StringSql,
    T10: crate::StringSql,
    T11: crate::StringSql,
    T12: crate::StringSql,
    T13: crate::ArraySql<Item = T12>,
    T14: crate::JsonSql,
    T15: crate::StringSql,
    T16: crate::StringSql,
    T17: crate::StringSql,
    T18: crate::StringSql,
    T19: crate::StringSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        CreateDeviceParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17, T18, T19>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 22>,
        C,
    > for CreateDeviceStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CreateDeviceParams<
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
            T19,
        >,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 22> {
        self.bind(
            client,
            &params.id,
            &params.organization_id,
            &params.name,
            &params.hostname,
            &params.r#type,
            &params.serial,
            &params.hardware_uuid,
            &params.macs,
            &params.asset_tag,
            &params.cloud_instance_id,
            &params.manufacturer,
            &params.model,
            &params.tags,
            &params.custom_fields,
            &params.external_system,
            &params.external_id,
            &params.contact_name,
            &params.contact_email,
            &params.contact_phone,
            &params.purchased_at,
            &params.warranty_until,
            &params.now,
        )
    }
}
pub struct DeviceWithExternalRefStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn device_with_external_ref() -> DeviceWithExternalRefStmt {
    DeviceWithExternalRefStmt("select id from devices where external_system = $1 and external_id = $2", None)
}
impl DeviceWithExternalRefStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql, T2: crate::StringSql>(
        &'s self,
        client: &'c C,
        external_system: &'a T1,
        external_id: &'a T2,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        UuidUuidQuery {
            client,
            params: [external_system, external_id],
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
        DeviceWithExternalRefParams<T1, T2>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2>,
        C,
    > for DeviceWithExternalRefStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a DeviceWithExternalRefParams<T1, T2>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 2> {
        self.bind(client, &params.external_system, &params.external_id)
    }
}
pub struct LockDeviceStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn lock_device() -> LockDeviceStmt {
    LockDeviceStmt("select id from devices where id = $1 for update", None)
}
impl LockDeviceStmt {
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
pub struct UpdateDeviceStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn update_device() -> UpdateDeviceStmt {
    UpdateDeviceStmt(
        "update devices set organization_id = $1, name = $2, given_name = $3, hostname = $4, type = $5, serial = $6, asset_tag = $7, cloud_instance_id = $8, manufacturer = $9, model = $10, tags = $11, custom_fields = $12, external_system = $13, external_id = $14, contact_name = $15, contact_email = $16, contact_phone = $17, purchased_at = $18, warranty_until = $19, retired_at = $20, stale_since = case when $20::timestamptz is null then stale_since end, stale_check_at = $21, updated_at = $22, version = version + 1 where id = $23 returning id",
        None,
    )
}
impl UpdateDeviceStmt {
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
        T8: crate::StringSql,
        T9: crate::StringSql,
        T10: crate::StringSql,
        T11: crate::ArraySql<Item = T10>,
        T12: crate::JsonSql,
        T13: crate::StringSql,
        T14: crate::StringSql,
        T15: crate::StringSql,
        T16: crate::StringSql,
        T17: crate::StringSql,
    >(
        &'s self,
        client: &'c C,
        organization_id: &'a uuid::Uuid,
        name: &'a T1,
        given_name: &'a Option<T2>,
        hostname: &'a Option<T3>,
        r#type: &'a T4,
        serial: &'a Option<T5>,
        asset_tag: &'a Option<T6>,
        cloud_instance_id: &'a Option<T7>,
        manufacturer: &'a Option<T8>,
        model: &'a Option<T9>,
        tags: &'a T11,
        custom_fields: &'a T12,
        external_system: &'a Option<T13>,
        external_id: &'a Option<T14>,
        contact_name: &'a Option<T15>,
        contact_email: &'a Option<T16>,
        contact_phone: &'a Option<T17>,
        purchased_at: &'a Option<jiff::civil::Date>,
        warranty_until: &'a Option<jiff::civil::Date>,
        retired_at: &'a Option<jiff::Timestamp>,
        stale_check_at: &'a Option<jiff::Timestamp>,
        now: &'a jiff::Timestamp,
        id: &'a uuid::Uuid,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 23> {
        UuidUuidQuery {
            client,
            params: [
                organization_id,
                name,
                given_name,
                hostname,
                r#type,
                serial,
                asset_tag,
                cloud_instance_id,
                manufacturer,
                model,
                tags,
                custom_fields,
                external_system,
                external_id,
                contact_name,
                contact_email,
                contact_phone,
                purchased_at,
                warranty_until,
                retired_at,
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
    T8: crate::StringSql,
    T9: crate::StringSql,
    T10: crate::StringSql,
    T11: crate::ArraySql<Item = T10>,
    T12: crate::JsonSql,
    T13: crate::StringSql,
    T14: crate::StringSql,
    T15: crate::StringSql,
    T16: crate::StringSql,
    T17: crate::StringSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        UpdateDeviceParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17>,
        UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 23>,
        C,
    > for UpdateDeviceStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a UpdateDeviceParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17>,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 23> {
        self.bind(
            client,
            &params.organization_id,
            &params.name,
            &params.given_name,
            &params.hostname,
            &params.r#type,
            &params.serial,
            &params.asset_tag,
            &params.cloud_instance_id,
            &params.manufacturer,
            &params.model,
            &params.tags,
            &params.custom_fields,
            &params.external_system,
            &params.external_id,
            &params.contact_name,
            &params.contact_email,
            &params.contact_phone,
            &params.purchased_at,
            &params.warranty_until,
            &params.retired_at,
            &params.stale_check_at,
            &params.now,
            &params.id,
        )
    }
}
pub struct DeleteDeviceStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn delete_device() -> DeleteDeviceStmt {
    DeleteDeviceStmt("delete from devices where id = $1 returning id", None)
}
impl DeleteDeviceStmt {
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
pub struct AddTombstoneStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn add_tombstone() -> AddTombstoneStmt {
    AddTombstoneStmt(
        "insert into device_tombstones (device_id, organization_id, deleted_at) values ($1, $2, $3) on conflict (tenant_id, device_id, organization_id) do update set deleted_at = excluded.deleted_at returning device_id",
        None,
    )
}
impl AddTombstoneStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient>(
        &'s self,
        client: &'c C,
        device_id: &'a uuid::Uuid,
        organization_id: &'a uuid::Uuid,
        now: &'a jiff::Timestamp,
    ) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        UuidUuidQuery {
            client,
            params: [device_id, organization_id, now],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row| Ok(row.try_get(0)?),
            mapper: |it| it,
        }
    }
}
impl<'c, 'a, 's, C: GenericClient>
    crate::client::async_::Params<'c, 'a, 's, AddTombstoneParams, UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3>, C>
    for AddTombstoneStmt
{
    fn params(&'s self, client: &'c C, params: &'a AddTombstoneParams) -> UuidUuidQuery<'c, 'a, 's, C, uuid::Uuid, 3> {
        self.bind(client, &params.device_id, &params.organization_id, &params.now)
    }
}
pub struct ForgetTombstonesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn forget_tombstones() -> ForgetTombstonesStmt {
    ForgetTombstonesStmt(
        "delete from device_tombstones where (tenant_id, device_id, organization_id) in ( select tenant_id, device_id, organization_id from device_tombstones where deleted_at < $1 limit 5000 ) returning device_id",
        None,
    )
}
impl ForgetTombstonesStmt {
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
