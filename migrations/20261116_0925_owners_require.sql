-- What an owner may do at the moment, of either kind, under the policies of whoever asks. A person's role stands for
-- scopes; a service account names them.
create view owner_rights with (security_invoker = true) as
select
    tenant_id,
    'user'::text as kind,
    id,
    role,
    null::text[] as scopes,
    null::uuid[] as organization_ids,
    status = 'active' as active
from users
union all
select
    tenant_id,
    'service_account'::text,
    id,
    null::text,
    scopes,
    organization_ids,
    status = 'active'
from service_accounts;

grant select on owner_rights to app, app_system;

-- Processes of the version before name no owner. What they write belongs to whoever makes it.
create function app.default_owner(tenant uuid, kind text, id uuid, out owner_kind text, out owner_id uuid)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
    if kind = 'user' then
        owner_kind := 'user';
        owner_id := id;
    elsif kind = 'api_key' then
        select api_keys.owner_kind, api_keys.owner_id into owner_kind, owner_id
        from api_keys
        where api_keys.tenant_id = tenant and api_keys.id = default_owner.id;
    end if;
    if owner_id is null then
        select 'service_account', service_accounts.id into owner_kind, owner_id
        from service_accounts
        where service_accounts.tenant_id = tenant and service_accounts.administrator;
    end if;
end
$$;
revoke all on function app.default_owner(uuid, text, uuid) from public;
grant execute on function app.default_owner(uuid, text, uuid) to app, app_system;

create function app.fill_owner() returns trigger
language plpgsql
as $$
begin
    select filled.owner_kind, filled.owner_id into new.owner_kind, new.owner_id
    from app.default_owner(new.tenant_id, new.created_by_kind, new.created_by_id) as filled;
    return new;
end
$$;

create trigger api_keys_fill_owner before insert on api_keys
for each row when (new.owner_id is null) execute function app.fill_owner();
create trigger webhook_endpoints_fill_owner before insert on webhook_endpoints
for each row when (new.owner_id is null) execute function app.fill_owner();
create trigger workflows_fill_owner before insert on workflows
for each row when (new.owner_id is null) execute function app.fill_owner();

-- Nor do they name a ceiling: then the owner's rights are all there is.
alter table webhook_endpoints alter column granted_scopes set default array['*'];
alter table webhook_endpoints alter column created_by_kind set default 'system';
alter table workflow_versions alter column granted_scopes set default array['*'];

alter table api_keys alter column owner_kind set not null;
alter table api_keys alter column owner_id set not null;
alter table webhook_endpoints alter column owner_kind set not null;
alter table webhook_endpoints alter column owner_id set not null;
alter table webhook_endpoints alter column created_by_kind set not null;
alter table webhook_endpoints alter column granted_scopes set not null;
alter table workflows alter column owner_kind set not null;
alter table workflows alter column owner_id set not null;
alter table workflow_versions alter column granted_scopes set not null;

grant create on schema app to app_system;
alter function app.default_owner owner to app_system;
revoke create on schema app from app_system;
