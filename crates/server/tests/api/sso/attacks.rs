use super::{
    evil::{Evil, Signed},
    kit::{BEGIN, Begun, Company, PROVIDERS, begin, new_domain, new_provider, problem, session_token},
};
use jiff::SignedDuration;
use serde_json::{Value, json};
use testdns::Nameserver;
use testkit::{Database, TestApp};
use tokio::net::TcpListener;

/// The result of a sign-in with this token and signature.
async fn token(signed: Signed, alter: impl FnOnce(&mut Value, &Company)) -> String {
    let (app, evil) = (TestApp::start().await, Evil::start().await);
    let company = Company::found(&app, &evil).await;
    let begun = begin(&app, &company.domain).await;
    let mut claims = evil.claims(&begun.nonce, &company.email("samir"));
    alter(&mut claims, &company);
    evil.say(&claims, signed);
    let answer = begun.answer(&evil).await;
    if answer.status() == 303 {
        return "taken".to_owned();
    }
    let users = company.tenant.client.get("/api/admin/users").await.expect(200).body;
    assert_eq!(users["data"], json!([]), "nobody came to be");
    problem(answer).await
}

#[tokio::test]
async fn a_token_as_it_should_be_is_taken() {
    assert_eq!(token(Signed::Well, |_, _| {}).await, "taken", "otherwise the refusals below prove nothing");
}

#[tokio::test]
async fn a_token_with_another_nonce_is_refused() {
    assert_eq!(token(Signed::Well, |claims, _| claims["nonce"] = json!("another")).await, "403 sso_refused");
    let without = |claims: &mut Value, _: &Company| drop(claims.as_object_mut().unwrap().remove("nonce"));
    assert_eq!(token(Signed::Well, without).await, "403 sso_refused");
}

#[tokio::test]
async fn a_token_for_another_client_is_refused() {
    assert_eq!(token(Signed::Well, |claims, _| claims["aud"] = json!("another")).await, "403 sso_refused");
    let both = |claims: &mut Value, _: &Company| claims["aud"] = json!(["tenant-control", "another"]);
    assert_eq!(token(Signed::Well, both).await, "403 sso_refused");
}

#[tokio::test]
async fn a_token_of_another_issuer_is_refused() {
    let other = |claims: &mut Value, _: &Company| claims["iss"] = json!("https://accounts.example");
    assert_eq!(token(Signed::Well, other).await, "403 sso_refused");
}

#[tokio::test]
async fn a_token_signed_by_another_key_is_refused() {
    assert_eq!(token(Signed::ByAnotherKey, |_, _| {}).await, "403 sso_refused");
}

#[tokio::test]
async fn a_token_that_is_not_signed_is_refused() {
    assert_eq!(token(Signed::Not, |_, _| {}).await, "403 sso_refused", "alg: none");
}

#[tokio::test]
async fn a_token_signed_with_the_clients_secret_is_refused() {
    assert_eq!(token(Signed::BySecret, |_, _| {}).await, "403 sso_refused", "alg: HS256");
}

#[tokio::test]
async fn a_token_that_has_expired_is_refused() {
    let late = |claims: &mut Value, _: &Company| claims["exp"] = json!(claims["iat"].as_i64().unwrap() - 1);
    assert_eq!(token(Signed::Well, late).await, "403 sso_refused");
}

#[tokio::test]
async fn an_address_that_the_provider_has_not_verified_makes_nobody() {
    assert_eq!(token(Signed::Well, |claims, _| claims["email_verified"] = json!(false)).await, "403 sso_refused");
    let unsaid = |claims: &mut Value, _: &Company| drop(claims.as_object_mut().unwrap().remove("email_verified"));
    assert_eq!(token(Signed::Well, unsaid).await, "403 sso_refused");
}

#[tokio::test]
async fn an_address_of_a_domain_that_is_not_the_providers_makes_nobody() {
    for foreign in [
        "boss@elsewhere.example".to_owned(),
        "boss@below.DOMAIN".to_owned(),
        "boss@DOMAIN@elsewhere.example".to_owned(),
    ] {
        let email = |claims: &mut Value, company: &Company| {
            claims["email"] = json!(foreign.replace("DOMAIN", &company.domain));
        };
        assert_eq!(token(Signed::Well, email).await, "403 sso_refused", "{foreign}");
    }
}

#[tokio::test]
async fn an_account_that_takes_over_somebodys_address_does_not_become_them() {
    let (app, evil) = (TestApp::start().await, Evil::start().await);
    let company = Company::found(&app, &evil).await;
    for (subject, expected) in [("first", 303), ("second", 403), ("first", 303)] {
        let begun = begin(&app, &company.domain).await;
        let mut claims = evil.claims(&begun.nonce, &company.email("samir"));
        claims["sub"] = json!(subject);
        evil.say(&claims, Signed::Well);
        assert_eq!(begun.answer(&evil).await.status(), expected, "{subject}");
    }
}

async fn ready(app: &TestApp, evil: &Evil) -> (Company, Begun) {
    let company = Company::found(app, evil).await;
    let begun = begin(app, &company.domain).await;
    evil.say(&evil.claims(&begun.nonce, &company.email("samir")), Signed::Well);
    (company, begun)
}

#[tokio::test]
async fn an_answer_with_a_state_that_this_browser_did_not_begin_is_refused() {
    let (app, evil) = (TestApp::start().await, Evil::start().await);
    let (company, begun) = ready(&app, &evil).await;
    let another = begin(&app, &company.domain).await;
    let iss = ("iss", evil.issuer.as_str());
    let tries: [(&[_], &str); 6] = [
        (&[("code", "c"), ("state", "made-up"), iss], &begun.cookie),
        (&[("code", "c"), ("state", ""), iss], &begun.cookie),
        (&[("code", "c"), iss], &begun.cookie),
        (&[("code", "c"), ("state", &begun.state), ("state", &begun.state), iss], &begun.cookie),
        (&[("code", "c"), ("state", &begun.state), iss], ""),
        (&[("code", "c"), ("state", &begun.state), iss], &another.cookie),
    ];
    for (parameters, cookie) in tries {
        let answer = begun.answer_with(parameters, cookie).await;
        assert_eq!(problem(answer).await, "400 sso_state_invalid", "{parameters:?} {cookie}");
    }
    assert!(evil.exchanges().is_empty(), "no code was shown to the provider");
    assert_eq!(begun.answer(&evil).await.status(), 303, "the browser that began it goes on");
}

#[tokio::test]
async fn an_answer_is_taken_once() {
    let (app, evil) = (TestApp::start().await, Evil::start().await);
    let (_, begun) = ready(&app, &evil).await;
    session_token(&begun.answer(&evil).await);
    assert_eq!(problem(begun.answer(&evil).await).await, "400 sso_state_invalid");
    assert_eq!(evil.exchanges().len(), 1, "a replayed code is not shown to the provider");
}

#[tokio::test]
async fn an_answer_that_comes_too_late_is_refused() {
    let ((app, offset), evil) = (TestApp::start_with_moved_clock().await, Evil::start().await);
    let (_, begun) = ready(&app, &evil).await;
    offset.advance(SignedDuration::from_mins(10));
    assert_eq!(problem(begun.answer(&evil).await).await, "400 sso_state_invalid");
}

#[tokio::test]
async fn an_answer_of_a_provider_that_was_mixed_up_is_refused() {
    let (app, honest, evil) = (TestApp::start().await, Evil::start().await, Evil::start().await);
    for named in [Some(evil.issuer.as_str()), None] {
        let (_, begun) = ready(&app, &honest).await;
        let mut parameters = vec![("code", "c"), ("state", begun.state.as_str())];
        parameters.extend(named.map(|issuer| ("iss", issuer)));
        let answer = begun.answer_with(&parameters, &begun.cookie).await;
        assert_eq!(problem(answer).await, "403 sso_refused", "{named:?}");
    }
    assert!(honest.exchanges().is_empty() && evil.exchanges().is_empty(), "no code went to the wrong one");
    honest.fall_silent();
    let (_, begun) = ready(&app, &honest).await;
    let answer = begun.answer_with(&[("code", "c"), ("state", &begun.state)], &begun.cookie).await;
    assert_eq!(answer.status(), 303, "who promises nothing need not name itself");
}

#[tokio::test]
async fn another_issuer_gets_neither_the_old_secret_nor_a_sign_in_that_was_begun_before() {
    let app = TestApp::start().await;
    let (old, new) = (Evil::start().await, Evil::start().await);
    let company = Company::found(&app, &old).await;
    let begun = begin(&app, &company.domain).await;
    new.say(&new.claims(&begun.nonce, &company.email("samir")), Signed::Well);
    let target = format!("{PROVIDERS}?id={}", company.provider["id"].as_str().unwrap());

    let refused = company.tenant.client.put(&target, json!({"issuer": new.issuer})).await;
    assert_eq!(refused.problem(), "422 invalid_request");
    assert_eq!(refused.body["errors"][0]["pointer"], "/client_secret");
    let same = json!({"issuer": old.issuer, "name": "The same"});
    company.tenant.client.put(&target, same).await.expect(200);
    let moved = json!({"issuer": new.issuer, "client_secret": "the secret of the new one"});
    company.tenant.client.put(&target, moved).await.expect(200);

    assert_eq!(problem(begun.answer(&new).await).await, "400 sso_state_invalid");
    assert!(new.exchanges().is_empty(), "a code of the old issuer is not shown to the new one");
    assert!(old.exchanges().is_empty());
    // The cached metadata of the old issuer is not used any more.
    let begun = begin(&app, &company.domain).await;
    assert_eq!(new.discoveries(), 1);
    new.say(&new.claims(&begun.nonce, &company.email("samir")), Signed::Well);
    session_token(&begun.answer(&new).await);
    assert_eq!((new.exchanges().len(), old.exchanges().len()), (1, 0));
}

#[tokio::test]
async fn a_refusal_by_the_provider_is_told() {
    let (app, evil) = (TestApp::start().await, Evil::start().await);
    let (_, begun) = ready(&app, &evil).await;
    let denied = [("error", "access_denied"), ("error_description", "<script>"), ("state", &begun.state)];
    let answer = begun.answer_with(&denied, &begun.cookie).await;
    assert_eq!(answer.status(), 403);
    assert!(!answer.text().await.unwrap().contains("script"));
}

#[tokio::test]
async fn a_sign_in_leads_nowhere_but_to_this_site_or_to_loopback() {
    let (app, evil) = (TestApp::start().await, Evil::start().await);
    let company = Company::found(&app, &evil).await;
    for elsewhere in [
        "https://evil.example/",
        "//evil.example/",
        "/\\evil.example/",
        "/%09/../\t/evil.example",
        "https://control.example@evil.example",
        "http://localhost:80/",
        "javascript:alert(1)",
    ] {
        let start = json!({"domain": company.domain, "return_to": elsewhere});
        let answer = app.client().post(BEGIN, start).await;
        assert_eq!(answer.problem(), "422 invalid_request", "{elsewhere}");
        assert_eq!(answer.body["errors"][0]["pointer"], "/return_to", "{elsewhere}");
    }
}

#[tokio::test]
async fn a_session_that_was_planted_in_the_browser_is_not_the_one_that_begins() {
    let (app, evil) = (TestApp::start().await, Evil::start().await);
    let (company, begun) = ready(&app, &evil).await;
    let planted = company.tenant.sign_in("viewer").await;
    let cookies = format!("{}; tc_session={}", begun.cookie, planted.token);
    let parameters = [("code", "c"), ("state", begun.state.as_str()), ("iss", evil.issuer.as_str())];
    let token = session_token(&begun.answer_with(&parameters, &cookies).await);
    assert_ne!(token, planted.token);
    let of = async |token: &str| {
        app.client().with_cookie(token).get("/api/auth/session").await.expect(200).body["user"]["email"].clone()
    };
    assert_eq!(of(&token).await, company.email("samir"));
    assert_eq!(of(&planted.token).await, planted.email, "who planted it is still only themselves");
}

#[tokio::test]
async fn unknown_and_disabled_and_unproven_domains_are_answered_alike() {
    let (app, evil) = (TestApp::start().await, Evil::start().await);
    let disabled = Company::with(&app, &evil.issuer, json!({"enabled": false})).await.domain;
    let unproven = new_domain();
    app.tenant().await.client.post(PROVIDERS, new_provider(&evil.issuer, &unproven)).await.expect(201);
    let mut answers = vec![];
    for domain in [disabled, unproven, new_domain()] {
        let client = app.client().with_header("x-request-id", "same");
        let answer = client.post(BEGIN, json!({"domain": domain})).await;
        assert_eq!(answer.problem(), "404 sso_not_configured");
        assert!(!answer.headers.contains_key("set-cookie"));
        answers.push(answer.body);
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:#?}");
    assert_eq!(evil.discoveries(), 0);
}

#[tokio::test]
async fn a_domain_of_another_tenant_cannot_be_had() {
    let (app, evil) = (TestApp::start().await, Evil::start().await);
    let company = Company::found(&app, &evil).await;
    let thief = app.tenant().await;
    let upper_case = company.domain.to_uppercase();
    for domain in [company.domain.as_str(), upper_case.as_str()] {
        let answer = thief.client.post(PROVIDERS, new_provider(&evil.issuer, domain)).await;
        assert_eq!(answer.problem(), "409 domain_taken");
    }
    let own = thief.client.post(PROVIDERS, new_provider(&evil.issuer, &new_domain())).await.expect(201);
    let target = format!("{PROVIDERS}?id={}", own.id());
    assert_eq!(thief.client.put(&target, json!({"domains": [company.domain]})).await.problem(), "409 domain_taken");
}

#[tokio::test]
async fn who_claims_a_domain_first_does_not_keep_its_owner_out() {
    let (app, evil) = (TestApp::start().await, Evil::start().await);
    let domain = new_domain();
    let squatter = app.tenant().await;
    squatter.client.post(PROVIDERS, new_provider(&evil.issuer, &domain)).await.expect(201);
    let owner = app.tenant().await;
    owner.client.post(PROVIDERS, new_provider(&evil.issuer, &domain)).await.expect(201);
    super::kit::approve(&app, &owner, &domain).await;
    let begun = begin(&app, &domain).await;
    evil.say(&evil.claims(&begun.nonce, &format!("samir@{domain}")), Signed::Well);
    let client = app.client().with_cookie(&session_token(&begun.answer(&evil).await));
    let session = client.get("/api/auth/session").await.expect(200).body;
    assert_eq!(session["tenant"]["id"], owner.id.to_string());
}

#[tokio::test]
async fn an_issuer_at_a_private_address_is_not_reached() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let names = Nameserver::start().await.unwrap();
    names.set("login.evil.example", &["127.0.0.1".parse().unwrap()]);
    let database = Database::shared().await;
    let nameserver = names.address().to_string();
    let settings = database.settings_with(&["--outbound-allow-http", "--outbound-nameserver", &nameserver]);
    let app = TestApp::start_with(database, settings).await;
    let tenant = app.tenant().await;
    for issuer in [
        format!("http://127.0.0.1:{port}"),
        "https://10.0.0.1/".to_owned(),
        "https://[::1]/".to_owned(),
        "https://169.254.169.254/latest".to_owned(),
        "https://localhost/".to_owned(),
        "file:///etc/passwd".to_owned(),
        "https://user:password@login.example/".to_owned(),
        "https://login.example/?x=y".to_owned(),
    ] {
        let answer = tenant.client.post(PROVIDERS, new_provider(&issuer, &new_domain())).await;
        assert_eq!(answer.problem(), "422 invalid_request", "{issuer}");
        assert_eq!(answer.body["errors"][0]["pointer"], "/issuer", "{issuer}");
    }
    let company = Company::with(&app, &format!("http://login.evil.example:{port}"), json!({})).await;
    let answer = app.client().post(BEGIN, json!({"domain": company.domain})).await;
    assert_eq!(answer.problem(), "503 sso_unavailable");
    assert!(names.lookups("login.evil.example") > 0, "the name was looked up");
    let reached = tokio::time::timeout(std::time::Duration::from_millis(100), listener.accept()).await;
    assert!(reached.is_err(), "nobody came");
}

#[tokio::test]
async fn nobody_makes_a_provider_that_gives_more_than_they_have() {
    let (app, evil) = (TestApp::start().await, Evil::start().await);
    let tenant = app.tenant().await;
    let narrow = tenant.key_with(&["sso:write", "*:read"]).await;
    let mut new = new_provider(&evil.issuer, &new_domain());
    assert_eq!(narrow.post(PROVIDERS, new.clone()).await.problem(), "403 scope_escalation");
    new["group_roles"] = json!({});
    let made = narrow.post(PROVIDERS, new.clone()).await.expect(201);
    // Once there is an owner, a caller who changes the provider could sign in as them.
    tenant.sign_in("owner").await;
    let target = format!("{PROVIDERS}?id={}", made.id());
    assert_eq!(narrow.put(&target, json!({"issuer": evil.issuer})).await.problem(), "403 scope_escalation");
    assert_eq!(narrow.delete(&target).await.problem(), "403 scope_escalation");
}
