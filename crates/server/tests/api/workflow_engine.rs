//! Workflows executed by the real engine.

use super::workflows::{RUNS, TRIGGER, WORKFLOWS, create, definition, start, with};
use kernel::clock::Clock;
use reqwest::Method;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tenant_control::operate::workflows;
use testkit::{Answer, Receiver, Temporal, TestApp, TestTenant, temporal};

/// A server and its own worker, on the engine that tests share.
pub async fn working() -> TestApp {
    let queue = format!("test-{:016x}", rand::random::<u64>());
    TestApp::start_working(&["--temporal-url", &temporal::shared_url(), "--temporal-queue", &queue]).await
}

async fn read(tenant: &TestTenant, run: &str) -> Answer {
    tenant.client.get(&format!("{RUNS}?id={run}")).await.expect(200)
}

/// The run when it is as wanted, within half a minute.
pub async fn until(tenant: &TestTenant, run: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    let started = Instant::now();
    loop {
        let run = read(tenant, run).await;
        if wanted(&run.body) {
            return run.body;
        }
        assert!(started.elapsed() < Duration::from_secs(30), "never as wanted: {:#}", run.body);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

pub async fn end(tenant: &TestTenant, run: &str) -> Value {
    until(tenant, run, |run| !run["finished_at"].is_null()).await
}

/// Waits until the list has this many runs, within half a minute.
async fn listed(tenant: &TestTenant, workflow: &str, status: &str, count: usize) -> Answer {
    let started = Instant::now();
    loop {
        let runs = tenant.client.get(&format!("{RUNS}?workflow_id={workflow}&status={status}")).await.expect(200);
        if runs.body["data"].as_array().unwrap().len() == count {
            return runs;
        }
        assert!(started.elapsed() < Duration::from_secs(30), "never {count} that are {status}: {:#}", runs.body);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

pub async fn act(client: &testkit::Client, run: &str, body: Value) -> Answer {
    client.send(Method::PATCH, &format!("{RUNS}?id={run}"), Some(body)).await
}

pub fn step<'a>(run: &'a Value, name: &str) -> &'a Value {
    let steps = run["steps"].as_array().unwrap();
    steps.iter().find(|step| step["name"] == name).unwrap_or_else(|| panic!("no step {name}: {run:#}"))
}

#[tokio::test]
async fn a_workflow_opens_a_ticket_with_the_rights_of_its_owner() {
    let app = working().await;
    let tenant = app.tenant().await;
    let tasks = json!([
        {"open": {"call": "ticket.create", "with": {"subject": "${ \"Patch \" + $workflow.input.server }"}}},
        {"note": {"call": "ticket.comment", "with": {"ticket_id": "${ .id }", "body": "On its way"}}},
        {"say": {"call": "notify", "with": {"message": "done", "data": {"server": "${ $workflow.input.server }"}}}},
    ]);
    create(&tenant, "Patch", with(definition(tasks), "output", json!({"as": "${ {server: $workflow.input.server} }"})))
        .await;
    let waits = tenant.client.with_header("prefer", "wait=30");
    let run = waits.post(TRIGGER, json!({"workflow": "Patch", "input": {"server": "srv-01"}})).await.expect(200);
    assert_eq!(
        (&run.body["status"], &run.body["output"]),
        (&json!("succeeded"), &json!({"server": "srv-01"})),
        "{:#}",
        run.body
    );
    let open = step(&run.body, "open");
    assert_eq!((&open["status"], &open["input"]), (&json!("succeeded"), &json!({"subject": "Patch srv-01"})));
    let tickets = tenant.client.get("/api/psa/tickets").await.expect(200);
    let ticket = &tickets.body["data"][0];
    assert_eq!((&ticket["id"], &ticket["counts"]["comments"]), (&open["output"]["id"], &json!(1)));
    assert_eq!(ticket["created_by"]["id"], json!(tenant.key_id));
    let note = &step(&run.body, "note")["output"];
    assert_eq!(note["author"], json!({"type": "workflow", "id": run.id(), "name": null}));
    assert_eq!(note["created_by"]["id"], json!(tenant.key_id));

    let id = run.id();
    let events = tenant.client.get(&format!("/api/events?subject_id={id}&sort=timestamp")).await.expect(200);
    let kinds: Vec<_> = events.body["data"].as_array().unwrap().iter().map(|e| e["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["workflow.run.started", "workflow.notification", "workflow.run.succeeded"]);
    assert!(events.body["data"].as_array().unwrap().iter().all(|event| event["request_id"] == json!(id)));
    app.stop().await;
}

#[tokio::test]
async fn an_http_call_carries_its_key_and_what_failed_is_retried_from_there() {
    let app = working().await;
    let tenant = app.tenant().await;
    let (good, bad) = (Receiver::start().await, Receiver::start().await);
    bad.answer_status(404);
    let tasks = json!([
        {"first": {"call": "http", "with": {"method": "POST", "endpoint": good.url, "body": {"n": 1}}}},
        {"second": {"call": "http", "with": {"method": "POST", "endpoint": bad.url, "body": {"n": 2}}}},
    ]);
    create(&tenant, "Call", definition(tasks)).await;
    let run = start(&tenant, "Call", json!({})).await.id();
    let failed = end(&tenant, &run).await;
    assert_eq!((&failed["status"], &failed["error"]["status"]), (&json!("failed"), &json!(404)), "{failed:#}");
    assert_eq!(failed["error"]["instance"], step(&failed, "second")["path"]);

    bad.answer_status(200);
    act(&tenant.client, &run, json!({"action": "retry"})).await.expect(200);
    let again = end(&tenant, &run).await;
    assert_eq!((&again["status"], &again["attempt"]), (&json!("succeeded"), &json!(2)), "{again:#}");
    let key = |received: &testkit::Received| received.header("idempotency-key").to_owned();
    assert_eq!(good.received().iter().map(key).collect::<Vec<_>>(), [format!("{run}:do/0/first")]);
    assert_eq!(bad.received().iter().map(key).collect::<Vec<_>>(), vec![format!("{run}:do/1/second"); 2]);
    app.stop().await;
}

#[tokio::test]
async fn what_time_has_decided_is_not_decided_anew_when_a_run_is_retried() {
    let app = working().await;
    let tenant = app.tenant().await;
    let endpoint = Receiver::start().await;
    endpoint.answer_status(404);
    let ask = |name: &str| json!({(name): {"call": "approval", "with": {"summary": name}}});
    let tasks = json!([
        {"race": {"fork": {"compete": true, "branches": [
            {"asks": {"do": [ask("loses")]}},
            {"waits": {"do": [{"short": {"wait": {"milliseconds": 300}}}, {"wins": {"set": {"won": "waits"}}}]}},
        ]}}},
        {"careful": {
            "try": [{"hasty": {"timeout": {"after": {"milliseconds": 300}}, "do": [ask("late")]}}],
            "catch": {"do": [{"instead": {"set": {"won": "${ .won }", "fault": "${ $error.type }"}}}]},
        }},
        {"after": {"call": "http", "with": {"method": "POST", "endpoint": endpoint.url, "body": "${ . }"}}},
    ]);
    create(&tenant, "Race", definition(tasks)).await;
    let run = start(&tenant, "Race", json!({})).await.id();
    let failed = end(&tenant, &run).await;
    assert_eq!(failed["error"]["instance"], "do/2/after", "{failed:#}");
    endpoint.answer_status(200);
    act(&tenant.client, &run, json!({"action": "retry"})).await.expect(200);
    let again = end(&tenant, &run).await;
    assert_eq!((&again["status"], &again["attempt"]), (&json!("succeeded"), &json!(2)), "{again:#}");
    let after = &step(&again, "after")["input"]["body"];
    assert_eq!(*after, json!({"won": "waits", "fault": "timeout"}));
    // No approval was requested again.
    assert_eq!(again["approvals"].as_array().unwrap().len(), 2, "{again:#}");
    assert_eq!(
        (&step(&again, "race")["output"], &step(&again, "hasty")["status"]),
        (&json!({"winner": "waits"}), &json!("failed"))
    );
    app.stop().await;
}

#[tokio::test]
async fn approvals_in_a_fork_hold_only_their_branch() {
    let app = working().await;
    let tenant = app.tenant().await;
    let branch = |name: &str| {
        json!({(name): {"do": [
            {(format!("ask_{name}")): {"call": "approval", "with": {"summary": name}}},
            {(format!("after_{name}")): {"set": {"done": name}}},
        ]}})
    };
    let tasks = json!([{"both": {"fork": {"branches": [
        branch("one"), branch("two"), {"free": {"call": "notify", "with": {"message": "not held"}}},
    ]}}}]);
    create(&tenant, "Fork", definition(tasks)).await;
    let run = start(&tenant, "Fork", json!({})).await.id();
    let waiting = until(&tenant, &run, |run| {
        let pending = run["approvals"].as_array().unwrap().iter().filter(|a| a["status"] == "pending").count();
        pending == 2
            && run["steps"].as_array().unwrap().iter().any(|s| s["name"] == "free" && s["status"] == "succeeded")
    })
    .await;
    assert_eq!(waiting["status"], "waiting_approval");
    let admin = tenant.sign_in("admin").await;
    let id = |summary: &str| {
        let all = waiting["approvals"].as_array().unwrap();
        all.iter().find(|approval| approval["summary"] == summary).unwrap()["id"].clone()
    };
    act(&tenant.client, &run, json!({"action": "approve", "approval_id": id("one")})).await.expect(403);
    act(&admin.client, &run, json!({"action": "approve", "approval_id": id("one")})).await.expect(200);
    let half = until(&tenant, &run, |run| {
        run["steps"].as_array().unwrap().iter().any(|step| step["name"] == "ask_one" && step["status"] == "succeeded")
    })
    .await;
    assert_eq!(step(&half, "ask_two")["status"], "waiting");
    act(&admin.client, &run, json!({"action": "reject", "approval_id": id("two")})).await.expect(200);
    let ended = end(&tenant, &run).await;
    assert_eq!(
        (&ended["status"], &ended["error"]["type"]),
        (&json!("failed"), &json!("approval_rejected")),
        "{ended:#}"
    );
    app.stop().await;
}

#[tokio::test]
async fn nobody_decides_in_time_is_a_no_unless_it_says_otherwise() {
    let app = working().await;
    let tenant = app.tenant().await;
    for (name, on_timeout, status) in [("strict", None, "failed"), ("lax", Some("continue"), "succeeded")] {
        let mut asks = json!({"summary": "Go?", "expires_in": "PT1S"});
        if let Some(on_timeout) = on_timeout {
            asks["on_timeout"] = json!(on_timeout);
        }
        create(&tenant, name, definition(json!([{"ask": {"call": "approval", "with": asks}}]))).await;
        let run = start(&tenant, name, json!({})).await.id();
        let ended = end(&tenant, &run).await;
        assert_eq!(
            (&ended["status"], &ended["approvals"][0]["status"]),
            (&json!(status), &json!("timed_out")),
            "{ended:#}"
        );
        assert_eq!(ended["approvals"][0]["outcome"], "The approval expired without any approvals.");
    }
    app.stop().await;
}

#[tokio::test]
async fn each_round_of_a_loop_asks_for_itself() {
    let app = working().await;
    let tenant = app.tenant().await;
    let tasks = json!([{"each": {"for": {"each": "server", "in": "${ $input.servers }"}, "do": [
        {"ask": {"call": "approval", "with": {"summary": "${ \"Patch \" + $server }"}}},
    ]}}]);
    create(&tenant, "Loop", definition(tasks)).await;
    let run = start(&tenant, "Loop", json!({"servers": ["a", "b"]})).await.id();
    let admin = tenant.sign_in("admin").await;
    for (n, server) in ["a", "b"].iter().enumerate() {
        let asked = until(&tenant, &run, |run| run["approvals"].as_array().unwrap().len() == n + 1).await;
        assert_eq!(asked["approvals"][n]["summary"], json!(format!("Patch {server}")));
        act(&admin.client, &run, json!({"action": "approve"})).await.expect(200);
    }
    assert_eq!(end(&tenant, &run).await["status"], "succeeded");
    app.stop().await;
}

#[tokio::test]
async fn a_wait_is_ended_early_and_a_run_is_canceled_while_it_waits() {
    let app = working().await;
    let tenant = app.tenant().await;
    create(&tenant, "Wait", definition(json!([{"pause": {"wait": {"hours": 1}}}]))).await;
    let (one, other) = (start(&tenant, "Wait", json!({})).await.id(), start(&tenant, "Wait", json!({})).await.id());
    for run in [&one, &other] {
        until(&tenant, run, |run| run["status"] == "waiting").await;
    }
    act(&tenant.client, &one, json!({"action": "resume"})).await.expect(200);
    assert_eq!(end(&tenant, &one).await["status"], "succeeded");
    tenant.client.delete(&format!("{RUNS}?id={other}")).await.expect(204);
    let canceled = read(&tenant, &other).await.body;
    assert_eq!((&canceled["status"], &step(&canceled, "pause")["status"]), (&json!("canceled"), &json!("canceled")));
    app.stop().await;
}

#[tokio::test]
async fn an_event_starts_a_workflow_once_and_wakes_those_who_listen() {
    let app = working().await;
    let tenant = app.tenant().await;
    let on = json!({"on": {"one": {"with": {"type": "ticket.created"}}}});
    let tasks = json!([{"tag": {"call": "ticket.update", "with": {"id": "${ .data.object.id }", "tags": ["seen"]}}}]);
    let id = create(&tenant, "Tag", with(definition(tasks), "schedule", on)).await;
    let listens = json!([{"hear": {"listen": {"to": {"one": {"with": {"type": "ticket.resolved"}}}}}}]);
    create(&tenant, "Hear", definition(listens)).await;
    let listening = start(&tenant, "Hear", json!({})).await.id();
    until(&tenant, &listening, |run| run["status"] == "waiting").await;

    let ticket = tenant.client.post("/api/psa/tickets", json!({"subject": "Disk full"})).await.expect(201).id();
    let started = Instant::now();
    let run = loop {
        let runs = tenant.client.get(&format!("{RUNS}?workflow_id={id}")).await.expect(200);
        if let Some(run) = runs.body["data"][0]["id"].as_str() {
            break run.to_owned();
        }
        assert!(started.elapsed() < Duration::from_secs(20), "no event started anything");
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    let ended = end(&tenant, &run).await;
    assert_eq!((&ended["status"], &ended["trigger"]["type"]), (&json!("succeeded"), &json!("event")), "{ended:#}");
    assert_eq!(ended["started_by"]["id"], json!(tenant.key_id));
    let tagged = tenant.client.get(&format!("/api/psa/tickets?id={ticket}")).await.expect(200);
    assert_eq!(tagged.body["tags"], json!(["seen"]));

    let resolve = json!({"status": "resolved", "resolution": {"code": "fixed"}});
    tenant.client.send(Method::PATCH, &format!("/api/psa/tickets?id={ticket}"), Some(resolve)).await.expect(200);
    let heard = end(&tenant, &listening).await;
    assert_eq!(heard["status"], "succeeded", "{heard:#}");
    let runs = tenant.client.get(&format!("{RUNS}?workflow_id={id}")).await.expect(200);
    assert_eq!(runs.body["data"].as_array().unwrap().len(), 1, "once");
    app.stop().await;
}

#[tokio::test]
async fn a_workflow_that_starts_itself_is_stopped_after_five_rounds() {
    let app = working().await;
    let tenant = app.tenant().await;
    let on = json!({"on": {"one": {"with": {"type": "ticket.created"}}}});
    let tasks = json!([{"open": {"call": "ticket.create", "with": {"subject": "Again"}}}]);
    let id = create(&tenant, "Loop", with(definition(tasks), "schedule", on)).await;
    tenant.client.post("/api/psa/tickets", json!({"subject": "The first"})).await.expect(201);
    let started = Instant::now();
    let last = loop {
        let failed = tenant.client.get(&format!("{RUNS}?workflow_id={id}&status=failed")).await.expect(200);
        if let Some(run) = failed.body["data"].get(0) {
            break run.clone();
        }
        assert!(started.elapsed() < Duration::from_secs(60), "it goes on and on");
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    assert_eq!((&last["error"]["type"], &last["depth"]), (&json!("loop_detected"), &json!(6)));
    let tickets = tenant.client.get("/api/psa/tickets").await.expect(200);
    assert_eq!(tickets.body["data"].as_array().unwrap().len(), 7);
    let refused = act(&tenant.client, last["id"].as_str().unwrap(), json!({"action": "retry"})).await;
    assert_eq!(refused.problem(), "409 run_not_failed");
    app.stop().await;
}

#[tokio::test]
async fn a_schedule_starts_a_workflow_at_its_times() {
    let temporal = Temporal::start().unwrap();
    let app = TestApp::start_working(&["--temporal-url", &temporal.url()]).await;
    let tenant = app.tenant().await;
    let tasks = json!([{"say": {"call": "notify", "with": {"message": "tick"}}}]);
    let every = json!({"every": {"minutes": 1}});
    let id = create(&tenant, "Tick", with(definition(tasks), "schedule", every)).await;
    let workflow = tenant.client.get(&format!("{TRIGGER}?id={id}")).await.expect(200);
    assert_eq!(workflow.body["triggers"], json!([{"type": "schedule", "every_seconds": 60}]));
    let started = Instant::now();
    let run = loop {
        let runs = tenant.client.get(&format!("{RUNS}?workflow_id={id}")).await.expect(200);
        if let Some(run) = runs.body["data"][0]["id"].as_str() {
            break run.to_owned();
        }
        assert!(started.elapsed() < Duration::from_secs(100), "its time never came");
        tokio::time::sleep(Duration::from_millis(500)).await;
    };
    let ended = end(&tenant, &run).await;
    assert_eq!((&ended["status"], &ended["trigger"]["type"]), (&json!("succeeded"), &json!("schedule")), "{ended:#}");
    app.stop().await;
}

#[tokio::test]
async fn runs_go_on_where_they_were_when_the_engine_has_lost_everything() {
    let temporal = Temporal::start().unwrap();
    let app = TestApp::start_working(&["--temporal-url", &temporal.url()]).await;
    let tenant = app.tenant().await;
    let tasks = json!([
        {"open": {"call": "ticket.create", "with": {"subject": "Once"}}},
        {"ask": {"call": "approval", "with": {"summary": "Go on?"}}},
    ]);
    create(&tenant, "Lost", definition(tasks)).await;
    let run = start(&tenant, "Lost", json!({})).await.id();
    let asking = until(&tenant, &run, |run| run["status"] == "waiting_approval").await;

    temporal.kill().unwrap();
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{end}", temporal.database_file().display()));
    }
    temporal.start_again().unwrap();
    let restarted = workflows::restart(&app.app.db, Clock::System).await.unwrap();
    assert_eq!(restarted, 1);
    let admin = tenant.sign_in("admin").await;
    act(&admin.client, &run, json!({"action": "approve"})).await.expect(200);
    let ended = end(&tenant, &run).await;
    assert_eq!((&ended["status"], &ended["approvals"][0]["id"]), (&json!("succeeded"), &asking["approvals"][0]["id"]));
    let tickets = tenant.client.get("/api/psa/tickets").await.expect(200);
    assert_eq!(tickets.body["data"].as_array().unwrap().len(), 1);
    app.stop().await;
}

#[tokio::test]
async fn who_started_a_run_gains_nothing_by_editing_its_workflow() {
    let app = working().await;
    let tenant = app.tenant().await;
    let asks = json!([
        {"ask": {"call": "approval", "with": {"summary": "Go on?"}}},
        {"open": {"call": "ticket.create", "with": {"subject": "Approved"}}},
    ]);
    let id = create(&tenant, "Ask", definition(asks)).await;
    let run = start(&tenant, "Ask", json!({})).await.id();
    until(&tenant, &run, |run| run["status"] == "waiting_approval").await;
    let acts = json!([{"open": {"call": "ticket.create", "with": {"subject": "Not approved"}}}]);
    let edited = json!({"definition": definition(acts)});
    tenant.client.send(Method::PATCH, &format!("{TRIGGER}?id={id}"), Some(edited)).await.expect(200);
    assert_eq!(act(&tenant.client, &run, json!({"action": "approve"})).await.problem(), "403 approver_not_allowed");
    assert_eq!(act(&tenant.client, &run, json!({"action": "retry"})).await.problem(), "409 run_not_failed");
    assert_eq!(tenant.client.get("/api/psa/tickets").await.expect(200).body["data"], json!([]));
    let admin = tenant.sign_in("admin").await;
    act(&admin.client, &run, json!({"action": "approve"})).await.expect(200);
    let ended = end(&tenant, &run).await;
    assert_eq!((&ended["status"], &ended["workflow_version"]), (&json!("succeeded"), &json!(1)), "{ended:#}");
    assert_eq!(tenant.client.get("/api/psa/tickets").await.expect(200).body["data"][0]["subject"], "Approved");
    app.stop().await;
}

#[tokio::test]
async fn what_cannot_be_stored_ends_its_run_and_holds_up_nobody() {
    let app = working().await;
    let tenant = app.tenant().await;
    create(&tenant, "Zero", definition(json!([{"fail": {"set": {"x": "${ error([0] | implode) }"}}}]))).await;
    let run = start(&tenant, "Zero", json!({})).await.id();
    let ended = end(&tenant, &run).await;
    assert_eq!((&ended["status"], &ended["error"]["type"]), (&json!("failed"), &json!("expression")), "{ended:#}");

    let on = json!({"on": {"one": {"with": {"type": "organization.created"}}}});
    let tell = definition(json!([{"tell": {"call": "notify", "with": {"message": "${ .data.object.name }"}}}]));
    let keyed = json!({"key": "${ error([0] | implode) }", "limit": 1, "on_conflict": "queue"});
    let broken = with(with(tell.clone(), "schedule", on.clone()), "concurrency", keyed);
    let broken = create(&tenant, "Broken", broken).await;
    let well = create(&tenant, "Well", with(tell, "schedule", on)).await;
    for name in ["First", "Second"] {
        tenant.organization(name).await;
    }
    for (workflow, status) in [(broken, "failed"), (well, "succeeded")] {
        listed(&tenant, &workflow, status, 2).await;
    }
    app.stop().await;
}

#[tokio::test]
async fn what_fails_before_it_begins_takes_nobodys_place() {
    let app = working().await;
    let tenant = app.tenant().await;
    let waits = definition(json!([{"pause": {"wait": "PT1H"}}]));
    let waits = with(waits, "schedule", json!({"on": {"one": {"with": {"type": "organization.created"}}}}));
    let waits = with(waits, "concurrency", json!({"key": "one", "limit": 1, "on_conflict": "cancel_running"}));
    let good =
        json!({"properties": {"data": {"properties": {"object": {"properties": {"name": {"pattern": "^Good"}}}}}}});
    let id = create(&tenant, "One", with(waits, "input", json!({"schema": {"document": good}}))).await;
    tenant.organization("Good").await;
    listed(&tenant, &id, "waiting", 1).await;
    tenant.organization("Bad").await;
    let failed = listed(&tenant, &id, "failed", 1).await;
    assert_eq!(failed.body["data"][0]["error"]["type"], "validation");
    listed(&tenant, &id, "waiting", 1).await;
    app.stop().await;
}

#[tokio::test]
async fn a_workflow_acts_while_its_owner_may_and_outlives_the_key_that_wrote_it() {
    let app = working().await;
    let tenant = app.tenant().await;
    let receiver = Receiver::start().await;
    let account = json!({"name": "Automation", "scopes": ["*"]});
    let owner = tenant.client.post("/api/admin/service-accounts", account).await.expect(201).id();
    let new = json!({"name": "author", "scopes": ["*"], "owner": owner});
    let key = tenant.client.post("/api/admin/api-keys", new).await.expect(201);
    let author = tenant.client.with_key(key.body["key"].as_str().unwrap());
    let calls = [
        ("open", json!({"call": "ticket.create", "with": {"subject": "Hello"}})),
        ("call", json!({"call": "http", "with": {"method": "POST", "endpoint": receiver.url}})),
        ("tell", json!({"call": "notify", "with": {"message": "Hello"}})),
    ];
    for (name, call) in &calls {
        let definition = definition(json!([{"only": call}]));
        let made = author.post(WORKFLOWS, json!({"name": name, "definition": definition})).await.expect(201);
        assert_eq!(made.body["owner"], json!(owner));
    }
    let outcome = async |name: &str| {
        let run = start(&tenant, name, json!({})).await.id();
        let ended = end(&tenant, &run).await;
        (ended["status"].clone(), ended["error"]["type"].clone())
    };
    let tickets =
        async || tenant.client.get("/api/psa/tickets").await.expect(200).body["data"].as_array().unwrap().len();

    // Deleting the key stops nothing.
    tenant.client.delete(&format!("/api/admin/api-keys?id={}", key.id())).await.expect(204);
    for (name, _) in &calls {
        assert_eq!(outcome(name).await, (json!("succeeded"), Value::Null), "{name}");
    }
    assert_eq!((receiver.count(), tickets().await), (1, 1));

    // The workflow loses the rights that its owner loses.
    let target = format!("/api/admin/service-accounts?id={owner}");
    tenant.client.put(&target, json!({"scopes": ["workflows:*"]})).await.expect(200);
    assert_eq!(outcome("open").await, (json!("failed"), json!("insufficient_scope")));
    tenant.client.put(&target, json!({"status": "disabled"})).await.expect(200);
    for (name, _) in &calls {
        let workflow = tenant.client.get(&format!("{TRIGGER}?name={name}")).await.expect(200).body;
        let target = format!("{TRIGGER}?id={}", workflow["data"][0]["id"].as_str().unwrap());
        tenant.client.send(Method::PATCH, &target, Some(json!({"enabled": true}))).await.expect(200);
        assert_eq!(outcome(name).await, (json!("failed"), json!("owner_disabled")), "{name}");
    }
    assert_eq!((receiver.count(), tickets().await), (1, 1));
    app.stop().await;
}
