-- A run has the rights that the workflow's owner has at the moment, within what the author of its version had when it was
-- written: the ceiling.
alter table workflows add column owner_kind text;
alter table workflows add column owner_id uuid;
-- Why it was disabled, when nobody disabled it by itself.
alter table workflows add column status_reason text;
alter table workflow_versions add column granted_scopes text[];
alter table workflow_versions add column granted_organization_ids uuid[];

with origin as (
    select
        workflow.tenant_id,
        workflow.id,
        case when workflow.created_by_kind = 'user' then 'user' else maker.owner_kind end as owner_kind,
        case when workflow.created_by_kind = 'user' then workflow.created_by_id else maker.owner_id end as owner_id
    from workflows as workflow
    left join api_keys as maker
        on maker.tenant_id = workflow.tenant_id and maker.id = workflow.created_by_id
            and workflow.created_by_kind = 'api_key'
)
update workflows
set
    owner_kind = coalesce(origin.owner_kind, 'service_account'),
    owner_id = coalesce(origin.owner_id, account.id)
from origin
join service_accounts as account on account.tenant_id = origin.tenant_id and account.administrator
where origin.tenant_id = workflows.tenant_id and origin.id = workflows.id;

-- A person's own rights are the owner's: nothing reduces them. A key lends what it has.
update workflow_versions
set
    granted_scopes = coalesce(maker.scopes, array['*']),
    granted_organization_ids = maker.organization_ids
from workflow_versions as same
left join api_keys as maker
    on maker.tenant_id = same.tenant_id and maker.id = same.author_id and same.author_kind = 'api_key'
where
    same.tenant_id = workflow_versions.tenant_id and same.workflow_id = workflow_versions.workflow_id
    and same.number = workflow_versions.number;

alter table workflows add constraint workflows_owner_is_known check (owner_kind in ('user', 'service_account'));
