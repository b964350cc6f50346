//! Checks of the catalogue, and of the rows that a connection without a tenant sees.

use crate::{Outcome, stage::Stage};
use tokio_postgres::Client;
use uuid::Uuid;

const TABLES: &str = "select relname::text from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1";

const OPEN: &str = "select relname::text from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not (
        relrowsecurity and relforcerowsecurity and exists (select from pg_policy where polrelid = pg_class.oid)
    )";

/// A policy of a table with rows of tenants that does not compare the tenant.
const WITHOUT_TENANT: &str = "select distinct polrelid::regclass::text from pg_policy
    join pg_attribute on attrelid = polrelid and attname = 'tenant_id' and not attisdropped
    where polroles && array['app'::regrole::oid, 0::oid] and polpermissive
    and concat(pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) not like '%tenant_id = ( SELECT app.tenant()%'";

/// The directory of cells has no rows of tenants, and the role `app` cannot read it.
const KEYS_WITHOUT_TENANT: &str = "select relname::text
    from pg_class join pg_attribute on attrelid = pg_class.oid and attname = 'tenant_id' and not attisdropped
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> 'directory' and not exists (
        select from pg_index where indrelid = pg_class.oid and indisprimary and indkey[0] = attnum
    )";

const TOO_PRIVILEGED: &str = "select rolname::text from pg_roles
    where rolname in ('app', 'app_system') and (rolsuper or rolbypassrls or rolcreaterole)";

const OWNED: &str = "select distinct classid::regclass::text from pg_shdepend
    where refclassid = 'pg_authid'::regclass and refobjid = 'app'::regrole and deptype = 'o'";

/// A view shows the rows that its owner sees, unless it has `security_invoker`.
const OPEN_VIEWS: &str = "select relname::text from pg_class
    where relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
    and relkind in ('v', 'm') and has_table_privilege('app', oid, 'select') and not exists (
        select from pg_options_to_table(reloptions)
        where relkind = 'v' and option_name = 'security_invoker' and option_value::boolean
    )";

/// A function that runs as its owner could give its caller the owner's rights, so no login may exist for the owner.
const OPEN_OWNERS: &str = "select proname::text from pg_proc join pg_roles on pg_roles.oid = proowner
    where prosecdef and (rolcanlogin or rolsuper or rolbypassrls or rolcreaterole)";

pub async fn check(stage: &Stage, tenant: Uuid, outcome: &mut Outcome) -> anyhow::Result<()> {
    let root = stage.database.root().await;
    let tables = names(&root, TABLES).await?;
    let none = |wrong: &[String], promise: &str| (wrong.is_empty(), format!("{promise} (not {})", wrong.join(", ")));
    let rules = [
        (OPEN, "every table has forced row security and a policy"),
        (WITHOUT_TENANT, "every policy compares the tenant"),
        (KEYS_WITHOUT_TENANT, "every primary key begins with the tenant"),
        (TOO_PRIVILEGED, "the server's roles cannot bypass row security"),
        (OWNED, "the role app owns nothing"),
        (OPEN_OWNERS, "no login exists for the owner of a function that runs as its owner"),
        (OPEN_VIEWS, "no view shows the role app what its policies hide"),
    ];
    for (query, promise) in rules {
        let (holds, promise) = none(&names(&root, query).await?, promise);
        outcome.promise(holds, promise);
    }

    // One connection throughout: after a transaction with a tenant the setting is '', not null.
    let app = stage.database.connect("app").await?;
    outcome.promise(rows(&app, &tables).await? == 0, "a connection without a tenant sees no row");
    app.batch_execute(&format!("begin; set local app.tenant_id = '{tenant}'")).await?;
    outcome.promise(rows(&app, &tables).await? > 0, "a tenant sees its own rows");
    app.batch_execute("commit").await?;
    outcome.promise(rows(&app, &tables).await? == 0, "the tenant's setting ends with its transaction");
    outcome.figure(format!("{} tables closed", tables.len()));
    Ok(())
}

/// The tables that are open according to the catalogue.
pub async fn open_tables(root: &Client) -> anyhow::Result<Vec<String>> {
    Ok([names(root, OPEN).await?, names(root, WITHOUT_TENANT).await?].concat())
}

async fn names(root: &Client, query: &str) -> anyhow::Result<Vec<String>> {
    Ok(root.query(query, &[]).await?.iter().map(|row| row.get(0)).collect())
}

/// The number of rows that the connection sees in all tables.
async fn rows(app: &Client, tables: &[String]) -> anyhow::Result<i64> {
    let mut seen = 0;
    for table in tables {
        let readable = app.query_one("select has_table_privilege($1::text, 'select')", &[table]).await?;
        if readable.get(0) {
            seen += app.query_one(&format!("select count(*) from public.{table}"), &[]).await?.get::<_, i64>(0);
        }
    }
    Ok(seen)
}
