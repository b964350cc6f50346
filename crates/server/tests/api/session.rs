use serde_json::json;
use testkit::TestApp;

#[tokio::test]
async fn a_key_learns_who_it_is() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let session = tenant.client.get("/api/auth/session").await.expect(200).body;
    assert_eq!(session["tenant"]["id"], tenant.id.to_string());
    assert_eq!(session["tenant"]["environment"], "non_production");
    assert_eq!(session["actor"], json!({"type": "api_key", "id": tenant.key_id}));
    assert_eq!(session["scopes"], json!(["*"]));
    assert_eq!(session["limits"]["live_api_keys"], 100);
}

#[tokio::test]
async fn a_key_may_be_sent_in_two_ways() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let by_header = app.client().with_header("x-api-key", &tenant.key);
    by_header.get("/api/auth/session").await.expect(200);
    let lower_case = app.client().with_header("authorization", &format!("bearer {}", tenant.key));
    lower_case.get("/api/auth/session").await.expect(200);
    let basic = app.client().with_header("authorization", "Basic dXNlcjpwYXNz");
    assert_eq!(basic.get("/api/auth/session").await.problem(), "401 key_unknown");
}

#[tokio::test]
async fn a_request_keeps_its_own_id() {
    let app = TestApp::start().await;
    let answer = app.client().with_header("x-request-id", "deploy-42").get("/api/auth/session").await;
    assert_eq!((answer.header("x-request-id"), &answer.body["request_id"]), ("deploy-42", &json!("deploy-42")));
}
