-- How many requests the tenants of a plan may make: each of their keys, and all of them together.
create table plans (
    name text not null,
    key_quota integer not null,
    key_window_seconds integer not null,
    tenant_quota integer not null,
    tenant_window_seconds integer not null,
    constraint plans_pkey primary key (name),
    constraint plans_name_is_plain check (name ~ '^[a-z0-9][a-z0-9_-]{0,62}$'),
    constraint plans_windows_fit check (
        key_window_seconds between 1 and 86400 and tenant_window_seconds between 1 and 86400
    ),
    constraint plans_quotas_fit check (
        key_quota >= 1 and key_quota / key_window_seconds <= 100000
        and tenant_quota >= 1 and tenant_quota / tenant_window_seconds <= 100000
    )
);

alter table plans enable row level security;
alter table plans force row level security;
create policy system on plans to app_system using (true);
create policy owner on plans to current_user using (true);

grant select, insert, update on plans to app_system;

insert into plans (name, key_quota, key_window_seconds, tenant_quota, tenant_window_seconds)
values ('standard', 6000, 60, 30000, 60);

alter table tenants add column plan text not null default 'standard';
alter table tenants add constraint tenants_plan_exists foreign key (plan) references plans (name);
grant update (plan) on tenants to app_system;
