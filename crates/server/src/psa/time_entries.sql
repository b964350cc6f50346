--: TimeEntryRow(organization_id?, ended_at?, duration_seconds?, note?, billing_run?, created_by_id?)

--! lock_ticket_to_work_on : (organization_id?)
-- Whoever changes entries locks their ticket first, as does a change of the ticket's organization.
select id, organization_id, status
from tickets
where id = :id
for no key update;

--! lock_time_entry : TimeEntryRow
-- The ticket is locked first. No row: a merge has moved the entry to another ticket meanwhile, or it does not exist.
with ticket as materialized (
    select id
    from tickets
    where id = (select ticket_id from time_entries where time_entries.id = :id)
    for no key update
)
select
    entry.id, entry.ticket_id, entry.organization_id, entry.user_id, entry.started_at, entry.ended_at,
    entry.duration_seconds, entry.billable, entry.rate_class, entry.note, entry.billing_run, entry.created_by_kind,
    entry.created_by_id, entry.created_at, entry.updated_at, entry.version
from ticket
join time_entries as entry on entry.ticket_id = ticket.id and entry.id = :id
for update of entry;

--! get_time_entry : TimeEntryRow
select
    id, ticket_id, organization_id, user_id, started_at, ended_at, duration_seconds, billable, rate_class, note,
    billing_run, created_by_kind, created_by_id, created_at, updated_at, version
from time_entries
where id = :id;

--! running_time_entry : TimeEntryRow
select
    id, ticket_id, organization_id, user_id, started_at, ended_at, duration_seconds, billable, rate_class, note,
    billing_run, created_by_kind, created_by_id, created_at, updated_at, version
from time_entries
where user_id = :user_id and ended_at is null;

--! overlapping_time_entries
-- In the order of the index that begins with the first entry that ends after the start of this one. A timer that runs is
-- taken to end at `until`.
select other.id
from time_entries as own
join time_entries as other
    on other.user_id = own.user_id
    and other.id <> own.id
    and other.started_at < coalesce(own.ended_at, greatest(:until::timestamptz, own.started_at))
    and other.busy_until > own.started_at
where own.id = :id
order by other.busy_until, other.id
limit :limit;

--! time_entries_within
-- The same for an entry that is not stored as this.
select id
from time_entries
where user_id = :user_id and id <> :id and started_at < :until and busy_until > :started_at
order by busy_until, id
limit :limit;

--! create_time_entry (organization_id?, ended_at?, note?, created_by_id?) : TimeEntryRow
insert into time_entries (
    id, ticket_id, organization_id, user_id, started_at, ended_at, billable, rate_class, note, created_by_kind,
    created_by_id, created_at, updated_at
)
values (
    :id, :ticket_id, :organization_id, :user_id, :started_at, :ended_at, :billable, :rate_class, :note, :created_by_kind,
    :created_by_id, :now, :now
)
returning
    id, ticket_id, organization_id, user_id, started_at, ended_at, duration_seconds, billable, rate_class, note,
    billing_run, created_by_kind, created_by_id, created_at, updated_at, version;

--! update_time_entry (ended_at?, note?) : TimeEntryRow
update time_entries
set
    user_id = :user_id,
    started_at = :started_at,
    ended_at = :ended_at,
    billable = :billable,
    rate_class = :rate_class,
    note = :note,
    updated_at = :now,
    version = version + 1
where id = :id
returning
    id, ticket_id, organization_id, user_id, started_at, ended_at, duration_seconds, billable, rate_class, note,
    billing_run, created_by_kind, created_by_id, created_at, updated_at, version;

--! delete_time_entry
delete from time_entries
where id = :id
returning id;

-- Lists are planned for their parameters every time (`Tenant::planned_anew`): conditions on absent parameters vanish, and
-- PostgreSQL walks along the index for the rest.

--! latest_time_entries (ticket_id?, user_id?, billable?, rate_class?, locked?, running?, billing_run?) : TimeEntryRow
select
    id, ticket_id, organization_id, user_id, started_at, ended_at, duration_seconds, billable, rate_class, note,
    billing_run, created_by_kind, created_by_id, created_at, updated_at, version
from time_entries
where
    (started_at, id) < (:beyond_at::timestamptz, :beyond::uuid)
    and started_at >= :since::timestamptz
    and started_at < :until::timestamptz
    and (:ticket_id::uuid is null or ticket_id = :ticket_id)
    and (:user_id::uuid is null or user_id = :user_id)
    and (:billable::boolean is null or billable = :billable)
    and (:rate_class::text is null or rate_class = :rate_class)
    and (:locked::boolean is null or (billing_run is not null) = :locked)
    and (:running::boolean is null or (ended_at is null) = :running)
    and (:billing_run::text is null or billing_run = :billing_run)
order by started_at desc, id desc
limit :limit;

--! latest_time_entries_of_organizations (ticket_id?, user_id?, billable?, rate_class?, locked?, running?, billing_run?) : TimeEntryRow
select
    found.id, found.ticket_id, found.organization_id, found.user_id, found.started_at, found.ended_at,
    found.duration_seconds, found.billable, found.rate_class, found.note, found.billing_run,
    found.created_by_kind, found.created_by_id, found.created_at, found.updated_at, found.version
from unnest(:organization_ids::uuid[]) as organization (id)
cross join lateral (
    select
        entry.id, entry.ticket_id, entry.organization_id, entry.user_id, entry.started_at, entry.ended_at,
        entry.duration_seconds, entry.billable, entry.rate_class, entry.note, entry.billing_run,
        entry.created_by_kind, entry.created_by_id, entry.created_at, entry.updated_at, entry.version
    from time_entries as entry
    where
        entry.organization_id = organization.id
        and (entry.started_at, entry.id) < (:beyond_at::timestamptz, :beyond::uuid)
        and entry.started_at >= :since::timestamptz
        and entry.started_at < :until::timestamptz
        and (:ticket_id::uuid is null or entry.ticket_id = :ticket_id)
        and (:user_id::uuid is null or entry.user_id = :user_id)
        and (:billable::boolean is null or entry.billable = :billable)
        and (:rate_class::text is null or entry.rate_class = :rate_class)
        and (:locked::boolean is null or (entry.billing_run is not null) = :locked)
        and (:running::boolean is null or (entry.ended_at is null) = :running)
        and (:billing_run::text is null or entry.billing_run = :billing_run)
    order by entry.started_at desc, entry.id desc
    limit :limit
) as found
order by found.started_at desc, found.id desc
limit :limit;
