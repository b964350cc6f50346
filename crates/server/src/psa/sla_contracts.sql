--: SlaContractRow(ends_at?)

--! create_sla_contract (ends_at?) : SlaContractRow
insert into sla_contracts (id, organization_id, policy_id, starts_at, ends_at, created_at, updated_at)
values (:id, :organization_id, :policy_id, :starts_at, :ends_at, :now, :now)
returning id, organization_id, policy_id, starts_at, ends_at, created_at, updated_at, version;

--! get_sla_contract : SlaContractRow
select id, organization_id, policy_id, starts_at, ends_at, created_at, updated_at, version
from sla_contracts
where id = :id and deleted_at is null;

--! list_sla_contracts (organization_id?, policy_id?) : SlaContractRow
select id, organization_id, policy_id, starts_at, ends_at, created_at, updated_at, version
from sla_contracts
where
    id < :before
    and deleted_at is null
    and (:organization_id::uuid is null or organization_id = :organization_id)
    and (:policy_id::uuid is null or policy_id = :policy_id)
order by id desc
limit :limit;

--! overlapping_sla_contract (ends_at?)
select id
from sla_contracts
where
    organization_id = :organization_id
    and id <> :id
    and deleted_at is null
    and tstzrange(starts_at, ends_at) && tstzrange(:starts_at, :ends_at)
order by starts_at
limit 1;

--! update_sla_contract (ends_at?) : SlaContractRow
update sla_contracts
set policy_id = :policy_id, starts_at = :starts_at, ends_at = :ends_at, updated_at = :now, version = version + 1
where id = :id
returning id, organization_id, policy_id, starts_at, ends_at, created_at, updated_at, version;

--! delete_sla_contract
update sla_contracts
set deleted_at = :now, updated_at = :now, version = version + 1
where id = :id
returning id;
