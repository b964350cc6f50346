//! `/api/psa/tickets/tasks`: the checklist of a ticket.

use futures::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Answer, Client, TestApp, TestTenant};

const TASKS: &str = "/api/psa/tickets/tasks";
const TICKETS: &str = "/api/psa/tickets";

async fn ticket(client: &Client, organization: &str) -> String {
    let new = json!({"subject": "Printer on fire", "organization_id": organization});
    client.post(TICKETS, new).await.expect(201).id()
}

async fn add(client: &Client, ticket: &str, new: Value) -> Answer {
    client.post(&format!("{TASKS}?ticket_id={ticket}"), new).await
}

async fn patch(client: &Client, path: &str, id: &str, change: Value) -> Answer {
    client.send(Method::PATCH, &format!("{path}?id={id}"), Some(change)).await
}

async fn titles(client: &Client, ticket: &str, more: &str) -> Vec<String> {
    let listed = client.get(&format!("{TASKS}?ticket_id={ticket}{more}")).await.expect(200).body;
    listed["data"].as_array().unwrap().iter().map(|task| task["title"].as_str().unwrap().to_owned()).collect()
}

async fn events(tenant: &TestTenant, kind: &str) -> Vec<Value> {
    let events = tenant.client.get(&format!("/api/events?type={kind}")).await.expect(200).body;
    events["data"].as_array().unwrap().clone()
}

#[tokio::test]
async fn a_task_is_completed_reopened_and_deleted_and_the_ticket_stays_as_it_is() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (client, customer) = (&tenant.client, tenant.organization("Initech").await);
    let technician = tenant.sign_in("technician").await;
    let ticket = ticket(client, &customer).await;
    let before = client.get(&format!("{TICKETS}?id={ticket}")).await.expect(200).body;
    let new = json!({"title": "Order a fuser", "assignee_id": technician.user});
    let task = add(client, &ticket, new).await.expect(201).body;
    assert_eq!((&task["done"], &task["done_at"], &task["done_by"]), (&json!(false), &Value::Null, &Value::Null));
    assert_eq!((&task["position"], &task["assignee_id"]), (&json!(1), &json!(technician.user)));

    let id = task["id"].as_str().unwrap();
    let done = patch(&technician.client, TASKS, id, json!({"done": true})).await.expect(200).body;
    assert_eq!(done["done_by"], json!({"type": "user", "id": technician.user}));
    assert!(done["done_at"].is_string() && done["version"] == 2);
    let again = patch(client, TASKS, id, json!({"done": true, "title": "Order a drum"})).await.expect(200).body;
    assert_eq!((&again["done_at"], &again["done_by"]), (&done["done_at"], &done["done_by"]), "it was done before");
    let open = patch(client, TASKS, id, json!({"done": false, "assignee_id": null})).await.expect(200).body;
    assert_eq!((&open["done_by"], &open["assignee_id"]), (&Value::Null, &Value::Null));
    assert_eq!(client.get(&format!("{TASKS}?id={id}")).await.expect(200).body, open);
    let stale = client.with_header("if-match", "\"v2\"");
    let refused = patch(&stale, TASKS, id, json!({"done": true})).await;
    assert_eq!((refused.problem().as_str(), &refused.body["current"]), ("412 version_mismatch", &open));
    client.delete(&format!("{TASKS}?id={id}")).await.expect(204);
    assert_eq!(client.get(&format!("{TASKS}?id={id}")).await.problem(), "404 not_found");

    let after = client.get(&format!("{TICKETS}?id={ticket}")).await.expect(200).body;
    assert_eq!((&after["version"], &after["updated_at"]), (&before["version"], &before["updated_at"]));
    let added = events(&tenant, "ticket.task.added").await;
    assert_eq!((&added[0]["subject"]["id"], &added[0]["organization_id"]), (&json!(ticket), &json!(customer)));
    assert_eq!((&added[0]["data"]["object"]["number"], &added[0]["data"]["task"]), (&before["number"], &task));
    let updated = events(&tenant, "ticket.task.updated").await;
    assert_eq!(updated.len(), 3);
    assert_eq!(updated[2]["data"]["previous"], json!({"done": false, "done_at": null, "done_by": null}));
    assert_eq!(events(&tenant, "ticket.task.removed").await[0]["data"]["task"], open);
}

#[tokio::test]
async fn tasks_are_in_the_order_of_their_positions_on_every_page() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (client, customer) = (&tenant.client, tenant.organization("Initech").await);
    let ticket = ticket(client, &customer).await;
    assert_eq!(titles(client, &ticket, "").await, Vec::<String>::new());
    for title in ["a", "b", "c"] {
        add(client, &ticket, json!({"title": title})).await.expect(201);
    }
    let first = add(client, &ticket, json!({"title": "first", "position": 0})).await.expect(201).id();
    add(client, &ticket, json!({"title": "with b", "position": 2})).await.expect(201);
    assert_eq!(titles(client, &ticket, "").await, ["first", "a", "b", "with b", "c"]);
    patch(client, TASKS, &first, json!({"position": 9})).await.expect(200);
    let page = client.get(&format!("{TASKS}?ticket_id={ticket}&limit=2")).await.expect(200).body;
    let cursor = page["next_cursor"].as_str().unwrap().to_owned();
    assert_eq!(titles(client, &ticket, "&limit=2").await, ["a", "b"]);
    assert_eq!(titles(client, &ticket, &format!("&limit=2&cursor={cursor}")).await, ["with b", "c"]);
    assert_eq!(titles(client, &ticket, &format!("&cursor={cursor}")).await, ["with b", "c", "first"]);
    assert_eq!(client.get(TASKS).await.problem(), "400 invalid_parameter");
    let nowhere = client.get(&format!("{TASKS}?ticket_id=tkt_01h455vb4pex5vsknk084sn02q")).await;
    assert_eq!(nowhere.problem(), "404 not_found");
}

#[tokio::test]
async fn a_ticket_has_a_hundred_tasks_whoever_adds_them_at_the_same_time() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let ticket = ticket(&tenant.client, &tenant.organization("Initech").await).await;
    let root = app.database.root().await;
    let fill = "insert into ticket_tasks (
            tenant_id, id, ticket_id, organization_id, title, position, created_by_kind, created_at, updated_at
        )
        select tenant_id, gen_random_uuid(), id, organization_id, 'Task ' || n, n, 'operator', now(), now()
        from tickets
        cross join generate_series(1, 95) as n
        where tenant_id = $1";
    root.execute(fill, &[&tenant.id.0]).await.unwrap();
    let answers = join_all((0..10).map(|n| add(&tenant.client, &ticket, json!({"title": format!("{n}")})))).await;
    let (added, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(|answer| answer.status == 201);
    assert_eq!(added.len(), 5);
    assert!(refused.iter().all(|answer| answer.problem() == "409 quota_exceeded"));
}

#[tokio::test]
async fn the_tasks_of_a_final_ticket_stay_as_they_are() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let client = &tenant.client;
    let ticket = ticket(client, &tenant.organization("Initech").await).await;
    let task = add(client, &ticket, json!({"title": "Order a fuser"})).await.expect(201).id();
    let nobody = json!({"title": "For nobody", "assignee_id": "usr_01h455vb4pex5vsknk084sn02q"});
    assert_eq!(add(client, &ticket, nobody).await.body["errors"][0]["pointer"], "/assignee_id");
    patch(client, TICKETS, &ticket, json!({"status": "canceled"})).await.expect(200);
    assert_eq!(add(client, &ticket, json!({"title": "Late"})).await.problem(), "409 ticket_final");
    assert_eq!(patch(client, TASKS, &task, json!({"done": true})).await.problem(), "409 ticket_final");
    assert_eq!(client.delete(&format!("{TASKS}?id={task}")).await.problem(), "409 ticket_final");
    assert_eq!(titles(client, &ticket, "").await, ["Order a fuser"]);
}

#[tokio::test]
async fn a_dry_run_and_a_repeated_request_add_nothing() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let client = &tenant.client;
    let ticket = ticket(client, &tenant.organization("Initech").await).await;
    let target = format!("{TASKS}?ticket_id={ticket}&dry_run=true");
    assert_eq!(client.post(&target, json!({"title": "Planned"})).await.expect(201).body["title"], "Planned");
    assert!(titles(client, &ticket, "").await.is_empty());
    let keyed = client.with_header("idempotency-key", "once");
    let first = add(&keyed, &ticket, json!({"title": "Once"})).await.expect(201);
    let second = add(&keyed, &ticket, json!({"title": "Once"})).await.expect(201);
    assert_eq!((first.body, second.header("idempotency-replayed")), (second.body.clone(), "true"));
    assert_eq!(titles(client, &ticket, "").await, ["Once"]);
}

#[tokio::test]
async fn tasks_move_with_their_ticket_and_restricted_keys_see_their_own() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (one, two) = (tenant.organization("Initech").await, tenant.organization("Globex").await);
    let key = |organization: &str| json!({"name": "k", "scopes": ["tickets:*"], "organization_ids": [organization]});
    let (of_one, of_two) = (tenant.key_of(key(&one)).await, tenant.key_of(key(&two)).await);
    let ticket = ticket(&of_one, &one).await;
    let task = add(&of_one, &ticket, json!({"title": "Order a fuser"})).await.expect(201).id();
    for client in [&of_two, &app.tenant().await.client] {
        assert_eq!(client.get(&format!("{TASKS}?id={task}")).await.problem(), "404 not_found");
        assert_eq!(client.get(&format!("{TASKS}?ticket_id={ticket}")).await.problem(), "404 not_found");
        assert_eq!(patch(client, TASKS, &task, json!({"done": true})).await.problem(), "404 not_found");
        assert_eq!(add(client, &ticket, json!({"title": "Mine"})).await.problem(), "404 not_found");
    }
    patch(&tenant.client, TICKETS, &ticket, json!({"organization_id": two})).await.expect(200);
    assert_eq!(titles(&of_two, &ticket, "").await, ["Order a fuser"]);
    assert_eq!(of_one.get(&format!("{TASKS}?id={task}")).await.problem(), "404 not_found");
}

#[tokio::test]
async fn an_erased_person_leaves_the_titles_of_tasks_and_their_log() {
    let app = TestApp::start_working(&[]).await;
    let tenant = app.tenant().await;
    let client = &tenant.client;
    let new = json!({"subject": "Stapler", "requester": {"name": "Milton Waddams", "email": "milton@initech.example"}});
    let ticket = client.post(TICKETS, new).await.expect(201).body;
    let id = ticket["id"].as_str().unwrap();
    let kept = add(client, id, json!({"title": "Call Milton Waddams"})).await.expect(201).id();
    let deleted = add(client, id, json!({"title": "Milton Waddams again"})).await.expect(201).id();
    client.delete(&format!("{TASKS}?id={deleted}")).await.expect(204);

    let erase = format!("/api/psa/contacts/erase?id={}", ticket["requester"]["id"].as_str().unwrap());
    let begun = client.post(&erase, json!({})).await.expect(202).id();
    let done = client.get(&format!("/api/operations?id={begun}&wait=20")).await.expect(200).body;
    assert_eq!(done["status"], "succeeded", "{done:#}");
    assert_eq!(client.get(&format!("{TASKS}?id={kept}")).await.expect(200).body["title"], "Call [erased]");
    for target in ["/api/events?limit=200", "/api/admin/audit-log?limit=200"] {
        let text = client.get(target).await.expect(200).body.to_string().to_lowercase();
        assert!(!text.contains("milton"), "{target}: {text}");
    }
}
