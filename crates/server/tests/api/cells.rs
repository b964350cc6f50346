//! A tenant that another cell serves is refused with 421, whatever the credential, also if this database has a copy of it.
//! The effects of the operator's commands on the directory.

use api::session::Environment;
use kernel::settings::Migration;
use serde_json::json;
use std::time::Duration;
use tenant_control::operate::{
    cells, moves,
    tenants::{self, NewTenant},
};
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
    moved.client.get("/api/auth/session").await.expect(200);

    place(&app, &moved, "eu2").await;
    // The key was cached, and a notification removes it.
    for _ in 0..100 {
        if moved.client.get("/api/auth/session").await.status == 421 {
            break;
        }
        sleep(Duration::from_millis(10)).await;
    }
    for client in [&moved.client, &app.client().with_key(&token), &app.client().with_cookie(&token)] {
        let refused = client.get("/api/auth/session").await.expect(421);
        assert_eq!(refused.body["code"], "misdirected");
        assert_eq!((&refused.body["cell"], &refused.body["url"]), (&json!("eu2"), &json!(ELSEWHERE)));
    }
    assert_eq!(agents.json(&enrolment, &json!({"action": "contact"})).await.status, 421);
    stays.client.get("/api/auth/session").await.expect(200);

    place(&app, &moved, "eu1").await;
    moved.client.get("/api/auth/session").await.expect(200);
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
    assert_eq!(client.get("/api/auth/session").await.problem(), "401 key_unknown");
    let sql = "insert into directory (routing, tenant_id, domain, cell, version, changed_at)
        values ($1, $2, 'other.example', 'eu2', 1, now())";
    app.database.root().await.execute(sql, &[&&tenant.key[9..17], &tenant.id.0]).await.unwrap();
    assert_eq!(client.get("/api/auth/session").await.problem(), "421 misdirected");
}

#[tokio::test]
async fn a_cell_is_not_removed_while_it_has_the_old_copy_of_a_tenant() {
    let app = cell().await;
    let tenant = app.tenant().await;
    let root = app.database.root().await;
    let moved = format!(
        "delete from cells where name = 'eu2';
         insert into tenant_moves (tenant_id, way, cell, stage, started_at, changed_at)
         values ('{}', 'leaves', 'eu2', 'moved', now(), now())",
        tenant.id.0
    );
    root.batch_execute(&moved).await.unwrap();
    let migration = Migration {
        migration_database_url: Some(app.database.url("postgres").into()),
        migration_database_url_file: None,
        migration_database_cert_file: None,
        migration_database_key_file: None,
    };
    let tls = app.database.settings().database.tls;
    let refused = cells::remove(&app.app.db, &migration, &tls).await.unwrap_err().to_string();
    assert!(refused.contains("old copies"), "{refused}");
    let named = "select from this_cell join directory on directory.cell = this_cell.name";
    assert_eq!(root.query(named, &[]).await.unwrap().len(), 1, "nothing is removed");

    root.batch_execute("delete from tenant_moves").await.unwrap();
    cells::remove(&app.app.db, &migration, &tls).await.unwrap();
    assert!(root.query("select from this_cell", &[]).await.unwrap().is_empty());
    tenant.client.get("/api/auth/session").await.expect(200);
}

#[tokio::test]
async fn a_new_tenant_does_not_take_the_place_of_one_that_is_not_entered_yet() {
    let app = cell().await;
    let tenant = app.tenant().await;
    let root = app.database.root().await;
    root.batch_execute("delete from directory").await.unwrap();
    let row = root.query_one("select domain from tenants where id = $1", &[&tenant.id.0]).await.unwrap();
    let (name, domain) = ("Second".to_owned(), row.get(0));
    let new = NewTenant { name, domain, environment: Environment::Production, platform: false };
    let Err(refused) = tenants::create(&app.app.db, app.app.clock, new).await else { panic!("the domain is used") };
    assert_eq!(refused.to_string(), "another tenant has this domain");
    let entered = cells::sync(&app.app.db, app.app.clock, None).await.unwrap();
    assert!(entered.refused.is_empty(), "{entered:?}");
    let row = root.query_one("select tenant_id from directory", &[]).await.unwrap();
    assert_eq!(row.get::<_, uuid::Uuid>(0), tenant.id.0);
}

#[tokio::test]
async fn a_move_whose_target_is_lost_is_cancelled_unless_the_tenant_is_there() {
    let app = cell().await;
    let tenant = app.tenant().await;
    let (root, id) = (app.database.root().await, tenant.id.0);
    let name = format!("move_{}", id.simple());
    let decided = format!(
        "insert into tenant_moves (tenant_id, way, cell, stage, fenced_until, yields, started_at, changed_at)
         values ('{id}', 'leaves', 'eu2', 'decided', 'infinity', true, now(), now());
         create trigger {name}_write before insert or update on organizations
         for each row when (new.tenant_id = '{id}') execute function app.fence_tenant('{id}', 'leave out');
         create publication {name}"
    );
    root.batch_execute(&decided).await.unwrap();
    let create = async || tenant.client.post("/api/rmm/organizations", json!({"name": "Initech"})).await;
    assert_eq!(create().await.problem(), "503 tenant_moving");
    let domain: String = root.query_one("select domain from tenants where id = $1", &[&id]).await.unwrap().get(0);
    let (url, tls) = (app.database.url("postgres").into(), app.database.settings().database.tls);
    let abandon = async || moves::abandon(&domain, &url, None, &tls).await;

    place(&app, &tenant, "eu2").await;
    let refused = abandon().await.unwrap_err().to_string();
    assert!(refused.contains("restore the cell"), "{refused}");
    place(&app, &tenant, "eu1").await;
    abandon().await.unwrap();
    create().await.expect(201);
    let left = "select from tenant_moves union all select from pg_trigger where tgname like 'move\\_%'
        union all select from pg_publication where pubname like 'move\\_%'";
    assert!(root.query(left, &[]).await.unwrap().is_empty());
    assert_eq!(abandon().await.unwrap_err().to_string(), "no move of this tenant is under way");
}

/// The copy of the directory still places the tenant in the cell that it has left.
#[tokio::test]
async fn sync_keeps_the_domains_of_a_tenant_that_has_just_arrived() {
    let home = cell().await;
    let name = format!("cell_{:016x}", rand::random::<u64>());
    let database = Database::create(home.database.port, &name).await.unwrap();
    let settings = database.settings_with(&["--directory-url", &home.database.url("app_system")]);
    let app = TestApp::start_with(database, settings).await;
    let tenant = app.tenant().await;
    let (routing, id) = (&tenant.key[9..17], tenant.id.0);
    let rows = |cell: &str| {
        format!(
            "insert into directory (routing, tenant_id, domain, cell, version, changed_at)
             values ('{routing}', '{id}', 'arrived.example', '{cell}', 1, now());
             insert into directory_sso_domains (domain, routing)
             values ('people.example', '{routing}'), ('given-up.example', '{routing}');"
        )
    };
    // The provider of the domain is left out.
    let here = format!(
        "insert into this_cell (name) values ('eu2');
         insert into cells (name, url) values ('eu1', 'https://eu1.api.example.com'), ('eu2', '{ELSEWHERE}');
         set session_replication_role = replica;
         insert into sso_domains (tenant_id, domain, provider_id, token, created_at, proven_at, proven_by)
         values ('{id}', 'people.example', '{id}', 'token', now(), now(), 'dns');"
    );
    home.database.root().await.batch_execute(&rows("eu2")).await.unwrap();
    app.database.root().await.batch_execute(&format!("{here}{}", rows("eu1"))).await.unwrap();

    cells::sync(&app.app.db, app.app.clock, None).await.unwrap();
    let left = home.database.root().await.query("select domain from directory_sso_domains", &[]).await.unwrap();
    let left: Vec<String> = left.iter().map(|row| row.get(0)).collect();
    assert_eq!(left, ["people.example"]);
}
