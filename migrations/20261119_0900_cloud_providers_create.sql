-- Accounts of customers at cloud providers. The credentials are sealed; the fingerprint and the hint are what may be shown
-- of them. `verify_at` is when the account is verified next.
create table cloud_providers (
    tenant_id uuid not null default app.tenant(),
    id uuid not null,
    name text collate "C" not null,
    kind text not null,
    organization_id uuid,
    config jsonb not null,
    auth_method text not null,
    credentials_sealed bytea,
    credentials_fingerprint text,
    credentials_hint text,
    credentials_set_at timestamptz,
    external_id text,
    status text not null,
    verification jsonb,
    verify_at timestamptz not null,
    guard jsonb not null,
    created_by_kind text not null,
    created_by_id uuid,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version integer not null default 1,
    constraint cloud_providers_pkey primary key (tenant_id, id),
    constraint cloud_providers_tenant_exists foreign key (tenant_id) references tenants (id),
    constraint cloud_providers_organization_exists foreign key (tenant_id, organization_id)
        references organizations (tenant_id, id),
    constraint cloud_providers_name_is_unique unique (tenant_id, name),
    constraint cloud_providers_name_has_a_length check (length(name) between 1 and 100),
    constraint cloud_providers_kind_is_known check (kind in ('aws', 'libvirt', 'openstack', 'hetzner')),
    constraint cloud_providers_method_is_known check (
        auth_method in (
            'assume_role', 'access_key', 'host_secret', 'application_credential', 'password', 'api_token'
        )
    ),
    constraint cloud_providers_status_is_known
        check (status in ('pending', 'verified', 'degraded', 'invalid', 'unreachable')),
    constraint cloud_providers_credentials_are_whole check (
        (credentials_sealed is null) = (credentials_fingerprint is null)
        and (credentials_sealed is null) = (credentials_hint is null)
        and (credentials_sealed is null) = (credentials_set_at is null)
    ),
    constraint cloud_providers_role_has_an_external_id check (auth_method <> 'assume_role' or external_id is not null)
);

create index cloud_providers_of_organization on cloud_providers (tenant_id, organization_id, id);
create index cloud_providers_to_verify on cloud_providers (verify_at);

alter table cloud_providers enable row level security;
alter table cloud_providers force row level security;
create policy tenant on cloud_providers to app using (
    tenant_id = (select app.tenant())
    and ((select app.sees_all()) or organization_id = any ((select app.organizations())::uuid[]))
);
create policy system on cloud_providers to app_system using (true);
create policy definer on cloud_providers to app_definer using (true);
create policy owner on cloud_providers to current_user using (true);

grant select, insert, update, delete on cloud_providers to app;
grant select (verify_at), update (verify_at) on cloud_providers to app_system;
grant select (tenant_id) on cloud_providers to app_definer;

select app.sealed_column('cloud_providers', 'credentials_sealed');

-- The tenant's providers, also those that the caller may not see: the quota is the tenant's.
create function app.count_cloud_providers() returns bigint
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
    select count(*)
    from cloud_providers
    where tenant_id = app.tenant()
$$;
revoke all on function app.count_cloud_providers() from public;
grant create on schema app to app_definer;
alter function app.count_cloud_providers owner to app_definer;
revoke create on schema app from app_definer;
grant execute on function app.count_cloud_providers() to app;
