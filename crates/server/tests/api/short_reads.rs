//! Short reads of all tenants share connections to PostgreSQL: each still sees its own tenant alone.

use futures::future::join_all;
use kernel::db::{Identity, ShortRead};
use queries::{
    client::GenericClient,
    queries::rmm::organizations::{get_organization, organization_named},
};
use serde_json::json;
use std::{
    collections::HashSet,
    time::{Duration, Instant},
};
use testkit::{Database, TestApp, TestTenant};
use tokio::time::sleep;
use uuid::Uuid;

/// Several, so that reads begin at once; a quarter of them is shared.
const CONNECTIONS: usize = 8;

/// The maximum number of reads that use a connection at the same time.
const READS_PER_CONNECTION: usize = 4;

/// A server with a database of its own, which a test may lock.
async fn alone(connections: usize) -> TestApp {
    let port = Database::shared().await.port;
    let name = format!("short_reads_{:016x}", rand::random::<u64>());
    let database = Database::create(port, &name).await.unwrap();
    let settings = database.settings_with(&["--database-connections", &connections.to_string()]);
    TestApp::start_with(database, settings).await
}

async fn short_read(app: &TestApp, tenant: &TestTenant) -> ShortRead {
    app.app.db.short_read(&Identity::new(tenant.id, None)).await.ok().unwrap()
}

/// The id of an organization that the tenant creates.
async fn organization(tenant: &TestTenant) -> Uuid {
    let id = tenant.organization("Initech").await;
    id.parse::<api::OrganizationId>().unwrap().0
}

/// The process of PostgreSQL that executes a read.
async fn process(db: &ShortRead) -> i32 {
    let query = db.prepare("select pg_backend_pid() as pid").await.unwrap();
    db.query_one(&query, &[]).await.unwrap().get(0)
}

/// Reads that begin together. Each waits until all have their connections.
async fn together<T>(app: &TestApp, readers: &[&TestTenant], read: impl AsyncFn(usize, ShortRead) -> T) -> Vec<T> {
    let all_connected = &tokio::sync::Barrier::new(readers.len());
    let reads = readers.iter().enumerate().map(|(number, tenant)| {
        let read = &read;
        held::apart(async move {
            let db = short_read(app, tenant).await;
            all_connected.wait().await;
            read(number, db).await
        })
    });
    join_all(reads).await
}

#[tokio::test]
async fn reads_that_share_a_connection_see_their_own_tenants() {
    let app = alone(CONNECTIONS).await;
    let tenants = [app.tenant().await, app.tenant().await, app.tenant().await];
    let ids = join_all(tenants.iter().map(organization)).await;
    let readers: Vec<&TestTenant> = (0..CONNECTIONS).map(|number| &tenants[number % 3]).collect();
    let mut shared = false;
    for owner in (0..3).cycle().take(12) {
        let processes = together(&app, &readers, async |number, db| {
            let found = get_organization().bind(&db, &ids[owner]).opt().await.unwrap();
            assert_eq!(found.is_some(), number % 3 == owner);
            process(&db).await
        });
        shared |= processes.await.into_iter().collect::<HashSet<_>>().len() <= CONNECTIONS / 2;
    }
    assert!(shared, "reads share connections");
}

#[tokio::test]
async fn a_connection_is_shared_by_few_reads() {
    let connections = 4 * CONNECTIONS;
    let app = alone(connections).await;
    let tenants = [app.tenant().await, app.tenant().await];
    let mut reads = vec![];
    for number in 0..connections {
        reads.push(held::apart(short_read(&app, &tenants[number % 2])).await);
    }
    let processes: HashSet<i32> = join_all(reads.iter().map(process)).await.into_iter().collect();
    assert!(processes.len() >= connections / READS_PER_CONNECTION, "{} reads on {processes:?}", reads.len());
}

#[tokio::test]
async fn a_read_that_fails_fails_alone() {
    let app = alone(CONNECTIONS).await;
    let tenant = app.tenant().await;
    let id = organization(&tenant).await;
    for _ in 0..4 {
        together(&app, &[&tenant; CONNECTIONS / 2], async |number, db| {
            if number % 2 == 0 {
                let divide = db.prepare("select 1 / $1::integer").await.unwrap();
                let error = db.query_one(&divide, &[&0]).await.unwrap_err();
                assert_eq!(error.code().unwrap().code(), "22012");
            } else {
                assert!(get_organization().bind(&db, &id).opt().await.unwrap().is_some());
            }
        })
        .await;
    }
}

#[tokio::test]
async fn the_connection_that_was_used_last_is_used_next() {
    let app = alone(CONNECTIONS).await;
    let tenant = app.tenant().await;
    // Several connections are open.
    together(&app, &[&tenant; CONNECTIONS / 2], async |_, db| process(&db).await).await;
    let mut processes = HashSet::new();
    for _ in 0..10 {
        processes.insert(process(&short_read(&app, &tenant).await).await);
    }
    assert_eq!(processes.len(), 1);
}

#[tokio::test]
async fn reads_do_not_wait_behind_one_that_waits_for_a_lock() {
    let app = alone(CONNECTIONS).await;
    let (tenant, neighbour) = (app.tenant().await, app.tenant().await);
    organization(&tenant).await;
    let ticket = neighbour.client.post("/api/psa/tickets", json!({"subject": "mine"})).await.expect(201);
    let target = format!("/api/psa/tickets?id={}", ticket.id());
    neighbour.client.get(&target).await.expect(200);
    let root = app.database.root().await;
    root.batch_execute("begin; lock table organizations in access exclusive mode").await.unwrap();
    let readers = [&tenant; CONNECTIONS / 2];
    let locked = together(&app, &readers, async |_, db| {
        assert!(organization_named().bind(&db, &"Initech").opt().await.unwrap().is_some());
    });
    let others = async {
        sleep(Duration::from_millis(200)).await;
        let started = Instant::now();
        for _ in 0..10 {
            neighbour.client.get(&target).await.expect(200);
        }
        assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
        root.batch_execute("commit").await.unwrap();
    };
    futures::join!(locked, others);
}
