--: DeviceHistoryRow(actor_id?)

--! add_device_history (actor_id?)
insert into device_history (device_id, id, organization_id, at, actor_kind, actor_id, kind, changes, omitted)
values (:device_id, :id, :organization_id, :now, :actor_kind, :actor_id, :kind, :changes, :omitted)
returning id;

--! device_history : DeviceHistoryRow
select id, at, actor_kind, actor_id, kind, changes, omitted
from device_history
where device_id = :device_id and id < :before
order by id desc
limit :limit;

--! forget_device_history
-- A part at a time, so that no statement runs long.
delete from device_history
where
    (tenant_id, device_id, id) in (
        select tenant_id, device_id, id from device_history where at < :before limit 5000
    )
returning id;
