-- An endpoint is told what its owner may read at the moment, within what its creator had when it was made: the ceiling.
alter table webhook_endpoints add column owner_kind text;
alter table webhook_endpoints add column owner_id uuid;
alter table webhook_endpoints add column created_by_kind text;
alter table webhook_endpoints add column created_by_id uuid;
alter table webhook_endpoints add column granted_scopes text[];
alter table webhook_endpoints add column granted_organization_ids uuid[];

-- Nobody wrote down who made an endpoint of before. It goes on as it was: within its own organizations it hears everything.
update webhook_endpoints
set
    owner_kind = 'service_account',
    owner_id = account.id,
    created_by_kind = 'system',
    granted_scopes = array['*'],
    granted_organization_ids = webhook_endpoints.organization_ids
from service_accounts as account
where account.tenant_id = webhook_endpoints.tenant_id and account.administrator;

alter table webhook_endpoints add constraint webhook_endpoints_owner_is_known
    check (owner_kind in ('user', 'service_account'));
alter table webhook_endpoints add constraint webhook_endpoints_creator_is_known
    check (created_by_kind in ('api_key', 'user', 'operator', 'system'));
