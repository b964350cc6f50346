--: CloudVm(organization_id?, provider_ref?, name?, vcpus?, memory_bytes?, image?, subnet?, public_ip?, operation_id?, price_cents?, price_currency?, price_as_of?, drift?, launched_at?, last_synced_at?, device_id?)
--: OutdatedRegion(code?, detail?, last_complete_at?)

--! get_vm : CloudVm
select
    id, provider_id, organization_id, region, provider_ref, name, size, vcpus, memory_bytes, image, subnet, security_groups,
    public_ip, ips, labels, status, managed, operation_id, price_cents, price_currency, price_as_of, drift, launched_at,
    last_synced_at, created_at, updated_at, version,
    app.device_of_vm(id, organization_id, provider_ref, status) as device_id
from cloud_vms
where id = :id;

--! lock_vm : CloudVm
select
    id, provider_id, organization_id, region, provider_ref, name, size, vcpus, memory_bytes, image, subnet, security_groups,
    public_ip, ips, labels, status, managed, operation_id, price_cents, price_currency, price_as_of, drift, launched_at,
    last_synced_at, created_at, updated_at, version,
    app.device_of_vm(id, organization_id, provider_ref, status) as device_id
from cloud_vms
where id = :id
for update;

--! request_vm (organization_id?, subnet?, price_cents?, price_currency?, price_as_of?, user_data_sealed?) : CloudVm
-- A machine that is to be made, with what is known of it.
insert into cloud_vms (
    id, provider_id, organization_id, region, name, size, image, subnet, security_groups, ips, labels, status, managed,
    wanted, operation_id, price_cents, price_currency, price_as_of, user_data_sealed, created_at, updated_at
)
values (
    :id, :provider_id, :organization_id, :region, :name, :size, :image, :subnet, :security_groups, '[]', :labels,
    'requested', true, :wanted, :operation_id, :price_cents, :price_currency, :price_as_of, :user_data_sealed, :now, :now
)
returning
    id, provider_id, organization_id, region, provider_ref, name, size, vcpus, memory_bytes, image, subnet, security_groups,
    public_ip, ips, labels, status, managed, operation_id, price_cents, price_currency, price_as_of, drift, launched_at,
    last_synced_at, created_at, updated_at, version,
    app.device_of_vm(id, organization_id, provider_ref, status) as device_id;

--! begin_vm_operation : CloudVm
update cloud_vms
set operation_id = :operation_id, updated_at = :now, version = version + 1
where id = :id
returning
    id, provider_id, organization_id, region, provider_ref, name, size, vcpus, memory_bytes, image, subnet, security_groups,
    public_ip, ips, labels, status, managed, operation_id, price_cents, price_currency, price_as_of, drift, launched_at,
    last_synced_at, created_at, updated_at, version,
    app.device_of_vm(id, organization_id, provider_ref, status) as device_id;

--! move_vm (organization_id?) : CloudVm
update cloud_vms
set organization_id = :organization_id, updated_at = :now, version = version + 1
where id = :id
returning
    id, provider_id, organization_id, region, provider_ref, name, size, vcpus, memory_bytes, image, subnet, security_groups,
    public_ip, ips, labels, status, managed, operation_id, price_cents, price_currency, price_as_of, drift, launched_at,
    last_synced_at, created_at, updated_at, version,
    app.device_of_vm(id, organization_id, provider_ref, status) as device_id;

--! relabel_vm
-- The machine has these labels, so they are its wanted ones.
update cloud_vms
set wanted = jsonb_set(wanted, '{labels}', :labels)
where id = :id and wanted is not null
returning id;

--! ordered : (user_data_sealed?)
-- The request that made a machine.
select wanted, user_data_sealed, version
from cloud_vms
where id = :id and wanted is not null;

--! change_vm (machine?, operation_id?) : CloudVm
-- `machine` is what the provider has said about it, if it has said something. The user data is deleted when no operation is in
-- progress.
update cloud_vms
set
    status = :status,
    operation_id = :operation_id,
    user_data_sealed = case when :operation_id::uuid is not null then user_data_sealed end,
    provider_ref = coalesce(:machine::jsonb ->> 'provider_ref', provider_ref),
    name = coalesce(:machine ->> 'name', name),
    size = coalesce(:machine ->> 'size', size),
    vcpus = coalesce((:machine ->> 'vcpus')::integer, vcpus),
    memory_bytes = coalesce((:machine ->> 'memory_bytes')::bigint, memory_bytes),
    image = coalesce(:machine ->> 'image', image),
    subnet = coalesce(:machine ->> 'subnet', subnet),
    security_groups = coalesce(:machine -> 'security_groups', security_groups),
    public_ip = case when :machine is null then public_ip else :machine ->> 'public_ip' end,
    ips = coalesce(:machine -> 'ips', ips),
    labels = coalesce(:machine -> 'labels', labels),
    launched_at = coalesce((:machine ->> 'launched_at')::timestamptz, launched_at),
    last_synced_at = case when :machine is null and :status <> 'deleted' then last_synced_at else :now end,
    missed = 0,
    updated_at = :now,
    version = version + 1
where id = :id
returning
    id, provider_id, organization_id, region, provider_ref, name, size, vcpus, memory_bytes, image, subnet, security_groups,
    public_ip, ips, labels, status, managed, operation_id, price_cents, price_currency, price_as_of, drift, launched_at,
    last_synced_at, created_at, updated_at, version,
    app.device_of_vm(id, organization_id, provider_ref, status) as device_id;

--! forget_duplicate
-- A row that the reading of machines has made for a machine that this service has requested.
delete from cloud_vms
where
    provider_id = :provider_id
    and region = :region
    and provider_ref = :provider_ref
    and id <> :id
    and not managed
returning id;

--! usage
select vms, cents, unpriced, busy
from app.cloud_usage(:provider_id, :currency);

--! list_vms (provider_id?, organization_id?, region?, statuses?, managed?, label?, drift?, device_id?) : CloudVm
select
    id, provider_id, organization_id, region, provider_ref, name, size, vcpus, memory_bytes, image, subnet, security_groups,
    public_ip, ips, labels, status, managed, operation_id, price_cents, price_currency, price_as_of, drift, launched_at,
    last_synced_at, created_at, updated_at, version,
    app.device_of_vm(id, organization_id, provider_ref, status) as device_id
from cloud_vms
where
    id < :before
    and (provider_id = :provider_id or :provider_id::uuid is null)
    and (organization_id = :organization_id or :organization_id::uuid is null)
    and (region = :region or :region::text is null)
    and (status = any (:statuses) or :statuses::text[] is null)
    and (managed = :managed or :managed::boolean is null)
    and (labels @> :label or :label::jsonb is null)
    and (drift <> '[]' or status = 'missing' and managed or :drift::boolean is not true)
    and (drift = '[]' and status <> 'missing' or :drift::boolean is not false)
    and (
        :device_id::uuid is null
        or organization_id in (select organization_id from device_instances where device_id = :device_id)
        and app.device_of_vm(id, organization_id, provider_ref, status) = :device_id
    )
    and app.cloud_vm_has_words(:words, name, provider_ref, image, size, ips, labels)
order by id desc
limit :limit;

--! count_vms (provider_id?, organization_id?, region?, statuses?, managed?, label?, drift?, device_id?) : CountedVms()
-- The machines of a list by what the summary tells apart.
select
    status, managed, coalesce(drift <> '[]', false) or status = 'missing' and managed as has_drifted, count(*) as count
from cloud_vms
where
    (provider_id = :provider_id or :provider_id::uuid is null)
    and (organization_id = :organization_id or :organization_id::uuid is null)
    and (region = :region or :region::text is null)
    and (status = any (:statuses) or :statuses::text[] is null)
    and (managed = :managed or :managed::boolean is null)
    and (labels @> :label or :label::jsonb is null)
    and (drift <> '[]' or status = 'missing' and managed or :drift::boolean is not true)
    and (drift = '[]' and status <> 'missing' or :drift::boolean is not false)
    and (
        :device_id::uuid is null
        or organization_id in (select organization_id from device_instances where device_id = :device_id)
        and app.device_of_vm(id, organization_id, provider_ref, status) = :device_id
    )
    and app.cloud_vm_has_words(:words, name, provider_ref, image, size, ips, labels)
group by 1, 2, 3;

--! outdated_regions (provider_id?) : OutdatedRegion
-- A region whose last complete listing is old is out of date, whatever its status says.
select provider_id, name, status, code, detail, last_complete_at, vm_count
from cloud_regions
where
    (provider_id = :provider_id or :provider_id::uuid is null)
    and (status <> 'fresh' or last_complete_at < :old)
order by provider_id, name
limit :limit;
