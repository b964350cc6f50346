//! Sends files to clamd and stores its verdict. Until then, and if malware was found, a file cannot be read.

use crate::{
    attachments::{lock, to_wire},
    clamd::{self, Verdict},
    download::open,
    storage::{Storage, configured},
};
use api::{TenantId, attachments::AttachmentScan, ids::AttachmentId};
use jiff::SignedDuration;
use kernel::{
    app::App,
    background::Results,
    db::{Identity, Reason},
    http::{Change, Entry, Problem},
    settings::Clamd,
    supervisor::progress,
};
use queries::queries::attachments::{
    attachments::get_attachment,
    work::scan::{ClaimFilesToScan, claim_files_to_scan, set_scan},
};
use std::{sync::Arc, time::Duration};
use tokio::sync::Mutex;

/// How often files to scan are searched.
pub const PERIOD: Duration = Duration::from_secs(2);

/// When a file that could not be scanned is tried again. It is longer than a scan may take.
const RETRY: SignedDuration = SignedDuration::from_mins(15);

/// Files that a server has taken and not scanned yet.
const STEP: i64 = 4;

/// Scans the files that are due, and returns how many they were.
pub async fn scan(app: &App) -> Result<usize, Problem> {
    let (Some(clamd), Some(storage)) = (&app.settings.attachments.clamav, configured(app)?) else { return Ok(0) };
    let mut results = Results::default();
    loop {
        let now = app.clock.now();
        let due = {
            let system = app.db.system(Reason::Attachments).await?;
            claim_files_to_scan().bind(&*system, &(now + RETRY), &now, &STEP).all().await?
        };
        let is_last = (due.len() as i64) < STEP;
        for file in due {
            results.add(progress::waiting(scan_one(app, clamd, &storage, file)).await);
        }
        if is_last {
            return results.done();
        }
    }
}

async fn scan_one(app: &App, clamd: &Clamd, storage: &Storage, file: ClaimFilesToScan) -> Result<usize, Problem> {
    let (tenant, id) = (TenantId(file.tenant_id), AttachmentId(file.id));
    let found = {
        let db = app.db.tenant(&Identity::new(tenant, None)).await?;
        get_attachment().bind(&db, &id.0).opt().await?
    };
    // It may have been deleted after it was found.
    let Some(attachment) = found.map(to_wire) else { return Ok(0) };
    let reader = open(app, storage, tenant, &attachment, &file.data_key_sealed).await?;
    let reader = Arc::new(Mutex::new(reader));
    let next = || {
        let reader = reader.clone();
        async move { reader.lock().await.next().await }
    };
    let verdict = clamd::scan(clamd, next).await.map_err(Problem::unavailable)?;
    let scan = match verdict {
        Verdict::Clean => AttachmentScan::Clean,
        Verdict::Infected => AttachmentScan::Infected,
    };
    record(app, tenant, id, scan).await
}

async fn record(app: &App, tenant: TenantId, id: AttachmentId, scan: AttachmentScan) -> Result<usize, Problem> {
    let mut change = Change::by_system(app, tenant, "attachments.scan").await?;
    let Ok(old) = lock(&change, id).await else { return Ok(0) };
    if set_scan().bind(&*change, &scan.name(), &id.0).opt().await?.is_none() {
        return Ok(0); // another server was faster
    }
    let new = to_wire(get_attachment().bind(&*change, &id.0).one().await?);
    change.record(Entry::changed(&old, &new))?;
    change.done().await?;
    Ok(1)
}
