-- How many operations of a kind the tenant has that wait or run, for its share of them. The lock is held to the end of the
-- transaction: of several that begin one at the same time each counts those before it. Whoever is restricted to some
-- customers sees only theirs, but has the same share.
create function app.operations_under_way(_kind text) returns bigint
language sql volatile security definer set search_path = pg_catalog, public, pg_temp
as $$
    select pg_advisory_xact_lock(hashtextextended('operations' || app.tenant()::text || _kind, 0));
    select count(*)
    from operations
    where tenant_id = app.tenant() and kind = _kind and status in ('pending', 'running')
$$;

revoke all on function app.operations_under_way from public;
grant execute on function app.operations_under_way to app;

grant app_system to current_user;
grant create on schema app to app_system;
alter function app.operations_under_way owner to app_system;
revoke create on schema app from app_system;

create index operations_under_way on operations (tenant_id, kind) where status in ('pending', 'running');
