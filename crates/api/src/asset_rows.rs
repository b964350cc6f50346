//! A row of `/api/rmm/reports/asset-inventory`.

use crate::{
    CustomFields, DeviceId, OrganizationId,
    device_hardware::{DeviceCpu, DeviceDisk, DeviceNetwork, DeviceSecurity, DeviceVolume},
    devices::{AgentKind, DeviceIdentifiers, DeviceOs, DeviceStatus, DeviceType},
    organizations::{ContactPerson, ExternalRef},
    software::InstalledSoftware,
};
use jiff::{Timestamp, civil::Date};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A device in the report. A field that has no value, or that was not requested, is absent. A device that was deleted, or
/// moved to an organization that the report does not cover, has only `id`, `organization_id` and `deleted_at`.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct AssetRow {
    pub id: DeviceId,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub organization_id: Option<OrganizationId>,
    /// Name of the organization.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, examples("Initech GmbH"))]
    pub organization_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, examples("srv-01"))]
    pub name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, examples("srv-01"))]
    pub hostname: Option<String>,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub kind: Option<DeviceType>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub status: Option<DeviceStatus>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub identifiers: Option<DeviceIdentifiers>,
    /// Manufacturer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, examples("Dell Inc."))]
    pub manufacturer: Option<String>,
    /// Model.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, examples("PowerEdge R650"))]
    pub model: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub os: Option<DeviceOs>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub cpu: Option<DeviceCpu>,
    /// Size of the memory, in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 0, examples(34_359_738_368_i64))]
    pub memory_bytes: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub security: Option<DeviceSecurity>,
    /// Number of installed programs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 0, examples(412))]
    pub software_count: Option<i32>,
    /// User who was last signed in.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, examples("mwaddams"))]
    pub last_user: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, examples(json!(["vip", "rack-7"])))]
    pub tags: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub custom_fields: Option<CustomFields>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub external_ref: Option<ExternalRef>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub contact: Option<ContactPerson>,
    /// Date of the purchase.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, examples("2025-03-01"))]
    pub purchased_at: Option<Date>,
    /// Last day of the warranty.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, examples("2028-02-28"))]
    pub warranty_until: Option<Date>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub agent: Option<AssetAgent>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub backup: Option<AssetBackup>,
    /// `true` if another device reports the same hardware identifiers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub identity_conflict: Option<bool>,
    /// Time of the first report.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub first_seen_at: Option<Timestamp>,
    /// Time of the last report.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub last_seen_at: Option<Timestamp>,
    /// Time of the last complete inventory.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub last_full_inventory_at: Option<Timestamp>,
    /// Time of the last boot.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub booted_at: Option<Timestamp>,
    /// Time at which the device was retired; absent if it is in use.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub retired_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub created_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub updated_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 1, examples(1))]
    pub version: Option<i32>,
    /// Physical disks, with `include=disks`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub disks: Option<Vec<DeviceDisk>>,
    /// Mounted file systems, with `include=disks`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub volumes: Option<Vec<DeviceVolume>>,
    /// Network interfaces, with `include=networks`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub networks: Option<Vec<DeviceNetwork>>,
    /// Installed programs and packages, with `include=software`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub software: Option<Vec<InstalledSoftware>>,
    /// Time at which the device was deleted or moved away.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub deleted_at: Option<Timestamp>,
}

/// The agent that reports a device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AssetAgent {
    #[serde(rename = "type")]
    pub kind: AgentKind,
    #[schema(examples("GLPI-Agent_v1.15"))]
    pub version: Option<String>,
}

/// State of the backups of a device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AssetBackup {
    /// `true` if the newest backup of the device is as recent as its backup settings require.
    pub protected: bool,
    /// Recovery point of the newest backup.
    pub last_success_at: Option<Timestamp>,
}

impl AssetRow {
    /// A row with nothing but its id.
    pub fn of(id: DeviceId) -> AssetRow {
        AssetRow {
            id,
            organization_id: None,
            organization_name: None,
            name: None,
            hostname: None,
            kind: None,
            status: None,
            identifiers: None,
            manufacturer: None,
            model: None,
            os: None,
            cpu: None,
            memory_bytes: None,
            security: None,
            software_count: None,
            last_user: None,
            tags: None,
            custom_fields: None,
            external_ref: None,
            contact: None,
            purchased_at: None,
            warranty_until: None,
            agent: None,
            backup: None,
            identity_conflict: None,
            first_seen_at: None,
            last_seen_at: None,
            last_full_inventory_at: None,
            booted_at: None,
            retired_at: None,
            created_at: None,
            updated_at: None,
            version: None,
            disks: None,
            volumes: None,
            networks: None,
            software: None,
            deleted_at: None,
        }
    }
}
