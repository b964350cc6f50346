--! workflows_whose
-- Of an owner, or made or last written by some keys. Locked, in the order in which everybody locks them.
select workflow.id
from workflows as workflow
join workflow_versions as latest
    on latest.tenant_id = workflow.tenant_id and latest.workflow_id = workflow.id
        and latest.number = workflow.latest_version
where
    workflow.archived_at is null
    and (
        (workflow.owner_kind = :owner_kind and workflow.owner_id = :owner_id)
        or (workflow.created_by_kind = 'api_key' and workflow.created_by_id = any (:key_ids))
        or (latest.author_kind = 'api_key' and latest.author_id = any (:key_ids))
    )
order by workflow.id
for no key update of workflow;

--! disable_workflow
update workflows
set
    enabled = false,
    status_reason = :reason,
    updated_at = :now,
    version = version + 1
where id = :id
returning id;

--! give_workflow
update workflows
set
    owner_kind = :owner_kind,
    owner_id = :owner_id,
    updated_at = :now,
    version = version + 1
where id = :id
returning id;
