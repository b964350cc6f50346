create table organizations (
    tenant_id uuid not null default app.tenant(),
    id uuid not null,
    -- "C": so that the unique index also finds names by their beginning, behind row security (`^@` is leak-proof).
    name text collate "C" not null,
    notes text,
    domains text[] not null,
    tags text[] not null,
    contact_name text,
    contact_email text,
    contact_phone text,
    external_system text,
    external_id text,
    custom_fields jsonb not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version integer not null default 1,
    constraint organizations_pkey primary key (tenant_id, id),
    constraint organizations_tenant_exists foreign key (tenant_id) references tenants (id),
    constraint organizations_name_is_unique unique (tenant_id, name),
    constraint organizations_external_ref_is_unique unique (tenant_id, external_system, external_id),
    constraint organizations_name_has_a_length check (length(name) between 1 and 200),
    constraint organizations_external_ref_is_whole check ((external_system is null) = (external_id is null))
);

alter table organizations enable row level security;
alter table organizations force row level security;
create policy tenant on organizations to app using (
    tenant_id = (select app.tenant())
    and ((select app.sees_all()) or id = any ((select app.organizations())::uuid[]))
);
create policy owner on organizations to current_user using (true);

grant select, insert, update, delete on organizations to app;
