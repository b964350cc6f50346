//! That the database itself keeps tenants apart, whatever a handler does. (`just drill isolation` goes further.)

use testkit::{Database, TestApp};

#[tokio::test]
async fn every_table_has_forced_row_security_and_a_policy() {
    let root = Database::shared().await.root().await;
    let open = root
        .query(
            "select relname::text from pg_class
             where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
               and not (relrowsecurity and relforcerowsecurity
                        and exists (select from pg_policy where polrelid = pg_class.oid))",
            &[],
        )
        .await
        .unwrap();
    assert!(open.is_empty(), "{open:?}");
}

#[tokio::test]
async fn the_tenant_leads_every_primary_key() {
    let root = Database::shared().await.root().await;
    let wrong = root
        .query(
            "select c.relname::text from pg_class c
             join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
             left join pg_index i on i.indrelid = c.oid and i.indisprimary
             where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
               and a.attnum is distinct from i.indkey[0]",
            &[],
        )
        .await
        .unwrap();
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[tokio::test]
async fn without_the_setting_the_applications_role_sees_nothing() {
    let app = TestApp::start().await;
    app.tenant().await.organization("hidden").await;
    let client = app.database.connect("app").await.unwrap();
    for _ in 0..2 {
        for table in ["tenants", "organizations", "api_keys"] {
            let count: i64 = client.query_one(&format!("select count(*) from {table}"), &[]).await.unwrap().get(0);
            assert_eq!(count, 0, "{table}");
        }
        // Afterwards the setting is '' instead of absent.
        let visit = "begin; set local app.tenant_id = '00000000-0000-0000-0000-000000000000'; commit";
        client.batch_execute(visit).await.unwrap();
    }
}

#[tokio::test]
async fn the_applications_role_cannot_write_for_another_tenant() {
    let app = TestApp::start().await;
    let (mine, other) = (app.tenant().await, app.tenant().await);
    let client = app.database.connect("app").await.unwrap();
    client.batch_execute(&format!("begin; set local app.tenant_id = '{}'", mine.id.0)).await.unwrap();
    let planted = format!(
        "insert into organizations (tenant_id, id, name, domains, tags, custom_fields, created_at, updated_at)
         values ('{}', gen_random_uuid(), 'planted', '{{}}', '{{}}', '{{}}', now(), now())",
        other.id.0
    );
    let error = client.batch_execute(&planted).await.unwrap_err();
    assert_eq!(error.code().unwrap().code(), "42501");
}
