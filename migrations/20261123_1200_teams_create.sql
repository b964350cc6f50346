-- Groups of a tenant's people, to whom tickets are assigned. Who is restricted to some customers does not see the tenant's
-- own people, nor their teams.
create table teams (
    tenant_id uuid not null default app.tenant(),
    id uuid not null,
    name text collate "C" not null,
    description text,
    assignment text not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    -- Tickets that were resolved still refer to it.
    deleted_at timestamptz,
    version integer not null default 1,
    constraint teams_pkey primary key (tenant_id, id),
    constraint teams_tenant_exists foreign key (tenant_id) references tenants (id),
    constraint teams_name_has_a_length check (length(name) between 1 and 100),
    constraint teams_assignment_is_known check (assignment in ('manual', 'least_loaded'))
);

create unique index teams_name_is_unique on teams (tenant_id, name) where deleted_at is null;

alter table teams enable row level security;
alter table teams force row level security;
create policy tenant on teams to app using (tenant_id = (select app.tenant()) and (select app.sees_all()));
create policy owner on teams to current_user using (true);
grant select, insert, update on teams to app;

create table team_members (
    tenant_id uuid not null default app.tenant(),
    team_id uuid not null,
    user_id uuid not null,
    -- The order in which requests have named the members.
    place integer not null,
    skills text[] not null,
    -- Assignments of the team are numbered: the number of the member's last one, 0 if there was none.
    last_turn bigint not null default 0,
    constraint team_members_pkey primary key (tenant_id, team_id, user_id),
    constraint team_members_team_exists foreign key (tenant_id, team_id) references teams (tenant_id, id)
        on delete cascade,
    constraint team_members_user_exists foreign key (tenant_id, user_id) references users (tenant_id, id)
);

alter table team_members enable row level security;
alter table team_members force row level security;
create policy tenant on team_members to app using (tenant_id = (select app.tenant()) and (select app.sees_all()));
create policy owner on team_members to current_user using (true);
grant select, insert, update, delete on team_members to app;
