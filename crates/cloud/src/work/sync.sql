--! take_due_sync
-- One account that is due. Its next time is set at once, so that one worker reads it; if that worker ends before it is
-- done, the account is read again after this time.
update cloud_providers
set sync_at = :later
where
    (tenant_id, id) in (
        select candidate.tenant_id, candidate.id
        from cloud_providers as candidate
        where candidate.sync_at <= :now and candidate.status in ('verified', 'degraded')
        order by candidate.sync_at
        limit 1
        for update skip locked
    )
returning tenant_id, id;

--! sync_failures
select version, sync_failures
from cloud_providers
where id = :id;

--! schedule_sync
-- Not a change of the provider.
update cloud_providers
set sync_at = :sync_at, sync_failures = :sync_failures
where id = :id
returning id;

--! adopt_machines
-- Machines of one listing that this service has requested and whose ids it did not learn. Their labels name the record.
update cloud_vms
set provider_ref = machine.provider_ref
from jsonb_to_recordset(:machines) as machine (vm_id uuid, provider_ref text)
where
    cloud_vms.id = machine.vm_id
    and cloud_vms.provider_id = :provider_id
    and cloud_vms.region = :region
    and cloud_vms.managed
    and cloud_vms.provider_ref is null
    and not exists (
        select
        from cloud_vms as other
        where
            other.provider_id = :provider_id
            and other.region = :region
            and other.provider_ref = machine.provider_ref
    )
returning cloud_vms.id;

--! store_machines (organization_id?)
-- Machines of one listing. What is the same as before gets only the time at which the listing began. What an operation has
-- stored since then is newer.
insert into cloud_vms (
    id, provider_id, organization_id, region, provider_ref, name, size, vcpus, memory_bytes, image, subnet,
    security_groups, public_ip, ips, labels, status, launched_at, last_synced_at, created_at, updated_at
)
select
    machine.id, :provider_id, :organization_id, :region, machine.provider_ref, machine.name, machine.size, machine.vcpus,
    machine.memory_bytes, machine.image, machine.subnet, machine.security_groups, machine.public_ip, machine.ips,
    machine.labels, machine.status, machine.launched_at, :now, :now, :now
from jsonb_to_recordset(:machines) as machine (
    id uuid, provider_ref text, name text, size text, vcpus integer, memory_bytes bigint, image text, subnet text,
    security_groups jsonb, public_ip text, ips jsonb, labels jsonb, status text, launched_at timestamptz
)
on conflict (tenant_id, provider_id, region, provider_ref) do update
set
    name = excluded.name,
    size = excluded.size,
    vcpus = excluded.vcpus,
    memory_bytes = excluded.memory_bytes,
    image = excluded.image,
    subnet = excluded.subnet,
    security_groups = excluded.security_groups,
    public_ip = excluded.public_ip,
    ips = excluded.ips,
    labels = excluded.labels,
    status = excluded.status,
    launched_at = excluded.launched_at,
    missed = 0,
    last_synced_at = excluded.last_synced_at,
    updated_at = case
        when
            (
                cloud_vms.name, cloud_vms.size, cloud_vms.vcpus, cloud_vms.memory_bytes, cloud_vms.image,
                cloud_vms.subnet, cloud_vms.security_groups, cloud_vms.public_ip, cloud_vms.ips, cloud_vms.labels,
                cloud_vms.status, cloud_vms.launched_at
            ) is distinct from (
                excluded.name, excluded.size, excluded.vcpus, excluded.memory_bytes, excluded.image, excluded.subnet,
                excluded.security_groups, excluded.public_ip, excluded.ips, excluded.labels, excluded.status,
                excluded.launched_at
            )
        then excluded.updated_at
        else cloud_vms.updated_at
    end,
    version = cloud_vms.version + case
        when
            (
                cloud_vms.name, cloud_vms.size, cloud_vms.vcpus, cloud_vms.memory_bytes, cloud_vms.image,
                cloud_vms.subnet, cloud_vms.security_groups, cloud_vms.public_ip, cloud_vms.ips, cloud_vms.labels,
                cloud_vms.status, cloud_vms.launched_at
            ) is distinct from (
                excluded.name, excluded.size, excluded.vcpus, excluded.memory_bytes, excluded.image, excluded.subnet,
                excluded.security_groups, excluded.public_ip, excluded.ips, excluded.labels, excluded.status,
                excluded.launched_at
            )
        then 1
        else 0
    end
where cloud_vms.last_synced_at is null or cloud_vms.last_synced_at <= excluded.last_synced_at
returning id;

--! miss_machines
-- Machines that a complete listing of their region did not contain. The second time in a row, they are missing.
update cloud_vms
set
    missed = missed + 1,
    status = case when missed >= 1 then 'missing' else status end,
    updated_at = case when missed >= 1 then :now else updated_at end,
    version = version + case when missed >= 1 then 1 else 0 end
where
    provider_id = :provider_id
    and region = :region
    and provider_ref is not null
    and last_synced_at < :now
    and status not in ('missing', 'deleted')
returning id, managed and status = 'missing' as is_lost;

--! newly_drifted
-- Managed machines of a region that differ from their requests since the last listing. Each is reported once. A machine that
-- is being made may not have its networks yet.
update cloud_vms
set drift_reported = drift <> '[]'
where
    provider_id = :provider_id
    and region = :region
    and managed
    and status <> 'provisioning'
    and drift is not null
    and drift_reported <> (drift <> '[]')
returning id, drift_reported;

--! complete_region (organization_id?)
insert into cloud_regions (provider_id, name, organization_id, status, last_complete_at, vm_count)
values (:provider_id, :region, :organization_id, 'fresh', :now, :vm_count)
on conflict (tenant_id, provider_id, name) do update
set
    organization_id = excluded.organization_id,
    status = 'fresh',
    code = null,
    detail = null,
    last_complete_at = excluded.last_complete_at,
    vm_count = excluded.vm_count
returning name;

--! fail_region (organization_id?)
insert into cloud_regions (provider_id, name, organization_id, status, code, detail)
values (:provider_id, :region, :organization_id, :status, :code, :detail)
on conflict (tenant_id, provider_id, name) do update
set
    organization_id = excluded.organization_id,
    status = excluded.status,
    code = excluded.code,
    detail = excluded.detail
returning name;

--! forget_regions
-- Regions that the provider no longer has. As long as machines of such a region are known, it stays, and is outdated: they
-- are not read any more.
delete from cloud_regions
where
    provider_id = :provider_id
    and name <> all (:regions)
    and not exists (
        select
        from cloud_vms
        where
            cloud_vms.provider_id = cloud_regions.provider_id
            and cloud_vms.region = cloud_regions.name
            and cloud_vms.status not in ('missing', 'deleted')
    )
returning name;

--! forget_machines
-- Machines of all tenants that were gone long ago.
delete from cloud_vms
where status in ('missing', 'deleted') and (status = 'deleted' or not managed) and last_synced_at < :before
returning id;
