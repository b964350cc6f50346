//! The people of tickets: requesters become contacts, and contacts comment.

use futures::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Answer, TestApp, TestTenant};

const CONTACTS: &str = "/api/psa/contacts";
const TICKETS: &str = "/api/psa/tickets";
const SLA: &str = "/api/psa/sla";

async fn ticket(tenant: &TestTenant, new: Value) -> Answer {
    tenant.client.post(TICKETS, new).await.expect(201)
}

async fn patch(tenant: &TestTenant, id: &str, wanted: Value) -> Answer {
    tenant.client.send(Method::PATCH, &format!("{TICKETS}?id={id}"), Some(wanted)).await
}

async fn read(tenant: &TestTenant, id: &str) -> Value {
    tenant.client.get(&format!("{TICKETS}?id={id}")).await.expect(200).body
}

async fn comment(tenant: &TestTenant, ticket: &str, new: Value) -> Answer {
    tenant.client.post(&format!("{TICKETS}/comments?ticket_id={ticket}"), new).await
}

async fn contacts(tenant: &TestTenant) -> Vec<Value> {
    tenant.client.get(CONTACTS).await.expect(200).body["data"].as_array().unwrap().clone()
}

#[tokio::test]
async fn a_requester_becomes_a_contact_once() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let organization = tenant.organization("Initech").await;
    let new = |email: &str| json!({"subject": "Stapler", "requester": {"name": "Milton", "email": email}});
    let many = join_all((0..8).map(|_| ticket(&tenant, new("milton@initech.example")))).await;
    let known = contacts(&tenant).await;
    assert_eq!(known.len(), 1, "{known:#?}");
    assert_eq!(
        (&known[0]["organization_id"], &known[0]["emails"]),
        (&json!(organization), &json!(["milton@initech.example"]))
    );
    let requester = json!({"id": known[0]["id"], "name": "Milton", "email": "milton@initech.example"});
    assert!(many.iter().all(|ticket| ticket.body["requester"] == requester));

    let again = ticket(&tenant, new("MILTON@initech.example")).await;
    assert_eq!(again.body["requester"], requester, "case does not matter");
    let by_name = ticket(&tenant, json!({"subject": "x", "requester": {"name": "milton"}})).await;
    assert_eq!(by_name.body["requester"], requester, "without an address, the name decides");
    let by_address = ticket(&tenant, json!({"subject": "x", "requester": {"email": "new@initech.example"}})).await;
    assert_eq!(by_address.body["requester"]["name"], "new@initech.example");
    let nobody = tenant.client.post(TICKETS, json!({"subject": "x", "requester": {}})).await;
    assert_eq!(
        (nobody.problem().as_str(), &nobody.body["errors"][0]["pointer"]),
        ("422 invalid_request", &json!("/requester"))
    );

    let log = format!("/api/events?type=contact.created&subject_id={}", known[0]["id"].as_str().unwrap());
    assert_eq!(tenant.client.get(&log).await.expect(200).body["data"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_ticket_shows_what_its_requester_is_called_now() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let made = ticket(&tenant, json!({"subject": "x", "requester": {"name": "Milton", "email": "m@x.example"}})).await;
    let id = made.body["requester"]["id"].as_str().unwrap();
    let change = json!({"name": "Milton Waddams", "emails": ["new@x.example", "m@x.example"]});
    tenant.client.put(&format!("{CONTACTS}?id={id}"), change).await.expect(200);
    let now = read(&tenant, &made.id()).await;
    assert_eq!(now["requester"], json!({"id": id, "name": "Milton Waddams", "email": "new@x.example"}));
    assert_eq!(now["version"], 1, "nobody has changed the ticket");
}

#[tokio::test]
async fn the_people_of_a_ticket_belong_to_its_customer() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (one, two) = (tenant.organization("One").await, tenant.organization("Two").await);
    let person = async |organization: &str| {
        let new = json!({"name": "Somebody", "organization_id": organization});
        tenant.client.post(CONTACTS, new).await.expect(201).id()
    };
    let (own, anothers) = (person(&one).await, person(&two).await);
    let new = |requester: &str| json!({"subject": "x", "organization_id": one, "requester": {"id": requester}});
    for (requester, code) in [(anothers.as_str(), "invalid"), ("con_01h455vb4pex5vsknk084sn02q", "not_found")] {
        let refused = tenant.client.post(TICKETS, new(requester)).await;
        let error = &refused.body["errors"][0];
        assert_eq!((&error["pointer"], &error["code"]), (&json!("/requester/id"), &json!(code)));
    }
    let made = ticket(&tenant, new(&own)).await;
    let moved = patch(&tenant, &made.id(), json!({"organization_id": two})).await;
    assert_eq!(moved.body["errors"][0]["pointer"], "/requester", "the requester stays behind");
    let wrong = comment(&tenant, &made.id(), json!({"body": "x", "author": {"id": anothers}})).await;
    assert_eq!(wrong.body["errors"][0]["pointer"], "/author/id");
    let wrong = patch(&tenant, &made.id(), json!({"comment": {"body": "x", "author": {"id": anothers}}})).await;
    assert_eq!(wrong.body["errors"][0]["pointer"], "/comment/author/id");

    comment(&tenant, &made.id(), json!({"body": "x", "author": {"id": own}})).await.expect(201);
    let moved = json!({"organization_id": two, "requester": {"id": anothers}});
    patch(&tenant, &made.id(), moved).await.expect(200);
    let restricted = json!({"name": "two", "scopes": ["tickets:read", "events:read"], "organization_ids": [two]});
    let restricted = tenant.key_of(restricted).await;
    let event = format!("/api/events?type=ticket.updated&subject_id={}&limit=1", made.id());
    let event = restricted.get(&event).await.expect(200);
    assert_eq!(event.body["data"][0]["data"]["previous"]["organization_id"], json!(one));
    assert_eq!(event.body["data"][0]["data"]["previous"].get("requester"), None, "{:#}", event.body);
    let history = format!("{TICKETS}/history?ticket_id={}", made.id());
    let changed = |history: Answer| history.body["data"][0]["changes"].to_string();
    assert!(!changed(restricted.get(&history).await.expect(200)).contains(&own));
    assert!(changed(tenant.client.get(&history).await.expect(200)).contains(&own), "others see who it was");
    let seen = restricted.get(&format!("{TICKETS}/comments?ticket_id={}", made.id())).await.expect(200);
    let author = json!({"type": "contact", "id": null, "name": null});
    assert_eq!(seen.body["data"][0]["author"], author, "a person of another customer is not named");
}

#[tokio::test]
async fn a_duplicate_that_wrote_on_a_ticket_out_of_sight_is_not_merged() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (one, two) = (tenant.organization("One").await, tenant.organization("Two").await);
    let person = async |name: &str| {
        let new = json!({"name": name, "organization_id": one});
        tenant.client.post(CONTACTS, new).await.expect(201).id()
    };
    let (kept, duplicate) = (person("Milton").await, person("Milton again").await);
    let moved = ticket(&tenant, json!({"subject": "x", "organization_id": one})).await.id();
    comment(&tenant, &moved, json!({"body": "x", "author": {"id": duplicate}})).await.expect(201);
    patch(&tenant, &moved, json!({"organization_id": two})).await.expect(200);
    let restricted = json!({"name": "one", "scopes": ["contacts:*"], "organization_ids": [one]});
    let restricted = tenant.key_of(restricted).await;
    let (target, merge) = (format!("{CONTACTS}?id={kept}"), json!({"merge_from": duplicate}));
    assert_eq!(restricted.put(&target, merge.clone()).await.problem(), "409 contact_in_use");
    tenant.client.put(&target, merge).await.expect(200);
}

#[tokio::test]
async fn only_our_answer_stops_the_first_response() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let day = json!([{"from": "00:00", "to": "24:00"}]);
    let week = json!({"monday": day, "tuesday": day, "wednesday": day, "thursday": day, "friday": day, "saturday": day,
        "sunday": day});
    let wanted = json!({"enabled": true, "calendar": {"time_zone": "UTC", "week": week}});
    tenant.client.put(SLA, wanted).await.expect(200);
    let id = ticket(&tenant, json!({"subject": "x", "requester": {"name": "Milton"}})).await.id();
    let state = async || read(&tenant, &id).await["sla"]["first_response"]["state"].clone();

    let theirs = comment(&tenant, &id, json!({"body": "Hello?", "author": {"name": "Milton"}})).await.expect(201);
    assert_eq!(theirs.body["author"]["type"], "contact");
    assert_eq!(theirs.body["created_by"], json!({"type": "api_key", "id": tenant.key_id}));
    assert_eq!(state().await, "running");
    let ours = comment(&tenant, &id, json!({"body": "On my way."})).await.expect(201);
    assert_eq!(ours.body["author"], json!({"type": "api_key", "id": tenant.key_id, "name": null}));
    assert_eq!(state().await, "met");
}

#[tokio::test]
async fn a_contacts_comment_reopens_a_ticket_as_the_settings_say() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let requester = json!({"name": "Milton", "email": "m@x.example"});
    let id = ticket(&tenant, json!({"subject": "x", "requester": requester})).await.id();
    let status = async || read(&tenant, &id).await["status"].clone();
    let reply = async || comment(&tenant, &id, json!({"body": "Still broken.", "author": requester})).await.expect(201);
    let resolved = json!({"status": "resolved", "resolution": {"code": "fixed"}});
    for (before, after) in [
        (json!({"status": "pending_customer"}), "open"),
        (json!({"status": "scheduled", "scheduled_at": "2200-01-01T08:00:00Z"}), "scheduled"),
        (resolved.clone(), "open"),
    ] {
        patch(&tenant, &id, before.clone()).await.expect(200);
        reply().await;
        assert_eq!(status().await, after, "after {before}");
    }
    patch(&tenant, &id, resolved.clone()).await.expect(200);
    comment(&tenant, &id, json!({"body": "A note.", "visibility": "internal"})).await.expect(201);
    assert_eq!(status().await, "resolved", "only a contact reopens it");
    let thanks = json!({"status": "closed", "comment": {"body": "Thanks!", "author": requester}});
    let hidden = json!({"comment": {"body": "x", "visibility": "internal", "author": requester}});
    let refused = patch(&tenant, &id, hidden).await;
    assert_eq!(refused.body["errors"][0]["pointer"], "/comment/visibility");

    let defaults = tenant.client.get(SLA).await.expect(200);
    assert_eq!(defaults.body["reopen_on_contact_comment"], json!(["pending_customer", "resolved"]));
    let set = tenant.client.put(SLA, json!({"reopen_on_contact_comment": []})).await.expect(200);
    assert_eq!(set.body["reopen_on_contact_comment"], json!([]));
    reply().await;
    assert_eq!(status().await, "resolved");
    assert_eq!(patch(&tenant, &id, thanks).await.expect(200).body["status"], "closed", "a status that is named wins");
    let late = comment(&tenant, &id, json!({"body": "Again!", "author": requester})).await;
    assert_eq!(late.problem(), "409 ticket_final");
}

#[tokio::test]
async fn no_caller_can_write_a_comment_as_a_workflow() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let id = ticket(&tenant, json!({"subject": "Stapler"})).await.id();
    let forger = tenant.client.with_header("x-request-id", "run_01h455vb4pex5vsknk084sn02q");
    let comments = format!("{TICKETS}/comments?ticket_id={id}");
    let written = forger.post(&comments, json!({"body": "It was the workflow."})).await.expect(201);
    assert_eq!(written.body["author"], json!({"type": "api_key", "id": tenant.key_id, "name": null}));
}
