--: SlaPolicyRow()

--! create_sla_policy : SlaPolicyRow
insert into sla_policies (id, name, created_at, updated_at)
values (:id, :name, :now, :now)
returning id, name, created_at, updated_at, version, :settings::jsonb as settings;

--! get_sla_policy : SlaPolicyRow
select policy.id, policy.name, policy.created_at, policy.updated_at, policy.version, latest.settings
from sla_policies as policy
cross join lateral (
    select settings
    from sla_versions
    where sla_versions.policy_id = policy.id
    order by sla_versions.version desc
    limit 1
) as latest
where policy.id = :id and policy.deleted_at is null;

--! sla_policy_named
-- The other object of a conflict.
select id
from sla_policies
where name = :name and deleted_at is null;

--! list_sla_policies : SlaPolicyRow
select policy.id, policy.name, policy.created_at, policy.updated_at, policy.version, latest.settings
from sla_policies as policy
cross join lateral (
    select settings
    from sla_versions
    where sla_versions.policy_id = policy.id
    order by sla_versions.version desc
    limit 1
) as latest
where policy.id < :before and policy.deleted_at is null
order by policy.id desc
limit :limit;

--! update_sla_policy : SlaPolicyRow
update sla_policies
set name = :name, updated_at = :now, version = version + 1
where id = :id
returning id, name, created_at, updated_at, version, :settings::jsonb as settings;

--! delete_sla_policy
update sla_policies
set deleted_at = :now, updated_at = :now, version = version + 1
where id = :id
returning id;

--! contracts_of_sla_policy
-- Those that apply now or will.
select count(*) as contracts
from sla_contracts
where policy_id = :policy_id and deleted_at is null and (ends_at is null or ends_at > :now);
