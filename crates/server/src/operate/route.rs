//! `tenant-control directory route`: keeps the maps of an HAProxy equal to the directory of this cell.
//!
//! The maps are compared with the directory when it changes, when HAProxy was restarted, and once a minute. Files of the maps are
//! written first, so an HAProxy that starts at any time reads the latest. While PostgreSQL or HAProxy cannot be reached, the
//! maps stay as they are: a stale map costs a client a 421, never a wrong answer.

mod haproxy;

use anyhow::{Context, ensure};
use futures::future::join;
pub use haproxy::Address;
use haproxy::Runtime;
use kernel::db::{Db, ListenEvent, Reason};
use queries::queries::directory::directory::{domain_routes, tenant_routes};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};
use tokio::{
    sync::Notify,
    time::{sleep, timeout},
};

/// How often HAProxy is asked whether it was restarted.
const LOOK: Duration = Duration::from_millis(500);

/// How often everything is compared, whether or not anything is known to have changed.
const COMPARE: Duration = Duration::from_secs(60);

/// How long a lost connection for notifications is left alone.
const RETRY: Duration = Duration::from_secs(1);

/// The cell by routing part or domain.
type Routes = BTreeMap<String, String>;

pub struct Router {
    runtime: Runtime,
    directory: PathBuf,
}

/// The result of a comparison.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Changes {
    pub routes: usize,
    pub changed: usize,
}

impl Router {
    pub fn new(address: Address, directory: PathBuf) -> Router {
        Router { runtime: Runtime::new(address), directory }
    }

    /// Runs until it is dropped. `report` receives what was changed, and errors.
    pub async fn run(&self, db: &Db, report: impl Fn(anyhow::Result<Changes>)) {
        let changed = Notify::new();
        let listening = async {
            loop {
                // Something may have changed while nobody listened.
                let heard = db.listen("directory", |event| match event {
                    ListenEvent::Listening | ListenEvent::Notification(_) => changed.notify_one(),
                    ListenEvent::StillListening => {}
                });
                if let Err(error) = heard.await {
                    report(Err(error.context("notifications of changes of the directory are interrupted")));
                }
                sleep(RETRY).await;
            }
        };
        let (mut process, mut compared) = (None, None::<Instant>);
        let keeping = async {
            loop {
                let notified = timeout(LOOK, changed.notified()).await.is_ok();
                let running = self.runtime.process().await;
                let is_due = compared.is_none_or(|at| at.elapsed() >= COMPARE);
                if !notified && !is_due && running.as_ref().ok() == process.as_ref() {
                    continue;
                }
                let done = self.keep(db).await;
                // An error is followed by another comparison.
                compared = done.is_ok().then(Instant::now);
                process = running.ok();
                match done {
                    Ok(changes) if changes.changed == 0 => {}
                    done => report(done),
                }
                if compared.is_none() {
                    sleep(RETRY).await;
                }
            }
        };
        join(listening, keeping).await;
    }

    /// Makes files and maps equal to the directory once.
    pub async fn keep(&self, db: &Db) -> anyhow::Result<Changes> {
        let system = db.system(Reason::Directory).await?;
        let tenants = tenant_routes().bind(&*system).all().await?;
        let domains = domain_routes().bind(&*system).all().await?;
        drop(system);
        // A cell that has left the others, or has not joined them yet.
        ensure!(!tenants.is_empty(), "the directory is empty: the maps stay as they are");
        let maps = [("tenants.map", tenants), ("domains.map", domains)].map(|(name, routes)| {
            let routes: Routes = routes.into_iter().map(|route| (route.key, route.cell)).collect();
            (self.directory.join(name), routes)
        });
        for (file, routes) in &maps {
            write(file, routes).with_context(|| file.display().to_string())?;
        }
        let mut changes = Changes::default();
        for (file, routes) in &maps {
            changes.routes += routes.len();
            changes.changed += self.runtime.make_equal(file, routes).await?;
        }
        Ok(changes)
    }
}

/// A reader sees the old file or the new one.
fn write(file: &Path, routes: &Routes) -> anyhow::Result<()> {
    let text: String = routes.iter().map(|(key, cell)| format!("{key} {cell}\n")).collect();
    if fs::read_to_string(file).is_ok_and(|present| present == text) {
        return Ok(());
    }
    let new = file.with_extension("new");
    fs::write(&new, text)?;
    Ok(fs::rename(&new, file)?)
}
