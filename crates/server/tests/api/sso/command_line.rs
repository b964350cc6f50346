use super::{
    evil::{Evil, Signed},
    kit::{BEGIN, Company, begun, problem},
};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use jiff::SignedDuration;
use serde_json::json;
use sha2::{Digest, Sha256};
use testkit::{Answer, TestApp};

const EXCHANGE: &str = "/api/auth/sso/token";
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

fn challenge(verifier: &str) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(verifier))
}

/// The code that arrives at the command line's own address.
async fn code(app: &TestApp, evil: &Evil, company: &Company) -> String {
    let start = json!({"domain": company.domain, "return_to": "http://127.0.0.1:4711/done?own=1", "code_challenge": challenge(VERIFIER)});
    let answer = app.client().post(BEGIN, start).await;
    assert!(!answer.headers.contains_key("set-cookie"), "the command line is no browser");
    let begun = begun(app, answer);
    evil.say(&evil.claims(&begun.nonce, &company.email("samir")), Signed::Well);
    let parameters = [("code", "c"), ("state", begun.state.as_str()), ("iss", evil.issuer.as_str())];
    let answer = begun.answer_with(&parameters, "").await;
    assert_eq!(answer.status(), 303);
    let cookies: Vec<_> = answer.headers().get_all("set-cookie").iter().map(|c| c.to_str().unwrap()).collect();
    assert!(
        cookies.iter().all(|cookie| !cookie.starts_with("tc_session=")),
        "the browser gets no session: {cookies:?}"
    );
    let target = answer.headers()["location"].to_str().unwrap();
    let code = target.strip_prefix("http://127.0.0.1:4711/done?own=1&code=").expect("the address that was asked for");
    code.to_owned()
}

async fn exchange(app: &TestApp, code: &str, verifier: &str) -> Answer {
    app.client().post(EXCHANGE, json!({"code": code, "code_verifier": verifier})).await
}

#[tokio::test]
async fn a_command_line_signs_in_by_a_code_at_its_own_address() {
    let (app, evil) = (TestApp::start().await, Evil::start().await);
    let company = Company::found(&app, &evil).await;
    let code = code(&app, &evil, &company).await;
    let session = exchange(&app, &code, VERIFIER).await.expect(200).body;
    assert_eq!(session["user"]["email"], company.email("samir"));
    let client = app.client().with_key(session["token"].as_str().unwrap());
    let own = client.get("/api/auth/session").await.expect(200).body;
    assert_eq!((&own["session_id"], &own["user"]), (&session["session_id"], &session["user"]));
    client.delete("/api/auth/session").await.expect(204);
}

#[tokio::test]
async fn a_code_is_exchanged_once_and_only_by_who_began() {
    let (app, evil) = (TestApp::start().await, Evil::start().await);
    let company = Company::found(&app, &evil).await;
    let stolen = code(&app, &evil, &company).await;
    let other = "another-secret-of-somebody-who-saw-the-code-pass";
    assert_eq!(exchange(&app, &stolen, other).await.problem(), "400 sso_code_invalid");
    assert_eq!(exchange(&app, &stolen, VERIFIER).await.problem(), "400 sso_code_invalid", "a stolen code is spent");
    let good = code(&app, &evil, &company).await;
    exchange(&app, &good, VERIFIER).await.expect(200);
    assert_eq!(exchange(&app, &good, VERIFIER).await.problem(), "400 sso_code_invalid");
    assert_eq!(exchange(&app, "made-up", VERIFIER).await.problem(), "400 sso_code_invalid");
}

#[tokio::test]
async fn a_code_lives_for_a_minute() {
    let ((app, offset), evil) = (TestApp::start_with_moved_clock().await, Evil::start().await);
    let company = Company::found(&app, &evil).await;
    let late = code(&app, &evil, &company).await;
    offset.advance(SignedDuration::from_mins(1));
    assert_eq!(exchange(&app, &late, VERIFIER).await.problem(), "400 sso_code_invalid");
}

#[tokio::test]
async fn a_command_line_must_show_what_it_can_prove_and_a_browser_need_not() {
    let (app, evil) = (TestApp::start().await, Evil::start().await);
    let company = Company::found(&app, &evil).await;
    for (return_to, challenge) in [("http://127.0.0.1:4711/", None), ("/", Some(challenge(VERIFIER)))] {
        let mut start = json!({"domain": company.domain, "return_to": return_to});
        if let Some(challenge) = challenge {
            start["code_challenge"] = json!(challenge);
        }
        let answer = app.client().post(BEGIN, start).await;
        assert_eq!(answer.problem(), "422 invalid_request");
        assert_eq!(answer.body["errors"][0]["pointer"], "/code_challenge");
    }
}

#[tokio::test]
async fn a_browser_that_follows_a_command_lines_link_without_signing_in_gives_nothing_away() {
    let (app, evil) = (TestApp::start().await, Evil::start().await);
    let company = Company::found(&app, &evil).await;
    let start =
        json!({"domain": company.domain, "return_to": "http://127.0.0.1:4711/", "code_challenge": challenge(VERIFIER)});
    let begun = begun(&app, app.client().post(BEGIN, start).await);
    let denied = [("error", "access_denied"), ("state", begun.state.as_str())];
    assert_eq!(problem(begun.answer_with(&denied, "").await).await, "403 sso_refused");
}
