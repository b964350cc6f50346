--! tickets_to_close
select tenant_id, id
from tickets
where closes_at <= :now
order by closes_at
limit 500;
