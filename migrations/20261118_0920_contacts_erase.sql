-- Erasing a person. The row of an erased contact stays, without its data: tickets and comments refer to it.
alter table contacts add column erased_at timestamptz;
-- The ids of duplicates that were merged into the contact. The audit log and the event log name the person by them.
alter table contacts add column merged_ids uuid[] not null default '{}';

-- Everyone who is or was the requester of a ticket: the texts and the logs of these tickets may name the person. A
-- contact can be deleted, or merged into another one, so no key refers to it.
create table ticket_requesters (
    tenant_id uuid not null default app.tenant(),
    contact_id uuid not null,
    ticket_id uuid not null,
    constraint ticket_requesters_pkey primary key (tenant_id, contact_id, ticket_id),
    constraint ticket_requesters_ticket_exists foreign key (tenant_id, ticket_id) references tickets (tenant_id, id)
        on delete cascade
);
create index ticket_requesters_of_ticket on ticket_requesters (tenant_id, ticket_id);

alter table ticket_requesters enable row level security;
alter table ticket_requesters force row level security;
create policy tenant on ticket_requesters to app using (tenant_id = (select app.tenant()));
create policy owner on ticket_requesters to current_user using (true);
grant select, insert on ticket_requesters to app;

insert into ticket_requesters (tenant_id, contact_id, ticket_id)
select tenant_id, requester_id, id from tickets where requester_id is not null;

create function app.note_requester() returns trigger
language plpgsql
as $$
begin
    insert into ticket_requesters (tenant_id, contact_id, ticket_id)
    values (new.tenant_id, new.requester_id, new.id)
    on conflict (tenant_id, contact_id, ticket_id) do nothing;
    return null;
end
$$;

create trigger tickets_requester_is_noted
after insert on tickets
for each row when (new.requester_id is not null)
execute function app.note_requester();

create trigger tickets_new_requester_is_noted
after update of requester_id on tickets
for each row when (new.requester_id is not null and new.requester_id is distinct from old.requester_id)
execute function app.note_requester();

-- True while this operation erases a contact.
create function app.is_erasing(_tenant uuid, _operation uuid) returns boolean
language sql stable
as $$
    select exists (
        select
        from operations
        where
            operations.tenant_id = _tenant
            and operations.id = _operation
            and operations.kind = 'contacts.erase'
            and operations.status = 'running'
    )
$$;

-- Says whether JSON is still what was read. A server that reads and returns JSON can change the notation of numbers.
create function app.content_digest(content jsonb) returns text
language sql stable
as $$ select encode(sha256(convert_to(content::text, 'UTF8')), 'hex') $$;

-- The audit log, the event log, comments and stored responses are append only for `app` and `app_system`. These
-- functions replace the content of rows that exist, for an operation that erases a contact and is running. A row that is no
-- longer what the worker has read is left alone: another erasure has changed it, and would be undone. They return the
-- number of changed rows, or null if the operation is not running. Only workers call them: the role of requests may not.
create function app.rewrite_audit_entries(
    _tenant uuid, _operation uuid, _ids uuid[], _digests text[], _befores jsonb[], _afters jsonb[]
) returns bigint
language sql volatile security definer set search_path = pg_catalog, public, pg_temp
as $$
    with rewritten as (
        update audit_log
        set before = given.before, after = given.after
        from unnest(_ids, _digests, _befores, _afters) as given (id, digest, before, after)
        where
            audit_log.tenant_id = _tenant
            and audit_log.id = given.id
            and app.content_digest(jsonb_build_array(audit_log.before, audit_log.after)) = given.digest
            and (select app.is_erasing(_tenant, _operation))
        returning audit_log.id
    )
    select case when app.is_erasing(_tenant, _operation) then (select count(*) from rewritten) end
$$;

create function app.rewrite_events(
    _tenant uuid, _operation uuid, _ids uuid[], _ats timestamptz[], _digests text[], _data jsonb[]
) returns bigint
language sql volatile security definer set search_path = pg_catalog, public, pg_temp
as $$
    with rewritten as (
        update events
        set data = given.data
        from unnest(_ids, _ats, _digests, _data) as given (id, at, digest, data)
        where
            events.tenant_id = _tenant
            and events.id = given.id
            and events.at = given.at
            and app.content_digest(events.data) = given.digest
            and (select app.is_erasing(_tenant, _operation))
        returning events.id
    )
    select case when app.is_erasing(_tenant, _operation) then (select count(*) from rewritten) end
$$;

create function app.rewrite_comments(
    _tenant uuid, _operation uuid, _ids uuid[], _old_bodies text[], _bodies text[]
) returns bigint
language sql volatile security definer set search_path = pg_catalog, public, pg_temp
as $$
    with rewritten as (
        update ticket_comments
        set body = given.body
        from unnest(_ids, _old_bodies, _bodies) as given (id, old_body, body)
        where
            ticket_comments.tenant_id = _tenant
            and ticket_comments.id = given.id
            and ticket_comments.body = given.old_body
            and (select app.is_erasing(_tenant, _operation))
        returning ticket_comments.id
    )
    select case when app.is_erasing(_tenant, _operation) then (select count(*) from rewritten) end
$$;

create function app.rewrite_responses(
    _tenant uuid,
    _operation uuid,
    _principals uuid[],
    _routes text[],
    _keys text[],
    _old_bodies text[],
    _bodies text[]
) returns bigint
language sql volatile security definer set search_path = pg_catalog, public, pg_temp
as $$
    with rewritten as (
        update idempotency_keys
        set body = given.body
        from
            unnest(_principals, _routes, _keys, _old_bodies, _bodies) as given (principal_id, route, key, old_body, body)
        where
            idempotency_keys.tenant_id = _tenant
            and idempotency_keys.principal_id = given.principal_id
            and idempotency_keys.route = given.route
            and idempotency_keys.key = given.key
            and idempotency_keys.body = given.old_body
            and (select app.is_erasing(_tenant, _operation))
        returning idempotency_keys.key
    )
    select case when app.is_erasing(_tenant, _operation) then (select count(*) from rewritten) end
$$;

revoke all on function app.rewrite_audit_entries from public;
revoke all on function app.rewrite_events from public;
revoke all on function app.rewrite_comments from public;
revoke all on function app.rewrite_responses from public;
grant create on schema app to app_definer;
alter function app.rewrite_audit_entries owner to app_definer;
alter function app.rewrite_events owner to app_definer;
alter function app.rewrite_comments owner to app_definer;
alter function app.rewrite_responses owner to app_definer;
revoke create on schema app from app_definer;
grant execute on function app.rewrite_audit_entries to app_system;
grant execute on function app.rewrite_events to app_system;
grant execute on function app.rewrite_comments to app_system;
grant execute on function app.rewrite_responses to app_system;

do $$
declare
    named text;
begin
    foreach named in array array['audit_log', 'events', 'idempotency_keys', 'operations', 'ticket_comments'] loop
        execute format('grant select on %I to app_definer', named);
        if not exists (select from pg_policy where polrelid = named::regclass and polname = 'definer') then
            execute format('create policy definer on %I to app_definer using (true)', named);
        end if;
    end loop;
end
$$;
grant update (before, after) on audit_log to app_definer;
grant update (data) on events to app_definer;
grant update (body) on ticket_comments to app_definer;
grant update (body) on idempotency_keys to app_definer;
