--: JobRow(device_id?, host?, ended_at?, bytes?, message?)

--! add_job (device_id?, host?, ended_at?, bytes?, message?) : JobRow
-- No row if there is one with this reference already.
insert into backup_jobs (
    id, organization_id, device_id, host, matched_by, product, external_ref, type, result, started_at, ended_at, bytes,
    message, reported_at, updated_at
)
values (
    :id, :organization_id, :device_id, :host, :matched_by, :product, :external_ref, :kind, :result, :started_at,
    :ended_at, :bytes, :message, :now, :now
)
on conflict on constraint backup_jobs_external_ref_is_unique do nothing
returning
    id, organization_id, device_id, host, matched_by, product, external_ref, type, result, started_at, ended_at, bytes,
    message, reported_at, updated_at, version;

--! lock_job : JobRow
select
    id, organization_id, device_id, host, matched_by, product, external_ref, type, result, started_at, ended_at, bytes,
    message, reported_at, updated_at, version
from backup_jobs
where organization_id = :organization_id and product = :product and external_ref = :external_ref
for update;

--! update_job (device_id?, host?, ended_at?, bytes?, message?) : JobRow
update backup_jobs
set
    device_id = :device_id,
    host = :host,
    matched_by = :matched_by,
    result = :result,
    started_at = :started_at,
    ended_at = :ended_at,
    bytes = :bytes,
    message = :message,
    updated_at = :now,
    version = version + 1
where id = :id
returning
    id, organization_id, device_id, host, matched_by, product, external_ref, type, result, started_at, ended_at, bytes,
    message, reported_at, updated_at, version;

--! get_job : JobRow
select
    id, organization_id, device_id, host, matched_by, product, external_ref, type, result, started_at, ended_at, bytes,
    message, reported_at, updated_at, version
from backup_jobs
where id = :id;

--! newest_jobs : JobRow
select
    id, organization_id, device_id, host, matched_by, product, external_ref, type, result, started_at, ended_at, bytes,
    message, reported_at, updated_at, version
from backup_jobs
where id < :before
order by id desc
limit :limit;

--! newest_jobs_of_organizations : JobRow
select
    found.id, found.organization_id, found.device_id, found.host, found.matched_by, found.product, found.external_ref,
    found.type, found.result, found.started_at, found.ended_at, found.bytes, found.message, found.reported_at,
    found.updated_at, found.version
from unnest(:organization_ids::uuid[]) as organization (id)
cross join lateral (
    select
        id, organization_id, device_id, host, matched_by, product, external_ref, type, result, started_at, ended_at,
        bytes, message, reported_at, updated_at, version
    from backup_jobs
    where backup_jobs.organization_id = organization.id and backup_jobs.id < :before
    order by backup_jobs.id desc
    limit :limit
) as found
order by found.id desc
limit :limit;

--! jobs_of_device (organization_id?) : JobRow
select
    id, organization_id, device_id, host, matched_by, product, external_ref, type, result, started_at, ended_at, bytes,
    message, reported_at, updated_at, version
from backup_jobs
where
    device_id = :device_id
    and id < :before
    and (:organization_id::uuid is null or organization_id = :organization_id)
order by id desc
limit :limit;

--! forget_jobs
-- A part at a time, so that no statement runs long.
delete from backup_jobs
where
    (tenant_id, id) in (
        select tenant_id, id from backup_jobs where reported_at < :before limit 5000
    )
returning id;
