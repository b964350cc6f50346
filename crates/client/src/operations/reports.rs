//! Operations of the tag `reports`. Generated from openapi.json by `scripts/gen`; do not edit.

use crate::{Client, Error, Request};

/// Parameters of [`Client::get_asset_inventory`].
#[derive(Clone, Debug, Default)]
pub struct GetAssetInventory {
    /// Filters by organization; separate several ids with commas.
    pub organization_id: Vec<api::ids::OrganizationId>,
    /// Filters by type; separate several types with commas.
    pub kind: Vec<String>,
    /// Filters by the family of the operating system; separate several families with commas.
    pub os_family: Vec<String>,
    /// Filters by status; separate several statuses with commas.
    pub status: Vec<String>,
    /// Filters for devices whose last report came at this time or later.
    pub last_seen_since: Option<jiff::Timestamp>,
    /// Filters for devices whose last report came before this time. Devices that never reported are left out.
    pub last_seen_until: Option<jiff::Timestamp>,
    /// Filters for devices whose last report is at least this many days ago. Devices that never reported are left
    /// out.
    pub stale_days: Option<i64>,
    /// Filters by tag.
    pub tag: Option<String>,
    /// Filters by manufacturer, regardless of case.
    pub manufacturer: Option<String>,
    /// Filters by model, regardless of case.
    pub model: Option<String>,
    /// Filters for devices that have the program or package with this name, in any version, regardless of case.
    pub software: Option<String>,
    /// Filters for devices that do not have the program or package with this name, regardless of case. Devices
    /// without a reported list of software are left out, because nothing is known about them.
    pub missing_software: Option<String>,
    /// Filters by backup: `protected` if the newest backup of the device is not older than `rpo_seconds` times
    /// `stale_factor` of its backup settings, whether reported or measured.
    pub backup: Option<String>,
    /// Filters for devices with (`true`) or without (`false`) an identity conflict.
    pub identity_conflict: Option<bool>,
    /// Filters for devices that were changed at this time or later, sorted by the time of the change. Devices that
    /// were deleted or moved to another organization since then are returned as rows with `deleted_at`, whatever the
    /// other filters are; only `organization_id` applies to them. The time may be at most 90 days ago.
    pub updated_since: Option<jiff::Timestamp>,
    /// Filters for devices that the search (`GET /api/search`) finds with this `q`: words, phrases, exclusions,
    /// identifiers and parts of them, and qualifiers. Typos are not corrected.
    pub q: Option<String>,
    /// Sort order; `-created_at` (newest first) by default, `updated_at` with `updated_since`. `last_seen_at` is
    /// available for pages of JSON only, not for the formats that return everything.
    pub sort: Option<String>,
    /// Fields of each row, separated by commas; by default all fields.
    pub fields: Vec<String>,
    /// Additional lists in each row, separated by commas.
    pub include: Vec<String>,
    /// Counts the devices of each value of this field, in `groups`. Available with JSON only.
    pub group_by: Option<String>,
    /// `true` counts all devices that match. By default, only the first page has the counts.
    pub summary: Option<bool>,
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

/// Parameters of [`Client::list_software`].
#[derive(Clone, Debug, Default)]
pub struct ListSoftware {
    /// Filters by the beginning of the name, regardless of case.
    pub name_prefix: Option<String>,
    /// Filters by organization: counts only its devices.
    pub organization_id: Option<api::ids::OrganizationId>,
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

impl Client {
    /// Read the asset inventory
    ///
    /// Returns the devices that match all filters, with counts over all of them. `format=ndjson`, `csv` and `xlsx`
    /// stream every matching device. In CSV and XLSX, a text that a spreadsheet could execute as a formula is
    /// escaped; numbers stay numbers.
    ///
    /// To keep a copy up to date, read everything once and then call with `updated_since`, the highest `updated_at`
    /// or `deleted_at` of the copy. `last_seen_at` alone does not make a device changed.
    pub async fn get_asset_inventory(&self, params: GetAssetInventory) -> Result<api::assets::AssetReport, Error> {
        let GetAssetInventory {
            organization_id,
            kind,
            os_family,
            status,
            last_seen_since,
            last_seen_until,
            stale_days,
            tag,
            manufacturer,
            model,
            software,
            missing_software,
            backup,
            identity_conflict,
            updated_since,
            q,
            sort,
            fields,
            include,
            group_by,
            summary,
            limit,
            cursor,
        } = params;
        let request = Request::get("/api/rmm/reports/asset-inventory")
            .several("organization_id", &organization_id)
            .several("type", &kind)
            .several("os_family", &os_family)
            .several("status", &status)
            .optional("last_seen_since", last_seen_since)
            .optional("last_seen_until", last_seen_until)
            .optional("stale_days", stale_days)
            .optional("tag", tag)
            .optional("manufacturer", manufacturer)
            .optional("model", model)
            .optional("software", software)
            .optional("missing_software", missing_software)
            .optional("backup", backup)
            .optional("identity_conflict", identity_conflict)
            .optional("updated_since", updated_since)
            .optional("q", q)
            .optional("sort", sort)
            .several("fields", &fields)
            .several("include", &include)
            .optional("group_by", group_by)
            .optional("summary", summary)
            .optional("limit", limit)
            .optional("cursor", cursor);
        self.send(request).await?.json()
    }

    /// List software
    ///
    /// Returns the programs and packages that agents have reported, by name, with the number of devices that have
    /// each version. To find the devices, use `software` or `missing_software` of the asset inventory.
    pub async fn list_software(&self, params: ListSoftware) -> Result<api::Page<api::software::SoftwareTitle>, Error> {
        let ListSoftware { name_prefix, organization_id, limit, cursor } = params;
        let request = Request::get("/api/rmm/software")
            .optional("name_prefix", name_prefix)
            .optional("organization_id", organization_id)
            .optional("limit", limit)
            .optional("cursor", cursor);
        self.send(request).await?.json()
    }
}
