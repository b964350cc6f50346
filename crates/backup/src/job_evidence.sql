--! renew_reported_evidence
-- What the jobs of the device say, in the organization that it belongs to now. It is computed from the jobs, so that a
-- report that is corrected, or comes late, changes what it should.
with last as (
    select result, started_at
    from backup_jobs
    where
        device_id = :device_id
        and organization_id = :organization_id
        and product = :product
        and type = :kind
        and result <> 'running'
    order by started_at desc
    limit 1
),

success as (
    select started_at, ended_at
    from backup_jobs
    where
        device_id = :device_id
        and organization_id = :organization_id
        and product = :product
        and type = :kind
        and result in ('succeeded', 'warning')
    order by started_at desc
    limit 1
)

insert into backup_evidence (
    device_id, origin, type, organization_id, evidence, last_success_at, last_attempt_at, last_result, seconds,
    updated_at
)
select
    :device_id, :product, :kind, :organization_id, 'reported', success.started_at, last.started_at, last.result,
    extract(epoch from success.ended_at - success.started_at)::integer, :now::timestamptz
from last
left join success on true
-- A device that has moved leaves its jobs behind.
where exists (select from devices where devices.id = :device_id and devices.organization_id = :organization_id)
on conflict (tenant_id, device_id, origin, type) do update
set
    organization_id = excluded.organization_id,
    last_success_at = excluded.last_success_at,
    last_attempt_at = excluded.last_attempt_at,
    last_result = excluded.last_result,
    seconds = excluded.seconds,
    updated_at = excluded.updated_at
returning device_id;

--! remove_unfounded_evidence
-- Reported evidence without a job that it rests on.
delete from backup_evidence
where
    device_id = :device_id
    and origin = :product
    and type = :kind
    and evidence = 'reported'
    and not exists (
        select
        from backup_jobs
        where
            backup_jobs.device_id = backup_evidence.device_id
            and backup_jobs.organization_id = backup_evidence.organization_id
            and backup_jobs.product = backup_evidence.origin
            and backup_jobs.type = backup_evidence.type
            and backup_jobs.result <> 'running'
    )
returning device_id;
