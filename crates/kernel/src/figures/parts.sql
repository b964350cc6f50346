--! share_sketches (organization_ids[?])
-- An array of arrays cannot be unnested: dimensions are sent as the text of an array.
select part.number, share.sketch
from unnest(
    :tenant_ids::uuid[], :measures::text[], :ats::timestamptz[], :organization_ids::uuid[], :dimensions::text[]
) with ordinality as part (tenant_id, measure, at, organization_id, dimensions, number)
join metric_shares as share
    on share.tenant_id = part.tenant_id and share.measure = part.measure and share.at = part.at
    and share.organization_key = coalesce(part.organization_id, '00000000-0000-0000-0000-000000000000'::uuid)
    and share.dimensions = part.dimensions::text[]
where share.sketch is not null;

--! add_shares (organization_ids[?], sketches[?])
-- A sketch is already merged with the stored one.
with added as (
    insert into metric_shares (tenant_id, measure, at, organization_id, dimensions, count, sketch)
    select part.tenant_id, part.measure, part.at, part.organization_id, part.dimensions::text[], part.count, part.sketch
    from unnest(
        :tenant_ids::uuid[], :measures::text[], :ats::timestamptz[], :organization_ids::uuid[], :dimensions::text[],
        :counts::bigint[], :sketches::bytea[]
    ) as part (tenant_id, measure, at, organization_id, dimensions, count, sketch)
    on conflict (tenant_id, measure, at, organization_key, dimensions) do update
    set count = metric_shares.count + excluded.count, sketch = coalesce(excluded.sketch, metric_shares.sketch)
    returning 1
)
select count(*) as added from added;

--! total_sketches
select part.number, total.sketch
from unnest(:tenant_ids::uuid[], :measures::text[], :minutes::smallint[], :ats::timestamptz[]) with ordinality
    as part (tenant_id, measure, minutes, at, number)
join metric_totals as total
    on total.tenant_id = part.tenant_id and total.measure = part.measure and total.minutes = part.minutes
    and total.at = part.at
where total.sketch is not null;

--! add_totals (sketches[?])
with added as (
    insert into metric_totals (tenant_id, measure, minutes, at, count, sketch)
    select tenant_id, measure, minutes, at, count, sketch
    from unnest(
        :tenant_ids::uuid[], :measures::text[], :minutes::smallint[], :ats::timestamptz[], :counts::bigint[],
        :sketches::bytea[]
    ) as part (tenant_id, measure, minutes, at, count, sketch)
    on conflict (tenant_id, measure, minutes, at) do update
    set count = metric_totals.count + excluded.count, sketch = coalesce(excluded.sketch, metric_totals.sketch)
    returning 1
)
select count(*) as added from added;

--! platform_sketches
select part.number, total.sketch
from unnest(:measures::text[], :minutes::smallint[], :ats::timestamptz[]) with ordinality
    as part (measure, minutes, at, number)
join platform_totals as total
    on total.measure = part.measure and total.minutes = part.minutes and total.at = part.at
where total.sketch is not null;

--! add_platform_totals (sketches[?])
with added as (
    insert into platform_totals (measure, minutes, at, count, sketch)
    select measure, minutes, at, count, sketch
    from unnest(:measures::text[], :minutes::smallint[], :ats::timestamptz[], :counts::bigint[], :sketches::bytea[])
        as part (measure, minutes, at, count, sketch)
    on conflict (measure, minutes, at) do update
    set count = platform_totals.count + excluded.count, sketch = coalesce(excluded.sketch, platform_totals.sketch)
    returning 1
)
select count(*) as added from added;

--! add_tenant_days
with added as (
    insert into tenant_days (tenant_id, day, requests, errors)
    select
        tenant_id, (at at time zone 'utc')::date,
        coalesce(sum(count) filter (where measure = 'api.requests'), 0),
        coalesce(sum(count) filter (where measure = 'api.errors'), 0)
    from unnest(:tenant_ids::uuid[], :measures::text[], :ats::timestamptz[], :counts::bigint[])
        as part (tenant_id, measure, at, count)
    where measure in ('api.requests', 'api.errors')
    group by tenant_id, (at at time zone 'utc')::date
    on conflict (tenant_id, day) do update
    set requests = tenant_days.requests + excluded.requests, errors = tenant_days.errors + excluded.errors
    returning 1
)
select count(*) as added from added;
