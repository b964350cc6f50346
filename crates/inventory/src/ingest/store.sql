--: KnownDevice(manufacturer?, serial?, hardware_uuid?, former_hardware_uuid?, former_serial?, agent_version?, enrolment_id?, enrolled_organization_id?, stale_since?)

--! known_devices : KnownDevice
-- The devices of an agent id that a token of this organization may report: those that were discovered with a token of the
-- organization, and those that belong to it by now. The one that reported last comes first.
select
    devices.id, devices.organization_id, devices.type, devices.manufacturer, devices.serial, devices.hardware_uuid,
    devices.former_hardware_uuid, devices.former_serial, devices.agent_version, devices.enrolment_id,
    devices.enrolled_organization_id, devices.stale_since,
    array(
        select device_sections.section
        from device_sections
        where device_sections.tenant_id = devices.tenant_id and device_sections.device_id = devices.id
        order by device_sections.section
    ) as sections,
    array(
        select device_sections.hash
        from device_sections
        where device_sections.tenant_id = devices.tenant_id and device_sections.device_id = devices.id
        order by device_sections.section
    ) as hashes
from devices
join device_presence on device_presence.tenant_id = devices.tenant_id and device_presence.device_id = devices.id
where
    devices.agent_id = :agent_id
    and (devices.enrolled_organization_id = :organization_id or devices.organization_id = :organization_id)
order by device_presence.last_seen_at desc nulls last
limit 100;

--! touch_device (last_full_inventory_at?, booted_at?, free_bytes?)
update device_presence
set
    last_seen_at = :now,
    last_full_inventory_at = coalesce(:last_full_inventory_at, last_full_inventory_at),
    booted_at = coalesce(:booted_at, booted_at),
    free_bytes = coalesce(:free_bytes, free_bytes)
where device_id = :device_id
returning device_id;

--! lock_agent
select pg_advisory_xact_lock(hashtextextended('agent' || app.tenant()::text || :agent_id, 0))::text as locked;

--! discover_device (agent_version?)
-- What was reported is written next, as every other report is; that makes it version 1.
with created as (
    insert into devices (
        id, organization_id, name, type, agent_id, agent_twin, agent_kind, agent_version, enrolment_id,
        enrolled_organization_id, stale_check_at, first_seen_at, created_at, updated_at, version
    )
    values (
        :id, :organization_id, :name, 'other', :agent_id, :agent_twin, :agent_kind, :agent_version, :enrolment_id,
        :organization_id, :stale_check_at, :now, :now, :now, 0
    )
    returning id, organization_id
),
presence as (
    insert into device_presence (device_id, organization_id, last_seen_at)
    select id, organization_id, :now from created
),
details as (
    insert into device_details (device_id, organization_id)
    select id, organization_id from created
)
select id from created;

--! sections_of_device
select section, hash, content
from device_sections
where device_id = :device_id;

--! put_sections
insert into device_sections (device_id, organization_id, section, hash, content)
select :device_id, :organization_id, put.section, put.hash, put.content
from unnest(:sections::text[], :hashes::bytea[], :contents::jsonb[]) as put (section, hash, content)
on conflict (tenant_id, device_id, section) do update set hash = excluded.hash, content = excluded.content
returning section;

--! remove_sections
delete from device_sections
where device_id = :device_id and section = any (:sections)
returning section;

--! put_details (cpu?)
update device_details
set cpu = :cpu, disks = :disks, volumes = :volumes, networks = :networks, security = :security
where device_id = :device_id
returning device_id;

--! update_reported_device (hostname?, agent_version?, serial?, hardware_uuid?, manufacturer?, model?, os_family?, os_name?, os_version?, os_arch?, os_build?, memory_bytes?, last_user?, former_hardware_uuid?, former_serial?)
update devices
set
    name = coalesce(given_name, :hostname, agent_id),
    hostname = :hostname,
    type = :type,
    agent_kind = :agent_kind,
    agent_version = :agent_version,
    enrolment_id = :enrolment_id,
    enrolled_organization_id = :enrolled_organization_id,
    serial = :serial,
    hardware_uuid = :hardware_uuid,
    macs = :macs,
    manufacturer = :manufacturer,
    model = :model,
    os_family = :os_family,
    os_name = :os_name,
    os_version = :os_version,
    os_arch = :os_arch,
    os_build = :os_build,
    memory_bytes = :memory_bytes,
    software_count = :software_count,
    last_user = :last_user,
    former_hardware_uuid = case when :moved then :former_hardware_uuid else former_hardware_uuid end,
    former_serial = case when :moved then :former_serial else former_serial end,
    stale_since = null,
    stale_check_at = coalesce(stale_check_at, case when retired_at is null then :stale_check_at::timestamptz end),
    updated_at = :now,
    version = version + 1
where id = :id
returning id;
