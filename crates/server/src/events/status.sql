--! takes_events
select exists (
    select from pg_class
    where relnamespace = 'event_days'::regnamespace and relname = to_char(:today::date, '"d"YYYYMMDD')
) as takes_events;

--! event_lag
-- How long the oldest event has waited to be matched with the tenant's webhooks.
select coalesce(extract(epoch from now() - min(event.at)), 0)::double precision as seconds
from webhook_fan_outs fan_out
join event_logs log on log.tenant_id = fan_out.tenant_id and log.followed and log.last_position > fan_out.position
cross join lateral (
    select at
    from events
    where events.tenant_id = fan_out.tenant_id and events.position = fan_out.position + 1
    limit 1
) event;
