//! Records of cloud providers and their credentials.

use crate::cloud_stage::{PROVIDERS, Stage, user};
use serde_json::{Value, json};
use testkit::{Database, TestApp};

fn key(name: &str, id: &str, secret: &str) -> Value {
    json!({"name": name, "kind": "aws", "auth_method": "access_key", "config": {"regions": ["eu-central-1"]},
        "credentials": {"access_key_id": id, "secret_access_key": secret}})
}

#[tokio::test]
async fn a_role_is_created_after_its_record_with_the_policies_of_the_response() {
    let stage = Stage::set().await;
    let made = stage.provider().await.body;
    assert_eq!((&made["status"], &made["credentials"]), (&json!("pending"), &Value::Null));
    let trust = &made["setup"]["trust_policy"]["Statement"][0];
    assert_eq!(trust["Condition"]["StringEquals"]["sts:ExternalId"], made["external_id"]);
    assert_eq!(trust["Principal"]["AWS"], "arn:aws:iam::123456789012:user/service");
    let other = json!({"name": "Other", "kind": "aws", "config": {"regions": ["eu-central-1"]}});
    let other = stage.tenant.client.post(PROVIDERS, other).await.expect(201).body;
    assert_ne!(made["external_id"], other["external_id"], "each record has its own");

    let verified = stage.verified_as(&made, "tenant-control").await;
    assert_eq!(verified["status"], "verified", "{verified:#}");
    assert_eq!(verified["verification"]["identity"]["account_id"], "123456789012");
    assert_eq!(verified["external_id"], made["external_id"]);
}

#[tokio::test]
async fn a_key_that_aws_refuses_is_not_stored() {
    let stage = Stage::set().await;
    let (id, secret) = user(&stage.moto, "customer", &json!("ec2:*")).await;
    stage.moto.check_calls(true).await.unwrap();
    let client = &stage.tenant.client;
    for (id, secret, code) in [
        ("AKIAAAAAAAAAAAAAAAAA", secret.as_str(), "wrong_key"),
        (id.as_str(), "not-the-secret-of-this-access-key-at-all", "wrong_secret"),
    ] {
        let refused = client.post(PROVIDERS, key("Refused", id, secret)).await;
        assert_eq!(refused.problem(), "422 credential_rejected");
        let capability = &refused.body["verification"]["capabilities"][0];
        assert_eq!(capability["code"], code, "{:#}", refused.body);
        assert!(capability["fix"]["text"].as_str().is_some_and(|text| !text.is_empty()));
        assert!(!refused.body.to_string().contains(secret));
    }
    assert_eq!(client.get(PROVIDERS).await.expect(200).body["data"], json!([]));

    let made = client.post(PROVIDERS, key("Accepted", &id, &secret)).await.expect(201).body;
    assert_eq!(
        (&made["status"], &made["setup"], &made["external_id"]),
        (&json!("verified"), &Value::Null, &Value::Null)
    );
    let target = format!("{PROVIDERS}?id={}", made["id"].as_str().unwrap());
    let wrong =
        json!({"credentials": {"access_key_id": id, "secret_access_key": "another-that-is-not-the-secret-of-it"}});
    assert_eq!(client.put(&target, wrong).await.problem(), "422 credential_rejected");
    assert_eq!(client.get(&target).await.expect(200).body, made, "the present credentials stay");
}

#[tokio::test]
async fn credentials_that_cannot_be_judged_are_stored_only_if_that_is_wanted() {
    let stage = Stage::set().await;
    let (id, secret) = user(&stage.moto, "customer", &json!("ec2:*")).await;
    stage.aws.fail("GetCallerIdentity", 503, "ServiceUnavailable", "down");
    let client = &stage.tenant.client;
    let refused = client.post(PROVIDERS, key("Cloud", &id, &secret)).await;
    assert_eq!(refused.problem(), "422 credential_unverified");
    let later = format!("{PROVIDERS}?verify=later");
    let made = client.post(&later, key("Cloud", &id, &secret)).await.expect(201).body;
    assert_eq!((&made["status"], &made["verification"]), (&json!("pending"), &Value::Null));
    let id = made["id"].as_str().unwrap();
    assert_eq!(stage.verify(id).await["status"], "unreachable");
    stage.aws.work("GetCallerIdentity");
    assert_eq!(stage.verify(id).await["status"], "verified");
}

#[tokio::test]
async fn credentials_of_another_account_are_refused_while_machines_are_managed() {
    let stage = Stage::set().await;
    let (id, secret) = user(&stage.moto, "customer", &json!("ec2:*")).await;
    let client = &stage.tenant.client;
    let made = client.post(PROVIDERS, key("Cloud", &id, &secret)).await.expect(201);
    let target = format!("{PROVIDERS}?id={}", made.id());
    let credentials = json!({"credentials": {"access_key_id": id, "secret_access_key": secret}});
    let new = json!({"provider_id": made.id(), "name": "web-1", "size": "t3.micro", "image": "ami-12c6146b"});
    client.post("/api/cloud/vms", new).await.expect(202);
    client.put(&target, credentials.clone()).await.expect(200);
    let later = client.put(&format!("{target}&verify=later"), credentials.clone()).await;
    assert_eq!(later.problem(), "409 provider_in_use", "the account is not known");
    let other = "<GetCallerIdentityResponse><GetCallerIdentityResult><Arn>arn:aws:iam::210987654321:user/other</Arn>\
        <UserId>AIDA</UserId><Account>210987654321</Account></GetCallerIdentityResult></GetCallerIdentityResponse>";
    stage.aws.answer("GetCallerIdentity", other);
    assert_eq!(client.put(&target, credentials).await.problem(), "409 provider_in_use");
}

#[tokio::test]
async fn credentials_are_in_no_answer_event_or_audit_row() {
    let stage = Stage::set().await;
    let (id, secret) = user(&stage.moto, "customer", &json!("ec2:*")).await;
    let client = &stage.tenant.client;
    let made = client.post(PROVIDERS, key("Cloud", &id, &secret)).await.expect(201);
    assert_eq!(made.body["credentials"]["hint"], format!("…{}", &id[id.len() - 4..]));
    let before = made.body["credentials"]["fingerprint"].clone();
    let target = format!("{PROVIDERS}?id={}", made.id());
    let again = json!({"credentials": {"access_key_id": id, "secret_access_key": secret}});
    let same = client.put(&target, again).await.expect(200);
    assert_ne!(
        same.body["credentials"]["fingerprint"], before,
        "a fingerprint shows that credentials were set, not which"
    );
    let verified = client.post(&format!("{PROVIDERS}/verify?id={}", made.id()), json!({})).await.expect(200);
    let read = client.get(&target).await.expect(200);
    let log = client.get("/api/admin/audit-log").await.expect(200);
    let events = client.get("/api/events").await.expect(200);
    for answer in [&made, &same, &verified, &read, &log, &events] {
        assert!(!answer.body.to_string().contains(&secret));
    }
}

#[tokio::test]
async fn an_endpoint_is_one_that_the_operator_allows_and_never_inside() {
    let database = Database::shared().await;
    let closed = ["--outbound-nameserver", "127.0.0.1:9", "--cloud-allow-endpoint"];
    let allowed = "https://ec2.cloud.example:8788,http://127.0.0.1:9000,https://169.254.169.254";
    let settings = database.settings_with(&[&closed[..], &[allowed]].concat());
    let app = TestApp::start_with(database, settings).await;
    let client = app.tenant().await.client;
    let with = |endpoint: &str| {
        json!({"name": "Cloud", "kind": "aws", "auth_method": "access_key",
            "config": {"regions": ["eu-central-1"], "endpoint": endpoint},
            "credentials": {"access_key_id": "AKIAIOSFODNN7EXAMPLE", "secret_access_key": "not-a-secret-of-anything"}})
    };
    let later = format!("{PROVIDERS}?verify=later");
    for refused in [
        "https://evil.example",
        "https://ec2.cloud.example",
        "http://127.0.0.1:9000",
        "https://169.254.169.254",
        "https://user:pass@ec2.cloud.example:8788",
        "file:///etc/passwd",
        "ec2.cloud.example",
    ] {
        let answer = client.post(&later, with(refused)).await;
        assert_eq!(answer.problem(), "422 invalid_request", "{refused}");
        assert_eq!(answer.body["errors"][0]["pointer"], "/config/endpoint", "{refused}");
    }
    let made = client.post(&later, with("https://ec2.cloud.example:8788")).await.expect(201);
    let target = format!("{PROVIDERS}?id={}", made.id());
    let moved = client.put(&target, json!({"config": {"regions": ["eu-central-1"]}})).await;
    assert_eq!(moved.problem(), "422 invalid_request");
    assert_eq!(moved.body["errors"][0]["pointer"], "/credentials", "another server needs the credentials again");
}

#[tokio::test]
async fn fields_belong_to_their_method_and_names_are_unique() {
    let app = TestApp::start().await;
    let client = app.tenant().await.client;
    let mut role = key("Cloud", "AKIAIOSFODNN7EXAMPLE", "not-a-secret-of-anything");
    role["auth_method"] = json!("assume_role");
    let refused = client.post(PROVIDERS, role).await;
    assert_eq!(refused.problem(), "422 invalid_request");
    assert_eq!(refused.body["errors"].as_array().unwrap().len(), 3, "{:#}", refused.body);
    let temporary = key("Cloud", "ASIAIOSFODNN7EXAMPLE", "not-a-secret-of-anything");
    assert_eq!(client.post(PROVIDERS, temporary).await.problem(), "422 invalid_request");
    let missing =
        json!({"name": "Cloud", "kind": "aws", "auth_method": "access_key", "config": {"regions": ["eu-west-1"]}});
    assert_eq!(client.post(PROVIDERS, missing).await.body["errors"][0]["pointer"], "/credentials");

    let new = json!({"name": "Cloud", "kind": "aws", "config": {"regions": ["eu-west-1"]}});
    let made = client.post(PROVIDERS, new.clone()).await.expect(201);
    assert_eq!(made.body["setup"], Value::Null, "this installation has no identity at AWS");
    assert_eq!(client.post(PROVIDERS, new).await.problem(), "409 name_taken");
    let guard = json!({"guard": {"allowed_regions": ["us-east-1"]}});
    let refused = client.put(&format!("{PROVIDERS}?id={}", made.id()), guard).await;
    assert_eq!(refused.body["errors"][0]["pointer"], "/guard/allowed_regions/0");
}

#[tokio::test]
async fn each_kind_has_its_methods_and_its_configuration() {
    let database = Database::shared().await;
    let allowed = ["--cloud-allow-endpoint", "https://keystone.cloud.example:5000"];
    let settings = database.settings_with(&allowed);
    let app = TestApp::start_with(database, settings).await;
    let client = app.tenant().await.client;
    let later = format!("{PROVIDERS}?verify=later");
    let user = json!({"username": "ops", "password": "not-a-secret-of-anything"});
    let wrong = json!({"name": "Wrong", "kind": "openstack", "auth_method": "access_key", "config": {"regions": ["RegionOne"]},
        "credentials": user});
    let refused = client.post(&later, wrong).await;
    assert_eq!(refused.problem(), "422 invalid_request");
    let pointers: Vec<_> =
        refused.body["errors"].as_array().unwrap().iter().map(|error| error["pointer"].as_str().unwrap()).collect();
    assert_eq!(pointers, ["/config/endpoint", "/auth_method"]);
    let region = json!({"name": "Wrong", "kind": "aws", "config": {"regions": ["RegionOne"]}});
    assert_eq!(client.post(&later, region).await.body["errors"][0]["pointer"], "/config/regions/0");

    let mut new = json!({"name": "Private cloud", "kind": "openstack", "auth_method": "password", "credentials": user,
        "config": {"regions": ["RegionOne"], "endpoint": "https://keystone.cloud.example:5000"}});
    assert_eq!(client.post(&later, new.clone()).await.body["errors"][0]["pointer"], "/config/account_id");
    new["config"]["account_id"] = json!("8743adfc3f96423299a7bb841bed00bd");
    let made = client.post(&later, new).await.expect(201).body;
    assert_eq!((&made["status"], &made["credentials"]["hint"]), (&json!("pending"), &json!("ops")));
    assert!(!made.to_string().contains("not-a-secret"));
    let token = json!({"name": "Hetzner", "kind": "hetzner", "auth_method": "api_token", "config": {"regions": ["fsn1"]},
        "credentials": {"api_token": "not-a-secret-of-anything"}});
    let made = client.post(&later, token).await.expect(201).body;
    assert_eq!((&made["setup"], &made["credentials"]["hint"]), (&Value::Null, &json!("…")));
}

#[tokio::test]
async fn an_organization_with_a_provider_is_in_use() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let organization = tenant.organization("Acme").await;
    let new =
        json!({"name": "Acme", "kind": "aws", "organization_id": organization, "config": {"regions": ["eu-west-1"]}});
    let made = tenant.client.post(PROVIDERS, new).await.expect(201);
    let target = format!("/api/rmm/organizations?id={organization}");
    assert_eq!(tenant.client.delete(&target).await.problem(), "409 organization_in_use");
    tenant.client.delete(&format!("{PROVIDERS}?id={}", made.id())).await.expect(204);
    tenant.client.delete(&target).await.expect(204);
}
