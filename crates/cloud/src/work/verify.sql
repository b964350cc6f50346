--! take_due_providers
-- Accounts of all tenants that are due. Their next time is set at once, so that each is verified by one worker; if that
-- worker ends before it is done, the account is verified an hour later.
update cloud_providers
set verify_at = :later
where
    (tenant_id, id) in (
        select candidate.tenant_id, candidate.id
        from cloud_providers as candidate
        where candidate.verify_at <= :now
        order by candidate.verify_at
        limit :limit
        for update skip locked
    )
returning tenant_id, id;
