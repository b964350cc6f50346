//! GENERATED from the SDK document: `tenantctl approvals`. See `table/tests.rs`.

use crate::table::{Body, Flag, Kind, Noun, Operation, Place, Reply};

pub const NOUN: Noun = Noun { name: "approvals", operations: OPERATIONS };

const OPERATIONS: &[Operation] = &[
    Operation {
        id: "psa.workflows.approvals.list", verb: "list", alias: None,
        method: "GET", path: "/api/psa/workflows/approvals",
        about: "List approvals",
        description: "Returns approvals, each with its run, the next steps of the run, the decisions so far, and the caller's right to decide. `mine=true` returns only approvals that the caller can decide now. Decide with `PATCH /api/psa/workflows/runs?id=…` or on the page at `url`.",
        example: "tenantctl approvals list --status pending --limit 20",
        body: Body::Nothing, reply: Reply::Page,
        columns: &["id", "status", "url", "expires_at", "created_at", "version"], scopes: &["workflows:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "status", flag: "status", place: Place::Query, kind: Kind::Choices(&["pending", "approved", "rejected", "timed_out", "canceled"]), required: false, nullable: false, help: "Filters by status; separate several statuses with commas, or repeat the parameter." },
            Flag { name: "run_id", flag: "run-id", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Filters by run." },
            Flag { name: "mine", flag: "mine", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "`true` returns only approvals that the caller can decide now." },
            Flag { name: "limit", flag: "limit", place: Place::Query, kind: Kind::Integer, required: false, nullable: false, help: "Maximum number of objects on a page." },
            Flag { name: "cursor", flag: "cursor", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "`next_cursor` of the previous page, with the same filters." },
        ],
    },
    Operation {
        id: "psa.workflows.approvals.get", verb: "get", alias: None,
        method: "GET", path: "/api/psa/workflows/approvals/{id}",
        about: "Get one workflow approval by its id",
        description: "",
        example: "tenantctl approvals get apr_01h455vb4pex5vsknk084sn02q",
        body: Body::Nothing, reply: Reply::Object,
        columns: &[], scopes: &["workflows:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
        ],
    },
];
