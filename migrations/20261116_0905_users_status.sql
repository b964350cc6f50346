-- A person who is disabled has no rights. One who is deleted is disabled too, and is not listed any more; the row stays,
-- because tickets, decisions and the audit log refer to it, and so that signing in does not bring the person back.
alter table users add column status text not null default 'active';
alter table users add column deleted_at timestamptz;
alter table users add constraint users_status_is_known check (status in ('active', 'disabled'));
alter table users add constraint users_deleted_are_disabled check (deleted_at is null or status = 'disabled');

-- For the last of them: whether an active owner or admin is left.
create index users_administrators on users (tenant_id) where status = 'active' and role in ('owner', 'admin');
