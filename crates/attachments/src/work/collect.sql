--! claim_objects_to_remove : (upload_id?)
-- An upload that is not finished by now is given up: it cannot become `stored` any more. If the object is not removed, it
-- is tried again later. Rows of a tenant that is fenced for a move cannot be claimed, and would be found again and again.
update attachments
set state = 'deleted', data_key_sealed = null, collect_at = :retry_at
where (tenant_id, id) in (
    select tenant_id, id
    from attachments
    where
        collect_at <= :now
        and tenant_id <> all (array(select move.tenant_id from tenant_moves as move where move.fenced_until > now()))
    order by collect_at
    limit :limit
    for update skip locked
)
returning tenant_id, id, upload_id;

--! forget_attachments
delete from attachments
where
    (tenant_id, id) in (select given.tenant, given.id from unnest(:tenants::uuid[], :ids::uuid[]) as given (tenant, id))
    and state = 'deleted'
returning id;

--! known_objects
-- Several cells may use one storage: what belongs to a tenant of another cell is not this cell's to remove. A cell that has
-- not joined yet, or has left, does not know the others, so it removes nothing of a tenant that it does not have.
select given.tenant_id, given.id
from unnest(:tenants::uuid[], :ids::uuid[]) as given (tenant_id, id)
where
    exists (select from attachments where attachments.tenant_id = given.tenant_id and attachments.id = given.id)
    or exists (select from served_elsewhere as elsewhere where elsewhere.tenant_id = given.tenant_id)
    or not exists (select from tenants where tenants.id = given.tenant_id)
    or exists (select from tenant_moves where tenant_moves.tenant_id = given.tenant_id);
