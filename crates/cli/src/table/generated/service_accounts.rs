//! GENERATED from the SDK document: `tenantctl service-accounts`. See `table/tests.rs`.

use crate::table::{Body, Flag, Kind, Noun, Operation, Place, Reply};

pub const NOUN: Noun = Noun { name: "service-accounts", operations: OPERATIONS };

const OPERATIONS: &[Operation] = &[
    Operation {
        id: "admin.service_accounts.list", verb: "list", alias: None,
        method: "GET", path: "/api/admin/service-accounts",
        about: "List service accounts",
        description: "Returns all accounts of the tenant, newest first. The account \"Administrator\" owns the keys that the operator of the service created.",
        example: "tenantctl service-accounts list --status active --limit 20",
        body: Body::Nothing, reply: Reply::Page,
        columns: &["id", "name", "status", "scopes", "created_at", "updated_at", "version"], scopes: &["users:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "status", flag: "status", place: Place::Query, kind: Kind::Choices(&["active", "disabled"]), required: false, nullable: false, help: "Filters by status; separate several statuses with commas, or repeat the parameter." },
            Flag { name: "limit", flag: "limit", place: Place::Query, kind: Kind::Integer, required: false, nullable: false, help: "Maximum number of objects on a page." },
            Flag { name: "cursor", flag: "cursor", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "`next_cursor` of the previous page, with the same filters." },
        ],
    },
    Operation {
        id: "admin.service_accounts.get", verb: "get", alias: None,
        method: "GET", path: "/api/admin/service-accounts/{id}",
        about: "Get one service account by its id",
        description: "",
        example: "tenantctl service-accounts get sva_01h455vb4pex5vsknk084sn02q",
        body: Body::Nothing, reply: Reply::Object,
        columns: &[], scopes: &["users:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
        ],
    },
    Operation {
        id: "admin.service_accounts.create", verb: "create", alias: None,
        method: "POST", path: "/api/admin/service-accounts",
        about: "Create a service account",
        description: "Creates an owner for keys, webhook endpoints and workflows that must not depend on a person's account. Its rights cannot exceed the caller's.",
        example: "tenantctl service-accounts create --name 'Ticket mirror' --scopes tickets:read",
        body: Body::Json, reply: Reply::Object,
        columns: &[], scopes: &["users:write"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "dry_run", flag: "dry-run", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores nothing." },
            Flag { name: "Idempotency-Key", flag: "idempotency-key", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`)." },
            Flag { name: "description", flag: "description", place: Place::Body, kind: Kind::Text, required: false, nullable: true, help: "Human-readable description." },
            Flag { name: "name", flag: "name", place: Place::Body, kind: Kind::Text, required: true, nullable: false, help: "Unique among the service accounts that are not deleted." },
            Flag { name: "organization_ids", flag: "organization-ids", place: Place::Body, kind: Kind::Texts, required: false, nullable: true, help: "Organizations that the account is restricted to; `null` for no restriction. If it is absent, the caller's restriction applies." },
            Flag { name: "scopes", flag: "scopes", place: Place::Body, kind: Kind::Choices(&["*", "*:read", "api_keys:*", "webhooks:*", "events:*", "tickets:*", "contacts:*", "workflows:*", "search:*", "assets:*", "devices:*", "enrolments:*", "organizations:*", "cloud_providers:*", "cloud_vms:*", "backup:*", "analytics:*", "platform_analytics:*", "audit:*", "sso:*", "users:*", "secrets:*", "api_keys:read", "api_keys:write", "webhooks:read", "webhooks:write", "events:read", "tickets:read", "tickets:write", "contacts:read", "contacts:write", "workflows:read", "workflows:write", "workflows:run", "workflows:approve", "search:read", "assets:read", "devices:read", "devices:write", "enrolments:read", "enrolments:write", "organizations:read", "organizations:write", "cloud_providers:read", "cloud_providers:write", "cloud_vms:read", "cloud_vms:provision", "backup:read", "backup:write", "analytics:read", "platform_analytics:read", "audit:read", "sso:read", "sso:write", "users:read", "users:write", "secrets:write"]), required: true, nullable: false, help: "Scopes of the account, which must not exceed the caller's scopes." },
        ],
    },
    Operation {
        id: "admin.service_accounts.update", verb: "update", alias: None,
        method: "PUT", path: "/api/admin/service-accounts/{id}",
        about: "Change a service account",
        description: "Fields that are absent are not changed. Changes apply to the account's resources within a second, on every server. `status: disabled` refuses its keys, pauses its webhook endpoints and disables its workflows; with `transfer_to` they are transferred to another owner instead and keep working. The response lists the affected resources as `impact`; with `dry_run=true`, it lists those that would be affected. The caller must have all rights of the account, before and after the change.",
        example: "tenantctl service-accounts update sva_01h455vb4pex5vsknk084sn02q --scopes tickets:read --scopes organizations:read",
        body: Body::Json, reply: Reply::Object,
        columns: &[], scopes: &["users:write"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
            Flag { name: "dry_run", flag: "dry-run", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores nothing." },
            Flag { name: "Idempotency-Key", flag: "idempotency-key", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`)." },
            Flag { name: "If-Match", flag: "if-match", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Expected version: the `ETag` of the object as you read it. If the object has another version, the request fails with 412, with the current object as `current`." },
            Flag { name: "description", flag: "description", place: Place::Body, kind: Kind::Text, required: false, nullable: true, help: "Human-readable description." },
            Flag { name: "name", flag: "name", place: Place::Body, kind: Kind::Text, required: false, nullable: false, help: "Unique among the service accounts that are not deleted." },
            Flag { name: "organization_ids", flag: "organization-ids", place: Place::Body, kind: Kind::Texts, required: false, nullable: true, help: "Organizations that the account is restricted to; `null` if it is not restricted." },
            Flag { name: "scopes", flag: "scopes", place: Place::Body, kind: Kind::Choices(&["*", "*:read", "api_keys:*", "webhooks:*", "events:*", "tickets:*", "contacts:*", "workflows:*", "search:*", "assets:*", "devices:*", "enrolments:*", "organizations:*", "cloud_providers:*", "cloud_vms:*", "backup:*", "analytics:*", "platform_analytics:*", "audit:*", "sso:*", "users:*", "secrets:*", "api_keys:read", "api_keys:write", "webhooks:read", "webhooks:write", "events:read", "tickets:read", "tickets:write", "contacts:read", "contacts:write", "workflows:read", "workflows:write", "workflows:run", "workflows:approve", "search:read", "assets:read", "devices:read", "devices:write", "enrolments:read", "enrolments:write", "organizations:read", "organizations:write", "cloud_providers:read", "cloud_providers:write", "cloud_vms:read", "cloud_vms:provision", "backup:read", "backup:write", "analytics:read", "platform_analytics:read", "audit:read", "sso:read", "sso:write", "users:read", "users:write", "secrets:write"]), required: false, nullable: false, help: "Scopes of the account, which limit everything that belongs to it." },
            Flag { name: "status", flag: "status", place: Place::Body, kind: Kind::Choice(&["active", "disabled"]), required: false, nullable: false, help: "`disabled` refuses the account's keys, pauses its webhook endpoints and disables its workflows." },
            Flag { name: "transfer_to", flag: "transfer-to", place: Place::Body, kind: Kind::Text, required: false, nullable: false, help: "New owner of the account's keys, webhook endpoints and workflows, which then keep working." },
        ],
    },
    Operation {
        id: "admin.service_accounts.delete", verb: "delete", alias: None,
        method: "DELETE", path: "/api/admin/service-accounts/{id}",
        about: "Delete a service account",
        description: "Deletes the account permanently, with the same effects as disabling it. To see the affected resources first, send `PUT` with `status: disabled` and `dry_run=true`.",
        example: "tenantctl service-accounts delete sva_01h455vb4pex5vsknk084sn02q",
        body: Body::Nothing, reply: Reply::Nothing,
        columns: &[], scopes: &["users:write"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
            Flag { name: "transfer_to", flag: "transfer-to", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "New owner of the account's keys, webhook endpoints and workflows. Without it, the keys are refused, the endpoints paused and the workflows disabled." },
            Flag { name: "dry_run", flag: "dry-run", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores nothing." },
            Flag { name: "If-Match", flag: "if-match", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Expected version: the `ETag` of the object as you read it. If the object has another version, the request fails with 412, with the current object as `current`." },
        ],
    },
];
