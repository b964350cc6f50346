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

-- Processes of the version before name no owner. What they write belongs to whoever makes it, or to whom the key belongs
-- that makes it. Nobody but the triggers calls it.
create function app.fill_owner() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
    if new.created_by_kind = 'user' then
        new.owner_kind := 'user';
        new.owner_id := new.created_by_id;
    elsif new.created_by_kind = 'api_key' then
        select api_keys.owner_kind, api_keys.owner_id into new.owner_kind, new.owner_id
        from api_keys
        where api_keys.tenant_id = new.tenant_id and api_keys.id = new.created_by_id;
    end if;
    if new.owner_id is null then
        select 'service_account', service_accounts.id into new.owner_kind, new.owner_id
        from service_accounts
        where service_accounts.tenant_id = new.tenant_id and service_accounts.administrator;
    end if;
    return new;
end
$$;
revoke all on function app.fill_owner() from public;

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
alter function app.fill_owner owner to app_system;
revoke create on schema app from app_system;
