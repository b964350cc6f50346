--: BillingRunRow(organization_id?, created_by_id?)

--! begin_billing_run (organization_id?, created_by_id?)
-- No row: a run with this name exists. Of two requests with the same name one waits for the other.
insert into billing_runs (
    id, name, organization_id, until, totals, created_by_kind, created_by_id, created_at
)
values (:id, :name, :organization_id, :until, '[]', :created_by_kind, :created_by_id, :now)
on conflict (tenant_id, name) do nothing
returning id;

--! get_billing_run : BillingRunRow
select id, name, organization_id, until, totals, created_by_kind, created_by_id, created_at
from billing_runs
where name = :name;

--! bill_time_entries (organization_id?) : (organization_id?)
-- The next entries, up to a limit, and what they amount to. In the order of a ticket that moves, which also locks several.
with due as (
    select id
    from time_entries
    where
        billing_run is null
        and ended_at is not null
        and started_at < :until
        and (:organization_id::uuid is null or organization_id = :organization_id)
    order by id
    limit :limit
    for update
), billed as (
    update time_entries
    set billing_run = :name, updated_at = :now, version = version + 1
    from due
    where time_entries.id = due.id
    returning
        time_entries.organization_id, time_entries.rate_class, time_entries.billable, time_entries.duration_seconds
)
select
    organization_id, rate_class, count(*) as entries,
    coalesce(sum(duration_seconds) filter (where billable), 0)::bigint as billable_seconds,
    coalesce(sum(duration_seconds), 0)::bigint as seconds
from billed
group by organization_id, rate_class;

--! end_billing_run : BillingRunRow
update billing_runs
set totals = :totals
where id = :id
returning id, name, organization_id, until, totals, created_by_kind, created_by_id, created_at;
