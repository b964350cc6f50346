--! ticket_to_attach_to : (organization_id?)
select id, number, subject, status, organization_id, app.attachment_bytes() as stored_bytes
from tickets
where id = :id;

--! lock_ticket_to_attach_to : (organization_id?)
-- A move of the ticket to another organization waits, and then takes the new attachment along.
select id, number, subject, status, organization_id
from tickets
where id = :id
for share;

--! comment_of_ticket
select id
from ticket_comments
where id = :id and ticket_id = :ticket_id;

--! begin_upload (comment_id?, organization_id?, created_by_id?)
insert into attachments (
    id, ticket_id, comment_id, organization_id, name, size_bytes, data_key_sealed, collect_at, created_by_kind,
    created_by_id, created_at
)
values (
    :id, :ticket_id, :comment_id, :organization_id, :name, :size_bytes, :data_key_sealed, :collect_at,
    :created_by_kind, :created_by_id, :now
)
returning id;

--! note_upload_id
update attachments
set upload_id = :upload_id
where id = :id and state = 'uploading'
returning id;

--! lock_attachment_quota
-- Two uploads that end at once must not both see room for the last bytes.
select true as locked
from pg_advisory_xact_lock(hashtextextended('attachments' || app.tenant()::text, 0));

--! finish_upload (organization_id?, scan_at?)
-- No row: the upload took so long that it was given up.
update attachments
set
    organization_id = :organization_id,
    content_type = :content_type,
    size_bytes = :size_bytes,
    sha256 = :sha256,
    state = 'stored',
    upload_id = null,
    collect_at = null,
    scan = :scan,
    scan_at = :scan_at
where id = :id and state = 'uploading'
returning id;

--! attachment_bytes
select app.attachment_bytes() as stored_bytes;

--! abandon_upload
update attachments
set state = 'deleted', data_key_sealed = null, collect_at = :now
where id = :id and state = 'uploading'
returning id;
