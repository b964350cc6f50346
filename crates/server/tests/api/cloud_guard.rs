//! The guard of a provider, also against many requests at once.

use crate::{cloud_stage::Stage, cloud_vms::VMS};
use futures::future::join_all;
use serde_json::{Value, json};

/// Sends as many requests at once, and returns how many were accepted; the others must be refused by the guard.
async fn accepted(stage: &Stage, provider: &str, requests: usize) -> usize {
    let names: Vec<String> = (0..requests).map(|number| format!("web-{number}")).collect();
    let answers = join_all(names.iter().map(|name| stage.request(provider, name))).await;
    for answer in answers.iter().filter(|answer| answer.status != 202) {
        assert_eq!(answer.problem(), "409 guard_refused", "{:#}", answer.body);
    }
    answers.iter().filter(|answer| answer.status == 202).count()
}

#[tokio::test]
async fn the_number_and_the_cost_of_machines_hold_under_50_requests_at_once() {
    let stage = Stage::alone("cloud_guard").await;
    let few = stage.provider_with("few", json!({"max_vms": 5})).await;
    assert_eq!(accepted(&stage, &few, 50).await, 5);
    // A machine costs 7.30.
    let cheap = stage.provider_with("cheap", json!({"max_monthly_cost": "30.00"})).await;
    assert_eq!(accepted(&stage, &cheap, 50).await, 4);
    stage.work().await;
    assert_eq!(stage.machines().await, 9);
}

#[tokio::test]
async fn a_failed_machine_does_not_count_and_one_that_may_exist_does() {
    let stage = Stage::alone("cloud_guard_failed").await;
    let provider = stage.provider_with("one", json!({"max_vms": 1})).await;
    stage.aws.fail("RunInstances", 400, "InvalidAMIID.NotFound", "");
    stage.request(&provider, "refused").await.expect(202);
    stage.work().await;
    stage.aws.fail("RunInstances", 400, "IdempotentParameterMismatch", "");
    stage.request(&provider, "unknown").await.expect(202);
    stage.work().await;
    assert_eq!(stage.request(&provider, "third").await.problem(), "409 guard_refused");
}

#[tokio::test]
async fn what_the_guard_does_not_allow_is_refused_with_all_reasons() {
    let stage = Stage::set().await;
    let guard = json!({"allowed_sizes": ["t3.small"], "max_vms": 0, "max_monthly_cost": "100"});
    let provider = stage.provider_with("strict", guard).await;
    let refused = stage.request(&provider, "web-01").await;
    assert_eq!(refused.problem(), "409 guard_refused");
    let pointers: Vec<&Value> =
        refused.body["errors"].as_array().unwrap().iter().map(|fault| &fault["pointer"]).collect();
    assert_eq!(pointers, ["/size", "/provider_id"]);

    let target = format!("/api/cloud/providers?id={provider}");
    let budget = json!({"guard": {"max_monthly_cost": "100"}});
    stage.tenant.client.put(&target, budget).await.expect(200);
    let new = |size: &str| json!({"provider_id": provider, "name": "web", "size": size, "image": "ami-12c6146b"});
    let unpriced = stage.tenant.client.post(VMS, new("t3.nano")).await;
    assert!(unpriced.body["errors"][0]["detail"].as_str().unwrap().contains("unknown price"), "{:#}", unpriced.body);
    let planned = stage.tenant.client.post(&format!("{VMS}?dry_run=true"), new("t3.small")).await;
    assert_eq!(planned.body["price"]["monthly"], "14.60");
    assert_eq!(stage.vms("").await["data"], json!([]), "a dry run stores nothing");
}

#[tokio::test]
async fn a_provider_that_is_not_verified_makes_no_machine() {
    let stage = Stage::set().await;
    let provider = stage.provider().await.id();
    assert_eq!(stage.request(&provider, "web-01").await.problem(), "409 provider_not_verified");
    let foreign = stage.request("prv_01h455vb4pex5vsknk084sn02q", "web-01").await;
    assert_eq!(foreign.problem(), "422 invalid_request");
}
