--: Organization(notes?, contact_name?, contact_email?, contact_phone?, external_system?, external_id?)

--! create_organization (notes?, contact_name?, contact_email?, contact_phone?, external_system?, external_id?)
insert into organizations (
    id, name, notes, domains, tags, contact_name, contact_email, contact_phone,
    external_system, external_id, custom_fields, created_at, updated_at
)
values (
    :id, :name, :notes, :domains, :tags, :contact_name, :contact_email, :contact_phone,
    :external_system, :external_id, :custom_fields, :now, :now
)
returning id;

--! list_organizations : Organization
-- Without the filters below, so that PostgreSQL keeps one plan for it: the key's index, backwards.
select
    id, name, notes, domains, tags, contact_name, contact_email, contact_phone,
    external_system, external_id, custom_fields, created_at, updated_at, version
from organizations
where id < :before
order by id desc
limit :limit;

--! find_organizations (name_prefix?, tag?, external_system?, external_id?) : Organization
select
    id, name, notes, domains, tags, contact_name, contact_email, contact_phone,
    external_system, external_id, custom_fields, created_at, updated_at, version
from organizations
where
    id < :before
    and (:name_prefix::text is null or name ^@ :name_prefix)
    and (:tag::text is null or :tag = any (tags))
    and (:external_system::text is null or external_system = :external_system)
    and (:external_id::text is null or external_id = :external_id)
order by id desc
limit :limit;

--! get_organization : Organization
select
    id, name, notes, domains, tags, contact_name, contact_email, contact_phone,
    external_system, external_id, custom_fields, created_at, updated_at, version
from organizations
where id = :id;

--! organization_named
-- The other object of a conflict.
select id
from organizations
where name = :name;

--! organization_with_external_ref
-- The other object of a conflict.
select id
from organizations
where
    external_system = :external_system
    and external_id = :external_id;

--! lock_organization : Organization
select
    id, name, notes, domains, tags, contact_name, contact_email, contact_phone,
    external_system, external_id, custom_fields, created_at, updated_at, version
from organizations
where id = :id
for update;

--! update_organization (notes?, contact_name?, contact_email?, contact_phone?, external_system?, external_id?) : Organization
update organizations
set
    name = :name,
    notes = :notes,
    domains = :domains,
    tags = :tags,
    contact_name = :contact_name,
    contact_email = :contact_email,
    contact_phone = :contact_phone,
    external_system = :external_system,
    external_id = :external_id,
    custom_fields = :custom_fields,
    updated_at = :now,
    version = version + 1
where id = :id
returning
    id, name, notes, domains, tags, contact_name, contact_email, contact_phone,
    external_system, external_id, custom_fields, created_at, updated_at, version;

--! delete_organization
-- A key that is restricted to the organization would be left restricted to nothing.
delete from organizations
where
    id = :id
    and not exists (
        select
        from api_keys
        where organization_ids @> array[organizations.id] and revoked_at is null and expires_at > :now
    )
returning id;

--! count_devices
select organization_id, count(*) as devices
from devices
where organization_id = any (:organization_ids)
group by organization_id;
