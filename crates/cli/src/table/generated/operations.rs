//! GENERATED from the SDK document: `tenantctl operations`. See `table/tests.rs`.

use crate::table::{Body, Flag, Kind, Noun, Operation, Place, Reply};

pub const NOUN: Noun = Noun { name: "operations", operations: OPERATIONS };

const OPERATIONS: &[Operation] = &[
    Operation {
        id: "operations.list", verb: "list", alias: None,
        method: "GET", path: "/api/operations",
        about: "List operations",
        description: "Returns long-running operations on objects that the caller can read. With `id` and `wait`, the request returns when the operation has ended or after this number of seconds, with its current state. The number of concurrent waiting requests per tenant and server is limited.",
        example: "tenantctl operations list --status pending --limit 20",
        body: Body::Nothing, reply: Reply::Page,
        columns: &["id", "kind", "status", "progress", "created_at", "updated_at", "version"], scopes: &[],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "status", flag: "status", place: Place::Query, kind: Kind::Choices(&["pending", "running", "succeeded", "failed", "canceled"]), required: false, nullable: false, help: "Filters by status; separate several statuses with commas, or repeat the parameter." },
            Flag { name: "limit", flag: "limit", place: Place::Query, kind: Kind::Integer, required: false, nullable: false, help: "Maximum number of objects on a page." },
            Flag { name: "cursor", flag: "cursor", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "`next_cursor` of the previous page, with the same filters." },
        ],
    },
    Operation {
        id: "operations.get", verb: "get", alias: None,
        method: "GET", path: "/api/operations/{id}",
        about: "Get one operation by its id",
        description: "",
        example: "tenantctl operations get op_01h455vb4pex5vsknk084sn02q",
        body: Body::Nothing, reply: Reply::Object,
        columns: &[], scopes: &[],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
            Flag { name: "wait", flag: "wait", place: Place::Query, kind: Kind::Integer, required: false, nullable: false, help: "Maximum number of seconds to wait for the end of the operation; requires `id`." },
        ],
    },
    Operation {
        id: "operations.delete", verb: "cancel", alias: Some("delete"),
        method: "DELETE", path: "/api/operations/{id}",
        about: "Cancel an operation",
        description: "Steps that are already done are not undone. An operation on a machine first determines what has already happened at the provider, and ends shortly afterwards: as `canceled`, or as `succeeded` if it was too late to cancel.",
        example: "tenantctl operations cancel op_01h455vb4pex5vsknk084sn02q",
        body: Body::Nothing, reply: Reply::Nothing,
        columns: &[], scopes: &[],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
            Flag { name: "dry_run", flag: "dry-run", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores nothing." },
            Flag { name: "If-Match", flag: "if-match", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Expected version: the `ETag` of the object as you read it. If the object has another version, the request fails with 412, with the current object as `current`." },
        ],
    },
];
