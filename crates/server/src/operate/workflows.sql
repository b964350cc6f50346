--! restart_runs
-- Those that the engine was given, unless it is about to be told of them anyway.
insert into engine_outbox (tenant_id, run_id, kind, attempt, due_at, created_at)
select run.tenant_id, run.id, 'restart', run.attempt, :now, :now
from workflow_runs as run
where
    run.admitted_at is not null and run.status in ('queued', 'running', 'waiting', 'waiting_approval')
    and not exists (
        select
        from engine_outbox as told
        where told.tenant_id = run.tenant_id and told.run_id = run.id and told.kind in ('start', 'restart')
    )
returning tenant_id;
