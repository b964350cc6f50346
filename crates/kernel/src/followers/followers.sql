--! ends_of_logs
select tenant_id, last_position
from event_logs
where tenant_id = any (:followed);
