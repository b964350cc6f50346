-- Keys decide only where an approval names them. The plan is what the run does next when it is approved, as it was when
-- people were asked; `outcome` says in words how the approval ended.
alter table workflow_approvals add column approver_key_ids uuid[];
alter table workflow_approvals add column plan jsonb;
alter table workflow_approvals add column plan_complete boolean not null default false;
alter table workflow_approvals add column outcome text;

create index workflow_approvals_pending on workflow_approvals (tenant_id, id) where status = 'pending';

-- A decision has several people behind it where a key made it. No person decides twice: the approval's row is locked while
-- a decision is added. The version before writes `person_id` and reads its constraint.
alter table workflow_decisions add column people_ids uuid[] not null default '{}';
update workflow_decisions set people_ids = array[person_id];
alter table workflow_decisions drop constraint workflow_decisions_pkey;
alter table workflow_decisions alter column person_id drop not null;
alter table workflow_decisions add constraint workflow_decisions_person_is_unique unique (tenant_id, approval_id, person_id);
alter table workflow_decisions add constraint workflow_decisions_pkey
    primary key (tenant_id, approval_id, actor_kind, actor_id);

-- Whoever enabled a workflow stands behind the runs that nobody starts in person. Without one: its creator.
alter table workflows add column enabled_by_kind text;
alter table workflows add column enabled_by_id uuid;

-- `starter_ids` also names the keys that started, retried or resumed a run: who is behind them is asked again at each
-- decision.
update workflow_runs
set starter_ids = starter_ids || started_by_id
where
    started_by_kind = 'api_key' and not (started_by_id = any (starter_ids))
    and (ended_at is null or status in ('failed', 'timed_out'));
