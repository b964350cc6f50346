--! answers
select 1 as one;

--! takes_events
select exists (
    select from pg_class
    where relnamespace = 'event_days'::regnamespace and relname = to_char(:today::date, '"d"YYYYMMDD')
) as takes_events;

--! workers_seen
-- Workers say every second that they are there; one that died is forgotten after an hour.
select count(*) filter (where seen_at > now() - interval '10 seconds') as alive, count(*) as known
from workers;

--! event_lag
-- Since when the oldest event waits that a tenant's webhooks were not matched with.
select coalesce(extract(epoch from now() - min(event.at)), 0)::double precision as seconds
from webhook_fan_outs fan_out
join event_logs log on log.tenant_id = fan_out.tenant_id and log.followed and log.last_position > fan_out.position
cross join lateral (
    select at
    from events
    where events.tenant_id = fan_out.tenant_id and events.position = fan_out.position + 1
    limit 1
) event;

--! delivery_lag
-- Since when the oldest delivery is due that was not tried. Endpoints that fail or are paused make theirs wait.
select coalesce(extract(epoch from now() - min(delivery.next_attempt_at)), 0)::double precision as seconds
from webhook_endpoints endpoint
cross join lateral (
    select next_attempt_at
    from webhook_deliveries
    where webhook_deliveries.tenant_id = endpoint.tenant_id and webhook_deliveries.endpoint_id = endpoint.id
        and webhook_deliveries.status = 'pending' and webhook_deliveries.next_attempt_at <= now()
    order by next_attempt_at
    limit 1
) delivery
where endpoint.status = 'active' and endpoint.deleted_at is null;

--! engine_lag
-- Since when the oldest message waits that the engine has not been told.
select coalesce(extract(epoch from now() - min(created_at)), 0)::double precision as seconds
from engine_outbox;

--! add_status
insert into status_days (part, day, first_at, watched_until, watched_seconds, down_seconds)
select
    part, (from_at at time zone 'utc')::date, from_at, to_at,
    extract(epoch from to_at - from_at)::double precision,
    down_ratio * extract(epoch from to_at - from_at)::double precision
from unnest(:parts::text[], :from_ats::timestamptz[], :to_ats::timestamptz[], :down_ratios::double precision[])
    as sample (part, from_at, to_at, down_ratio)
on conflict (part, day) do update
set
    watched_until = excluded.watched_until,
    watched_seconds = status_days.watched_seconds
        + extract(epoch from excluded.watched_until - greatest(excluded.first_at, status_days.watched_until))::double precision,
    down_seconds = status_days.down_seconds
        + excluded.down_seconds / excluded.watched_seconds
        * extract(epoch from excluded.watched_until - greatest(excluded.first_at, status_days.watched_until))::double precision
where excluded.watched_until > status_days.watched_until
returning part;

--! status_days
select part, day, first_at, watched_seconds, down_seconds
from status_days
where day >= :since;

--! forget_status_days
delete from status_days
where day < :since
returning part;
