-- Evidence of backups:
--   backup_jobs           what other products reported
--   backup_evidence       the latest facts about each device, by where they come from: a product that reports, or a
--                         repository that was measured. Posture is computed from these alone.
--   backup_device_names   the names that a job's host is compared with
create table backup_jobs (
    tenant_id uuid not null default app.tenant(),
    id uuid not null,
    -- As it was when the job was reported. A device that moves leaves its jobs behind.
    organization_id uuid not null,
    device_id uuid,
    host text,
    matched_by text not null,
    product text collate "C" not null,
    external_ref text collate "C" not null,
    type text not null,
    result text not null,
    started_at timestamptz not null,
    ended_at timestamptz,
    bytes bigint,
    message text,
    reported_at timestamptz not null,
    updated_at timestamptz not null,
    version integer not null default 1,
    constraint backup_jobs_pkey primary key (tenant_id, id),
    constraint backup_jobs_tenant_exists foreign key (tenant_id) references tenants (id),
    constraint backup_jobs_organization_exists foreign key (tenant_id, organization_id)
        references organizations (tenant_id, id) on delete cascade,
    constraint backup_jobs_device_exists foreign key (tenant_id, device_id)
        references devices (tenant_id, id) on delete set null (device_id),
    -- Within the organization: a key over the tenant would tell a restricted caller which references another one has.
    constraint backup_jobs_external_ref_is_unique unique (tenant_id, organization_id, product, external_ref),
    constraint backup_jobs_match_is_known check (matched_by in ('given', 'host', 'none', 'ambiguous')),
    constraint backup_jobs_type_is_known check (type in ('backup', 'restore_test', 'integrity_check')),
    constraint backup_jobs_result_is_known check (result in ('running', 'succeeded', 'warning', 'failed')),
    constraint backup_jobs_end_is_whole check ((result = 'running') = (ended_at is null)),
    constraint backup_jobs_times_are_ordered check (ended_at >= started_at),
    constraint backup_jobs_bytes_are_counted check (bytes >= 0)
);

create index backup_jobs_of_organization on backup_jobs (tenant_id, organization_id, id);
create index backup_jobs_of_device on backup_jobs (tenant_id, device_id, product, type, started_at)
    include (organization_id);
create index backup_jobs_by_device on backup_jobs (tenant_id, device_id, id) include (organization_id);
create index backup_jobs_by_age on backup_jobs (reported_at);

-- One row for each device, origin and type. `origin` is the product of reports, or `repository:` and
-- the id of a measured one, which is no valid name of a product.
create table backup_evidence (
    tenant_id uuid not null default app.tenant(),
    device_id uuid not null,
    origin text collate "C" not null,
    type text not null,
    organization_id uuid not null,
    evidence text not null,
    -- The recovery point of the last success: the time at which that backup began, not at which it ended.
    last_success_at timestamptz,
    last_attempt_at timestamptz not null,
    last_result text not null,
    -- How long the last successful restore test took.
    seconds integer,
    -- Proved by a check; null while nothing is known. A report cannot prove them.
    immutable boolean,
    offsite boolean,
    updated_at timestamptz not null,
    constraint backup_evidence_pkey primary key (tenant_id, device_id, origin, type),
    constraint backup_evidence_device_exists foreign key (tenant_id, device_id)
        references devices (tenant_id, id) on delete cascade,
    constraint backup_evidence_kind_is_known check (evidence in ('measured', 'reported')),
    constraint backup_evidence_type_is_known check (type in ('backup', 'restore_test', 'integrity_check')),
    constraint backup_evidence_result_is_known check (last_result in ('succeeded', 'warning', 'failed')),
    constraint backup_evidence_reports_prove_nothing check (
        evidence = 'measured' or (immutable is null and offsite is null)
    )
);

-- In lower case: the host name of the device, its first label, and the name of the device.
create table backup_device_names (
    tenant_id uuid not null default app.tenant(),
    device_id uuid not null,
    name text collate "C" not null,
    organization_id uuid not null,
    constraint backup_device_names_pkey primary key (tenant_id, device_id, name),
    constraint backup_device_names_device_exists foreign key (tenant_id, device_id)
        references devices (tenant_id, id) on delete cascade
);

create index backup_device_names_by_name on backup_device_names (tenant_id, name, device_id) include (organization_id);

do $$
declare
    name text;
begin
    foreach name in array array['backup_jobs', 'backup_evidence', 'backup_device_names'] loop
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

-- Old jobs are removed for all tenants.
create policy system on backup_jobs to app_system using (true);
grant select, delete on backup_jobs to app_system;

create function app.backup_names(hostname text, name text) returns setof text
language sql immutable
as $$
    select distinct left(named.name, 300)
    from unnest(array[
        lower(hostname),
        -- The first label of an address is not a name.
        case when hostname ~ '[^0-9.]' then split_part(lower(hostname), '.', 1) end,
        lower(name)
    ]) as named (name)
    where named.name <> ''
$$;

create function app.name_device_for_backups() returns trigger
language plpgsql
as $$
begin
    if tg_op = 'UPDATE' then
        delete from backup_device_names where tenant_id = new.tenant_id and device_id = new.id;
    end if;
    insert into backup_device_names (tenant_id, device_id, name, organization_id)
    select new.tenant_id, new.id, names.name, new.organization_id
    from app.backup_names(new.hostname, new.name) as names (name);
    return null;
end
$$;

create trigger devices_are_named_for_backups
after insert on devices
for each row execute function app.name_device_for_backups();

create trigger devices_are_renamed_for_backups
after update of hostname, name, organization_id on devices
for each row when (
    new.hostname is distinct from old.hostname
    or new.name is distinct from old.name
    or new.organization_id <> old.organization_id
)
execute function app.name_device_for_backups();

insert into backup_device_names (tenant_id, device_id, name, organization_id)
select devices.tenant_id, devices.id, names.name, devices.organization_id
from devices
cross join lateral app.backup_names(devices.hostname, devices.name) as names (name);

-- The backups of a device belong to the customer that it is moved away from: neither their evidence nor the settings of
-- the device, which may name that customer's repositories, go with it.
create function app.leave_backups() returns trigger
language plpgsql
as $$
begin
    delete from backup_evidence where tenant_id = new.tenant_id and device_id = new.id;
    with removed as (
        update backup_configs
        set organization_id = new.organization_id, config = null, version = version + 1, updated_at = new.updated_at
        where tenant_id = new.tenant_id and scope_id = new.id
        returning tenant_id, scope_id, version, scope, organization_id, updated_at
    )
    insert into backup_config_history (tenant_id, scope_id, version, scope, organization_id, actor_kind, at)
    select tenant_id, scope_id, version, scope, organization_id, 'system', updated_at from removed;
    return null;
end
$$;

create trigger devices_leave_their_backups
after update of organization_id on devices
for each row when (new.organization_id <> old.organization_id)
execute function app.leave_backups();
