--: WorkflowSecret(description?, organization_ids?, created_by_id?)

--! lock_secret_quota
-- Two creations at once must not both see room for the last one.
select true as locked
from pg_advisory_xact_lock(hashtextextended('workflow_secrets' || app.tenant()::text, 0));

--! create_secret (description?, organization_ids?, created_by_id?) : WorkflowSecret
insert into workflow_secrets (
    id, name, description, allowed_hosts, organization_ids, value_sealed, value_set_at, created_by_kind, created_by_id,
    created_at, updated_at
)
select
    :id, :name, :description, :allowed_hosts, :organization_ids, :value_sealed, :now, :created_by_kind, :created_by_id,
    :now, :now
where app.count_workflow_secrets() < :quota
returning
    id, name, description, allowed_hosts, organization_ids, value_set_at, created_by_kind, created_by_id, created_at,
    updated_at, version;

--! list_secrets : WorkflowSecret
select
    id, name, description, allowed_hosts, organization_ids, value_set_at, created_by_kind, created_by_id, created_at,
    updated_at, version
from workflow_secrets
where id < :before
order by id desc
limit :limit;

--! get_secret (id?, name?) : WorkflowSecret
select
    id, name, description, allowed_hosts, organization_ids, value_set_at, created_by_kind, created_by_id, created_at,
    updated_at, version
from workflow_secrets
where (id = :id or :id::uuid is null) and (name = :name or :name::text is null)
limit 1;

--! lock_secret : WorkflowSecret
select
    id, name, description, allowed_hosts, organization_ids, value_set_at, created_by_kind, created_by_id, created_at,
    updated_at, version
from workflow_secrets
where id = :id
for update;

--! update_secret (description?, organization_ids?, value_sealed?) : WorkflowSecret
update workflow_secrets
set
    description = :description,
    allowed_hosts = :allowed_hosts,
    organization_ids = :organization_ids,
    value_sealed = coalesce(:value_sealed, value_sealed),
    value_set_at = case when :value_sealed::bytea is null then value_set_at else :now end,
    updated_at = :now,
    version = version + 1
where id = :id
returning
    id, name, description, allowed_hosts, organization_ids, value_set_at, created_by_kind, created_by_id, created_at,
    updated_at, version;

--! delete_secret
delete from workflow_secrets
where id = :id
returning id;

--! usable_secrets (organization_ids?)
-- Of these names, those that a workflow of these organizations may use.
select name
from workflow_secrets
where
    name = any (:names)
    and (:organization_ids::uuid[] is null or organization_ids <@ :organization_ids);

--! sealed_secrets
select id, name, allowed_hosts, value_sealed
from workflow_secrets
where name = any (:names);
