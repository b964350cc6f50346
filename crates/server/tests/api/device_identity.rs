//! Identity of devices, as in `docs/inventory.md`: no agent takes over another's device.

use serde_json::{Value, json};
use testkit::{TestApp, TestTenant};

const DEVICES: &str = "/api/rmm/devices";
const A: &str = "4c4c4544-0034-3010-8048-b6c04f503732";
const B: &str = "8d1e4a20-7c11-41ee-b962-f242ac120002";

fn machine(name: &str, serial: &str, uuid: &str) -> Value {
    json!({"hardware": {"name": name, "uuid": uuid, "vmsystem": "Physical", "chassis_type": "Desktop"},
        "bios": {"ssn": serial, "smanufacturer": "Dell Inc."}})
}

async fn devices(tenant: &TestTenant) -> Vec<Value> {
    tenant.client.get(&format!("{DEVICES}?limit=200")).await.expect(200).body["data"].as_array().unwrap().clone()
}

fn flags(devices: &[Value]) -> usize {
    devices.iter().filter(|device| device["identity"]["conflict"] == true).count()
}

async fn events(tenant: &TestTenant, kind: &str) -> usize {
    let list = tenant.client.get(&format!("/api/events?type={kind}&limit=200")).await.expect(200);
    list.body["data"].as_array().unwrap().len()
}

#[tokio::test]
async fn clones_are_all_kept_and_all_flagged() {
    let app = TestApp::start().await;
    let (tenant, agents) = (app.tenant().await, app.agents());
    let token = tenant.enrolment(&tenant.organization("Initech").await).await;
    for clone in 0..12 {
        agents.report(&token, &format!("clone-{clone}"), &machine("clone", "640HP72", A)).await;
    }
    for _ in 0..2 {
        agents.report(&token, "clone-3", &machine("clone", "640HP72", A)).await;
    }
    let all = devices(&tenant).await;
    assert_eq!((all.len(), flags(&all)), (12, 12));
    assert_eq!(all[0]["identity"]["conflicts_with"].as_array().unwrap().len(), 11);
    assert_eq!(events(&tenant, "device.identity_conflict").await, 12);

    // Retired or deleted devices are in no conflict; a single remaining device is in none either.
    for device in &all[2..] {
        let target = format!("{DEVICES}?id={}", device["id"].as_str().unwrap());
        tenant.client.put(&target, json!({"retired": true})).await.expect(200);
    }
    assert_eq!(flags(&devices(&tenant).await), 2);
    tenant.client.delete(&format!("{DEVICES}?id={}", all[0]["id"].as_str().unwrap())).await.expect(204);
    assert_eq!(flags(&devices(&tenant).await), 0);
    let left = tenant.client.get(&format!("{DEVICES}?id={}", all[1]["id"].as_str().unwrap())).await.expect(200);
    assert_eq!(left.body["identity"]["same_hardware"].as_array().unwrap().len(), 10, "they stay linked");
}

#[tokio::test]
async fn clones_that_report_for_the_first_time_together_see_each_other() {
    let app = TestApp::start().await;
    let (tenant, agents) = (app.tenant().await, app.agents());
    let token = tenant.enrolment(&tenant.organization("Initech").await).await;
    let names: Vec<String> = (0..8).map(|clone| format!("clone-{clone}")).collect();
    let content = machine("clone", "640HP72", A);
    let reports = names.iter().map(|name| agents.report(&token, name, &content));
    futures::future::join_all(reports).await;
    let all = devices(&tenant).await;
    assert_eq!((all.len(), flags(&all)), (8, 8));
}

#[tokio::test]
async fn a_uuid_in_another_case_or_byte_order_is_the_same() {
    let app = TestApp::start().await;
    let (tenant, agents) = (app.tenant().await, app.agents());
    let token = tenant.enrolment(&tenant.organization("Initech").await).await;
    agents.report(&token, "one", &machine("one", "", A)).await;
    agents.report(&token, "one", &machine("one", "", &A.to_uppercase())).await;
    agents.report(&token, "one", &machine("one", "", "44454C4C-3400-1030-8048-B6C04F503732")).await;
    assert_eq!(devices(&tenant).await.len(), 1);
    agents.report(&token, "two", &machine("two", "", "44454c4c-3400-1030-8048-b6c04f503732")).await;
    assert_eq!(flags(&devices(&tenant).await), 2);
}

#[tokio::test]
async fn containers_and_junk_identify_nothing() {
    let app = TestApp::start().await;
    let (tenant, agents) = (app.tenant().await, app.agents());
    let token = tenant.enrolment(&tenant.organization("Initech").await).await;
    agents.report(&token, "host", &machine("host", "640HP72", A)).await;
    for container in ["c-1", "c-2"] {
        let mut inside = machine(container, "640HP72", A);
        inside["hardware"]["vmsystem"] = json!("Docker");
        agents.report(&token, container, &inside).await;
    }
    for board in ["board-1", "board-2"] {
        let nobody = machine(board, "To be filled by O.E.M.", "03000200-0400-0500-0006-000700080009");
        agents.report(&token, board, &nobody).await;
    }
    let all = devices(&tenant).await;
    assert_eq!((all.len(), flags(&all)), (5, 0));
    let kinds: Vec<_> = all.iter().map(|device| device["type"].as_str().unwrap()).collect();
    assert_eq!(kinds.iter().filter(|kind| **kind == "container").count(), 2);
}

#[tokio::test]
async fn a_new_installation_is_a_new_device_that_is_linked_to_the_old_one() {
    let app = TestApp::start().await;
    let (tenant, agents) = (app.tenant().await, app.agents());
    let token = tenant.enrolment(&tenant.organization("Initech").await).await;
    agents.report(&token, "before", &machine("pc-7", "640HP72", A)).await;
    agents.report(&token, "after", &machine("pc-7", "640HP72", A)).await;
    assert_eq!(flags(&devices(&tenant).await), 2, "both report");

    // The agent before the installation never reports again.
    let old = devices(&tenant).await[1]["id"].as_str().unwrap().to_owned();
    let silent = format!(
        "update device_presence set last_seen_at = last_seen_at - interval '31 days' \
             where device_id = '{0}';
         update devices set stale_check_at = now() - interval '1 day' where id = '{0}'",
        testkit::uuid_of(&old)
    );
    app.database.root().await.batch_execute(&silent).await.unwrap();
    inventory::find_stale(&app.app).await.unwrap_or_else(|problem| panic!("{}", problem.said()));
    let all = devices(&tenant).await;
    assert_eq!((flags(&all), &all[1]["status"], &all[0]["status"]), (0, &json!("stale"), &json!("online")));
    assert_eq!(all[0]["identity"]["same_hardware"], json!([old]));
    assert_eq!(events(&tenant, "device.stale").await, 1);

    // It reports again nevertheless.
    agents.report(&token, "before", &machine("pc-7", "640HP72", A)).await;
    let all = devices(&tenant).await;
    assert_eq!((flags(&all), &all[1]["status"]), (2, &json!("online")));
    let history = tenant.client.get(&format!("{DEVICES}/history?device_id={old}")).await.expect(200);
    let kinds: Vec<_> =
        history.body["data"].as_array().unwrap().iter().map(|entry| entry["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["conflict", "seen_again", "conflict_over", "stale", "conflict", "discovered"]);
}

#[tokio::test]
async fn a_rename_and_a_moved_disk_keep_their_device() {
    let app = TestApp::start().await;
    let (tenant, agents) = (app.tenant().await, app.agents());
    let token = tenant.enrolment(&tenant.organization("Initech").await).await;
    agents.report(&token, "one", &machine("pc-7", "640HP72", A)).await;
    agents.report(&token, "one", &machine("pc-8", "640HP72", A)).await;
    agents.report(&token, "one", &machine("pc-8", "7XYZ123", B)).await;
    let all = devices(&tenant).await;
    assert_eq!(
        (all.len(), &all[0]["hostname"], &all[0]["identifiers"]["serial"]),
        (1, &json!("pc-8"), &json!("7XYZ123"))
    );
}

#[tokio::test]
async fn machines_that_were_cloned_with_their_agent_get_a_device_each() {
    let app = TestApp::start().await;
    let (tenant, agents) = (app.tenant().await, app.agents());
    let token = tenant.enrolment(&tenant.organization("Initech").await).await;
    let (a, b) = (machine("vm-a", "640HP72", A), machine("vm-b", "7XYZ123", B));
    for content in [&a, &b, &a, &b, &a, &b] {
        agents.report(&token, "same", content).await;
    }
    let all = devices(&tenant).await;
    assert_eq!((all.len(), flags(&all)), (2, 2));
    let mut names: Vec<_> = all.iter().map(|device| device["hostname"].as_str().unwrap()).collect();
    names.sort_unstable();
    assert_eq!(names, ["vm-a", "vm-b"]);
    let versions: Vec<_> = all.iter().map(|device| device["version"].as_i64().unwrap()).collect();
    assert!(versions.iter().all(|version| *version <= 4), "they do not take turns for ever: {versions:?}");
}

#[tokio::test]
async fn an_agent_of_one_customer_does_not_report_for_another_and_nobody_learns_of_others_devices() {
    let app = TestApp::start().await;
    let (tenant, agents) = (app.tenant().await, app.agents());
    let (mine, other) = (tenant.organization("Mine").await, tenant.organization("Other").await);
    let (my_token, other_token) = (tenant.enrolment(&mine).await, tenant.enrolment(&other).await);
    agents.report(&my_token, "same-id", &machine("mine", "640HP72", A)).await;
    agents.report(&other_token, "same-id", &machine("other", "640HP72", A)).await;
    let all = devices(&tenant).await;
    assert_eq!((all.len(), flags(&all)), (2, 2), "two devices, and both customers are told");
    let scopes = ["devices:read", "events:read"];
    let key = tenant.key_of(json!({"name": "mine", "scopes": scopes, "organization_ids": [mine]})).await;
    let seen = key.get(DEVICES).await.expect(200);
    assert_eq!(seen.body["data"].as_array().unwrap().len(), 1);
    assert_eq!(seen.body["data"][0]["identity"]["conflicts_with"], json!([]));
    assert_eq!(seen.body["data"][0]["hostname"], "mine");
    let foreign = all.iter().find(|device| device["hostname"] == "other").unwrap()["id"].as_str().unwrap();
    assert!(!key.get("/api/events").await.expect(200).body.to_string().contains(foreign));

    // In another tenant the same id is another device.
    let stranger = app.tenant().await;
    let token = stranger.enrolment(&stranger.organization("Elsewhere").await).await;
    agents.report(&token, "same-id", &machine("stranger", "640HP72", A)).await;
    assert_eq!((devices(&stranger).await.len(), flags(&devices(&stranger).await)), (1, 0));
    assert_eq!(devices(&tenant).await.len(), 2);
}
