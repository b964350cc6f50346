//! Stores an inventory: it is compared with the stored one, and the differences are written. An unchanged report
//! updates one small row.

use super::{
    inventory::{Hash, Inventory, Records},
    put::{add_agent_id, put},
    reported::{Reported, Sections},
    significant::previous_for_event,
};
use crate::{
    conflicts::{ConflictChange, Locked, current_within, note, set_identifiers},
    devices::{
        current,
        history::{self, NewEntry},
    },
    enrolments::Enrolled,
    identity::{Fingerprint, Hardware, Identifier, Kind, Known, Placement, place},
    stale::STALE,
};
use api::{
    DeviceId, EventKind,
    device_lists::DeviceHistoryKind,
    devices::{Device, DeviceStatus, DeviceType},
    ticket_comments::FieldChange,
};
use kernel::{
    app::App,
    db::Identity,
    http::{Change, Entry, Problem},
};
use queries::{
    client::Params,
    queries::inventory::{
        devices::lock_device,
        enrolments::count_discovered_device,
        ingest::store::{
            DiscoverDeviceParams, KnownDevice, TouchDeviceParams, discover_device, known_devices, lock_agent,
            sections_of_device, touch_device,
        },
    },
};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The result of storing an inventory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stored {
    Unchanged,
    Changed,
    Discovered,
    /// The enrolment was revoked meanwhile, or has reached its maximum number of devices.
    Refused,
}

impl Stored {
    pub fn name(self) -> &'static str {
        match self {
            Stored::Unchanged => "unchanged",
            Stored::Changed => "changed",
            Stored::Discovered => "discovered",
            Stored::Refused => "refused",
        }
    }
}

pub async fn store(app: &App, enrolled: Enrolled, inventory: &Inventory) -> Result<Stored, Problem> {
    let own: Sections =
        inventory.sections.iter().map(|(name, (_, records))| ((*name).to_owned(), records.clone())).collect();
    let hardware = Reported::of(&own).fingerprint();
    let known = {
        let db = app.db.tenant(&Identity::new(enrolled.tenant, None)).await?;
        known_devices().bind(&db, &inventory.agent_id, &enrolled.organization.0).all().await?
    };
    if let Some(device) = unchanged(&known, enrolled, inventory, &hardware) {
        let change = Change::by_system(app, enrolled.tenant, "inventory.report").await?;
        // A device that was deleted meanwhile is discovered again.
        if touch(app, &change, device, inventory).await? {
            change.done().await?;
            return Ok(Stored::Unchanged);
        }
    }
    write(app, enrolled, inventory, &hardware).await
}

/// The device that the inventory describes, if it is unchanged.
fn unchanged(known: &[KnownDevice], of: Enrolled, inventory: &Inventory, hardware: &Fingerprint) -> Option<DeviceId> {
    let Placement::Existing(id) = place(&all(known), hardware) else { return None };
    let device = known.iter().find(|device| device.id == id)?;
    let same_source = device.enrolment_id == Some(of.enrolment.0)
        && (inventory.agent_version.is_none() || device.agent_version == inventory.agent_version);
    let stored: BTreeMap<&str, &[u8]> =
        device.sections.iter().map(String::as_str).zip(device.hashes.iter().map(Vec::as_slice)).collect();
    let same = inventory.sections.iter().all(|(name, (hash, _))| stored.get(name) == Some(&hash.as_slice()));
    let none_removed = !inventory.full || stored.len() == inventory.sections.len();
    (device.stale_since.is_none() && same_source && same && none_removed).then_some(DeviceId(id))
}

fn all(known: &[KnownDevice]) -> Vec<Known> {
    let of = |device: &KnownDevice| Known {
        id: device.id,
        hardware: Fingerprint::of(Hardware {
            kind: DeviceType::named(&device.r#type),
            manufacturer: device.manufacturer.as_deref(),
            serial: device.serial.as_deref(),
            hardware_uuid: device.hardware_uuid.as_deref(),
            macs: &[],
        }),
        former: Fingerprint {
            hardware_uuid: device.former_hardware_uuid.clone(),
            serial: device.former_serial.clone(),
        },
    };
    known.iter().map(of).collect()
}

async fn touch(app: &App, change: &Change, device: DeviceId, inventory: &Inventory) -> Result<bool, Problem> {
    let now = app.clock.now();
    let params = TouchDeviceParams {
        now,
        last_full_inventory_at: inventory.full.then_some(now),
        booted_at: inventory.booted_at,
        free_bytes: inventory.free_bytes.clone().map(Value::Object),
        device_id: device.0,
    };
    Ok(touch_device().params(&**change, &params).opt().await?.is_some())
}

/// The device that an inventory is written to.
pub struct Target {
    pub id: DeviceId,
    pub discovered: bool,
    /// The previous hardware of the agent, if it has changed.
    pub former: Option<Fingerprint>,
    /// Other devices that report under the same agent id.
    pub twins: Vec<DeviceId>,
}

async fn write(app: &App, of: Enrolled, inventory: &Inventory, hardware: &Fingerprint) -> Result<Stored, Problem> {
    let mut change = Change::by_system(app, of.tenant, "inventory.report").await?;
    lock_agent().bind(&*change, &inventory.agent_id).one().await?;
    let Some(target) = target(app, &change, of, inventory, hardware).await? else { return Ok(Stored::Refused) };
    let merged = Merged::of(&change, target.id, inventory).await?;
    let reported = Reported::of(&merged.sections);
    let mut identifiers = reported.identifiers();
    if !target.twins.is_empty() {
        identifiers.push(Identifier { kind: Kind::Agent, value: inventory.agent_id.clone() });
    }
    let mut locked = Locked::of(&change, Some(target.id), &identifiers).await?;
    locked.include(&target.twins);
    lock_device().bind(&*change, &target.id.0).one().await?;
    let before = current(&change, target.id, app.clock.now()).await?;
    let news = put(app, &change, &before, of, (&target, inventory, &merged, &reported)).await?;
    touch(app, &change, target.id, inventory).await?;
    if let Some(changes) = news {
        set_identifiers(&change, &before, &identifiers).await?;
        for twin in &target.twins {
            let twin = current(&change, *twin, app.clock.now()).await?;
            add_agent_id(&change, &twin, &inventory.agent_id).await?;
        }
        let conflict_change = locked.update_flags(app, &mut change, Some(target.id)).await?;
        announce(app, &mut change, before, target.discovered, changes, conflict_change).await?;
    }
    change.done().await?;
    Ok(if target.discovered { Stored::Discovered } else { Stored::Changed })
}

/// Finds or discovers the device. `None` if the enrolment must not discover more.
async fn target(
    app: &App,
    change: &Change,
    of: Enrolled,
    inventory: &Inventory,
    hardware: &Fingerprint,
) -> Result<Option<Target>, Problem> {
    let known = known_devices().bind(&**change, &inventory.agent_id, &of.organization.0).all().await?;
    let devices = all(&known);
    let others = |id: DeviceId| devices.iter().map(|device| DeviceId(device.id)).filter(|other| *other != id).collect();
    let existing = |id, former| Target { id, discovered: false, former, twins: others(id) };
    match place(&devices, hardware) {
        Placement::Existing(id) => Ok(Some(existing(DeviceId(id), None))),
        Placement::Moved(id) => {
            let former = devices.iter().find(|device| device.id == id).map(|device| device.hardware.clone());
            Ok(Some(existing(DeviceId(id), former)))
        }
        Placement::New | Placement::Twin(_) => {
            let twin = i32::try_from(devices.len()).unwrap_or(i32::MAX);
            let found = discover(app, change, of, inventory, twin).await?;
            Ok(found.map(|id| Target { id, discovered: true, former: None, twins: others(id) }))
        }
    }
}

async fn discover(
    app: &App,
    change: &Change,
    of: Enrolled,
    inventory: &Inventory,
    agent_twin: i32,
) -> Result<Option<DeviceId>, Problem> {
    if count_discovered_device().bind(&**change, &of.enrolment.0).opt().await?.is_none() {
        return Ok(None);
    }
    let (id, now) = (app.clock.id(), app.clock.now());
    let params = DiscoverDeviceParams {
        id,
        organization_id: of.organization.0,
        name: inventory.agent_id.as_str(),
        agent_id: inventory.agent_id.as_str(),
        agent_twin,
        agent_kind: inventory.agent.name(),
        agent_version: inventory.agent_version.as_deref(),
        enrolment_id: of.enrolment.0,
        stale_check_at: now + STALE,
        now,
    };
    discover_device().params(&**change, &params).one().await?;
    Ok(Some(DeviceId(id)))
}

/// The sections of a device after an inventory.
pub struct Merged {
    pub sections: Sections,
    pub changed: Vec<&'static str>,
    pub removed: Vec<String>,
}

impl Merged {
    async fn of(change: &Change, device: DeviceId, inventory: &Inventory) -> Result<Merged, Problem> {
        let (mut sections, mut hashes) = (Sections::new(), BTreeMap::<String, Vec<u8>>::new());
        for row in sections_of_device().bind(&**change, &device.0).all().await? {
            let records: Records = serde_json::from_value(row.content).unwrap_or_default();
            sections.insert(row.section.clone(), records);
            hashes.insert(row.section, row.hash);
        }
        let is_new = |name: &str, hash: &Hash| hashes.get(name).is_none_or(|stored| stored != hash);
        let changed: Vec<&'static str> =
            inventory.sections.iter().filter(|(name, (hash, _))| is_new(name, hash)).map(|(name, _)| *name).collect();
        let removed: Vec<String> = match inventory.full {
            true => hashes.into_keys().filter(|name| !inventory.sections.contains_key(name.as_str())).collect(),
            false => vec![],
        };
        sections.retain(|name, _| !removed.contains(name));
        let new = inventory.sections.iter().map(|(name, (_, records))| ((*name).to_owned(), records.clone()));
        sections.extend(new);
        Ok(Merged { sections, changed, removed })
    }
}

/// The history entry and the events of a report with significant changes.
async fn announce(
    app: &App,
    change: &mut Change,
    before: Device,
    discovered: bool,
    changes: Vec<FieldChange>,
    conflict_change: ConflictChange,
) -> Result<(), Problem> {
    let after = current_within(app, change, before.id).await?;
    let seen_again = before.status == DeviceStatus::Stale;
    let kind = match (discovered, seen_again) {
        (true, _) => DeviceHistoryKind::Discovered,
        (false, true) => DeviceHistoryKind::SeenAgain,
        (false, false) => DeviceHistoryKind::Changed,
    };
    let entry = NewEntry { device: after.id, organization: after.organization_id, kind, changes };
    history::add(app, change, entry).await?;
    if discovered {
        change.emit(EventKind::DeviceDiscovered, &after, json!({"object": after}));
    } else {
        change.record(Entry::changed(&previous_for_event(before, &after), &after).without_audit())?;
    }
    if conflict_change != ConflictChange::Unchanged {
        note(app, change, &after, conflict_change == ConflictChange::Began).await?;
    }
    Ok(())
}
