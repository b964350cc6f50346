-- Who worked how long on a ticket. An entry without an end is a running timer.
create table time_entries (
    tenant_id uuid not null default app.tenant(),
    id uuid not null,
    ticket_id uuid not null,
    organization_id uuid,
    user_id uuid not null,
    started_at timestamptz not null,
    ended_at timestamptz,
    -- Whole seconds; null while the timer runs.
    duration_seconds bigint generated always as (floor(extract(epoch from ended_at - started_at))::bigint) stored,
    -- A running timer overlaps everything after its start.
    busy_until timestamptz not null generated always as (coalesce(ended_at, 'infinity'::timestamptz)) stored,
    billable boolean not null,
    rate_class text collate "C" not null,
    note text,
    -- An entry that a billing run contains is locked.
    billing_run text collate "C",
    created_by_kind text not null,
    created_by_id uuid,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version integer not null default 1,
    constraint time_entries_pkey primary key (tenant_id, id),
    constraint time_entries_ticket_exists foreign key (tenant_id, ticket_id) references tickets (tenant_id, id),
    constraint time_entries_user_exists foreign key (tenant_id, user_id) references users (tenant_id, id),
    constraint time_entries_end_after_their_start check (ended_at >= started_at),
    constraint time_entries_rate_class_has_a_length check (length(rate_class) between 1 and 50),
    constraint time_entries_billed_have_ended check (billing_run is null or ended_at is not null)
);

create unique index time_entries_user_has_one_timer on time_entries (tenant_id, user_id) where ended_at is null;

-- A list is in the order of one of these. What a policy reads is included, as in the indexes of tickets.
create index time_entries_by_start on time_entries (tenant_id, started_at, id) include (organization_id);
create index time_entries_of_organization on time_entries (tenant_id, organization_id, started_at, id);
create index time_entries_of_ticket on time_entries (tenant_id, ticket_id, started_at, id) include (organization_id);
create index time_entries_of_user on time_entries (tenant_id, user_id, started_at, id) include (organization_id);
create index time_entries_of_billing_run on time_entries (tenant_id, billing_run, started_at, id)
    include (organization_id) where billing_run is not null;
create index time_entries_to_bill on time_entries (tenant_id, id) include (organization_id, started_at)
    where billing_run is null and ended_at is not null;
create index time_entries_that_overlap on time_entries (tenant_id, user_id, busy_until, started_at);

alter table time_entries enable row level security;
alter table time_entries force row level security;
create policy tenant on time_entries to app using (
    tenant_id = (select app.tenant())
    and ((select app.sees_all()) or organization_id = any ((select app.organizations())::uuid[]))
);
create policy system on time_entries for select to app_system using (true);
create policy owner on time_entries to current_user using (true);
grant select, insert, update, delete on time_entries to app;
grant select on time_entries to app_system;

-- The totals of a ticket, without timers that run.
alter table tickets
    add column worked_seconds bigint not null default 0,
    add column billable_seconds bigint not null default 0;

-- Nobody has changed the ticket: `version` and `updated_at` stay. The row of the ticket is locked by the sum, so totals are
-- exact whoever else changes entries.
create function app.sum_time() returns trigger
language plpgsql
as $$
declare
    worked bigint := 0;
    billed bigint := 0;
begin
    if tg_op in ('UPDATE', 'DELETE') then
        worked := worked - coalesce(old.duration_seconds, 0);
        billed := billed - case when old.billable then coalesce(old.duration_seconds, 0) else 0 end;
    end if;
    if tg_op in ('INSERT', 'UPDATE') then
        worked := worked + coalesce(new.duration_seconds, 0);
        billed := billed + case when new.billable then coalesce(new.duration_seconds, 0) else 0 end;
    end if;
    if worked <> 0 or billed <> 0 then
        update tickets
        set worked_seconds = worked_seconds + worked, billable_seconds = billable_seconds + billed
        where
            tenant_id = case tg_op when 'DELETE' then old.tenant_id else new.tenant_id end
            and id = case tg_op when 'DELETE' then old.ticket_id else new.ticket_id end;
    end if;
    return null;
end
$$;

create trigger time_entries_are_summed
after insert or delete on time_entries
for each row execute function app.sum_time();

create trigger time_entries_are_summed_anew
after update on time_entries
for each row
when (old.duration_seconds is distinct from new.duration_seconds or old.billable <> new.billable)
execute function app.sum_time();

-- The ids of deleted entries: the logs of these may name a person whose contact is erased.
create table time_entry_tombstones (
    tenant_id uuid not null default app.tenant(),
    ticket_id uuid not null,
    id uuid not null,
    constraint time_entry_tombstones_pkey primary key (tenant_id, ticket_id, id),
    constraint time_entry_tombstones_ticket_exists foreign key (tenant_id, ticket_id) references tickets (tenant_id, id)
        on delete cascade
);

alter table time_entry_tombstones enable row level security;
alter table time_entry_tombstones force row level security;
create policy tenant on time_entry_tombstones to app using (tenant_id = (select app.tenant()));
create policy owner on time_entry_tombstones to current_user using (true);
grant select, insert on time_entry_tombstones to app;

create function app.note_deleted_time() returns trigger
language plpgsql
as $$
begin
    insert into time_entry_tombstones (tenant_id, ticket_id, id)
    values (old.tenant_id, old.ticket_id, old.id);
    return null;
end
$$;

create trigger time_entries_deletion_is_noted
after delete on time_entries
for each row execute function app.note_deleted_time();
