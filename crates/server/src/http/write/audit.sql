--! record_change (actor_id?, before?, after?)
-- Without `returning`, which would need the right to read: whoever is restricted may record, but not read.
with recorded as (
    insert into audit_log (
        id, at, actor_kind, actor_id, ip, request_id, operation, resource_type, resource_id, before, after
    )
    values (
        :id, :at, :actor_kind, :actor_id, :ip, :request_id, :operation, :resource_type, :resource_id, :before, :after
    )
)
select true as recorded;
