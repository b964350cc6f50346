//! GENERATED from the SDK document: `tenantctl backup-checks`. See `table/tests.rs`.

use crate::table::{Body, Flag, Kind, Noun, Operation, Place, Reply};

pub const NOUN: Noun = Noun { name: "backup-checks", operations: OPERATIONS };

const OPERATIONS: &[Operation] = &[
    Operation {
        id: "backup.checks.list", verb: "list", alias: None,
        method: "GET", path: "/api/backup/checks",
        about: "List checks of backup repositories",
        description: "Returns the results of checks, newest first. The id of a check is that of its operation with another prefix. Checks are kept for 400 days.",
        example: "tenantctl backup-checks list --limit 20",
        body: Body::Nothing, reply: Reply::Page,
        columns: &["id", "result", "organization_id", "started_at", "finished_at"], scopes: &["backup:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "repository_id", flag: "repository-id", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Filters by repository." },
            Flag { name: "limit", flag: "limit", place: Place::Query, kind: Kind::Integer, required: false, nullable: false, help: "Maximum number of objects on a page." },
            Flag { name: "cursor", flag: "cursor", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "`next_cursor` of the previous page, with the same filters." },
        ],
    },
    Operation {
        id: "backup.checks.get", verb: "get", alias: None,
        method: "GET", path: "/api/backup/checks/{id}",
        about: "Get one backup check by its id",
        description: "",
        example: "tenantctl backup-checks get bkc_01h455vb4pex5vsknk084sn02q",
        body: Body::Nothing, reply: Reply::Object,
        columns: &[], scopes: &["backup:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
        ],
    },
];
