--: PostureDevice(config?)

--: PostureRepositories(bytes?, fully_read_through?)

--! posture_customers
select id, name
from organizations
where id < :before
order by id desc
limit :limit;

--! posture_customer
select id, name
from organizations
where id = :id;

--! posture_devices : PostureDevice
-- The next devices of each customer, with their evidence: one row of each origin and type. A device has few; the limit is
-- for one that somebody reports from ever new products.
select
    found.id, found.organization_id, found.name, found.type,
    backup_configs.config,
    coalesce(
        (
            select
                jsonb_agg(
                    jsonb_build_object(
                        'source', facts.evidence,
                        'kind', facts.type,
                        'last_success_at', facts.last_success_at,
                        'last_attempt_at', facts.last_attempt_at,
                        'last_result', facts.last_result,
                        'immutable', facts.immutable,
                        'offsite', facts.offsite,
                        'seconds', facts.seconds
                    )
                )
            from (
                select evidence, type, last_success_at, last_attempt_at, last_result, immutable, offsite, seconds
                from backup_evidence
                where backup_evidence.device_id = found.id
                order by backup_evidence.evidence, backup_evidence.last_attempt_at desc
                limit 50
            ) as facts
        ),
        '[]'::jsonb
    ) as evidence
from unnest(:organization_ids::uuid[], :after::uuid[]) as customer (id, after)
cross join lateral (
    select devices.id, devices.organization_id, devices.name, devices.type
    from devices
    where
        devices.organization_id = customer.id
        and devices.id > customer.after
        and devices.retired_at is null
    order by devices.id
    limit :limit
) as found
left join backup_configs on backup_configs.scope_id = found.id
order by found.organization_id, found.id;

--! posture_repositories : PostureRepositories
-- The repositories of each customer: their size, and the time up to which all of them were read without damage.
select
    organization_id,
    -- The sizes are those that servers of customers claim.
    least(sum(bytes), 9223372036854775807)::bigint as bytes,
    case when bool_and(fully_read_through is not null) then min(fully_read_through) end as fully_read_through
from backup_repositories
where organization_id = any (:organization_ids::uuid[])
group by organization_id;
