-- When the target of a running clock is used up: the due time that the ticket shows. It is a second before the stored
-- `…_due_at`, the instant of the breach, unless it is closing time: then the breach is a second after the next opening.
-- Rows of the previous version have none until they are changed.
alter table tickets add column response_used_up_at timestamptz;
alter table tickets add column resolution_used_up_at timestamptz;

-- What lists with any combination of filters read of a ticket, under the caller's own policies. `due_at` is when the next
-- target of an unresolved ticket is due, or was, if it is overdue.
create view queued_tickets with (security_invoker = true) as
select
    id, type, status, priority, source, organization_id, requester_id, assignee_id, tags, device_ids, external_system,
    external_id, dedup_key, updated_at, response_breached_at, response_due_at, resolution_breached_at, resolution_due_at,
    case
        when status not in ('resolved', 'closed', 'canceled', 'merged') then
            least(
                case
                    when response_stopped_at is not null then null
                    when response_due_at is null then response_breached_at
                    else coalesce(response_used_up_at, response_due_at - interval '1 second')
                end,
                case
                    when resolution_stopped_at is not null then null
                    when resolution_due_at is null then resolution_breached_at
                    else coalesce(resolution_used_up_at, resolution_due_at - interval '1 second')
                end
            )
    end as due_at
from tickets;
grant select on queued_tickets to app;
