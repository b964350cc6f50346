--! try_lock
-- The tables of folded changes are written by one process at a time.
select pg_try_advisory_xact_lock(hashtextextended('metrics.fold', 0)) as locked;

--! wait_for_lock
select count(*) as locked
from pg_advisory_xact_lock(hashtextextended('metrics.fold', 0));

--! take_changes : (organization_id?, seconds?, sketch?)
with oldest as (
    select tenant_id, id
    from metric_changes
    order by id
    limit :most
)
delete from metric_changes as change
using oldest
where change.tenant_id = oldest.tenant_id and change.id = oldest.id
returning
    change.tenant_id, change.measure, change.at, change.organization_id, change.dimensions::text as dimensions,
    change.count, change.seconds, change.sketch;
