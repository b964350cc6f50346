//! GENERATED from the SDK document: `tenantctl workflow-trigger`. See `table/tests.rs`.

use crate::table::{Body, Flag, Kind, Noun, Operation, Place, Reply};

pub const NOUN: Noun = Noun { name: "workflow-trigger", operations: OPERATIONS };

const OPERATIONS: &[Operation] = &[
    Operation {
        id: "psa.workflows.trigger.list", verb: "list", alias: None,
        method: "GET", path: "/api/psa/workflows/trigger",
        about: "List workflows",
        description: "The same as `GET /api/psa/workflows`.",
        example: "tenantctl workflow-trigger list --limit 20",
        body: Body::Nothing, reply: Reply::Page,
        columns: &["id", "name", "created_at", "updated_at", "version"], scopes: &["workflows:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "name", flag: "name", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Filters by name." },
            Flag { name: "enabled", flag: "enabled", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "Filters by whether the workflow is enabled." },
            Flag { name: "archived", flag: "archived", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "`true` returns archived workflows instead of the others." },
            Flag { name: "limit", flag: "limit", place: Place::Query, kind: Kind::Integer, required: false, nullable: false, help: "Maximum number of objects on a page." },
            Flag { name: "cursor", flag: "cursor", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "`next_cursor` of the previous page, with the same filters." },
        ],
    },
    Operation {
        id: "psa.workflows.trigger.get", verb: "get", alias: None,
        method: "GET", path: "/api/psa/workflows/trigger/{id}",
        about: "Get one workflow trigger by its id",
        description: "",
        example: "tenantctl workflow-trigger get wf_01h455vb4pex5vsknk084sn02q",
        body: Body::Nothing, reply: Reply::Object,
        columns: &[], scopes: &["workflows:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
            Flag { name: "version", flag: "version", place: Place::Query, kind: Kind::Integer, required: false, nullable: false, help: "Version of the definition to return instead of the latest; requires `id`." },
        ],
    },
    Operation {
        id: "psa.workflows.trigger.update", verb: "update", alias: None,
        method: "PATCH", path: "/api/psa/workflows/trigger/{id}",
        about: "Change a workflow",
        description: "The same as `PATCH /api/psa/workflows`.",
        example: "tenantctl workflow-trigger update wf_01h455vb4pex5vsknk084sn02q --enabled=false",
        body: Body::Json, reply: Reply::Object,
        columns: &[], scopes: &["workflows:write"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
            Flag { name: "dry_run", flag: "dry-run", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores nothing." },
            Flag { name: "Idempotency-Key", flag: "idempotency-key", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`)." },
            Flag { name: "If-Match", flag: "if-match", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Expected version: the `ETag` of the object as you read it. If the object has another version, the request fails with 412, with the current object as `current`." },
            Flag { name: "definition", flag: "definition", place: Place::Body, kind: Kind::Json, required: false, nullable: false, help: "New definition. It becomes a new version with the caller as its author. Active runs keep their version." },
            Flag { name: "enabled", flag: "enabled", place: Place::Body, kind: Kind::Switch, required: false, nullable: false, help: "`true` if the workflow can be started." },
            Flag { name: "name", flag: "name", place: Place::Body, kind: Kind::Text, required: false, nullable: false, help: "Unique among the workflows that are not archived." },
            Flag { name: "owner", flag: "owner", place: Place::Body, kind: Kind::Text, required: false, nullable: false, help: "Transfers the workflow to another owner, who must not have more rights than the caller." },
            Flag { name: "rollback_to", flag: "rollback-to", place: Place::Body, kind: Kind::Integer, required: false, nullable: false, help: "Older version whose definition becomes a new version with the caller as its author." },
        ],
    },
    Operation {
        id: "psa.workflows.trigger.delete", verb: "delete", alias: None,
        method: "DELETE", path: "/api/psa/workflows/trigger/{id}",
        about: "Archive a workflow",
        description: "The same as `DELETE /api/psa/workflows`.",
        example: "tenantctl workflow-trigger delete wf_01h455vb4pex5vsknk084sn02q",
        body: Body::Nothing, reply: Reply::Nothing,
        columns: &[], scopes: &["workflows:write"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
            Flag { name: "force", flag: "force", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "Cancels active runs. Without it, the request is refused if there are any." },
            Flag { name: "dry_run", flag: "dry-run", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores nothing." },
            Flag { name: "If-Match", flag: "if-match", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Expected version: the `ETag` of the object as you read it. If the object has another version, the request fails with 412, with the current object as `current`." },
        ],
    },
];
