-- Secrets that calls of workflows may use: a sealed value, and the hosts that it may be sent to.
create table workflow_secrets (
    tenant_id uuid not null default app.tenant(),
    id uuid not null,
    name text collate "C" not null,
    description text,
    -- In their normal form: `api.example.com`, `api.example.com:8443`, `*.example.com`.
    allowed_hosts text[] not null,
    organization_ids uuid[],
    value_sealed bytea not null,
    value_set_at timestamptz not null,
    created_by_kind text not null,
    created_by_id uuid,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version integer not null default 1,
    constraint workflow_secrets_pkey primary key (tenant_id, id),
    constraint workflow_secrets_tenant_exists foreign key (tenant_id) references tenants (id),
    constraint workflow_secrets_name_is_unique unique (tenant_id, name),
    constraint workflow_secrets_name_is_a_word check (name ~ '^[A-Za-z_][A-Za-z0-9_]{0,63}$'),
    constraint workflow_secrets_hosts_are_some check (cardinality(allowed_hosts) between 1 and 50),
    constraint workflow_secrets_organizations_are_some check (cardinality(organization_ids) > 0)
);

select app.sealed_column('workflow_secrets', 'value_sealed');

alter table workflow_secrets enable row level security;
alter table workflow_secrets force row level security;
-- A restricted caller sees and uses the secrets that are restricted to some of its own organizations, and no others.
create policy tenant on workflow_secrets to app using (
    tenant_id = (select app.tenant())
    and ((select app.sees_all()) or organization_ids <@ (select app.organizations()))
);
create policy system on workflow_secrets to app_system using (true);
create policy owner on workflow_secrets to current_user using (true);
grant select, insert, update, delete on workflow_secrets to app;

-- The tenant's secrets, also those that the caller may not see: the quota is the tenant's.
create function app.count_workflow_secrets() returns bigint
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
    select count(*)
    from workflow_secrets
    where tenant_id = app.tenant()
$$;
revoke all on function app.count_workflow_secrets() from public;
grant execute on function app.count_workflow_secrets() to app;
