//! The migrations of a version that does not exist yet: they only expand the schema, as the rules for migrations require.

use tenant_control::operate::migrate::{self, Step};

/// New columns of a table that is being written, and a new table.
const EXPAND: &str = r"alter table organizations add column region text;
alter table organizations add column tier text not null default 'standard';

create table organization_regions (
    tenant_id uuid not null default app.tenant(),
    organization_id uuid not null,
    region text not null,
    constraint organization_regions_pkey primary key (tenant_id, organization_id),
    constraint organization_regions_organization_exists foreign key (tenant_id, organization_id)
        references organizations (tenant_id, id) on delete cascade
);
alter table organization_regions enable row level security;
alter table organization_regions force row level security;
create policy tenant on organization_regions to app using (tenant_id = (select app.tenant()));
create policy owner on organization_regions to current_user using (true);
grant select, insert, update, delete on organization_regions to app;
";

/// An index that is created while rows are written.
const INDEX: &str = "-- outside a transaction
drop index concurrently if exists organizations_by_region;
create index concurrently organizations_by_region on organizations (tenant_id, region, id);
";

/// All migrations of that version.
pub fn steps() -> Vec<Step> {
    let mut steps = migrate::steps();
    steps.push(Step::new("20991231_0900_organizations_region.sql", EXPAND));
    steps.push(Step::new("20991231_0910_organizations_by_region.sql", INDEX));
    steps
}
