-- The tables with a partition for each day, and their partitions, belong to `app_partitions`, and so do the functions
-- that make and drop partitions. These functions ran as the role that migrates, and looked for `pg_class` among their
-- caller's temporary tables first: whoever could call them could become that role.
--
-- Neither function drops what is younger than a week by the clock of the database, whatever its arguments say.
create or replace function app.keep_event_days(today date, kept_days integer) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
    day date;
    name text;
    oldest text := to_char(least(today - kept_days, (now() at time zone 'utc')::date - 7), '"d"YYYYMMDD');
    changed integer := 0;
begin
    -- One at a time: two nodes would make the same partition.
    perform pg_advisory_xact_lock(hashtextextended('event_days', 0));
    for day in select generate_series(today - 1, today + 7, interval '1 day')::date loop
        name := to_char(day, '"d"YYYYMMDD');
        if to_regclass('event_days.' || name) is null then
            execute format('create table event_days.%I partition of public.events for values from (%L) to (%L)',
                name, (day::text || ' 00:00+00')::timestamptz, ((day + 1)::text || ' 00:00+00')::timestamptz);
            execute format('alter table event_days.%I enable row level security', name);
            execute format('alter table event_days.%I force row level security', name);
            changed := changed + 1;
        end if;
    end loop;
    for name in
        select relname from pg_class
        where relnamespace = 'event_days'::regnamespace and relkind = 'r' and relname < oldest
    loop
        execute format('drop table event_days.%I', name);
        changed := changed + 1;
    end loop;
    return changed;
end
$$;

create or replace function app.keep_webhook_days(today date, kept_days integer) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
    parent text;
    day date;
    name text;
    oldest text := to_char(least(today - kept_days, (now() at time zone 'utc')::date - 7), 'YYYYMMDD');
    changed integer := 0;
begin
    perform pg_advisory_xact_lock(hashtextextended('webhook_days', 0));
    -- Deliveries have a partition wherever events have one; attempts have their own days.
    for parent, day in
        select 'webhook_deliveries', to_date(substr(relname, 2), 'YYYYMMDD')
        from pg_class where relnamespace = 'event_days'::regnamespace and relkind = 'r'
        union all
        select 'webhook_attempts', generate_series(today - 1, today + 7, interval '1 day')::date
    loop
        name := parent || to_char(day, '"_"YYYYMMDD');
        if to_regclass('webhook_days.' || name) is null then
            execute format('create table webhook_days.%I partition of public.%I for values from (%L) to (%L)',
                name, parent, (day::text || ' 00:00+00')::timestamptz, ((day + 1)::text || ' 00:00+00')::timestamptz);
            execute format('alter table webhook_days.%I enable row level security', name);
            execute format('alter table webhook_days.%I force row level security', name);
            changed := changed + 1;
        end if;
    end loop;
    for name in
        select relname from pg_class
        where relnamespace = 'webhook_days'::regnamespace and relkind = 'r' and right(relname, 8) < oldest
    loop
        execute format('drop table webhook_days.%I', name);
        changed := changed + 1;
    end loop;
    return changed;
end
$$;

grant create on schema app, public to app_partitions;
do $$
declare
    owned regclass;
begin
    for owned in
        select oid from pg_class
        where
            relkind in ('r', 'p')
            and (
                relnamespace in ('event_days'::regnamespace, 'webhook_days'::regnamespace)
                or oid in (
                    'public.events'::regclass, 'public.webhook_deliveries'::regclass, 'public.webhook_attempts'::regclass
                )
            )
    loop
        execute format('alter table %s owner to app_partitions', owned);
    end loop;
end
$$;
alter function app.keep_event_days owner to app_partitions;
alter function app.keep_webhook_days owner to app_partitions;
revoke create on schema app, public from app_partitions;
