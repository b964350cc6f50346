//! GENERATED from the SDK document: `tenantctl users`. See `table/tests.rs`.

use crate::table::{Body, Flag, Kind, Noun, Operation, Place, Reply};

pub const NOUN: Noun = Noun { name: "users", operations: OPERATIONS };

const OPERATIONS: &[Operation] = &[
    Operation {
        id: "admin.users.list", verb: "list", alias: None,
        method: "GET", path: "/api/admin/users",
        about: "List users",
        description: "Returns all users of the tenant, newest first. Tickets can be assigned to them.",
        example: "tenantctl users list --status active --limit 20",
        body: Body::Nothing, reply: Reply::Page,
        columns: &["id", "email", "status", "role", "created_at", "version"], scopes: &["users:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "role", flag: "role", place: Place::Query, kind: Kind::Choice(&["viewer", "technician", "admin", "owner"]), required: false, nullable: false, help: "Filters by role." },
            Flag { name: "status", flag: "status", place: Place::Query, kind: Kind::Choices(&["active", "disabled"]), required: false, nullable: false, help: "Filters by status; separate several statuses with commas, or repeat the parameter." },
            Flag { name: "limit", flag: "limit", place: Place::Query, kind: Kind::Integer, required: false, nullable: false, help: "Maximum number of objects on a page." },
            Flag { name: "cursor", flag: "cursor", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "`next_cursor` of the previous page, with the same filters." },
        ],
    },
    Operation {
        id: "admin.users.get", verb: "get", alias: None,
        method: "GET", path: "/api/admin/users/{id}",
        about: "Get one user by its id",
        description: "",
        example: "tenantctl users get usr_01h455vb4pex5vsknk084sn02q",
        body: Body::Nothing, reply: Reply::Object,
        columns: &[], scopes: &["users:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
        ],
    },
    Operation {
        id: "admin.users.update", verb: "update", alias: None,
        method: "PUT", path: "/api/admin/users/{id}",
        about: "Change a user",
        description: "Changes the role or the status of the user. `status: disabled` ends their sessions and refuses their keys on every server within a second, pauses their webhook endpoints and disables their workflows; with `transfer_to` these resources are transferred to another owner instead and keep working. The response lists the affected resources as `impact`; with `dry_run=true`, it lists those that would be affected. The caller must have all rights of the user. The last active owner or admin of a tenant can neither be disabled nor get a lower role: 409 `last_administrator`.",
        example: "tenantctl users update usr_01h455vb4pex5vsknk084sn02q --role technician",
        body: Body::Json, reply: Reply::Object,
        columns: &[], scopes: &["users:write"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
            Flag { name: "dry_run", flag: "dry-run", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores nothing." },
            Flag { name: "Idempotency-Key", flag: "idempotency-key", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`)." },
            Flag { name: "If-Match", flag: "if-match", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Expected version: the `ETag` of the object as you read it. If the object has another version, the request fails with 412, with the current object as `current`." },
            Flag { name: "role", flag: "role", place: Place::Body, kind: Kind::Choice(&["viewer", "technician", "admin", "owner"]), required: false, nullable: false, help: "Role of the user. If an identity provider maps groups to roles, the next sign-in sets the role again." },
            Flag { name: "status", flag: "status", place: Place::Body, kind: Kind::Choice(&["active", "disabled"]), required: false, nullable: false, help: "`disabled` ends the user's sessions, refuses their keys, pauses their webhook endpoints and disables their workflows. `active` also restores a deleted user." },
            Flag { name: "transfer_to", flag: "transfer-to", place: Place::Body, kind: Kind::Text, required: false, nullable: false, help: "New owner of the user's keys, webhook endpoints and workflows, which then keep working." },
        ],
    },
    Operation {
        id: "admin.users.delete", verb: "delete", alias: None,
        method: "DELETE", path: "/api/admin/users/{id}",
        about: "Delete a user",
        description: "Disables the user and removes them from lists. The record is kept, because tickets, approvals and the audit log refer to it. Signing in does not restore a deleted user; `PUT` with `status: active` does. To see the affected resources first, send `PUT` with `status: disabled` and `dry_run=true`: the effects are the same.",
        example: "tenantctl users delete usr_01h455vb4pex5vsknk084sn02q",
        body: Body::Nothing, reply: Reply::Nothing,
        columns: &[], scopes: &["users:write"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
            Flag { name: "transfer_to", flag: "transfer-to", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "New owner of the user's keys, webhook endpoints and workflows. Without it, the keys are refused, the endpoints paused and the workflows disabled." },
            Flag { name: "dry_run", flag: "dry-run", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores nothing." },
            Flag { name: "If-Match", flag: "if-match", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Expected version: the `ETag` of the object as you read it. If the object has another version, the request fails with 412, with the current object as `current`." },
        ],
    },
];
