-- Claims an Idempotency-Key for the transaction, or fails it: what was sent behind the claim is then refused too, so that
-- nobody need wait for the claim's answer. Each statement sees what was committed before it began, so what another request
-- did before it let go of the lock is seen here.
create function app.claim(_principal_id uuid, _route text, _key text, _kept_since timestamptz) returns boolean
language plpgsql
as $$
declare
    kept_at timestamptz;
begin
    if not pg_try_advisory_xact_lock(
        hashtextextended(app.tenant()::text || _principal_id::text || _route || _key, 0)
    ) then
        raise 'a request with this key is under way' using errcode = 'TC409';
    end if;
    select created_at into kept_at
    from idempotency_keys
    where principal_id = _principal_id and route = _route and key = _key;
    if kept_at > _kept_since then
        raise 'a request with this key was answered' using errcode = 'TC200';
    elsif kept_at is not null then
        delete from idempotency_keys
        where principal_id = _principal_id and route = _route and key = _key;
    end if;
    return true;
end
$$;
