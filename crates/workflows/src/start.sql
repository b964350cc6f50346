--: Startable(granted_organization_ids?, owner_role?, owner_scopes?, owner_organization_ids?, owner_active?, organization_ids?, author_id?, event_patterns?)

--! workflow_to_start (id?, name?) : Startable
select
    workflow.id, workflow.name, workflow.enabled, workflow.organization_ids, workflow.latest_version,
    version.definition, version.author_kind, version.author_id, version.granted_scopes,
    version.granted_organization_ids, workflow.owner_kind, workflow.owner_id, owner.role as owner_role,
    owner.scopes as owner_scopes, owner.organization_ids as owner_organization_ids, owner.active as owner_active,
    workflow.event_patterns
from workflows as workflow
join workflow_versions as version
    on version.tenant_id = workflow.tenant_id and version.workflow_id = workflow.id
        and version.number = workflow.latest_version
left join owner_rights as owner
    on owner.tenant_id = workflow.tenant_id and owner.kind = workflow.owner_kind and owner.id = workflow.owner_id
where workflow.archived_at is null and (workflow.id = :id or workflow.name = :name);

--! workflow_due : Startable
select
    workflow.id, workflow.name, workflow.enabled, workflow.organization_ids, workflow.latest_version,
    version.definition, version.author_kind, version.author_id, version.granted_scopes,
    version.granted_organization_ids, workflow.owner_kind, workflow.owner_id, owner.role as owner_role,
    owner.scopes as owner_scopes, owner.organization_ids as owner_organization_ids, owner.active as owner_active,
    workflow.event_patterns
from workflows as workflow
join workflow_versions as version
    on version.tenant_id = workflow.tenant_id and version.workflow_id = workflow.id
        and version.number = workflow.latest_version
left join owner_rights as owner
    on owner.tenant_id = workflow.tenant_id and owner.kind = workflow.owner_kind and owner.id = workflow.owner_id
where
    workflow.id = :id and workflow.enabled and workflow.archived_at is null
    and (workflow.cron is not null or workflow.every_seconds is not null);

--! workflows_by_event : Startable
select
    workflow.id, workflow.name, workflow.enabled, workflow.organization_ids, workflow.latest_version,
    version.definition, version.author_kind, version.author_id, version.granted_scopes,
    version.granted_organization_ids, workflow.owner_kind, workflow.owner_id, owner.role as owner_role,
    owner.scopes as owner_scopes, owner.organization_ids as owner_organization_ids, owner.active as owner_active,
    workflow.event_patterns
from workflows as workflow
join workflow_versions as version
    on version.tenant_id = workflow.tenant_id and version.workflow_id = workflow.id
        and version.number = workflow.latest_version
left join owner_rights as owner
    on owner.tenant_id = workflow.tenant_id and owner.kind = workflow.owner_kind and owner.id = workflow.owner_id
where workflow.event_patterns is not null and workflow.enabled and workflow.archived_at is null;

--! still_starts
-- Until the transaction ends nobody disables or archives it.
select id
from workflows
where id = :id and enabled and archived_at is null
for share;

--! queued_runs
-- Of the whole tenant, also those that the caller may not see.
select app.queued_workflow_runs(:most) as runs;

--! lock_admission
-- One at a time in a tenant, to its commit: who is admitted depends on who is.
select true as locked
from pg_advisory_xact_lock(hashtextextended('workflow_runs' || app.tenant()::text, 0));

--! under_way_of_key
-- Those that have their turn, the oldest first: as many as the definition lets.
select id
from workflow_runs
where
    workflow_id = :workflow_id and concurrency_key = :key
    and status in ('queued', 'running', 'waiting', 'waiting_approval') and not held
order by id;

--! people_behind_all
-- These users and keys, and everyone behind the keys.
select app.people_behind_all(:ids) as people;

--! people_of_version
-- Behind who wrote the version and who enabled the workflow. A key is named beside its people: who is behind it is asked
-- again at each decision.
select
    app.people_behind_all(array_remove(array[
        version.author_id,
        coalesce(workflow.enabled_by_id, workflow.created_by_id)
    ], null)) as people
from workflows as workflow
join workflow_versions as version
    on version.tenant_id = workflow.tenant_id and version.workflow_id = workflow.id and version.number = :number
where workflow.id = :workflow_id;

--! create_run (organization_ids?, event_id?, scheduled_for?, concurrency_key?, concurrency_limit?, started_by_kind?, started_by_id?, error?, ended_at?, trace?)
-- No row: the event or the time has started it before.
insert into workflow_runs (
    id, workflow_id, workflow_version, organization_ids, status, held, trigger_type, event_id, scheduled_for, depth,
    concurrency_key, concurrency_limit, started_by_kind, started_by_id, starter_ids, input, error, created_at, updated_at,
    ended_at, trace
)
values (
    :id, :workflow_id, :workflow_version, :organization_ids, :status, :held, :trigger_type, :event_id, :scheduled_for,
    :depth, :concurrency_key, :concurrency_limit, :started_by_kind, :started_by_id, :starter_ids, :input, :error, :now,
    :now, :ended_at, :trace
)
on conflict do nothing
returning id;

--! admit_runs
select app.admit_workflow_runs(:now, :most) as admitted;

--! release_held
-- The next of a concurrency key has its turn.
update workflow_runs
set held = false
where id in (
    select id
    from workflow_runs
    where workflow_id = :workflow_id and concurrency_key = :key and status = 'queued' and held
    order by id
    limit :places
)
returning id;
