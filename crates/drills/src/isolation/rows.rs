//! The rows of all tables: their owners, their changes, and references to rows of other tenants.

use super::{
    judge::{Owned, Owners, ids_in},
    world::{Tenant, World},
};
use std::{collections::BTreeSet, time::Duration};
use tokio_postgres::Client;
use uuid::Uuid;

const TABLES: &str = "select table_name::text from information_schema.columns join information_schema.tables
    using (table_schema, table_name)
    where table_schema = 'public' and column_name = 'tenant_id' and table_type = 'BASE TABLE' order by 1";

/// The columns with the last use of keys and sessions, which every call changes.
const USES: &str = "'last_used_at' - 'last_used_ip' - 'last_used_route'";

/// Counts of the tenant's own requests, which a server stores some seconds later. `strays` finds them if they name another's
/// key.
const REQUESTS: &str = "coalesce(to_jsonb(t) ->> 'measure', '') like 'api.%'";

/// Tables that background jobs write: uses are counted, and unused words are removed.
const WRITTEN_BY_JOBS: [&str; 3] = ["api_key_scope_uses", "search_vocabulary", "user_activity"];

pub async fn tables(root: &Client) -> anyhow::Result<Vec<String>> {
    Ok(root.query(TABLES, &[]).await?.iter().map(|row| row.get(0)).collect())
}

/// Adds the owners of all current rows. Owners of deleted rows stay known.
pub async fn learn(root: &Client, world: &World, owners: &mut Owners) -> anyhow::Result<()> {
    for table in tables(root).await? {
        let query = format!(
            "select tenant_id, (row ->> 'id')::uuid, coalesce(row ->> 'organization_id', case '{table}' when 'organizations' then row ->> 'id' end)::uuid,
                (select array_agg(id::uuid) from jsonb_array_elements_text(nullif(row -> 'organization_ids', 'null')) as id)
            from (select tenant_id, to_jsonb(t) as row from public.{table} t) as rows
            where row ->> 'id' ~ '^[0-9a-f]{{8}}-'"
        );
        for row in root.query(&query, &[]).await? {
            let organizations = row.get::<_, Option<Uuid>>(2).map(|id| vec![id]).or(row.get(3));
            owners.add(row.get(1), Owned { tenant: row.get(0), organizations });
        }
    }
    for tenant in &world.tenants {
        for side in &tenant.sides {
            let owned = Owned { tenant: tenant.id.0, organizations: Some(vec![side.organization]) };
            side.members.all().for_each(|member| owners.add(member.uuid, owned.clone()));
        }
    }
    Ok(())
}

/// Waits until no backup posture is due: it is evaluated in the background after each change, and such a change must not
/// be mistaken for one of the calls that follow.
pub async fn settle(root: &Client) -> anyhow::Result<()> {
    const DUE: &str = "select exists (select from backup_postures where evaluated_at is null or next_at <= now())";
    for _ in 0..120 {
        if !root.query_one(DUE, &[]).await?.get::<_, bool>(0) {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    anyhow::bail!("backup postures stay due")
}

/// Every row of a tenant. With a side, only the rows that name a member of this customer.
pub async fn snapshot(root: &Client, tenant: &Tenant, side: Option<usize>) -> anyhow::Result<BTreeSet<String>> {
    let named: Option<BTreeSet<String>> = side.map(|side| {
        let members = tenant.sides[side].members.all();
        members.flat_map(|member| ids_in(&member.uuid.to_string()).collect::<Vec<_>>()).collect()
    });
    let mut rows = BTreeSet::new();
    for table in tables(root).await?.into_iter().filter(|table| !WRITTEN_BY_JOBS.contains(&table.as_str())) {
        let query = format!(
            "select (to_jsonb(t) - {USES})::text from public.{table} t where tenant_id = $1 and not {REQUESTS}"
        );
        for row in root.query(&query, &[&tenant.id.0]).await? {
            let row: &str = row.get(0);
            if named.as_ref().is_none_or(|named| ids_in(row).any(|id| named.contains(&id))) {
                rows.insert(format!("{table} {row}"));
            }
        }
    }
    Ok(rows)
}

/// Rows that name a row of another tenant.
pub async fn strays(root: &Client, owners: &Owners) -> anyhow::Result<(usize, Vec<String>)> {
    let (mut seen, mut strays) = (0, vec![]);
    for table in tables(root).await? {
        for row in root.query(&format!("select tenant_id, to_jsonb(t)::text from public.{table} t"), &[]).await? {
            let (tenant, row): (Uuid, &str) = (row.get(0), row.get(1));
            seen += 1;
            let foreign = |id: &String| owners.of(id).is_some_and(|owned| owned.tenant != tenant);
            strays
                .extend(ids_in(row).find(foreign).map(|id| format!("{table} has {row}, which names {id} of another")));
        }
    }
    Ok((seen, strays))
}
