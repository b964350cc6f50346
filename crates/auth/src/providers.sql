--: ProviderRow(created_by_id?)
--: DomainRow(checked_at?, proven_at?, proven_by?)

--! list_providers : ProviderRow
select
    id, name, issuer, client_id, enabled, default_role, group_roles, created_by_kind, created_by_id, created_at,
    updated_at, version
from sso_providers
where id < :before
order by id desc
limit :limit;

--! get_provider : ProviderRow
select
    id, name, issuer, client_id, enabled, default_role, group_roles, created_by_kind, created_by_id, created_at,
    updated_at, version
from sso_providers
where id = :id;

--! lock_provider : ProviderRow
select
    id, name, issuer, client_id, enabled, default_role, group_roles, created_by_kind, created_by_id, created_at,
    updated_at, version
from sso_providers
where id = :id
for update;

--! create_provider (created_by_id?) : ProviderRow
insert into sso_providers (
    id, name, kind, issuer, client_id, client_secret_sealed, enabled, default_role, group_roles, created_by_kind,
    created_by_id, created_at, updated_at
)
select
    :id, :name, 'oidc', :issuer, :client_id, :client_secret_sealed, :enabled, :default_role, :group_roles,
    :created_by_kind, :created_by_id, :now, :now
where (select count(*) from sso_providers) < :quota::bigint
returning
    id, name, issuer, client_id, enabled, default_role, group_roles, created_by_kind, created_by_id, created_at,
    updated_at, version;

--! update_provider (client_secret_sealed?) : ProviderRow
update sso_providers
set
    name = :name,
    issuer = :issuer,
    client_id = :client_id,
    client_secret_sealed = coalesce(:client_secret_sealed, client_secret_sealed),
    enabled = :enabled,
    default_role = :default_role,
    group_roles = :group_roles,
    updated_at = :now,
    version = version + 1
where id = :id
returning
    id, name, issuer, client_id, enabled, default_role, group_roles, created_by_kind, created_by_id, created_at,
    updated_at, version;

--! delete_provider
-- Its domains go with it, in one statement: what refers to what is asked at its end.
with freed as (
    delete from sso_domains
    where provider_id = :id
)
delete from sso_providers
where id = :id
returning id;

--! domains_of : DomainRow
select domain, provider_id, token, checked_at, proven_at, proven_by
from sso_domains
where provider_id = any (:provider_ids)
order by domain;

--! claim_domains
insert into sso_domains (domain, provider_id, token, created_at)
select domain, :provider_id, token, :now
from unnest(:domains::text[], :tokens::text[]) as claimed (domain, token)
returning domain;

--! release_domains
delete from sso_domains
where provider_id = :provider_id and domain = any (:domains)
returning domain;

--! belongs_to_another
select app.belongs_to_another(:domains) as belongs;

--! check_domains
update sso_domains
set
    checked_at = :now,
    proven_at = case when domain = any (:proven::text[]) then coalesce(proven_at, :now) else proven_at end,
    proven_by = case when domain = any (:proven::text[]) then coalesce(proven_by, 'dns') else proven_by end
where provider_id = :provider_id
returning domain;

--! touch_provider : ProviderRow
update sso_providers
set
    updated_at = :now,
    version = version + 1
where id = :id
returning
    id, name, issuer, client_id, enabled, default_role, group_roles, created_by_kind, created_by_id, created_at,
    updated_at, version;

--! roles_in_use
select distinct role
from users;
