--: UserRow(name?, last_sign_in_at?, deleted_at?)

--! list_users (role?, statuses?) : UserRow
select id, email, name, role, status, created_at, last_sign_in_at, deleted_at, version
from users
where
    id < :before and deleted_at is null and (:role::text is null or role = :role)
    and (:statuses::text[] is null or status = any (:statuses))
order by id desc
limit :limit;

--! get_user : UserRow
select id, email, name, role, status, created_at, last_sign_in_at, deleted_at, version
from users
where id = :id;

--! lock_user : UserRow
select id, email, name, role, status, created_at, last_sign_in_at, deleted_at, version
from users
where id = :id
for no key update;

--! lock_administrators
-- Two who go at once must not both see that the other stays.
select true as locked
from pg_advisory_xact_lock(hashtextextended('administrators' || app.tenant()::text, 0));

--! another_administrator
select exists (
    select
    from users
    where id <> :id and status = 'active' and role in ('owner', 'admin')
) as found;

--! change_user (deleted_at?) : UserRow
update users
set
    role = :role,
    status = :status,
    deleted_at = :deleted_at,
    updated_at = :now,
    version = version + 1
where id = :id
returning id, email, name, role, status, created_at, last_sign_in_at, deleted_at, version;
