-- A person who once owned a key may still hold its secret, so an approval has to know of them. Whatever changes the owner,
-- the row remembers the one before.
alter table api_keys add column former_owner_ids uuid[] not null default '{}';

create function app.remember_former_owner() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp
as $$
begin
    if old.owner_kind = 'user' and not (old.owner_id = any (old.former_owner_ids)) then
        new.former_owner_ids := old.former_owner_ids || old.owner_id;
    end if;
    return new;
end
$$;
revoke all on function app.remember_former_owner() from public;

create trigger api_keys_remember_former_owner before update of owner_kind, owner_id on api_keys
for each row when (old.owner_id is distinct from new.owner_id)
execute function app.remember_former_owner();

-- The people behind a key or a user. Behind a user is the user. Behind a key is everyone who made it, issued one of its
-- secrets, or owns or owned it, and, where a key did that, everyone behind that key. Of a key that the operator made or
-- rotated nobody knows who holds it, so it stands for itself. All keys of the tenant count, also those that the caller may
-- not see. Keys can have rotated each other: `union` ends the search.
create function app.people_behind(kind text, id uuid) returns uuid[]
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
    with recursive behind (kind, id) as (
        select people_behind.kind, people_behind.id
        where people_behind.id is not null
        union
        select cause.kind, cause.id
        from behind
        join api_keys as key on key.tenant_id = app.tenant() and key.id = behind.id
        cross join lateral (
            select key.created_by_kind, key.created_by_id
            union all
            select key.owner_kind, key.owner_id
            where key.owner_kind = 'user'
            union all
            select 'user', former.id
            from unnest(key.former_owner_ids) as former (id)
            union all
            select secret.issued_by_kind, secret.issued_by_id
            from api_key_secrets as secret
            where secret.tenant_id = key.tenant_id and secret.key_id = key.id
        ) as cause (kind, id)
        where behind.kind = 'api_key' and cause.kind in ('api_key', 'user') and cause.id is not null
    )
    select coalesce(array_agg(distinct behind.id order by behind.id), '{}')
    from behind
    where
        behind.kind <> 'api_key'
        or not exists (
            select
            from api_keys as key
            where key.tenant_id = app.tenant() and key.id = behind.id and key.created_by_kind <> 'operator'
        )
        or exists (
            select
            from api_key_secrets as secret
            where secret.tenant_id = app.tenant() and secret.key_id = behind.id and secret.issued_by_kind = 'operator'
        )
$$;
revoke all on function app.people_behind(text, uuid) from public;
grant execute on function app.people_behind(text, uuid) to app, app_system;

grant create on schema app to app_system;
alter function app.people_behind owner to app_system;
revoke create on schema app from app_system;

-- These people and keys, and the people behind the keys as it is now.
create function app.people_behind_all(ids uuid[]) returns uuid[]
language sql stable set search_path = pg_catalog, public, pg_temp
as $$
    select coalesce(array_agg(distinct person.id order by person.id), '{}')
    from unnest(ids) as named (id)
    cross join lateral unnest(named.id || app.people_behind('api_key', named.id)) as person (id)
$$;
revoke all on function app.people_behind_all(uuid[]) from public;
grant execute on function app.people_behind_all(uuid[]) to app, app_system;
