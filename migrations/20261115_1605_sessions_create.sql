-- A sign-in of a user, found by the part of its token that is not secret, as a key is.
create table sessions (
    tenant_id uuid not null default app.tenant(),
    id uuid not null,
    user_id uuid not null,
    token_prefix text not null,
    secret_hash bytea not null,
    ip text not null,
    user_agent text,
    created_at timestamptz not null,
    last_used_at timestamptz not null,
    -- At the latest; a session that is not used ends before.
    expires_at timestamptz not null,
    revoked_at timestamptz,
    version integer not null default 1,
    constraint sessions_pkey primary key (tenant_id, id),
    constraint sessions_user_exists foreign key (tenant_id, user_id) references users (tenant_id, id),
    constraint sessions_prefix_is_unique unique (token_prefix),
    constraint sessions_user_agent_has_a_length check (length(user_agent) <= 300)
);

create index sessions_by_user on sessions (tenant_id, user_id, id);
create index sessions_by_expiry on sessions (expires_at);

alter table sessions enable row level security;
alter table sessions force row level security;
create policy tenant on sessions to app using (tenant_id = (select app.tenant()) and (select app.sees_all()));
create policy system on sessions to app_system using (true);
create policy owner on sessions to current_user using (true);

grant select, insert, update on sessions to app;
grant select, update (last_used_at), delete on sessions to app_system;

-- A session with whose it is, under the policies of whoever asks.
create view user_sessions with (security_invoker = true) as
select
    sessions.id,
    sessions.user_id,
    users.email,
    users.name,
    users.role,
    sessions.ip,
    sessions.user_agent,
    sessions.created_at,
    sessions.last_used_at,
    sessions.expires_at,
    sessions.revoked_at,
    sessions.version
from sessions
join users on users.tenant_id = sessions.tenant_id and users.id = sessions.user_id;

grant select on user_sessions to app;

-- Every node holds sessions in memory, beside keys, and hears of their changes on the same channel.
create function app.announce_session() returns trigger
language plpgsql
as $$
begin
    perform pg_notify('api_keys', old.token_prefix);
    return null;
end
$$;

create trigger sessions_announce after update on sessions
for each row when (old.version is distinct from new.version)
execute function app.announce_session();

create trigger sessions_announce_removal after delete on sessions
for each row execute function app.announce_session();

-- A role is part of what is remembered of a session.
create function app.announce_user() returns trigger
language plpgsql
as $$
begin
    perform pg_notify('api_keys', token_prefix)
    from sessions
    where tenant_id = old.tenant_id and user_id = old.id and revoked_at is null and expires_at > now();
    return null;
end
$$;

create trigger users_announce after update on users
for each row when (old.role is distinct from new.role)
execute function app.announce_user();
