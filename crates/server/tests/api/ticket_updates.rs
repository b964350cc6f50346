//! Concurrent changes of one ticket: no change is lost.

use futures::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Answer, Client, TestApp};

const TICKETS: &str = "/api/psa/tickets";
const WRITERS: usize = 50;

async fn change(client: &Client, id: &str, change: Value) -> Answer {
    client.send(Method::PATCH, &format!("{TICKETS}?id={id}"), Some(change)).await
}

#[tokio::test]
async fn of_many_that_have_read_the_same_version_one_wins() {
    let app = TestApp::start().await;
    let client = app.tenant().await.client;
    let id = client.post(TICKETS, json!({"subject": "Contended"})).await.expect(201).id();
    for round in 1..=4 {
        let reader = client.with_header("if-match", &format!("\"v{round}\""));
        let write = |n: usize| change(&reader, &id, json!({"subject": format!("Writer {n} of round {round}")}));
        let answers = join_all((0..WRITERS).map(write)).await;
        let (won, lost): (Vec<_>, Vec<_>) = answers.into_iter().partition(|answer| answer.status == 200);
        assert_eq!(won.len(), 1, "round {round}");
        assert_eq!(won[0].body["version"], round + 1);
        for answer in lost {
            assert_eq!(answer.problem(), "412 version_mismatch");
            assert_eq!(answer.body["current"], won[0].body, "who lost is told what won");
        }
        assert_eq!(client.get(&format!("{TICKETS}?id={id}")).await.expect(200).body, won[0].body);
    }
}

#[tokio::test]
async fn changes_of_different_fields_all_survive() {
    let app = TestApp::start().await;
    let client = app.tenant().await.client;
    let id = client.post(TICKETS, json!({"subject": "Shared", "custom_fields": {"kept": 1}})).await.expect(201).id();
    let fields = [
        json!({"subject": "Changed"}),
        json!({"description": "Described"}),
        json!({"type": "problem"}),
        json!({"status": "open"}),
        json!({"priority": "p1"}),
        json!({"tags": ["vip"]}),
        json!({"requester": {"name": "Milton"}}),
        json!({"external_ref": {"system": "halopsa", "id": "4711"}}),
        json!({"resolution": {"code": "fixed"}}),
        json!({"comment": {"body": "Seen."}}),
    ];
    let named = (fields.len()..WRITERS).map(|n| json!({"custom_fields": {format!("field {n}"): n}}));
    let changes: Vec<_> = fields.iter().cloned().chain(named).collect();
    let answers = join_all(changes.iter().map(|wanted| change(&client, &id, wanted.clone()))).await;
    answers.into_iter().for_each(|answer| drop(answer.expect(200)));

    let ticket = client.get(&format!("{TICKETS}?id={id}")).await.expect(200).body;
    assert_eq!(ticket["version"], 1 + WRITERS);
    assert_eq!(ticket["counts"]["comments"], 1);
    for wanted in &fields[..fields.len() - 1] {
        for (name, value) in wanted.as_object().unwrap() {
            let value = match name.as_str() {
                "requester" => json!({"id": ticket["requester"]["id"], "name": "Milton", "email": null}),
                "resolution" => json!({"code": "fixed", "notes": null}),
                _ => value.clone(),
            };
            assert_eq!(ticket[name], value, "{name}");
        }
    }
    let custom = ticket["custom_fields"].as_object().unwrap();
    assert_eq!(custom.len(), 1 + WRITERS - fields.len());
    assert!((fields.len()..WRITERS).all(|n| custom[&format!("field {n}")] == n));
}

#[tokio::test]
async fn the_response_and_the_event_of_a_change_are_the_ticket_as_it_is_read() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (client, customer) = (&tenant.client, tenant.organization("Initech").await);
    let technician = tenant.sign_in("technician").await;
    let new = json!({"subject": "Old", "organization_id": customer, "requester": {"name": "Milton"}});
    let id = client.post(TICKETS, new).await.expect(201).id();
    for wanted in [
        json!({"subject": "New", "description": "Described", "tags": ["b", "a"], "priority": "p1"}),
        json!({"custom_fields": {"whole": [1, -2], "text": "ü", "large": u64::MAX}}),
        json!({"custom_fields": {"fraction": 0.1, "large": 1e16, "text": null}}),
        json!({"custom_fields": {"fraction": null, "large": null}}),
        json!({"assignee_id": technician.user, "external_ref": {"system": "halopsa", "id": "4711"}}),
        json!({"status": "scheduled", "scheduled_at": "2099-01-01T00:00:00.123456789Z"}),
        json!({"status": "open", "requester": {"name": "Samir"}, "comment": {"body": "Seen."}}),
        json!({"comment": {"body": "From the customer.", "author": {"name": "Samir"}}}),
        json!({"status": "resolved", "resolution": {"code": "fixed", "notes": "Replaced."}}),
        json!({"organization_id": tenant.organization("Initrode").await, "requester": null, "external_ref": null}),
        json!({"status": "closed"}),
    ] {
        let changed = change(client, &id, wanted.clone()).await.expect(200).body;
        assert_eq!(changed, client.get(&format!("{TICKETS}?id={id}")).await.expect(200).body, "{wanted}");
        let events = client.get("/api/events?type=ticket.updated&limit=100").await.expect(200).body;
        let events = events["data"].as_array().unwrap();
        assert!(events.iter().any(|event| event["data"]["object"] == changed), "{wanted}");
    }
    let other = client.post(TICKETS, json!({"subject": "Other", "organization_id": customer})).await.expect(201).id();
    let comments = format!("{TICKETS}/comments?ticket_id={other}");
    let comment = client.post(&comments, json!({"body": "Seen.", "visibility": "internal"})).await.expect(201).body;
    assert_eq!(client.get(&comments).await.expect(200).body["data"], json!([comment]));
    let read = client.get(&format!("{TICKETS}?id={other}")).await.expect(200).body;
    assert_eq!((&read["counts"]["comments"], &read["version"]), (&json!(1), &json!(2)));
}

#[tokio::test]
async fn a_dry_run_stores_nothing_and_reports_what_the_change_would_violate() {
    let app = TestApp::start().await;
    let client = app.tenant().await.client;
    let taken = json!({"subject": "First", "external_ref": {"system": "halopsa", "id": "1"}});
    client.post(TICKETS, taken.clone()).await.expect(201);
    let id = client.post(TICKETS, json!({"subject": "Second"})).await.expect(201).id();
    let target = format!("{TICKETS}?id={id}&dry_run=true");
    let planned = client.send(Method::PATCH, &target, Some(json!({"subject": "Planned"}))).await.expect(200);
    assert_eq!((planned.header("dry-run"), &planned.body["version"]), ("true", &json!(2)));
    let refused = client.send(Method::PATCH, &target, Some(taken.clone())).await;
    assert_eq!(refused.problem(), "409 external_ref_taken");
    assert_eq!(change(&client, &id, taken).await.problem(), "409 external_ref_taken");
    let read = client.get(&format!("{TICKETS}?id={id}")).await.expect(200).body;
    assert_eq!((&read["subject"], &read["version"]), (&json!("Second"), &json!(1)));
}
