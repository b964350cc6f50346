-- Who else follows a ticket: a user, a contact of the ticket's customer, or an e-mail address. A row that was removed stays
-- until the person is erased: the logs name the person by it.
create table ticket_watchers (
    tenant_id uuid not null default app.tenant(),
    id uuid not null,
    ticket_id uuid not null,
    -- That of the ticket.
    organization_id uuid,
    user_id uuid,
    contact_id uuid,
    email text,
    -- A function in a condition could not use an index behind a policy.
    address text collate "C" generated always as (lower(email)) stored,
    removed boolean not null default false,
    created_by_kind text not null,
    created_by_id uuid,
    created_at timestamptz not null,
    constraint ticket_watchers_pkey primary key (tenant_id, id),
    constraint ticket_watchers_ticket_exists foreign key (tenant_id, ticket_id) references tickets (tenant_id, id),
    constraint ticket_watchers_user_exists foreign key (tenant_id, user_id) references users (tenant_id, id),
    constraint ticket_watchers_contact_exists foreign key (tenant_id, contact_id) references contacts (tenant_id, id)
        on delete cascade,
    constraint ticket_watchers_are_of_one_kind check (num_nonnulls(user_id, contact_id, email) = 1),
    constraint ticket_watchers_email_has_a_length check (length(email) between 3 and 320)
);

create index ticket_watchers_of_ticket on ticket_watchers (tenant_id, ticket_id, id) include (organization_id);
create unique index ticket_watchers_user_is_unique on ticket_watchers (tenant_id, ticket_id, user_id)
where user_id is not null and not removed;
create unique index ticket_watchers_contact_is_unique on ticket_watchers (tenant_id, ticket_id, contact_id)
where contact_id is not null and not removed;
create unique index ticket_watchers_address_is_unique on ticket_watchers (tenant_id, ticket_id, address)
where address is not null and not removed;
create index ticket_watchers_by_contact on ticket_watchers (tenant_id, contact_id, id) include (organization_id)
where contact_id is not null;
create index ticket_watchers_by_address on ticket_watchers (tenant_id, address, id) include (organization_id)
where address is not null;

alter table ticket_watchers enable row level security;
alter table ticket_watchers force row level security;
create policy tenant on ticket_watchers to app using (
    tenant_id = (select app.tenant())
    and ((select app.sees_all()) or organization_id = any ((select app.organizations())::uuid[]))
);
create policy owner on ticket_watchers to current_user using (true);
grant select, insert, update, delete on ticket_watchers to app;

-- Lists of tickets that a user watches are read along the labels too. Whoever changes watchers holds the ticket's row.
create function app.label_watcher() returns trigger
language plpgsql
as $$
begin
    if tg_op = 'UPDATE' then
        delete from ticket_labels
        where tenant_id = old.tenant_id and ticket_id = old.ticket_id and label = 'watcher:' || old.user_id::text;
    else
        insert into ticket_labels (tenant_id, label, ticket_id, organization_id, status, priority)
        select new.tenant_id, 'watcher:' || new.user_id::text, id, organization_id, status, priority
        from tickets
        where tenant_id = new.tenant_id and id = new.ticket_id;
    end if;
    return null;
end
$$;

create trigger ticket_watchers_are_labels
after insert on ticket_watchers
for each row when (new.user_id is not null and not new.removed)
execute function app.label_watcher();

create trigger ticket_watchers_removed_are_no_labels
after update of removed on ticket_watchers
for each row when (old.user_id is not null and new.removed and not old.removed)
execute function app.label_watcher();

-- Labels of watchers are kept when the others change, and follow the ticket's organization, status and priority.
create or replace function app.label_ticket() returns trigger
language plpgsql
as $$
declare
    labels text[] := app.ticket_labels_of(new);
    differ boolean := true;
begin
    if tg_op = 'UPDATE' then
        differ := labels is distinct from app.ticket_labels_of(old);
        if differ then
            delete from ticket_labels
            where tenant_id = new.tenant_id and ticket_id = new.id and not starts_with(label, 'watcher:');
        end if;
        if (new.organization_id, new.status, new.priority)
            is distinct from (old.organization_id, old.status, old.priority)
        then
            update ticket_labels
            set organization_id = new.organization_id, status = new.status, priority = new.priority
            where tenant_id = new.tenant_id and ticket_id = new.id;
        end if;
        if not differ then
            return null;
        end if;
    end if;
    insert into ticket_labels (tenant_id, label, ticket_id, organization_id, status, priority)
    select new.tenant_id, label, new.id, new.organization_id, new.status, new.priority
    from unnest(labels) as label;
    return null;
end
$$;

-- Users go along when a ticket moves to another customer. Contacts and addresses are those of the former customer, whom the
-- other one must not see.
create function app.move_watchers() returns trigger
language plpgsql
as $$
begin
    update ticket_watchers
    set organization_id = new.organization_id, removed = removed or user_id is null
    where tenant_id = new.tenant_id and ticket_id = new.id;
    return null;
end
$$;

create trigger tickets_take_their_watchers_along
after update of organization_id on tickets
for each row when (new.organization_id is distinct from old.organization_id)
execute function app.move_watchers();
