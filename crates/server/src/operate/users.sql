--: UserRow(name?)

--! create_user (name?)
insert into users (tenant_id, id, email, name, role, created_at, updated_at)
select tenants.id, :id, :email, :name, :role, :now, :now
from tenants
where tenants.domain = :tenant_domain
returning tenant_id;

--! list_users : UserRow
select users.id, users.email, users.name, users.role
from users
join tenants on tenants.id = users.tenant_id
where tenants.domain = :tenant_domain
order by users.id;
