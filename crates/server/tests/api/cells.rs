//! A tenant that another cell serves is refused with 421, whatever the credential, also if this database has a copy of it.

use serde_json::json;
use std::time::Duration;
use testkit::{Database, TestApp, TestTenant, session, user};
use tokio::time::sleep;

const ELSEWHERE: &str = "https://eu2.api.example.com";

/// A cell that is called `eu1`, beside `eu2`. The name belongs to the database, so other tests do not use it.
async fn cell() -> TestApp {
    let port = Database::shared().await.port;
    let database = Database::create(port, &format!("cell_{:016x}", rand::random::<u64>())).await.unwrap();
    let settings = database.settings();
    let app = TestApp::start_with(database, settings).await;
    let cells = format!(
        "insert into this_cell (name) values ('eu1');
         insert into cells (name, url) values ('eu1', 'https://eu1.api.example.com'), ('eu2', '{ELSEWHERE}');
         create publication directory for table cells, directory, directory_sso_domains"
    );
    app.database.root().await.batch_execute(&cells).await.unwrap();
    app
}

async fn place(app: &TestApp, tenant: &TestTenant, cell: &str) {
    let sql = "update directory set cell = $1, version = version + 1, changed_at = now() where tenant_id = $2";
    assert_eq!(
        app.database.root().await.execute(sql, &[&cell, &tenant.id.0]).await.unwrap(),
        1,
        "a new tenant is entered"
    );
}

#[tokio::test]
async fn a_tenant_of_another_cell_is_refused_with_the_url_of_that_cell() {
    let app = cell().await;
    let (moved, stays) = (app.tenant().await, app.tenant().await);
    let (person, _) = user(&app.database, moved.id.0, "admin").await;
    let (_, token) = session(&app.database, moved.id.0, person).await;
    let enrolment = moved.enrolment(&moved.organization("Initech").await).await;
    let agents = app.agents();
    moved.client.get("/api/session").await.expect(200);

    place(&app, &moved, "eu2").await;
    // The key was cached, and a notification removes it.
    for _ in 0..100 {
        if moved.client.get("/api/session").await.status == 421 {
            break;
        }
        sleep(Duration::from_millis(10)).await;
    }
    for client in [&moved.client, &app.client().with_key(&token), &app.client().with_cookie(&token)] {
        let refused = client.get("/api/session").await.expect(421);
        assert_eq!(refused.body["code"], "misdirected");
        assert_eq!((&refused.body["cell"], &refused.body["url"]), (&json!("eu2"), &json!(ELSEWHERE)));
    }
    assert_eq!(agents.json(&enrolment, &json!({"action": "contact"})).await.status, 421);
    stays.client.get("/api/session").await.expect(200);

    place(&app, &moved, "eu1").await;
    moved.client.get("/api/session").await.expect(200);
}

#[tokio::test]
async fn sign_ins_lead_to_the_cell_of_their_domain() {
    let app = cell().await;
    let tenant = app.tenant().await;
    place(&app, &tenant, "eu2").await;
    let routing = &tenant.key[9..17];
    let sql = "insert into directory_sso_domains (domain, routing) values ('people.example', $1)";
    app.database.root().await.execute(sql, &[&routing]).await.unwrap();
    let begun = app.client().post("/api/auth/sso", json!({"domain": "people.example"})).await;
    assert_eq!(begun.problem(), "421 misdirected");
    let unknown = app.client().post("/api/auth/sso", json!({"domain": "others.example"})).await;
    assert_eq!(unknown.problem(), "404 sso_not_configured");
    let code = json!({"code": format!("{routing}{}", "x".repeat(43)), "code_verifier": "y".repeat(43)});
    assert_eq!(app.client().post("/api/auth/sso/token", code).await.problem(), "421 misdirected");
}

#[tokio::test]
async fn a_key_of_a_tenant_that_is_only_elsewhere_is_led_there_and_an_unknown_one_is_not() {
    let (app, other) = (cell().await, TestApp::start().await);
    let tenant = other.tenant().await;
    let client = app.client().with_key(&tenant.key);
    assert_eq!(client.get("/api/session").await.problem(), "401 key_unknown");
    let sql = "insert into directory (routing, tenant_id, domain, cell, version, changed_at)
        values ($1, $2, 'other.example', 'eu2', 1, now())";
    app.database.root().await.execute(sql, &[&&tenant.key[9..17], &tenant.id.0]).await.unwrap();
    assert_eq!(client.get("/api/session").await.problem(), "421 misdirected");
}
