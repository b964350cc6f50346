-- Devices, in five tables by how often and how they are written:
--   devices              what lists are filtered and sorted by, and what the customer writes
--   device_presence      what every report of an agent changes, and nothing else
--   device_details       lists that are shown and never searched: processors, disks, networks, …
--   device_sections      each section of the agent's last inventory, with a hash that says whether a new one differs
--   device_identifiers   what hardware is recognised by
-- A report that brings nothing new updates one row of `device_presence`, which has no index but its key (HOT).
create table devices (
    tenant_id uuid not null default app.tenant(),
    id uuid not null,
    organization_id uuid not null,
    -- The customer's name for it, else the host name.
    name text not null,
    given_name text,
    hostname text,
    type text not null,
    -- The agent that reports it: its own id, which is unique among the agents that use tokens of one organization. Machines
    -- that were cloned together with their agent have one id; the first has `agent_twin` 0.
    agent_id text collate "C",
    agent_twin integer not null default 0,
    agent_kind text,
    agent_version text,
    enrolment_id uuid,
    enrolled_organization_id uuid,
    serial text,
    hardware_uuid text,
    macs text[] not null default '{}',
    asset_tag text,
    cloud_instance_id text,
    manufacturer text,
    model text,
    os_family text,
    os_name text,
    os_version text,
    os_arch text,
    os_build text,
    memory_bytes bigint,
    software_count integer not null default 0,
    last_user text,
    tags text[] not null default '{}',
    custom_fields jsonb not null default '{}',
    external_system text,
    external_id text,
    contact_name text,
    contact_email text,
    contact_phone text,
    purchased_at date,
    warranty_until date,
    -- The hardware that the agent reported before, in normal form: an agent that goes back and forth is on two machines.
    former_hardware_uuid text,
    former_serial text,
    -- Another live agent reports the same hardware, or other hardware under the same id.
    identity_conflict boolean not null default false,
    retired_at timestamptz,
    stale_since timestamptz,
    -- Not before this time can the device be stale. The scan that finds it moves it to the last report plus the period, so
    -- that a report does not have to.
    stale_check_at timestamptz,
    first_seen_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version integer not null default 1,
    -- What filters compare, without regard to case. A function in a condition could not use an index behind a policy.
    name_key text collate "C" generated always as (lower(name)) stored,
    serial_key text collate "C" generated always as (lower(serial)) stored,
    manufacturer_key text collate "C" generated always as (lower(manufacturer)) stored,
    model_key text collate "C" generated always as (lower(model)) stored,
    constraint devices_pkey primary key (tenant_id, id),
    constraint devices_tenant_exists foreign key (tenant_id) references tenants (id),
    constraint devices_organization_exists foreign key (tenant_id, organization_id)
        references organizations (tenant_id, id),
    constraint devices_agent_is_unique unique (tenant_id, agent_id, enrolled_organization_id, agent_twin),
    constraint devices_agent_is_whole check (
        (agent_id is null) = (agent_kind is null) and (agent_id is null) = (enrolled_organization_id is null)
    ),
    constraint devices_agent_kind_is_known check (agent_kind in ('glpi', 'fusioninventory')),
    constraint devices_external_ref_is_unique unique (tenant_id, external_system, external_id),
    constraint devices_external_ref_is_whole check ((external_system is null) = (external_id is null)),
    constraint devices_type_is_known check (
        type in (
            'desktop', 'laptop', 'tablet', 'server', 'virtual_machine', 'container', 'network', 'printer', 'phone',
            'other'
        )
    ),
    constraint devices_os_family_is_known check (
        os_family in ('windows', 'macos', 'linux', 'bsd', 'android', 'ios', 'other')
    ),
    constraint devices_name_has_a_length check (length(name) between 1 and 300)
);

-- What the policy reads is included where it does not lead: otherwise PostgreSQL prefers another index that has it.
create index devices_of_organization on devices (tenant_id, organization_id, id);
create index devices_by_change on devices (tenant_id, updated_at, id) include (organization_id);
create index devices_by_organization_and_change on devices (tenant_id, organization_id, updated_at, id);
create index devices_by_name on devices (tenant_id, name_key, id) include (organization_id);
create index devices_by_serial on devices (tenant_id, serial_key, id) include (organization_id);
create index devices_by_type on devices (tenant_id, type, id) include (organization_id);
create index devices_by_os_family on devices (tenant_id, os_family, id) include (organization_id);
create index devices_by_manufacturer on devices (tenant_id, manufacturer_key, id) include (organization_id);
create index devices_by_model on devices (tenant_id, model_key, id) include (organization_id);
create index devices_in_conflict on devices (tenant_id, id) include (organization_id) where identity_conflict;
create index devices_stale on devices (tenant_id, id) include (organization_id) where stale_since is not null;
create index devices_retired on devices (tenant_id, id) include (organization_id) where retired_at is not null;
create index devices_to_check on devices (stale_check_at) where stale_check_at is not null;

alter table devices enable row level security;
alter table devices force row level security;
create policy tenant on devices to app using (
    tenant_id = (select app.tenant())
    and ((select app.sees_all()) or organization_id = any ((select app.organizations())::uuid[]))
);
create policy system on devices for select to app_system using (true);
create policy owner on devices to current_user using (true);
grant select, insert, update, delete on devices to app;
grant select on devices to app_system;

-- What every report changes. Free space is by the name of the volume.
create table device_presence (
    tenant_id uuid not null default app.tenant(),
    device_id uuid not null,
    organization_id uuid not null,
    last_seen_at timestamptz,
    last_full_inventory_at timestamptz,
    booted_at timestamptz,
    free_bytes jsonb not null default '{}',
    constraint device_presence_pkey primary key (tenant_id, device_id),
    constraint device_presence_device_exists foreign key (tenant_id, device_id) references devices (tenant_id, id)
        on delete cascade
)
with (fillfactor = 60);

create table device_details (
    tenant_id uuid not null default app.tenant(),
    device_id uuid not null,
    organization_id uuid not null,
    cpu jsonb,
    disks jsonb not null default '[]',
    volumes jsonb not null default '[]',
    networks jsonb not null default '[]',
    security jsonb not null default '{}',
    constraint device_details_pkey primary key (tenant_id, device_id),
    constraint device_details_device_exists foreign key (tenant_id, device_id) references devices (tenant_id, id)
        on delete cascade
);

create table device_sections (
    tenant_id uuid not null default app.tenant(),
    device_id uuid not null,
    organization_id uuid not null,
    section text collate "C" not null,
    hash bytea not null,
    content jsonb not null,
    constraint device_sections_pkey primary key (tenant_id, device_id, section),
    constraint device_sections_device_exists foreign key (tenant_id, device_id) references devices (tenant_id, id)
        on delete cascade
);

-- In their normal form, without those that identify nothing; docs/inventory.md.
create table device_identifiers (
    tenant_id uuid not null default app.tenant(),
    device_id uuid not null,
    organization_id uuid not null,
    kind text collate "C" not null,
    value text collate "C" not null,
    constraint device_identifiers_pkey primary key (tenant_id, device_id, kind, value),
    constraint device_identifiers_device_exists foreign key (tenant_id, device_id) references devices (tenant_id, id)
        on delete cascade,
    constraint device_identifiers_kind_is_known check (kind in ('hardware_uuid', 'serial', 'agent', 'mac'))
);

create index device_identifiers_by_value on device_identifiers (tenant_id, kind, value, device_id)
    include (organization_id);

create table device_tags (
    tenant_id uuid not null default app.tenant(),
    tag text collate "C" not null,
    device_id uuid not null,
    organization_id uuid not null,
    constraint device_tags_pkey primary key (tenant_id, tag, device_id),
    constraint device_tags_device_exists foreign key (tenant_id, device_id) references devices (tenant_id, id)
        on delete cascade
);

create index device_tags_of_device on device_tags (tenant_id, device_id);

-- A row keeps the organization that the device belonged to at its time: after a move to another customer, nobody who is
-- restricted to the new one reads what happened before.
create table device_history (
    tenant_id uuid not null default app.tenant(),
    device_id uuid not null,
    id uuid not null,
    organization_id uuid not null,
    at timestamptz not null,
    actor_kind text not null,
    actor_id uuid,
    kind text not null,
    changes jsonb not null,
    -- How many changes the list leaves out.
    omitted integer not null default 0,
    constraint device_history_pkey primary key (tenant_id, device_id, id),
    constraint device_history_device_exists foreign key (tenant_id, device_id) references devices (tenant_id, id)
        on delete cascade,
    constraint device_history_actor_is_known check (actor_kind in ('api_key', 'user', 'operator', 'system')),
    constraint device_history_kind_is_known check (
        kind in (
            'discovered', 'changed', 'stale', 'seen_again', 'conflict', 'conflict_over', 'moved', 'retired',
            'reactivated'
        )
    )
);

create index device_history_by_age on device_history (at);

-- Devices that an organization no longer has: deleted, or moved to another organization. Whoever still sees the device
-- ignores its row; whoever mirrors the report learns from it that the device is gone.
create table device_tombstones (
    tenant_id uuid not null default app.tenant(),
    device_id uuid not null,
    organization_id uuid not null,
    deleted_at timestamptz not null,
    constraint device_tombstones_pkey primary key (tenant_id, device_id, organization_id),
    constraint device_tombstones_tenant_exists foreign key (tenant_id) references tenants (id)
);

create index device_tombstones_by_time on device_tombstones (tenant_id, deleted_at, device_id)
    include (organization_id);
create index device_tombstones_by_age on device_tombstones (deleted_at);

do $$
declare
    name text;
begin
    foreach name in array array[
        'device_presence', 'device_details', 'device_sections', 'device_identifiers', 'device_tags', 'device_history',
        'device_tombstones'
    ] loop
        execute format('alter table %I enable row level security', name);
        execute format('alter table %I force row level security', name);
        execute format(
            'create policy tenant on %I to app using (
                tenant_id = (select app.tenant())
                and ((select app.sees_all()) or organization_id = any ((select app.organizations())::uuid[]))
            )',
            name
        );
        execute format('create policy owner on %I to current_user using (true)', name);
        execute format('grant select, insert, update, delete on %I to app', name);
    end loop;
end
$$;

-- The scan for stale devices reads when each was last seen; old rows are removed for all tenants.
create policy system on device_presence for select to app_system using (true);
grant select on device_presence to app_system;
create policy system on device_history to app_system using (true);
grant select, delete on device_history to app_system;
create policy system on device_tombstones to app_system using (true);
grant select, delete on device_tombstones to app_system;

-- Tags are a table of their own, because behind row security an index on an array would not be used.
create function app.tag_device() returns trigger
language plpgsql
as $$
begin
    if tg_op = 'UPDATE' then
        if new.tags is not distinct from old.tags then
            return null;
        end if;
        delete from device_tags where tenant_id = new.tenant_id and device_id = new.id;
    end if;
    insert into device_tags (tenant_id, tag, device_id, organization_id)
    select distinct new.tenant_id, tag, new.id, new.organization_id from unnest(new.tags) as tag;
    return null;
end
$$;

create trigger devices_are_tagged
after insert or update of tags on devices
for each row execute function app.tag_device();

-- A device that is deleted no longer counts against its enrolment, also when whoever deletes it may not see the enrolment:
-- the device may belong to another organization by now.
create function app.count_deleted_device() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
    update enrolments set devices = devices - 1
    where tenant_id = old.tenant_id and id = old.enrolment_id and devices > 0;
    return null;
end
$$;
revoke all on function app.count_deleted_device() from public;
grant create on schema app to app_definer;
alter function app.count_deleted_device owner to app_definer;
revoke create on schema app from app_definer;
grant update (devices) on enrolments to app_definer;

create trigger devices_are_counted
after delete on devices
for each row when (old.enrolment_id is not null)
execute function app.count_deleted_device();
