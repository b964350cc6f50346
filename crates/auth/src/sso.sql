--! provider_of_domain
-- Of an unknown domain and of one that is not enabled there is nothing, by the same statement.
select
    sso_providers.tenant_id,
    sso_providers.id,
    sso_providers.name,
    sso_providers.issuer,
    sso_providers.client_id,
    tenants.routing
from sso_domains
join sso_providers on sso_providers.tenant_id = sso_domains.tenant_id and sso_providers.id = sso_domains.provider_id
join tenants on tenants.id = sso_domains.tenant_id
where sso_domains.domain = :domain and sso_domains.proven_at is not null and sso_providers.enabled;

--! begin_attempt (browser_hash?, code_challenge?)
insert into sso_attempts (
    id, provider_id, issuer, state_hash, browser_hash, nonce, pkce_verifier, return_to, code_challenge, created_at,
    expires_at
)
values (
    :id, :provider_id, :issuer, :state_hash, :browser_hash, :nonce, :pkce_verifier, :return_to, :code_challenge, :now,
    :expires_at
)
returning id;

--! take_attempt (browser_hash?) : (issuer?, code_challenge?)
delete from sso_attempts
where state_hash = :state_hash and (browser_hash is null or browser_hash = :browser_hash)
returning tenant_id, provider_id, issuer, nonce, pkce_verifier, return_to, code_challenge, expires_at;

--! provider_to_answer (issuer?)
-- Not one that was given another issuer since: a code of the old one is not shown to the new one.
select id, name, issuer, client_id, client_secret_sealed, default_role, group_roles
from sso_providers
where id = :id and enabled and issuer = coalesce(:issuer, issuer);

--! proven_domains
select domain
from sso_domains
where provider_id = :provider_id and proven_at is not null;

--! create_code
insert into sso_codes (id, user_id, code_hash, code_challenge, expires_at)
values (:id, :user_id, :code_hash, :code_challenge, :expires_at)
returning id;

--! take_code
delete from sso_codes
where code_hash = :code_hash
returning tenant_id, user_id, code_challenge, expires_at;

--! forget_attempts
delete from sso_attempts
where expires_at < :now
returning id;

--! forget_codes
delete from sso_codes
where expires_at < :now
returning id;
