-- Tokens with which agents report to an organization. The token is in the URL that an agent is configured with; only its
-- hash is stored. `devices` counts the devices that were discovered with it and still exist.
create table enrolments (
    tenant_id uuid not null default app.tenant(),
    id uuid not null,
    organization_id uuid not null,
    name text not null,
    token_prefix text collate "C" not null,
    token_last4 text not null,
    token_hash bytea not null,
    max_devices integer not null,
    devices integer not null default 0,
    expires_at timestamptz,
    revoked_at timestamptz,
    created_by_kind text not null,
    created_by_id uuid,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version integer not null default 1,
    constraint enrolments_pkey primary key (tenant_id, id),
    constraint enrolments_tenant_exists foreign key (tenant_id) references tenants (id),
    constraint enrolments_organization_exists foreign key (tenant_id, organization_id)
        references organizations (tenant_id, id) on delete cascade,
    constraint enrolments_prefix_is_unique unique (token_prefix),
    constraint enrolments_name_has_a_length check (length(name) between 1 and 100),
    constraint enrolments_quota_has_a_bound check (max_devices between 1 and 100000),
    constraint enrolments_devices_are_counted check (devices >= 0),
    constraint enrolments_creator_is_known check (created_by_kind in ('api_key', 'user', 'operator', 'system'))
);

create index enrolments_of_organization on enrolments (tenant_id, organization_id, id);

alter table enrolments enable row level security;
alter table enrolments force row level security;
create policy tenant on enrolments to app using (
    tenant_id = (select app.tenant())
    and ((select app.sees_all()) or organization_id = any ((select app.organizations())::uuid[]))
);
create policy system on enrolments for select to app_system using (true);
create policy definer on enrolments to app_definer using (true);
create policy owner on enrolments to current_user using (true);

-- The hash is for the look-up of tokens alone.
grant select (
    tenant_id, id, organization_id, name, token_prefix, token_last4, max_devices, devices, expires_at, revoked_at,
    created_by_kind, created_by_id, created_at, updated_at, version
), insert, update (name, devices, revoked_at, updated_at, version), delete
on enrolments to app;
grant select on enrolments to app_system;
grant select on enrolments to app_definer;

-- The tenant's live enrolments, also those that the caller may not see: the quota is the tenant's.
create function app.live_enrolments() returns bigint
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
    select count(*)
    from enrolments
    where tenant_id = app.tenant() and revoked_at is null
$$;
revoke all on function app.live_enrolments() from public;
grant create on schema app to app_definer;
alter function app.live_enrolments owner to app_definer;
revoke create on schema app from app_definer;
grant execute on function app.live_enrolments() to app;
