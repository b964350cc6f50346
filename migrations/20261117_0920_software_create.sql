-- Software of devices: a dictionary of titles with their versions, and a row for each that a device has.
--
-- The id is a hash of the tenant, the name, the publisher and the version: whoever reads an inventory knows it without a
-- look-up. There are no foreign keys, which would lock the rows of common titles for every device that has them.
create table software (
    tenant_id uuid not null default app.tenant(),
    id bigint not null,
    name text not null,
    publisher text not null,
    version text not null,
    created_at timestamptz not null,
    name_key text collate "C" generated always as (lower(name)) stored,
    constraint software_pkey primary key (tenant_id, id),
    constraint software_tenant_exists foreign key (tenant_id) references tenants (id)
);

create index software_by_name on software (tenant_id, name_key, id);

create table device_software (
    tenant_id uuid not null default app.tenant(),
    device_id uuid not null,
    software_id bigint not null,
    organization_id uuid not null,
    constraint device_software_pkey primary key (tenant_id, device_id, software_id)
);

create index device_software_by_title on device_software (tenant_id, software_id, organization_id, device_id);

alter table device_software enable row level security;
alter table device_software force row level security;
create policy tenant on device_software to app using (
    tenant_id = (select app.tenant())
    and ((select app.sees_all()) or organization_id = any ((select app.organizations())::uuid[]))
);
create policy owner on device_software to current_user using (true);
grant select, insert, update, delete on device_software to app;

alter table software enable row level security;
alter table software force row level security;
-- Whoever is restricted to some organizations sees what their devices have, and no other titles.
create policy read on software for select to app using (
    tenant_id = (select app.tenant())
    and (
        (select app.sees_all())
        or exists (
            select
            from device_software
            where
                device_software.tenant_id = software.tenant_id
                and device_software.software_id = software.id
                and device_software.organization_id = any ((select app.organizations())::uuid[])
        )
    )
);
create policy add on software for insert to app with check (tenant_id = (select app.tenant()));
create policy remove on software for delete to app using (tenant_id = (select app.tenant()) and (select app.sees_all()));
create policy owner on software to current_user using (true);
grant select, insert, delete on software to app;

-- What belongs to a device goes with it: to another organization, or away.
create function app.move_device() returns trigger
language plpgsql
as $$
begin
    update device_presence set organization_id = new.organization_id
    where tenant_id = new.tenant_id and device_id = new.id;
    update device_details set organization_id = new.organization_id
    where tenant_id = new.tenant_id and device_id = new.id;
    update device_sections set organization_id = new.organization_id
    where tenant_id = new.tenant_id and device_id = new.id;
    update device_identifiers set organization_id = new.organization_id
    where tenant_id = new.tenant_id and device_id = new.id;
    update device_tags set organization_id = new.organization_id
    where tenant_id = new.tenant_id and device_id = new.id;
    update device_software set organization_id = new.organization_id
    where tenant_id = new.tenant_id and device_id = new.id;
    insert into device_tombstones (tenant_id, device_id, organization_id, deleted_at)
    values (new.tenant_id, new.id, old.organization_id, new.updated_at)
    on conflict (tenant_id, device_id, organization_id) do update set deleted_at = excluded.deleted_at;
    delete from device_tombstones
    where tenant_id = new.tenant_id and device_id = new.id and organization_id = new.organization_id;
    return null;
end
$$;

-- Tags that change in the same statement are written first, by a trigger whose name sorts before this one's.
create trigger devices_move_together
after update of organization_id on devices
for each row when (new.organization_id <> old.organization_id)
execute function app.move_device();

create function app.remove_device_software() returns trigger
language plpgsql
as $$
begin
    delete from device_software where tenant_id = old.tenant_id and device_id = old.id;
    return null;
end
$$;

create trigger devices_take_their_software_along
after delete on devices
for each row execute function app.remove_device_software();

-- Every column of a device that the service reads, under the caller's own policies. The last two are computed for the
-- statements that select them.
create view device_rows with (security_invoker = true) as
select
    devices.id, devices.organization_id, devices.name, devices.given_name, devices.hostname, devices.type,
    devices.agent_id, devices.agent_twin, devices.agent_kind, devices.agent_version, devices.enrolment_id, devices.enrolled_organization_id,
    devices.serial, devices.hardware_uuid, devices.macs, devices.asset_tag, devices.cloud_instance_id,
    devices.manufacturer, devices.model, devices.os_family, devices.os_name, devices.os_version, devices.os_arch,
    devices.os_build, devices.memory_bytes, devices.software_count, devices.last_user, devices.tags,
    devices.custom_fields, devices.external_system, devices.external_id, devices.contact_name, devices.contact_email,
    devices.contact_phone, devices.purchased_at, devices.warranty_until, devices.former_hardware_uuid,
    devices.former_serial, devices.identity_conflict, devices.retired_at,
    devices.stale_since, devices.first_seen_at, devices.created_at, devices.updated_at, devices.version,
    devices.name_key, devices.manufacturer_key, devices.model_key,
    device_presence.last_seen_at, device_presence.last_full_inventory_at, device_presence.booted_at,
    device_presence.free_bytes,
    device_details.cpu, device_details.disks, device_details.volumes, device_details.networks, device_details.security,
    case
        when devices.identity_conflict then
            array(
                select distinct other.device_id
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
                order by other.device_id
                limit 20
            )
        else '{}'::uuid[]
    end as conflicts_with,
    array(
        select distinct other.device_id
        from device_identifiers as own
        join device_identifiers as other
            on other.tenant_id = own.tenant_id and other.kind = own.kind and other.value = own.value
            and other.device_id <> own.device_id
        where own.tenant_id = devices.tenant_id and own.device_id = devices.id
        order by other.device_id
        limit 20
    ) as same_hardware
from devices
join device_presence on device_presence.tenant_id = devices.tenant_id and device_presence.device_id = devices.id
join device_details on device_details.tenant_id = devices.tenant_id and device_details.device_id = devices.id;
grant select on device_rows to app;
