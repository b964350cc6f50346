use serde_json::{Value, json};
use testkit::TestApp;

const DEVICES: &str = "/api/rmm/devices";

#[tokio::test]
async fn a_device_without_an_agent_is_kept_by_hand() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let customer = tenant.organization("Initech").await;
    let new = json!({
        "name": "Reception printer", "type": "printer", "manufacturer": "HP", "tags": ["ground-floor"],
        "identifiers": {"serial": "CNB1", "mac": ["00-1B-21-3C-9D-F8"], "asset_tag": "IT-1"},
        "warranty_until": "2028-02-28", "external_ref": {"system": "crm", "id": "7"},
    });
    let created = tenant.client.post(DEVICES, new.clone()).await.expect(201);
    assert_eq!(created.body["organization_id"], customer);
    assert_eq!((&created.body["status"], &created.body["sources"]), (&json!("offline"), &json!([])));
    assert_eq!(created.body["identifiers"]["mac"], json!(["00:1b:21:3c:9d:f8"]));
    assert_eq!(tenant.client.post(DEVICES, new).await.problem(), "409 external_ref_taken");

    let change = json!({"name": "Printer 1", "model": "LaserJet", "tags": [], "contact": {"name": "Milton"}});
    let changed = tenant.client.put(&format!("{DEVICES}?id={}", created.id()), change).await.expect(200);
    assert_eq!((&changed.body["model"], &changed.body["version"]), (&json!("LaserJet"), &json!(2)));

    let history = tenant.client.get(&format!("{DEVICES}/history?device_id={}", created.id())).await.expect(200);
    let kinds: Vec<&Value> = history.body["data"].as_array().unwrap().iter().map(|entry| &entry["kind"]).collect();
    assert_eq!(kinds, ["changed", "discovered"]);
    let changes = history.body["data"][0]["changes"].as_array().unwrap();
    let mut fields: Vec<_> = changes.iter().map(|change| change["field"].as_str().unwrap()).collect();
    fields.sort_unstable();
    assert_eq!(fields, ["contact", "model", "name", "tags"]);
}

#[tokio::test]
async fn lists_are_filtered_by_one_thing_and_the_organization() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (one, two) = (tenant.organization("One").await, tenant.organization("Two").await);
    let mut ids = vec![];
    for (name, customer, serial) in [("a", &one, "S-100"), ("b", &one, "S-200"), ("c", &two, "S-100")] {
        let new = json!({"name": name, "organization_id": customer, "tags": ["vip", name],
            "identifiers": {"serial": serial, "hardware_uuid": "4C4C4544-0034-3010-8048-B6C04F503732"}});
        ids.push(tenant.client.post(DEVICES, new).await.expect(201).id());
    }
    let (client, ids) = (&tenant.client, &ids);
    let list = async |query: String| {
        let list = client.get(&format!("{DEVICES}?{query}")).await.expect(200);
        list.body["data"]
            .as_array()
            .unwrap()
            .iter()
            .map(|device| device["id"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(list("limit=2".into()).await, [ids[2].clone(), ids[1].clone()]);
    assert_eq!(list(format!("organization_id={one}")).await, [ids[1].clone(), ids[0].clone()]);
    assert_eq!(list("serial=s-100".into()).await, [ids[2].clone(), ids[0].clone()]);
    assert_eq!(list(format!("serial=S-100&organization_id={two}")).await, [ids[2].clone()]);
    assert_eq!(list("tag=vip&limit=1".into()).await, [ids[2].clone()]);
    assert_eq!(list("name=B".into()).await, [ids[1].clone()]);
    // As an operating system with another byte order writes it.
    assert_eq!(list("hardware_uuid=44454c4c-3400-1030-8048-b6c04f503732".into()).await.len(), 3);
    assert_eq!(list("hardware_uuid=00000000-0000-0000-0000-000000000000".into()).await.len(), 0);
    let refused = tenant.client.get(&format!("{DEVICES}?tag=vip&name=a")).await;
    assert_eq!(refused.problem(), "400 unsupported_combination");
    let device = tenant.client.get(&format!("{DEVICES}?id={}", ids[0])).await.expect(200);
    assert_eq!(device.body["identity"]["conflict"], false, "only agents are in conflict");
    assert_eq!(device.body["identity"]["same_hardware"], json!([ids[1], ids[2]]));
}

#[tokio::test]
async fn what_an_agent_reports_is_read_only_and_what_the_customer_writes_stays() {
    let app = TestApp::start().await;
    let (tenant, agents) = (app.tenant().await, app.agents());
    let customer = tenant.organization("Initech").await;
    let token = tenant.enrolment(&customer).await;
    agents.report(&token, "xps-1", &json!({"hardware": {"name": "xps"}, "bios": {"ssn": "640HP72"}})).await;
    let device = tenant.client.get(DEVICES).await.expect(200).body["data"][0].clone();
    let target = format!("{DEVICES}?id={}", device["id"].as_str().unwrap());

    let refused = tenant.client.put(&target, json!({"serial": "another"})).await;
    assert_eq!(refused.problem(), "409 reported_field");
    let own = json!({"name": "Milton's laptop", "tags": ["vip"], "asset_tag": "IT-7", "custom_fields": {"a": 1}});
    tenant.client.put(&target, own).await.expect(200);
    agents.report(&token, "xps-1", &json!({"hardware": {"name": "renamed"}, "bios": {"ssn": "640HP72"}})).await;
    let device = tenant.client.get(&target).await.expect(200).body;
    assert_eq!((&device["name"], &device["hostname"]), (&json!("Milton's laptop"), &json!("renamed")));
    assert_eq!((&device["tags"], &device["identifiers"]["asset_tag"]), (&json!(["vip"]), &json!("IT-7")));

    // Without a name of the customer's, a device has its host name.
    let device = tenant.client.put(&target, json!({"name": null})).await.expect(200);
    assert_eq!(device.body["name"], "renamed");
}

#[tokio::test]
async fn an_organization_with_devices_is_not_deleted() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let customer = tenant.organization("Initech").await;
    let device = tenant.client.post(DEVICES, json!({"name": "a"})).await.expect(201).id();
    let target = format!("/api/rmm/organizations?id={customer}");
    assert_eq!(tenant.client.delete(&target).await.problem(), "409 organization_in_use");
    tenant.client.delete(&format!("{DEVICES}?id={device}")).await.expect(204);
    tenant.client.delete(&target).await.expect(204);
}
