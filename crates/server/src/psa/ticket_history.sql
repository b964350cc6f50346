--: HistoryRow(actor_id?, before?, after?)

--! ticket_history : HistoryRow
select id, at, actor_kind, actor_id, request_id, resource_type, before, after
from app.ticket_changes(:ticket_id, :resource, :before, :limit);
