-- Totals by hour beside those by quarter hour: a year is read from a quarter of the rows. Quarter hours are still needed for
-- time zones whose days do not begin at full hours of UTC.
alter table metric_totals
    add column minutes smallint not null default 15,
    add constraint metric_totals_minutes_are_known check (minutes in (15, 60)),
    drop constraint metric_totals_pkey,
    add constraint metric_totals_pkey primary key (tenant_id, measure, minutes, at);
alter table metric_totals
    alter column minutes drop default;

alter table platform_totals
    add column minutes smallint not null default 15,
    add constraint platform_totals_minutes_are_known check (minutes in (15, 60)),
    drop constraint platform_totals_pkey,
    add constraint platform_totals_pkey primary key (measure, minutes, at);
alter table platform_totals
    alter column minutes drop default;

-- PostgreSQL cannot merge sketches: the hours that exist get their durations from `tenant-control analytics rebuild`.
insert into metric_totals (tenant_id, measure, minutes, at, count)
select tenant_id, measure, 60, date_bin('1 hour', at, 'epoch'), sum(count)
from metric_totals
group by 1, 2, 4;

insert into platform_totals (measure, minutes, at, count)
select measure, 60, date_bin('1 hour', at, 'epoch'), sum(count)
from platform_totals
group by 1, 3;

-- The levels of a tenant as a whole: a row for each sample that changed a level of any of its organizations.
create table gauge_totals (
    tenant_id uuid not null default app.tenant(),
    gauge text not null,
    at timestamptz not null,
    value bigint not null,
    whole bigint,
    constraint gauge_totals_pkey primary key (tenant_id, gauge, at),
    constraint gauge_totals_tenant_exists foreign key (tenant_id) references tenants (id)
);

alter table gauge_totals enable row level security;
alter table gauge_totals force row level security;
create policy read on gauge_totals for select to app using (
    tenant_id = (select app.tenant()) and (select app.sees_all())
);
create policy system on gauge_totals to app_system using (true);
create policy owner on gauge_totals to current_user using (true);
grant select on gauge_totals to app;
grant select, insert, update, delete on gauge_totals to app_system;

insert into gauge_totals (tenant_id, gauge, at, value, whole)
select sampled.tenant_id, sampled.gauge, sampled.at, sum(level.value), sum(level.whole)
from (
    select distinct tenant_id, gauge, at
    from gauge_samples
) as sampled
join gauge_levels as known on known.tenant_id = sampled.tenant_id and known.gauge = sampled.gauge
cross join lateral (
    select value, whole
    from gauge_samples
    where gauge_samples.tenant_id = sampled.tenant_id and gauge_samples.gauge = sampled.gauge
        and gauge_samples.organization_key = known.organization_key and gauge_samples.at <= sampled.at
    order by gauge_samples.at desc
    limit 1
) as level
group by sampled.tenant_id, sampled.gauge, sampled.at;
