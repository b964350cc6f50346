--: Owner(role?, scopes?, organization_ids?, active?)

--! owner_by_id : Owner
-- Of those that the caller may see.
select role, scopes, organization_ids, active
from owner_rights
where kind = :kind and id = :id;
