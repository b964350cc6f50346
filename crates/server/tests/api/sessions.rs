use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use testkit::{Answer, SignedIn, TestApp, TestTenant};

const SESSION: &str = "/api/auth/session";
const SESSIONS: &str = "/api/auth/sessions";
const ORGANIZATIONS: &str = "/api/rmm/organizations";

async fn until_refused(signed_in: &SignedIn) -> Answer {
    for _ in 0..100 {
        let answer = signed_in.client.get(SESSION).await;
        if !answer.status.is_success() {
            return answer;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("the session goes on")
}

fn ids(answer: &Answer) -> Vec<&str> {
    answer.body["data"].as_array().unwrap().iter().filter_map(|one| one["id"].as_str()).collect()
}

async fn two_users(tenant: &TestTenant) -> (SignedIn, SignedIn) {
    (tenant.sign_in("technician").await, tenant.sign_in("admin").await)
}

#[tokio::test]
async fn a_user_learns_who_they_are() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let user = tenant.sign_in("technician").await;
    let session = user.client.get(SESSION).await.expect(200).body;
    assert_eq!(session["tenant"]["id"], tenant.id.to_string());
    assert_eq!(session["actor"], json!({"type": "user", "id": user.user.to_string()}));
    let told = json!({"id": user.user.to_string(), "email": user.email, "name": null, "role": "technician"});
    assert_eq!((&session["user"], &session["session_id"]), (&told, &json!(user.session.to_string())));
    assert!(session["scopes"].as_array().unwrap().contains(&json!("tickets:*")));
    assert_eq!(session["limits"]["requests"][0]["applies_to"], "user");
}

#[tokio::test]
async fn whoever_signs_out_is_refused_from_then_on() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let user = tenant.sign_in("admin").await;
    let other = tenant.sign_in_again(&user).await;
    let signed_out = user.client.delete(SESSION).await.expect(204);
    let cookie = signed_out.header("set-cookie");
    assert_eq!(cookie, "tc_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
    assert_eq!(until_refused(&user).await.problem(), "401 session_revoked");
    other.client.get(SESSION).await.expect(200);
    assert_eq!(tenant.client.delete(SESSION).await.problem(), "409 no_session");
}

#[tokio::test]
async fn with_https_a_session_is_bound_to_the_host() {
    let app = TestApp::start_behind("https://api.acme.example").await;
    let user = app.tenant().await.sign_in("admin").await;
    assert_eq!(user.client.get(SESSION).await.problem(), "401 unauthenticated", "tc_session can be set by others");
    let browser = app.client().with_header("cookie", &format!("__Host-tc_session={}", user.token));
    let answer = browser.get(SESSION).await.expect(200);
    assert_eq!(answer.header("strict-transport-security"), "max-age=31536000");
    let foreign = browser.with_header("origin", "https://evil.example").delete(SESSION).await;
    assert_eq!(foreign.problem(), "403 cross_site_request");
    let signed_out = browser.with_header("origin", "https://api.acme.example").delete(SESSION).await.expect(204);
    let gone = "__Host-tc_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure";
    assert_eq!(signed_out.header("set-cookie"), gone);
}

#[tokio::test]
async fn a_session_that_is_not_used_ends() {
    let (app, offset) = TestApp::start_with_moved_clock().await;
    let tenant = app.tenant().await;
    let user = tenant.sign_in("admin").await;
    user.client.get(SESSION).await.expect(200);
    offset.advance(SignedDuration::from_hours(12));
    assert_eq!(user.client.get(SESSION).await.problem(), "401 session_expired");
    let listed = tenant.client.get(&format!("{SESSIONS}?status=expired")).await.expect(200);
    assert_eq!(ids(&listed), [user.session.to_string()]);
}

#[tokio::test]
async fn a_session_ends_however_much_it_is_used() {
    let (app, offset) = TestApp::start_with_moved_clock().await;
    let user = app.tenant().await.sign_in("admin").await;
    for _ in 0..2 {
        offset.advance(SignedDuration::from_hours(11));
        user.client.get(SESSION).await.expect(200);
    }
    offset.advance(SignedDuration::from_hours(2));
    assert_eq!(user.client.get(SESSION).await.problem(), "401 session_expired", "it was signed in a day ago");
}

#[tokio::test]
async fn use_keeps_a_session_alive() {
    let (app, offset) = TestApp::start_with_moved_clock().await;
    let user = app.tenant().await.sign_in("admin").await;
    for _ in 0..2 {
        offset.advance(SignedDuration::from_hours(11));
        user.client.get(SESSION).await.expect(200);
    }
    let row = app.database.root().await;
    let row = row.query_one("select last_used_at from sessions where id = $1", &[&user.session.0]).await.unwrap();
    assert!(row.get::<_, Timestamp>(0) > app.app.clock.now() - SignedDuration::from_mins(1));
}

#[tokio::test]
async fn a_role_that_is_taken_away_is_gone_at_once() {
    let app = TestApp::start().await;
    let user = app.tenant().await.sign_in("admin").await;
    user.client.post(ORGANIZATIONS, json!({"name": "Before"})).await.expect(201);
    let root = app.database.root().await;
    root.execute("update users set role = 'viewer' where id = $1", &[&user.user.0]).await.unwrap();
    for _ in 0..100 {
        let answer = user.client.post(&format!("{ORGANIZATIONS}?dry_run=true"), json!({"name": "After"})).await;
        if answer.status == 403 {
            assert_eq!(answer.body["granted_scopes"], json!(["*:read"]));
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("the role goes on")
}

#[tokio::test]
async fn everyone_sees_their_own_sessions_and_administrators_all() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (technician, admin) = two_users(&tenant).await;
    app.tenant().await.sign_in("admin").await;
    let own = technician.client.get(SESSIONS).await.expect(200);
    assert_eq!(ids(&own), [technician.session.to_string()]);
    assert_eq!(
        (&own.body["data"][0]["current"], &own.body["data"][0]["user_agent"]),
        (&json!(true), &json!("testkit"))
    );
    let all = admin.client.get(SESSIONS).await.expect(200);
    assert_eq!(ids(&all), [admin.session.to_string(), technician.session.to_string()]);
    assert_eq!(
        ids(&tenant.client.get(&format!("{SESSIONS}?user_id={}", admin.user)).await),
        [admin.session.to_string()]
    );
    let others = technician.client.get(&format!("{SESSIONS}?user_id={}", admin.user)).await.expect(200);
    assert_eq!(others.body["data"], json!([]));
    let narrow = tenant.key_with(&["*:read"]).await;
    assert_eq!(narrow.get(SESSIONS).await.expect(200).body["data"], json!([]));
}

#[tokio::test]
async fn everyone_ends_their_own_sessions_and_administrators_any() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (technician, admin) = two_users(&tenant).await;
    let at_home = tenant.sign_in_again(&technician).await;
    let target = |who: &SignedIn| format!("{SESSIONS}?id={}", who.session);
    assert_eq!(technician.client.delete(&target(&admin)).await.problem(), "404 not_found");
    technician.client.delete(&target(&at_home)).await.expect(204);
    assert_eq!(until_refused(&at_home).await.problem(), "401 session_revoked");
    admin.client.delete(&target(&technician)).await.expect(204);
    assert_eq!(until_refused(&technician).await.problem(), "401 session_revoked");
    let ended = admin.client.get(&target(&technician)).await.expect(200).body;
    assert_eq!((&ended["status"], &ended["version"]), (&json!("revoked"), &json!(2)));
}

#[tokio::test]
async fn a_key_sent_together_with_a_cookie_wins() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let viewer = tenant.sign_in("viewer").await;
    let both = viewer.client.without_header("origin").with_key(&tenant.key);
    both.post(ORGANIZATIONS, json!({"name": "By key"})).await.expect(201);
    let session = both.get(SESSION).await.expect(200).body;
    assert_eq!(session["actor"]["type"], "api_key");
}

#[tokio::test]
async fn a_session_may_be_sent_as_a_key_is_but_a_key_not_as_a_cookie() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let user = tenant.sign_in("admin").await;
    let by_header = app.client().with_key(&user.token);
    by_header.post(ORGANIZATIONS, json!({"name": "No page made this"})).await.expect(201);
    let by_cookie = app.client().with_cookie(&tenant.key);
    assert_eq!(by_cookie.get(SESSION).await.problem(), "401 session_unknown");
    let mut guessed = user.token.clone().into_bytes();
    guessed[30] ^= 1;
    let guessed = app.client().with_cookie(std::str::from_utf8(&guessed).unwrap());
    assert_eq!(guessed.get(SESSION).await.problem(), "401 session_unknown");
}

#[tokio::test]
async fn a_cookie_that_has_ended_does_not_close_what_is_open_to_all() {
    let app = TestApp::start().await;
    let user = app.tenant().await.sign_in("viewer").await;
    let limits = |answer: Answer| answer.body["limits"][0]["applies_to"].clone();
    assert_eq!(limits(user.client.get("/api/rate-limits/").await.expect(200)), "user");
    user.client.delete(SESSION).await.expect(204);
    until_refused(&user).await;
    assert_eq!(limits(user.client.get("/api/rate-limits/").await.expect(200)), "address");
}

#[tokio::test]
async fn a_key_made_by_a_user_outlives_the_session() {
    let app = TestApp::start().await;
    let user = app.tenant().await.sign_in("admin").await;
    let key = user.client.post("/api/admin/api-keys", json!({"name": "Mine", "scopes": ["*"]})).await.expect(201);
    assert_eq!(key.body["expires_days"], 90);
    assert_eq!(key.body["created_by"], json!({"type": "user", "id": user.user.to_string()}));
    let expires: Timestamp = serde_json::from_value(key.body["expires_at"].clone()).unwrap();
    assert!(expires > app.app.clock.now() + SignedDuration::from_hours(24 * 89));
    let technician = app.tenant().await.sign_in("technician").await;
    let beyond = technician.client.post("/api/admin/api-keys", json!({"name": "More", "scopes": ["*"]})).await;
    assert_eq!(beyond.problem(), "403 insufficient_scope");
}

#[tokio::test]
async fn an_idempotency_key_is_the_users_own() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (one, two) = (tenant.sign_in("admin").await, tenant.sign_in("admin").await);
    let make = async |who: &SignedIn, name: &str| -> Value {
        let client = who.client.with_header("idempotency-key", "same");
        client.post(ORGANIZATIONS, json!({"name": name})).await.expect(201).body
    };
    let first = make(&one, "One").await;
    assert_eq!(make(&tenant.sign_in_again(&one).await, "One").await, first, "in every session of the user");
    assert_ne!(make(&two, "Two").await["id"], first["id"]);
}
