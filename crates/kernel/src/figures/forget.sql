--! forget_shares
-- The index leads from each tenant and measure to the next, and to the oldest rows of each.
with recursive kinds (tenant_id, measure) as (
    (
        select tenant_id, measure
        from metric_shares
        order by tenant_id, measure
        limit 1
    )
    union all
    select next.tenant_id, next.measure
    from kinds
    cross join lateral (
        select share.tenant_id, share.measure
        from metric_shares as share
        where (share.tenant_id, share.measure) > (kinds.tenant_id, kinds.measure)
        order by share.tenant_id, share.measure
        limit 1
    ) as next
), old as (
    select share.place
    from kinds
    cross join lateral (
        select share.ctid as place
        from metric_shares as share
        where share.tenant_id = kinds.tenant_id and share.measure = kinds.measure
            and share.at < case when kinds.measure like 'api.%' then :api_before else :before::timestamptz end
        limit :most
    ) as share
    limit :most
), forgotten as (
    delete from metric_shares
    where ctid = any (array(select place from old))
    returning 1
)
select count(*) as forgotten from forgotten;

--! forget_totals
with recursive kinds (tenant_id, measure, minutes) as (
    (
        select tenant_id, measure, minutes
        from metric_totals
        order by tenant_id, measure, minutes
        limit 1
    )
    union all
    select next.tenant_id, next.measure, next.minutes
    from kinds
    cross join lateral (
        select total.tenant_id, total.measure, total.minutes
        from metric_totals as total
        where (total.tenant_id, total.measure, total.minutes) > (kinds.tenant_id, kinds.measure, kinds.minutes)
        order by total.tenant_id, total.measure, total.minutes
        limit 1
    ) as next
), old as (
    select total.place
    from kinds
    cross join lateral (
        select total.ctid as place
        from metric_totals as total
        where total.tenant_id = kinds.tenant_id and total.measure = kinds.measure and total.minutes = kinds.minutes
            and total.at < :before
        limit :most
    ) as total
    limit :most
), forgotten as (
    delete from metric_totals
    where ctid = any (array(select place from old))
    returning 1
)
select count(*) as forgotten from forgotten;

--! forget_platform_totals
with recursive kinds (measure, minutes) as (
    (
        select measure, minutes
        from platform_totals
        order by measure, minutes
        limit 1
    )
    union all
    select next.measure, next.minutes
    from kinds
    cross join lateral (
        select total.measure, total.minutes
        from platform_totals as total
        where (total.measure, total.minutes) > (kinds.measure, kinds.minutes)
        order by total.measure, total.minutes
        limit 1
    ) as next
), old as (
    select total.place
    from kinds
    cross join lateral (
        select total.ctid as place
        from platform_totals as total
        where total.measure = kinds.measure and total.minutes = kinds.minutes and total.at < :before
        limit :most
    ) as total
    limit :most
), forgotten as (
    delete from platform_totals
    where ctid = any (array(select place from old))
    returning 1
)
select count(*) as forgotten from forgotten;

--! forget_days
with old as (
    select ctid as place
    from tenant_days
    where day < (:before::timestamptz at time zone 'utc')::date
    limit :most
), forgotten as (
    delete from tenant_days
    where ctid = any (array(select place from old))
    returning 1
)
select count(*) as forgotten from forgotten;

--! forget_activity
with old as (
    select activity.place
    from tenants
    cross join lateral (
        select user_activity.ctid as place
        from user_activity
        where user_activity.tenant_id = tenants.id and user_activity.at < :before
        limit :most
    ) as activity
    limit :most
), forgotten as (
    delete from user_activity
    where ctid = any (array(select place from old))
    returning 1
)
select count(*) as forgotten from forgotten;

--! forget_samples
-- The last sample before that time is the level at that time.
with old as (
    select sample.place
    from gauge_levels as known
    cross join lateral (
        select max(gauge_samples.at) as at
        from gauge_samples
        where gauge_samples.tenant_id = known.tenant_id and gauge_samples.gauge = known.gauge
            and gauge_samples.organization_key = known.organization_key and gauge_samples.at <= :before
    ) as last
    cross join lateral (
        select gauge_samples.ctid as place
        from gauge_samples
        where gauge_samples.tenant_id = known.tenant_id and gauge_samples.gauge = known.gauge
            and gauge_samples.organization_key = known.organization_key and gauge_samples.at < last.at
        limit :most
    ) as sample
    limit :most
), shortened as (
    update gauge_sampling
    set since = :before
    where since < :before
), forgotten as (
    delete from gauge_samples
    where ctid = any (array(select place from old))
    returning 1
)
select count(*) as forgotten from forgotten;

--! forget_level_totals
with old as (
    select sample.place
    from (
        select distinct tenant_id, gauge
        from gauge_levels
    ) as known
    cross join lateral (
        select max(gauge_totals.at) as at
        from gauge_totals
        where gauge_totals.tenant_id = known.tenant_id and gauge_totals.gauge = known.gauge and gauge_totals.at <= :before
    ) as last
    cross join lateral (
        select gauge_totals.ctid as place
        from gauge_totals
        where gauge_totals.tenant_id = known.tenant_id and gauge_totals.gauge = known.gauge and gauge_totals.at < last.at
        limit :most
    ) as sample
    limit :most
), forgotten as (
    delete from gauge_totals
    where ctid = any (array(select place from old))
    returning 1
)
select count(*) as forgotten from forgotten;
