--! runs_after
-- Runs that have ended since the comment exists, or not at all, and whether they contain one of the ids.
with page as materialized (
    select id, input, output, ended_at is not null as is_over
    from workflow_runs
    where id > :last and (ended_at is null or ended_at >= :since)
    order by id
    limit :limit
)
select
    page.id,
    page.is_over,
    exists (
        select
        from unnest(:names::text[]) as named (id)
        where
            strpos(page.input::text, named.id) > 0
            or strpos(coalesce(page.output::text, ''), named.id) > 0
            or exists (
                select
                from workflow_steps
                where
                    workflow_steps.run_id = page.id
                    and (
                        strpos(coalesce(workflow_steps.input::text, ''), named.id) > 0
                        or strpos(coalesce(workflow_steps.output::text, ''), named.id) > 0
                    )
            )
            or exists (
                select
                from workflow_listeners
                where
                    workflow_listeners.run_id = page.id
                    and strpos(coalesce(workflow_listeners.heard::text, ''), named.id) > 0
            )
    ) as has_copy
from page
order by page.id;

--! lock_ended_run : (output?, error?)
-- No row: somebody has restarted the run.
select input, output, error
from workflow_runs
where id = :id and ended_at is not null
for update;

--! rewrite_run (output?, error?)
update workflow_runs
set input = :input, output = :output, error = :error, version = version + 1
where id = :id
returning id;

--! steps_of_run : (input?, output?, error?)
select path, input, output, error
from workflow_steps
where run_id = :run_id
order by path;

--! rewrite_step (input?, output?, error?)
update workflow_steps
set input = :input, output = :output, error = :error
where run_id = :run_id and path = :path
returning path;

--! heard_by_run
select path, attempt, heard
from workflow_listeners
where run_id = :run_id and heard is not null
order by path, attempt;

--! rewrite_heard
update workflow_listeners
set heard = :heard
where run_id = :run_id and path = :path and attempt = :attempt
returning path;

--! summaries_of_run
select id, summary
from workflow_approvals
where run_id = :run_id
order by id;

--! rewrite_summary
update workflow_approvals
set summary = :summary
where id = :id
returning id;

--! forget_webhook_responses : (forgotten?)
-- No number: the operation is not running.
select app.forget_webhook_responses(:tenant, :operation, :ids::uuid[], :ats::timestamptz[]) as forgotten;
