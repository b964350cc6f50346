-- The figure `time.worked`: seconds of finished entries, by the quarter hour of their start.
create function app.time_measures(entry time_entries)
returns table (
    measure text, at timestamptz, organization_id uuid, dimensions text[], count bigint, seconds double precision[]
)
language sql immutable parallel safe
as $$
    select
        'time.worked', app.quarter(entry.started_at), entry.organization_id,
        array[entry.user_id::text, entry.rate_class, entry.billable::text], entry.duration_seconds,
        null::double precision[]
    where entry.duration_seconds > 0
$$;

create function app.count_time() returns trigger
language plpgsql
as $$
begin
    if tg_op in ('UPDATE', 'DELETE') then
        insert into metric_changes (tenant_id, measure, at, organization_id, dimensions, count, seconds)
        select old.tenant_id, was.measure, was.at, was.organization_id, was.dimensions, -was.count, was.seconds
        from app.time_measures(old) as was;
    end if;
    if tg_op in ('INSERT', 'UPDATE') then
        insert into metric_changes (tenant_id, measure, at, organization_id, dimensions, count, seconds)
        select new.tenant_id, is_now.*
        from app.time_measures(new) as is_now;
    end if;
    return null;
end
$$;

create trigger time_entries_are_counted
after insert or delete on time_entries
for each row execute function app.count_time();

-- Other changes of an entry cost nothing.
create trigger time_entries_are_counted_anew
after update on time_entries
for each row
when (
    old.organization_id is distinct from new.organization_id
    or old.duration_seconds is distinct from new.duration_seconds
    or old.started_at <> new.started_at
    or old.user_id <> new.user_id
    or old.rate_class <> new.rate_class
    or old.billable <> new.billable
)
execute function app.count_time();

create or replace function app.rebuild_measures(tenant uuid)
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
        from time_entries as entry
        cross join lateral app.time_measures(entry) as amount
        where entry.tenant_id = rebuild_measures.tenant
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

create or replace function app.rebuild_since(measure text) returns timestamptz
language sql stable
as $$
    select case
        when measure = 'tickets.reopened' then 'infinity'::timestamptz
        when measure like 'tickets.%' then '-infinity'
        when measure like 'time.%' then '-infinity'
        when measure like 'workflows.%' then date_trunc('day', now(), 'utc') - interval '89 days'
        when measure like 'webhooks.%' then date_trunc('day', now(), 'utc') - interval '29 days'
        else 'infinity'
    end
$$;
