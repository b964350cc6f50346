-- Every column of a ticket that the service reads, with the present name and address of its requester, under the caller's
-- own policies. Servers of the previous version read `tickets_and_requesters`, whose columns must not change under them.
create view ticket_details with (security_invoker = true) as
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
    resolution_running, resolution_stopped_at, resolution_at_risk_at, resolution_breached_at, resolution_due_at, version
from tickets;
grant select on ticket_details to app;
