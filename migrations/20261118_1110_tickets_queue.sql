-- What lists with any combination of filters read of a ticket, under the caller's own policies. `due_at` is when the next
-- target of an unresolved ticket is due, or was, if it is overdue. A stored `…_due_at` is one second later: the instant of
-- the breach.
create view queued_tickets with (security_invoker = true) as
select
    id, type, status, priority, source, organization_id, requester_id, assignee_id, tags, device_ids, external_system,
    external_id, dedup_key, updated_at, response_breached_at, response_due_at, resolution_breached_at, resolution_due_at,
    case
        when status not in ('resolved', 'closed', 'canceled', 'merged') then
            least(
                case
                    when response_stopped_at is null then
                        coalesce(response_due_at - interval '1 second', response_breached_at)
                end,
                case
                    when resolution_stopped_at is null then
                        coalesce(resolution_due_at - interval '1 second', resolution_breached_at)
                end
            )
    end as due_at
from tickets;
grant select on queued_tickets to app;
