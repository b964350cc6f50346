--! report_process
-- By the database's clock, which all processes share.
insert into background_processes (id, process, host, started_at, seen_at, tasks)
values (:id, :process, :host, now(), now(), :tasks)
on conflict (id) do update set seen_at = now(), tasks = excluded.tasks
returning id;

--! processes
select id, process, host, extract(epoch from now() - seen_at)::double precision as silent_seconds, tasks
from background_processes
order by process, id;

--! forget_process
delete from background_processes
where id = :id
returning id;

--! forget_silent_processes
delete from background_processes
where seen_at < now() - interval '1 minute'
returning id;
