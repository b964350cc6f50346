create table audit_log (
    tenant_id uuid not null default app.tenant(),
    id uuid not null,
    at timestamptz not null,
    actor_kind text not null,
    actor_id uuid,
    ip text not null,
    request_id text not null,
    -- The operation's id in the OpenAPI document.
    operation text not null,
    resource_type text not null,
    resource_id text not null,
    before jsonb,
    after jsonb,
    constraint audit_log_pkey primary key (tenant_id, id),
    constraint audit_log_tenant_exists foreign key (tenant_id) references tenants (id),
    constraint audit_log_actor_is_known check (actor_kind in ('api_key', 'user', 'operator'))
);

create index audit_log_by_resource on audit_log (tenant_id, resource_type, resource_id, id);

alter table audit_log enable row level security;
alter table audit_log force row level security;
-- Everyone's changes are recorded; who is restricted to some organizations does not read of the others.
create policy record on audit_log for insert to app with check (tenant_id = (select app.tenant()));
create policy read on audit_log for select to app using (tenant_id = (select app.tenant()) and (select app.sees_all()));
create policy owner on audit_log to current_user using (true);

-- Append only: no update, no delete.
grant select, insert on audit_log to app;
