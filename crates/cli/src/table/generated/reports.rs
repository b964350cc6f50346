//! GENERATED from the SDK document: `tenantctl reports`. See `table/tests.rs`.

use crate::table::{Body, Flag, Kind, Noun, Operation, Place, Reply};

pub const NOUN: Noun = Noun { name: "reports", operations: OPERATIONS };

const OPERATIONS: &[Operation] = &[
    Operation {
        id: "rmm.reports.asset_inventory", verb: "asset-inventory", alias: None,
        method: "GET", path: "/api/rmm/reports/asset-inventory",
        about: "Read the asset inventory",
        description: "Returns the devices that match all filters, with counts over all of them. `format=ndjson`, `csv` and `xlsx` stream every matching device. In CSV and XLSX, a text that a spreadsheet could execute as a formula is escaped; numbers stay numbers. To keep a copy up to date, read everything once and then call with `updated_since`, the highest `updated_at` or `deleted_at` of the copy. `last_seen_at` alone does not make a device changed.",
        example: "tenantctl reports asset-inventory --type desktop --limit 20",
        body: Body::Nothing, reply: Reply::Page,
        columns: &["id", "name", "hostname", "type", "status", "organization_id", "last_seen_at"], scopes: &["assets:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "organization_id", flag: "organization-id", place: Place::Query, kind: Kind::Texts, required: false, nullable: false, help: "Filters by organization; separate several ids with commas." },
            Flag { name: "type", flag: "type", place: Place::Query, kind: Kind::Choices(&["desktop", "laptop", "tablet", "server", "virtual_machine", "container", "network", "printer", "phone", "other"]), required: false, nullable: false, help: "Filters by type; separate several types with commas." },
            Flag { name: "os_family", flag: "os-family", place: Place::Query, kind: Kind::Choices(&["windows", "macos", "linux", "bsd", "android", "ios", "other"]), required: false, nullable: false, help: "Filters by the family of the operating system; separate several families with commas." },
            Flag { name: "status", flag: "status", place: Place::Query, kind: Kind::Choices(&["online", "offline", "stale", "retired"]), required: false, nullable: false, help: "Filters by status; separate several statuses with commas." },
            Flag { name: "last_seen_since", flag: "last-seen-since", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Filters for devices whose last report came at this time or later." },
            Flag { name: "last_seen_until", flag: "last-seen-until", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Filters for devices whose last report came before this time. Devices that never reported are left out." },
            Flag { name: "stale_days", flag: "stale-days", place: Place::Query, kind: Kind::Integer, required: false, nullable: false, help: "Filters for devices whose last report is at least this many days ago. Devices that never reported are left out." },
            Flag { name: "tag", flag: "tag", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Filters by tag." },
            Flag { name: "manufacturer", flag: "manufacturer", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Filters by manufacturer, regardless of case." },
            Flag { name: "model", flag: "model", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Filters by model, regardless of case." },
            Flag { name: "software", flag: "software", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Filters for devices that have the program or package with this name, in any version, regardless of case." },
            Flag { name: "missing_software", flag: "missing-software", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Filters for devices that do not have the program or package with this name, regardless of case. Devices without a reported list of software are left out, because nothing is known about them." },
            Flag { name: "backup", flag: "backup", place: Place::Query, kind: Kind::Choice(&["protected", "unprotected"]), required: false, nullable: false, help: "Filters by backup: `protected` if the newest backup of the device is not older than `rpo_seconds` times `stale_factor` of its backup settings, whether reported or measured." },
            Flag { name: "identity_conflict", flag: "identity-conflict", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "Filters for devices with (`true`) or without (`false`) an identity conflict." },
            Flag { name: "updated_since", flag: "updated-since", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Filters for devices that were changed at this time or later, sorted by the time of the change. Devices that were deleted or moved to another organization since then are returned as rows with `deleted_at`, whatever the other filters are; only `organization_id` applies to them. The time may be at most 90 days ago." },
            Flag { name: "q", flag: "q", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Filters for devices that the search (`GET /api/search`) finds with this `q`: words, phrases, exclusions, identifiers and parts of them, and qualifiers. Typos are not corrected." },
            Flag { name: "sort", flag: "sort", place: Place::Query, kind: Kind::Choice(&["created_at", "-created_at", "name", "-name", "updated_at", "-updated_at", "last_seen_at", "-last_seen_at"]), required: false, nullable: false, help: "Sort order; `-created_at` (newest first) by default, `updated_at` with `updated_since`. `last_seen_at` is available for pages of JSON only, not for the formats that return everything." },
            Flag { name: "fields", flag: "fields", place: Place::Query, kind: Kind::Choices(&["organization", "name", "hostname", "type", "status", "identifiers", "manufacturer", "model", "os", "cpu", "memory_bytes", "security", "software_count", "last_user", "tags", "custom_fields", "external_ref", "contact", "purchased_at", "warranty_until", "agent", "backup", "identity_conflict", "first_seen_at", "last_seen_at", "last_full_inventory_at", "booted_at", "retired_at", "created_at", "updated_at", "version"]), required: false, nullable: false, help: "Fields of each row, separated by commas; by default all fields." },
            Flag { name: "include", flag: "include", place: Place::Query, kind: Kind::Choices(&["software", "disks", "networks"]), required: false, nullable: false, help: "Additional lists in each row, separated by commas." },
            Flag { name: "group_by", flag: "group-by", place: Place::Query, kind: Kind::Choice(&["organization_id", "type", "status", "os_family", "os_name", "manufacturer", "model"]), required: false, nullable: false, help: "Counts the devices of each value of this field, in `groups`. Available with JSON only." },
            Flag { name: "summary", flag: "summary", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "`true` counts all devices that match. By default, only the first page has the counts." },
            Flag { name: "limit", flag: "limit", place: Place::Query, kind: Kind::Integer, required: false, nullable: false, help: "Maximum number of objects on a page." },
            Flag { name: "cursor", flag: "cursor", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "`next_cursor` of the previous page, with the same filters." },
        ],
    },
];
