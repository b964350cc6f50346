--: CommentRow(author_id?, author_name?, author_run_id?, created_by_id?)

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
    author_run_id, created_by_kind, created_by_id, created_at;

--! list_comments : CommentRow
-- A contact that the caller does not see, because the ticket has moved to another organization, is not named.
select
    id, ticket_id, body, visibility, author_contact_id is not null as by_contact,
    (select contacts.id from contacts where contacts.id = author_contact_id) as author_id,
    (select contacts.name from contacts where contacts.id = author_contact_id) as author_name,
    author_run_id, created_by_kind, created_by_id, created_at
from ticket_comments
where ticket_id = :ticket_id and id < :before
order by id desc
limit :limit;

--! get_comment : CommentRow
select
    id, ticket_id, body, visibility, author_contact_id is not null as by_contact,
    (select contacts.id from contacts where contacts.id = author_contact_id) as author_id,
    (select contacts.name from contacts where contacts.id = author_contact_id) as author_name,
    author_run_id, created_by_kind, created_by_id, created_at
from ticket_comments
where id = :id;

--! comments_of_author : CommentRow
select
    id, ticket_id, body, visibility, author_contact_id is not null as by_contact,
    (select contacts.id from contacts where contacts.id = author_contact_id) as author_id,
    (select contacts.name from contacts where contacts.id = author_contact_id) as author_name,
    author_run_id, created_by_kind, created_by_id, created_at
from ticket_comments
where author_contact_id = :author_contact_id and id < :before
order by id desc
limit :limit;
