--: ApiKey(organization_ids?, allowed_cidrs?, revoked_at?, last_used_at?, last_used_ip?, last_used_route?, created_by_id?)

--! lock_quota
-- Two creations at once must not both see room for the last key.
select routing, environment, pg_advisory_xact_lock(hashtextextended('api_keys' || id::text, 0))::text as locked
from tenants;

--! create_api_key (organization_ids?, allowed_cidrs?, created_by_id?) : ApiKey
insert into api_keys (
    id, name, scopes, key_prefix, key_last4, secret_hash, organization_ids, allowed_cidrs,
    expires_days, expires_at, created_by_kind, created_by_id, created_at, updated_at
)
select
    :id, :name, :scopes, :key_prefix, :key_last4, :secret_hash, :organization_ids, :allowed_cidrs,
    :expires_days, :expires_at, :created_by_kind, :created_by_id, :now, :now
where app.live_api_keys(:now) < :quota
returning
    id, name, scopes, key_prefix, key_last4, organization_ids, allowed_cidrs, expires_days, expires_at,
    created_by_kind, created_by_id, created_at, updated_at, revoked_at, version,
    last_used_at, last_used_ip, last_used_route;

--! list_api_keys (status?, scopes?, expires_before?, unused_since?) : ApiKey
select
    id, name, scopes, key_prefix, key_last4, organization_ids, allowed_cidrs, expires_days, expires_at,
    created_by_kind, created_by_id, created_at, updated_at, revoked_at, version,
    last_used_at, last_used_ip, last_used_route
from api_keys
where
    id < :before
    and (
        :status::text is null
        or :status = case
            when revoked_at is not null then 'revoked'
            when expires_at <= :now then 'expired'
            else 'active'
        end
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
    id, name, scopes, key_prefix, key_last4, organization_ids, allowed_cidrs, expires_days, expires_at,
    created_by_kind, created_by_id, created_at, updated_at, revoked_at, version,
    last_used_at, last_used_ip, last_used_route
from api_keys
where id = :id;

--! lock_api_key : ApiKey
select
    id, name, scopes, key_prefix, key_last4, organization_ids, allowed_cidrs, expires_days, expires_at,
    created_by_kind, created_by_id, created_at, updated_at, revoked_at, version,
    last_used_at, last_used_ip, last_used_route
from api_keys
where id = :id
for no key update;

--! update_api_key (organization_ids?, allowed_cidrs?) : ApiKey
update api_keys
set
    name = :name,
    scopes = :scopes,
    organization_ids = :organization_ids,
    allowed_cidrs = :allowed_cidrs,
    expires_days = :expires_days,
    expires_at = :expires_at,
    updated_at = :now,
    version = version + 1
where id = :id
returning
    id, name, scopes, key_prefix, key_last4, organization_ids, allowed_cidrs, expires_days, expires_at,
    created_by_kind, created_by_id, created_at, updated_at, revoked_at, version,
    last_used_at, last_used_ip, last_used_route;

--! revoke_api_key
update api_keys
set
    revoked_at = :now,
    updated_at = :now,
    version = version + 1
where id = :id
returning id;

--! known_organizations
-- Held until the key is stored, so that none is deleted meanwhile.
select id
from organizations
where id = any (:ids)
for key share;
