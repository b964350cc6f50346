//! `/api/psa/tickets/merges`: what moves, what stays, and how a merge is undone.

use futures::future::join_all;
use jiff::SignedDuration;
use reqwest::Method;
use serde_json::{Value, json};
use tenant_control::{
    families,
    operate::analytics::{self, Mode},
};
use testkit::{Answer, Client, SignedIn, TestApp, TestTenant};

const TICKETS: &str = "/api/psa/tickets";
const COMMENTS: &str = "/api/psa/tickets/comments";
const MERGES: &str = "/api/psa/tickets/merges";
const UNDO: &str = "/api/psa/tickets/merges/undo";
const TIME: &str = "/api/psa/time-entries";

/// A customer, and a technician.
struct Desk {
    tenant: TestTenant,
    customer: String,
    technician: SignedIn,
    app: TestApp,
}

async fn desk() -> Desk {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let customer = tenant.organization("Initech").await;
    let technician = tenant.sign_in("technician").await;
    Desk { tenant, customer, technician, app }
}

impl Desk {
    async fn ticket(&self, subject: &str) -> String {
        let new = json!({"subject": subject, "organization_id": self.customer});
        self.tenant.client.post(TICKETS, new).await.expect(201).id()
    }

    async fn read(&self, id: &str) -> Value {
        self.tenant.client.get(&format!("{TICKETS}?id={id}")).await.expect(200).body
    }

    async fn comment(&self, ticket: &str, body: &str) -> Answer {
        self.tenant.client.post(&format!("{COMMENTS}?ticket_id={ticket}"), json!({"body": body})).await
    }

    async fn log(&self, ticket: &str, seconds: i64, billable: bool) -> Answer {
        let new = json!({"ticket_id": ticket, "started_at": "2026-11-02T09:00:00Z", "duration_seconds": seconds,
            "billable": billable});
        self.technician.client.post(TIME, new).await
    }

    async fn merge(&self, source: &str, target: &str) -> Answer {
        merge(&self.tenant.client, source, target).await
    }

    async fn undo(&self, merge: &str) -> Answer {
        self.tenant.client.post(&format!("{UNDO}?id={merge}"), json!({})).await
    }

    async fn task(&self, ticket: &str, title: &str) -> String {
        let target = format!("{TICKETS}/tasks?ticket_id={ticket}");
        self.tenant.client.post(&target, json!({"title": title})).await.expect(201).id()
    }

    async fn watch(&self, ticket: &str, email: &str) {
        let new = json!({"ticket_id": ticket, "email": email});
        self.tenant.client.post(&format!("{TICKETS}/watchers"), new).await.expect(201);
    }

    /// The ticket of a task, and the number of watchers of a ticket.
    async fn task_and_watchers(&self, task: &str, ticket: &str) -> (Value, usize) {
        let task = self.tenant.client.get(&format!("{TICKETS}/tasks?id={task}")).await.expect(200).body;
        let watchers = self.tenant.client.get(&format!("{TICKETS}/watchers?ticket_id={ticket}")).await.expect(200).body;
        (task["ticket_id"].clone(), watchers["data"].as_array().unwrap().len())
    }

    async fn bodies(&self, ticket: &str) -> Vec<String> {
        let listed = self.tenant.client.get(&format!("{COMMENTS}?ticket_id={ticket}")).await.expect(200).body;
        listed["data"].as_array().unwrap().iter().map(|comment| text(&comment["body"])).collect()
    }

    async fn change(&self, ticket: &str, wanted: Value) -> Answer {
        self.tenant.client.send(Method::PATCH, &format!("{TICKETS}?id={ticket}"), Some(wanted)).await
    }
}

async fn merge(client: &Client, source: &str, target: &str) -> Answer {
    client.post(MERGES, json!({"source_id": source, "target_id": target})).await
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

fn times(ticket: &Value) -> (i64, i64, i64) {
    let number = |value: &Value| value.as_i64().unwrap();
    (
        number(&ticket["counts"]["comments"]),
        number(&ticket["time"]["total_seconds"]),
        number(&ticket["time"]["billable_seconds"]),
    )
}

#[tokio::test]
async fn what_the_source_has_moves_to_the_target_and_back_again() {
    let desk = desk().await;
    let (source, target) = (desk.ticket("Smoke").await, desk.ticket("Printer on fire").await);
    desk.comment(&source, "It smells.").await.expect(201);
    desk.comment(&target, "It burns.").await.expect(201);
    desk.log(&source, 600, true).await.expect(201);
    desk.log(&source, 60, false).await.expect(201);
    desk.log(&target, 30, true).await.expect(201);
    let task = desk.task(&source, "Find the extinguisher").await;
    // A person who watches both tickets stays a watcher of each.
    desk.watch(&source, "boss@initech.example").await;
    desk.watch(&source, "both@initech.example").await;
    desk.watch(&target, "both@initech.example").await;
    desk.change(&source, json!({"status": "pending_customer"})).await.expect(200);

    let merged =
        desk.tenant.client.post(MERGES, json!({"source_id": source, "target_id": target, "note": "Same."})).await;
    let merged = merged.expect(201);
    assert_eq!(merged.header("etag"), "\"v1\"");
    assert_eq!(
        merged.body["moved"],
        json!({"comments": 1, "time_entries": 2, "attachments": 0, "tasks": 1, "watchers": 1})
    );
    assert_eq!((&merged.body["note"], &merged.body["undone_at"]), (&json!("Same."), &Value::Null));
    let (old, new) = (desk.read(&source).await, desk.read(&target).await);
    assert_eq!((&old["status"], &old["merged_into_id"]), (&json!("merged"), &json!(target)));
    assert_eq!((&new["status"], &new["merged_from_ids"]), (&json!("new"), &json!([source])));
    assert_eq!((times(&old), times(&new)), ((0, 0, 0), (2, 690, 630)));
    assert_eq!(desk.bodies(&target).await, ["It burns.", "It smells."]);
    assert_eq!(desk.task_and_watchers(&task, &target).await, (json!(target), 2));
    assert_eq!(desk.comment(&source, "Late.").await.problem(), "409 ticket_final");
    assert_eq!(desk.log(&source, 1, true).await.problem(), "409 ticket_final");
    let listed = desk.tenant.client.get(&format!("{MERGES}?ticket_id={source}")).await.expect(200).body;
    assert_eq!(listed["data"], json!([merged.body]));

    desk.comment(&target, "Still burning.").await.expect(201);
    let undone = desk.undo(&merged.id()).await.expect(200);
    assert_eq!((undone.header("etag"), undone.body["undone_at"].is_null()), ("\"v2\"", false));
    let (old, new) = (desk.read(&source).await, desk.read(&target).await);
    assert_eq!((&old["status"], &old["merged_into_id"]), (&json!("pending_customer"), &Value::Null));
    assert_eq!(new["merged_from_ids"], json!([]));
    assert_eq!((times(&old), times(&new)), ((1, 660, 600), (2, 30, 30)));
    assert_eq!(desk.bodies(&source).await, ["It smells."]);
    assert_eq!(desk.task_and_watchers(&task, &source).await, (json!(source), 2));
    assert_eq!(desk.bodies(&target).await, ["Still burning.", "It burns."]);
    assert_eq!(desk.undo(&merged.id()).await.problem(), "409 merge_final");
    let (app, tenant) = (&desk.app.app, desk.tenant.id.to_string());
    let rebuilt = analytics::rebuild(&app.db, app.clock, families::all(), Some(&tenant), Mode::Check).await.unwrap();
    assert!(rebuilt[0].differences.is_empty(), "{:?}", rebuilt[0].differences);
}

#[tokio::test]
async fn history_and_events_of_both_tickets_tell_of_a_merge() {
    let desk = desk().await;
    let (source, target) = (desk.ticket("Smoke").await, desk.ticket("Fire").await);
    let merged = desk.merge(&source, &target).await.expect(201).id();
    desk.undo(&merged).await.expect(200);
    for (ticket, field) in [(&source, "merged_into_id"), (&target, "merged_from_ids")] {
        let history = desk.tenant.client.get(&format!("{TICKETS}/history?ticket_id={ticket}")).await.expect(200).body;
        let changed =
            |entry: &&Value| entry["changes"].as_array().unwrap().iter().any(|change| change["field"] == field);
        assert_eq!(history["data"].as_array().unwrap().iter().filter(changed).count(), 2, "{history:#}");
    }
    let log = format!("/api/events?sort=timestamp&subject_id={source}");
    let events = desk.tenant.client.get(&log).await.expect(200).body["data"].as_array().unwrap().clone();
    let kinds: Vec<_> = events.iter().map(|event| text(&event["type"])).collect();
    assert_eq!(kinds, ["ticket.created", "ticket.merged", "ticket.unmerged"]);
    assert_eq!(
        (&events[1]["data"]["target"]["id"], &events[1]["data"]["merge"]["id"]),
        (&json!(target), &json!(merged))
    );
}

#[tokio::test]
async fn merges_of_merges_are_undone_from_the_last_one() {
    let desk = desk().await;
    let (a, b, c) = (desk.ticket("A").await, desk.ticket("B").await, desk.ticket("C").await);
    desk.comment(&a, "a").await.expect(201);
    desk.comment(&b, "b").await.expect(201);
    let first = desk.merge(&a, &b).await.expect(201).id();
    let second = desk.merge(&b, &c).await.expect(201).id();
    assert_eq!(desk.bodies(&c).await, ["b", "a"]);
    let refused = desk.undo(&first).await;
    assert_eq!(refused.problem(), "409 merge_final");
    assert!(text(&refused.body["detail"]).contains(&c), "it says where the target is: {}", refused.body["detail"]);
    desk.undo(&second).await.expect(200);
    assert_eq!(desk.bodies(&b).await, ["b", "a"]);
    desk.undo(&first).await.expect(200);
    assert_eq!((desk.bodies(&a).await, desk.bodies(&b).await), (vec!["a".to_owned()], vec!["b".to_owned()]));
}

#[tokio::test]
async fn after_an_hour_a_merge_is_final() {
    let (app, offset) = TestApp::start_with_moved_clock().await;
    let tenant = app.tenant().await;
    let ticket = async |subject: &str| tenant.client.post(TICKETS, json!({"subject": subject})).await.expect(201).id();
    let merged = merge(&tenant.client, &ticket("A").await, &ticket("B").await).await.expect(201).id();
    offset.advance(SignedDuration::from_mins(61));
    let late = tenant.client.post(&format!("{UNDO}?id={merged}"), json!({})).await;
    assert_eq!(late.problem(), "409 merge_final");
}

#[tokio::test]
async fn tickets_that_do_not_fit_are_not_merged() {
    let desk = desk().await;
    let other = desk.tenant.organization("Globex").await;
    let foreign = json!({"subject": "Elsewhere", "organization_id": other});
    let foreign = desk.tenant.client.post(TICKETS, foreign).await.expect(201).id();
    let (a, b) = (desk.ticket("A").await, desk.ticket("B").await);
    assert_eq!(desk.merge(&a, &a).await.problem(), "422 invalid_request");
    assert_eq!(desk.merge(&a, &foreign).await.body["errors"][0]["pointer"], "/target_id");
    let nowhere = desk.merge("tkt_01h455vb4pex5vsknk084sn02q", &b).await;
    assert_eq!(
        (nowhere.problem().as_str(), &nowhere.body["errors"][0]["pointer"]),
        ("422 invalid_request", &json!("/source_id"))
    );
    desk.change(&b, json!({"status": "canceled"})).await.expect(200);
    assert_eq!(desk.merge(&a, &b).await.problem(), "409 ticket_final");
    assert_eq!(desk.merge(&b, &a).await.problem(), "409 ticket_final");
    assert_eq!(desk.change(&a, json!({"status": "merged"})).await.problem(), "409 transition_not_allowed");
}

#[tokio::test]
async fn a_ticket_of_nobody_is_merged_into_one_of_a_customer() {
    let desk = desk().await;
    let target = desk.ticket("Fire").await;
    let source = desk.ticket("Call from an unknown number").await;
    desk.change(&source, json!({"organization_id": null})).await.expect(200);
    desk.comment(&source, "He did not say who he is.").await.expect(201);
    desk.log(&source, 60, true).await.expect(201);
    let merged = desk.merge(&source, &target).await.expect(201).id();
    let key = json!({"name": "k", "scopes": ["tickets:*"], "organization_ids": [desk.customer]});
    let restricted = desk.tenant.key_of(key).await;
    let comments = async || {
        let listed = restricted.get(&format!("{COMMENTS}?ticket_id={target}")).await.expect(200).body;
        listed["data"].as_array().unwrap().len()
    };
    let entries = async || restricted.get(TIME).await.expect(200).body["data"].as_array().unwrap().len();
    assert_eq!((comments().await, entries().await), (1, 1), "what moves belongs to the customer");
    restricted.get(&format!("{MERGES}?id={merged}")).await.expect(200);
    assert_eq!(restricted.post(&format!("{UNDO}?id={merged}"), json!({})).await.problem(), "404 not_found");
    desk.undo(&merged).await.expect(200);
    assert_eq!((comments().await, entries().await), (0, 0));
    assert_eq!(desk.read(&source).await["organization_id"], Value::Null);
}

#[tokio::test]
async fn a_restricted_key_sees_the_merges_of_its_customers() {
    let desk = desk().await;
    let other = desk.tenant.organization("Globex").await;
    let (a, b) = (desk.ticket("A").await, desk.ticket("B").await);
    let merged = desk.merge(&a, &b).await.expect(201).id();
    let key = |organization: &str| json!({"name": "k", "scopes": ["tickets:*"], "organization_ids": [organization]});
    let (mine, theirs) = (desk.tenant.key_of(key(&desk.customer)).await, desk.tenant.key_of(key(&other)).await);
    mine.get(&format!("{MERGES}?id={merged}")).await.expect(200);
    assert_eq!(theirs.get(&format!("{MERGES}?id={merged}")).await.problem(), "404 not_found");
    assert_eq!(theirs.get(&format!("{MERGES}?ticket_id={a}")).await.problem(), "404 not_found");
    assert_eq!(theirs.post(&format!("{UNDO}?id={merged}"), json!({})).await.problem(), "404 not_found");
    mine.post(&format!("{UNDO}?id={merged}"), json!({})).await.expect(200);
}

#[tokio::test]
async fn a_report_with_the_key_of_a_merged_ticket_makes_another_one() {
    let desk = desk().await;
    let report = json!({"subject": "Disk full", "organization_id": desk.customer, "dedup_key": "disk"});
    let source = desk.tenant.client.post(TICKETS, report.clone()).await.expect(201).id();
    let target = desk.ticket("Server slow").await;
    let merged = desk.merge(&source, &target).await.expect(201).id();
    let next = desk.tenant.client.post(TICKETS, report).await.expect(201).id();
    assert_ne!(next, source);
    assert_eq!(desk.read(&source).await["status"], "merged");
    assert_eq!(desk.undo(&merged).await.problem(), "409 dedup_key_taken");
}

#[tokio::test]
async fn an_entry_that_a_billing_run_contains_moves_and_stays_locked() {
    let desk = desk().await;
    let (a, b) = (desk.ticket("A").await, desk.ticket("B").await);
    let entry = desk.log(&a, 600, true).await.expect(201).id();
    let run = json!({"name": "2026-11", "until": "2026-12-01T00:00:00Z"});
    desk.tenant.client.post(&format!("{TIME}/billing-runs"), run).await.expect(200);
    desk.merge(&a, &b).await.expect(201);
    let moved = desk.tenant.client.get(&format!("{TIME}?id={entry}")).await.expect(200).body;
    assert_eq!((&moved["ticket_id"], &moved["locked"]), (&json!(b), &json!(true)));
}

#[tokio::test]
async fn a_moved_comment_is_found_as_a_part_of_the_target() {
    let desk = desk().await;
    let (a, b) = (desk.ticket("Smoke").await, desk.ticket("Fire").await);
    desk.comment(&a, "A marmalade sandwich is in the tray.").await.expect(201);
    let found = async || {
        let hits = desk.tenant.client.get("/api/search?q=marmalade").await.expect(200).body;
        hits["data"].as_array().unwrap().iter().map(|hit| text(&hit["id"])).collect::<Vec<_>>()
    };
    assert_eq!(found().await, std::slice::from_ref(&a));
    let merged = desk.merge(&a, &b).await.expect(201).id();
    assert_eq!(found().await, [b]);
    desk.undo(&merged).await.expect(200);
    assert_eq!(found().await, [a]);
}

#[tokio::test]
async fn clocks_of_a_merged_ticket_stop() {
    let desk = desk().await;
    let day = json!([{"from": "00:00", "to": "24:00"}]);
    let week = json!({"monday": day, "tuesday": day, "wednesday": day, "thursday": day, "friday": day, "saturday": day,
        "sunday": day});
    let target = json!({"first_response_seconds": 3600, "resolution_seconds": 7200});
    let targets = json!({"p1": target, "p2": target, "p3": target, "p4": target});
    let sla = json!({"enabled": true, "calendar": {"time_zone": "UTC", "week": week}, "targets": targets});
    desk.tenant.client.put("/api/psa/sla", sla).await.expect(200);
    let (a, b) = (desk.ticket("A").await, desk.ticket("B").await);
    let merged = desk.merge(&a, &b).await.expect(201).id();
    let sla = desk.read(&a).await["sla"].clone();
    assert_eq!((&sla["first_response"]["state"], &sla["resolution"]["state"]), (&json!("paused"), &json!("met")));
    desk.undo(&merged).await.expect(200);
    let sla = desk.read(&a).await["sla"].clone();
    assert_eq!((&sla["first_response"]["state"], &sla["resolution"]["state"]), (&json!("running"), &json!("running")));
}

#[tokio::test]
async fn of_many_merges_of_a_ticket_at_once_one_succeeds_and_nothing_is_lost() {
    let desk = desk().await;
    let source = desk.ticket("Source").await;
    desk.comment(&source, "only one").await.expect(201);
    let targets = join_all((0..5).map(|n| desk.ticket(["A", "B", "C", "D", "E"][n]))).await;
    let answers = join_all(targets.iter().map(|target| desk.merge(&source, target))).await;
    let (merged, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(|answer| answer.status == 201);
    assert_eq!((merged.len(), refused.len()), (1, 4));
    assert!(refused.iter().all(|answer| answer.problem() == "409 ticket_final"));
    let into = text(&desk.read(&source).await["merged_into_id"]);
    assert_eq!(desk.bodies(&into).await, ["only one"]);
}
