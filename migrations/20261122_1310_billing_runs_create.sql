-- What was locked for an invoice: the entries are in `time_entries.billing_run`, their totals here, as they were then.
create table billing_runs (
    tenant_id uuid not null default app.tenant(),
    id uuid not null,
    name text collate "C" not null,
    -- Null for a run over all organizations.
    organization_id uuid,
    until timestamptz not null,
    totals jsonb not null,
    created_by_kind text not null,
    created_by_id uuid,
    created_at timestamptz not null,
    constraint billing_runs_pkey primary key (tenant_id, id),
    constraint billing_runs_tenant_exists foreign key (tenant_id) references tenants (id),
    constraint billing_runs_organization_exists foreign key (tenant_id, organization_id)
        references organizations (tenant_id, id) on delete cascade,
    constraint billing_runs_name_is_unique unique (tenant_id, name),
    constraint billing_runs_name_has_a_length check (length(name) between 1 and 100)
);

create index billing_runs_of_organization on billing_runs (tenant_id, organization_id);

alter table billing_runs enable row level security;
alter table billing_runs force row level security;
create policy tenant on billing_runs to app using (
    tenant_id = (select app.tenant())
    and ((select app.sees_all()) or organization_id = any ((select app.organizations())::uuid[]))
);
create policy owner on billing_runs to current_user using (true);
grant select, insert, update on billing_runs to app;
