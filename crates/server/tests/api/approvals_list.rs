//! `GET /api/psa/workflows/approvals`: pending approvals, who can decide them, and why others cannot.

use super::workflow_approvals::{Asked, LIST, Named, two};
use serde_json::{Value, json};
use testkit::Client;

#[tokio::test]
async fn approvals_are_listed_with_what_the_caller_can_do_about_them() {
    let asked = Asked::new().await;
    let (starter, other) = two(&asked.tenant).await;
    let viewer = asked.tenant.sign_in("viewer").await;
    let asked = Asked::started_by(&starter.client, asked, 2, Named::default()).await;
    let of_run = format!("{LIST}?run_id={}", asked.run);
    let cannot = async |client: &Client| {
        let listed = client.get(&of_run).await.expect(200).body["data"][0].clone();
        assert_eq!(listed["can_decide"], json!(listed["cannot_decide"].is_null()));
        listed["cannot_decide"].clone()
    };
    assert_eq!(cannot(&starter.client).await, "behind_the_run");
    assert_eq!(cannot(&viewer.client).await, "scope_missing");
    assert_eq!(cannot(&asked.tenant.client).await, "session_required");
    assert_eq!(cannot(&other.client).await, Value::Null);

    let mine = other.client.get(&format!("{LIST}?mine=true")).await.expect(200);
    assert_eq!(mine.body["data"].as_array().unwrap().len(), 2, "this one and that of the tenant's first key");
    let mine = other.client.get(&format!("{LIST}?mine=true&run_id={}", asked.run)).await.expect(200);
    let listed = &mine.body["data"][0];
    assert_eq!((&listed["run"]["id"], &listed["run"]["workflow_name"]), (&json!(asked.run), &json!("Ask")));
    assert_eq!(listed["requested_by"]["id"], json!(starter.user.to_string()));
    let url = format!("{}/approvals/?id={}", asked.app.app.settings.base_url, listed["id"].as_str().unwrap());
    assert_eq!(listed["url"], json!(url));
    for nobody in [&starter.client, &viewer.client, &asked.tenant.client] {
        let mine = nobody.get(&format!("{LIST}?mine=true&run_id={}", asked.run)).await.expect(200);
        assert_eq!(mine.body["data"], json!([]));
    }

    let one = other.client.get(&format!("{LIST}?id={}", listed["id"].as_str().unwrap())).await.expect(200);
    assert_eq!((&one.body, one.header("etag")), (listed, "\"v1\""));
    asked.approve(&other.client).await.expect(200);
    assert_eq!(cannot(&other.client).await, "decided_already");
    let rest = other.client.get(&format!("{LIST}?mine=true&status=pending")).await.expect(200);
    assert_eq!(rest.body["data"].as_array().unwrap().len(), 1);
    let none = other.client.get(&format!("{LIST}?mine=true&status=approved")).await.expect(200);
    assert_eq!(none.body["data"], json!([]));
    asked.act(&asked.tenant.sign_in("owner").await.client, json!({"action": "reject"})).await.expect(200);
    let rejected = other.client.get(&format!("{LIST}?status=rejected&limit=1")).await.expect(200);
    let entry = &rejected.body["data"][0];
    assert_eq!(
        (&entry["cannot_decide"], &entry["outcome"]),
        (&json!("not_pending"), &json!("It was rejected after 1 of 2 approvals."))
    );
    let page = other.client.get(&format!("{LIST}?limit=1")).await.expect(200);
    let next = format!("{LIST}?limit=1&cursor={}", page.body["next_cursor"].as_str().unwrap());
    let next = other.client.get(&next).await.expect(200);
    assert_ne!(next.body["data"][0]["id"], page.body["data"][0]["id"]);
}
