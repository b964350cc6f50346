-- Keys that are about to expire, each noticed once for each of its expiries: what an event will tell their tenant of.
create table api_key_expiry_notices (
    tenant_id uuid not null default app.tenant(),
    key_id uuid not null,
    expires_at timestamptz not null,
    noticed_at timestamptz not null,
    constraint api_key_expiry_notices_pkey primary key (tenant_id, key_id, expires_at),
    constraint api_key_expiry_notices_key_exists foreign key (tenant_id, key_id) references api_keys (tenant_id, id)
);

alter table api_key_expiry_notices enable row level security;
alter table api_key_expiry_notices force row level security;
create policy tenant on api_key_expiry_notices to app using (tenant_id = (select app.tenant()));
create policy system on api_key_expiry_notices to app_system using (true);
create policy owner on api_key_expiry_notices to current_user using (true);

grant select on api_key_expiry_notices to app;
grant select, insert on api_key_expiry_notices to app_system;
