//! Writes: versions, dry runs, audit rows and repetitions.

use crate::{aim, call, caller, ends_own_session, home, operations, writes};
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Operation, TestApp, TestTenant};

#[tokio::test]
async fn a_stale_if_match_changes_nothing_and_shows_what_is_there() {
    let app = TestApp::start().await;
    for op in writes() {
        // Changes of an existing object honour If-Match, whether or not they need an id.
        let changes = (op.takes("id") || op.method != Method::POST) && !ends_own_session(&op);
        assert_eq!(op.takes("If-Match"), changes, "{}", op.name());
    }
    for op in operations().into_iter().filter(|op| op.takes("If-Match")) {
        let tenant = app.tenant().await;
        let id = aim(&op, &tenant).await;
        let stale = tenant.client.with_header("if-match", "\"v7\"");
        let answer = call(&op, &stale, &id, op.example()).await;
        assert_eq!(answer.problem(), "412 version_mismatch", "{}", op.name());
        let kept = tenant.client.get(&format!("{}{id}", home(&op))).await.expect(200);
        assert_eq!(answer.body["current"], kept.body, "{}", op.name());
        // The only object of a tenant begins with its defaults.
        let first = if op.takes("id") || op.requires("name") { "\"v1\"" } else { "\"v0\"" };
        assert_eq!(kept.header("etag"), first, "{}", op.name());

        let fresh = tenant.client.with_header("if-match", first);
        assert!(call(&op, &fresh, &id, op.example()).await.status.is_success(), "{}", op.name());
    }
}

/// Uses of keys are recorded independently of the request; a data key is created at its first use; the days of backup
/// postures, samples of levels and sums of figures are written by background tasks, and so is who was active.
const WRITTEN_INDEPENDENTLY: &[&str] = &[
    "api_key_scope_uses",
    "backup_posture_days",
    "data_keys",
    "gauge_levels",
    "gauge_samples",
    "gauge_sampling",
    "gauge_totals",
    "metric_shares",
    "metric_totals",
    "tenant_days",
    "user_activity",
];

/// The tenant's rows in every table, as the database counts them.
async fn rows_of(app: &TestApp, tenant: &TestTenant) -> Vec<(String, String)> {
    let root = app.database.root().await;
    let tables = "select table_name::text from information_schema.columns
                  where table_schema = 'public' and column_name = 'tenant_id' order by 1";
    let mut rows = vec![];
    for table in root.query(tables, &[]).await.unwrap() {
        let table: String = table.get(0);
        if WRITTEN_INDEPENDENTLY.contains(&table.as_str()) {
            continue;
        }
        // A request adds and removes the posture of a customer and counts its changes. The evaluation in the background
        // sets the rest.
        let set_independently = match table.as_str() {
            "backup_postures" => {
                "{score,grade,causes,alerted,eligible,protected,compliant,at_risk,evaluated_at,next_at,version}"
            }
            _ => "{last_used_at,last_used_ip,last_used_route}",
        };
        // Changes of figures are folded into shares in the background, and requests are counted independently.
        let whole = match table.as_str() {
            "metric_changes" => "select (measure, at, organization_id, dimensions, sum(count))::text as whole from (
                    select tenant_id, measure, at, organization_id, dimensions, count from metric_changes
                    union all select tenant_id, measure, at, organization_id, dimensions, count from metric_shares
                ) as counts
                where tenant_id = $1 and measure not like 'api.%'
                group by measure, at, organization_id, dimensions"
                .to_owned(),
            _ => format!(
                "select (to_jsonb(t) - '{set_independently}'::text[])::text as whole from {table} t where tenant_id = $1"
            ),
        };
        let content = format!("select coalesce(md5(string_agg(whole, ',' order by whole)), '') from ({whole}) as rows");
        let content: String = root.query_one(&content, &[&tenant.id.0]).await.unwrap().get(0);
        rows.push((table, content));
    }
    assert!(rows.len() >= 4, "{rows:?}");
    rows
}

async fn audit_rows(app: &TestApp, tenant: &TestTenant) -> i64 {
    let sql = "select count(*) from audit_log where tenant_id = $1";
    app.database.root().await.query_one(sql, &[&tenant.id.0]).await.unwrap().get(0)
}

#[tokio::test]
async fn a_dry_run_of_every_write_leaves_no_trace() {
    let app = TestApp::start().await;
    for op in writes() {
        let tenant = app.tenant().await;
        let id = aim(&op, &tenant).await;
        let query = if id.is_empty() { "?dry_run=true".to_owned() } else { format!("{id}&dry_run=true") };
        let client = caller(&op, &tenant).await.with_header("idempotency-key", "dry");
        let before = rows_of(&app, &tenant).await;
        let plan = call(&op, &client, &query, op.example()).await;
        assert_eq!(plan.header("dry-run"), "true", "{}: {:#}", op.name(), plan.body);
        assert_eq!(rows_of(&app, &tenant).await, before, "{} left a trace", op.name());

        let done = call(&op, &client, &id, op.example()).await;
        assert!(done.status.is_success() && !done.headers.contains_key("idempotency-replayed"), "{}", op.name());
        assert_ne!(rows_of(&app, &tenant).await, before, "{} would leave one", op.name());
        // The dry run has the status of the real call, and a body if that has one.
        assert_eq!(plan.status, done.status, "{}", op.name());
        assert_eq!(plan.body.is_null(), done.body.is_null(), "{}", op.name());
        assert!(!done.headers.contains_key("dry-run") && plan.body.get("dry_run").is_none(), "{}", op.name());

        let odd = caller(&op, &tenant).await;
        let odd = call(&op, &odd, &query.replace("=true", "=perhaps"), op.example()).await;
        assert_eq!(odd.problem(), "400 invalid_parameter", "{}", op.name());
    }
}

/// The number of audit entries of a write. A split changes a comment and creates a ticket; a merge changes two tickets and has
/// an entry of its own.
fn audited(op: &Operation) -> i64 {
    match op.id.as_str() {
        "psa.tickets.comments.split" => 2,
        "psa.tickets.merges.create" | "psa.tickets.merges.undo" => 3,
        _ => 1,
    }
}

#[tokio::test]
async fn every_write_leaves_exactly_one_audit_row_for_each_object_that_it_changes() {
    let app = TestApp::start().await;
    for op in writes() {
        let tenant = app.tenant().await;
        let id = aim(&op, &tenant).await;
        let before = audit_rows(&app, &tenant).await;
        let client = caller(&op, &tenant).await.with_header("x-request-id", "audited");
        assert!(call(&op, &client, &id, op.example()).await.status.is_success(), "{}", op.name());
        assert_eq!(audit_rows(&app, &tenant).await, before + audited(&op), "{}", op.name());
        let log = tenant.client.get("/api/admin/audit-log?request_id=audited").await.expect(200);
        let entries = log.body["data"].as_array().unwrap();
        let about = |entry: &&Value| id.contains(entry["resource"]["id"].as_str().unwrap_or("?"));
        let entry = entries.iter().find(about).unwrap_or(&entries[0]);
        if !ends_own_session(&op) {
            assert_eq!(entry["actor"], json!({"type": "api_key", "id": tenant.key_id}), "{}", op.name());
        }
        // A macro is used, not created.
        let creates = op.method == Method::POST && !op.takes("id") && op.id != "psa.macros.apply";
        assert_eq!((&entry["ip"], entry["before"].is_null()), (&json!("127.0.0.1"), creates), "{}", op.name());
        assert_eq!(entry["after"].is_null(), op.method == Method::DELETE, "{}", op.name());
    }
}

#[tokio::test]
async fn a_refused_write_leaves_no_audit_row() {
    let app = TestApp::start().await;
    for op in writes().filter(|op| op.takes("If-Match")) {
        let tenant = app.tenant().await;
        let id = aim(&op, &tenant).await;
        let before = rows_of(&app, &tenant).await;
        call(&op, &tenant.client.with_header("if-match", "\"v9\""), &id, op.example()).await.expect(412);
        assert_eq!(rows_of(&app, &tenant).await, before, "{}", op.name());
    }
}

#[tokio::test]
async fn every_write_with_a_body_can_be_repeated_without_a_second_effect() {
    let app = TestApp::start().await;
    let mut seen = vec![];
    for op in writes() {
        assert_eq!(op.takes("Idempotency-Key"), op.method != Method::DELETE, "{}", op.name());
    }
    for op in writes().filter(|op| op.takes("Idempotency-Key")) {
        let tenant = app.tenant().await;
        let id = aim(&op, &tenant).await;
        let client = tenant.client.with_header("idempotency-key", "once");
        let first = call(&op, &client, &id, op.example()).await;
        assert!(first.status.is_success(), "{}: {:#}", op.name(), first.body);
        let rows = rows_of(&app, &tenant).await;
        let again = call(&op, &client, &id, op.example()).await;
        assert_eq!((again.status, again.header("idempotency-replayed")), (first.status, "true"), "{}", op.name());
        assert_eq!((again.header("etag"), again.header("location")), (first.header("etag"), first.header("location")));
        assert_eq!(rows_of(&app, &tenant).await, rows, "{} had a second effect", op.name());
        let shown_once = op.fixture().map_or(&[][..], |fixture| fixture.shown_once);
        for (field, value) in again.body.as_object().unwrap() {
            let expected = if shown_once.contains(&field.as_str()) { &Value::Null } else { &first.body[field] };
            assert_eq!(value, expected, "{} {field}", op.name());
        }

        let mut other = op.example().unwrap();
        other["name"] = json!("another");
        let reused = call(&op, &client, &id, Some(other)).await;
        assert_eq!(reused.problem(), "422 idempotency_key_reused", "{}", op.name());
        seen.push(op.method);
    }
    for method in [Method::POST, Method::PUT, Method::PATCH] {
        assert!(seen.contains(&method), "no {method} was repeated");
    }
}
