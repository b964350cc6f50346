--: MergeRow(note?, former_scheduled_at?, created_by_id?, undone_by_kind?, undone_by_id?, undone_at?)

--! create_merge (note?, former_scheduled_at?, created_by_id?) : MergeRow
insert into ticket_merges (
    id, source_id, target_id, note, former_status, former_scheduled_at, moved_comments, moved_time_entries,
    moved_attachments, moved_tasks, moved_watchers, created_by_kind, created_by_id, created_at, undo_until
)
values (
    :id, :source_id, :target_id, :note, :former_status, :former_scheduled_at, :moved_comments, :moved_time_entries,
    :moved_attachments, :moved_tasks, :moved_watchers, :created_by_kind, :created_by_id, :now, :undo_until
)
returning
    id, source_id, target_id, note, former_status, former_scheduled_at, moved_comments, moved_time_entries,
    moved_attachments, moved_tasks, moved_watchers, created_by_kind, created_by_id, created_at, undo_until, undone_by_kind, undone_by_id, undone_at,
    version;

--! get_merge : MergeRow
select
    id, source_id, target_id, note, former_status, former_scheduled_at, moved_comments, moved_time_entries,
    moved_attachments, moved_tasks, moved_watchers, created_by_kind, created_by_id, created_at, undo_until, undone_by_kind, undone_by_id, undone_at,
    version
from ticket_merges
where id = :id;

--! merges_of_ticket : MergeRow
-- Those into the ticket, and that of the ticket into another.
select
    found.id, found.source_id, found.target_id, found.note, found.former_status, found.former_scheduled_at,
    found.moved_comments, found.moved_time_entries, found.moved_attachments, found.moved_tasks,
    found.moved_watchers, found.created_by_kind, found.created_by_id,
    found.created_at, found.undo_until, found.undone_by_kind, found.undone_by_id, found.undone_at, found.version
from (
    (
        select ticket_merges.*
        from ticket_merges
        where source_id = :ticket_id and id < :before
        order by id desc
        limit :limit
    )
    union all
    (
        select ticket_merges.*
        from ticket_merges
        where target_id = :ticket_id and id < :before
        order by id desc
        limit :limit
    )
) as found
order by found.id desc
limit :limit;

--! undo_merge (undone_by_id?) : MergeRow
-- No row: another request has undone it.
update ticket_merges
set
    undone_by_kind = :undone_by_kind,
    undone_by_id = :undone_by_id,
    undone_at = :now,
    version = version + 1
where id = :id and undone_at is null
returning
    id, source_id, target_id, note, former_status, former_scheduled_at, moved_comments, moved_time_entries,
    moved_attachments, moved_tasks, moved_watchers, created_by_kind, created_by_id, created_at, undo_until, undone_by_kind, undone_by_id, undone_at,
    version;

--! move_to_target (organization_id?)
-- The people of the source belong to both tickets: an erasure looks for them in the texts of both. Time entries are locked in
-- the order of a billing run, which also locks several. A watcher of both tickets remains a watcher of each.
with comments as (
    update ticket_comments
    set
        ticket_id = :target_id,
        organization_id = :organization_id,
        merge_ids = ticket_comments.merge_ids || :merge_id::uuid
    where ticket_comments.ticket_id = :source_id
    returning ticket_comments.id
),
locked as (
    select time_entries.id
    from time_entries
    where time_entries.ticket_id = :source_id
    order by time_entries.id
    for update
),
entries as (
    update time_entries
    set
        ticket_id = :target_id,
        organization_id = :organization_id,
        merge_ids = time_entries.merge_ids || :merge_id::uuid
    from locked
    where time_entries.id = locked.id
    returning time_entries.id
),
files as (
    update attachments
    set
        ticket_id = :target_id,
        organization_id = :organization_id,
        merge_ids = attachments.merge_ids || :merge_id::uuid
    where attachments.ticket_id = :source_id and attachments.state = 'stored'
    returning attachments.id
),
tasks as (
    update ticket_tasks
    set
        ticket_id = :target_id,
        organization_id = :organization_id,
        merge_ids = ticket_tasks.merge_ids || :merge_id::uuid
    where ticket_tasks.ticket_id = :source_id
    returning ticket_tasks.id
),
watchers as (
    update ticket_watchers
    set
        ticket_id = :target_id,
        organization_id = :organization_id,
        merge_ids = ticket_watchers.merge_ids || :merge_id::uuid
    where
        ticket_watchers.ticket_id = :source_id
        and not ticket_watchers.removed
        and not exists (
            select
            from ticket_watchers as known
            where known.ticket_id = :target_id and not known.removed and app.is_same_watcher(known, ticket_watchers)
        )
    returning ticket_watchers.id
),
source as (
    update tickets
    set merged_into_id = :target_id
    where tickets.id = :source_id
    returning tickets.id
),
people as (
    insert into ticket_requesters (contact_id, ticket_id)
    select person.contact_id, ticket.id
    from (
        select ticket_requesters.contact_id
        from ticket_requesters
        where ticket_requesters.ticket_id = :source_id
        union
        select ticket_comments.author_contact_id
        from ticket_comments
        where ticket_comments.ticket_id = :source_id and ticket_comments.author_contact_id is not null
    ) as person
    cross join unnest(array[:source_id::uuid, :target_id::uuid]) as ticket (id)
    on conflict (tenant_id, contact_id, ticket_id) do nothing
    returning ticket_id
)
select
    (select count(*) from comments) as comments,
    (select count(*) from entries) as time_entries,
    (select count(*) from files) as attachments,
    (select count(*) from tasks) as tasks,
    (select count(*) from watchers) as watchers;

--! move_back (organization_id?)
-- Files that were added to a comment later go with the comment.
with comments as (
    update ticket_comments
    set
        ticket_id = :source_id,
        organization_id = :organization_id,
        merge_ids = trim_array(ticket_comments.merge_ids, 1)
    where
        ticket_comments.ticket_id = :target_id
        and ticket_comments.merge_ids[cardinality(ticket_comments.merge_ids)] = :merge_id::uuid
    returning ticket_comments.id
),
locked as (
    select time_entries.id
    from time_entries
    where
        time_entries.ticket_id = :target_id
        and time_entries.merge_ids[cardinality(time_entries.merge_ids)] = :merge_id::uuid
    order by time_entries.id
    for update
),
entries as (
    update time_entries
    set
        ticket_id = :source_id,
        organization_id = :organization_id,
        merge_ids = trim_array(time_entries.merge_ids, 1)
    from locked
    where time_entries.id = locked.id
    returning time_entries.id
),
files as (
    update attachments
    set
        ticket_id = :source_id,
        organization_id = :organization_id,
        merge_ids = case
            when attachments.merge_ids[cardinality(attachments.merge_ids)] = :merge_id::uuid
                then trim_array(attachments.merge_ids, 1)
            else attachments.merge_ids
        end
    where
        attachments.ticket_id = :target_id
        and attachments.state = 'stored'
        and (
            attachments.merge_ids[cardinality(attachments.merge_ids)] = :merge_id::uuid
            or attachments.comment_id in (select comments.id from comments)
        )
    returning attachments.id
),
tasks as (
    update ticket_tasks
    set
        ticket_id = :source_id,
        organization_id = :organization_id,
        merge_ids = trim_array(ticket_tasks.merge_ids, 1)
    where
        ticket_tasks.ticket_id = :target_id
        and ticket_tasks.merge_ids[cardinality(ticket_tasks.merge_ids)] = :merge_id::uuid
    returning ticket_tasks.id
),
watchers as (
    update ticket_watchers
    set
        ticket_id = :source_id,
        organization_id = :organization_id,
        merge_ids = trim_array(ticket_watchers.merge_ids, 1)
    where
        ticket_watchers.ticket_id = :target_id
        and not ticket_watchers.removed
        and ticket_watchers.merge_ids[cardinality(ticket_watchers.merge_ids)] = :merge_id::uuid
        and not exists (
            select
            from ticket_watchers as known
            where known.ticket_id = :source_id and not known.removed and app.is_same_watcher(known, ticket_watchers)
        )
    returning ticket_watchers.id
),
source as (
    update tickets
    set merged_into_id = null
    where tickets.id = :source_id
    returning tickets.id
)
select
    (select count(*) from comments) as comments,
    (select count(*) from entries) as time_entries,
    (select count(*) from files) as attachments,
    (select count(*) from tasks) as tasks,
    (select count(*) from watchers) as watchers;
