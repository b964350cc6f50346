--: DeviceRow(given_name?, hostname?, agent_id?, agent_kind?, agent_version?, enrolment_id?, enrolled_organization_id?, serial?, hardware_uuid?, asset_tag?, cloud_instance_id?, manufacturer?, model?, os_family?, os_name?, os_version?, os_arch?, os_build?, memory_bytes?, last_user?, external_system?, external_id?, contact_name?, contact_email?, contact_phone?, purchased_at?, warranty_until?, former_hardware_uuid?, former_serial?, retired_at?, stale_since?, first_seen_at?, last_seen_at?, last_full_inventory_at?, booted_at?, cpu?)

--! get_device : DeviceRow
select
    id, organization_id, name, given_name, hostname, type, agent_id, agent_twin, agent_kind, agent_version, enrolment_id,
    enrolled_organization_id, serial, hardware_uuid, macs, asset_tag, cloud_instance_id, manufacturer, model, os_family,
    os_name, os_version, os_arch, os_build, memory_bytes, software_count, last_user, tags, custom_fields, external_system,
    external_id, contact_name, contact_email, contact_phone, purchased_at, warranty_until, former_hardware_uuid,
    former_serial, identity_conflict, retired_at, stale_since, first_seen_at, created_at, updated_at, version, last_seen_at,
    last_full_inventory_at, booted_at, free_bytes, cpu, disks, volumes, networks, security, conflicts_with, same_hardware
from device_rows
where id = :id;

--! get_devices : DeviceRow
select
    id, organization_id, name, given_name, hostname, type, agent_id, agent_twin, agent_kind, agent_version, enrolment_id,
    enrolled_organization_id, serial, hardware_uuid, macs, asset_tag, cloud_instance_id, manufacturer, model, os_family,
    os_name, os_version, os_arch, os_build, memory_bytes, software_count, last_user, tags, custom_fields, external_system,
    external_id, contact_name, contact_email, contact_phone, purchased_at, warranty_until, former_hardware_uuid,
    former_serial, identity_conflict, retired_at, stale_since, first_seen_at, created_at, updated_at, version, last_seen_at,
    last_full_inventory_at, booted_at, free_bytes, cpu, disks, volumes, networks, security, conflicts_with, same_hardware
from device_rows
where id = any (:ids)
order by id;

--! newest_devices : DeviceRow
-- A list is an index scan of its page; the rows are read by their key.
with page as materialized (
    select id
    from devices
    where id < :before
    order by id desc
    limit :limit
)
select
    id, organization_id, name, given_name, hostname, type, agent_id, agent_twin, agent_kind, agent_version, enrolment_id,
    enrolled_organization_id, serial, hardware_uuid, macs, asset_tag, cloud_instance_id, manufacturer, model, os_family,
    os_name, os_version, os_arch, os_build, memory_bytes, software_count, last_user, tags, custom_fields, external_system,
    external_id, contact_name, contact_email, contact_phone, purchased_at, warranty_until, former_hardware_uuid,
    former_serial, identity_conflict, retired_at, stale_since, first_seen_at, created_at, updated_at, version, last_seen_at,
    last_full_inventory_at, booted_at, free_bytes, cpu, disks, volumes, networks, security, conflicts_with, same_hardware
from device_rows
where id in (select page.id from page)
order by id desc;

--! newest_devices_of_organizations : DeviceRow
with page as materialized (
    select found.id
    from unnest(:organization_ids::uuid[]) as organization (id)
    cross join lateral (
        select devices.id
        from devices
        where devices.organization_id = organization.id and devices.id < :before
        order by devices.id desc
        limit :limit
    ) as found
    order by found.id desc
    limit :limit
)
select
    id, organization_id, name, given_name, hostname, type, agent_id, agent_twin, agent_kind, agent_version, enrolment_id,
    enrolled_organization_id, serial, hardware_uuid, macs, asset_tag, cloud_instance_id, manufacturer, model, os_family,
    os_name, os_version, os_arch, os_build, memory_bytes, software_count, last_user, tags, custom_fields, external_system,
    external_id, contact_name, contact_email, contact_phone, purchased_at, warranty_until, former_hardware_uuid,
    former_serial, identity_conflict, retired_at, stale_since, first_seen_at, created_at, updated_at, version, last_seen_at,
    last_full_inventory_at, booted_at, free_bytes, cpu, disks, volumes, networks, security, conflicts_with, same_hardware
from device_rows
where id in (select page.id from page)
order by id desc;

--! devices_by_tag (organization_id?) : DeviceRow
with page as materialized (
    select device_id as id
    from device_tags
    where
        tag = :tag
        and device_id < :before
        and (:organization_id::uuid is null or organization_id = :organization_id)
    order by device_id desc
    limit :limit
)
select
    id, organization_id, name, given_name, hostname, type, agent_id, agent_twin, agent_kind, agent_version, enrolment_id,
    enrolled_organization_id, serial, hardware_uuid, macs, asset_tag, cloud_instance_id, manufacturer, model, os_family,
    os_name, os_version, os_arch, os_build, memory_bytes, software_count, last_user, tags, custom_fields, external_system,
    external_id, contact_name, contact_email, contact_phone, purchased_at, warranty_until, former_hardware_uuid,
    former_serial, identity_conflict, retired_at, stale_since, first_seen_at, created_at, updated_at, version, last_seen_at,
    last_full_inventory_at, booted_at, free_bytes, cpu, disks, volumes, networks, security, conflicts_with, same_hardware
from device_rows
where id in (select page.id from page)
order by id desc;

--! devices_by_identifier (organization_id?) : DeviceRow
with page as materialized (
    select device_id as id
    from device_identifiers
    where
        kind = :kind
        and value = :value
        and device_id < :before
        and (:organization_id::uuid is null or organization_id = :organization_id)
    order by device_id desc
    limit :limit
)
select
    id, organization_id, name, given_name, hostname, type, agent_id, agent_twin, agent_kind, agent_version, enrolment_id,
    enrolled_organization_id, serial, hardware_uuid, macs, asset_tag, cloud_instance_id, manufacturer, model, os_family,
    os_name, os_version, os_arch, os_build, memory_bytes, software_count, last_user, tags, custom_fields, external_system,
    external_id, contact_name, contact_email, contact_phone, purchased_at, warranty_until, former_hardware_uuid,
    former_serial, identity_conflict, retired_at, stale_since, first_seen_at, created_at, updated_at, version, last_seen_at,
    last_full_inventory_at, booted_at, free_bytes, cpu, disks, volumes, networks, security, conflicts_with, same_hardware
from device_rows
where id in (select page.id from page)
order by id desc;

--! devices_by_name (organization_id?) : DeviceRow
with page as materialized (
    select id
    from devices
    where
        name_key = lower(:name)
        and id < :before
        and (:organization_id::uuid is null or organization_id = :organization_id)
    order by id desc
    limit :limit
)
select
    id, organization_id, name, given_name, hostname, type, agent_id, agent_twin, agent_kind, agent_version, enrolment_id,
    enrolled_organization_id, serial, hardware_uuid, macs, asset_tag, cloud_instance_id, manufacturer, model, os_family,
    os_name, os_version, os_arch, os_build, memory_bytes, software_count, last_user, tags, custom_fields, external_system,
    external_id, contact_name, contact_email, contact_phone, purchased_at, warranty_until, former_hardware_uuid,
    former_serial, identity_conflict, retired_at, stale_since, first_seen_at, created_at, updated_at, version, last_seen_at,
    last_full_inventory_at, booted_at, free_bytes, cpu, disks, volumes, networks, security, conflicts_with, same_hardware
from device_rows
where id in (select page.id from page)
order by id desc;

--! devices_by_serial (organization_id?) : DeviceRow
with page as materialized (
    select id
    from devices
    where
        serial_key = lower(:serial)
        and id < :before
        and (:organization_id::uuid is null or organization_id = :organization_id)
    order by id desc
    limit :limit
)
select
    id, organization_id, name, given_name, hostname, type, agent_id, agent_twin, agent_kind, agent_version, enrolment_id,
    enrolled_organization_id, serial, hardware_uuid, macs, asset_tag, cloud_instance_id, manufacturer, model, os_family,
    os_name, os_version, os_arch, os_build, memory_bytes, software_count, last_user, tags, custom_fields, external_system,
    external_id, contact_name, contact_email, contact_phone, purchased_at, warranty_until, former_hardware_uuid,
    former_serial, identity_conflict, retired_at, stale_since, first_seen_at, created_at, updated_at, version, last_seen_at,
    last_full_inventory_at, booted_at, free_bytes, cpu, disks, volumes, networks, security, conflicts_with, same_hardware
from device_rows
where id in (select page.id from page)
order by id desc;

--! devices_by_external_ref (organization_id?) : DeviceRow
with page as materialized (
    select id
    from devices
    where
        external_system = :external_system
        and external_id = :external_id
        and id < :before
        and (:organization_id::uuid is null or organization_id = :organization_id)
    order by id desc
    limit :limit
)
select
    id, organization_id, name, given_name, hostname, type, agent_id, agent_twin, agent_kind, agent_version, enrolment_id,
    enrolled_organization_id, serial, hardware_uuid, macs, asset_tag, cloud_instance_id, manufacturer, model, os_family,
    os_name, os_version, os_arch, os_build, memory_bytes, software_count, last_user, tags, custom_fields, external_system,
    external_id, contact_name, contact_email, contact_phone, purchased_at, warranty_until, former_hardware_uuid,
    former_serial, identity_conflict, retired_at, stale_since, first_seen_at, created_at, updated_at, version, last_seen_at,
    last_full_inventory_at, booted_at, free_bytes, cpu, disks, volumes, networks, security, conflicts_with, same_hardware
from device_rows
where id in (select page.id from page)
order by id desc;

--! devices_in_conflict (organization_id?) : DeviceRow
with page as materialized (
    select id
    from devices
    where
        identity_conflict
        and id < :before
        and (:organization_id::uuid is null or organization_id = :organization_id)
    order by id desc
    limit :limit
)
select
    id, organization_id, name, given_name, hostname, type, agent_id, agent_twin, agent_kind, agent_version, enrolment_id,
    enrolled_organization_id, serial, hardware_uuid, macs, asset_tag, cloud_instance_id, manufacturer, model, os_family,
    os_name, os_version, os_arch, os_build, memory_bytes, software_count, last_user, tags, custom_fields, external_system,
    external_id, contact_name, contact_email, contact_phone, purchased_at, warranty_until, former_hardware_uuid,
    former_serial, identity_conflict, retired_at, stale_since, first_seen_at, created_at, updated_at, version, last_seen_at,
    last_full_inventory_at, booted_at, free_bytes, cpu, disks, volumes, networks, security, conflicts_with, same_hardware
from device_rows
where id in (select page.id from page)
order by id desc;

--! only_organizations
-- Two at most: all that matters is whether there is exactly one.
select id
from organizations
order by id
limit 2;

--! create_device (hostname?, serial?, hardware_uuid?, asset_tag?, cloud_instance_id?, manufacturer?, model?, external_system?, external_id?, contact_name?, contact_email?, contact_phone?, purchased_at?, warranty_until?)
with created as (
    insert into devices (
        id, organization_id, name, given_name, hostname, type, serial, hardware_uuid, macs, asset_tag,
        cloud_instance_id, manufacturer, model, tags, custom_fields, external_system, external_id, contact_name,
        contact_email, contact_phone, purchased_at, warranty_until, created_at, updated_at
    )
    values (
        :id, :organization_id, :name, :name, :hostname, :type, :serial, :hardware_uuid, :macs, :asset_tag,
        :cloud_instance_id, :manufacturer, :model, :tags, :custom_fields, :external_system, :external_id, :contact_name,
        :contact_email, :contact_phone, :purchased_at, :warranty_until, :now, :now
    )
    returning id, organization_id
),
presence as (
    insert into device_presence (device_id, organization_id)
    select id, organization_id from created
),
details as (
    insert into device_details (device_id, organization_id)
    select id, organization_id from created
)
select id from created;

--! device_with_external_ref
-- The other object of a conflict.
select id
from devices
where
    external_system = :external_system
    and external_id = :external_id;

--! lock_device
select id
from devices
where id = :id
for update;

--! update_device (given_name?, hostname?, serial?, asset_tag?, cloud_instance_id?, manufacturer?, model?, external_system?, external_id?, contact_name?, contact_email?, contact_phone?, purchased_at?, warranty_until?, retired_at?, stale_check_at?)
update devices
set
    organization_id = :organization_id,
    name = :name,
    given_name = :given_name,
    hostname = :hostname,
    type = :type,
    serial = :serial,
    asset_tag = :asset_tag,
    cloud_instance_id = :cloud_instance_id,
    manufacturer = :manufacturer,
    model = :model,
    tags = :tags,
    custom_fields = :custom_fields,
    external_system = :external_system,
    external_id = :external_id,
    contact_name = :contact_name,
    contact_email = :contact_email,
    contact_phone = :contact_phone,
    purchased_at = :purchased_at,
    warranty_until = :warranty_until,
    retired_at = :retired_at,
    stale_since = case when :retired_at::timestamptz is null then stale_since end,
    stale_check_at = :stale_check_at,
    updated_at = :now,
    version = version + 1
where id = :id
returning id;

--! delete_device
delete from devices
where id = :id
returning id;

--! add_tombstone
insert into device_tombstones (device_id, organization_id, deleted_at)
values (:device_id, :organization_id, :now)
on conflict (tenant_id, device_id, organization_id) do update set deleted_at = excluded.deleted_at
returning device_id;

--! forget_tombstones
-- A part at a time, so that no statement runs long.
delete from device_tombstones
where
    (tenant_id, device_id, organization_id) in (
        select tenant_id, device_id, organization_id from device_tombstones where deleted_at < :before limit 5000
    )
returning device_id;
