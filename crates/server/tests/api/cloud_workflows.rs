//! Machines that workflows make, change and delete.

use crate::{
    cloud_stage::Stage,
    workflow_engine::{act, step},
    workflows::{RUNS, TRIGGER, create, definition, start},
};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use testkit::{Database, temporal};

impl Stage {
    /// With workers and the engine that tests share.
    async fn working(name: &str) -> Stage {
        let port = Database::shared().await.port;
        let queue = format!("test-{:016x}", rand::random::<u64>());
        let engine = ["--temporal-url", &temporal::shared_url(), "--temporal-queue", &queue];
        let mut stage = Stage::set_with(Database::create(port, name).await.unwrap(), &engine).await;
        stage.app.work();
        stage
    }

    /// The run when it has ended. A machine takes some seconds for each of its steps.
    async fn ended(&self, run: &str) -> Value {
        let started = Instant::now();
        loop {
            let run = self.tenant.client.get(&format!("{RUNS}?id={run}")).await.expect(200).body;
            if !run["finished_at"].is_null() {
                return run;
            }
            assert!(started.elapsed() < Duration::from_secs(90), "it does not end: {run:#}");
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }

    /// All machines that moto ever had.
    async fn ever_made(&self) -> usize {
        self.moto.check_calls(false).await.unwrap();
        let listed = self.moto.act("ec2", &[("Action", "DescribeInstances")]).await.unwrap();
        self.moto.check_calls(true).await.unwrap();
        listed.matches("<instanceId>").count()
    }

    /// How many operations of this kind the tenant has.
    async fn operations(&self, kind: &str) -> usize {
        let listed = self.tenant.client.get("/api/operations").await.expect(200).body;
        listed["data"].as_array().unwrap().iter().filter(|operation| operation["kind"] == kind).count()
    }
}

fn provision() -> Value {
    json!({"call": "vm.provision", "with": {"provider_id": "${ $workflow.input.provider }", "name": "web-01",
        "size": "t3.micro", "image": "ami-12c6146b", "labels": {"env": "test"}}})
}

#[tokio::test]
async fn a_workflow_waits_until_its_machine_is_made_stopped_and_deleted() {
    let stage = Stage::working("cloud_workflow").await;
    let provider = stage.verified("tenant-control").await["id"].clone();
    let tasks = json!([
        {"make": provision()},
        {"stop": {"call": "vm.power", "with": {"id": "${ .id }", "power": "stopped"}}},
        {"remove": {"call": "vm.delete", "with": {"id": "${ .id }", "allow": "destroy"}}},
        {"check": {"call": "provider.verify", "with": {"id": "${ $workflow.input.provider }"}}},
    ]);
    create(&stage.tenant, "Machine", definition(tasks)).await;
    let input = json!({"provider": provider});
    let planned = json!({"workflow": "Machine", "input": input});
    let plan = stage.tenant.client.post(&format!("{TRIGGER}?dry_run=true"), planned).await.expect(202).body;
    assert_eq!((plan["plan"].as_array().unwrap().len(), &plan["error"]), (4, &Value::Null), "{plan:#}");
    assert_eq!(stage.ever_made().await, 0, "a plan makes nothing");

    let run = stage.ended(&start(&stage.tenant, "Machine", input).await.id()).await;
    assert_eq!(run["status"], "succeeded", "{run:#}");
    let made = &step(&run, "make")["output"];
    assert_eq!((&made["status"], &made["operation_id"]), (&json!("running"), &Value::Null));
    assert!(made["provider_ref"].is_string());
    assert_eq!(step(&run, "stop")["output"]["status"], "stopped");
    assert_eq!(step(&run, "remove")["output"]["status"], "deleted");
    assert_eq!(step(&run, "check")["output"]["status"], "verified");
    assert_eq!((stage.ever_made().await, stage.machines().await), (1, 0));
    stage.app.stop().await;
}

#[tokio::test]
async fn a_machine_that_is_refused_fails_its_step_and_a_retried_run_asks_again() {
    let stage = Stage::working("cloud_workflow_retry").await;
    let provider = stage.verified("tenant-control").await["id"].clone();
    create(&stage.tenant, "Machine", definition(json!([{"make": provision()}]))).await;
    stage.aws.fail("RunInstances", 500, "InsufficientInstanceCapacity", "");
    let run = start(&stage.tenant, "Machine", json!({"provider": provider})).await.id();
    let failed = stage.ended(&run).await;
    assert_eq!((&failed["status"], &failed["error"]["type"]), (&json!("failed"), &json!("vm_refused")), "{failed:#}");
    stage.aws.work("RunInstances");
    act(&stage.tenant.client, &run, json!({"action": "retry"})).await.expect(200);
    let run = stage.ended(&run).await;
    assert_eq!(run["status"], "succeeded", "{run:#}");
    assert_eq!(stage.ever_made().await, 1);
    stage.app.stop().await;
}

#[tokio::test]
async fn a_deletion_that_fails_is_requested_once_and_again_by_a_retried_run() {
    let stage = Stage::working("cloud_workflow_deletion").await;
    let provider = stage.verified("tenant-control").await["id"].clone();
    let remove = json!({"call": "vm.delete", "with": {"id": "${ .id }", "allow": "destroy"}});
    create(&stage.tenant, "Machine", definition(json!([{"make": provision()}, {"remove": remove}]))).await;
    stage.aws.fail("TerminateInstances", 400, "OperationNotPermitted", "It is protected from termination.");
    let run = start(&stage.tenant, "Machine", json!({"provider": provider})).await.id();
    let failed = stage.ended(&run).await;
    assert_eq!((&failed["status"], &failed["error"]["type"]), (&json!("failed"), &json!("vm_refused")), "{failed:#}");
    assert_eq!(failed["error"]["instance"], step(&failed, "remove")["path"]);
    assert_eq!((stage.operations("cloud.vms.delete").await, stage.machines().await), (1, 1));

    stage.aws.work("TerminateInstances");
    act(&stage.tenant.client, &run, json!({"action": "retry"})).await.expect(200);
    let run = stage.ended(&run).await;
    assert_eq!((&run["status"], &step(&run, "remove")["output"]["status"]), (&json!("succeeded"), &json!("deleted")));
    assert_eq!((stage.operations("cloud.vms.delete").await, stage.machines().await), (2, 0));
    stage.app.stop().await;
}

#[tokio::test]
async fn a_run_that_is_retried_long_after_it_failed_requests_no_second_machine() {
    let stage = Stage::working("cloud_workflow_late").await;
    let provider = stage.verified("tenant-control").await["id"].clone();
    create(&stage.tenant, "Machine", definition(json!([{"make": provision()}]))).await;
    stage.aws.fail("RunInstances", 400, "IdempotentParameterMismatch", "");
    let run = start(&stage.tenant, "Machine", json!({"provider": provider})).await.id();
    let failed = stage.ended(&run).await;
    assert_eq!(failed["error"]["type"], "vm_outcome_unknown", "{failed:#}");
    stage.aws.work("RunInstances");

    let root = stage.app.database.root().await;
    let retried = async |passed: &str| {
        root.batch_execute(passed).await.unwrap();
        act(&stage.tenant.client, &run, json!({"action": "retry"})).await.expect(200);
        stage.ended(&run).await["error"]["type"].clone()
    };
    // As if more than a day had passed, and then more than a month.
    assert_eq!(retried("delete from idempotency_keys").await, "vm_outcome_unknown");
    assert_eq!(stage.operations("cloud.vms.provision").await, 1);
    assert_eq!(retried("delete from operations").await, "operation_not_found");
    assert_eq!((stage.operations("cloud.vms.provision").await, stage.ever_made().await), (0, 0));
    assert_eq!(stage.vms("").await["data"].as_array().unwrap().len(), 1);
    stage.app.stop().await;
}

#[tokio::test]
async fn functions_of_machines_take_no_secrets_and_name_all_scopes() {
    let app = testkit::TestApp::start().await;
    let functions = app.tenant().await.client.get("/api/psa/workflows/functions").await.expect(200).body;
    let function = |name| functions["data"].as_array().unwrap().iter().find(|f| f["name"] == name).unwrap().clone();
    let (provision, power) = (function("vm.provision"), function("vm.power"));
    assert!(provision["input_schema"]["properties"].get("user_data").is_none(), "steps show their arguments");
    assert_eq!(provision["scopes"], json!(["cloud_vms:provision", "cloud_vms:read"]));
    assert_eq!(power["input_schema"]["required"], json!(["id", "power"]));
    assert_eq!(power["input_schema"]["properties"].as_object().unwrap().len(), 2);
    assert_eq!(function("provider.verify")["scopes"], json!(["cloud_providers:write"]));
}
