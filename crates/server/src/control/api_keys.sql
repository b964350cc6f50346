--: ApiKey(grace_until?, organization_ids?, allowed_cidrs?, revoked_at?, last_used_at?, last_used_ip?, last_used_route?, created_by_id?)

--! lock_quota
-- Two creations at once must not both see room for the last key.
select routing, environment, pg_advisory_xact_lock(hashtextextended('api_keys' || id::text, 0))::text as locked
from tenants;

--! create_api_key (organization_ids?, allowed_cidrs?, created_by_id?) : ApiKey
insert into api_keys (
    id, name, scopes, key_prefix, key_last4, organization_ids, allowed_cidrs,
    expires_days, expires_at, owner_kind, owner_id, created_by_kind, created_by_id, created_at, updated_at
)
select
    :id, :name, :scopes, :key_prefix, :key_last4, :organization_ids, :allowed_cidrs,
    :expires_days, :expires_at, :owner_kind, :owner_id, :created_by_kind, :created_by_id, :now, :now
where app.live_api_keys(:now) < :quota
returning
    id, name, scopes, key_prefix, key_last4, app.key_grace_until(id) as grace_until, organization_ids, allowed_cidrs,
    expires_days, expires_at,
    owner_kind, owner_id, created_by_kind, created_by_id, created_at, updated_at, revoked_at, version,
    last_used_at, last_used_ip, last_used_route;

--! list_api_keys (owner_id?, statuses?, scopes?, expires_before?, unused_since?) : ApiKey
select
    id, name, scopes, key_prefix, key_last4, app.key_grace_until(id) as grace_until, organization_ids, allowed_cidrs,
    expires_days, expires_at,
    owner_kind, owner_id, created_by_kind, created_by_id, created_at, updated_at, revoked_at, version,
    last_used_at, last_used_ip, last_used_route
from api_keys
where
    id < :before
    and (:owner_id::uuid is null or owner_id = :owner_id)
    and (
        :statuses::text[] is null
        or case
            when revoked_at is not null then 'revoked'
            when expires_at <= :now then 'expired'
            when app.key_grace_until(id) > :now then 'rotating'
            else 'active'
        end = any (:statuses)
    )
    and (:scopes::text[] is null or scopes && :scopes)
    and (
        :expires_before::timestamptz is null
        or (expires_at <= :expires_before and expires_at > :now and revoked_at is null)
    )
    and (
        :unused_since::timestamptz is null
        or (coalesce(last_used_at, created_at) < :unused_since and expires_at > :now and revoked_at is null)
    )
order by id desc
limit :limit;

--! get_api_key : ApiKey
select
    id, name, scopes, key_prefix, key_last4, app.key_grace_until(id) as grace_until, organization_ids, allowed_cidrs,
    expires_days, expires_at,
    owner_kind, owner_id, created_by_kind, created_by_id, created_at, updated_at, revoked_at, version,
    last_used_at, last_used_ip, last_used_route
from api_keys
where id = :id;

--! lock_api_key : ApiKey
select
    id, name, scopes, key_prefix, key_last4, app.key_grace_until(id) as grace_until, organization_ids, allowed_cidrs,
    expires_days, expires_at,
    owner_kind, owner_id, created_by_kind, created_by_id, created_at, updated_at, revoked_at, version,
    last_used_at, last_used_ip, last_used_route
from api_keys
where id = :id
for no key update;

--! update_api_key (organization_ids?, allowed_cidrs?, key_last4?) : ApiKey
update api_keys
set
    name = :name,
    scopes = :scopes,
    organization_ids = :organization_ids,
    allowed_cidrs = :allowed_cidrs,
    expires_days = :expires_days,
    expires_at = :expires_at,
    owner_kind = :owner_kind,
    owner_id = :owner_id,
    key_last4 = coalesce(:key_last4, key_last4),
    updated_at = :now,
    version = version + 1
where id = :id
returning
    id, name, scopes, key_prefix, key_last4, app.key_grace_until(id) as grace_until, organization_ids, allowed_cidrs,
    expires_days, expires_at,
    owner_kind, owner_id, created_by_kind, created_by_id, created_at, updated_at, revoked_at, version,
    last_used_at, last_used_ip, last_used_route;

--! revoke_api_key : ApiKey
update api_keys
set
    revoked_at = :now,
    updated_at = :now,
    version = version + 1
where id = :id
returning
    id, name, scopes, key_prefix, key_last4, app.key_grace_until(id) as grace_until, organization_ids, allowed_cidrs,
    expires_days, expires_at,
    owner_kind, owner_id, created_by_kind, created_by_id, created_at, updated_at, revoked_at, version,
    last_used_at, last_used_ip, last_used_route;

--! expiring_api_keys
-- Of all tenants, those of which theirs was not told.
select tenant_id, id
from api_keys
where
    revoked_at is null
    and expires_at > :now
    and expires_at <= :soon
    and not exists (
        select
        from api_key_expiry_notices
        where
            api_key_expiry_notices.tenant_id = api_keys.tenant_id
            and api_key_expiry_notices.key_id = api_keys.id
            and api_key_expiry_notices.expires_at = api_keys.expires_at
    )
order by expires_at
limit 1000;

--! lock_expiring_api_key : ApiKey
select
    id, name, scopes, key_prefix, key_last4, app.key_grace_until(id) as grace_until, organization_ids, allowed_cidrs,
    expires_days, expires_at,
    owner_kind, owner_id, created_by_kind, created_by_id, created_at, updated_at, revoked_at, version,
    last_used_at, last_used_ip, last_used_route
from api_keys
where id = :id and revoked_at is null and expires_at > :now and expires_at <= :soon
for no key update;

--! notice_expiry
insert into api_key_expiry_notices (key_id, expires_at, noticed_at)
values (:key_id, :expires_at, :now)
on conflict (tenant_id, key_id, expires_at) do nothing
returning key_id;

--! known_organizations
-- Held until the key is stored, so that none is deleted meanwhile.
select id
from organizations
where id = any (:ids)
for key share;

--! scope_uses
select key_id, scope, sum(used)::bigint as used, sum(denied)::bigint as denied
from api_key_scope_uses
where key_id = any (:key_ids) and day >= :since
group by key_id, scope
order by scope;

--! keys_of_owner : ApiKey
-- Those that work. Locked, in the order in which everybody locks them.
select
    id, name, scopes, key_prefix, key_last4, app.key_grace_until(id) as grace_until, organization_ids, allowed_cidrs,
    expires_days, expires_at,
    owner_kind, owner_id, created_by_kind, created_by_id, created_at, updated_at, revoked_at, version,
    last_used_at, last_used_ip, last_used_route
from api_keys
where owner_kind = :owner_kind and owner_id = :owner_id and revoked_at is null and expires_at > :now
order by id
for no key update;

--! give_api_key : ApiKey
update api_keys
set
    owner_kind = :owner_kind,
    owner_id = :owner_id,
    updated_at = :now,
    version = version + 1
where id = :id
returning
    id, name, scopes, key_prefix, key_last4, app.key_grace_until(id) as grace_until, organization_ids, allowed_cidrs,
    expires_days, expires_at,
    owner_kind, owner_id, created_by_kind, created_by_id, created_at, updated_at, revoked_at, version,
    last_used_at, last_used_ip, last_used_route;

--! keys_made_by
-- The keys that a key made, those that they made, and so on; also by way of keys that do not work any more.
with recursive made (id) as (
    select id
    from api_keys
    where created_by_kind = 'api_key' and created_by_id = :id
    union
    select api_keys.id
    from api_keys
    join made on api_keys.created_by_kind = 'api_key' and api_keys.created_by_id = made.id
)
select id
from made
order by id;

--! earlier_secrets
-- How many secrets before the present one still work.
select count(*) as count
from api_key_secrets
where key_id = :key_id and valid_until > :now;

--! end_present_secret
update api_key_secrets
set valid_until = :valid_until
where key_id = :key_id and valid_until is null
returning id;

--! end_all_secrets
update api_key_secrets
set valid_until = :now
where key_id = :key_id and (valid_until is null or valid_until > :now)
returning id;

--! issue_secret (issued_by_id?)
insert into api_key_secrets (key_id, id, secret_hash, issued_by_kind, issued_by_id, issued_at)
values (:key_id, :id, :secret_hash, :issued_by_kind, :issued_by_id, :now)
returning id;
