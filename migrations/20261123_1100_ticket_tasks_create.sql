-- The checklist of a ticket.
create table ticket_tasks (
    tenant_id uuid not null default app.tenant(),
    id uuid not null,
    ticket_id uuid not null,
    -- That of the ticket.
    organization_id uuid,
    title text not null,
    -- Several tasks can have the same position; they are in the order of their ids then.
    position integer not null,
    assignee_id uuid,
    -- Null: the task is open.
    done_at timestamptz,
    done_by_kind text,
    done_by_id uuid,
    created_by_kind text not null,
    created_by_id uuid,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version integer not null default 1,
    constraint ticket_tasks_pkey primary key (tenant_id, id),
    constraint ticket_tasks_ticket_exists foreign key (tenant_id, ticket_id) references tickets (tenant_id, id)
        on delete cascade,
    constraint ticket_tasks_assignee_exists foreign key (tenant_id, assignee_id) references users (tenant_id, id),
    constraint ticket_tasks_title_has_a_length check (length(title) between 1 and 300),
    constraint ticket_tasks_position_is_bounded check (position between 0 and 1000000),
    constraint ticket_tasks_done_by_somebody check ((done_at is null) = (done_by_kind is null))
);

-- What the policy reads is included, as in the indexes of tickets.
create index ticket_tasks_of_ticket on ticket_tasks (tenant_id, ticket_id, position, id) include (organization_id);

alter table ticket_tasks enable row level security;
alter table ticket_tasks force row level security;
create policy tenant on ticket_tasks to app using (
    tenant_id = (select app.tenant())
    and ((select app.sees_all()) or organization_id = any ((select app.organizations())::uuid[]))
);
create policy owner on ticket_tasks to current_user using (true);
grant select, insert, update, delete on ticket_tasks to app;

-- A ticket that is moved to another organization takes its tasks along. Whoever moves it sees all of them, because they
-- belong to the organization of the ticket.
create function app.move_tasks() returns trigger
language plpgsql
as $$
begin
    update ticket_tasks
    set organization_id = new.organization_id
    where tenant_id = new.tenant_id and ticket_id = new.id;
    return null;
end
$$;

create trigger tickets_take_their_tasks_along
after update of organization_id on tickets
for each row when (new.organization_id is distinct from old.organization_id)
execute function app.move_tasks();

-- The ids of deleted tasks: the audit log of these may name a person whose contact is erased.
create table ticket_task_tombstones (
    tenant_id uuid not null default app.tenant(),
    ticket_id uuid not null,
    id uuid not null,
    constraint ticket_task_tombstones_pkey primary key (tenant_id, ticket_id, id),
    constraint ticket_task_tombstones_ticket_exists foreign key (tenant_id, ticket_id) references tickets (tenant_id, id)
        on delete cascade
);

alter table ticket_task_tombstones enable row level security;
alter table ticket_task_tombstones force row level security;
create policy tenant on ticket_task_tombstones to app using (tenant_id = (select app.tenant()));
create policy owner on ticket_task_tombstones to current_user using (true);
grant select, insert on ticket_task_tombstones to app;

-- Tasks that are deleted with their ticket leave nothing.
create function app.note_deleted_task() returns trigger
language plpgsql
as $$
begin
    insert into ticket_task_tombstones (tenant_id, ticket_id, id)
    select tickets.tenant_id, tickets.id, old.id
    from tickets
    where tickets.tenant_id = old.tenant_id and tickets.id = old.ticket_id;
    return null;
end
$$;

create trigger ticket_tasks_deletion_is_noted
after delete on ticket_tasks
for each row execute function app.note_deleted_task();
