--: ContactRow(organization_id?, title?, external_system?, external_id?, erased_at?)

--! create_contact (organization_id?, title?, external_system?, external_id?) : ContactRow
insert into contacts (
    id, organization_id, name, emails, phones, title, external_system, external_id, custom_fields, vip, status,
    created_at, updated_at
)
values (
    :id, :organization_id, :name, :emails, :phones, :title, :external_system, :external_id, :custom_fields, :vip,
    :status, :now, :now
)
returning
    id, organization_id, name, emails, phones, title, external_system, external_id, custom_fields, vip, status,
    created_at, updated_at, erased_at, version;

--! get_contact : ContactRow
select
    id, organization_id, name, emails, phones, title, external_system, external_id, custom_fields, vip, status,
    created_at, updated_at, erased_at, version
from contacts
where id = :id;

--! newest_contacts : ContactRow
select
    id, organization_id, name, emails, phones, title, external_system, external_id, custom_fields, vip, status,
    created_at, updated_at, erased_at, version
from contacts
where id < :before
order by id desc
limit :limit;

--! newest_contacts_of_organizations : ContactRow
select
    found.id, found.organization_id, found.name, found.emails, found.phones, found.title, found.external_system,
    found.external_id, found.custom_fields, found.vip, found.status, found.created_at, found.updated_at, found.erased_at,
    found.version
from unnest(:organization_ids::uuid[]) as organization (id)
cross join lateral (
    select
        contacts.id, contacts.organization_id, contacts.name, contacts.emails, contacts.phones, contacts.title,
        contacts.external_system, contacts.external_id, contacts.custom_fields, contacts.vip, contacts.status,
        contacts.created_at, contacts.updated_at, contacts.erased_at, contacts.version
    from contacts
    where contacts.organization_id = organization.id and contacts.id < :before
    order by contacts.id desc
    limit :limit
) as found
order by found.id desc
limit :limit;

--! contacts_by_email (organization_id?) : ContactRow
select
    id, organization_id, name, emails, phones, title, external_system, external_id, custom_fields, vip, status,
    created_at, updated_at, erased_at, version
from contacts
where
    id in (select contact_id from contact_emails where address = lower(:email))
    and id < :before
    and (:organization_id::uuid is null or organization_id = :organization_id)
order by id desc
limit :limit;

--! contacts_by_external_ref (organization_id?) : ContactRow
select
    id, organization_id, name, emails, phones, title, external_system, external_id, custom_fields, vip, status,
    created_at, updated_at, erased_at, version
from contacts
where
    external_system = :external_system
    and external_id = :external_id
    and id < :before
    and (:organization_id::uuid is null or organization_id = :organization_id)
order by id desc
limit :limit;

--! contact_with_external_ref (organization_id?)
-- The other object of a conflict.
select id
from contacts
where
    external_system = :external_system
    and external_id = :external_id
    and organization_id is not distinct from :organization_id::uuid;

--! other_contact_with_email (organization_id?)
-- The other object of a conflict.
select contact_id
from contact_emails
where
    address in (select lower(email) from unnest(:emails::text[]) as sent (email))
    and organization_id is not distinct from :organization_id::uuid
    and contact_id <> :id
limit 1;

--! lock_contacts : ContactRow
-- In the order of their ids, so that two merges of the same contacts wait for each other.
select
    id, organization_id, name, emails, phones, title, external_system, external_id, custom_fields, vip, status,
    created_at, updated_at, erased_at, version
from contacts
where id = any (:ids)
order by id
for update;

--! update_contact (title?, external_system?, external_id?) : ContactRow
update contacts
set
    name = :name,
    emails = :emails,
    phones = :phones,
    title = :title,
    external_system = :external_system,
    external_id = :external_id,
    custom_fields = :custom_fields,
    vip = :vip,
    status = :status,
    updated_at = :now,
    version = version + 1
where id = :id
returning
    id, organization_id, name, emails, phones, title, external_system, external_id, custom_fields, vip, status,
    created_at, updated_at, erased_at, version;

--! delete_contact
delete from contacts
where id = :id
returning id;

--! contact_with_email (organization_id?)
-- The lock orders it before or after an erasure of the contact.
select contacts.id
from contact_emails
join contacts on contacts.id = contact_emails.contact_id
where
    contact_emails.address = lower(:email)
    and contact_emails.organization_id is not distinct from :organization_id::uuid
    and contacts.erased_at is null
for key share of contacts;

--! contact_with_name (organization_id?)
select id
from contacts
where
    name_key = lower(:name)
    and organization_id is not distinct from :organization_id::uuid
    and erased_at is null
order by id
limit 1
for key share;

--! named_contact : (organization_id?)
-- The lock orders it before or after an erasure of the contact.
select id, organization_id, erased_at is not null as is_erased
from contacts
where id = :id
for key share;

--! lock_new_contact
-- Of several requests that would create the same contact one continues; the others wait, and then find it.
select true as locked
from pg_advisory_xact_lock(hashtextextended(app.tenant()::text || lower(:key::text), 3));

--! move_requested_tickets
-- Nobody has changed the tickets: `version` and `updated_at` stay.
with moved as (
    update tickets
    set requester_id = :kept
    where requester_id = :duplicate
    returning id
)
select count(*) as tickets
from moved;

--! move_written_comments
with moved as (
    update ticket_comments
    set author_contact_id = :kept
    where author_contact_id = :duplicate
    returning id
)
select count(*) as comments
from moved;

--! remember_merged
-- The logs name the person by the ids of duplicates as well.
update contacts
set merged_ids = contacts.merged_ids || duplicate.id || duplicate.merged_ids
from contacts as duplicate
where contacts.id = :kept and duplicate.id = :duplicate
returning contacts.id;

--! erase_contact : ContactRow
update contacts
set
    name = :name,
    emails = '{}',
    phones = '{}',
    title = null,
    external_system = null,
    external_id = null,
    custom_fields = '{}',
    vip = false,
    status = 'inactive',
    erased_at = coalesce(erased_at, :now),
    updated_at = :now,
    version = version + 1
where id = :id
returning
    id, organization_id, name, emails, phones, title, external_system, external_id, custom_fields, vip, status,
    created_at, updated_at, erased_at, version;

--! contact_is_recorded
-- A deleted contact is still in the audit log, which callers that are restricted to organizations cannot read.
select exists (
    select
    from audit_log
    where resource_type = 'contact' and resource_id = :id
) as recorded;
