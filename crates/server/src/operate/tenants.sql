--: TenantRow()

--! create_tenant
with tenant as (
    insert into tenants (id, name, domain, environment, platform, routing, created_at)
    values (:tenant_id, :name, :domain, :environment, :platform, :routing, :now)
    returning id
),
administrator as (
    insert into service_accounts (
        tenant_id, id, name, description, scopes, administrator, created_by_kind, created_at, updated_at
    )
    select
        id, :administrator_id, 'Administrator',
        'Owns the keys that the operator of the service has made for this tenant.', :scopes, true, 'operator', :now, :now
    from tenant
),
log as (
    insert into event_logs (tenant_id)
    select id from tenant
),
key as (
    insert into api_keys (
        tenant_id, id, name, scopes, key_prefix, key_last4, expires_days, expires_at,
        owner_kind, owner_id, created_by_kind, created_at, updated_at
    )
    select
        tenant.id, :key_id, :key_name, :scopes, :key_prefix, :key_last4, :expires_days, :expires_at,
        'service_account', :administrator_id, 'operator', :now, :now
    from tenant
    returning tenant_id, id
)
insert into api_key_secrets (tenant_id, key_id, id, secret_hash, issued_by_kind, issued_at)
select key.tenant_id, key.id, :secret_id, :secret_hash, 'operator', :now
from key
returning id;

--! create_admin_key
-- It belongs to the tenant's account "Administrator", which has all rights again, whatever became of it: this is the way
-- back for a tenant that has locked itself out.
with administrator as (
    update service_accounts
    set
        status = 'active',
        scopes = :scopes,
        organization_ids = null,
        deleted_at = null,
        updated_at = :now,
        version = version + 1
    where tenant_id = :tenant_id and administrator
    returning id
),
key as (
    insert into api_keys (
        tenant_id, id, name, scopes, key_prefix, key_last4, expires_days, expires_at,
        owner_kind, owner_id, created_by_kind, created_at, updated_at
    )
    select
        :tenant_id, :id, :name, :scopes, :key_prefix, :key_last4, :expires_days, :expires_at,
        'service_account', administrator.id, 'operator', :now, :now
    from administrator
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
