//! The fence of a tenant that moves to another cell. (`just drill tenant-move` moves one.)

use serde_json::json;
use std::time::Duration;
use tenant_control::operate::moves::{lift_fence, row_hash, unknown_master_key};
use testkit::{Client, Database, Receiver, TestApp};
use tokio_postgres::error::SqlState;
use uuid::Uuid;

const ORGANIZATIONS: &str = "/api/rmm/organizations";

/// A fence of one table, as a move makes it. The database is shared, so it is removed at the end.
struct Fence {
    root: tokio_postgres::Client,
    table: &'static str,
    tenant: Uuid,
}

impl Fence {
    async fn build(database: &Database, table: &'static str, tenant: Uuid) -> Fence {
        let root = database.root().await;
        root.batch_execute(&format!(
            "insert into tenant_moves (tenant_id, way, cell, stage, started_at, changed_at)
             values ('{tenant}', 'leaves', 'elsewhere', 'fenced', now(), now());
             create trigger move_{} before insert or update on {table}
             for each row when (new.tenant_id = '{tenant}') execute function app.fence_tenant('{tenant}', 'leave out')",
            tenant.simple()
        ))
        .await
        .unwrap();
        Fence { root, table, tenant }
    }

    async fn until(&self, time: &str) {
        let set = format!("update tenant_moves set fenced_until = {time} where tenant_id = '{}'", self.tenant);
        self.root.batch_execute(&set).await.unwrap();
    }

    async fn tear_down(self) {
        let Fence { root, table, tenant } = self;
        let name = tenant.simple();
        let remove =
            format!("drop trigger move_{name} on {table}; delete from tenant_moves where tenant_id = '{tenant}'");
        root.batch_execute(&remove).await.unwrap();
    }
}

#[tokio::test]
async fn a_fenced_tenant_reads_and_does_not_write_and_its_neighbour_does_both() {
    let app = TestApp::start().await;
    let (tenant, neighbour) = (app.tenant().await, app.tenant().await);
    let fence = Fence::build(&app.database, "organizations", tenant.id.0).await;
    let write = async |client: &Client, name: &str| client.post(ORGANIZATIONS, json!({"name": name})).await;
    write(&tenant.client, "Before").await.expect(201);

    fence.until("'infinity'").await;
    let refused = write(&tenant.client, "Behind").await;
    assert_eq!(refused.problem(), "503 tenant_moving");
    assert_eq!(refused.header("retry-after"), "1");
    tenant.client.get(ORGANIZATIONS).await.expect(200);
    write(&neighbour.client, "Beside").await.expect(201);

    // It ends by itself.
    fence.until("clock_timestamp()").await;
    write(&tenant.client, "After").await.expect(201);
    fence.tear_down().await;
}

#[tokio::test]
async fn a_statement_over_many_tenants_leaves_out_the_rows_of_a_fenced_one() {
    let app = TestApp::start().await;
    let (tenant, neighbour) = (app.tenant().await.id.0, app.tenant().await.id.0);
    let root = app.database.root().await;
    for id in [tenant, neighbour] {
        root.execute("insert into webhook_fan_outs (tenant_id, position) values ($1, 0)", &[&id]).await.unwrap();
    }
    let fence = Fence::build(&app.database, "webhook_fan_outs", tenant).await;
    fence.until("'infinity'").await;
    let system = app.database.connect("app_system").await.unwrap();
    let change = "update webhook_fan_outs set revision = 7 where tenant_id = any ($1) returning tenant_id";
    let changed = system.query(change, &[&vec![tenant, neighbour]]).await.unwrap();
    assert_eq!(changed.iter().map(|row| row.get(0)).collect::<Vec<Uuid>>(), [neighbour]);
    fence.tear_down().await;
}

#[tokio::test]
async fn webhooks_of_a_tenant_wait_for_its_move_and_go_on_when_the_command_was_killed() {
    let app = TestApp::start_working(&[]).await;
    let (tenant, receiver) = (app.tenant().await, Receiver::start().await);
    let (command, root) = (app.database.root().await, app.database.root().await);
    let id = tenant.id.0;
    command.execute("select pg_advisory_lock(app.move_lock($1))", &[&id]).await.unwrap();
    let yields = "
        insert into tenant_moves (tenant_id, way, cell, stage, fenced_until, yields, started_at, changed_at)
        values ($1, 'leaves', 'elsewhere', 'verifying', now(), true, now(), now())";
    root.execute(yields, &[&id]).await.unwrap();
    let endpoint = json!({"name": "mirror", "url": receiver.url, "events": ["organization.created"]});
    tenant.client.post("/api/admin/webhooks", endpoint).await.expect(201);
    tenant.organization("Initech").await;
    // Workers look for tenants every second.
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert!(receiver.received().is_empty());
    drop(command);
    receiver.wait_for(1).await;
    root.execute("delete from tenant_moves where tenant_id = $1", &[&id]).await.unwrap();
    app.stop().await;
}

#[tokio::test]
async fn a_transaction_over_many_tenants_is_left_out_as_a_whole_if_the_fence_ends_during_it() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await.id.0;
    let root = app.database.root().await;
    root.execute("insert into webhook_fan_outs (tenant_id, position) values ($1, 0)", &[&tenant]).await.unwrap();
    let fence = Fence::build(&app.database, "webhook_fan_outs", tenant).await;
    fence.until("'infinity'").await;
    let system = app.database.connect("app_system").await.unwrap();
    let change = async || {
        let update = "update webhook_fan_outs set revision = 7 where tenant_id = $1";
        system.execute(update, &[&tenant]).await.unwrap()
    };
    system.batch_execute("begin").await.unwrap();
    assert_eq!(change().await, 0);
    fence.until("clock_timestamp()").await;
    assert_eq!(change().await, 0, "the second statement is left out like the first");
    system.batch_execute("commit").await.unwrap();
    assert_eq!(change().await, 1);
    fence.tear_down().await;
}

#[tokio::test]
async fn a_transaction_is_not_fenced_by_lifting_a_fence_that_does_not_hold() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await.id.0;
    let root = app.database.root().await;
    root.execute("insert into webhook_fan_outs (tenant_id, position) values ($1, 0)", &[&tenant]).await.unwrap();
    let fence = Fence::build(&app.database, "webhook_fan_outs", tenant).await;
    let system = app.database.connect("app_system").await.unwrap();
    for ended in ["null", "clock_timestamp()"] {
        fence.until(ended).await;
        system.batch_execute("begin").await.unwrap();
        for _ in 0..2 {
            let update = "update webhook_fan_outs set revision = 7 where tenant_id = $1";
            assert_eq!(system.execute(update, &[&tenant]).await.unwrap(), 1, "{ended}");
            lift_fence(&root, tenant, "verifying").await.unwrap();
        }
        system.batch_execute("commit").await.unwrap();
    }
    fence.until("'infinity'").await;
    lift_fence(&root, tenant, "verifying").await.unwrap();
    let update = "update webhook_fan_outs set revision = 7 where tenant_id = $1";
    assert_eq!(system.execute(update, &[&tenant]).await.unwrap(), 1, "it held, and is lifted");
    fence.tear_down().await;
}

#[tokio::test]
async fn a_transaction_with_one_snapshot_does_not_write_for_a_tenant_that_is_about_to_move() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await.id.0;
    let root = app.database.root().await;
    root.execute("insert into webhook_fan_outs (tenant_id, position) values ($1, 0)", &[&tenant]).await.unwrap();
    let fence = Fence::build(&app.database, "webhook_fan_outs", tenant).await;
    let system = app.database.connect("app_system").await.unwrap();
    system.batch_execute("begin isolation level repeatable read").await.unwrap();
    let change = "update webhook_fan_outs set revision = 7 where tenant_id = $1";
    let refused = system.execute(change, &[&tenant]).await.unwrap_err();
    assert_eq!(refused.code().map(SqlState::code), Some("TC503"));
    system.batch_execute("rollback").await.unwrap();
    fence.tear_down().await;
}

#[tokio::test]
async fn a_change_of_an_older_event_is_noted_for_the_move_of_its_tenant() {
    let app = TestApp::start().await;
    let (tenant, neighbour) = (app.tenant().await, app.tenant().await);
    for client in [&tenant.client, &neighbour.client] {
        client.post(ORGANIZATIONS, json!({"name": "New"})).await.expect(201);
    }
    let (root, id) = (app.database.root().await, tenant.id.0);
    root.batch_execute(&format!(
        "insert into tenant_moves (tenant_id, way, cell, stage, started_at, changed_at)
         values ('{id}', 'leaves', 'elsewhere', 'verifying', now(), now());
         create trigger move_{} after update or delete on events
         for each row when (old.tenant_id = '{id}') execute function app.note_rewrite('{id}')",
        id.simple()
    ))
    .await
    .unwrap();
    let change = async |tenant: Uuid| {
        root.execute("update events set data = data where tenant_id = $1", &[&tenant]).await.unwrap();
        let noted = "select rewritten from tenant_moves where tenant_id = $1";
        root.query_one(noted, &[&id]).await.unwrap().get::<_, bool>(0)
    };
    assert!(!change(neighbour.id.0).await);
    assert!(change(id).await);
    let remove =
        format!("drop trigger move_{} on events; delete from tenant_moves where tenant_id = '{id}'", id.simple());
    root.batch_execute(&remove).await.unwrap();
}

#[tokio::test]
async fn the_same_values_in_other_rows_have_another_digest() {
    let root = Database::shared().await.root().await;
    let digest = async |rows: &str| {
        let hash = row_hash("name, number");
        let query = format!("select sum({hash})::text from (values {rows}) as rows (name, number)");
        root.query_one(&query, &[]).await.unwrap().get::<_, String>(0)
    };
    assert_eq!(digest("('a', 1), ('b', 2)").await, digest("('b', 2), ('a', 1)").await);
    assert_ne!(digest("('a', 1), ('b', 2)").await, digest("('a', 2), ('b', 1)").await);
}

#[tokio::test]
async fn a_master_key_that_no_other_tenant_uses_is_found() {
    let app = TestApp::start().await;
    let (tenant, other) = (app.tenant().await.id.0, app.tenant().await.id.0);
    let root = app.database.root().await;
    let key = "
        insert into data_keys (tenant_id, id, wrapped, wrapped_by, created_at, retired_at)
        values ($1, gen_random_uuid(), '', $2, now(), now())";
    // Tests of other commands read the keys of all tenants.
    root.batch_execute("begin").await.unwrap();
    root.execute(key, &[&other, &"file:shared"]).await.unwrap();
    root.execute(key, &[&tenant, &"file:shared"]).await.unwrap();
    assert_eq!(unknown_master_key(&root, tenant).await.unwrap(), None);
    root.execute(key, &[&tenant, &"file:elsewhere"]).await.unwrap();
    assert_eq!(unknown_master_key(&root, tenant).await.unwrap().as_deref(), Some("file:elsewhere"));
    root.batch_execute("rollback").await.unwrap();
}
