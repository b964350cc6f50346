//! `/api/psa/tickets/links`: kinds, directions, cycles, and closing a ticket with its children.

use futures::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Answer, Client, TestApp, TestTenant};

const TICKETS: &str = "/api/psa/tickets";
const LINKS: &str = "/api/psa/tickets/links";

async fn ticket(tenant: &TestTenant, subject: &str) -> String {
    tenant.client.post(TICKETS, json!({"subject": subject})).await.expect(201).id()
}

async fn link(client: &Client, ticket: &str, kind: &str, other: &str) -> Answer {
    client.post(LINKS, json!({"ticket_id": ticket, "kind": kind, "other_id": other})).await
}

async fn read(tenant: &TestTenant, id: &str) -> Value {
    tenant.client.get(&format!("{TICKETS}?id={id}")).await.expect(200).body
}

async fn change(tenant: &TestTenant, id: &str, wanted: Value) -> Answer {
    tenant.client.send(Method::PATCH, &format!("{TICKETS}?id={id}"), Some(wanted)).await
}

fn resolved() -> Value {
    json!({"status": "resolved", "resolution": {"code": "fixed"}})
}

#[tokio::test]
async fn a_link_is_seen_from_both_tickets() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (a, b) = (ticket(&tenant, "A").await, ticket(&tenant, "B").await);
    let made = link(&tenant.client, &a, "blocks", &b).await.expect(201);
    assert_eq!((&made.body["kind"], &made.body["other"]["subject"]), (&json!("blocks"), &json!("B")));
    let seen = async |from: &str| {
        let listed = tenant.client.get(&format!("{LINKS}?ticket_id={from}")).await.expect(200).body;
        let link = &listed["data"][0];
        (link["kind"].clone(), link["other_id"].clone(), link["other"]["number"].clone())
    };
    assert_eq!(seen(&a).await, (json!("blocks"), json!(b), json!(2)));
    assert_eq!(seen(&b).await, (json!("blocked_by"), json!(a), json!(1)));
    assert_eq!(link(&tenant.client, &a, "blocks", &b).await.problem(), "409 already_linked");
    link(&tenant.client, &a, "relates_to", &b).await.expect(201);
    assert_eq!(link(&tenant.client, &b, "relates_to", &a).await.problem(), "409 already_linked");
    let one = tenant.client.get(&format!("{LINKS}?id={}", made.id())).await.expect(200).body;
    assert_eq!(one, made.body);
    tenant.client.delete(&format!("{LINKS}?id={}", made.id())).await.expect(204);
    assert_eq!(tenant.client.get(&format!("{LINKS}?id={}", made.id())).await.problem(), "404 not_found");
    let events = tenant.client.get("/api/events?type=ticket_link.created,ticket_link.deleted").await.expect(200).body;
    assert_eq!(events["data"].as_array().unwrap().len(), 3);
    assert!(
        events["data"][0]["data"]["object"].get("other").is_none(),
        "readers of events may not see the other ticket"
    );
}

#[tokio::test]
async fn links_to_nowhere_are_refused() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let a = ticket(&tenant, "A").await;
    let refused = link(&tenant.client, &a, "blocks", &a).await;
    assert_eq!(
        (refused.problem().as_str(), &refused.body["errors"][0]["pointer"]),
        ("422 invalid_request", &json!("/other_id"))
    );
    let refused = link(&tenant.client, &a, "blocks", "tkt_01h455vb4pex5vsknk084sn02q").await;
    assert_eq!(refused.body["errors"][0]["pointer"], "/other_id");
    assert_eq!(tenant.client.get(LINKS).await.problem(), "400 invalid_parameter");
    assert_eq!(
        tenant.client.get(&format!("{LINKS}?ticket_id=tkt_01h455vb4pex5vsknk084sn02q")).await.problem(),
        "404 not_found"
    );
}

#[tokio::test]
async fn parents_and_blockers_form_no_cycle_and_a_ticket_has_one_parent() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let client = &tenant.client;
    let (a, b, c) = (ticket(&tenant, "A").await, ticket(&tenant, "B").await, ticket(&tenant, "C").await);
    for kind in ["parent_of", "blocks"] {
        link(client, &a, kind, &b).await.expect(201);
        link(client, &b, kind, &c).await.expect(201);
        assert_eq!(link(client, &c, kind, &a).await.problem(), "409 link_cycle");
        assert_eq!(link(client, &b, kind, &a).await.problem(), "409 link_cycle");
    }
    assert_eq!(link(client, &a, "parent_of", &c).await.problem(), "409 already_linked");
    assert_eq!(read(&tenant, &c).await["parent_id"], json!(b));
    let links = client.get(&format!("{LINKS}?ticket_id={c}")).await.expect(200).body;
    let parent =
        links["data"].as_array().unwrap().iter().find(|link| link["kind"] == "child_of").unwrap()["id"].clone();
    client.delete(&format!("{LINKS}?id={}", parent.as_str().unwrap())).await.expect(204);
    assert_eq!(read(&tenant, &c).await["parent_id"], Value::Null);
    link(client, &a, "parent_of", &c).await.expect(201);
}

#[tokio::test]
async fn links_that_are_made_at_once_form_no_cycle() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let tickets = join_all((0..6).map(|n| ticket(&tenant, ["A", "B", "C", "D", "E", "F"][n]))).await;
    let pairs = (0..6).map(|n| link(&tenant.client, &tickets[n], "blocks", &tickets[(n + 1) % 6]));
    let answers = join_all(pairs).await;
    let refused: Vec<_> = answers.iter().filter(|answer| answer.status != 201).map(Answer::problem).collect();
    assert_eq!(refused, ["409 link_cycle"]);
}

#[tokio::test]
async fn a_ticket_is_closed_after_its_children_or_with_them() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (parent, child, grandchild) =
        (ticket(&tenant, "Parent").await, ticket(&tenant, "Child").await, ticket(&tenant, "Grandchild").await);
    link(&tenant.client, &parent, "parent_of", &child).await.expect(201);
    link(&tenant.client, &child, "parent_of", &grandchild).await.expect(201);
    let refused = change(&tenant, &parent, resolved()).await;
    assert_eq!(refused.problem(), "409 children_open");
    let named = refused.body["errors"].to_string();
    assert!(named.contains(&child) && named.contains(&grandchild), "{named}");
    assert_eq!(
        change(&tenant, &parent, json!({"priority": "p1", "children": "resolve"})).await.problem(),
        "422 invalid_request"
    );

    let mut wanted = resolved();
    wanted["children"] = json!("resolve");
    change(&tenant, &parent, wanted).await.expect(200);
    for id in [&parent, &child, &grandchild] {
        let ticket = read(&tenant, id).await;
        assert_eq!((&ticket["status"], &ticket["resolution"]["code"]), (&json!("resolved"), &json!("fixed")));
        let events =
            tenant.client.get(&format!("/api/events?type=ticket.resolved&subject_id={id}")).await.expect(200).body;
        assert_eq!(events["data"].as_array().unwrap().len(), 1);
    }
    change(&tenant, &child, json!({"status": "open"})).await.expect(200);
    assert_eq!(change(&tenant, &parent, json!({"status": "closed"})).await.problem(), "409 children_open");
    change(&tenant, &parent, json!({"status": "closed", "children": "resolve"})).await.expect(200);
    assert_eq!(read(&tenant, &child).await["status"], "closed");
    assert_eq!(read(&tenant, &grandchild).await["status"], "resolved", "it was resolved before");
}

#[tokio::test]
async fn a_bulk_change_asks_for_the_children_too() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (parent, child) = (ticket(&tenant, "Parent").await, ticket(&tenant, "Child").await);
    link(&tenant.client, &parent, "parent_of", &child).await.expect(201);
    let bulk = |change: Value| json!({"operations": [{"update": {"id": parent, "change": change}}]});
    let path = format!("{TICKETS}/bulk");
    let results = tenant.client.post(&path, bulk(json!({"status": "canceled"}))).await.expect(200).body;
    assert_eq!(results["results"][0]["problem"]["code"], "children_open");
    let results =
        tenant.client.post(&path, bulk(json!({"status": "canceled", "children": "resolve"}))).await.expect(200).body;
    assert_eq!(results["succeeded"], 1);
    assert_eq!(read(&tenant, &child).await["status"], "canceled");
}

#[tokio::test]
async fn a_restricted_key_sees_the_links_between_tickets_of_its_customers() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (mine, theirs) = (tenant.organization("Initech").await, tenant.organization("Globex").await);
    let of = async |organization: &str, subject: &str| {
        let new = json!({"subject": subject, "organization_id": organization});
        tenant.client.post(TICKETS, new).await.expect(201).id()
    };
    let (a, b, c) = (of(&mine, "A").await, of(&mine, "B").await, of(&theirs, "C").await);
    let across = link(&tenant.client, &a, "blocks", &c).await.expect(201).id();
    let within = link(&tenant.client, &a, "blocks", &b).await.expect(201).id();
    let key = tenant.key_of(json!({"name": "k", "scopes": ["tickets:*"], "organization_ids": [mine]})).await;
    let listed = key.get(&format!("{LINKS}?ticket_id={a}")).await.expect(200).body;
    let ids: Vec<_> = listed["data"].as_array().unwrap().iter().map(|link| link["id"].clone()).collect();
    assert_eq!(ids, [json!(within)]);
    assert_eq!(key.get(&format!("{LINKS}?id={across}")).await.problem(), "404 not_found");
    assert_eq!(key.delete(&format!("{LINKS}?id={across}")).await.problem(), "404 not_found");
    assert_eq!(link(&key, &b, "blocks", &c).await.body["errors"][0]["pointer"], "/other_id");
    // By way of a ticket that it does not see.
    link(&tenant.client, &c, "blocks", &b).await.expect(201);
    assert_eq!(link(&key, &b, "blocks", &a).await.problem(), "409 link_cycle");
    key.delete(&format!("{LINKS}?id={within}")).await.expect(204);
    assert_eq!(link(&key, &b, "blocks", &a).await.problem(), "409 link_cycle", "still by way of the other ticket");
}
