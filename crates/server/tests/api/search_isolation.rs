//! Nobody finds what is another's: not by results, facets or similar words.

use crate::{
    device_rows::insert_device,
    search::{search, titles},
};
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Client, TestApp, TestTenant};

const CONTACTS: &str = "/api/psa/contacts";
const TICKETS: &str = "/api/psa/tickets";

/// Each finds something of every customer of [`furnish`].
const QUERIES: [&str; 22] = [
    "",
    "printer",
    "prin",
    "\"on fire\"",
    "toner",
    "fire -stapler",
    "waddams",
    "wadams",
    "milton@initech.example",
    "123456",
    "PC-0041",
    "640hp72",
    "9d:f8",
    "10.0.0.7",
    "ip:10.0.0.0/24",
    "mac:9df8",
    "serial:640",
    "os:linux",
    "tag:vip",
    "status:unresolved",
    "type:device",
    "seen:>2020-01-01",
];

/// Two customers and two tenants have the same things; the mark tells them apart.
async fn furnish(app: &TestApp, tenant: &TestTenant, mark: &str) -> String {
    let customer = tenant.organization(&format!("Initech {mark}")).await;
    let contact = json!({"name": format!("Milton Waddams {mark}"), "organization_id": customer,
        "emails": ["milton@initech.example"], "phones": ["+49 30 123456"]});
    tenant.client.post(CONTACTS, contact).await.expect(201);
    let ticket = json!({"subject": format!("Printer on fire {mark}"), "organization_id": customer, "tags": ["vip"]});
    let ticket = tenant.client.post(TICKETS, ticket).await.expect(201).id();
    let comment = json!({"body": format!("The toner {mark} is empty.")});
    tenant.client.post(&format!("{TICKETS}/comments?ticket_id={ticket}"), comment).await.expect(201);
    let device = json!({"name": format!("PC-0041 {mark}"), "serial": "640-HP-72", "macs": ["00:1b:21:3c:9d:f8"],
        "os_family": "linux", "last_seen_at": "2026-01-01T00:00:00Z",
        "networks": [{"name": "eth0", "addresses": ["10.0.0.7"]}]});
    insert_device(app, tenant, &customer, device).await;
    customer
}

fn restricted(customer: &str) -> Value {
    json!({"name": "one", "scopes": ["*"], "organization_ids": [customer]})
}

#[tokio::test]
async fn a_restricted_key_finds_what_belongs_to_its_customers_and_nothing_else() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let one = furnish(&app, &tenant, "amber").await;
    furnish(&app, &tenant, "birch").await;
    let client = tenant.key_of(restricted(&one)).await;
    for q in QUERIES {
        let found = search(&client, q).await.expect(200);
        let text = found.body.to_string();
        assert!(text.contains("amber"), "{q} finds nothing: {text}");
        assert!(!text.contains("birch"), "{q}: {text}");
        let all = search(&tenant.client, q).await.expect(200).body.to_string();
        assert!(all.contains("amber") && all.contains("birch"), "{q}: {all}");
    }
    let counts = search(&client, "printer").await.expect(200).body["facets"]["type"].clone();
    assert_eq!(counts, json!([{"value": "ticket", "count": 1, "truncated": false}]));
    for q in ["birch", "bircj", "org:birch", "org:initech birch"] {
        let found = search(&client, q).await.expect(200);
        assert_eq!((&found.body["data"], &found.body["facets"]["type"]), (&json!([]), &json!([])), "{q}");
    }
}

#[tokio::test]
async fn tenants_with_the_same_data_find_their_own() {
    let app = TestApp::start().await;
    let (amber, birch) = (app.tenant().await, app.tenant().await);
    let here = furnish(&app, &amber, "amber").await;
    let there = furnish(&app, &birch, "birch").await;
    let finds_none_of = async |client: &Client, mark: &str| {
        for q in QUERIES {
            let text = search(client, q).await.expect(200).body.to_string();
            assert!(!text.contains(mark), "{q}: {text}");
            assert!(text.contains("Initech") || text.contains("PC-0041"), "{q} finds nothing: {text}");
        }
    };
    finds_none_of(&amber.client, "birch").await;
    finds_none_of(&birch.client, "amber").await;
    for q in [format!("org:{there}"), there.clone(), "birch".to_owned(), "bircch".to_owned()] {
        assert!(titles(&amber.client, &q).await.is_empty(), "{q}");
    }
    let foreign = amber.client.get(&format!("/api/search?organization_id={there}")).await.expect(200);
    assert_eq!(foreign.body["data"], json!([]));
    assert!(titles(&amber.client, &format!("org:{here} printer")).await.len() == 1);
}

#[tokio::test]
async fn what_moves_to_another_customer_or_leaves_a_right_is_found_there_alone() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (one, two) = (tenant.organization("One").await, tenant.organization("Two").await);
    let (of_one, of_two) = (tenant.key_of(restricted(&one)).await, tenant.key_of(restricted(&two)).await);
    let ticket = json!({"subject": "Wandering", "organization_id": one});
    let id = tenant.client.post(TICKETS, ticket).await.expect(201).id();
    let comment = json!({"body": "Luggage"});
    tenant.client.post(&format!("{TICKETS}/comments?ticket_id={id}"), comment).await.expect(201);
    for q in ["wandering", "luggage"] {
        assert_eq!((titles(&of_one, q).await.len(), titles(&of_two, q).await.len()), (1, 0), "{q}");
    }
    let moved = json!({"organization_id": two});
    tenant.client.send(Method::PATCH, &format!("{TICKETS}?id={id}"), Some(moved)).await.expect(200);
    for q in ["wandering", "luggage"] {
        assert_eq!((titles(&of_one, q).await.len(), titles(&of_two, q).await.len()), (0, 1), "{q}");
    }
}
