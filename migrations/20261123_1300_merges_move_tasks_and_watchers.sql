-- The tasks and watchers of a ticket move with it, and back, as its comments do.
alter table ticket_tasks add column merge_ids uuid[] not null default '{}';
alter table ticket_watchers add column merge_ids uuid[] not null default '{}';
alter table ticket_merges
    add column moved_tasks bigint not null default 0,
    add column moved_watchers bigint not null default 0;

-- True if two rows stand for the same watcher.
create function app.is_same_watcher(one ticket_watchers, other ticket_watchers) returns boolean
language sql immutable
as $$
    select
        one.user_id is not distinct from other.user_id
        and one.contact_id is not distinct from other.contact_id
        and one.address is not distinct from other.address
$$;

create function app.label_moved_watcher() returns trigger
language plpgsql
as $$
begin
    delete from ticket_labels
    where tenant_id = old.tenant_id and ticket_id = old.ticket_id and label = 'watcher:' || old.user_id::text;
    insert into ticket_labels (tenant_id, label, ticket_id, organization_id, status, priority)
    select new.tenant_id, 'watcher:' || new.user_id::text, id, organization_id, status, priority
    from tickets
    where tenant_id = new.tenant_id and id = new.ticket_id;
    return null;
end
$$;

create trigger ticket_watchers_take_their_labels_along
after update of ticket_id on ticket_watchers
for each row when (new.ticket_id <> old.ticket_id and new.user_id is not null and not new.removed)
execute function app.label_moved_watcher();
