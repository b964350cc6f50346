--! claim
-- Held until the transaction ends, in whatever way.
select app.claim(:principal_id, :route, :key, :kept_since) as claimed;

--! answer_of : (etag?, location?)
select fingerprint, status, etag, location, body
from idempotency_keys
where principal_id = :principal_id and route = :route and key = :key and created_at > :kept_since;

--! forget_answers
delete from idempotency_keys
where (tenant_id, principal_id, route, key) in (
    select tenant_id, principal_id, route, key
    from idempotency_keys
    where created_at <= :kept_since
    order by created_at
    limit 1000
)
returning key;
