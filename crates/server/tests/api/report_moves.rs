//! Reports about a device, as read with keys that are restricted to a customer, before and after it is moved, retired
//! and deleted.

use crate::device_rows::insert_device;
use serde_json::{Value, json};
use testkit::{Client, TestApp, TestTenant};

const DEVICES: &str = "/api/rmm/devices";
const REPORT: &str = "/api/rmm/reports/asset-inventory";

async fn restricted(tenant: &TestTenant, organization: &str) -> Client {
    let scopes = ["devices:*", "assets:read", "events:read", "tickets:*", "organizations:read"];
    tenant.key_of(json!({"name": "restricted", "scopes": scopes, "organization_ids": [organization]})).await
}

/// Everything that a key can read about a device, as one text.
async fn sight(client: &Client, device: &str) -> String {
    let mut seen = String::new();
    for target in [
        DEVICES.to_owned(),
        format!("{DEVICES}?id={device}"),
        format!("{DEVICES}?name=Mobile"),
        format!("{DEVICES}/history?device_id={device}"),
        format!("{REPORT}?include=software,disks,networks&group_by=organization_id"),
        format!("{REPORT}?format=csv&include=software"),
        format!("{REPORT}?software=Secret%20Suite"),
        "/api/rmm/software".to_owned(),
        "/api/rmm/organizations?include=counts".to_owned(),
    ] {
        let mut answer = client.get(&target).await;
        // The report repeats its parameters; a refusal may repeat nothing.
        if let Some(report) = answer.body.get_mut("report") {
            report["filters"].take();
        }
        seen.push_str(&answer.body.to_string());
    }
    seen
}

/// True if the report of changes lists the device as gone; `None` if it does not contain it.
async fn gone(client: &Client, device: &str, since: &str) -> Option<bool> {
    let answer = client.get(&format!("{REPORT}?updated_since={since}")).await.expect(200);
    let row = answer.body["data"].as_array().unwrap().iter().find(|row| row["id"] == device).cloned()?;
    Some(row["deleted_at"].is_string())
}

async fn history(client: &Client, device: &str) -> Vec<Value> {
    let answer = client.get(&format!("{DEVICES}/history?device_id={device}")).await.expect(200);
    answer.body["data"].as_array().unwrap().clone()
}

#[tokio::test]
async fn a_device_that_leaves_a_customer_takes_everything_along() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (one, two) = (tenant.organization("One").await, tenant.organization("Two").await);
    let (of_one, of_two) = (restricted(&tenant, &one).await, restricted(&tenant, &two).await);
    let since = kernel::clock::Clock::System.now().to_string();
    let device = json!({"name": "Mobile", "hostname": "mobile", "serial": "SN-MOBILE", "last_user": "user-of-mobile",
        "software": [["Secret Suite", "1.0"]], "networks": [{"name": "eth0", "mac": "00:1b:21:3c:9d:f8",
        "addresses": ["10.9.8.7"], "virtual_interface": null}]});
    let device = insert_device(&app, &tenant, &one, device).await;
    let target = format!("{DEVICES}?id={device}");
    of_one.put(&target, json!({"custom_fields": {"room": "attic of One"}})).await.expect(200);
    let ticket = json!({"subject": "x", "organization_id": one, "device_ids": [device]});
    tenant.client.post("/api/psa/tickets", ticket).await.expect(201);
    let traces = [device.as_str(), "Mobile", "SN-MOBILE", "Secret Suite", "10.9.8.7", "user-of-mobile"];

    let (first, second) = (sight(&of_one, &device).await, sight(&of_two, &device).await);
    assert!(traces.iter().all(|trace| first.contains(trace)), "{first}");
    assert!(traces.iter().all(|trace| !second.contains(trace)), "{second}");
    assert_eq!(of_two.put(&target, json!({"tags": ["x"]})).await.problem(), "404 not_found");
    assert_eq!(of_two.delete(&target).await.problem(), "404 not_found");
    let took = of_one.put(&target, json!({"organization_id": two})).await;
    assert!(took.status.is_client_error(), "a key of One cannot give a device to Two: {}", took.body);
    let past = history(&of_one, &device).await;

    // Moved: the first customer has lost it, the second has it without its past.
    tenant.client.put(&target, json!({"organization_id": two, "custom_fields": {}})).await.expect(200);
    let (first, second) = (sight(&of_one, &device).await, sight(&of_two, &device).await);
    assert!(traces.iter().all(|trace| !first.contains(trace)), "{first}");
    assert!(traces.iter().all(|trace| second.contains(trace)), "{second}");
    assert!(!second.contains("attic of One"), "{second}");
    assert_eq!((gone(&of_one, &device, &since).await, gone(&of_two, &device, &since).await), (Some(true), Some(false)));
    assert_eq!(of_one.put(&target, json!({"tags": ["x"]})).await.problem(), "404 not_found");
    let present = history(&of_two, &device).await;
    assert!(past.iter().all(|entry| present.iter().all(|other| other["id"] != entry["id"])), "{present:?}");
    assert!(history(&tenant.client, &device).await.len() > present.len(), "who sees both sees all of it");
    let own = json!({"subject": "y", "organization_id": one, "device_ids": [device]});
    assert_eq!(of_one.post("/api/psa/tickets", own).await.problem(), "422 invalid_request");

    // Retired: it stays where it is.
    tenant.client.put(&target, json!({"retired": true})).await.expect(200);
    let first = sight(&of_one, &device).await;
    assert!(traces.iter().all(|trace| !first.contains(trace)), "{first}");
    let status = of_two.get(&target).await.expect(200);
    assert_eq!(status.body["status"], "retired");

    // Deleted: gone for both, and both reports contain it.
    tenant.client.delete(&target).await.expect(204);
    for client in [&of_one, &of_two, &tenant.client] {
        let seen = sight(client, &device).await;
        assert!(traces.iter().all(|trace| !seen.contains(trace)), "{seen}");
        assert_eq!(gone(client, &device, &since).await, Some(true));
        assert_eq!(client.get(&target).await.problem(), "404 not_found");
    }
    let stranger = app.tenant().await;
    assert_eq!(gone(&stranger.client, &device, &since).await, None);
}
