-- Figures of tenants, by quarter hours. A measure is a signed count and, for durations, a sketch of the values.
--
-- `metric_changes` is written in the transaction of what it counts. A job folds it into the three tables below; readers add
-- the folded rows and the changes that are not folded yet in one statement. So a figure is exact at any time, and what is
-- counted is counted once.
create table metric_changes (
    tenant_id uuid not null default app.tenant(),
    id bigint generated always as identity,
    measure text not null,
    at timestamptz not null,
    organization_id uuid,
    -- The values of the measure's dimensions, in its own order.
    dimensions text[] not null,
    count bigint not null,
    -- Durations in seconds. Each is added once, or taken back if `count` is negative.
    seconds double precision[],
    -- Durations that were counted before they were written.
    sketch bytea,
    constraint metric_changes_pkey primary key (tenant_id, id),
    constraint metric_changes_tenant_exists foreign key (tenant_id) references tenants (id),
    constraint metric_changes_at_is_a_quarter check (extract(epoch from at)::bigint % 900 = 0)
);

create index metric_changes_to_read on metric_changes (tenant_id, measure, at);

alter table metric_changes enable row level security;
alter table metric_changes force row level security;
create policy record on metric_changes for insert to app with check (tenant_id = (select app.tenant()));
create policy read on metric_changes for select to app using (
    tenant_id = (select app.tenant())
    and ((select app.sees_all()) or organization_id = any ((select app.organizations())::uuid[]))
);
create policy system on metric_changes to app_system using (true);
create policy owner on metric_changes to current_user using (true);
grant select, insert on metric_changes to app;
grant select, insert, delete on metric_changes to app_system;

create table metric_shares (
    tenant_id uuid not null default app.tenant(),
    measure text not null,
    at timestamptz not null,
    organization_id uuid,
    dimensions text[] not null,
    count bigint not null,
    sketch bytea,
    constraint metric_shares_are_unique unique nulls not distinct (tenant_id, measure, at, organization_id, dimensions),
    constraint metric_shares_tenant_exists foreign key (tenant_id) references tenants (id)
)
with (fillfactor = 80);

create index metric_shares_of_organization on metric_shares (tenant_id, measure, organization_id, at)
    where organization_id is not null;

alter table metric_shares enable row level security;
alter table metric_shares force row level security;
create policy read on metric_shares for select to app using (
    tenant_id = (select app.tenant())
    and ((select app.sees_all()) or organization_id = any ((select app.organizations())::uuid[]))
);
create policy system on metric_shares to app_system using (true);
create policy owner on metric_shares to current_user using (true);
grant select on metric_shares to app;
grant select, insert, update, delete on metric_shares to app_system;

-- A tenant as a whole.
create table metric_totals (
    tenant_id uuid not null default app.tenant(),
    measure text not null,
    at timestamptz not null,
    count bigint not null,
    sketch bytea,
    constraint metric_totals_pkey primary key (tenant_id, measure, at),
    constraint metric_totals_tenant_exists foreign key (tenant_id) references tenants (id)
)
with (fillfactor = 80);

alter table metric_totals enable row level security;
alter table metric_totals force row level security;
create policy read on metric_totals for select to app using (
    tenant_id = (select app.tenant()) and (select app.sees_all())
);
create policy system on metric_totals to app_system using (true);
create policy owner on metric_totals to current_user using (true);
grant select on metric_totals to app;
grant select, insert, update, delete on metric_totals to app_system;

-- All tenants of the cell. Counts and sketches of several cells add up.
create table platform_totals (
    measure text not null,
    at timestamptz not null,
    count bigint not null,
    sketch bytea,
    constraint platform_totals_pkey primary key (measure, at)
)
with (fillfactor = 80);

alter table platform_totals enable row level security;
alter table platform_totals force row level security;
create policy system on platform_totals to app_system using (true);
create policy owner on platform_totals to current_user using (true);
grant select, insert, update, delete on platform_totals to app_system;

-- The requests of each tenant by days of UTC: which tenants are active, and which are the busiest.
create table tenant_days (
    tenant_id uuid not null,
    day date not null,
    requests bigint not null,
    errors bigint not null,
    constraint tenant_days_pkey primary key (day, tenant_id),
    constraint tenant_days_tenant_exists foreign key (tenant_id) references tenants (id)
)
with (fillfactor = 80);

alter table tenant_days enable row level security;
alter table tenant_days force row level security;
create policy system on tenant_days to app_system using (true);
create policy owner on tenant_days to current_user using (true);
grant select, insert, update, delete on tenant_days to app_system;

-- A row for each change of a gauge, at the sample that noticed it. `whole` is the denominator of a share.
create table gauge_samples (
    tenant_id uuid not null default app.tenant(),
    gauge text not null,
    organization_id uuid,
    at timestamptz not null,
    value bigint not null,
    whole bigint,
    constraint gauge_samples_are_unique unique nulls not distinct (tenant_id, gauge, organization_id, at),
    constraint gauge_samples_tenant_exists foreign key (tenant_id) references tenants (id)
);

alter table gauge_samples enable row level security;
alter table gauge_samples force row level security;
create policy read on gauge_samples for select to app using (
    tenant_id = (select app.tenant())
    and ((select app.sees_all()) or organization_id = any ((select app.organizations())::uuid[]))
);
create policy system on gauge_samples to app_system using (true);
create policy owner on gauge_samples to current_user using (true);
grant select on gauge_samples to app;
grant select, insert, update, delete on gauge_samples to app_system;

-- Since when a tenant is sampled, and the last sample.
create table gauge_sampling (
    tenant_id uuid not null default app.tenant(),
    since timestamptz not null,
    through timestamptz not null,
    constraint gauge_sampling_pkey primary key (tenant_id),
    constraint gauge_sampling_tenant_exists foreign key (tenant_id) references tenants (id)
)
with (fillfactor = 50);

alter table gauge_sampling enable row level security;
alter table gauge_sampling force row level security;
create policy read on gauge_sampling for select to app using (tenant_id = (select app.tenant()));
create policy system on gauge_sampling to app_system using (true);
create policy owner on gauge_sampling to current_user using (true);
grant select on gauge_sampling to app;
grant select, insert, update, delete on gauge_sampling to app_system;

-- The people who made a request in a quarter hour.
create table user_activity (
    tenant_id uuid not null default app.tenant(),
    at timestamptz not null,
    user_id uuid not null,
    constraint user_activity_pkey primary key (tenant_id, at, user_id),
    constraint user_activity_tenant_exists foreign key (tenant_id) references tenants (id)
);

alter table user_activity enable row level security;
alter table user_activity force row level security;
create policy read on user_activity for select to app using (
    tenant_id = (select app.tenant()) and (select app.sees_all())
);
create policy system on user_activity to app_system using (true);
create policy owner on user_activity to current_user using (true);
grant select on user_activity to app;
grant select, insert, delete on user_activity to app_system;

-- The processes that count requests. A flush has a number and is applied once; a process that has not flushed for a minute
-- has died, with at most the requests since its last flush.
create table usage_processes (
    id uuid not null,
    last_flush bigint not null,
    flushed_at timestamptz not null,
    constraint usage_processes_pkey primary key (id)
)
with (fillfactor = 50);

alter table usage_processes enable row level security;
alter table usage_processes force row level security;
create policy system on usage_processes to app_system using (true);
create policy owner on usage_processes to current_user using (true);
grant select, insert, update, delete on usage_processes to app_system;
