--! note_worker
-- By the database's clock, which all workers share.
insert into workers (id, started_at, seen_at)
values (:worker, now(), now())
on conflict (id) do update set seen_at = now()
returning id;

--! living_workers
select id
from workers
where seen_at > now() - make_interval(secs => :lease_seconds);

--! forget_dead_workers
delete from workers
where seen_at < now() - interval '1 hour'
returning id;

--! forget_worker
delete from workers
where id = :worker
returning id;

--! fan_outs_of_worker
select tenant_id
from webhook_fan_outs
where worker_id = :worker;

--! fan_outs_of_nobody
select tenant_id
from webhook_fan_outs
where
    (worker_id is null or worker_id <> all (:living))
    and not exists (
        select from tenant_moves as move
        where
            move.tenant_id = webhook_fan_outs.tenant_id and move.yields
            and (move.fenced_until = 'infinity' or app.is_being_moved(move.tenant_id))
    );

--! yielding_tenants
-- They move to another cell, or have moved. If the command was killed before the decision, they do not yield any more.
select tenant_id
from tenant_moves
where yields and (fenced_until = 'infinity' or app.is_being_moved(tenant_id));

--! take_fan_outs
update webhook_fan_outs
set worker_id = :worker
where tenant_id = any (:tenants) and (worker_id is null or worker_id <> all (:living))
returning tenant_id;

--! leave_fan_outs
update webhook_fan_outs
set worker_id = null
where tenant_id = any (:tenants) and worker_id = :worker
returning tenant_id;
