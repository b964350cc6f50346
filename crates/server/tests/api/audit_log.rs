use serde_json::json;
use testkit::TestApp;

const LOG: &str = "/api/admin/audit-log";

#[tokio::test]
async fn it_tells_who_changed_what_and_from_what_to_what() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let id = tenant.organization("Initech").await;
    tenant.client.put(&format!("/api/rmm/organizations?id={id}"), json!({"notes": "Ring twice."})).await.expect(200);
    let log = tenant.client.get(&format!("{LOG}?resource_id={id}")).await.expect(200);
    let operations: Vec<_> = log.body["data"].as_array().unwrap().iter().map(|entry| &entry["operation"]).collect();
    assert_eq!(operations, ["rmm.organizations.update", "rmm.organizations.create"]);
    let change = &log.body["data"][0];
    assert_eq!((&change["before"]["notes"], &change["after"]["notes"]), (&json!(null), &json!("Ring twice.")));
    assert_eq!(change["resource"], json!({"type": "organization", "id": id}));
    let one = tenant.client.get(&format!("{LOG}?id={}", change["id"].as_str().unwrap())).await.expect(200);
    assert_eq!(&one.body, change);
}

#[tokio::test]
async fn it_is_filtered_by_actor_operation_and_time() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    tenant.organization("a").await;
    let key = tenant.client.post("/api/admin/api-keys", json!({"name": "k", "scopes": ["organizations:*"]})).await;
    let other = tenant.client.with_key(key.body["key"].as_str().unwrap());
    let between = key.body["created_at"].as_str().unwrap().to_owned();
    other.post("/api/rmm/organizations", json!({"name": "b"})).await.expect(201);
    for (query, expected) in [
        (format!("actor_id={}", key.id()), 1),
        ("operation=rmm.organizations.create".to_owned(), 2),
        ("resource_type=api_key".to_owned(), 1),
        (format!("since={between}"), 2),
        (format!("until={between}"), 1),
        ("request_id=nobody".to_owned(), 0),
    ] {
        let log = tenant.client.get(&format!("{LOG}?{query}")).await.expect(200);
        assert_eq!(log.body["data"].as_array().unwrap().len(), expected, "{query}");
    }
}

#[tokio::test]
async fn a_restricted_key_leaves_its_trace_and_reads_none() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let id = tenant.organization("a").await;
    let new = json!({"name": "k", "scopes": ["*"], "organization_ids": [id]});
    let restricted = tenant.key_of(new).await;
    restricted.put(&format!("/api/rmm/organizations?id={id}"), json!({"notes": "x"})).await.expect(200);
    assert_eq!(restricted.get(LOG).await.expect(200).body["data"], json!([]));
    let log = tenant.client.get(&format!("{LOG}?operation=rmm.organizations.update")).await.expect(200);
    assert_eq!(log.body["data"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn the_applications_role_can_only_add_to_it() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    tenant.organization("a").await;
    let client = app.database.connect("app").await.unwrap();
    for change in ["update audit_log set operation = 'x'", "delete from audit_log", "truncate audit_log"] {
        client.batch_execute(&format!("begin; set local app.tenant_id = '{}'", tenant.id.0)).await.unwrap();
        let error = client.batch_execute(change).await.unwrap_err();
        assert_eq!(error.code().unwrap().code(), "42501", "{change}");
        client.batch_execute("rollback").await.unwrap();
    }
}

#[tokio::test]
async fn it_holds_no_secret() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let new = json!({"name": "k", "scopes": ["*"]});
    let created = tenant.client.with_header("idempotency-key", "k1").post("/api/admin/api-keys", new).await.expect(201);
    let text = created.body["key"].as_str().unwrap();
    let secret = text.rsplit('_').next().unwrap();
    let root = app.database.root().await;
    for table in ["audit_log", "idempotency_keys", "api_keys"] {
        let sql = format!("select count(*) from {table} t where t::text like '%' || $1 || '%'");
        let count: i64 = root.query_one(&sql, &[&secret]).await.unwrap().get(0);
        assert_eq!(count, 0, "{table} holds the secret");
    }
}
