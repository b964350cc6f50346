--: RepositoryRow(organization_id?, last_check_id?, report?)

--: SealedRepository(organization_id?, credentials_sealed?, integrity_groups?, integrity_cycle_started_at?, fully_read_through?, locked_since?, intact?, integrity_checked_at?)

--! lock_repository_quota
-- Two creations at once must not both see room for the last one.
select true as locked
from pg_advisory_xact_lock(hashtextextended('backup_repositories' || app.tenant()::text, 0));

--! create_repository (organization_id?, credentials_sealed?) : RepositoryRow
-- No row if the tenant has as many as it may have.
insert into backup_repositories (
    id, organization_id, name, kind, url, password_sealed, credentials_sealed, expected_immutable, expected_offsite,
    check_every_seconds, next_check_at, created_at, updated_at
)
select
    :id, :organization_id, :name, :kind, :url, :password_sealed, :credentials_sealed, :expected_immutable,
    :expected_offsite, :check_every_seconds, :now, :now, :now
where app.count_backup_repositories() < :quota
returning
    id, organization_id, name, kind, url, credentials_sealed is not null as has_credentials, expected_immutable,
    expected_offsite, check_every_seconds, next_check_at, created_at, updated_at, version, last_check_id, null::jsonb as report;

--! list_repositories (organization_id?) : RepositoryRow
select
    backup_repositories.id, backup_repositories.organization_id, backup_repositories.name, backup_repositories.kind,
    backup_repositories.url, backup_repositories.credentials_sealed is not null as has_credentials,
    backup_repositories.expected_immutable, backup_repositories.expected_offsite,
    backup_repositories.check_every_seconds, backup_repositories.next_check_at, backup_repositories.created_at,
    backup_repositories.updated_at, backup_repositories.version, backup_repositories.last_check_id, backup_checks.report
from backup_repositories
left join backup_checks
    on backup_checks.tenant_id = backup_repositories.tenant_id and backup_checks.id = backup_repositories.last_check_id
where
    backup_repositories.id < :before
    and (:organization_id::uuid is null or backup_repositories.organization_id = :organization_id)
order by backup_repositories.id desc
limit :limit;

--! get_repository : RepositoryRow
select
    backup_repositories.id, backup_repositories.organization_id, backup_repositories.name, backup_repositories.kind,
    backup_repositories.url, backup_repositories.credentials_sealed is not null as has_credentials,
    backup_repositories.expected_immutable, backup_repositories.expected_offsite,
    backup_repositories.check_every_seconds, backup_repositories.next_check_at, backup_repositories.created_at,
    backup_repositories.updated_at, backup_repositories.version, backup_repositories.last_check_id, backup_checks.report
from backup_repositories
left join backup_checks
    on backup_checks.tenant_id = backup_repositories.tenant_id and backup_checks.id = backup_repositories.last_check_id
where backup_repositories.id = :id;

--! repository_named (organization_id?)
-- The other object of a conflict.
select id
from backup_repositories
where name = :name and organization_id is not distinct from :organization_id::uuid;

--! lock_repository : RepositoryRow
select
    backup_repositories.id, backup_repositories.organization_id, backup_repositories.name, backup_repositories.kind,
    backup_repositories.url, backup_repositories.credentials_sealed is not null as has_credentials,
    backup_repositories.expected_immutable, backup_repositories.expected_offsite,
    backup_repositories.check_every_seconds, backup_repositories.next_check_at, backup_repositories.created_at,
    backup_repositories.updated_at, backup_repositories.version, backup_repositories.last_check_id, backup_checks.report
from backup_repositories
left join backup_checks
    on backup_checks.tenant_id = backup_repositories.tenant_id and backup_checks.id = backup_repositories.last_check_id
where backup_repositories.id = :id
for update of backup_repositories;

--! update_repository (password_sealed?, credentials_sealed?)
-- Another address is another repository: what is known about the old one says nothing about it.
update backup_repositories
set
    name = :name,
    password_sealed = coalesce(:password_sealed, password_sealed),
    credentials_sealed = case
        when :sets_credentials::boolean then :credentials_sealed
        else credentials_sealed
    end,
    expected_immutable = :expected_immutable,
    expected_offsite = :expected_offsite,
    check_every_seconds = :check_every_seconds,
    next_check_at = :next_check_at,
    integrity_groups = case when url = :url then integrity_groups end,
    fully_read_through = case when url = :url then fully_read_through end,
    damaged_packs = case when url = :url then damaged_packs else '{}' end,
    locked_since = case when url = :url then locked_since end,
    last_check_id = case when url = :url then last_check_id end,
    immutable = case when url = :url then immutable end,
    intact = case when url = :url then intact end,
    integrity_checked_at = case when url = :url then integrity_checked_at end,
    bytes = case when url = :url then bytes end,
    url = :url,
    updated_at = :now,
    version = version + 1
where id = :id
returning id;

--! delete_repository
delete from backup_repositories
where id = :id
returning id;

--! forget_hosts_of_repository
delete from backup_hosts
where repository_id = :repository_id
returning id;

--! cancel_check_of_repository
-- The check that waits or runs.
update operations
set
    cancel_requested_at = :now,
    status = 'canceled',
    due_at = null,
    updated_at = :now,
    finished_at = :now,
    version = operations.version + 1
from backup_repositories
where
    backup_repositories.id = :repository_id
    and operations.tenant_id = backup_repositories.tenant_id
    and operations.id = backup_repositories.operation_id
    and operations.status in ('pending', 'running')
returning operations.id;

--! forget_evidence_of_repository
delete from backup_evidence
where origin = :origin
returning device_id;

--! due_repositories
-- Of all tenants, the longest due first. A tenant that has as many checks under way as the schedule may begin is left out, so
-- that one with very many repositories does not keep others from being checked.
with under_way as (
    select tenant_id, count(*) as checks
    from operations
    where kind = :kind and status in ('pending', 'running')
    group by tenant_id
),

due as (
    select
        tenant_id,
        id,
        next_check_at,
        row_number() over (partition by tenant_id order by next_check_at, id) as place
    from backup_repositories
    where
        next_check_at <= :now
        and not exists (
            select
            from operations
            where
                operations.tenant_id = backup_repositories.tenant_id
                and operations.id = backup_repositories.operation_id
                and operations.status in ('pending', 'running')
        )
)

select due.tenant_id, due.id
from due
left join under_way on under_way.tenant_id = due.tenant_id
where due.place + coalesce(under_way.checks, 0) <= :most_of_a_tenant
order by due.next_check_at
limit :limit;

--! begin_check
-- No row if a check waits or runs already.
update backup_repositories
set operation_id = :operation_id, next_check_at = :next_check_at
where
    backup_repositories.id = :id
    and not exists (
        select
        from operations
        where operations.id = backup_repositories.operation_id and operations.status in ('pending', 'running')
    )
returning backup_repositories.id;

--! sealed_repository : SealedRepository
select
    organization_id, name, kind, url, password_sealed, credentials_sealed, expected_immutable, expected_offsite,
    check_every_seconds, integrity_groups, integrity_next, integrity_cycle_started_at, fully_read_through,
    damaged_packs, locked_since, intact, integrity_checked_at
from backup_repositories
where id = :id;
