--: TenantRow()

--! create_tenant
with tenant as (
    insert into tenants (id, name, domain, environment, platform, routing, created_at)
    values (:tenant_id, :name, :domain, :environment, :platform, :routing, :now)
    returning id
),
log as (
    insert into event_logs (tenant_id)
    select id from tenant
)
insert into api_keys (
    tenant_id, id, name, scopes, key_prefix, key_last4, secret_hash, expires_days, expires_at,
    created_by_kind, created_at, updated_at
)
select
    tenant.id, :key_id, :key_name, :scopes, :key_prefix, :key_last4, :secret_hash, :expires_days, :expires_at,
    'operator', :now, :now
from tenant
returning id;

--! create_admin_key
insert into api_keys (
    tenant_id, id, name, scopes, key_prefix, key_last4, secret_hash, expires_days, expires_at,
    created_by_kind, created_at, updated_at
)
values (
    :tenant_id, :id, :name, :scopes, :key_prefix, :key_last4, :secret_hash, :expires_days, :expires_at,
    'operator', :now, :now
)
returning id;

--! tenant_by_domain : TenantRow
select id, name, domain, environment, platform, routing, created_at
from tenants
where domain = :domain;

--! list_tenants : TenantRow
select id, name, domain, environment, platform, routing, created_at
from tenants
order by id;
