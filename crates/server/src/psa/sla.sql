--! current_sla
select version, settings, created_at
from sla_versions
where policy_id is null
order by version desc
limit 1;

--! lock_sla
-- Of two changes at once the second waits, and then sees the first.
select true as locked
from pg_advisory_xact_lock(hashtextextended(app.tenant()::text, 2));

--! add_sla_version (policy_id?)
-- The versions of the tenant's settings and of its policies are one sequence.
insert into sla_versions (version, policy_id, settings, created_at)
select coalesce(max(version), 0) + 1, :policy_id, :settings, :now
from sla_versions
returning version;

--! sla_version_at (organization_id?)
select app.sla_version_at(app.tenant(), :organization_id, :at) as version;

--! sla_terms (organization_id?)
-- The instants after `since` at which other terms may apply to an organization, with the version that applies then; the last
-- instant is now.
select boundary.at, app.sla_version_at(app.tenant(), :organization_id, boundary.at) as version
from (
    select created_at as at
    from sla_versions
    where created_at > :since and created_at <= :now
    union
    select contract_at
    from sla_contracts
    cross join lateral unnest(
        array[greatest(starts_at, created_at), greatest(ends_at, updated_at), deleted_at]
    ) as contract_at
    where organization_id = :organization_id and contract_at > :since and contract_at <= :now
    union
    select :now
) as boundary
order by boundary.at;

--! sla_terms_of_tickets
-- Since the clocks of each ticket were counted last: that instant and all later ones, also in the future, at which other terms
-- may apply to its organization, with the version that applies then.
select
    ticket.id as ticket_id, boundary.at, app.sla_version_at(app.tenant(), ticket.organization_id, boundary.at) as version
from (
    select id, organization_id, least(response_counted_until, resolution_counted_until) as counted_until
    from tickets
    where id = any (:ids::uuid[])
) as ticket
cross join lateral (
    select ticket.counted_until as at
    union
    select created_at
    from sla_versions
    where created_at > ticket.counted_until
    union
    select contract_at
    from sla_contracts
    cross join lateral unnest(
        array[greatest(starts_at, created_at), greatest(ends_at, updated_at), deleted_at]
    ) as contract_at
    where organization_id = ticket.organization_id and contract_at > ticket.counted_until
) as boundary
order by ticket.id, boundary.at;

--! some_sla_versions : (policy_id?)
select version, policy_id, settings
from sla_versions
where version = any (:versions::integer[]);

--! tickets_to_check
-- Of all tenants: those with a clock that is at risk or breached by now.
select tenant_id, id
from tickets
where sla_check_at <= :now
order by sla_check_at
limit :limit;

--! tickets_counted_by_old_settings
-- Of all tenants whose settings, policies or contracts have changed since then.
with changed as materialized (
    select tenant_id, app.sla_version_at(tenant_id, null, :now) as version
    from (
        select tenant_id from sla_versions where created_at >= :changed_since
        union
        select tenant_id from sla_contracts where updated_at >= :changed_since
        union
        select tenant_id from sla_contracts where starts_at between :changed_since and :now
        union
        select tenant_id from sla_contracts where ends_at between :changed_since and :now
    ) as tenant
),

customers as materialized (
    select
        contract.tenant_id, contract.organization_id,
        app.sla_version_at(contract.tenant_id, contract.organization_id, :now) as version
    from (
        select distinct sla_contracts.tenant_id, sla_contracts.organization_id
        from changed
        join sla_contracts on sla_contracts.tenant_id = changed.tenant_id
    ) as contract
)

select tickets.tenant_id, tickets.id
from changed
join tickets on tickets.tenant_id = changed.tenant_id
left join customers
    on customers.tenant_id = tickets.tenant_id and customers.organization_id = tickets.organization_id
where
    tickets.status not in ('resolved', 'closed', 'canceled', 'merged')
    and tickets.sla_version <> coalesce(customers.version, changed.version)
limit :limit;
