--! record_operation (befores[?], afters[?], actor_detail?)
-- Nothing is returned from the table: what is returned must be there to be waited for.
with recorded as (
    insert into audit_log (
        tenant_id, id, at, actor_kind, actor_detail, ip, request_id, operation, resource_type, resource_id, before, after
    )
    select
        entry.tenant_id, entry.id, :at, 'operator', :actor_detail, '', :request_id, :operation, entry.resource_type,
        entry.resource_id, entry.before, entry.after
    from unnest(
        :tenant_ids::uuid[], :entry_ids::uuid[], :resource_types::text[], :resource_ids::text[], :befores::jsonb[],
        :afters::jsonb[]
    ) as entry (tenant_id, id, resource_type, resource_id, before, after)
    returning id
)
select count(*) as entries from recorded;
