--: SessionRow(name?, user_agent?, revoked_at?)

--! list_sessions (only?, user_id?, statuses?) : SessionRow
select id, user_id, email, name, role, ip, user_agent, created_at, last_used_at, expires_at, revoked_at, version
from user_sessions
where id < :before
    and (:only::uuid is null or user_id = :only)
    and (:user_id::uuid is null or user_id = :user_id)
    and (
        :statuses::text[] is null
        or case
            when revoked_at is not null then 'revoked'
            when expires_at <= :now::timestamptz or last_used_at <= :idle_since::timestamptz then 'expired'
            else 'active'
        end = any (:statuses)
    )
order by id desc
limit :limit;

--! get_session (only?) : SessionRow
select id, user_id, email, name, role, ip, user_agent, created_at, last_used_at, expires_at, revoked_at, version
from user_sessions
where id = :id and (:only::uuid is null or user_id = :only);

--! sessions_to_end : SessionRow
select id, user_id, email, name, role, ip, user_agent, created_at, last_used_at, expires_at, revoked_at, version
from user_sessions
where user_id = :user_id and revoked_at is null and expires_at > :now
order by id;

--! lock_session
select id
from sessions
where id = :id
for update;

--! revoke_session
update sessions
set
    revoked_at = :now,
    version = version + 1
where id = :id and revoked_at is null
returning version;
