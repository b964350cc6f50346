//! `tenant-control migrate`: migrates the database to this binary's schema. Forward only, each file in one transaction
//! unless its first line is [`OUTSIDE`], one migrator at a time; an applied file never changes. Migrations of a later version are
//! ignored.

use anyhow::{Context, ensure};
use include_dir::{Dir, include_dir};
use kernel::{
    db::Target,
    settings::{Migration, Tls},
};
use sha2::{Digest, Sha256};
use std::{collections::HashMap, time::Duration};
use tokio::time::sleep;
use tokio_postgres::{Client, GenericClient};

static MIGRATIONS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../migrations");

/// The first line of a file whose statements are executed one by one, each in its own transaction, such as
/// `create index concurrently`. They must be repeatable: a run that is interrupted starts the file again.
pub const OUTSIDE: &str = "-- outside a transaction";

/// PostgreSQL notices that a migrator has lost its machine, and releases its lock. A limit that the database sets for statements
/// does not apply: an index of a large table takes longer.
const NOTICED: &str = "set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 2;
    set client_connection_check_interval = '5s'; set statement_timeout = 0";

/// How often a migrator that waits for another one tries again, and after how many attempts it says so.
const RETRY: Duration = Duration::from_millis(200);
const SAID_AFTER: u64 = 150;

/// A file of `migrations/`.
pub struct Step {
    name: &'static str,
    sql: &'static str,
    hash: String,
}

impl Step {
    pub fn new(name: &'static str, sql: &'static str) -> Step {
        let hash = Sha256::digest(sql).iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
        Step { name, sql, hash }
    }

    /// The statements of a file that must not run in one transaction. No text or function in it may contain `;` at the end of
    /// a line.
    fn statements(&self) -> Option<impl Iterator<Item = &'static str>> {
        let rest = self.sql.strip_prefix(OUTSIDE)?.strip_prefix('\n')?;
        Some(rest.split(";\n").map(str::trim).filter(|statement| !statement.is_empty()))
    }
}

/// Applies the missing migrations of this binary and returns their names.
pub async fn run(settings: &Migration, tls: &Tls) -> anyhow::Result<Vec<&'static str>> {
    run_steps(settings, tls, steps()).await
}

/// The same with other migrations, such as those of a later version in a test.
pub async fn run_steps(settings: &Migration, tls: &Tls, steps: Vec<Step>) -> anyhow::Result<Vec<&'static str>> {
    let (client, _messages) = Target::new(&settings.url()?, &settings.tls(tls))?
        .connect()
        .await
        .context("connecting to PostgreSQL as the owner of the schema")?;
    client.batch_execute(NOTICED).await?;
    wait_for_others(&client).await?;
    // A migration that waits for a lock blocks everything behind it: it is better that it fails, and is repeated.
    client.batch_execute("set lock_timeout = '10s'").await?;
    client
        .batch_execute(
            "create schema if not exists app;
             create table if not exists app.migrations (
                 name text primary key,
                 hash text not null,
                 applied_at timestamptz not null default now()
             )",
        )
        .await?;
    let missing = missing_steps(steps, &applied(&client).await?)?;
    for step in &missing {
        apply(&client, step).await.with_context(|| format!("{} was not applied", step.name))?;
    }
    client.batch_execute("grant select on app.migrations to app, app_system").await?;
    Ok(missing.iter().map(|step| step.name).collect())
}

/// The migrations that the database lacks.
pub async fn missing(client: &impl GenericClient) -> anyhow::Result<Vec<&'static str>> {
    Ok(missing_steps(steps(), &applied(client).await?)?.iter().map(|step| step.name).collect())
}

/// One migrator at a time. A statement that waits for the lock would keep its snapshot, and `create index concurrently` of the
/// other migrator would wait for the end of that statement: a deadlock.
async fn wait_for_others(client: &Client) -> anyhow::Result<()> {
    let query = "select pg_try_advisory_lock(hashtext('tenant-control migrate'))";
    for attempt in 0_u64.. {
        if client.query_one(query, &[]).await?.get(0) {
            break;
        }
        if attempt.is_multiple_of(SAID_AFTER) {
            tracing::info!("another process migrates this database: waiting for it");
        }
        sleep(RETRY).await;
    }
    Ok(())
}

async fn apply(client: &Client, step: &Step) -> anyhow::Result<()> {
    let Step { name, sql, hash } = step;
    // The names are those of our own files.
    let recorded = format!("insert into app.migrations (name, hash) values ('{name}', '{hash}')");
    if let Some(statements) = step.statements() {
        // They wait until older transactions end, and meanwhile block no request.
        client.batch_execute("set lock_timeout = 0").await?;
        for statement in statements {
            client.batch_execute(statement).await?;
        }
        client.batch_execute("set lock_timeout = '10s'").await?;
        return Ok(client.batch_execute(&recorded).await?);
    }
    let done = client.batch_execute(&format!("begin;\n{sql}\n;{recorded};\ncommit")).await;
    if done.is_err() {
        client.batch_execute("rollback").await?;
    }
    Ok(done?)
}

async fn applied(client: &impl GenericClient) -> anyhow::Result<HashMap<String, String>> {
    let rows = client.query("select name, hash from app.migrations", &[]).await?;
    Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
}

fn missing_steps(mut steps: Vec<Step>, applied: &HashMap<String, String>) -> anyhow::Result<Vec<Step>> {
    for step in &steps {
        let unchanged = applied.get(step.name).is_none_or(|hash| *hash == step.hash);
        ensure!(unchanged, "{} differs from the migration that was applied to this database", step.name);
    }
    steps.retain(|step| !applied.contains_key(step.name));
    Ok(steps)
}

/// The migrations of this binary, in their order.
pub fn steps() -> Vec<Step> {
    let files = MIGRATIONS.files().filter_map(|file| Some((file.path().to_str()?, file.contents_utf8()?)));
    let mut steps: Vec<_> = files.map(|(name, sql)| Step::new(name, sql)).collect();
    steps.sort_by_key(|step| step.name);
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_come_in_the_order_of_their_names() {
        let missing = missing_steps(steps(), &HashMap::new()).unwrap();
        assert!(missing.first().unwrap().name.ends_with("_roles_create.sql"));
        assert_eq!(missing.len(), steps().len());
    }

    #[test]
    fn an_applied_file_must_not_change() {
        let applied = steps().into_iter().map(|step| (step.name.to_owned(), "another".to_owned())).collect();
        let refused = missing_steps(steps(), &applied).err().unwrap().to_string();
        assert!(refused.contains("differs from the migration that was applied"));
    }

    #[test]
    fn migrations_of_a_later_version_are_ignored() {
        let mut applied: HashMap<_, _> = steps().into_iter().map(|step| (step.name.to_owned(), step.hash)).collect();
        applied.insert("20991231_0900_later.sql".to_owned(), "unknown".to_owned());
        assert!(missing_steps(steps(), &applied).unwrap().is_empty());
    }

    #[test]
    fn a_file_outside_a_transaction_is_executed_statement_by_statement() {
        let sql = "-- outside a transaction\n-- Why.\ndrop index concurrently if exists i;\n\n\
                   create index concurrently i\n    on t (a);\n";
        let statements: Vec<_> = Step::new("i.sql", sql).statements().unwrap().collect();
        assert_eq!(
            statements,
            ["-- Why.\ndrop index concurrently if exists i", "create index concurrently i\n    on t (a)"]
        );
        assert!(Step::new("t.sql", "create table t (a int);\n").statements().is_none());
    }
}
