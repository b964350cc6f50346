--: CloudVm(organization_id?, name?, vcpus?, memory_bytes?, image?, subnet?, public_ip?, launched_at?)
--: OutdatedRegion(code?, detail?, last_complete_at?)

--! get_vm : CloudVm
select
    id, provider_id, organization_id, region, provider_ref, name, size, vcpus, memory_bytes, image, subnet, security_groups,
    public_ip, ips, labels, status, managed, launched_at, last_synced_at, created_at, updated_at, version
from cloud_vms
where id = :id;

--! list_vms (provider_id?, organization_id?, region?, status?, managed?, label?) : CloudVm
select
    id, provider_id, organization_id, region, provider_ref, name, size, vcpus, memory_bytes, image, subnet, security_groups,
    public_ip, ips, labels, status, managed, launched_at, last_synced_at, created_at, updated_at, version
from cloud_vms
where
    id < :before
    and (provider_id = :provider_id or :provider_id::uuid is null)
    and (organization_id = :organization_id or :organization_id::uuid is null)
    and (region = :region or :region::text is null)
    and (status = :status or :status::text is null)
    and (managed = :managed or :managed::boolean is null)
    and (labels @> :label or :label::jsonb is null)
order by id desc
limit :limit;

--! outdated_regions (provider_id?) : OutdatedRegion
-- A region whose last complete listing is old is out of date, whatever its status says.
select provider_id, name, status, code, detail, last_complete_at, vm_count
from cloud_regions
where
    (provider_id = :provider_id or :provider_id::uuid is null)
    and (status <> 'fresh' or last_complete_at < :old)
order by provider_id, name
limit :limit;
