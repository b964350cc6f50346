//! What a machine can be made with.

use crate::cloud_stage::{PROVIDERS, Stage};
use serde_json::{Value, json};
use testkit::TestApp;

#[tokio::test]
async fn a_provider_that_is_not_verified_has_the_known_sizes_alone() {
    let app = TestApp::start().await;
    let client = app.tenant().await.client;
    let new = json!({"name": "Cloud", "kind": "aws", "config": {"regions": ["eu-central-1", "ap-south-2"]}});
    let id = client.post(PROVIDERS, new).await.expect(201).id();
    let catalogue = format!("/api/cloud/catalogue?provider_id={id}");
    let known = client.get(&catalogue).await.expect(200).body;
    assert_eq!((&known["source"], &known["region"]), (&json!("built_in"), &json!("eu-central-1")));
    let micro = known["data"].as_array().unwrap().iter().find(|size| size["id"] == "t3.micro").unwrap();
    assert_eq!((&micro["vcpus"], &micro["price"]), (&json!(2), &Value::Null), "no operator has set a price");
    assert_eq!(client.get(&format!("{catalogue}&region=us-east-1")).await.problem(), "400 invalid_parameter");
    for kind in ["images", "regions", "networks"] {
        let refused = client.get(&format!("{catalogue}&kind={kind}")).await;
        assert_eq!(refused.problem(), "409 provider_not_verified", "{kind}");
    }
}

#[tokio::test]
async fn the_catalogue_of_a_verified_provider_is_read_from_it() {
    let stage = Stage::set().await;
    // At the first call, moto reads its list of sizes, which takes longer on a busy machine than we wait for AWS.
    stage.moto.act("ec2", &[("Action", "DescribeInstanceTypes")]).await.unwrap();
    let made = stage.verified("tenant-control").await;
    let catalogue = format!("/api/cloud/catalogue?provider_id={}", made["id"].as_str().unwrap());
    let read = async |kind: &str| -> Value {
        stage.tenant.client.get(&format!("{catalogue}&kind={kind}")).await.expect(200).body
    };
    let sizes = read("sizes").await;
    assert_eq!(sizes["source"], "provider");
    let named = |name: &str| sizes["data"].as_array().unwrap().iter().find(|size| size["id"] == name).cloned();
    let micro = named("t3.micro").unwrap();
    assert_eq!((&micro["vcpus"], &micro["memory_bytes"]), (&json!(2), &json!(1_073_741_824)));
    assert_eq!(micro["price"], json!({"monthly": "7.30", "currency": "USD", "as_of": "2026-11-01"}));
    assert_eq!(named("t3.nano").unwrap()["price"], Value::Null, "unknown, not zero");
    let regions = read("regions").await;
    assert!(regions["data"].as_array().unwrap().iter().any(|region| region["id"] == "eu-central-1"));
    assert_eq!(regions["region"], Value::Null);
    let networks = read("networks").await;
    assert!(networks["data"].as_array().unwrap().iter().any(|network| network["type"] == "subnet"));
    read("images").await;

    stage.aws.fail("DescribeInstanceTypes", 400, "RequestLimitExceeded", "");
    let busy = stage.tenant.client.get(&catalogue).await;
    assert_eq!(busy.problem(), "503 provider_unavailable");
}
