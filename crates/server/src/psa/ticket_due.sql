--! tickets_to_close
select tenant_id, id
from tickets
where closes_at <= :now
order by closes_at
limit 500;

--! tickets_to_wake
select tenant_id, id
from tickets
where scheduled_at <= :now
order by scheduled_at
limit 500;
