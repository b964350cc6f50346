--! endpoints_whose
-- Of an owner, or made by some keys. Locked, in the order in which everybody locks them.
select id
from webhook_endpoints
where
    deleted_at is null
    and (
        (owner_kind = :owner_kind and owner_id = :owner_id)
        or (created_by_kind = 'api_key' and created_by_id = any (:key_ids))
    )
order by id
for no key update;

--! give_endpoint
update webhook_endpoints
set
    owner_kind = :owner_kind,
    owner_id = :owner_id,
    updated_at = :now,
    version = version + 1
where id = :id
returning id;

--: EndpointRights(granted_organization_ids?, role?, scopes?, organization_ids?, active?)

--! rights_of_endpoint : EndpointRights
select
    endpoint.granted_scopes, endpoint.granted_organization_ids, owner.role, owner.scopes, owner.organization_ids,
    owner.active
from webhook_endpoints as endpoint
left join owner_rights as owner
    on owner.tenant_id = endpoint.tenant_id and owner.kind = endpoint.owner_kind and owner.id = endpoint.owner_id
where endpoint.id = :id;
