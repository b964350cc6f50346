//! GENERATED from the SDK document: `tenantctl audit-log`. See `table/tests.rs`.

use crate::table::{Body, Flag, Kind, Noun, Operation, Place, Reply};

pub const NOUN: Noun = Noun { name: "audit-log", operations: OPERATIONS };

const OPERATIONS: &[Operation] = &[
    Operation {
        id: "admin.audit_log.list", verb: "list", alias: None,
        method: "GET", path: "/api/admin/audit-log",
        about: "Read the audit log",
        description: "Returns every change of the tenant, newest first, or one entry with `id`. Callers that are restricted to organizations see no entries.",
        example: "tenantctl audit-log list --limit 20",
        body: Body::Nothing, reply: Reply::Page,
        columns: &["id", "operation", "created_at", "ip"], scopes: &["audit:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "actor_id", flag: "actor-id", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Filters by actor: the id of a key, a user or a service account." },
            Flag { name: "actor_type", flag: "actor-type", place: Place::Query, kind: Kind::Choice(&["api_key", "user", "service_account", "operator", "system"]), required: false, nullable: false, help: "Filters by the type of the actor: `operator` for the command line of the service, `system` for the service itself." },
            Flag { name: "operation", flag: "operation", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Filters by operation, such as `admin.api_keys.update`." },
            Flag { name: "resource_type", flag: "resource-type", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Filters by the type of the changed object, such as `api_key`." },
            Flag { name: "resource_id", flag: "resource-id", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Filters by the id of the changed object." },
            Flag { name: "request_id", flag: "request-id", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Filters by the id of the request." },
            Flag { name: "since", flag: "since", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Filters for changes at this time or later." },
            Flag { name: "until", flag: "until", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Filters for changes before this time." },
            Flag { name: "limit", flag: "limit", place: Place::Query, kind: Kind::Integer, required: false, nullable: false, help: "Maximum number of objects on a page." },
            Flag { name: "cursor", flag: "cursor", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "`next_cursor` of the previous page, with the same filters." },
        ],
    },
    Operation {
        id: "admin.audit_log.get", verb: "get", alias: None,
        method: "GET", path: "/api/admin/audit-log/{id}",
        about: "Get one audit entry by its id",
        description: "",
        example: "tenantctl audit-log get aud_01h455vb4pex5vsknk084sn02q",
        body: Body::Nothing, reply: Reply::Object,
        columns: &[], scopes: &["audit:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
        ],
    },
];
