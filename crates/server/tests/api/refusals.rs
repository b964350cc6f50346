//! Refusals say what is wrong: they name the other object of a conflict, list known values, and report all faults at once.

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Answer, TestApp};

const KEYS: &str = "/api/admin/api-keys";
const ORGANIZATIONS: &str = "/api/rmm/organizations";
const TICKETS: &str = "/api/psa/tickets";
const WORKFLOWS: &str = "/api/psa/workflows";

fn places(answer: &Answer, name: &str) -> Vec<String> {
    let errors = answer.body["errors"].as_array().unwrap();
    errors.iter().filter_map(|error| error[name].as_str()).map(str::to_owned).collect()
}

#[tokio::test]
async fn a_conflict_names_the_other_object() {
    let app = TestApp::start().await;
    let client = app.tenant().await.client;
    let reference = json!({"system": "crm", "id": "7"});
    let workflow = json!({"document": {"dsl": "1.0.0", "namespace": "acme", "name": "one", "version": "1.0.0"},
        "do": [{"pause": {"wait": "PT1S"}}]});
    for (path, kind, code, new) in [
        (ORGANIZATIONS, "organization", "409 name_taken", json!({"name": "One"})),
        ("/api/psa/views", "view", "409 name_taken", json!({"name": "One", "filter": {}})),
        ("/api/psa/macros", "macro", "409 name_taken", json!({"name": "One", "tasks": ["Reply"]})),
        ("/api/psa/teams", "team", "409 name_taken", json!({"name": "One"})),
        ("/api/admin/service-accounts", "service_account", "409 name_taken", json!({"name": "One", "scopes": ["*"]})),
        (WORKFLOWS, "workflow", "409 name_taken", json!({"name": "One", "definition": workflow})),
        (TICKETS, "ticket", "409 external_ref_taken", json!({"subject": "One", "external_ref": reference})),
        ("/api/rmm/devices", "device", "409 external_ref_taken", json!({"name": "One", "external_ref": reference})),
        ("/api/psa/contacts", "contact", "409 email_taken", json!({"name": "One", "emails": ["One@x.example"]})),
    ] {
        let first = client.post(path, new.clone()).await.expect(201).id();
        let refused = client.post(path, new).await;
        assert_eq!(refused.problem(), code, "{path}");
        assert_eq!(refused.body["conflicting"], json!({"type": kind, "id": first}), "{path}");
    }
    let first = client.post(ORGANIZATIONS, json!({"name": "Two", "external_ref": reference})).await.expect(201).id();
    let other = client.post(ORGANIZATIONS, json!({"name": "Three"})).await.expect(201).id();
    for change in [json!({"name": "Two"}), json!({"external_ref": reference})] {
        let refused = client.put(&format!("{ORGANIZATIONS}?id={other}"), change).await.expect(409);
        assert_eq!(refused.body["conflicting"]["id"], first);
    }
}

#[tokio::test]
async fn a_conflict_does_not_name_an_object_that_the_caller_cannot_read() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (mine, other) = (tenant.organization("Mine").await, tenant.organization("Other").await);
    let reference = json!({"system": "crm", "id": "7"});
    let ticket =
        |organization: &str| json!({"subject": "x", "organization_id": organization, "external_ref": reference});
    tenant.client.post(TICKETS, ticket(&other)).await.expect(201);
    let key = json!({"name": "restricted", "scopes": ["tickets:*"], "organization_ids": [mine]});
    let refused = tenant.key_of(key).await.post(TICKETS, ticket(&mine)).await;
    assert_eq!((refused.problem().as_str(), &refused.body["conflicting"]), ("409 external_ref_taken", &Value::Null));
}

#[tokio::test]
async fn an_active_run_is_what_keeps_its_workflow_from_being_archived() {
    let app = TestApp::start().await;
    let client = app.tenant().await.client;
    let definition = json!({"document": {"dsl": "1.0.0", "namespace": "acme", "name": "one", "version": "1.0.0"},
        "do": [{"pause": {"wait": "PT1H"}}]});
    let workflow = client.post(WORKFLOWS, json!({"name": "One", "definition": definition})).await.expect(201).id();
    let trigger = format!("{WORKFLOWS}/trigger");
    let run = client.post(&trigger, json!({"workflow": workflow})).await.expect(202).id();
    let refused = client.delete(&format!("{trigger}?id={workflow}")).await;
    assert_eq!(refused.problem(), "409 workflow_in_use");
    assert_eq!(refused.body["conflicting"], json!({"type": "workflow_run", "id": run}));
}

#[tokio::test]
async fn the_faults_of_a_bulk_request_are_those_of_its_operations() {
    let app = TestApp::start().await;
    let client = app.tenant().await.client;
    let operations = json!([{"create": {"subject": 7, "priority": "high"}}, {"update": {"id": "tkt_1", "change": {}}},
        {"creat": {"subject": "x"}}]);
    let refused = client.post("/api/psa/tickets/bulk", json!({"operations": operations})).await;
    let expected =
        ["/operations/0/create/priority", "/operations/0/create/subject", "/operations/1/update/id", "/operations/2"];
    assert_eq!(places(&refused, "pointer"), expected);
    assert_eq!(refused.body["errors"][0]["detail"], "is not one of the known values: p1, p2, p3, p4");
    assert_eq!(refused.body["errors"][2]["detail"], "\"tkt_1\" is not an id of the form tkt_…");
    assert_eq!(refused.body["errors"][3]["did_you_mean"], "create");
}

#[tokio::test]
async fn all_faults_of_parameters_come_at_once() {
    let app = TestApp::start().await;
    let client = app.tenant().await.client;
    let invalid = client.get(&format!("{TICKETS}?status=opne&limit=9999")).await;
    assert_eq!(invalid.problem(), "400 invalid_parameter");
    assert_eq!(places(&invalid, "parameter"), ["status", "limit"]);
    let unknown = client.get(&format!("{TICKETS}?stauts=open&limit=9999")).await;
    assert_eq!(unknown.problem(), "400 unknown_parameter");
    assert_eq!(places(&unknown, "parameter"), ["stauts", "limit"]);
}

#[tokio::test]
async fn faults_that_a_schema_cannot_express_come_with_the_others() {
    let app = TestApp::start().await;
    let client = app.tenant().await.client;
    let mut key = json!({"name": "x", "scopes": ["*"], "allowed_cidrs": ["10.0.0.0/8", "300.0.0.0/8", "10.0.0.0/99"]});
    assert_eq!(places(&client.post(KEYS, key.clone()).await, "pointer"), ["/allowed_cidrs/1", "/allowed_cidrs/2"]);
    key["expires_days"] = json!(0);
    let refused = client.post(KEYS, key).await;
    assert_eq!(places(&refused, "pointer"), ["/allowed_cidrs/1", "/allowed_cidrs/2", "/expires_days"]);
}

#[tokio::test]
async fn broken_yaml_is_called_yaml_and_yaml_that_is_sent_as_json_is_noticed() {
    let app = TestApp::start().await;
    let client = app.tenant().await.client;
    let refused = client.send_as(Method::POST, WORKFLOWS, "application/yaml", "document: {dsl: 1.0.0\ndo: [").await;
    assert_eq!(refused.problem(), "400 malformed_yaml");
    let detail = refused.body["detail"].as_str().unwrap();
    assert!(detail.starts_with("The body is not YAML: ") && detail.contains(" column "), "{detail}");
    let refused = client.send_as(Method::POST, WORKFLOWS, "application/json", "document: {dsl: 1.0.0}").await;
    assert_eq!(refused.problem(), "400 malformed_json");
    assert!(refused.body["detail"].as_str().unwrap().ends_with("Send YAML with Content-Type: application/yaml."));
}
