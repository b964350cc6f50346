--! answer_of : (etag?, location?)
select fingerprint, status, etag, location, body
from idempotency_keys
where principal_id = :principal_id and route = :route and key = :key and created_at > :kept_since;

--! claim
-- Held until the transaction ends, in whatever way. Another request with the same key does not wait: it is told.
with expired as (
    delete from idempotency_keys
    where principal_id = :principal_id and route = :route and key = :key and created_at <= :kept_since
)
select pg_try_advisory_xact_lock(
    hashtextextended(app.tenant()::text || :principal_id::uuid::text || :route::text || :key::text, 0)
) as claimed;

--! keep_answer (etag?, location?)
insert into idempotency_keys (principal_id, route, key, fingerprint, status, etag, location, body, created_at)
values (:principal_id, :route, :key, :fingerprint, :status, :etag, :location, :body, :now)
returning key;

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
