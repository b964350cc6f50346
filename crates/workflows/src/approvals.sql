--: Approval(approver_scope?, approver_ids?, approver_key_ids?, plan?, outcome?, decided_at?)

--! approvals_of_run : Approval
select
    id, run_id, path, attempt, summary, approver_scope, approver_ids, approver_key_ids, min_approvals, on_timeout,
    expires_at, status, null::jsonb as plan, plan_complete, outcome, created_at, decided_at
from workflow_approvals
where run_id = :run_id
order by id;

--! get_approval : Approval
select
    id, run_id, path, attempt, summary, approver_scope, approver_ids, approver_key_ids, min_approvals, on_timeout,
    expires_at, status, plan, plan_complete, outcome, created_at, decided_at
from workflow_approvals
where id = :id;

--! list_approvals : Approval
select
    id, run_id, path, attempt, summary, approver_scope, approver_ids, approver_key_ids, min_approvals, on_timeout,
    expires_at, status, plan, plan_complete, outcome, created_at, decided_at
from workflow_approvals
where id < :before
order by id desc
limit :limit;

--! list_approvals_by_status : Approval
select
    id, run_id, path, attempt, summary, approver_scope, approver_ids, approver_key_ids, min_approvals, on_timeout,
    expires_at, status, plan, plan_complete, outcome, created_at, decided_at
from workflow_approvals
where id < :before and status = any (:statuses)
order by id desc
limit :limit;

--! list_approvals_of_run (statuses?) : Approval
select
    id, run_id, path, attempt, summary, approver_scope, approver_ids, approver_key_ids, min_approvals, on_timeout,
    expires_at, status, plan, plan_complete, outcome, created_at, decided_at
from workflow_approvals
where id < :before and run_id = :run_id and (:statuses::text[] is null or status = any (:statuses))
order by id desc
limit :limit;

--! approvals_that_wait_for (run_id?) : Approval
-- Those that the caller can decide now: `scopes` are all that its grants cover, `people` those behind it.
select
    approval.id, approval.run_id, approval.path, approval.attempt, approval.summary, approval.approver_scope,
    approval.approver_ids, approval.approver_key_ids, approval.min_approvals, approval.on_timeout, approval.expires_at,
    approval.status, approval.plan, approval.plan_complete, approval.outcome, approval.created_at, approval.decided_at
from workflow_approvals as approval
join workflow_runs as run on run.tenant_id = approval.tenant_id and run.id = approval.run_id
where
    approval.id < :before and approval.status = 'pending' and approval.expires_at > :now
    and (:run_id::uuid is null or approval.run_id = :run_id)
    and (approval.approver_scope is null or approval.approver_scope = any (:scopes))
    and case
        when :is_person::boolean
            then :actor::uuid = any (approval.approver_ids)
                or (approval.approver_ids is null and approval.approver_key_ids is null)
        else :actor::uuid = any (approval.approver_key_ids)
    end
    and not (run.starter_ids && :people)
    and not (app.people_behind_all(run.starter_ids) && :people)
    and not exists (
        select
        from workflow_decisions as decision
        where
            decision.tenant_id = approval.tenant_id and decision.approval_id = approval.id
            and (decision.people_ids || decision.person_id) && :people
    )
order by approval.id desc
limit :limit;

--! people_behind
select app.people_behind(:kind, :id) as people;

--: Decision(comment?)

--! decisions_of_run : Decision
select
    decision.approval_id, array_remove(decision.people_ids || decision.person_id, null) as people_ids, decision.actor_kind,
    decision.actor_id, decision.decision, decision.comment, decision.at
from workflow_decisions as decision
join workflow_approvals as approval
    on approval.tenant_id = decision.tenant_id and approval.id = decision.approval_id
where approval.run_id = :run_id
order by decision.at;

--! decisions_of : Decision
select
    approval_id, array_remove(people_ids || person_id, null) as people_ids, actor_kind, actor_id, decision, comment, at
from workflow_decisions
where approval_id = any (:ids)
order by at;

--! starters_of_runs
-- Everyone who has a hand in these runs, as it is now.
select id, app.people_behind_all(starter_ids) as people
from workflow_runs
where id = any (:ids);

--! lock_approval : Approval
select
    id, run_id, path, attempt, summary, approver_scope, approver_ids, approver_key_ids, min_approvals, on_timeout,
    expires_at, status, null::jsonb as plan, plan_complete, outcome, created_at, decided_at
from workflow_approvals
where id = :id and run_id = :run_id
for update;

--! pending_approvals
select id
from workflow_approvals
where run_id = :run_id and status = 'pending'
order by id;

--! add_decision (comment?)
insert into workflow_decisions (approval_id, people_ids, actor_kind, actor_id, decision, comment, at)
values (:approval_id, :people, :actor_kind, :actor_id, :decision, :comment, :now)
returning approval_id;

--! decide_approval (outcome?)
update workflow_approvals
set status = :status, decided_at = :now, outcome = :outcome
where id = :id and status = 'pending'
returning id;

--! names_of
-- What people call the users and keys that have these ids.
select id, coalesce(name || ' (' || email || ')', email) as name
from users
where id = any (:ids)
union all
select id, 'the API key ' || name
from api_keys
where id = any (:ids);
