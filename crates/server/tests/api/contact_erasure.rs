//! Privacy: the export and the erasure of one person.

use crate::search::titles;
use api::OperationId;
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Answer, Client, TestApp, TestTenant};
use uuid::Uuid;

const CONTACTS: &str = "/api/psa/contacts";
const TICKETS: &str = "/api/psa/tickets";

/// Texts that must not be found afterwards, in lower case.
const PERSON: [&str; 5] = ["milton", "waddams", "@initech.example", "30 123456", "basement"];

async fn erase(client: &Client, id: &str) -> Answer {
    client.post(&format!("{CONTACTS}/erase?id={id}"), json!({})).await
}

/// Erases a contact and waits for the end of the operation.
async fn erased(tenant: &TestTenant, id: &str) -> Value {
    let begun = erase(&tenant.client, id).await.expect(202);
    assert_eq!(begun.body["resource"], json!({"type": "contact", "id": id}));
    let done = tenant.client.get(&format!("/api/operations?id={}&wait=20", begun.id())).await.expect(200);
    assert_eq!(done.body["status"], "succeeded", "{:#}", done.body);
    done.body
}

async fn person(tenant: &TestTenant) -> Value {
    let new = json!({"name": "Milton Waddams", "emails": ["milton@initech.example"], "phones": ["+49 30 123456"],
        "title": "Collator", "custom_fields": {"desk": "basement"}, "external_ref": {"system": "s", "id": "milton"}});
    tenant.client.post(CONTACTS, new).await.expect(201).body
}

async fn text_of(tenant: &TestTenant, target: &str) -> String {
    tenant.client.get(target).await.expect(200).body.to_string().to_lowercase()
}

async fn patch(tenant: &TestTenant, id: &str, wanted: Value) -> Answer {
    tenant.client.send(Method::PATCH, &format!("{TICKETS}?id={id}"), Some(wanted)).await
}

#[tokio::test]
async fn an_erased_person_leaves_tickets_comments_and_logs() {
    let app = TestApp::start_working(&[]).await;
    let tenant = app.tenant().await;
    let id = person(&tenant).await["id"].as_str().unwrap().to_owned();
    let new = json!({"subject": "Stapler of MILTON WADDAMS", "description": "Call +49 30 123456.",
        "requester": {"id": id}, "custom_fields": {"reply_to": "milton@initech.example"}});
    let once = tenant.client.with_header("idempotency-key", "once");
    let own = once.post(TICKETS, new.clone()).await.expect(201);
    let comments = format!("{TICKETS}/comments?ticket_id={}", own.id());
    tenant.client.post(&comments, json!({"body": "It is red.", "author": {"id": id}})).await.expect(201);
    tenant.client.post(&comments, json!({"body": "Dear Milton Waddams, wait."})).await.expect(201);
    let change = json!({"name": "Milton W. Waddams", "emails": ["mw@initech.example", "milton@initech.example"]});
    tenant.client.put(&format!("{CONTACTS}?id={id}"), change).await.expect(200);
    // A ticket that had the person as its requester, and has another one now.
    let former = json!({"subject": "Desk of Milton Waddams", "requester": {"id": id}});
    let former = tenant.client.post(TICKETS, former).await.expect(201).id();
    patch(&tenant, &former, json!({"requester": {"name": "Bill Lumbergh"}})).await.expect(200);
    let bystander = json!({"subject": "x", "requester": {"name": "Bill Lumbergh"}});
    let bystander = tenant.client.post(TICKETS, bystander).await.expect(201);

    let done = erased(&tenant, &id).await;
    let contact = tenant.client.get(&format!("{CONTACTS}?id={id}")).await.expect(200).body;
    assert_eq!((&contact["name"], &contact["emails"]), (&json!("Erased contact"), &json!([])));
    assert!(contact["erased_at"].is_string() && contact["external_ref"].is_null(), "{contact:#}");
    let ticket = tenant.client.get(&format!("{TICKETS}?id={}", own.id())).await.expect(200).body;
    assert_eq!(ticket["requester"], json!({"id": id, "name": "Erased contact", "email": null}));
    assert_eq!(ticket["subject"], "Stapler of [erased]");
    assert_eq!(ticket["description"], "Call [erased].");
    let steps = done["steps"].as_array().unwrap();
    assert!(steps.iter().any(|step| step["name"] == "tickets" && step["count"] == 2), "{steps:#?}");
    for target in [
        "/api/events?limit=200".to_owned(),
        "/api/admin/audit-log?limit=200".to_owned(),
        format!("{TICKETS}?limit=200"),
        format!("{TICKETS}/history?ticket_id={former}"),
        comments,
        "/api/operations".to_owned(),
        "/api/search?limit=200".to_owned(),
    ] {
        let text = text_of(&tenant, &target).await;
        let found: Vec<_> = PERSON.iter().filter(|part| text.contains(**part)).collect();
        assert!(found.is_empty(), "{target} has {found:?}: {text}");
    }
    let again = once.post(TICKETS, new).await.expect(201);
    assert_eq!(again.header("idempotency-replayed"), "true");
    assert_eq!(again.body["subject"], "Stapler of [erased]", "the stored response, too");

    let log = format!("/api/events?subject_id={id}&sort=timestamp");
    let kinds = tenant.client.get(&log).await.expect(200).body["data"].clone();
    let kinds: Vec<_> = kinds.as_array().unwrap().iter().map(|event| event["type"].clone()).collect();
    assert_eq!(kinds, ["contact.created", "contact.updated", "contact.erased"]);
    let kept = tenant.client.get(&format!("{TICKETS}?id={}", bystander.id())).await.expect(200);
    assert_eq!(kept.body, bystander.body, "others stay as they are");
}

#[tokio::test]
async fn an_erased_person_leaves_the_search() {
    let app = TestApp::start_working(&[]).await;
    let tenant = app.tenant().await;
    let id = person(&tenant).await["id"].as_str().unwrap().to_owned();
    let own = json!({"subject": "Stapler of Milton Waddams", "requester": {"id": id}});
    let own = tenant.client.post(TICKETS, own).await.expect(201).id();
    let comment = json!({"body": "Ask milton@initech.example, says Milton Waddams."});
    tenant.client.post(&format!("{TICKETS}/comments?ticket_id={own}"), comment).await.expect(201);
    tenant.client.post(CONTACTS, json!({"name": "Milton Friedman"})).await.expect(201);
    assert_eq!(titles(&tenant.client, "waddams").await, ["Stapler of Milton Waddams", "Milton Waddams"]);

    erased(&tenant, &id).await;
    for q in
        ["waddams", "wadams", "milton@initech.example", "\"+49 30 123456\"", "collator", "type:contact erased", &id]
    {
        assert!(titles(&tenant.client, q).await.is_empty(), "{q}");
    }
    assert_eq!(titles(&tenant.client, "stapler").await, ["Stapler of [erased]"]);
    assert_eq!(titles(&tenant.client, "milton").await, ["Milton Friedman"], "somebody else has the name");
    let words = "select distinct word from search_vocabulary where tenant_id = $1 order by word";
    let words = app.database.root().await.query(words, &[&tenant.id.0]).await.unwrap();
    let words: Vec<String> = words.iter().map(|row| row.get(0)).collect();
    assert!(words.contains(&"milton".to_owned()) && words.contains(&"stapler".to_owned()), "{words:?}");
    for word in ["waddams", "initech", "collator"] {
        assert!(!words.contains(&word.to_owned()), "{words:?}");
    }
}

#[tokio::test]
async fn an_erased_contact_stays_erased_and_its_address_is_free() {
    let app = TestApp::start_working(&[]).await;
    let tenant = app.tenant().await;
    let id = person(&tenant).await["id"].as_str().unwrap().to_owned();
    erased(&tenant, &id).await;
    let target = format!("{CONTACTS}?id={id}");
    assert_eq!(tenant.client.put(&target, json!({"name": "Back"})).await.problem(), "409 contact_erased");
    let named = tenant.client.post(TICKETS, json!({"subject": "x", "requester": {"id": id}})).await;
    assert_eq!(named.body["errors"][0]["pointer"], "/requester/id");
    let by_name = json!({"subject": "x", "requester": {"name": "Erased contact"}});
    let by_name = tenant.client.post(TICKETS, by_name).await.expect(201);
    assert_ne!(by_name.body["requester"]["id"], json!(id));
    let again = person(&tenant).await;
    assert_ne!(again["id"], json!(id), "who writes again is another contact");
    erased(&tenant, &id).await; // for those whose operation was cancelled
}

#[tokio::test]
async fn a_duplicate_is_erased_with_the_contact_that_it_was_merged_into() {
    let app = TestApp::start_working(&[]).await;
    let tenant = app.tenant().await;
    let duplicate = person(&tenant).await["id"].as_str().unwrap().to_owned();
    let ticket = json!({"subject": "For Milton Waddams", "requester": {"id": duplicate}});
    let ticket = tenant.client.post(TICKETS, ticket).await.expect(201).id();
    let kept = tenant.client.post(CONTACTS, json!({"name": "M. Waddams"})).await.expect(201).id();
    let merge = json!({"merge_from": duplicate, "emails": []});
    tenant.client.put(&format!("{CONTACTS}?id={kept}"), merge).await.expect(200);
    erased(&tenant, &kept).await;
    for target in ["/api/events?limit=200", "/api/admin/audit-log?limit=200"] {
        let text = text_of(&tenant, target).await;
        assert!(PERSON.iter().all(|part| !text.contains(*part)), "{target}: {text}");
    }
    let ticket = tenant.client.get(&format!("{TICKETS}?id={ticket}")).await.expect(200).body;
    assert_eq!(ticket["subject"], "For [erased]");
}

#[tokio::test]
async fn who_cannot_see_a_contact_cannot_erase_or_export_it() {
    let app = TestApp::start_working(&[]).await;
    let tenant = app.tenant().await;
    let (one, two) = (tenant.organization("One").await, tenant.organization("Two").await);
    let new = |organization: &str| json!({"name": "Milton Waddams", "organization_id": organization});
    let id = tenant.client.post(CONTACTS, new(&one)).await.expect(201).id();
    let scopes = ["contacts:*", "tickets:read"];
    let key = |organization: &str| json!({"name": "key", "scopes": scopes, "organization_ids": [organization]});
    let stranger = tenant.key_of(key(&two)).await;
    assert_eq!(erase(&stranger, &id).await.problem(), "404 not_found");
    assert_eq!(stranger.get(&format!("{CONTACTS}/export?id={id}")).await.problem(), "404 not_found");
    let own = tenant.key_of(key(&one)).await;
    let begun = erase(&own, &id).await.expect(202);
    let done = own.get(&format!("/api/operations?id={}&wait=20", begun.id())).await.expect(200);
    assert_eq!(done.body["status"], "succeeded");
    assert_eq!(stranger.get(&format!("/api/operations?id={}", begun.id())).await.problem(), "404 not_found");

    let deleted = tenant.client.post(CONTACTS, new(&one)).await.expect(201).id();
    tenant.client.delete(&format!("{CONTACTS}?id={deleted}")).await.expect(204);
    assert_eq!(erase(&own, &deleted).await.problem(), "404 not_found", "the audit log is not theirs");
    erased(&tenant, &deleted).await;
    assert!(!text_of(&tenant, "/api/admin/audit-log?limit=200").await.contains("waddams"));
    let never = erase(&tenant.client, "con_01h455vb4pex5vsknk084sn02q").await;
    assert_eq!(never.problem(), "404 not_found");
}

#[tokio::test]
async fn an_erasure_by_a_restricted_key_leaves_tickets_of_other_customers_alone() {
    let app = TestApp::start_working(&[]).await;
    let tenant = app.tenant().await;
    let (one, two) = (tenant.organization("One").await, tenant.organization("Two").await);
    let id = json!({"name": "Milton Waddams", "organization_id": one});
    let id = tenant.client.post(CONTACTS, id).await.expect(201).id();
    let new = json!({"subject": "For Milton Waddams", "organization_id": one, "requester": {"id": id}});
    let stays = tenant.client.post(TICKETS, new.clone()).await.expect(201).id();
    let moves = tenant.client.post(TICKETS, new).await.expect(201).id();
    let comments = format!("{TICKETS}/comments?ticket_id={moves}");
    tenant.client.post(&comments, json!({"body": "Dear Milton Waddams, wait."})).await.expect(201);
    patch(&tenant, &moves, json!({"organization_id": two, "requester": null})).await.expect(200);
    let before = tenant.client.get(&format!("{TICKETS}?id={moves}")).await.expect(200).body;

    let key = json!({"name": "one", "scopes": ["contacts:*", "tickets:read"], "organization_ids": [one]});
    let key = tenant.key_of(key).await;
    let begun = erase(&key, &id).await.expect(202);
    let done = key.get(&format!("/api/operations?id={}&wait=20", begun.id())).await.expect(200).body;
    assert_eq!(done["status"], "succeeded", "{done:#}");
    assert_eq!((step(&done, "tickets"), step(&done, "remaining_tickets")), (Some(1), Some(1)));
    assert_eq!(subject(&tenant, &stays).await, "For [erased]");
    let after = tenant.client.get(&format!("{TICKETS}?id={moves}")).await.expect(200).body;
    assert_eq!(after, before, "the ticket of another customer");
    assert!(text_of(&tenant, &comments).await.contains("waddams"));

    let done = erased(&tenant, &id).await;
    assert_eq!(step(&done, "remaining_tickets"), None);
    assert_eq!(subject(&tenant, &moves).await, "For [erased]");
    for target in [comments.as_str(), "/api/admin/audit-log?limit=200", "/api/events?limit=200"] {
        let text = text_of(&tenant, target).await;
        assert!(!text.contains("waddams"), "{target}: {text}");
    }
}

async fn subject(tenant: &TestTenant, ticket: &str) -> Value {
    tenant.client.get(&format!("{TICKETS}?id={ticket}")).await.expect(200).body["subject"].clone()
}

/// The count of a step of an operation.
fn step(operation: &Value, name: &str) -> Option<i64> {
    let steps = operation["steps"].as_array().unwrap();
    steps.iter().find(|step| step["name"] == name).and_then(|step| step["count"].as_i64())
}

/// A statement that replaces an entry of the audit log by `{"by": operation}`, if its content has this digest.
fn rewrite_entry(tenant: &TestTenant, operation: Uuid, entry: Uuid, digest: &str) -> String {
    format!(
        "select app.rewrite_audit_entries('{}', '{operation}', array['{entry}']::uuid[], array[{digest}]::text[],
            array[null]::jsonb[], array[jsonb_build_object('by', '{operation}')])",
        tenant.id.0
    )
}

#[tokio::test]
async fn a_cancelled_erasure_does_not_undo_the_next_one() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let root = app.database.root().await;
    let mut operations: Vec<Uuid> = vec![];
    for name in ["Milton Waddams", "Bill Lumbergh"] {
        let contact = tenant.client.post(CONTACTS, json!({"name": name})).await.expect(201).id();
        let begun = erase(&tenant.client, &contact).await.expect(202).id();
        operations.push(begun.parse::<OperationId>().unwrap().0);
        if operations.len() == 1 {
            tenant.client.delete(&format!("/api/operations?id={begun}")).await.expect(204);
        }
    }
    let [cancelled, running] = operations[..] else { panic!() };
    let run = "update operations set status = 'running' where tenant_id = $1 and id = $2";
    root.execute(run, &[&tenant.id.0, &running]).await.unwrap();
    let entry = "select id, app.content_digest(jsonb_build_array(before, after)) from audit_log
        where tenant_id = $1 and resource_type = 'contact' order by id limit 1";
    let entry = root.query_one(entry, &[&tenant.id.0]).await.unwrap();
    let (entry, digest): (Uuid, String) = (entry.get(0), entry.get(1));
    let digest = format!("'{digest}'");

    let worker = app.database.connect("app_system").await.unwrap();
    let rewrite = async |operation| -> Option<i64> {
        let call = rewrite_entry(&tenant, operation, entry, &digest);
        worker.query_one(&call, &[]).await.unwrap().get(0)
    };
    assert_eq!(rewrite(cancelled).await, None, "another erasure is running, not this one");
    assert_eq!(rewrite(running).await, Some(1));
    assert_eq!(rewrite(running).await, Some(0), "the entry is no longer what was read");
    let stored = "select after ->> 'by' from audit_log where tenant_id = $1 and id = $2";
    let stored: String = root.query_one(stored, &[&tenant.id.0, &entry]).await.unwrap().get(0);
    assert_eq!(stored, running.to_string());
}

#[tokio::test]
async fn the_logs_are_rewritten_by_workers_alone_and_only_for_an_erasure() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let id = person(&tenant).await["id"].as_str().unwrap().to_owned();
    let root = app.database.root().await;
    let entry = "select id from audit_log where tenant_id = $1 and resource_type = 'contact'";
    let entry: Uuid = root.query_one(entry, &[&tenant.id.0]).await.unwrap().get(0);
    let call = rewrite_entry(&tenant, Uuid::nil(), entry, "''");
    let as_app = app.database.connect("app").await.unwrap();
    let refused = as_app.query(&call, &[]).await.unwrap_err();
    assert_eq!(refused.code().unwrap().code(), "42501");
    let as_worker = app.database.connect("app_system").await.unwrap();
    let rewritten: Option<i64> = as_worker.query_one(&call, &[]).await.unwrap().get(0);
    assert_eq!(rewritten, None, "nobody is being erased");
    let log = format!("/api/admin/audit-log?resource_type=contact&resource_id={id}");
    assert!(text_of(&tenant, &log).await.contains("waddams"));
}

#[tokio::test]
async fn an_export_has_the_contact_its_tickets_and_its_comments() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let contact = person(&tenant).await;
    let id = contact["id"].as_str().unwrap();
    let own = tenant.client.post(TICKETS, json!({"subject": "Mine", "requester": {"id": id}})).await.expect(201);
    let other = json!({"subject": "Theirs", "requester": {"name": "Bill"}});
    let other = tenant.client.post(TICKETS, other).await.expect(201);
    let comments = format!("{TICKETS}/comments?ticket_id={}", other.id());
    let said = tenant.client.post(&comments, json!({"body": "Mine, too.", "author": {"id": id}})).await.expect(201);
    tenant.client.post(&comments, json!({"body": "Not mine."})).await.expect(201);

    let export = tenant.client.get(&format!("{CONTACTS}/export?id={id}")).await.expect(200);
    assert_eq!(export.header("content-type"), "application/x-ndjson");
    let lines: Vec<Value> =
        export.body.as_str().unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        lines,
        [
            json!({"type": "contact", "contact": contact}),
            json!({"type": "comment", "comment": said.body}),
            json!({"type": "ticket", "ticket": own.body}),
        ]
    );
    let key = tenant.key_with(&["contacts:read"]).await;
    assert_eq!(key.get(&format!("{CONTACTS}/export?id={id}")).await.problem(), "403 insufficient_scope");
}
