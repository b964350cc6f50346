//! Significant changes in a report. A report writes all of its values; only significant changes create a new version of
//! the device, a history entry and an event.

use super::{
    inventory::Inventory,
    reported::{Reported, is_ipv4},
};
use crate::identity::uuid_key;
use api::{
    EnrolmentId,
    devices::{Device, DeviceIdentifiers, DeviceSource},
};

/// The device as the report describes it, without the fields that every report changes.
pub fn described(before: &Device, reported: &Reported, software_count: i32, source: DeviceSource) -> Device {
    Device {
        hostname: reported.hostname.clone(),
        kind: reported.kind,
        identifiers: DeviceIdentifiers {
            serial: reported.serial.clone(),
            hardware_uuid: same_form(&before.identifiers.hardware_uuid, &reported.hardware_uuid),
            mac: reported.macs.clone(),
            ..before.identifiers.clone()
        },
        manufacturer: reported.manufacturer.clone(),
        model: reported.model.clone(),
        os: reported.os.clone(),
        cpu: reported.cpu.clone(),
        memory_bytes: reported.memory_bytes,
        disks: reported.disks.clone(),
        volumes: reported.volumes.clone(),
        networks: reported.networks.clone(),
        security: reported.security.clone(),
        software_count,
        last_user: reported.last_user.clone(),
        sources: vec![source],
        ..before.clone()
    }
}

/// A UUID in another case or byte order is the same one: the stored form is kept.
fn same_form(before: &Option<String>, reported: &Option<String>) -> Option<String> {
    let key = |uuid: &Option<String>| uuid.as_deref().and_then(uuid_key);
    if key(before).is_some() && key(before) == key(reported) { before.clone() } else { reported.clone() }
}

pub fn source(inventory: &Inventory, enrolment: EnrolmentId, before: &Device) -> DeviceSource {
    let known = before.sources.first().and_then(|source| source.version.clone());
    DeviceSource {
        agent: inventory.agent,
        agent_id: inventory.agent_id.clone(),
        version: inventory.agent_version.clone().or(known),
        enrolment_id: Some(enrolment),
    }
}

/// The device without insignificant fields: free space, IPv6 addresses, which privacy extensions change every day, and
/// the clock rate of processors that save power.
pub fn significant(mut device: Device) -> Device {
    for volume in &mut device.volumes {
        volume.free_bytes = None;
    }
    for network in &mut device.networks {
        network.addresses.retain(|address| is_ipv4(address));
    }
    if let Some(cpu) = &mut device.cpu {
        cpu.speed_mhz = None;
    }
    device
}

/// `before`, with its insignificant fields taken from `after`: so an event lists only significant changes as previous
/// values.
pub fn previous_for_event(before: Device, after: &Device) -> Device {
    let (significant_before, significant_after) = (significant(before.clone()), significant(after.clone()));
    let pick = |same: bool| same.then_some(after);
    Device {
        volumes: pick(significant_before.volumes == significant_after.volumes)
            .map_or(before.volumes, |device| device.volumes.clone()),
        networks: pick(significant_before.networks == significant_after.networks)
            .map_or(before.networks, |device| device.networks.clone()),
        cpu: pick(significant_before.cpu == significant_after.cpu).map_or(before.cpu, |device| device.cpu.clone()),
        last_seen_at: after.last_seen_at,
        last_full_inventory_at: after.last_full_inventory_at,
        booted_at: after.booted_at,
        identity: after.identity.clone(),
        ..before
    }
}
