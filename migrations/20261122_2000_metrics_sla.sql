-- The figures `sla.*`: tickets whose service levels are those of a policy, by policy. Tickets with the tenant's own service
-- levels are in `tickets.*` only.
create or replace function app.ticket_measures(ticket tickets)
returns table (
    measure text, at timestamptz, organization_id uuid, dimensions text[], count bigint, seconds double precision[]
)
language sql immutable parallel safe
as $$
    select
        amount.measure, app.quarter(amount.at), ticket.organization_id,
        array[ticket.priority, ticket.type, ticket.source], 1::bigint,
        case when amount.is_duration then array[greatest(extract(epoch from amount.at - ticket.created_at), 0)::double precision] end
    from (
        values
            ('tickets.created', ticket.created_at, false),
            ('tickets.resolved', ticket.resolved_at, false),
            ('tickets.sla_met', case when ticket.resolution_breached_at is null then ticket.resolved_at end, false),
            ('tickets.resolution', ticket.resolved_at, true),
            ('tickets.first_response', ticket.response_stopped_at, true)
    ) as amount (measure, at, is_duration)
    where amount.at is not null
    union all
    select
        amount.measure, app.quarter(ticket.resolved_at), ticket.organization_id,
        array[ticket.sla_policy_id::text, ticket.priority, ticket.type], 1::bigint, null::double precision[]
    from (
        values
            ('sla.resolved', true),
            ('sla.met', ticket.resolution_breached_at is null)
    ) as amount (measure, applies)
    where amount.applies and ticket.sla_policy_id is not null and ticket.resolved_at is not null
$$;

drop trigger tickets_are_counted_anew on tickets;

-- Other changes of a ticket cost nothing.
create trigger tickets_are_counted_anew
after update on tickets
for each row
when (
    old.organization_id is distinct from new.organization_id
    or old.resolved_at is distinct from new.resolved_at
    or old.response_stopped_at is distinct from new.response_stopped_at
    or old.priority <> new.priority
    or old.type <> new.type
    or old.source <> new.source
    or old.status in ('resolved', 'closed') and new.status <> old.status
    or new.resolved_at is not null and (
        (old.resolution_breached_at is null) <> (new.resolution_breached_at is null)
        or old.sla_policy_id is distinct from new.sla_policy_id
    )
)
execute function app.count_ticket();

insert into metric_changes (tenant_id, measure, at, organization_id, dimensions, count, seconds)
select ticket.tenant_id, amount.*
from tickets as ticket
cross join lateral app.ticket_measures(ticket) as amount
where ticket.sla_policy_id is not null and amount.measure like 'sla.%';

create or replace function app.rebuild_since(measure text) returns timestamptz
language sql stable
as $$
    select case
        when measure = 'tickets.reopened' then 'infinity'::timestamptz
        when measure like any (array['tickets.%', 'sla.%', 'time.%']) then '-infinity'
        when measure like 'workflows.%' then date_trunc('day', now(), 'utc') - interval '89 days'
        when measure like 'webhooks.%' then date_trunc('day', now(), 'utc') - interval '29 days'
        else 'infinity'
    end
$$;
