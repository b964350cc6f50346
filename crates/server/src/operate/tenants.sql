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
),
key as (
    insert into api_keys (
        tenant_id, id, name, scopes, key_prefix, key_last4, expires_days, expires_at,
        created_by_kind, created_at, updated_at
    )
    select
        tenant.id, :key_id, :key_name, :scopes, :key_prefix, :key_last4, :expires_days, :expires_at,
        'operator', :now, :now
    from tenant
    returning tenant_id, id
)
insert into api_key_secrets (tenant_id, key_id, id, secret_hash, issued_by_kind, issued_at)
select key.tenant_id, key.id, :secret_id, :secret_hash, 'operator', :now
from key
returning id;

--! create_admin_key
with key as (
    insert into api_keys (
        tenant_id, id, name, scopes, key_prefix, key_last4, expires_days, expires_at,
        created_by_kind, created_at, updated_at
    )
    values (
        :tenant_id, :id, :name, :scopes, :key_prefix, :key_last4, :expires_days, :expires_at,
        'operator', :now, :now
    )
    returning tenant_id, id
)
insert into api_key_secrets (tenant_id, key_id, id, secret_hash, issued_by_kind, issued_at)
select key.tenant_id, key.id, :secret_id, :secret_hash, 'operator', :now
from key
returning id;

--! tenant_by_domain : TenantRow
select id, name, domain, environment, platform, routing, created_at
from tenants
where domain = :domain;

--! list_tenants : TenantRow
select id, name, domain, environment, platform, routing, created_at
from tenants
order by id;
