-- Three roles: the one that runs this file owns everything; `app` obeys the policies; `app_system` sees only
-- what a policy opens to it by name. Neither owns anything, neither bypasses row security.
do $$
begin
    if not exists (select from pg_roles where rolname = 'app') then
        create role app login;
    end if;
    if not exists (select from pg_roles where rolname = 'app_system') then
        create role app_system login;
    end if;
end
$$;

-- A statement cut by its client runs on until it ends; a forgotten transaction holds its locks. Both end soon.
alter role app set statement_timeout = '10s';
alter role app set lock_timeout = '5s';
alter role app set idle_in_transaction_session_timeout = '5s';
alter role app set jit = off;
alter role app_system set statement_timeout = '30s';
alter role app_system set lock_timeout = '5s';
alter role app_system set idle_in_transaction_session_timeout = '5s';
alter role app_system set jit = off;

create schema if not exists app;
grant usage on schema app to app, app_system;

-- After the first transaction a setting that was local is '', not null.
create function app.tenant() returns uuid
language sql stable parallel safe
as $$ select nullif(current_setting('app.tenant_id', true), '')::uuid $$;

-- Whether the caller sees all organizations of its tenant. A boolean of its own, because the planner takes it for a
-- coin toss; of "… is null" it believes that it hardly ever holds, and then sorts whole tenants to find one page.
create function app.sees_all() returns boolean
language sql stable parallel safe
as $$ select coalesce(current_setting('app.organization_ids', true), '') = '' $$;

-- The organizations that the caller is restricted to; null when it is not.
create function app.organizations() returns uuid[]
language sql stable parallel safe
as $$ select nullif(current_setting('app.organization_ids', true), '')::uuid[] $$;
