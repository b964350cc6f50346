//! Rows of devices in their API representation.

use api::{
    DeviceId, EnrolmentId, OrganizationId,
    device_hardware::DeviceVolume,
    devices::{
        AgentKind, Device, DeviceIdentifiers, DeviceIdentity, DeviceOs, DeviceSource, DeviceStatus, DeviceType,
        OsFamily,
    },
    organizations::{ContactPerson, ExternalRef},
};
use jiff::{SignedDuration, Timestamp};
use queries::queries::inventory::devices::DeviceRow;
use serde::de::DeserializeOwned;
use serde_json::Value;
use uuid::Uuid;

/// How long after a report a device counts as online. Agents report once a day.
pub const ONLINE: SignedDuration = SignedDuration::from_hours(36);

pub fn to_wire(row: DeviceRow, now: Timestamp) -> Device {
    let status = status(row.retired_at, row.stale_since, row.last_seen_at, now);
    let os = row.os_family.as_deref().and_then(OsFamily::named).map(|family| DeviceOs {
        family,
        name: row.os_name,
        version: row.os_version,
        arch: row.os_arch,
        build: row.os_build,
    });
    let agent = row.agent_id.zip(row.agent_kind.as_deref().and_then(AgentKind::named));
    let source = agent.map(|agent| source(agent, row.agent_version, row.enrolment_id));
    let ids = |ids: Vec<Uuid>| ids.into_iter().map(DeviceId).collect();
    Device {
        id: DeviceId(row.id),
        organization_id: OrganizationId(row.organization_id),
        name: row.name,
        hostname: row.hostname,
        kind: DeviceType::named(&row.r#type).unwrap_or(DeviceType::Other),
        status,
        identifiers: DeviceIdentifiers {
            serial: row.serial,
            hardware_uuid: row.hardware_uuid,
            mac: row.macs,
            asset_tag: row.asset_tag,
            cloud_instance_id: row.cloud_instance_id,
        },
        manufacturer: row.manufacturer,
        model: row.model,
        os,
        cpu: row.cpu.and_then(|cpu| serde_json::from_value(cpu).ok()),
        memory_bytes: row.memory_bytes,
        disks: list(row.disks),
        volumes: volumes(list(row.volumes), &row.free_bytes),
        networks: list(row.networks),
        security: serde_json::from_value(row.security).unwrap_or_default(),
        software_count: row.software_count,
        last_user: row.last_user,
        tags: row.tags,
        custom_fields: row.custom_fields.into(),
        external_ref: row.external_system.zip(row.external_id).map(|(system, id)| ExternalRef { system, id }),
        contact: row.contact_name.map(|name| contact(name, row.contact_email, row.contact_phone)),
        purchased_at: row.purchased_at,
        warranty_until: row.warranty_until,
        identity: DeviceIdentity {
            conflict: row.identity_conflict,
            conflicts_with: ids(row.conflicts_with),
            same_hardware: ids(row.same_hardware),
        },
        sources: source.into_iter().collect(),
        first_seen_at: row.first_seen_at,
        last_seen_at: row.last_seen_at,
        last_full_inventory_at: row.last_full_inventory_at,
        booted_at: row.booted_at,
        retired_at: row.retired_at,
        created_at: row.created_at,
        updated_at: row.updated_at,
        version: row.version,
    }
}

fn contact(name: String, email: Option<String>, phone: Option<String>) -> ContactPerson {
    ContactPerson { name, email, phone }
}

fn source((agent_id, agent): (String, AgentKind), version: Option<String>, enrolment: Option<Uuid>) -> DeviceSource {
    DeviceSource { agent, agent_id, version, enrolment_id: enrolment.map(EnrolmentId) }
}

fn list<T: DeserializeOwned>(stored: Value) -> Vec<T> {
    serde_json::from_value(stored).unwrap_or_default()
}

pub fn volumes(volumes: Vec<DeviceVolume>, free: &Value) -> Vec<DeviceVolume> {
    let with_free = |volume: DeviceVolume| DeviceVolume { free_bytes: free[volume.name.as_str()].as_i64(), ..volume };
    volumes.into_iter().map(with_free).collect()
}

pub fn status(
    retired_at: Option<Timestamp>,
    stale_since: Option<Timestamp>,
    last_seen_at: Option<Timestamp>,
    now: Timestamp,
) -> DeviceStatus {
    match last_seen_at {
        _ if retired_at.is_some() => DeviceStatus::Retired,
        _ if stale_since.is_some() => DeviceStatus::Stale,
        Some(seen) if seen + ONLINE > now => DeviceStatus::Online,
        _ => DeviceStatus::Offline,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_is_online_for_a_day_and_a_half_after_a_report() {
        let now: Timestamp = "2026-11-16T12:00:00Z".parse().unwrap();
        let seen = |hours| Some(now - SignedDuration::from_hours(hours));
        assert_eq!(status(None, None, seen(35), now), DeviceStatus::Online);
        assert_eq!(status(None, None, seen(36), now), DeviceStatus::Offline);
        assert_eq!(status(None, None, None, now), DeviceStatus::Offline);
        assert_eq!(status(None, Some(now), seen(800), now), DeviceStatus::Stale);
        assert_eq!(status(Some(now), Some(now), seen(1), now), DeviceStatus::Retired);
    }
}
