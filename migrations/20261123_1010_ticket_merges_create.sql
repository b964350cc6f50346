-- Tickets that were merged into others. A merge can be undone for some time: `former_…` is what the source was before.
create table ticket_merges (
    tenant_id uuid not null default app.tenant(),
    id uuid not null,
    source_id uuid not null,
    target_id uuid not null,
    note text,
    former_status text not null,
    former_scheduled_at timestamptz,
    moved_comments bigint not null,
    moved_time_entries bigint not null,
    moved_attachments bigint not null,
    created_by_kind text not null,
    created_by_id uuid,
    created_at timestamptz not null,
    undo_until timestamptz not null,
    undone_by_kind text,
    undone_by_id uuid,
    undone_at timestamptz,
    version integer not null default 1,
    constraint ticket_merges_pkey primary key (tenant_id, id),
    constraint ticket_merges_source_exists foreign key (tenant_id, source_id) references tickets (tenant_id, id)
        on delete cascade,
    constraint ticket_merges_target_exists foreign key (tenant_id, target_id) references tickets (tenant_id, id)
        on delete cascade,
    constraint ticket_merges_have_two_tickets check (source_id <> target_id)
);

-- A ticket is merged into one other.
create unique index ticket_merges_source_is_unique on ticket_merges (tenant_id, source_id) where undone_at is null;
create index ticket_merges_of_source on ticket_merges (tenant_id, source_id, id);
create index ticket_merges_of_target on ticket_merges (tenant_id, target_id, id);

-- Whoever sees the target sees the merge.
alter table ticket_merges enable row level security;
alter table ticket_merges force row level security;
create policy tenant on ticket_merges to app using (
    tenant_id = (select app.tenant())
    and ((select app.sees_all()) or app.sees_ticket(target_id))
);
create policy owner on ticket_merges to current_user using (true);
grant select, insert, update on ticket_merges to app;

alter table tickets
    add column merged_into_id uuid,
    add column merged_from_ids uuid[] not null default '{}';

-- The merges that have moved a row, the last one at the end. Undoing that one moves the row back.
alter table ticket_comments add column merge_ids uuid[] not null default '{}';
alter table time_entries add column merge_ids uuid[] not null default '{}';
alter table attachments add column merge_ids uuid[] not null default '{}';
grant update (ticket_id, merge_ids) on ticket_comments to app;

-- The totals of tickets whose entries move to another ticket, with what the entries had before. If the duration changes in the
-- same statement, `app.sum_time` adds the difference to the new ticket.
create function app.move_time() returns trigger
language plpgsql
as $$
begin
    update tickets
    set
        worked_seconds = tickets.worked_seconds + moved.worked,
        billable_seconds = tickets.billable_seconds + moved.billed
    from (
        select
            part.tenant_id, part.ticket_id, sum(part.seconds)::bigint as worked,
            sum(case when part.billable then part.seconds else 0 end)::bigint as billed
        from (
            select before.tenant_id, before.ticket_id, -coalesce(before.duration_seconds, 0) as seconds, before.billable
            from old_entries as before
            join new_entries as after on after.tenant_id = before.tenant_id and after.id = before.id
            where after.ticket_id <> before.ticket_id
            union all
            select before.tenant_id, after.ticket_id, coalesce(before.duration_seconds, 0) as seconds, before.billable
            from old_entries as before
            join new_entries as after on after.tenant_id = before.tenant_id and after.id = before.id
            where after.ticket_id <> before.ticket_id
        ) as part
        group by part.tenant_id, part.ticket_id
    ) as moved
    where tickets.tenant_id = moved.tenant_id and tickets.id = moved.ticket_id;
    return null;
end
$$;

create trigger time_entries_take_their_time_along
after update on time_entries
referencing old table as old_entries new table as new_entries
for each statement execute function app.move_time();

-- A comment that has moved is found as a part of its new ticket, and no longer as one of the former ticket.
create function app.forget_moved_comment() returns trigger
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
set enable_seqscan = off
as $$
begin
    delete from search_entries as known
    where
        known.tenant_id = old.tenant_id and known.type = 'ticket' and known.id = old.ticket_id and known.part = old.id;
    return null;
end
$$;

revoke all on function app.forget_moved_comment from public;
grant create on schema app to app_definer;
alter function app.forget_moved_comment owner to app_definer;
revoke create on schema app from app_definer;

create trigger ticket_comments_leave_their_ticket
after update of ticket_id on ticket_comments
for each row when (new.ticket_id <> old.ticket_id)
execute function app.forget_moved_comment();

create or replace view ticket_details with (security_invoker = true) as
select
    id, number, subject, description, type, status, priority, source, organization_id, requester_id,
    coalesce((select contacts.name from contacts where contacts.id = requester_id), requester_name) as requester_name,
    coalesce((select contacts.emails[1] from contacts where contacts.id = requester_id), requester_email)
        as requester_email,
    assignee_id, tags, device_ids, custom_fields, external_system, external_id, dedup_key, dedup_count, dedup_first_at,
    dedup_last_at, resolution_code, resolution_notes, comments, worked_seconds, billable_seconds, created_by_kind,
    created_by_id, created_at, updated_at, resolved_at, closed_at, closes_at, scheduled_at, sla_version, sla_policy_id,
    sla_check_at, response_elapsed_seconds, response_counted_until, response_running, response_stopped_at,
    response_at_risk_at, response_breached_at, response_due_at, resolution_elapsed_seconds, resolution_counted_until,
    resolution_running, resolution_stopped_at, resolution_at_risk_at, resolution_breached_at, resolution_due_at, version,
    parent_id, merged_into_id, merged_from_ids
from tickets;
