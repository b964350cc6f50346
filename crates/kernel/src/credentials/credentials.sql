--: Credential(other_cell?, other_url?, owner_role?, owner_scopes?, owner_organization_ids?, owner_active?, secret_ends[?], organization_ids?, allowed_cidrs?, revoked_at?)

--! credential_by_prefix : Credential
-- With the hashes of all secrets that work: the present one, which has no end, and those in grace.
select
    api_keys.tenant_id,
    api_keys.id,
    api_keys.scopes,
    secrets.hashes as secret_hashes,
    secrets.ends as secret_ends,
    exists (
        select
        from api_key_secrets as ended
        where ended.tenant_id = api_keys.tenant_id and ended.key_id = api_keys.id and ended.valid_until <= :now
    ) as has_ended_secrets,
    api_keys.organization_ids,
    api_keys.allowed_cidrs,
    api_keys.expires_at,
    api_keys.revoked_at,
    api_keys.owner_kind,
    api_keys.owner_id,
    owner.role as owner_role,
    owner.scopes as owner_scopes,
    owner.organization_ids as owner_organization_ids,
    owner.active as owner_active,
    plans.key_quota,
    plans.key_window_seconds,
    plans.tenant_quota,
    plans.tenant_window_seconds,
    elsewhere.cell as other_cell,
    elsewhere.url as other_url
from api_keys
join tenants on tenants.id = api_keys.tenant_id
join plans on plans.name = tenants.plan
left join owner_rights as owner
    on owner.tenant_id = api_keys.tenant_id and owner.kind = api_keys.owner_kind and owner.id = api_keys.owner_id
left join served_elsewhere as elsewhere on elsewhere.tenant_id = api_keys.tenant_id
cross join lateral (
    select
        coalesce(array_agg(secret_hash), '{}') as hashes,
        coalesce(array_agg(valid_until), '{}') as ends
    from (
        select secret_hash, valid_until
        from api_key_secrets as present
        where present.tenant_id = api_keys.tenant_id and present.key_id = api_keys.id and present.valid_until is null
        union all
        select secret_hash, valid_until
        from api_key_secrets as in_grace
        where in_grace.tenant_id = api_keys.tenant_id and in_grace.key_id = api_keys.id and in_grace.valid_until > :now
    ) as working
) as secrets
where api_keys.key_prefix = :key_prefix;

--! end_of_secret
-- Whether a secret that does not work was one of the key's, and when it ended. The hash is of 256 random bits: how long
-- the index takes to find it tells nothing of use.
select valid_until
from api_key_secrets
where tenant_id = :tenant_id and key_id = :key_id and secret_hash = :secret_hash and valid_until is not null;

--: PresentOwner(role?, scopes?, organization_ids?, active?)

--! owner_now : PresentOwner
-- What an owner may do at the moment.
select
    owner.role,
    owner.scopes,
    owner.organization_ids,
    owner.active,
    plans.key_quota,
    plans.key_window_seconds,
    plans.tenant_quota,
    plans.tenant_window_seconds
from owner_rights as owner
join tenants on tenants.id = owner.tenant_id
join plans on plans.name = tenants.plan
where owner.tenant_id = :tenant_id and owner.kind = :kind and owner.id = :id;

--! record_last_uses
-- A row that another node or a change holds is passed over: its use is as fresh, or the next minute brings one.
with free as (
    select api_keys.tenant_id, api_keys.id, used.at, used.ip, used.route
    from unnest(:tenant_ids::uuid[], :ids::uuid[], :ats::timestamptz[], :ips::text[], :routes::text[])
        as used (tenant_id, id, at, ip, route)
    join api_keys on api_keys.tenant_id = used.tenant_id and api_keys.id = used.id
    where api_keys.last_used_at is null or api_keys.last_used_at < used.at
    for no key update of api_keys skip locked
)
update api_keys
set
    last_used_at = free.at,
    last_used_ip = free.ip,
    last_used_route = free.route
from free
where api_keys.tenant_id = free.tenant_id and api_keys.id = free.id
returning api_keys.id;

--! add_scope_uses
insert into api_key_scope_uses (tenant_id, key_id, scope, day, used, denied)
select tenant_id, key_id, scope, :day, used, denied
from unnest(:tenant_ids::uuid[], :key_ids::uuid[], :scopes::text[], :used::bigint[], :denied::bigint[])
    as counted (tenant_id, key_id, scope, used, denied)
order by tenant_id, key_id, scope
on conflict (tenant_id, key_id, scope, day) do update
set
    used = api_key_scope_uses.used + excluded.used,
    denied = api_key_scope_uses.denied + excluded.denied
returning key_id;

--! forget_scope_uses
delete from api_key_scope_uses
where day < :kept_since
returning key_id;

--: SessionCredential(revoked_at?, other_cell?, other_url?)

--! session_by_prefix : SessionCredential
select
    sessions.tenant_id,
    sessions.id,
    sessions.user_id,
    users.role,
    users.status,
    sessions.secret_hash,
    sessions.last_used_at,
    sessions.expires_at,
    sessions.revoked_at,
    plans.key_quota,
    plans.key_window_seconds,
    plans.tenant_quota,
    plans.tenant_window_seconds,
    elsewhere.cell as other_cell,
    elsewhere.url as other_url
from sessions
join users on users.tenant_id = sessions.tenant_id and users.id = sessions.user_id
join tenants on tenants.id = sessions.tenant_id
join plans on plans.name = tenants.plan
left join served_elsewhere as elsewhere on elsewhere.tenant_id = sessions.tenant_id
where sessions.token_prefix = :token_prefix;

--! touch_session
update sessions
set last_used_at = :now
where tenant_id = :tenant_id and id = :id and last_used_at < :now
returning id;

--! forget_sessions
delete from sessions
where (tenant_id, id) in (
    select tenant_id, id
    from sessions
    where expires_at < :ended_before
    order by expires_at
    limit 1000
)
returning id;

--! count_listeners
-- The nodes that hear of changed keys and sessions (`db/listen.rs` names their connections).
select count(*) as listeners
from pg_stat_activity
where datname = current_database() and application_name = 'listen api_keys';
