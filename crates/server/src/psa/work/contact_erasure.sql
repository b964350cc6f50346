--! merged_ids
select merged_ids
from contacts
where id = :contact_id;

--! adopt_tickets (organization_id?)
-- Tickets from before there were contacts have the name and address of their requester.
with adopted as (
    insert into ticket_requesters (contact_id, ticket_id)
    select :contact_id, tickets.id
    from tickets
    where
        tickets.requester_id is null
        and tickets.organization_id is not distinct from :organization_id::uuid
        and lower(tickets.requester_email) = any (:addresses)
    on conflict (tenant_id, contact_id, ticket_id) do nothing
    returning ticket_id
)
select count(*) as tickets
from adopted;

--! count_tickets (organization_ids?)
-- All tickets of the person, and those that the erasure may change.
with theirs as (
    select ticket_id from ticket_requesters where contact_id = any (:contact_ids)
    union
    select ticket_id from ticket_comments where author_contact_id = any (:contact_ids)
    union
    select ticket_id from ticket_watchers where contact_id = any (:contact_ids)
    union
    select ticket_id from ticket_watchers where address = any (:addresses::text[])
)
select
    count(*) as tickets,
    count(*) filter (
        where :organization_ids::uuid[] is null or tickets.organization_id = any (:organization_ids)
    ) as changeable
from theirs
join tickets on tickets.id = theirs.ticket_id;

--! tickets_after (organization_ids?)
with theirs as materialized (
    select ticket_id from ticket_requesters where contact_id = any (:contact_ids)
    union
    select ticket_id from ticket_comments where author_contact_id = any (:contact_ids)
    union
    select ticket_id from ticket_watchers where contact_id = any (:contact_ids)
    union
    select ticket_id from ticket_watchers where address = any (:addresses::text[])
)
select tickets.id, tickets.number
from theirs
join tickets on tickets.id = theirs.ticket_id
where
    tickets.number > :last
    and (:organization_ids::uuid[] is null or tickets.organization_id = any (:organization_ids))
order by tickets.number
limit :limit;

--: TicketTexts(description?, resolution_notes?, requester_name?, requester_email?)

--! lock_ticket_texts (organization_ids?) : TicketTexts
-- No row: the ticket has moved to an organization whose tickets the erasure may not change.
select subject, description, resolution_notes, requester_name, requester_email, custom_fields
from tickets
where id = :id and (:organization_ids::uuid[] is null or organization_id = any (:organization_ids))
for update;

--! rewrite_ticket (description?, resolution_notes?, requester_name?, requester_email?)
update tickets
set
    subject = :subject,
    description = :description,
    resolution_notes = :resolution_notes,
    requester_name = :requester_name,
    requester_email = :requester_email,
    custom_fields = :custom_fields,
    updated_at = :now,
    version = version + 1
where id = :id
returning id;

--! comments_after
select id, body
from ticket_comments
where ticket_id = :ticket_id and id > :last
order by id
limit :limit;

--! rewrite_comments : (rewritten?)
select
    app.rewrite_comments(:tenant, :operation, :ids::uuid[], :old_bodies::text[], :bodies::text[]) as rewritten;

--! notes_after : (note?)
-- The logs know entries that were deleted too.
select entries.id, entries.note
from (
    select id, note
    from time_entries
    where ticket_id = :ticket_id and id > :last
    union all
    select id, null
    from time_entry_tombstones
    where ticket_id = :ticket_id and id > :last
) as entries
order by entries.id
limit :limit;

--! rewrite_note
-- No row: the note is no longer what was read.
update time_entries
set note = :note, updated_at = :now, version = version + 1
where id = :id and note = :old_note
returning id;

--! merges_after : (note?)
select id, note
from ticket_merges
where (source_id = :ticket_id or target_id = :ticket_id) and id > :last
order by id
limit :limit;

--! rewrite_merge
-- No row: the note is no longer what was read.
update ticket_merges
set note = :note
where id = :id and note = :old_note
returning id;

--! tasks_after : (title?)
-- The audit log knows tasks that were deleted too.
select tasks.id, tasks.title
from (
    select id, title
    from ticket_tasks
    where ticket_id = :ticket_id and id > :last
    union all
    select id, null
    from ticket_task_tombstones
    where ticket_id = :ticket_id and id > :last
) as tasks
order by tasks.id
limit :limit;

--! rewrite_task
-- No row: the title is no longer what was read.
update ticket_tasks
set title = :title, updated_at = :now, version = version + 1
where id = :id and title = :old_title
returning id;

--! delete_attachments_of_person
-- The files of the person's own comments, and those of the tickets that the person requests. They cannot be redacted.
update attachments
set
    state = 'deleted',
    data_key_sealed = null,
    collect_at = :now,
    scan_at = null,
    version = version + 1
where
    ticket_id = :ticket_id
    and state = 'stored'
    and (
        comment_id in (
            select ticket_comments.id
            from ticket_comments
            where
                ticket_comments.ticket_id = attachments.ticket_id
                and ticket_comments.author_contact_id = any (:contact_ids)
        )
        or (
            comment_id is null
            and exists (
                select
                from tickets
                where tickets.id = attachments.ticket_id and tickets.requester_id = any (:contact_ids)
            )
        )
    )
returning id;

--! attachments_after
select id, name
from attachments
where ticket_id = :ticket_id and id > :last
order by id
limit :limit;

--! rename_attachments
update attachments
set name = given.name, version = version + 1
from unnest(:ids::uuid[], :old_names::text[], :names::text[]) as given (id, old_name, name)
where attachments.id = given.id and attachments.name = given.old_name
returning attachments.id;

--! watchers_to_erase
-- Also those that were removed before: the logs name the person by them.
select id
from ticket_watchers
where ticket_id = :ticket_id and (contact_id = any (:contact_ids) or address = any (:addresses::text[]));

--! erase_watchers
delete from ticket_watchers
where id = any (:ids)
returning id;
