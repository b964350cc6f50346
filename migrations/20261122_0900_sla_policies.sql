-- Service levels by customer: a policy has a calendar and targets, and a contract applies it to an organization for some
-- time. The tenant's own settings apply to all others. The settings of all of them are versions of one sequence, so that the
-- version of a ticket alone says how it is measured; `policy_id` is null for the tenant's own.
create table sla_policies (
    tenant_id uuid not null default app.tenant(),
    id uuid not null,
    name text not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    -- Tickets and contracts of the past still refer to it.
    deleted_at timestamptz,
    version integer not null default 1,
    constraint sla_policies_pkey primary key (tenant_id, id),
    constraint sla_policies_tenant_exists foreign key (tenant_id) references tenants (id),
    constraint sla_policies_name_has_a_length check (length(name) between 1 and 100)
);

create unique index sla_policies_name_is_unique on sla_policies (tenant_id, name) where deleted_at is null;

alter table sla_policies enable row level security;
alter table sla_policies force row level security;
-- They are the whole tenant's, and their names may be those of customers.
create policy tenant on sla_policies to app using (tenant_id = (select app.tenant()) and (select app.sees_all()));
create policy owner on sla_policies to current_user using (true);
grant select, insert, update on sla_policies to app;

alter table sla_versions add column policy_id uuid;
alter table sla_versions add constraint sla_versions_policy_exists
    foreign key (tenant_id, policy_id) references sla_policies (tenant_id, id);
create index sla_versions_of_policy on sla_versions (tenant_id, policy_id, version);

create table sla_contracts (
    tenant_id uuid not null default app.tenant(),
    id uuid not null,
    organization_id uuid not null,
    policy_id uuid not null,
    starts_at timestamptz not null,
    ends_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    deleted_at timestamptz,
    version integer not null default 1,
    constraint sla_contracts_pkey primary key (tenant_id, id),
    constraint sla_contracts_organization_exists foreign key (tenant_id, organization_id)
        references organizations (tenant_id, id) on delete cascade,
    constraint sla_contracts_policy_exists foreign key (tenant_id, policy_id)
        references sla_policies (tenant_id, id),
    constraint sla_contracts_end_after_they_start check (ends_at > starts_at)
);

create index sla_contracts_of_organization on sla_contracts (tenant_id, organization_id, starts_at);
create index sla_contracts_of_policy on sla_contracts (tenant_id, policy_id);

-- Tickets are measured anew when a contract starts, ends or is changed.
create index sla_contracts_by_start on sla_contracts (starts_at);
create index sla_contracts_by_end on sla_contracts (ends_at) where ends_at is not null;
create index sla_contracts_by_change on sla_contracts (updated_at);

alter table sla_contracts enable row level security;
alter table sla_contracts force row level security;
create policy read on sla_contracts for select to app using (
    tenant_id = (select app.tenant())
    and ((select app.sees_all()) or organization_id = any ((select app.organizations())::uuid[]))
);
create policy add on sla_contracts for insert to app with check (
    tenant_id = (select app.tenant()) and (select app.sees_all())
);
create policy change on sla_contracts for update to app
using (
    tenant_id = (select app.tenant())
    and ((select app.sees_all()) or organization_id = any ((select app.organizations())::uuid[]))
)
with check (tenant_id = (select app.tenant()) and (select app.sees_all()));
create policy system on sla_contracts for select to app_system using (true);
create policy owner on sla_contracts to current_user using (true);
grant select, insert, update on sla_contracts to app;
grant select on sla_contracts to app_system;

-- The version by which tickets of an organization are measured at an instant, 0 for the defaults. What is changed takes
-- effect when it is changed, and not in the past. In PL/pgSQL, which keeps its plans.
create function app.sla_version_at(of_tenant uuid, of_organization uuid, instant timestamptz) returns integer
language plpgsql stable
as $$
declare
    found_policy uuid;
    found_version integer;
begin
    if of_organization is not null then
        select policy_id into found_policy
        from sla_contracts
        where
            tenant_id = of_tenant
            and organization_id = of_organization
            and starts_at <= instant
            and created_at <= instant
            and (ends_at is null or ends_at > instant)
            and (deleted_at is null or deleted_at > instant)
        order by starts_at desc
        limit 1;
        if found_policy is not null then
            select version into found_version
            from sla_versions
            where tenant_id = of_tenant and policy_id = found_policy and created_at <= instant
            order by version desc
            limit 1;
            if found_version is not null then
                return found_version;
            end if;
        end if;
    end if;
    select version into found_version
    from sla_versions
    where tenant_id = of_tenant and policy_id is null and created_at <= instant
    order by version desc
    limit 1;
    return coalesce(found_version, 0);
end
$$;

-- The policy of the ticket's version, for lists and figures; null for the tenant's own settings.
alter table tickets add column sla_policy_id uuid;

-- When the warning share of a target was used, which is reported once, as a breach is.
alter table tickets add column response_at_risk_at timestamptz;
alter table tickets add column resolution_at_risk_at timestamptz;

-- The next instant at which a clock of the ticket will be at risk or breached.
alter table tickets add column sla_check_at timestamptz;
update tickets
set sla_check_at = least(response_due_at, resolution_due_at)
where response_due_at is not null or resolution_due_at is not null;
create index tickets_to_check on tickets (sla_check_at) where sla_check_at is not null;
drop index tickets_response_due;
drop index tickets_resolution_due;

create index tickets_by_organization_and_sla_version on tickets (tenant_id, organization_id, sla_version)
where status not in ('resolved', 'closed', 'canceled', 'merged');
drop index tickets_by_sla_version;

-- A scheduled ticket opens again at this time.
alter table tickets add column scheduled_at timestamptz;
create index tickets_to_wake on tickets (scheduled_at) where scheduled_at is not null;

-- What lists with any combination of filters read of a ticket, now with its policy and whether a clock is at risk.
create or replace view queued_tickets with (security_invoker = true) as
select
    id, type, status, priority, source, organization_id, requester_id, assignee_id, tags, device_ids, external_system,
    external_id, dedup_key, updated_at, response_breached_at, response_due_at, resolution_breached_at, resolution_due_at,
    case
        when status not in ('resolved', 'closed', 'canceled', 'merged') then
            least(
                case
                    when response_stopped_at is not null then null
                    when response_due_at is null then response_breached_at
                    else coalesce(response_used_up_at, response_due_at - interval '1 second')
                end,
                case
                    when resolution_stopped_at is not null then null
                    when resolution_due_at is null then resolution_breached_at
                    else coalesce(resolution_used_up_at, resolution_due_at - interval '1 second')
                end
            )
    end as due_at,
    sla_policy_id,
    coalesce(
        response_at_risk_at is not null and response_stopped_at is null and response_breached_at is null
        or resolution_at_risk_at is not null and resolution_stopped_at is null and resolution_breached_at is null,
        false
    ) as is_at_risk
from tickets;
