//! Backup settings: inheritance, consents, history, and what restricted callers see of them.

use serde_json::{Value, json};
use testkit::{TestApp, TestTenant};

const CONFIG: &str = "/api/backup/config";
const DEVICES: &str = "/api/rmm/devices";

async fn device(tenant: &TestTenant, organization: &str, name: &str) -> String {
    tenant.client.post(DEVICES, json!({"name": name, "organization_id": organization})).await.expect(201).id()
}

async fn repository(tenant: &TestTenant, organization: Option<&str>) -> String {
    let new = json!({"name": "Vault", "url": "rest:https://backup.example.com/", "password": "open sesame",
        "organization_id": organization});
    tenant.client.post("/api/backup/repositories", new).await.expect(201).id()
}

fn config(settings: Value) -> Value {
    Value::Object([("config".to_owned(), settings)].into_iter().collect())
}

#[tokio::test]
async fn a_device_inherits_what_it_does_not_set_and_says_from_where() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let initech = tenant.organization("Initech").await;
    let server = device(&tenant, &initech, "srv-01").await;
    let of_initech = format!("{CONFIG}?organization_id={initech}");
    let of_server = format!("{CONFIG}?device_id={server}");

    let first = tenant.client.get(CONFIG).await.expect(200);
    assert_eq!((&first.body["config"], &first.body["version"]), (&Value::Null, &json!(0)));
    assert_eq!(first.body["scope"], json!({"type": "tenant", "organization_id": null, "device_id": null}));
    assert_eq!(
        (&first.body["effective"]["enabled"], &first.body["provenance"]["/enabled"]),
        (&json!(true), &json!("default"))
    );

    tenant.client.put(CONFIG, config(json!({"rpo_seconds": 43_200, "retention": {"daily": 30}}))).await.expect(200);
    tenant.client.put(&of_initech, config(json!({"retention": {"daily": 60, "yearly": 2}}))).await.expect(200);
    tenant.client.put(&of_server, config(json!({"rpo_seconds": 3600}))).await.expect(200);
    let seen = tenant.client.get(&of_server).await.expect(200);
    assert_eq!(seen.body["effective"]["rpo_seconds"], 3600);
    assert_eq!(
        seen.body["effective"]["retention"],
        json!({"keep_last": 0, "daily": 60, "weekly": 4, "monthly": 12, "yearly": 2})
    );
    for (pointer, level) in
        [("/rpo_seconds", "device"), ("/retention/daily", "organization"), ("/retention/weekly", "default")]
    {
        assert_eq!(seen.body["provenance"][pointer], level, "{pointer}");
    }
    assert_eq!(seen.body["id"], json!(server));
    let elsewhere = tenant.organization("Elsewhere").await;
    let wrong = tenant.client.get(&format!("{of_server}&organization_id={elsewhere}")).await;
    assert_eq!(wrong.problem(), "404 not_found", "it is not a device of that organization");

    tenant.client.put(&of_server, config(Value::Null)).await.expect(200);
    let removed = tenant.client.get(&of_server).await.expect(200);
    assert_eq!((&removed.body["config"], &removed.body["version"]), (&Value::Null, &json!(2)));
    assert_eq!(removed.body["effective"]["rpo_seconds"], 43_200);
}

#[tokio::test]
async fn a_change_that_can_lose_backups_needs_the_consents_that_it_names() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let initech = tenant.organization("Initech").await;
    device(&tenant, &initech, "srv-01").await;
    let vault = repository(&tenant, None).await;
    let of_initech = format!("{CONFIG}?organization_id={initech}");
    let settings = json!({"repositories": [vault], "retention": {"daily": 30}});
    tenant.client.put(&of_initech, config(settings)).await.expect(200);

    let wanted = config(json!({"enabled": false, "retention": {"daily": 14}}));
    let refused = tenant.client.put(&of_initech, wanted.clone()).await;
    assert_eq!(refused.problem(), "409 consent_required");
    let consents = json!(["disable_backup", "shorten_retention", "drop_repository"]);
    assert_eq!(refused.body["required_consents"], consents);
    let planned = tenant.client.put(&format!("{of_initech}&dry_run=true"), wanted.clone()).await.expect(200);
    assert_eq!(planned.body["impact"], refused.body["impact"], "a dry run says the same");
    assert_eq!((&planned.body["impact"]["consents"], &planned.body["impact"]["devices"]), (&consents, &json!(1)));
    let changes = planned.body["impact"]["changes"].as_array().unwrap();
    assert!(changes.contains(&json!({"field": "/retention/daily", "from": 30, "to": 14})), "{changes:?}");

    let some = format!("{of_initech}&allow=disable_backup,shorten_retention");
    assert_eq!(tenant.client.put(&some, wanted.clone()).await.problem(), "409 consent_required", "one is missing");
    let odd = tenant.client.put(&format!("{of_initech}&allow=everything"), wanted.clone()).await;
    assert_eq!(odd.problem(), "400 invalid_parameter");
    let all = format!("{some},drop_repository");
    let changed = tenant.client.put(&all, wanted).await.expect(200);
    assert_eq!((&changed.body["effective"]["enabled"], &changed.body["impact"]), (&json!(false), &Value::Null));

    // Removing an override is judged by its effect, too.
    tenant.client.put(CONFIG, config(json!({"retention": {"daily": 3}}))).await.expect(409);
    tenant.client.put(&of_initech, config(json!({"retention": {"daily": 90}}))).await.expect(200);
    assert_eq!(tenant.client.put(&of_initech, config(Value::Null)).await.problem(), "409 consent_required");
    let removed = format!("{of_initech}&allow=shorten_retention");
    tenant.client.put(&removed, config(Value::Null)).await.expect(200);

    let history = tenant.client.get(&format!("{CONFIG}/history?organization_id={initech}")).await.expect(200);
    let versions = history.body["data"].as_array().unwrap();
    let told: Vec<Value> = versions.iter().map(|one| json!([one["version"], one["allowed"]])).collect();
    assert_eq!(told, [json!([4, ["shorten_retention"]]), json!([3, []]), json!([2, consents]), json!([1, []])]);
    assert_eq!((&versions[0]["config"], &versions[0]["actor"]["id"]), (&Value::Null, &json!(tenant.key_id)));
    let page = tenant.client.get(&format!("{CONFIG}/history?organization_id={initech}&limit=3")).await.expect(200);
    let cursor = page.body["next_cursor"].as_str().unwrap();
    let next = format!("{CONFIG}/history?organization_id={initech}&limit=3&cursor={cursor}");
    assert_eq!(tenant.client.get(&next).await.expect(200).body["data"][0]["version"], 1);
}

#[tokio::test]
async fn settings_that_make_no_sense_are_refused() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (initech, other) = (tenant.organization("Initech").await, tenant.organization("Other").await);
    let (of_other, of_all) = (repository(&tenant, Some(&other)).await, repository(&tenant, None).await);
    let of_initech = format!("{CONFIG}?organization_id={initech}&dry_run=true");
    let nothing = json!({"keep_last": 0, "daily": 0, "weekly": 0, "monthly": 0, "yearly": 0});
    for (wanted, pointer) in [
        (config(json!({"retention": nothing})), "/config/retention"),
        (config(json!({"rpo_seconds": 1})), "/config/rpo_seconds"),
        (config(json!({"alerts": {"stale_factor": 0.5}})), "/config/alerts/stale_factor"),
        (config(json!({"repositories": [of_all, of_other]})), "/config/repositories"),
        (config(json!({"repositories": ["rep_01h455vb4pex5vsknk084sn02q"]})), "/config/repositories/0"),
        (json!({}), "/config"),
    ] {
        let answer = tenant.client.put(&of_initech, wanted.clone()).await.expect(422);
        let at = answer.body["errors"][0]["pointer"].as_str().unwrap();
        assert!(at.starts_with(pointer), "{wanted}: {at}");
    }
    tenant.client.put(&of_initech, config(json!({"repositories": [of_all, of_all]}))).await.expect(200);
}

#[tokio::test]
async fn a_restricted_key_reads_what_applies_to_its_customer_and_changes_nothing_else() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (mine, other) = (tenant.organization("Mine").await, tenant.organization("Other").await);
    let theirs = device(&tenant, &other, "theirs").await;
    let scopes = ["backup:read", "backup:write", "events:read"];
    let key = tenant.key_of(json!({"name": "one", "scopes": scopes, "organization_ids": [mine]})).await;
    tenant.client.put(CONFIG, config(json!({"rpo_seconds": 7200}))).await.expect(200);

    assert_eq!(key.get(CONFIG).await.expect(200).body["effective"]["rpo_seconds"], 7200);
    assert_eq!(key.put(CONFIG, config(json!({"rpo_seconds": 3600}))).await.problem(), "403 organization_restricted");
    for target in [format!("?organization_id={other}"), format!("?device_id={theirs}")] {
        assert_eq!(key.get(&format!("{CONFIG}{target}")).await.problem(), "404 not_found", "{target}");
        assert_eq!(key.get(&format!("{CONFIG}/history{target}")).await.problem(), "404 not_found", "{target}");
        let refused = key.put(&format!("{CONFIG}{target}"), config(json!({"rpo_seconds": 3600}))).await;
        assert_eq!(refused.problem(), "404 not_found", "{target}");
    }
    let own = format!("{CONFIG}?organization_id={mine}");
    let changed = key.put(&own, config(json!({"rpo_seconds": 3600}))).await.expect(200);
    assert_eq!(changed.header("etag"), "\"v1\"");
    let events = key.get(&format!("/api/events?subject_id={mine}&type=backup.config.updated")).await.expect(200);
    assert_eq!(events.body["data"][0]["data"]["object"]["effective"]["rpo_seconds"], 3600);
    let all = key.get("/api/events?type=backup.config.updated").await.expect(200);
    assert_eq!(all.body["data"].as_array().unwrap().len(), 1, "and not the tenant's own");
}

#[tokio::test]
async fn a_device_that_is_moved_leaves_its_settings_behind() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (from, to) = (tenant.organization("From").await, tenant.organization("To").await);
    let moved = device(&tenant, &from, "srv-01").await;
    let target = format!("{CONFIG}?device_id={moved}");
    tenant.client.put(&target, config(json!({"rpo_seconds": 3600}))).await.expect(200);
    tenant.client.put(&format!("{DEVICES}?id={moved}"), json!({"organization_id": to})).await.expect(200);

    let scopes = ["backup:read", "backup:write"];
    let key = tenant.key_of(json!({"name": "to", "scopes": scopes, "organization_ids": [to]})).await;
    let seen = key.get(&target).await.expect(200);
    assert_eq!((&seen.body["config"], &seen.body["version"]), (&Value::Null, &json!(2)));
    let history = |body: &Value| body["data"].as_array().unwrap().len();
    let path = format!("{CONFIG}/history?device_id={moved}");
    assert_eq!(history(&key.get(&path).await.expect(200).body), 1, "only the version since");
    assert_eq!(history(&tenant.client.get(&path).await.expect(200).body), 2);
    key.put(&target, config(json!({"rpo_seconds": 7200}))).await.expect(200);
    assert_eq!(key.get(&target).await.expect(200).body["version"], 3);
}
