--! current_tenant
select id, name, domain, environment, platform, created_at
from tenants;

--! current_user_of_tenant : (name?)
select id, email, name, role
from users
where id = :id;
