//! `doctor --verify` counts rows, finds gaps in event logs and values that cannot be opened.

use kernel::clock::Clock;
use serde_json::json;
use tenant_control::{
    families,
    operate::{
        doctor::verify::{Verified, verify},
        keys::Vault,
    },
};
use testkit::{Database, TestApp};

const SECRETS: &str = "webhook_secrets.secret_sealed opened";
const LOGS: &str = "event logs without a gap";

async fn verified(database: &Database) -> Vec<Verified> {
    let settings = database.settings();
    let vault = Vault::new(&settings.database, &settings.keys).unwrap();
    verify(&vault, &families::all().sealed_columns(), None).await.unwrap()
}

fn find<'a>(all: &'a [Verified], what: &str) -> &'a Verified {
    all.iter().find(|verified| verified.what == what).unwrap_or_else(|| panic!("no {what}: {all:#?}"))
}

#[tokio::test]
async fn a_restored_database_is_verified_and_each_fault_is_found() {
    let name = format!("verify_{}", Clock::System.id().simple());
    let database = Database::create(Database::shared().await.port, &name).await.unwrap();
    let app = TestApp::start_with(database.clone(), database.settings()).await;
    let tenant = app.tenant().await;
    let endpoint = json!({"name": "Receiver", "url": "http://127.0.0.1:9999/", "events": ["*"]});
    tenant.client.post("/api/admin/webhooks", endpoint).await.expect(201);
    tenant.organization("Initech").await;
    tenant.organization("Initrode").await;

    let all = verified(&database).await;
    assert!(all.iter().all(|verified| verified.faults == 0), "{all:#?}");
    assert_eq!(find(&all, "rows of tenants").checked, 1);
    assert_eq!((find(&all, SECRETS).checked, find(&all, LOGS).checked), (1, 1));
    assert_eq!(find(&all, "data keys unwrapped").checked, 1);
    assert_eq!(find(&all, "readers of event logs").checked, 1);

    let root = database.root().await;
    let damage = "update webhook_secrets set secret_sealed = set_byte(
            secret_sealed, length(secret_sealed) - 1, (get_byte(secret_sealed, length(secret_sealed) - 1) + 1) % 256)";
    root.execute(damage, &[]).await.unwrap();
    let gap = "delete from events where position = (select min(position) + 1 from events)";
    assert_eq!(root.execute(gap, &[]).await.unwrap(), 1);
    root.execute("update webhook_fan_outs set position = 1000000", &[]).await.unwrap();

    let all = verified(&database).await;
    let wrong: Vec<_> = all.iter().filter(|verified| verified.faults > 0).map(|verified| &*verified.what).collect();
    assert_eq!(wrong, [LOGS, "readers of event logs", SECRETS]);
    assert!(find(&all, SECRETS).described[0].contains("was not opened"), "{all:#?}");
}
