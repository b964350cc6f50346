//! Machines that are made, changed and deleted: each once, whatever becomes of the answers.

use crate::{
    cloud_stage::{PROVIDERS, Stage},
    cloud_vms::VMS,
};
use serde_json::{Value, json};
use std::time::Duration;
use testkit::{Answer, Loss};

/// An image that moto has.
const IMAGE: &str = "ami-12c6146b";

/// More turns than any operation has.
const TURNS: usize = 90;

impl Stage {
    /// A new verified provider with this guard.
    pub async fn provider_with(&self, role: &str, guard: Value) -> String {
        let new = json!({"name": role, "kind": "aws", "config": {"regions": ["eu-central-1"]}, "guard": guard});
        let made = self.tenant.client.post(PROVIDERS, new).await.expect(201).body;
        let verified = self.verified_as(&made, role).await;
        assert_eq!(verified["status"], "verified", "{verified:#}");
        verified["id"].as_str().unwrap().to_owned()
    }

    pub async fn request(&self, provider: &str, name: &str) -> Answer {
        let new = json!({"provider_id": provider, "name": name, "size": "t3.micro", "image": IMAGE,
            "labels": {"env": "test"}, "user_data": "#!/bin/sh\necho hello"});
        self.tenant.client.post(VMS, new).await
    }

    /// Gives all operations turns until none is left, as if the pauses between them had passed.
    pub async fn work(&self) {
        let root = self.app.database.root().await;
        for _ in 0..TURNS {
            root.batch_execute(
                "update operations
                set due_at = null, leased_until = null, reached = case when reached > 1 then reached - 1000 else reached end
                where status in ('pending', 'running')",
            )
            .await
            .unwrap();
            let turns = cloud::operate_due(&self.app.app).await.unwrap_or_else(|problem| panic!("{}", problem.said()));
            if turns == 0 {
                return;
            }
        }
        panic!("an operation does not end");
    }

    pub async fn operation(&self, vm: &Value) -> Value {
        let target = format!("/api/operations?id={}", vm["operation_id"].as_str().unwrap());
        self.tenant.client.get(&target).await.expect(200).body
    }

    async fn vm(&self, vm: &Value) -> Value {
        self.vms(&format!("id={}", vm["id"].as_str().unwrap())).await
    }

    /// The machines of moto that are not terminated.
    pub async fn machines(&self) -> usize {
        self.moto.check_calls(false).await.unwrap();
        let listed = self.moto.act("ec2", &[("Action", "DescribeInstances")]).await.unwrap();
        self.moto.check_calls(true).await.unwrap();
        listed.matches("<instanceId>").count() - listed.matches("<name>terminated</name>").count()
    }
}

fn outcome(operation: &Value) -> (&str, Option<&str>) {
    (operation["status"].as_str().unwrap(), operation["error"]["code"].as_str())
}

#[tokio::test]
async fn a_machine_is_made_stopped_started_restarted_and_deleted() {
    let stage = Stage::alone("cloud_provision").await;
    let provider = stage.provider_with("tenant-control", json!({})).await;
    let answer = stage.request(&provider, "web-01").await.expect(202);
    let vm = &answer.body;
    assert!(answer.header("location").ends_with(vm["operation_id"].as_str().unwrap()));
    assert_eq!((&vm["status"], &vm["managed"], &vm["provider_ref"]), (&json!("requested"), &json!(true), &Value::Null));
    assert_eq!((&vm["price"]["monthly"], &vm["drift"]["state"]), (&json!("7.30"), &json!("unknown")));
    assert_eq!(stage.machines().await, 0, "a worker makes it");
    stage.work().await;
    assert_eq!(outcome(&stage.operation(vm).await), ("succeeded", None));
    let made = stage.vm(vm).await;
    assert_eq!((&made["status"], &made["operation_id"]), (&json!("running"), &Value::Null));
    assert_eq!((&made["labels"]["tenant-control:vm"], &made["labels"]["env"]), (&vm["id"], &json!("test")));
    assert_eq!(made["drift"], json!({"state": "in_sync", "differences": []}));
    assert_eq!(stage.machines().await, 1);

    let target = format!("{VMS}?id={}", vm["id"].as_str().unwrap());
    for (power, status) in [("stopped", "stopped"), ("running", "running"), ("restarted", "running")] {
        let changed = stage.tenant.client.put(&target, json!({"power": power})).await.expect(202).body;
        let busy = stage.tenant.client.put(&target, json!({"power": power})).await;
        assert_eq!(busy.problem(), "409 vm_busy");
        stage.work().await;
        assert_eq!(outcome(&stage.operation(&changed).await), ("succeeded", None), "{power}");
        assert_eq!(stage.vm(vm).await["status"], status);
    }
    assert_eq!(stage.aws.calls("RebootInstances"), 2, "one of them is the probe of the verification");

    assert_eq!(stage.tenant.client.delete(&target).await.problem(), "409 destroy_not_allowed");
    let in_use = stage.tenant.client.delete(&format!("{PROVIDERS}?id={provider}")).await;
    assert_eq!(in_use.problem(), "409 provider_in_use");
    let delete = async || stage.tenant.client.delete(&format!("{target}&allow=destroy")).await;
    let changed = delete().await.expect(202).body;
    assert_eq!(delete().await.expect(202).body["operation_id"], changed["operation_id"], "it is the same deletion");
    stage.work().await;
    assert_eq!(outcome(&stage.operation(&changed).await), ("succeeded", None));
    assert_eq!((&stage.vm(vm).await["status"], stage.machines().await), (&json!("deleted"), 0));
    assert_eq!(delete().await.expect(200).body["status"], "deleted");
    stage.tenant.client.delete(&format!("{PROVIDERS}?id={provider}")).await.expect(204);
}

#[tokio::test]
async fn an_answer_that_is_lost_makes_no_second_machine() {
    let stage = Stage::alone("cloud_lost_answers").await;
    let provider = stage.provider_with("tenant-control", json!({})).await;
    for (number, loss) in Loss::ALL.into_iter().enumerate() {
        stage.aws.lose("RunInstances", [Some(loss)]);
        let vm = stage.request(&provider, &format!("web-{number}")).await.expect(202).body;
        stage.work().await;
        assert_eq!(outcome(&stage.operation(&vm).await), ("succeeded", None), "{loss:?}");
        assert_eq!(stage.vm(&vm).await["status"], "running", "{loss:?}");
        assert_eq!(stage.machines().await, number + 1, "{loss:?}");
    }
}

#[tokio::test]
async fn a_worker_that_dies_while_it_creates_is_replaced_by_one_that_looks_first() {
    let stage = Stage::alone("cloud_dead_worker").await;
    let provider = stage.provider_with("tenant-control", json!({})).await;
    stage.aws.lose("RunInstances", [Some(Loss::Late)]);
    let vm = stage.request(&provider, "web-01").await.expect(202).body;
    let dying = tokio::time::timeout(Duration::from_secs(3), cloud::operate_due(&stage.app.app)).await;
    assert!(dying.is_err(), "it waits for the answer");
    let held = cloud::operate_due(&stage.app.app).await.unwrap_or_else(|problem| panic!("{}", problem.said()));
    assert_eq!(held, 0, "until the lease ends, nobody else works on it");
    stage.work().await;
    assert_eq!(outcome(&stage.operation(&vm).await), ("succeeded", None));
    assert_eq!((stage.machines().await, &stage.vm(&vm).await["status"]), (1, &json!("running")));
}

#[tokio::test]
async fn what_the_provider_refuses_fails_and_what_stays_unknown_needs_attention() {
    let stage = Stage::alone("cloud_refused").await;
    let provider = stage.provider_with("tenant-control", json!({})).await;
    for (status, code, expected) in [
        (400, "InvalidAMIID.NotFound", ("failed", "vm_refused")),
        (500, "InsufficientInstanceCapacity", ("failed", "vm_refused")),
        (400, "RequestLimitExceeded", ("failed", "provider_unavailable")),
        (400, "IdempotentInstanceTerminated", ("deleted", "vm_refused")),
        (400, "IdempotentParameterMismatch", ("needs_attention", "vm_outcome_unknown")),
        (503, "Unavailable", ("needs_attention", "vm_outcome_unknown")),
    ] {
        stage.aws.fail("RunInstances", status, code, "");
        let vm = stage.request(&provider, "web-01").await.expect(202).body;
        stage.work().await;
        assert_eq!(outcome(&stage.operation(&vm).await), ("failed", Some(expected.1)), "{code}");
        assert_eq!(stage.vm(&vm).await["status"], expected.0, "{code}");
        stage.aws.work("RunInstances");
        assert_eq!(stage.machines().await, 0, "{code}");
    }
    let events = stage.tenant.client.get("/api/events?type=cloud.vm.needs_attention").await.expect(200).body;
    assert_eq!(events["data"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_canceled_request_makes_nothing_or_says_that_it_was_too_late() {
    let stage = Stage::alone("cloud_canceled").await;
    let provider = stage.provider_with("tenant-control", json!({})).await;
    let vm = stage.request(&provider, "early").await.expect(202).body;
    let target = format!("/api/operations?id={}", vm["operation_id"].as_str().unwrap());
    let reader = stage.tenant.key_with(&["cloud_vms:read"]).await;
    assert_eq!(reader.delete(&target).await.problem(), "403 insufficient_scope");
    stage.tenant.client.delete(&target).await.expect(204);
    stage.work().await;
    assert_eq!(outcome(&stage.operation(&vm).await), ("canceled", None));
    assert_eq!((&stage.vm(&vm).await["status"], stage.machines().await), (&json!("deleted"), 0));

    stage.aws.lose("RunInstances", [Some(Loss::Unavailable)]);
    let vm = stage.request(&provider, "late").await.expect(202).body;
    cloud::operate_due(&stage.app.app).await.unwrap_or_else(|problem| panic!("{}", problem.said()));
    let target = format!("/api/operations?id={}", vm["operation_id"].as_str().unwrap());
    stage.tenant.client.delete(&target).await.expect(204);
    stage.work().await;
    assert_eq!(outcome(&stage.operation(&vm).await), ("succeeded", None), "it was made before");
    assert_eq!((&stage.vm(&vm).await["status"], stage.machines().await), (&json!("running"), 1));

    stage.aws.lose("RunInstances", [Some(Loss::NotPassed)]);
    let vm = stage.request(&provider, "never").await.expect(202).body;
    let turns =
        async || cloud::operate_due(&stage.app.app).await.unwrap_or_else(|problem| panic!("{}", problem.said()));
    assert_eq!(turns().await, 1);
    let target = format!("/api/operations?id={}", vm["operation_id"].as_str().unwrap());
    stage.tenant.client.delete(&target).await.expect(204);
    assert_eq!(turns().await, 1, "it looks again at once, and then waits");
    assert_eq!(outcome(&stage.operation(&vm).await), ("running", None), "nobody knows yet what was done");
    stage.work().await;
    assert_eq!(outcome(&stage.operation(&vm).await), ("failed", Some("vm_outcome_unknown")));
    assert_eq!((&stage.vm(&vm).await["status"], stage.machines().await), (&json!("needs_attention"), 1));
}

#[tokio::test]
async fn a_machine_that_appears_late_is_recognized_and_a_changed_one_has_drifted() {
    let stage = Stage::alone("cloud_drift").await;
    let provider = stage.provider_with("tenant-control", json!({})).await;
    let vm = stage.request(&provider, "web-01").await.expect(202).body;
    stage.work().await;
    // As if the service had never learnt what became of it.
    let root = stage.app.database.root().await;
    let forget = "update cloud_vms set provider_ref = null, status = 'needs_attention'";
    root.batch_execute(forget).await.unwrap();
    stage.sync().await;
    let found = stage.vm(&vm).await;
    assert_eq!((&found["status"], &found["drift"]["state"]), (&json!("running"), &json!("in_sync")));
    assert_eq!(stage.vms("").await["data"].as_array().unwrap().len(), 1, "it is not listed a second time");

    stage.moto.check_calls(false).await.unwrap();
    let id = found["provider_ref"].as_str().unwrap();
    let tag = [("Action", "CreateTags"), ("ResourceId.1", id), ("Tag.1.Key", "env"), ("Tag.1.Value", "changed")];
    stage.moto.act("ec2", &tag).await.unwrap();
    stage.moto.check_calls(true).await.unwrap();
    for _ in 0..2 {
        stage.sync().await;
    }
    let difference = json!({"field": "labels.env", "wanted": "test", "found": "changed"});
    assert_eq!(stage.vm(&vm).await["drift"], json!({"state": "drifted", "differences": [difference]}));
    let count = async |query: &str| stage.vms(query).await["data"].as_array().unwrap().len();
    assert_eq!((count("drift=true").await, count("drift=false").await), (1, 0));
    let events = stage.tenant.client.get("/api/events?type=cloud.vm.drifted").await.expect(200).body;
    assert_eq!(events["data"].as_array().unwrap().len(), 1, "it is reported once");
}

#[tokio::test]
async fn a_machine_of_somebody_else_is_never_changed() {
    let stage = Stage::alone("cloud_unmanaged").await;
    stage.provider_with("tenant-control", json!({})).await;
    stage.launch(1).await;
    stage.sync().await;
    let vm = stage.vms("managed=false").await["data"][0].clone();
    let target = format!("{VMS}?id={}", vm["id"].as_str().unwrap());
    assert_eq!(stage.tenant.client.put(&target, json!({"power": "stopped"})).await.problem(), "409 vm_not_managed");
    assert_eq!(stage.tenant.client.delete(&format!("{target}&allow=destroy")).await.problem(), "409 vm_not_managed");
    assert_eq!(vm["drift"], Value::Null);
}

#[tokio::test]
async fn labels_are_changed_at_the_provider_and_those_of_others_stay() {
    let stage = Stage::alone("cloud_labels").await;
    let provider = stage.provider_with("tenant-control", json!({})).await;
    let vm = stage.request(&provider, "web-01").await.expect(202).body;
    stage.work().await;
    let id = stage.vm(&vm).await["provider_ref"].as_str().unwrap().to_owned();
    stage.moto.check_calls(false).await.unwrap();
    let tag = [("Action", "CreateTags"), ("ResourceId.1", &*id), ("Tag.1.Key", "of-others"), ("Tag.1.Value", "x")];
    stage.moto.act("ec2", &tag).await.unwrap();
    stage.moto.check_calls(true).await.unwrap();

    let target = format!("{VMS}?id={}", vm["id"].as_str().unwrap());
    for wrong in [json!({"labels": {"Name": "x"}}), json!({"labels": {}, "power": "stopped"})] {
        assert_eq!(stage.tenant.client.put(&target, wrong).await.problem(), "422 invalid_request");
    }
    let change = json!({"labels": {"team": "web"}});
    let changed = stage.tenant.client.put(&target, change).await.expect(202).body;
    stage.work().await;
    assert_eq!(outcome(&stage.operation(&changed).await), ("succeeded", None));
    let vm = stage.vm(&vm).await;
    assert_eq!((&vm["labels"]["team"], vm["labels"].get("env")), (&json!("web"), None));
    assert_eq!((&vm["labels"]["of-others"], &vm["labels"]["tenant-control:vm"]), (&json!("x"), &vm["id"]));
    assert_eq!(vm["drift"], json!({"state": "in_sync", "differences": []}));
    stage.sync().await;
    assert_eq!(stage.vm(&vm).await["drift"]["state"], "in_sync");

    stage.aws.fail("CreateTags", 403, "UnauthorizedOperation", "");
    let changed = stage.tenant.client.put(&target, json!({"labels": {"team": "db"}})).await.expect(202).body;
    stage.work().await;
    assert_eq!(outcome(&stage.operation(&changed).await), ("failed", Some("vm_refused")));
    assert_eq!(stage.vm(&vm).await["drift"]["state"], "in_sync", "the wanted labels are as before");
}
