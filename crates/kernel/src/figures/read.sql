--: Sum(split?, sketches?, added?, taken?)

--! read_totals : Sum
-- Folded rows and changes are read by one statement, so that a change that is being folded is counted once. Hours that a
-- boundary divides are read as quarter hours.
with parts as (
    select measure, at, count, case when measure = any (:sketched::text[]) then sketch end as sketch
    from metric_totals
    where measure = any (:measures::text[]) and minutes = 60 and at >= :since and at < :until
        and at <> all (:split_hours::timestamptz[])
    union all
    select total.measure, total.at, total.count, case when total.measure = any (:sketched::text[]) then total.sketch end
    from unnest(:split_hours::timestamptz[]) as split (hour)
    cross join unnest(:measures::text[]) as wanted (measure)
    join metric_totals as total
        on total.measure = wanted.measure and total.minutes = 15
        and total.at >= split.hour and total.at < split.hour + interval '1 hour'
    where total.at >= :since and total.at < :until
    union all
    select measure, at, count, case when measure = any (:sketched::text[]) then sketch end
    from metric_changes
    where measure = any (:measures::text[]) and at >= :since and at < :until
)
select
    measure, width_bucket(at, :boundaries::timestamptz[]) - 1 as bucket, null::text as split, sum(count)::bigint as count,
    array_agg(sketch) filter (where sketch is not null) as sketches,
    null::double precision[] as added, null::double precision[] as taken
from parts
group by 1, 2
union all
select
    measure, width_bucket(at, :boundaries::timestamptz[]) - 1, null, 0, null,
    array_agg(duration) filter (where count > 0), array_agg(duration) filter (where count < 0)
from metric_changes
cross join unnest(seconds) as duration
where measure = any (:sketched::text[]) and at >= :since and at < :until
group by 1, 2;

--! read_shares (organizations?, first?, second?, third?, dimension?) : Sum
with parts as (
    select
        measure, at, organization_id, dimensions, count, case when measure = any (:sketched::text[]) then sketch end as sketch
    from metric_shares
    where measure = any (:measures::text[]) and at >= :since and at < :until
    union all
    select measure, at, organization_id, dimensions, count, case when measure = any (:sketched::text[]) then sketch end
    from metric_changes
    where measure = any (:measures::text[]) and at >= :since and at < :until
)
select
    measure, width_bucket(at, :boundaries::timestamptz[]) - 1 as bucket,
    case when :by_organization then organization_id::text else dimensions[:dimension] end as split,
    sum(count)::bigint as count, array_agg(sketch) filter (where sketch is not null) as sketches,
    null::double precision[] as added, null::double precision[] as taken
from parts
where (:organizations::uuid[] is null or organization_id = any (:organizations))
    and (:first::text[] is null or dimensions[1] = any (:first))
    and (:second::text[] is null or dimensions[2] = any (:second))
    and (:third::text[] is null or dimensions[3] = any (:third))
group by 1, 2, 3
union all
select
    measure, width_bucket(at, :boundaries::timestamptz[]) - 1,
    case when :by_organization then organization_id::text else dimensions[:dimension] end, 0, null,
    array_agg(duration) filter (where count > 0), array_agg(duration) filter (where count < 0)
from metric_changes
cross join unnest(seconds) as duration
where measure = any (:sketched::text[]) and at >= :since and at < :until
    and (:organizations::uuid[] is null or organization_id = any (:organizations))
    and (:first::text[] is null or dimensions[1] = any (:first))
    and (:second::text[] is null or dimensions[2] = any (:second))
    and (:third::text[] is null or dimensions[3] = any (:third))
group by 1, 2, 3;

--! read_platform_totals : Sum
with parts as (
    select measure, at, count, case when measure = any (:sketched::text[]) then sketch end as sketch
    from platform_totals
    where measure = any (:measures::text[]) and minutes = 60 and at >= :since and at < :until
        and at <> all (:split_hours::timestamptz[])
    union all
    select total.measure, total.at, total.count, case when total.measure = any (:sketched::text[]) then total.sketch end
    from unnest(:split_hours::timestamptz[]) as split (hour)
    cross join unnest(:measures::text[]) as wanted (measure)
    join platform_totals as total
        on total.measure = wanted.measure and total.minutes = 15
        and total.at >= split.hour and total.at < split.hour + interval '1 hour'
    where total.at >= :since and total.at < :until
    union all
    select measure, at, count, case when measure = any (:sketched::text[]) then sketch end
    from metric_changes
    where measure = any (:measures::text[]) and at >= :since and at < :until
)
select
    measure, width_bucket(at, :boundaries::timestamptz[]) - 1 as bucket, null::text as split, sum(count)::bigint as count,
    array_agg(sketch) filter (where sketch is not null) as sketches,
    null::double precision[] as added, null::double precision[] as taken
from parts
group by 1, 2
union all
select
    measure, width_bucket(at, :boundaries::timestamptz[]) - 1, null, 0, null,
    array_agg(duration) filter (where count > 0), array_agg(duration) filter (where count < 0)
from metric_changes
cross join unnest(seconds) as duration
where measure = any (:sketched::text[]) and at >= :since and at < :until
group by 1, 2;

--! count_active_users : (bucket?)
-- The row without a bucket counts everyone once.
with active as materialized (
    select distinct width_bucket(at, :boundaries::timestamptz[]) - 1 as bucket, user_id
    from user_activity
    where at >= :since and at < :until
)
select bucket, count(*) as users
from active
group by bucket
union all
select null, count(distinct user_id)
from active
order by bucket;

--! count_active_tenants
select bucket, count(*) as tenants
from (
    select width_bucket(day::timestamp at time zone 'utc', :boundaries::timestamptz[]) - 1 as bucket, tenant_id
    from tenant_days
    where day >= (:since::timestamptz at time zone 'utc')::date
        and day < (:until::timestamptz at time zone 'utc')::date
        and requests > 0
    union
    select width_bucket(at, :boundaries::timestamptz[]) - 1, tenant_id
    from metric_changes
    where measure = 'api.requests' and at >= :since and at < :until and count > 0
) as active
group by bucket
order by bucket;

--! rank_tenants
with parts as (
    select tenant_id, requests, errors
    from tenant_days
    where day >= :since_day and day < :until_day
    union all
    select
        tenant_id, case measure when 'api.requests' then count else 0 end, case measure when 'api.errors' then count else 0 end
    from metric_changes
    where measure in ('api.requests', 'api.errors')
        and at >= :since_day::date::timestamp at time zone 'utc' and at < :until_day::date::timestamp at time zone 'utc'
), busy as (
    select tenant_id, sum(requests)::bigint as requests, sum(errors)::bigint as errors
    from parts
    group by tenant_id
)
select tenants.id, tenants.name, busy.requests, busy.errors
from busy
join tenants on tenants.id = busy.tenant_id
where busy.requests > 0
order by busy.requests desc, tenants.id
limit :limit;
