//! Writing the parts of a device that an inventory changes.

use super::{
    inventory::{Inventory, SOFTWARE},
    reported::Reported,
    significant::{described, significant, source},
    software,
    store::{Merged, Target},
};
use crate::{
    devices::history::differences,
    enrolments::Enrolled,
    identity::{Fingerprint, Kind},
    stale::STALE,
};
use api::{
    devices::{Device, DeviceStatus},
    ticket_comments::FieldChange,
};
use jiff::Timestamp;
use kernel::{
    app::App,
    http::{Change, Problem},
};
use queries::{
    client::Params,
    queries::inventory::{
        conflicts::add_identifiers,
        ingest::store::{
            PutDetailsParams, UpdateReportedDeviceParams, put_details, put_sections, remove_sections,
            update_reported_device,
        },
    },
};
use serde::Serialize;
use serde_json::{Value, json};

/// Writes the changes. Returns them if any is significant.
pub async fn put(
    app: &App,
    change: &Change,
    before: &Device,
    of: Enrolled,
    (target, inventory, merged, reported): (&Target, &Inventory, &Merged, &Reported),
) -> Result<Option<Vec<FieldChange>>, Problem> {
    put_changed_sections(change, before, inventory, merged).await?;
    let removed = merged.removed.iter().any(|name| name == SOFTWARE);
    let titles = if removed { Some(Default::default()) } else { inventory.software.clone() };
    let software = match titles.filter(|_| removed || merged.changed.contains(&SOFTWARE)) {
        Some(titles) => software::write(app, change, before, titles, target.discovered).await?,
        None => software::Changed { changes: vec![], count: before.software_count },
    };
    let after = described(before, reported, software.count, source(inventory, of.enrolment, before));
    let (significant_before, significant_after) = (significant(before.clone()), significant(after.clone()));
    put_hardware(change, before, &after).await?;
    let same = significant_before == significant_after && software.changes.is_empty();
    let seen_again = before.status == DeviceStatus::Stale;
    if same && !target.discovered && !seen_again && target.former.is_none() {
        return Ok(None);
    }
    put_device(change, &after, of, target.former.as_ref(), app.clock.now()).await?;
    let fields = if target.discovered { vec![] } else { differences(&significant_before, &significant_after) };
    Ok(Some(fields.into_iter().chain(software.changes).collect()))
}

async fn put_changed_sections(
    change: &Change,
    device: &Device,
    inventory: &Inventory,
    merged: &Merged,
) -> Result<(), Problem> {
    let changed = || merged.changed.iter().filter_map(|name| inventory.sections.get_key_value(name));
    let names: Vec<&str> = changed().map(|(name, _)| *name).collect();
    let hashes: Vec<&[u8]> = changed().map(|(_, (hash, _))| hash.as_slice()).collect();
    let contents: Vec<Value> = changed().map(|(_, (_, records))| json!(records)).collect();
    if !names.is_empty() {
        let (id, organization) = (device.id.0, device.organization_id.0);
        put_sections().bind(&**change, &id, &organization, &names, &hashes, &contents).all().await?;
    }
    if !merged.removed.is_empty() {
        remove_sections().bind(&**change, &device.id.0, &merged.removed).all().await?;
    }
    Ok(())
}

fn stored<T: Serialize>(value: &T) -> Result<Value, Problem> {
    serde_json::to_value(value).map_err(Problem::internal)
}

async fn put_hardware(change: &Change, before: &Device, after: &Device) -> Result<(), Problem> {
    let parts = |device: &Device| {
        let volumes = significant(device.clone()).volumes;
        (device.cpu.clone(), device.disks.clone(), volumes, device.networks.clone(), device.security.clone())
    };
    if parts(before) == parts(after) {
        return Ok(());
    }
    let params = PutDetailsParams {
        cpu: after.cpu.as_ref().map(stored).transpose()?,
        disks: stored(&after.disks)?,
        volumes: stored(&after.volumes)?,
        networks: stored(&after.networks)?,
        security: stored(&after.security)?,
        device_id: after.id.0,
    };
    put_details().params(&**change, &params).one().await?;
    Ok(())
}

async fn put_device(
    change: &Change,
    after: &Device,
    of: Enrolled,
    former: Option<&Fingerprint>,
    now: Timestamp,
) -> Result<(), Problem> {
    let (os, source) = (after.os.as_ref(), after.sources.first());
    let params = UpdateReportedDeviceParams {
        hostname: after.hostname.as_deref(),
        r#type: after.kind.name(),
        agent_kind: source.map_or("fusioninventory", |source| source.agent.name()),
        agent_version: source.and_then(|source| source.version.as_deref()),
        enrolment_id: of.enrolment.0,
        enrolled_organization_id: of.organization.0,
        serial: after.identifiers.serial.as_deref(),
        hardware_uuid: after.identifiers.hardware_uuid.as_deref(),
        macs: after.identifiers.mac.as_slice(),
        manufacturer: after.manufacturer.as_deref(),
        model: after.model.as_deref(),
        os_family: os.map(|os| os.family.name()),
        os_name: os.and_then(|os| os.name.as_deref()),
        os_version: os.and_then(|os| os.version.as_deref()),
        os_arch: os.and_then(|os| os.arch.as_deref()),
        os_build: os.and_then(|os| os.build.as_deref()),
        memory_bytes: after.memory_bytes,
        software_count: after.software_count,
        last_user: after.last_user.as_deref(),
        former_hardware_uuid: former.and_then(|former| former.hardware_uuid.as_deref()),
        former_serial: former.and_then(|former| former.serial.as_deref()),
        moved: former.is_some(),
        stale_check_at: now + STALE,
        now,
        id: after.id.0,
    };
    update_reported_device().params(&**change, &params).one().await?;
    Ok(())
}

/// Adds the agent id to the identifiers of a device: another device reports under the same one.
pub async fn add_agent_id(change: &Change, device: &Device, agent_id: &str) -> Result<(), Problem> {
    let (kind, value) = ([Kind::Agent.name()], [agent_id]);
    let (id, organization) = (device.id.0, device.organization_id.0);
    add_identifiers().bind(&**change, &id, &organization, &kind.as_slice(), &value.as_slice()).all().await?;
    Ok(())
}
