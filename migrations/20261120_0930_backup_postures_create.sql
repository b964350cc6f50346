-- The posture of each customer as it was evaluated last, and by day. The aggregate is computed when it is read, because ages
-- grow; these rows are for trends, events, tickets and the summary of all customers.
create table backup_postures (
    tenant_id uuid not null default app.tenant(),
    organization_id uuid not null,
    score integer,
    grade text,
    causes text[] not null default '{}',
    -- The causes that a ticket was opened for.
    alerted text[] not null default '{}',
    eligible bigint not null default 0,
    protected bigint not null default 0,
    at_risk bigint not null default 0,
    -- Null before the first evaluation.
    evaluated_at timestamptz,
    next_at timestamptz not null,
    -- Counts changes of the evidence, so that one during an evaluation is followed by another evaluation.
    changes bigint not null default 0,
    version integer not null default 1,
    constraint backup_postures_pkey primary key (tenant_id, organization_id),
    constraint backup_postures_organization_exists foreign key (tenant_id, organization_id)
        references organizations (tenant_id, id) on delete cascade,
    constraint backup_postures_grade_is_known check (grade in ('a', 'b', 'c', 'd', 'f'))
);

create index backup_postures_to_evaluate on backup_postures (next_at);

create table backup_posture_days (
    tenant_id uuid not null default app.tenant(),
    organization_id uuid not null,
    day date not null,
    score integer,
    eligible bigint not null,
    protected bigint not null,
    at_risk bigint not null,
    constraint backup_posture_days_pkey primary key (tenant_id, organization_id, day),
    constraint backup_posture_days_organization_exists foreign key (tenant_id, organization_id)
        references organizations (tenant_id, id) on delete cascade
);

create index backup_posture_days_by_age on backup_posture_days (day);

do $$
declare
    name text;
begin
    foreach name in array array['backup_postures', 'backup_posture_days'] loop
        execute format('alter table %I enable row level security', name);
        execute format('alter table %I force row level security', name);
        execute format(
            'create policy tenant on %I to app using (
                tenant_id = (select app.tenant())
                and ((select app.sees_all()) or organization_id = any ((select app.organizations())::uuid[]))
            )',
            name
        );
        execute format('create policy owner on %I to current_user using (true)', name);
        execute format('create policy system on %I to app_system using (true)', name);
        execute format('grant select, insert, update, delete on %I to app', name);
    end loop;
end
$$;

-- Due postures are found, and old days removed, for all tenants.
grant select (tenant_id, organization_id, next_at) on backup_postures to app_system;
grant select, delete on backup_posture_days to app_system;

create function app.add_backup_posture() returns trigger
language plpgsql
as $$
begin
    insert into backup_postures (tenant_id, organization_id, next_at) values (new.tenant_id, new.id, new.created_at)
    on conflict on constraint backup_postures_pkey do nothing;
    return null;
end
$$;

create trigger organizations_have_a_backup_posture
after insert on organizations
for each row execute function app.add_backup_posture();

insert into backup_postures (tenant_id, organization_id, next_at)
select tenant_id, id, created_at
from organizations;
