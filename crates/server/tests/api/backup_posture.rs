//! The posture of customers, from what was reported. (The cases of the score are tested beside it.)

use jiff::SignedDuration;
use serde_json::{Value, json};
use testkit::{TestApp, TestTenant, uuid_of};

const AGGREGATE: &str = "/api/backup/customer-aggregate";
const CONFIG: &str = "/api/backup/config";
const JOBS: &str = "/api/backup/jobs";
const DEVICES: &str = "/api/rmm/devices";

async fn device(tenant: &TestTenant, organization: &str, name: &str, kind: &str) -> String {
    let new = json!({"name": name, "organization_id": organization, "type": kind});
    tenant.client.post(DEVICES, new).await.expect(201).id()
}

/// A job of this device that began so many hours ago.
async fn report(app: &TestApp, tenant: &TestTenant, device: &str, hours: i64, changes: Value) {
    let started_at = app.app.clock.now() - SignedDuration::from_hours(hours);
    let mut job = json!({"external_ref": format!("{device}-{hours}"), "product": "veeam", "device_id": device,
        "result": "succeeded", "started_at": started_at, "finished_at": started_at});
    if let (Some(job), Value::Object(changes)) = (job.as_object_mut(), changes) {
        job.extend(changes);
    }
    tenant.client.post(JOBS, job).await.expect(201);
}

async fn posture(tenant: &TestTenant, organization: &str) -> Value {
    let target = format!("{AGGREGATE}?organization_id={organization}&include=at_risk");
    let body = tenant.client.get(&target).await.expect(200).body;
    let sum: i64 = points(&body["data"][0]).iter().map(|(_, points)| points).sum();
    assert_eq!(body["data"][0]["score"].as_i64().unwrap_or(0), sum, "{body:#}");
    body["data"][0].clone()
}

fn points(posture: &Value) -> Vec<(&str, i64)> {
    let parts = posture["score_breakdown"].as_array().unwrap().iter();
    parts.map(|part| (part["control"].as_str().unwrap(), part["points"].as_i64().unwrap())).collect()
}

#[tokio::test]
async fn a_customer_is_judged_by_the_reports_about_its_devices() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let initech = tenant.organization("Initech").await;
    let good = device(&tenant, &initech, "good", "server").await;
    let stale = device(&tenant, &initech, "stale", "server").await;
    let unknown = device(&tenant, &initech, "unknown", "server").await;
    let failing = device(&tenant, &initech, "failing", "server").await;
    device(&tenant, &initech, "printer", "printer").await;

    let before = posture(&tenant, &initech).await;
    assert_eq!((&before["score"], &before["grade"], &before["evidence"]), (&json!(0), &json!("f"), &json!("none")));

    report(&app, &tenant, &good, 1, json!({})).await;
    report(&app, &tenant, &good, 2, json!({"type": "restore_test"})).await;
    report(&app, &tenant, &stale, 100, json!({})).await;
    report(&app, &tenant, &failing, 30, json!({"result": "warning"})).await;
    report(&app, &tenant, &failing, 1, json!({"result": "failed"})).await;
    let seen = posture(&tenant, &initech).await;
    assert_eq!(seen["evidence"], "reported");
    let coverage = json!({"eligible": 4, "protected": 2, "excluded": 1, "unprotected": 1, "unknown": 1,
        "evidence": "reported"});
    assert_eq!(seen["coverage"], coverage);
    assert_eq!(
        (&seen["restore_tests"]["evidence"], &seen["integrity"]["evidence"]),
        (&json!("reported"), &json!("none"))
    );
    assert_eq!((&seen["rpo"]["compliant"], &seen["rpo"]["breached"]), (&json!(1), &json!(3)));
    let worst = seen["rpo"]["worst_age_seconds"].as_i64().unwrap();
    assert!((360_000..360_100).contains(&worst), "{worst}");
    assert_eq!(
        points(&seen),
        [
            ("coverage", 15),
            ("rpo", 6),
            ("restore_test", 5),
            ("immutability_offsite", 0),
            ("integrity_encryption", 0),
            ("reported_cap", 0)
        ]
    );
    let at_risk: Vec<Value> =
        seen["at_risk"].as_array().unwrap().iter().map(|one| json!([one["device_id"], one["reasons"]])).collect();
    let expected = [
        json!([unknown, ["no_evidence"]]),
        json!([stale, ["stale"]]),
        json!([failing, ["rpo_breached", "last_backup_failed"]]),
    ];
    assert_eq!(at_risk, expected);

    // A correction of a report changes the evidence.
    let fixed = json!({"external_ref": format!("{failing}-1"), "product": "veeam", "device_id": failing,
        "result": "succeeded", "started_at": app.app.clock.now(), "finished_at": app.app.clock.now()});
    tenant.client.post(JOBS, fixed).await.expect(200);
    assert_eq!(posture(&tenant, &initech).await["rpo"]["compliant"], 2);
    // What is not required does not count, and the change is in the history with its consent.
    let off = format!("{CONFIG}?device_id={unknown}&allow=disable_backup");
    tenant.client.put(&off, json!({"config": {"enabled": false}})).await.expect(200);
    let seen = posture(&tenant, &initech).await;
    assert_eq!((&seen["coverage"]["eligible"], &seen["coverage"]["excluded"]), (&json!(3), &json!(2)));
}

#[tokio::test]
async fn reports_alone_reach_79_points_and_a_failed_restore_69() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let initech = tenant.organization("Initech").await;
    let server = device(&tenant, &initech, "srv", "server").await;
    for (hours, kind) in [(1, "backup"), (2, "restore_test"), (3, "integrity_check")] {
        report(&app, &tenant, &server, hours, json!({"type": kind})).await;
    }
    let seen = posture(&tenant, &initech).await;
    assert_eq!((&seen["score"], &seen["grade"]), (&json!(79), &json!("c")));
    assert_eq!(points(&seen).last(), Some(&("reported_cap", -6)));

    // As a check of a repository will leave it: measured facts win over reports.
    let measured = "insert into backup_evidence (tenant_id, device_id, origin, type, organization_id, evidence,
            last_success_at, last_attempt_at, last_result, immutable, offsite, updated_at)
        values ($1, $2, 'repository:1', 'backup', $3, 'measured', now(), now(), 'succeeded', true, true, now())";
    let root = app.database.root().await;
    root.execute(measured, &[&tenant.id.0, &uuid_of(&server), &uuid_of(&initech)]).await.unwrap();
    let seen = posture(&tenant, &initech).await;
    assert_eq!((&seen["score"], &seen["evidence"]), (&json!(100), &json!("mixed")));
    let evidence = |figure: &str| seen[figure]["evidence"].as_str().unwrap().to_owned();
    assert_eq!(
        ["coverage", "rpo", "restore_tests", "integrity"].map(evidence),
        ["measured", "measured", "reported", "reported"]
    );

    report(&app, &tenant, &server, 0, json!({"type": "restore_test", "result": "failed"})).await;
    let seen = posture(&tenant, &initech).await;
    assert_eq!((&seen["score"], &seen["restore_tests"]["failed"]), (&json!(69), &json!(1)));
}

#[tokio::test]
async fn customers_come_in_pages_and_each_caller_sees_their_own() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (one, two) = (tenant.organization("One").await, tenant.organization("Two").await);
    for (organization, count) in [(&one, 30), (&two, 1)] {
        for number in 0..count {
            device(&tenant, organization, &format!("srv-{number}"), "server").await;
        }
    }
    let page = tenant.client.get(&format!("{AGGREGATE}?limit=1")).await.expect(200);
    assert_eq!((&page.body["data"][0]["organization_id"], &page.body["has_more"]), (&json!(two), &json!(true)));
    assert_eq!(page.body["data"][0].get("at_risk"), None);
    let cursor = page.body["next_cursor"].as_str().unwrap();
    let next = tenant.client.get(&format!("{AGGREGATE}?limit=1&cursor={cursor}")).await.expect(200);
    let last = &next.body["data"][0];
    assert_eq!((&last["organization_id"], &last["coverage"]["unknown"]), (&json!(one), &json!(30)));
    assert_eq!((&last["at_risk_count"], &next.body["has_more"]), (&json!(30), &json!(false)));

    let (kind, table) = tenant.client.download(&format!("{AGGREGATE}?format=csv")).await;
    let table = String::from_utf8(table).unwrap();
    assert!(kind.starts_with("text/csv"), "{kind}");
    assert_eq!(table.lines().count(), 3, "{table}");
    assert!(table.lines().nth(1).unwrap().starts_with(&format!("{two},Two,0,f,none,1,0,0,0,1,none,86400")), "{table}");
    let both = tenant.client.get(&format!("{AGGREGATE}?format=csv&limit=1")).await;
    assert_eq!(both.problem(), "400 unsupported_combination");

    let restricted = tenant.key_of(json!({"name": "one", "scopes": ["backup:read"], "organization_ids": [two]})).await;
    let seen = restricted.get(AGGREGATE).await.expect(200);
    let data = seen.body["data"].as_array().unwrap();
    assert_eq!((data.len(), &data[0]["organization_name"]), (1, &json!("Two")));
    let other = restricted.get(&format!("{AGGREGATE}?organization_id={one}")).await.expect(200);
    assert_eq!(other.body["data"], json!([]));
}

#[tokio::test]
async fn the_evidence_of_a_device_stays_with_the_customer_that_it_leaves() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (from, to) = (tenant.organization("From").await, tenant.organization("To").await);
    let moved = device(&tenant, &from, "srv", "server").await;
    report(&app, &tenant, &moved, 1, json!({})).await;
    tenant.client.put(&format!("{DEVICES}?id={moved}"), json!({"organization_id": to})).await.expect(200);
    assert_eq!(posture(&tenant, &to).await["coverage"]["unknown"], 1);
    assert_eq!(posture(&tenant, &from).await["score"], Value::Null, "it has no device that requires a backup");
    report(&app, &tenant, &moved, 2, json!({})).await;
    assert_eq!(posture(&tenant, &to).await["coverage"]["protected"], 1);
}

#[tokio::test]
async fn the_asset_report_filters_by_the_backups_that_the_posture_counts() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (initech, hooli) = (tenant.organization("Initech").await, tenant.organization("Hooli").await);
    // Without settings, a backup of a day is wanted, and one of two days is too old.
    for (name, organization, hours) in [("young", &initech, 47), ("old", &initech, 49), ("strict", &hooli, 3)] {
        let id = device(&tenant, organization, name, "server").await;
        report(&app, &tenant, &id, hours, json!({})).await;
    }
    device(&tenant, &initech, "none", "server").await;
    let target = format!("{CONFIG}?organization_id={hooli}");
    tenant.client.put(&target, json!({"config": {"rpo_seconds": 3600}})).await.expect(200);

    let names = async |filter: &str| {
        let target = format!("/api/rmm/reports/asset-inventory?sort=name&fields=name,backup&{filter}");
        let report = tenant.client.get(&target).await.expect(200).body;
        let rows = report["data"].as_array().unwrap().clone();
        let name = |row: &Value| format!("{}{}", row["name"].as_str().unwrap(), row["backup"]["protected"]);
        (rows.iter().map(name).collect::<Vec<_>>().join(" "), report["summary"]["without_backup"].clone())
    };
    assert_eq!(names("backup=protected").await, ("youngtrue".to_owned(), json!(0)));
    assert_eq!(names("backup=unprotected").await, ("nonefalse oldfalse strictfalse".to_owned(), json!(3)));
    assert_eq!(names("").await.1, json!(3));
    for (organization, protected) in [(&initech, 1), (&hooli, 0)] {
        assert_eq!(posture(&tenant, organization).await["coverage"]["protected"], protected);
    }
}

#[tokio::test]
async fn an_evaluation_is_a_point_of_the_trend_and_part_of_the_summary() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let initech = tenant.organization("Initech").await;
    let server = device(&tenant, &initech, "srv-01", "server").await;
    report(&app, &tenant, &server, 1, json!({})).await;
    let evaluated = backup::posture::evaluate::evaluate(&app.app, tenant.id, uuid_of(&initech)).await;
    evaluated.unwrap_or_else(|problem| panic!("{}", problem.said()));

    let body = tenant.client.get(&format!("{AGGREGATE}?include=trend")).await.expect(200).body;
    let (summary, customer) = (&body["summary"], &body["data"][0]);
    let trend = customer["trend"].as_array().unwrap();
    assert_eq!((trend.len(), &trend[0]["score"]), (1, &customer["score"]), "{body:#}");
    assert_eq!((&summary["customers"], &summary["scored"], &summary["protected"]), (&json!(1), &json!(1), &json!(1)));
    assert_eq!(summary["mean_score"], json!(55.0));
}

#[tokio::test]
async fn an_alert_is_written_into_no_ticket_of_another_customer() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (initech, hooli) = (tenant.organization("Initech").await, tenant.organization("Hooli").await);
    tenant.client.put(CONFIG, json!({"config": {"alerts": {"open_ticket": true}}})).await.expect(200);
    let evaluate = async || {
        let evaluated = backup::posture::evaluate::evaluate(&app.app, tenant.id, uuid_of(&initech)).await;
        evaluated.unwrap_or_else(|problem| panic!("{}", problem.said()));
    };
    let tickets = async || {
        let page = tenant.client.get("/api/psa/tickets?sort=created_at").await.expect(200).body;
        page["data"].as_array().unwrap().clone()
    };
    let key = format!("tenant-control:backup:{initech}:unprotected_devices");
    let planted = json!({"subject": "Planted", "organization_id": hooli, "dedup_key": key});
    let refused = tenant.client.post("/api/psa/tickets", planted.clone()).await;
    assert_eq!(
        (refused.problem().as_str(), &refused.body["errors"][0]["pointer"]),
        ("422 invalid_request", &json!("/dedup_key"))
    );
    let bulk = json!({"operations": [{"create": planted}]});
    let refused = tenant.client.post("/api/psa/tickets/bulk", bulk).await.expect(200).body;
    assert_eq!(refused["results"][0]["status"], 422, "{refused:#}");

    let server = device(&tenant, &initech, "srv-01", "server").await;
    evaluate().await;
    let first = tickets().await;
    assert_eq!(
        (first.len(), &first[0]["organization_id"], &first[0]["dedup"]["key"]),
        (1, &json!(initech), &json!(key))
    );
    // Somebody moves the ticket, and the problem ends and begins again.
    let target = format!("/api/psa/tickets?id={}", first[0]["id"].as_str().unwrap());
    let moved = json!({"organization_id": hooli});
    let moved = tenant.client.send(reqwest::Method::PATCH, &target, Some(moved)).await.expect(200).body;
    report(&app, &tenant, &server, 1, json!({})).await;
    evaluate().await;
    device(&tenant, &initech, "srv-02", "server").await;
    evaluate().await;
    let after = tickets().await;
    let of = |organization: &str| {
        let found: Vec<_> = after.iter().filter(|one| one["organization_id"] == organization).collect();
        assert_eq!(found.len(), 1, "{after:#?}");
        found[0].clone()
    };
    let (new, old) = (of(&initech), of(&hooli));
    assert_eq!((&new["dedup"]["key"], &new["status"]), (&json!(key), &json!("new")));
    assert_eq!((&old["status"], &old["description"]), (&moved["status"], &moved["description"]));
    let comments =
        tenant.client.get(&format!("/api/psa/tickets/comments?ticket_id={}", old["id"].as_str().unwrap())).await;
    assert_eq!(comments.expect(200).body["data"], json!([]));
}
