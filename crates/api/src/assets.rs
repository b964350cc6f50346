//! `/api/rmm/reports/asset-inventory`: the devices of a tenant, filtered, summarized and exported.

use crate::{
    OrganizationId,
    asset_rows::AssetRow,
    devices::{DeviceStatus, DeviceType, OsFamily},
    words::words,
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::{IntoParams, ToSchema};

words! {
    AssetSort {
        OldestFirst = "created_at",
        NewestFirst = "-created_at",
        Name = "name",
        NameDescending = "-name",
        FirstChangedFirst = "updated_at",
        LastChangedFirst = "-updated_at",
        /// Devices that were never seen come first.
        LongestUnseenFirst = "last_seen_at",
        LastSeenFirst = "-last_seen_at",
    }

    /// A field of a row. The field `id` is always present.
    AssetField {
        Organization = "organization",
        Name = "name",
        Hostname = "hostname",
        Type = "type",
        Status = "status",
        Identifiers = "identifiers",
        Manufacturer = "manufacturer",
        Model = "model",
        Os = "os",
        Cpu = "cpu",
        Memory = "memory_bytes",
        Security = "security",
        SoftwareCount = "software_count",
        LastUser = "last_user",
        Tags = "tags",
        CustomFields = "custom_fields",
        ExternalRef = "external_ref",
        Contact = "contact",
        PurchasedAt = "purchased_at",
        WarrantyUntil = "warranty_until",
        Agent = "agent",
        Backup = "backup",
        IdentityConflict = "identity_conflict",
        FirstSeenAt = "first_seen_at",
        LastSeenAt = "last_seen_at",
        LastFullInventoryAt = "last_full_inventory_at",
        BootedAt = "booted_at",
        RetiredAt = "retired_at",
        CreatedAt = "created_at",
        UpdatedAt = "updated_at",
        Version = "version",
    }

    AssetInclude {
        /// Installed programs and packages.
        Software = "software",
        /// Physical disks and mounted file systems.
        Disks = "disks",
        /// Network interfaces.
        Networks = "networks",
    }

    /// Property by which devices are grouped.
    AssetGroupBy {
        Organization = "organization_id",
        Type = "type",
        Status = "status",
        OsFamily = "os_family",
        OsName = "os_name",
        Manufacturer = "manufacturer",
        Model = "model",
    }

    AssetFormat { Json = "json", Ndjson = "ndjson", Csv = "csv", Xlsx = "xlsx" }

    BackupFilter { Protected = "protected", Unprotected = "unprotected" }
}

#[derive(Debug, Clone, Default, Serialize, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AssetQuery {
    /// Filters by organization; separate several ids with commas.
    #[param(nullable = false, explode = false, max_items = 200)]
    pub organization_id: Option<Vec<OrganizationId>>,
    /// Filters by type; separate several types with commas.
    #[param(nullable = false, explode = false, inline)]
    #[serde(rename = "type")]
    pub kind: Option<Vec<DeviceType>>,
    /// Filters by the family of the operating system; separate several families with commas.
    #[param(nullable = false, explode = false, inline)]
    pub os_family: Option<Vec<OsFamily>>,
    /// Filters by status; separate several statuses with commas.
    #[param(nullable = false, explode = false, inline)]
    pub status: Option<Vec<DeviceStatus>>,
    /// Filters for devices whose last report came at this time or later.
    #[param(nullable = false)]
    pub last_seen_since: Option<Timestamp>,
    /// Filters for devices whose last report came before this time. Devices that never reported are left out.
    #[param(nullable = false)]
    pub last_seen_until: Option<Timestamp>,
    /// Filters for devices whose last report is at least this many days ago. Devices that never reported are left out.
    #[param(nullable = false, minimum = 1, maximum = 3650)]
    pub stale_days: Option<i32>,
    /// Filters by tag.
    #[param(example = "vip", nullable = false, min_length = 1, max_length = 50)]
    pub tag: Option<String>,
    /// Filters by manufacturer, regardless of case.
    #[param(example = "Dell Inc.", nullable = false, min_length = 1, max_length = 200)]
    pub manufacturer: Option<String>,
    /// Filters by model, regardless of case.
    #[param(example = "XPS 13 9310", nullable = false, min_length = 1, max_length = 200)]
    pub model: Option<String>,
    /// Filters for devices that have the program or package with this name, in any version, regardless of case.
    #[param(example = "openssl", nullable = false, min_length = 1, max_length = 300)]
    pub software: Option<String>,
    /// Filters for devices that do not have the program or package with this name, regardless of case. Devices without a
    /// reported list of software are left out, because nothing is known about them.
    #[param(example = "clamav", nullable = false, min_length = 1, max_length = 300)]
    pub missing_software: Option<String>,
    /// Filters by backup: `protected` if the newest backup of the device is not older than `rpo_seconds` times
    /// `stale_factor` of its backup settings, whether reported or measured.
    #[param(nullable = false, inline)]
    pub backup: Option<BackupFilter>,
    /// Filters for devices with (`true`) or without (`false`) an identity conflict.
    #[param(nullable = false)]
    pub identity_conflict: Option<bool>,
    /// Filters for devices that were changed at this time or later, sorted by the time of the change. Devices that were
    /// deleted or moved to another organization since then are returned as rows with `deleted_at`, whatever the other
    /// filters are; only `organization_id` applies to them. The time may be at most 90 days ago.
    #[param(nullable = false)]
    pub updated_since: Option<Timestamp>,
    /// Filters for devices that the search (`GET /api/search`) finds with this `q`: words, phrases, exclusions, identifiers
    /// and parts of them, and qualifiers. Typos are not corrected.
    #[param(example = "printer", nullable = false, min_length = 1, max_length = 500)]
    pub q: Option<String>,
    /// Sort order; `-created_at` (newest first) by default, `updated_at` with `updated_since`. `last_seen_at` is available
    /// for pages of JSON only, not for the formats that return everything.
    #[param(nullable = false, inline)]
    pub sort: Option<AssetSort>,
    /// Fields of each row, separated by commas; by default all fields.
    #[param(nullable = false, explode = false, inline)]
    pub fields: Option<Vec<AssetField>>,
    /// Additional lists in each row, separated by commas.
    #[param(nullable = false, explode = false, inline)]
    pub include: Option<Vec<AssetInclude>>,
    /// Counts the devices of each value of this field, in `groups`. Available with JSON only.
    #[param(nullable = false, inline)]
    pub group_by: Option<AssetGroupBy>,
    /// `true` counts all devices that match. By default, only the first page has the counts.
    #[param(nullable = false)]
    pub summary: Option<bool>,
    /// Format of the response. `ndjson`, `csv` and `xlsx` stream all matching devices without pagination.
    #[param(nullable = false, inline)]
    pub format: Option<AssetFormat>,
}

/// The asset inventory: the parameters, the counts of all matching devices, and a page of devices.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct AssetReport {
    pub report: AssetReportHead,
    /// Counts over all matching devices; absent if they were not requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub summary: Option<AssetSummary>,
    /// Counts by the field of `group_by`, largest group first; absent without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub groups: Option<AssetGroups>,
    pub data: Vec<AssetRow>,
    pub has_more: bool,
    /// Send it as `cursor` with the same filters to get the next page; `null` on the last page.
    pub next_cursor: Option<String>,
}

/// Time and filters of a report.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct AssetReportHead {
    /// Time of the report.
    pub generated_at: Timestamp,
    /// The parameters of the request that select devices, as they were sent.
    #[schema(examples(json!({"status": "online,stale"})))]
    pub filters: BTreeMap<String, String>,
    /// Number of matching devices, without deleted ones; `null` if they were not counted.
    #[schema(minimum = 0, examples(1284))]
    pub row_count: Option<i64>,
}

/// Numbers of the devices that match the filters.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct AssetSummary {
    #[schema(minimum = 0, examples(1284))]
    pub total: i64,
    /// Numbers by type.
    #[schema(examples(json!({"laptop": 804, "server": 480})))]
    pub by_type: BTreeMap<String, i64>,
    /// By the family of the operating system; `unknown` for devices without one.
    #[schema(examples(json!({"linux": 480, "windows": 804})))]
    pub by_os: BTreeMap<String, i64>,
    /// Numbers by status.
    #[schema(examples(json!({"offline": 4, "online": 1270, "stale": 10})))]
    pub by_status: BTreeMap<String, i64>,
    /// Devices whose agent has not reported for 30 days.
    #[schema(minimum = 0, examples(10))]
    pub stale: i64,
    /// Devices that are not protected by a backup.
    #[schema(minimum = 0, examples(1284))]
    pub without_backup: i64,
    /// Devices that share hardware identifiers with another device.
    #[schema(minimum = 0, examples(2))]
    pub identity_conflicts: i64,
}

/// Numbers of devices by a property.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct AssetGroups {
    pub by: AssetGroupBy,
    /// The largest groups, at most 500.
    pub data: Vec<AssetGroup>,
    /// `true` if there are more groups.
    pub has_more: bool,
}

/// Number of devices with one value.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct AssetGroup {
    /// The value that the devices of the group have in common; `null` for devices without one.
    #[schema(examples("Dell Inc."))]
    pub value: Option<String>,
    #[schema(minimum = 0, examples(312))]
    pub total: i64,
    /// Devices whose agent has not reported for 30 days.
    #[schema(minimum = 0, examples(3))]
    pub stale: i64,
    /// Devices that share hardware identifiers with another device.
    #[schema(minimum = 0, examples(0))]
    pub identity_conflicts: i64,
}
