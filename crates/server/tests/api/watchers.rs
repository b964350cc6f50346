//! `/api/psa/tickets/watchers`: people who follow a ticket.

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Client, TestApp, TestTenant};

const WATCHERS: &str = "/api/psa/tickets/watchers";
const TICKETS: &str = "/api/psa/tickets";
const CONTACTS: &str = "/api/psa/contacts";

async fn ticket(tenant: &TestTenant, more: Value) -> String {
    let mut new = json!({"subject": "Printer on fire"});
    new.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    tenant.client.post(TICKETS, new).await.expect(201).id()
}

async fn watch(client: &Client, ticket: &str, who: Value) -> Value {
    let mut new = json!({"ticket_id": ticket});
    new.as_object_mut().unwrap().extend(who.as_object().unwrap().clone());
    client.post(WATCHERS, new).await.expect(201).body
}

async fn watchers(client: &Client, ticket: &str) -> Vec<Value> {
    let listed = client.get(&format!("{WATCHERS}?ticket_id={ticket}")).await.expect(200).body;
    listed["data"].as_array().unwrap().clone()
}

async fn numbers(client: &Client, query: &str) -> Vec<i64> {
    let listed = client.get(&format!("{TICKETS}?{query}")).await.expect(200).body;
    listed["data"].as_array().unwrap().iter().map(|ticket| ticket["number"].as_i64().unwrap()).collect()
}

fn id(object: &Value) -> &str {
    object["id"].as_str().unwrap()
}

#[tokio::test]
async fn users_contacts_and_addresses_watch_a_ticket_until_they_are_removed() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let client = &tenant.client;
    let ticket = ticket(&tenant, json!({})).await;
    let before = client.get(&format!("{TICKETS}?id={ticket}")).await.expect(200).body;
    let person = tenant.sign_in("technician").await;
    let contact = client.post(CONTACTS, json!({"name": "Milton Waddams"})).await.expect(201).id();

    let user = watch(client, &ticket, json!({"user_id": person.user})).await;
    assert_eq!((&user["kind"], &user["user_id"], user.get("email")), (&json!("user"), &json!(person.user), None));
    let known = watch(client, &ticket, json!({"contact_id": contact})).await;
    assert_eq!((&known["kind"], &known["contact_id"]), (&json!("contact"), &json!(contact)));
    let copy = watch(client, &ticket, json!({"email": "Milton@initech.example"})).await;
    assert_eq!((&copy["kind"], &copy["email"]), (&json!("email"), &json!("Milton@initech.example")));
    assert_eq!(watchers(client, &ticket).await, [copy.clone(), known.clone(), user.clone()]);
    assert_eq!(client.get(&format!("{WATCHERS}?id={}", id(&known))).await.expect(200).body, known);

    for (same, first) in [
        (json!({"ticket_id": ticket, "user_id": person.user}), &user),
        (json!({"ticket_id": ticket, "contact_id": contact}), &known),
        (json!({"ticket_id": ticket, "email": "milton@INITECH.example"}), &copy),
    ] {
        assert_eq!(client.post(WATCHERS, same).await.expect(200).body, *first);
    }
    client.delete(&format!("{WATCHERS}?id={}", id(&user))).await.expect(204);
    assert_eq!(client.delete(&format!("{WATCHERS}?id={}", id(&user))).await.problem(), "404 not_found");
    assert_eq!(watchers(client, &ticket).await.len(), 2);
    let again = watch(client, &ticket, json!({"user_id": person.user})).await;
    assert_ne!(again["id"], user["id"]);

    let after = client.get(&format!("{TICKETS}?id={ticket}")).await.expect(200).body;
    assert_eq!((&after["version"], &after["updated_at"]), (&before["version"], &before["updated_at"]));
    let events = client.get(&format!("/api/events?subject_id={ticket}&sort=timestamp")).await.expect(200).body;
    let kinds: Vec<_> = events["data"].as_array().unwrap().iter().map(|event| event["type"].clone()).collect();
    let added = "ticket.watcher.added";
    assert_eq!(kinds, ["ticket.created", added, added, added, "ticket.watcher.removed", added]);
    assert_eq!(events["data"][4]["data"]["watcher"], user);
}

#[tokio::test]
async fn a_watcher_that_is_unclear_or_unknown_is_refused() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (own, other) = (tenant.organization("Initech").await, tenant.organization("Globex").await);
    let ticket = ticket(&tenant, json!({"organization_id": own})).await;
    let hank = json!({"name": "Hank Scorpio", "organization_id": other});
    let hank = tenant.client.post(CONTACTS, hank).await.expect(201).id();
    let email = "a@x.example";
    for (new, pointer) in [
        (json!({"ticket_id": ticket}), ""),
        (json!({"ticket_id": ticket, "email": email, "contact_id": hank}), ""),
        (json!({"ticket_id": ticket, "contact_id": hank}), "/contact_id"),
        (json!({"ticket_id": ticket, "contact_id": "con_01h455vb4pex5vsknk084sn02q"}), "/contact_id"),
        (json!({"ticket_id": ticket, "user_id": "usr_01h455vb4pex5vsknk084sn02q"}), "/user_id"),
        (json!({"ticket_id": ticket, "email": "nobody"}), "/email"),
        (json!({"ticket_id": "tkt_01h455vb4pex5vsknk084sn02q", "email": email}), "/ticket_id"),
    ] {
        let refused = tenant.client.post(WATCHERS, new.clone()).await;
        assert_eq!(refused.problem(), "422 invalid_request", "{new}");
        assert_eq!(refused.body["errors"][0]["pointer"], pointer, "{new}");
    }
    assert_eq!(tenant.client.get(WATCHERS).await.problem(), "400 invalid_parameter");
}

#[tokio::test]
async fn a_ticket_has_fifty_watchers_at_most() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let ticket = ticket(&tenant, json!({})).await;
    for n in 0..50 {
        watch(&tenant.client, &ticket, json!({"email": format!("w{n}@x.example")})).await;
    }
    let more = json!({"ticket_id": ticket, "email": "w50@x.example"});
    assert_eq!(tenant.client.post(WATCHERS, more).await.problem(), "409 quota_exceeded");
    let same = json!({"ticket_id": ticket, "email": "w49@x.example"});
    tenant.client.post(WATCHERS, same).await.expect(200);
}

#[tokio::test]
async fn a_list_by_watcher_follows_the_ticket() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let me = tenant.sign_in("technician").await;
    let first = ticket(&tenant, json!({"tags": ["vip"]})).await;
    let second = ticket(&tenant, json!({})).await;
    ticket(&tenant, json!({"tags": ["vip"]})).await;
    let watched = watch(&tenant.client, &first, json!({"user_id": me.user})).await;
    watch(&tenant.client, &second, json!({"user_id": me.user})).await;
    assert_eq!(numbers(&me.client, "watcher_id=me").await, [2, 1]);
    assert_eq!(numbers(&tenant.client, &format!("watcher_id={}&tag=vip", me.user)).await, [1]);
    assert_eq!(numbers(&me.client, "watcher_id=me&sort=updated_at").await, [1, 2]);
    assert_eq!(tenant.client.get(&format!("{TICKETS}?watcher_id=me")).await.problem(), "400 invalid_parameter");

    // Labels of other kinds and the status change; the watcher stays.
    let change = json!({"tags": ["other"], "status": "open", "priority": "p1"});
    tenant.client.send(Method::PATCH, &format!("{TICKETS}?id={first}"), Some(change)).await.expect(200);
    assert_eq!(numbers(&me.client, "watcher_id=me&status=open&priority=p1").await, [1]);
    assert_eq!(numbers(&me.client, "watcher_id=me&status=new").await, [2]);
    let view = json!({"name": "Watched", "filter": {"watcher_id": "me"}});
    let view = tenant.client.post("/api/psa/views", view).await.expect(201).id();
    let counts = format!("/api/psa/views/counts?id={view}");
    assert_eq!(me.client.get(&counts).await.expect(200).body["data"][0]["count"], 2);
    assert_eq!(tenant.client.get(&counts).await.expect(200).body["data"][0]["count"], 0);
    tenant.client.delete(&format!("{WATCHERS}?id={}", id(&watched))).await.expect(204);
    assert_eq!(numbers(&me.client, "watcher_id=me").await, [2]);
}

#[tokio::test]
async fn watchers_are_seen_by_those_who_see_the_ticket() {
    let app = TestApp::start().await;
    let (tenant, stranger) = (app.tenant().await, app.tenant().await);
    let (own, other) = (tenant.organization("Initech").await, tenant.organization("Globex").await);
    let ticket = ticket(&tenant, json!({"organization_id": own})).await;
    let user = tenant.sign_in("technician").await.user;
    let copy = watch(&tenant.client, &ticket, json!({"email": "milton@initech.example"})).await;
    watch(&tenant.client, &ticket, json!({"user_id": user})).await;
    let key = |organization: &str| json!({"name": "k", "scopes": ["tickets:*"], "organization_ids": [organization]});
    let (of_own, of_other) = (tenant.key_of(key(&own)).await, tenant.key_of(key(&other)).await);
    assert_eq!(watchers(&of_own, &ticket).await.len(), 2);
    for client in [&of_other, &stranger.client] {
        assert_eq!(client.get(&format!("{WATCHERS}?ticket_id={ticket}")).await.problem(), "404 not_found");
        assert_eq!(client.delete(&format!("{WATCHERS}?id={}", id(&copy))).await.problem(), "404 not_found");
        let new = json!({"ticket_id": ticket, "email": "x@x.example"});
        assert_eq!(client.post(WATCHERS, new).await.body["errors"][0]["pointer"], "/ticket_id");
    }
    // The other customer must not see addresses of this one.
    let moved = json!({"organization_id": other});
    tenant.client.send(Method::PATCH, &format!("{TICKETS}?id={ticket}"), Some(moved)).await.expect(200);
    assert_eq!(of_own.get(&format!("{WATCHERS}?ticket_id={ticket}")).await.problem(), "404 not_found");
    let left = watchers(&of_other, &ticket).await;
    assert_eq!((left.len(), &left[0]["user_id"]), (1, &json!(user)));
    assert_eq!(numbers(&of_other, &format!("watcher_id={user}")).await, [1]);
}

#[tokio::test]
async fn a_merge_takes_watched_tickets_along_and_an_export_has_them() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let client = &tenant.client;
    let (both, one) = (ticket(&tenant, json!({})).await, ticket(&tenant, json!({})).await);
    let kept = json!({"name": "Milton Waddams", "emails": ["Milton@initech.example"]});
    let kept = client.post(CONTACTS, kept).await.expect(201).id();
    let duplicate = client.post(CONTACTS, json!({"name": "M. Waddams"})).await.expect(201).id();
    watch(client, &both, json!({"contact_id": kept})).await;
    watch(client, &both, json!({"contact_id": duplicate})).await;
    watch(client, &one, json!({"contact_id": duplicate})).await;
    watch(client, &one, json!({"email": "milton@initech.example"})).await;
    client.put(&format!("{CONTACTS}?id={kept}"), json!({"merge_from": duplicate})).await.expect(200);
    for (ticket, count) in [(&both, 1), (&one, 2)] {
        let left = watchers(client, ticket).await;
        assert_eq!(left.len(), count);
        assert!(left.iter().all(|watcher| watcher["contact_id"] == kept.as_str() || watcher["kind"] == "email"));
    }
    let (_, export) = client.download(&format!("{CONTACTS}/export?id={kept}")).await;
    let export = String::from_utf8(export).unwrap();
    let lines: Vec<Value> = export.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.iter().filter(|line| line["type"] == "watcher").count(), 3);

    let left = client.post(CONTACTS, json!({"name": "Samir"})).await.expect(201).id();
    watch(client, &one, json!({"contact_id": left})).await;
    client.delete(&format!("{CONTACTS}?id={left}")).await.expect(204);
    assert_eq!(watchers(client, &one).await.len(), 2, "a deleted contact watches nothing");
}

#[tokio::test]
async fn an_erased_person_watches_nothing_and_leaves_the_logs() {
    let app = TestApp::start_working(&[]).await;
    let tenant = app.tenant().await;
    let client = &tenant.client;
    let emails = json!(["milton@initech.example", "mw@initech.example"]);
    let contact = json!({"name": "Milton Waddams", "emails": emails});
    let contact = client.post(CONTACTS, contact).await.expect(201).id();
    let (first, second) = (ticket(&tenant, json!({})).await, ticket(&tenant, json!({})).await);
    watch(client, &first, json!({"contact_id": contact})).await;
    let once = client.with_header("idempotency-key", "once");
    watch(&once, &second, json!({"email": "MW@Initech.example"})).await;
    // An address that is no longer the person's, of a watcher that is no longer there.
    let former = watch(client, &second, json!({"email": "milton@initech.example"})).await;
    client.delete(&format!("{WATCHERS}?id={}", id(&former))).await.expect(204);
    client.put(&format!("{CONTACTS}?id={contact}"), json!({"emails": ["mw@initech.example"]})).await.expect(200);
    let bystander = watch(client, &second, json!({"email": "bill@initech.example"})).await;

    let begun = client.post(&format!("{CONTACTS}/erase?id={contact}"), json!({})).await.expect(202);
    assert_eq!(watchers(client, &first).await, [] as [Value; 0], "at once");
    assert_eq!(watchers(client, &second).await, [bystander]);
    let done = client.get(&format!("/api/operations?id={}&wait=20", begun.id())).await.expect(200).body;
    assert_eq!(done["status"], "succeeded", "{done:#}");
    let steps = done["steps"].as_array().unwrap();
    assert!(steps.iter().any(|step| step["name"] == "watchers" && step["count"] == 3), "{steps:#?}");
    for target in ["/api/events?limit=200", "/api/admin/audit-log?limit=200"] {
        let text = client.get(target).await.expect(200).body.to_string().to_lowercase();
        assert!(!text.contains("mw@initech") && !text.contains("milton@initech"), "{target}: {text}");
        assert!(text.contains("bill@initech.example"), "others stay");
    }
    let stored = "select count(*) from idempotency_keys where tenant_id = $1 and lower(body) like '%mw@initech%'";
    let stored: i64 = app.database.root().await.query_one(stored, &[&tenant.id.0]).await.unwrap().get(0);
    assert_eq!(stored, 0);
    let rows = "select count(*) from ticket_watchers where tenant_id = $1";
    let rows: i64 = app.database.root().await.query_one(rows, &[&tenant.id.0]).await.unwrap().get(0);
    assert_eq!(rows, 1);
}
