//! `tenant-control migrate`: migrates the database to this binary's schema. Forward only, each file in one transaction,
//! one migrator at a time; an applied file never changes.

use anyhow::{Context, ensure};
use include_dir::{Dir, include_dir};
use kernel::{
    db::Target,
    settings::{Migration, Tls},
};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use tokio_postgres::{Client, GenericClient};

static MIGRATIONS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../migrations");

struct Step {
    name: &'static str,
    sql: &'static str,
    hash: String,
}

/// Applies the missing migrations and returns their names.
pub async fn run(settings: &Migration, tls: &Tls) -> anyhow::Result<Vec<&'static str>> {
    let (client, _messages) = Target::new(&settings.url()?, &settings.tls(tls))?
        .connect()
        .await
        .context("connecting to PostgreSQL as the owner of the schema")?;
    // A migration that waits for a lock blocks everything behind it: it is better that it fails, and is repeated.
    client.batch_execute("set lock_timeout = '10s'").await?;
    client.batch_execute("select pg_advisory_lock(hashtext('tenant-control migrate'))").await?;
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
    let missing = missing_steps(&applied(&client).await?)?;
    for step in &missing {
        apply(&client, step).await.with_context(|| format!("{} was not applied", step.name))?;
    }
    client.batch_execute("grant select on app.migrations to app, app_system").await?;
    Ok(missing.iter().map(|step| step.name).collect())
}

/// The migrations that the database lacks.
pub async fn missing(client: &impl GenericClient) -> anyhow::Result<Vec<&'static str>> {
    Ok(missing_steps(&applied(client).await?)?.iter().map(|step| step.name).collect())
}

async fn apply(client: &Client, step: &Step) -> anyhow::Result<()> {
    let Step { name, sql, hash } = step;
    // The names are those of our own files.
    let recorded = format!("insert into app.migrations (name, hash) values ('{name}', '{hash}')");
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

fn missing_steps(applied: &HashMap<String, String>) -> anyhow::Result<Vec<Step>> {
    let mut missing = steps();
    for step in &missing {
        let unchanged = applied.get(step.name).is_none_or(|hash| *hash == step.hash);
        ensure!(unchanged, "{} differs from the migration that was applied to this database", step.name);
    }
    missing.retain(|step| !applied.contains_key(step.name));
    Ok(missing)
}

fn steps() -> Vec<Step> {
    let files = MIGRATIONS.files().filter_map(|file| Some((file.path().to_str()?, file.contents_utf8()?)));
    let mut steps: Vec<_> = files
        .map(|(name, sql)| {
            let hash = Sha256::digest(sql).iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
            Step { name, sql, hash }
        })
        .collect();
    steps.sort_by_key(|step| step.name);
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_come_in_the_order_of_their_names() {
        let steps = steps();
        assert!(steps.first().unwrap().name.ends_with("_roles_create.sql"));
        assert_eq!(missing_steps(&HashMap::new()).unwrap().len(), steps.len());
    }

    #[test]
    fn an_applied_file_must_not_change() {
        let applied = steps().into_iter().map(|step| (step.name.to_owned(), "another".to_owned())).collect();
        assert!(
            missing_steps(&applied).err().unwrap().to_string().contains("differs from the migration that was applied")
        );
    }
}
