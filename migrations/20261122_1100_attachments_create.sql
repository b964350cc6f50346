-- Files on tickets. The bytes are in object storage, under a key that consists of the tenant and the id, encrypted with a
-- random key of their own, which `data_key_sealed` contains.
--   uploading   the row is stored before the first byte, so that the object of a crashed upload is found again
--   stored      the object is complete; only these rows are shown
--   deleted     the object has to be removed; its key is forgotten already
create table attachments (
    tenant_id uuid not null default app.tenant(),
    id uuid not null,
    ticket_id uuid not null,
    comment_id uuid,
    -- That of the ticket.
    organization_id uuid,
    name text not null,
    content_type text not null default 'application/octet-stream',
    -- While it is uploaded, the announced size, or 0.
    size_bytes bigint not null,
    sha256 bytea,
    state text not null default 'uploading',
    data_key_sealed bytea,
    -- The multipart upload at S3, which has to be aborted if the upload is not finished.
    upload_id text,
    -- When the object is removed. Null: not at all.
    collect_at timestamptz,
    scan text not null default 'off',
    -- When the file is scanned next. Null: not at all.
    scan_at timestamptz,
    created_by_kind text not null,
    created_by_id uuid,
    created_at timestamptz not null,
    version integer not null default 1,
    constraint attachments_pkey primary key (tenant_id, id),
    constraint attachments_tenant_exists foreign key (tenant_id) references tenants (id),
    constraint attachments_ticket_exists foreign key (tenant_id, ticket_id) references tickets (tenant_id, id),
    constraint attachments_comment_exists foreign key (tenant_id, comment_id)
        references ticket_comments (tenant_id, id),
    constraint attachments_name_has_a_length check (length(name) between 1 and 255),
    constraint attachments_size_is_not_negative check (size_bytes >= 0),
    constraint attachments_state_is_known check (state in ('uploading', 'stored', 'deleted')),
    constraint attachments_scan_is_known check (scan in ('off', 'pending', 'clean', 'infected')),
    constraint attachments_stored_is_complete check (
        state <> 'stored' or (sha256 is not null and data_key_sealed is not null and collect_at is null)
    )
);

create index attachments_of_ticket on attachments (tenant_id, ticket_id, id) where state = 'stored';
create index attachments_of_organization on attachments (tenant_id, organization_id, id);
create index attachments_of_comment on attachments (tenant_id, comment_id) where comment_id is not null;
-- The sum of their sizes is compared with the quota.
create index attachments_by_size on attachments (tenant_id) include (size_bytes) where state <> 'deleted';
create index attachments_to_collect on attachments (collect_at) where collect_at is not null;
create index attachments_to_scan on attachments (scan_at) where scan_at is not null;

select app.sealed_column('attachments', 'data_key_sealed');

alter table attachments enable row level security;
alter table attachments force row level security;
create policy tenant on attachments to app using (
    tenant_id = (select app.tenant())
    and ((select app.sees_all()) or organization_id = any ((select app.organizations())::uuid[]))
);
create policy system on attachments to app_system using (true);
create policy owner on attachments to current_user using (true);

grant select, insert, update on attachments to app;
-- Objects of all tenants are removed and scanned in the background.
grant select, delete on attachments to app_system;
grant update (state, collect_at, scan_at) on attachments to app_system;

-- A ticket that is moved to another organization takes its files along, also those that the caller does not see and those
-- that are being uploaded.
create function app.move_attachments() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
    update attachments
    set organization_id = new.organization_id
    where tenant_id = new.tenant_id and ticket_id = new.id;
    return null;
end
$$;

create trigger tickets_take_their_attachments_along
after update of organization_id on tickets
for each row when (new.organization_id is distinct from old.organization_id)
execute function app.move_attachments();

-- Whoever is restricted to some customers sees only their files, but has the same quota.
create function app.attachment_bytes() returns bigint
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
    select coalesce(sum(size_bytes), 0)::bigint from attachments where tenant_id = app.tenant() and state <> 'deleted'
$$;

revoke all on function app.move_attachments from public;
revoke all on function app.attachment_bytes from public;
grant create on schema app to app_definer;
alter function app.move_attachments owner to app_definer;
alter function app.attachment_bytes owner to app_definer;
revoke create on schema app from app_definer;
grant execute on function app.attachment_bytes to app;
create policy definer on attachments to app_definer using (true);
grant select (tenant_id, ticket_id, size_bytes, state) on attachments to app_definer;
grant update (organization_id) on attachments to app_definer;
