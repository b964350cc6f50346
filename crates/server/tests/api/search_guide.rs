//! The examples of the guide "Find everything" find what the guide says.

use crate::{device_rows::insert_device, search::titles};
use serde_json::json;
use std::collections::BTreeSet;
use testkit::{TestApp, TestTenant};

const GUIDE: &str = include_str!("../../../../docs/guides/search.md");
const CONTACTS: &str = "/api/psa/contacts";
const TICKETS: &str = "/api/psa/tickets";

/// The rows of the table: a query, and the titles that it finds.
fn examples() -> Vec<(String, BTreeSet<String>)> {
    let section = GUIDE.split("## Examples").nth(1).unwrap();
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let cells = rows.map(|row| row.split('|').map(str::trim).collect::<Vec<_>>());
    cells
        .map(|cells| {
            let found = cells[2].split(", ").filter(|title| *title != "nothing").map(str::to_owned);
            (cells[1].trim_matches('`').to_owned(), found.collect())
        })
        .collect()
}

/// What the guide tells of.
async fn furnish(app: &TestApp, tenant: &TestTenant) {
    let (initech, globex) = (tenant.organization("Initech").await, tenant.organization("Globex").await);
    for new in [
        json!({"name": "Milton Waddams", "organization_id": initech, "emails": ["milton@initech.example"],
            "phones": ["+49 30 123456"]}),
        json!({"name": "Zoë Müller", "organization_id": globex}),
    ] {
        tenant.client.post(CONTACTS, new).await.expect(201);
    }
    let printer = json!({"subject": "Printer on fire", "description": "Smoke on the second floor.", "priority": "p1",
        "organization_id": initech});
    let printer = tenant.client.post(TICKETS, printer).await.expect(201).id();
    let comment = json!({"body": "The toner was replaced."});
    tenant.client.post(&format!("{TICKETS}/comments?ticket_id={printer}"), comment).await.expect(201);
    let stapler =
        json!({"subject": "Stapler is missing", "priority": "p4", "tags": ["office"], "organization_id": initech});
    tenant.client.post(TICKETS, stapler).await.expect(201);
    for (name, serial, mac) in
        [("PC-0041", "640-HP-72", "00:1b:21:3c:9d:f8"), ("PC-0042", "640-HP-73", "00:1b:21:3c:9d:f9")]
    {
        let device = json!({"name": name, "serial": serial, "macs": [mac], "type": "laptop", "os_family": "windows",
            "os_name": "Windows 11 Pro", "last_seen_at": "2026-11-01T10:00:00Z"});
        insert_device(app, tenant, &initech, device).await;
    }
    let server = json!({"name": "srv-db-01", "type": "server", "os_family": "linux", "os_name": "Debian 12",
        "networks": [{"name": "eth0", "addresses": ["10.0.0.7"]}]});
    insert_device(app, tenant, &globex, server).await;
}

#[tokio::test]
async fn the_examples_of_the_guide_find_what_it_says() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    furnish(&app, &tenant).await;
    let examples = examples();
    assert!(examples.len() >= 20, "only {} examples", examples.len());
    for (q, wanted) in examples {
        let found: BTreeSet<_> = titles(&tenant.client, &q).await.into_iter().collect();
        assert_eq!(found, wanted, "{q}");
    }
}
