use super::{
    evil::{CLIENT, Evil, Signed},
    kit::{Begun, Company, PROVIDERS, begin, problem, session_token},
};
use crate::owners::eventually;
use jiff::SignedDuration;
use reqwest::Method;
use serde_json::{Value, json};
use testkit::TestApp;

async fn sign_in(app: &TestApp, evil: &Evil, company: &Company, claims: impl FnOnce(&mut Value)) -> Value {
    let begun = begin(app, &company.domain).await;
    let mut said = evil.claims(&begun.nonce, &company.email("samir"));
    claims(&mut said);
    evil.say(&said, Signed::Well);
    let answer = begun.answer(evil).await;
    let client = app.client().with_cookie(&session_token(&answer));
    client.get("/api/auth/session").await.expect(200).body
}

#[tokio::test]
async fn a_person_becomes_a_user_with_the_first_sign_in() {
    let (app, evil) = (TestApp::start().await, Evil::start().await);
    let company = Company::found(&app, &evil).await;
    let begun: Begun = begin(&app, &company.domain).await;
    assert_eq!(begun.parameters["client_id"], CLIENT);
    assert_eq!(begun.parameters["code_challenge_method"], "S256");
    assert_eq!(begun.parameters["redirect_uri"], format!("{}/api/auth/sso/callback", app.base));
    assert!(begun.parameters["scope"].contains("openid") && begun.parameters["scope"].contains("email"));

    evil.say(&evil.claims(&begun.nonce, &company.email("Samir")), Signed::Well);
    let answer = begun.answer(&evil).await;
    assert_eq!(answer.headers()["location"], "/documentation/");
    let client = app.client().with_cookie(&session_token(&answer));
    let session = client.get("/api/auth/session").await.expect(200).body;
    assert_eq!(session["tenant"]["id"], company.tenant.id.to_string());
    assert_eq!(session["user"]["email"], company.email("samir"));
    assert_eq!((&session["user"]["role"], &session["user"]["name"]), (&json!("technician"), &json!("Samir")));

    let exchange = &evil.exchanges()[0];
    assert!(exchange.contains("code_verifier=") && exchange.contains("grant_type=authorization_code"), "{exchange}");
    let users = company.tenant.client.get("/api/admin/users").await.expect(200).body;
    assert_eq!(users["data"][0]["id"], session["user"]["id"]);
    let log = company.tenant.client.get("/api/admin/audit-log?operation=auth.sso.callback").await.expect(200).body;
    let told: Vec<_> = log["data"].as_array().unwrap().iter().map(|e| e["resource"]["type"].clone()).collect();
    assert_eq!(told, ["session", "user"]);
    assert_eq!(log["data"][0]["actor"], json!({"type": "user", "id": session["user"]["id"]}));
}

#[tokio::test]
async fn groups_decide_the_role_at_every_sign_in() {
    let (app, evil) = (TestApp::start().await, Evil::start().await);
    let company = Company::found(&app, &evil).await;
    let first = sign_in(&app, &evil, &company, |claims| claims["groups"] = json!(["people", "admins"])).await;
    assert_eq!(first["user"]["role"], "admin");
    let demoted = sign_in(&app, &evil, &company, |claims| claims["groups"] = json!("people")).await;
    assert_eq!(
        demoted["user"],
        json!({"id": first["user"]["id"], "email": company.email("samir"), "name": "Samir", "role": "technician"})
    );
    let without = sign_in(&app, &evil, &company, |claims| claims["groups"] = json!([])).await;
    assert_eq!(without["user"]["role"], "viewer");
}

#[tokio::test]
async fn a_role_that_is_lost_with_a_sign_in_is_lost_by_all_keys() {
    let (app, evil) = (TestApp::start().await, Evil::start().await);
    let company = Company::found(&app, &evil).await;
    let begun = begin(&app, &company.domain).await;
    let mut said = evil.claims(&begun.nonce, &company.email("samir"));
    said["groups"] = json!(["admins"]);
    evil.say(&said, Signed::Well);
    let session = app.client().with_cookie(&session_token(&begun.answer(&evil).await));
    let made = session.post("/api/admin/api-keys", json!({"name": "mine", "scopes": ["*"]})).await.expect(201);
    let key = app.client().with_key(made.body["key"].as_str().unwrap());
    let new = Some(json!({"name": "Initech"}));
    eventually(&key, Method::POST, "/api/rmm/organizations", new.clone(), "201").await;
    sign_in(&app, &evil, &company, |claims| claims["groups"] = json!([])).await;
    eventually(&key, Method::POST, "/api/rmm/organizations", new.clone(), "403 insufficient_scope").await;
    eventually(&session, Method::POST, "/api/rmm/organizations", new, "403 insufficient_scope").await;
    let log = company.tenant.client.get("/api/events?type=user.updated,session.created").await.expect(200).body;
    let kinds: Vec<_> = log["data"].as_array().unwrap().iter().map(|event| event["type"].clone()).collect();
    assert_eq!(kinds, ["session.created", "user.updated", "session.created"], "{log:#}");
}

#[tokio::test]
async fn who_is_disabled_or_deleted_does_not_sign_in() {
    let (app, evil) = (TestApp::start().await, Evil::start().await);
    let company = Company::found(&app, &evil).await;
    let user = sign_in(&app, &evil, &company, |_| {}).await["user"]["id"].as_str().unwrap().to_owned();
    let target = format!("/api/admin/users?id={user}");
    let refused = async || {
        let begun = begin(&app, &company.domain).await;
        evil.say(&evil.claims(&begun.nonce, &company.email("samir")), Signed::Well);
        problem(begun.answer(&evil).await).await
    };
    company.tenant.client.put(&target, json!({"status": "disabled"})).await.expect(200);
    assert_eq!(refused().await, "403 sso_refused");
    company.tenant.client.put(&target, json!({"status": "active"})).await.expect(200);
    sign_in(&app, &evil, &company, |_| {}).await;
    company.tenant.client.delete(&target).await.expect(204);
    assert_eq!(refused().await, "403 sso_refused");
}

#[tokio::test]
async fn a_new_address_at_the_provider_is_the_same_user() {
    let (app, evil) = (TestApp::start().await, Evil::start().await);
    let company = Company::found(&app, &evil).await;
    let before = sign_in(&app, &evil, &company, |claims| claims["sub"] = json!("1")).await;
    let renamed = company.email("samir.nagheenanajar");
    let after = sign_in(&app, &evil, &company, |claims| {
        claims["sub"] = json!("1");
        claims["email"] = json!(renamed);
    })
    .await;
    assert_eq!((&after["user"]["id"], &after["user"]["email"]), (&before["user"]["id"], &json!(renamed)));
}

#[tokio::test]
async fn what_the_id_token_leaves_out_is_asked_for() {
    let (app, evil) = (TestApp::start().await, Evil::start().await);
    let company = Company::found(&app, &evil).await;
    let email = company.email("milton");
    evil.say_to_user_info(json!({"sub": "m", "email": email, "email_verified": true, "groups": ["admins"]}));
    let session = sign_in(&app, &evil, &company, |claims| {
        *claims = json!({"iss": claims["iss"], "aud": CLIENT, "sub": "m", "nonce": claims["nonce"], "iat": claims["iat"], "exp": claims["exp"]});
    })
    .await;
    assert_eq!((&session["user"]["email"], &session["user"]["role"]), (&json!(email), &json!("admin")));
}

#[tokio::test]
async fn a_provider_may_sign_with_a_new_key_at_any_time() {
    let ((app, offset), evil) = (TestApp::start_with_moved_clock().await, Evil::start().await);
    let company = Company::found(&app, &evil).await;
    sign_in(&app, &evil, &company, |_| {}).await;
    offset.advance(SignedDuration::from_secs(2)); // it was asked just now
    evil.roll_over("second");
    sign_in(&app, &evil, &company, |_| {}).await;
    sign_in(&app, &evil, &company, |_| {}).await;
    assert_eq!(evil.discoveries(), 2, "once at first, once for the new key");

    // Invented key ids do not cause more requests.
    evil.roll_over("third");
    for _ in 0..3 {
        let begun = begin(&app, &company.domain).await;
        evil.say(&evil.claims(&begun.nonce, &company.email("samir")), Signed::Well);
        assert_eq!(problem(begun.answer(&evil).await).await, "403 sso_refused");
    }
    assert_eq!(evil.discoveries(), 2);
}

#[tokio::test]
async fn a_sign_in_ends_with_the_provider_that_it_was_begun_with() {
    let (app, evil) = (TestApp::start().await, Evil::start().await);
    let company = Company::found(&app, &evil).await;
    let begun = begin(&app, &company.domain).await;
    evil.say(&evil.claims(&begun.nonce, &company.email("samir")), Signed::Well);
    let target = format!("{PROVIDERS}?id={}", company.provider["id"].as_str().unwrap());
    company.tenant.client.put(&target, json!({"enabled": false})).await.expect(200);
    assert_eq!(problem(begun.answer(&evil).await).await, "400 sso_state_invalid");
}
