--: CheckRow(organization_id?)

--: HostRow(organization_id?, device_id?, change_ratio?, usual_change_ratio?, restore_tested_at?, restore_result?, restore_seconds?, restore_fault?)

--! list_checks (repository_id?) : CheckRow
select id, repository_id, organization_id, report
from backup_checks
where id < :before and (:repository_id::uuid is null or repository_id = :repository_id)
order by id desc
limit :limit;

--! get_check : CheckRow
select id, repository_id, organization_id, report
from backup_checks
where id = :id;

--! forget_checks
-- A part at a time, so that no statement runs long.
delete from backup_checks
where
    (tenant_id, id) in (
        select tenant_id, id from backup_checks where finished_at < :before limit 5000
    )
returning id;

--! lock_running_check
-- No row if the operation was cancelled, or has ended.
select id
from operations
where id = :id and status = 'running'
for update;

--! add_check (organization_id?)
-- No row if the operation has a result already.
insert into backup_checks (id, repository_id, organization_id, result, started_at, finished_at, report)
values (:id, :repository_id, :organization_id, :result, :started_at, :finished_at, :report)
on conflict on constraint backup_checks_pkey do nothing
returning id;

--! set_checked (integrity_cycle_started_at?, fully_read_through?, locked_since?, immutable?, intact?, integrity_checked_at?)
-- No row if the repository has another address by now: what was found says nothing about it.
update backup_repositories
set
    last_check_id = :check_id,
    immutable = :immutable,
    intact = :intact,
    integrity_checked_at = :integrity_checked_at,
    bytes = :bytes,
    integrity_groups = :integrity_groups,
    integrity_next = :integrity_next,
    integrity_cycle_started_at = :integrity_cycle_started_at,
    fully_read_through = :fully_read_through,
    damaged_packs = :damaged_packs,
    locked_since = :locked_since
where id = :id and url = :url
returning id;

--! set_last_check
-- For a check that could not open the repository: what is known about its content stays. No row if the repository has
-- another address by now.
update backup_repositories
set last_check_id = :check_id
where id = :id and url = :url
returning id;

--! known_snapshots
select snapshot, first_seen_at
from backup_snapshots
where repository_id = :repository_id;

--! add_snapshots
insert into backup_snapshots (repository_id, snapshot, first_seen_at)
select :repository_id, seen.snapshot, :now
from unnest(:snapshots::text[]) as seen (snapshot)
on conflict on constraint backup_snapshots_pkey do nothing
returning snapshot;

--! forget_snapshots
delete from backup_snapshots
where repository_id = :repository_id and not snapshot = any (:kept::text[])
returning snapshot;

--: RestoreRow(restore_tested_at?, restore_result?)

--! restores_of_repository : RestoreRow
-- The restore tests of the hosts that were seen last.
select host, restore_tried_at, restore_tested_at, restore_result
from backup_hosts
where repository_id = :repository_id and restore_tried_at is not null
order by last_seen_at desc, host
limit :limit;

--! put_host (organization_id?, change_ratio?, usual_change_ratio?)
insert into backup_hosts (
    id, repository_id, organization_id, host, match, first_seen_at, last_seen_at, snapshots, paths, recovery_point_at,
    claims_the_future, change_ratio, usual_change_ratio, updated_at
)
values (
    :id, :repository_id, :organization_id, :host, 'none', :now, :now, :snapshots, :paths, :recovery_point_at,
    :claims_the_future, :change_ratio, :usual_change_ratio, :now
)
on conflict on constraint backup_hosts_host_is_unique do update
set
    last_seen_at = excluded.last_seen_at,
    snapshots = excluded.snapshots,
    paths = excluded.paths,
    recovery_point_at = excluded.recovery_point_at,
    claims_the_future = excluded.claims_the_future,
    change_ratio = excluded.change_ratio,
    usual_change_ratio = excluded.usual_change_ratio,
    updated_at = excluded.updated_at
returning id;

--! set_restore_test (restore_fault?)
update backup_hosts
set
    restore_tried_at = :now,
    restore_tested_at = :now,
    restore_passed_at = case when :passed::boolean then :now else restore_passed_at end,
    restore_result = case when :passed::boolean then 'succeeded' else 'failed' end,
    restore_seconds = :seconds,
    restore_fault = :restore_fault
where repository_id = :repository_id and host = :host
returning id;

--! set_restore_tried
-- For tests without a result, so that the next check begins with other hosts.
update backup_hosts
set restore_tried_at = :now
where repository_id = :repository_id and host = any (:hosts::text[])
returning id;

--! forget_hosts
-- Those that had no snapshots since this time.
delete from backup_hosts
where repository_id = :repository_id and last_seen_at < :before
returning id;

--! match_hosts
-- As for reported jobs: devices with the whole name or, if there is none, with its first label, in the repository's
-- organization, or in all if it has none. What people have decided stays.
with named as (
    select
        backup_hosts.id,
        backup_repositories.organization_id as default_organization_id,
        backup_device_names.device_id,
        backup_device_names.organization_id,
        backup_device_names.name = lower(backup_hosts.host) as is_whole
    from backup_hosts
    join backup_repositories
        on
            backup_repositories.tenant_id = backup_hosts.tenant_id
            and backup_repositories.id = backup_hosts.repository_id
    left join (
        backup_device_names
        join devices
            on
                devices.tenant_id = backup_device_names.tenant_id
                and devices.id = backup_device_names.device_id
                and devices.retired_at is null
    )
        on
            backup_device_names.tenant_id = backup_hosts.tenant_id
            and backup_device_names.name in (
                lower(backup_hosts.host),
                -- The first label of an address is not a name.
                case when backup_hosts.host ~ '[^0-9.]' then split_part(lower(backup_hosts.host), '.', 1) end
            )
            and (
                backup_repositories.organization_id is null
                or backup_device_names.organization_id = backup_repositories.organization_id
            )
    where
        backup_hosts.repository_id = :repository_id
        and backup_hosts.match in ('none', 'ambiguous', 'proposed')
),

best as (
    select id, default_organization_id, device_id, organization_id
    from named
    where is_whole is true or not exists (select from named as other where other.id = named.id and other.is_whole)
),

candidates as (
    select
        id,
        default_organization_id,
        count(distinct device_id) as devices,
        min(device_id::text)::uuid as device_id,
        min(organization_id::text)::uuid as organization_id
    from best
    group by id, default_organization_id
)

update backup_hosts
set
    match = case candidates.devices when 0 then 'none' when 1 then 'proposed' else 'ambiguous' end,
    device_id = case when candidates.devices = 1 then candidates.device_id end,
    organization_id = case
        when candidates.devices = 1 then candidates.organization_id
        else candidates.default_organization_id
    end,
    version = backup_hosts.version + 1
from candidates
where
    backup_hosts.id = candidates.id
    and (
        backup_hosts.match <> case candidates.devices when 0 then 'none' when 1 then 'proposed' else 'ambiguous' end
        or backup_hosts.device_id is distinct from case when candidates.devices = 1 then candidates.device_id end
    )
returning backup_hosts.id;

--! renew_measured_evidence
-- Evidence from the repository for each device that a host is matched to, and what is no longer known is removed.
with measured as (
    select
        backup_hosts.device_id,
        backup_hosts.organization_id,
        max(backup_hosts.recovery_point_at) as recovery_point_at,
        bool_or(backup_hosts.claims_the_future) as claims_the_future,
        max(backup_hosts.restore_tested_at) as restore_tested_at,
        max(backup_hosts.restore_passed_at) as restore_passed_at,
        bool_or(backup_hosts.restore_result = 'failed') as restore_failed,
        max(backup_hosts.restore_seconds) as restore_seconds,
        bool_or(backup_repositories.immutable) as immutable,
        bool_or(backup_repositories.expected_offsite) as offsite,
        bool_and(backup_repositories.intact) as intact,
        max(backup_repositories.integrity_checked_at) as checked_at,
        max(backup_repositories.integrity_checked_at)
            filter (where backup_repositories.fully_read_through is not null) as read_at
    from backup_hosts
    join backup_repositories
        on
            backup_repositories.tenant_id = backup_hosts.tenant_id
            and backup_repositories.id = backup_hosts.repository_id
    join devices
        on
            devices.tenant_id = backup_hosts.tenant_id
            and devices.id = backup_hosts.device_id
            and devices.organization_id = backup_hosts.organization_id
    where backup_hosts.repository_id = :repository_id and backup_hosts.match in ('proposed', 'confirmed')
    group by backup_hosts.device_id, backup_hosts.organization_id
),

facts as (
    select
        device_id, organization_id, 'backup' as type, recovery_point_at as last_success_at,
        recovery_point_at as last_attempt_at, case when claims_the_future then 'warning' else 'succeeded' end as result,
        null::integer as seconds, immutable, offsite
    from measured
    union all
    select
        device_id, organization_id, 'restore_test', restore_passed_at, restore_tested_at,
        case when restore_failed then 'failed' else 'succeeded' end, restore_seconds, null, null
    from measured
    where restore_tested_at is not null
    union all
    select
        device_id, organization_id, 'integrity_check', case when intact then read_at end, checked_at,
        case when intact then 'succeeded' else 'failed' end, null, null, null
    from measured
    where intact is not null and checked_at is not null
),

removed as (
    delete from backup_evidence
    where
        origin = :origin
        and not exists (
            select
            from facts
            where facts.device_id = backup_evidence.device_id and facts.type = backup_evidence.type
        )
    returning device_id
)

insert into backup_evidence (
    device_id, origin, type, organization_id, evidence, last_success_at, last_attempt_at, last_result, seconds,
    immutable, offsite, updated_at
)
select
    device_id, :origin, type, organization_id, 'measured', last_success_at, last_attempt_at, result, seconds, immutable,
    offsite, :now
from facts
on conflict (tenant_id, device_id, origin, type) do update
set
    organization_id = excluded.organization_id,
    last_success_at = excluded.last_success_at,
    last_attempt_at = excluded.last_attempt_at,
    last_result = excluded.last_result,
    seconds = excluded.seconds,
    immutable = excluded.immutable,
    offsite = excluded.offsite,
    updated_at = excluded.updated_at
returning device_id;

--! list_hosts (repository_id?, match?) : HostRow
select
    id, repository_id, organization_id, host, device_id, match, first_seen_at, last_seen_at, snapshots, paths,
    recovery_point_at, change_ratio, usual_change_ratio, restore_tested_at, restore_result, restore_seconds,
    restore_fault, version
from backup_hosts
where
    id < :before
    and (:repository_id::uuid is null or repository_id = :repository_id)
    and (:match::text is null or match = :match)
order by id desc
limit :limit;

--! get_host : HostRow
select
    id, repository_id, organization_id, host, device_id, match, first_seen_at, last_seen_at, snapshots, paths,
    recovery_point_at, change_ratio, usual_change_ratio, restore_tested_at, restore_result, restore_seconds,
    restore_fault, version
from backup_hosts
where id = :id;

--! lock_host : HostRow
select
    id, repository_id, organization_id, host, device_id, match, first_seen_at, last_seen_at, snapshots, paths,
    recovery_point_at, change_ratio, usual_change_ratio, restore_tested_at, restore_result, restore_seconds,
    restore_fault, version
from backup_hosts
where id = :id
for update;

--! decide_host (device_id?, organization_id?)
update backup_hosts
set
    match = :match,
    device_id = :device_id,
    organization_id = coalesce(:organization_id, organization_id),
    updated_at = :now,
    version = version + 1
where id = :id
returning id;
