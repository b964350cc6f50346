//! The rows of the report: devices and, in a report of changes, those that were deleted or moved away.

use super::wanted::{Place, Wanted, filtered};
use crate::devices::wire::{status, volumes};
use api::{
    DeviceId, OrganizationId,
    asset_rows::{AssetAgent, AssetBackup, AssetRow},
    assets::{AssetField, AssetInclude},
    devices::{AgentKind, DeviceIdentifiers, DeviceOs, DeviceType, OsFamily},
    organizations::{ContactPerson, ExternalRef},
    software::InstalledSoftware,
};
use jiff::Timestamp;
use kernel::{db::Tenant, http::Problem};
use queries::{
    client::Params,
    queries::inventory::report::{
        self as sql, TombstonesAscendingParams, TombstonesDescendingParams, assets_ascending, assets_descending,
        software_of_devices, tombstones_ascending, tombstones_descending,
    },
};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::HashMap;
use uuid::Uuid;

pub enum Found {
    Device(Box<sql::AssetRow>),
    Gone(sql::Tombstone),
}

impl Found {
    pub fn place(&self) -> Place {
        match self {
            Found::Device(row) => Place {
                at: row.sort_at.unwrap_or(Timestamp::UNIX_EPOCH),
                id: row.id,
                name: row.sort_name.clone().unwrap_or_default(),
            },
            Found::Gone(row) => Place { at: row.deleted_at, id: row.device_id, name: String::new() },
        }
    }

    fn key(&self) -> (Timestamp, Uuid) {
        let place = self.place();
        (place.at, place.id)
    }
}

/// The software of devices, by their ids.
pub type Installed = HashMap<Uuid, Vec<InstalledSoftware>>;

impl Wanted {
    /// The rows after this position, in order.
    pub async fn rows(&self, db: &Tenant, after: Option<Place>, limit: i64) -> Result<Vec<Found>, Problem> {
        let is_first = after.is_none();
        let Place { at, id, name } =
            after.unwrap_or(Place { at: Timestamp::UNIX_EPOCH, id: Uuid::nil(), name: String::new() });
        let (with_disks, with_networks) = (self.includes(AssetInclude::Disks), self.includes(AssetInclude::Networks));
        macro_rules! params {
            ($params:ident) => {
                filtered!($params, self, {
                    with_disks, with_networks, sort: self.order.by, is_first, after: id, after_name: name.as_str(),
                    after_at: at, limit,
                })
            };
        }
        let rows = match self.order.descending {
            true => assets_descending().params(db, &params!(AssetsDescendingParams)).all().await?,
            false => assets_ascending().params(db, &params!(AssetsAscendingParams)).all().await?,
        };
        let devices = rows.into_iter().map(|row| Found::Device(Box::new(row)));
        let Some(updated_since) = self.updated_since.filter(|_| !self.matches_nothing) else {
            return Ok(devices.collect());
        };
        let organization_ids = self.organization_ids.as_slice();
        macro_rules! gone {
            ($params:ident) => {
                $params { updated_since, organization_ids, is_first, after_at: at, after: id, limit }
            };
        }
        let gone = match self.order.descending {
            true => tombstones_descending().params(db, &gone!(TombstonesDescendingParams)).all().await?,
            false => tombstones_ascending().params(db, &gone!(TombstonesAscendingParams)).all().await?,
        };
        let mut rows: Vec<_> = devices.chain(gone.into_iter().map(Found::Gone)).collect();
        rows.sort_by_key(Found::key);
        if self.order.descending {
            rows.reverse();
        }
        rows.truncate(limit.try_into().unwrap_or_default());
        Ok(rows)
    }

    /// The software of these devices, if it is requested.
    pub async fn software(&self, db: &Tenant, rows: &[Found]) -> Result<Installed, Problem> {
        let mut installed = Installed::new();
        if !self.includes(AssetInclude::Software) {
            return Ok(installed);
        }
        let ids = rows.iter().filter_map(|found| match found {
            Found::Device(row) => Some(row.id),
            Found::Gone(_) => None,
        });
        let ids: Vec<Uuid> = ids.collect();
        for row in software_of_devices().bind(db, &ids).all().await? {
            let software =
                InstalledSoftware { name: row.name, publisher: known(row.publisher), version: known(row.version) };
            installed.entry(row.device_id).or_default().push(software);
        }
        Ok(installed)
    }

    pub fn to_wire(&self, found: Found, installed: &Installed) -> AssetRow {
        match found {
            Found::Device(row) => self.device(*row, installed),
            Found::Gone(row) => AssetRow {
                organization_id: Some(OrganizationId(row.organization_id)),
                deleted_at: Some(row.deleted_at),
                ..AssetRow::of(DeviceId(row.device_id))
            },
        }
    }

    fn device(&self, row: sql::AssetRow, installed: &Installed) -> AssetRow {
        let shows = |field| self.shows(field);
        let plain = self.plain_fields(&row);
        AssetRow {
            organization_name: row.organization_name.filter(|_| shows(AssetField::Organization)),
            name: shows(AssetField::Name).then_some(row.name),
            hostname: row.hostname.filter(|_| shows(AssetField::Hostname)),
            identifiers: shows(AssetField::Identifiers).then_some(DeviceIdentifiers {
                serial: row.serial,
                hardware_uuid: row.hardware_uuid,
                mac: row.macs,
                asset_tag: row.asset_tag,
                cloud_instance_id: row.cloud_instance_id,
            }),
            manufacturer: row.manufacturer.filter(|_| shows(AssetField::Manufacturer)),
            model: row.model.filter(|_| shows(AssetField::Model)),
            os: row.os_family.filter(|_| shows(AssetField::Os)).map(|family| DeviceOs {
                family: OsFamily::named(&family).unwrap_or(OsFamily::Other),
                name: row.os_name,
                version: row.os_version,
                arch: row.os_arch,
                build: row.os_build,
            }),
            cpu: row.cpu.filter(|_| shows(AssetField::Cpu)).and_then(read),
            security: shows(AssetField::Security).then(|| read(row.security).unwrap_or_default()),
            last_user: row.last_user.filter(|_| shows(AssetField::LastUser)),
            tags: shows(AssetField::Tags).then_some(row.tags),
            custom_fields: shows(AssetField::CustomFields).then(|| row.custom_fields.into()),
            external_ref: (row.external_system.zip(row.external_id))
                .filter(|_| shows(AssetField::ExternalRef))
                .map(|(system, id)| ExternalRef { system, id }),
            contact: row.contact_name.filter(|_| shows(AssetField::Contact)).map(|name| ContactPerson {
                name,
                email: row.contact_email,
                phone: row.contact_phone,
            }),
            agent: (row.agent_kind.as_deref().filter(|_| shows(AssetField::Agent)))
                .and_then(AgentKind::named)
                .map(|kind| AssetAgent { kind, version: row.agent_version }),
            disks: row.disks.map(|disks| read(disks).unwrap_or_default()),
            volumes: row.volumes.map(|all| volumes(read(all).unwrap_or_default(), &row.free_bytes)),
            networks: row.networks.map(|networks| read(networks).unwrap_or_default()),
            software: (self.includes(AssetInclude::Software))
                .then(|| installed.get(&row.id).cloned().unwrap_or_default()),
            ..plain
        }
    }

    /// The fields that are copied.
    fn plain_fields(&self, row: &sql::AssetRow) -> AssetRow {
        let shows = |field| self.shows(field);
        AssetRow {
            organization_id: shows(AssetField::Organization).then_some(OrganizationId(row.organization_id)),
            kind: shows(AssetField::Type).then(|| DeviceType::named(&row.r#type).unwrap_or(DeviceType::Other)),
            status: shows(AssetField::Status)
                .then(|| status(row.retired_at, row.stale_since, row.last_seen_at, self.now)),
            memory_bytes: row.memory_bytes.filter(|_| shows(AssetField::Memory)),
            software_count: shows(AssetField::SoftwareCount).then_some(row.software_count),
            purchased_at: row.purchased_at.filter(|_| shows(AssetField::PurchasedAt)),
            warranty_until: row.warranty_until.filter(|_| shows(AssetField::WarrantyUntil)),
            backup: shows(AssetField::Backup).then_some(AssetBackup {
                protected: row.backup_until.is_some_and(|until| until >= self.now),
                last_success_at: row.backup_at,
            }),
            identity_conflict: shows(AssetField::IdentityConflict).then_some(row.identity_conflict),
            first_seen_at: row.first_seen_at.filter(|_| shows(AssetField::FirstSeenAt)),
            last_seen_at: row.last_seen_at.filter(|_| shows(AssetField::LastSeenAt)),
            last_full_inventory_at: row.last_full_inventory_at.filter(|_| shows(AssetField::LastFullInventoryAt)),
            booted_at: row.booted_at.filter(|_| shows(AssetField::BootedAt)),
            retired_at: row.retired_at.filter(|_| shows(AssetField::RetiredAt)),
            created_at: shows(AssetField::CreatedAt).then_some(row.created_at),
            updated_at: shows(AssetField::UpdatedAt).then_some(row.updated_at),
            version: shows(AssetField::Version).then_some(row.version),
            ..AssetRow::of(DeviceId(row.id))
        }
    }
}

/// A list or an object that is stored as JSON, in the form in which it is shown.
fn read<T: DeserializeOwned>(value: Value) -> Option<T> {
    serde_json::from_value(value).ok()
}

/// An empty text means that the agent does not know.
fn known(text: String) -> Option<String> {
    Some(text).filter(|text| !text.is_empty())
}
