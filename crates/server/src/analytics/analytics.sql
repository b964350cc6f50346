--: Label()

--! organization_labels : Label
select id, name
from organizations
where id = any (:ids);

--! workflow_labels : Label
select id, name
from workflows
where id = any (:ids);

--! endpoint_labels : Label
select id, name
from webhook_endpoints
where id = any (:ids);

--! key_labels : Label
select id, name
from api_keys
where id = any (:ids);

--! sla_policy_labels : Label
select id, name
from sla_policies
where id = any (:ids);

--! user_labels : Label
select id, coalesce(name, email) as name
from users
where id = any (:ids);

--! is_operator
-- A tenant sees only itself.
select platform
from tenants;

--! tenant_name
-- A tenant sees only itself.
select name
from tenants;

--! first_organizations : Label
select id, name
from organizations
order by name
limit :most;

--! background_lag : (lag_seconds?)
-- Of the processes that report.
select max((task ->> 'lag_seconds')::double precision) as lag_seconds
from background_processes
cross join jsonb_array_elements(tasks) as task
where seen_at > now() - interval '10 seconds';
