--! rebuilt_since
-- From a full hour on. A measure whose rows are not kept at all has no such time.
select known.measure, date_bin('1 hour', greatest(known.since, :earliest) + interval '1 hour', 'epoch') as since
from (
    select measure, app.rebuild_since(measure) as since
    from unnest(:measures::text[]) as measure
) as known
where known.since < 'infinity';

--! expected_shares : (organization_id?, seconds?)
select
    expected.measure, expected.at, expected.organization_id, expected.dimensions::text as dimensions, expected.count,
    expected.seconds
from app.rebuild_measures(:tenant_id) as expected
join unnest(:measures::text[], :sinces::timestamptz[]) as rebuilt (measure, since) on rebuilt.measure = expected.measure
where expected.at >= rebuilt.since;

--! kept_shares : (organization_id?, sketch?)
select share.measure, share.at, share.organization_id, share.dimensions::text as dimensions, share.count, share.sketch
from unnest(:measures::text[], :sinces::timestamptz[]) as rebuilt (measure, since)
join metric_shares as share
    on share.tenant_id = :tenant_id and share.measure = rebuilt.measure and share.at >= rebuilt.since;

--! kept_totals : (sketch?)
select total.measure, total.minutes, total.at, total.count, total.sketch
from unnest(:measures::text[], :sinces::timestamptz[]) as rebuilt (measure, since)
join metric_totals as total
    on total.tenant_id = :tenant_id and total.measure = rebuilt.measure and total.at >= rebuilt.since;

--! kept_changes : (organization_id?, seconds?, sketch?)
select
    change.measure, change.at, change.organization_id, change.dimensions::text as dimensions, change.count,
    change.seconds, change.sketch
from unnest(:measures::text[], :sinces::timestamptz[]) as rebuilt (measure, since)
join metric_changes as change
    on change.tenant_id = :tenant_id and change.measure = rebuilt.measure and change.at >= rebuilt.since;

--! remove_kept
with rebuilt as materialized (
    select measure, since
    from unnest(:measures::text[], :sinces::timestamptz[]) as rebuilt (measure, since)
), shares as (
    delete from metric_shares
    using rebuilt
    where metric_shares.tenant_id = :tenant_id and metric_shares.measure = rebuilt.measure
        and metric_shares.at >= rebuilt.since
    returning 1
), totals as (
    delete from metric_totals
    using rebuilt
    where metric_totals.tenant_id = :tenant_id and metric_totals.measure = rebuilt.measure
        and metric_totals.at >= rebuilt.since
    returning 1
), changes as (
    delete from metric_changes
    using rebuilt
    where metric_changes.tenant_id = :tenant_id and metric_changes.measure = rebuilt.measure
        and metric_changes.at >= rebuilt.since
    returning 1
)
select
    (select count(*) from shares) as shares, (select count(*) from totals) as totals,
    (select count(*) from changes) as changes;
