//! Secrets of workflows: stored, bound to their hosts, used, and never shown.

use super::{
    workflow_engine::{end, step, working},
    workflows::{RUNS, TRIGGER, WORKFLOWS, create, definition, start, with},
};
use axum::{body::Body, http::HeaderValue, response::Response};
use base64::{Engine as _, prelude::BASE64_STANDARD};
use reqwest::Method;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use testkit::{Answer, Client, Receiver, TestApp, TestTenant};

const SECRETS: &str = "/api/psa/workflows/secrets";
const VALUE: &str = "s3cret/t0ken+of=acme";

async fn put(client: &Client, name: &str, body: Value) -> Answer {
    client.put(&format!("{SECRETS}?name={name}"), body).await
}

fn bound(hosts: &[&str]) -> Value {
    json!({"value": VALUE, "allowed_hosts": hosts})
}

/// The host and port of a receiver.
fn host(receiver: &Receiver) -> String {
    let url: reqwest::Url = receiver.url.parse().unwrap();
    format!("{}:{}", url.host_str().unwrap(), url.port().unwrap())
}

/// A definition that may use the secret `token`.
fn using(tasks: Value) -> Value {
    with(definition(tasks), "use", json!({"secrets": ["token"]}))
}

fn fetch(endpoint: &str) -> Value {
    json!({"call": "http", "with": {"endpoint": endpoint, "headers": {"Authorization": "${ \"Bearer \" + $secret.token }"}}})
}

/// No readable data of the tenant contains the value.
async fn shown_nowhere(tenant: &TestTenant) {
    for target in [SECRETS, "/api/events", "/api/admin/audit-log", TRIGGER, RUNS] {
        let text = tenant.client.get(target).await.expect(200).body.to_string();
        assert!(!text.contains("s3cret") && !text.contains("t0ken"), "{target}: {text}");
    }
}

#[tokio::test]
async fn a_secret_is_kept_changed_and_deleted_and_its_value_never_shown() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let plan = tenant.client.put(&format!("{SECRETS}?name=token&dry_run=true"), bound(&["api.acme.example"])).await;
    assert_eq!(plan.expect(201).header("dry-run"), "true");
    assert_eq!(tenant.client.get(&format!("{SECRETS}?name=token")).await.problem(), "404 not_found");

    let made = put(&tenant.client, "token", bound(&["API.acme.example", "api.acme.example:443"])).await.expect(201);
    assert_eq!((made.header("etag"), &made.body["allowed_hosts"]), ("\"v1\"", &json!(["api.acme.example"])));
    assert_eq!(made.header("location"), format!("{SECRETS}?id={}", made.id()));
    assert!(made.body.get("value").is_none());
    for target in [format!("{SECRETS}?name=token"), format!("{SECRETS}?id={}", made.id())] {
        assert_eq!(tenant.client.get(&target).await.expect(200).body, made.body);
    }
    let described = put(&tenant.client, "token", json!({"description": "Of ops"})).await.expect(200);
    assert_eq!((described.header("etag"), &described.body["description"]), ("\"v2\"", &json!("Of ops")));
    assert_eq!(described.body["value_set_at"], made.body["value_set_at"]);
    let replaced = put(&tenant.client, "token", json!({"value": format!("{VALUE}!")})).await.expect(200);
    assert_ne!(replaced.body["value_set_at"], made.body["value_set_at"]);
    let stale = tenant.client.with_header("if-match", "\"v1\"");
    assert_eq!(put(&stale, "token", json!({"description": null})).await.problem(), "412 version_mismatch");
    assert_eq!(put(&stale, "not_there", bound(&["a.example"])).await.problem(), "404 not_found");
    assert_eq!(tenant.client.get(SECRETS).await.expect(200).body["data"].as_array().unwrap().len(), 1);

    tenant.client.delete(&format!("{SECRETS}?id={}", made.id())).await.expect(204);
    assert_eq!(tenant.client.get(&format!("{SECRETS}?name=token")).await.problem(), "404 not_found");
    let events = tenant.client.get(&format!("/api/events?subject_id={}&sort=timestamp", made.id())).await.expect(200);
    let kinds: Vec<_> = events.body["data"].as_array().unwrap().iter().map(|e| e["type"].as_str().unwrap()).collect();
    let updated = "workflow.secret.updated";
    assert_eq!(kinds, ["workflow.secret.created", updated, updated, "workflow.secret.deleted"]);
    assert_eq!(events.body["data"][0]["subject"]["type"], "workflow_secret");
    shown_nowhere(&tenant).await;
}

#[tokio::test]
async fn whoever_adds_a_host_sends_the_value_again() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    put(&tenant.client, "token", bound(&["a.example", "b.example"])).await.expect(201);
    let fewer = put(&tenant.client, "token", json!({"allowed_hosts": ["a.example"]})).await.expect(200);
    assert_eq!(fewer.body["allowed_hosts"], json!(["a.example"]));
    for hosts in [json!(["a.example", "evil.example"]), json!(["*.example.com"]), json!(["a.example:8443"])] {
        let refused = put(&tenant.client, "token", json!({"allowed_hosts": hosts})).await;
        let fault = &refused.body["errors"][0];
        assert_eq!((refused.problem().as_str(), &fault["pointer"]), ("422 invalid_request", &json!("/value")));
    }
    put(&tenant.client, "token", bound(&["a.example", "c.example"])).await.expect(200);
}

#[tokio::test]
async fn what_is_wrong_with_a_secret_is_told_without_its_value() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let new = put(&tenant.client, "token", json!({})).await;
    let places: Vec<_> = new.body["errors"].as_array().unwrap().iter().map(|fault| fault["pointer"].clone()).collect();
    assert_eq!(places, ["/value", "/allowed_hosts"].map(|place| json!(place)));
    for (body, place) in [
        (json!({"value": "s3cret", "allowed_hosts": ["a.example"]}), "/value"),
        (json!({"value": 5383737, "allowed_hosts": ["a.example"]}), "/value"),
        (json!({"value": {"s3cret": "s3cret"}, "allowed_hosts": ["a.example"]}), "/value"),
        (json!({"value": "s3cret".repeat(2000), "allowed_hosts": ["a.example"]}), "/value"),
        (json!({"value": VALUE, "allowed_hosts": []}), "/allowed_hosts"),
        (json!({"value": VALUE, "allowed_hosts": ["a.example", "https://b.example"]}), "/allowed_hosts/1"),
        (json!({"value": VALUE, "allowed_hosts": ["a.example"], "organization_ids": []}), "/organization_ids"),
    ] {
        let refused = put(&tenant.client, "token", body).await;
        assert_eq!(refused.problem(), "422 invalid_request");
        assert_eq!(refused.body["errors"][0]["pointer"], place, "{:#}", refused.body);
        let text = refused.body.to_string();
        assert!(!text.contains("s3cret") && !text.contains("5383737"), "{text}");
    }
    for name in ["", "7up", "a-b", "a.b", "a%20b"] {
        assert_eq!(put(&tenant.client, name, bound(&["a.example"])).await.problem(), "400 invalid_parameter", "{name}");
    }
    let writer = tenant.key_with(&["workflows:write", "workflows:read"]).await;
    assert_eq!(put(&writer, "token", bound(&["a.example"])).await.problem(), "403 insufficient_scope");
}

#[tokio::test]
async fn a_tenant_has_200_secrets_at_most() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    put(&tenant.client, "token", bound(&["a.example"])).await.expect(201);
    let more = "insert into workflow_secrets (tenant_id, id, name, allowed_hosts, value_sealed, value_set_at,
                    created_by_kind, created_at, updated_at)
                select tenant_id, gen_random_uuid(), 'more_' || n, allowed_hosts, value_sealed, now(), 'operator', now(), now()
                from workflow_secrets, generate_series(1, 199) as n where tenant_id = $1";
    app.database.root().await.execute(more, &[&tenant.id.0]).await.unwrap();
    assert_eq!(put(&tenant.client, "one_more", bound(&["a.example"])).await.problem(), "409 quota_exceeded");
    put(&tenant.client, "token", json!({"description": "still changed"})).await.expect(200);
}

#[tokio::test]
async fn a_definition_names_only_secrets_that_are_there() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let new = json!({"name": "Uses", "definition": using(json!([{"a": fetch("https://a.example")}]))});
    let refused = tenant.client.post(WORKFLOWS, new.clone()).await;
    let fault = &refused.body["errors"][0];
    assert_eq!((&fault["pointer"], &fault["code"]), (&json!("/definition/use/secrets/0"), &json!("not_found")));
    let secret = put(&tenant.client, "token", bound(&["a.example"])).await.expect(201).id();
    let workflow = tenant.client.post(WORKFLOWS, new).await.expect(201).id();
    let target = format!("{TRIGGER}?id={workflow}");
    let patch = async |body: Value| tenant.client.send(Method::PATCH, &target, Some(body)).await;
    patch(json!({"definition": definition(json!([{"a": {"set": {}}}]))})).await.expect(200);
    patch(json!({"rollback_to": 1})).await.expect(200);
    tenant.client.delete(&format!("{SECRETS}?id={secret}")).await.expect(204);
    let back = patch(json!({"rollback_to": 1})).await;
    assert_eq!(back.body["errors"][0]["pointer"], "/rollback_to/0", "{:#}", back.body);
    patch(json!({"enabled": false})).await.expect(200);
}

#[tokio::test]
async fn a_credential_in_a_definition_is_refused_and_the_secret_named_instead() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let call = json!({"call": "http", "with": {"endpoint": "https://a.example", "headers": {"Authorization": format!("Bearer {VALUE}")}}});
    let refused =
        tenant.client.post(WORKFLOWS, json!({"name": "a", "definition": definition(json!([{"a": call}]))})).await;
    let fault = &refused.body["errors"][0];
    assert_eq!(fault["pointer"], "/definition/do/0/a/with/headers/Authorization", "{:#}", refused.body);
    assert!(fault["detail"].as_str().unwrap().contains("use.secrets"));
    assert!(!refused.body.to_string().contains(VALUE));
}

#[tokio::test]
async fn a_restricted_caller_sees_and_uses_the_secrets_of_its_organizations() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (mine, other) = (tenant.organization("mine").await, tenant.organization("other").await);
    let key = json!({"name": "restricted", "scopes": ["*"], "organization_ids": [mine]});
    let restricted = tenant.key_of(key).await;
    put(&tenant.client, "of_all", bound(&["a.example"])).await.expect(201);
    for (name, organization) in [("of_mine", &mine), ("of_other", &other)] {
        let mut new = bound(&["a.example"]);
        new["organization_ids"] = json!([organization]);
        put(&tenant.client, name, new).await.expect(201);
    }
    let own = put(&restricted, "own", bound(&["a.example"])).await.expect(201);
    assert_eq!(own.body["organization_ids"], json!([mine]));
    let seen = restricted.get(SECRETS).await.expect(200);
    let names: Vec<_> = seen.body["data"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["own", "of_mine"]);
    assert_eq!(restricted.get(&format!("{SECRETS}?name=of_other")).await.problem(), "404 not_found");
    assert_eq!(put(&restricted, "of_other", bound(&["evil.example"])).await.problem(), "409 name_taken");
    assert_eq!(
        put(&restricted, "own", json!({"organization_ids": [other]})).await.problem(),
        "403 organization_restricted"
    );

    let uses = |name: &str| {
        let call = json!({"call": "http", "with": {"endpoint": "https://a.example", "body": format!("${{ $secret.{name} }}")}});
        with(definition(json!([{"a": call}])), "use", json!({"secrets": [name]}))
    };
    for (client, name, organizations, status) in [
        (&restricted, "of_mine", Value::Null, 201),
        (&restricted, "of_other", Value::Null, 422),
        (&restricted, "of_all", Value::Null, 422),
        (&tenant.client, "of_other", Value::Null, 201),
        (&tenant.client, "of_other", json!([mine]), 422),
        (&tenant.client, "of_all", json!([mine]), 422),
        (&tenant.client, "of_mine", json!([mine]), 201),
    ] {
        let mut new = json!({"name": format!("{name} {organizations} {status} {}", client.key() == restricted.key()), "definition": uses(name)});
        if !organizations.is_null() {
            new["organization_ids"] = organizations.clone();
        }
        client.post(WORKFLOWS, new).await.expect(status);
    }
}

/// Echoes everything that it receives.
fn echo(receiver: &Receiver) {
    receiver.answer(|received| {
        let authorization = received.header("authorization").to_owned();
        let body = json!({
            "authorization": authorization,
            "query": received.path,
            "again": serde_json::from_slice::<Value>(&received.body).unwrap_or_default(),
            "base64": BASE64_STANDARD.encode(format!("user:{VALUE}")),
            "escaped": VALUE.replace('/', "\\/"),
        });
        let mut response = Response::new(Body::from(body.to_string()));
        response.headers_mut().insert("content-type", HeaderValue::from_static("application/json"));
        response.headers_mut().insert("x-echo", HeaderValue::from_str(&authorization).unwrap());
        response
    });
}

#[tokio::test]
async fn a_secret_is_sent_to_its_host_and_hidden_in_what_comes_back() {
    let app = working().await;
    let tenant = app.tenant().await;
    let receiver = Receiver::start().await;
    echo(&receiver);
    put(&tenant.client, "token", bound(&[&host(&receiver)])).await.expect(201);
    let tasks = json!([
        {"header": {"call": "http", "with": {
            "method": "POST", "endpoint": receiver.url, "output": "response",
            "headers": {"Authorization": "${ \"Bearer \" + $secret.token }"},
            "query": {"key": "${ $secret.token }"},
            "body": {"deep": ["${ .user + \":\" + $secret.token }"]},
        }}},
        {"basic": {"call": "http", "with": {"endpoint": {"uri": receiver.url, "authentication": {
            "basic": {"username": "ops", "password": "${ $secret.token }"},
        }}}}},
        // A host may also echo in a later response.
        {"later": {"call": "http", "with": {"endpoint": format!("{}/?{VALUE}", receiver.url)}}},
        {"all": {"set": {"said": "${ . }"}}},
    ]);
    create(&tenant, "Calls", using(tasks)).await;
    let run = start(&tenant, "Calls", json!({"user": "ops"})).await.id();
    let run = end(&tenant, &run).await;
    assert_eq!(run["status"], "succeeded", "{run:#}");
    let received = receiver.received();
    assert_eq!(received[0].header("authorization"), format!("Bearer {VALUE}"));
    let sent: Value = serde_json::from_slice(&received[0].body).unwrap();
    assert_eq!(sent, json!({"deep": [format!("ops:{VALUE}")]}));
    assert!(received[0].path.contains("key=s3cret%2Ft0ken%2Bof%3Dacme"), "{}", received[0].path);
    assert_eq!(
        received[1].header("authorization"),
        format!("Basic {}", BASE64_STANDARD.encode(format!("ops:{VALUE}")))
    );

    let header = step(&run, "header");
    assert_eq!(header["input"]["headers"]["Authorization"], "Bearer $secret.token");
    assert_eq!(header["input"]["body"], json!({"deep": ["ops:$secret.token"]}));
    assert_eq!(header["output"]["headers"]["x-echo"], "Bearer ***");
    assert_eq!(header["output"]["body"]["authorization"], "Bearer ***");
    let text = run.to_string();
    let encoded = BASE64_STANDARD.encode(format!("ops:{VALUE}"));
    for form in ["s3cret", "t0ken", &encoded[8..20]] {
        // The author's own literal, which is not secret to readers of the definition.
        assert!(!text.replace(&format!("/?{VALUE}"), "").contains(form), "{form}: {run:#}");
    }
    app.stop().await;
}

#[tokio::test]
async fn a_secret_goes_to_no_other_host() {
    let app = working().await;
    let tenant = app.tenant().await;
    let (good, evil) = (Receiver::start().await, Receiver::start().await);
    let elsewhere = evil.url.clone();
    good.answer(move |_| {
        let mut response = testkit::status_only(307);
        response.headers_mut().insert("location", HeaderValue::from_str(&elsewhere).unwrap());
        response
    });
    put(&tenant.client, "token", bound(&[&host(&good)])).await.expect(201);
    create(&tenant, "Anywhere", using(json!([{"a": fetch("${ $workflow.input.url }")}]))).await;
    let (good_host, evil_host) = (host(&good), host(&evil));
    for (url, fault) in [
        (evil.url.clone(), "secret_host_refused"),
        (format!("http://{good_host}@{evil_host}/"), "secret_host_refused"),
        (format!("http://user@{good_host}/"), "communication"),
        (format!("http://{evil_host}/{good_host}"), "secret_host_refused"),
        (good.url.clone(), "communication"),
    ] {
        let run = start(&tenant, "Anywhere", json!({"url": url})).await.id();
        let run = end(&tenant, &run).await;
        assert_eq!((&run["status"], &run["error"]["type"]), (&json!("failed"), &json!(fault)), "{url}: {run:#}");
    }
    assert_eq!(evil.count(), 0, "{:?}", evil.received());
    assert_eq!(good.count(), 1);

    let plan = format!("{TRIGGER}?dry_run=true");
    let planned =
        tenant.client.post(&plan, json!({"workflow": "Anywhere", "input": {"url": evil.url}})).await.expect(202);
    assert_eq!(planned.body["error"]["type"], "secret_host_refused", "{:#}", planned.body);
    let planned =
        tenant.client.post(&plan, json!({"workflow": "Anywhere", "input": {"url": good.url}})).await.expect(202);
    assert_eq!(planned.body["plan"][0]["arguments"]["headers"]["Authorization"], "Bearer $secret.token");
    app.stop().await;
}

#[tokio::test]
async fn a_secret_that_was_deleted_is_a_fault_of_its_own() {
    let app = working().await;
    let tenant = app.tenant().await;
    let receiver = Receiver::start().await;
    let secret = put(&tenant.client, "token", bound(&[&host(&receiver)])).await.expect(201).id();
    create(&tenant, "Uses", using(json!([{"a": fetch(&receiver.url)}]))).await;
    tenant.client.delete(&format!("{SECRETS}?id={secret}")).await.expect(204);
    let run = start(&tenant, "Uses", json!({})).await.id();
    let run = end(&tenant, &run).await;
    assert_eq!((&run["error"]["type"], &run["error"]["status"]), (&json!("secret_not_found"), &json!(404)), "{run:#}");
    assert!(run["error"]["detail"].as_str().unwrap().contains("token"));
    assert_eq!(receiver.count(), 0);
    app.stop().await;
}

#[tokio::test]
async fn a_fallback_is_reached_without_hidden_attempts() {
    let app = working().await;
    let tenant = app.tenant().await;
    let receiver = Receiver::start().await;
    receiver.answer_status(503);
    let call = |endpoint: &str| json!({"call": "http", "with": {"endpoint": endpoint}});
    let careful = |endpoint: &str| {
        json!({
            "try": [{"fetch": call(endpoint)}],
            "catch": {"retry": {"delay": "PT1S", "limit": {"attempt": {"count": 2}}}, "do": [{"instead": {"set": {"fell": "back"}}}]},
        })
    };
    // No server listens there.
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    create(
        &tenant,
        "Careful",
        definition(json!([{"refused": careful(&format!("http://{closed}"))}, {"busy": careful(&receiver.url)}])),
    )
    .await;
    let started = Instant::now();
    let run = start(&tenant, "Careful", json!({})).await.id();
    let run = end(&tenant, &run).await;
    assert_eq!((&run["status"], &run["output"]), (&json!("succeeded"), &json!({"fell": "back"})), "{run:#}");
    assert_eq!(receiver.count(), 3, "once, and once for each retry of the definition");
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    let steps = run["steps"].as_array().unwrap().iter();
    let fetched: Vec<_> =
        steps.filter(|step| step["name"] == "fetch").map(|step| (&step["status"], &step["attempts"])).collect();
    assert_eq!(fetched, vec![(&json!("failed"), &json!(1)); 6]);
    app.stop().await;
}
