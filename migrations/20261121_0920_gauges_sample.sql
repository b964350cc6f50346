alter table gauge_samples
    add column organization_key uuid not null
        generated always as (coalesce(organization_id, '00000000-0000-0000-0000-000000000000'::uuid)) stored,
    drop constraint gauge_samples_are_unique,
    add constraint gauge_samples_pkey primary key (tenant_id, gauge, organization_key, at);

-- The last sample of each gauge and organization. A new level is compared with it, and it lists the organizations that
-- were ever sampled.
create table gauge_levels (
    tenant_id uuid not null default app.tenant(),
    gauge text not null,
    organization_id uuid,
    organization_key uuid not null
        generated always as (coalesce(organization_id, '00000000-0000-0000-0000-000000000000'::uuid)) stored,
    value bigint not null,
    whole bigint,
    constraint gauge_levels_pkey primary key (tenant_id, gauge, organization_key),
    constraint gauge_levels_tenant_exists foreign key (tenant_id) references tenants (id)
)
with (fillfactor = 80);

alter table gauge_levels enable row level security;
alter table gauge_levels force row level security;
create policy read on gauge_levels for select to app using (
    tenant_id = (select app.tenant())
    and ((select app.sees_all()) or organization_id = any ((select app.organizations())::uuid[]))
);
create policy system on gauge_levels to app_system using (true);
create policy owner on gauge_levels to current_user using (true);
grant select on gauge_levels to app;
grant select, insert, update, delete on gauge_levels to app_system;

-- The current levels of a gauge, by the name of its function. It sees the rows that its caller may see.
create function app.gauge(function text)
returns table (tenant_id uuid, organization_id uuid, value bigint, whole bigint)
language plpgsql stable
as $$
begin
    return query execute format('select tenant_id, organization_id, value, whole from %s()', function::regproc);
end
$$;
