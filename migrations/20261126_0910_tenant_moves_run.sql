-- The lock that a command holds as long as it moves the tenant.
create function app.move_lock(tenant uuid) returns bigint
language sql immutable
as $$ select hashtextextended('tenant move ' || replace(tenant::text, '-', ''), 0) $$;

-- A command that is killed leaves `yields` true. The lock ends with its connection, and webhook workers take the tenant again.
create function app.is_being_moved(tenant uuid) returns boolean
language sql stable
as $$
    select exists (
        select from pg_locks
        where
            locktype = 'advisory' and granted and objsubid = 1
            and database = (select oid from pg_database where datname = current_database())
            and classid::bigint << 32 | objid::bigint = app.move_lock(tenant)
    )
$$;
