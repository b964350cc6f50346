//! Corrections of comments: edits, redactions and splits.

use crate::search::titles;
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Answer, Client, Receiver, TestApp, TestTenant};

const TICKETS: &str = "/api/psa/tickets";
const COMMENTS: &str = "/api/psa/tickets/comments";

async fn ticket(client: &Client) -> String {
    client.post(TICKETS, json!({"subject": "Router"})).await.expect(201).id()
}

async fn comment(client: &Client, ticket: &str, body: &str) -> Answer {
    client.post(&format!("{COMMENTS}?ticket_id={ticket}"), json!({"body": body})).await.expect(201)
}

async fn edit(client: &Client, id: &str, wanted: Value) -> Answer {
    client.send(Method::PATCH, &format!("{COMMENTS}?id={id}"), Some(wanted)).await
}

async fn redact(client: &Client, id: &str, wanted: Value) -> Answer {
    client.post(&format!("{COMMENTS}/redact?id={id}"), wanted).await
}

/// Redacts a comment, and waits for the end of the operation.
async fn redacted(client: &Client, id: &str, wanted: Value) -> Answer {
    let answer = redact(client, id, wanted).await.expect(202);
    let operation = answer.body["operation_id"].as_str().unwrap();
    assert_eq!(answer.header("location"), format!("/api/operations?id={operation}"));
    let done = client.get(&format!("/api/operations?id={operation}&wait=20")).await.expect(200).body;
    assert_eq!(done["status"], "succeeded", "{done:#}");
    assert_eq!(done["resource"], json!({"type": "ticket_comment", "id": id}));
    answer
}

async fn read(client: &Client, id: &str) -> Value {
    client.get(&format!("{COMMENTS}?id={id}")).await.expect(200).body
}

async fn close(client: &Client, ticket: &str) {
    let target = format!("{TICKETS}?id={ticket}");
    client.send(Method::PATCH, &target, Some(json!({"status": "canceled"}))).await.expect(200);
}

/// The kinds of the events of a ticket, oldest first.
async fn kinds(client: &Client, ticket: &str) -> Vec<String> {
    let log = client.get(&format!("/api/events?subject_id={ticket}&sort=timestamp")).await.expect(200).body;
    log["data"].as_array().unwrap().iter().map(|event| event["type"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn an_edit_changes_the_text_and_the_earlier_text_is_not_recorded() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let client = &tenant.client;
    let ticket = ticket(client).await;
    let id = comment(client, &ticket, "Teh router is broken.").await.id();
    let with_request = client.with_header("x-request-id", "the-edit");
    let edited = edit(&with_request, &id, json!({"body": "The router is broken."})).await.expect(200);
    assert_eq!(edited.body["body"], "The router is broken.");
    assert_eq!((&edited.body["version"], edited.header("etag")), (&json!(2), "\"v2\""));
    assert_eq!(edited.body["edited_by"], json!({"type": "api_key", "id": tenant.key_id}));
    assert!(edited.body["edited_at"].is_string() && edited.body["redacted_at"].is_null());
    assert_eq!(read(client, &id).await, edited.body);

    let log = client.get("/api/admin/audit-log?request_id=the-edit").await.expect(200).body;
    let entry = &log["data"][0];
    assert_eq!(entry["resource"], json!({"type": "ticket_comment", "id": id}));
    let bodies = (&entry["before"]["body"], &entry["after"]["body"]);
    assert_eq!(bodies, (&json!("[replaced]"), &json!("The router is broken.")));
    assert_eq!(
        kinds(client, &ticket).await,
        ["ticket.created", "ticket.commented", "ticket.updated", "ticket.comment.edited"]
    );
    let events = client.get("/api/events?type=ticket.comment.edited").await.expect(200).body;
    assert_eq!(events["data"][0]["data"]["comment"], edited.body);
    assert!(!events.to_string().contains("Teh"), "{events:#}");

    let history = client.get(&format!("{TICKETS}/history?ticket_id={ticket}")).await.expect(200).body;
    let newest = &history["data"][0];
    assert_eq!(newest["comment"], json!({"id": id, "correction": "edited"}));
    assert_eq!(newest["actor"], json!({"type": "api_key", "id": tenant.key_id}));
    assert_eq!((&newest["request_id"], &newest["changes"]), (&json!("the-edit"), &json!([])));
    assert_eq!(titles(client, "broken").await, ["Router"]);
    assert!(titles(client, "teh").await.is_empty(), "the search follows");
}

#[tokio::test]
async fn an_edit_is_refused_for_another_version_a_final_ticket_and_a_hidden_contact() {
    let app = TestApp::start().await;
    let client = app.tenant().await.client;
    let ticket = ticket(&client).await;
    let id = comment(&client, &ticket, "One").await.id();
    let stale = client.with_header("if-match", "\"v3\"");
    assert_eq!(edit(&stale, &id, json!({"body": "Two"})).await.problem(), "412 version_mismatch");
    let hidden = edit(&client, &id, json!({"visibility": "internal"})).await.expect(200).body;
    assert_eq!((&hidden["body"], &hidden["visibility"]), (&json!("One"), &json!("internal")));
    let history = client.get(&format!("{TICKETS}/history?ticket_id={ticket}")).await.expect(200).body;
    let shown = json!([{"field": "visibility", "from": "public", "to": "internal"}]);
    assert_eq!(history["data"][0]["changes"], shown);

    let new = json!({"body": "Mine", "author": {"name": "Milton"}});
    let of_contact = client.post(&format!("{COMMENTS}?ticket_id={ticket}"), new).await.expect(201).id();
    let refused = edit(&client, &of_contact, json!({"visibility": "internal"})).await;
    assert_eq!(refused.body["errors"][0]["pointer"], "/visibility");
    assert_eq!(edit(&client, &id, json!({"body": " "})).await.problem(), "422 invalid_request");
    close(&client, &ticket).await;
    assert_eq!(edit(&client, &id, json!({"body": "Two"})).await.problem(), "409 ticket_final");
    let planned = client.post(&format!("{COMMENTS}/redact?id={id}&dry_run=true"), json!({})).await.expect(202);
    assert_eq!(planned.body["body"], "[redacted]");
    assert_eq!(read(&client, &id).await["body"], "One", "a dry run changes nothing");
    redact(&client, &id, json!({})).await.expect(202);
    assert_eq!(read(&client, &id).await["body"], "[redacted]");
}

#[tokio::test]
async fn redacted_text_leaves_the_comment_its_copies_and_the_search() {
    let app = TestApp::start_working(&[]).await;
    let tenant = app.tenant().await;
    let (client, receiver) = (&tenant.client, Receiver::start().await);
    let hook = json!({"name": "all", "url": receiver.url, "events": ["ticket.*"]});
    client.post("/api/admin/webhooks", hook).await.expect(201);
    let ticket = ticket(client).await;
    let once = client.with_header("idempotency-key", "once");
    let new = json!({"body": "The password is huntertwo. Change it."});
    let target = format!("{COMMENTS}?ticket_id={ticket}");
    let id = once.post(&target, new.clone()).await.expect(201).id();
    edit(client, &id, json!({"body": "The password is hunterthree. Change it."})).await.expect(200);
    let other = comment(client, &ticket, "The password is huntertwo, she said.").await;
    assert_eq!(titles(client, "hunterthree").await, ["Router"]);

    let answer = redacted(client, &id, json!({"text": ["hunterthree"]})).await;
    assert_eq!(answer.body["body"], "The password is [redacted]. Change it.");
    assert_eq!(answer.body["redacted_by"], json!({"type": "api_key", "id": tenant.key_id}));
    for target in ["/api/events?limit=200", "/api/admin/audit-log?limit=200", &target, "/api/search?q=password"] {
        let text = client.get(target).await.expect(200).body.to_string();
        assert!(!text.contains("hunterthree"), "{target}: {text}");
    }
    let created = format!("/api/admin/audit-log?resource_type=ticket_comment&resource_id={id}");
    let entries = client.get(&created).await.expect(200).body;
    assert!(!entries.to_string().contains("huntertwo"), "the text from before the edit, too: {entries:#}");
    let again = once.post(&target, new).await.expect(201);
    assert_eq!((again.header("idempotency-replayed"), &again.body["body"]), ("true", &json!("[redacted]")));
    assert!(titles(client, "hunterthree").await.is_empty());
    assert_eq!(read(client, other.body["id"].as_str().unwrap()).await, other.body, "other comments stay");

    let event = client.get("/api/events?type=ticket.comment.redacted").await.expect(200).body["data"][0].clone();
    assert_eq!(event["data"]["comment_id"], json!(id));
    assert!(event["data"].get("comment").is_none(), "{event:#}");
    let history = client.get(&format!("{TICKETS}/history?ticket_id={ticket}")).await.expect(200).body;
    assert_eq!(history["data"][0]["comment"], json!({"id": id, "correction": "redacted"}));
    let words = "select count(*) from search_vocabulary where tenant_id = $1 and word = 'hunterthree'";
    let words: i64 = app.database.root().await.query_one(words, &[&tenant.id.0]).await.unwrap().get(0);
    assert_eq!(words, 0);
}

#[tokio::test]
async fn a_text_that_the_comment_does_not_contain_is_refused() {
    let app = TestApp::start().await;
    let client = app.tenant().await.client;
    let ticket = ticket(&client).await;
    let id = comment(&client, &ticket, "The password is hunter2.").await.id();
    let refused = redact(&client, &id, json!({"text": ["hunter2", "hunter3"]})).await;
    assert_eq!(
        (refused.problem().as_str(), &refused.body["errors"][0]["pointer"]),
        ("422 invalid_request", &json!("/text/1"))
    );
    assert_eq!(redact(&client, &id, json!({"text": []})).await.problem(), "422 invalid_request");
    redact(&client, &id, json!({"text": ["hunter2"]})).await.expect(202);
    let again = redact(&client, &id, json!({"text": ["hunter2"]})).await.expect(202).body;
    assert_eq!(again["body"], "The password is [redacted].", "its copies are redacted again");
}

#[tokio::test]
async fn a_comment_is_split_off_once_with_its_author_as_the_requester() {
    let app = TestApp::start_working(&[]).await;
    let tenant = app.tenant().await;
    let client = &tenant.client;
    let (one, two) = (tenant.organization("One").await, tenant.organization("Two").await);
    let new = json!({"subject": "Router", "organization_id": one, "requester": {"name": "Bill"}});
    let ticket = client.post(TICKETS, new).await.expect(201).id();
    let new = json!({"body": "My pin is hunter2, and the printer is broken.", "author": {"name": "Milton"}});
    let said = client.post(&format!("{COMMENTS}?ticket_id={ticket}"), new).await.expect(201).body;
    let id = said["id"].as_str().unwrap();
    let target = format!("{COMMENTS}/split?id={id}");
    let once = client.with_header("idempotency-key", "split");
    let wanted = json!({"subject": "Printer", "type": "request", "priority": "p2"});
    let split = once.post(&target, wanted.clone()).await.expect(201);
    assert_eq!(split.body["description"], said["body"]);
    assert_eq!((&split.body["organization_id"], &split.body["requester"]["name"]), (&json!(one), &json!("Milton")));
    assert_eq!((&split.body["type"], &split.body["priority"]), (&json!("request"), &json!("p2")));
    assert_eq!(once.post(&target, wanted.clone()).await.expect(201).id(), split.id(), "a retry creates no other");
    assert_eq!(client.post(&target, wanted).await.problem(), "409 comment_already_split");
    assert_eq!(read(client, id).await["split_ticket_id"], json!(split.id()));
    assert_eq!(kinds(client, &split.id()).await, ["ticket.created"]);
    let history = client.get(&format!("{TICKETS}/history?ticket_id={ticket}")).await.expect(200).body;
    assert_eq!(history["data"][0]["comment"], json!({"id": id, "correction": "split"}));

    // The new ticket has a copy of the text.
    redacted(client, id, json!({"text": ["hunter2"]})).await;
    let copy = client.get(&format!("{TICKETS}?id={}", split.id())).await.expect(200).body;
    assert_eq!(copy["description"], "My pin is [redacted], and the printer is broken.");
    for target in ["/api/events?limit=200", "/api/admin/audit-log?limit=200"] {
        let text = client.get(target).await.expect(200).body.to_string();
        assert!(!text.contains("hunter2"), "{target}: {text}");
    }

    let key = json!({"name": "two", "scopes": ["tickets:*"], "organization_ids": [two]});
    let stranger = tenant.key_of(key).await;
    assert_eq!(edit(&stranger, id, json!({"body": "x"})).await.problem(), "404 not_found");
    assert_eq!(redact(&stranger, id, json!({})).await.problem(), "404 not_found");
    assert_eq!(stranger.post(&target, json!({"subject": "x"})).await.problem(), "404 not_found");
}

#[tokio::test]
async fn responses_of_receivers_that_repeat_the_text_are_removed() {
    let app = TestApp::start_working(&[]).await;
    let tenant = app.tenant().await;
    let (client, receiver) = (&tenant.client, Receiver::start().await);
    receiver.answer(|received| axum::response::Response::new(axum::body::Body::from(received.body.clone())));
    let hook = json!({"name": "echo", "url": receiver.url, "events": ["ticket.commented"]});
    client.post("/api/admin/webhooks", hook).await.expect(201);
    let ticket = ticket(client).await;
    let id = comment(client, &ticket, "The password is hunter2.").await.id();
    let kept = comment(client, &ticket, "Nothing secret.").await.id();
    let stored = async |tenant: &TestTenant, status: &str| -> i64 {
        let query = format!("select count(*) from webhook_attempts where tenant_id = $1 and response_body is {status}");
        app.database.root().await.query_one(&query, &[&tenant.id.0]).await.unwrap().get(0)
    };
    for _ in 0..200 {
        if stored(&tenant, "not null").await == 2 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert_eq!(stored(&tenant, "not null").await, 2);
    redacted(client, &id, json!({})).await;
    assert_eq!((stored(&tenant, "not null").await, stored(&tenant, "null").await), (1, 1));
    assert_eq!(read(client, &kept).await["body"], "Nothing secret.");
}
