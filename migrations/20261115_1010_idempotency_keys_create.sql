create table idempotency_keys (
    tenant_id uuid not null default app.tenant(),
    principal_id uuid not null,
    -- Method and path.
    route text not null,
    key text not null,
    fingerprint bytea not null,
    status integer not null,
    etag text,
    location text,
    -- The answer, without secrets that are shown once.
    body text not null,
    created_at timestamptz not null,
    constraint idempotency_keys_pkey primary key (tenant_id, principal_id, route, key),
    constraint idempotency_keys_tenant_exists foreign key (tenant_id) references tenants (id)
);

create index idempotency_keys_by_age on idempotency_keys (created_at);

alter table idempotency_keys enable row level security;
alter table idempotency_keys force row level security;
create policy tenant on idempotency_keys to app using (tenant_id = (select app.tenant()));
create policy system on idempotency_keys to app_system using (true);
create policy owner on idempotency_keys to current_user using (true);

grant select, insert, delete on idempotency_keys to app;
grant select, delete on idempotency_keys to app_system;
