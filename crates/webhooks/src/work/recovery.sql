--! look_again_at
update webhook_fan_outs
set revision = revision + 1
where tenant_id = :tenant
returning tenant_id;

--: RecoveredEvent(organization_id?, actor_id?)

--! events_to_recover : RecoveredEvent
select
    tenant_id, id, at, position, type, organization_id, subject_type, subject_id, sequence, actor_kind, actor_id,
    request_id, data
from events
where tenant_id = :tenant and at >= :since and at < :until and position > :after
order by position
limit :limit;

--! positions_to_recover : (first?, last?)
select min(position) as first, max(position) as last
from events
where tenant_id = :tenant and at >= :since and at < :until;

--! deliveries_to_recover
select count(*)
from unnest(:ids::uuid[], :event_ats::timestamptz[]) as wanted (id, event_at)
left join webhook_deliveries as delivery
    on
        delivery.tenant_id = :tenant
        and delivery.id = wanted.id
        and delivery.event_at = wanted.event_at
where case when delivery.id is null then :missed::boolean else delivery.status = any (:statuses) end;

--! add_missed
-- In a line of their own order where that was asked for: they are let go from its head.
insert into webhook_deliveries (
    tenant_id, id, event_at, endpoint_id, event_id, event_type, subject_id, position, ordered, status, replay,
    next_attempt_at, created_at
)
select
    :tenant, id, event_at, :endpoint, event_id, event_type, subject_id, position, :ordered,
    case when :ordered then 'held' else 'pending' end, true, case when :ordered then null else :now::timestamptz end, :now
from unnest(
    :ids::uuid[], :event_ats::timestamptz[], :events::uuid[], :types::text[], :subjects::text[], :positions::bigint[]
) as missed (id, event_at, event_id, event_type, subject_id, position)
on conflict (tenant_id, id, event_at) do nothing
returning id;

--! send_some_again
update webhook_deliveries as delivery
set
    status = case when delivery.ordered then 'held' else 'pending' end,
    replay = true,
    attempts = 0,
    next_attempt_at = case when delivery.ordered then null else :now::timestamptz end,
    finished_at = null
from unnest(:ids::uuid[], :event_ats::timestamptz[]) as again (id, event_at)
where
    delivery.tenant_id = :tenant
    and delivery.id = again.id
    and delivery.event_at = again.event_at
    and delivery.status = any (:statuses)
returning delivery.id;
