-- How tickets belong together. `parent_of`, `blocks` and `duplicates` lead from `ticket_id` to `other_id`.
create table ticket_links (
    tenant_id uuid not null default app.tenant(),
    id uuid not null,
    ticket_id uuid not null,
    kind text collate "C" not null,
    other_id uuid not null,
    created_by_kind text not null,
    created_by_id uuid,
    created_at timestamptz not null,
    constraint ticket_links_pkey primary key (tenant_id, id),
    constraint ticket_links_ticket_exists foreign key (tenant_id, ticket_id) references tickets (tenant_id, id)
        on delete cascade,
    constraint ticket_links_other_exists foreign key (tenant_id, other_id) references tickets (tenant_id, id)
        on delete cascade,
    constraint ticket_links_kind_is_known check (kind in ('parent_of', 'blocks', 'duplicates', 'relates_to')),
    constraint ticket_links_lead_elsewhere check (ticket_id <> other_id)
);

-- Two tickets have one link of a kind, in whichever direction.
create unique index ticket_links_are_unique
    on ticket_links (tenant_id, kind, least(ticket_id, other_id), greatest(ticket_id, other_id));
create unique index ticket_links_parent_is_unique on ticket_links (tenant_id, other_id) where kind = 'parent_of';
create index ticket_links_of_ticket on ticket_links (tenant_id, ticket_id, id);
create index ticket_links_of_other on ticket_links (tenant_id, other_id, id);

-- True if the policy of tickets shows the ticket to the caller. In PL/pgSQL, which keeps its plan: as a part of a policy, the
-- query could be planned as a list of all tickets that the caller sees.
create function app.sees_ticket(_id uuid) returns boolean
language plpgsql stable
as $$
begin
    return exists (select from tickets where tickets.tenant_id = app.tenant() and tickets.id = _id);
end
$$;

-- Whoever is restricted to some customers sees the links between tickets of these.
alter table ticket_links enable row level security;
alter table ticket_links force row level security;
create policy tenant on ticket_links to app using (
    tenant_id = (select app.tenant())
    and ((select app.sees_all()) or app.sees_ticket(ticket_id) and app.sees_ticket(other_id))
);
create policy definer on ticket_links for select to app_definer using (true);
create policy owner on ticket_links to current_user using (true);
grant select, insert, delete on ticket_links to app;
grant select on ticket_links to app_definer;

-- True if links of a kind lead from one ticket to another, also by way of tickets that the caller does not see.
create function app.ticket_links_lead(_kind text, _start uuid, _goal uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
    with recursive reached as (
        select _start as id
        union
        select ticket_links.other_id
        from reached
        join ticket_links
            on ticket_links.tenant_id = app.tenant()
            and ticket_links.ticket_id = reached.id
            and ticket_links.kind = _kind
    )
    select exists (select from reached where reached.id = _goal)
$$;

revoke all on function app.ticket_links_lead from public;
grant create on schema app to app_definer;
alter function app.ticket_links_lead owner to app_definer;
revoke create on schema app from app_definer;
grant execute on function app.ticket_links_lead to app;

-- The parent of a ticket, as its link says. Nobody has changed the ticket: `version` and `updated_at` stay.
alter table tickets add column parent_id uuid;
create index tickets_of_parent on tickets (tenant_id, parent_id) where parent_id is not null;

create function app.note_parent() returns trigger
language plpgsql
as $$
begin
    if tg_op = 'INSERT' then
        update tickets set parent_id = new.ticket_id where tenant_id = new.tenant_id and id = new.other_id;
    else
        update tickets set parent_id = null where tenant_id = old.tenant_id and id = old.other_id;
    end if;
    return null;
end
$$;

create trigger ticket_links_parent_is_noted
after insert on ticket_links
for each row when (new.kind = 'parent_of')
execute function app.note_parent();

create trigger ticket_links_parent_is_removed
after delete on ticket_links
for each row when (old.kind = 'parent_of')
execute function app.note_parent();
