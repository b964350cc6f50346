--! identifiers_of_device
select kind, value
from device_identifiers
where device_id = :device_id
order by kind, value;

--! lock_identifiers
-- Whoever changes devices with the same identifiers does it one after the other. Everyone takes the locks in the same order.
select count(pg_advisory_xact_lock(key)) as locked
from (
    select distinct hashtextextended(app.tenant()::text || value, 15) as key
    from unnest(:values::text[]) as value
    order by key
) as keys;

--! remove_identifiers
with kept as (
    select kind, value from unnest(:kinds::text[], :values::text[]) as kept (kind, value)
)
delete from device_identifiers
where device_id = :device_id and (kind, value) not in (select kind, value from kept)
returning device_id;

--! add_identifiers
insert into device_identifiers (device_id, organization_id, kind, value)
select :device_id, :organization_id, added.kind, added.value
from unnest(:kinds::text[], :values::text[]) as added (kind, value)
on conflict (tenant_id, device_id, kind, value) do nothing
returning device_id;

--! devices_with_identifiers
-- Devices that share one of these identifiers, the newest first; more than these are flagged already.
select device_id
from (
    select distinct shared.device_id
    from unnest(:kinds::text[], :values::text[]) as own (kind, value)
    cross join lateral (
        select device_identifiers.device_id
        from device_identifiers
        where device_identifiers.kind = own.kind and device_identifiers.value = own.value
        order by device_identifiers.device_id desc
        limit 1000
    ) as shared
) as found
order by device_id desc;

--! judge_conflicts
-- Whether each device is flagged, and whether it should be: it and another one with the same hardware report at present.
select
    devices.id,
    devices.identity_conflict as flagged,
    devices.agent_id is not null and devices.retired_at is null and devices.stale_since is null
    and exists (
        select
        from device_identifiers as own
        join device_identifiers as other
            on other.tenant_id = own.tenant_id and other.kind = own.kind and other.value = own.value
            and other.device_id <> own.device_id
        join devices as partner on partner.tenant_id = other.tenant_id and partner.id = other.device_id
        where
            own.tenant_id = devices.tenant_id
            and own.device_id = devices.id
            and own.kind in ('hardware_uuid', 'serial', 'agent')
            and partner.agent_id is not null
            and partner.retired_at is null
            and partner.stale_since is null
    ) as conflicting
from devices
where devices.id = any (:ids)
order by devices.id;

--! set_conflicts
update devices
set identity_conflict = :conflict, updated_at = :now, version = version + 1
where id = any (:ids)
returning id;

--! organizations_of_devices
select id, organization_id
from devices
where id = any (:ids);
