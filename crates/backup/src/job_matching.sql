--! organization_of_device
select organization_id
from devices
where id = :id;

--! devices_with_name (organization_id?)
-- Two are as good as many.
select distinct backup_device_names.device_id, backup_device_names.organization_id
from backup_device_names
join devices
    on devices.tenant_id = backup_device_names.tenant_id and devices.id = backup_device_names.device_id
where
    backup_device_names.name = lower(:name)
    and devices.retired_at is null
    and (:organization_id::uuid is null or backup_device_names.organization_id = :organization_id)
limit 2;

--! only_organizations
select id
from organizations
limit 2;
