-- The people of a tenant. Who they are, their identity provider says: `issuer` and `subject` name them there, and are
-- null until the first sign-in of somebody whom the operator has entered.
create table users (
    tenant_id uuid not null default app.tenant(),
    id uuid not null,
    email text not null,
    name text,
    role text not null,
    issuer text,
    subject text,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    last_sign_in_at timestamptz,
    version integer not null default 1,
    constraint users_pkey primary key (tenant_id, id),
    constraint users_tenant_exists foreign key (tenant_id) references tenants (id),
    constraint users_email_is_unique unique (tenant_id, email),
    constraint users_subject_is_unique unique (tenant_id, issuer, subject),
    constraint users_subject_is_whole check ((issuer is null) = (subject is null)),
    constraint users_email_is_one check (email ~ '^[^@\s]+@[^@\s]+$' and email = lower(email) and length(email) <= 320),
    constraint users_name_has_a_length check (length(name) between 1 and 200),
    constraint users_role_is_known check (role in ('owner', 'admin', 'technician', 'viewer'))
);

alter table users enable row level security;
alter table users force row level security;
-- Who is restricted to some customers does not see the tenant's own people.
create policy tenant on users to app using (tenant_id = (select app.tenant()) and (select app.sees_all()));
create policy system on users to app_system using (true);
create policy owner on users to current_user using (true);

grant select, insert, update on users to app;
grant select, insert on users to app_system;
