-- The team that works on a ticket. No earlier ticket has one; the key is checked for every change.
alter table tickets add column team_id uuid;
alter table tickets add constraint tickets_team_exists
    foreign key (tenant_id, team_id) references teams (tenant_id, id) not valid;

-- Tickets are found by their team as by their assignee: along an index of labels.
create or replace function app.ticket_labels_of(ticket tickets) returns text[]
language plpgsql immutable
as $$
begin
    return array_remove(
        array[
            'type:' || ticket.type,
            'source:' || ticket.source,
            'assignee:' || coalesce(ticket.assignee_id::text, 'none'),
            'team:' || ticket.team_id::text,
            'requester:' || ticket.requester_id::text,
            'external:' || ticket.external_system,
            'dedup:' || ticket.dedup_key
        ]
        || array(select distinct 'tag:' || tag from unnest(ticket.tags) as tag)
        || array(select distinct 'device:' || device from unnest(ticket.device_ids) as device),
        null
    );
end
$$;

-- The same columns as before, and the team.
create or replace view ticket_details with (security_invoker = true) as
select
    id, number, subject, description, type, status, priority, source, organization_id, requester_id,
    coalesce((select contacts.name from contacts where contacts.id = requester_id), requester_name) as requester_name,
    coalesce((select contacts.emails[1] from contacts where contacts.id = requester_id), requester_email)
        as requester_email,
    assignee_id, tags, device_ids, custom_fields, external_system, external_id, dedup_key, dedup_count, dedup_first_at,
    dedup_last_at, resolution_code, resolution_notes, comments, worked_seconds, billable_seconds, created_by_kind,
    created_by_id, created_at, updated_at, resolved_at, closed_at, closes_at, scheduled_at, sla_version, sla_policy_id,
    sla_check_at, response_elapsed_seconds, response_counted_until, response_running, response_stopped_at,
    response_at_risk_at, response_breached_at, response_due_at, resolution_elapsed_seconds, resolution_counted_until,
    resolution_running, resolution_stopped_at, resolution_at_risk_at, resolution_breached_at, resolution_due_at, version,
    parent_id, merged_into_id, merged_from_ids, team_id
from tickets;

-- For lists with any combination of filters.
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
    ) as is_at_risk,
    team_id
from tickets;
