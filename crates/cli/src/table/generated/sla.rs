//! GENERATED from the SDK document: `tenantctl sla`. See `table/tests.rs`.

use crate::table::{Body, Flag, Kind, Noun, Operation, Place, Reply};

pub const NOUN: Noun = Noun { name: "sla", operations: OPERATIONS };

const OPERATIONS: &[Operation] = &[
    Operation {
        id: "psa.sla.get", verb: "get", alias: None,
        method: "GET", path: "/api/psa/sla",
        about: "Read the SLA settings",
        description: "Returns the targets of each ticket priority and the business hours. They apply to organizations without an SLA contract. Before they are changed for the first time, the defaults apply, which are not enabled.",
        example: "tenantctl sla get",
        body: Body::Nothing, reply: Reply::Object,
        columns: &[], scopes: &["tickets:read"],
        is_public: false, continues: false,
        flags: &[],
    },
    Operation {
        id: "psa.sla.update", verb: "update", alias: None,
        method: "PUT", path: "/api/psa/sla",
        about: "Change the SLA settings",
        description: "Fields that are absent are not changed; fields that are present are replaced as a whole. Unresolved tickets keep their elapsed time and are measured by the new settings within seconds, which changes neither their `version` nor their `updated_at`. Callers that are restricted to organizations cannot change the settings.",
        example: "tenantctl sla update --from-file sla.yaml",
        body: Body::Json, reply: Reply::Object,
        columns: &[], scopes: &["tickets:write"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "dry_run", flag: "dry-run", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores nothing." },
            Flag { name: "Idempotency-Key", flag: "idempotency-key", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`)." },
            Flag { name: "If-Match", flag: "if-match", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Expected version: the `ETag` of the object as you read it. If the object has another version, the request fails with 412, with the current object as `current`." },
            Flag { name: "at_risk_percent", flag: "at-risk-percent", place: Place::Body, kind: Kind::Integer, required: false, nullable: true, help: "Share of a target after which a ticket is at risk, which the event `ticket.sla.at_risk` reports; `null` for no warning." },
            Flag { name: "calendar", flag: "calendar", place: Place::Body, kind: Kind::Json, required: false, nullable: false, help: "Business hours. SLA clocks run only during these hours." },
            Flag { name: "enabled", flag: "enabled", place: Place::Body, kind: Kind::Switch, required: false, nullable: false, help: "`true` if SLA clocks run on tickets. While it is `false`, no time is counted." },
            Flag { name: "reopen_on_contact_comment", flag: "reopen-on-contact-comment", place: Place::Body, kind: Kind::Choices(&["pending_customer", "pending_vendor", "scheduled", "resolved"]), required: false, nullable: false, help: "Statuses in which a comment of a contact sets the ticket to `open`; `pending_customer` and `resolved` before the first change. With an empty list, comments never reopen a ticket." },
            Flag { name: "targets", flag: "targets", place: Place::Body, kind: Kind::Json, required: false, nullable: false, help: "SLA targets of each ticket priority." },
            Flag { name: "type_targets", flag: "type-targets", place: Place::Body, kind: Kind::Json, required: false, nullable: false, help: "Targets of some ticket types, which replace `targets`; at most one entry for each type." },
        ],
    },
];
