--: CommentRow(author_id?, author_name?, author_run_id?, created_by_id?, edited_at?, edited_by_kind?, edited_by_id?, redacted_at?, redacted_by_kind?, redacted_by_id?, split_ticket_id?)

--! create_comment (organization_id?, author_contact_id?, author_run_id?, created_by_id?) : CommentRow
insert into ticket_comments (
    id, ticket_id, organization_id, body, visibility, author_contact_id, author_run_id, created_by_kind, created_by_id,
    created_at
)
values (
    :id, :ticket_id, :organization_id, :body, :visibility, :author_contact_id, :author_run_id, :created_by_kind,
    :created_by_id, :now
)
returning
    id, ticket_id, body, visibility, author_contact_id is not null as by_contact,
    (select contacts.id from contacts where contacts.id = author_contact_id) as author_id,
    (select contacts.name from contacts where contacts.id = author_contact_id) as author_name,
    author_run_id, created_by_kind, created_by_id, created_at, edited_at, edited_by_kind, edited_by_id, redacted_at,
    redacted_by_kind, redacted_by_id, split_ticket_id, version;

--! list_comments : CommentRow
-- A contact that the caller does not see, because the ticket has moved to another organization, is not named.
select
    id, ticket_id, body, visibility, author_contact_id is not null as by_contact,
    (select contacts.id from contacts where contacts.id = author_contact_id) as author_id,
    (select contacts.name from contacts where contacts.id = author_contact_id) as author_name,
    author_run_id, created_by_kind, created_by_id, created_at, edited_at, edited_by_kind, edited_by_id, redacted_at,
    redacted_by_kind, redacted_by_id, split_ticket_id, version
from ticket_comments
where ticket_id = :ticket_id and id < :before
order by id desc
limit :limit;

--! get_comment : CommentRow
select
    id, ticket_id, body, visibility, author_contact_id is not null as by_contact,
    (select contacts.id from contacts where contacts.id = author_contact_id) as author_id,
    (select contacts.name from contacts where contacts.id = author_contact_id) as author_name,
    author_run_id, created_by_kind, created_by_id, created_at, edited_at, edited_by_kind, edited_by_id, redacted_at,
    redacted_by_kind, redacted_by_id, split_ticket_id, version
from ticket_comments
where id = :id;

--! comments_of_author : CommentRow
select
    id, ticket_id, body, visibility, author_contact_id is not null as by_contact,
    (select contacts.id from contacts where contacts.id = author_contact_id) as author_id,
    (select contacts.name from contacts where contacts.id = author_contact_id) as author_name,
    author_run_id, created_by_kind, created_by_id, created_at, edited_at, edited_by_kind, edited_by_id, redacted_at,
    redacted_by_kind, redacted_by_id, split_ticket_id, version
from ticket_comments
where author_contact_id = :author_contact_id and id < :before
order by id desc
limit :limit;

--! ticket_of_comment
select ticket_id
from ticket_comments
where id = :id;

--! lock_comment : CommentRow
-- Whoever changes a comment has locked its ticket before. Erasures and merges of contacts have not.
select
    id, ticket_id, body, visibility, author_contact_id is not null as by_contact,
    (select contacts.id from contacts where contacts.id = author_contact_id) as author_id,
    (select contacts.name from contacts where contacts.id = author_contact_id) as author_name,
    author_run_id, created_by_kind, created_by_id, created_at, edited_at, edited_by_kind, edited_by_id, redacted_at,
    redacted_by_kind, redacted_by_id, split_ticket_id, version
from ticket_comments
where id = :id
for update;

--! edit_comment (edited_by_id?) : CommentRow
update ticket_comments
set
    body = :body,
    visibility = :visibility,
    edited_at = :now,
    edited_by_kind = :edited_by_kind,
    edited_by_id = :edited_by_id,
    version = version + 1
where id = :id
returning
    id, ticket_id, body, visibility, author_contact_id is not null as by_contact,
    (select contacts.id from contacts where contacts.id = author_contact_id) as author_id,
    (select contacts.name from contacts where contacts.id = author_contact_id) as author_name,
    author_run_id, created_by_kind, created_by_id, created_at, edited_at, edited_by_kind, edited_by_id, redacted_at,
    redacted_by_kind, redacted_by_id, split_ticket_id, version;

--! redact_comment (redacted_by_id?) : CommentRow
update ticket_comments
set
    body = :body,
    redacted_at = :now,
    redacted_by_kind = :redacted_by_kind,
    redacted_by_id = :redacted_by_id,
    version = version + 1
where id = :id
returning
    id, ticket_id, body, visibility, author_contact_id is not null as by_contact,
    (select contacts.id from contacts where contacts.id = author_contact_id) as author_id,
    (select contacts.name from contacts where contacts.id = author_contact_id) as author_name,
    author_run_id, created_by_kind, created_by_id, created_at, edited_at, edited_by_kind, edited_by_id, redacted_at,
    redacted_by_kind, redacted_by_id, split_ticket_id, version;

--! mark_comment_as_split : CommentRow
update ticket_comments
set split_ticket_id = :split_ticket_id, version = version + 1
where id = :id
returning
    id, ticket_id, body, visibility, author_contact_id is not null as by_contact,
    (select contacts.id from contacts where contacts.id = author_contact_id) as author_id,
    (select contacts.name from contacts where contacts.id = author_contact_id) as author_name,
    author_run_id, created_by_kind, created_by_id, created_at, edited_at, edited_by_kind, edited_by_id, redacted_at,
    redacted_by_kind, redacted_by_id, split_ticket_id, version;

--! requester_of_split
-- No row: the author is not a contact, was erased, or belongs to another organization than the ticket.
select contacts.id
from ticket_comments
join contacts on contacts.id = ticket_comments.author_contact_id
where
    ticket_comments.id = :id
    and contacts.erased_at is null
    and contacts.organization_id is not distinct from ticket_comments.organization_id;

--! redact_description
update tickets
set description = :description, updated_at = :now, version = version + 1
where id = :id
returning id;
