--: AccountRow(description?, organization_ids?, created_by_id?)

--! lock_account_quota
-- Two creations at once must not both see room for the last one.
select true as locked
from pg_advisory_xact_lock(hashtextextended('service_accounts' || app.tenant()::text, 0));

--! create_account (description?, organization_ids?, created_by_id?) : AccountRow
insert into service_accounts (
    id, name, description, scopes, organization_ids, created_by_kind, created_by_id, created_at, updated_at
)
select :id, :name, :description, :scopes, :organization_ids, :created_by_kind, :created_by_id, :now, :now
where app.live_service_accounts() < :quota
returning
    id, name, description, scopes, organization_ids, status, created_by_kind, created_by_id, created_at, updated_at,
    version;

--! list_accounts (statuses?) : AccountRow
select
    id, name, description, scopes, organization_ids, status, created_by_kind, created_by_id, created_at, updated_at,
    version
from service_accounts
where id < :before and deleted_at is null and (:statuses::text[] is null or status = any (:statuses))
order by id desc
limit :limit;

--! get_account : AccountRow
select
    id, name, description, scopes, organization_ids, status, created_by_kind, created_by_id, created_at, updated_at,
    version
from service_accounts
where id = :id and deleted_at is null;

--! account_named
-- The other object of a conflict.
select id
from service_accounts
where name = :name and deleted_at is null;

--! lock_account : AccountRow
select
    id, name, description, scopes, organization_ids, status, created_by_kind, created_by_id, created_at, updated_at,
    version
from service_accounts
where id = :id and deleted_at is null
for no key update;

--! update_account (description?, organization_ids?, deleted_at?) : AccountRow
update service_accounts
set
    name = :name,
    description = :description,
    scopes = :scopes,
    organization_ids = :organization_ids,
    status = :status,
    deleted_at = :deleted_at,
    updated_at = :now,
    version = version + 1
where id = :id
returning
    id, name, description, scopes, organization_ids, status, created_by_kind, created_by_id, created_at, updated_at,
    version;

--! known_organizations
-- Held until the account is stored, so that none is deleted meanwhile.
select id
from organizations
where id = any (:ids)
for key share;
