--: Claim(proven_by?)

--! list_claims : Claim
select sso_domains.domain, tenants.domain as tenant, sso_providers.name, sso_providers.enabled, sso_domains.proven_by
from sso_domains
join sso_providers on sso_providers.tenant_id = sso_domains.tenant_id and sso_providers.id = sso_domains.provider_id
join tenants on tenants.id = sso_domains.tenant_id
order by sso_domains.domain, tenants.domain;

--! approve_claim
with approved as (
    update sso_domains
    set
        proven_at = coalesce(sso_domains.proven_at, :now),
        proven_by = coalesce(sso_domains.proven_by, 'operator')
    from tenants
    where tenants.id = sso_domains.tenant_id and tenants.domain = :tenant_domain and sso_domains.domain = :domain
    returning sso_domains.tenant_id, sso_domains.provider_id, sso_domains.proven_by
)
update sso_providers
set version = version + 1
from approved
where sso_providers.tenant_id = approved.tenant_id and sso_providers.id = approved.provider_id
returning sso_providers.tenant_id, sso_providers.id, approved.proven_by;
