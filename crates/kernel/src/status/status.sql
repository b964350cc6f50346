--! answers
select 1 as one;

--! workers_seen
-- Processes report every second; one that is silent is deleted after a minute.
select count(*) filter (where seen_at > now() - interval '10 seconds') as alive, count(*) as known
from background_processes
where process <> 'serve';

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
