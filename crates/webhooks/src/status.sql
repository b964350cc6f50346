--! delivery_lag
-- How long the oldest delivery has been due. Deliveries of endpoints that fail or are paused wait by intention.
select coalesce(extract(epoch from now() - min(delivery.next_attempt_at)), 0)::double precision as seconds
from webhook_endpoints endpoint
cross join lateral (
    select next_attempt_at
    from webhook_deliveries
    where webhook_deliveries.tenant_id = endpoint.tenant_id and webhook_deliveries.endpoint_id = endpoint.id
        and webhook_deliveries.status = 'pending' and webhook_deliveries.next_attempt_at <= now()
    order by next_attempt_at
    limit 1
) delivery
where endpoint.status = 'active' and endpoint.deleted_at is null;
