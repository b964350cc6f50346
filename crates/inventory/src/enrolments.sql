--: Enrolment(expires_at?, revoked_at?, created_by_id?)
--: PresentedEnrolment(expires_at?, revoked_at?)

--! lock_enrolment_quota
-- Two creations at once must not both see room for the last enrolment.
select routing, pg_advisory_xact_lock(hashtextextended('enrolments' || id::text, 0))::text as locked
from tenants;

--! create_enrolment (expires_at?, created_by_id?) : Enrolment
insert into enrolments (
    id, organization_id, name, token_prefix, token_last4, token_hash, max_devices, expires_at, created_by_kind,
    created_by_id, created_at, updated_at
)
select
    :id, :organization_id, :name, :token_prefix, :token_last4, :token_hash, :max_devices, :expires_at, :created_by_kind,
    :created_by_id, :now, :now
where app.live_enrolments() < :quota
returning
    id, organization_id, name, token_prefix, token_last4, max_devices, devices, expires_at, revoked_at, created_by_kind,
    created_by_id, created_at, updated_at, version;

--! list_enrolments (organization_id?) : Enrolment
select
    id, organization_id, name, token_prefix, token_last4, max_devices, devices, expires_at, revoked_at, created_by_kind,
    created_by_id, created_at, updated_at, version
from enrolments
where id < :before and (:organization_id::uuid is null or organization_id = :organization_id)
order by id desc
limit :limit;

--! get_enrolment : Enrolment
select
    id, organization_id, name, token_prefix, token_last4, max_devices, devices, expires_at, revoked_at, created_by_kind,
    created_by_id, created_at, updated_at, version
from enrolments
where id = :id;

--! lock_enrolment : Enrolment
select
    id, organization_id, name, token_prefix, token_last4, max_devices, devices, expires_at, revoked_at, created_by_kind,
    created_by_id, created_at, updated_at, version
from enrolments
where id = :id
for update;

--! revoke_enrolment : Enrolment
update enrolments
set revoked_at = :now, updated_at = :now, version = version + 1
where id = :id
returning
    id, organization_id, name, token_prefix, token_last4, max_devices, devices, expires_at, revoked_at, created_by_kind,
    created_by_id, created_at, updated_at, version;

--! enrolment_by_prefix : PresentedEnrolment
-- Not those of a tenant that another cell serves.
select tenant_id, id, organization_id, token_hash, expires_at, revoked_at
from enrolments
where
    token_prefix = :token_prefix
    and not exists (select from served_elsewhere where served_elsewhere.tenant_id = enrolments.tenant_id);

--! count_discovered_device
-- No row: the enrolment was revoked meanwhile, or has discovered all the devices that it may.
update enrolments
set devices = devices + 1
where id = :id and revoked_at is null and devices < max_devices
returning devices;
