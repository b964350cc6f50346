//! How members of these resources are created. Statements replace the engine, which is not always available.

use kernel::family::fixture::{Fixture, Made};

/// The example of a run in the document starts it by this name.
const WORKFLOW: Made = Made::Request {
    method: "POST",
    target: "/api/psa/workflows",
    body: r#"{"name": "Greet$mark", "definition": {
        "document": {"dsl": "1.0.0", "namespace": "acme", "name": "greet", "version": "1.0.0"},
        "do": [{"open": {"call": "ticket.create", "with": {"subject": "Hello $mark"}}}]
    }}"#,
};

const RUN: Made =
    Made::Request { method: "POST", target: "/api/psa/workflows/trigger", body: r#"{"workflow": "$wf"}"# };

/// As a run requests one.
const APPROVAL: Made = Made::Statement(
    "insert into workflow_approvals (
        tenant_id, id, run_id, path, attempt, summary, min_approvals, on_timeout, expires_at, created_at
    )
    values (
        '$tenant', gen_random_uuid(), '$run', 'do/0/ask', 1, 'Go $mark?', 1, 'reject', now() + interval '1 hour', now()
    )
    returning id",
);

const SECRET: Made = Made::Request {
    method: "PUT",
    target: "/api/psa/workflows/secrets?name=example$mark",
    body: r#"{"value": "$secret", "allowed_hosts": ["api$mark.example"]}"#,
};

/// Only a run that failed can be retried.
const FAILED: &str = "update workflow_runs set status = 'failed' where id = '$id'";

pub const FIXTURES: &[Fixture] = &[
    Fixture::made("wf", "/api/psa/workflows/trigger", WORKFLOW),
    Fixture::made("run", "/api/psa/workflows/runs", RUN).needs(&["wf"]).ready(&[("psa.workflows.runs.update", FAILED)]),
    Fixture::made("apr", "/api/psa/workflows/approvals", APPROVAL).needs(&["run"]),
    Fixture::made("sec", "/api/psa/workflows/secrets", SECRET),
];
