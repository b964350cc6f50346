-- Named changes of tickets that a tenant's people share. They can name any customer in their texts, so who is restricted to
-- some customers does not see them.
create table macros (
    tenant_id uuid not null default app.tenant(),
    id uuid not null,
    name text collate "C" not null,
    description text,
    -- The fields that are changed, as in the API.
    change jsonb not null,
    comment_body text,
    comment_visibility text,
    -- Titles of the tasks that are added.
    tasks text[] not null,
    created_by_kind text not null,
    created_by_id uuid,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version integer not null default 1,
    constraint macros_pkey primary key (tenant_id, id),
    constraint macros_tenant_exists foreign key (tenant_id) references tenants (id),
    constraint macros_name_is_unique unique (tenant_id, name),
    constraint macros_name_has_a_length check (length(name) between 1 and 200),
    constraint macros_comment_is_complete check ((comment_body is null) = (comment_visibility is null))
);

alter table macros enable row level security;
alter table macros force row level security;
create policy tenant on macros to app using (tenant_id = (select app.tenant()) and (select app.sees_all()));
create policy owner on macros to current_user using (true);
grant select, insert, update, delete on macros to app;
