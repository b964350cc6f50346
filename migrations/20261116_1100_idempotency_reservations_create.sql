-- Requests with an Idempotency-Key that do something outside of the database, such as a call to a customer's server: those
-- that are under way. No transaction is open meanwhile. The row of a request that has died counts until its time is up.
create table idempotency_reservations (
    tenant_id uuid not null default app.tenant(),
    principal_id uuid not null,
    -- Method and path.
    route text not null,
    key text not null,
    -- Of the request that is under way.
    id uuid not null,
    expires_at timestamptz not null,
    constraint idempotency_reservations_pkey primary key (tenant_id, principal_id, route, key),
    constraint idempotency_reservations_tenant_exists foreign key (tenant_id) references tenants (id)
);

create index idempotency_reservations_by_age on idempotency_reservations (expires_at);

alter table idempotency_reservations enable row level security;
alter table idempotency_reservations force row level security;
create policy tenant on idempotency_reservations to app using (tenant_id = (select app.tenant()));
create policy system on idempotency_reservations to app_system using (true);
create policy owner on idempotency_reservations to current_user using (true);

grant select, insert, update, delete on idempotency_reservations to app;
grant select, delete on idempotency_reservations to app_system;
