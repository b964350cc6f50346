//! The right to decide about a run, without an engine: the approval is inserted into the database by the test.

use super::workflows::{RUNS, TRIGGER, create, definition, start};
use api::{ApiKeyId, ApprovalId, RunId, UserId, WorkflowId};
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Answer, Client, SignedIn, TestApp, TestTenant};

pub const KEYS: &str = "/api/admin/api-keys";
/// The list of approvals.
pub const LIST: &str = "/api/psa/workflows/approvals";

/// The approvers that an approval names.
#[derive(Default)]
pub struct Named {
    pub users: Option<Vec<UserId>>,
    pub keys: Option<Vec<ApiKeyId>>,
}

pub struct Asked {
    pub app: TestApp,
    pub tenant: TestTenant,
    pub run: String,
}

impl Asked {
    /// A run that the tenant's first key has started, with an approval.
    pub async fn new() -> Asked {
        let app = TestApp::start().await;
        let tenant = app.tenant().await;
        create(&tenant, "Ask", definition(json!([{"ask": {"call": "approval", "with": {"summary": "Go?"}}}]))).await;
        let run = start(&tenant, "Ask", json!({})).await.id();
        let asked = Asked { app, tenant, run };
        asked.ask("do/0/ask", 1, Named::default()).await;
        asked
    }

    /// A run that this caller has started, and whose only approval names these approvers.
    pub async fn started_by(client: &Client, asked: Asked, min_approvals: i32, named: Named) -> Asked {
        let run = client.post(TRIGGER, json!({"workflow": "Ask"})).await.expect(202).id();
        let asked = Asked { run, ..asked };
        asked.ask("do/0/ask", min_approvals, named).await;
        asked
    }

    pub async fn ask(&self, path: &str, min_approvals: i32, named: Named) -> String {
        let root = self.app.database.root().await;
        let sql = "insert into workflow_approvals (tenant_id, id, run_id, path, attempt, summary, approver_ids,
                 approver_key_ids, min_approvals, on_timeout, expires_at, created_at)
             values ($1, gen_random_uuid(), $2, $3, 1, 'Go?', $4, $5, $6, 'reject', now() + interval '1 hour', now())
             returning id";
        let run: RunId = self.run.parse().unwrap();
        let users = named.users.map(|users| users.into_iter().map(|user| user.0).collect::<Vec<_>>());
        let keys = named.keys.map(|keys| keys.into_iter().map(|key| key.0).collect::<Vec<_>>());
        let row = root.query_one(sql, &[&self.tenant.id.0, &run.0, &path, &users, &keys, &min_approvals]).await;
        ApprovalId(row.unwrap().get(0)).to_string()
    }

    pub async fn act(&self, client: &Client, body: Value) -> Answer {
        client.send(Method::PATCH, &format!("{RUNS}?id={}", self.run), Some(body)).await
    }

    pub async fn approve(&self, client: &Client) -> Answer {
        self.act(client, json!({"action": "approve"})).await
    }

    async fn is_refused(&self, client: &Client) {
        assert_eq!(self.approve(client).await.problem(), "403 approver_not_allowed");
    }
}

/// A key, and its users.
pub struct Key {
    pub id: ApiKeyId,
    pub client: Client,
}

/// A key that this caller creates.
pub async fn key_by(maker: &Client, tenant: &TestTenant, name: &str) -> Key {
    let made = maker.post(KEYS, json!({"name": name, "scopes": ["*"]})).await.expect(201);
    Key { id: made.id().parse().unwrap(), client: tenant.client.with_key(made.body["key"].as_str().unwrap()) }
}

/// The same key with the secret from this caller's rotation; the earlier secret still works.
async fn rotated_by(rotator: &Client, tenant: &TestTenant, key: &Key) -> Client {
    let rotate = json!({"rotate": {"grace_seconds": 3600}});
    let rotated = rotator.put(&format!("{KEYS}?id={}", key.id), rotate).await.expect(200);
    tenant.client.with_key(rotated.body["key"].as_str().unwrap())
}

fn keys(keys: &[&Key]) -> Named {
    Named { users: None, keys: Some(keys.iter().map(|key| key.id).collect()) }
}

/// Two people of the same tenant: one who starts, one who decides.
pub async fn two(tenant: &TestTenant) -> (SignedIn, SignedIn) {
    (tenant.sign_in("owner").await, tenant.sign_in("owner").await)
}

#[tokio::test]
async fn by_default_only_people_decide_in_a_session() {
    let asked = Asked::new().await;
    let (_, other) = two(&asked.tenant).await;
    let key = key_by(&other.client, &asked.tenant, "of a colleague").await;
    let refused = asked.approve(&key.client).await;
    assert_eq!(refused.problem(), "403 approver_not_allowed");
    assert!(refused.body["detail"].as_str().unwrap().contains("requires a signed-in user"), "{}", refused.body);
    asked.is_refused(&asked.tenant.client).await;
    let answer = asked.approve(&other.client).await.expect(200);
    assert_eq!(answer.body["approvals"][0]["status"], "approved");
    assert_eq!(answer.body["approvals"][0]["outcome"], "1 of 1 approvals were given.");
    assert_eq!(answer.body["approvals"][0]["decisions"][0]["decided_by"]["id"], json!(other.user.to_string()));
    assert_eq!(asked.approve(&other.client).await.problem(), "409 run_not_waiting");
}

#[tokio::test]
async fn a_key_decides_where_it_is_named_and_no_other() {
    let asked = Asked::new().await;
    let (starter, other) = two(&asked.tenant).await;
    let named = key_by(&other.client, &asked.tenant, "named").await;
    let unnamed = key_by(&other.client, &asked.tenant, "not named").await;
    let asked = Asked::started_by(&starter.client, asked, 1, keys(&[&named])).await;
    asked.is_refused(&unnamed.client).await;
    // If an approval names approvers, nobody else can decide.
    asked.is_refused(&other.client).await;
    asked.approve(&named.client).await.expect(200);
}

#[tokio::test]
async fn a_key_that_the_starter_has_rotated_does_not_decide_whenever_that_was() {
    let asked = Asked::new().await;
    let (starter, other) = two(&asked.tenant).await;
    let before = key_by(&other.client, &asked.tenant, "rotated before").await;
    let after = key_by(&other.client, &asked.tenant, "rotated after").await;
    let stolen_before = rotated_by(&starter.client, &asked.tenant, &before).await;
    let named = Named { users: Some(vec![other.user]), ..keys(&[&before, &after]) };
    let asked = Asked::started_by(&starter.client, asked, 1, named).await;
    let stolen_after = rotated_by(&starter.client, &asked.tenant, &after).await;
    for key in [&stolen_before, &stolen_after, &before.client, &after.client] {
        asked.is_refused(key).await;
    }
    asked.approve(&other.client).await.expect(200);
}

#[tokio::test]
async fn a_run_has_everyone_behind_it_who_made_or_rotated_the_key_that_started_it() {
    let asked = Asked::new().await;
    let (rotator, maker) = two(&asked.tenant).await;
    let key = key_by(&maker.client, &asked.tenant, "automation").await;
    let stolen = rotated_by(&rotator.client, &asked.tenant, &key).await;
    let asked = Asked::started_by(&stolen, asked, 1, Named::default()).await;
    asked.is_refused(&rotator.client).await;
    asked.is_refused(&maker.client).await;
    // This includes a caller who rotates it only now: responsibility for the start is checked at each decision.
    let later = asked.tenant.sign_in("owner").await;
    rotated_by(&later.client, &asked.tenant, &key).await;
    asked.is_refused(&later.client).await;
    asked.approve(&asked.tenant.sign_in("admin").await.client).await.expect(200);
}

#[tokio::test]
async fn keys_made_by_keys_lead_back_to_everyone_also_when_those_between_are_revoked() {
    let asked = Asked::new().await;
    let (starter, _) = two(&asked.tenant).await;
    let (mut last, mut revoked) = (key_by(&starter.client, &asked.tenant, "first").await, vec![]);
    for number in 0..4 {
        let next = key_by(&last.client, &asked.tenant, &format!("{number}")).await;
        revoked.push(last.id);
        last = next;
    }
    for id in revoked {
        starter.client.delete(&format!("{KEYS}?id={id}")).await.expect(204);
    }
    let asked = Asked::started_by(&starter.client, asked, 1, keys(&[&last])).await;
    asked.is_refused(&last.client).await;
}

#[tokio::test]
async fn keys_that_rotated_each_other_have_the_same_people_behind_them() {
    let asked = Asked::new().await;
    let (starter, other) = two(&asked.tenant).await;
    let (mine, theirs) =
        (key_by(&starter.client, &asked.tenant, "mine").await, key_by(&other.client, &asked.tenant, "theirs").await);
    // A caller cannot rotate a key that outlives their own: both end at the same time.
    let same =
        "update api_keys set expires_at = date_trunc('day', expires_at), version = version + 1 where id = any ($1)";
    let root = asked.app.database.root().await;
    root.execute(same, &[&vec![mine.id.0, theirs.id.0]]).await.unwrap();
    rotated_by(&mine.client, &asked.tenant, &theirs).await;
    rotated_by(&theirs.client, &asked.tenant, &mine).await;
    let asked = Asked::started_by(&starter.client, asked, 1, keys(&[&theirs])).await;
    asked.is_refused(&theirs.client).await;
}

#[tokio::test]
async fn who_owned_a_key_stays_behind_it() {
    let asked = Asked::new().await;
    let (starter, other) = two(&asked.tenant).await;
    let key = key_by(&other.client, &asked.tenant, "handed over").await;
    let root = asked.app.database.root().await;
    for owner in [starter.user, other.user] {
        let sql = "update api_keys set owner_kind = 'user', owner_id = $2 where id = $1";
        root.execute(sql, &[&key.id.0, &owner.0]).await.unwrap();
    }
    let asked = Asked::started_by(&starter.client, asked, 1, keys(&[&key])).await;
    asked.is_refused(&key.client).await;
}

#[tokio::test]
async fn a_key_of_the_operator_stands_for_itself() {
    let asked = Asked::new().await;
    let first = Key { id: asked.tenant.key_id.parse().unwrap(), client: asked.tenant.client.clone() };
    let child = key_by(&first.client, &asked.tenant, "its child").await;
    let client = first.client.clone();
    let asked = Asked::started_by(&client, asked, 1, keys(&[&first, &child])).await;
    asked.is_refused(&first.client).await;
    asked.is_refused(&child.client).await;
    // It may decide about a run that a person started, unless that person rotated it.
    let starter = asked.tenant.sign_in("owner").await;
    let asked = Asked::started_by(&starter.client, asked, 1, keys(&[&first, &child])).await;
    rotated_by(&starter.client, &asked.tenant, &child).await;
    asked.is_refused(&child.client).await;
    asked.approve(&first.client).await.expect(200);
}

#[tokio::test]
async fn an_approval_for_a_scope_that_is_gone_is_nobodys_to_give() {
    let asked = Asked::new().await;
    let sql = "update workflow_approvals set approver_scope = 'gone:away' where tenant_id = $1";
    asked.app.database.root().await.execute(sql, &[&asked.tenant.id.0]).await.unwrap();
    let owner = asked.tenant.sign_in("owner").await;
    asked.is_refused(&owner.client).await;
}

#[tokio::test]
async fn whoever_started_a_run_is_the_same_in_every_session() {
    let asked = Asked::new().await;
    let (starter, other) = two(&asked.tenant).await;
    let asked = Asked::started_by(&starter.client, asked, 1, Named::default()).await;
    let again = asked.tenant.sign_in_again(&starter).await;
    let command_line = asked.tenant.client.with_key(&again.token);
    for mine in [&starter.client, &again.client, &command_line] {
        asked.is_refused(mine).await;
    }
    asked.act(&other.client, json!({"action": "reject", "comment": "Not today"})).await.expect(200);
}

#[tokio::test]
async fn who_wrote_what_a_key_starts_does_not_approve_it() {
    let asked = Asked::new().await;
    let (author, automation) = two(&asked.tenant).await;
    let (colleague, enabler) = two(&asked.tenant).await;
    let asks = definition(json!([{"ask": {"call": "approval", "with": {"summary": "Anything?"}}}]));
    let id = start(&asked.tenant, "Ask", json!({})).await.body["workflow_id"].as_str().unwrap().to_owned();
    let target = format!("{TRIGGER}?id={id}");
    author.client.send(Method::PATCH, &target, Some(json!({"definition": asks, "enabled": false}))).await.expect(200);
    enabler.client.send(Method::PATCH, &target, Some(json!({"enabled": true}))).await.expect(200);
    let key = key_by(&automation.client, &asked.tenant, "nightly").await;
    let asked = Asked::started_by(&key.client, asked, 1, Named::default()).await;
    for behind in [&author, &automation, &enabler] {
        asked.is_refused(&behind.client).await;
    }
    asked.approve(&colleague.client).await.expect(200);
    // A run that a signed-in person starts may be approved by its author.
    let asked = Asked::started_by(&colleague.client, asked, 1, Named::default()).await;
    asked.approve(&author.client).await.expect(200);
}

#[tokio::test]
async fn several_have_to_agree_and_each_person_counts_once() {
    let asked = Asked::new().await;
    let (one, other) = two(&asked.tenant).await;
    let (own, lent) = (
        key_by(&one.client, &asked.tenant, "my own").await,
        key_by(&other.client, &asked.tenant, "a colleague's").await,
    );
    rotated_by(&one.client, &asked.tenant, &lent).await;
    let named = Named { users: Some(vec![one.user, other.user]), ..keys(&[&own, &lent]) };
    let two = asked.ask("do/1/two", 2, named).await;
    let approve = json!({"action": "approve", "approval_id": two});
    // Several approvals are pending: the request must name one.
    assert_eq!(asked.act(&one.client, json!({"action": "approve"})).await.problem(), "422 invalid_request");
    let first = asked.act(&one.client, approve.clone()).await.expect(200);
    let approval = |answer: &Answer| {
        let all = answer.body["approvals"].as_array().unwrap().clone();
        all.into_iter().find(|approval| approval["id"] == json!(two)).unwrap()
    };
    assert_eq!((&approval(&first)["status"], &approval(&first)["approvals_given"]), (&json!("pending"), &json!(1)));
    let again = asked.tenant.sign_in_again(&one).await;
    for same in [&one.client, &again.client, &own.client, &lent.client] {
        assert_eq!(asked.act(same, approve.clone()).await.problem(), "409 run_not_waiting");
    }
    let second = asked.act(&other.client, approve).await.expect(200);
    assert_eq!(approval(&second)["status"], "approved");
}

#[tokio::test]
async fn of_two_decisions_of_a_person_at_once_one_counts() {
    let asked = Asked::new().await;
    let person = asked.tenant.sign_in("admin").await;
    let two = asked.ask("do/1/two", 2, Named::default()).await;
    let mut sessions = vec![];
    for _ in 0..6 {
        sessions.push(asked.tenant.sign_in_again(&person).await);
    }
    let approve = json!({"action": "approve", "approval_id": two});
    let answers = futures::future::join_all(sessions.iter().map(|same| asked.act(&same.client, approve.clone()))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    let read = asked.tenant.client.get(&format!("{LIST}?id={two}")).await.expect(200);
    assert_eq!((&read.body["status"], &read.body["approvals_given"]), (&json!("pending"), &json!(1)));
}

#[tokio::test]
async fn a_repeated_decision_counts_once_and_a_dry_run_not_at_all() {
    let asked = Asked::new().await;
    let person = asked.tenant.sign_in("admin").await;
    let two = asked.ask("do/1/two", 2, Named::default()).await;
    let approve = json!({"action": "approve", "approval_id": two});
    let target = format!("{RUNS}?id={}&dry_run=true", asked.run);
    person.client.send(Method::PATCH, &target, Some(approve.clone())).await.expect(200);
    let once = person.client.with_header("idempotency-key", "approve-it");
    for replayed in ["", "true", "true"] {
        let answer = asked.act(&once, approve.clone()).await.expect(200);
        assert_eq!(answer.header("idempotency-replayed"), replayed);
    }
    // The Idempotency-Key of another caller is a different key.
    let starter = asked.tenant.client.with_header("idempotency-key", "approve-it");
    assert_eq!(asked.act(&starter, approve).await.problem(), "403 approver_not_allowed");
    let read = person.client.get(&format!("{LIST}?id={two}")).await.expect(200);
    assert_eq!((&read.body["status"], &read.body["approvals_given"]), (&json!("pending"), &json!(1)));
}

#[tokio::test]
async fn an_approval_of_somebody_who_has_a_hand_in_the_run_since_does_not_count() {
    let asked = Asked::new().await;
    let (one, other) = two(&asked.tenant).await;
    let third = asked.tenant.sign_in("owner").await;
    let key = key_by(&third.client, &asked.tenant, "automation").await;
    let asked = Asked::started_by(&key.client, asked, 2, Named::default()).await;
    asked.approve(&one.client).await.expect(200);
    rotated_by(&one.client, &asked.tenant, &key).await;
    let half = asked.approve(&other.client).await.expect(200);
    assert_eq!(
        (&half.body["approvals"][0]["status"], &half.body["approvals"][0]["approvals_given"]),
        (&json!("pending"), &json!(1))
    );
    let fourth = asked.tenant.sign_in("owner").await;
    assert_eq!(asked.approve(&fourth.client).await.expect(200).body["approvals"][0]["status"], "approved");
}

#[tokio::test]
async fn those_decide_who_were_asked_and_have_the_scope() {
    let asked = Asked::new().await;
    let (mine, other) = (asked.tenant.sign_in("admin").await, asked.tenant.sign_in("admin").await);
    let only = asked.ask("do/1/only", 1, Named { users: Some(vec![mine.user]), keys: None }).await;
    let approve = json!({"action": "approve", "approval_id": only});
    assert_eq!(asked.act(&other.client, approve.clone()).await.problem(), "403 approver_not_allowed");
    let technician = asked.tenant.sign_in("technician").await;
    assert_eq!(asked.act(&technician.client, approve.clone()).await.problem(), "403 insufficient_scope");
    asked.act(&mine.client, approve).await.expect(200);
    // The engine is notified of the decision, once.
    let sql = "select count(*) from engine_outbox where tenant_id = $1 and kind = 'nudge' and path = 'do/1/only'";
    let told: i64 = asked.app.database.root().await.query_one(sql, &[&asked.tenant.id.0]).await.unwrap().get(0);
    assert_eq!(told, 1);
}

#[tokio::test]
async fn what_has_expired_is_nobodys_to_decide() {
    let asked = Asked::new().await;
    let sql = "update workflow_approvals set expires_at = now() where tenant_id = $1";
    asked.app.database.root().await.execute(sql, &[&asked.tenant.id.0]).await.unwrap();
    let admin = asked.tenant.sign_in("admin").await;
    assert_eq!(asked.approve(&admin.client).await.problem(), "409 run_not_waiting");
    let listed = admin.client.get(&format!("{LIST}?run_id={}", asked.run)).await.expect(200);
    assert_eq!(listed.body["data"][0]["cannot_decide"], "expired");
}

#[tokio::test]
async fn whoever_ends_a_wait_early_has_a_hand_in_the_run() {
    let asked = Asked::new().await;
    let (one, other) = two(&asked.tenant).await;
    let sql = "insert into workflow_steps (tenant_id, run_id, path, name, kind, task, status, started_at)
               values ($1, $2, 'do/0/pause', 'pause', 'wait', 'wait', 'waiting', now())";
    let run: RunId = asked.run.parse().unwrap();
    asked.app.database.root().await.execute(sql, &[&asked.tenant.id.0, &run.0]).await.unwrap();
    asked.act(&one.client, json!({"action": "resume"})).await.expect(200);
    asked.is_refused(&one.client).await;
    asked.approve(&other.client).await.expect(200);
}

#[tokio::test]
async fn a_restricted_key_that_is_named_decides_only_what_it_sees() {
    let asked = Asked::new().await;
    let other = asked.tenant.sign_in("owner").await;
    let organization = asked.tenant.organization("elsewhere").await;
    let new = json!({"name": "restricted", "scopes": ["*"], "organization_ids": [organization]});
    let made = other.client.post(KEYS, new).await.expect(201);
    let key = Key {
        id: made.id().parse().unwrap(),
        client: asked.tenant.client.with_key(made.body["key"].as_str().unwrap()),
    };
    asked.ask("do/1/named", 1, keys(&[&key])).await;
    assert_eq!(asked.approve(&key.client).await.problem(), "404 not_found");
    let listed = key.client.get(&format!("{LIST}?mine=true")).await.expect(200);
    assert_eq!(listed.body["data"], json!([]));
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
    asked.is_refused(&admin.client).await;
    assert_eq!(asked.act(&admin.client, json!({"action": "resume"})).await.problem(), "409 run_not_waiting");
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
