--! begin_run
-- No row: it has begun before, or has ended.
update workflow_runs
set
    status = 'running', begun = attempt, begun_at = :now, started_at = coalesce(started_at, :now), updated_at = :now,
    version = version + 1
where id = :id and status = 'queued'
returning id;

--: Beginning(organization_ids?, author_id?, begun_at?)

--! beginning_of_run : Beginning
select
    run.status, run.attempt, run.begun_at, run.organization_ids, version.definition, version.author_kind,
    version.author_id,
    exists (
        select
        from workflow_steps as step
        where step.tenant_id = run.tenant_id and step.run_id = run.id
    ) as resumes
from workflow_runs as run
join workflow_versions as version
    on version.tenant_id = run.tenant_id and version.workflow_id = run.workflow_id
        and version.number = run.workflow_version
where run.id = :id;

--: DoneStep(output?, error?)

--! done_steps : DoneStep
-- What effects came to, and what was decided: that a task's own time was up, and who has won.
select path, kind, status, output, error
from workflow_steps
where
    run_id = :run_id and path > :after
    and (
        (status in ('succeeded', 'failed') and kind in ('call', 'approval', 'wait', 'listen', 'emit'))
        or (status = 'failed' and error ->> 'type' = 'timeout' and error ->> 'instance' = path)
        or (status in ('running', 'succeeded', 'failed') and kind = 'fork' and output is not null)
    )
order by path
limit :limit;

--: Author(organization_ids?, author_id?, granted_organization_ids?, begun_at?, trace?)

--! author_of_run : Author
select
    run.attempt, run.begun_at, run.organization_ids, version.author_kind, version.author_id, version.granted_scopes,
    version.granted_organization_ids, workflow.owner_kind, workflow.owner_id, run.trace
from workflow_runs as run
join workflows as workflow on workflow.tenant_id = run.tenant_id and workflow.id = run.workflow_id
join workflow_versions as version
    on version.tenant_id = run.tenant_id and version.workflow_id = run.workflow_id
        and version.number = run.workflow_version
where run.id = :id;

--: BegunStep(output?, error?, until?, begun?)

--! begin_step (input?, until?) : BegunStep
-- No row: the run has ended. What has come to something stays so.
insert into workflow_steps (run_id, path, name, kind, task, status, input, until, started_at)
select id, :path, :name, :kind, :task, :status, :input, :until, :now
from workflow_runs
where id = :run_id and status in ('queued', 'running', 'waiting', 'waiting_approval')
on conflict (tenant_id, run_id, path) do update
set
    status = case
        when workflow_steps.status in ('succeeded', 'failed', 'waiting') then workflow_steps.status
        else excluded.status
    end,
    attempts = case
        when workflow_steps.status in ('succeeded', 'failed', 'waiting') then workflow_steps.attempts
        else workflow_steps.attempts + 1
    end,
    until = case when workflow_steps.status = 'waiting' then workflow_steps.until else excluded.until end,
    input = excluded.input,
    resumed = workflow_steps.resumed and workflow_steps.status = 'waiting'
returning status, output, error, resumed, until, begun;

--! end_step (output?, error?, ended_at?)
update workflow_steps
set status = :status, output = :output, error = :error, ended_at = :ended_at
where run_id = :run_id and path = :path and status in ('running', 'waiting')
returning path;

--! remember_request
-- Also of a step that was canceled meanwhile: if its run is retried, it continues there.
update workflow_steps
set begun = :begun
where run_id = :run_id and path = :path
returning path;

--! step_of_run : BegunStep
select status, output, error, resumed, until, begun
from workflow_steps
where run_id = :run_id and path = :path;

--! note_steps (outputs[?], errors[?])
-- What a step with an effect has come to stays, unless it was overtaken or its time was up before the run came to know of
-- it: then the run has gone on without it. What it gave can still be seen.
insert into workflow_steps (run_id, path, name, kind, task, status, output, error, started_at, ended_at)
select
    run.id, note.path, note.name, note.kind, note.kind, note.status, note.output, note.error, :now,
    case when note.status = 'running' then null else :now::timestamptz end
from workflow_runs as run
cross join unnest(
    :paths::text[], :names::text[], :kinds::text[], :statuses::text[], :outputs::jsonb[], :errors::jsonb[]
) as note (path, name, kind, status, output, error)
where run.id = :run_id
order by note.path
on conflict (tenant_id, run_id, path) do update
set
    status = excluded.status,
    output = coalesce(excluded.output, workflow_steps.output),
    error = excluded.error,
    ended_at = excluded.ended_at
where
    workflow_steps.status not in ('succeeded', 'failed')
    or workflow_steps.kind not in ('call', 'approval', 'wait', 'listen', 'emit')
    or excluded.status = 'canceled'
    or (excluded.error ->> 'type' = 'timeout' and excluded.error ->> 'instance' = excluded.path)
returning path;

--! close_places
-- What was overtaken waits for nobody any more.
with listeners as (
    delete from workflow_listeners
    where run_id = :run_id and path = any (:paths) and heard is null
)
update workflow_approvals
set status = 'canceled', decided_at = :now, outcome = 'The run went on without it.'
where run_id = :run_id and path = any (:paths) and status = 'pending'
returning id;

--! run_waits
-- No row: it was told before.
update workflow_runs
set status = :status, updated_at = :now, version = version + 1
where
    id = :id
    and (status = 'running' or (status = 'waiting' and :status::text = 'waiting_approval'))
returning id;

--! run_goes_on
update workflow_runs as run
set
    status = case
        when exists (
            select
            from workflow_approvals as approval
            where approval.tenant_id = run.tenant_id and approval.run_id = run.id and approval.status = 'pending'
        ) then 'waiting_approval'
        when exists (
            select
            from workflow_steps as step
            where step.tenant_id = run.tenant_id and step.run_id = run.id and step.status = 'waiting'
        ) then 'waiting'
        else 'running'
    end,
    updated_at = :now,
    version = version + 1
where run.id = :id and run.status in ('waiting', 'waiting_approval')
returning run.id;

--! is_asked
select true as asked
from workflow_approvals as approval
join workflow_runs as run on run.tenant_id = approval.tenant_id and run.id = approval.run_id
where approval.run_id = :run_id and approval.path = :path and approval.attempt = run.attempt;

--! ask_approval (approver_scope?, approver_ids?, approver_key_ids?, plan?)
-- No row: it was asked before.
insert into workflow_approvals (
    id, run_id, path, attempt, summary, approver_scope, approver_ids, approver_key_ids, min_approvals, on_timeout,
    expires_at, plan, plan_complete, created_at
)
select
    :id, run.id, :path, run.attempt, :summary, :approver_scope, :approver_ids, :approver_key_ids, :min_approvals,
    :on_timeout, :expires_at, :plan, :plan_complete, :now
from workflow_runs as run
where run.id = :run_id
on conflict (tenant_id, run_id, path, attempt) do nothing
returning id;

--! asked_approval
select approval.id, approval.expires_at, approval.status
from workflow_approvals as approval
join workflow_runs as run on run.tenant_id = approval.tenant_id and run.id = approval.run_id
where approval.run_id = :run_id and approval.path = :path and approval.attempt = run.attempt
for update of approval;

--! listen
-- For what happens from now on: nothing does before this is committed, or it would be missed.
insert into workflow_listeners (run_id, path, attempt, patterns, since_position)
select run.id, :path, run.attempt, :patterns, event_logs.last_position
from workflow_runs as run
join event_logs on event_logs.tenant_id = run.tenant_id
where run.id = :run_id
for no key update of event_logs
on conflict (tenant_id, run_id, path, attempt) do nothing
returning path;

--! heard_by
select listener.heard
from workflow_listeners as listener
join workflow_runs as run on run.tenant_id = listener.tenant_id and run.id = listener.run_id
where
    listener.run_id = :run_id and listener.path = :path and listener.attempt = run.attempt
    and listener.heard is not null;
