--: PlanRow()

--! lock_plan : PlanRow
select
    name, key_quota, key_window_seconds, tenant_quota, tenant_window_seconds,
    (select count(*) from tenants where tenants.plan = plans.name) as tenants
from plans
where name = :name
for update;

--! tenants_on_plan
select id
from tenants
where plan = :plan
order by id;

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
from tenants as former
where tenants.domain = :domain and former.id = tenants.id
returning tenants.id, former.plan as former_plan;
