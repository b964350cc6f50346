--: AuditEntry(actor_id?, actor_detail?, before?, after?)

--! list_audit_log : AuditEntry
-- Without the filters below, so that PostgreSQL keeps one plan for it: the key's index, backwards.
select
    id, at, actor_kind, actor_id, actor_detail, ip, request_id, operation, resource_type, resource_id, before, after
from audit_log
where id < :before
order by id desc
limit :limit;

--! find_in_audit_log (actor_kind?, actor_id?, operation?, resource_type?, resource_id?, request_id?, since?, until?) : AuditEntry
select
    id, at, actor_kind, actor_id, actor_detail, ip, request_id, operation, resource_type, resource_id, before, after
from audit_log
where
    id < :before
    and (:actor_kind::text is null or actor_kind = :actor_kind)
    and (:actor_id::uuid is null or actor_id = :actor_id)
    and (:operation::text is null or operation = :operation)
    and (:resource_type::text is null or resource_type = :resource_type)
    and (:resource_id::text is null or resource_id = :resource_id)
    and (:request_id::text is null or request_id = :request_id)
    and (:since::timestamptz is null or at >= :since)
    and (:until::timestamptz is null or at < :until)
order by id desc
limit :limit;

--! get_audit_entry : AuditEntry
select
    id, at, actor_kind, actor_id, actor_detail, ip, request_id, operation, resource_type, resource_id, before, after
from audit_log
where id = :id;
