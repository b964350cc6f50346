//! GENERATED from the SDK document: `tenantctl backup-config`. See `table/tests.rs`.

use crate::table::{Body, Flag, Kind, Noun, Operation, Place, Reply};

pub const NOUN: Noun = Noun { name: "backup-config", operations: OPERATIONS };

const OPERATIONS: &[Operation] = &[
    Operation {
        id: "backup.config.get", verb: "get", alias: None,
        method: "GET", path: "/api/backup/config",
        about: "Read backup settings",
        description: "Returns the settings of the tenant, of an organization or of a device, and the settings that result from all levels: `provenance` says which level each value comes from.",
        example: "tenantctl backup-config get",
        body: Body::Nothing, reply: Reply::Object,
        columns: &[], scopes: &["backup:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "organization_id", flag: "organization-id", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Organization of the settings. Without it and `device_id`, the operation is about the settings of the tenant." },
            Flag { name: "device_id", flag: "device-id", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Device of the settings." },
        ],
    },
    Operation {
        id: "backup.config.update", verb: "update", alias: None,
        method: "PUT", path: "/api/backup/config",
        about: "Change backup settings",
        description: "Replaces the settings of the tenant, of an organization or of a device; `config: null` removes them. A change that disables backup, keeps fewer backups or drops a repository is refused with `consent_required`, its `impact` and the consents that it needs; send them as `allow`. A dry run returns the same `impact`. Callers that are restricted to organizations cannot change the settings of the tenant.",
        example: "tenantctl backup-config update --from-file backup-config.yaml",
        body: Body::Json, reply: Reply::Object,
        columns: &[], scopes: &["backup:write"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "organization_id", flag: "organization-id", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Organization of the settings. Without it and `device_id`, the operation is about the settings of the tenant." },
            Flag { name: "device_id", flag: "device-id", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Device of the settings." },
            Flag { name: "allow", flag: "allow", place: Place::Query, kind: Kind::Choices(&["disable_backup", "shorten_retention", "drop_repository"]), required: false, nullable: false, help: "Consents to a change that can lose backups; separate several with commas." },
            Flag { name: "dry_run", flag: "dry-run", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores nothing." },
            Flag { name: "Idempotency-Key", flag: "idempotency-key", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`)." },
            Flag { name: "If-Match", flag: "if-match", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Expected version: the `ETag` of the object as you read it. If the object has another version, the request fails with 412, with the current object as `current`." },
            Flag { name: "config", flag: "config", place: Place::Body, kind: Kind::Json, required: true, nullable: true, help: "The new settings, as a whole; `null` removes the settings of the scope, so that everything is inherited." },
        ],
    },
    Operation {
        id: "backup.config.history", verb: "history", alias: None,
        method: "GET", path: "/api/backup/config/history",
        about: "Read the history of backup settings",
        description: "Returns the versions of the settings of the tenant, of an organization or of a device, newest first. If a device was moved to another organization, callers that are restricted to the new one see only the versions since the move.",
        example: "tenantctl backup-config history --limit 20",
        body: Body::Nothing, reply: Reply::Page,
        columns: &["created_at", "version", "allowed"], scopes: &["backup:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "organization_id", flag: "organization-id", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Organization of the settings. Without it and `device_id`, the operation is about the settings of the tenant." },
            Flag { name: "device_id", flag: "device-id", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Device of the settings." },
            Flag { name: "limit", flag: "limit", place: Place::Query, kind: Kind::Integer, required: false, nullable: false, help: "Maximum number of objects on a page." },
            Flag { name: "cursor", flag: "cursor", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "`next_cursor` of the previous page, with the same filters." },
        ],
    },
];
