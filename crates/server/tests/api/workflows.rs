//! Workflows without an engine: definitions, accepted runs, and plans.

use kernel::quotas::RUNS_AT_WORK;
use serde_json::{Value, json};
use testkit::{Answer, TestApp, TestTenant};

pub const WORKFLOWS: &str = "/api/psa/workflows";
pub const TRIGGER: &str = "/api/psa/workflows/trigger";
pub const RUNS: &str = "/api/psa/workflows/runs";

pub fn definition(tasks: Value) -> Value {
    let document = json!({"dsl": "1.0.0", "namespace": "acme", "name": "test", "version": "1.0.0"});
    with(json!({"document": document}), "do", tasks)
}

pub fn with(mut definition: Value, field: &str, value: Value) -> Value {
    definition[field] = value;
    definition
}

fn opens_a_ticket() -> Value {
    definition(json!([{"open": {"call": "ticket.create", "with": {"subject": "Hello"}}}]))
}

pub async fn create(tenant: &TestTenant, name: &str, definition: Value) -> String {
    tenant.client.post(WORKFLOWS, json!({"name": name, "definition": definition})).await.expect(201).id()
}

pub async fn start(tenant: &TestTenant, workflow: &str, input: Value) -> Answer {
    tenant.client.post(TRIGGER, json!({"workflow": workflow, "input": input})).await.expect(202)
}

#[tokio::test]
async fn a_workflow_is_accepted_and_its_run_has_an_id_at_once() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let workflow = create(&tenant, "Greet", opens_a_ticket()).await;
    let run = start(&tenant, "Greet", json!({"who": "you"})).await;
    assert_eq!(run.header("location"), format!("{RUNS}?id={}", run.id()));
    assert_eq!((&run.body["status"], &run.body["workflow_id"]), (&json!("queued"), &json!(workflow)));

    let read = tenant.client.get(&format!("{RUNS}?id={}", run.id())).await.expect(200);
    assert_eq!(read.body, run.body);
    assert_eq!(read.body["input"], json!({"who": "you"}));
    let list = tenant.client.get(&format!("{RUNS}?workflow_id={workflow}&status=queued")).await.expect(200);
    assert_eq!((&list.body["data"][0]["id"], &list.body["data"][0]["steps"]), (&run.body["id"], &Value::Null));
    let workflow = tenant.client.get(&format!("{TRIGGER}?id={workflow}")).await.expect(200);
    assert_eq!(workflow.body["last_run"]["id"], run.body["id"]);
}

#[tokio::test]
async fn a_definition_comes_as_an_object_as_text_or_in_yaml() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let text = "document: {dsl: 1.0.0, namespace: acme, name: test, version: 1.0.0}\n\
                do:\n  - open:\n      call: ticket.create\n      with: {subject: Hello}\n";
    let by_text = tenant.client.post(WORKFLOWS, json!({"name": "text", "definition": text})).await.expect(201);
    assert_eq!(by_text.body["definition"], opens_a_ticket());

    let body = "name: yaml\nenabled: false\ndefinition:\n  document: {dsl: 1.0.0, namespace: acme, name: test, version: 1.0.0}\n  \
                do:\n    - open: {call: ticket.create, with: {subject: Hello}}\n";
    let by_yaml = tenant.client.send_as(reqwest::Method::POST, WORKFLOWS, "application/yaml", body).await.expect(201);
    assert_eq!((&by_yaml.body["definition"], &by_yaml.body["enabled"]), (&opens_a_ticket(), &json!(false)));

    let alone = tenant.client.send_as(reqwest::Method::POST, WORKFLOWS, "application/yaml", text).await.expect(201);
    assert_eq!((&alone.body["name"], &alone.body["definition"]), (&json!("test"), &opens_a_ticket()));

    let broken = tenant.client.post(WORKFLOWS, json!({"name": "broken", "definition": "do: ["})).await;
    assert_eq!(
        (broken.problem().as_str(), &broken.body["errors"][0]["pointer"]),
        ("422 invalid_request", &json!("/definition"))
    );
}

#[tokio::test]
async fn all_faults_of_a_definition_come_at_once_each_at_its_place() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let wrong = with(
        definition(json!([
            {"open": {"call": "ticket.creat", "with": {"subject": "x"}}},
            {"list": {"call": "ticket.list", "with": {"limit": "many"}}},
            {"odd": {"dance": {}}},
            {"jq": {"set": {"x": "${ .a | }"}}},
        ])),
        "schedule",
        json!({"on": {"one": {"with": {"type": "ticket.creatd"}}}}),
    );
    let answer = tenant.client.post(WORKFLOWS, json!({"name": "wrong", "definition": wrong})).await;
    assert_eq!(answer.problem(), "422 invalid_request");
    let faults = answer.body["errors"].as_array().unwrap();
    let at = |place: &str| faults.iter().find(|fault| fault["pointer"].as_str().unwrap().starts_with(place));
    let function = at("/definition/do/0/open").unwrap();
    assert_eq!((&function["code"], &function["did_you_mean"]), (&json!("not_found"), &json!("ticket.create")));
    for place in ["/definition/do/1/list", "/definition/do/2/odd", "/definition/do/3/jq", "/definition/schedule"] {
        assert!(at(place).is_some(), "{place}: {faults:#?}");
    }
}

#[tokio::test]
async fn a_version_never_changes_and_an_older_one_comes_back_as_a_new_one() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let id = create(&tenant, "Greet", opens_a_ticket()).await;
    let run = start(&tenant, &id, json!({})).await;
    let other = definition(json!([{"say": {"call": "notify", "with": {"message": "Hi"}}}]));
    let target = format!("{TRIGGER}?id={id}");
    let patch = async |body: Value| tenant.client.send(reqwest::Method::PATCH, &target, Some(body)).await;
    let second = patch(json!({"definition": other})).await.expect(200);
    assert_eq!((&second.body["definition_version"], &second.body["definition"]), (&json!(2), &other));
    let third = patch(json!({"rollback_to": 1, "name": "Greet again"})).await.expect(200);
    assert_eq!((&third.body["latest_version"], &third.body["definition"]), (&json!(3), &opens_a_ticket()));
    let older = tenant.client.get(&format!("{target}&version=2")).await.expect(200);
    assert_eq!((&older.body["definition_version"], &older.body["definition"]), (&json!(2), &other));
    assert_eq!(patch(json!({"rollback_to": 9})).await.problem(), "422 invalid_request");
    let kept = tenant.client.get(&format!("{RUNS}?id={}", run.id())).await.expect(200);
    assert_eq!(kept.body["workflow_version"], 1);
}

#[tokio::test]
async fn only_what_is_there_enabled_and_fit_is_run() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let schema = json!({"schema": {"document": {"type": "object", "required": ["server"],
        "properties": {"server": {"type": "string"}}}}});
    let id = create(&tenant, "Patch", with(opens_a_ticket(), "input", schema)).await;
    let run = async |body: Value| tenant.client.post(TRIGGER, body).await;
    let unknown = run(json!({"workflow": "Nothing"})).await;
    assert_eq!(
        (unknown.problem().as_str(), &unknown.body["errors"][0]["pointer"]),
        ("422 invalid_request", &json!("/workflow"))
    );
    let unfit = run(json!({"workflow": "Patch", "input": {"server": 7}})).await;
    assert_eq!(
        (unfit.problem().as_str(), &unfit.body["errors"][0]["pointer"]),
        ("422 invalid_request", &json!("/input/server"))
    );
    run(json!({"workflow": id, "input": {"server": "srv-01"}})).await.expect(202);
    tenant
        .client
        .send(reqwest::Method::PATCH, &format!("{TRIGGER}?id={id}"), Some(json!({"enabled": false})))
        .await
        .expect(200);
    assert_eq!(run(json!({"workflow": id, "input": {"server": "srv-01"}})).await.problem(), "409 workflow_disabled");
}

#[tokio::test]
async fn what_runs_is_not_archived_unless_it_must() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let id = create(&tenant, "Greet", opens_a_ticket()).await;
    let run = start(&tenant, &id, json!({})).await;
    assert_eq!(tenant.client.delete(&format!("{TRIGGER}?id={id}")).await.problem(), "409 workflow_in_use");
    tenant.client.delete(&format!("{TRIGGER}?id={id}&force=true")).await.expect(204);
    let run = tenant.client.get(&format!("{RUNS}?id={}", run.id())).await.expect(200);
    assert_eq!(run.body["status"], "canceled");
    let list = tenant.client.get(TRIGGER).await.expect(200);
    assert_eq!(list.body["data"], json!([]));
    let archived = tenant.client.get(&format!("{TRIGGER}?archived=true")).await.expect(200);
    assert_eq!(archived.body["data"][0]["id"], json!(id));
    create(&tenant, "Greet", opens_a_ticket()).await;
}

#[tokio::test]
async fn one_too_many_of_a_key_waits_is_skipped_or_cancels_the_other() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    for (on_conflict, first, second) in
        [("queue", "queued", "queued"), ("skip", "queued", "skipped"), ("cancel_running", "canceled", "queued")]
    {
        let rule = json!({"key": "${ .server }", "limit": 1, "on_conflict": on_conflict});
        create(&tenant, on_conflict, with(opens_a_ticket(), "concurrency", rule)).await;
        let one = start(&tenant, on_conflict, json!({"server": "srv-01"})).await;
        let two = start(&tenant, on_conflict, json!({"server": "srv-01"})).await;
        let other = start(&tenant, on_conflict, json!({"server": "srv-02"})).await;
        assert_eq!((&one.body["concurrency_key"], &two.body["status"]), (&json!("srv-01"), &json!(second)));
        let one = tenant.client.get(&format!("{RUNS}?id={}", one.id())).await.expect(200);
        assert_eq!((&one.body["status"], &other.body["status"]), (&json!(first), &json!("queued")), "{on_conflict}");
        // Only admitted runs are passed to the engine.
        let sql = "select count(*) from engine_outbox where run_id in
            (select id from workflow_runs where tenant_id = $1 and id::text = any ($2))";
        let ids = vec![uuid_of(&two.id())];
        let told: i64 = app.database.root().await.query_one(sql, &[&tenant.id.0, &ids]).await.unwrap().get(0);
        assert_eq!(told, i64::from(on_conflict == "cancel_running"), "{on_conflict}");
    }
}

fn uuid_of(run: &str) -> String {
    run.parse::<api::RunId>().unwrap().0.to_string()
}

#[tokio::test]
async fn what_a_canceled_run_held_up_has_its_turn() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let rule = json!({"key": "${ .server }", "limit": 1, "on_conflict": "queue"});
    create(&tenant, "Patch", with(opens_a_ticket(), "concurrency", rule)).await;
    let one = start(&tenant, "Patch", json!({"server": "srv-01"})).await;
    let two = start(&tenant, "Patch", json!({"server": "srv-01"})).await;
    tenant.client.delete(&format!("{RUNS}?id={}", one.id())).await.expect(204);
    assert_eq!(tenant.client.delete(&format!("{RUNS}?id={}", one.id())).await.problem(), "409 run_finished");
    let sql = "select admitted_at is not null and not held from workflow_runs where tenant_id = $1 and id::text = $2";
    let root = app.database.root().await;
    assert!(root.query_one(sql, &[&tenant.id.0, &uuid_of(&two.id())]).await.unwrap().get::<_, bool>(0));
}

#[tokio::test]
async fn a_tenant_has_so_many_runs_at_work_and_no_more() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    create(&tenant, "Greet", opens_a_ticket()).await;
    for _ in 0..RUNS_AT_WORK + 3 {
        start(&tenant, "Greet", json!({})).await;
    }
    let sql = "select count(*) from engine_outbox where tenant_id = $1";
    let told: i64 = app.database.root().await.query_one(sql, &[&tenant.id.0]).await.unwrap().get(0);
    assert_eq!(told, i64::from(RUNS_AT_WORK));
}

#[tokio::test]
async fn so_many_runs_wait_and_no_more() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    create(&tenant, "Greet", opens_a_ticket()).await;
    start(&tenant, "Greet", json!({})).await;
    let sql =
        "insert into workflow_runs (tenant_id, id, workflow_id, workflow_version, status, trigger_type, starter_ids,
            input, created_at, updated_at)
        select tenant_id, gen_random_uuid(), workflow_id, workflow_version, status, trigger_type, starter_ids, input,
            created_at, updated_at
        from workflow_runs, generate_series(2, 10000) where tenant_id = $1";
    app.database.root().await.execute(sql, &[&tenant.id.0]).await.unwrap();
    let refused = tenant.client.post(TRIGGER, json!({"workflow": "Greet"})).await;
    assert_eq!(refused.problem(), "409 quota_exceeded");
    let runs = tenant.client.get(&format!("{RUNS}?status=failed")).await.expect(200);
    assert_eq!(runs.body["data"], json!([]), "what is refused leaves nothing");
}

#[tokio::test]
async fn every_function_has_schemas() {
    let app = TestApp::start().await;
    let functions = app.tenant().await.client.get("/api/psa/workflows/functions").await.expect(200);
    let names: Vec<_> =
        functions.body["data"].as_array().unwrap().iter().map(|f| f["name"].as_str().unwrap()).collect();
    for wanted in [
        "approval",
        "event.list",
        "http",
        "notify",
        "organization.get",
        "organization.list",
        "search",
        "ticket.comment",
        "ticket.create",
        "ticket.get",
        "ticket.list",
        "ticket.update",
    ] {
        assert!(names.contains(&wanted), "{names:?}");
    }
    let function = |name| functions.body["data"].as_array().unwrap().iter().find(|f| f["name"] == name).unwrap();
    let (create, get) = (function("ticket.create"), function("ticket.get"));
    assert_eq!((&create["writes"], &create["scopes"]), (&json!(true), &json!(["tickets:write"])));
    assert_eq!(create["input_schema"]["required"], json!(["subject"]));
    assert!(create["input_schema"]["properties"].get("dry_run").is_none());
    assert_eq!((&get["writes"], &get["input_schema"]["required"]), (&json!(false), &json!(["id"])));
    for function in functions.body["data"].as_array().unwrap() {
        assert_eq!(function["input_schema"]["type"], "object", "{function}");
    }
}

#[tokio::test]
async fn a_plan_lists_what_would_be_written_and_writes_nothing() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    tenant.organization("Initech").await;
    let tasks = json!([
        {"customers": {"call": "organization.list", "with": {}, "export": {"as": "${ {customer: .data[0].id} }"}}},
        {"open": {"call": "ticket.create",
            "with": {"subject": "${ \"Patch \" + $workflow.input.server }", "organization_id": "${ $context.customer }"}}},
        {"ask": {"call": "approval", "with": {"summary": "Go?"}, "output": {"as": "${ $input }"}}},
        {"solve": {"call": "ticket.update", "with": {"id": "${ .id }", "priority": "p1"}}},
    ]);
    create(&tenant, "Patch", definition(tasks)).await;
    let body = json!({"workflow": "Patch", "input": {"server": "srv-01"}});
    let plan = tenant.client.post(&format!("{TRIGGER}?dry_run=true"), body).await.expect(202);
    assert_eq!((plan.header("dry-run"), &plan.body["error"]), ("true", &Value::Null), "{:#}", plan.body);
    let steps = plan.body["plan"].as_array().unwrap();
    let effects: Vec<_> =
        steps.iter().map(|s| (s["function"].as_str().unwrap(), s["effect"].as_str().unwrap())).collect();
    assert_eq!(
        effects,
        [
            ("organization.list", "read"),
            ("ticket.create", "write"),
            ("approval", "approval"),
            ("ticket.update", "write")
        ]
    );
    assert_eq!(
        (&steps[1]["target"], &steps[1]["arguments"]["subject"]),
        (&json!("POST /api/psa/tickets"), &json!("Patch srv-01"))
    );
    assert_eq!(steps[1]["result"]["subject"], "Patch srv-01");
    assert_eq!(tenant.client.get("/api/psa/tickets").await.expect(200).body["data"], json!([]));
    assert_eq!(tenant.client.get(RUNS).await.expect(200).body["data"], json!([]));
}

#[tokio::test]
async fn a_plan_says_no_more_than_so_much() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let tell = json!({"call": "notify", "with": {"message": "hello", "data": {"text": "${ \"x\" * 200000 }"}}});
    let tasks = json!([{"often": {"for": {"in": "${ [range(40)] }"}, "do": [{"tell": tell}]}}]);
    create(&tenant, "Talk", definition(tasks)).await;
    let plan = tenant.client.post(&format!("{TRIGGER}?dry_run=true"), json!({"workflow": "Talk"})).await.expect(202);
    assert_eq!((&plan.body["status"], &plan.body["error"]["type"]), (&json!("failed"), &json!("too_large")));
    assert!(plan.body["plan"].as_array().unwrap().len() < 40);
}

#[tokio::test]
async fn a_workflow_reaches_no_further_than_its_author() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let weak = tenant.key_with(&["workflows:write", "workflows:run", "workflows:read"]).await;
    weak.post(WORKFLOWS, json!({"name": "Weak", "definition": opens_a_ticket()})).await.expect(201);
    // Also if a caller with more rights runs it.
    let plan = tenant.client.post(&format!("{TRIGGER}?dry_run=true"), json!({"workflow": "Weak"})).await.expect(202);
    assert_eq!((&plan.body["status"], &plan.body["error"]["type"]), (&json!("failed"), &json!("insufficient_scope")));

    let (mine, other) = (tenant.organization("Initech").await, tenant.organization("Globex").await);
    let bound = tenant.key_of(json!({"name": "bound", "scopes": ["*"], "organization_ids": [mine]})).await;
    let beyond = json!({"name": "Beyond", "definition": opens_a_ticket(), "organization_ids": [other]});
    assert_eq!(bound.post(WORKFLOWS, beyond).await.problem(), "403 organization_restricted");
    let own = bound.post(WORKFLOWS, json!({"name": "Own", "definition": opens_a_ticket()})).await.expect(201);
    assert_eq!(own.body["organization_ids"], json!([mine]));
    // And sees no others.
    let seen = bound.get(TRIGGER).await.expect(200);
    assert_eq!(seen.body["data"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn nobody_outside_passes_for_one_of_our_own_parts() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let sly =
        app.client().with_header("x-request-id", "run_01h455vb4pex5vsknk084sn02q").with_header("x-inside", "true");
    let answer = sly.get("/api/psa/tickets").await;
    assert_eq!(answer.problem(), "401 unauthenticated");
    assert!(answer.header("x-request-id").starts_with("req_"));
    let named = tenant.client.with_header("x-request-id", "run_01h455vb4pex5vsknk084sn02q");
    assert!(named.get("/api/psa/tickets").await.expect(200).header("x-request-id").starts_with("req_"));
}
