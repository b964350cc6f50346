-- A ticket's requester is a contact, and so can be the author of a comment. Rows from before there were contacts keep
-- `requester_name` and `requester_email`, which new rows leave empty. The keys are checked for every change; no earlier row
-- has one.
alter table tickets add column requester_id uuid;
alter table tickets add constraint tickets_requester_exists
    foreign key (tenant_id, requester_id) references contacts (tenant_id, id) not valid;
create index tickets_by_requester on tickets (tenant_id, requester_id) where requester_id is not null;

alter table ticket_comments add column author_contact_id uuid;
alter table ticket_comments add constraint ticket_comments_author_exists
    foreign key (tenant_id, author_contact_id) references contacts (tenant_id, id) not valid;
create index ticket_comments_by_author on ticket_comments (tenant_id, author_contact_id)
where author_contact_id is not null;

-- The run of a workflow that wrote the comment. Runs are deleted after some time, so no key refers to them.
alter table ticket_comments add column author_run_id uuid;

-- A merge of two contacts takes the comments along.
grant update (author_contact_id) on ticket_comments to app;

-- In PL/pgSQL, which keeps its plan: in SQL it is planned again for every ticket, which took a third of the trigger's time.
create or replace function app.ticket_labels_of(ticket tickets) returns text[]
language plpgsql immutable
as $$
begin
    return array_remove(
        array[
            'type:' || ticket.type,
            'source:' || ticket.source,
            'assignee:' || coalesce(ticket.assignee_id::text, 'none'),
            'requester:' || ticket.requester_id::text,
            'external:' || ticket.external_system,
            'dedup:' || ticket.dedup_key
        ]
        || array(select distinct 'tag:' || tag from unnest(ticket.tags) as tag)
        || array(select distinct 'device:' || device from unnest(ticket.device_ids) as device),
        null
    );
end
$$;

-- Every column of a ticket that the service reads, with the present name and address of its requester, under the caller's
-- own policies. Servers of the previous version read `ticket_rows`, whose columns must not change under them.
create view tickets_and_requesters with (security_invoker = true) as
select
    id, number, subject, description, type, status, priority, source, organization_id, requester_id,
    coalesce((select contacts.name from contacts where contacts.id = requester_id), requester_name) as requester_name,
    coalesce((select contacts.emails[1] from contacts where contacts.id = requester_id), requester_email)
        as requester_email,
    assignee_id, tags, device_ids, custom_fields, external_system, external_id, dedup_key, dedup_count, dedup_first_at,
    dedup_last_at, resolution_code, resolution_notes, comments, created_by_kind, created_by_id, created_at, updated_at,
    resolved_at, closed_at, closes_at, sla_version, response_elapsed_seconds, response_counted_until, response_running,
    response_stopped_at, response_breached_at, response_due_at, resolution_elapsed_seconds, resolution_counted_until,
    resolution_running, resolution_stopped_at, resolution_breached_at, resolution_due_at, version
from tickets;
grant select on tickets_and_requesters to app;

-- For statements that lock a ticket: after they have waited, they read its requester as it is then. A join would read it as it
-- was when they began, and miss a contact that was created meanwhile; a volatile function sees what is committed.
create function app.contact_name(contact uuid) returns text
language plpgsql volatile
as $$
begin
    return (select name from contacts where id = contact);
end
$$;

create function app.contact_email(contact uuid) returns text
language plpgsql volatile
as $$
begin
    return (select emails[1] from contacts where id = contact);
end
$$;
