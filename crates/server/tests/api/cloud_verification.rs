//! Verification of cloud providers: by capability, with a fix for what is missing.

use crate::cloud_stage::{ACCOUNT, PROVIDERS, Stage, capability};
use serde_json::{Value, json};
use testkit::{Database, Loss};

#[tokio::test]
async fn a_role_that_can_be_assumed_without_the_external_id_is_refused_with_the_fix() {
    let stage = Stage::set().await;
    let made = stage.provider().await.body;
    let role = stage.role("open", Some(&made["setup"]["permission_policy"])).await;
    stage.aws.trust(&role, None);
    let target = format!("{PROVIDERS}?id={}", made["id"].as_str().unwrap());
    let sent = json!({"credentials": {"role_arn": role}});
    let refused = stage.tenant.client.put(&target, sent.clone()).await;
    assert_eq!(refused.problem(), "422 credential_rejected");
    let found = capability(&refused.body, "external_id");
    assert_eq!((&found["result"], &found["code"]), (&json!("denied"), &json!("trust_open")));
    assert_eq!(found["fix"]["policy"], made["setup"]["trust_policy"]);
    assert_eq!(stage.aws.calls("DescribeInstances"), 0, "an unsafe role is used for nothing else");

    stage.aws.trust(&role, made["external_id"].as_str());
    assert_eq!(stage.tenant.client.put(&target, sent).await.expect(200).body["status"], "verified");
}

#[tokio::test]
async fn a_role_that_does_not_exist_yet_is_waited_for_and_one_that_has_gone_is_invalid() {
    let stage = Stage::set().await;
    let made = stage.provider().await.body;
    let id = made["id"].as_str().unwrap();
    let waiting = stage.verify(id).await;
    assert_eq!(
        (&waiting["status"], &capability(&waiting, "assume_role")["code"]),
        (&json!("pending"), &json!("role_missing"))
    );

    let role = format!("arn:aws:iam::{ACCOUNT}:role/later");
    let target = format!("{PROVIDERS}?id={id}&verify=later");
    stage.tenant.client.put(&target, json!({"credentials": {"role_arn": role}})).await.expect(200);
    let waiting = stage.verify(id).await;
    assert_eq!(
        (&waiting["status"], &capability(&waiting, "assume_role")["code"]),
        (&json!("pending"), &json!("role_refused"))
    );
    for another in ["tc-of-another-record", ""] {
        stage.aws.trust(&role, Some(another));
        assert_eq!(stage.verify(id).await["status"], "pending", "an external id of another record");
    }
    stage.role("later", Some(&made["setup"]["permission_policy"])).await;
    stage.aws.trust(&role, made["external_id"].as_str());
    assert_eq!(stage.verify(id).await["status"], "verified");
    stage.aws.trust(&role, Some("tc-of-another-record"));
    assert_eq!(stage.verify(id).await["status"], "invalid");
    let events = stage.tenant.client.get(&format!("/api/events?subject_id={id}")).await.expect(200).body;
    let kinds: Vec<&Value> = events["data"].as_array().unwrap().iter().map(|event| &event["type"]).collect();
    assert_eq!((kinds[0], kinds[1]), (&json!("cloud.provider.degraded"), &json!("cloud.provider.verified")));
}

#[tokio::test]
async fn each_permission_that_is_missing_is_named_with_a_policy_that_fixes_it() {
    let stage = Stage::set().await;
    let made = stage.provider().await.body;
    let id = made["id"].as_str().unwrap();
    let role = stage.role("narrow", None).await;
    stage.aws.trust(&role, made["external_id"].as_str());
    stage.moto.check_calls(true).await.unwrap();
    let target = format!("{PROVIDERS}?id={id}");
    let mut found = stage.tenant.client.put(&target, json!({"credentials": {"role_arn": role}})).await.expect(200).body;
    assert_eq!(found["status"], "degraded", "{found:#}");
    let mut fixed = vec![];
    for _ in 0..20 {
        let all = found["verification"]["capabilities"].as_array().unwrap();
        let Some(denied) = all.iter().find(|capability| capability["result"] == "denied").cloned() else { break };
        let name = denied["name"].as_str().unwrap().to_owned();
        assert_eq!(denied["code"], "permission_denied");
        stage.permit("narrow", &name, &denied["fix"]["policy"]).await;
        stage.moto.check_calls(true).await.unwrap();
        found = stage.verify(id).await;
        assert_eq!(capability(&found, &name)["result"], "granted", "the fix of {name} fixes it: {found:#}");
        fixed.push(name);
    }
    fixed.sort();
    let expected = [
        "create_machines",
        "delete_machines",
        "label_machines",
        "list_images",
        "list_machines",
        "list_networks",
        "list_regions",
        "list_sizes",
        "power_machines",
    ];
    assert_eq!(fixed, expected);
    assert_eq!(found["status"], "verified");
}

#[tokio::test]
async fn each_failure_of_aws_has_a_code_of_its_own() {
    let stage = Stage::set().await;
    let made = stage.verified("tenant-control").await;
    let id = made["id"].as_str().unwrap();
    let expired = "Signature expired: 20261116T120000Z is now earlier than 20261116T121500Z";
    for (action, status, code, message, expected, capability_name) in [
        ("GetCallerIdentity", 403, "ExpiredToken", "", ("invalid", "credential_expired"), "identity"),
        ("GetCallerIdentity", 503, "ServiceUnavailable", "", ("unreachable", "unreachable"), "identity"),
        ("DescribeInstances", 403, "UnauthorizedOperation", "", ("degraded", "permission_denied"), "list_machines"),
    ] {
        stage.aws.fail(action, status, code, message);
        let found = stage.verify(id).await;
        let capability = capability(&found, capability_name);
        assert_eq!(
            (found["status"].as_str(), capability["code"].as_str()),
            (Some(expected.0), Some(expected.1)),
            "{code}"
        );
        stage.aws.work(action);
        assert_eq!(stage.verify(id).await["status"], "verified", "after {code}");
    }
    // Neither says anything about the credentials or the permissions.
    for (action, code, message, expected, capability_name) in [
        ("AssumeRole", "Throttling", "Rate exceeded", "throttled", "assume_role"),
        ("AssumeRole", "SignatureDoesNotMatch", expired, "clock_skew", "assume_role"),
        ("DescribeInstances", "RequestLimitExceeded", "", "throttled", "list_machines"),
        ("DescribeRegions", "OptInRequired", "", "region_not_enabled", "list_regions"),
    ] {
        stage.aws.fail(action, 400, code, message);
        let found = stage.verify(id).await;
        assert_eq!(
            (&found["status"], &capability(&found, capability_name)["code"]),
            (&json!("verified"), &json!(expected))
        );
        stage.aws.work(action);
    }
}

#[tokio::test]
async fn credentials_of_another_account_are_refused() {
    let stage = Stage::set().await;
    let new = json!({"name": "Production", "kind": "aws",
        "config": {"regions": ["eu-central-1"], "account_id": "999999999999"}});
    let made = stage.tenant.client.post(PROVIDERS, new).await.expect(201).body;
    let role = stage.role("foreign", None).await;
    stage.aws.trust(&role, made["external_id"].as_str());
    let target = format!("{PROVIDERS}?id={}", made["id"].as_str().unwrap());
    let refused = stage.tenant.client.put(&target, json!({"credentials": {"role_arn": role}})).await;
    assert_eq!(refused.problem(), "422 credential_rejected");
    assert_eq!(capability(&refused.body, "identity")["code"], "foreign_account");
}

#[tokio::test]
async fn a_provider_is_verified_every_day_and_reported_once() {
    let port = Database::shared().await.port;
    let database = Database::create(port, "cloud_verified_daily").await.unwrap();
    let stage = Stage::set_with(database, &[]).await;
    let made = stage.verified("tenant-control").await;
    let (id, app) = (made["id"].as_str().unwrap(), &stage.app.app);
    let make_due = async || {
        let root = stage.app.database.root().await;
        root.batch_execute("update cloud_providers set verify_at = now() - interval '1 second'").await.unwrap();
    };
    let verify = async || cloud::verify_due(app).await.unwrap_or_else(|problem| panic!("{}", problem.said()));
    let before = stage.aws.calls("GetCallerIdentity");
    verify().await;
    assert_eq!(stage.aws.calls("GetCallerIdentity"), before, "it is not due");
    make_due().await;
    verify().await;
    let target = format!("{PROVIDERS}?id={id}");
    let same = stage.tenant.client.get(&target).await.expect(200).body;
    assert_eq!(same["version"], made["version"], "the same result is not a change");
    assert_ne!(same["verification"]["checked_at"], made["verification"]["checked_at"]);

    stage.aws.fail("DescribeInstances", 403, "UnauthorizedOperation", "");
    for _ in 0..2 {
        make_due().await;
        verify().await;
    }
    assert_eq!(stage.tenant.client.get(&target).await.expect(200).body["status"], "degraded");
    let events = format!("/api/events?subject_id={id}&type=cloud.provider.degraded");
    let events = stage.tenant.client.get(&events).await.expect(200).body;
    assert_eq!(events["data"].as_array().unwrap().len(), 1);
    let root = stage.app.database.root().await;
    let due = root.query_one("select verify_at > now() + interval '20 hours' from cloud_providers", &[]).await.unwrap();
    assert!(due.get::<_, bool>(0), "the next time is a day later");
}

#[tokio::test]
async fn a_role_whose_trust_could_not_be_tested_is_not_used() {
    let stage = Stage::set().await;
    let made = stage.provider().await.body;
    let role = stage.role_of("open", &made).await;
    stage.aws.trust(&role, None);
    // The role is assumed; the attempt without its external id has no answer, however often it is repeated.
    stage.aws.lose("AssumeRole", [None].into_iter().chain([Some(Loss::Unavailable); 9]));
    let target = format!("{PROVIDERS}?id={}", made["id"].as_str().unwrap());
    let refused = stage.tenant.client.put(&target, json!({"credentials": {"role_arn": role}})).await;
    assert_eq!(refused.problem(), "422 credential_unverified", "{:#}", refused.body);
    assert_eq!(capability(&refused.body, "external_id")["result"], "unknown");
    assert_eq!(stage.tenant.client.get(&target).await.expect(200).body["status"], "pending");
}
