create table tenants (
    id uuid not null,
    name text not null,
    domain text not null,
    environment text not null,
    platform boolean not null,
    -- The part of every key's text that leads to the tenant's cell.
    routing text not null,
    created_at timestamptz not null,
    constraint tenants_pkey primary key (id),
    constraint tenants_domain_is_unique unique (domain),
    constraint tenants_routing_is_unique unique (routing),
    constraint tenants_name_has_a_length check (length(name) between 1 and 200),
    constraint tenants_environment_is_known check (environment in ('production', 'non_production'))
);

create unique index tenants_platform_is_one on tenants (platform) where platform;

alter table tenants enable row level security;
alter table tenants force row level security;
create policy tenant on tenants to app using (id = (select app.tenant()));
create policy system on tenants to app_system using (true);
-- Forced row security binds the owner too: without this, a migration that moves data would move nothing, silently.
create policy owner on tenants to current_user using (true);

grant select on tenants to app;
grant select, insert on tenants to app_system;
