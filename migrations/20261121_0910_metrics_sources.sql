-- What tickets, runs, deliveries and attempts amount to. For each there is one function that says it, which the triggers and
-- the rebuild both use: a trigger writes the difference between the new row and the old row into `metric_changes`, in the
-- statement of the change. The triggers run as the role that makes the change.
create function app.quarter(at timestamptz) returns timestamptz
language sql immutable parallel safe
as $$ select date_bin('15 minutes', at, 'epoch') $$;

-- The resolution counts as long as the ticket stays resolved, and everything belongs to the current organization, priority,
-- type and source of the ticket.
create function app.ticket_measures(ticket tickets)
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
$$;

create function app.run_measures(run workflow_runs)
returns table (
    measure text, at timestamptz, organization_id uuid, dimensions text[], count bigint, seconds double precision[]
)
language sql immutable parallel safe
as $$
    select
        amount.measure, app.quarter(run.created_at), null::uuid, array[run.workflow_id::text, run.trigger_type], 1::bigint,
        null::double precision[]
    from (
        values
            ('workflows.runs', true),
            ('workflows.failed', run.status in ('failed', 'timed_out'))
    ) as amount (measure, applies)
    where amount.applies
$$;

-- When the event of a delivery happened: the first 48 bits of the id, which the list is filtered by.
create function app.delivery_time(delivery uuid) returns timestamptz
language sql immutable parallel safe
as $$ select to_timestamp(('x' || translate(left(delivery::text, 13), '-', ''))::bit(48)::bigint / 1000.0) $$;

create function app.delivery_measures(event_at timestamptz, endpoint uuid, event_type text, status text)
returns table (
    measure text, at timestamptz, organization_id uuid, dimensions text[], count bigint, seconds double precision[]
)
language sql immutable parallel safe
as $$
    select
        amount.measure, app.quarter(event_at), null::uuid, array[endpoint::text, event_type], 1::bigint,
        null::double precision[]
    from (
        values
            ('webhooks.deliveries', true),
            ('webhooks.failed', status = 'failed')
    ) as amount (measure, applies)
    where amount.applies
$$;

-- The time until the receiver has answered. An attempt without an answer has none.
create function app.attempt_measures(attempt webhook_attempts)
returns table (
    measure text, at timestamptz, organization_id uuid, dimensions text[], count bigint, seconds double precision[]
)
language sql immutable parallel safe
as $$
    select
        'webhooks.latency', app.quarter(attempt.at), null::uuid, array[attempt.endpoint_id::text], 1::bigint,
        array[attempt.total_us / 1000000::double precision]
    where attempt.status is not null
$$;

create function app.count_ticket() returns trigger
language plpgsql
as $$
begin
    if tg_op = 'INSERT' then
        insert into metric_changes (tenant_id, measure, at, organization_id, dimensions, count, seconds)
        select new.tenant_id, is_now.*
        from app.ticket_measures(new) as is_now;
        return null;
    end if;
    if tg_op = 'DELETE' then
        insert into metric_changes (tenant_id, measure, at, organization_id, dimensions, count, seconds)
        select old.tenant_id, was.measure, was.at, was.organization_id, was.dimensions, -was.count, was.seconds
        from app.ticket_measures(old) as was;
        return null;
    end if;
    insert into metric_changes (tenant_id, measure, at, organization_id, dimensions, count, seconds)
    select new.tenant_id, lost.measure, lost.at, lost.organization_id, lost.dimensions, -lost.count, lost.seconds
    from (
        select was.* from app.ticket_measures(old) as was
        except
        select is_now.* from app.ticket_measures(new) as is_now
    ) as lost
    union all
    select new.tenant_id, gained.*
    from (
        select is_now.* from app.ticket_measures(new) as is_now
        except
        select was.* from app.ticket_measures(old) as was
    ) as gained;
    -- A transition, which is not taken back.
    if
        old.status in ('resolved', 'closed') and new.status not in ('resolved', 'closed', 'canceled', 'merged')
    then
        insert into metric_changes (tenant_id, measure, at, organization_id, dimensions, count)
        values (
            new.tenant_id, 'tickets.reopened', app.quarter(new.updated_at), new.organization_id,
            array[new.priority, new.type, new.source], 1
        );
    end if;
    return null;
end
$$;

create trigger tickets_are_counted
after insert or delete on tickets
for each row execute function app.count_ticket();

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
    or new.resolved_at is not null and (old.resolution_breached_at is null) <> (new.resolution_breached_at is null)
)
execute function app.count_ticket();

create function app.count_run() returns trigger
language plpgsql
as $$
begin
    if tg_op = 'INSERT' then
        insert into metric_changes (tenant_id, measure, at, organization_id, dimensions, count, seconds)
        select new.tenant_id, is_now.*
        from app.run_measures(new) as is_now;
        return null;
    end if;
    insert into metric_changes (tenant_id, measure, at, organization_id, dimensions, count, seconds)
    select new.tenant_id, lost.measure, lost.at, lost.organization_id, lost.dimensions, -lost.count, lost.seconds
    from (
        select was.* from app.run_measures(old) as was
        except
        select is_now.* from app.run_measures(new) as is_now
    ) as lost
    union all
    select new.tenant_id, gained.*
    from (
        select is_now.* from app.run_measures(new) as is_now
        except
        select was.* from app.run_measures(old) as was
    ) as gained;
    return null;
end
$$;

-- Only the retention deletes runs, which leaves the figures alone.
create trigger runs_are_counted
after insert on workflow_runs
for each row execute function app.count_run();

create trigger runs_are_counted_anew
after update on workflow_runs
for each row
when ((old.status in ('failed', 'timed_out')) <> (new.status in ('failed', 'timed_out')))
execute function app.count_run();

-- Workers add deliveries and attempts in batches, so there is one change for each statement and key. Partitions that are
-- dropped leave the figures alone.
create function app.count_deliveries() returns trigger
language plpgsql
as $$
begin
    insert into metric_changes (tenant_id, measure, at, organization_id, dimensions, count)
    select
        alike.tenant_id, amount.measure, amount.at, amount.organization_id, amount.dimensions, alike.count * amount.count
    from (
        select
            added.tenant_id, app.quarter(app.delivery_time(added.id)) as at, added.endpoint_id, added.event_type,
            added.status, count(*) as count
        from added
        group by 1, 2, 3, 4, 5
    ) as alike
    cross join lateral app.delivery_measures(alike.at, alike.endpoint_id, alike.event_type, alike.status) as amount;
    return null;
end
$$;

create trigger deliveries_are_counted
after insert on webhook_deliveries
referencing new table as added
for each statement execute function app.count_deliveries();

-- A delivery that has failed for good, or that is sent again after that. All other updates cost nothing.
create function app.count_failed_delivery() returns trigger
language plpgsql
as $$
begin
    insert into metric_changes (tenant_id, measure, at, organization_id, dimensions, count)
    select
        new.tenant_id, failed.measure, failed.at, failed.organization_id, failed.dimensions,
        case new.status when 'failed' then failed.count else -failed.count end
    from app.delivery_measures(app.delivery_time(new.id), new.endpoint_id, new.event_type, 'failed') as failed
    where failed.measure = 'webhooks.failed';
    return null;
end
$$;

create trigger deliveries_fail
after update on webhook_deliveries
for each row
when ((old.status = 'failed') <> (new.status = 'failed'))
execute function app.count_failed_delivery();

create function app.count_attempts() returns trigger
language plpgsql
as $$
begin
    insert into metric_changes (tenant_id, measure, at, organization_id, dimensions, count, seconds)
    select
        added.tenant_id, is_now.measure, is_now.at, is_now.organization_id, is_now.dimensions, sum(is_now.count)::bigint,
        array_agg(is_now.seconds[1])
    from added
    cross join lateral app.attempt_measures(row(added.*)::webhook_attempts) as is_now
    group by added.tenant_id, is_now.measure, is_now.at, is_now.organization_id, is_now.dimensions;
    return null;
end
$$;

create trigger attempts_are_counted
after insert on webhook_attempts
referencing new table as added
for each statement execute function app.count_attempts();

-- Rows from before. The triggers hold locks on the tables until this transaction ends, so nothing is counted twice.
insert into metric_changes (tenant_id, measure, at, organization_id, dimensions, count, seconds)
select
    counted.tenant_id, counted.measure, counted.at, counted.organization_id, counted.dimensions,
    sum(counted.count)::bigint,
    array_agg(counted.seconds[1]) filter (where counted.seconds is not null)
from (
    select ticket.tenant_id, amount.* from tickets as ticket cross join lateral app.ticket_measures(ticket) as amount
    union all
    select run.tenant_id, amount.* from workflow_runs as run cross join lateral app.run_measures(run) as amount
    union all
    select delivery.tenant_id, amount.*
    from webhook_deliveries as delivery
    cross join lateral app.delivery_measures(
        app.delivery_time(delivery.id), delivery.endpoint_id, delivery.event_type, delivery.status
    ) as amount
    union all
    select attempt.tenant_id, amount.*
    from webhook_attempts as attempt
    cross join lateral app.attempt_measures(attempt) as amount
) as counted
group by counted.tenant_id, counted.measure, counted.at, counted.organization_id, counted.dimensions;

-- What the rows of a tenant amount to now, by key.
create function app.rebuild_measures(tenant uuid)
returns table (
    measure text, at timestamptz, organization_id uuid, dimensions text[], count bigint, seconds double precision[]
)
language sql stable
as $$
    select
        counted.measure, counted.at, counted.organization_id, counted.dimensions, sum(counted.count)::bigint,
        array_agg(counted.seconds[1]) filter (where counted.seconds is not null)
    from (
        select amount.*
        from tickets as ticket
        cross join lateral app.ticket_measures(ticket) as amount
        where ticket.tenant_id = rebuild_measures.tenant
        union all
        select amount.*
        from workflow_runs as run
        cross join lateral app.run_measures(run) as amount
        where run.tenant_id = rebuild_measures.tenant
        union all
        select amount.*
        from webhook_deliveries as delivery
        cross join lateral app.delivery_measures(
            app.delivery_time(delivery.id), delivery.endpoint_id, delivery.event_type, delivery.status
        ) as amount
        where delivery.tenant_id = rebuild_measures.tenant
        union all
        select amount.*
        from webhook_attempts as attempt
        cross join lateral app.attempt_measures(attempt) as amount
        where attempt.tenant_id = rebuild_measures.tenant
    ) as counted
    group by counted.measure, counted.at, counted.organization_id, counted.dimensions
$$;

-- From when on `app.rebuild_measures` knows all there is of a measure; `infinity` where it knows nothing. Runs are kept for
-- 90 days after their end, deliveries and attempts for 30 days: the first full day of UTC that is kept for certain. Which
-- tickets were reopened is not in the tickets.
create function app.rebuild_since(measure text) returns timestamptz
language sql stable
as $$
    select case
        when measure = 'tickets.reopened' then 'infinity'::timestamptz
        when measure like 'tickets.%' then '-infinity'
        when measure like 'workflows.%' then date_trunc('day', now(), 'utc') - interval '89 days'
        when measure like 'webhooks.%' then date_trunc('day', now(), 'utc') - interval '29 days'
        else 'infinity'
    end
$$;

revoke all on function app.rebuild_measures from public;
grant execute on function app.rebuild_measures to app_system;

-- Levels, by tenant and organization. Each function sees the rows that its caller may see.
create function app.gauge_tickets_backlog()
returns table (tenant_id uuid, organization_id uuid, value bigint, whole bigint)
language sql stable
as $$
    select tickets.tenant_id, tickets.organization_id, count(*), null::bigint
    from tickets
    where tickets.status not in ('resolved', 'closed', 'canceled', 'merged')
    group by tickets.tenant_id, tickets.organization_id
$$;

create function app.gauge_devices_total()
returns table (tenant_id uuid, organization_id uuid, value bigint, whole bigint)
language sql stable
as $$
    select devices.tenant_id, devices.organization_id, count(*), null::bigint
    from devices
    where devices.retired_at is null
    group by devices.tenant_id, devices.organization_id
$$;

create function app.gauge_devices_stale()
returns table (tenant_id uuid, organization_id uuid, value bigint, whole bigint)
language sql stable
as $$
    select devices.tenant_id, devices.organization_id, count(*), null::bigint
    from devices
    where devices.stale_since is not null and devices.retired_at is null
    group by devices.tenant_id, devices.organization_id
$$;

-- Machines that exist, as the quotas count them.
create function app.gauge_cloud_vms()
returns table (tenant_id uuid, organization_id uuid, value bigint, whole bigint)
language sql stable
as $$
    select cloud_vms.tenant_id, cloud_vms.organization_id, count(*), null::bigint
    from cloud_vms
    where cloud_vms.status not in ('deleted', 'failed', 'missing')
    group by cloud_vms.tenant_id, cloud_vms.organization_id
$$;

-- As the posture was evaluated last.
create function app.gauge_backup_coverage()
returns table (tenant_id uuid, organization_id uuid, value bigint, whole bigint)
language sql stable
as $$
    select posture.tenant_id, posture.organization_id, posture.protected, posture.eligible
    from backup_postures as posture
    where posture.eligible > 0
$$;

create function app.gauge_backup_rpo_compliance()
returns table (tenant_id uuid, organization_id uuid, value bigint, whole bigint)
language sql stable
as $$
    select posture.tenant_id, posture.organization_id, posture.compliant, posture.eligible
    from backup_postures as posture
    where posture.eligible > 0 and posture.compliant is not null
$$;

grant select (tenant_id, organization_id) on cloud_vms to app_system;
grant select (eligible, protected, compliant) on backup_postures to app_system;
