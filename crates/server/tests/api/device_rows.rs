//! Inserts devices into the tables, so that a test can have any device that an agent could report.

use serde_json::{Value, json};
use testkit::{TestApp, TestTenant, id_of, uuid_of};
use uuid::Uuid;

const DEVICE: &str = "
    insert into devices (
        tenant_id, id, organization_id, name, hostname, type, agent_id, agent_kind, agent_version,
        enrolled_organization_id, serial, hardware_uuid, macs, asset_tag, manufacturer, model, os_family, os_name,
        os_version, memory_bytes, software_count, last_user, tags, custom_fields, identity_conflict, retired_at,
        stale_since, first_seen_at, created_at, updated_at, version)
    select
        tenant_id, id, organization_id, name, hostname, type, agent_id, agent_kind, agent_version,
        enrolled_organization_id, serial, hardware_uuid, coalesce(macs, '{}'), asset_tag, manufacturer, model, os_family,
        os_name, os_version, memory_bytes, coalesce(software_count, 0), last_user, coalesce(tags, '{}'),
        coalesce(custom_fields, '{}'), coalesce(identity_conflict, false), retired_at, stale_since, first_seen_at,
        created_at, updated_at, 1
    from jsonb_populate_record(null::devices, $1)";

const PRESENCE: &str = "
    insert into device_presence (tenant_id, device_id, organization_id, last_seen_at, free_bytes)
    select tenant_id, id, organization_id, ($1::jsonb ->> 'last_seen_at')::timestamptz, '{\"/\": 4096}'
    from jsonb_populate_record(null::devices, $1)";

const DETAILS: &str = "
    insert into device_details (tenant_id, device_id, organization_id, cpu, disks, volumes, networks, security)
    select
        tenant_id, id, organization_id, $1::jsonb -> 'cpu', coalesce($1::jsonb -> 'disks', '[]'),
        coalesce($1::jsonb -> 'volumes', '[]'), coalesce($1::jsonb -> 'networks', '[]'),
        '{\"antivirus\": [], \"firewall\": null, \"encryption\": null}'
    from jsonb_populate_record(null::devices, $1)";

const SOFTWARE: &str = "
    with titles as (
        select
            ('x' || substr(md5($1::uuid::text || (title ->> 0) || '|' || (title ->> 1)), 1, 15))::bit(60)::bigint as id,
            title ->> 0 as name, title ->> 1 as version
        from jsonb_array_elements($4::jsonb) as title
    ), known as (
        insert into software (tenant_id, id, name, publisher, version, created_at)
        select $1::uuid, id, name, '', version, now() from titles
        on conflict do nothing
    )
    insert into device_software (tenant_id, device_id, software_id, organization_id)
    select $1::uuid, $2::uuid, id, $3::uuid from titles";

/// Stores a device with these columns, `last_seen_at`, lists, and `software` as pairs of a name and a version. Returns its id.
pub async fn insert_device(app: &TestApp, tenant: &TestTenant, organization: &str, mut device: Value) -> String {
    let root = app.database.root().await;
    let id: Uuid = root.query_one("select gen_random_uuid()", &[]).await.unwrap().get(0);
    let organization = uuid_of(organization);
    let software = device["software"].take();
    let mut whole = json!({
        "tenant_id": tenant.id.0, "id": id, "organization_id": organization, "type": "desktop",
        "created_at": "2026-01-01T00:00:00Z", "updated_at": "2026-01-01T00:00:00Z",
        "software_count": software.as_array().map_or(0, Vec::len),
    });
    if let (Some(whole), Value::Object(device)) = (whole.as_object_mut(), device) {
        whole.extend(device);
    }
    for statement in [DEVICE, PRESENCE, DETAILS] {
        root.execute(statement, &[&whole]).await.unwrap();
    }
    if software.is_array() {
        root.execute(SOFTWARE, &[&tenant.id.0, &id, &organization, &software]).await.unwrap();
    }
    id_of("dev", id)
}
