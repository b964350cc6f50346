-- Every primary key begins with the tenant. What belongs to no organization has a key of zeros, because a key cannot be null.
alter table metric_shares
    add column organization_key uuid not null
        generated always as (coalesce(organization_id, '00000000-0000-0000-0000-000000000000'::uuid)) stored,
    drop constraint metric_shares_are_unique,
    add constraint metric_shares_pkey primary key (tenant_id, measure, at, organization_key, dimensions);

alter table tenant_days
    drop constraint tenant_days_pkey,
    add constraint tenant_days_pkey primary key (tenant_id, day);

create index tenant_days_to_rank on tenant_days (day);

-- Changes are folded oldest first.
create index metric_changes_to_fold on metric_changes (id);
