//! GENERATED from the SDK document: `tenantctl workflow-secrets`. See `table/tests.rs`.

use crate::table::{Body, Flag, Kind, Noun, Operation, Place, Reply};

pub const NOUN: Noun = Noun { name: "workflow-secrets", operations: OPERATIONS };

const OPERATIONS: &[Operation] = &[
    Operation {
        id: "psa.workflows.secrets.list", verb: "list", alias: None,
        method: "GET", path: "/api/psa/workflows/secrets",
        about: "List workflow secrets",
        description: "Returns names and hosts, never values. With `id` or `name`, returns that secret.",
        example: "tenantctl workflow-secrets list --limit 20",
        body: Body::Nothing, reply: Reply::Page,
        columns: &["id", "name", "created_at", "updated_at", "version"], scopes: &["workflows:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "limit", flag: "limit", place: Place::Query, kind: Kind::Integer, required: false, nullable: false, help: "Maximum number of objects on a page." },
            Flag { name: "cursor", flag: "cursor", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "`next_cursor` of the previous page, with the same filters." },
        ],
    },
    Operation {
        id: "psa.workflows.secrets.get", verb: "get", alias: None,
        method: "GET", path: "/api/psa/workflows/secrets/{id}",
        about: "Get one workflow secret by its id",
        description: "",
        example: "tenantctl workflow-secrets get sec_01h455vb4pex5vsknk084sn02q",
        body: Body::Nothing, reply: Reply::Object,
        columns: &[], scopes: &["workflows:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
        ],
    },
    Operation {
        id: "psa.workflows.secrets.delete", verb: "delete", alias: None,
        method: "DELETE", path: "/api/psa/workflows/secrets/{id}",
        about: "Delete a workflow secret",
        description: "Calls that use the secret fail from now on with `secret_not_found`.",
        example: "tenantctl workflow-secrets delete sec_01h455vb4pex5vsknk084sn02q",
        body: Body::Nothing, reply: Reply::Nothing,
        columns: &[], scopes: &["secrets:write"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
            Flag { name: "dry_run", flag: "dry-run", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores nothing." },
            Flag { name: "If-Match", flag: "if-match", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Expected version: the `ETag` of the object as you read it. If the object has another version, the request fails with 412, with the current object as `current`." },
        ],
    },
    Operation {
        id: "psa.workflows.secrets.put", verb: "set", alias: Some("put"),
        method: "PUT", path: "/api/psa/workflows/secrets",
        about: "Create or change a workflow secret",
        description: "Creates or changes the secret with this name. A new secret (201) requires `value` and `allowed_hosts`. For an existing secret (200), fields that are absent are not changed, and adding a host requires `value` again.",
        example: "tenantctl workflow-secrets set --name statuspage_token --allowed-hosts api.statuspage.example --value env:VALUE",
        body: Body::Json, reply: Reply::Object,
        columns: &[], scopes: &["secrets:write"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "name", flag: "name", place: Place::Query, kind: Kind::Text, required: true, nullable: false, help: "Name of the secret: letters, digits and `_`, not starting with a digit." },
            Flag { name: "dry_run", flag: "dry-run", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores nothing." },
            Flag { name: "Idempotency-Key", flag: "idempotency-key", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`)." },
            Flag { name: "If-Match", flag: "if-match", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Expected version: the `ETag` of the object as you read it. If the object has another version, the request fails with 412, with the current object as `current`." },
            Flag { name: "allowed_hosts", flag: "allowed-hosts", place: Place::Body, kind: Kind::Texts, required: false, nullable: false, help: "Hosts: a name (`api.example.com`, standard port only), a name with a port (`api.example.com:8443`), or all names one level below a domain (`*.example.com`)." },
            Flag { name: "description", flag: "description", place: Place::Body, kind: Kind::Text, required: false, nullable: true, help: "Human-readable description." },
            Flag { name: "organization_ids", flag: "organization-ids", place: Place::Body, kind: Kind::Texts, required: false, nullable: true, help: "Organizations that the secret belongs to; `null` if it belongs to the whole tenant. If it is absent for a new secret, the caller's restriction applies." },
            Flag { name: "value", flag: "value", place: Place::Body, kind: Kind::Secret, required: false, nullable: false, help: "Value of the secret. It has at least 8 characters, because shorter values cannot be masked reliably. It must be sent again when a host is added." },
        ],
    },
];
