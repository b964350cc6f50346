//! Changes that people make to a device.

use super::{constraints, history, lock};
use crate::{
    conflicts::{ConflictChange, current_within, note, set_identifiers, within_organization},
    devices::history::{NewEntry, differences},
    identity::{Hardware, identifiers},
    stale::STALE,
};
use api::{
    EventKind, ProblemCode, Scope,
    device_lists::DeviceHistoryKind,
    devices::{Device, DeviceChange, DeviceTarget},
};
use jiff::Timestamp;
use kernel::{
    app::App,
    http::{Answer, Change, Entry, IfMatch, Json, Problem, Query, Write, WrittenTogether},
};
use queries::{
    client::Params,
    queries::inventory::devices::{UpdateDeviceParams, update_device},
};
use serde_json::{Value, json};

/// Change a device
///
/// Fields that are absent are not changed; `null` clears a field. Fields that the agent reports cannot be changed.
#[utoipa::path(put, path = "/api/rmm/devices", operation_id = "rmm.devices.update", tag = "Devices",
    params(DeviceTarget),
    extensions(("x-problems" = json!([ProblemCode::ExternalRefTaken, ProblemCode::ReportedField]))),
    security(("api_key" = [Scope::DevicesWrite])), responses((status = 200, body = Device)))]
pub async fn update(
    app: App,
    write: Write,
    Query(target): Query<DeviceTarget>,
    if_match: IfMatch,
    Json(wanted): Json<DeviceChange>,
) -> Result<WrittenTogether, Problem> {
    let mut change = write.begin().await?;
    let (locked, old) = lock(&app, &change, target.id).await?;
    if_match.check(&old)?;
    if !old.sources.is_empty() {
        refuse_reported(&wanted)?;
    }
    let now = app.clock.now();
    let retirement = Retirement::of(&old, wanted.retired);
    store(&change, &old, wanted, retirement, now).await?;
    let stored = super::current(&change, target.id, now).await?;
    if old.sources.is_empty() {
        let hardware = Hardware {
            kind: Some(stored.kind),
            manufacturer: stored.manufacturer.as_deref(),
            serial: stored.identifiers.serial.as_deref(),
            hardware_uuid: stored.identifiers.hardware_uuid.as_deref(),
            macs: &stored.identifiers.mac,
        };
        set_identifiers(&change, &stored, &identifiers(hardware)).await?;
    }
    let conflict_change = locked.update_flags(&app, &mut change, Some(target.id)).await?;
    let new = current_within(&app, &change, target.id).await?;
    let old = within_organization(&change, old).await?;
    record_history(&app, &change, &old, &new, retirement).await?;
    if conflict_change != ConflictChange::Unchanged {
        note(&app, &mut change, &new, conflict_change == ConflictChange::Began).await?;
    }
    record(&mut change, &old, &new, retirement)?;
    change.answered(Answer::ok(&json!(new))?.with_version_of(&new)).await
}

/// The effect of a change on the retirement of a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Retirement {
    Unchanged,
    Retired,
    Reactivated,
}

impl Retirement {
    fn of(old: &Device, wanted: Option<bool>) -> Retirement {
        match (old.retired_at.is_some(), wanted) {
            (false, Some(true)) => Retirement::Retired,
            (true, Some(false)) => Retirement::Reactivated,
            _ => Retirement::Unchanged,
        }
    }
}

/// The audit row, and an event for each organization that the change concerns. Callers who are restricted to the new
/// organization of a moved device must not learn the old one.
fn record(change: &mut Change, old: &Device, new: &Device, retirement: Retirement) -> Result<(), Problem> {
    if old.organization_id == new.organization_id {
        let event = (retirement == Retirement::Retired).then_some(EventKind::DeviceRetired);
        change.record(Entry::changed(old, new).with_event(event))?;
        return Ok(());
    }
    change.record(Entry::changed(old, new).without_event())?;
    for device in [old, new] {
        change.emit(EventKind::DeviceMoved, device, json!({"object": device}));
    }
    Ok(())
}

async fn record_history(
    app: &App,
    change: &Change,
    old: &Device,
    new: &Device,
    retirement: Retirement,
) -> Result<(), Problem> {
    let mut changes = differences(old, new);
    changes.retain(|change| change.field != "retired_at");
    let kind = match retirement {
        _ if old.organization_id != new.organization_id => DeviceHistoryKind::Moved,
        Retirement::Retired => DeviceHistoryKind::Retired,
        Retirement::Reactivated => DeviceHistoryKind::Reactivated,
        Retirement::Unchanged if changes.is_empty() => return Ok(()),
        Retirement::Unchanged => DeviceHistoryKind::Changed,
    };
    // The entry of a move names the old organization and the state there, so it belongs to that organization.
    history::add(app, change, NewEntry { device: new.id, organization: old.organization_id, kind, changes }).await
}

/// The next report would overwrite them.
fn refuse_reported(wanted: &DeviceChange) -> Result<(), Problem> {
    let reported = [
        ("type", wanted.kind.is_some()),
        ("hostname", wanted.hostname.is_some()),
        ("serial", wanted.serial.is_some()),
        ("manufacturer", wanted.manufacturer.is_some()),
        ("model", wanted.model.is_some()),
    ];
    match reported.into_iter().find(|(_, is_wanted)| *is_wanted) {
        None => Ok(()),
        Some((field, _)) => {
            let detail = format!("The agent of the device reports {field}; it cannot be changed here.");
            Err(Problem::new(ProblemCode::ReportedField, detail))
        }
    }
}

/// Absent fields are not changed.
async fn store(
    change: &Change,
    old: &Device,
    wanted: DeviceChange,
    retirement: Retirement,
    now: Timestamp,
) -> Result<(), Problem> {
    let current = old.clone();
    let hostname = wanted.hostname.unwrap_or(current.hostname);
    let given_name = wanted.name.unwrap_or_else(|| given_name(old));
    let contact = wanted.contact.unwrap_or(current.contact);
    let external = wanted.external_ref.unwrap_or(current.external_ref);
    let agent_id = current.sources.first().map(|source| source.agent_id.as_str());
    let name = given_name.as_deref().or(hostname.as_deref()).or(agent_id).unwrap_or(&current.name);
    let retired_at = match retirement {
        Retirement::Unchanged => current.retired_at,
        Retirement::Retired => Some(now),
        Retirement::Reactivated => None,
    };
    let params = UpdateDeviceParams {
        organization_id: wanted.organization_id.unwrap_or(current.organization_id).0,
        name,
        given_name: given_name.as_deref(),
        hostname: hostname.as_deref(),
        r#type: wanted.kind.unwrap_or(current.kind).name(),
        serial: wanted.serial.unwrap_or(current.identifiers.serial),
        asset_tag: wanted.asset_tag.unwrap_or(current.identifiers.asset_tag),
        cloud_instance_id: wanted.cloud_instance_id.unwrap_or(current.identifiers.cloud_instance_id),
        manufacturer: wanted.manufacturer.unwrap_or(current.manufacturer),
        model: wanted.model.unwrap_or(current.model),
        tags: wanted.tags.map_or(current.tags, |tags| tags.into_iter().map(|tag| tag.0).collect()),
        custom_fields: Value::from(wanted.custom_fields.unwrap_or(current.custom_fields)),
        external_system: external.as_ref().map(|external| external.system.as_str()),
        external_id: external.as_ref().map(|external| external.id.as_str()),
        contact_name: contact.as_ref().map(|contact| contact.name.as_str()),
        contact_email: contact.as_ref().and_then(|contact| contact.email.as_deref()),
        contact_phone: contact.as_ref().and_then(|contact| contact.phone.as_deref()),
        purchased_at: wanted.purchased_at.unwrap_or(current.purchased_at),
        warranty_until: wanted.warranty_until.unwrap_or(current.warranty_until),
        retired_at,
        // Only a device with an agent that is in service can become stale.
        stale_check_at: old.last_seen_at.filter(|_| retired_at.is_none()).map(|seen| seen + STALE),
        now,
        id: old.id.0,
    };
    constraints(update_device().params(&**change, &params).one().await, external.as_ref()).map(drop)
}

/// The name that the customer chose: one that differs from the name that the agent would set.
fn given_name(old: &Device) -> Option<String> {
    let agent_id = old.sources.first().map(|source| source.agent_id.as_str());
    let own = old.hostname.as_deref().or(agent_id);
    (own != Some(old.name.as_str())).then(|| old.name.clone())
}
