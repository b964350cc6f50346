//! `/api/psa/time-entries`: timers, logged time, totals of tickets, billing runs.

use futures::future::join_all;
use jiff::Timestamp;
use reqwest::Method;
use serde_json::{Value, json};
use tenant_control::{
    families,
    operate::analytics::{self, Mode},
};
use testkit::{Client, SignedIn, TestApp, TestTenant};

const TIME: &str = "/api/psa/time-entries";
const RUNS: &str = "/api/psa/time-entries/billing-runs";
const TICKETS: &str = "/api/psa/tickets";

/// A customer's ticket, and a technician.
struct Desk {
    tenant: TestTenant,
    customer: String,
    ticket: String,
    technician: SignedIn,
    app: TestApp,
}

async fn desk() -> Desk {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let customer = tenant.organization("Initech").await;
    let new = json!({"subject": "Printer on fire", "organization_id": customer});
    let ticket = tenant.client.post(TICKETS, new).await.expect(201).id();
    let technician = tenant.sign_in("technician").await;
    Desk { tenant, customer, ticket, technician, app }
}

impl Desk {
    /// Work that has ended.
    async fn log(&self, started_at: &str, seconds: i64, more: Value) -> Value {
        let mut new = json!({"ticket_id": self.ticket, "started_at": started_at, "duration_seconds": seconds});
        new.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.technician.client.post(TIME, new).await.expect(201).body
    }

    async fn ticket(&self) -> Value {
        self.tenant.client.get(&format!("{TICKETS}?id={}", self.ticket)).await.expect(200).body
    }

    async fn totals(&self) -> (i64, i64) {
        let time = &self.ticket().await["time"];
        (time["total_seconds"].as_i64().unwrap(), time["billable_seconds"].as_i64().unwrap())
    }
}

async fn ids(client: &Client, query: &str) -> Vec<String> {
    let listed = client.get(&format!("{TIME}?{query}")).await.expect(200).body;
    listed["data"].as_array().unwrap().iter().map(|entry| entry["id"].as_str().unwrap().to_owned()).collect()
}

fn id(entry: &Value) -> String {
    entry["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_timer_runs_until_it_is_stopped_and_counts_then() {
    let desk = desk().await;
    let client = &desk.technician.client;
    let started = client.post(TIME, json!({"ticket_id": desk.ticket})).await.expect(201).body;
    assert_eq!((&started["running"], &started["duration_seconds"]), (&json!(true), &Value::Null));
    assert_eq!(
        (&started["user_id"], &started["organization_id"]),
        (&json!(desk.technician.user), &json!(desk.customer))
    );
    assert_eq!((&started["rate_class"], &started["billable"]), (&json!("standard"), &json!(true)));
    assert_eq!(desk.totals().await, (0, 0), "a running timer does not count");

    let second = client.post(TIME, json!({"ticket_id": desk.ticket})).await;
    assert_eq!((second.problem().as_str(), &second.body["current"]["id"]), ("409 timer_running", &started["id"]));
    let finished_at =
        started["started_at"].as_str().unwrap().parse::<Timestamp>().unwrap() + jiff::SignedDuration::from_secs(90);
    let target = format!("{TIME}?id={}", id(&started));
    let stopped = client.put(&target, json!({"finished_at": finished_at})).await.expect(200).body;
    assert_eq!((&stopped["running"], &stopped["duration_seconds"]), (&json!(false), &json!(90)));
    assert_eq!(desk.totals().await, (90, 90));

    let again = client.post(TIME, json!({"ticket_id": desk.ticket})).await.expect(201).body;
    let target = format!("{TIME}?id={}", id(&again));
    let stopped = client.put(&target, json!({"running": false})).await.expect(200).body;
    assert!(stopped["duration_seconds"].as_i64().unwrap() < 60);
    assert_eq!(client.put(&target, json!({"running": true})).await.problem(), "422 invalid_request");
}

#[tokio::test]
async fn a_key_of_no_person_names_the_user_who_worked() {
    let desk = desk().await;
    let account = json!({"name": "robot", "scopes": ["*"]});
    let account = desk.tenant.client.post("/api/admin/service-accounts", account).await.expect(201).id();
    let robot = desk.tenant.key_of(json!({"name": "robot", "scopes": ["tickets:*"], "owner": account})).await;
    let refused = robot.post(TIME, json!({"ticket_id": desk.ticket, "duration_seconds": 60})).await;
    assert_eq!(
        (refused.problem().as_str(), &refused.body["errors"][0]["pointer"]),
        ("422 invalid_request", &json!("/user_id"))
    );
    let named = json!({"ticket_id": desk.ticket, "duration_seconds": 60, "user_id": desk.technician.user});
    let logged = robot.post(TIME, named).await.expect(201).body;
    assert_eq!(ids(&desk.technician.client, "user_id=me").await, [id(&logged)]);
    assert_eq!(robot.get(&format!("{TIME}?user_id=me")).await.problem(), "400 invalid_parameter");
    let nobody = json!({"ticket_id": desk.ticket, "duration_seconds": 60, "user_id": "usr_01h455vb4pex5vsknk084sn02q"});
    assert_eq!(robot.post(TIME, nobody).await.body["errors"][0]["pointer"], "/user_id");
    let nowhere = json!({"ticket_id": "tkt_01h455vb4pex5vsknk084sn02q", "user_id": desk.technician.user});
    assert_eq!(robot.post(TIME, nowhere).await.body["errors"][0]["pointer"], "/ticket_id");
}

#[tokio::test]
async fn totals_follow_every_change_and_leave_the_ticket_alone() {
    let desk = desk().await;
    let before = desk.ticket().await;
    let first = desk.log("2026-11-02T09:00:00Z", 1800, json!({})).await;
    desk.log("2026-11-02T10:00:00Z", 600, json!({"billable": false})).await;
    assert_eq!(desk.totals().await, (2400, 1800));
    let target = format!("{TIME}?id={}", id(&first));
    desk.technician.client.put(&target, json!({"duration_seconds": 3600, "note": "Longer."})).await.expect(200);
    assert_eq!(desk.totals().await, (4200, 3600));
    desk.technician.client.put(&target, json!({"billable": false})).await.expect(200);
    assert_eq!(desk.totals().await, (4200, 0));
    desk.technician.client.delete(&target).await.expect(204);
    assert_eq!(desk.totals().await, (600, 0));
    let after = desk.ticket().await;
    assert_eq!((&after["version"], &after["updated_at"]), (&before["version"], &before["updated_at"]));
    let listed = desk.tenant.client.get(TICKETS).await.expect(200).body;
    assert_eq!(listed["data"][0]["time"], json!({"total_seconds": 600, "billable_seconds": 0}));
}

#[tokio::test]
async fn totals_are_exact_whoever_changes_entries_at_the_same_time() {
    let desk = desk().await;
    let new = |n: i64| json!({"ticket_id": desk.ticket, "started_at": "2026-11-02T09:00:00Z", "duration_seconds": n});
    let logged = join_all((1..=20).map(|n| desk.technician.client.post(TIME, new(n)))).await;
    let logged: Vec<Value> = logged.into_iter().map(|answer| answer.expect(201).body).collect();
    assert_eq!(desk.totals().await, (210, 210));
    let changed = logged.iter().enumerate().map(|(n, entry)| {
        let (client, target) = (desk.technician.client.clone(), format!("{TIME}?id={}", id(entry)));
        async move {
            match n % 2 {
                0 => client.delete(&target).await.expect(204),
                _ => client.put(&target, json!({"duration_seconds": 100})).await.expect(200),
            }
        }
    });
    // The ticket changes and moves meanwhile.
    let other = desk.tenant.organization("Globex").await;
    let moved = async {
        let target = format!("{TICKETS}?id={}", desk.ticket);
        desk.tenant.client.send(Method::PATCH, &target, Some(json!({"organization_id": other}))).await.expect(200)
    };
    futures::join!(join_all(changed), moved);
    assert_eq!(desk.totals().await, (1000, 1000));
    assert_eq!(ids(&desk.tenant.client, &format!("organization_id={other}")).await.len(), 10);
    assert!(ids(&desk.tenant.client, &format!("organization_id={}", desk.customer)).await.is_empty());
}

#[tokio::test]
async fn of_many_timers_that_are_started_at_once_one_runs() {
    let desk = desk().await;
    let start = || desk.technician.client.post(TIME, json!({"ticket_id": desk.ticket}));
    let answers = join_all((0..10).map(|_| start())).await;
    let (started, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(|answer| answer.status == 201);
    assert_eq!(started.len(), 1);
    assert!(refused.iter().all(|answer| answer.problem() == "409 timer_running"));
    assert_eq!(ids(&desk.tenant.client, "running=true").await, [started[0].id()]);
}

#[tokio::test]
async fn entries_that_overlap_are_told_and_not_refused() {
    let desk = desk().await;
    let first = desk.log("2026-11-02T09:00:00Z", 3600, json!({})).await;
    assert_eq!(first["overlaps"], json!([]));
    let second = desk.log("2026-11-02T09:30:00Z", 3600, json!({})).await;
    assert_eq!(second["overlaps"], json!([first["id"]]));
    let after = desk.log("2026-11-02T10:30:00Z", 60, json!({})).await;
    assert_eq!(after["overlaps"], json!([]), "the end of one may be the start of the next");
    let colleague = desk.tenant.sign_in("technician").await;
    let same = json!({"ticket_id": desk.ticket, "started_at": "2026-11-02T09:00:00Z", "duration_seconds": 3600});
    assert_eq!(colleague.client.post(TIME, same).await.expect(201).body["overlaps"], json!([]));
    let read = desk.tenant.client.get(&format!("{TIME}?id={}", id(&first))).await.expect(200).body;
    assert_eq!(read["overlaps"], json!([second["id"]]));
    let listed = desk.tenant.client.get(TIME).await.expect(200).body;
    assert!(listed["data"][0].get("overlaps").is_none());
    let events = desk.tenant.client.get("/api/events?type=time_entry.created").await.expect(200).body;
    assert_eq!(events["data"].as_array().unwrap().len(), 4);
    assert!(events["data"][0]["data"]["object"].get("overlaps").is_none(), "readers of events may see fewer entries");
}

#[tokio::test]
async fn the_response_to_a_change_is_the_entry_as_it_is_read() {
    let desk = desk().await;
    let client = &desk.technician.client;
    let now = desk.app.app.clock.now();
    let (past, ahead) = (now - jiff::SignedDuration::from_hours(2), now + jiff::SignedDuration::from_hours(1));
    let before = desk.log(&past.to_string(), 7000, json!({})).await;
    let later = desk.log(&ahead.to_string(), 60, json!({})).await;
    let start = json!({"ticket_id": desk.ticket, "started_at": past + jiff::SignedDuration::from_nanos(1_000_000_999)});
    let started = client.post(TIME, start).await.expect(201).body;
    assert_eq!(started["overlaps"], json!([before["id"], later["id"]]), "a timer overlaps all that comes");
    let target = format!("{TIME}?id={}", id(&started));
    assert_eq!(client.get(&target).await.expect(200).body, started);
    for wanted in [
        json!({"note": "Still at it.", "billable": false}),
        json!({"running": false}),
        json!({"running": false, "rate_class": "night"}),
        json!({"finished_at": ahead + jiff::SignedDuration::from_nanos(30_000_000_999)}),
        json!({"started_at": ahead, "duration_seconds": 10}),
    ] {
        let changed = client.put(&target, wanted.clone()).await.expect(200).body;
        assert_eq!(client.get(&target).await.expect(200).body, changed, "{wanted}");
        let overlaps_later = changed["overlaps"].as_array().unwrap().contains(&later["id"]);
        assert_eq!(overlaps_later, !wanted["running"].is_boolean(), "{wanted}");
    }
}

#[tokio::test]
async fn entries_are_found_by_every_filter_and_page_by_their_start() {
    let desk = desk().await;
    let third = id(&desk.log("2026-11-03T09:00:00Z", 60, json!({"rate_class": "emergency"})).await);
    let first = id(&desk.log("2026-11-01T09:00:00Z", 60, json!({"billable": false})).await);
    let second = id(&desk.log("2026-11-02T09:00:00Z", 60, json!({"note": "Second, \"quoted\""})).await);
    let client = &desk.tenant.client;
    let all = [third.clone(), second.clone(), first.clone()];
    assert_eq!(ids(client, "").await, all);
    let of = |name: &str, value: &str| format!("{name}={value}");
    for (query, found) in [
        (of("ticket_id", &desk.ticket), &all[..]),
        (of("organization_id", &desk.customer), &all[..]),
        (of("user_id", &desk.technician.user.to_string()), &all[..]),
        (of("rate_class", "emergency"), &all[..1]),
        (of("billable", "false"), &all[2..]),
        (of("running", "true"), &[][..]),
        (of("locked", "false"), &all[..]),
        (of("since", "2026-11-02T09:00:00Z"), &all[..2]),
        (of("until", "2026-11-02T09:00:00Z"), &all[2..]),
        ("billable=true&until=2026-11-03T00:00:00Z".to_owned(), &all[1..2]),
    ] {
        assert_eq!(ids(client, &query).await, found, "{query}");
    }
    let page = client.get(&format!("{TIME}?limit=2")).await.expect(200).body;
    let cursor = page["next_cursor"].as_str().unwrap();
    assert_eq!(ids(client, &format!("limit=2&cursor={cursor}")).await, [first]);
    let (kind, csv) = client.download(&format!("{TIME}?format=csv")).await;
    let csv = String::from_utf8(csv).unwrap();
    assert!(kind.starts_with("text/csv") && csv.lines().count() == 4, "{csv}");
    assert!(csv.contains("\"Second, \"\"quoted\"\"\""));
    assert_eq!(client.get(&format!("{TIME}?format=csv&limit=2")).await.problem(), "400 unsupported_combination");
}

#[tokio::test]
async fn a_restricted_key_sees_the_time_of_its_customers() {
    let desk = desk().await;
    let other = desk.tenant.organization("Globex").await;
    let entry = desk.log("2026-11-02T09:00:00Z", 60, json!({})).await;
    let key = |organization: &str| json!({"name": "k", "scopes": ["tickets:*"], "organization_ids": [organization]});
    let (mine, theirs) = (desk.tenant.key_of(key(&desk.customer)).await, desk.tenant.key_of(key(&other)).await);
    assert_eq!(ids(&mine, "").await, [id(&entry)]);
    assert!(ids(&theirs, "").await.is_empty());
    assert_eq!(theirs.get(&format!("{TIME}?id={}", id(&entry))).await.problem(), "404 not_found");
    let run = json!({"name": "2026-11", "until": "2026-12-01T00:00:00Z"});
    assert_eq!(mine.post(RUNS, run).await.problem(), "403 organization_restricted");
    let run = |organization: &str| json!({"name": "2026-11", "until": "2026-12-01T00:00:00Z", "organization_id": organization});
    assert_eq!(mine.post(RUNS, run(&desk.customer)).await.expect(200).body["totals"][0]["entries"], 1);
    assert_eq!(theirs.post(RUNS, run(&other)).await.problem(), "409 name_taken");
}

#[tokio::test]
async fn a_billing_run_locks_once_and_what_it_locks_stays() {
    let desk = desk().await;
    let first = desk.log("2026-11-01T09:00:00Z", 3600, json!({})).await;
    desk.log("2026-11-01T12:00:00Z", 600, json!({"billable": false})).await;
    desk.log("2026-11-02T09:00:00Z", 60, json!({"rate_class": "emergency"})).await;
    let later = desk.log("2026-12-01T00:00:00Z", 60, json!({})).await;
    let running = desk.technician.client.post(TIME, json!({"ticket_id": desk.ticket})).await.expect(201).id();
    let client = &desk.tenant.client;
    let run = json!({"name": "2026-11", "until": "2026-12-01T00:00:00Z"});
    let total = |rate_class: &str, entries: i64, billable: i64, seconds: i64| {
        json!({"organization_id": desk.customer, "rate_class": rate_class, "entries": entries,
            "billable_seconds": billable, "seconds": seconds})
    };
    let expected = json!([total("emergency", 1, 60, 60), total("standard", 2, 3600, 4200)]);

    let planned = client.post(&format!("{RUNS}?dry_run=true"), run.clone()).await.expect(200);
    assert_eq!((&planned.body["totals"], planned.header("dry-run")), (&expected, "true"));
    assert_eq!(ids(client, "locked=true").await.len(), 0);
    let billed = client.post(RUNS, run.clone()).await.expect(200).body;
    assert_eq!(billed["totals"], expected);
    assert_eq!(ids(client, "billing_run=2026-11").await.len(), 3);
    assert_eq!(ids(client, "locked=false").await.len(), 2);

    desk.log("2026-11-01T18:00:00Z", 60, json!({})).await;
    assert_eq!(client.post(RUNS, run).await.expect(200).body, billed, "the same name locks nothing new");
    assert_eq!(ids(client, "billing_run=2026-11").await.len(), 3);
    let next = json!({"name": "2026-11 rest", "until": "2026-12-01T00:00:00Z", "organization_id": desk.customer});
    assert_eq!(client.post(RUNS, next).await.expect(200).body["totals"], json!([total("standard", 1, 60, 60)]));

    let target = format!("{TIME}?id={}", id(&first));
    let locked = client.get(&target).await.expect(200).body;
    assert_eq!(
        (&locked["locked"], &locked["billing_run"], &locked["version"]),
        (&json!(true), &json!("2026-11"), &json!(2))
    );
    assert_eq!(client.put(&target, json!({"note": "Late."})).await.problem(), "409 time_entry_locked");
    assert_eq!(client.delete(&target).await.problem(), "409 time_entry_locked");
    client.delete(&format!("{TIME}?id={}", id(&later))).await.expect(204);
    client.put(&format!("{TIME}?id={running}"), json!({"running": false})).await.expect(200);
    let events = client.get("/api/events?type=billing_run.created").await.expect(200).body;
    assert_eq!(events["data"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn worked_time_is_a_figure_that_equals_the_list_and_can_be_rebuilt() {
    let desk = desk().await;
    let now = desk.app.app.clock.now();
    let hour_ago = |hours: i64| (now - jiff::SignedDuration::from_hours(hours)).to_string();
    let first = desk.log(&hour_ago(30), 3600, json!({})).await;
    desk.log(&hour_ago(3), 600, json!({"rate_class": "emergency", "billable": false})).await;
    let target = format!("{TIME}?id={}", id(&first));
    desk.technician.client.put(&target, json!({"duration_seconds": 1800})).await.expect(200);
    let total = async |query: &str| {
        let target = format!("/api/analytics/tenant?metrics=time.worked&{query}");
        let found = desk.tenant.client.get(&target).await.expect(200).body;
        found["totals"]["time.worked"]["value"].as_f64().unwrap()
    };
    assert_eq!(total("").await, 2400.0);
    assert_eq!(total("billable=true").await, 1800.0);
    assert_eq!(total("rate_class=emergency").await, 600.0);
    assert_eq!(total(&format!("user_id={}", desk.technician.user)).await, 2400.0);
    assert_eq!(total(&format!("organization_id={}", desk.customer)).await, 2400.0);
    let grouped = "/api/analytics/tenant?metrics=time.worked&group_by=user_id";
    let grouped = desk.tenant.client.get(grouped).await.expect(200).body;
    assert_eq!(grouped["series"][0]["dimensions"]["user_id"], json!(desk.technician.user));
    desk.technician.client.delete(&target).await.expect(204);
    assert_eq!(total("").await, 600.0);
    let (app, tenant) = (&desk.app.app, desk.tenant.id.to_string());
    let rebuilt = analytics::rebuild(&app.db, app.clock, families::all(), Some(&tenant), Mode::Check).await.unwrap();
    assert!(rebuilt[0].differences.is_empty(), "{:?}", rebuilt[0].differences);
}

#[tokio::test]
async fn an_erased_person_leaves_notes_and_their_logs() {
    let app = TestApp::start_working(&[]).await;
    let tenant = app.tenant().await;
    let user = tenant.sign_in("technician").await.user;
    let new = json!({"subject": "Stapler", "requester": {"name": "Milton Waddams", "email": "milton@initech.example"}});
    let ticket = tenant.client.post(TICKETS, new).await.expect(201).body;
    let note = |note: &str| json!({"ticket_id": ticket["id"], "user_id": user, "duration_seconds": 60, "note": note});
    let kept = tenant.client.post(TIME, note("Called Milton Waddams.")).await.expect(201).id();
    let deleted = tenant.client.post(TIME, note("Milton Waddams again.")).await.expect(201).id();
    tenant.client.delete(&format!("{TIME}?id={deleted}")).await.expect(204);
    let run = json!({"name": "all", "until": "2100-01-01T00:00:00Z"});
    tenant.client.post(RUNS, run).await.expect(200);

    let erase = format!("/api/psa/contacts/erase?id={}", ticket["requester"]["id"].as_str().unwrap());
    let begun = tenant.client.post(&erase, json!({})).await.expect(202).id();
    let done = tenant.client.get(&format!("/api/operations?id={begun}&wait=20")).await.expect(200).body;
    assert_eq!(done["status"], "succeeded", "{done:#}");
    let entry = tenant.client.get(&format!("{TIME}?id={kept}")).await.expect(200).body;
    assert_eq!((&entry["note"], &entry["locked"]), (&json!("Called [erased]."), &json!(true)));
    for target in ["/api/events?limit=200", "/api/admin/audit-log?limit=200"] {
        let text = tenant.client.get(target).await.expect(200).body.to_string().to_lowercase();
        assert!(!text.contains("milton"), "{target}: {text}");
    }
}
