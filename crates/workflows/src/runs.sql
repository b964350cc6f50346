--: Run(organization_ids?, event_id?, scheduled_for?, concurrency_key?, concurrency_limit?, started_by_kind?, started_by_id?, input?, output?, error?, started_at?, ended_at?, trace?)

-- A statement for each filter: one for all of them has no plan that is good for each.

--! list_runs : Run
select
    run.id, run.workflow_id, workflow.name as workflow_name, run.workflow_version, run.organization_ids, run.status,
    run.attempt, run.trigger_type, run.event_id, run.scheduled_for, run.depth, run.concurrency_key,
    run.concurrency_limit, run.started_by_kind, run.started_by_id, run.starter_ids, null::jsonb as input,
    null::jsonb as output, run.error, run.created_at, run.updated_at, run.started_at, run.ended_at, run.version,
    run.trace
from workflow_runs as run
join workflows as workflow on workflow.tenant_id = run.tenant_id and workflow.id = run.workflow_id
where run.id < :before
order by run.id desc
limit :limit;

--! list_runs_by_status : Run
-- A walk along the index for each status.
select
    run.id, run.workflow_id, workflow.name as workflow_name, run.workflow_version, run.organization_ids, run.status,
    run.attempt, run.trigger_type, run.event_id, run.scheduled_for, run.depth, run.concurrency_key,
    run.concurrency_limit, run.started_by_kind, run.started_by_id, run.starter_ids, null::jsonb as input,
    null::jsonb as output, run.error, run.created_at, run.updated_at, run.started_at, run.ended_at, run.version,
    run.trace
from unnest(:statuses::text[]) as wanted (status)
cross join lateral (
    select workflow_runs.*
    from workflow_runs
    where id < :before and workflow_runs.status = wanted.status
    order by id desc
    limit :limit
) as run
join workflows as workflow on workflow.tenant_id = run.tenant_id and workflow.id = run.workflow_id
order by run.id desc
limit :limit;

--! list_runs_of_workflow : Run
select
    run.id, run.workflow_id, workflow.name as workflow_name, run.workflow_version, run.organization_ids, run.status,
    run.attempt, run.trigger_type, run.event_id, run.scheduled_for, run.depth, run.concurrency_key,
    run.concurrency_limit, run.started_by_kind, run.started_by_id, run.starter_ids, null::jsonb as input,
    null::jsonb as output, run.error, run.created_at, run.updated_at, run.started_at, run.ended_at, run.version,
    run.trace
from workflow_runs as run
join workflows as workflow on workflow.tenant_id = run.tenant_id and workflow.id = run.workflow_id
where run.id < :before and run.workflow_id = :workflow_id
order by run.id desc
limit :limit;

--! list_runs_of_workflow_by_status : Run
select
    run.id, run.workflow_id, workflow.name as workflow_name, run.workflow_version, run.organization_ids, run.status,
    run.attempt, run.trigger_type, run.event_id, run.scheduled_for, run.depth, run.concurrency_key,
    run.concurrency_limit, run.started_by_kind, run.started_by_id, run.starter_ids, null::jsonb as input,
    null::jsonb as output, run.error, run.created_at, run.updated_at, run.started_at, run.ended_at, run.version,
    run.trace
from workflow_runs as run
join workflows as workflow on workflow.tenant_id = run.tenant_id and workflow.id = run.workflow_id
where run.id < :before and run.workflow_id = :workflow_id and run.status = any (:statuses)
order by run.id desc
limit :limit;

--! get_run : Run
select
    run.id, run.workflow_id, workflow.name as workflow_name, run.workflow_version, run.organization_ids, run.status,
    run.attempt, run.trigger_type, run.event_id, run.scheduled_for, run.depth, run.concurrency_key,
    run.concurrency_limit, run.started_by_kind, run.started_by_id, run.starter_ids, run.input, run.output, run.error,
    run.created_at, run.updated_at, run.started_at, run.ended_at, run.version,
    run.trace
from workflow_runs as run
join workflows as workflow on workflow.tenant_id = run.tenant_id and workflow.id = run.workflow_id
where run.id = :id;

--! runs_by_id : Run
select
    run.id, run.workflow_id, workflow.name as workflow_name, run.workflow_version, run.organization_ids, run.status,
    run.attempt, run.trigger_type, run.event_id, run.scheduled_for, run.depth, run.concurrency_key,
    run.concurrency_limit, run.started_by_kind, run.started_by_id, run.starter_ids, run.input,
    run.output, run.error, run.created_at, run.updated_at, run.started_at, run.ended_at, run.version,
    run.trace
from workflow_runs as run
join workflows as workflow on workflow.tenant_id = run.tenant_id and workflow.id = run.workflow_id
where run.id = any (:ids)
order by run.id;

--! lock_run
select id
from workflow_runs
where id = :id
for update;

--! status_of_run
select status
from workflow_runs
where id = :id;

--: Step(input?, output?, error?, until?, ended_at?)

--! steps_of_run : Step
-- What is large is not shown: a run may have thousands of steps.
select
    path, name, kind, task, status, attempts,
    case
        when octet_length(input::text) > 8192
            then jsonb_build_object('truncated', true, 'bytes', octet_length(input::text))
        else input
    end as input,
    case
        when octet_length(output::text) > 8192
            then jsonb_build_object('truncated', true, 'bytes', octet_length(output::text))
        else output
    end as output,
    error, resumed, until, started_at, ended_at
from workflow_steps
where run_id = :run_id
order by started_at, path;

--! end_runs (output?, error?)
-- Those that have not ended. The engine speaks of the attempt that has begun, and not of a retry that waits.
update workflow_runs
set
    status = :status,
    output = :output,
    error = :error,
    ended_at = :now,
    updated_at = :now,
    version = version + 1
where
    id = any (:ids) and status in ('queued', 'running', 'waiting', 'waiting_approval')
    and (not :by_engine or begun = attempt)
returning id;

--! close_what_waits
-- What a run that has ended waited for.
with approvals as (
    update workflow_approvals
    set status = 'canceled', decided_at = :now, outcome = 'The run ended before it was decided.'
    where run_id = any (:ids) and status = 'pending'
),
listeners as (
    delete from workflow_listeners
    where run_id = any (:ids) and heard is null
)
update workflow_steps
set status = 'canceled', ended_at = :now
where run_id = any (:ids) and status in ('running', 'waiting')
returning path;

--! tell_engine (path?)
-- Of a run that it was never given it is told nothing.
insert into engine_outbox (run_id, kind, attempt, path, due_at, created_at)
select id, :kind, attempt, :path, :now, :now
from workflow_runs
where id = any (:ids) and admitted_at is not null
returning id;

--! active_runs_of_workflow
select id
from workflow_runs
where workflow_id = :workflow_id and status in ('queued', 'running', 'waiting', 'waiting_approval')
order by id;

--! retry_run
-- It begins again, in its turn.
update workflow_runs
set
    status = 'queued',
    held = :held,
    admitted_at = null,
    attempt = attempt + 1,
    starter_ids = array(select distinct unnest(starter_ids || :people)),
    output = null,
    error = null,
    ended_at = null,
    updated_at = :now,
    version = version + 1
where id = :id
returning id;

--! redo_step (path?)
-- What failed it is done again, and what was overtaken then.
update workflow_steps
set status = 'canceled', output = null, error = null
where run_id = :run_id and (path = :path or status = 'canceled')
returning path;

--! waiting_steps
-- Of those that wait for a time.
select path
from workflow_steps
where run_id = :run_id and kind = 'wait' and status = 'waiting'
order by path;

--! resume_step
update workflow_steps
set resumed = true
where run_id = :run_id and path = :path and kind = 'wait' and status = 'waiting'
returning path;

--! touch_run
update workflow_runs
set updated_at = :now, version = version + 1
where id = :id
returning id;

--! add_starters
-- They have a hand in the run from now on, so they do not approve it.
update workflow_runs
set starter_ids = array(select distinct unnest(starter_ids || :people))
where id = :id
returning id;
