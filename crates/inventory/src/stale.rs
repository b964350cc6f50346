//! Devices whose agents do not report any more: a scan of due dates, on every server; the lock of a device decides
//! which server processes it.
//!
//! A report does not move the due date, because that would cost an index entry each time. The scan does: a device that has
//! reported meanwhile is due again later.

use crate::{
    conflicts::{ConflictChange, Locked, current_within, note},
    devices::history::{self, NewEntry},
};
use api::{DeviceId, EventKind, TenantId, device_lists::DeviceHistoryKind};
use jiff::{SignedDuration, Timestamp};
use kernel::{
    app::App,
    background::Results,
    db::Reason,
    http::{Change, Problem},
};
use queries::queries::inventory::stale::{check_later, devices_to_check, lock_due_device, set_stale};
use serde_json::json;

/// How long a device may be silent.
pub const STALE: SignedDuration = SignedDuration::from_hours(24 * 30);

/// Flags stale devices, until nothing more is due.
pub async fn find_stale(app: &App) -> Result<(), Problem> {
    loop {
        let now = app.clock.now();
        let due = {
            let system = app.db.system(Reason::StaleDevices).await?;
            devices_to_check().bind(&*system, &now).all().await?
        };
        let mut results = Results::default();
        for device in &due {
            results.add(check(app, TenantId(device.tenant_id), DeviceId(device.id), now).await.map(|()| 1));
        }
        if results.done()? == 0 {
            return Ok(());
        }
    }
}

async fn check(app: &App, tenant: TenantId, id: DeviceId, now: Timestamp) -> Result<(), Problem> {
    let mut change = Change::by_system(app, tenant, "inventory.find_stale").await?;
    let locked = Locked::of(&change, Some(id), &[]).await?;
    let Some(device) = lock_due_device().bind(&*change, &id.0, &now).opt().await? else { return Ok(()) };
    let silent_since = device.last_seen_at.unwrap_or(now);
    if silent_since + STALE > now {
        check_later().bind(&*change, &(silent_since + STALE), &id.0).one().await?;
        return change.done().await;
    }
    set_stale().bind(&*change, &now, &id.0).one().await?;
    let conflict_change = locked.update_flags(app, &mut change, Some(id)).await?;
    let device = current_within(app, &change, id).await?;
    let entry =
        NewEntry { device: id, organization: device.organization_id, kind: DeviceHistoryKind::Stale, changes: vec![] };
    history::add(app, &change, entry).await?;
    change.emit(EventKind::DeviceStale, &device, json!({"object": device}));
    if conflict_change == ConflictChange::Ended {
        note(app, &mut change, &device, false).await?;
    }
    change.done().await
}
