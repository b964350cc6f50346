//! Deleting, retiring and moving a device: the view of a key that is restricted to one customer, before and after.

use serde_json::{Value, json};
use testkit::{Client, TestApp, TestTenant};

const DEVICES: &str = "/api/rmm/devices";

async fn restricted(tenant: &TestTenant, organization: &str) -> Client {
    let scopes = ["devices:read", "devices:write", "events:read"];
    tenant.key_of(json!({"name": "restricted", "scopes": scopes, "organization_ids": [organization]})).await
}

fn kinds(events: &Value) -> Vec<&str> {
    let device = |event: &&Value| event["subject"]["type"] == "device";
    events["data"].as_array().unwrap().iter().filter(device).map(|event| event["type"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_device_that_is_moved_takes_along_what_it_is_and_leaves_what_was() {
    let app = TestApp::start().await;
    let (tenant, agents) = (app.tenant().await, app.agents());
    let (from, to) = (tenant.organization("From").await, tenant.organization("To").await);
    let (old_key, new_key) = (restricted(&tenant, &from).await, restricted(&tenant, &to).await);
    let token = tenant.enrolment(&from).await;
    let content = json!({"hardware": {"name": "xps", "lastloggeduser": "milton"}, "softwares": [{"name": "bash", "version": "5"}]});
    agents.report(&token, "xps-1", &content).await;
    let id = tenant.client.get(DEVICES).await.expect(200).body["data"][0]["id"].as_str().unwrap().to_owned();
    let (target, history) = (format!("{DEVICES}?id={id}"), format!("{DEVICES}/history?device_id={id}"));
    old_key.put(&target, json!({"tags": ["secret-of-from"]})).await.expect(200);
    assert_eq!(new_key.get(&target).await.problem(), "404 not_found");

    // A key that is restricted to one of them cannot move it.
    assert_eq!(old_key.put(&target, json!({"organization_id": to})).await.problem(), "403 organization_restricted");
    tenant.client.put(&target, json!({"organization_id": to, "tags": ["ours"]})).await.expect(200);

    assert_eq!(old_key.get(&target).await.problem(), "404 not_found");
    assert_eq!(old_key.get(&history).await.problem(), "404 not_found");
    assert_eq!(old_key.put(&target, json!({"tags": []})).await.problem(), "404 not_found");
    let seen = new_key.get(&target).await.expect(200);
    assert_eq!((&seen.body["tags"], &seen.body["software_count"]), (&json!(["ours"]), &json!(1)));
    let text = format!(
        "{} {}",
        new_key.get(&history).await.expect(200).body,
        new_key.get("/api/events").await.expect(200).body
    );
    for secret in [&from, "secret-of-from"] {
        assert!(!text.contains(secret), "the new customer does not learn from where it came: {text}");
    }
    let events = new_key.get("/api/events").await.expect(200);
    assert_eq!(kinds(&events.body), ["device.moved"]);
    let events = old_key.get("/api/events").await.expect(200);
    assert_eq!(kinds(&events.body), ["device.moved", "device.updated", "device.discovered"]);
    assert!(!events.body.to_string().contains(&to), "nor the old one where it went");
    let all = tenant.client.get(&history).await.expect(200);
    assert!(all.body.to_string().contains(&from), "whoever sees both knows");

    // Everything that belongs to it has moved: no row is left behind.
    let left = "select count(*) from (
        select organization_id, device_id from device_presence union all
        select organization_id, device_id from device_details union all
        select organization_id, device_id from device_sections union all
        select organization_id, device_id from device_identifiers union all
        select organization_id, device_id from device_tags union all
        select organization_id, device_id from device_software
    ) as rows join devices on devices.id = device_id where devices.organization_id <> rows.organization_id";
    assert_eq!(app.database.root().await.query_one(left, &[]).await.unwrap().get::<_, i64>(0), 0);
    // The agent keeps its token, and the device stays where it is.
    agents.report(&token, "xps-1", &json!({"hardware": {"name": "xps-2"}})).await;
    let seen = new_key.get(&target).await.expect(200);
    assert_eq!((&seen.body["hostname"], &seen.body["organization_id"]), (&json!("xps-2"), &json!(to)));
    let token = tenant.enrolment(&to).await;
    agents.report(&token, "xps-1", &json!({"hardware": {"name": "xps-3"}})).await;
    assert_eq!(tenant.client.get(DEVICES).await.expect(200).body["data"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_retired_device_stays_so_until_it_is_taken_back() {
    let app = TestApp::start().await;
    let (tenant, agents) = (app.tenant().await, app.agents());
    let token = tenant.enrolment(&tenant.organization("Initech").await).await;
    agents.report(&token, "xps-1", &json!({"hardware": {"name": "a"}})).await;
    let id = tenant.client.get(DEVICES).await.expect(200).body["data"][0]["id"].as_str().unwrap().to_owned();
    let target = format!("{DEVICES}?id={id}");
    let retired = tenant.client.put(&target, json!({"retired": true})).await.expect(200);
    assert_eq!(retired.body["status"], "retired");
    agents.report(&token, "xps-1", &json!({"hardware": {"name": "b"}})).await;
    let device = tenant.client.get(&target).await.expect(200);
    assert_eq!((&device.body["status"], &device.body["hostname"]), (&json!("retired"), &json!("b")));
    assert_eq!(tenant.client.put(&target, json!({"retired": false})).await.expect(200).body["status"], "online");
    let events = tenant.client.get(&format!("/api/events?subject_id={id}")).await.expect(200);
    assert_eq!(kinds(&events.body), ["device.updated", "device.updated", "device.retired", "device.discovered"]);
}

#[tokio::test]
async fn a_deleted_device_is_gone_and_its_agent_is_discovered_anew() {
    let app = TestApp::start().await;
    let (tenant, agents) = (app.tenant().await, app.agents());
    let customer = tenant.organization("Initech").await;
    let token = tenant.enrolment(&customer).await;
    let content = json!({"hardware": {"name": "a"}, "softwares": [{"name": "bash"}]});
    agents.report(&token, "xps-1", &content).await;
    let id = tenant.client.get(DEVICES).await.expect(200).body["data"][0]["id"].as_str().unwrap().to_owned();
    tenant.client.delete(&format!("{DEVICES}?id={id}")).await.expect(204);
    assert_eq!(tenant.client.get(&format!("{DEVICES}?id={id}")).await.problem(), "404 not_found");
    assert_eq!(tenant.client.get(&format!("{DEVICES}/history?device_id={id}")).await.problem(), "404 not_found");
    let root = app.database.root().await;
    let left = format!(
        "select (select count(*) from device_software where tenant_id = '{0}'), \
                (select count(*) from device_tombstones where tenant_id = '{0}')",
        tenant.id.0
    );
    let row = root.query_one(&left, &[]).await.unwrap();
    assert_eq!((row.get::<_, i64>(0), row.get::<_, i64>(1)), (0, 1));

    agents.report(&token, "xps-1", &content).await;
    let again = tenant.client.get(DEVICES).await.expect(200);
    assert_ne!(again.body["data"][0]["id"], id);
}
