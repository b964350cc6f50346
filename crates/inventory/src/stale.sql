--: DueDevice(last_seen_at?)

--! devices_to_check : DueDevice
-- Devices of all tenants that may be stale, and when each has reported last.
select devices.tenant_id, devices.id, device_presence.last_seen_at
from devices
join device_presence on device_presence.tenant_id = devices.tenant_id and device_presence.device_id = devices.id
where devices.stale_check_at <= :now
order by devices.stale_check_at
limit 500;

--! lock_due_device : (last_seen_at?)
-- No row: another node has done it, or the device is gone.
select devices.id, device_presence.last_seen_at
from devices
join device_presence on device_presence.tenant_id = devices.tenant_id and device_presence.device_id = devices.id
where devices.id = :id and devices.stale_check_at <= :now
for update of devices;

--! check_later
update devices
set stale_check_at = :stale_check_at
where id = :id
returning id;

--! set_stale
update devices
set stale_since = :now, stale_check_at = null, updated_at = :now, version = version + 1
where id = :id
returning id;
