-- Repositories of backups, and what checks found in them:
--   backup_repositories   address, sealed password and credentials, schedule, and the state of the rotating integrity check
--   backup_checks         the result of each check
--   backup_hosts          the hosts that have snapshots in a repository, and the devices that they are matched to
--   backup_snapshots      when each snapshot was seen first: a snapshot can claim any time
create table backup_repositories (
    tenant_id uuid not null default app.tenant(),
    id uuid not null,
    -- Null: a repository for several customers.
    organization_id uuid,
    name text collate "C" not null,
    kind text not null,
    url text not null,
    password_sealed bytea not null,
    -- The credentials of the backend, as JSON.
    credentials_sealed bytea,
    expected_immutable boolean not null default false,
    expected_offsite boolean not null default false,
    check_every_seconds integer not null,
    next_check_at timestamptz not null,
    -- The operation of the check that waits or runs.
    operation_id uuid,
    last_check_id uuid,
    -- What the last check that could open the repository found. Null: nothing is known.
    immutable boolean,
    intact boolean,
    -- When `intact` was determined: a check may be unable to read packs.
    integrity_checked_at timestamptz,
    -- The size of all packs.
    bytes bigint,
    -- The packs are read in groups. A cycle ends when all groups were read.
    integrity_groups integer,
    integrity_next integer not null default 0,
    integrity_cycle_started_at timestamptz,
    -- All packs of this time were read later, and none was damaged.
    fully_read_through timestamptz,
    -- They are read again by each check until they are repaired.
    damaged_packs text[] not null default '{}',
    -- Since when there have been locks at each check.
    locked_since timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version integer not null default 1,
    constraint backup_repositories_pkey primary key (tenant_id, id),
    constraint backup_repositories_tenant_exists foreign key (tenant_id) references tenants (id),
    constraint backup_repositories_organization_exists foreign key (tenant_id, organization_id)
        references organizations (tenant_id, id) on delete cascade,
    constraint backup_repositories_kind_is_known check (kind in ('restic')),
    constraint backup_repositories_name_has_a_length check (length(name) between 1 and 200),
    constraint backup_repositories_check_has_a_period check (check_every_seconds between 3600 and 2592000)
);

create index backup_repositories_of_organization on backup_repositories (tenant_id, organization_id, id);
-- Names are unique within the organization: a key over the tenant would tell a restricted caller which names others use.
create unique index backup_repositories_name_is_unique
    on backup_repositories (tenant_id, coalesce(organization_id, tenant_id), name);
create index backup_repositories_to_check on backup_repositories (next_check_at);

select app.sealed_column('backup_repositories', 'password_sealed');
select app.sealed_column('backup_repositories', 'credentials_sealed');

-- The id is the one of the operation, so an operation has one result.
create table backup_checks (
    tenant_id uuid not null default app.tenant(),
    id uuid not null,
    repository_id uuid not null,
    organization_id uuid,
    result text not null,
    started_at timestamptz not null,
    finished_at timestamptz not null,
    -- Findings and figures, as they are returned.
    report jsonb not null,
    constraint backup_checks_pkey primary key (tenant_id, id),
    constraint backup_checks_repository_exists foreign key (tenant_id, repository_id)
        references backup_repositories (tenant_id, id) on delete cascade,
    constraint backup_checks_result_is_known check (result in ('passed', 'failed'))
);

create index backup_checks_of_repository on backup_checks (tenant_id, repository_id, id);
create index backup_checks_of_organization on backup_checks (tenant_id, organization_id, id);
create index backup_checks_by_age on backup_checks (finished_at);

create table backup_hosts (
    tenant_id uuid not null default app.tenant(),
    id uuid not null,
    repository_id uuid not null,
    -- The organization of the device, or else of the repository.
    organization_id uuid,
    host text collate "C" not null,
    device_id uuid,
    match text not null,
    first_seen_at timestamptz not null,
    last_seen_at timestamptz not null,
    snapshots integer not null,
    -- The newest snapshots by their paths, as they are returned.
    paths jsonb not null default '[]',
    -- The earliest of the time that the newest snapshot claims, of the times of its summary, and of our first sight.
    recovery_point_at timestamptz not null,
    claims_the_future boolean not null default false,
    -- The share of the newest backup that was new, and the median of the earlier ones. Null if the summary is missing.
    change_ratio double precision,
    usual_change_ratio double precision,
    -- A test that could not be completed has no result, but was tried.
    restore_tried_at timestamptz,
    restore_tested_at timestamptz,
    restore_passed_at timestamptz,
    restore_result text,
    restore_seconds integer,
    restore_fault text,
    updated_at timestamptz not null,
    version integer not null default 1,
    constraint backup_hosts_pkey primary key (tenant_id, id),
    constraint backup_hosts_repository_exists foreign key (tenant_id, repository_id)
        references backup_repositories (tenant_id, id) on delete cascade,
    constraint backup_hosts_organization_exists foreign key (tenant_id, organization_id)
        references organizations (tenant_id, id) on delete cascade,
    constraint backup_hosts_device_exists foreign key (tenant_id, device_id)
        references devices (tenant_id, id) on delete set null (device_id),
    constraint backup_hosts_host_is_unique unique (tenant_id, repository_id, host),
    constraint backup_hosts_match_is_known check (
        match in ('none', 'ambiguous', 'proposed', 'confirmed', 'excluded')
    ),
    constraint backup_hosts_restore_result_is_known check (restore_result in ('succeeded', 'failed'))
);

create index backup_hosts_of_organization on backup_hosts (tenant_id, organization_id, id);
create index backup_hosts_of_device on backup_hosts (tenant_id, device_id) where device_id is not null;

create table backup_snapshots (
    tenant_id uuid not null default app.tenant(),
    repository_id uuid not null,
    snapshot text collate "C" not null,
    first_seen_at timestamptz not null,
    constraint backup_snapshots_pkey primary key (tenant_id, repository_id, snapshot),
    constraint backup_snapshots_repository_exists foreign key (tenant_id, repository_id)
        references backup_repositories (tenant_id, id) on delete cascade
);

do $$
declare
    name text;
begin
    foreach name in array array['backup_repositories', 'backup_checks', 'backup_hosts'] loop
        execute format(
            'create policy tenant on %I to app using (
                tenant_id = (select app.tenant())
                and ((select app.sees_all()) or organization_id = any ((select app.organizations())::uuid[]))
            )',
            name
        );
    end loop;
    foreach name in array array['backup_repositories', 'backup_checks', 'backup_hosts', 'backup_snapshots'] loop
        execute format('alter table %I enable row level security', name);
        execute format('alter table %I force row level security', name);
        execute format('create policy owner on %I to current_user using (true)', name);
        execute format('grant select, insert, update, delete on %I to app', name);
    end loop;
end
$$;

-- Only checks read it.
create policy tenant on backup_snapshots to app using (
    tenant_id = (select app.tenant()) and (select app.sees_all())
);

-- Due repositories are found, and old checks removed, for all tenants.
create policy system on backup_repositories to app_system using (true);
grant select (operation_id, next_check_at) on backup_repositories to app_system;
create policy system on backup_checks to app_system using (true);
grant select, delete on backup_checks to app_system;

-- The snapshots of a device that is moved to another customer stay with the former customer. Whoever moves it may not see
-- the repositories.
create function app.leave_backup_hosts() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
    update backup_hosts
    set
        device_id = null,
        match = 'none',
        organization_id = (
            select backup_repositories.organization_id
            from backup_repositories
            where
                backup_repositories.tenant_id = backup_hosts.tenant_id
                and backup_repositories.id = backup_hosts.repository_id
        ),
        version = version + 1
    where tenant_id = new.tenant_id and device_id = new.id;
    return null;
end
$$;

create trigger devices_leave_their_backup_hosts
after update of organization_id on devices
for each row when (new.organization_id <> old.organization_id)
execute function app.leave_backup_hosts();

-- Whoever is restricted to some customers sees only their repositories, but has the same quota.
create function app.count_backup_repositories() returns bigint
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
    select count(*) from backup_repositories where tenant_id = app.tenant()
$$;

revoke all on function app.leave_backup_hosts from public;
revoke all on function app.count_backup_repositories from public;
grant create on schema app to app_definer;
alter function app.leave_backup_hosts owner to app_definer;
alter function app.count_backup_repositories owner to app_definer;
revoke create on schema app from app_definer;
grant execute on function app.count_backup_repositories to app;
create policy definer on backup_repositories to app_definer using (true);
grant select (tenant_id, id, organization_id) on backup_repositories to app_definer;
create policy definer on backup_hosts to app_definer using (true);
grant select (tenant_id, repository_id, device_id, version) on backup_hosts to app_definer;
grant update (device_id, match, organization_id, version) on backup_hosts to app_definer;
