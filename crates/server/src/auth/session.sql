--! current_tenant
select id, name, domain, environment, platform, created_at
from tenants;

