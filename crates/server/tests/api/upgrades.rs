//! A server works with the schema of a later version, as it must during an upgrade and after a rollback.

use tenant_control::operate::migrate::{self, Step};
use testkit::{Database, TestApp};

const EXPAND: &str = "alter table organizations add column region text not null default 'unknown';\n";

const INDEX: &str = "-- outside a transaction
drop index concurrently if exists organizations_by_region;
create index concurrently organizations_by_region on organizations (tenant_id, region, id);
";

async fn database() -> Database {
    let port = Database::shared().await.port;
    Database::create(port, &format!("newer_{:016x}", rand::random::<u64>())).await.unwrap()
}

/// The migrations of a later version.
fn later() -> Vec<Step> {
    let mut steps = migrate::steps();
    steps.push(Step::new("20991231_0900_organizations_region.sql", EXPAND));
    steps.push(Step::new("20991231_0910_organizations_by_region.sql", INDEX));
    steps
}

#[tokio::test]
async fn a_server_starts_and_serves_with_a_schema_that_is_newer_than_it_knows() {
    let database = database().await;
    database.migrate_to(later()).await.unwrap();
    let settings = database.settings();
    let app = TestApp::start_with(database.clone(), settings).await;
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    for path in ["/readyz", "/routable"] {
        let answer = client.get(format!("{}{path}", app.ops)).send().await.unwrap();
        assert_eq!(answer.status(), 200, "{path}");
    }
    let tenant = app.tenant().await;
    let id = tenant.organization("Initech").await;
    tenant.client.get(&format!("/api/rmm/organizations?id={id}")).await.expect(200);
    // Its own migrations are there, so `migrate` of this version has nothing to do.
    database.migrate_to(migrate::steps()).await.unwrap();
}

#[tokio::test]
async fn a_second_migrator_waits_while_the_first_one_creates_an_index_concurrently() {
    let database = database().await;
    let (first, second) = futures::join!(database.migrate_to(later()), database.migrate_to(later()));
    first.unwrap();
    second.unwrap();
    let query = "select indisvalid from pg_index where indexrelid = 'organizations_by_region'::regclass";
    assert!(database.root().await.query_one(query, &[]).await.unwrap().get::<_, bool>(0), "the index is valid");
}
