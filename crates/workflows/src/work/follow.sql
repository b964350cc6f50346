--! tenants_behind
select workflow_followers.tenant_id
from workflow_followers
join event_logs on event_logs.tenant_id = workflow_followers.tenant_id
where event_logs.last_position > workflow_followers.position
-- All get their turn, also when more are behind than are looked at in one go.
order by random()
limit 200;

--! follower_lag
select coalesce(max(extract(epoch from now() - behind.at)), 0)::double precision as seconds
from workflow_followers
join event_logs
    on event_logs.tenant_id = workflow_followers.tenant_id and event_logs.last_position > workflow_followers.position
cross join lateral (
    select events.at
    from events
    where events.tenant_id = workflow_followers.tenant_id and events.position > workflow_followers.position
    order by events.position
    limit 1
) as behind;

--: Logged(organization_id?, actor_id?, trace?)

--! events_after : Logged
select
    tenant_id, id, at, position, type, organization_id, subject_type, subject_id, sequence, actor_kind, actor_id,
    request_id, data, trace
from events
where position > :position
order by position
limit :limit;

--! position_of_follower
select position
from workflow_followers;

--! lock_follower
-- No row: another worker is at it.
select position
from workflow_followers
for update skip locked;

--! advance_follower
update workflow_followers
set position = :position
returning tenant_id;

--: Listener(organization_ids?, granted_organization_ids?, owner_role?, owner_scopes?, owner_organization_ids?, owner_active?)

--! listeners : Listener
select
    listener.run_id, listener.path, listener.attempt, listener.patterns, listener.since_position, run.organization_ids,
    version.granted_scopes, version.granted_organization_ids, owner.role as owner_role, owner.scopes as owner_scopes,
    owner.organization_ids as owner_organization_ids, owner.active as owner_active
from workflow_listeners as listener
join workflow_runs as run on run.tenant_id = listener.tenant_id and run.id = listener.run_id
join workflows as workflow on workflow.tenant_id = run.tenant_id and workflow.id = run.workflow_id
join workflow_versions as version
    on version.tenant_id = run.tenant_id and version.workflow_id = run.workflow_id
        and version.number = run.workflow_version
left join owner_rights as owner
    on owner.tenant_id = workflow.tenant_id and owner.kind = workflow.owner_kind and owner.id = workflow.owner_id
where
    listener.heard is null and listener.attempt = run.attempt
    and (listener.run_id, listener.path) > (:after_run, :after_path)
order by listener.run_id, listener.path
limit :limit;

--! hear
update workflow_listeners
set heard = :event
where run_id = :run_id and path = :path and attempt = :attempt and heard is null
returning path;

--: Parent()

--! parent_of_event : Parent
select depth, starter_ids
from workflow_runs
where id = :id;
