-- Where customers want to be told of events, and what became of telling them.
create table webhook_endpoints (
    tenant_id uuid not null default app.tenant(),
    id uuid not null,
    name text not null,
    url text not null,
    description text,
    -- Kinds of events, `ticket.*` or `*`.
    events text[] not null,
    filter jsonb,
    organization_ids uuid[],
    ordering text not null,
    timeout_seconds integer not null,
    max_per_second integer,
    header_names text[] not null,
    headers_sealed bytea,
    secret_sealed bytea,
    secret_hint text not null,
    previous_secret_sealed bytea,
    previous_secret_until timestamptz,
    status text not null,
    status_reason text,
    status_since timestamptz not null,
    -- Events after this position of the tenant's log are sent.
    since_position bigint not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    deleted_at timestamptz,
    version integer not null default 1,
    constraint webhook_endpoints_pkey primary key (tenant_id, id),
    constraint webhook_endpoints_tenant_exists foreign key (tenant_id) references tenants (id),
    constraint webhook_endpoints_name_has_a_length check (length(name) between 1 and 100),
    constraint webhook_endpoints_events_are_some check (cardinality(events) between 1 and 100),
    constraint webhook_endpoints_organizations_are_some check (cardinality(organization_ids) > 0),
    constraint webhook_endpoints_ordering_is_known check (ordering in ('none', 'per_subject')),
    constraint webhook_endpoints_status_is_known check (status in ('active', 'paused', 'failing', 'disabled'))
);

select app.sealed_column('webhook_endpoints', 'secret_sealed');
select app.sealed_column('webhook_endpoints', 'previous_secret_sealed');
select app.sealed_column('webhook_endpoints', 'headers_sealed');

create index webhook_endpoints_live on webhook_endpoints (tenant_id, id) where deleted_at is null;

alter table webhook_endpoints enable row level security;
alter table webhook_endpoints force row level security;
-- A restricted caller sees the endpoints that are restricted to some of its own organizations, and no others.
create policy tenant on webhook_endpoints to app using (
    tenant_id = (select app.tenant())
    and ((select app.sees_all()) or organization_ids <@ (select app.organizations()))
);
create policy system on webhook_endpoints to app_system using (true);
create policy owner on webhook_endpoints to current_user using (true);
grant select, insert, update on webhook_endpoints to app;
grant select on webhook_endpoints to app_system;

-- The tenant's live endpoints, also those that the caller may not see: the quota is the tenant's.
create function app.live_webhook_endpoints() returns bigint
language sql stable security definer set search_path = public, pg_temp
as $$
    select count(*)
    from webhook_endpoints
    where tenant_id = app.tenant() and deleted_at is null
$$;

-- How an endpoint fares: written by the worker, apart from what customers change.
create table webhook_health (
    tenant_id uuid not null,
    endpoint_id uuid not null,
    consecutive_failures integer not null,
    failing_since timestamptz,
    last_success_at timestamptz,
    last_failure_at timestamptz,
    constraint webhook_health_pkey primary key (tenant_id, endpoint_id),
    constraint webhook_health_endpoint_exists foreign key (tenant_id, endpoint_id)
        references webhook_endpoints (tenant_id, id)
)
with (fillfactor = 50);

alter table webhook_health enable row level security;
alter table webhook_health force row level security;
create policy tenant on webhook_health to app using (
    tenant_id = (select app.tenant())
    and ((select app.sees_all()) or endpoint_id = any (array(select id from webhook_endpoints)))
);
create policy system on webhook_health to app_system using (true);
create policy owner on webhook_health to current_user using (true);
grant select, update on webhook_health to app;
grant select, insert, update on webhook_health to app_system;

-- The processes that work off what the log brings. One that has not been seen for some seconds has died.
create table workers (
    id uuid not null,
    started_at timestamptz not null,
    seen_at timestamptz not null,
    constraint workers_pkey primary key (id)
)
with (fillfactor = 50);

alter table workers enable row level security;
alter table workers force row level security;
create policy system on workers to app_system using (true);
create policy owner on workers to current_user using (true);
grant select, insert, update, delete on workers to app_system;

-- How far a tenant's log has been turned into deliveries, and which worker does it: one at a time. `revision` rises when
-- its endpoints change, or deliveries are added from elsewhere, for the worker to look again.
create table webhook_fan_outs (
    tenant_id uuid not null default app.tenant(),
    position bigint not null,
    revision bigint not null default 1,
    worker_id uuid,
    constraint webhook_fan_outs_pkey primary key (tenant_id),
    constraint webhook_fan_outs_tenant_exists foreign key (tenant_id) references tenants (id)
)
with (fillfactor = 50);

alter table webhook_fan_outs enable row level security;
alter table webhook_fan_outs force row level security;
create policy tenant on webhook_fan_outs to app using (tenant_id = (select app.tenant()));
create policy system on webhook_fan_outs to app_system using (true);
create policy owner on webhook_fan_outs to current_user using (true);
grant select, insert, update (revision) on webhook_fan_outs to app;
grant select, update on webhook_fan_outs to app_system;

-- Whether somebody waits for the tenant's events: then workers are told of new ones at once.
alter table event_logs add column followed boolean not null default false;

-- One event for one endpoint: the queue, and the customer's log of it. The id is made of both, so that the same event
-- is never put in twice, and carries the event's time. A partition for each day of events.
create table webhook_deliveries (
    tenant_id uuid not null default app.tenant(),
    id uuid not null,
    event_at timestamptz not null,
    endpoint_id uuid not null,
    event_id uuid not null,
    event_type text not null,
    subject_id text not null,
    position bigint not null,
    -- Of an endpoint that is sent the events of a subject in their order.
    ordered boolean not null,
    -- `held`: an earlier event of its subject has to go first.
    status text not null,
    -- Those that count towards the last one: not probes, not replays.
    attempts integer not null default 0,
    -- Sent again because somebody asked for it.
    replay boolean not null default false,
    next_attempt_at timestamptz,
    created_at timestamptz not null,
    finished_at timestamptz,
    constraint webhook_deliveries_pkey primary key (tenant_id, id, event_at),
    constraint webhook_deliveries_status_is_known check (
        status in ('pending', 'held', 'delivered', 'failed', 'canceled')
    )
)
partition by range (event_at);

create index webhook_deliveries_by_endpoint on webhook_deliveries (tenant_id, endpoint_id, status, id);
create index webhook_deliveries_due on webhook_deliveries (tenant_id, endpoint_id, next_attempt_at)
    where status = 'pending';
create index webhook_deliveries_in_line on webhook_deliveries (tenant_id, endpoint_id, subject_id, position)
    where ordered and status in ('pending', 'held');

alter table webhook_deliveries enable row level security;
alter table webhook_deliveries force row level security;
create policy tenant on webhook_deliveries to app using (
    tenant_id = (select app.tenant())
    and ((select app.sees_all()) or endpoint_id = any (array(select id from webhook_endpoints)))
);
create policy system on webhook_deliveries to app_system using (true);
create policy owner on webhook_deliveries to current_user using (true);
grant select, update on webhook_deliveries to app;
grant select, insert, update on webhook_deliveries to app_system;

-- Every try, also those that did not reach anyone. A partition a day.
create table webhook_attempts (
    tenant_id uuid not null default app.tenant(),
    delivery_id uuid not null,
    id uuid not null,
    at timestamptz not null,
    endpoint_id uuid not null,
    -- Why it was made: by the schedule, to probe a failing endpoint, or because somebody asked.
    reason text not null,
    status integer,
    error text,
    error_detail text,
    remote text,
    dns_us integer,
    connect_us integer,
    tls_us integer,
    first_byte_us integer,
    total_us integer not null,
    response_headers jsonb,
    response_body bytea,
    response_truncated boolean not null,
    constraint webhook_attempts_pkey primary key (tenant_id, delivery_id, id, at),
    constraint webhook_attempts_reason_is_known check (reason in ('schedule', 'probe', 'replay'))
)
partition by range (at);

alter table webhook_attempts enable row level security;
alter table webhook_attempts force row level security;
create policy tenant on webhook_attempts to app using (
    tenant_id = (select app.tenant())
    and ((select app.sees_all()) or endpoint_id = any (array(select id from webhook_endpoints)))
);
create policy system on webhook_attempts to app_system using (true);
create policy owner on webhook_attempts to current_user using (true);
grant select on webhook_attempts to app;
grant select, insert on webhook_attempts to app_system;

-- Nobody reaches a partition but through its table.
create schema webhook_days;

-- Deliveries have a partition wherever events have one; attempts have their own days.
create function app.keep_webhook_days(today date, kept_days integer) returns integer
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
    parent text;
    day date;
    name text;
    changed integer := 0;
begin
    perform pg_advisory_xact_lock(hashtextextended('webhook_days', 0));
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
        where relnamespace = 'webhook_days'::regnamespace and relkind = 'r'
            and right(relname, 8) < to_char(today - kept_days, 'YYYYMMDD')
    loop
        execute format('drop table webhook_days.%I', name);
        changed := changed + 1;
    end loop;
    return changed;
end
$$;
revoke all on function app.keep_webhook_days(date, integer) from public;
grant execute on function app.keep_webhook_days(date, integer) to app_system;

select app.keep_webhook_days((now() at time zone 'utc')::date, 30);

grant create on schema app to app_system;
alter function app.live_webhook_endpoints owner to app_system;
revoke create on schema app from app_system;
