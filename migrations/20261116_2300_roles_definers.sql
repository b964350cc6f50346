-- Two roles that nobody can log in as. They own the functions that run as their owner (`security definer`), so that a
-- fault in such a function gives its caller the rights below and no more: neither those of the role that migrates, nor
-- those of `app_system`, which a process connects as.
--
-- `app_definer` reads and writes the tables that the functions name. `app_partitions` owns the tables that have a
-- partition for each day, because only an owner makes and drops partitions; row security is forced, and no policy names
-- it, so it sees no row.
do $$
declare
    role text;
begin
    foreach role in array array['app_definer', 'app_partitions'] loop
        if not exists (select from pg_roles where rolname = role) then
            execute format('create role %I nologin', role);
        end if;
        -- The role that migrates stays able to change what they own.
        if not pg_has_role(current_user, role, 'member') then
            execute format('grant %I to %I', role, current_user);
        end if;
    end loop;
end
$$;

grant usage on schema app, public to app_definer, app_partitions;
grant usage, create on schema event_days, webhook_days to app_partitions;
