//! GENERATED from the SDK document: `tenantctl sla-contracts`. See `table/tests.rs`.

use crate::table::{Body, Flag, Kind, Noun, Operation, Place, Reply};

pub const NOUN: Noun = Noun { name: "sla-contracts", operations: OPERATIONS };

const OPERATIONS: &[Operation] = &[
    Operation {
        id: "psa.sla.contracts.list", verb: "list", alias: None,
        method: "GET", path: "/api/psa/sla/contracts",
        about: "List SLA contracts",
        description: "Returns all contracts that the caller can read, newest first.",
        example: "tenantctl sla-contracts list --limit 20",
        body: Body::Nothing, reply: Reply::Page,
        columns: &["id", "organization_id", "created_at", "updated_at", "version"], scopes: &["tickets:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "organization_id", flag: "organization-id", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Filters by organization." },
            Flag { name: "policy_id", flag: "policy-id", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Filters by SLA policy." },
            Flag { name: "limit", flag: "limit", place: Place::Query, kind: Kind::Integer, required: false, nullable: false, help: "Maximum number of objects on a page." },
            Flag { name: "cursor", flag: "cursor", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "`next_cursor` of the previous page, with the same filters." },
        ],
    },
    Operation {
        id: "psa.sla.contracts.get", verb: "get", alias: None,
        method: "GET", path: "/api/psa/sla/contracts/{id}",
        about: "Get one SLA contract by its id",
        description: "",
        example: "tenantctl sla-contracts get slc_01h455vb4pex5vsknk084sn02q",
        body: Body::Nothing, reply: Reply::Object,
        columns: &[], scopes: &["tickets:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
        ],
    },
    Operation {
        id: "psa.sla.contracts.create", verb: "create", alias: None,
        method: "POST", path: "/api/psa/sla/contracts",
        about: "Create an SLA contract",
        description: "The policy applies to the tickets of the organization from the start to the end of the contract. Unresolved tickets keep their elapsed time. Contracts of an organization must not overlap.",
        example: "tenantctl sla-contracts create --ends-at 2030-01-01T00:00:00Z --organization-id org_01h455vb4pex5vsknk084sn02q --policy-id slp_01h455vb4pex5vsknk084sn02q --starts-at 2027-01-01T00:00:00Z",
        body: Body::Json, reply: Reply::Object,
        columns: &[], scopes: &["tickets:write"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "dry_run", flag: "dry-run", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores nothing." },
            Flag { name: "Idempotency-Key", flag: "idempotency-key", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`)." },
            Flag { name: "ends_at", flag: "ends-at", place: Place::Body, kind: Kind::Text, required: false, nullable: true, help: "End of the contract, exclusive, after now; `null` for no end." },
            Flag { name: "organization_id", flag: "organization-id", place: Place::Body, kind: Kind::Text, required: true, nullable: false, help: "Id of an organization." },
            Flag { name: "policy_id", flag: "policy-id", place: Place::Body, kind: Kind::Text, required: true, nullable: false, help: "Id of an SLA policy." },
            Flag { name: "starts_at", flag: "starts-at", place: Place::Body, kind: Kind::Text, required: false, nullable: false, help: "Start of the contract; now by default." },
        ],
    },
    Operation {
        id: "psa.sla.contracts.update", verb: "update", alias: None,
        method: "PUT", path: "/api/psa/sla/contracts/{id}",
        about: "Change an SLA contract",
        description: "Fields that are absent are not changed; `null` clears a field. Of a contract that has started, only the end can be changed, to a time after now. Callers that are restricted to organizations cannot change contracts.",
        example: "tenantctl sla-contracts update slc_01h455vb4pex5vsknk084sn02q --clear ends-at",
        body: Body::Json, reply: Reply::Object,
        columns: &[], scopes: &["tickets:write"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
            Flag { name: "dry_run", flag: "dry-run", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores nothing." },
            Flag { name: "Idempotency-Key", flag: "idempotency-key", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`)." },
            Flag { name: "If-Match", flag: "if-match", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Expected version: the `ETag` of the object as you read it. If the object has another version, the request fails with 412, with the current object as `current`." },
            Flag { name: "ends_at", flag: "ends-at", place: Place::Body, kind: Kind::Text, required: false, nullable: true, help: "End of the contract, exclusive, after now; `null` for no end." },
            Flag { name: "policy_id", flag: "policy-id", place: Place::Body, kind: Kind::Text, required: false, nullable: false, help: "Policy of a contract that has not started yet." },
            Flag { name: "starts_at", flag: "starts-at", place: Place::Body, kind: Kind::Text, required: false, nullable: false, help: "Start of a contract that has not started yet." },
        ],
    },
    Operation {
        id: "psa.sla.contracts.delete", verb: "delete", alias: None,
        method: "DELETE", path: "/api/psa/sla/contracts/{id}",
        about: "Delete an SLA contract",
        description: "The policy stops applying at once. Results that were measured by it are kept.",
        example: "tenantctl sla-contracts delete slc_01h455vb4pex5vsknk084sn02q",
        body: Body::Nothing, reply: Reply::Nothing,
        columns: &[], scopes: &["tickets:write"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
            Flag { name: "dry_run", flag: "dry-run", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores nothing." },
            Flag { name: "If-Match", flag: "if-match", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Expected version: the `ETag` of the object as you read it. If the object has another version, the request fails with 412, with the current object as `current`." },
        ],
    },
];
