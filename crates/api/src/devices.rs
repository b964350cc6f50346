//! `/api/rmm/devices`: computers and other equipment of the tenant's customers, reported by agents or created by hand.

use crate::{
    CustomFields, DeviceId, EnrolmentId, EventKind, Lifecycle, OneOrPage, OrganizationId, Resource,
    device_hardware::{DeviceCpu, DeviceDisk, DeviceNetwork, DeviceSecurity, DeviceVolume},
    organizations::{ContactPerson, ExternalRef, Tag},
    patch,
    words::words,
};
use jiff::{Timestamp, civil::Date};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

words! {
    /// Type of a device.
    DeviceType {
        Desktop = "desktop",
        Laptop = "laptop",
        Tablet = "tablet",
        Server = "server",
        VirtualMachine = "virtual_machine",
        Container = "container",
        Network = "network",
        Printer = "printer",
        Phone = "phone",
        Other = "other",
    }

    /// Status of a device.
    DeviceStatus {
        /// The agent has reported within the last 36 hours.
        Online = "online",
        /// The agent has not reported for 36 hours, or the device has no agent.
        Offline = "offline",
        /// The agent has not reported for 30 days.
        Stale = "stale",
        /// Taken out of service by the customer.
        Retired = "retired",
    }

    /// Family of an operating system.
    OsFamily {
        Windows = "windows",
        Macos = "macos",
        Linux = "linux",
        Bsd = "bsd",
        Android = "android",
        Ios = "ios",
        Other = "other",
    }

    /// The program that reports a device.
    AgentKind { Glpi = "glpi", Fusioninventory = "fusioninventory" }
}

/// A device. Fields that an agent reports are read-only; name, tags, custom fields, contact, asset tag, dates, external
/// reference and retirement can be changed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Device {
    pub id: DeviceId,
    pub organization_id: OrganizationId,
    /// The name that the customer has given to the device, or its host name.
    #[schema(examples("srv-01"))]
    pub name: String,
    #[schema(examples("srv-01"))]
    pub hostname: Option<String>,
    #[serde(rename = "type")]
    pub kind: DeviceType,
    pub status: DeviceStatus,
    pub identifiers: DeviceIdentifiers,
    /// Manufacturer.
    #[schema(examples("Dell Inc."))]
    pub manufacturer: Option<String>,
    /// Model.
    #[schema(examples("PowerEdge R650"))]
    pub model: Option<String>,
    pub os: Option<DeviceOs>,
    pub cpu: Option<DeviceCpu>,
    /// Size of the memory, in bytes.
    #[schema(minimum = 0, examples(34_359_738_368_i64))]
    pub memory_bytes: Option<i64>,
    /// Physical disks.
    pub disks: Vec<DeviceDisk>,
    /// Mounted file systems.
    pub volumes: Vec<DeviceVolume>,
    /// Network interfaces.
    pub networks: Vec<DeviceNetwork>,
    pub security: DeviceSecurity,
    /// Number of installed programs and packages: see `/api/rmm/software`.
    #[schema(minimum = 0, examples(412))]
    pub software_count: i32,
    /// The user who signed in last, as the agent reports it.
    #[schema(examples("mwaddams"))]
    pub last_user: Option<String>,
    #[schema(examples(json!(["vip", "rack-7"])))]
    pub tags: Vec<String>,
    pub custom_fields: CustomFields,
    /// Id of the device in another system; unique within the tenant.
    pub external_ref: Option<ExternalRef>,
    /// Contact person for the device.
    pub contact: Option<ContactPerson>,
    /// Date of the purchase.
    #[schema(examples("2025-03-01"))]
    pub purchased_at: Option<Date>,
    /// Last day of the warranty.
    #[schema(examples("2028-02-28"))]
    pub warranty_until: Option<Date>,
    pub identity: DeviceIdentity,
    /// The agents that report the device; empty for a device that was created manually.
    pub sources: Vec<DeviceSource>,
    /// First report of the agent.
    pub first_seen_at: Option<Timestamp>,
    /// Last report of the agent.
    pub last_seen_at: Option<Timestamp>,
    /// Last report that contained everything. Most reports contain only the sections that have changed.
    pub last_full_inventory_at: Option<Timestamp>,
    /// Time of the last boot.
    pub booted_at: Option<Timestamp>,
    /// Time of the retirement; `null` if the device is in use.
    pub retired_at: Option<Timestamp>,
    pub created_at: Timestamp,
    /// Last change of the device. A report that contains nothing new is not a change.
    pub updated_at: Timestamp,
    /// Version number, incremented on every change; also sent as the `ETag`.
    #[schema(examples(1))]
    pub version: i32,
}

pub type DeviceOrPage = OneOrPage<Device>;

/// Identifiers of the hardware.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DeviceIdentifiers {
    /// Serial number.
    #[schema(examples("5CG1234XYZ"))]
    pub serial: Option<String>,
    /// UUID of the mainboard or of the virtual machine.
    #[schema(examples("4c4c4544-0044-3510-8052-b4c04f4a3132"))]
    pub hardware_uuid: Option<String>,
    /// MAC addresses.
    #[schema(examples(json!(["00:1b:21:3c:9d:f8"])))]
    pub mac: Vec<String>,
    /// The customer's own inventory number.
    #[schema(examples("IT-04711"))]
    pub asset_tag: Option<String>,
    /// Id of the instance at a cloud provider.
    #[schema(examples("i-0abcd1234ef567890"))]
    pub cloud_instance_id: Option<String>,
}

/// Operating system.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DeviceOs {
    pub family: OsFamily,
    #[schema(examples("Debian GNU/Linux 12 (bookworm)"))]
    pub name: Option<String>,
    #[schema(examples("12"))]
    pub version: Option<String>,
    /// Architecture.
    #[schema(examples("x86_64"))]
    pub arch: Option<String>,
    /// Build or kernel version.
    #[schema(examples("6.1.0-30-amd64"))]
    pub build: Option<String>,
}

/// Other devices that report the same hardware.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DeviceIdentity {
    /// `true` if another active agent reports the same hardware UUID or serial number, for example because a disk or a
    /// virtual machine was cloned together with its agent.
    pub conflict: bool,
    /// Devices of the other agents with the same hardware UUID or serial number, as far as the caller can read them; at
    /// most 20.
    pub conflicts_with: Vec<DeviceId>,
    /// Devices with the same hardware UUID, serial number or MAC address, also retired and stale ones, that the caller can
    /// read, at most 20. They may be the same hardware, for example before a new installation.
    pub same_hardware: Vec<DeviceId>,
}

/// An agent that reports a device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DeviceSource {
    pub agent: AgentKind,
    /// The agent's own id.
    #[schema(examples("srv-01-2026-11-15-09-30-00"))]
    pub agent_id: String,
    #[schema(examples("GLPI-Agent_v1.15"))]
    pub version: Option<String>,
    /// The enrolment with which the agent reports.
    pub enrolment_id: Option<EnrolmentId>,
}

/// Identifiers of a device that is created manually.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewIdentifiers {
    /// Serial number.
    #[schema(min_length = 1, max_length = 200)]
    pub serial: Option<String>,
    /// UUID of the hardware.
    #[schema(pattern = "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$")]
    pub hardware_uuid: Option<String>,
    /// Hardware addresses.
    #[serde(default)]
    #[schema(max_items = 50, inline)]
    pub mac: Vec<Mac>,
    /// Asset tag.
    #[schema(min_length = 1, max_length = 200)]
    pub asset_tag: Option<String>,
    /// Id of the instance at the cloud provider.
    #[schema(min_length = 1, max_length = 200)]
    pub cloud_instance_id: Option<String>,
}

/// A MAC address.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(pattern = "^[0-9a-fA-F]{2}([:-][0-9a-fA-F]{2}){5}$")]
pub struct Mac(pub String);

/// Request to create a device.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Reception printer", "type": "printer", "tags": ["ground-floor"]}))]
pub struct NewDevice {
    #[schema(min_length = 1, max_length = 200, pattern = r"\S")]
    pub name: String,
    /// Organization of the device. Required if the tenant has several organizations; a single organization is the default.
    pub organization_id: Option<OrganizationId>,
    /// Type of the device; `other` by default.
    #[serde(rename = "type")]
    #[schema(nullable = false)]
    pub kind: Option<DeviceType>,
    #[schema(min_length = 1, max_length = 253)]
    pub hostname: Option<String>,
    #[serde(default)]
    pub identifiers: NewIdentifiers,
    /// Manufacturer.
    #[schema(min_length = 1, max_length = 200)]
    pub manufacturer: Option<String>,
    /// Model.
    #[schema(min_length = 1, max_length = 200)]
    pub model: Option<String>,
    #[serde(default)]
    #[schema(max_items = 50, inline)]
    pub tags: Vec<Tag>,
    #[serde(default)]
    pub custom_fields: CustomFields,
    pub external_ref: Option<ExternalRef>,
    pub contact: Option<ContactPerson>,
    /// Date of the purchase.
    pub purchased_at: Option<Date>,
    /// Last day of the warranty.
    pub warranty_until: Option<Date>,
}

/// Fields that are absent are not changed; `null` clears a field. `type`, `hostname`, `serial`, `manufacturer` and `model`
/// can be changed only on a device without an agent.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"tags": ["vip"], "asset_tag": "IT-04711", "warranty_until": "2028-02-28"}))]
pub struct DeviceChange {
    /// Name of the device; with `null`, the host name.
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<String>, min_length = 1, max_length = 200, pattern = r"\S")]
    pub name: Option<Option<String>>,
    /// Moves the device to another organization.
    #[schema(nullable = false)]
    pub organization_id: Option<OrganizationId>,
    #[serde(rename = "type")]
    #[schema(nullable = false)]
    pub kind: Option<DeviceType>,
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<String>, min_length = 1, max_length = 253)]
    pub hostname: Option<Option<String>>,
    /// Serial number.
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<String>, min_length = 1, max_length = 200)]
    pub serial: Option<Option<String>>,
    /// Manufacturer.
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<String>, min_length = 1, max_length = 200)]
    pub manufacturer: Option<Option<String>>,
    /// Model.
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<String>, min_length = 1, max_length = 200)]
    pub model: Option<Option<String>>,
    /// Asset tag.
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<String>, min_length = 1, max_length = 200)]
    pub asset_tag: Option<Option<String>>,
    /// Id of the instance at the cloud provider.
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<String>, min_length = 1, max_length = 200)]
    pub cloud_instance_id: Option<Option<String>>,
    #[schema(nullable = false, max_items = 50)]
    pub tags: Option<Vec<Tag>>,
    /// Replaces all custom fields.
    #[schema(nullable = false)]
    pub custom_fields: Option<CustomFields>,
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<ExternalRef>)]
    pub external_ref: Option<Option<ExternalRef>>,
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<ContactPerson>)]
    pub contact: Option<Option<ContactPerson>>,
    /// Date of the purchase.
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<Date>)]
    pub purchased_at: Option<Option<Date>>,
    /// Last day of the warranty.
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<Date>)]
    pub warranty_until: Option<Option<Date>>,
    /// `true` retires the device, `false` puts it back into service. A retired device is neither stale nor in conflict.
    #[schema(nullable = false)]
    pub retired: Option<bool>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DeviceTarget {
    /// Id of the device.
    pub id: DeviceId,
}

impl Resource for Device {
    const TYPE: &'static str = "device";
    const PATH: &'static str = "/api/rmm/devices";
    const EVENTS: Lifecycle = Lifecycle {
        created: Some(EventKind::DeviceCreated),
        updated: Some(EventKind::DeviceUpdated),
        deleted: Some(EventKind::DeviceDeleted),
    };

    fn id(&self) -> String {
        self.id.to_string()
    }

    fn version(&self) -> i32 {
        self.version
    }

    fn organization(&self) -> Option<OrganizationId> {
        Some(self.organization_id)
    }
}
