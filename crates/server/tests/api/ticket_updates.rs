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
