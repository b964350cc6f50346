//! Checks that the functions that run as their owner (`security definer`) give their caller no more rights than
//! intended.

use anyhow::ensure;
use tokio_postgres::Client;

/// Each such function with its fault. One without `pg_temp` at the end of its `search_path` searches its caller's
/// temporary tables first, and executes what the caller has put there.
const FAULTS: &str = "
    select
        pg_proc.oid::regprocedure::text,
        array_remove(array[
            case when not coalesce(path.names[cardinality(path.names)] = 'pg_temp', false)
                then 'its search_path does not end with pg_temp' end,
            case when exists (
                select from unnest(path.names) as name
                cross join unnest(array['app', 'app_system']) as caller
                where to_regnamespace(name) is not null and has_schema_privilege(caller, to_regnamespace(name), 'create')
            ) then 'its callers can create objects in its search_path' end,
            case when owner.rolcanlogin then 'its owner ' || owner.rolname || ' can log in' end,
            case when owner.rolsuper or owner.rolcreaterole or owner.rolbypassrls
                then 'its owner ' || owner.rolname || ' is a superuser, bypasses row security or creates roles' end,
            case when pg_has_role('app', owner.oid, 'member') or pg_has_role('app_system', owner.oid, 'member')
                then 'app or app_system is a member of its owner ' || owner.rolname end,
            case when exists (
                select from aclexplode(coalesce(proacl, acldefault('f', proowner)))
                where grantee = 0 and privilege_type = 'EXECUTE'
            ) then 'everyone may call it' end
        ], null)
    from pg_proc
    join pg_roles as owner on owner.oid = proowner
    join pg_namespace on pg_namespace.oid = pronamespace
    cross join lateral (
        select (
            select string_to_array(replace(substr(setting, length('search_path=') + 1), ' ', ''), ',')
            from unnest(proconfig) as setting
            where setting like 'search\\_path=%'
        ) as names
    ) as path
    where prosecdef and nspname !~ '^pg_' and nspname <> 'information_schema'
    order by 1";

pub(super) async fn confined(client: &Client) -> anyhow::Result<String> {
    let rows = client.query(FAULTS, &[]).await?;
    let wrong: Vec<_> = rows
        .iter()
        .map(|row| (row.get::<_, &str>(0), row.get::<_, Vec<String>>(1)))
        .filter(|(_, faults)| !faults.is_empty())
        .map(|(function, faults)| format!("{function}: {}", faults.join(", ")))
        .collect();
    ensure!(wrong.is_empty(), "{}", wrong.join("; "));
    Ok(format!("{} functions", rows.len()))
}
