-- The identity providers of a tenant, and the domains whose people sign in by them.
create table sso_providers (
    tenant_id uuid not null default app.tenant(),
    id uuid not null,
    name text not null,
    kind text not null,
    issuer text not null,
    client_id text not null,
    client_secret_sealed bytea not null,
    enabled boolean not null,
    default_role text not null,
    group_roles jsonb not null,
    created_by_kind text not null,
    created_by_id uuid,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version integer not null default 1,
    constraint sso_providers_pkey primary key (tenant_id, id),
    constraint sso_providers_tenant_exists foreign key (tenant_id) references tenants (id),
    constraint sso_providers_name_has_a_length check (length(name) between 1 and 100),
    constraint sso_providers_kind_is_known check (kind in ('oidc')),
    constraint sso_providers_role_is_known check (default_role in ('owner', 'admin', 'technician', 'viewer'))
);

alter table sso_providers enable row level security;
alter table sso_providers force row level security;
create policy tenant on sso_providers to app using (tenant_id = (select app.tenant()) and (select app.sees_all()));
create policy system on sso_providers to app_system using (true);
create policy owner on sso_providers to current_user using (true);

grant select, insert, update, delete on sso_providers to app;
grant select (name, issuer, client_id, enabled, version), update (version) on sso_providers to app_system;
select app.sealed_column('sso_providers', 'client_secret_sealed');

create table sso_domains (
    tenant_id uuid not null default app.tenant(),
    domain text not null,
    provider_id uuid not null,
    -- What the domain's owner publishes in its DNS.
    token text not null,
    created_at timestamptz not null,
    checked_at timestamptz,
    proven_at timestamptz,
    proven_by text,
    constraint sso_domains_pkey primary key (tenant_id, domain),
    constraint sso_domains_provider_exists foreign key (tenant_id, provider_id) references sso_providers (tenant_id, id),
    constraint sso_domains_proof_is_whole check ((proven_at is null) = (proven_by is null)),
    constraint sso_domains_proof_is_known check (proven_by in ('dns', 'operator'))
);

-- Anyone may claim a domain; it belongs to the one tenant that has proven it. Otherwise a claim would lock its owner out.
create unique index sso_domains_belong_to_one on sso_domains (domain) where proven_at is not null;
create index sso_domains_by_provider on sso_domains (tenant_id, provider_id);

alter table sso_domains enable row level security;
alter table sso_domains force row level security;
create policy tenant on sso_domains to app using (tenant_id = (select app.tenant()) and (select app.sees_all()));
create policy system on sso_domains to app_system using (true);
create policy owner on sso_domains to current_user using (true);

grant select, insert, update, delete on sso_domains to app;
grant select, update (proven_at, proven_by) on sso_domains to app_system;

-- Whether another tenant has proven one of these domains. It runs as app_system and answers yes or no, which whoever
-- begins a sign-in for the domain learns too.
create function app.belongs_to_another(domains text[]) returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$
    select exists (
        select from sso_domains
        where domain = any (domains) and proven_at is not null and tenant_id <> app.tenant()
    )
$$;

grant app_system to current_user;
grant create on schema app to app_system;
alter function app.belongs_to_another owner to app_system;
revoke create on schema app from app_system;
revoke execute on function app.belongs_to_another from public;
grant execute on function app.belongs_to_another to app;
