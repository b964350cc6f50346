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
-- A row that another node or a change holds is passed over: its use is as fresh, or the next minute brings one.
with free as (
    select api_keys.tenant_id, api_keys.id, used.at, used.ip, used.route
    from unnest(:tenant_ids::uuid[], :ids::uuid[], :ats::timestamptz[], :ips::text[], :routes::text[])
        as used (tenant_id, id, at, ip, route)
    join api_keys on api_keys.tenant_id = used.tenant_id and api_keys.id = used.id
    where api_keys.last_used_at is null or api_keys.last_used_at < used.at
    for no key update of api_keys skip locked
)
update api_keys
set
    last_used_at = free.at,
    last_used_ip = free.ip,
    last_used_route = free.route
from free
where api_keys.tenant_id = free.tenant_id and api_keys.id = free.id
returning api_keys.id;
