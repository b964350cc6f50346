//! Checks of real repositories, executed by a worker: what they find, and what follows from it.

use kernel::supervisor::Stop;
use serde_json::{Value, json};
use std::time::Duration;
use testkit::{TestApp, TestTenant, uuid_of};
use testrestic::{PASSWORD, Restic, Workplace, flip, pack_file};

const REPOSITORIES: &str = "/api/backup/repositories";
const CHECKS: &str = "/api/backup/checks";
const HOSTS: &str = "/api/backup/hosts";

/// A server with a worker, a tenant with a device, and a repository with a backup of it.
struct Scene {
    app: TestApp,
    tenant: TestTenant,
    organization: String,
    device: String,
    workplace: Workplace,
    restic: Restic,
    repository: String,
}

impl Scene {
    async fn new() -> Scene {
        let workplace = Workplace::new().unwrap();
        let app = TestApp::start_working(&["--backup-roots", workplace.path().to_str().unwrap()]).await;
        let tenant = app.tenant().await;
        let organization = tenant.organization("Initech").await;
        let new = json!({"name": "srv-01", "hostname": "srv-01.initech.example", "organization_id": organization});
        let device = tenant.client.post("/api/rmm/devices", new).await.expect(201).id();
        // All packs are read by each check.
        let config = json!({"config": {"verification": {"integrity_every_days": 1}, "alerts": {"open_ticket": true}}});
        tenant.client.put("/api/backup/config", config).await.expect(200);
        let restic = workplace.repository("vault").unwrap();
        restic.backup("srv-01", &workplace.files("files", &[2_000_000, 100], 1).unwrap()).unwrap();
        let new = json!({"name": "Vault", "url": restic.location, "password": PASSWORD, "organization_id": organization,
            "expected": {"offsite": true}});
        let repository = tenant.client.post(REPOSITORIES, new).await.expect(201).id();
        Scene { app, tenant, organization, device, workplace, restic, repository }
    }

    /// Checks the repository and returns the result.
    async fn check(&self) -> Value {
        self.check_of(&self.repository).await
    }

    async fn check_of(&self, repository: &str) -> Value {
        let target = format!("{REPOSITORIES}/check?id={repository}");
        for _ in 0..100 {
            let begun = self.tenant.client.post(&target, json!({})).await;
            // The check that a schedule has begun.
            if begun.status == 409 {
                tokio::time::sleep(Duration::from_millis(200)).await;
                continue;
            }
            let operation = begun.expect(202).id();
            let waiting = format!("/api/operations?id={operation}&wait=30");
            for _ in 0..4 {
                let seen = self.tenant.client.get(&waiting).await.expect(200).body;
                if seen["status"] == "succeeded" {
                    let check = format!("{CHECKS}?id={}", operation.replace("op_", "bkc_"));
                    return self.tenant.client.get(&check).await.expect(200).body;
                }
                assert!(seen["status"] != "failed", "{seen:#}");
            }
        }
        panic!("the check does not end");
    }

    fn codes(check: &Value) -> Vec<&str> {
        check["findings"].as_array().unwrap().iter().map(|finding| finding["code"].as_str().unwrap()).collect()
    }

    async fn posture(&self) -> Value {
        let target = format!("/api/backup/customer-aggregate?organization_id={}&include=at_risk", self.organization);
        self.tenant.client.get(&target).await.expect(200).body["data"][0].clone()
    }

    /// Evaluates the customer now instead of some seconds later.
    async fn evaluate(&self) {
        let organization = uuid_of(&self.organization);
        let evaluated = backup::posture::evaluate::evaluate(&self.app.app, self.tenant.id, organization).await;
        evaluated.unwrap_or_else(|problem| panic!("{}", problem.said()));
    }

    async fn events(&self, kind: &str) -> Vec<Value> {
        let page = self.tenant.client.get(&format!("/api/events?type={kind}")).await.expect(200).body;
        page["data"].as_array().unwrap().clone()
    }

    async fn tickets(&self) -> Vec<(String, String)> {
        let page = self.tenant.client.get("/api/psa/tickets?sort=created_at").await.expect(200).body;
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        page["data"].as_array().unwrap().iter().map(|one| (text(&one["subject"]), text(&one["status"]))).collect()
    }
}

#[tokio::test]
async fn a_good_repository_is_evidence_for_its_device() {
    let scene = Scene::new().await;
    let check = scene.check().await;
    assert_eq!((&check["result"], &check["findings"]), (&json!("passed"), &json!([])), "{check:#}");
    assert_eq!((&check["snapshots"]["count"], &check["snapshots"]["hosts"]), (&json!(1), &json!(1)));
    assert_eq!(check["immutability"]["immutable"], false);
    assert!(check["integrity"]["fully_read_through"].is_string(), "{check:#}");
    assert!(check["cost"]["bytes"].as_i64().unwrap() > 2_000_000, "{check:#}");

    let host = scene.tenant.client.get(HOSTS).await.expect(200).body["data"][0].clone();
    assert_eq!((&host["match"], &host["device_id"]), (&json!("proposed"), &json!(scene.device)));
    assert_eq!(host["restore_test"]["passed"], true, "{host:#}");
    let posture = scene.posture().await;
    assert_eq!((&posture["evidence"], &posture["coverage"]["protected"]), (&json!("measured"), &json!(1)));
    // Everything but immutability.
    assert_eq!((&posture["score"], &posture["at_risk_count"]), (&json!(90), &json!(0)), "{posture:#}");
    assert!(scene.events("backup.check.failed").await.is_empty());
}

#[tokio::test]
async fn damage_is_reported_and_has_a_ticket_until_it_is_repaired() {
    let scene = Scene::new().await;
    scene.check().await;
    scene.evaluate().await;
    let tickets = scene.tickets().await;
    assert!(tickets.iter().all(|(_, status)| status == "resolved"), "{tickets:?}");

    let pack = scene.restic.list("packs").unwrap().remove(0);
    let file = pack_file(&scene.workplace.path().join("vault"), &pack);
    flip(&file, 100).unwrap();
    let check = scene.check().await;
    assert!(Scene::codes(&check).contains(&"pack_damaged"), "{check:#}");
    assert!(check["findings"].to_string().contains(&pack));
    assert_eq!((&check["result"], &check["integrity"]["damaged"]), (&json!("failed"), &json!(1)));
    assert!(check["integrity"]["fully_read_through"].is_null());
    assert_eq!(scene.events("backup.check.failed").await[0]["data"]["object"]["id"], check["id"]);
    scene.evaluate().await;
    let posture = scene.posture().await;
    let reasons = posture["at_risk"][0]["reasons"].to_string();
    assert!(reasons.contains("integrity_check_failed"), "{posture:#}");
    assert!(!scene.events("backup.posture.changed").await.is_empty());
    let open = scene.tickets().await;
    assert!(open.iter().any(|(subject, status)| subject.contains("is damaged") && status == "new"), "{open:?}");

    flip(&file, 100).unwrap();
    let check = scene.check().await;
    assert_eq!(check["result"], "passed", "{check:#}");
    scene.evaluate().await;
    let tickets = scene.tickets().await;
    assert!(!tickets.is_empty() && tickets.iter().all(|(_, status)| status == "resolved"), "{tickets:?}");
    assert_eq!(scene.posture().await["score"], 90);
}

#[tokio::test]
async fn a_repository_that_cannot_be_opened_says_why() {
    let scene = Scene::new().await;
    scene.check().await;
    let target = format!("{REPOSITORIES}?id={}", scene.repository);
    scene.tenant.client.put(&target, json!({"password": "wrong"})).await.expect(200);
    let check = scene.check().await;
    assert_eq!(Scene::codes(&check), ["wrong_password"]);
    // What was measured before is still known, and grows old.
    assert_eq!(scene.posture().await["coverage"]["protected"], 1);
    let repository = scene.tenant.client.get(&target).await.expect(200).body;
    assert_eq!(repository["last_check"]["id"], check["id"]);
}

#[tokio::test]
async fn a_host_is_evidence_for_the_device_that_people_choose() {
    let scene = Scene::new().await;
    scene.check().await;
    let host = scene.tenant.client.get(HOSTS).await.expect(200).body["data"][0]["id"].as_str().unwrap().to_owned();
    let target = format!("{HOSTS}?id={host}");
    let decide = async |body: Value| scene.tenant.client.put(&target, body).await;

    let excluded = decide(json!({"match": "excluded"})).await.expect(200).body;
    assert_eq!((&excluded["match"], &excluded["device_id"]), (&json!("excluded"), &Value::Null));
    assert_eq!(scene.posture().await["coverage"]["unknown"], 1);
    scene.check().await;
    assert_eq!(scene.posture().await["coverage"]["unknown"], 1, "a check does not overrule people");
    assert_eq!(decide(json!({"match": "confirmed"})).await.problem(), "422 invalid_request");
    decide(json!({"match": "confirmed", "device_id": scene.device})).await.expect(200);
    assert_eq!(scene.posture().await["coverage"]["protected"], 1);
    let automatic = decide(json!({"match": "automatic"})).await.expect(200).body;
    assert_eq!((&automatic["match"], &automatic["device_id"]), (&json!("proposed"), &json!(scene.device)));
}

#[tokio::test]
async fn a_snapshot_from_the_future_is_an_alarm_and_no_young_backup() {
    let scene = Scene::new().await;
    let files = scene.workplace.files("future", &[10], 2).unwrap();
    scene.restic.backup_with("srv-01", &files, &["--time", "2031-01-01 00:00:00"]).unwrap();
    let check = scene.check().await;
    assert_eq!(Scene::codes(&check), ["snapshot_in_future"], "{check:#}");
    let host = scene.tenant.client.get(HOSTS).await.expect(200).body["data"][0].clone();
    assert!(host["recovery_point_at"].as_str().unwrap() < "2031", "{host:#}");
}

#[tokio::test]
async fn a_restricted_key_decides_about_no_host_of_a_repository_that_it_cannot_see() {
    let scene = Scene::new().await;
    let hooli = scene.tenant.organization("Hooli").await;
    let new = json!({"name": "srv-02", "hostname": "srv-02", "organization_id": hooli});
    let other = scene.tenant.client.post("/api/rmm/devices", new).await.expect(201).id();
    let restic = scene.workplace.repository("shared").unwrap();
    for host in ["srv-01", "srv-02"] {
        restic.backup(host, &scene.workplace.files("shared", &[1_000], 3).unwrap()).unwrap();
    }
    let new = json!({"name": "Shared", "url": restic.location, "password": PASSWORD});
    let shared = scene.tenant.client.post(REPOSITORIES, new).await.expect(201).id();
    scene.check_of(&shared).await;
    let root = scene.app.database.root().await;
    let origin = format!("repository:{}", uuid_of(&shared).simple());
    let facts = async |device: &str| {
        let counted = "select count(*) from backup_evidence where tenant_id = $1 and device_id = $2 and origin = $3";
        let row = root.query_one(counted, &[&scene.tenant.id.0, &uuid_of(device), &origin]).await.unwrap();
        row.get::<_, i64>(0)
    };
    assert!(facts(&scene.device).await > 0 && facts(&other).await > 0);

    let scopes = ["backup:read", "backup:write", "devices:read", "devices:write"];
    let restricted = json!({"name": "one", "scopes": scopes, "organization_ids": [hooli]});
    let restricted = scene.tenant.key_of(restricted).await;
    let seen = restricted.get(HOSTS).await.expect(200).body;
    assert_eq!((seen["data"].as_array().unwrap().len(), &seen["data"][0]["host"]), (1, &json!("srv-02")));
    let target = format!("{HOSTS}?id={}", seen["data"][0]["id"].as_str().unwrap());
    assert_eq!(restricted.put(&target, json!({"match": "excluded"})).await.problem(), "404 not_found");
    assert!(facts(&scene.device).await > 0 && facts(&other).await > 0);

    // A device that is moved leaves its hosts, also those in repositories that its mover cannot see.
    let both = json!({"name": "both", "scopes": scopes, "organization_ids": [hooli, scene.organization]});
    let both = scene.tenant.key_of(both).await;
    let moved = format!("/api/rmm/devices?id={other}");
    both.put(&moved, json!({"organization_id": scene.organization})).await.expect(200);
    let left = scene.tenant.client.get(&target).await.expect(200).body;
    assert_eq!(
        (&left["device_id"], &left["organization_id"], &left["match"]),
        (&Value::Null, &Value::Null, &json!("none"))
    );
}

#[tokio::test]
async fn a_host_of_a_customers_repository_is_not_a_device_of_another_customer() {
    let scene = Scene::new().await;
    scene.check().await;
    let hooli = scene.tenant.organization("Hooli").await;
    let new = json!({"name": "srv-02", "hostname": "srv-02", "organization_id": hooli});
    let other = scene.tenant.client.post("/api/rmm/devices", new).await.expect(201).id();
    let host = scene.tenant.client.get(HOSTS).await.expect(200).body["data"][0]["id"].as_str().unwrap().to_owned();
    let decision = json!({"match": "confirmed", "device_id": other});
    let refused = scene.tenant.client.put(&format!("{HOSTS}?id={host}"), decision).await;
    assert_eq!(
        (refused.problem().as_str(), &refused.body["errors"][0]["pointer"]),
        ("422 invalid_request", &json!("/device_id"))
    );
}

#[tokio::test]
async fn another_address_is_another_repository() {
    let scene = Scene::new().await;
    scene.check().await;
    assert_eq!(scene.posture().await["coverage"]["protected"], 1);
    let nothing = scene.workplace.path().join("nothing");
    let moved = json!({"url": nothing.to_str().unwrap(), "password": PASSWORD});
    let target = format!("{REPOSITORIES}?id={}", scene.repository);
    let moved = scene.tenant.client.put(&target, moved).await.expect(200).body;
    assert_eq!(moved["last_check"], Value::Null, "{moved:#}");
    let check = scene.check().await;
    assert_eq!(Scene::codes(&check), ["not_found"], "{check:#}");
    assert_eq!(scene.tenant.client.get(HOSTS).await.expect(200).body["data"], json!([]));
    assert_eq!(scene.posture().await["coverage"]["unknown"], 1);
}

#[tokio::test]
async fn a_snapshot_that_claims_to_be_older_than_our_era_is_an_old_backup() {
    let scene = Scene::new().await;
    let files = scene.workplace.files("antique", &[10], 2).unwrap();
    scene.restic.backup_with("srv-09", &files, &["--time", "0000-01-01 00:00:00"]).unwrap();
    scene.check().await;
    let hosts = scene.tenant.client.get(HOSTS).await.expect(200).body;
    let antique = hosts["data"].as_array().unwrap().iter().find(|host| host["host"] == "srv-09").unwrap();
    assert_eq!(antique["recovery_point_at"], "1970-01-01T00:00:00Z", "{hosts:#}");
}

#[tokio::test]
async fn a_check_that_is_never_completed_fails_after_five_attempts() {
    let mut scene = Scene::new().await;
    scene.app.stop_working().await;
    // The schedule may have begun one.
    let begun = scene.tenant.client.post(&format!("{REPOSITORIES}/check?id={}", scene.repository), json!({})).await;
    assert!([202, 409].contains(&begun.status.as_u16()), "{:#}", begun.body);
    let root = scene.app.database.root().await;
    let tried = r#"update operations set steps = '[{"name": "attempts", "count": 5}]', leased_until = null
        where tenant_id = $1 and kind = 'backup.check' and status in ('pending', 'running')
        returning id"#;
    let id: uuid::Uuid = root.query_one(tried, &[&scene.tenant.id.0]).await.unwrap().get(0);
    let taken = backup::checks::work::next(&scene.app.app, &Stop::new()).await;
    assert!(taken.unwrap_or_else(|problem| panic!("{}", problem.said())));
    let operation = api::OperationId(id).to_string();
    let ended = scene.tenant.client.get(&format!("/api/operations?id={operation}")).await.expect(200).body;
    assert_eq!((&ended["status"], &ended["error"]["code"]), (&json!("failed"), &json!("internal")), "{ended:#}");
    let check = scene.tenant.client.get(&format!("{CHECKS}?id={}", operation.replace("op_", "bkc_"))).await;
    assert_eq!(Scene::codes(&check.expect(200).body), ["unavailable"]);
}

#[tokio::test]
async fn a_check_that_a_stopping_worker_interrupts_can_be_taken_by_another_at_once() {
    let mut scene = Scene::new().await;
    scene.app.stop_working().await;
    // The schedule may have begun one.
    let begun = scene.tenant.client.post(&format!("{REPOSITORIES}/check?id={}", scene.repository), json!({})).await;
    assert!([202, 409].contains(&begun.status.as_u16()), "{:#}", begun.body);
    let root = scene.app.database.root().await;
    let leased = "select leased_until is not null from operations
        where tenant_id = $1 and kind = 'backup.check' and status in ('pending', 'running')";
    let free = "update operations set leased_until = null
        where tenant_id = $1 and kind = 'backup.check' and status in ('pending', 'running')";
    root.execute(free, &[&scene.tenant.id.0]).await.unwrap();
    let stop = Stop::new();
    stop.cancel();
    let taken = backup::checks::work::next(&scene.app.app, &stop).await;
    assert!(taken.unwrap_or_else(|problem| panic!("{}", problem.said())));
    let leased: bool = root.query_one(leased, &[&scene.tenant.id.0]).await.unwrap().get(0);
    assert!(!leased, "the lease is released");
}
