-- The people of the tenant's customers. Their names and addresses are stored here and nowhere else: tickets and comments
-- refer to a contact.
create table contacts (
    tenant_id uuid not null default app.tenant(),
    id uuid not null,
    -- It never changes, so that a ticket and its requester belong to the same customer.
    organization_id uuid,
    name text not null,
    emails text[] not null,
    phones text[] not null,
    title text,
    external_system text,
    external_id text,
    custom_fields jsonb not null,
    vip boolean not null,
    status text not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version integer not null default 1,
    -- A function in a condition could not use an index behind a policy.
    name_key text collate "C" generated always as (lower(name)) stored,
    constraint contacts_pkey primary key (tenant_id, id),
    constraint contacts_tenant_exists foreign key (tenant_id) references tenants (id),
    constraint contacts_organization_exists foreign key (tenant_id, organization_id)
        references organizations (tenant_id, id),
    constraint contacts_external_ref_is_whole check ((external_system is null) = (external_id is null)),
    constraint contacts_status_is_known check (status in ('active', 'inactive')),
    constraint contacts_name_has_a_length check (length(name) between 1 and 200)
);

create index contacts_of_organization on contacts (tenant_id, organization_id, id);
-- Within a customer, as addresses are: nobody who is restricted to one customer learns by a refusal which people of
-- another one were imported, and a person who changes to another customer keeps the reference.
create unique index contacts_external_ref_is_unique
on contacts (tenant_id, external_system, external_id, organization_id) nulls not distinct
where external_system is not null;
-- What the policy reads is included where it does not lead: otherwise PostgreSQL prefers another index that has it.
create index contacts_by_name on contacts (tenant_id, name_key, id) include (organization_id);

alter table contacts enable row level security;
alter table contacts force row level security;
create policy tenant on contacts to app using (
    tenant_id = (select app.tenant())
    and ((select app.sees_all()) or organization_id = any ((select app.organizations())::uuid[]))
);
create policy owner on contacts to current_user using (true);
grant select, insert, update, delete on contacts to app;

-- The addresses of contacts, without regard to case: what they are found by. An address belongs to one contact of a
-- customer. It may belong to contacts of several customers, so that nobody who is restricted to one customer learns by a
-- refusal which addresses another one has.
create table contact_emails (
    tenant_id uuid not null default app.tenant(),
    contact_id uuid not null,
    organization_id uuid,
    address text collate "C" not null,
    constraint contact_emails_pkey primary key (tenant_id, contact_id, address),
    constraint contact_emails_contact_exists foreign key (tenant_id, contact_id) references contacts (tenant_id, id)
        on delete cascade,
    constraint contact_emails_address_is_unique unique nulls not distinct (tenant_id, address, organization_id)
);

alter table contact_emails enable row level security;
alter table contact_emails force row level security;
create policy tenant on contact_emails to app using (
    tenant_id = (select app.tenant())
    and ((select app.sees_all()) or organization_id = any ((select app.organizations())::uuid[]))
);
create policy owner on contact_emails to current_user using (true);
grant select, insert, update, delete on contact_emails to app;

create function app.list_contact_emails() returns trigger
language plpgsql
as $$
begin
    if tg_op = 'UPDATE' then
        if new.emails = old.emails then
            return null;
        end if;
        delete from contact_emails where tenant_id = new.tenant_id and contact_id = new.id;
    end if;
    insert into contact_emails (tenant_id, contact_id, organization_id, address)
    select distinct new.tenant_id, new.id, new.organization_id, lower(email)
    from unnest(new.emails) as email;
    return null;
end
$$;

create trigger contacts_emails_are_listed
after insert or update on contacts
for each row execute function app.list_contact_emails();
