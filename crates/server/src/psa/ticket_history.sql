--: HistoryRow(actor_id?, before?, after?)

--! ticket_history : HistoryRow
select id, at, actor_kind, actor_id, request_id, before, after
from app.ticket_history(:ticket_id, :resource, :before, :limit);
