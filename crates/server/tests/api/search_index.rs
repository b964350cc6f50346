//! The index says what the tables say: by triggers, by the backfill, and as the check sees it.

use crate::{device_rows::insert_device, search::titles};
use api::search::SearchType;
use reqwest::Method;
use serde_json::json;
use tenant_control::{
    families,
    operate::search::{Comparison, check, rebuild},
    search::work::{backfill, words},
};
use testkit::{Database, TestApp, TestTenant};

const CONTACTS: &str = "/api/psa/contacts";
const TICKETS: &str = "/api/psa/tickets";

async fn domain_of(app: &TestApp, tenant: &TestTenant) -> String {
    let query = "select domain from tenants where id = $1";
    app.database.root().await.query_one(query, &[&tenant.id.0]).await.unwrap().get(0)
}

async fn compare(app: &TestApp, tenant: &TestTenant) -> Comparison {
    let domain = domain_of(app, tenant).await;
    check(&app.app.db, families::all(), Some(&domain)).await.unwrap().remove(0)
}

async fn furnish(app: &TestApp, tenant: &TestTenant) {
    let customer = tenant.organization("Initech").await;
    for number in 0..3 {
        let contact = json!({"name": format!("Milton Waddams {number}"), "emails": [format!("m{number}@x.example")]});
        tenant.client.post(CONTACTS, contact).await.expect(201);
    }
    let ticket = json!({"subject": "Printer on fire", "tags": ["vip"]});
    let ticket = tenant.client.post(TICKETS, ticket).await.expect(201).id();
    let comment = json!({"body": "The toner is empty."});
    tenant.client.post(&format!("{TICKETS}/comments?ticket_id={ticket}"), comment).await.expect(201);
    let device = json!({"name": "srv-1", "networks": [{"name": "eth0", "addresses": ["10.0.0.7"]}]});
    insert_device(app, tenant, &customer, device).await;
    tenant.sign_in("owner").await;
}

#[test]
fn every_type_belongs_to_one_family() {
    let kinds: Vec<_> = families::all().searchable().iter().map(|searchable| searchable.kind).collect();
    assert_eq!(kinds, SearchType::ALL);
}

#[tokio::test]
async fn every_table_that_is_searched_keeps_its_entries_itself() {
    let root = Database::shared().await.root().await;
    for searchable in families::all().searchable() {
        for table in searchable.tables {
            let query = "select
                exists (
                    select from pg_trigger
                    where tgrelid = $1::text::regclass and tgfoid = 'app.index_for_search'::regproc
                ),
                exists (
                    select from pg_proc
                    where proname = 'search_entry' and pronamespace = 'app'::regnamespace
                        and proargtypes[0] = (select reltype from pg_class where oid = $1::text::regclass)
                )";
            let row = root.query_one(query, &[table]).await.unwrap();
            assert!(row.get::<_, bool>(0), "{table} has no trigger");
            assert!(row.get::<_, bool>(1), "{table} has no app.search_entry");
        }
    }
}

#[tokio::test]
async fn the_index_is_what_the_tables_say() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    furnish(&app, &tenant).await;
    let compared = compare(&app, &tenant).await;
    assert_eq!((compared.wrong, compared.surplus), (0, 0), "{compared:?}");
    assert_eq!(
        compared.checked,
        1 + 3 + 1 + 1 + 1 + 1,
        "a customer, contacts, a ticket, its comment, a device, a user"
    );

    let root = app.database.root().await;
    let damage = "update search_entries set title = 'Damaged' where tenant_id = $1 and type = 'device'";
    assert_eq!(root.execute(damage, &[&tenant.id.0]).await.unwrap(), 1);
    let lost = "delete from search_entries where tenant_id = $1 and type = 'user'";
    assert_eq!(root.execute(lost, &[&tenant.id.0]).await.unwrap(), 1);
    assert_eq!(compare(&app, &tenant).await.wrong, 2);
}

#[tokio::test]
async fn of_a_very_long_text_the_first_words_are_found() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let log: Vec<String> = (0..3500).map(|number| format!("w{number}")).collect();
    let ticket = json!({"subject": "Zebra crossing", "description": log.join(" ")});
    tenant.client.post(TICKETS, ticket).await.expect(201);
    for (q, found) in [("zebra", 1), ("crossing w0", 1), ("zebra \"w2900\"", 1), ("\"w3499\"", 0)] {
        assert_eq!(titles(&tenant.client, q).await.len(), found, "{q}");
    }
    assert_eq!(compare(&app, &tenant).await.wrong, 0);
}

#[tokio::test]
async fn a_comment_that_is_rewritten_during_a_change_of_its_ticket_keeps_its_new_text() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let ticket = tenant.client.post(TICKETS, json!({"subject": "Printer on fire"})).await.expect(201).id();
    let comment = json!({"body": "Ask Kowalczyk."});
    tenant.client.post(&format!("{TICKETS}/comments?ticket_id={ticket}"), comment).await.expect(201);
    let root = app.database.root().await;
    root.batch_execute("begin").await.unwrap();
    let rewrite = "update ticket_comments set body = 'Ask somebody.' where tenant_id = $1";
    assert_eq!(root.execute(rewrite, &[&tenant.id.0]).await.unwrap(), 1);
    let target = format!("{TICKETS}?id={ticket}");
    let change = tenant.client.send(Method::PATCH, &target, Some(json!({"subject": "Copier on fire"})));
    let commit = async {
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        root.batch_execute("commit").await.unwrap();
    };
    let (changed, ()) = futures::join!(change, commit);
    changed.expect(200);
    assert!(titles(&tenant.client, "kowalczyk").await.is_empty());
    assert_eq!(titles(&tenant.client, "copier somebody").await, ["Copier on fire"]);
    assert_eq!(compare(&app, &tenant).await.wrong, 0);
}

#[tokio::test]
async fn objects_from_before_the_index_are_added_in_steps() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    furnish(&app, &tenant).await;
    let root = app.database.root().await;
    root.execute("delete from search_entries where tenant_id = $1", &[&tenant.id.0]).await.unwrap();
    assert!(titles(&tenant.client, "waddams").await.is_empty());

    let domain = domain_of(&app, &tenant).await;
    assert_eq!(rebuild(&app.app.db, app.app.clock, families::all(), Some(&domain)).await.unwrap(), 1);
    // A server that stops in between has stored how far it has come.
    let half = "update search_backfills set beyond = (select id from contacts where tenant_id = $1 order by id offset 1 limit 1)
        where tenant_id = $1 and source = 'contacts'";
    root.execute(half, &[&tenant.id.0]).await.unwrap();
    // Another server may be adding the rows meanwhile.
    for _ in 0..100 {
        assert!(backfill::run(&app.app.db).await.is_ok());
        let pending = "select count(*) from search_backfills where tenant_id = $1";
        if root.query_one(pending, &[&tenant.id.0]).await.unwrap().get::<_, i64>(0) == 0 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    let found = tenant.client.get("/api/search?q=toner").await.expect(200);
    assert_eq!(
        (&found.body["data"][0]["title"], &found.body["index_complete"]),
        (&json!("Printer on fire"), &json!(true))
    );
    assert_eq!(compare(&app, &tenant).await.surplus, 0);
}

/// A server with a database of its own.
async fn start_alone() -> TestApp {
    let name = format!("search_{:016x}", rand::random::<u64>());
    let database = Database::create(Database::shared().await.port, &name).await.unwrap();
    let settings = database.settings();
    TestApp::start_with(database, settings).await
}

#[tokio::test]
async fn a_broken_index_is_unavailable_and_does_not_find_nothing() {
    let app = start_alone().await;
    let tenant = app.tenant().await;
    let damage = "drop function app.search(jsonb); drop function app.search_ids(text, jsonb, bigint)";
    app.database.root().await.batch_execute(damage).await.unwrap();
    for target in ["/api/search?q=printer", "/api/psa/tickets?q=printer", "/api/rmm/reports/asset-inventory?q=printer"]
    {
        assert_eq!(tenant.client.get(target).await.problem(), "503 unavailable", "{target}");
    }
}

#[tokio::test]
async fn words_that_nothing_has_any_more_are_forgotten() {
    let app = start_alone().await;
    let tenant = app.tenant().await;
    let contact = tenant.client.post(CONTACTS, json!({"name": "Bartholomew Kowalczyk"})).await.expect(201).id();
    tenant.client.post(CONTACTS, json!({"name": "Bartholomew Smith"})).await.expect(201);
    let root = app.database.root().await;
    let known = async || {
        let query = "select distinct word from search_vocabulary where tenant_id = $1 order by word";
        let rows = root.query(query, &[&tenant.id.0]).await.unwrap();
        rows.iter().map(|row| row.get::<_, String>(0)).collect::<Vec<_>>()
    };
    assert_eq!(known().await, ["bartholomew", "kowalczyk", "smith"]);
    tenant.client.delete(&format!("{CONTACTS}?id={contact}")).await.expect(204);
    assert!(words::forget_all(&app.app.db).await.is_ok());
    assert_eq!(known().await, ["bartholomew", "smith"]);
    assert!(titles(&tenant.client, "kowalczik").await.is_empty());
}
