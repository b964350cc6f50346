-- Filters of tickets that a tenant's people share. They can name any customer, so who is restricted to some customers does
-- not see them.
create table saved_views (
    tenant_id uuid not null default app.tenant(),
    id uuid not null,
    name text collate "C" not null,
    filter jsonb not null,
    sort text,
    columns text[] not null,
    created_by_kind text not null,
    created_by_id uuid,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version integer not null default 1,
    constraint saved_views_pkey primary key (tenant_id, id),
    constraint saved_views_tenant_exists foreign key (tenant_id) references tenants (id),
    constraint saved_views_name_is_unique unique (tenant_id, name),
    constraint saved_views_name_has_a_length check (length(name) between 1 and 200)
);

alter table saved_views enable row level security;
alter table saved_views force row level security;
create policy tenant on saved_views to app using (tenant_id = (select app.tenant()) and (select app.sees_all()));
create policy owner on saved_views to current_user using (true);
grant select, insert, update, delete on saved_views to app;
