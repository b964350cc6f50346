-- Work that goes on after its request was answered. Whoever does it holds it by a lease and takes it up where it was left.
create table operations (
    tenant_id uuid not null default app.tenant(),
    id uuid not null,
    kind text not null,
    -- Who may see it: those who may see what it is about.
    scope text not null,
    organization_ids uuid[],
    status text not null,
    progress integer not null default 0,
    steps jsonb not null default '[]',
    resource_type text not null,
    resource_id text not null,
    -- What to do, and how far it has come.
    input jsonb not null,
    reached bigint not null default 0,
    error jsonb,
    leased_until timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    finished_at timestamptz,
    version integer not null default 1,
    constraint operations_pkey primary key (tenant_id, id),
    constraint operations_tenant_exists foreign key (tenant_id) references tenants (id),
    constraint operations_status_is_known check (status in ('pending', 'running', 'succeeded', 'failed', 'canceled'))
);

create index operations_to_do on operations (kind, leased_until) where status in ('pending', 'running');
create index operations_by_age on operations (created_at);

alter table operations enable row level security;
alter table operations force row level security;
create policy tenant on operations to app using (
    tenant_id = (select app.tenant())
    and ((select app.sees_all()) or organization_ids <@ (select app.organizations()))
);
create policy system on operations to app_system using (true);
create policy owner on operations to current_user using (true);
grant select, insert, update on operations to app;
grant select, update, delete on operations to app_system;
