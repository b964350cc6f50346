--: AttachmentRow(comment_id?, organization_id?, sha256?, created_by_id?)

--! list_attachments : AttachmentRow
select
    id, ticket_id, comment_id, organization_id, name, content_type, size_bytes, sha256, scan, created_by_kind,
    created_by_id, created_at, version
from attachments
where ticket_id = :ticket_id and state = 'stored' and id < :before
order by id desc
limit :limit;

--! get_attachment : AttachmentRow
select
    id, ticket_id, comment_id, organization_id, name, content_type, size_bytes, sha256, scan, created_by_kind,
    created_by_id, created_at, version
from attachments
where id = :id and state = 'stored';

--! lock_attachment : AttachmentRow
select
    id, ticket_id, comment_id, organization_id, name, content_type, size_bytes, sha256, scan, created_by_kind,
    created_by_id, created_at, version
from attachments
where id = :id and state = 'stored'
for update;

--! attachment_key
select data_key_sealed
from attachments
where id = :id and state = 'stored' and data_key_sealed is not null;

--! delete_attachment
-- Without its key, the object cannot be read any more, even before it is removed.
update attachments
set
    state = 'deleted',
    data_key_sealed = null,
    collect_at = :now,
    scan_at = null,
    version = version + 1
where id = :id
returning id;

--! ticket_exists
select id
from tickets
where id = :id;
