//! Jobs that other products report: repeated imports, matching to devices, and the evidence that they leave.

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use testkit::{Answer, Client, TestApp, TestTenant};

const JOBS: &str = "/api/backup/jobs";
const DEVICES: &str = "/api/rmm/devices";

async fn device(tenant: &TestTenant, organization: &str, hostname: &str) -> String {
    let new = json!({"name": hostname, "hostname": hostname, "organization_id": organization});
    tenant.client.post(DEVICES, new).await.expect(201).id()
}

fn hours_ago(app: &TestApp, hours: i64) -> Timestamp {
    app.app.clock.now() - SignedDuration::from_hours(hours)
}

/// A job that succeeded two hours ago, with changes.
fn job(app: &TestApp, external_ref: &str, changes: Value) -> Value {
    let mut job = json!({"external_ref": external_ref, "product": "veeam", "result": "succeeded",
        "started_at": hours_ago(app, 2), "finished_at": hours_ago(app, 1)});
    if let (Some(job), Value::Object(changes)) = (job.as_object_mut(), changes) {
        job.extend(changes);
    }
    job
}

async fn events(client: &Client) -> Vec<Value> {
    let page = client.get("/api/events?type=backup.job.failed").await.expect(200);
    page.body["data"].as_array().unwrap().clone()
}

#[tokio::test]
async fn an_import_can_be_repeated_in_any_order() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let server = device(&tenant, &tenant.organization("Initech").await, "srv-01").await;
    let running = json!({"external_ref": "s-1", "product": "veeam", "device_id": server, "result": "running",
        "started_at": hours_ago(&app, 2)});
    let done = job(&app, "s-1", json!({"device_id": server, "started_at": running["started_at"], "bytes": 4096}));

    let first = tenant.client.post(JOBS, running.clone()).await.expect(201);
    let second = tenant.client.post(JOBS, done.clone()).await.expect(200);
    assert_eq!(
        (second.id(), &second.body["result"], &second.body["version"]),
        (first.id(), &json!("succeeded"), &json!(2))
    );
    for again in [&done, &running] {
        let unchanged = tenant.client.post(JOBS, again.clone()).await.expect(200);
        assert_eq!(unchanged.body, second.body, "a report that comes again, or late, changes nothing");
    }
    let mut corrected = done.clone();
    corrected["result"] = json!("failed");
    let corrected = tenant.client.post(JOBS, corrected).await.expect(200);
    assert_eq!((&corrected.body["result"], &corrected.body["version"]), (&json!("failed"), &json!(3)));
    assert_eq!(events(&tenant.client).await[0]["data"]["previous"]["result"], "succeeded");
    let other = tenant.client.post(JOBS, job(&app, "s-1", json!({"device_id": server, "type": "restore_test"}))).await;
    assert_eq!(other.problem(), "422 invalid_request", "a job keeps its type");
    let all = tenant.client.get(JOBS).await.expect(200);
    assert_eq!(all.body["data"], json!([corrected.body]));
}

#[tokio::test]
async fn a_host_is_matched_by_its_name_if_only_one_device_has_it() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (one, two) = (tenant.organization("One").await, tenant.organization("Two").await);
    let short = device(&tenant, &one, "srv-01").await;
    let long = device(&tenant, &one, "SRV-02.one.example").await;
    device(&tenant, &one, "twin.one.example").await;
    let twin = device(&tenant, &two, "twin.two.example").await;
    let report =
        async |name: &str, changes: Value| -> Answer { tenant.client.post(JOBS, job(&app, name, changes)).await };

    for (number, (host, expected)) in
        [("srv-01", &short), ("Srv-01.one.example.", &short), ("srv-02", &long), ("srv-02.ONE.example", &long)]
            .into_iter()
            .enumerate()
    {
        let matched = report(&format!("m-{number}"), json!({"host": host})).await.expect(201);
        assert_eq!(
            (&matched.body["device_id"], &matched.body["matched_by"]),
            (&json!(expected), &json!("host")),
            "{host}"
        );
        assert_eq!(matched.body["organization_id"], json!(one), "{host}");
    }
    let ambiguous = report("a-1", json!({"host": "twin", "organization_id": one})).await.expect(201);
    assert_eq!(ambiguous.body["matched_by"], "host", "within the organization there is one");
    let ambiguous = report("a-2", json!({"host": "twin"})).await;
    assert_eq!(ambiguous.problem(), "422 invalid_request", "whose it is must be said");
    let whole = report("a-3", json!({"host": "twin.two.example"})).await.expect(201);
    assert_eq!(whole.body["device_id"], json!(twin));
    let unknown = report("u-1", json!({"host": "10.0.0.7", "organization_id": two})).await.expect(201);
    assert_eq!((&unknown.body["device_id"], &unknown.body["matched_by"]), (&Value::Null, &json!("none")));

    // A device that is created later is found by the next report.
    let late = device(&tenant, &two, "10.0.0.7").await;
    let found = report("u-2", json!({"host": "10.0.0.7"})).await.expect(201);
    assert_eq!(found.body["device_id"], json!(late));
    let wrong = report("w-1", json!({"device_id": late, "organization_id": one})).await;
    assert_eq!(wrong.body["errors"][0]["pointer"], "/organization_id");
}

#[tokio::test]
async fn times_from_the_future_and_halves_of_a_report_are_refused() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    tenant.organization("Initech").await;
    for (changes, pointer) in [
        (
            json!({"host": "a", "started_at": "2031-01-01T00:00:00Z", "finished_at": "2031-01-01T01:00:00Z"}),
            "/started_at",
        ),
        (json!({"host": "a", "result": "running"}), "/finished_at"),
        (json!({"host": "a", "finished_at": hours_ago(&app, 3)}), "/finished_at"),
        (json!({}), "/host"),
        (json!({"device_id": "dev_01h455vb4pex5vsknk084sn02q"}), "/device_id"),
    ] {
        let answer = tenant.client.post(JOBS, job(&app, "x", changes.clone())).await.expect(422);
        assert_eq!(answer.body["errors"][0]["pointer"], pointer, "{changes}");
    }
    assert_eq!(tenant.client.get(JOBS).await.expect(200).body["data"], json!([]));
}

#[tokio::test]
async fn a_restricted_key_reports_for_its_own_devices_alone() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (mine, other) = (tenant.organization("Mine").await, tenant.organization("Other").await);
    let (own, theirs) = (device(&tenant, &mine, "srv").await, device(&tenant, &other, "srv").await);
    let scopes = ["backup:read", "backup:write"];
    let key = tenant.key_of(json!({"name": "one", "scopes": scopes, "organization_ids": [mine]})).await;
    tenant.client.post(JOBS, job(&app, "s-1", json!({"device_id": theirs}))).await.expect(201);

    let matched = key.post(JOBS, job(&app, "s-1", json!({"host": "srv"}))).await.expect(201);
    assert_eq!(matched.body["device_id"], json!(own), "the reference of another customer is not taken");
    assert_eq!(key.post(JOBS, job(&app, "s-2", json!({"device_id": theirs}))).await.problem(), "422 invalid_request");
    let refused = key.post(JOBS, job(&app, "s-3", json!({"host": "new", "organization_id": other}))).await;
    assert_eq!(refused.problem(), "403 organization_restricted");
    for list in [JOBS.to_owned(), format!("{JOBS}?organization_id={mine}"), format!("{JOBS}?device_id={own}")] {
        assert_eq!(key.get(&list).await.expect(200).body["data"], json!([matched.body]), "{list}");
    }
    for list in [format!("{JOBS}?organization_id={other}"), format!("{JOBS}?device_id={theirs}")] {
        assert_eq!(key.get(&list).await.expect(200).body["data"], json!([]), "{list}");
    }
}

#[tokio::test]
async fn old_jobs_are_forgotten() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let server = device(&tenant, &tenant.organization("Initech").await, "srv-01").await;
    for name in ["old", "new"] {
        tenant.client.post(JOBS, job(&app, name, json!({"device_id": server}))).await.expect(201);
    }
    // Not by a moved clock: other tests have jobs in the same database.
    let aged = "update backup_jobs set reported_at = now() - interval '401 days'
        where tenant_id = $1 and external_ref = 'old'";
    app.database.root().await.execute(aged, &[&tenant.id.0]).await.unwrap();
    backup::jobs::forget_old(&app.app).await.unwrap_or_else(|problem| panic!("{}", problem.said()));
    let left = tenant.client.get(JOBS).await.expect(200);
    let refs: Vec<_> = left.body["data"].as_array().unwrap().iter().map(|job| &job["external_ref"]).collect();
    assert_eq!(refs, ["new"]);
}
