-- A key belongs to a person or to a service account, and has no more rights than its owner has at the moment.
alter table api_keys add column owner_kind text;
alter table api_keys add column owner_id uuid;

-- A key of before belongs to the person at the beginning of the chain of keys that made it, or, where the chain begins at
-- the operator's command line, to the tenant's account "Administrator".
with recursive chain (tenant_id, key_id, kind, id, steps) as (
    select tenant_id, id, created_by_kind, created_by_id, 0
    from api_keys
    union all
    select chain.tenant_id, chain.key_id, maker.created_by_kind, maker.created_by_id, chain.steps + 1
    from chain
    join api_keys as maker on maker.tenant_id = chain.tenant_id and maker.id = chain.id
    where chain.kind = 'api_key' and chain.steps < 100
),
origin as (
    select distinct on (tenant_id, key_id) tenant_id, key_id, kind, id
    from chain
    order by tenant_id, key_id, steps desc
)
update api_keys
set
    owner_kind = case when origin.kind = 'user' then 'user' else 'service_account' end,
    owner_id = case when origin.kind = 'user' then origin.id else account.id end
from origin
join service_accounts as account on account.tenant_id = origin.tenant_id and account.administrator
where api_keys.tenant_id = origin.tenant_id and api_keys.id = origin.key_id;

alter table api_keys add constraint api_keys_owner_is_known check (owner_kind in ('user', 'service_account'));
create index api_keys_by_owner on api_keys (tenant_id, owner_id);

-- What is remembered of a session or of a key depends on its user or owner too. The keys are found also where the caller
-- who changes the owner may not see them. The worker that holds the tenant's webhook endpoints looks at them again.
create function app.announce_owner() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
    perform pg_notify('api_keys', token_prefix)
    from sessions
    where tenant_id = old.tenant_id and user_id = old.id and revoked_at is null and expires_at > now();
    perform pg_notify('api_keys', key_prefix)
    from api_keys
    where tenant_id = old.tenant_id and owner_id = old.id and revoked_at is null and expires_at > now();
    update webhook_fan_outs
    set revision = revision + 1
    where tenant_id = old.tenant_id;
    return null;
end
$$;
revoke all on function app.announce_owner() from public;

drop trigger users_announce on users;
drop function app.announce_user();

create trigger users_announce after update on users
for each row when (old.role is distinct from new.role or old.status is distinct from new.status)
execute function app.announce_owner();

create trigger service_accounts_announce after update on service_accounts
for each row when (
    old.scopes is distinct from new.scopes
    or old.organization_ids is distinct from new.organization_ids
    or old.status is distinct from new.status
)
execute function app.announce_owner();

grant create on schema app to app_system;
alter function app.announce_owner owner to app_system;
revoke create on schema app from app_system;
