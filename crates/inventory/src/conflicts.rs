//! Identity conflicts: two agents that report the same hardware at present are both kept, and both flagged.
//!
//! A change that could begin or end a conflict locks the identifiers first, always in the same order, and the device
//! afterwards: of two concurrent changes, the second sees the first, and there is no deadlock.

use crate::{
    devices::{
        current,
        history::{self, NewEntry},
        wire::to_wire,
    },
    identity::{Identifier, Kind},
};
use api::{DeviceId, EventKind, OrganizationId, device_lists::DeviceHistoryKind, devices::Device};
use kernel::{
    app::App,
    http::{Change, Problem},
};
use queries::queries::inventory::{
    conflicts::{
        add_identifiers, devices_with_identifiers, identifiers_of_device, judge_conflicts, lock_identifiers,
        organizations_of_devices, remove_identifiers, set_conflicts,
    },
    devices::get_devices,
};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

/// The identifiers of some devices, locked. Made before the devices are locked.
pub struct Locked {
    /// Devices that share an identifier with one of these, before the change.
    partners: BTreeSet<Uuid>,
}

/// The kinds of identifiers that make a conflict. A MAC address does not: adapters and docking stations are lent.
const STRONG: [Kind; 3] = [Kind::HardwareUuid, Kind::Serial, Kind::Agent];

impl Locked {
    /// Locks the identifiers that a device has, and those that it will have.
    pub async fn of(change: &Change, device: Option<DeviceId>, new: &[Identifier]) -> Result<Locked, Problem> {
        let mut strong: Vec<(String, String)> = new
            .iter()
            .filter(|one| STRONG.contains(&one.kind))
            .map(|one| (one.kind.name().to_owned(), one.value.clone()))
            .collect();
        if let Some(device) = device {
            let own = identifiers_of_device().bind(&**change, &device.0).all().await?;
            let own = own.into_iter().filter(|row| STRONG.iter().any(|kind| kind.name() == row.kind));
            strong.extend(own.map(|row| (row.kind, row.value)));
        }
        if strong.is_empty() {
            return Ok(Locked { partners: BTreeSet::new() });
        }
        let (kinds, values): (Vec<String>, Vec<String>) = strong.into_iter().unzip();
        lock_identifiers().bind(&**change, &values).one().await?;
        let partners = devices_with_identifiers().bind(&**change, &kinds, &values).all().await?;
        Ok(Locked { partners: partners.into_iter().collect() })
    }

    /// Devices that will share an identifier with the one that changes.
    pub fn include(&mut self, devices: &[DeviceId]) {
        self.partners.extend(devices.iter().map(|id| id.0));
    }

    /// Flags the devices that are now in conflict, and no others, with an event for each change. `device` is the one
    /// that was written; its own flag is set without an event, which the caller emits with its other changes.
    pub async fn update_flags(
        mut self,
        app: &App,
        change: &mut Change,
        device: Option<DeviceId>,
    ) -> Result<ConflictChange, Problem> {
        self.partners.extend(device.map(|id| id.0));
        let ids: Vec<Uuid> = self.partners.into_iter().collect();
        if ids.is_empty() {
            return Ok(ConflictChange::Unchanged);
        }
        let judged = judge_conflicts().bind(&**change, &ids).all().await?;
        let changed = judged.into_iter().filter(|row| row.flagged != row.conflicting);
        let (begun, over): (Vec<_>, Vec<_>) = changed.partition(|row| row.conflicting);
        let mut conflict_change = ConflictChange::Unchanged;
        for (rows, conflict) in [(begun, true), (over, false)] {
            let ids: Vec<Uuid> = rows.into_iter().map(|row| row.id).collect();
            if ids.is_empty() {
                continue;
            }
            set_conflicts().bind(&**change, &conflict, &app.clock.now(), &ids).all().await?;
            if device.is_some_and(|device| ids.contains(&device.0)) {
                conflict_change = if conflict { ConflictChange::Began } else { ConflictChange::Ended };
            }
            let others: Vec<Uuid> = ids.into_iter().filter(|id| device.is_none_or(|device| device.0 != *id)).collect();
            announce(app, change, &others, conflict).await?;
        }
        Ok(conflict_change)
    }
}

/// The change of the conflict flag of the device that was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConflictChange {
    Unchanged,
    Began,
    Ended,
}

/// Records that a conflict of these devices has begun or is over.
async fn announce(app: &App, change: &mut Change, ids: &[Uuid], conflict: bool) -> Result<(), Problem> {
    let now = app.clock.now();
    for row in get_devices().bind(&**change, &ids).all().await? {
        let device = within_organization(change, to_wire(row, now)).await?;
        note(app, change, &device, conflict).await?;
    }
    Ok(())
}

/// The history entry and the event of a conflict.
pub async fn note(app: &App, change: &mut Change, device: &Device, conflict: bool) -> Result<(), Problem> {
    let (kind, event) = match conflict {
        true => (DeviceHistoryKind::Conflict, EventKind::DeviceIdentityConflict),
        false => (DeviceHistoryKind::ConflictOver, EventKind::DeviceUpdated),
    };
    let entry = NewEntry { device: device.id, organization: device.organization_id, kind, changes: vec![] };
    history::add(app, change, entry).await?;
    change.emit(event, device, json!({"object": device}));
    Ok(())
}

/// Replaces the identifiers of a device.
pub async fn set_identifiers(change: &Change, device: &Device, new: &[Identifier]) -> Result<(), Problem> {
    let kinds: Vec<&str> = new.iter().map(|one| one.kind.name()).collect();
    let values: Vec<&str> = new.iter().map(|one| one.value.as_str()).collect();
    remove_identifiers().bind(&**change, &kinds, &values, &device.id.0).all().await?;
    add_identifiers().bind(&**change, &device.id.0, &device.organization_id.0, &kinds, &values).all().await?;
    Ok(())
}

/// The device as the event log and the audit log may contain it: without the ids of devices of other organizations,
/// because callers who are restricted to its organization read its events.
pub async fn within_organization(change: &Change, mut device: Device) -> Result<Device, Problem> {
    let identity = &mut device.identity;
    let ids: Vec<Uuid> = identity.conflicts_with.iter().chain(&identity.same_hardware).map(|id| id.0).collect();
    if ids.is_empty() {
        return Ok(device);
    }
    let rows = organizations_of_devices().bind(&**change, &ids).all().await?;
    let owners: BTreeMap<Uuid, OrganizationId> =
        rows.into_iter().map(|row| (row.id, OrganizationId(row.organization_id))).collect();
    let own = |id: &DeviceId| owners.get(&id.0) == Some(&device.organization_id);
    identity.conflicts_with.retain(own);
    identity.same_hardware.retain(own);
    Ok(device)
}

/// The device as it is in this transaction, as logs may contain it.
pub async fn current_within(app: &App, change: &Change, id: DeviceId) -> Result<Device, Problem> {
    let device = current(change, id, app.clock.now()).await?;
    within_organization(change, device).await
}
