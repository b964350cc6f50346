//! References to devices in other resources: the devices of tickets, and the number of devices of a customer.

use crate::device_rows::insert_device;
use serde_json::json;
use testkit::TestApp;

const TICKETS: &str = "/api/psa/tickets";

#[tokio::test]
async fn a_ticket_names_devices_of_its_own_customer() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (one, two) = (tenant.organization("One").await, tenant.organization("Two").await);
    let own = insert_device(&app, &tenant, &one, json!({"name": "own"})).await;
    let anothers = insert_device(&app, &tenant, &two, json!({"name": "another's"})).await;
    let stranger = app.tenant().await;
    let theirs = stranger.organization("Theirs").await;
    let foreign = insert_device(&app, &stranger, &theirs, json!({"name": "foreign"})).await;
    let unknown = "dev_01h455vb4pex5vsknk084sn02q";

    let new = |devices: &[&str]| json!({"subject": "x", "organization_id": one, "device_ids": devices});
    let made = tenant.client.post(TICKETS, new(&[&own])).await.expect(201);
    assert_eq!(made.body["device_ids"], json!([own]));
    let refused = tenant.client.post(TICKETS, new(&[&own, &anothers, &foreign, unknown])).await;
    assert_eq!(refused.problem(), "422 invalid_request");
    let errors = refused.body["errors"].as_array().unwrap();
    let told: Vec<_> = errors.iter().map(|e| (e["pointer"].as_str().unwrap(), e["code"].as_str().unwrap())).collect();
    assert_eq!(
        told,
        [("/device_ids/1", "invalid"), ("/device_ids/2", "not_found"), ("/device_ids/3", "not_found")],
        "another tenant's device is like one that does not exist"
    );

    let target = format!("{TICKETS}?id={}", made.id());
    let change = |body| tenant.client.send(reqwest::Method::PATCH, &target, Some(body));
    assert_eq!(change(json!({"device_ids": [anothers]})).await.problem(), "422 invalid_request");
    let moved = change(json!({"organization_id": two})).await;
    assert_eq!(moved.body["errors"][0]["pointer"], "/device_ids/0", "the ticket's device stays behind");
    change(json!({"organization_id": two, "device_ids": [anothers]})).await.expect(200);

    // A deleted or moved device stays on its tickets, which can still be changed.
    tenant.client.delete(&format!("/api/rmm/devices?id={anothers}")).await.expect(204);
    let after = change(json!({"priority": "p1", "device_ids": [anothers]})).await.expect(200);
    assert_eq!(after.body["device_ids"], json!([anothers]));

    let restricted = tenant.key_of(json!({"name": "two", "scopes": ["tickets:*"], "organization_ids": [two]})).await;
    let refused = restricted.post(TICKETS, json!({"subject": "x", "organization_id": two, "device_ids": [own]})).await;
    assert_eq!(refused.body["errors"][0]["code"], "not_found", "what a key does not see is not there");
    let bulk = json!({"operations": [{"create": new(&[&anothers])}]});
    let bulk = tenant.client.post(&format!("{TICKETS}/bulk"), bulk).await.expect(200);
    assert_eq!(bulk.body["results"][0]["status"], 422);
}

#[tokio::test]
async fn a_customer_says_how_many_devices_it_has_when_asked() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (one, two) = (tenant.organization("One").await, tenant.organization("Two").await);
    for name in ["a", "b"] {
        insert_device(&app, &tenant, &one, json!({"name": name})).await;
    }
    let path = "/api/rmm/organizations";
    let read = tenant.client.get(&format!("{path}?id={one}&include=counts")).await.expect(200);
    assert_eq!(read.body["counts"], json!({"devices": 2}));
    let list = tenant.client.get(&format!("{path}?include=counts")).await.expect(200);
    let counts = list.body["data"].as_array().unwrap().iter().map(|o| (&o["id"], &o["counts"]["devices"]));
    assert_eq!(counts.collect::<Vec<_>>(), [(&json!(two), &json!(0)), (&json!(one), &json!(2))]);
    let plain = tenant.client.get(&format!("{path}?id={one}")).await.expect(200);
    assert!(plain.body.get("counts").is_none());
    assert_eq!(tenant.client.delete(&format!("{path}?id={one}")).await.problem(), "409 organization_in_use");
    tenant.client.delete(&format!("{path}?id={two}")).await.expect(204);
}
