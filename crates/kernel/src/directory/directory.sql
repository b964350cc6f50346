--: Elsewhere()

--! elsewhere : Elsewhere
select cell, url
from served_elsewhere
where routing = :routing;

--! elsewhere_by_domain : Elsewhere
select served_elsewhere.cell, served_elsewhere.url
from directory_sso_domains
join served_elsewhere on served_elsewhere.routing = directory_sso_domains.routing
where directory_sso_domains.domain = :domain;

--! this_cell
-- No row: there is only one cell, and the directory is not used. The home publishes the directory.
select
    this_cell.name,
    exists (select from pg_publication where pubname = 'directory') as is_home
from this_cell;

--! tenant_here
select
    tenants.routing,
    exists (select from pg_publication where pubname = 'directory') as is_home
from this_cell
join tenants on tenants.id = :tenant_id;

--! given_up
-- Of these domains, those that the tenant has not proven.
select
    tenants.routing,
    exists (select from pg_publication where pubname = 'directory') as is_home,
    array(
        select given.domain
        from unnest(:domains::text[]) as given (domain)
        where not exists (
            select from sso_domains
            where
                sso_domains.tenant_id = tenants.id
                and sso_domains.domain = given.domain
                and sso_domains.proven_at is not null
        )
    ) as domains
from this_cell
join tenants on tenants.id = :tenant_id;

--! enter_tenant
-- A row that the same cell has entered before is taken over: its tenant was not created, or creating it here fails. No row: a
-- tenant of another cell has the domain.
insert into directory (routing, tenant_id, domain, cell, version, changed_at)
values (:routing, :tenant_id, :domain, :cell, 1, :now)
on conflict (domain) do update
set version = directory.version + 1, changed_at = excluded.changed_at
where directory.cell = excluded.cell
returning routing, tenant_id;

--! claim_sso_domains
-- Only the domains that are free, or the tenant's already.
insert into directory_sso_domains (domain, routing)
select domain, :routing
from unnest(:domains::text[]) as claimed (domain)
order by domain
on conflict (domain) do update
set routing = excluded.routing
where directory_sso_domains.routing = excluded.routing
returning domain;

--! remove_sso_domains
delete from directory_sso_domains
where routing = :routing and domain = any (:domains)
returning domain;

--! cells
-- With the number of tenants.
select
    cells.name,
    cells.url,
    (select count(*) from directory where directory.cell = cells.name) as tenants,
    exists (select from this_cell where this_cell.name = cells.name) as is_this
from cells
order by cells.name;

--: Route()

--! tenant_routes : Route
select routing as key, cell
from directory
order by routing;

--! domain_routes : Route
select directory_sso_domains.domain as key, directory.cell
from directory_sso_domains
join directory on directory.routing = directory_sso_domains.routing
order by directory_sso_domains.domain;

--! store_cell
insert into cells (name, url)
values (:name, :url)
on conflict (name) do update
set url = excluded.url
returning name;

--! remove_cell
-- Only one without tenants.
delete from cells
where name = :name and not exists (select from directory where cell = :name)
returning name;

--! remove_tenants
-- Of a cell whose tenants have all moved away: its platform tenant, and reservations for tenants that were not created.
with removed as (
    delete from directory
    where cell = :cell
    returning routing
)
delete from directory_sso_domains
using removed
where directory_sso_domains.routing = removed.routing
returning directory_sso_domains.domain;

--! local_tenants
-- The tenants of this database, for the directory, but those that other cells serve.
select tenants.routing, tenants.id as tenant_id, tenants.domain
from tenants
where not exists (select from served_elsewhere where served_elsewhere.tenant_id = tenants.id)
order by tenants.id;

--! local_domains
-- The proven domains of the tenants of this database, but of those that other cells serve.
select tenants.routing, sso_domains.domain
from sso_domains
join tenants on tenants.id = sso_domains.tenant_id
where
    sso_domains.proven_at is not null
    and not exists (select from served_elsewhere where served_elsewhere.tenant_id = tenants.id)
order by sso_domains.domain;

--! proven_domains
-- Of all tenants of this database: the copy of the directory may not show yet that a tenant has arrived.
select domain
from sso_domains
where proven_at is not null
order by domain;

--! enter_tenants
-- All that are not entered yet. Returns those whose domain, id or routing part belongs to a row of another cell.
with entered as (
    insert into directory (routing, tenant_id, domain, cell, version, changed_at)
    select routing, tenant_id, domain, :cell, 1, :now
    from unnest(:routings::text[], :tenant_ids::uuid[], :domains::text[]) as new (routing, tenant_id, domain)
    on conflict do nothing
    returning routing
)
select new.domain
from unnest(:routings::text[], :tenant_ids::uuid[], :domains::text[]) as new (routing, tenant_id, domain)
where not exists (select from entered where entered.routing = new.routing)
    and not exists (
        select from directory
        where
            directory.routing = new.routing
            and directory.tenant_id = new.tenant_id
            and directory.domain = new.domain
            and directory.cell = :cell
    )
order by new.domain;

--! enter_domains
-- All that are not entered yet. Returns those that belong to a tenant of another cell.
with entered as (
    insert into directory_sso_domains (domain, routing)
    select domain, routing
    from unnest(:domains::text[], :routings::text[]) as new (domain, routing)
    on conflict do nothing
    returning domain
)
select new.domain
from unnest(:domains::text[], :routings::text[]) as new (domain, routing)
where not exists (select from entered where entered.domain = new.domain)
    and not exists (
        select from directory_sso_domains
        where directory_sso_domains.domain = new.domain and directory_sso_domains.routing = new.routing
    )
order by new.domain;

--! remove_domains_but
-- Of the tenants of a cell: those that they have given up.
delete from directory_sso_domains
using directory
where
    directory.routing = directory_sso_domains.routing
    and directory.cell = :cell
    and directory_sso_domains.domain <> all (:domains::text[])
returning directory_sso_domains.domain;
