--! runs_under_way
-- Two parts, each with an index of its own: the cost depends on the runs under way, not on the size of the log. Runs that are
-- held wait for another run with their concurrency key, by intention.
select
    count(*) filter (where run.status = 'queued') as queued,
    count(*) filter (where run.status = 'running') as running,
    count(*) filter (where run.status = 'waiting') as waiting,
    count(*) filter (where run.status = 'waiting_approval') as waiting_approval,
    coalesce(
        extract(epoch from now() - min(run.updated_at) filter (where run.status = 'queued' and not run.held)), 0
    )::double precision as oldest_queued_seconds
from (
    select status, held, updated_at
    from workflow_runs
    where status in ('queued', 'running', 'waiting', 'waiting_approval') and not held
    union all
    select status, held, updated_at
    from workflow_runs
    where status = 'queued' and held
) as run;
