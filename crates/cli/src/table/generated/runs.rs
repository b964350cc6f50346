//! GENERATED from the SDK document: `tenantctl runs`. See `table/tests.rs`.

use crate::table::{Body, Flag, Kind, Noun, Operation, Place, Reply};

pub const NOUN: Noun = Noun { name: "runs", operations: OPERATIONS };

const OPERATIONS: &[Operation] = &[
    Operation {
        id: "psa.workflows.runs.list", verb: "list", alias: None,
        method: "GET", path: "/api/psa/workflows/runs",
        about: "List runs",
        description: "With `id`, returns the run with its steps and approvals. With `wait`, the request returns when the run has ended or after this number of seconds, with its current state. The number of concurrent waiting requests per tenant and server is limited.",
        example: "tenantctl runs list --status queued --limit 20",
        body: Body::Nothing, reply: Reply::Page,
        columns: &["id", "status", "workflow_id", "workflow_name", "created_at", "updated_at", "version"], scopes: &["workflows:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "workflow_id", flag: "workflow-id", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "Filters by workflow." },
            Flag { name: "status", flag: "status", place: Place::Query, kind: Kind::Choices(&["queued", "running", "waiting", "waiting_approval", "succeeded", "failed", "canceled", "timed_out", "skipped"]), required: false, nullable: false, help: "Filters by status; separate several statuses with commas, or repeat the parameter." },
            Flag { name: "limit", flag: "limit", place: Place::Query, kind: Kind::Integer, required: false, nullable: false, help: "Maximum number of objects on a page." },
            Flag { name: "cursor", flag: "cursor", place: Place::Query, kind: Kind::Text, required: false, nullable: false, help: "`next_cursor` of the previous page, with the same filters." },
        ],
    },
    Operation {
        id: "psa.workflows.runs.get", verb: "get", alias: None,
        method: "GET", path: "/api/psa/workflows/runs/{id}",
        about: "Get one workflow run by its id",
        description: "",
        example: "tenantctl runs get run_01h455vb4pex5vsknk084sn02q",
        body: Body::Nothing, reply: Reply::Object,
        columns: &[], scopes: &["workflows:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
            Flag { name: "wait", flag: "wait", place: Place::Query, kind: Kind::Integer, required: false, nullable: false, help: "Maximum number of seconds to wait for the end of the run; requires `id`." },
        ],
    },
    Operation {
        id: "psa.workflows.runs.delete", verb: "cancel", alias: Some("delete"),
        method: "DELETE", path: "/api/psa/workflows/runs/{id}",
        about: "Cancel a run",
        description: "Steps that are already done are not undone.",
        example: "tenantctl runs cancel run_01h455vb4pex5vsknk084sn02q",
        body: Body::Nothing, reply: Reply::Nothing,
        columns: &[], scopes: &["workflows:run"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
            Flag { name: "dry_run", flag: "dry-run", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores nothing." },
            Flag { name: "If-Match", flag: "if-match", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Expected version: the `ETag` of the object as you read it. If the object has another version, the request fails with 412, with the current object as `current`." },
        ],
    },
    Operation {
        id: "psa.workflows.runs.update", verb: "signal", alias: Some("update"),
        method: "PATCH", path: "/api/psa/workflows/runs/{id}",
        about: "Approve, reject, retry or resume a run",
        description: "`approve` and `reject` decide a pending approval. Signed-in users can decide; an API key can decide only if the approval lists it. Nobody who is responsible for the start of the run can decide. `retry` restarts a failed run at the step that failed, and `resume` ends a wait early; a caller who does either cannot approve the run afterwards.",
        example: "tenantctl runs signal run_01h455vb4pex5vsknk084sn02q --action retry",
        body: Body::Json, reply: Reply::Object,
        columns: &[], scopes: &["workflows:read"],
        is_public: false, continues: false,
        flags: &[
            Flag { name: "id", flag: "id", place: Place::Path, kind: Kind::Text, required: true, nullable: false, help: "Id of the object." },
            Flag { name: "dry_run", flag: "dry-run", place: Place::Query, kind: Kind::Switch, required: false, nullable: false, help: "Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores nothing." },
            Flag { name: "Idempotency-Key", flag: "idempotency-key", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`)." },
            Flag { name: "If-Match", flag: "if-match", place: Place::Header, kind: Kind::Text, required: false, nullable: false, help: "Expected version: the `ETag` of the object as you read it. If the object has another version, the request fails with 412, with the current object as `current`." },
            Flag { name: "action", flag: "action", place: Place::Body, kind: Kind::Choice(&["approve", "reject", "retry", "resume"]), required: true, nullable: false, help: "Type of an action on a run. - `approve`: Approves a pending approval. - `retry`: Restarts a failed run at the step that failed. - `resume`: Ends a wait immediately." },
            Flag { name: "approval_id", flag: "approval-id", place: Place::Body, kind: Kind::Text, required: false, nullable: true, help: "Id of the approval. Required if several approvals are pending." },
            Flag { name: "comment", flag: "comment", place: Place::Body, kind: Kind::Text, required: false, nullable: true, help: "Comment on a decision." },
            Flag { name: "path", flag: "path", place: Place::Body, kind: Kind::Text, required: false, nullable: true, help: "Path of the wait to end. Required if the run has several waits." },
        ],
    },
];
