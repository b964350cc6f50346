--! apply_flush
-- All of a flush, or nothing if a flush with this number was applied before. Counts of tenants that were deleted meanwhile
-- are dropped. Rows of processes are kept for a day after their last flush, so that a process that was cut off for long
-- still repeats no flush.
with process as (
    insert into usage_processes as known (id, last_flush, flushed_at)
    values (:process, :number, :counted_until)
    on conflict (id) do update
    set last_flush = excluded.last_flush, flushed_at = excluded.flushed_at
    where known.last_flush < excluded.last_flush
    returning id
),
forgotten as (
    delete from usage_processes
    where id in (
        select id
        from usage_processes
        where flushed_at < now() - interval '1 day' and id <> :process
        for update skip locked
    )
    returning id
),
counted as (
    insert into metric_changes (tenant_id, measure, at, dimensions, count, sketch)
    select
        used.tenant_id,
        measured.measure,
        used.at,
        array[used.api_key, used.operation],
        measured.count,
        measured.sketch
    from unnest(
        :tenant_ids::uuid[],
        :ats::timestamptz[],
        :api_keys::text[],
        :operations::text[],
        :requests::bigint[],
        :errors::bigint[],
        :rate_limited::bigint[],
        :latencies::bytea[]
    ) as used (tenant_id, at, api_key, operation, requests, errors, rate_limited, latency)
    join tenants on tenants.id = used.tenant_id
    cross join lateral (
        values
            ('api.requests', used.requests, used.latency),
            ('api.errors', used.errors, null::bytea),
            ('api.rate_limited', used.rate_limited, null::bytea)
    ) as measured (measure, count, sketch)
    where measured.count <> 0 and exists (select from process)
    returning id
),
active as (
    -- In one order, so that two processes do not wait for each other.
    insert into user_activity (tenant_id, at, user_id)
    select seen.tenant_id, seen.at, seen.user_id
    from unnest(:user_tenant_ids::uuid[], :user_ats::timestamptz[], :user_ids::uuid[]) as seen (tenant_id, at, user_id)
    join tenants on tenants.id = seen.tenant_id
    where exists (select from process)
    order by seen.tenant_id, seen.at, seen.user_id
    on conflict (tenant_id, at, user_id) do nothing
    returning user_id
)
select
    exists (select from process) as is_new,
    (select count(*) from counted) as changes,
    (select count(*) from active) as people,
    (select count(*) from forgotten) as forgotten;

--! complete_through
-- Processes that have not flushed for a minute are not waited for.
select least(:now::timestamptz, min(flushed_at)) as complete_through
from usage_processes
where flushed_at > :now::timestamptz - interval '1 minute';

--! forget_process
delete from usage_processes
where id = :process
returning id;
