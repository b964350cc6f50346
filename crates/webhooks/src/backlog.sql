--! endpoints_by_status
select
    count(*) filter (where status = 'active') as active,
    count(*) filter (where status = 'paused') as paused,
    count(*) filter (where status = 'failing') as failing,
    count(*) filter (where status = 'disabled') as disabled
from webhook_endpoints
where deleted_at is null;

--! backlog
-- Pending deliveries have an index of their own: the cost depends on the backlog, not on the size of the log. A delivery that
-- is sent again on request is as old as its event and says nothing about delays. Deliveries of endpoints that fail or are
-- paused wait by intention.
select
    coalesce(sum(waiting.deliveries) filter (where endpoint.status = 'active'), 0)::bigint as active,
    coalesce(sum(waiting.deliveries) filter (where endpoint.status <> 'active'), 0)::bigint as stopped,
    coalesce(
        extract(epoch from now() - min(waiting.oldest) filter (where endpoint.status = 'active')), 0
    )::double precision as oldest_seconds,
    greatest(
        extract(epoch from now() - min(waiting.due_at) filter (where endpoint.status = 'active')), 0
    )::double precision as due_seconds
from (
    select
        tenant_id, endpoint_id, count(*) as deliveries, min(created_at) filter (where not replay) as oldest,
        min(next_attempt_at) as due_at
    from webhook_deliveries
    where status = 'pending'
    group by tenant_id, endpoint_id
) as waiting
join webhook_endpoints as endpoint on endpoint.tenant_id = waiting.tenant_id and endpoint.id = waiting.endpoint_id
where endpoint.deleted_at is null;

--! fan_out_lag
-- Age of the oldest event that has not been turned into deliveries yet.
select coalesce(max(extract(epoch from now() - behind.at)), 0)::double precision as seconds
from webhook_fan_outs
join event_logs
    on event_logs.tenant_id = webhook_fan_outs.tenant_id and event_logs.followed
        and event_logs.last_position > webhook_fan_outs.position
cross join lateral (
    select events.at
    from events
    where events.tenant_id = webhook_fan_outs.tenant_id and events.position > webhook_fan_outs.position
    order by events.position
    limit 1
) as behind;
