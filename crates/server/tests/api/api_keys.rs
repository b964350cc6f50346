use futures::future::join_all;
use jiff::SignedDuration;
use serde_json::{Value, json};
use tenant_control::control::api_keys::notice_expiring;
use testkit::{Answer, TestApp, TestTenant};

const KEYS: &str = "/api/admin/api-keys";

fn one(id: &str) -> String {
    format!("{KEYS}?id={id}")
}

async fn create(tenant: &TestTenant, new: Value) -> Answer {
    tenant.client.post(KEYS, new).await.expect(201)
}

fn names(list: &Answer) -> Vec<&str> {
    list.body["data"].as_array().unwrap().iter().map(|key| key["name"].as_str().unwrap()).collect()
}

fn pointers(answer: &Answer) -> Vec<&str> {
    answer.body["errors"].as_array().unwrap().iter().map(|fault| fault["pointer"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn the_text_of_a_key_is_shown_once_and_works() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let created = create(&tenant, json!({"name": "sync", "scopes": ["organizations:read"], "expires_days": 30})).await;
    let text = created.body["key"].as_str().unwrap();
    assert!(text.starts_with(created.body["key_prefix"].as_str().unwrap()));
    assert!(text.ends_with(created.body["key_last4"].as_str().unwrap()));
    assert_eq!(created.header("etag"), "\"v1\"");
    assert_eq!(created.header("location"), one(&created.id()));
    assert_eq!(created.body["created_by"], json!({"type": "api_key", "id": tenant.key_id}));

    let read = tenant.client.get(&one(&created.id())).await.expect(200);
    assert_eq!(read.body["key"], Value::Null);
    let mut without_key = created.body.clone();
    without_key["key"] = Value::Null;
    assert_eq!(read.body, without_key, "what creation answers is what is stored");
    tenant.client.with_key(text).get("/api/rmm/organizations").await.expect(200);
}

#[tokio::test]
async fn a_change_merges_and_takes_effect_at_once() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let created = create(&tenant, json!({"name": "sync", "scopes": ["organizations:read"]})).await;
    let client = tenant.client.with_key(created.body["key"].as_str().unwrap());
    client.get("/api/rmm/organizations").await.expect(200);

    let changed = tenant.client.put(&one(&created.id()), json!({"scopes": ["api_keys:read"]})).await.expect(200);
    assert_eq!((&changed.body["name"], &changed.body["version"]), (&json!("sync"), &json!(2)));
    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    assert_eq!(client.get("/api/rmm/organizations").await.problem(), "403 insufficient_scope");
    client.get(KEYS).await.expect(200);
}

#[tokio::test]
async fn a_revoked_key_is_refused_and_stays_on_record() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let created = create(&tenant, json!({"name": "sync", "scopes": ["*:read"]})).await;
    let client = tenant.client.with_key(created.body["key"].as_str().unwrap());
    client.get(KEYS).await.expect(200);
    tenant.client.delete(&one(&created.id())).await.expect(204);
    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    let refused = client.get(KEYS).await;
    assert_eq!(refused.problem(), "401 key_revoked");
    assert_eq!(refused.header("www-authenticate"), r#"Bearer realm="tenant-control", error="invalid_token""#);

    let record = tenant.client.get(&one(&created.id())).await.expect(200).body;
    assert_eq!((&record["status"], record["revoked_at"].is_string()), (&json!("revoked"), true));
    tenant.client.delete(&one(&created.id())).await.expect(204);
    let again = tenant.client.get(&one(&created.id())).await.body;
    assert_eq!(again["revoked_at"], record["revoked_at"], "revoking again changes nothing");
    let change = tenant.client.put(&one(&created.id()), json!({"name": "back"})).await;
    assert_eq!(change.problem(), "409 key_inactive");
}

#[tokio::test]
async fn a_key_may_revoke_itself() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    tenant.client.delete(&one(&tenant.key_id)).await.expect(204);
    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    assert_eq!(tenant.client.get(KEYS).await.problem(), "401 key_revoked");
}

#[tokio::test]
async fn an_expired_key_is_refused() {
    let (app, offset) = TestApp::start_with_moved_clock().await;
    let tenant = app.tenant().await;
    let created = create(&tenant, json!({"name": "sync", "scopes": ["*:read"], "expires_days": 1})).await;
    let client = tenant.client.with_key(created.body["key"].as_str().unwrap());
    client.get(KEYS).await.expect(200);
    offset.advance(SignedDuration::from_hours(24));
    assert_eq!(client.get(KEYS).await.problem(), "401 key_expired");
    assert_eq!(tenant.client.get(&one(&created.id())).await.body["status"], "expired");
    let change = tenant.client.put(&one(&created.id()), json!({"expires_days": 1})).await;
    assert_eq!(change.problem(), "409 key_inactive", "what has ended stays so");
    assert_eq!(names(&tenant.client.get(&format!("{KEYS}?status=expired")).await), ["sync"]);
}

#[tokio::test]
async fn a_key_works_only_from_its_networks() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let new = |cidr| json!({"name": cidr, "scopes": ["*:read"], "allowed_cidrs": [cidr]});
    tenant.key_of(new("127.0.0.0/8")).await.get(KEYS).await.expect(200);
    let elsewhere = tenant.key_of(new("203.0.113.7")).await;
    assert_eq!(elsewhere.get(KEYS).await.problem(), "403 address_not_allowed");
    let spoofed = elsewhere.with_header("x-forwarded-for", "203.0.113.7");
    assert_eq!(spoofed.get(KEYS).await.problem(), "403 address_not_allowed", "nobody believes this header");
}

#[tokio::test]
async fn behind_a_trusted_proxy_the_forwarded_address_counts() {
    let database = testkit::Database::shared().await;
    let settings = database.settings_with(&["--trusted-proxies", "127.0.0.0/8"]);
    let app = TestApp::start_with(database, settings).await;
    let tenant = app.tenant().await;
    let new = json!({"name": "office", "scopes": ["*:read"], "allowed_cidrs": ["203.0.113.0/24"]});
    let office = tenant.key_of(new).await;
    office.with_header("x-forwarded-for", "203.0.113.7").get(KEYS).await.expect(200);
    let liar = office.with_header("x-forwarded-for", "203.0.113.7, 198.51.100.1");
    assert_eq!(liar.get(KEYS).await.problem(), "403 address_not_allowed");
}

#[tokio::test]
async fn nobody_gives_more_than_they_have() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (mine, other) = (tenant.organization("mine").await, tenant.organization("other").await);
    let limited = tenant
        .key_of(json!({"name": "limited", "scopes": ["api_keys:*", "tickets:read"], "expires_days": 30,
            "organization_ids": [mine], "allowed_cidrs": ["127.0.0.0/8"]}))
        .await;

    let wide = limited
        .post(
            KEYS,
            json!({"name": "wide", "scopes": ["tickets:read", "tickets:write", "*"], "expires_days": 31,
            "organization_ids": [mine, other], "allowed_cidrs": ["127.0.0.0/16", "0.0.0.0/0"]}),
        )
        .await;
    assert_eq!(wide.problem(), "403 scope_escalation");
    assert_eq!(pointers(&wide), ["/scopes/1", "/scopes/2", "/organization_ids/1", "/allowed_cidrs/1", "/expires_days"]);

    let heir = limited.post(KEYS, json!({"name": "heir", "scopes": ["tickets:read"]})).await.expect(201);
    assert_eq!(heir.body["organization_ids"], json!([mine]), "what is left out is the creator's own");
    assert_eq!(heir.body["allowed_cidrs"], json!(["127.0.0.0/8"]));
    let parent = limited.get("/api/auth/session").await.body["expires_at"].clone();
    assert_eq!(heir.body["expires_at"], parent, "and it ends with its creator");
    let lifted = limited.put(&one(&heir.id()), json!({"organization_ids": null})).await;
    assert_eq!(lifted.problem(), "403 scope_escalation");
    let free = json!({"name": "free", "scopes": ["tickets:read"], "organization_ids": null, "allowed_cidrs": null});
    let refused = limited.post(KEYS, free.clone()).await;
    assert_eq!(refused.problem(), "403 scope_escalation", "null is no restriction, also in a creation");
    assert_eq!(pointers(&refused), ["/organization_ids", "/allowed_cidrs"]);
    let made = tenant.client.post(KEYS, free).await.expect(201).body;
    assert_eq!((&made["organization_ids"], &made["allowed_cidrs"]), (&json!(null), &json!(null)));
}

#[tokio::test]
async fn a_stronger_key_can_be_revoked_but_not_changed() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let strong = create(&tenant, json!({"name": "strong", "scopes": ["*"]})).await;
    let weak = tenant.key_with(&["api_keys:write"]).await;
    assert_eq!(weak.put(&one(&strong.id()), json!({"name": "mine now"})).await.problem(), "403 scope_escalation");
    weak.delete(&one(&strong.id())).await.expect(204);
}

#[tokio::test]
async fn a_restricted_key_sees_only_keys_within_its_own_restriction() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (a, b) = (tenant.organization("a").await, tenant.organization("b").await);
    let new = |name: &str, ids: &[&String]| json!({"name": name, "scopes": ["api_keys:*"], "organization_ids": ids});
    let restricted = tenant.key_of(new("only a", &[&a])).await;
    create(&tenant, new("also a", &[&a])).await;
    let both = create(&tenant, new("a and b", &[&a, &b])).await;
    assert_eq!(names(&restricted.get(KEYS).await.expect(200)), ["also a", "only a"]);
    assert_eq!(restricted.get(&one(&both.id())).await.problem(), "404 not_found");
    assert_eq!(restricted.delete(&one(&both.id())).await.problem(), "404 not_found");
}

#[tokio::test]
async fn an_organization_that_is_not_there_cannot_be_named() {
    let app = TestApp::start().await;
    let (tenant, other) = (app.tenant().await, app.tenant().await);
    let foreign = other.organization("foreign").await;
    let answer = tenant.client.post(KEYS, json!({"name": "x", "scopes": ["*"], "organization_ids": [foreign]})).await;
    assert_eq!(answer.problem(), "422 invalid_request");
    assert_eq!(
        (pointers(&answer), &answer.body["errors"][0]["code"]),
        (vec!["/organization_ids/0"], &json!("not_found"))
    );
}

#[tokio::test]
async fn the_hundredth_live_key_is_the_last_also_in_a_race() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let attempts = join_all(
        (0..120).map(|n| tenant.client.post(KEYS, json!({"name": format!("key {n}"), "scopes": ["search:read"]}))),
    );
    let (made, refused): (Vec<_>, Vec<_>) = attempts.await.into_iter().partition(|answer| answer.status == 201);
    assert_eq!((made.len(), refused.len()), (99, 21), "the first admin key is one of the hundred");
    assert!(refused.iter().all(|answer| answer.problem() == "409 quota_exceeded"));
    tenant.client.delete(&one(&made[0].id())).await.expect(204);
    create(&tenant, json!({"name": "room again", "scopes": ["search:read"]})).await;
}

#[tokio::test]
async fn the_quota_is_the_tenants_also_for_a_key_that_does_not_see_all_keys() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let organization = tenant.organization("a").await;
    let new = json!({"name": "restricted", "scopes": ["api_keys:*"], "organization_ids": [organization]});
    let restricted = tenant.key_of(new).await;
    for n in 0..98 {
        create(&tenant, json!({"name": format!("key {n}"), "scopes": ["search:read"]})).await;
    }
    let one_more = restricted.post(KEYS, json!({"name": "one more", "scopes": ["api_keys:read"]})).await;
    assert_eq!(one_more.problem(), "409 quota_exceeded");
}

#[tokio::test]
async fn keys_are_listed_by_what_they_may_do_and_when_they_end() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    for (name, scope, days) in
        [("reader", "*:read", 10), ("tickets", "tickets:*", 60), ("writer", "tickets:write", 200)]
    {
        create(&tenant, json!({"name": name, "scopes": [scope], "expires_days": days})).await;
    }
    let list = |query: &'static str| {
        let client = tenant.client.clone();
        async move { client.get(&format!("{KEYS}?{query}")).await.expect(200) }
    };
    assert_eq!(names(&list("scope=tickets:write").await), ["writer", "tickets", "First admin key"]);
    assert_eq!(names(&list("scope=tickets:read").await), ["tickets", "reader", "First admin key"]);
    assert_eq!(names(&list("expiring_within_days=30").await), ["reader"]);
    assert_eq!(names(&list("status=revoked").await), [""; 0]);
    assert_eq!(names(&list("unused_for_days=1").await), [""; 0]);
    let wrong = tenant.client.get(&format!("{KEYS}?status=activ&limit=1000")).await;
    assert_eq!(wrong.problem(), "400 invalid_parameter");
    assert_eq!(wrong.body["errors"][0]["did_you_mean"], "active");
    let nul = tenant.client.get("/api/rmm/organizations?tag=a%00").await;
    assert_eq!(nul.problem(), "400 invalid_parameter");
    let unknown = tenant.client.get(&format!("{KEYS}?stat=active")).await;
    assert_eq!(unknown.body["errors"][0]["did_you_mean"], "status");
}

#[tokio::test]
async fn the_last_use_is_recorded() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let target = one(&tenant.key_id);
    let record = tenant.eventually(&target, |answer| !answer.body["last_used"].is_null()).await;
    assert_eq!(record.body["last_used"]["route"], "GET /api/admin/api-keys");
    assert_eq!(record.body["last_used"]["ip"], "127.0.0.1");
    assert_eq!(record.body["version"], 1, "a use is not a change");
}

#[tokio::test]
async fn all_faults_of_a_request_come_at_once() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let body = json!({"nam": "x", "scopes": ["tickets:raed", 7], "expires_days": 0, "allowed_cidrs": ["here"]});
    let answer = tenant.client.post(KEYS, body).await;
    assert_eq!(answer.problem(), "422 invalid_request");
    insta::assert_json_snapshot!(answer.body["errors"]);
}

#[tokio::test]
async fn a_nul_character_is_refused_and_not_stored() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let answer = tenant.client.post(KEYS, json!({"name": "a\u{0}b", "scopes": ["*"]})).await;
    assert_eq!((answer.problem().as_str(), pointers(&answer)), ("422 invalid_request", vec!["/name"]));
}

#[tokio::test]
async fn a_rotated_key_has_a_new_secret_and_the_old_one_has_its_grace() {
    let (app, offset) = TestApp::start_with_moved_clock().await;
    let tenant = app.tenant().await;
    let created = create(&tenant, json!({"name": "sync", "scopes": ["*:read"]})).await;
    let old = tenant.client.with_key(created.body["key"].as_str().unwrap());
    let rotated = tenant.client.put(&one(&created.id()), json!({"rotate": {"grace_seconds": 3600}})).await.expect(200);
    let new = tenant.client.with_key(rotated.body["key"].as_str().unwrap());
    assert_eq!(rotated.body["key_prefix"], created.body["key_prefix"], "it is still the same key");
    assert_eq!((&rotated.body["status"], &rotated.body["version"]), (&json!("rotating"), &json!(2)));
    assert!(rotated.body["rotation"]["grace_until"].is_string());
    assert_eq!(names(&tenant.client.get(&format!("{KEYS}?status=rotating")).await), ["sync"]);
    new.get(KEYS).await.expect(200);
    old.get(KEYS).await.expect(200);

    offset.advance(SignedDuration::from_secs(3600));
    assert_eq!(old.get(KEYS).await.problem(), "401 key_rotated");
    new.get(KEYS).await.expect(200);
    let record = tenant.client.get(&one(&created.id())).await.body;
    assert_eq!((&record["status"], &record["rotation"]), (&json!("active"), &Value::Null));
}

#[tokio::test]
async fn without_grace_the_old_secret_ends_at_once() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let created = create(&tenant, json!({"name": "sync", "scopes": ["*:read"]})).await;
    let old = tenant.client.with_key(created.body["key"].as_str().unwrap());
    old.get(KEYS).await.expect(200);
    tenant.client.put(&one(&created.id()), json!({"rotate": {"grace_seconds": 0}})).await.expect(200);
    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    assert_eq!(old.get(KEYS).await.problem(), "401 key_rotated");
    let plan = tenant.client.put(&format!("{}&dry_run=true", one(&created.id())), json!({"rotate": {}})).await;
    assert_eq!(plan.expect(200).body["key"], Value::Null, "a rehearsal makes no key");
}

#[tokio::test]
async fn whoever_rotates_a_key_holds_it_so_it_must_not_outlive_them() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let lasting = create(&tenant, json!({"name": "lasting", "scopes": ["search:read"], "expires_days": 200})).await;
    let brief = tenant.key_of(json!({"name": "brief", "scopes": ["*"], "expires_days": 1})).await;
    let answer = brief.put(&one(&lasting.id()), json!({"rotate": {}})).await;
    assert_eq!((answer.problem().as_str(), pointers(&answer)), ("403 scope_escalation", vec!["/expires_days"]));
    brief.put(&one(&lasting.id()), json!({"name": "renamed"})).await.expect(200);
}

#[tokio::test]
async fn a_scope_report_tells_what_a_key_needs() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let created = create(&tenant, json!({"name": "sync", "scopes": ["organizations:*"]})).await;
    let client = tenant.client.with_key(created.body["key"].as_str().unwrap());
    client.get("/api/rmm/organizations").await.expect(200);
    client.get("/api/admin/audit-log").await.expect(403);
    let target = format!("{}&include=scope_report", one(&created.id()));
    let record = tenant.eventually(&target, |answer| answer.body["scope_report"]["denied"] != json!([])).await;
    assert_eq!(
        record.body["scope_report"],
        json!({"used": ["organizations:read"], "unused": ["organizations:write"], "denied": ["audit:read"]})
    );
    let list = tenant.client.get(&format!("{KEYS}?include=scope_report")).await.expect(200);
    assert_eq!(list.body["data"][0]["scope_report"], record.body["scope_report"]);
    assert!(tenant.client.get(KEYS).await.body["data"][0].get("scope_report").is_none());
}

#[tokio::test]
async fn a_key_that_is_about_to_expire_is_noticed_once() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    create(&tenant, json!({"name": "soon", "scopes": ["*"], "expires_days": 6})).await;
    create(&tenant, json!({"name": "later", "scopes": ["*"], "expires_days": 8})).await;
    for _ in 0..2 {
        assert!(notice_expiring(&app.app).await.is_ok());
    }
    let root = app.database.root().await;
    let sql = "select count(*) from api_key_expiry_notices where tenant_id = $1";
    assert_eq!(root.query_one(sql, &[&tenant.id.0]).await.unwrap().get::<_, i64>(0), 1);
}
