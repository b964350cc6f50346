//! Sealed columns: values open only in their place, and as long as their keys exist.

use api::TenantId;
use kernel::sealing::{Column, Sealed};
use secrecy::ExposeSecret;
use tenant_control::families;
use testkit::{Database, TestApp};
use uuid::Uuid;

const SECRET: Column = Column::new("webhook_endpoints", "secret_sealed");
const HEADERS: Column = Column::new("webhook_endpoints", "headers_sealed");

#[tokio::test]
async fn a_secret_opens_for_its_tenant_column_and_row_alone() {
    let app = TestApp::start().await;
    let (tenant, other) = (app.tenant().await.id, app.tenant().await.id);
    let (row, sealing) = (app.app.clock.id(), &app.app.sealing);
    let sealed = sealing.seal(tenant, SECRET, row, b"whsec_hunter2").await.unwrap();
    sealing.seal(other, SECRET, row, b"another's").await.unwrap();
    assert!(!sealed.windows(7).any(|part| part == b"hunter2"));
    assert_eq!(sealing.open(tenant, SECRET, row, &sealed).await.unwrap().expose_secret(), b"whsec_hunter2");
    for (tenant, column, row) in [
        (other, SECRET, row),
        (tenant, HEADERS, row),
        (tenant, SECRET, app.app.clock.id()),
        (TenantId(Uuid::nil()), SECRET, row),
    ] {
        let error = sealing.open(tenant, column, row, &sealed).await.unwrap_err();
        assert!(!error.is_passing() && !format!("{error:?}").contains("hunter2"), "{error:?}");
    }
}

#[tokio::test]
async fn servers_that_need_a_tenants_first_key_at_once_agree_on_one() {
    let (one, two) = (TestApp::start().await, TestApp::start().await);
    let tenant = one.tenant().await.id;
    let row = one.app.clock.id();
    let seals = (0..16).map(|turn| {
        let app = if turn % 2 == 0 { &one } else { &two };
        held::apart(app.app.sealing.seal(tenant, SECRET, row, b"whsec_hunter2"))
    });
    for sealed in futures::future::join_all(seals).await {
        let sealed = sealed.unwrap();
        for app in [&one, &two] {
            app.app.sealing.open(tenant, SECRET, row, &sealed).await.unwrap();
        }
    }
    let root = one.database.root().await;
    let keys = root.query_one("select count(*) from data_keys where tenant_id = $1", &[&tenant.0]).await.unwrap();
    assert_eq!(keys.get::<_, i64>(0), 1);
}

#[tokio::test]
async fn many_are_opened_together_and_a_broken_one_spoils_no_other() {
    let app = TestApp::start().await;
    let tenants = [app.tenant().await.id, app.tenant().await.id, app.tenant().await.id];
    let (row, mut sealed) = (app.app.clock.id(), vec![]);
    for tenant in tenants {
        sealed.push(app.app.sealing.seal(tenant, SECRET, row, tenant.to_string().as_bytes()).await.unwrap());
    }
    sealed[1].truncate(40);
    let again = TestApp::start().await; // which knows no key yet
    let all: Vec<_> = tenants
        .iter()
        .zip(&sealed)
        .map(|(tenant, bytes)| Sealed { tenant: *tenant, column: SECRET, row, bytes })
        .collect();
    let opened = again.app.sealing.open_all(&all).await;
    assert_eq!(opened[0].as_ref().unwrap().expose_secret(), tenants[0].to_string().as_bytes());
    assert!(opened[1].is_err());
    assert_eq!(opened[2].as_ref().unwrap().expose_secret(), tenants[2].to_string().as_bytes());
}

#[tokio::test]
async fn the_role_of_requests_has_no_right_to_data_keys() {
    let client = Database::shared().await.connect("app").await.unwrap();
    assert!(client.query("select wrapped from data_keys", &[]).await.is_err());
}

/// In the catalogue, a sealed column refers to its data key, which therefore stays, and can be sealed again.
const SEALED: &str = "
    select
        relname::text, attname::text,
        exists (
            select from pg_constraint join pg_attribute as k on k.attrelid = conrelid and k.attnum = any (conkey)
            where conrelid = pg_class.oid and confrelid = 'data_keys'::regclass
              and k.attname = replace(pg_attribute.attname, '_sealed', '_key_id') and k.attgenerated = 's'
        )
        and has_column_privilege('app_system', pg_class.oid, attname, 'update')
        and exists (
            select from pg_policy
            where polrelid = pg_class.oid and 'app_system'::regrole = any (polroles) and polcmd in ('*', 'w')
        )
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attname like '%\\_sealed'
    order by 1, 2";

#[tokio::test]
async fn every_sealed_column_is_known_and_keeps_its_data_key() {
    let root = Database::shared().await.root().await;
    let mut stored = vec![];
    for row in root.query(SEALED, &[]).await.unwrap() {
        let (table, column, keeps): (String, String, bool) = (row.get(0), row.get(1), row.get(2));
        assert!(keeps, "{table}.{column}: call app.sealed_column in its migration, with a policy for app_system");
        stored.push((table, column));
    }
    let columns = families::all().sealed_columns();
    let mut known: Vec<_> = columns.iter().map(|known| (known.table.to_owned(), known.column.to_owned())).collect();
    known.sort();
    assert_eq!(stored, known, "the families name every sealed column");
}
