--: TaskRow(assignee_id?, done_at?, done_by_kind?, done_by_id?, created_by_id?)

--: LockedTicket(organization_id?)

--: LockedTask(assignee_id?, done_at?, done_by_kind?, done_by_id?, created_by_id?, organization_id?)

--! lock_ticket_of_tasks : LockedTicket
-- Whoever changes tasks locks their ticket first, as does a change of the ticket's organization.
select id, number, subject, status, organization_id
from tickets
where id = :id
for no key update;

--! lock_task : LockedTask
-- The ticket is locked first, and then the task, as it is then.
with ticket as materialized (
    select id, number, subject, status, organization_id
    from tickets
    where id = (select ticket_tasks.ticket_id from ticket_tasks where ticket_tasks.id = :id)
    for no key update
)
select
    task.id, task.ticket_id, task.title, task.position, task.assignee_id, task.done_at, task.done_by_kind,
    task.done_by_id, task.created_by_kind, task.created_by_id, task.created_at, task.updated_at, task.version,
    ticket.number, ticket.subject, ticket.status, ticket.organization_id
from ticket_tasks as task
join ticket on ticket.id = task.ticket_id
where task.id = :id
for update of task;

--! count_tasks
-- Sent after the statement that locks the tickets, so it sees the tasks that others have added before. A ticket without tasks
-- has no row.
select ticket_id, count(*) as tasks, max(position) as last_position
from ticket_tasks
where ticket_id = any(:ticket_ids::uuid[])
group by ticket_id;

--! list_tasks : TaskRow
select
    id, ticket_id, title, position, assignee_id, done_at, done_by_kind, done_by_id, created_by_kind, created_by_id,
    created_at, updated_at, version
from ticket_tasks
where ticket_id = :ticket_id and (position, id) > (:beyond_position::integer, :beyond::uuid)
order by position, id
limit :limit;

--! get_task : TaskRow
select
    id, ticket_id, title, position, assignee_id, done_at, done_by_kind, done_by_id, created_by_kind, created_by_id,
    created_at, updated_at, version
from ticket_tasks
where id = :id;

--! create_tasks (assignee_id?, created_by_id?)
-- The caller has locked the tickets and counted their tasks.
insert into ticket_tasks (
    id, ticket_id, organization_id, title, position, assignee_id, created_by_kind, created_by_id, created_at, updated_at
)
select
    added.id, added.ticket_id, (select organization_id from tickets where tickets.id = added.ticket_id), added.title,
    added.position, :assignee_id::uuid, :created_by_kind::text, :created_by_id::uuid, :now::timestamptz, :now
from unnest(:ids::uuid[], :ticket_ids::uuid[], :titles::text[], :positions::integer[])
    as added (id, ticket_id, title, position)
returning id;

--! update_task (assignee_id?, done_at?, done_by_kind?, done_by_id?) : TaskRow
update ticket_tasks
set
    title = :title,
    position = :position,
    assignee_id = :assignee_id,
    done_at = :done_at,
    done_by_kind = :done_by_kind,
    done_by_id = :done_by_id,
    updated_at = :now,
    version = version + 1
where id = :id
returning
    id, ticket_id, title, position, assignee_id, done_at, done_by_kind, done_by_id, created_by_kind, created_by_id,
    created_at, updated_at, version;

--! delete_task
delete from ticket_tasks
where id = :id
returning id;
