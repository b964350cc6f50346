--! lock_sampling
select pg_try_advisory_xact_lock(hashtextextended('metrics.sample', 0)) as locked;

--! last_sampling : (through?)
select max(through) as through
from gauge_sampling;

--! sample_gauge
-- An organization that has no level any more has the level 0.
with compared as materialized (
    select
        coalesce(level.tenant_id, last.tenant_id) as tenant_id,
        coalesce(level.organization_id, last.organization_id) as organization_id,
        coalesce(level.value, 0) as value,
        case when level.tenant_id is null then last.whole * 0 else level.whole end as whole,
        last.tenant_id is not null as was_known, last.value as last_value, last.whole as last_whole
    from app.gauge(:gauge) as level
    full join (
        select tenant_id, organization_id, organization_key, value, whole
        from gauge_levels
        where gauge = :gauge
    ) as last
        on last.tenant_id = level.tenant_id
        and last.organization_key = coalesce(level.organization_id, '00000000-0000-0000-0000-000000000000'::uuid)
), changed as materialized (
    select tenant_id, organization_id, value, whole
    from compared
    where not was_known or value <> last_value or whole is distinct from last_whole
), kept as (
    insert into gauge_levels (tenant_id, gauge, organization_id, value, whole)
    select tenant_id, :gauge, organization_id, value, whole
    from changed
    on conflict (tenant_id, gauge, organization_key) do update
    set value = excluded.value, whole = excluded.whole
), added_up as (
    insert into gauge_totals (tenant_id, gauge, at, value, whole)
    select tenant_id, :gauge, :now, sum(value), sum(whole)
    from compared
    where tenant_id in (select tenant_id from changed)
    group by tenant_id
    on conflict (tenant_id, gauge, at) do update
    set value = excluded.value, whole = excluded.whole
), sampled as (
    insert into gauge_samples (tenant_id, gauge, organization_id, at, value, whole)
    select tenant_id, :gauge, organization_id, :now, value, whole
    from changed
    on conflict (tenant_id, gauge, organization_key, at) do update
    set value = excluded.value, whole = excluded.whole
    returning 1
)
select count(*) as sampled from sampled;

--! finish_sampling
with sampled as (
    insert into gauge_sampling (tenant_id, since, through)
    select id, :now, :now
    from tenants
    on conflict (tenant_id) do update
    set
        since = least(gauge_sampling.since, excluded.since),
        through = greatest(gauge_sampling.through, excluded.through)
    returning 1
)
select count(*) as tenants from sampled;

--! read_level_totals : (whole?)
-- The last sample of the tenant at or before the end of each bucket. A gauge without a sample is 0.
select
    wanted.gauge, ended.number - 1 as bucket, coalesce(sample.value, 0) as value, sample.whole
from gauge_sampling
cross join unnest(:gauges::text[]) as wanted (gauge)
cross join unnest(:ends::timestamptz[]) with ordinality as ended (at, number)
left join lateral (
    select value, whole
    from gauge_totals
    where gauge_totals.gauge = wanted.gauge and gauge_totals.at <= ended.at
    order by gauge_totals.at desc
    limit 1
) as sample on true
where ended.at >= gauge_sampling.since
order by 1, 2;

--! read_samples (organizations?) : (organization_id?, whole?)
-- The last sample of each organization at or before the end of each bucket. A gauge that no organization has a level of is 0.
select
    wanted.gauge, ended.number - 1 as bucket,
    case when :by_organization then known.organization_id end as organization_id,
    coalesce(sum(sample.value), 0)::bigint as value, sum(sample.whole)::bigint as whole
from gauge_sampling
cross join unnest(:gauges::text[]) as wanted (gauge)
cross join unnest(:ends::timestamptz[]) with ordinality as ended (at, number)
left join gauge_levels as known
    on known.gauge = wanted.gauge and (:organizations::uuid[] is null or known.organization_id = any (:organizations))
left join lateral (
    select value, whole
    from gauge_samples
    where gauge_samples.gauge = known.gauge and gauge_samples.organization_key = known.organization_key
        and gauge_samples.at <= ended.at
    order by gauge_samples.at desc
    limit 1
) as sample on true
where ended.at >= gauge_sampling.since
group by 1, 2, 3
having count(sample.value) > 0 or not :by_organization
order by 1, 2, 3;

--! read_levels (organizations?) : (organization_id?, whole?)
select
    wanted.gauge, case when :by_organization then level.organization_id end as organization_id,
    sum(level.value)::bigint as value, sum(level.whole)::bigint as whole
from unnest(:gauges::text[]) as wanted (gauge)
cross join lateral app.gauge(wanted.gauge) as level
where :organizations::uuid[] is null or level.organization_id = any (:organizations)
group by 1, 2
order by 1, 2;
