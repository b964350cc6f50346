--! claim_objects_to_remove : (upload_id?)
-- An upload that is not finished by now is given up: it cannot become `stored` any more. If the object is not removed, it
-- is tried again later.
update attachments
set state = 'deleted', data_key_sealed = null, collect_at = :retry_at
where (tenant_id, id) in (
    select tenant_id, id
    from attachments
    where collect_at <= :now
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
select tenant_id, id
from attachments
where (tenant_id, id) in (select given.tenant, given.id from unnest(:tenants::uuid[], :ids::uuid[]) as given (tenant, id));
