//! Removes objects that are not needed any more: of attachments that were deleted, and of uploads that were not finished.
//! Objects without a row, for example after the database was restored, are found by listing the storage.
//!
//! A row is removed after its object, so that nothing is forgotten while the storage is unavailable.

use crate::storage::{Listed, Storage, configured, unavailable};
use api::TenantId;
use futures::StreamExt;
use jiff::SignedDuration;
use kernel::{app::App, db::Reason, http::Problem, supervisor::progress};
use queries::queries::attachments::work::collect::{
    ClaimObjectsToRemove, claim_objects_to_remove, forget_attachments, known_objects,
};
use std::collections::HashSet;
use uuid::Uuid;

/// When an object that could not be removed is tried again.
const RETRY: SignedDuration = SignedDuration::from_mins(1);

/// Objects that are removed in one step, and at the same time.
const STEP: i64 = 100;
const AT_ONCE: usize = 8;

/// Objects that are compared with the rows in one step.
const PAGE: usize = 1000;

/// Removes the objects that are due, and returns how many they were.
pub async fn collect(app: &App) -> Result<usize, Problem> {
    let Some(storage) = configured(app)? else { return Ok(0) };
    let mut removed = 0;
    loop {
        let now = app.clock.now();
        let due = {
            let system = app.db.system(Reason::Attachments).await?;
            claim_objects_to_remove().bind(&*system, &(now + RETRY), &now, &STEP).all().await?
        };
        let is_last = (due.len() as i64) < STEP;
        let (done, failed) = remove(&storage, due).await;
        forget(app, &done).await?;
        removed += done.len();
        match failed {
            Some(error) => return Err(unavailable(error)),
            None if is_last => return Ok(removed),
            None => {}
        }
    }
}

/// The objects that were removed, and the last error.
async fn remove(
    storage: &Storage,
    due: Vec<ClaimObjectsToRemove>,
) -> (Vec<(TenantId, Uuid)>, Option<object_store::Error>) {
    let removals = due.into_iter().map(|row| async move {
        let (tenant, id) = (TenantId(row.tenant_id), row.id);
        storage.remove(&storage.path(tenant, id), row.upload_id).await.map(|()| (tenant, id))
    });
    let results: Vec<_> =
        progress::waiting(futures::stream::iter(removals).buffer_unordered(AT_ONCE).collect::<Vec<_>>()).await;
    let (mut done, mut failed) = (vec![], None);
    for result in results {
        match result {
            Ok(removed) => done.push(removed),
            Err(error) => failed = Some(error),
        }
    }
    (done, failed)
}

async fn forget(app: &App, removed: &[(TenantId, Uuid)]) -> Result<(), Problem> {
    if removed.is_empty() {
        return Ok(());
    }
    let (tenants, ids): (Vec<Uuid>, Vec<Uuid>) = removed.iter().map(|(tenant, id)| (tenant.0, *id)).unzip();
    let system = app.db.system(Reason::Attachments).await?;
    forget_attachments().bind(&*system, &tenants, &ids).all().await?;
    Ok(())
}

/// Removes the objects that have no row, and returns how many they were.
pub async fn sweep(app: &App) -> Result<usize, Problem> {
    let Some(storage) = configured(app)? else { return Ok(0) };
    let age = SignedDuration::try_from(app.settings.attachments.attachments_collect).unwrap_or(SignedDuration::MAX);
    let (mut removed, mut listed) = (0, storage.list().chunks(PAGE));
    while let Some(page) = progress::waiting(listed.next()).await {
        let page: Vec<Listed> = page.into_iter().collect::<Result<_, _>>().map_err(unavailable)?;
        // The row of an object is older than the object, but clocks differ.
        let old = |object: &Listed| app.clock.now().duration_since(object.modified_at) >= age;
        let unknown = unknown(app, page.into_iter().filter(old).collect()).await?;
        removed += unknown.len();
        for object in unknown {
            tracing::warn!(tenant = %object.tenant, id = %object.id, "removing an object without an attachment");
            let path = storage.path(object.tenant, object.id);
            progress::waiting(storage.remove(&path, None)).await.map_err(unavailable)?;
        }
    }
    Ok(removed)
}

/// The objects that have no row.
async fn unknown(app: &App, objects: Vec<Listed>) -> Result<Vec<Listed>, Problem> {
    if objects.is_empty() {
        return Ok(vec![]);
    }
    let (tenants, ids): (Vec<Uuid>, Vec<Uuid>) = objects.iter().map(|object| (object.tenant.0, object.id)).unzip();
    let system = app.db.system(Reason::Attachments).await?;
    let known = known_objects().bind(&*system, &tenants, &ids).all().await?;
    let known: HashSet<(Uuid, Uuid)> = known.into_iter().map(|row| (row.tenant_id, row.id)).collect();
    Ok(objects.into_iter().filter(|object| !known.contains(&(object.tenant.0, object.id))).collect())
}
