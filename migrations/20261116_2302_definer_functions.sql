-- Every other function that runs as its owner belongs to `app_definer`, looks for names in `pg_catalog` and `public` and
-- in its caller's temporary tables last, and is called by those roles alone that it is granted to. What `app_definer` may
-- do follows from the functions: it reads the tables that they name, and inserts, updates and deletes where they do.
--
-- It asks the catalogue, so that it covers the functions of all migrations before it. A later migration that adds such a
-- function does the same by hand; a test and `tenant-control doctor` look at every one.
grant create on schema app to app_definer;
do $$
declare
    definer record;
    named record;
begin
    for definer in
        select
            pg_proc.oid::regprocedure as signature,
            prorettype,
            proacl,
            prosrc,
            -- Its owner could call it, and goes on to; these are called by `app` alone.
            proowner = 'app_system'::regrole and prorettype <> 'trigger'::regtype and proname <> all (array[
                'admit_workflow_runs', 'belongs_to_another', 'find_tickets', 'live_api_keys', 'live_service_accounts',
                'live_webhook_endpoints', 'live_workflows', 'person_behind', 'queued_workflow_runs', 'ticket_history'
            ]) as for_system
        from pg_proc
        where
            prosecdef and pronamespace = 'app'::regnamespace
            and proowner <> all (array['app_definer', 'app_partitions']::regrole[])
    loop
        -- Until now everyone could call it.
        if definer.prorettype <> 'trigger'::regtype and definer.proacl is null then
            execute format('grant execute on function %s to app', definer.signature);
        end if;
        execute format('revoke all on function %s from public', definer.signature);
        execute format('alter function %s set search_path = pg_catalog, public, pg_temp', definer.signature);
        execute format('alter function %s owner to app_definer', definer.signature);
        if definer.for_system then
            execute format('grant execute on function %s to app_system', definer.signature);
        end if;

        for named in
            select
                pg_class.oid::regclass as relation,
                definer.prosrc ~* ('\minsert\s+into\s+(public\.)?' || relname || '\M') as inserts,
                definer.prosrc ~* ('\mupdate\s+(only\s+)?(public\.)?' || relname || '\M')
                    or definer.prosrc ~* '\mfor\s+((no\s+key\s+)?update|(key\s+)?share)\M'
                    or definer.prosrc ~* (
                        '\minsert\s+into\s+(public\.)?' || relname || '\M.*\mon\s+conflict\M.*\mdo\s+update\M'
                    ) as updates,
                definer.prosrc ~* ('\mdelete\s+from\s+(only\s+)?(public\.)?' || relname || '\M') as deletes
            from pg_class
            where
                relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
                -- The table, not a function of the same name in the schema `app`.
                and definer.prosrc ~ ('(?<![.\w])(public\.)?' || relname || '\M')
        loop
            execute format('grant select on %s to app_definer', named.relation);
            if named.inserts then
                execute format('grant insert on %s to app_definer', named.relation);
            end if;
            if named.updates then
                execute format('grant update on %s to app_definer', named.relation);
            end if;
            if named.deletes then
                execute format('grant delete on %s to app_definer', named.relation);
            end if;
            if not exists (
                select from pg_policy where polrelid = named.relation and polname = 'definer'
            ) then
                execute format('create policy definer on %s to app_definer using (true)', named.relation);
            end if;
        end loop;
    end loop;
end
$$;
revoke create on schema app from app_definer;

-- Only `app.find_tickets` read it.
drop policy system on ticket_words;
revoke select on ticket_words from app_system;
