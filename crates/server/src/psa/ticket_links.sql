--: LinkRow(created_by_id?)

--! lock_ticket_links
-- Of two that would make a cycle together the second waits, and then sees the first.
select true as locked
from pg_advisory_xact_lock(hashtextextended('ticket_links' || app.tenant()::text, 0));

--! links_lead : (leads?)
select app.ticket_links_lead(:kind, :start, :goal) as leads;

--! count_children
select count(*) as children
from tickets
where parent_id = :ticket_id;

--! create_link (created_by_id?)
insert into ticket_links (id, ticket_id, kind, other_id, created_by_kind, created_by_id, created_at)
values (:id, :ticket_id, :kind, :other_id, :created_by_kind, :created_by_id, :now)
returning id;

--! get_link : LinkRow
select
    link.id, link.ticket_id, link.kind, false as is_inverse, link.other_id, other.number, other.subject, other.status,
    link.created_by_kind, link.created_by_id, link.created_at
from ticket_links as link
cross join lateral (
    select tickets.number, tickets.subject, tickets.status from tickets where tickets.id = link.other_id limit 1
) as other
where link.id = :id;

--! links_of_ticket : LinkRow
-- As they are seen from the ticket, with the other ticket, which must be visible. `limit 1` makes one look-up for each link.
select
    found.id, found.ticket_id, found.kind, found.is_inverse, found.other_id, other.number, other.subject, other.status,
    found.created_by_kind, found.created_by_id, found.created_at
from (
    select link.id, link.ticket_id, link.kind, false as is_inverse, link.other_id, link.created_by_kind, link.created_by_id,
        link.created_at
    from ticket_links as link
    where link.ticket_id = :ticket_id and link.id < :before
    union all
    select link.id, link.other_id, link.kind, true, link.ticket_id, link.created_by_kind, link.created_by_id,
        link.created_at
    from ticket_links as link
    where link.other_id = :ticket_id and link.id < :before
) as found
cross join lateral (
    select tickets.number, tickets.subject, tickets.status from tickets where tickets.id = found.other_id limit 1
) as other
order by found.id desc
limit :limit;

--! delete_link
delete from ticket_links
where id = :id
returning id;

--! unresolved_descendants
-- The unresolved children of a ticket, and theirs.
with recursive below as (
    select tickets.id, tickets.status
    from tickets
    where tickets.parent_id = :ticket_id
    union
    select child.id, child.status
    from below
    cross join lateral (
        select tickets.id, tickets.status from tickets where tickets.parent_id = below.id limit 101
    ) as child
)
select below.id
from below
where below.status not in ('resolved', 'closed', 'canceled', 'merged')
order by below.id
limit :limit;

--! link_in_the_way
-- The other object of a conflict: a link of the same kind between the two tickets, or the link to the parent.
select id
from ticket_links
where
    kind = :kind
    and (
        (ticket_id = :ticket_id and other_id = :other_id)
        or (ticket_id = :other_id and other_id = :ticket_id)
        or (kind = 'parent_of' and other_id = :other_id)
    )
order by (ticket_id in (:ticket_id, :other_id) and other_id in (:ticket_id, :other_id)) desc
limit 1;
