//! `/api/psa/macros`: saved changes of tickets, applied to many at once.

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Client, TestApp};

const MACROS: &str = "/api/psa/macros";
const APPLY: &str = "/api/psa/macros/apply";
const TICKETS: &str = "/api/psa/tickets";

async fn saved(client: &Client, new: Value) -> String {
    client.post(MACROS, new).await.expect(201).id()
}

async fn ticket(client: &Client, new: Value) -> String {
    client.post(TICKETS, new).await.expect(201).id()
}

async fn read(client: &Client, ticket: &str) -> Value {
    client.get(&format!("{TICKETS}?id={ticket}")).await.expect(200).body
}

async fn listed(client: &Client, path: &str, ticket: &str) -> Vec<Value> {
    let page = client.get(&format!("{TICKETS}/{path}?ticket_id={ticket}")).await.expect(200).body;
    page["data"].as_array().unwrap().clone()
}

#[tokio::test]
async fn a_macro_is_shared_changed_and_deleted() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let technician = tenant.sign_in("technician").await;
    let new = json!({
        "name": "Wait for the customer",
        "description": "Asks for a screenshot.",
        "change": {"status": "pending_customer", "assignee_id": technician.user, "add_tags": ["waiting"],
            "custom_fields": {"contract": null}},
        "comment": {"body": "Hello {{requester.name}}", "visibility": "public"},
        "tasks": ["Check the reply"],
    });
    let created = tenant.client.post(MACROS, new.clone()).await.expect(201).body;
    for field in ["name", "description", "change", "comment", "tasks"] {
        assert_eq!(created[field], new[field], "{field}");
    }
    let colleague = &technician.client;
    assert_eq!(colleague.get(MACROS).await.expect(200).body["data"], json!([created]));
    assert_eq!(colleague.post(MACROS, new).await.problem(), "409 name_taken");
    let target = format!("{MACROS}?id={}", created["id"].as_str().unwrap());
    let change = json!({"change": {"assignee_id": null}, "comment": null, "description": null});
    let changed = colleague.put(&target, change).await.expect(200).body;
    assert_eq!((&changed["change"], &changed["comment"]), (&json!({"assignee_id": null}), &Value::Null));
    assert_eq!((&changed["tasks"], &changed["version"]), (&created["tasks"], &json!(2)));
    let empty = colleague.put(&target, json!({"change": {}, "tasks": []})).await;
    assert_eq!(
        (empty.problem().as_str(), &empty.body["errors"][0]["pointer"]),
        ("422 invalid_request", &json!("/change"))
    );
    let stale = colleague.with_header("if-match", "\"v1\"");
    assert_eq!(stale.delete(&target).await.problem(), "412 version_mismatch");
    colleague.delete(&target).await.expect(204);
    assert_eq!(colleague.get(&target).await.problem(), "404 not_found");
}

#[tokio::test]
async fn a_macro_that_no_ticket_could_take_is_refused() {
    let app = TestApp::start().await;
    let client = app.tenant().await.client;
    let comment = |body: &str| json!({"name": "Wrong", "comment": {"body": body, "visibility": "internal"}});
    for (new, pointer) in [
        (json!({"name": "Wrong"}), "/change"),
        (json!({"name": "Wrong", "change": {"status": "scheduled"}}), "/change/status"),
        (json!({"name": "Wrong", "change": {"status": "resolved"}}), "/change/resolution"),
        (json!({"name": "Wrong", "change": {"assignee_id": "usr_01h455vb4pex5vsknk084sn02q"}}), "/change/assignee_id"),
        (json!({"name": "Wrong", "tasks": [" "]}), "/tasks/0"),
        (comment("Hello {{requester.email}}"), "/comment/body"),
        (comment("{{ticket.number}} {{ }}"), "/comment/body"),
    ] {
        let refused = client.post(MACROS, new.clone()).await;
        assert_eq!(refused.problem(), "422 invalid_request", "{new}");
        assert_eq!(refused.body["errors"][0]["pointer"], pointer, "{new}");
    }
    let unknown = client.post(MACROS, json!({"name": "Wrong", "change": {"subject": "Other"}})).await;
    assert_eq!(unknown.problem(), "422 unknown_field");
}

#[tokio::test]
async fn a_macro_changes_comments_on_and_adds_tasks_to_every_ticket() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (client, technician) = (&tenant.client, tenant.sign_in("technician").await);
    let requester = json!({"name": "Milton Waddams", "email": "milton@initech.example"});
    let first = ticket(client, json!({"subject": "Stapler", "tags": ["a", "b"], "requester": requester})).await;
    let second = ticket(client, json!({"subject": "About {{requester.name}}"})).await;
    let body = "{{ticket.number}} {{ticket.subject}}: hello {{ requester.name }}!";
    let id = saved(
        client,
        json!({
            "name": "Take it",
            "change": {"status": "open", "priority": "p1", "type": "request", "assignee_id": technician.user,
                "add_tags": ["c", "a"], "remove_tags": ["b"], "custom_fields": {"contract": "C-1"}},
            "comment": {"body": body, "visibility": "public"},
            "tasks": ["One", "Two"],
        }),
    )
    .await;
    let application = json!({"macro_id": id, "ticket_ids": [second, first]});

    let planned = client.post(&format!("{APPLY}?dry_run=true"), application.clone()).await.expect(200);
    assert_eq!((&planned.body["succeeded"], planned.header("dry-run")), (&json!(2), "true"));
    assert_eq!(read(client, &first).await["status"], "new");
    let keyed = client.with_header("idempotency-key", "once");
    let applied = keyed.post(APPLY, application.clone()).await.expect(200).body;
    assert_eq!((&applied["succeeded"], &applied["failed"]), (&json!(2), &json!(0)));
    assert_eq!(applied["results"][0]["ticket"]["id"], json!(second), "in the order of the request");
    assert_eq!(keyed.post(APPLY, application).await.expect(200).body, applied);

    let changed = read(client, &first).await;
    assert_eq!(changed, applied["results"][1]["ticket"]);
    for (field, value) in [
        ("status", json!("open")),
        ("priority", json!("p1")),
        ("type", json!("request")),
        ("assignee_id", json!(technician.user)),
        ("tags", json!(["a", "c"])),
        ("custom_fields", json!({"contract": "C-1"})),
        ("version", json!(2)),
    ] {
        assert_eq!(changed[field], value, "{field}");
    }
    let comments = (listed(client, "comments", &first).await, listed(client, "comments", &second).await);
    assert_eq!(comments.0[0]["body"], "1 Stapler: hello Milton Waddams!");
    assert_eq!(comments.1[0]["body"], "2 About {{requester.name}}: hello !", "values are not filled again");
    let tasks = listed(client, "tasks", &first).await;
    let titles: Vec<_> = tasks.iter().map(|task| (&task["title"], &task["position"])).collect();
    assert_eq!(titles, [(&json!("One"), &json!(1)), (&json!("Two"), &json!(2))]);
    let added = client.get("/api/events?type=ticket.task.added").await.expect(200).body;
    let added: Vec<_> = added["data"].as_array().unwrap().iter().map(|event| &event["data"]["task"]).collect();
    for task in &tasks {
        assert!(added.contains(&task), "an event has the task as it is stored: {task} in {added:?}");
    }
    for (kind, count) in [("ticket.updated", 2), ("ticket.commented", 2), ("ticket.task.added", 4)] {
        let events = client.get(&format!("/api/events?type={kind}")).await.expect(200).body;
        assert_eq!(events["data"].as_array().unwrap().len(), count, "{kind}");
    }
    let history = listed(client, "history", &first).await;
    let log = client.get("/api/admin/audit-log?limit=200").await.expect(200).body;
    let of_macro = log["data"]
        .as_array()
        .unwrap()
        .iter()
        .find(|entry| entry["request_id"] == history[0]["request_id"] && entry["resource"]["type"] == "macro");
    assert_eq!(of_macro.unwrap()["resource"]["id"], json!(id), "the log tells which macro it was");
}

#[tokio::test]
async fn a_ticket_that_cannot_take_the_macro_fails_alone() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let client = &tenant.client;
    let good = ticket(client, json!({"subject": "Good"})).await;
    let gone = ticket(client, json!({"subject": "Canceled"})).await;
    let target = format!("{TICKETS}?id={gone}");
    client.send(Method::PATCH, &target, Some(json!({"status": "canceled"}))).await.expect(200);
    let many: Vec<String> = (0..50).map(|n| format!("tag {n}")).collect();
    let tagged = ticket(client, json!({"subject": "Tagged", "tags": many})).await;
    let id = saved(client, json!({"name": "Tag", "change": {"add_tags": ["vip"]}, "tasks": ["Call"]})).await;
    let foreign = ticket(&app.tenant().await.client, json!({"subject": "Foreign"})).await;
    let application = json!({"macro_id": id, "ticket_ids": [gone, good, tagged, foreign]});
    let applied = client.post(APPLY, application).await.expect(200).body;
    assert_eq!((&applied["succeeded"], &applied["failed"]), (&json!(1), &json!(3)));
    let codes: Vec<_> =
        applied["results"].as_array().unwrap().iter().map(|result| &result["problem"]["code"]).collect();
    assert_eq!(codes, [&json!("ticket_final"), &Value::Null, &json!("invalid_request"), &json!("not_found")]);
    assert_eq!(read(client, &good).await["tags"], json!(["vip"]));
    assert!(listed(client, "tasks", &gone).await.is_empty() && listed(client, "tasks", &tagged).await.is_empty());

    let twice = client.post(APPLY, json!({"macro_id": id, "ticket_ids": [good, good]})).await;
    assert_eq!(twice.body["errors"][0]["pointer"], "/ticket_ids/1");
    let nothing = client.post(APPLY, json!({"macro_id": "mac_01h455vb4pex5vsknk084sn02q", "ticket_ids": [good]})).await;
    assert_eq!(
        (nothing.problem().as_str(), &nothing.body["errors"][0]["pointer"]),
        ("422 invalid_request", &json!("/macro_id"))
    );
}

#[tokio::test]
async fn a_ticket_that_the_database_refuses_fails_alone() {
    let app = TestApp::start().await;
    let client = &app.tenant().await.client;
    let report = json!({"subject": "Disk full", "dedup_key": "disk"});
    let first = ticket(client, report.clone()).await;
    let resolve = json!({"status": "resolved", "resolution": {"code": "fixed"}});
    client.send(Method::PATCH, &format!("{TICKETS}?id={first}"), Some(resolve)).await.expect(200);
    let second = ticket(client, report).await;
    let third = ticket(client, json!({"subject": "Another"})).await;
    let comment = json!({"body": "Opened.", "visibility": "internal"});
    let id = saved(client, json!({"name": "Open", "change": {"status": "open"}, "comment": comment})).await;
    let application = json!({"macro_id": id, "ticket_ids": [second, first, third]});
    let applied = client.post(APPLY, application).await.expect(200).body;
    let codes: Vec<_> =
        applied["results"].as_array().unwrap().iter().map(|result| &result["problem"]["code"]).collect();
    assert_eq!(codes, [&Value::Null, &json!("dedup_key_taken"), &Value::Null]);
    for (ticket, status, comments) in [(&first, "resolved", 0), (&second, "open", 1), (&third, "open", 1)] {
        let read = read(client, ticket).await;
        assert_eq!((&read["status"], &read["counts"]["comments"]), (&json!(status), &json!(comments)));
        assert_eq!(listed(client, "comments", ticket).await.len(), comments);
    }
    let events = client.get("/api/events?type=ticket.commented").await.expect(200).body;
    assert_eq!(events["data"].as_array().unwrap().len(), 2, "each comment has one event");
}

#[tokio::test]
async fn a_macro_does_not_resolve_a_ticket_with_unresolved_children() {
    let app = TestApp::start().await;
    let client = &app.tenant().await.client;
    let (parent, child) =
        (ticket(client, json!({"subject": "A"})).await, ticket(client, json!({"subject": "B"})).await);
    let link = json!({"ticket_id": parent, "kind": "parent_of", "other_id": child});
    client.post(&format!("{TICKETS}/links"), link).await.expect(201);
    let change = json!({"status": "resolved", "resolution": {"code": "fixed"}});
    let id = saved(client, json!({"name": "Done", "change": change})).await;
    for (tickets, code) in [(json!([parent]), json!("children_open")), (json!([child, parent]), Value::Null)] {
        let applied = client.post(APPLY, json!({"macro_id": id, "ticket_ids": tickets})).await.expect(200).body;
        assert_eq!(applied["results"][0]["problem"]["code"], code, "{applied:#}");
    }
    assert_eq!(read(client, &parent).await["status"], "resolved");
}

#[tokio::test]
async fn a_restricted_key_neither_sees_nor_applies_macros() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let customer = tenant.organization("Initech").await;
    let id = saved(&tenant.client, json!({"name": "Urgent", "change": {"priority": "p1"}})).await;
    let own = ticket(&tenant.client, json!({"subject": "Theirs", "organization_id": customer})).await;
    let key = json!({"name": "k", "scopes": ["tickets:*"], "organization_ids": [customer]});
    let restricted = tenant.key_of(key).await;
    assert_eq!(restricted.get(MACROS).await.expect(200).body["data"], json!([]));
    let new = json!({"name": "Mine", "change": {"priority": "p1"}});
    assert_eq!(restricted.post(MACROS, new).await.problem(), "403 organization_restricted");
    let refused = restricted.post(APPLY, json!({"macro_id": id, "ticket_ids": [own]})).await;
    assert_eq!(refused.body["errors"][0]["pointer"], "/macro_id");
    let stranger = app.tenant().await.client;
    assert_eq!(stranger.get(&format!("{MACROS}?id={id}")).await.problem(), "404 not_found");
}
