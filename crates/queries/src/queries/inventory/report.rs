// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct AssetsAscendingParams<
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = uuid::Uuid>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
    T5: crate::StringSql,
    T6: crate::ArraySql<Item = T5>,
    T7: crate::StringSql,
    T8: crate::StringSql,
    T9: crate::StringSql,
    T10: crate::StringSql,
    T11: crate::ArraySql<Item = T10>,
    T12: crate::StringSql,
    T13: crate::StringSql,
    T14: crate::ArraySql<Item = uuid::Uuid>,
    T15: crate::StringSql,
> {
    pub with_disks: bool,
    pub with_networks: bool,
    pub sort: T1,
    pub matches_nothing: bool,
    pub organization_ids: T2,
    pub types: T4,
    pub os_families: T6,
    pub manufacturer: Option<T7>,
    pub model: Option<T8>,
    pub tag: Option<T9>,
    pub identity_conflict: Option<bool>,
    pub updated_since: Option<jiff::Timestamp>,
    pub statuses: T11,
    pub online_since: jiff::Timestamp,
    pub seen_since: Option<jiff::Timestamp>,
    pub seen_until: Option<jiff::Timestamp>,
    pub software: Option<T12>,
    pub missing_software: Option<T13>,
    pub is_searched: bool,
    pub found_ids: T14,
    pub backup_protected: Option<bool>,
    pub now: jiff::Timestamp,
    pub is_first: bool,
    pub after: uuid::Uuid,
    pub after_name: T15,
    pub after_at: jiff::Timestamp,
    pub limit: i64,
}
#[derive(Debug)]
pub struct AssetsDescendingParams<
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = uuid::Uuid>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
    T5: crate::StringSql,
    T6: crate::ArraySql<Item = T5>,
    T7: crate::StringSql,
    T8: crate::StringSql,
    T9: crate::StringSql,
    T10: crate::StringSql,
    T11: crate::ArraySql<Item = T10>,
    T12: crate::StringSql,
    T13: crate::StringSql,
    T14: crate::ArraySql<Item = uuid::Uuid>,
    T15: crate::StringSql,
> {
    pub with_disks: bool,
    pub with_networks: bool,
    pub sort: T1,
    pub matches_nothing: bool,
    pub organization_ids: T2,
    pub types: T4,
    pub os_families: T6,
    pub manufacturer: Option<T7>,
    pub model: Option<T8>,
    pub tag: Option<T9>,
    pub identity_conflict: Option<bool>,
    pub updated_since: Option<jiff::Timestamp>,
    pub statuses: T11,
    pub online_since: jiff::Timestamp,
    pub seen_since: Option<jiff::Timestamp>,
    pub seen_until: Option<jiff::Timestamp>,
    pub software: Option<T12>,
    pub missing_software: Option<T13>,
    pub is_searched: bool,
    pub found_ids: T14,
    pub backup_protected: Option<bool>,
    pub now: jiff::Timestamp,
    pub is_first: bool,
    pub after: uuid::Uuid,
    pub after_name: T15,
    pub after_at: jiff::Timestamp,
    pub limit: i64,
}
#[derive(Debug)]
pub struct TombstonesAscendingParams<T1: crate::ArraySql<Item = uuid::Uuid>> {
    pub updated_since: jiff::Timestamp,
    pub organization_ids: T1,
    pub is_first: bool,
    pub after_at: jiff::Timestamp,
    pub after: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct TombstonesDescendingParams<T1: crate::ArraySql<Item = uuid::Uuid>> {
    pub updated_since: jiff::Timestamp,
    pub organization_ids: T1,
    pub is_first: bool,
    pub after_at: jiff::Timestamp,
    pub after: uuid::Uuid,
    pub limit: i64,
}
#[derive(Debug)]
pub struct SummarizeParams<
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
    T4: crate::StringSql,
    T5: crate::ArraySql<Item = T4>,
    T6: crate::StringSql,
    T7: crate::StringSql,
    T8: crate::StringSql,
    T9: crate::StringSql,
    T10: crate::ArraySql<Item = T9>,
    T11: crate::StringSql,
    T12: crate::StringSql,
    T13: crate::ArraySql<Item = uuid::Uuid>,
> {
    pub now: jiff::Timestamp,
    pub online_since: jiff::Timestamp,
    pub matches_nothing: bool,
    pub organization_ids: T1,
    pub types: T3,
    pub os_families: T5,
    pub manufacturer: Option<T6>,
    pub model: Option<T7>,
    pub tag: Option<T8>,
    pub identity_conflict: Option<bool>,
    pub updated_since: Option<jiff::Timestamp>,
    pub statuses: T10,
    pub seen_since: Option<jiff::Timestamp>,
    pub seen_until: Option<jiff::Timestamp>,
    pub software: Option<T11>,
    pub missing_software: Option<T12>,
    pub is_searched: bool,
    pub found_ids: T13,
    pub backup_protected: Option<bool>,
}
#[derive(Debug)]
pub struct CountGroupsParams<
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = uuid::Uuid>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
    T5: crate::StringSql,
    T6: crate::ArraySql<Item = T5>,
    T7: crate::StringSql,
    T8: crate::StringSql,
    T9: crate::StringSql,
    T10: crate::StringSql,
    T11: crate::ArraySql<Item = T10>,
    T12: crate::StringSql,
    T13: crate::StringSql,
    T14: crate::ArraySql<Item = uuid::Uuid>,
> {
    pub group_by: T1,
    pub online_since: jiff::Timestamp,
    pub matches_nothing: bool,
    pub organization_ids: T2,
    pub types: T4,
    pub os_families: T6,
    pub manufacturer: Option<T7>,
    pub model: Option<T8>,
    pub tag: Option<T9>,
    pub identity_conflict: Option<bool>,
    pub updated_since: Option<jiff::Timestamp>,
    pub statuses: T11,
    pub seen_since: Option<jiff::Timestamp>,
    pub seen_until: Option<jiff::Timestamp>,
    pub software: Option<T12>,
    pub missing_software: Option<T13>,
    pub is_searched: bool,
    pub found_ids: T14,
    pub backup_protected: Option<bool>,
    pub now: jiff::Timestamp,
    pub limit: i64,
}
#[derive(Debug, Clone, PartialEq)]
pub struct AssetRow {
    pub sort_name: Option<String>,
    pub sort_at: Option<jiff::Timestamp>,
    pub id: uuid::Uuid,
    pub organization_id: uuid::Uuid,
    pub organization_name: Option<String>,
    pub name: String,
    pub hostname: Option<String>,
    pub r#type: String,
    pub agent_kind: Option<String>,
    pub agent_version: Option<String>,
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
    pub identity_conflict: bool,
    pub retired_at: Option<jiff::Timestamp>,
    pub stale_since: Option<jiff::Timestamp>,
    pub first_seen_at: Option<jiff::Timestamp>,
    pub last_seen_at: Option<jiff::Timestamp>,
    pub last_full_inventory_at: Option<jiff::Timestamp>,
    pub booted_at: Option<jiff::Timestamp>,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub version: i32,
    pub cpu: Option<serde_json::Value>,
    pub security: serde_json::Value,
    pub free_bytes: serde_json::Value,
    pub disks: Option<serde_json::Value>,
    pub volumes: Option<serde_json::Value>,
    pub networks: Option<serde_json::Value>,
    pub backup_at: Option<jiff::Timestamp>,
    pub backup_until: Option<jiff::Timestamp>,
}
pub struct AssetRowBorrowed<'a> {
    pub sort_name: Option<&'a str>,
    pub sort_at: Option<jiff::Timestamp>,
    pub id: uuid::Uuid,
    pub organization_id: uuid::Uuid,
    pub organization_name: Option<&'a str>,
    pub name: &'a str,
    pub hostname: Option<&'a str>,
    pub r#type: &'a str,
    pub agent_kind: Option<&'a str>,
    pub agent_version: Option<&'a str>,
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
    pub identity_conflict: bool,
    pub retired_at: Option<jiff::Timestamp>,
    pub stale_since: Option<jiff::Timestamp>,
    pub first_seen_at: Option<jiff::Timestamp>,
    pub last_seen_at: Option<jiff::Timestamp>,
    pub last_full_inventory_at: Option<jiff::Timestamp>,
    pub booted_at: Option<jiff::Timestamp>,
    pub created_at: jiff::Timestamp,
    pub updated_at: jiff::Timestamp,
    pub version: i32,
    pub cpu: Option<postgres_types::Json<&'a serde_json::value::RawValue>>,
    pub security: postgres_types::Json<&'a serde_json::value::RawValue>,
    pub free_bytes: postgres_types::Json<&'a serde_json::value::RawValue>,
    pub disks: Option<postgres_types::Json<&'a serde_json::value::RawValue>>,
    pub volumes: Option<postgres_types::Json<&'a serde_json::value::RawValue>>,
    pub networks: Option<postgres_types::Json<&'a serde_json::value::RawValue>>,
    pub backup_at: Option<jiff::Timestamp>,
    pub backup_until: Option<jiff::Timestamp>,
}
impl<'a> From<AssetRowBorrowed<'a>> for AssetRow {
    fn from(
        AssetRowBorrowed {
            sort_name,
            sort_at,
            id,
            organization_id,
            organization_name,
            name,
            hostname,
            r#type,
            agent_kind,
            agent_version,
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
            identity_conflict,
            retired_at,
            stale_since,
            first_seen_at,
            last_seen_at,
            last_full_inventory_at,
            booted_at,
            created_at,
            updated_at,
            version,
            cpu,
            security,
            free_bytes,
            disks,
            volumes,
            networks,
            backup_at,
            backup_until,
        }: AssetRowBorrowed<'a>,
    ) -> Self {
        Self {
            sort_name: sort_name.map(|v| v.into()),
            sort_at,
            id,
            organization_id,
            organization_name: organization_name.map(|v| v.into()),
            name: name.into(),
            hostname: hostname.map(|v| v.into()),
            r#type: r#type.into(),
            agent_kind: agent_kind.map(|v| v.into()),
            agent_version: agent_version.map(|v| v.into()),
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
            identity_conflict,
            retired_at,
            stale_since,
            first_seen_at,
            last_seen_at,
            last_full_inventory_at,
            booted_at,
            created_at,
            updated_at,
            version,
            cpu: cpu.map(|v| serde_json::from_str(v.0.get()).unwrap()),
            security: serde_json::from_str(security.0.get()).unwrap(),
            free_bytes: serde_json::from_str(free_bytes.0.get()).unwrap(),
            disks: disks.map(|v| serde_json::from_str(v.0.get()).unwrap()),
            volumes: volumes.map(|v| serde_json::from_str(v.0.get()).unwrap()),
            networks: networks.map(|v| serde_json::from_str(v.0.get()).unwrap()),
            backup_at,
            backup_until,
        }
    }
}
#[derive(Debug, Clone, PartialEq, Copy)]
pub struct Tombstone {
    pub device_id: uuid::Uuid,
    pub organization_id: uuid::Uuid,
    pub deleted_at: jiff::Timestamp,
}
#[derive(Debug, Clone, PartialEq)]
pub struct Counted {
    pub level: i32,
    pub r#type: Option<String>,
    pub os_family: Option<String>,
    pub status: Option<String>,
    pub total: i64,
    pub stale: i64,
    pub identity_conflicts: i64,
    pub without_backup: i64,
}
pub struct CountedBorrowed<'a> {
    pub level: i32,
    pub r#type: Option<&'a str>,
    pub os_family: Option<&'a str>,
    pub status: Option<&'a str>,
    pub total: i64,
    pub stale: i64,
    pub identity_conflicts: i64,
    pub without_backup: i64,
}
impl<'a> From<CountedBorrowed<'a>> for Counted {
    fn from(
        CountedBorrowed {
            level,
            r#type,
            os_family,
            status,
            total,
            stale,
            identity_conflicts,
            without_backup,
        }: CountedBorrowed<'a>,
    ) -> Self {
        Self {
            level,
            r#type: r#type.map(|v| v.into()),
            os_family: os_family.map(|v| v.into()),
            status: status.map(|v| v.into()),
            total,
            stale,
            identity_conflicts,
            without_backup,
        }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    pub value: Option<String>,
    pub total: i64,
    pub stale: i64,
    pub identity_conflicts: i64,
}
pub struct GroupBorrowed<'a> {
    pub value: Option<&'a str>,
    pub total: i64,
    pub stale: i64,
    pub identity_conflicts: i64,
}
impl<'a> From<GroupBorrowed<'a>> for Group {
    fn from(GroupBorrowed { value, total, stale, identity_conflicts }: GroupBorrowed<'a>) -> Self {
        Self { value: value.map(|v| v.into()), total, stale, identity_conflicts }
    }
}
#[derive(Debug, Clone, PartialEq)]
pub struct SoftwareOfDevices {
    pub device_id: uuid::Uuid,
    pub name: String,
    pub publisher: String,
    pub version: String,
}
pub struct SoftwareOfDevicesBorrowed<'a> {
    pub device_id: uuid::Uuid,
    pub name: &'a str,
    pub publisher: &'a str,
    pub version: &'a str,
}
impl<'a> From<SoftwareOfDevicesBorrowed<'a>> for SoftwareOfDevices {
    fn from(SoftwareOfDevicesBorrowed { device_id, name, publisher, version }: SoftwareOfDevicesBorrowed<'a>) -> Self {
        Self { device_id, name: name.into(), publisher: publisher.into(), version: version.into() }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct AssetRowQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<AssetRowBorrowed, tokio_postgres::Error>,
    mapper: fn(AssetRowBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> AssetRowQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(AssetRowBorrowed) -> R) -> AssetRowQuery<'c, 'a, 's, C, R, N> {
        AssetRowQuery {
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
pub struct TombstoneQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<Tombstone, tokio_postgres::Error>,
    mapper: fn(Tombstone) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> TombstoneQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(Tombstone) -> R) -> TombstoneQuery<'c, 'a, 's, C, R, N> {
        TombstoneQuery {
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
pub struct CountedQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<CountedBorrowed, tokio_postgres::Error>,
    mapper: fn(CountedBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> CountedQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(CountedBorrowed) -> R) -> CountedQuery<'c, 'a, 's, C, R, N> {
        CountedQuery {
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
pub struct GroupQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<GroupBorrowed, tokio_postgres::Error>,
    mapper: fn(GroupBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> GroupQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(GroupBorrowed) -> R) -> GroupQuery<'c, 'a, 's, C, R, N> {
        GroupQuery {
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
pub struct SoftwareOfDevicesQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<SoftwareOfDevicesBorrowed, tokio_postgres::Error>,
    mapper: fn(SoftwareOfDevicesBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> SoftwareOfDevicesQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(SoftwareOfDevicesBorrowed) -> R) -> SoftwareOfDevicesQuery<'c, 'a, 's, C, R, N> {
        SoftwareOfDevicesQuery {
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
pub struct AssetsAscendingStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn assets_ascending() -> AssetsAscendingStmt {
    AssetsAscendingStmt(
        "select page.sort_name, page.sort_at, found.id, found.organization_id, organization.name as organization_name, found.name, found.hostname, found.type, found.agent_kind, found.agent_version, found.serial, found.hardware_uuid, found.macs, found.asset_tag, found.cloud_instance_id, found.manufacturer, found.model, found.os_family, found.os_name, found.os_version, found.os_arch, found.os_build, found.memory_bytes, found.software_count, found.last_user, found.tags, found.custom_fields, found.external_system, found.external_id, found.contact_name, found.contact_email, found.contact_phone, found.purchased_at, found.warranty_until, found.identity_conflict, found.retired_at, found.stale_since, found.first_seen_at, found.last_seen_at, found.last_full_inventory_at, found.booted_at, found.created_at, found.updated_at, found.version, found.cpu, found.security, found.free_bytes, case when $1::boolean then found.disks end as disks, case when $1 then found.volumes end as volumes, case when $2::boolean then found.networks end as networks, backup.last_success_at as backup_at, backup.protected_until as backup_until from ( select devices.id, case when $3::text = 'name' then devices.name_key end as sort_name, case when $3 = 'updated_at' then devices.updated_at when $3 = 'last_seen_at' then coalesce( (select last_seen_at from device_presence where device_presence.device_id = devices.id), 'epoch'::timestamptz ) end as sort_at from devices where not $4::boolean and (cardinality($5::uuid[]) = 0 or devices.organization_id = any ($5)) and (cardinality($6::text[]) = 0 or devices.type = any ($6)) and (cardinality($7::text[]) = 0 or devices.os_family = any ($7)) and ($8::text is null or devices.manufacturer_key = $8) and ($9::text is null or devices.model_key = $9) and ($10::text is null or $10 = any (devices.tags)) and ($11::boolean is null or devices.identity_conflict = $11) and ($12::timestamptz is null or devices.updated_at >= $12) and ( cardinality($13::text[]) = 0 or case when devices.retired_at is not null then 'retired' when devices.stale_since is not null then 'stale' when ( select last_seen_at from device_presence where device_presence.device_id = devices.id ) > $14::timestamptz then 'online' else 'offline' end = any ($13) ) and ( $15::timestamptz is null or ( select last_seen_at from device_presence where device_presence.device_id = devices.id ) >= $15 ) and ( $16::timestamptz is null or ( select last_seen_at from device_presence where device_presence.device_id = devices.id ) < $16 ) and ( $17::text is null or exists ( select from device_software where device_software.device_id = devices.id and device_software.software_id = any (array(select id from software where name_key = $17)) ) ) and ( $18::text is null or devices.software_count > 0 and not exists ( select from device_software where device_software.device_id = devices.id and device_software.software_id = any (array(select id from software where name_key = $18)) ) ) and (not $19::boolean or devices.id = any ($20::uuid[])) and ( $21::boolean is null or devices.id in ( select device_backups.device_id from device_backups where device_backups.protected_until >= $22::timestamptz ) = $21 ) and ( $23::boolean or $3 = 'created_at' and devices.id > $24::uuid or $3 = 'name' and (devices.name_key, devices.id) > ($25::text, $24) or $3 = 'updated_at' and (devices.updated_at, devices.id) > ($26::timestamptz, $24) or $3 = 'last_seen_at' and ( coalesce( (select last_seen_at from device_presence where device_presence.device_id = devices.id), 'epoch'::timestamptz ), devices.id ) > ($26, $24) ) order by sort_name, sort_at, devices.id limit $27 ) as page cross join lateral ( select device_rows.id, device_rows.organization_id, device_rows.name, device_rows.hostname, device_rows.type, device_rows.agent_kind, device_rows.agent_version, device_rows.serial, device_rows.hardware_uuid, device_rows.macs, device_rows.asset_tag, device_rows.cloud_instance_id, device_rows.manufacturer, device_rows.model, device_rows.os_family, device_rows.os_name, device_rows.os_version, device_rows.os_arch, device_rows.os_build, device_rows.memory_bytes, device_rows.software_count, device_rows.last_user, device_rows.tags, device_rows.custom_fields, device_rows.external_system, device_rows.external_id, device_rows.contact_name, device_rows.contact_email, device_rows.contact_phone, device_rows.purchased_at, device_rows.warranty_until, device_rows.identity_conflict, device_rows.retired_at, device_rows.stale_since, device_rows.first_seen_at, device_rows.last_seen_at, device_rows.last_full_inventory_at, device_rows.booted_at, device_rows.created_at, device_rows.updated_at, device_rows.version, device_rows.cpu, device_rows.security, device_rows.free_bytes, device_rows.disks, device_rows.volumes, device_rows.networks from device_rows where device_rows.id = page.id limit 1 ) as found left join lateral ( select organizations.name from organizations where organizations.id = found.organization_id limit 1 ) as organization on true left join lateral ( select device_backups.last_success_at, device_backups.protected_until from device_backups where device_backups.device_id = found.id limit 1 ) as backup on true order by page.sort_name, page.sort_at, page.id",
        None,
    )
}
impl AssetsAscendingStmt {
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
        T2: crate::ArraySql<Item = uuid::Uuid>,
        T3: crate::StringSql,
        T4: crate::ArraySql<Item = T3>,
        T5: crate::StringSql,
        T6: crate::ArraySql<Item = T5>,
        T7: crate::StringSql,
        T8: crate::StringSql,
        T9: crate::StringSql,
        T10: crate::StringSql,
        T11: crate::ArraySql<Item = T10>,
        T12: crate::StringSql,
        T13: crate::StringSql,
        T14: crate::ArraySql<Item = uuid::Uuid>,
        T15: crate::StringSql,
    >(
        &'s self,
        client: &'c C,
        with_disks: &'a bool,
        with_networks: &'a bool,
        sort: &'a T1,
        matches_nothing: &'a bool,
        organization_ids: &'a T2,
        types: &'a T4,
        os_families: &'a T6,
        manufacturer: &'a Option<T7>,
        model: &'a Option<T8>,
        tag: &'a Option<T9>,
        identity_conflict: &'a Option<bool>,
        updated_since: &'a Option<jiff::Timestamp>,
        statuses: &'a T11,
        online_since: &'a jiff::Timestamp,
        seen_since: &'a Option<jiff::Timestamp>,
        seen_until: &'a Option<jiff::Timestamp>,
        software: &'a Option<T12>,
        missing_software: &'a Option<T13>,
        is_searched: &'a bool,
        found_ids: &'a T14,
        backup_protected: &'a Option<bool>,
        now: &'a jiff::Timestamp,
        is_first: &'a bool,
        after: &'a uuid::Uuid,
        after_name: &'a T15,
        after_at: &'a jiff::Timestamp,
        limit: &'a i64,
    ) -> AssetRowQuery<'c, 'a, 's, C, AssetRow, 27> {
        AssetRowQuery {
            client,
            params: [
                with_disks,
                with_networks,
                sort,
                matches_nothing,
                organization_ids,
                types,
                os_families,
                manufacturer,
                model,
                tag,
                identity_conflict,
                updated_since,
                statuses,
                online_since,
                seen_since,
                seen_until,
                software,
                missing_software,
                is_searched,
                found_ids,
                backup_protected,
                now,
                is_first,
                after,
                after_name,
                after_at,
                limit,
            ],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<AssetRowBorrowed, tokio_postgres::Error> {
                Ok(AssetRowBorrowed {
                    sort_name: row.try_get(0)?,
                    sort_at: row.try_get(1)?,
                    id: row.try_get(2)?,
                    organization_id: row.try_get(3)?,
                    organization_name: row.try_get(4)?,
                    name: row.try_get(5)?,
                    hostname: row.try_get(6)?,
                    r#type: row.try_get(7)?,
                    agent_kind: row.try_get(8)?,
                    agent_version: row.try_get(9)?,
                    serial: row.try_get(10)?,
                    hardware_uuid: row.try_get(11)?,
                    macs: row.try_get(12)?,
                    asset_tag: row.try_get(13)?,
                    cloud_instance_id: row.try_get(14)?,
                    manufacturer: row.try_get(15)?,
                    model: row.try_get(16)?,
                    os_family: row.try_get(17)?,
                    os_name: row.try_get(18)?,
                    os_version: row.try_get(19)?,
                    os_arch: row.try_get(20)?,
                    os_build: row.try_get(21)?,
                    memory_bytes: row.try_get(22)?,
                    software_count: row.try_get(23)?,
                    last_user: row.try_get(24)?,
                    tags: row.try_get(25)?,
                    custom_fields: row.try_get(26)?,
                    external_system: row.try_get(27)?,
                    external_id: row.try_get(28)?,
                    contact_name: row.try_get(29)?,
                    contact_email: row.try_get(30)?,
                    contact_phone: row.try_get(31)?,
                    purchased_at: row.try_get(32)?,
                    warranty_until: row.try_get(33)?,
                    identity_conflict: row.try_get(34)?,
                    retired_at: row.try_get(35)?,
                    stale_since: row.try_get(36)?,
                    first_seen_at: row.try_get(37)?,
                    last_seen_at: row.try_get(38)?,
                    last_full_inventory_at: row.try_get(39)?,
                    booted_at: row.try_get(40)?,
                    created_at: row.try_get(41)?,
                    updated_at: row.try_get(42)?,
                    version: row.try_get(43)?,
                    cpu: row.try_get(44)?,
                    security: row.try_get(45)?,
                    free_bytes: row.try_get(46)?,
                    disks: row.try_get(47)?,
                    volumes: row.try_get(48)?,
                    networks: row.try_get(49)?,
                    backup_at: row.try_get(50)?,
                    backup_until: row.try_get(51)?,
                })
            },
            mapper: |it| AssetRow::from(it),
        }
    }
}
impl<
    'c,
    'a,
    's,
    C: GenericClient,
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = uuid::Uuid>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
    T5: crate::StringSql,
    T6: crate::ArraySql<Item = T5>,
    T7: crate::StringSql,
    T8: crate::StringSql,
    T9: crate::StringSql,
    T10: crate::StringSql,
    T11: crate::ArraySql<Item = T10>,
    T12: crate::StringSql,
    T13: crate::StringSql,
    T14: crate::ArraySql<Item = uuid::Uuid>,
    T15: crate::StringSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        AssetsAscendingParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15>,
        AssetRowQuery<'c, 'a, 's, C, AssetRow, 27>,
        C,
    > for AssetsAscendingStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a AssetsAscendingParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15>,
    ) -> AssetRowQuery<'c, 'a, 's, C, AssetRow, 27> {
        self.bind(
            client,
            &params.with_disks,
            &params.with_networks,
            &params.sort,
            &params.matches_nothing,
            &params.organization_ids,
            &params.types,
            &params.os_families,
            &params.manufacturer,
            &params.model,
            &params.tag,
            &params.identity_conflict,
            &params.updated_since,
            &params.statuses,
            &params.online_since,
            &params.seen_since,
            &params.seen_until,
            &params.software,
            &params.missing_software,
            &params.is_searched,
            &params.found_ids,
            &params.backup_protected,
            &params.now,
            &params.is_first,
            &params.after,
            &params.after_name,
            &params.after_at,
            &params.limit,
        )
    }
}
pub struct AssetsDescendingStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn assets_descending() -> AssetsDescendingStmt {
    AssetsDescendingStmt(
        "select page.sort_name, page.sort_at, found.id, found.organization_id, organization.name as organization_name, found.name, found.hostname, found.type, found.agent_kind, found.agent_version, found.serial, found.hardware_uuid, found.macs, found.asset_tag, found.cloud_instance_id, found.manufacturer, found.model, found.os_family, found.os_name, found.os_version, found.os_arch, found.os_build, found.memory_bytes, found.software_count, found.last_user, found.tags, found.custom_fields, found.external_system, found.external_id, found.contact_name, found.contact_email, found.contact_phone, found.purchased_at, found.warranty_until, found.identity_conflict, found.retired_at, found.stale_since, found.first_seen_at, found.last_seen_at, found.last_full_inventory_at, found.booted_at, found.created_at, found.updated_at, found.version, found.cpu, found.security, found.free_bytes, case when $1::boolean then found.disks end as disks, case when $1 then found.volumes end as volumes, case when $2::boolean then found.networks end as networks, backup.last_success_at as backup_at, backup.protected_until as backup_until from ( select devices.id, case when $3::text = 'name' then devices.name_key end as sort_name, case when $3 = 'updated_at' then devices.updated_at when $3 = 'last_seen_at' then coalesce( (select last_seen_at from device_presence where device_presence.device_id = devices.id), 'epoch'::timestamptz ) end as sort_at from devices where not $4::boolean and (cardinality($5::uuid[]) = 0 or devices.organization_id = any ($5)) and (cardinality($6::text[]) = 0 or devices.type = any ($6)) and (cardinality($7::text[]) = 0 or devices.os_family = any ($7)) and ($8::text is null or devices.manufacturer_key = $8) and ($9::text is null or devices.model_key = $9) and ($10::text is null or $10 = any (devices.tags)) and ($11::boolean is null or devices.identity_conflict = $11) and ($12::timestamptz is null or devices.updated_at >= $12) and ( cardinality($13::text[]) = 0 or case when devices.retired_at is not null then 'retired' when devices.stale_since is not null then 'stale' when ( select last_seen_at from device_presence where device_presence.device_id = devices.id ) > $14::timestamptz then 'online' else 'offline' end = any ($13) ) and ( $15::timestamptz is null or ( select last_seen_at from device_presence where device_presence.device_id = devices.id ) >= $15 ) and ( $16::timestamptz is null or ( select last_seen_at from device_presence where device_presence.device_id = devices.id ) < $16 ) and ( $17::text is null or exists ( select from device_software where device_software.device_id = devices.id and device_software.software_id = any (array(select id from software where name_key = $17)) ) ) and ( $18::text is null or devices.software_count > 0 and not exists ( select from device_software where device_software.device_id = devices.id and device_software.software_id = any (array(select id from software where name_key = $18)) ) ) and (not $19::boolean or devices.id = any ($20::uuid[])) and ( $21::boolean is null or devices.id in ( select device_backups.device_id from device_backups where device_backups.protected_until >= $22::timestamptz ) = $21 ) and ( $23::boolean or $3 = 'created_at' and devices.id < $24::uuid or $3 = 'name' and (devices.name_key, devices.id) < ($25::text, $24) or $3 = 'updated_at' and (devices.updated_at, devices.id) < ($26::timestamptz, $24) or $3 = 'last_seen_at' and ( coalesce( (select last_seen_at from device_presence where device_presence.device_id = devices.id), 'epoch'::timestamptz ), devices.id ) < ($26, $24) ) order by sort_name desc, sort_at desc, devices.id desc limit $27 ) as page cross join lateral ( select device_rows.id, device_rows.organization_id, device_rows.name, device_rows.hostname, device_rows.type, device_rows.agent_kind, device_rows.agent_version, device_rows.serial, device_rows.hardware_uuid, device_rows.macs, device_rows.asset_tag, device_rows.cloud_instance_id, device_rows.manufacturer, device_rows.model, device_rows.os_family, device_rows.os_name, device_rows.os_version, device_rows.os_arch, device_rows.os_build, device_rows.memory_bytes, device_rows.software_count, device_rows.last_user, device_rows.tags, device_rows.custom_fields, device_rows.external_system, device_rows.external_id, device_rows.contact_name, device_rows.contact_email, device_rows.contact_phone, device_rows.purchased_at, device_rows.warranty_until, device_rows.identity_conflict, device_rows.retired_at, device_rows.stale_since, device_rows.first_seen_at, device_rows.last_seen_at, device_rows.last_full_inventory_at, device_rows.booted_at, device_rows.created_at, device_rows.updated_at, device_rows.version, device_rows.cpu, device_rows.security, device_rows.free_bytes, device_rows.disks, device_rows.volumes, device_rows.networks from device_rows where device_rows.id = page.id limit 1 ) as found left join lateral ( select organizations.name from organizations where organizations.id = found.organization_id limit 1 ) as organization on true left join lateral ( select device_backups.last_success_at, device_backups.protected_until from device_backups where device_backups.device_id = found.id limit 1 ) as backup on true order by page.sort_name desc, page.sort_at desc, page.id desc",
        None,
    )
}
impl AssetsDescendingStmt {
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
        T2: crate::ArraySql<Item = uuid::Uuid>,
        T3: crate::StringSql,
        T4: crate::ArraySql<Item = T3>,
        T5: crate::StringSql,
        T6: crate::ArraySql<Item = T5>,
        T7: crate::StringSql,
        T8: crate::StringSql,
        T9: crate::StringSql,
        T10: crate::StringSql,
        T11: crate::ArraySql<Item = T10>,
        T12: crate::StringSql,
        T13: crate::StringSql,
        T14: crate::ArraySql<Item = uuid::Uuid>,
        T15: crate::StringSql,
    >(
        &'s self,
        client: &'c C,
        with_disks: &'a bool,
        with_networks: &'a bool,
        sort: &'a T1,
        matches_nothing: &'a bool,
        organization_ids: &'a T2,
        types: &'a T4,
        os_families: &'a T6,
        manufacturer: &'a Option<T7>,
        model: &'a Option<T8>,
        tag: &'a Option<T9>,
        identity_conflict: &'a Option<bool>,
        updated_since: &'a Option<jiff::Timestamp>,
        statuses: &'a T11,
        online_since: &'a jiff::Timestamp,
        seen_since: &'a Option<jiff::Timestamp>,
        seen_until: &'a Option<jiff::Timestamp>,
        software: &'a Option<T12>,
        missing_software: &'a Option<T13>,
        is_searched: &'a bool,
        found_ids: &'a T14,
        backup_protected: &'a Option<bool>,
        now: &'a jiff::Timestamp,
        is_first: &'a bool,
        after: &'a uuid::Uuid,
        after_name: &'a T15,
        after_at: &'a jiff::Timestamp,
        limit: &'a i64,
    ) -> AssetRowQuery<'c, 'a, 's, C, AssetRow, 27> {
        AssetRowQuery {
            client,
            params: [
                with_disks,
                with_networks,
                sort,
                matches_nothing,
                organization_ids,
                types,
                os_families,
                manufacturer,
                model,
                tag,
                identity_conflict,
                updated_since,
                statuses,
                online_since,
                seen_since,
                seen_until,
                software,
                missing_software,
                is_searched,
                found_ids,
                backup_protected,
                now,
                is_first,
                after,
                after_name,
                after_at,
                limit,
            ],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<AssetRowBorrowed, tokio_postgres::Error> {
                Ok(AssetRowBorrowed {
                    sort_name: row.try_get(0)?,
                    sort_at: row.try_get(1)?,
                    id: row.try_get(2)?,
                    organization_id: row.try_get(3)?,
                    organization_name: row.try_get(4)?,
                    name: row.try_get(5)?,
                    hostname: row.try_get(6)?,
                    r#type: row.try_get(7)?,
                    agent_kind: row.try_get(8)?,
                    agent_version: row.try_get(9)?,
                    serial: row.try_get(10)?,
                    hardware_uuid: row.try_get(11)?,
                    macs: row.try_get(12)?,
                    asset_tag: row.try_get(13)?,
                    cloud_instance_id: row.try_get(14)?,
                    manufacturer: row.try_get(15)?,
                    model: row.try_get(16)?,
                    os_family: row.try_get(17)?,
                    os_name: row.try_get(18)?,
                    os_version: row.try_get(19)?,
                    os_arch: row.try_get(20)?,
                    os_build: row.try_get(21)?,
                    memory_bytes: row.try_get(22)?,
                    software_count: row.try_get(23)?,
                    last_user: row.try_get(24)?,
                    tags: row.try_get(25)?,
                    custom_fields: row.try_get(26)?,
                    external_system: row.try_get(27)?,
                    external_id: row.try_get(28)?,
                    contact_name: row.try_get(29)?,
                    contact_email: row.try_get(30)?,
                    contact_phone: row.try_get(31)?,
                    purchased_at: row.try_get(32)?,
                    warranty_until: row.try_get(33)?,
                    identity_conflict: row.try_get(34)?,
                    retired_at: row.try_get(35)?,
                    stale_since: row.try_get(36)?,
                    first_seen_at: row.try_get(37)?,
                    last_seen_at: row.try_get(38)?,
                    last_full_inventory_at: row.try_get(39)?,
                    booted_at: row.try_get(40)?,
                    created_at: row.try_get(41)?,
                    updated_at: row.try_get(42)?,
                    version: row.try_get(43)?,
                    cpu: row.try_get(44)?,
                    security: row.try_get(45)?,
                    free_bytes: row.try_get(46)?,
                    disks: row.try_get(47)?,
                    volumes: row.try_get(48)?,
                    networks: row.try_get(49)?,
                    backup_at: row.try_get(50)?,
                    backup_until: row.try_get(51)?,
                })
            },
            mapper: |it| AssetRow::from(it),
        }
    }
}
impl<
    'c,
    'a,
    's,
    C: GenericClient,
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = uuid::Uuid>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
    T5: crate::StringSql,
    T6: crate::ArraySql<Item = T5>,
    T7: crate::StringSql,
    T8: crate::StringSql,
    T9: crate::StringSql,
    T10: crate::StringSql,
    T11: crate::ArraySql<Item = T10>,
    T12: crate::StringSql,
    T13: crate::StringSql,
    T14: crate::ArraySql<Item = uuid::Uuid>,
    T15: crate::StringSql,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        AssetsDescendingParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15>,
        AssetRowQuery<'c, 'a, 's, C, AssetRow, 27>,
        C,
    > for AssetsDescendingStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a AssetsDescendingParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15>,
    ) -> AssetRowQuery<'c, 'a, 's, C, AssetRow, 27> {
        self.bind(
            client,
            &params.with_disks,
            &params.with_networks,
            &params.sort,
            &params.matches_nothing,
            &params.organization_ids,
            &params.types,
            &params.os_families,
            &params.manufacturer,
            &params.model,
            &params.tag,
            &params.identity_conflict,
            &params.updated_since,
            &params.statuses,
            &params.online_since,
            &params.seen_since,
            &params.seen_until,
            &params.software,
            &params.missing_software,
            &params.is_searched,
            &params.found_ids,
            &params.backup_protected,
            &params.now,
            &params.is_first,
            &params.after,
            &params.after_name,
            &params.after_at,
            &params.limit,
        )
    }
}
pub struct TombstonesAscendingStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn tombstones_ascending() -> TombstonesAscendingStmt {
    TombstonesAscendingStmt(
        "select gone.device_id, gone.organization_id, gone.deleted_at from device_tombstones as gone where gone.deleted_at >= $1 and (cardinality($2::uuid[]) = 0 or gone.organization_id = any ($2)) and ($3::boolean or (gone.deleted_at, gone.device_id) > ($4::timestamptz, $5::uuid)) and not exists ( select from devices where devices.id = gone.device_id and (cardinality($2) = 0 or devices.organization_id = any ($2)) ) and not exists ( select from device_tombstones as later where later.device_id = gone.device_id and (later.deleted_at, later.organization_id) > (gone.deleted_at, gone.organization_id) and (cardinality($2) = 0 or later.organization_id = any ($2)) ) order by gone.deleted_at, gone.device_id limit $6",
        None,
    )
}
impl TombstonesAscendingStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        updated_since: &'a jiff::Timestamp,
        organization_ids: &'a T1,
        is_first: &'a bool,
        after_at: &'a jiff::Timestamp,
        after: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> TombstoneQuery<'c, 'a, 's, C, Tombstone, 6> {
        TombstoneQuery {
            client,
            params: [updated_since, organization_ids, is_first, after_at, after, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<Tombstone, tokio_postgres::Error> {
                Ok(Tombstone {
                    device_id: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    deleted_at: row.try_get(2)?,
                })
            },
            mapper: |it| Tombstone::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        TombstonesAscendingParams<T1>,
        TombstoneQuery<'c, 'a, 's, C, Tombstone, 6>,
        C,
    > for TombstonesAscendingStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a TombstonesAscendingParams<T1>,
    ) -> TombstoneQuery<'c, 'a, 's, C, Tombstone, 6> {
        self.bind(
            client,
            &params.updated_since,
            &params.organization_ids,
            &params.is_first,
            &params.after_at,
            &params.after,
            &params.limit,
        )
    }
}
pub struct TombstonesDescendingStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn tombstones_descending() -> TombstonesDescendingStmt {
    TombstonesDescendingStmt(
        "select gone.device_id, gone.organization_id, gone.deleted_at from device_tombstones as gone where gone.deleted_at >= $1 and (cardinality($2::uuid[]) = 0 or gone.organization_id = any ($2)) and ($3::boolean or (gone.deleted_at, gone.device_id) < ($4::timestamptz, $5::uuid)) and not exists ( select from devices where devices.id = gone.device_id and (cardinality($2) = 0 or devices.organization_id = any ($2)) ) and not exists ( select from device_tombstones as later where later.device_id = gone.device_id and (later.deleted_at, later.organization_id) > (gone.deleted_at, gone.organization_id) and (cardinality($2) = 0 or later.organization_id = any ($2)) ) order by gone.deleted_at desc, gone.device_id desc limit $6",
        None,
    )
}
impl TombstonesDescendingStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        updated_since: &'a jiff::Timestamp,
        organization_ids: &'a T1,
        is_first: &'a bool,
        after_at: &'a jiff::Timestamp,
        after: &'a uuid::Uuid,
        limit: &'a i64,
    ) -> TombstoneQuery<'c, 'a, 's, C, Tombstone, 6> {
        TombstoneQuery {
            client,
            params: [updated_since, organization_ids, is_first, after_at, after, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<Tombstone, tokio_postgres::Error> {
                Ok(Tombstone {
                    device_id: row.try_get(0)?,
                    organization_id: row.try_get(1)?,
                    deleted_at: row.try_get(2)?,
                })
            },
            mapper: |it| Tombstone::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        TombstonesDescendingParams<T1>,
        TombstoneQuery<'c, 'a, 's, C, Tombstone, 6>,
        C,
    > for TombstonesDescendingStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a TombstonesDescendingParams<T1>,
    ) -> TombstoneQuery<'c, 'a, 's, C, Tombstone, 6> {
        self.bind(
            client,
            &params.updated_since,
            &params.organization_ids,
            &params.is_first,
            &params.after_at,
            &params.after,
            &params.limit,
        )
    }
}
pub struct SummarizeStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn summarize() -> SummarizeStmt {
    SummarizeStmt(
        "select grouping(found.type, found.os_family, found.status) as level, found.type, found.os_family, found.status, count(*) as total, count(*) filter (where found.status = 'stale') as stale, count(*) filter (where found.identity_conflict) as identity_conflicts, count(*) filter (where not found.has_backup) as without_backup from ( select devices.type, devices.id in ( select device_backups.device_id from device_backups where device_backups.protected_until >= $1 ) as has_backup, coalesce(devices.os_family, 'unknown') as os_family, devices.identity_conflict, case when devices.retired_at is not null then 'retired' when devices.stale_since is not null then 'stale' when device_presence.last_seen_at > $2::timestamptz then 'online' else 'offline' end as status from devices join device_presence on device_presence.device_id = devices.id where not $3::boolean and (cardinality($4::uuid[]) = 0 or devices.organization_id = any ($4)) and (cardinality($5::text[]) = 0 or devices.type = any ($5)) and (cardinality($6::text[]) = 0 or devices.os_family = any ($6)) and ($7::text is null or devices.manufacturer_key = $7) and ($8::text is null or devices.model_key = $8) and ($9::text is null or $9 = any (devices.tags)) and ($10::boolean is null or devices.identity_conflict = $10) and ($11::timestamptz is null or devices.updated_at >= $11) and ( cardinality($12::text[]) = 0 or case when devices.retired_at is not null then 'retired' when devices.stale_since is not null then 'stale' when ( select last_seen_at from device_presence where device_presence.device_id = devices.id ) > $2::timestamptz then 'online' else 'offline' end = any ($12) ) and ( $13::timestamptz is null or ( select last_seen_at from device_presence where device_presence.device_id = devices.id ) >= $13 ) and ( $14::timestamptz is null or ( select last_seen_at from device_presence where device_presence.device_id = devices.id ) < $14 ) and ( $15::text is null or exists ( select from device_software where device_software.device_id = devices.id and device_software.software_id = any (array(select id from software where name_key = $15)) ) ) and ( $16::text is null or devices.software_count > 0 and not exists ( select from device_software where device_software.device_id = devices.id and device_software.software_id = any (array(select id from software where name_key = $16)) ) ) and (not $17::boolean or devices.id = any ($18::uuid[])) and ( $19::boolean is null or devices.id in ( select device_backups.device_id from device_backups where device_backups.protected_until >= $1::timestamptz ) = $19 ) ) as found group by grouping sets ((), (found.type), (found.os_family), (found.status))",
        None,
    )
}
impl SummarizeStmt {
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
        T2: crate::StringSql,
        T3: crate::ArraySql<Item = T2>,
        T4: crate::StringSql,
        T5: crate::ArraySql<Item = T4>,
        T6: crate::StringSql,
        T7: crate::StringSql,
        T8: crate::StringSql,
        T9: crate::StringSql,
        T10: crate::ArraySql<Item = T9>,
        T11: crate::StringSql,
        T12: crate::StringSql,
        T13: crate::ArraySql<Item = uuid::Uuid>,
    >(
        &'s self,
        client: &'c C,
        now: &'a jiff::Timestamp,
        online_since: &'a jiff::Timestamp,
        matches_nothing: &'a bool,
        organization_ids: &'a T1,
        types: &'a T3,
        os_families: &'a T5,
        manufacturer: &'a Option<T6>,
        model: &'a Option<T7>,
        tag: &'a Option<T8>,
        identity_conflict: &'a Option<bool>,
        updated_since: &'a Option<jiff::Timestamp>,
        statuses: &'a T10,
        seen_since: &'a Option<jiff::Timestamp>,
        seen_until: &'a Option<jiff::Timestamp>,
        software: &'a Option<T11>,
        missing_software: &'a Option<T12>,
        is_searched: &'a bool,
        found_ids: &'a T13,
        backup_protected: &'a Option<bool>,
    ) -> CountedQuery<'c, 'a, 's, C, Counted, 19> {
        CountedQuery {
            client,
            params: [
                now,
                online_since,
                matches_nothing,
                organization_ids,
                types,
                os_families,
                manufacturer,
                model,
                tag,
                identity_conflict,
                updated_since,
                statuses,
                seen_since,
                seen_until,
                software,
                missing_software,
                is_searched,
                found_ids,
                backup_protected,
            ],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<CountedBorrowed, tokio_postgres::Error> {
                Ok(CountedBorrowed {
                    level: row.try_get(0)?,
                    r#type: row.try_get(1)?,
                    os_family: row.try_get(2)?,
                    status: row.try_get(3)?,
                    total: row.try_get(4)?,
                    stale: row.try_get(5)?,
                    identity_conflicts: row.try_get(6)?,
                    without_backup: row.try_get(7)?,
                })
            },
            mapper: |it| Counted::from(it),
        }
    }
}
impl<
    'c,
    'a,
    's,
    C: GenericClient,
    T1: crate::ArraySql<Item = uuid::Uuid>,
    T2: crate::StringSql,
    T3: crate::ArraySql<Item = T2>,
    T4: crate::StringSql,
    T5: crate::ArraySql<Item = T4>,
    T6: crate::StringSql,
    T7: crate::StringSql,
    T8: crate::StringSql,
    T9: crate::StringSql,
    T10: crate::ArraySql<Item = T9>,
    T11: crate::StringSql,
    T12: crate::StringSql,
    T13: crate::ArraySql<Item = uuid::Uuid>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        SummarizeParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13>,
        CountedQuery<'c, 'a, 's, C, Counted, 19>,
        C,
    > for SummarizeStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a SummarizeParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13>,
    ) -> CountedQuery<'c, 'a, 's, C, Counted, 19> {
        self.bind(
            client,
            &params.now,
            &params.online_since,
            &params.matches_nothing,
            &params.organization_ids,
            &params.types,
            &params.os_families,
            &params.manufacturer,
            &params.model,
            &params.tag,
            &params.identity_conflict,
            &params.updated_since,
            &params.statuses,
            &params.seen_since,
            &params.seen_until,
            &params.software,
            &params.missing_software,
            &params.is_searched,
            &params.found_ids,
            &params.backup_protected,
        )
    }
}
pub struct CountGroupsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn count_groups() -> CountGroupsStmt {
    CountGroupsStmt(
        "select case when $1::text = 'status' then found.status else found.given end as value, count(*) as total, count(*) filter (where found.status = 'stale') as stale, count(*) filter (where found.identity_conflict) as identity_conflicts from ( select case when $1 = 'organization_id' then devices.organization_id::text when $1 = 'type' then devices.type when $1 = 'os_family' then devices.os_family when $1 = 'os_name' then devices.os_name when $1 = 'manufacturer' then devices.manufacturer when $1 = 'model' then devices.model end as given, devices.identity_conflict, case when devices.retired_at is not null then 'retired' when devices.stale_since is not null then 'stale' when device_presence.last_seen_at > $2::timestamptz then 'online' else 'offline' end as status from devices join device_presence on device_presence.device_id = devices.id where not $3::boolean and (cardinality($4::uuid[]) = 0 or devices.organization_id = any ($4)) and (cardinality($5::text[]) = 0 or devices.type = any ($5)) and (cardinality($6::text[]) = 0 or devices.os_family = any ($6)) and ($7::text is null or devices.manufacturer_key = $7) and ($8::text is null or devices.model_key = $8) and ($9::text is null or $9 = any (devices.tags)) and ($10::boolean is null or devices.identity_conflict = $10) and ($11::timestamptz is null or devices.updated_at >= $11) and ( cardinality($12::text[]) = 0 or case when devices.retired_at is not null then 'retired' when devices.stale_since is not null then 'stale' when ( select last_seen_at from device_presence where device_presence.device_id = devices.id ) > $2::timestamptz then 'online' else 'offline' end = any ($12) ) and ( $13::timestamptz is null or ( select last_seen_at from device_presence where device_presence.device_id = devices.id ) >= $13 ) and ( $14::timestamptz is null or ( select last_seen_at from device_presence where device_presence.device_id = devices.id ) < $14 ) and ( $15::text is null or exists ( select from device_software where device_software.device_id = devices.id and device_software.software_id = any (array(select id from software where name_key = $15)) ) ) and ( $16::text is null or devices.software_count > 0 and not exists ( select from device_software where device_software.device_id = devices.id and device_software.software_id = any (array(select id from software where name_key = $16)) ) ) and (not $17::boolean or devices.id = any ($18::uuid[])) and ( $19::boolean is null or devices.id in ( select device_backups.device_id from device_backups where device_backups.protected_until >= $20::timestamptz ) = $19 ) ) as found group by value order by total desc, value limit $21",
        None,
    )
}
impl CountGroupsStmt {
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
        T2: crate::ArraySql<Item = uuid::Uuid>,
        T3: crate::StringSql,
        T4: crate::ArraySql<Item = T3>,
        T5: crate::StringSql,
        T6: crate::ArraySql<Item = T5>,
        T7: crate::StringSql,
        T8: crate::StringSql,
        T9: crate::StringSql,
        T10: crate::StringSql,
        T11: crate::ArraySql<Item = T10>,
        T12: crate::StringSql,
        T13: crate::StringSql,
        T14: crate::ArraySql<Item = uuid::Uuid>,
    >(
        &'s self,
        client: &'c C,
        group_by: &'a T1,
        online_since: &'a jiff::Timestamp,
        matches_nothing: &'a bool,
        organization_ids: &'a T2,
        types: &'a T4,
        os_families: &'a T6,
        manufacturer: &'a Option<T7>,
        model: &'a Option<T8>,
        tag: &'a Option<T9>,
        identity_conflict: &'a Option<bool>,
        updated_since: &'a Option<jiff::Timestamp>,
        statuses: &'a T11,
        seen_since: &'a Option<jiff::Timestamp>,
        seen_until: &'a Option<jiff::Timestamp>,
        software: &'a Option<T12>,
        missing_software: &'a Option<T13>,
        is_searched: &'a bool,
        found_ids: &'a T14,
        backup_protected: &'a Option<bool>,
        now: &'a jiff::Timestamp,
        limit: &'a i64,
    ) -> GroupQuery<'c, 'a, 's, C, Group, 21> {
        GroupQuery {
            client,
            params: [
                group_by,
                online_since,
                matches_nothing,
                organization_ids,
                types,
                os_families,
                manufacturer,
                model,
                tag,
                identity_conflict,
                updated_since,
                statuses,
                seen_since,
                seen_until,
                software,
                missing_software,
                is_searched,
                found_ids,
                backup_protected,
                now,
                limit,
            ],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<GroupBorrowed, tokio_postgres::Error> {
                Ok(GroupBorrowed {
                    value: row.try_get(0)?,
                    total: row.try_get(1)?,
                    stale: row.try_get(2)?,
                    identity_conflicts: row.try_get(3)?,
                })
            },
            mapper: |it| Group::from(it),
        }
    }
}
impl<
    'c,
    'a,
    's,
    C: GenericClient,
    T1: crate::StringSql,
    T2: crate::ArraySql<Item = uuid::Uuid>,
    T3: crate::StringSql,
    T4: crate::ArraySql<Item = T3>,
    T5: crate::StringSql,
    T6: crate::ArraySql<Item = T5>,
    T7: crate::StringSql,
    T8: crate::StringSql,
    T9: crate::StringSql,
    T10: crate::StringSql,
    T11: crate::ArraySql<Item = T10>,
    T12: crate::StringSql,
    T13: crate::StringSql,
    T14: crate::ArraySql<Item = uuid::Uuid>,
>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        CountGroupsParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14>,
        GroupQuery<'c, 'a, 's, C, Group, 21>,
        C,
    > for CountGroupsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a CountGroupsParams<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14>,
    ) -> GroupQuery<'c, 'a, 's, C, Group, 21> {
        self.bind(
            client,
            &params.group_by,
            &params.online_since,
            &params.matches_nothing,
            &params.organization_ids,
            &params.types,
            &params.os_families,
            &params.manufacturer,
            &params.model,
            &params.tag,
            &params.identity_conflict,
            &params.updated_since,
            &params.statuses,
            &params.seen_since,
            &params.seen_until,
            &params.software,
            &params.missing_software,
            &params.is_searched,
            &params.found_ids,
            &params.backup_protected,
            &params.now,
            &params.limit,
        )
    }
}
pub struct SoftwareOfDevicesStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn software_of_devices() -> SoftwareOfDevicesStmt {
    SoftwareOfDevicesStmt(
        "select device_software.device_id, software.name, software.publisher, software.version from device_software join software on software.id = device_software.software_id where device_software.device_id = any ($1) order by device_software.device_id, software.name_key, software.version",
        None,
    )
}
impl SoftwareOfDevicesStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::ArraySql<Item = uuid::Uuid>>(
        &'s self,
        client: &'c C,
        device_ids: &'a T1,
    ) -> SoftwareOfDevicesQuery<'c, 'a, 's, C, SoftwareOfDevices, 1> {
        SoftwareOfDevicesQuery {
            client,
            params: [device_ids],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<SoftwareOfDevicesBorrowed, tokio_postgres::Error> {
                Ok(SoftwareOfDevicesBorrowed {
                    device_id: row.try_get(0)?,
                    name: row.try_get(1)?,
                    publisher: row.try_get(2)?,
                    version: row.try_get(3)?,
                })
            },
            mapper: |it| SoftwareOfDevices::from(it),
        }
    }
}
