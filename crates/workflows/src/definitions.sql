--: Workflow(status_reason?, organization_ids?, definition?, event_patterns?, cron?, every_seconds?, created_by_id?, author_id?, archived_at?, last_run_id?, last_run_status?, last_run_created_at?, last_run_ended_at?)

--! lock_workflow_quota
-- Two creations at once must not both see room for the last one.
select true as locked
from pg_advisory_xact_lock(hashtextextended('workflows' || app.tenant()::text, 0));

--! create_workflow (organization_ids?, event_patterns?, cron?, every_seconds?)
insert into workflows (
    id, name, enabled, organization_ids, latest_version, event_patterns, cron, every_seconds, owner_kind, owner_id,
    created_by_kind, created_by_id, created_at, updated_at
)
select
    :id, :name, :enabled, :organization_ids, 1, :event_patterns, :cron, :every_seconds, :owner_kind, :owner_id,
    :author_kind, :author_id, :now, :now
where app.live_workflows() < :quota
returning id;

--! add_version (granted_organization_ids?)
insert into workflow_versions (
    workflow_id, number, definition, author_kind, author_id, granted_scopes, granted_organization_ids, created_at
)
values (
    :workflow_id, :number, :definition, :author_kind, :author_id, :granted_scopes, :granted_organization_ids, :now
)
returning number;

--! definition_of_version
select definition
from workflow_versions
where workflow_id = :workflow_id and number = :number;

--! list_workflows (name?, enabled?) : Workflow
select
    workflow.id, workflow.name, workflow.enabled, workflow.status_reason, workflow.owner_kind, workflow.owner_id,
    workflow.organization_ids, null::jsonb as definition,
    version.number as definition_version, workflow.latest_version, version.author_kind, version.author_id,
    workflow.event_patterns, workflow.cron, workflow.every_seconds, workflow.created_by_kind, workflow.created_by_id,
    workflow.created_at, workflow.updated_at, workflow.archived_at, workflow.version, last_run.id as last_run_id,
    last_run.status as last_run_status, last_run.created_at as last_run_created_at,
    last_run.ended_at as last_run_ended_at
from workflows as workflow
join workflow_versions as version
    on version.tenant_id = workflow.tenant_id and version.workflow_id = workflow.id
        and version.number = workflow.latest_version
left join lateral (
    select run.id, run.status, run.created_at, run.ended_at
    from workflow_runs as run
    where run.tenant_id = workflow.tenant_id and run.workflow_id = workflow.id
    order by run.id desc
    limit 1
) as last_run on true
where
    workflow.id < :before
    and (workflow.archived_at is not null) = :archived
    and (:name::text is null or workflow.name = :name)
    and (:enabled::boolean is null or workflow.enabled = :enabled)
order by workflow.id desc
limit :limit;

--! get_workflow (number?) : Workflow
select
    workflow.id, workflow.name, workflow.enabled, workflow.status_reason, workflow.owner_kind, workflow.owner_id,
    workflow.organization_ids, version.definition,
    version.number as definition_version, workflow.latest_version, version.author_kind, version.author_id,
    workflow.event_patterns, workflow.cron, workflow.every_seconds, workflow.created_by_kind, workflow.created_by_id,
    workflow.created_at, workflow.updated_at, workflow.archived_at, workflow.version, last_run.id as last_run_id,
    last_run.status as last_run_status, last_run.created_at as last_run_created_at,
    last_run.ended_at as last_run_ended_at
from workflows as workflow
join workflow_versions as version
    on version.tenant_id = workflow.tenant_id and version.workflow_id = workflow.id
        and version.number = coalesce(:number, workflow.latest_version)
left join lateral (
    select run.id, run.status, run.created_at, run.ended_at
    from workflow_runs as run
    where run.tenant_id = workflow.tenant_id and run.workflow_id = workflow.id
    order by run.id desc
    limit 1
) as last_run on true
where workflow.id = :id;

--! workflow_named
-- The other object of a conflict.
select id
from workflows
where name = :name and archived_at is null;

--! lock_workflow
select id
from workflows
where id = :id and archived_at is null
for update;

--! update_workflow (event_patterns?, cron?, every_seconds?)
update workflows
set
    name = :name,
    enabled = :enabled,
    -- Whoever enables it has seen why it was not.
    status_reason = case when :enabled then null else status_reason end,
    owner_kind = :owner_kind,
    owner_id = :owner_id,
    latest_version = :latest_version,
    event_patterns = :event_patterns,
    cron = :cron,
    every_seconds = :every_seconds,
    updated_at = :now,
    version = version + 1
where id = :id
returning id;

--! note_enabled_by
update workflows
set enabled_by_kind = :kind, enabled_by_id = :actor
where id = :id
returning id;

--! archive_workflow
update workflows
set enabled = false, archived_at = :now, updated_at = :now, version = version + 1
where id = :id
returning id;

--! follow_log
-- From now on the tenant's events are looked at for what starts workflows. What happened before is not.
insert into workflow_followers (position)
select last_position
from event_logs
on conflict (tenant_id) do nothing
returning tenant_id;

--! announce_log
update event_logs
set followed = true
where not followed
returning tenant_id;

--! known_organizations
select id
from organizations
where id = any (:ids);
