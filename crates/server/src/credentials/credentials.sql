--: Credential(organization_ids?, allowed_cidrs?, revoked_at?)

--! credential_by_prefix : Credential
select
    tenant_id,
    id,
    name,
    scopes,
    secret_hash,
    organization_ids,
    allowed_cidrs,
    expires_at,
    revoked_at
from api_keys
where key_prefix = :key_prefix;

--! record_last_uses
update api_keys
set
    last_used_at = used.at,
    last_used_ip = used.ip,
    last_used_route = used.route
from unnest(:tenant_ids::uuid[], :ids::uuid[], :ats::timestamptz[], :ips::text[], :routes::text[])
    as used (tenant_id, id, at, ip, route)
where
    api_keys.tenant_id = used.tenant_id
    and api_keys.id = used.id
    and (api_keys.last_used_at is null or api_keys.last_used_at < used.at)
returning api_keys.id;
