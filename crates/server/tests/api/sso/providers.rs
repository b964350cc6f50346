use super::{
    evil::{Evil, SECRET},
    kit::{BEGIN, PROVIDERS, new_domain, new_provider},
};
use serde_json::json;
use testdns::Nameserver;
use testkit::{Database, TestApp};

#[tokio::test]
async fn a_provider_is_kept_without_showing_its_secret() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let created =
        tenant.client.post(PROVIDERS, new_provider("https://login.acme.example", "bücher.example")).await.expect(201);
    assert_eq!(created.body["domains"], json!(["xn--bcher-kva.example"]));
    assert_eq!(created.body["redirect_uri"], format!("{}/api/auth/sso/callback", app.base));
    assert!(!created.body.to_string().contains(SECRET) && created.body.get("client_secret").is_none());
    let target = format!("{PROVIDERS}?id={}", created.id());
    assert_eq!(tenant.client.get(&target).await.expect(200).body, created.body);
    assert_eq!(tenant.client.get(PROVIDERS).await.expect(200).body["data"], json!([created.body]));
    let changed = tenant.client.put(&target, json!({"client_secret": "another", "default_role": "technician"})).await;
    assert_eq!(changed.expect(200).body["version"], 2);
    tenant.client.delete(&target).await.expect(204);
    assert_eq!(tenant.client.get(&target).await.problem(), "404 not_found");
}

#[tokio::test]
async fn a_domain_is_proven_by_its_dns_and_not_before() {
    let names = Nameserver::start().await.unwrap();
    let (database, nameserver) = (Database::shared().await, names.address().to_string());
    let settings = database.settings_with(&[
        "--outbound-allow-http",
        "--outbound-allow-network",
        "127.0.0.0/8",
        "--outbound-nameserver",
        &nameserver,
    ]);
    let (app, evil) = (TestApp::start_with(database, settings).await, Evil::start().await);
    let (tenant, domain) = (app.tenant().await, new_domain());
    let provider = tenant.client.post(PROVIDERS, new_provider(&evil.issuer, &domain)).await.expect(201);
    let record = &provider.body["domain_proofs"][0]["record"];
    assert_eq!(record["name"], format!("_tenant-control.{domain}"));
    let verify = format!("{PROVIDERS}/verify?id={}", provider.id());

    let pending = tenant.client.post(&verify, json!({})).await.expect(200).body;
    assert_eq!(pending["domain_proofs"][0]["status"], "pending");
    names.set_texts(record["name"].as_str().unwrap(), &["v=spf1 -all", "tenant-control=another's"]);
    let wrong = tenant.client.post(&verify, json!({})).await.expect(200).body;
    assert_eq!(wrong["domain_proofs"][0]["status"], "pending");
    assert_eq!(app.client().post(BEGIN, json!({"domain": domain})).await.problem(), "404 sso_not_configured");

    names.set_texts(record["name"].as_str().unwrap(), &["v=spf1 -all", record["value"].as_str().unwrap()]);
    let proven = tenant.client.post(&verify, json!({"domain": domain})).await.expect(200).body;
    assert_eq!(proven["domain_proofs"][0]["status"], "proven");
    app.client().post(BEGIN, json!({"domain": domain.to_uppercase()})).await.expect(200);

    // Another tenant cannot prove the domain by publishing the same record.
    let late = app.tenant().await;
    assert_eq!(late.client.post(PROVIDERS, new_provider(&evil.issuer, &domain)).await.problem(), "409 domain_taken");
}

#[tokio::test]
async fn domains_that_stay_keep_their_proof_and_those_that_go_are_free() {
    let (app, evil) = (TestApp::start().await, Evil::start().await);
    let (tenant, kept, gone, new) = (app.tenant().await, new_domain(), new_domain(), new_domain());
    let mut provider = new_provider(&evil.issuer, &kept);
    provider["domains"] = json!([kept, gone]);
    let made = tenant.client.post(PROVIDERS, provider).await.expect(201);
    super::kit::approve(&app, &tenant, &kept).await;
    super::kit::approve(&app, &tenant, &gone).await;
    let target = format!("{PROVIDERS}?id={}", made.id());
    let changed = tenant.client.put(&target, json!({"domains": [kept, new]})).await.expect(200).body;
    let proofs = changed["domain_proofs"].as_array().unwrap();
    let status =
        |domain: &str| proofs.iter().find(|proof| proof["domain"] == domain).map(|proof| proof["status"].clone());
    assert_eq!((status(&kept), status(&new), status(&gone)), (Some(json!("approved")), Some(json!("pending")), None));
    app.tenant().await.client.post(PROVIDERS, new_provider(&evil.issuer, &gone)).await.expect(201);
}

#[tokio::test]
async fn what_cannot_be_a_domain_is_told_at_its_place() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    for (domains, pointer) in [
        (json!(["acme.example", "127.0.0.1"]), "/domains/1"),
        (json!(["acme.example", "ACME.example."]), "/domains/1"),
        (json!(["-acme.example"]), "/domains/0"),
    ] {
        let mut new = new_provider("https://login.acme.example", "x.example");
        new["domains"] = domains;
        let answer = tenant.client.post(PROVIDERS, new).await;
        assert_eq!(
            (answer.problem().as_str(), &answer.body["errors"][0]["pointer"]),
            ("422 invalid_request", &json!(pointer))
        );
    }
}
