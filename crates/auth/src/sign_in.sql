--: UserRow(name?, issuer?, subject?, last_sign_in_at?, deleted_at?)

--! user_to_sign_in : UserRow
-- Whom the provider knows by this subject, otherwise who has this e-mail.
select id, email, name, role, status, issuer, subject, created_at, last_sign_in_at, deleted_at, version
from users
where (issuer = :issuer and subject = :subject) or email = :email
order by (issuer = :issuer and subject = :subject) desc nulls last
limit 1
for update;

--! user_by_id : UserRow
-- Nobody disables them until the session is there, to be ended with the others.
select id, email, name, role, status, issuer, subject, created_at, last_sign_in_at, deleted_at, version
from users
where id = :id
for share;

--! create_user (name?) : UserRow
insert into users (id, email, name, role, issuer, subject, created_at, updated_at, last_sign_in_at)
values (:id, :email, :name, :role, :issuer, :subject, :now, :now, :now)
returning id, email, name, role, status, issuer, subject, created_at, last_sign_in_at, deleted_at, version;

--! update_user (name?) : UserRow
update users
set
    email = :email,
    name = :name,
    role = :role,
    issuer = :issuer,
    subject = :subject,
    updated_at = :now,
    last_sign_in_at = :now,
    version = version + 1
where id = :id
returning id, email, name, role, status, issuer, subject, created_at, last_sign_in_at, deleted_at, version;

--! create_session (user_agent?)
insert into sessions (
    id, user_id, token_prefix, secret_hash, ip, user_agent, created_at, last_used_at, expires_at
)
values (:id, :user_id, :token_prefix, :secret_hash, :ip, :user_agent, :now, :now, :expires_at)
returning id;

--! routing_of_tenant
select routing
from tenants;
