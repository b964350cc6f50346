--: UserRow(name?, last_sign_in_at?)

--! list_users (role?) : UserRow
select id, email, name, role, created_at, last_sign_in_at, version
from users
where id < :before and (:role::text is null or role = :role)
order by id desc
limit :limit;

--! get_user : UserRow
select id, email, name, role, created_at, last_sign_in_at, version
from users
where id = :id;
