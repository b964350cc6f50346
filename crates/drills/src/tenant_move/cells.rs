//! Two cells with a directory. The first is the directory's home.

use crate::stage::Stage;
use std::{
    path::PathBuf,
    process::Command,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    time::Duration,
};
use testkit::{ServerProcess, Temporal, binary, master_key_file};
use tokio::{task::JoinHandle, time::sleep};
use uuid::Uuid;

/// The tenant stores several gigabytes: with the defaults for memory and WAL, there would be a checkpoint every minute.
const OPTIONS: &str = "-c wal_level=logical -c fsync=off -c shared_buffers=2GB -c max_wal_size=8GB \
    -c max_worker_processes=24 -c max_logical_replication_workers=12 -c max_wal_senders=20 -c max_replication_slots=20";

const NAMES: [&str; 2] = ["first", "second"];

pub struct Cell {
    pub name: &'static str,
    pub stage: Stage,
    pub server: ServerProcess,
    pub keys: PathBuf,
    _worker: ServerProcess,
    _temporal: Temporal,
}

impl Cell {
    async fn open(name: &'static str, keys: PathBuf, stage: Stage) -> anyhow::Result<Cell> {
        let temporal = Temporal::start()?;
        let (url, file) = (temporal.url(), keys.to_string_lossy().into_owned());
        let flags = ["--temporal-url", &url, "--master-key-file", &file, "--log", "warn"];
        let server = ServerProcess::start(&stage.database, &flags).await?;
        let worker_flags = [&flags[..], &["--webhook-haste", "50"]].concat();
        let worker = ServerProcess::start_worker(&stage.database, &worker_flags).await?;
        Ok(Cell { name, stage, server, keys, _worker: worker, _temporal: temporal })
    }

    /// The URL of the database for a superuser.
    pub fn url(&self) -> String {
        self.stage.database.url("postgres")
    }
}

pub struct Cells {
    pub both: [Cell; 2],
    /// The second cell's master key.
    _keys: KeyFile,
}

struct KeyFile(PathBuf);

impl Drop for KeyFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Creates the databases of both cells.
pub async fn stages() -> anyhow::Result<[Stage; 2]> {
    Ok([Stage::set(OPTIONS).await?, Stage::set(OPTIONS).await?])
}

impl Cells {
    /// Starts both cells. All tenants are in the first one.
    pub async fn open(stages: [Stage; 2]) -> anyhow::Result<Cells> {
        let path = std::env::temp_dir().join(format!("tenant-control-{:016x}.keys", rand::random::<u64>()));
        let created = Command::new(binary()?).args(["keys", "new-file"]).arg(&path).env_clear().output()?;
        anyhow::ensure!(created.status.success(), "{}", String::from_utf8_lossy(&created.stderr));
        let keys = KeyFile(path.clone());
        fill_directory(&stages).await?;
        let [first, second] = stages;
        let both = [Cell::open(NAMES[0], master_key_file(), first).await?, Cell::open(NAMES[1], path, second).await?];
        let root = both[0].stage.database.root().await;
        for cell in &both {
            let insert = "insert into cells (name, url) values ($1, $2) on conflict do nothing";
            root.execute(insert, &[&cell.name, &cell.server.base]).await?;
        }
        Ok(Cells { both, _keys: keys })
    }
}

/// Fills the directory in the first cell, and replicates it to the second one.
async fn fill_directory([home, other]: &[Stage; 2]) -> anyhow::Result<()> {
    let (root, second) = (home.database.root().await, other.database.root().await);
    let insert_name = "insert into this_cell (name) values ($1)";
    root.execute(insert_name, &[&NAMES[0]]).await?;
    second.execute(insert_name, &[&NAMES[1]]).await?;
    let fill = "
        insert into directory (routing, tenant_id, domain, cell, version, changed_at)
        select routing, id, domain, $1, 1, now() from tenants
        on conflict do nothing";
    root.execute(fill, &[&NAMES[0]]).await?;
    let tables = "cells, directory, directory_sso_domains";
    root.batch_execute(&format!("create publication directory for table {tables}")).await?;
    let url = home.database.url("postgres");
    second.batch_execute(&format!("create subscription directory connection '{url}' publication directory")).await?;
    Ok(())
}

/// The cell of the tenant, as the directory knows it.
pub struct Place {
    now: AtomicUsize,
    following: std::sync::OnceLock<JoinHandle<()>>,
}

impl Place {
    /// Polls the directory until the place is dropped.
    pub async fn follow(cells: &Cells, tenant: Uuid) -> anyhow::Result<Arc<Place>> {
        let place = Arc::new(Place { now: AtomicUsize::new(0), following: std::sync::OnceLock::new() });
        let (root, shared) = (cells.both[0].stage.database.connect("postgres").await?, Arc::downgrade(&place));
        let following = tokio::spawn(async move {
            while let Some(place) = shared.upgrade() {
                let row = root.query_opt("select cell from directory where tenant_id = $1", &[&tenant]).await;
                if let Ok(Some(row)) = row {
                    let name: String = row.get(0);
                    place.now.store(NAMES.iter().position(|known| *known == name).unwrap_or(0), Relaxed);
                }
                drop(place);
                sleep(Duration::from_millis(20)).await;
            }
        });
        let _ = place.following.set(following);
        Ok(place)
    }

    pub fn now(&self) -> usize {
        self.now.load(Relaxed)
    }
}
