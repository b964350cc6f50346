-- A service account owns keys, webhook endpoints and workflows in the place of a person. It has scopes and, if it is
-- restricted, organizations; it has no secret of its own and does not expire.
create table service_accounts (
    tenant_id uuid not null default app.tenant(),
    id uuid not null,
    name text not null,
    description text,
    scopes text[] not null,
    organization_ids uuid[],
    status text not null default 'active',
    -- The one that owns the keys of the operator's command line.
    administrator boolean not null default false,
    created_by_kind text not null,
    created_by_id uuid,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    deleted_at timestamptz,
    version integer not null default 1,
    constraint service_accounts_pkey primary key (tenant_id, id),
    constraint service_accounts_tenant_exists foreign key (tenant_id) references tenants (id),
    constraint service_accounts_name_has_a_length check (length(name) between 1 and 100),
    constraint service_accounts_description_has_a_length check (length(description) between 1 and 1000),
    constraint service_accounts_scopes_are_some check (cardinality(scopes) between 1 and 50),
    constraint service_accounts_organizations_are_some check (cardinality(organization_ids) > 0),
    constraint service_accounts_status_is_known check (status in ('active', 'disabled')),
    constraint service_accounts_deleted_are_disabled check (deleted_at is null or status = 'disabled'),
    constraint service_accounts_creator_is_known check (created_by_kind in ('api_key', 'user', 'operator'))
);

create unique index service_accounts_name_is_unique on service_accounts (tenant_id, name) where deleted_at is null;
create unique index service_accounts_administrator_is_one on service_accounts (tenant_id) where administrator;

alter table service_accounts enable row level security;
alter table service_accounts force row level security;
-- A restricted caller sees the accounts that are restricted to some of its own organizations, and no others.
create policy tenant on service_accounts to app using (
    tenant_id = (select app.tenant())
    and ((select app.sees_all()) or organization_ids <@ (select app.organizations()))
);
create policy system on service_accounts to app_system using (true);
create policy owner on service_accounts to current_user using (true);

grant select, insert, update on service_accounts to app;
grant select, insert, update on service_accounts to app_system;

-- The tenant's service accounts, also those that the caller may not see: the quota is the tenant's.
create function app.live_service_accounts() returns bigint
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
    select count(*)
    from service_accounts
    where tenant_id = app.tenant() and deleted_at is null
$$;
revoke all on function app.live_service_accounts() from public;
grant execute on function app.live_service_accounts() to app;

grant create on schema app to app_system;
alter function app.live_service_accounts owner to app_system;
revoke create on schema app from app_system;

-- Every tenant has one from its creation on; those of before get theirs here. The id is a UUID of version 7, as all are.
insert into service_accounts (
    tenant_id, id, name, description, scopes, administrator, created_by_kind, created_at, updated_at
)
select
    id,
    encode(
        set_bit(
            set_bit(
                overlay(
                    uuid_send(gen_random_uuid())
                    placing substring(int8send(floor(extract(epoch from created_at) * 1000)::bigint) from 3)
                    from 1 for 6
                ),
                52, 1
            ),
            53, 1
        ),
        'hex'
    )::uuid,
    'Administrator',
    'Owns the keys that the operator of the service has made for this tenant.',
    array['*'],
    true,
    'operator',
    now(),
    now()
from tenants;
