//! GENERATED from the SDK document: `tenantctl enrolments`. See `table/tests.rs`.

use crate::table::{Body, Flag, Kind, Noun, Operation, Place, Reply};

pub const NOUN: Noun = Noun { name: "enrolments", operations: OPERATIONS };

const OPERATIONS: &[Operation] = &[
    Operation {
        id: "rmm.enrolments.list", verb: "list", alias: None,
        method: "GET", path: "/api/rmm/enrolments",
        about: "List enrolments",
        description: "Returns all enrolments that the caller can read, newest first, including revoked and expired ones.",
        example: "tenantctl enrolments list --limit 20",
        body: Body::Nothing, reply: Reply::Page,
        columns: &["id", "name", "status", "organization_id", "created_at", "updated_at", "version"], scopes: &["enrolments:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "organization_id", flag: "organization-id", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Filters by organization." },
            Flag { name: "limit", flag: "limit", place: Place::Query, kind: Kind::Integer, required: false, nullable: false, help: "Maximum number of objects on a page." },
            Flag { name: "cursor", flag: "cursor", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "`next_cursor` of the previous page, with the same filters." },
        ],
    },
    Operation {
        id: "rmm.enrolments.get", verb: "get", alias: None,
        method: "GET", path: "/api/rmm/enrolments/{id}",
        about: "Get one enrolment by its id",
        description: "",
        example: "tenantctl enrolments get enr_01h455vb4pex5vsknk084sn02q",
        body: Body::Nothing, reply: Reply::Object,
        columns: &[], scopes: &["enrolments:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
        ],
    },
    Operation {
        id: "rmm.enrolments.create", verb: "create", alias: None,
        method: "POST", path: "/api/rmm/enrolments",
        about: "Create an enrolment",
        description: "The response contains the URL to configure agents with. It contains the token and is returned only once.",
        example: "tenantctl enrolments create --max-devices 500 --name Headquarters",
        body: Body::Json, reply: Reply::Object,
        columns: &[], scopes: &["enrolments:write"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "dry_run", flag: "dry-run", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores nothing." },
            Flag { name: "Idempotency-Key", flag: "idempotency-key", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`)." },
            Flag { name: "expires_days", flag: "expires-days", place: Place::Body, kind: Kind::Integer, required: false, nullable: false, help: "Number of days until the token expires. It does not expire by default." },
            Flag { name: "max_devices", flag: "max-devices", place: Place::Body, kind: Kind::Integer, required: false, nullable: false, help: "Number of devices that can be discovered; 1,000 by default." },
            Flag { name: "name", flag: "name", place: Place::Body, kind: Kind::Text, required: true, nullable: false, help: "Name." },
            Flag { name: "organization_id", flag: "organization-id", place: Place::Body, kind: Kind::Text, required: false, nullable: true, help: "Organization of the devices. Required if the tenant has several organizations; a single organization is the default." },
        ],
    },
    Operation {
        id: "rmm.enrolments.delete", verb: "revoke", alias: Some("delete"),
        method: "DELETE", path: "/api/rmm/enrolments/{id}",
        about: "Revoke an enrolment",
        description: "Agents that report with its token are refused at once. Their devices stay. Revoking it again has no effect.",
        example: "tenantctl enrolments revoke enr_01h455vb4pex5vsknk084sn02q",
        body: Body::Nothing, reply: Reply::Nothing,
        columns: &[], scopes: &["enrolments:write"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
            Flag { name: "dry_run", flag: "dry-run", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores nothing." },
            Flag { name: "If-Match", flag: "if-match", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Expected version: the `ETag` of the object as you read it. If the object has another version, the request fails with 412, with the current object as `current`." },
        ],
    },
];
