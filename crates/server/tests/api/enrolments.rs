use serde_json::json;
use testkit::TestApp;

const ENROLMENTS: &str = "/api/rmm/enrolments";

#[tokio::test]
async fn a_token_is_shown_once_and_only_its_hash_is_stored() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    tenant.organization("Initech").await;
    let created = tenant.client.post(ENROLMENTS, json!({"name": "Headquarters"})).await.expect(201);
    let token = created.body["token"].as_str().unwrap();
    assert!(token.starts_with(created.body["token_prefix"].as_str().unwrap()));
    assert!(created.body["url"].as_str().unwrap().ends_with(&format!("/{token}")));
    assert_eq!(created.body["max_devices"], 1000);

    let read = tenant.client.get(&format!("{ENROLMENTS}?id={}", created.id())).await.expect(200);
    assert_eq!((&read.body["token"], &read.body["url"]), (&json!(null), &json!(null)));
    let secret = token.rsplit('_').next().unwrap();
    let prefix = read.body["token_prefix"].as_str().unwrap();
    let row = app.database.root().await;
    let row =
        row.query_one("select enrolments::text from enrolments where token_prefix = $1", &[&prefix]).await.unwrap();
    assert!(!row.get::<_, &str>(0).contains(secret));
}

#[tokio::test]
async fn a_revoked_or_expired_token_is_refused_at_once() {
    let app = TestApp::start().await;
    let (tenant, agents) = (app.tenant().await, app.agents());
    let customer = tenant.organization("Initech").await;
    let created = tenant.client.post(ENROLMENTS, json!({"name": "a", "organization_id": customer})).await.expect(201);
    let token = created.body["token"].as_str().unwrap();
    agents.report(token, "srv-01", &json!({"hardware": {"name": "srv-01"}})).await;

    tenant.client.delete(&format!("{ENROLMENTS}?id={}", created.id())).await.expect(204);
    let refused = agents.json(token, &json!({"action": "contact", "deviceid": "srv-01"})).await;
    assert_eq!((refused.status.as_u16(), &refused.json()["status"]), (403, &json!("error")));
    let read = tenant.client.get(&format!("{ENROLMENTS}?id={}", created.id())).await.expect(200);
    assert_eq!((&read.body["status"], &read.body["devices"]), (&json!("revoked"), &json!(1)));
    tenant.client.delete(&format!("{ENROLMENTS}?id={}", created.id())).await.expect(204);

    let short = json!({"name": "b", "organization_id": customer, "expires_days": 1});
    let created = tenant.client.post(ENROLMENTS, short).await.expect(201);
    let late = "update enrolments set expires_at = now() - interval '1 second' where name = 'b'";
    app.database.root().await.batch_execute(late).await.unwrap();
    let token = created.body["token"].as_str().unwrap();
    assert_eq!(agents.json(token, &json!({"action": "contact", "deviceid": "a"})).await.status, 403);
}

#[tokio::test]
async fn an_enrolment_discovers_no_more_devices_than_it_may() {
    let app = TestApp::start().await;
    let (tenant, agents) = (app.tenant().await, app.agents());
    tenant.organization("Initech").await;
    let created = tenant.client.post(ENROLMENTS, json!({"name": "a", "max_devices": 2})).await.expect(201);
    let token = created.body["token"].as_str().unwrap();
    let content = json!({"hardware": {"name": "a"}});
    for agent in ["srv-01", "srv-02", "srv-01"] {
        agents.report(token, agent, &content).await;
    }
    let third = json!({"action": "inventory", "deviceid": "srv-03", "content": content});
    assert_eq!(agents.json(token, &third).await.status, 403);

    // A deleted device frees its place.
    let devices = tenant.client.get("/api/rmm/devices").await.expect(200);
    let id = devices.body["data"][0]["id"].as_str().unwrap();
    tenant.client.delete(&format!("/api/rmm/devices?id={id}")).await.expect(204);
    assert_eq!(agents.json(token, &third).await.status, 200);
}

#[tokio::test]
async fn an_enrolment_of_no_known_organization_is_refused() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let missing = tenant.client.post(ENROLMENTS, json!({"name": "a"})).await;
    assert_eq!(missing.problem(), "422 invalid_request");
    let unknown = json!({"name": "a", "organization_id": "org_01h455vb4pex5vsknk084sn02q"});
    let answer = tenant.client.post(ENROLMENTS, unknown).await;
    assert_eq!(answer.problem(), "422 invalid_request");
    assert_eq!(answer.body["errors"][0]["pointer"], "/organization_id");
}
