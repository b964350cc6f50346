-- Backup settings of the tenant, of its organizations and of devices. Each level overrides fields of the level above.
--   backup_configs          the current document of each scope
--   backup_config_history   every version of it
create table backup_configs (
    tenant_id uuid not null default app.tenant(),
    -- The id of the tenant, the organization or the device.
    scope_id uuid not null,
    scope text not null,
    organization_id uuid,
    device_id uuid,
    -- Null: the scope overrides nothing. The row stays, because its version must not begin anew.
    config jsonb,
    version integer not null,
    updated_at timestamptz not null,
    constraint backup_configs_pkey primary key (tenant_id, scope_id),
    constraint backup_configs_tenant_exists foreign key (tenant_id) references tenants (id),
    constraint backup_configs_organization_exists foreign key (tenant_id, organization_id)
        references organizations (tenant_id, id) on delete cascade,
    constraint backup_configs_device_exists foreign key (tenant_id, device_id)
        references devices (tenant_id, id) on delete cascade,
    constraint backup_configs_scope_is_known check (scope in ('tenant', 'organization', 'device')),
    constraint backup_configs_scope_has_its_ids check (
        case scope
            when 'tenant' then scope_id = tenant_id and organization_id is null and device_id is null
            when 'organization' then scope_id = organization_id and device_id is null
            else scope_id = device_id and organization_id is not null
        end
    )
);

create index backup_configs_of_organization on backup_configs (tenant_id, organization_id);
create index backup_configs_of_device on backup_configs (tenant_id, device_id) where device_id is not null;

-- A version keeps the organization that the device belonged to at its time, as in `device_history`.
create table backup_config_history (
    tenant_id uuid not null default app.tenant(),
    scope_id uuid not null,
    version integer not null,
    scope text not null,
    organization_id uuid,
    config jsonb,
    -- The consents that the change was made with.
    allowed text[] not null default '{}',
    actor_kind text not null,
    actor_id uuid,
    at timestamptz not null,
    constraint backup_config_history_pkey primary key (tenant_id, scope_id, version),
    constraint backup_config_history_tenant_exists foreign key (tenant_id) references tenants (id),
    constraint backup_config_history_organization_exists foreign key (tenant_id, organization_id)
        references organizations (tenant_id, id) on delete cascade,
    constraint backup_config_history_actor_is_known check (actor_kind in ('api_key', 'user', 'operator', 'system'))
);

create index backup_config_history_of_organization on backup_config_history (tenant_id, organization_id);

do $$
declare
    name text;
begin
    foreach name in array array['backup_configs', 'backup_config_history'] loop
        execute format('alter table %I enable row level security', name);
        execute format('alter table %I force row level security', name);
        execute format('create policy owner on %I to current_user using (true)', name);
    end loop;
    -- The settings of the tenant apply to every organization, so everyone reads them. Whoever is restricted to some
    -- organizations cannot change them.
    foreach name in array array['backup_configs', 'backup_config_history'] loop
        execute format(
            'create policy read on %I for select to app using (
                tenant_id = (select app.tenant())
                and (
                    scope = ''tenant''
                    or (select app.sees_all())
                    or organization_id = any ((select app.organizations())::uuid[])
                )
            )',
            name
        );
        execute format(
            'create policy add on %I for insert to app with check (
                tenant_id = (select app.tenant())
                and ((select app.sees_all()) or organization_id = any ((select app.organizations())::uuid[]))
            )',
            name
        );
        execute format('grant select, insert on %I to app', name);
    end loop;
end
$$;

create policy change on backup_configs for update to app using (
    tenant_id = (select app.tenant())
    and ((select app.sees_all()) or organization_id = any ((select app.organizations())::uuid[]))
);
grant update on backup_configs to app;
