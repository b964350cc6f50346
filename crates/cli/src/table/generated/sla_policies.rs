//! GENERATED from the SDK document: `tenantctl sla-policies`. See `table/tests.rs`.

use crate::table::{Body, Flag, Kind, Noun, Operation, Place, Reply};

pub const NOUN: Noun = Noun { name: "sla-policies", operations: OPERATIONS };

const OPERATIONS: &[Operation] = &[
    Operation {
        id: "psa.sla.policies.list", verb: "list", alias: None,
        method: "GET", path: "/api/psa/sla/policies",
        about: "List SLA policies",
        description: "Returns all policies, newest first.",
        example: "tenantctl sla-policies list --limit 20",
        body: Body::Nothing, reply: Reply::Page,
        columns: &["id", "name", "created_at", "updated_at", "version"], scopes: &["tickets:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "limit", flag: "limit", place: Place::Query, kind: Kind::Integer, required: false, nullable: false, help: "Maximum number of objects on a page." },
            Flag { name: "cursor", flag: "cursor", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "`next_cursor` of the previous page, with the same filters." },
        ],
    },
    Operation {
        id: "psa.sla.policies.get", verb: "get", alias: None,
        method: "GET", path: "/api/psa/sla/policies/{id}",
        about: "Get one SLA policy by its id",
        description: "",
        example: "tenantctl sla-policies get slp_01h455vb4pex5vsknk084sn02q",
        body: Body::Nothing, reply: Reply::Object,
        columns: &[], scopes: &["tickets:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
        ],
    },
    Operation {
        id: "psa.sla.policies.create", verb: "create", alias: None,
        method: "POST", path: "/api/psa/sla/policies",
        about: "Create an SLA policy",
        description: "A policy has targets and business hours of its own. It applies to an organization during an SLA contract.",
        example: "tenantctl sla-policies create --from-file sla-policies.yaml",
        body: Body::Json, reply: Reply::Object,
        columns: &[], scopes: &["tickets:write"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "dry_run", flag: "dry-run", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores nothing." },
            Flag { name: "Idempotency-Key", flag: "idempotency-key", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`)." },
            Flag { name: "at_risk_percent", flag: "at-risk-percent", place: Place::Body, kind: Kind::Integer, required: false, nullable: true, help: "Share of a target after which a ticket is at risk, which the event `ticket.sla.at_risk` reports; `null` for no warning." },
            Flag { name: "calendar", flag: "calendar", place: Place::Body, kind: Kind::Json, required: true, nullable: false, help: "Business hours. SLA clocks run only during these hours." },
            Flag { name: "name", flag: "name", place: Place::Body, kind: Kind::Text, required: true, nullable: false, help: "Name of the policy, unique within the tenant." },
            Flag { name: "targets", flag: "targets", place: Place::Body, kind: Kind::Json, required: true, nullable: false, help: "SLA targets of each ticket priority." },
            Flag { name: "type_targets", flag: "type-targets", place: Place::Body, kind: Kind::Json, required: false, nullable: false, help: "Targets of some ticket types, which replace `targets`; at most one entry for each type." },
        ],
    },
    Operation {
        id: "psa.sla.policies.update", verb: "update", alias: None,
        method: "PUT", path: "/api/psa/sla/policies/{id}",
        about: "Change an SLA policy",
        description: "Fields that are absent are not changed; fields that are present are replaced as a whole. Unresolved tickets of organizations with this policy keep their elapsed time and are measured by the new settings within seconds, which changes neither their `version` nor their `updated_at`. Callers that are restricted to organizations do not see policies.",
        example: "tenantctl sla-policies update slp_01h455vb4pex5vsknk084sn02q --at-risk-percent 75",
        body: Body::Json, reply: Reply::Object,
        columns: &[], scopes: &["tickets:write"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
            Flag { name: "dry_run", flag: "dry-run", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores nothing." },
            Flag { name: "Idempotency-Key", flag: "idempotency-key", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`)." },
            Flag { name: "If-Match", flag: "if-match", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Expected version: the `ETag` of the object as you read it. If the object has another version, the request fails with 412, with the current object as `current`." },
            Flag { name: "at_risk_percent", flag: "at-risk-percent", place: Place::Body, kind: Kind::Integer, required: false, nullable: true, help: "Share of a target after which a ticket is at risk, which the event `ticket.sla.at_risk` reports; `null` for no warning." },
            Flag { name: "calendar", flag: "calendar", place: Place::Body, kind: Kind::Json, required: false, nullable: false, help: "Business hours. SLA clocks run only during these hours." },
            Flag { name: "name", flag: "name", place: Place::Body, kind: Kind::Text, required: false, nullable: false, help: "Name of the policy, unique within the tenant." },
            Flag { name: "targets", flag: "targets", place: Place::Body, kind: Kind::Json, required: false, nullable: false, help: "SLA targets of each ticket priority." },
            Flag { name: "type_targets", flag: "type-targets", place: Place::Body, kind: Kind::Json, required: false, nullable: false, help: "Targets of some ticket types, which replace `targets`." },
        ],
    },
    Operation {
        id: "psa.sla.policies.delete", verb: "delete", alias: None,
        method: "DELETE", path: "/api/psa/sla/policies/{id}",
        about: "Delete an SLA policy",
        description: "The request is refused while a contract with this policy applies or will apply.",
        example: "tenantctl sla-policies delete slp_01h455vb4pex5vsknk084sn02q",
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
