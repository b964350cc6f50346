-- These statements are planned for their parameters every time (`Tenant::planned_anew`): a condition on a parameter that is
-- absent vanishes from the plan, as do the sort keys that are not asked for, and PostgreSQL chooses the index for the rest.
-- The same filters stand in each of them.

--: AssetRow(sort_name?, sort_at?, organization_name?, hostname?, agent_kind?, agent_version?, serial?, hardware_uuid?, asset_tag?, cloud_instance_id?, manufacturer?, model?, os_family?, os_name?, os_version?, os_arch?, os_build?, memory_bytes?, last_user?, external_system?, external_id?, contact_name?, contact_email?, contact_phone?, purchased_at?, warranty_until?, retired_at?, stale_since?, first_seen_at?, last_seen_at?, last_full_inventory_at?, booted_at?, cpu?, disks?, volumes?, networks?)

--: Tombstone()

--: Counted(type?, os_family?, status?)

--: Group(value?)

--! assets_ascending (manufacturer?, model?, tag?, identity_conflict?, updated_since?, seen_since?, seen_until?, software?, missing_software?, q?) : AssetRow
select
    page.sort_name,
    page.sort_at,
    found.id, found.organization_id, organization.name as organization_name, found.name, found.hostname, found.type,
    found.agent_kind, found.agent_version, found.serial, found.hardware_uuid, found.macs, found.asset_tag,
    found.cloud_instance_id, found.manufacturer, found.model, found.os_family, found.os_name, found.os_version,
    found.os_arch, found.os_build, found.memory_bytes, found.software_count, found.last_user, found.tags,
    found.custom_fields, found.external_system, found.external_id, found.contact_name, found.contact_email,
    found.contact_phone, found.purchased_at, found.warranty_until, found.identity_conflict, found.retired_at,
    found.stale_since, found.first_seen_at, found.last_seen_at, found.last_full_inventory_at, found.booted_at,
    found.created_at, found.updated_at, found.version, found.cpu, found.security, found.free_bytes,
    case when :with_disks::boolean then found.disks end as disks,
    case when :with_disks then found.volumes end as volumes,
    case when :with_networks::boolean then found.networks end as networks
from (
    select
        devices.id,
        case when :sort::text = 'name' then devices.name_key end as sort_name,
        case
            when :sort = 'updated_at' then devices.updated_at
            when :sort = 'last_seen_at' then
                coalesce(
                    (select last_seen_at from device_presence where device_presence.device_id = devices.id),
                    'epoch'::timestamptz
                )
        end as sort_at
    from devices
    where
        not :matches_nothing::boolean
        and (cardinality(:organization_ids::uuid[]) = 0 or devices.organization_id = any (:organization_ids))
        and (cardinality(:types::text[]) = 0 or devices.type = any (:types))
        and (cardinality(:os_families::text[]) = 0 or devices.os_family = any (:os_families))
        and (:manufacturer::text is null or devices.manufacturer_key = :manufacturer)
        and (:model::text is null or devices.model_key = :model)
        and (:tag::text is null or :tag = any (devices.tags))
        and (:identity_conflict::boolean is null or devices.identity_conflict = :identity_conflict)
        and (:updated_since::timestamptz is null or devices.updated_at >= :updated_since)
        and (
            cardinality(:statuses::text[]) = 0
            or case
                when devices.retired_at is not null then 'retired'
                when devices.stale_since is not null then 'stale'
                when (
                    select last_seen_at from device_presence where device_presence.device_id = devices.id
                ) > :online_since::timestamptz then 'online'
                else 'offline'
            end = any (:statuses)
        )
        and (
            :seen_since::timestamptz is null
            or (
                select last_seen_at from device_presence where device_presence.device_id = devices.id
            ) >= :seen_since
        )
        and (
            :seen_until::timestamptz is null
            or (
                select last_seen_at from device_presence where device_presence.device_id = devices.id
            ) < :seen_until
        )
        and (
            :software::text is null
            or exists (
                select
                from device_software
                where
                    device_software.device_id = devices.id
                    and device_software.software_id = any (array(select id from software where name_key = :software))
            )
        )
        and (
            :missing_software::text is null
            or devices.software_count > 0
            and not exists (
                select
                from device_software
                where
                    device_software.device_id = devices.id
                    and device_software.software_id
                    = any (array(select id from software where name_key = :missing_software))
            )
        )
        and (
            :q::text is null
            or position(
                :q in lower(
                    concat_ws(
                        E'\n', devices.name, devices.hostname, devices.serial, devices.hardware_uuid,
                        array_to_string(devices.macs, E'\n'), devices.asset_tag, devices.manufacturer, devices.model,
                        devices.os_name, devices.last_user
                    )
                )
            ) > 0
        )
        and (
            :is_first::boolean
            or :sort = 'created_at' and devices.id > :after::uuid
            or :sort = 'name' and (devices.name_key, devices.id) > (:after_name::text, :after)
            or :sort = 'updated_at' and (devices.updated_at, devices.id) > (:after_at::timestamptz, :after)
            or :sort = 'last_seen_at'
            and (
                coalesce(
                    (select last_seen_at from device_presence where device_presence.device_id = devices.id),
                    'epoch'::timestamptz
                ),
                devices.id
            ) > (:after_at, :after)
        )
    order by sort_name, sort_at, devices.id
    limit :limit
) as page
cross join lateral (
    select
        device_rows.id, device_rows.organization_id, device_rows.name, device_rows.hostname, device_rows.type,
        device_rows.agent_kind, device_rows.agent_version, device_rows.serial, device_rows.hardware_uuid,
        device_rows.macs, device_rows.asset_tag, device_rows.cloud_instance_id, device_rows.manufacturer,
        device_rows.model, device_rows.os_family, device_rows.os_name, device_rows.os_version, device_rows.os_arch,
        device_rows.os_build, device_rows.memory_bytes, device_rows.software_count, device_rows.last_user,
        device_rows.tags, device_rows.custom_fields, device_rows.external_system, device_rows.external_id,
        device_rows.contact_name, device_rows.contact_email, device_rows.contact_phone, device_rows.purchased_at,
        device_rows.warranty_until, device_rows.identity_conflict, device_rows.retired_at, device_rows.stale_since,
        device_rows.first_seen_at, device_rows.last_seen_at, device_rows.last_full_inventory_at, device_rows.booted_at,
        device_rows.created_at, device_rows.updated_at, device_rows.version, device_rows.cpu, device_rows.security,
        device_rows.free_bytes, device_rows.disks, device_rows.volumes, device_rows.networks
    from device_rows
    where device_rows.id = page.id
    limit 1
) as found
left join lateral (
    select organizations.name from organizations where organizations.id = found.organization_id limit 1
) as organization on true
order by page.sort_name, page.sort_at, page.id;

--! assets_descending (manufacturer?, model?, tag?, identity_conflict?, updated_since?, seen_since?, seen_until?, software?, missing_software?, q?) : AssetRow
select
    page.sort_name,
    page.sort_at,
    found.id, found.organization_id, organization.name as organization_name, found.name, found.hostname, found.type,
    found.agent_kind, found.agent_version, found.serial, found.hardware_uuid, found.macs, found.asset_tag,
    found.cloud_instance_id, found.manufacturer, found.model, found.os_family, found.os_name, found.os_version,
    found.os_arch, found.os_build, found.memory_bytes, found.software_count, found.last_user, found.tags,
    found.custom_fields, found.external_system, found.external_id, found.contact_name, found.contact_email,
    found.contact_phone, found.purchased_at, found.warranty_until, found.identity_conflict, found.retired_at,
    found.stale_since, found.first_seen_at, found.last_seen_at, found.last_full_inventory_at, found.booted_at,
    found.created_at, found.updated_at, found.version, found.cpu, found.security, found.free_bytes,
    case when :with_disks::boolean then found.disks end as disks,
    case when :with_disks then found.volumes end as volumes,
    case when :with_networks::boolean then found.networks end as networks
from (
    select
        devices.id,
        case when :sort::text = 'name' then devices.name_key end as sort_name,
        case
            when :sort = 'updated_at' then devices.updated_at
            when :sort = 'last_seen_at' then
                coalesce(
                    (select last_seen_at from device_presence where device_presence.device_id = devices.id),
                    'epoch'::timestamptz
                )
        end as sort_at
    from devices
    where
        not :matches_nothing::boolean
        and (cardinality(:organization_ids::uuid[]) = 0 or devices.organization_id = any (:organization_ids))
        and (cardinality(:types::text[]) = 0 or devices.type = any (:types))
        and (cardinality(:os_families::text[]) = 0 or devices.os_family = any (:os_families))
        and (:manufacturer::text is null or devices.manufacturer_key = :manufacturer)
        and (:model::text is null or devices.model_key = :model)
        and (:tag::text is null or :tag = any (devices.tags))
        and (:identity_conflict::boolean is null or devices.identity_conflict = :identity_conflict)
        and (:updated_since::timestamptz is null or devices.updated_at >= :updated_since)
        and (
            cardinality(:statuses::text[]) = 0
            or case
                when devices.retired_at is not null then 'retired'
                when devices.stale_since is not null then 'stale'
                when (
                    select last_seen_at from device_presence where device_presence.device_id = devices.id
                ) > :online_since::timestamptz then 'online'
                else 'offline'
            end = any (:statuses)
        )
        and (
            :seen_since::timestamptz is null
            or (
                select last_seen_at from device_presence where device_presence.device_id = devices.id
            ) >= :seen_since
        )
        and (
            :seen_until::timestamptz is null
            or (
                select last_seen_at from device_presence where device_presence.device_id = devices.id
            ) < :seen_until
        )
        and (
            :software::text is null
            or exists (
                select
                from device_software
                where
                    device_software.device_id = devices.id
                    and device_software.software_id = any (array(select id from software where name_key = :software))
            )
        )
        and (
            :missing_software::text is null
            or devices.software_count > 0
            and not exists (
                select
                from device_software
                where
                    device_software.device_id = devices.id
                    and device_software.software_id
                    = any (array(select id from software where name_key = :missing_software))
            )
        )
        and (
            :q::text is null
            or position(
                :q in lower(
                    concat_ws(
                        E'\n', devices.name, devices.hostname, devices.serial, devices.hardware_uuid,
                        array_to_string(devices.macs, E'\n'), devices.asset_tag, devices.manufacturer, devices.model,
                        devices.os_name, devices.last_user
                    )
                )
            ) > 0
        )
        and (
            :is_first::boolean
            or :sort = 'created_at' and devices.id < :after::uuid
            or :sort = 'name' and (devices.name_key, devices.id) < (:after_name::text, :after)
            or :sort = 'updated_at' and (devices.updated_at, devices.id) < (:after_at::timestamptz, :after)
            or :sort = 'last_seen_at'
            and (
                coalesce(
                    (select last_seen_at from device_presence where device_presence.device_id = devices.id),
                    'epoch'::timestamptz
                ),
                devices.id
            ) < (:after_at, :after)
        )
    order by sort_name desc, sort_at desc, devices.id desc
    limit :limit
) as page
cross join lateral (
    select
        device_rows.id, device_rows.organization_id, device_rows.name, device_rows.hostname, device_rows.type,
        device_rows.agent_kind, device_rows.agent_version, device_rows.serial, device_rows.hardware_uuid,
        device_rows.macs, device_rows.asset_tag, device_rows.cloud_instance_id, device_rows.manufacturer,
        device_rows.model, device_rows.os_family, device_rows.os_name, device_rows.os_version, device_rows.os_arch,
        device_rows.os_build, device_rows.memory_bytes, device_rows.software_count, device_rows.last_user,
        device_rows.tags, device_rows.custom_fields, device_rows.external_system, device_rows.external_id,
        device_rows.contact_name, device_rows.contact_email, device_rows.contact_phone, device_rows.purchased_at,
        device_rows.warranty_until, device_rows.identity_conflict, device_rows.retired_at, device_rows.stale_since,
        device_rows.first_seen_at, device_rows.last_seen_at, device_rows.last_full_inventory_at, device_rows.booted_at,
        device_rows.created_at, device_rows.updated_at, device_rows.version, device_rows.cpu, device_rows.security,
        device_rows.free_bytes, device_rows.disks, device_rows.volumes, device_rows.networks
    from device_rows
    where device_rows.id = page.id
    limit 1
) as found
left join lateral (
    select organizations.name from organizations where organizations.id = found.organization_id limit 1
) as organization on true
order by page.sort_name desc, page.sort_at desc, page.id desc;

-- Devices that were deleted or moved away. A device that the report contains is not gone, and of several moves only the last
-- one counts.

--! tombstones_ascending : Tombstone
select gone.device_id, gone.organization_id, gone.deleted_at
from device_tombstones as gone
where
    gone.deleted_at >= :updated_since
    and (cardinality(:organization_ids::uuid[]) = 0 or gone.organization_id = any (:organization_ids))
    and (:is_first::boolean or (gone.deleted_at, gone.device_id) > (:after_at::timestamptz, :after::uuid))
    and not exists (
        select
        from devices
        where
            devices.id = gone.device_id
            and (cardinality(:organization_ids) = 0 or devices.organization_id = any (:organization_ids))
    )
    and not exists (
        select
        from device_tombstones as later
        where
            later.device_id = gone.device_id
            and (later.deleted_at, later.organization_id) > (gone.deleted_at, gone.organization_id)
            and (cardinality(:organization_ids) = 0 or later.organization_id = any (:organization_ids))
    )
order by gone.deleted_at, gone.device_id
limit :limit;

--! tombstones_descending : Tombstone
select gone.device_id, gone.organization_id, gone.deleted_at
from device_tombstones as gone
where
    gone.deleted_at >= :updated_since
    and (cardinality(:organization_ids::uuid[]) = 0 or gone.organization_id = any (:organization_ids))
    and (:is_first::boolean or (gone.deleted_at, gone.device_id) < (:after_at::timestamptz, :after::uuid))
    and not exists (
        select
        from devices
        where
            devices.id = gone.device_id
            and (cardinality(:organization_ids) = 0 or devices.organization_id = any (:organization_ids))
    )
    and not exists (
        select
        from device_tombstones as later
        where
            later.device_id = gone.device_id
            and (later.deleted_at, later.organization_id) > (gone.deleted_at, gone.organization_id)
            and (cardinality(:organization_ids) = 0 or later.organization_id = any (:organization_ids))
    )
order by gone.deleted_at desc, gone.device_id desc
limit :limit;

--! summarize (manufacturer?, model?, tag?, identity_conflict?, updated_since?, seen_since?, seen_until?, software?, missing_software?, q?) : Counted
-- `level` says which of the columns a row is about: 7 none, 3 the type, 5 the operating system, 6 the status.
select
    grouping(found.type, found.os_family, found.status) as level,
    found.type,
    found.os_family,
    found.status,
    count(*) as total,
    count(*) filter (where found.status = 'stale') as stale,
    count(*) filter (where found.identity_conflict) as identity_conflicts
from (
    select
        devices.type,
        coalesce(devices.os_family, 'unknown') as os_family,
        devices.identity_conflict,
        case
            when devices.retired_at is not null then 'retired'
            when devices.stale_since is not null then 'stale'
            when device_presence.last_seen_at > :online_since::timestamptz then 'online'
            else 'offline'
        end as status
    from devices
    join device_presence on device_presence.device_id = devices.id
    where
        not :matches_nothing::boolean
        and (cardinality(:organization_ids::uuid[]) = 0 or devices.organization_id = any (:organization_ids))
        and (cardinality(:types::text[]) = 0 or devices.type = any (:types))
        and (cardinality(:os_families::text[]) = 0 or devices.os_family = any (:os_families))
        and (:manufacturer::text is null or devices.manufacturer_key = :manufacturer)
        and (:model::text is null or devices.model_key = :model)
        and (:tag::text is null or :tag = any (devices.tags))
        and (:identity_conflict::boolean is null or devices.identity_conflict = :identity_conflict)
        and (:updated_since::timestamptz is null or devices.updated_at >= :updated_since)
        and (
            cardinality(:statuses::text[]) = 0
            or case
                when devices.retired_at is not null then 'retired'
                when devices.stale_since is not null then 'stale'
                when (
                    select last_seen_at from device_presence where device_presence.device_id = devices.id
                ) > :online_since::timestamptz then 'online'
                else 'offline'
            end = any (:statuses)
        )
        and (
            :seen_since::timestamptz is null
            or (
                select last_seen_at from device_presence where device_presence.device_id = devices.id
            ) >= :seen_since
        )
        and (
            :seen_until::timestamptz is null
            or (
                select last_seen_at from device_presence where device_presence.device_id = devices.id
            ) < :seen_until
        )
        and (
            :software::text is null
            or exists (
                select
                from device_software
                where
                    device_software.device_id = devices.id
                    and device_software.software_id = any (array(select id from software where name_key = :software))
            )
        )
        and (
            :missing_software::text is null
            or devices.software_count > 0
            and not exists (
                select
                from device_software
                where
                    device_software.device_id = devices.id
                    and device_software.software_id
                    = any (array(select id from software where name_key = :missing_software))
            )
        )
        and (
            :q::text is null
            or position(
                :q in lower(
                    concat_ws(
                        E'\n', devices.name, devices.hostname, devices.serial, devices.hardware_uuid,
                        array_to_string(devices.macs, E'\n'), devices.asset_tag, devices.manufacturer, devices.model,
                        devices.os_name, devices.last_user
                    )
                )
            ) > 0
        )
) as found
group by grouping sets ((), (found.type), (found.os_family), (found.status));

--! count_groups (manufacturer?, model?, tag?, identity_conflict?, updated_since?, seen_since?, seen_until?, software?, missing_software?, q?) : Group
select
    case when :group_by::text = 'status' then found.status else found.given end as value,
    count(*) as total,
    count(*) filter (where found.status = 'stale') as stale,
    count(*) filter (where found.identity_conflict) as identity_conflicts
from (
    select
        case
            when :group_by = 'organization_id' then devices.organization_id::text
            when :group_by = 'type' then devices.type
            when :group_by = 'os_family' then devices.os_family
            when :group_by = 'os_name' then devices.os_name
            when :group_by = 'manufacturer' then devices.manufacturer
            when :group_by = 'model' then devices.model
        end as given,
        devices.identity_conflict,
        case
            when devices.retired_at is not null then 'retired'
            when devices.stale_since is not null then 'stale'
            when device_presence.last_seen_at > :online_since::timestamptz then 'online'
            else 'offline'
        end as status
    from devices
    join device_presence on device_presence.device_id = devices.id
    where
        not :matches_nothing::boolean
        and (cardinality(:organization_ids::uuid[]) = 0 or devices.organization_id = any (:organization_ids))
        and (cardinality(:types::text[]) = 0 or devices.type = any (:types))
        and (cardinality(:os_families::text[]) = 0 or devices.os_family = any (:os_families))
        and (:manufacturer::text is null or devices.manufacturer_key = :manufacturer)
        and (:model::text is null or devices.model_key = :model)
        and (:tag::text is null or :tag = any (devices.tags))
        and (:identity_conflict::boolean is null or devices.identity_conflict = :identity_conflict)
        and (:updated_since::timestamptz is null or devices.updated_at >= :updated_since)
        and (
            cardinality(:statuses::text[]) = 0
            or case
                when devices.retired_at is not null then 'retired'
                when devices.stale_since is not null then 'stale'
                when (
                    select last_seen_at from device_presence where device_presence.device_id = devices.id
                ) > :online_since::timestamptz then 'online'
                else 'offline'
            end = any (:statuses)
        )
        and (
            :seen_since::timestamptz is null
            or (
                select last_seen_at from device_presence where device_presence.device_id = devices.id
            ) >= :seen_since
        )
        and (
            :seen_until::timestamptz is null
            or (
                select last_seen_at from device_presence where device_presence.device_id = devices.id
            ) < :seen_until
        )
        and (
            :software::text is null
            or exists (
                select
                from device_software
                where
                    device_software.device_id = devices.id
                    and device_software.software_id = any (array(select id from software where name_key = :software))
            )
        )
        and (
            :missing_software::text is null
            or devices.software_count > 0
            and not exists (
                select
                from device_software
                where
                    device_software.device_id = devices.id
                    and device_software.software_id
                    = any (array(select id from software where name_key = :missing_software))
            )
        )
        and (
            :q::text is null
            or position(
                :q in lower(
                    concat_ws(
                        E'\n', devices.name, devices.hostname, devices.serial, devices.hardware_uuid,
                        array_to_string(devices.macs, E'\n'), devices.asset_tag, devices.manufacturer, devices.model,
                        devices.os_name, devices.last_user
                    )
                )
            ) > 0
        )
) as found
group by value
order by total desc, value
limit :limit;

--! software_of_devices
select
    device_software.device_id,
    software.name,
    software.publisher,
    software.version
from device_software
join software on software.id = device_software.software_id
where device_software.device_id = any (:device_ids)
order by device_software.device_id, software.name_key, software.version;
