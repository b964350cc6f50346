use jiff::{SignedDuration, Timestamp};
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;
use tenant_control::psa::tickets::deadlines;
use testkit::{Answer, Client, TestApp, TestTenant};

const SLA: &str = "/api/psa/sla";
const TICKETS: &str = "/api/psa/tickets";

fn always() -> Value {
    let day = json!([{"from": "00:00", "to": "24:00"}]);
    json!({"time_zone": "UTC", "week": {"monday": day, "tuesday": day, "wednesday": day, "thursday": day, "friday": day,
        "saturday": day, "sunday": day}})
}

/// `p1` as given, `p2` an hour each, `p3` nothing, `p4` a day for the resolution.
fn policies(first_response: i64, resolution: i64) -> Value {
    let policy =
        |first: Value, resolution: Value| json!({"first_response_seconds": first, "resolution_seconds": resolution});
    json!({"p1": policy(json!(first_response), json!(resolution)), "p2": policy(json!(3600), json!(3600)),
        "p3": policy(Value::Null, Value::Null), "p4": policy(Value::Null, json!(86_400))})
}

async fn promise(tenant: &TestTenant, first_response: i64, resolution: i64) {
    let wanted = json!({"enabled": true, "calendar": always(), "targets": policies(first_response, resolution)});
    tenant.client.put(SLA, wanted).await.expect(200);
}

async fn ticket(tenant: &TestTenant, priority: &str) -> Answer {
    tenant.client.post(TICKETS, json!({"subject": "Printer on fire", "priority": priority})).await.expect(201)
}

async fn patch(client: &Client, id: &str, wanted: Value) -> Value {
    client.send(Method::PATCH, &format!("{TICKETS}?id={id}"), Some(wanted)).await.expect(200).body
}

async fn read(client: &Client, id: &str) -> Value {
    client.get(&format!("{TICKETS}?id={id}")).await.expect(200).body
}

fn states(ticket: &Value) -> (&str, &str) {
    let state = |clock: &str| ticket["sla"][clock]["state"].as_str().unwrap_or("none").to_owned();
    let known =
        |state: String| ["running", "paused", "met", "breached", "none"].into_iter().find(|s| *s == state).unwrap();
    (known(state("first_response")), known(state("resolution")))
}

async fn seconds(seconds: f64) {
    tokio::time::sleep(Duration::from_secs_f64(seconds)).await;
}

/// Polls until the ticket is as wanted: the service checks clocks every few seconds.
async fn until(client: &Client, id: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..150 {
        let ticket = read(client, id).await;
        if wanted(&ticket) {
            return ticket;
        }
        seconds(0.1).await;
    }
    panic!("never as wanted: {:#}", read(client, id).await["sla"])
}

async fn breaches(tenant: &TestTenant, id: &str) -> Vec<String> {
    let log = format!("/api/events?type=ticket.sla.breached&subject_id={id}&sort=timestamp");
    let events = tenant.client.get(&log).await.expect(200).body;
    let events = events["data"].as_array().unwrap().clone();
    events.iter().map(|event| event["data"]["target"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn the_settings_begin_as_defaults_and_are_merged_by_field() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let defaults = tenant.client.get(SLA).await.expect(200);
    assert_eq!((&defaults.body["enabled"], &defaults.body["updated_at"]), (&json!(false), &Value::Null));
    assert_eq!((&defaults.body["version"], defaults.header("etag")), (&json!(0), "\"v0\""));
    assert_eq!(defaults.body["calendar"]["week"]["friday"], json!([{"from": "09:00", "to": "17:00"}]));
    assert_eq!(defaults.body["calendar"]["week"]["sunday"], json!([]));

    let enabled = tenant.client.put(SLA, json!({"enabled": true})).await.expect(200);
    assert_eq!((&enabled.body["version"], enabled.header("etag")), (&json!(1), "\"v1\""));
    assert_eq!(enabled.body["targets"], defaults.body["targets"]);

    let calendar = json!({"time_zone": "europe/berlin", "week": {"monday": [{"from": "08:00", "to": "24:00"}]},
        "holidays": ["2027-01-01", "2026-12-25"]});
    let moved = tenant.client.put(SLA, json!({"calendar": calendar})).await.expect(200);
    assert_eq!(moved.body["calendar"]["time_zone"], "Europe/Berlin");
    assert_eq!(moved.body["calendar"]["holidays"], json!(["2026-12-25", "2027-01-01"]));
    assert_eq!(moved.body["calendar"]["week"]["tuesday"], json!([]), "what is named is replaced as a whole");
    assert_eq!(moved.body["enabled"], true);
    assert_eq!(tenant.client.get(SLA).await.expect(200).body, moved.body);
}

#[tokio::test]
async fn every_fault_of_the_settings_is_told_at_its_place() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let pointers = |answer: &Answer| -> Vec<String> {
        let errors = answer.body["errors"].as_array().unwrap().clone();
        errors.iter().map(|error| error["pointer"].as_str().unwrap().to_owned()).collect()
    };
    let week = json!({"monday": [{"from": "09:00", "to": "12:00"}, {"from": "11:00", "to": "13:00"}],
        "sunday": [{"from": "10:00", "to": "10:00"}]});
    let calendar = json!({"time_zone": "Mars/Olympus", "week": week});
    let answer = tenant.client.put(SLA, json!({"calendar": calendar})).await;
    assert_eq!(answer.problem(), "422 invalid_request");
    assert_eq!(pointers(&answer), ["/calendar/time_zone", "/calendar/week/monday/1", "/calendar/week/sunday/0"]);

    let mut calendar = always();
    calendar["week"]["monday"] = json!([{"from": "9 am", "to": "17:00"}]);
    calendar["holidays"] = json!(["2026-02-30"]);
    let mut policies = policies(1, 1);
    policies["p1"] = json!({"first_response_seconds": 0, "resolution_seconds": 1});
    policies["p4"] = Value::Null;
    let answer = tenant.client.put(SLA, json!({"calendar": calendar, "targets": policies})).await;
    let expected =
        ["/calendar/holidays/0", "/calendar/week/monday/0/from", "/targets/p1/first_response_seconds", "/targets/p4"];
    assert_eq!(pointers(&answer), expected);
    assert_eq!(tenant.client.get(SLA).await.expect(200).body["version"], 0);
}

#[tokio::test]
async fn of_two_changes_at_once_the_second_sees_the_first() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let changes = (0..8).map(|n| {
        let body = if n % 2 == 0 { json!({"enabled": true}) } else { json!({"targets": policies(60, 600)}) };
        tenant.client.put(SLA, body)
    });
    for answer in futures::future::join_all(changes).await {
        answer.expect(200);
    }
    let now = tenant.client.get(SLA).await.expect(200).body;
    assert_eq!((&now["version"], &now["enabled"], &now["targets"]), (&json!(8), &json!(true), &policies(60, 600)));

    let fresh = tenant.client.with_header("if-match", "\"v8\"");
    let (one, other) =
        futures::join!(fresh.put(SLA, json!({"enabled": false})), fresh.put(SLA, json!({"enabled": false})));
    let mut statuses = [one.status.as_u16(), other.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 412]);
}

#[tokio::test]
async fn who_is_restricted_to_some_customers_reads_the_settings_but_does_not_change_them() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    promise(&tenant, 60, 600).await;
    let customer = tenant.organization("Initech").await;
    let new = json!({"name": "theirs", "scopes": ["tickets:*"], "organization_ids": [customer]});
    let restricted = tenant.key_of(new).await;
    assert_eq!(restricted.get(SLA).await.expect(200).body["version"], 1);
    for target in [SLA.to_owned(), format!("{SLA}?dry_run=true")] {
        assert_eq!(restricted.put(&target, json!({"enabled": false})).await.problem(), "403 organization_restricted");
    }
    assert_eq!(tenant.client.get(SLA).await.expect(200).body["version"], 1);
    let new = json!({"subject": "Theirs", "priority": "p1", "organization_id": customer});
    let ticket = restricted.post(TICKETS, new).await.expect(201).body;
    assert_eq!(ticket["sla"]["resolution"]["target_seconds"], 600, "they hold for it all the same");
}

#[tokio::test]
async fn without_service_levels_a_ticket_has_no_clocks_and_a_priority_may_have_one() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    assert_eq!(ticket(&tenant, "p1").await.body["sla"], Value::Null);
    promise(&tenant, 60, 600).await;
    assert_eq!(states(&ticket(&tenant, "p1").await.body), ("running", "running"));
    assert_eq!(states(&ticket(&tenant, "p3").await.body), ("none", "none"));
    assert_eq!(states(&ticket(&tenant, "p4").await.body), ("none", "running"));
    tenant.client.put(SLA, json!({"enabled": false})).await.expect(200);
    assert_eq!(ticket(&tenant, "p1").await.body["sla"], Value::Null);
}

#[tokio::test]
async fn a_clock_shows_what_was_used_and_when_the_rest_will_be() {
    let (app, offset) = TestApp::start_with_moved_clock().await;
    let tenant = app.tenant().await;
    promise(&tenant, 60, 600).await;
    let created = ticket(&tenant, "p1").await;
    let clock = &created.body["sla"]["first_response"];
    assert_eq!((&clock["target_seconds"], &clock["elapsed_seconds"]), (&json!(60), &json!(0)));
    let time = |value: &Value| value.as_str().unwrap().parse::<Timestamp>().unwrap();
    let due = time(&clock["due_at"]).as_second() - time(&created.body["created_at"]).as_second();
    assert_eq!(due, 60);

    offset.advance(SignedDuration::from_secs(20));
    let later = read(&tenant.client, &created.id()).await;
    let clock = &later["sla"]["first_response"];
    let used = clock["elapsed_seconds"].as_i64().unwrap();
    assert!((20..=25).contains(&used), "{clock}");
    assert_eq!(clock["remaining_seconds"], 60 - used);
    let list = tenant.client.get(TICKETS).await.expect(200);
    assert_eq!(list.body["data"][0]["sla"]["first_response"]["target_seconds"], 60);
}

#[tokio::test]
async fn lists_have_the_due_time_that_a_ticket_shows_at_closing_time() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    // Open on one day of the week, which is not today: the target of eight hours is used up when that day ends.
    let today: Timestamp = ticket(&tenant, "p3").await.body["created_at"].as_str().unwrap().parse().unwrap();
    let day = (today + SignedDuration::from_hours(48)).strftime("%A").to_string().to_lowercase();
    let mut calendar = always();
    for (name, hours) in calendar["week"].as_object_mut().unwrap() {
        *hours = if *name == day { json!([{"from": "09:00", "to": "17:00"}]) } else { json!([]) };
    }
    let wanted = json!({"enabled": true, "calendar": calendar, "targets": policies(8 * 3600, 80 * 3600)});
    tenant.client.put(SLA, wanted).await.expect(200);
    let created = ticket(&tenant, "p1").await;
    let due = created.body["sla"]["first_response"]["due_at"].as_str().unwrap();
    assert!(due.ends_with("T17:00:00Z"), "{due}");
    let found = async |due: Timestamp| {
        let list = tenant.client.get(&format!("{TICKETS}?due_until={due}&sort=due_at")).await.expect(200).body;
        list["data"].as_array().unwrap().len()
    };
    let due: Timestamp = due.parse().unwrap();
    assert_eq!(found(due + SignedDuration::from_secs(1)).await, 1);
    assert_eq!(found(due).await, 0);
    patch(&tenant.client, &created.id(), json!({"subject": "Printer still on fire"})).await;
    assert_eq!(found(due + SignedDuration::from_secs(1)).await, 1, "a change keeps it");
}

#[tokio::test]
async fn waiting_for_the_customer_stops_the_clocks_and_an_answer_ends_one() {
    let (app, offset) = TestApp::start_with_moved_clock().await;
    let tenant = app.tenant().await;
    promise(&tenant, 60, 600).await;
    let id = ticket(&tenant, "p1").await.id();
    let client = &tenant.client;
    for (status, expected) in [
        (json!({"status": "pending_customer"}), ("paused", "paused")),
        (json!({"status": "open"}), ("running", "running")),
        (json!({"status": "scheduled", "scheduled_at": "2200-01-01T08:00:00Z"}), ("paused", "paused")),
        (json!({"status": "pending_vendor"}), ("running", "running")),
    ] {
        assert_eq!(states(&patch(client, &id, status.clone()).await), expected, "{status}");
    }
    let among_us = json!({"comment": {"body": "Who has the key?", "visibility": "internal"}});
    assert_eq!(states(&patch(client, &id, among_us).await), ("running", "running"));
    let paused = patch(client, &id, json!({"status": "pending_customer"})).await;
    offset.advance(SignedDuration::from_mins(5));
    let still = read(client, &id).await;
    assert_eq!(still["sla"], paused["sla"], "it uses no time");
    let answered = patch(client, &id, json!({"comment": {"body": "On my way."}})).await;
    assert_eq!(states(&answered), ("met", "paused"));
    assert_eq!(states(&patch(client, &id, json!({"status": "open"})).await), ("met", "running"));
}

#[tokio::test]
async fn resolving_ends_both_clocks_and_a_reopened_ticket_goes_on_with_the_time_it_had_used() {
    let (app, offset) = TestApp::start_with_moved_clock().await;
    let tenant = app.tenant().await;
    promise(&tenant, 60, 600).await;
    let (id, client) = (ticket(&tenant, "p1").await.id(), &tenant.client);
    offset.advance(SignedDuration::from_secs(30));
    let resolved = patch(client, &id, json!({"status": "resolved", "resolution": {"code": "fixed"}})).await;
    assert_eq!(states(&resolved), ("met", "met"));
    let used = resolved["sla"]["resolution"]["elapsed_seconds"].as_i64().unwrap();
    assert!((30..60).contains(&used), "{used}");
    offset.advance(SignedDuration::from_mins(5));
    let reopened = patch(client, &id, json!({"status": "open"})).await;
    assert_eq!(states(&reopened), ("met", "running"));
    assert_eq!(reopened["sla"]["resolution"]["elapsed_seconds"], used);
    assert_eq!(reopened["sla"]["first_response"], resolved["sla"]["first_response"]);
    let canceled = patch(client, &id, json!({"status": "canceled"})).await;
    assert_eq!(states(&canceled), ("met", "met"));
}

#[tokio::test]
async fn another_priority_keeps_the_time_used_and_tells_at_once_when_it_is_too_much() {
    let (app, offset) = TestApp::start_with_moved_clock().await;
    let tenant = app.tenant().await;
    promise(&tenant, 60, 600).await;
    let (id, client) = (ticket(&tenant, "p2").await.id(), &tenant.client);
    offset.advance(SignedDuration::from_secs(61));
    let raised = patch(client, &id, json!({"priority": "p1"})).await;
    assert_eq!(states(&raised), ("breached", "running"));
    assert!(raised["sla"]["resolution"]["elapsed_seconds"].as_i64().unwrap() >= 61);
    assert_eq!(raised["sla"]["resolution"]["target_seconds"], 600);
    assert_eq!(breaches(&tenant, &id).await, ["first_response"]);
    let lowered = patch(client, &id, json!({"priority": "p2"})).await;
    assert_eq!(states(&lowered), ("running", "running"), "there is time enough again");
    assert_eq!(lowered["sla"]["first_response"]["breached_at"], Value::Null);
}

#[tokio::test]
async fn a_report_of_the_same_thing_touches_no_clock() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    promise(&tenant, 60, 600).await;
    let alert = json!({"subject": "Disk full", "priority": "p1", "dedup_key": "disk"});
    let first = tenant.client.post(TICKETS, alert.clone()).await.expect(201);
    let again = tenant.client.post(TICKETS, alert).await.expect(200);
    assert_eq!(again.id(), first.id());
    assert_eq!(again.body["sla"]["first_response"]["due_at"], first.body["sla"]["first_response"]["due_at"]);
    assert_eq!(states(&again.body), ("running", "running"));
}

#[tokio::test]
async fn a_breach_is_told_once_however_many_servers_look() {
    let (app, other) = (TestApp::start().await, TestApp::start().await);
    let tenant = app.tenant().await;
    promise(&tenant, 1, 2).await;
    let mut created = vec![];
    for _ in 0..5 {
        created.push(ticket(&tenant, "p1").await);
    }
    let kept = ticket(&tenant, "p1").await.id();
    patch(&tenant.client, &kept, json!({"status": "pending_customer"})).await;
    // In addition to the background work of the servers, many check at the same moment.
    for _ in 0..40 {
        let look = |app: &TestApp| {
            let app = app.app.clone();
            held::apart(async move { deadlines::keep(&app, app.clock.now()).await.is_ok() })
        };
        let looks = (0..3).flat_map(|_| [look(&app), look(&other)]);
        assert!(futures::future::join_all(looks).await.into_iter().all(|looked| looked));
        seconds(0.1).await;
    }
    for answer in &created {
        let mut told = breaches(&tenant, &answer.id()).await;
        told.sort_unstable();
        assert_eq!(told, ["first_response", "resolution"]);
        let late =
            other.client().with_key(&tenant.key).get(&format!("{TICKETS}?id={}", answer.id())).await.expect(200).body;
        assert_eq!(states(&late), ("breached", "breached"));
        assert_eq!((&late["version"], &late["updated_at"]), (&json!(1), &answer.body["updated_at"]));
    }
    assert!(breaches(&tenant, &kept).await.is_empty(), "it waits for the customer");
    let events = tenant.client.get(&format!("/api/events?subject_id={}", created[0].id())).await.expect(200).body;
    let kinds: Vec<_> = events["data"].as_array().unwrap().iter().map(|event| event["type"].clone()).collect();
    assert_eq!(kinds, ["ticket.sla.breached", "ticket.sla.breached", "ticket.created"], "nobody has changed it");
    let event = &events["data"][0];
    assert_eq!((&event["actor"]["type"], &event["subject"]["type"]), (&json!("system"), &json!("ticket")));
    assert_eq!(event["data"]["object"]["sla"]["first_response"]["state"], "breached");
}

#[tokio::test]
async fn what_is_done_late_before_anyone_noticed_is_told_with_it() {
    let (app, offset) = TestApp::start_with_moved_clock().await;
    let tenant = app.tenant().await;
    promise(&tenant, 60, 600).await;
    let id = ticket(&tenant, "p1").await.id();
    offset.advance(SignedDuration::from_secs(61));
    let answered = patch(&tenant.client, &id, json!({"comment": {"body": "Sorry."}})).await;
    assert_eq!(states(&answered), ("breached", "running"));
    assert_eq!(breaches(&tenant, &id).await, ["first_response"]);
}

#[tokio::test]
async fn tickets_are_measured_by_new_settings_without_being_changed() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let unpromised = ticket(&tenant, "p1").await;
    promise(&tenant, 600, 6000).await;
    let (open, done) = (ticket(&tenant, "p1").await, ticket(&tenant, "p1").await);
    let resolution = json!({"status": "resolved", "resolution": {"code": "fixed"}});
    let resolved = patch(&tenant.client, &done.id(), resolution).await;
    seconds(1.1).await;
    promise(&tenant, 60, 1).await;

    let client = &tenant.client;
    let counted = until(client, &open.id(), |ticket| ticket["sla"]["first_response"]["target_seconds"] == 60).await;
    assert!(counted["sla"]["first_response"]["elapsed_seconds"].as_i64().unwrap() >= 1, "the time used stays");
    assert_eq!((&counted["version"], &counted["updated_at"]), (&json!(1), &open.body["updated_at"]));
    let begun = until(client, &unpromised.id(), |ticket| !ticket["sla"].is_null()).await;
    assert_eq!((&begun["version"], &begun["updated_at"]), (&json!(1), &unpromised.body["updated_at"]));
    until(client, &open.id(), |ticket| states(ticket).1 == "breached").await;
    assert_eq!(read(client, &done.id()).await["sla"], resolved["sla"], "what was kept stays kept");

    let log = client.get("/api/admin/audit-log?limit=200").await.expect(200).body;
    let operations: Vec<_> = log["data"].as_array().unwrap().iter().map(|row| row["actor"]["type"].clone()).collect();
    assert!(operations.iter().all(|actor| actor != "system"), "{operations:?}");

    tenant.client.put(SLA, json!({"enabled": false})).await.expect(200);
    until(client, &open.id(), |ticket| ticket["sla"].is_null()).await;
}
