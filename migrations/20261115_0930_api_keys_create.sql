create table api_keys (
    tenant_id uuid not null default app.tenant(),
    id uuid not null,
    name text not null,
    scopes text[] not null,
    key_prefix text not null,
    key_last4 text not null,
    secret_hash bytea not null,
    organization_ids uuid[],
    allowed_cidrs text[],
    expires_days integer not null,
    expires_at timestamptz not null,
    created_by_kind text not null,
    created_by_id uuid,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    revoked_at timestamptz,
    version integer not null default 1,
    last_used_at timestamptz,
    last_used_ip text,
    last_used_route text,
    constraint api_keys_pkey primary key (tenant_id, id),
    constraint api_keys_tenant_exists foreign key (tenant_id) references tenants (id),
    constraint api_keys_prefix_is_unique unique (key_prefix),
    constraint api_keys_name_has_a_length check (length(name) between 1 and 100),
    constraint api_keys_scopes_are_some check (cardinality(scopes) between 1 and 50),
    constraint api_keys_organizations_are_some check (cardinality(organization_ids) > 0),
    constraint api_keys_cidrs_are_some check (cardinality(allowed_cidrs) > 0),
    constraint api_keys_creator_is_known check (created_by_kind in ('api_key', 'user', 'operator'))
);

alter table api_keys enable row level security;
alter table api_keys force row level security;
-- A restricted caller sees the keys that are restricted to some of its own organizations, and no others.
create policy tenant on api_keys to app using (
    tenant_id = (select app.tenant())
    and ((select app.sees_all()) or organization_ids <@ (select app.organizations()))
);
create policy system on api_keys to app_system using (true);
create policy owner on api_keys to current_user using (true);

grant select, insert, update on api_keys to app;
grant select, insert, update (last_used_at, last_used_ip, last_used_route) on api_keys to app_system;

-- The tenant's live keys, also those that the caller may not see: the quota is the tenant's. It runs as app_system,
-- takes the tenant from the transaction and nothing else, and answers a number.
create function app.live_api_keys(now timestamptz) returns bigint
language sql stable security definer set search_path = public, pg_temp
as $$
    select count(*)
    from api_keys
    where tenant_id = app.tenant() and revoked_at is null and expires_at > now
$$;

grant app_system to current_user;
grant create on schema app to app_system;
alter function app.live_api_keys owner to app_system;
revoke create on schema app from app_system;

-- Every node holds keys in memory: a change tells them all to forget it, whoever makes it.
create function app.announce_api_key() returns trigger
language plpgsql
as $$
begin
    perform pg_notify('api_keys', old.key_prefix);
    return null;
end
$$;

create trigger api_keys_announce after update on api_keys
for each row when (old.version is distinct from new.version)
execute function app.announce_api_key();

create trigger api_keys_announce_removal after delete on api_keys
for each row execute function app.announce_api_key();
