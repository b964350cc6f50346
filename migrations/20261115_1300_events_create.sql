-- The log of everything that happened, which customers read and later parts feed on. A row is written in the
-- transaction of its change.
--
-- `position` numbers a tenant's events without gaps in the order of their commits: the tenant's row in `event_logs` is
-- locked from the taking of a number to the commit. Whoever has read up to a position has missed nothing before it.
create table event_logs (
    tenant_id uuid not null,
    last_position bigint not null default 0,
    constraint event_logs_pkey primary key (tenant_id),
    constraint event_logs_tenant_exists foreign key (tenant_id) references tenants (id)
)
with (fillfactor = 50);

alter table event_logs enable row level security;
alter table event_logs force row level security;
create policy tenant on event_logs to app using (tenant_id = (select app.tenant()));
create policy system on event_logs to app_system using (true);
create policy owner on event_logs to current_user using (true);
grant select, update on event_logs to app;
grant select, insert on event_logs to app_system;

insert into event_logs (tenant_id) select id from tenants;

-- How many events a subject has had: its next one's `sequence` is one more.
create table event_subjects (
    tenant_id uuid not null default app.tenant(),
    subject_id text not null,
    last_sequence bigint not null,
    constraint event_subjects_pkey primary key (tenant_id, subject_id),
    constraint event_subjects_tenant_exists foreign key (tenant_id) references tenants (id)
);

alter table event_subjects enable row level security;
alter table event_subjects force row level security;
create policy tenant on event_subjects to app using (tenant_id = (select app.tenant()));
create policy owner on event_subjects to current_user using (true);
grant select, insert, update on event_subjects to app;

-- A partition a day. An id carries its time, so that one is found in its day's partition.
create table events (
    tenant_id uuid not null default app.tenant(),
    id uuid not null,
    at timestamptz not null,
    position bigint not null,
    type text not null,
    organization_id uuid,
    subject_type text not null,
    subject_id text not null,
    sequence bigint not null,
    actor_kind text not null,
    actor_id uuid,
    request_id text not null,
    data jsonb not null,
    constraint events_pkey primary key (tenant_id, id, at),
    constraint events_tenant_exists foreign key (tenant_id) references tenants (id)
)
partition by range (at);

create index events_by_position on events (tenant_id, position);
create index events_by_subject on events (tenant_id, subject_id, position);

alter table events enable row level security;
alter table events force row level security;
-- Everyone's events are recorded; who is restricted to some organizations reads of those.
create policy record on events for insert to app with check (tenant_id = (select app.tenant()));
create policy read on events for select to app using (
    tenant_id = (select app.tenant())
    and ((select app.sees_all()) or organization_id = any ((select app.organizations())::uuid[]))
);
create policy system on events for select to app_system using (true);
create policy owner on events to current_user using (true);
-- Append only: no update, no delete; whole days are dropped.
grant select, insert on events to app;
grant select on events to app_system;

-- Nobody reaches a partition but through its table.
create schema event_days;

-- Makes the partitions of the days to come, and drops those that were kept long enough.
create function app.keep_event_days(today date, kept_days integer) returns integer
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
    day date;
    name text;
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
        where relnamespace = 'event_days'::regnamespace and relkind = 'r'
            and relname < to_char(today - kept_days, '"d"YYYYMMDD')
    loop
        execute format('drop table event_days.%I', name);
        changed := changed + 1;
    end loop;
    return changed;
end
$$;
revoke all on function app.keep_event_days(date, integer) from public;
grant execute on function app.keep_event_days(date, integer) to app_system;

select app.keep_event_days((now() at time zone 'utc')::date, 30);

-- What the service does by itself is recorded as its own.
alter table audit_log drop constraint audit_log_actor_is_known;
alter table audit_log add constraint audit_log_actor_is_known
    check (actor_kind in ('api_key', 'user', 'operator', 'system'));

-- The notices of expiring keys are written with their event, as the tenant.
grant insert on api_key_expiry_notices to app;
revoke insert on api_key_expiry_notices from app_system;
