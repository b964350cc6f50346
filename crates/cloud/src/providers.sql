--: CloudProvider(organization_id?, credentials_fingerprint?, credentials_hint?, credentials_set_at?, external_id?, verification?, created_by_id?)

--! lock_provider_quota
-- Two creations at once must not both see room for the last one.
select true as locked
from pg_advisory_xact_lock(hashtextextended('cloud_providers' || app.tenant()::text, 0));

--! create_provider (organization_id?, credentials_sealed?, credentials_fingerprint?, credentials_hint?, credentials_set_at?, external_id?, verification?, created_by_id?) : CloudProvider
insert into cloud_providers (
    id, name, kind, organization_id, config, auth_method, credentials_sealed, credentials_fingerprint, credentials_hint,
    credentials_set_at, external_id, status, verification, verify_at, guard, created_by_kind, created_by_id, created_at,
    updated_at
)
select
    :id, :name, :kind, :organization_id, :config, :auth_method, :credentials_sealed, :credentials_fingerprint,
    :credentials_hint, :credentials_set_at, :external_id, :status, :verification, :verify_at, :guard, :created_by_kind,
    :created_by_id, :now, :now
where app.count_cloud_providers() < :quota
returning
    id, name, kind, organization_id, config, auth_method, credentials_fingerprint, credentials_hint, credentials_set_at,
    external_id, status, verification, guard, created_by_kind, created_by_id, created_at, updated_at, version;

--! list_providers (kind?, statuses?, organization_id?) : CloudProvider
select
    id, name, kind, organization_id, config, auth_method, credentials_fingerprint, credentials_hint, credentials_set_at,
    external_id, status, verification, guard, created_by_kind, created_by_id, created_at, updated_at, version
from cloud_providers
where
    id < :before
    and (kind = :kind or :kind::text is null)
    and (status = any (:statuses) or :statuses::text[] is null)
    and (organization_id = :organization_id or :organization_id::uuid is null)
order by id desc
limit :limit;

--! get_provider : CloudProvider
select
    id, name, kind, organization_id, config, auth_method, credentials_fingerprint, credentials_hint, credentials_set_at,
    external_id, status, verification, guard, created_by_kind, created_by_id, created_at, updated_at, version
from cloud_providers
where id = :id;

--! provider_named
-- The other object of a conflict.
select id
from cloud_providers
where name = :name;

--! lock_provider : CloudProvider
select
    id, name, kind, organization_id, config, auth_method, credentials_fingerprint, credentials_hint, credentials_set_at,
    external_id, status, verification, guard, created_by_kind, created_by_id, created_at, updated_at, version
from cloud_providers
where id = :id
for update;

--! sealed_credentials : (credentials_sealed?)
select version, credentials_sealed
from cloud_providers
where id = :id;

--! update_provider (organization_id?, credentials_sealed?, credentials_fingerprint?, credentials_hint?, credentials_set_at?, verification?, verify_at?) : CloudProvider
update cloud_providers
set
    name = :name,
    organization_id = :organization_id,
    config = :config,
    credentials_sealed = coalesce(:credentials_sealed, credentials_sealed),
    credentials_fingerprint = :credentials_fingerprint,
    credentials_hint = :credentials_hint,
    credentials_set_at = :credentials_set_at,
    status = :status,
    verification = :verification,
    verify_at = coalesce(:verify_at, verify_at),
    guard = :guard,
    updated_at = :now,
    version = version + 1
where id = :id
returning
    id, name, kind, organization_id, config, auth_method, credentials_fingerprint, credentials_hint, credentials_set_at,
    external_id, status, verification, guard, created_by_kind, created_by_id, created_at, updated_at, version;

--! set_verification : CloudProvider
update cloud_providers
set
    status = :status,
    verification = :verification,
    verify_at = :verify_at,
    updated_at = :now,
    version = version + 1
where id = :id
returning
    id, name, kind, organization_id, config, auth_method, credentials_fingerprint, credentials_hint, credentials_set_at,
    external_id, status, verification, guard, created_by_kind, created_by_id, created_at, updated_at, version;

--! confirm_verification
-- The same result as before: only its time is new, which is not a change of the provider.
update cloud_providers
set verification = :verification, verify_at = :verify_at
where id = :id
returning id;

--! delete_provider
delete from cloud_providers
where id = :id
returning id;

--! move_vms (organization_id?)
update cloud_vms
set organization_id = :organization_id, updated_at = :now, version = version + 1
where provider_id = :provider_id
returning id;

--! move_regions (organization_id?)
update cloud_regions
set organization_id = :organization_id
where provider_id = :provider_id
returning name;
