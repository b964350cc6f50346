//! Keys that expire soon: an event notifies their tenant once for each expiry.

use super::to_wire;
use api::{EventKind, TenantId};
use jiff::SignedDuration;
use kernel::{
    app::App,
    db::Reason,
    http::{Change, Problem},
};
use queries::queries::control::api_keys::{expiring_api_keys, lock_expiring_api_key, notice_expiry};
use serde_json::json;
use uuid::Uuid;

/// How long before its expiry a key is reported.
const NOTICE: SignedDuration = SignedDuration::from_hours(24 * 7);

/// Reports the keys that expire within the week. Every node does it: the stored notice decides which one succeeds.
pub async fn notice_expiring(app: &App) -> Result<(), Problem> {
    loop {
        let now = app.clock.now();
        let system = app.db.system(Reason::ExpiryNotices).await?;
        let due = expiring_api_keys().bind(&*system, &now, &(now + NOTICE)).all().await?;
        drop(system);
        if due.is_empty() {
            return Ok(());
        }
        for key in due {
            notice(app, TenantId(key.tenant_id), key.id).await?;
        }
    }
}

/// Adds no entry to the audit log: the key is unchanged.
async fn notice(app: &App, tenant: TenantId, id: Uuid) -> Result<(), Problem> {
    let now = app.clock.now();
    let mut change = Change::by_system(app, tenant, "admin.api_keys.notice_expiring").await?;
    // It may have been revoked or extended meanwhile.
    let Some(row) = lock_expiring_api_key().bind(&*change, &id, &now, &(now + NOTICE)).opt().await? else {
        return Ok(());
    };
    if notice_expiry().bind(&*change, &id, &row.expires_at, &now).opt().await?.is_some() {
        let key = to_wire(row, now);
        change.emit(EventKind::ApiKeyExpiring, &key, json!({"object": key}));
        change.done().await?;
    }
    Ok(())
}
