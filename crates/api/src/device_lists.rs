//! Lists of `/api/rmm/devices`, and `/api/rmm/devices/history`.

use crate::{Actor, DeviceId, HistoryEntryId, OrganizationId, Page, ticket_comments::FieldChange, words::words};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DeviceQuery {
    /// Returns only the device with this id, as a single object.
    #[param(nullable = false)]
    pub id: Option<DeviceId>,
    /// Filters by organization.
    #[param(nullable = false)]
    pub organization_id: Option<OrganizationId>,
    /// Filters by name, regardless of case.
    #[param(example = "srv-01", nullable = false, min_length = 1, max_length = 300)]
    pub name: Option<String>,
    /// Filters by tag.
    #[param(example = "vip", nullable = false, min_length = 1, max_length = 50)]
    pub tag: Option<String>,
    /// Filters by serial number, regardless of case.
    #[param(example = "5CG1234XYZ", nullable = false, min_length = 1, max_length = 200)]
    pub serial: Option<String>,
    /// Filters by hardware UUID, regardless of case and byte order.
    #[param(
        example = "4c4c4544-0042-3510-8054-b4c04f4b5a32",
        nullable = false,
        pattern = "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"
    )]
    pub hardware_uuid: Option<String>,
    /// Filters by MAC address.
    #[param(example = "00:1b:44:11:3a:b7", nullable = false, pattern = "^[0-9a-fA-F]{2}([:-][0-9a-fA-F]{2}){5}$")]
    pub mac: Option<String>,
    /// `true` filters for devices with an identity conflict. `false` is not supported.
    #[param(nullable = false)]
    pub identity_conflict: Option<bool>,
    /// Filters for devices with a reference to this system. Requires `external_id`.
    #[param(example = "halopsa", nullable = false, min_length = 1, max_length = 100)]
    pub external_system: Option<String>,
    /// Filters by the id in `external_system`.
    #[param(example = "4711", nullable = false, min_length = 1, max_length = 200)]
    pub external_id: Option<String>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DeviceOfHistory {
    /// Id of the device.
    pub device_id: DeviceId,
}

words! {
    /// Type of an entry in the history of a device.
    DeviceHistoryKind {
        /// An agent reported the device for the first time, or the device was created manually.
        Discovered = "discovered",
        Changed = "changed",
        /// The agent has not reported for 30 days.
        Stale = "stale",
        /// The agent of a stale device has reported again.
        SeenAgain = "seen_again",
        /// Another agent has the same hardware identifiers.
        Conflict = "conflict",
        /// No other agent has the same hardware identifiers any more.
        ConflictOver = "conflict_over",
        /// The device was moved to another organization.
        Moved = "moved",
        Retired = "retired",
        Reactivated = "reactivated",
    }
}

/// An entry of a device's history.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct DeviceHistoryEntry {
    pub id: HistoryEntryId,
    pub created_at: Timestamp,
    /// The key or user that made the change; `system` for the agent.
    pub actor: Actor,
    pub kind: DeviceHistoryKind,
    /// Changed fields, at most 200. A program that was installed has no `from`, one that was removed has no `to`.
    pub changes: Vec<FieldChange>,
    /// Number of changes that `changes` does not contain.
    #[schema(minimum = 0, examples(0))]
    pub omitted: i32,
}

pub type DeviceHistory = Page<DeviceHistoryEntry>;
