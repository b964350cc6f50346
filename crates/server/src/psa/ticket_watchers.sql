--: WatcherRow(user_id?, contact_id?, email?, created_by_id?)

--: WatchedTicketRow(organization_id?)

--! lock_ticket_to_watch : WatchedTicketRow
-- Whoever changes watchers locks their ticket first, as does a change of the ticket's organization.
select id, number, subject, organization_id
from tickets
where id = :id
for no key update;

--! lock_ticket_of_watcher : WatchedTicketRow
select id, number, subject, organization_id
from tickets
where id = (select ticket_id from ticket_watchers where ticket_watchers.id = :id and not removed)
for no key update;

--! add_watcher (organization_id?, user_id?, contact_id?, email?, created_by_id?) : WatcherRow
-- Another id: the ticket has the same watcher already. No row: the ticket has too many.
with known as (
    select id, ticket_id, user_id, contact_id, email, created_by_kind, created_by_id, created_at
    from ticket_watchers
    where
        ticket_id = :ticket_id
        and not removed
        and (user_id = :user_id or contact_id = :contact_id or address = lower(:email::text))
),

added as (
    insert into ticket_watchers (
        id, ticket_id, organization_id, user_id, contact_id, email, created_by_kind, created_by_id, created_at
    )
    select
        :id, :ticket_id, :organization_id, :user_id, :contact_id, :email, :created_by_kind, :created_by_id, :now
    where
        not exists (select from known)
        and (
            select count(*)
            from ticket_watchers as others
            where others.ticket_id = :ticket_id and not others.removed
        ) < :most
    returning id, ticket_id, user_id, contact_id, email, created_by_kind, created_by_id, created_at
)

select id, ticket_id, user_id, contact_id, email, created_by_kind, created_by_id, created_at
from added
union all
select id, ticket_id, user_id, contact_id, email, created_by_kind, created_by_id, created_at
from known;

--! get_watcher : WatcherRow
select id, ticket_id, user_id, contact_id, email, created_by_kind, created_by_id, created_at
from ticket_watchers
where id = :id and not removed;

--! list_watchers : WatcherRow
select id, ticket_id, user_id, contact_id, email, created_by_kind, created_by_id, created_at
from ticket_watchers
where ticket_id = :ticket_id and not removed and id < :before
order by id desc
limit :limit;

--! remove_watcher : WatcherRow
update ticket_watchers
set removed = true
where id = :id and not removed
returning id, ticket_id, user_id, contact_id, email, created_by_kind, created_by_id, created_at;

--! watchers_of_person : WatcherRow
-- A contact as such, and by its addresses.
select id, ticket_id, user_id, contact_id, email, created_by_kind, created_by_id, created_at
from ticket_watchers
where
    id in (
        select by_contact.id from ticket_watchers as by_contact where by_contact.contact_id = :contact_id
        union
        select by_address.id from ticket_watchers as by_address where by_address.address = any (:addresses)
    )
    and not removed
    and id < :before
order by id desc
limit :limit;

--! move_watchers
-- A merge of two contacts takes the watchers along. On a ticket that both watch, the contact that is kept goes on.
with moved as (
    update ticket_watchers
    set
        contact_id = :kept,
        removed = removed or exists (
            select
            from ticket_watchers as kept
            where kept.ticket_id = ticket_watchers.ticket_id and kept.contact_id = :kept and not kept.removed
        )
    where contact_id = :duplicate
    returning id
)

select count(*) as watchers
from moved;

--! stop_watching
-- Nobody is told about an erased person any more.
with stopped as (
    update ticket_watchers
    set removed = true
    where
        not removed
        and id in (
            select by_contact.id from ticket_watchers as by_contact where by_contact.contact_id = :contact_id
            union
            select by_address.id from ticket_watchers as by_address where by_address.address = any (:addresses)
        )
    returning id
)

select count(*) as watchers
from stopped;
