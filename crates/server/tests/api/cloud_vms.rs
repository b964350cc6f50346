//! The machines of cloud providers, as they are read.

use crate::cloud_stage::{PROVIDERS, Stage};
use serde_json::{Value, json};

pub const VMS: &str = "/api/cloud/vms";

impl Stage {
    pub async fn sync(&self) {
        let root = self.app.database.root().await;
        root.batch_execute("update cloud_providers set sync_at = now() - interval '1 second'").await.unwrap();
        cloud::sync_due(&self.app.app).await.unwrap_or_else(|problem| panic!("{}", problem.said()));
    }

    pub async fn vms(&self, query: &str) -> Value {
        self.tenant.client.get(&format!("{VMS}?{query}")).await.expect(200).body
    }

    /// Runs machines in moto, while its calls are not checked, and returns their ids.
    pub async fn launch(&self, count: usize) -> Vec<String> {
        self.moto.check_calls(false).await.unwrap();
        let count = count.to_string();
        let run = [
            ("Action", "RunInstances"),
            ("ImageId", "ami-12c6146b"),
            ("InstanceType", "t3.micro"),
            ("MinCount", count.as_str()),
            ("MaxCount", count.as_str()),
            ("TagSpecification.1.ResourceType", "instance"),
            ("TagSpecification.1.Tag.1.Key", "env"),
            ("TagSpecification.1.Tag.1.Value", "production"),
        ];
        let made = self.moto.act("ec2", &run).await.unwrap();
        self.moto.check_calls(true).await.unwrap();
        made.split("<instanceId>").skip(1).map(|rest| rest.split('<').next().unwrap().to_owned()).collect()
    }
}

fn statuses(fleet: &Value) -> Vec<&str> {
    fleet["data"].as_array().unwrap().iter().map(|vm| vm["status"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn machines_are_read_and_a_changed_one_has_a_new_version() {
    let stage = Stage::alone("cloud_vms_read").await;
    let provider = stage.verified("tenant-control").await;
    let launched = stage.launch(3).await;
    stage.sync().await;
    let fleet = stage.vms("").await;
    assert_eq!((statuses(&fleet), &fleet["outdated_regions"]), (vec!["running"; 3], &json!([])));
    let vm = &fleet["data"][0];
    assert_eq!((&vm["provider_id"], &vm["region"]), (&provider["id"], &json!("eu-central-1")));
    assert_eq!((&vm["size"]["name"], &vm["labels"]["env"]), (&json!("t3.micro"), &json!("production")));
    assert!(launched.contains(&vm["provider_ref"].as_str().unwrap().to_owned()));

    stage.moto.check_calls(false).await.unwrap();
    let stopped = vm["provider_ref"].as_str().unwrap();
    stage.moto.act("ec2", &[("Action", "StopInstances"), ("InstanceId.1", stopped)]).await.unwrap();
    stage.moto.check_calls(true).await.unwrap();
    stage.sync().await;
    let one = stage.vms(&format!("id={}", vm["id"].as_str().unwrap())).await;
    assert_eq!((&one["status"], &one["version"]), (&json!("stopped"), &json!(2)));
    let same = stage.vms("status=running").await;
    assert!(same["data"].as_array().unwrap().iter().all(|vm| vm["version"] == 1), "the same is not a change");
    assert_eq!(statuses(&stage.vms("label=env=production").await).len(), 3);
    assert_eq!(statuses(&stage.vms("label=env=test").await).len(), 0);
    let (kind, csv) = stage.tenant.client.download(&format!("{VMS}?format=csv")).await;
    assert!(kind.starts_with("text/csv"), "{kind}");
    assert_eq!(String::from_utf8(csv).unwrap().lines().count(), 4);
}

#[tokio::test]
async fn only_two_complete_listings_make_a_machine_missing() {
    let stage = Stage::alone("cloud_vms_missing").await;
    stage.verified("tenant-control").await;
    stage.launch(2).await;
    stage.sync().await;
    // As if the provider had forgotten one.
    let root = stage.app.database.root().await;
    let forget = "update cloud_vms set provider_ref = 'i-forgotten' where id = (select id from cloud_vms limit 1)";
    root.batch_execute(forget).await.unwrap();
    for (code, status) in
        [("RequestLimitExceeded", "stale"), ("UnauthorizedOperation", "denied"), ("SomethingElse", "failed")]
    {
        stage.aws.fail("DescribeInstances", 400, code, "");
        for _ in 0..3 {
            stage.sync().await;
        }
        let fleet = stage.vms("").await;
        assert_eq!(statuses(&fleet), ["running"; 2], "{code} says nothing about machines");
        let region = &fleet["outdated_regions"][0];
        assert_eq!((&region["status"], &region["name"]), (&json!(status), &json!("eu-central-1")), "{code}");
        assert!(!region["last_complete_at"].is_null());
        stage.aws.work("DescribeInstances");
    }
    stage.sync().await;
    let fleet = stage.vms("").await;
    assert_eq!(
        (statuses(&fleet), &fleet["outdated_regions"]),
        (vec!["running"; 3], &json!([])),
        "one listing is not enough"
    );
    stage.sync().await;
    let missing = stage.vms("status=missing").await;
    assert_eq!(missing["data"].as_array().unwrap().len(), 1);
    assert_eq!(missing["data"][0]["provider_ref"], "i-forgotten");
}

#[tokio::test]
async fn one_provider_that_fails_leaves_the_others_fresh_and_is_read_more_rarely() {
    let stage = Stage::alone("cloud_vms_failing").await;
    let good = stage.verified("good").await;
    stage.launch(1).await;
    let new = json!({"name": "Gone", "kind": "aws", "config": {"regions": ["eu-west-1"]}});
    let gone = stage.tenant.client.post(PROVIDERS, new).await.expect(201).body;
    let role = stage.role_of("gone", &gone).await;
    let target = format!("{PROVIDERS}?id={}", gone["id"].as_str().unwrap());
    stage.tenant.client.put(&target, json!({"credentials": {"role_arn": role}})).await.expect(200);
    stage.aws.trust(&role, Some("of another record"));
    stage.sync().await;
    let fleet = stage.vms("").await;
    assert_eq!(statuses(&fleet), ["running"]);
    assert_eq!(fleet["outdated_regions"].as_array().unwrap().len(), 1);
    assert_eq!(fleet["outdated_regions"][0]["provider_id"], gone["id"]);
    let only = stage.vms(&format!("provider_id={}", good["id"].as_str().unwrap())).await;
    assert_eq!(only["outdated_regions"], json!([]));
    let root = stage.app.database.root().await;
    let later = "select sync_failures, sync_at > now() + interval '8 minutes' from cloud_providers where name = 'Gone'";
    let row = root.query_one(later, &[]).await.unwrap();
    assert_eq!((row.get::<_, i32>(0), row.get::<_, bool>(1)), (1, true));
}

#[tokio::test]
async fn a_list_is_searched_and_its_first_page_is_counted() {
    let stage = Stage::alone("cloud_vms_counted").await;
    stage.verified("tenant-control").await;
    let launched = stage.launch(3).await;
    stage.sync().await;
    let root = stage.app.database.root().await;
    root.batch_execute(
        "update cloud_vms set status = 'stopped' where id = (select max(id::text)::uuid from cloud_vms)",
    )
    .await
    .unwrap();
    let first = stage.vms("limit=2").await;
    let counted =
        json!({"total": 3, "by_status": {"running": 2, "stopped": 1}, "managed": 0, "unmanaged": 3, "drifted": 0});
    assert_eq!(first["summary"], counted);
    let next = stage.vms(&format!("limit=2&cursor={}", first["next_cursor"].as_str().unwrap())).await;
    assert_eq!((statuses(&next).len(), next.get("summary")), (1, None));
    assert_eq!(stage.vms("summary=false").await.get("summary"), None);
    assert_eq!(stage.vms("status=stopped").await["summary"]["by_status"], json!({"stopped": 1}));

    let refused = stage.tenant.client.get(&format!("{VMS}?format=csv&summary=true")).await;
    assert_eq!(refused.problem(), "400 unsupported_combination");
    let one = launched[0].to_uppercase();
    for (q, count) in [("T3.micro%20ENV=production", 3), ("micro%20nothing", 0), (&one, 1), ("env=prod%25", 0)] {
        let found = stage.vms(&format!("q={q}")).await;
        assert_eq!((statuses(&found).len(), &found["summary"]["total"]), (count, &json!(count)), "{q}");
    }
}

#[tokio::test]
async fn a_listing_does_not_undo_what_was_stored_after_it_began() {
    let stage = Stage::alone("cloud_vms_newer").await;
    stage.verified("tenant-control").await;
    stage.launch(1).await;
    stage.sync().await;
    // As if an operation had ended during the listings that follow.
    let root = stage.app.database.root().await;
    let newer = "update cloud_vms set status = 'stopped', last_synced_at = now() + interval '1 hour'";
    root.batch_execute(newer).await.unwrap();
    for _ in 0..3 {
        stage.sync().await;
    }
    assert_eq!(statuses(&stage.vms("").await), ["stopped"]);
    root.batch_execute("update cloud_vms set last_synced_at = now() - interval '1 hour'").await.unwrap();
    stage.sync().await;
    assert_eq!(statuses(&stage.vms("").await), ["running"]);
}

#[tokio::test]
async fn a_region_that_was_taken_out_is_outdated_while_its_machines_are_known() {
    let stage = Stage::alone("cloud_vms_region_gone").await;
    stage.verified("tenant-control").await;
    stage.launch(1).await;
    stage.sync().await;
    let root = stage.app.database.root().await;
    let take_out = "update cloud_providers set config = jsonb_set(config, '{regions}', '[\"us-east-1\"]')";
    root.batch_execute(take_out).await.unwrap();
    root.batch_execute("update cloud_regions set last_complete_at = now() - interval '1 hour'").await.unwrap();
    stage.sync().await;
    let outdated = stage.vms("").await["outdated_regions"].to_string();
    assert!(outdated.contains("eu-central-1") && !outdated.contains("us-east-1"), "{outdated}");
    root.batch_execute("update cloud_vms set status = 'deleted'").await.unwrap();
    stage.sync().await;
    assert_eq!(stage.vms("").await["outdated_regions"], json!([]));
}
