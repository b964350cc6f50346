-- Which scopes a key has used, and which it was refused for the lack of: a row for each key, scope and day.
create table api_key_scope_uses (
    tenant_id uuid not null default app.tenant(),
    key_id uuid not null,
    scope text not null,
    day date not null,
    used bigint not null,
    denied bigint not null,
    constraint api_key_scope_uses_pkey primary key (tenant_id, key_id, scope, day),
    constraint api_key_scope_uses_key_exists foreign key (tenant_id, key_id) references api_keys (tenant_id, id)
);

create index api_key_scope_uses_by_age on api_key_scope_uses (day);

alter table api_key_scope_uses enable row level security;
alter table api_key_scope_uses force row level security;
create policy tenant on api_key_scope_uses to app using (tenant_id = (select app.tenant()));
create policy system on api_key_scope_uses to app_system using (true);
create policy owner on api_key_scope_uses to current_user using (true);

grant select on api_key_scope_uses to app;
grant select, insert, update, delete on api_key_scope_uses to app_system;
