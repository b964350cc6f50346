//! Approvals that the real engine requests: the notifications of people, and the outcome of a run.

use super::{
    workflow_approvals::{LIST, key_by, two},
    workflow_engine::{act, end, until, working},
    workflows::{TRIGGER, WORKFLOWS, create, definition, start, with},
};
use reqwest::Method;
use serde_json::json;
use std::time::{Duration, Instant};

#[tokio::test]
async fn a_time_out_after_one_of_two_approvals_says_so() {
    let app = working().await;
    let tenant = app.tenant().await;
    let asks = json!({"summary": "Go?", "min_approvals": 2, "expires_in": "PT3S"});
    create(&tenant, "Ask two", definition(json!([{"ask": {"call": "approval", "with": asks}}]))).await;
    let run = start(&tenant, "Ask two", json!({})).await.id();
    until(&tenant, &run, |run| run["status"] == "waiting_approval").await;
    let admin = tenant.sign_in("admin").await;
    act(&admin.client, &run, json!({"action": "approve"})).await.expect(200);
    let ended = end(&tenant, &run).await;
    let said = "1 of 2 approvals were given before the approval expired.";
    assert_eq!((&ended["status"], &ended["error"]["detail"]), (&json!("failed"), &json!(said)), "{ended:#}");
    let approval = &ended["approvals"][0];
    assert_eq!((&approval["status"], &approval["outcome"]), (&json!("timed_out"), &json!(said)));
    assert_eq!(ended["steps"][0]["error"]["detail"], said);
    app.stop().await;
}

#[tokio::test]
async fn people_are_asked_with_a_page_and_see_what_is_left_to_do() {
    let app = working().await;
    let tenant = app.tenant().await;
    let (starter, other) = two(&tenant).await;
    let tasks = json!([
        {"before": {"call": "ticket.create", "with": {"subject": "Before"}}},
        {"ask": {"call": "approval", "with": {"summary": "Go on?"}}},
        {"after": {"call": "ticket.create", "with": {"subject": "${ \"After \" + $workflow.input.host }"}}},
    ]);
    create(&tenant, "Plan", definition(tasks)).await;
    let new = json!({"workflow": "Plan", "input": {"host": "srv-01"}});
    let run = starter.client.post(TRIGGER, new).await.expect(202).id();
    until(&tenant, &run, |run| run["status"] == "waiting_approval").await;

    let listed = other.client.get(&format!("{LIST}?mine=true")).await.expect(200).body["data"][0].clone();
    assert_eq!(listed["requested_by"]["id"], json!(starter.user.to_string()));
    let plan = listed["plan"].as_array().unwrap();
    assert_eq!((plan.len(), &listed["plan_complete"]), (1, &json!(true)), "{listed:#}");
    assert_eq!(plan[0]["arguments"], json!({"subject": "After srv-01"}));
    assert_eq!((&plan[0]["effect"], &plan[0]["target"]), (&json!("write"), &json!("POST /api/psa/tickets")));
    let told = tenant.client.get("/api/events?type=workflow.approval.requested").await.expect(200);
    assert_eq!(told.body["data"][0]["data"]["approval"]["url"], listed["url"]);
    let tickets = tenant.client.get("/api/psa/tickets").await.expect(200);
    assert_eq!(tickets.body["data"].as_array().unwrap().len(), 1, "a plan opens no ticket");

    act(&other.client, &run, json!({"action": "approve"})).await.expect(200);
    assert_eq!(end(&tenant, &run).await["status"], "succeeded");
    app.stop().await;
}

#[tokio::test]
async fn a_key_that_the_definition_names_decides() {
    let app = working().await;
    let tenant = app.tenant().await;
    let (starter, other) = two(&tenant).await;
    let key = key_by(&other.client, &tenant, "change board").await;
    let asks = json!({"summary": "Go?", "approvers": {"keys": [key.id]}});
    create(&tenant, "Named", definition(json!([{"ask": {"call": "approval", "with": asks}}]))).await;
    let run = starter.client.post(TRIGGER, json!({"workflow": "Named"})).await.expect(202).id();
    let asked = until(&tenant, &run, |run| run["status"] == "waiting_approval").await;
    assert_eq!(asked["approvals"][0]["approvers"], json!({"keys": [key.id]}));
    assert_eq!(act(&other.client, &run, json!({"action": "approve"})).await.problem(), "403 approver_not_allowed");
    act(&key.client, &run, json!({"action": "approve"})).await.expect(200);
    assert_eq!(end(&tenant, &run).await["status"], "succeeded");
    // A value that is not a key is a fault of the definition.
    let wrong = json!({"summary": "Go?", "approvers": {"keys": ["usr_01h455vb4pex5vsknk084sn02q"]}});
    let wrong = definition(json!([{"ask": {"call": "approval", "with": wrong}}]));
    let refused = tenant.client.post(WORKFLOWS, json!({"name": "Wrong", "definition": wrong})).await.expect(422);
    assert_eq!(refused.body["errors"][0]["pointer"], "/definition/do/0/ask/with/approvers/keys/0");
    app.stop().await;
}

#[tokio::test]
async fn whoever_caused_the_event_or_wrote_what_it_starts_does_not_approve() {
    let app = working().await;
    let tenant = app.tenant().await;
    let (author, cause) = two(&tenant).await;
    let asks = definition(json!([{"ask": {"call": "approval", "with": {"summary": "Go?"}}}]));
    let asks = with(asks, "schedule", json!({"on": {"one": {"with": {"type": "ticket.created"}}}}));
    let id = author.client.post(WORKFLOWS, json!({"name": "By event", "definition": asks})).await.expect(201).id();
    cause.client.post("/api/psa/tickets", json!({"subject": "Hello"})).await.expect(201);
    let runs = format!("/api/psa/workflows/runs?workflow_id={id}&status=waiting_approval");
    let started = Instant::now();
    let run = loop {
        let listed = tenant.client.get(&runs).await.expect(200);
        if let Some(run) = listed.body["data"][0]["id"].as_str() {
            break run.to_owned();
        }
        assert!(started.elapsed() < Duration::from_secs(30), "the event starts a run");
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    for behind in [&author, &cause] {
        let refused = act(&behind.client, &run, json!({"action": "approve"})).await;
        assert_eq!(refused.problem(), "403 approver_not_allowed");
    }
    act(&tenant.sign_in("admin").await.client, &run, json!({"action": "approve"})).await.expect(200);
    let disabled = json!({"enabled": false});
    tenant.client.send(Method::PATCH, &format!("{TRIGGER}?id={id}"), Some(disabled)).await.expect(200);
    app.stop().await;
}
