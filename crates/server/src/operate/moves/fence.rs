//! The fence: behind it no write of the tenant is under way or begins; reads go on.

use super::tables::{Table, name_of_move};
use anyhow::{Context, bail};
use std::time::{Duration, Instant};
use tokio::time::sleep;
use tokio_postgres::{Client, Error, error::SqlState};
use uuid::Uuid;

/// A trigger waits for the transactions that write to its table, and later ones wait for the trigger: at most this
/// long, then it is tried again.
const LOCK: &str = "set lock_timeout = '100ms'";
const NO_LIMIT: &str = "reset lock_timeout";
const TRIES: usize = 600;
const PAUSE: Duration = Duration::from_millis(100);

/// The fence waits for the transactions that have written for the tenant, and later ones wait for the fence.
const FENCE_TRIES: usize = 60;
const FENCE_PAUSE: Duration = Duration::from_secs(1);

/// How long the deliveries that are under way may take.
const DELIVERIES: Duration = Duration::from_secs(20);

/// How long the fence holds if the command is killed behind it.
const HOLDS: Duration = Duration::from_secs(15);

/// Creates the triggers that do not exist. They do nothing until the tenant is fenced.
pub async fn build(client: &Client, tenant: Uuid, tables: &[Table]) -> anyhow::Result<()> {
    let name = name_of_move(tenant);
    for table in tables.iter().filter(|table| table.is_of_tenants()) {
        let (quoted, column) = (table.quoted(), table.tenant);
        let fence = format!("app.fence_tenant('{tenant}', '{}')", table.to_system());
        let mut triggers =
            vec![("write", "before insert or update", "new", fence.clone()), ("delete", "before delete", "old", fence)];
        if table.grows_by().is_some() {
            triggers.push(("rewrite", "after update or delete", "old", format!("app.note_rewrite('{tenant}')")));
        }
        for (suffix, events, row, function) in triggers {
            let exists =
                "select from pg_trigger where tgrelid = $1::text::regclass and tgname = $2::text and not tgisinternal";
            let trigger = format!("{name}_{suffix}");
            if client.query_opt(exists, &[&quoted, &trigger]).await?.is_some() {
                continue;
            }
            let create = format!(
                "create trigger {trigger} {events} on {quoted} for each row when ({row}.{column} = '{tenant}') \
                 execute function {function}"
            );
            with_lock_retries(client, &quoted, &create).await.with_context(|| format!("the fence of {quoted}"))?;
        }
    }
    Ok(())
}

/// Hides the tenant's rows from background tasks while it is fenced without an end: they find no work of a tenant that
/// is not here yet, or not any more. Without this, a task that is refused for one tenant could fail for all. The
/// policies are built with the triggers and, like these, do nothing before. Queues are hidden behind every fence.
pub async fn hide(client: &Client, tenant: Uuid, tables: &[Table]) -> anyhow::Result<()> {
    let name = name_of_move(tenant);
    for table in tables.iter().filter(|table| table.is_worked_on()) {
        let (quoted, column) = (table.quoted(), table.tenant);
        let exists = "select from pg_policy where polrelid = $1::text::regclass and polname = $2::text";
        if client.query_opt(exists, &[&quoted, &name]).await?.is_some() {
            continue;
        }
        let hidden = if table.is_queue() { "fenced_until > now()" } else { "fenced_until = 'infinity'" };
        // Rows that a statement over many tenants inserts are left out by the triggers, which fire first. The condition
        // on the move is evaluated once in a statement.
        let create = format!(
            "create policy {name} on {quoted} as restrictive to app_system using ({column} <> '{tenant}' or not (select \
             exists (select from public.tenant_moves as move where move.tenant_id = '{tenant}' and move.{hidden}))) \
             with check (true)"
        );
        with_lock_retries(client, &quoted, &create).await.with_context(|| format!("the policy of {quoted}"))?;
    }
    Ok(())
}

/// Background tasks find the tenant's rows again.
pub async fn show(client: &Client, tenant: Uuid) -> anyhow::Result<()> {
    let name = name_of_move(tenant);
    let policies = "select polrelid::regclass::text from pg_policy where polname = $1::text";
    for row in client.query(policies, &[&name]).await? {
        let table: String = row.get(0);
        with_lock_retries(client, &table, &format!("drop policy {name} on {table}")).await?;
    }
    Ok(())
}

/// Removes the triggers.
pub async fn tear_down(client: &Client, tenant: Uuid) -> anyhow::Result<()> {
    let triggers = format!(
        "select tgname::text, tgrelid::regclass::text from pg_trigger
         where tgname in ('{0}_write', '{0}_delete', '{0}_rewrite') and tgparentid = 0",
        name_of_move(tenant)
    );
    for row in client.query(&triggers, &[]).await? {
        let (trigger, table): (String, String) = (row.get(0), row.get(1));
        with_lock_retries(client, &table, &format!("drop trigger {trigger} on {table}")).await?;
    }
    Ok(())
}

/// Executes a statement that locks a table, without making others wait for long.
pub async fn with_lock_retries(client: &Client, table: &str, statement: &str) -> anyhow::Result<()> {
    // It would be cancelled by itself after a second, for which others would wait.
    let vacuum = "
        select pg_cancel_backend(pg_locks.pid)
        from pg_locks join pg_stat_activity on pg_stat_activity.pid = pg_locks.pid
        where pg_locks.relation = $1::text::regclass and backend_type = 'autovacuum worker'";
    client.batch_execute(LOCK).await?;
    for _ in 0..TRIES {
        match client.batch_execute(statement).await {
            Err(error) if is_locked(&error) => {
                client.execute(vacuum, &[&table]).await?;
                sleep(PAUSE).await;
            }
            done => {
                client.batch_execute(NO_LIMIT).await?;
                return Ok(done?);
            }
        }
    }
    client.batch_execute(NO_LIMIT).await?;
    bail!("the table is locked by another transaction: end it, and run the command again")
}

/// Waits for the writes that are under way, and refuses later ones.
pub async fn fence(source: &Client, tenant: Uuid, stage: &str) -> anyhow::Result<()> {
    let seconds = HOLDS.as_secs();
    let statements = format!(
        "begin; set local lock_timeout = '250ms'; {}; \
         update tenant_moves \
         set stage = '{stage}', fenced_until = clock_timestamp() + interval '{seconds} s', changed_at = clock_timestamp() \
         where tenant_id = '{tenant}'; commit",
        lock(tenant)
    );
    for _ in 0..FENCE_TRIES {
        match source.batch_execute(&statements).await {
            Err(error) if is_locked(&error) => {
                source.batch_execute("rollback").await?;
                sleep(FENCE_PAUSE).await;
            }
            done => return Ok(done?),
        }
    }
    bail!("a transaction of the tenant does not end, so the tenant cannot be fenced")
}

/// Writes are accepted again, in transactions that begin from now on. The end of a fence that has ended already is not changed:
/// a later end would fence the rest of transactions that have written since.
pub async fn lift(client: &Client, tenant: Uuid, stage: &str) -> anyhow::Result<()> {
    let statement = "
        update tenant_moves
        set
            stage = $2,
            fenced_until = case when fenced_until > clock_timestamp() then clock_timestamp() else fenced_until end,
            changed_at = clock_timestamp()
        where tenant_id = $1";
    client.execute(statement, &[&tenant, &stage]).await?;
    Ok(())
}

/// True if the fence has not ended since it was made.
pub async fn holds(source: &Client, tenant: Uuid) -> anyhow::Result<bool> {
    let holds = "select from tenant_moves where tenant_id = $1 and fenced_until > clock_timestamp()";
    Ok(source.query_opt(holds, &[&tenant]).await?.is_some())
}

/// From now on, changes of older rows of growing tables are noted. The tenant is fenced.
pub async fn forget_rewrites(source: &Client, tenant: Uuid) -> anyhow::Result<()> {
    source.execute("update tenant_moves set rewritten = false where tenant_id = $1", &[&tenant]).await?;
    Ok(())
}

/// True if older rows of growing tables were changed meanwhile.
pub async fn has_rewrites(source: &Client, tenant: Uuid) -> anyhow::Result<bool> {
    let row = source.query_one("select rewritten from tenant_moves where tenant_id = $1", &[&tenant]).await?;
    Ok(row.get(0))
}

/// Writes are accepted, and webhooks are delivered.
pub async fn go_back(source: &Client, tenant: Uuid, stage: &str) -> anyhow::Result<()> {
    lift(source, tenant, stage).await?;
    source.execute("update tenant_moves set yields = false where tenant_id = $1", &[&tenant]).await?;
    Ok(())
}

/// A worker of the source finishes what it sends, so that the order of deliveries is kept, and none takes the tenant
/// again. One that does not finish in time is as one that has died: what it has sent may be sent again.
pub async fn stop_deliveries(source: &Client, tenant: Uuid) -> anyhow::Result<()> {
    source.execute("update tenant_moves set yields = true where tenant_id = $1", &[&tenant]).await?;
    let owned = "
        select from webhook_fan_outs
        join workers on workers.id = webhook_fan_outs.worker_id and workers.seen_at > now() - interval '10 s'
        where tenant_id = $1";
    let started = Instant::now();
    while started.elapsed() < DELIVERIES && source.query_opt(owned, &[&tenant]).await?.is_some() {
        sleep(PAUSE).await;
    }
    source.execute("update webhook_fan_outs set worker_id = null where tenant_id = $1", &[&tenant]).await?;
    Ok(())
}

/// The fence does not end by itself any more. False if it has ended meanwhile, so that writes may have been accepted.
pub async fn hold(source: &Client, tenant: Uuid) -> anyhow::Result<bool> {
    extend(source, tenant, "decided", "'infinity'").await
}

/// The fence holds for as long again. False as above.
pub async fn renew(source: &Client, tenant: Uuid) -> anyhow::Result<bool> {
    extend(source, tenant, "fenced", &format!("clock_timestamp() + interval '{} s'", HOLDS.as_secs())).await
}

/// Also false if the lock is not free in time: others wait behind who waits for it.
async fn extend(source: &Client, tenant: Uuid, stage: &str, until: &str) -> anyhow::Result<bool> {
    let begun = source.batch_execute(&format!("begin; set local lock_timeout = '2s'; {}", lock(tenant))).await;
    match begun {
        Err(error) if is_locked(&error) => {
            source.batch_execute("rollback").await?;
            return Ok(false);
        }
        begun => begun?,
    }
    let statement = format!(
        "update tenant_moves set stage = '{stage}', fenced_until = {until}, changed_at = clock_timestamp()
         where tenant_id = $1 and stage = 'fenced' and fenced_until > clock_timestamp()"
    );
    let held = source.execute(&statement, &[&tenant]).await? == 1;
    source.batch_execute("commit").await?;
    Ok(held)
}

fn is_locked(error: &Error) -> bool {
    error.code() == Some(&SqlState::LOCK_NOT_AVAILABLE)
}

/// The triggers take the same lock, shared.
fn lock(tenant: Uuid) -> String {
    format!("select pg_advisory_xact_lock(hashtextextended('tenant_moves {}', 0))", tenant.hyphenated())
}

/// One command at a time moves a tenant. The lock ends with the connection, and webhook workers look for it.
pub async fn only_one(source: &Client, tenant: Uuid) -> anyhow::Result<bool> {
    let row = source.query_one("select pg_try_advisory_lock(app.move_lock($1))", &[&tenant]).await?;
    Ok(row.get(0))
}
