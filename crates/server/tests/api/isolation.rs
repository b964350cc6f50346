//! The database itself isolates tenants, whatever a handler does. (`just drill isolation` goes further.)

use kernel::db::scoped_statement;
use serde_json::Value;
use testkit::{Database, TestApp, reads};
use uuid::Uuid;

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
               and a.attnum is distinct from i.indkey[0]
               and c.relname <> 'directory' -- No rows of tenants: the role `app` cannot read it.",
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
async fn a_read_sets_its_tenant_for_itself_alone() {
    let app = TestApp::start().await;
    let (mine, other) = (app.tenant().await, app.tenant().await);
    mine.organization("Initech").await;
    let client = app.database.connect("app").await.unwrap();
    let names =
        client.prepare(&scoped_statement("select name from organizations where name <> $1", false)).await.unwrap();
    // PostgreSQL plans the first five executions for their parameters, and then keeps one plan for all.
    for _ in 0..8 {
        for (tenant, expected) in [(&mine, 1), (&other, 0)] {
            assert_eq!(client.query(&names, &[&"", &tenant.id.0]).await.unwrap().len(), expected);
            let left = "select coalesce(current_setting('app.tenant_id', true), '')
                || current_setting('transaction_read_only')";
            assert_eq!(client.query_one(left, &[]).await.unwrap().get::<_, &str>(0), "off");
        }
    }
    let restricted = scoped_statement("select name from organizations", true);
    let others = vec![Uuid::max()];
    assert_eq!(client.query(&restricted, &[&mine.id.0, &others]).await.unwrap().len(), 0);
}

#[tokio::test]
async fn the_settings_of_every_read_come_before_all_of_its_plan() {
    let client = Database::shared().await.connect("app").await.unwrap();
    client.batch_execute("set plan_cache_mode = force_generic_plan").await.unwrap();
    let mut explained = 0;
    for (path, read) in reads().unwrap() {
        let scoped = scoped_statement(&read, false);
        client.batch_execute(&format!("prepare read as {scoped}")).await.expect(&scoped);
        let nulls = "
            select concat_ws(', ', variadic array_fill('null'::text, array[cardinality(parameter_types)]))
            from pg_prepared_statements where name = 'read'";
        let nulls: String = client.query_one(nulls, &[]).await.unwrap().get(0);
        let explain = format!("explain (verbose, format json) execute read ({nulls})");
        match client.query_one(&explain, &[]).await {
            Ok(plan) => {
                let plan: Value = plan.get(0);
                assert!(sets_first(&plan[0]["Plan"]), "{}: {read}\n{plan:#}", path.display());
                explained += 1;
            }
            // The statement belongs to another role, which has transactions of its own.
            Err(error) => assert_eq!(error.code().unwrap().code(), "42501", "{read}: {error:?}"),
        }
        client.batch_execute("deallocate read").await.unwrap();
    }
    assert!(explained > 200, "{explained} reads");
}

/// True if the first node evaluates the settings before it asks the others for a row.
fn sets_first(plan: &Value) -> bool {
    let first = plan["Plans"].as_array().into_iter().flatten().find(|plan| plan["Parent Relationship"] == "InitPlan");
    let Some(settings) = first.filter(|plan| plan["Output"].to_string().contains("set_config(")) else { return false };
    let name = settings["Subplan Name"].as_str().unwrap_or_default();
    let value = name.rsplit("returns ").next().unwrap_or_default().trim_end_matches(')');
    plan["Node Type"] == "Result" && plan["One-Time Filter"] == format!("({value} = 0)")
}

#[tokio::test]
async fn a_read_cannot_write() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let client = app.database.connect("app").await.unwrap();
    client
        .batch_execute(
            "create function pg_temp.write() returns uuid language sql as $$
                 insert into organizations (id, name, domains, tags, custom_fields, created_at, updated_at)
                 values (gen_random_uuid(), 'written', '{}', '{}', '{}', now(), now())
                 returning id
             $$",
        )
        .await
        .unwrap();
    let read = scoped_statement("select pg_temp.write()", false);
    let error = client.query(&read, &[&tenant.id.0]).await.unwrap_err();
    assert_eq!(error.code().unwrap().code(), "25006");
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

/// The functions that run as their owner: whether `pg_temp` comes last, their owner can log in, everyone may call them.
const DEFINERS: &str = "
    select
        pg_proc.oid::regprocedure::text,
        exists (select from unnest(proconfig) as setting where setting ~ '^search_path=pg_catalog, public, pg_temp$'),
        rolcanlogin or rolsuper or rolcreaterole or rolbypassrls or rolcreatedb,
        exists (select from aclexplode(coalesce(proacl, acldefault('f', proowner))) where grantee = 0)
    from pg_proc
    join pg_roles on pg_roles.oid = proowner
    where prosecdef";

#[tokio::test]
async fn a_function_that_runs_as_its_owner_gives_its_caller_no_more_than_it_is_meant_to() {
    let root = Database::shared().await.root().await;
    let functions = root.query(DEFINERS, &[]).await.unwrap();
    assert!(functions.len() >= 11, "the functions are found");
    for row in functions {
        let (name, path, mighty, public): (&str, bool, bool, bool) = (row.get(0), row.get(1), row.get(2), row.get(3));
        assert!(path, "{name} looks for names in pg_catalog and public, and among temporary tables last");
        assert!(!mighty, "nobody can log in as the owner of {name}, and it has no power over roles");
        assert!(!public, "{name} is called by those alone that it is granted to");
    }
}

#[tokio::test]
async fn nobody_becomes_the_owner_of_a_function_by_temporary_tables() {
    let database = Database::shared().await;
    let system = database.connect("app_system").await.unwrap();
    // A table of the catalogue that the functions read, replaced by the caller: it calls a function of the caller's.
    system
        .batch_execute(
            "create function pg_temp.escape() returns oid language plpgsql as $$
             begin
                 perform set_config('test.ran_as', current_user::text, false);
                 return 0::oid;
             end $$;
             create temp view pg_class as
                 select relname, relkind, pg_temp.escape() as relnamespace from pg_catalog.pg_class;
             grant select on pg_class to public;",
        )
        .await
        .unwrap();
    for function in ["keep_event_days", "keep_webhook_days"] {
        system.query_one(&format!("select app.{function}(current_date, 30)"), &[]).await.unwrap();
        let ran_as = system.query_one("select current_setting('test.ran_as', true)", &[]).await.unwrap();
        assert_eq!(ran_as.get::<_, Option<&str>>(0), None, "{function} ran the caller's code");
    }
    // The view works: it is not used because `pg_temp` comes last.
    system
        .batch_execute("set search_path = public; select count(*) from pg_temp.pg_class where relnamespace = 0")
        .await
        .unwrap();
    let ran_as = system.query_one("select current_setting('test.ran_as', true)", &[]).await.unwrap();
    assert_eq!(ran_as.get::<_, &str>(0), "app_system");
}

#[tokio::test]
async fn the_owners_of_functions_see_and_own_no_more_than_they_need() {
    let root = Database::shared().await.root().await;
    let owned = "select distinct coalesce(relname, proname)::text
        from pg_shdepend
        left join pg_class on classid = 'pg_class'::regclass and pg_class.oid = objid
        left join pg_proc on classid = 'pg_proc'::regclass and pg_proc.oid = objid
        where refobjid = $1::text::regrole and deptype = 'o'
            and dbid = (select oid from pg_database where datname = current_database())
            and coalesce(relname, proname) !~ '\\d{8}$' and coalesce(relname, '') !~ '_pkey$|_by_|_due$|_in_line$'
        order by 1";
    let owned = async |role: &str| {
        let rows = root.query(owned, &[&role]).await.unwrap();
        rows.iter().map(|row| row.get::<_, String>(0)).collect::<Vec<_>>()
    };
    let of_partitions = owned("app_partitions").await;
    let days = ["events", "keep_event_days", "keep_webhook_days", "webhook_attempts", "webhook_deliveries"];
    assert_eq!(of_partitions, days);
    let tables: i64 = root
        .query_one("select count(*) from pg_class where relowner = 'app_definer'::regrole", &[])
        .await
        .unwrap()
        .get(0);
    assert_eq!(tables, 0, "app_definer owns functions alone");

    // Forced row security binds the owner of the partitions too.
    for (role, table) in [("app_partitions", "events"), ("app_partitions", "webhook_attempts")] {
        root.batch_execute(&format!("begin; set local role {role}")).await.unwrap();
        let seen: i64 = root.query_one(&format!("select count(*) from {table}"), &[]).await.unwrap().get(0);
        assert_eq!(seen, 0, "{role} sees rows of {table}");
        root.batch_execute("rollback").await.unwrap();
    }
    for (role, table) in [("app_partitions", "tenants"), ("app_definer", "data_keys"), ("app_definer", "users")] {
        root.batch_execute(&format!("begin; set local role {role}")).await.unwrap();
        let refused = root.query(&format!("select count(*) from {table}"), &[]).await.unwrap_err();
        assert_eq!(refused.code().unwrap().code(), "42501", "{role} reads {table}");
        root.batch_execute("rollback").await.unwrap();
    }
}

#[tokio::test]
async fn housekeeping_drops_nothing_younger_than_a_week() {
    let database = Database::shared().await;
    let system = database.connect("app_system").await.unwrap();
    let partitions = "select count(*) from pg_class where relnamespace in ('event_days'::regnamespace, \
        'webhook_days'::regnamespace) and relkind = 'r' and right(relname, 8) >= to_char(now() - interval '7 days', 'YYYYMMDD')
        and right(relname, 8) <= to_char(now() + interval '7 days', 'YYYYMMDD')";
    let before: i64 = system.query_one(partitions, &[]).await.unwrap().get(0);
    system
        .batch_execute(
            "begin; select app.keep_event_days(current_date + 3000, 0), app.keep_webhook_days(current_date + 3000, -5)",
        )
        .await
        .unwrap();
    let after: i64 = system.query_one(partitions, &[]).await.unwrap().get(0);
    system.batch_execute("rollback").await.unwrap();
    assert!(before > 0);
    assert_eq!(before, after);
}
