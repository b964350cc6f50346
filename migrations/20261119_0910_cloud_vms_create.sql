-- When the machines of an account are read next, and how often that has failed in a row.
alter table cloud_providers add column sync_at timestamptz not null default now();
alter table cloud_providers add column sync_failures integer not null default 0;
create index cloud_providers_to_sync on cloud_providers (sync_at) where status in ('verified', 'degraded');
grant select (sync_at, status), update (sync_at) on cloud_providers to app_system;

-- The machines of cloud providers, as they were last read. `missed` counts complete listings in a row without the machine.
create table cloud_vms (
    tenant_id uuid not null default app.tenant(),
    id uuid not null,
    provider_id uuid not null,
    organization_id uuid,
    region text collate "C" not null,
    provider_ref text collate "C" not null,
    name text,
    size text collate "C" not null,
    vcpus integer,
    memory_bytes bigint,
    image text,
    subnet text,
    security_groups jsonb not null,
    public_ip text,
    ips jsonb not null,
    labels jsonb not null,
    status text not null,
    managed boolean not null default false,
    missed integer not null default 0,
    launched_at timestamptz,
    last_synced_at timestamptz not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version integer not null default 1,
    constraint cloud_vms_pkey primary key (tenant_id, id),
    constraint cloud_vms_tenant_exists foreign key (tenant_id) references tenants (id),
    constraint cloud_vms_provider_exists foreign key (tenant_id, provider_id)
        references cloud_providers (tenant_id, id) on delete cascade,
    constraint cloud_vms_organization_exists foreign key (tenant_id, organization_id)
        references organizations (tenant_id, id),
    constraint cloud_vms_are_listed_once unique (tenant_id, provider_id, region, provider_ref),
    constraint cloud_vms_status_is_known check (
        status in (
            'requested', 'provisioning', 'running', 'stopping', 'stopped', 'failed', 'missing', 'deleted', 'unknown',
            'needs_attention'
        )
    )
);

create index cloud_vms_of_organization on cloud_vms (tenant_id, organization_id, id);
create index cloud_vms_gone on cloud_vms (last_synced_at) where status in ('missing', 'deleted');

alter table cloud_vms enable row level security;
alter table cloud_vms force row level security;
create policy tenant on cloud_vms to app using (
    tenant_id = (select app.tenant())
    and ((select app.sees_all()) or organization_id = any ((select app.organizations())::uuid[]))
);
create policy system on cloud_vms to app_system using (true);
create policy owner on cloud_vms to current_user using (true);
grant select, insert, update, delete on cloud_vms to app;
grant select (id, status, managed, last_synced_at), delete on cloud_vms to app_system;

-- How up to date the machines of each region are.
create table cloud_regions (
    tenant_id uuid not null default app.tenant(),
    provider_id uuid not null,
    name text collate "C" not null,
    organization_id uuid,
    status text not null,
    code text,
    detail text,
    last_complete_at timestamptz,
    vm_count integer not null default 0,
    constraint cloud_regions_pkey primary key (tenant_id, provider_id, name),
    constraint cloud_regions_provider_exists foreign key (tenant_id, provider_id)
        references cloud_providers (tenant_id, id) on delete cascade,
    constraint cloud_regions_status_is_known check (status in ('fresh', 'stale', 'denied', 'failed'))
);

alter table cloud_regions enable row level security;
alter table cloud_regions force row level security;
create policy tenant on cloud_regions to app using (
    tenant_id = (select app.tenant())
    and ((select app.sees_all()) or organization_id = any ((select app.organizations())::uuid[]))
);
create policy owner on cloud_regions to current_user using (true);
grant select, insert, update, delete on cloud_regions to app;
