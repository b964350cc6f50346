//! Backup repositories: which addresses are accepted, and that their secrets stay where they were sent.

use serde_json::{Value, json};
use testkit::{Database, TestApp, TestTenant};

const REPOSITORIES: &str = "/api/backup/repositories";

async fn start() -> (TestApp, TestTenant) {
    let database = Database::shared().await;
    let settings = database.settings_with(&["--backup-roots", "/srv/shared,/srv/of/{tenant}"]);
    let app = TestApp::start_with(database, settings).await;
    let tenant = app.tenant().await;
    (app, tenant)
}

fn repository(url: &str, changes: Value) -> Value {
    let mut new = json!({"name": "Vault", "url": url, "password": "open sesame"});
    if let (Some(new), Value::Object(changes)) = (new.as_object_mut(), changes) {
        new.extend(changes);
    }
    new
}

#[tokio::test]
async fn only_addresses_that_are_allowed_are_accepted() {
    let (_app, tenant) = start().await;
    let own = format!("/srv/of/{}/vault", tenant.id);
    let credentials = json!({"credentials": {"id": "AKIA", "secret": "s3cret-of-the-bucket"}});
    for (number, (url, more)) in [
        ("/srv/shared/vault", json!({})),
        (own.as_str(), json!({})),
        ("rest:https://backup.example.com/acme", json!({})),
        ("rest:http://127.0.0.1:8000/acme", json!({})),
        ("s3:https://s3.example.com/backups/acme", credentials.clone()),
    ]
    .into_iter()
    .enumerate()
    {
        let mut new = repository(url, more);
        new["name"] = json!(format!("Vault {number}"));
        tenant.client.post(REPOSITORIES, new).await.expect(201);
    }
    for url in [
        "/etc",
        "/srv/shared",
        "/srv/shared/../../etc",
        "/srv/of/ten_01h455vb4pex5vsknk084sn02q/vault",
        "relative/path",
        "rest:https://10.0.0.1/acme",
        "rest:https://169.254.169.254/acme",
        "rest:https://me:password@backup.example.com/",
        "rest:file:///etc/passwd",
        "sftp:me@backup.example.com:/srv",
    ] {
        let refused = tenant.client.post(REPOSITORIES, repository(url, json!({}))).await;
        assert_eq!(refused.problem(), "422 invalid_request", "{url}");
        assert_eq!(refused.body["errors"][0]["pointer"], "/url", "{url}: {:#}", refused.body);
    }
    let bare = tenant.client.post(REPOSITORIES, repository("s3:https://s3.example.com/backups", json!({}))).await;
    assert_eq!(bare.body["errors"][0]["pointer"], "/credentials");
}

#[tokio::test]
async fn secrets_are_not_returned_and_not_sent_to_another_address() {
    let (_app, tenant) = start().await;
    let more = json!({"credentials": {"id": "me", "secret": "s3cret-of-the-server"}, "expected": {"immutable": true}});
    let new = repository("rest:https://backup.example.com/acme", more);
    let created = tenant.client.post(REPOSITORIES, new).await.expect(201);
    let text = created.body.to_string();
    assert!(!text.contains("open sesame") && !text.contains("s3cret"), "{text}");
    assert_eq!(
        (&created.body["has_credentials"], &created.body["expected"]),
        (&json!(true), &json!({"immutable": true, "offsite": false}))
    );

    let target = format!("{REPOSITORIES}?id={}", created.id());
    let moved = "rest:https://attacker.example/acme";
    let change = async |body: Value| tenant.client.put(&target, body).await;
    let refused = change(json!({"url": moved})).await;
    assert_eq!(refused.body["errors"][0]["pointer"], "/password");
    let refused = change(json!({"url": moved, "password": "another"})).await;
    assert_eq!(refused.body["errors"][0]["pointer"], "/credentials");
    change(json!({"url": moved, "password": "another", "credentials": null})).await.expect(200);
    let renamed = change(json!({"name": "Old vault"})).await.expect(200);
    assert_eq!((&renamed.body["has_credentials"], &renamed.body["version"]), (&json!(false), &json!(3)));
    let audit = tenant.client.get("/api/admin/audit-log").await.expect(200).body.to_string();
    assert!(!audit.contains("open sesame") && !audit.contains("s3cret"), "{audit}");
}

#[tokio::test]
async fn names_are_unique_within_an_organization() {
    let (_app, tenant) = start().await;
    let (one, two) = (tenant.organization("One").await, tenant.organization("Two").await);
    let at = |organization: &str| repository("/srv/shared/vault", json!({"organization_id": organization}));
    tenant.client.post(REPOSITORIES, at(&one)).await.expect(201);
    assert_eq!(tenant.client.post(REPOSITORIES, at(&one)).await.problem(), "409 name_taken");
    let second = tenant.client.post(REPOSITORIES, at(&two)).await.expect(201);
    let listed = tenant.client.get(&format!("{REPOSITORIES}?organization_id={two}")).await.expect(200);
    assert_eq!(listed.body["data"][0]["id"], second.id());
    tenant.client.delete(&format!("{REPOSITORIES}?id={}", second.id())).await.expect(204);
}

#[tokio::test]
async fn a_check_is_cancelled_when_its_repository_is_deleted() {
    // Nobody executes checks here.
    let (_app, tenant) = start().await;
    let id = tenant.client.post(REPOSITORIES, repository("/srv/shared/vault", json!({}))).await.expect(201).id();
    let operation = tenant.client.post(&format!("{REPOSITORIES}/check?id={id}"), json!({})).await.expect(202).id();
    tenant.client.delete(&format!("{REPOSITORIES}?id={id}&dry_run=true")).await.expect(204);
    let waiting = tenant.client.get(&format!("/api/operations?id={operation}")).await.expect(200).body;
    assert_eq!(waiting["status"], "pending");
    tenant.client.delete(&format!("{REPOSITORIES}?id={id}")).await.expect(204);
    let ended = tenant.client.get(&format!("/api/operations?id={operation}")).await.expect(200).body;
    assert_eq!((&ended["status"], ended["finished_at"].is_string()), (&json!("canceled"), true), "{ended:#}");
}

#[tokio::test]
async fn the_sizes_that_servers_claim_do_not_break_the_posture() {
    let (app, tenant) = start().await;
    let organization = tenant.organization("Initech").await;
    for name in ["One", "Two"] {
        let more = json!({"name": name, "organization_id": organization});
        tenant.client.post(REPOSITORIES, repository("/srv/shared/vault", more)).await.expect(201);
    }
    let root = app.database.root().await;
    let huge = "update backup_repositories set bytes = 9223372036854775807 where tenant_id = $1";
    root.execute(huge, &[&tenant.id.0]).await.unwrap();
    let seen = tenant.client.get("/api/backup/customer-aggregate").await.expect(200).body;
    assert_eq!(seen["data"][0]["storage"]["bytes"], json!(i64::MAX));
}
