--: PlanRow()

--! set_plan
insert into plans (name, key_quota, key_window_seconds, tenant_quota, tenant_window_seconds)
values (:name, :key_quota, :key_window_seconds, :tenant_quota, :tenant_window_seconds)
on conflict (name) do update
set
    key_quota = excluded.key_quota,
    key_window_seconds = excluded.key_window_seconds,
    tenant_quota = excluded.tenant_quota,
    tenant_window_seconds = excluded.tenant_window_seconds
returning name;

--! list_plans : PlanRow
select
    name, key_quota, key_window_seconds, tenant_quota, tenant_window_seconds,
    (select count(*) from tenants where tenants.plan = plans.name) as tenants
from plans
order by name;

--! put_on_plan
update tenants
set plan = :plan
where domain = :domain
returning id;
