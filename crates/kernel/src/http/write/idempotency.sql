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

--! reserve
-- No row: another request has the key. One whose time is up has died.
insert into idempotency_reservations (principal_id, route, key, id, expires_at)
values (:principal_id, :route, :key, :id, :expires_at)
on conflict (tenant_id, principal_id, route, key) do update
set id = excluded.id, expires_at = excluded.expires_at
where idempotency_reservations.expires_at <= :now
returning id;

--! end_reservation
-- No row: it took too long, and another request has the key.
delete from idempotency_reservations
where principal_id = :principal_id and route = :route and key = :key and id = :id
returning id;

--! forget_reservations
delete from idempotency_reservations
where (tenant_id, principal_id, route, key) in (
    select tenant_id, principal_id, route, key
    from idempotency_reservations
    where expires_at <= :now
    order by expires_at
    limit 1000
)
returning key;
