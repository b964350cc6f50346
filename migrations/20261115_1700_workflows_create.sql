-- Automations that customers write, each version of them, and their runs. The engine does what is due; what became of it is
-- here, and only here is it read.
create table workflows (
    tenant_id uuid not null default app.tenant(),
    id uuid not null,
    name text not null,
    enabled boolean not null,
    organization_ids uuid[],
    latest_version integer not null,
    -- What starts it, taken from the latest version: events that fit one of these, or a time.
    event_patterns jsonb,
    cron text,
    every_seconds bigint,
    created_by_kind text not null,
    created_by_id uuid,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    archived_at timestamptz,
    version integer not null default 1,
    constraint workflows_pkey primary key (tenant_id, id),
    constraint workflows_tenant_exists foreign key (tenant_id) references tenants (id),
    constraint workflows_name_has_a_length check (length(name) between 1 and 100),
    constraint workflows_organizations_are_some check (cardinality(organization_ids) > 0)
);

create unique index workflows_name_is_unique on workflows (tenant_id, name) where archived_at is null;
create index workflows_by_event on workflows (tenant_id)
    where event_patterns is not null and enabled and archived_at is null;
create index workflows_by_time on workflows (tenant_id, id)
    where (cron is not null or every_seconds is not null) and enabled and archived_at is null;

alter table workflows enable row level security;
alter table workflows force row level security;
-- A restricted caller sees the workflows that are restricted to some of its own organizations, and no others.
create policy tenant on workflows to app using (
    tenant_id = (select app.tenant())
    and ((select app.sees_all()) or organization_ids <@ (select app.organizations()))
);
create policy system on workflows to app_system using (true);
create policy owner on workflows to current_user using (true);
grant select, insert, update on workflows to app;
grant select on workflows to app_system;

-- The tenant's workflows, also those that the caller may not see: the quota is the tenant's.
create function app.live_workflows() returns bigint
language sql stable security definer set search_path = public, pg_temp
as $$
    select count(*)
    from workflows
    where tenant_id = app.tenant() and archived_at is null
$$;

-- A version never changes. Who wrote it lends it their rights.
create table workflow_versions (
    tenant_id uuid not null default app.tenant(),
    workflow_id uuid not null,
    number integer not null,
    definition jsonb not null,
    author_kind text not null,
    author_id uuid,
    created_at timestamptz not null,
    constraint workflow_versions_pkey primary key (tenant_id, workflow_id, number),
    constraint workflow_versions_workflow_exists foreign key (tenant_id, workflow_id)
        references workflows (tenant_id, id),
    constraint workflow_versions_author_is_known check (author_kind in ('api_key', 'user'))
);

alter table workflow_versions enable row level security;
alter table workflow_versions force row level security;
create policy tenant on workflow_versions to app using (
    tenant_id = (select app.tenant())
    and (
        (select app.sees_all())
        or exists (
            select
            from workflows
            where workflows.tenant_id = workflow_versions.tenant_id and workflows.id = workflow_versions.workflow_id
        )
    )
);
create policy owner on workflow_versions to current_user using (true);
-- No update, no delete.
grant select, insert on workflow_versions to app;

create table workflow_runs (
    tenant_id uuid not null default app.tenant(),
    id uuid not null,
    workflow_id uuid not null,
    workflow_version integer not null,
    organization_ids uuid[],
    status text not null,
    -- It waits because of its concurrency key, not because of the tenant's bound.
    held boolean not null default false,
    -- When it was given to the engine.
    admitted_at timestamptz,
    attempt integer not null default 1,
    -- The attempt that the engine has begun, and when.
    begun integer not null default 0,
    begun_at timestamptz,
    trigger_type text not null,
    event_id uuid,
    scheduled_for timestamptz,
    depth integer not null default 0,
    concurrency_key text,
    concurrency_limit integer,
    started_by_kind text,
    started_by_id uuid,
    -- Who is behind the start, by their keys or in person: none of them approves.
    starter_ids uuid[] not null,
    input jsonb not null,
    output jsonb,
    error jsonb,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    started_at timestamptz,
    ended_at timestamptz,
    version integer not null default 1,
    constraint workflow_runs_pkey primary key (tenant_id, id),
    constraint workflow_runs_version_exists foreign key (tenant_id, workflow_id, workflow_version)
        references workflow_versions (tenant_id, workflow_id, number),
    constraint workflow_runs_status_is_known check (status in (
        'queued', 'running', 'waiting', 'waiting_approval', 'succeeded', 'failed', 'canceled', 'timed_out', 'skipped'
    )),
    constraint workflow_runs_trigger_is_known check (trigger_type in ('manual', 'event', 'schedule'))
)
with (fillfactor = 80);

-- An event starts a workflow once, and so does a time.
create unique index workflow_runs_event_is_unique on workflow_runs (tenant_id, workflow_id, event_id)
    where event_id is not null;
create unique index workflow_runs_time_is_unique on workflow_runs (tenant_id, workflow_id, scheduled_for)
    where scheduled_for is not null;
create index workflow_runs_by_workflow on workflow_runs (tenant_id, workflow_id, id);
create index workflow_runs_by_status on workflow_runs (tenant_id, status, id);
create index workflow_runs_under_way on workflow_runs (tenant_id, workflow_id, concurrency_key, id)
    where status in ('queued', 'running', 'waiting', 'waiting_approval') and not held;
create index workflow_runs_held on workflow_runs (tenant_id, workflow_id, concurrency_key, id)
    where status = 'queued' and held;
create index workflow_runs_to_admit on workflow_runs (tenant_id, id)
    where status = 'queued' and admitted_at is null and not held;
create index workflow_runs_at_work on workflow_runs (tenant_id)
    where status in ('queued', 'running') and admitted_at is not null;
create index workflow_runs_by_end on workflow_runs (ended_at) where ended_at is not null;

alter table workflow_runs enable row level security;
alter table workflow_runs force row level security;
create policy tenant on workflow_runs to app using (
    tenant_id = (select app.tenant())
    and ((select app.sees_all()) or organization_ids <@ (select app.organizations()))
);
create policy system on workflow_runs to app_system using (true);
create policy owner on workflow_runs to current_user using (true);
grant select, insert, update on workflow_runs to app;
grant select, update, delete on workflow_runs to app_system;

-- What a run has done, as customers read it and as it goes on from.
create table workflow_steps (
    tenant_id uuid not null default app.tenant(),
    run_id uuid not null,
    path text collate "C" not null,
    name text not null,
    -- The kind of task, and of a call the function.
    kind text not null,
    task text not null,
    status text not null,
    attempts integer not null default 1,
    input jsonb,
    output jsonb,
    error jsonb,
    -- Somebody ended the wait before its time.
    resumed boolean not null default false,
    until timestamptz,
    started_at timestamptz not null,
    ended_at timestamptz,
    constraint workflow_steps_pkey primary key (tenant_id, run_id, path),
    constraint workflow_steps_run_exists foreign key (tenant_id, run_id)
        references workflow_runs (tenant_id, id) on delete cascade,
    constraint workflow_steps_status_is_known check (status in (
        'running', 'waiting', 'succeeded', 'failed', 'skipped', 'canceled'
    ))
)
with (fillfactor = 80);

alter table workflow_steps enable row level security;
alter table workflow_steps force row level security;
create policy tenant on workflow_steps to app using (
    tenant_id = (select app.tenant())
    and (
        (select app.sees_all())
        or exists (
            select
            from workflow_runs
            where workflow_runs.tenant_id = workflow_steps.tenant_id and workflow_runs.id = workflow_steps.run_id
        )
    )
);
create policy system on workflow_steps to app_system using (true);
create policy owner on workflow_steps to current_user using (true);
grant select, insert, update on workflow_steps to app;
grant select, delete on workflow_steps to app_system;

-- What people are asked to decide, and what they said.
create table workflow_approvals (
    tenant_id uuid not null default app.tenant(),
    id uuid not null,
    run_id uuid not null,
    path text collate "C" not null,
    attempt integer not null,
    summary text not null,
    approver_scope text,
    approver_ids uuid[],
    min_approvals integer not null,
    on_timeout text not null,
    expires_at timestamptz not null,
    status text not null default 'pending',
    created_at timestamptz not null,
    decided_at timestamptz,
    constraint workflow_approvals_pkey primary key (tenant_id, id),
    constraint workflow_approvals_run_exists foreign key (tenant_id, run_id)
        references workflow_runs (tenant_id, id) on delete cascade,
    constraint workflow_approvals_place_is_unique unique (tenant_id, run_id, path, attempt),
    constraint workflow_approvals_status_is_known check (status in (
        'pending', 'approved', 'rejected', 'timed_out', 'canceled'
    )),
    constraint workflow_approvals_timeout_is_known check (on_timeout in ('reject', 'continue'))
);

alter table workflow_approvals enable row level security;
alter table workflow_approvals force row level security;
create policy tenant on workflow_approvals to app using (
    tenant_id = (select app.tenant())
    and (
        (select app.sees_all())
        or exists (
            select
            from workflow_runs
            where workflow_runs.tenant_id = workflow_approvals.tenant_id
                and workflow_runs.id = workflow_approvals.run_id
        )
    )
);
create policy system on workflow_approvals to app_system using (true);
create policy owner on workflow_approvals to current_user using (true);
grant select, insert, update on workflow_approvals to app;
grant select, delete on workflow_approvals to app_system;

-- One for each person: `person_id` is who is behind the key or the session.
create table workflow_decisions (
    tenant_id uuid not null default app.tenant(),
    approval_id uuid not null,
    person_id uuid not null,
    actor_kind text not null,
    actor_id uuid not null,
    decision text not null,
    comment text,
    at timestamptz not null,
    constraint workflow_decisions_pkey primary key (tenant_id, approval_id, person_id),
    constraint workflow_decisions_approval_exists foreign key (tenant_id, approval_id)
        references workflow_approvals (tenant_id, id) on delete cascade,
    constraint workflow_decisions_decision_is_known check (decision in ('approve', 'reject'))
);

alter table workflow_decisions enable row level security;
alter table workflow_decisions force row level security;
create policy tenant on workflow_decisions to app using (
    tenant_id = (select app.tenant())
    and (
        (select app.sees_all())
        or exists (
            select
            from workflow_approvals
            where workflow_approvals.tenant_id = workflow_decisions.tenant_id
                and workflow_approvals.id = workflow_decisions.approval_id
        )
    )
);
create policy system on workflow_decisions to app_system using (true);
create policy owner on workflow_decisions to current_user using (true);
-- No update, no delete.
grant select, insert on workflow_decisions to app;
grant select, delete on workflow_decisions to app_system;

-- Runs that wait for an event, and the one that they heard.
create table workflow_listeners (
    tenant_id uuid not null default app.tenant(),
    run_id uuid not null,
    path text collate "C" not null,
    attempt integer not null,
    patterns jsonb not null,
    -- Events after this position of the tenant's log are heard.
    since_position bigint not null,
    heard jsonb,
    constraint workflow_listeners_pkey primary key (tenant_id, run_id, path, attempt),
    constraint workflow_listeners_run_exists foreign key (tenant_id, run_id)
        references workflow_runs (tenant_id, id) on delete cascade
);

create index workflow_listeners_listening on workflow_listeners (tenant_id) where heard is null;

alter table workflow_listeners enable row level security;
alter table workflow_listeners force row level security;
create policy tenant on workflow_listeners to app using (
    tenant_id = (select app.tenant())
    and (
        (select app.sees_all())
        or exists (
            select
            from workflow_runs
            where workflow_runs.tenant_id = workflow_listeners.tenant_id and workflow_runs.id = workflow_listeners.run_id
        )
    )
);
create policy system on workflow_listeners to app_system using (true);
create policy owner on workflow_listeners to current_user using (true);
grant select, insert, update, delete on workflow_listeners to app;
grant select, delete on workflow_listeners to app_system;

-- How far a tenant's log was looked through for what starts a workflow or is waited for.
create table workflow_followers (
    tenant_id uuid not null default app.tenant(),
    position bigint not null,
    constraint workflow_followers_pkey primary key (tenant_id),
    constraint workflow_followers_tenant_exists foreign key (tenant_id) references tenants (id)
)
with (fillfactor = 50);

alter table workflow_followers enable row level security;
alter table workflow_followers force row level security;
create policy tenant on workflow_followers to app using (tenant_id = (select app.tenant()));
create policy system on workflow_followers to app_system using (true);
create policy owner on workflow_followers to current_user using (true);
grant select, insert, update on workflow_followers to app;
grant select on workflow_followers to app_system;

-- What the engine is to be told, written with the change that it follows from. The workers tell it, in order for each run,
-- and delete the row.
create table engine_outbox (
    tenant_id uuid not null default app.tenant(),
    id bigint not null generated always as identity,
    run_id uuid not null,
    kind text not null,
    attempt integer not null,
    path text,
    due_at timestamptz not null,
    tries integer not null default 0,
    created_at timestamptz not null,
    constraint engine_outbox_pkey primary key (tenant_id, id),
    constraint engine_outbox_tenant_exists foreign key (tenant_id) references tenants (id),
    constraint engine_outbox_kind_is_known check (kind in ('start', 'restart', 'nudge', 'cancel'))
);

create index engine_outbox_due on engine_outbox (due_at, id);
create index engine_outbox_by_run on engine_outbox (tenant_id, run_id, id);

alter table engine_outbox enable row level security;
alter table engine_outbox force row level security;
create policy tenant on engine_outbox to app using (tenant_id = (select app.tenant()));
create policy system on engine_outbox to app_system using (true);
create policy owner on engine_outbox to current_user using (true);
grant select, insert, delete on engine_outbox to app;
grant select, insert, update, delete on engine_outbox to app_system;

-- The data keys that have sealed what the engine holds: a key that is named here is not deleted. One that seals nothing any
-- more is forgotten when no run is left from its time.
create table engine_keys (
    tenant_id uuid not null,
    data_key_id uuid not null,
    constraint engine_keys_pkey primary key (tenant_id, data_key_id),
    constraint engine_keys_data_key_exists foreign key (tenant_id, data_key_id) references data_keys (tenant_id, id)
);

alter table engine_keys enable row level security;
alter table engine_keys force row level security;
create policy system on engine_keys to app_system using (true);
create policy owner on engine_keys to current_user using (true);
grant select, insert, delete on engine_keys to app_system;

-- Gives the engine as many of the tenant's runs as there is room for, the oldest first. The room is the tenant's, also that
-- which runs take that the caller may not see. One at a time for each tenant, until its transaction ends.
create function app.admit_workflow_runs(now timestamptz, most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
    admitted integer;
begin
    perform pg_advisory_xact_lock(hashtextextended('workflow_runs' || app.tenant()::text, 0));
    with room as (
        select greatest(most - count(*), 0) as places
        from workflow_runs
        where tenant_id = app.tenant() and status in ('queued', 'running') and admitted_at is not null
    ),
    next as (
        select id
        from workflow_runs
        where tenant_id = app.tenant() and status = 'queued' and admitted_at is null and not held
        order by id
        limit (select places from room)
    ),
    taken as (
        update workflow_runs
        set admitted_at = now
        from next
        where workflow_runs.tenant_id = app.tenant() and workflow_runs.id = next.id
        returning workflow_runs.id, workflow_runs.attempt
    ),
    told as (
        insert into engine_outbox (tenant_id, run_id, kind, attempt, due_at, created_at)
        select app.tenant(), id, 'start', attempt, now, now
        from taken
        order by id
        returning 1
    )
    select count(*) into admitted from told;
    return admitted;
end
$$;

-- How many runs wait for their turn or for room, counted no further than `most`.
create function app.queued_workflow_runs(most bigint) returns bigint
language sql stable security definer set search_path = public, pg_temp
as $$
    select count(*)
    from (
        select
        from workflow_runs
        where tenant_id = app.tenant() and status = 'queued'
        limit most
    ) as queued
$$;

-- Who is behind a key or a user: a key leads to who created it, up to a user or to the first key. A key is younger than who
-- created it, so the way ends.
create function app.person_behind(kind text, id uuid) returns uuid
language sql stable security definer set search_path = public, pg_temp
as $$
    with recursive chain (kind, id, steps) as (
        select person_behind.kind, person_behind.id, 0
        union all
        select api_keys.created_by_kind, api_keys.created_by_id, chain.steps + 1
        from chain
        join api_keys on api_keys.tenant_id = app.tenant() and api_keys.id = chain.id
        where
            chain.kind = 'api_key' and api_keys.created_by_kind in ('api_key', 'user')
            and api_keys.created_by_id is not null
    )
    select id from chain order by steps desc limit 1
$$;

grant create on schema app to app_system;
alter function app.live_workflows owner to app_system;
alter function app.admit_workflow_runs owner to app_system;
alter function app.queued_workflow_runs owner to app_system;
alter function app.person_behind owner to app_system;
revoke create on schema app from app_system;
