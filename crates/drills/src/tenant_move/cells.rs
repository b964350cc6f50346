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

const OPTIONS: &str = "-c wal_level=logical -c fsync=off -c shared_buffers=256MB -c max_worker_processes=24 \
    -c max_logical_replication_workers=12 -c max_wal_senders=20 -c max_replication_slots=20";

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
    async fn open(name: &'static str, keys: PathBuf) -> anyhow::Result<Cell> {
        let stage = Stage::set(OPTIONS).await?;
        let temporal = Temporal::start()?;
        let (url, file) = (temporal.url(), keys.to_string_lossy().into_owned());
        let flags = ["--temporal-url", &url, "--master-key-file", &file, "--log", "warn"];
        let server = ServerProcess::start(&stage.database, &flags).await?;
        let worker =
            ServerProcess::start_worker(&stage.database, &[&flags[..], &["--webhook-haste", "50"]].concat()).await?;
        Ok(Cell { name, stage, server, keys, _worker: worker, _temporal: temporal })
    }

    /// For a superuser.
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

impl Cells {
    pub async fn open() -> anyhow::Result<Cells> {
        let path = std::env::temp_dir().join(format!("tenant-control-{:016x}.keys", rand::random::<u64>()));
        let made = Command::new(binary()?).args(["keys", "new-file"]).arg(&path).env_clear().output()?;
        anyhow::ensure!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let keys = KeyFile(path.clone());
        let both = [Cell::open(NAMES[0], master_key_file()).await?, Cell::open(NAMES[1], path).await?];
        Ok(Cells { both, _keys: keys })
    }

    /// All tenants are in the first cell; the second follows its directory.
    pub async fn fill_directory(&self) -> anyhow::Result<()> {
        let [home, other] = &self.both;
        let root = home.stage.database.root().await;
        for cell in &self.both {
            let name = "insert into this_cell (name) values ($1) on conflict do nothing";
            cell.stage.database.root().await.execute(name, &[&cell.name]).await?;
            let url = "insert into cells (name, url) values ($1, $2) on conflict do nothing";
            root.execute(url, &[&cell.name, &cell.server.base]).await?;
        }
        let fill = "
            insert into directory (routing, tenant_id, domain, cell, version, changed_at)
            select routing, id, domain, $1, 1, now() from tenants
            on conflict do nothing";
        root.execute(fill, &[&home.name]).await?;
        let tables = "cells, directory, directory_sso_domains";
        root.batch_execute(&format!("create publication directory for table {tables}")).await?;
        let follow = format!("create subscription directory connection '{}' publication directory", home.url());
        other.stage.database.root().await.batch_execute(&follow).await?;
        Ok(())
    }
}

/// The cell of the tenant, as the directory knows it.
pub struct Place {
    now: AtomicUsize,
    following: std::sync::OnceLock<JoinHandle<()>>,
}

impl Place {
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
