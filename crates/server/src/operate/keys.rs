//! `tenant-control keys …`: the keys that seal tenants' secrets. Commands that change many rows can be killed at any
//! time and repeated: they continue with the rest.

mod rotate;

pub use rotate::{Rotated, Rotation, rotate};

use crate::operate::audit::{Entry, OperatorChange};
use anyhow::{Context, ensure};
use api::TenantId;
use futures::{StreamExt, stream};
use kernel::{
    clock::Clock,
    db::{Db, Reason},
    sealing::{Owner, Sealing, Wrapped},
    settings::{Database, Keys},
};
use queries::queries::operate::keys::{
    StoredKey, WrappingRow, one_wrapped_by, rewrap_data_key, wrapped_otherwise, wrapping,
};
use seal::KeyFile;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use uuid::Uuid;

/// The default path of the master keys on a laptop.
const LAPTOP: &str = "var/master-keys";

/// How many rows are read at once, and the number of concurrent requests to a key service.
const BATCH: i64 = 200;
const AT_ONCE: usize = 16;

/// Creates a file with one master key and returns its id.
pub fn new_file(path: &Path) -> anyhow::Result<String> {
    Ok(KeyFile::create(path)?.id())
}

/// Adds a master key to a file, which wraps from then on, and returns its id.
pub fn add(path: &Path) -> anyhow::Result<String> {
    Ok(KeyFile::add(path)?.id())
}

/// For `tenant-control dev`: the configured file or the default one, created if it does not exist.
pub fn laptop_file(named: Option<PathBuf>) -> anyhow::Result<PathBuf> {
    let path = named.unwrap_or_else(|| LAPTOP.into());
    if !path.exists() {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        eprintln!("created {}: {}", path.display(), new_file(&path)?);
    }
    Ok(path)
}

/// The context of the commands below.
pub struct Vault {
    pub db: Db,
    pub clock: Clock,
    pub sealing: Sealing,
}

impl Vault {
    pub fn new(database: &Database, keys: &Keys) -> anyhow::Result<Vault> {
        let (db, clock) = (Db::new(database)?, Clock::System);
        Ok(Vault { sealing: Sealing::new(keys, db.clone(), clock)?, db, clock })
    }
}

/// The master keys with the number of data keys that each wraps, including the present one.
pub async fn list(vault: &Vault) -> anyhow::Result<(String, Vec<WrappingRow>)> {
    let present = vault.sealing.present_master().await?;
    let system = vault.db.system(Reason::Operator).await?;
    Ok((present, wrapping().bind(&*system).all().await?))
}

/// For the doctor: unwraps one data key of each master key that wraps any.
pub async fn check(vault: &Vault) -> anyhow::Result<String> {
    let (present, rows) = list(vault).await?;
    let (mut total, mut otherwise) = (0, 0);
    for row in rows {
        if let Some(stored) = one_wrapped(vault, &row.wrapped_by).await? {
            let (owner, wrapped) = parts(stored);
            vault.sealing.unwraps(owner, &wrapped).await?;
        }
        total += row.in_use + row.retired;
        otherwise += if row.wrapped_by == present { 0 } else { row.in_use + row.retired };
    }
    Ok(format!(
        "{present} is valid; {total} data keys, {otherwise} of them wrapped by other master keys, all of which can be \
        unwrapped"
    ))
}

/// Unwraps every data key, and passes each result on.
pub async fn every_data_key(vault: &Vault, mut each: impl FnMut(Owner, anyhow::Result<()>)) -> anyhow::Result<()> {
    let mut after = (Uuid::nil(), Uuid::nil());
    loop {
        let system = vault.db.system(Reason::Operator).await?;
        // No master key has an empty name.
        let rows = wrapped_otherwise().bind(&*system, &"", &after.0, &after.1, &BATCH).all().await?;
        drop(system);
        let Some(last) = rows.last() else { return Ok(()) };
        after = (last.tenant_id, last.id);
        let unwrapped = stream::iter(rows.into_iter().map(parts)).map(async |(owner, wrapped)| {
            (owner, vault.sealing.unwraps(owner, &wrapped).await.map_err(anyhow::Error::from))
        });
        let mut results = unwrapped.buffer_unordered(AT_ONCE);
        while let Some((owner, result)) = results.next().await {
            each(owner, result);
        }
    }
}

async fn one_wrapped(vault: &Vault, by: &str) -> anyhow::Result<Option<StoredKey>> {
    let system = vault.db.system(Reason::Operator).await?;
    Ok(one_wrapped_by().bind(&*system, &by).opt().await?)
}

#[derive(Debug, Default, PartialEq, Eq)]
pub struct Rewrapped {
    pub keys: usize,
    pub failed: usize,
}

/// Wraps every data key by the present master key.
pub async fn rewrap(vault: &Vault) -> anyhow::Result<Rewrapped> {
    let present = vault.sealing.present_master().await?;
    let (mut done, mut after) = (Rewrapped::default(), (Uuid::nil(), Uuid::nil()));
    loop {
        let system = vault.db.system(Reason::Operator).await?;
        let rows = wrapped_otherwise().bind(&*system, &present.as_str(), &after.0, &after.1, &BATCH).all().await?;
        drop(system);
        let Some(last) = rows.last() else { return Ok(done) };
        after = (last.tenant_id, last.id);
        let rewrapped = stream::iter(rows).map(|row| held::apart(rewrap_one(vault, row)));
        let mut results = rewrapped.buffer_unordered(AT_ONCE);
        while let Some(result) = results.next().await {
            match result {
                Ok(()) => done.keys += 1,
                Err(error) => {
                    eprintln!("{error:#}");
                    done.failed += 1;
                }
            }
        }
    }
}

async fn rewrap_one(vault: &Vault, row: StoredKey) -> anyhow::Result<()> {
    let (owner, before) = parts(row);
    let what = || format!("data key {} of tenant {} was not rewrapped", owner.data_key, owner.tenant);
    let after = vault.sealing.rewrap(owner, &before).await.map_err(anyhow::Error::from).with_context(what)?;
    let change = OperatorChange::begin(&vault.db, vault.clock).await?;
    let rewrapped = rewrap_data_key()
        .bind(&*change, &after.bytes, &after.by.as_str(), &owner.tenant, &owner.data_key, &before.bytes)
        .opt()
        .await
        .with_context(what)?;
    // No row: another process rewrapped it meanwhile, or it was deleted.
    if rewrapped.is_none() {
        return Ok(());
    }
    let (was, is) = (json!({"wrapped_by": before.by}), json!({"wrapped_by": after.by}));
    let entry = data_key_entry(owner.tenant, owner.data_key, Some(was), is);
    change.finish("operator.keys.rewrap", &[entry]).await.map_err(anyhow::Error::from).with_context(what)
}

/// Removes all master keys from the file except the one that wraps, unless one of them is still needed.
pub async fn prune(vault: &Vault, path: &Path) -> anyhow::Result<usize> {
    let file = KeyFile::read(path)?;
    let (_, rows) = list(vault).await?;
    for other in file.ids().skip(1) {
        let needed = rows.iter().find(|row| row.wrapped_by == other).map_or(0, |row| row.in_use + row.retired);
        ensure!(needed == 0, "{other} still wraps {needed} data keys: run `tenant-control keys rewrap` first");
    }
    KeyFile::drop_others(path)?;
    Ok(file.ids().count() - 1)
}

/// The audit entry of a data key.
fn data_key_entry(tenant: Uuid, id: Uuid, before: Option<Value>, after: Value) -> Entry {
    Entry { tenant: TenantId(tenant), kind: "data_key", id: id.to_string(), before, after: Some(after) }
}

fn parts(row: StoredKey) -> (Owner, Wrapped) {
    let owner = Owner { tenant: row.tenant_id, data_key: row.id };
    (owner, Wrapped { bytes: row.wrapped, by: row.wrapped_by })
}
