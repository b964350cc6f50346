--: CommentRow(created_by_id?)

--! create_comment (organization_id?, created_by_id?) : CommentRow
insert into ticket_comments (
    id, ticket_id, organization_id, body, visibility, created_by_kind, created_by_id, created_at
)
values (:id, :ticket_id, :organization_id, :body, :visibility, :created_by_kind, :created_by_id, :now)
returning id, ticket_id, body, visibility, created_by_kind, created_by_id, created_at;

--! list_comments : CommentRow
select id, ticket_id, body, visibility, created_by_kind, created_by_id, created_at
from ticket_comments
where ticket_id = :ticket_id and id < :before
order by id desc
limit :limit;

--! get_comment : CommentRow
select id, ticket_id, body, visibility, created_by_kind, created_by_id, created_at
from ticket_comments
where id = :id;
