//! Who may decide about a run, without an engine: the approval is put into the database by hand.

use super::workflows::{RUNS, TRIGGER, create, definition, start};
use api::{ApprovalId, RunId, WorkflowId};
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Answer, Client, TestApp, TestTenant};

struct Asked {
    app: TestApp,
    tenant: TestTenant,
    run: String,
}

impl Asked {
    /// A run that the tenant's first key has started, and that asks.
    async fn new() -> Asked {
        let app = TestApp::start().await;
        let tenant = app.tenant().await;
        create(&tenant, "Ask", definition(json!([{"ask": {"call": "approval", "with": {"summary": "Go?"}}}]))).await;
        let run = start(&tenant, "Ask", json!({})).await.id();
        let asked = Asked { app, tenant, run };
        asked.ask("do/0/ask", 1, "null").await;
        asked
    }

    async fn ask(&self, path: &str, min_approvals: i32, approvers: &str) -> String {
        let root = self.app.database.root().await;
        let sql = format!(
            "insert into workflow_approvals (tenant_id, id, run_id, path, attempt, summary, approver_ids, min_approvals,
                 on_timeout, expires_at, created_at)
             values ($1, gen_random_uuid(), $2, $3, 1, 'Go?', {approvers}, $4, 'reject', now() + interval '1 hour', now())
             returning id"
        );
        let run: RunId = self.run.parse().unwrap();
        let row = root.query_one(&sql, &[&self.tenant.id.0, &run.0, &path, &min_approvals]).await.unwrap();
        ApprovalId(row.get(0)).to_string()
    }

    async fn act(&self, client: &Client, body: Value) -> Answer {
        client.send(Method::PATCH, &format!("{RUNS}?id={}", self.run), Some(body)).await
    }
}

#[tokio::test]
async fn who_started_a_run_does_not_approve_it_by_whatever_key() {
    let asked = Asked::new().await;
    let approve = json!({"action": "approve"});
    assert_eq!(asked.act(&asked.tenant.client, approve.clone()).await.problem(), "403 approver_not_allowed");
    let child = asked.tenant.key_with(&["*"]).await;
    assert_eq!(asked.act(&child, approve.clone()).await.problem(), "403 approver_not_allowed");
    let other = asked.tenant.sign_in("admin").await;
    let answer = asked.act(&other.client, approve.clone()).await.expect(200);
    assert_eq!(answer.body["approvals"][0]["status"], "approved");
    assert_eq!(answer.body["approvals"][0]["decisions"][0]["by"]["id"], json!(other.user.to_string()));
    assert_eq!(asked.act(&other.client, approve).await.problem(), "409 nothing_waits");
}

#[tokio::test]
async fn keys_made_by_keys_lead_back_to_who_made_the_first_also_when_those_between_are_revoked() {
    let asked = Asked::new().await;
    let (mut client, mut revoked) = (asked.tenant.client.clone(), vec![]);
    for number in 0..4 {
        let new = json!({"name": format!("{number}"), "scopes": ["*"]});
        let key = client.post("/api/admin/api-keys", new).await.expect(201);
        client = client.with_key(key.body["key"].as_str().unwrap());
        revoked.push(key.id());
    }
    revoked.pop();
    for id in revoked {
        asked.tenant.client.delete(&format!("/api/admin/api-keys?id={id}")).await.expect(204);
    }
    assert_eq!(asked.act(&client, json!({"action": "approve"})).await.problem(), "403 approver_not_allowed");
}

#[tokio::test]
async fn an_approval_for_a_scope_that_is_gone_is_nobodys_to_give() {
    let asked = Asked::new().await;
    let sql = "update workflow_approvals set approver_scope = 'gone:away' where tenant_id = $1";
    asked.app.database.root().await.execute(sql, &[&asked.tenant.id.0]).await.unwrap();
    let owner = asked.tenant.sign_in("owner").await;
    assert_eq!(asked.act(&owner.client, json!({"action": "approve"})).await.problem(), "403 approver_not_allowed");
}

#[tokio::test]
async fn a_users_keys_are_the_user() {
    let asked = Asked::new().await;
    let user = asked.tenant.sign_in("owner").await;
    let run = user.client.post(TRIGGER, json!({"workflow": "Ask"})).await.expect(202).id();
    let asked = Asked { run, ..asked };
    asked.ask("do/0/ask", 1, "null").await;
    let key = user.client.post("/api/admin/api-keys", json!({"name": "mine", "scopes": ["*"]})).await.expect(201);
    let key = asked.tenant.client.with_key(key.body["key"].as_str().unwrap());
    let again = asked.tenant.sign_in_again(&user).await;
    for mine in [&user.client, &key, &again.client] {
        assert_eq!(asked.act(mine, json!({"action": "approve"})).await.problem(), "403 approver_not_allowed");
    }
    asked.act(&asked.tenant.client, json!({"action": "reject", "comment": "Not today"})).await.expect(200);
}

#[tokio::test]
async fn several_have_to_agree_and_each_counts_once() {
    let asked = Asked::new().await;
    let two = asked.ask("do/1/two", 2, "null").await;
    let (one, other) = (asked.tenant.sign_in("admin").await, asked.tenant.sign_in("admin").await);
    let approve = json!({"action": "approve", "approval_id": two});
    // Several wait: which?
    assert_eq!(asked.act(&one.client, json!({"action": "approve"})).await.problem(), "422 invalid_request");
    let first = asked.act(&one.client, approve.clone()).await.expect(200);
    let status = |answer: &Answer| {
        let all = answer.body["approvals"].as_array().unwrap().clone();
        all.into_iter().find(|approval| approval["id"] == json!(two)).unwrap()["status"].clone()
    };
    assert_eq!(status(&first), "pending");
    assert_eq!(asked.act(&one.client, approve.clone()).await.problem(), "409 nothing_waits");
    let second = asked.act(&other.client, approve).await.expect(200);
    assert_eq!(status(&second), "approved");
}

#[tokio::test]
async fn those_decide_who_were_asked_and_have_the_scope() {
    let asked = Asked::new().await;
    let (mine, other) = (asked.tenant.sign_in("admin").await, asked.tenant.sign_in("admin").await);
    let only = asked.ask("do/1/only", 1, &format!("array['{}'::uuid]", mine.user.0)).await;
    let approve = json!({"action": "approve", "approval_id": only});
    assert_eq!(asked.act(&other.client, approve.clone()).await.problem(), "403 approver_not_allowed");
    let technician = asked.tenant.sign_in("technician").await;
    assert_eq!(asked.act(&technician.client, approve.clone()).await.problem(), "403 insufficient_scope");
    asked.act(&mine.client, approve).await.expect(200);
    // Who decided is told to the engine, once.
    let sql = "select count(*) from engine_outbox where tenant_id = $1 and kind = 'nudge' and path = 'do/1/only'";
    let told: i64 = asked.app.database.root().await.query_one(sql, &[&asked.tenant.id.0]).await.unwrap().get(0);
    assert_eq!(told, 1);
}

#[tokio::test]
async fn what_failed_begins_again_and_what_retries_it_has_started_it() {
    let asked = Asked::new().await;
    let admin = asked.tenant.sign_in("admin").await;
    assert_eq!(asked.act(&admin.client, json!({"action": "retry"})).await.problem(), "409 run_not_failed");
    let sql = "update workflow_runs set status = 'failed', ended_at = now() where tenant_id = $1";
    asked.app.database.root().await.execute(sql, &[&asked.tenant.id.0]).await.unwrap();
    let again = asked.act(&admin.client, json!({"action": "retry"})).await.expect(200);
    assert_eq!((&again.body["status"], &again.body["attempt"]), (&json!("queued"), &json!(2)));
    assert_eq!(asked.act(&admin.client, json!({"action": "approve"})).await.problem(), "403 approver_not_allowed");
    assert_eq!(asked.act(&admin.client, json!({"action": "resume"})).await.problem(), "409 nothing_waits");
}

#[tokio::test]
async fn what_is_disabled_is_not_retried() {
    let asked = Asked::new().await;
    let sql = "update workflow_runs set status = 'failed', ended_at = now() where tenant_id = $1 returning workflow_id";
    let row = asked.app.database.root().await.query_one(sql, &[&asked.tenant.id.0]).await.unwrap();
    let target = format!("{TRIGGER}?id={}", WorkflowId(row.get(0)));
    asked.tenant.client.send(Method::PATCH, &target, Some(json!({"enabled": false}))).await.expect(200);
    assert_eq!(asked.act(&asked.tenant.client, json!({"action": "retry"})).await.problem(), "409 workflow_disabled");
}
