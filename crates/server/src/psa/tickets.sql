--: TicketRow(closes_at?, scheduled_at?, sla_policy_id?, sla_check_at?, response_at_risk_at?, resolution_at_risk_at?, description?, organization_id?, requester_id?, requester_name?, requester_email?, assignee_id?, team_id?, external_system?, external_id?, dedup_key?, dedup_count?, dedup_first_at?, dedup_last_at?, resolution_code?, resolution_notes?, created_by_id?, resolved_at?, closed_at?, response_stopped_at?, response_breached_at?, response_due_at?, resolution_stopped_at?, resolution_breached_at?, resolution_due_at?, parent_id?, merged_into_id?)

--: DeviceOwner()

--! create_ticket (scheduled_at?, sla_policy_id?, sla_check_at?, response_at_risk_at?, resolution_at_risk_at?, description?, organization_id?, requester_id?, assignee_id?, team_id?, external_system?, external_id?, dedup_key?, dedup_count?, dedup_first_at?, created_by_id?, response_stopped_at?, response_breached_at?, response_due_at?, response_used_up_at?, resolution_stopped_at?, resolution_breached_at?, resolution_due_at?, resolution_used_up_at?) : TicketRow
with numbered as (
    insert into ticket_counters (last_number)
    values (1)
    on conflict (tenant_id) do update
    set last_number = ticket_counters.last_number + 1
    returning last_number
)
insert into tickets (
    id, number, subject, description, type, status, priority, source, organization_id, requester_id, assignee_id,
    tags, device_ids, custom_fields, external_system, external_id, dedup_key, dedup_count, dedup_first_at,
    dedup_last_at, created_by_kind, created_by_id, created_at, updated_at, scheduled_at, sla_version, sla_policy_id,
    sla_check_at, response_elapsed_seconds, response_counted_until, response_running, response_stopped_at,
    response_at_risk_at, response_breached_at, response_due_at, resolution_elapsed_seconds, resolution_counted_until,
    resolution_running, resolution_stopped_at, resolution_at_risk_at, resolution_breached_at, resolution_due_at,
    response_used_up_at, resolution_used_up_at, team_id
)
select
    :id, last_number, :subject, :description, :type, :status, :priority, :source, :organization_id, :requester_id,
    :assignee_id, :tags, :device_ids, :custom_fields, :external_system, :external_id, :dedup_key,
    :dedup_count, :dedup_first_at, :dedup_first_at, :created_by_kind, :created_by_id, :now, :now, :scheduled_at,
    :sla_version, :sla_policy_id, :sla_check_at, :response_elapsed_seconds, :response_counted_until, :response_running,
    :response_stopped_at, :response_at_risk_at, :response_breached_at, :response_due_at, :resolution_elapsed_seconds,
    :resolution_counted_until, :resolution_running, :resolution_stopped_at, :resolution_at_risk_at,
    :resolution_breached_at, :resolution_due_at, :response_used_up_at, :resolution_used_up_at, :team_id
from numbered
returning
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
    parent_id, merged_into_id, merged_from_ids, team_id;

--! get_ticket : TicketRow
select ticket_details.*
from ticket_details
where id = :id;

--! tickets_of_requester : TicketRow
select ticket_details.*
from ticket_details
where requester_id = :requester_id and id < :before
order by id desc
limit :limit;

--! get_ticket_by_number : TicketRow
select ticket_details.*
from ticket_details
where number = :number;

--! lock_ticket : TicketRow
select
    id, number, subject, description, type, status, priority, source, organization_id, requester_id,
    coalesce(app.contact_name(requester_id), requester_name) as requester_name,
    coalesce(app.contact_email(requester_id), requester_email) as requester_email,
    assignee_id, tags, device_ids, custom_fields, external_system, external_id, dedup_key, dedup_count, dedup_first_at,
    dedup_last_at, resolution_code, resolution_notes, comments, worked_seconds, billable_seconds, created_by_kind,
    created_by_id, created_at, updated_at, resolved_at, closed_at, closes_at, scheduled_at, sla_version, sla_policy_id,
    sla_check_at, response_elapsed_seconds, response_counted_until, response_running, response_stopped_at,
    response_at_risk_at, response_breached_at, response_due_at, resolution_elapsed_seconds, resolution_counted_until,
    resolution_running, resolution_stopped_at, resolution_at_risk_at, resolution_breached_at, resolution_due_at, version,
    parent_id, merged_into_id, merged_from_ids, team_id
from tickets
where id = :id
for update;

--! lock_tickets : TicketRow
-- Several are locked in the order of their ids.
select
    id, number, subject, description, type, status, priority, source, organization_id, requester_id,
    coalesce(app.contact_name(requester_id), requester_name) as requester_name,
    coalesce(app.contact_email(requester_id), requester_email) as requester_email,
    assignee_id, tags, device_ids, custom_fields, external_system, external_id, dedup_key, dedup_count, dedup_first_at,
    dedup_last_at, resolution_code, resolution_notes, comments, worked_seconds, billable_seconds, created_by_kind,
    created_by_id, created_at, updated_at, resolved_at, closed_at, closes_at, scheduled_at, sla_version, sla_policy_id,
    sla_check_at, response_elapsed_seconds, response_counted_until, response_running, response_stopped_at,
    response_at_risk_at, response_breached_at, response_due_at, resolution_elapsed_seconds, resolution_counted_until,
    resolution_running, resolution_stopped_at, resolution_at_risk_at, resolution_breached_at, resolution_due_at, version,
    parent_id, merged_into_id, merged_from_ids, team_id
from tickets
where id = any (:ids::uuid[])
order by id
for update;

--! lock_unresolved_tickets : TicketRow
-- Those that somebody else is at are left to the next time.
select
    id, number, subject, description, type, status, priority, source, organization_id, requester_id,
    coalesce(app.contact_name(requester_id), requester_name) as requester_name,
    coalesce(app.contact_email(requester_id), requester_email) as requester_email,
    assignee_id, tags, device_ids, custom_fields, external_system, external_id, dedup_key, dedup_count, dedup_first_at,
    dedup_last_at, resolution_code, resolution_notes, comments, worked_seconds, billable_seconds, created_by_kind,
    created_by_id, created_at, updated_at, resolved_at, closed_at, closes_at, scheduled_at, sla_version, sla_policy_id,
    sla_check_at, response_elapsed_seconds, response_counted_until, response_running, response_stopped_at,
    response_at_risk_at, response_breached_at, response_due_at, resolution_elapsed_seconds, resolution_counted_until,
    resolution_running, resolution_stopped_at, resolution_at_risk_at, resolution_breached_at, resolution_due_at, version,
    parent_id, merged_into_id, merged_from_ids, team_id
from tickets
where id = any (:ids::uuid[]) and status not in ('resolved', 'closed', 'canceled', 'merged')
order by id
for update skip locked;

--! lock_dedup_key
-- Of several that would make the first ticket of a key one goes on; the others wait, and then find it.
select true as locked
from pg_advisory_xact_lock(hashtextextended(app.tenant()::text || :dedup_key::text, 1));

--! ticket_with_external_ref
-- The other object of a conflict.
select id
from tickets
where
    external_system = :external_system
    and external_id = :external_id;

--! unresolved_ticket_of_key
-- The other object of a conflict.
select id
from tickets
where dedup_key = :dedup_key and status not in ('resolved', 'closed', 'canceled', 'merged');

--! lock_unresolved_ticket_of_key : TicketRow
select
    id, number, subject, description, type, status, priority, source, organization_id, requester_id,
    coalesce(app.contact_name(requester_id), requester_name) as requester_name,
    coalesce(app.contact_email(requester_id), requester_email) as requester_email,
    assignee_id, tags, device_ids, custom_fields, external_system, external_id, dedup_key, dedup_count, dedup_first_at,
    dedup_last_at, resolution_code, resolution_notes, comments, worked_seconds, billable_seconds, created_by_kind,
    created_by_id, created_at, updated_at, resolved_at, closed_at, closes_at, scheduled_at, sla_version, sla_policy_id,
    sla_check_at, response_elapsed_seconds, response_counted_until, response_running, response_stopped_at,
    response_at_risk_at, response_breached_at, response_due_at, resolution_elapsed_seconds, resolution_counted_until,
    resolution_running, resolution_stopped_at, resolution_at_risk_at, resolution_breached_at, resolution_due_at, version,
    parent_id, merged_into_id, merged_from_ids, team_id
from tickets
where dedup_key = :dedup_key and status not in ('resolved', 'closed', 'canceled', 'merged')
for update;

--! count_repetition : TicketRow
update tickets
set
    dedup_count = dedup_count + 1,
    dedup_last_at = :now,
    comments = comments + 1,
    updated_at = :now,
    version = version + 1
where id = :id
returning
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
    parent_id, merged_into_id, merged_from_ids, team_id;

--! release_dedup_key : TicketRow
-- Reports with the key are not collected on this ticket any more.
update tickets
set
    dedup_key = null,
    dedup_count = null,
    dedup_first_at = null,
    dedup_last_at = null,
    updated_at = :now,
    version = version + 1
where id = :id
returning
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
    parent_id, merged_into_id, merged_from_ids, team_id;

--! update_ticket (scheduled_at?, sla_policy_id?, sla_check_at?, response_at_risk_at?, resolution_at_risk_at?, description?, organization_id?, requester_id?, requester_name?, requester_email?, assignee_id?, team_id?, external_system?, external_id?, resolution_code?, resolution_notes?, resolved_at?, closed_at?, closes_at?, response_stopped_at?, response_breached_at?, response_due_at?, response_used_up_at?, resolution_stopped_at?, resolution_breached_at?, resolution_due_at?, resolution_used_up_at?) : TicketRow
update tickets
set
    subject = :subject,
    description = :description,
    type = :type,
    status = :status,
    priority = :priority,
    organization_id = :organization_id,
    requester_id = :requester_id,
    requester_name = :requester_name,
    requester_email = :requester_email,
    assignee_id = :assignee_id,
    team_id = :team_id,
    tags = :tags,
    device_ids = :device_ids,
    custom_fields = :custom_fields,
    external_system = :external_system,
    external_id = :external_id,
    resolution_code = :resolution_code,
    resolution_notes = :resolution_notes,
    resolved_at = :resolved_at,
    closed_at = :closed_at,
    closes_at = :closes_at,
    scheduled_at = :scheduled_at,
    comments = comments + :new_comments::integer,
    sla_version = :sla_version,
    sla_policy_id = :sla_policy_id,
    sla_check_at = :sla_check_at,
    response_elapsed_seconds = :response_elapsed_seconds,
    response_counted_until = :response_counted_until,
    response_running = :response_running,
    response_stopped_at = :response_stopped_at,
    response_at_risk_at = :response_at_risk_at,
    response_breached_at = :response_breached_at,
    response_due_at = :response_due_at,
    response_used_up_at = :response_used_up_at,
    resolution_elapsed_seconds = :resolution_elapsed_seconds,
    resolution_counted_until = :resolution_counted_until,
    resolution_running = :resolution_running,
    resolution_stopped_at = :resolution_stopped_at,
    resolution_at_risk_at = :resolution_at_risk_at,
    resolution_breached_at = :resolution_breached_at,
    resolution_due_at = :resolution_due_at,
    resolution_used_up_at = :resolution_used_up_at,
    updated_at = :now,
    version = version + 1
where id = :id
returning
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
    parent_id, merged_into_id, merged_from_ids, team_id;

--! change_target : TicketRow
-- The target of a merge gains comments, or loses those that move back.
update tickets
set
    comments = comments + :moved::integer,
    merged_from_ids = :merged_from_ids::uuid[],
    updated_at = :now,
    version = version + 1
where id = :id
returning
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
    parent_id, merged_into_id, merged_from_ids, team_id;

--! set_ticket_clocks (sla_policy_ids[?], sla_check_at[?], response_at_risk_at[?], resolution_at_risk_at[?], response_stopped_at[?], response_breached_at[?], response_due_at[?], response_used_up_at[?], resolution_stopped_at[?], resolution_breached_at[?], resolution_due_at[?], resolution_used_up_at[?])
-- Nobody has changed the tickets: `version` and `updated_at` stay.
update tickets
set
    sla_version = counted.sla_version,
    sla_policy_id = counted.sla_policy_id,
    sla_check_at = counted.sla_check_at,
    response_elapsed_seconds = counted.response_elapsed_seconds,
    response_counted_until = counted.response_counted_until,
    response_running = counted.response_running,
    response_stopped_at = counted.response_stopped_at,
    response_at_risk_at = counted.response_at_risk_at,
    response_breached_at = counted.response_breached_at,
    response_due_at = counted.response_due_at,
    response_used_up_at = counted.response_used_up_at,
    resolution_elapsed_seconds = counted.resolution_elapsed_seconds,
    resolution_counted_until = counted.resolution_counted_until,
    resolution_running = counted.resolution_running,
    resolution_stopped_at = counted.resolution_stopped_at,
    resolution_at_risk_at = counted.resolution_at_risk_at,
    resolution_breached_at = counted.resolution_breached_at,
    resolution_due_at = counted.resolution_due_at,
    resolution_used_up_at = counted.resolution_used_up_at
from unnest(
    :ids::uuid[],
    :response_elapsed_seconds::bigint[], :response_counted_until::timestamptz[], :response_running::boolean[],
    :response_stopped_at::timestamptz[], :response_breached_at::timestamptz[], :response_due_at::timestamptz[],
    :resolution_elapsed_seconds::bigint[], :resolution_counted_until::timestamptz[], :resolution_running::boolean[],
    :resolution_stopped_at::timestamptz[], :resolution_breached_at::timestamptz[], :resolution_due_at::timestamptz[],
    :response_used_up_at::timestamptz[], :resolution_used_up_at::timestamptz[], :sla_versions::integer[],
    :sla_policy_ids::uuid[], :sla_check_at::timestamptz[], :response_at_risk_at::timestamptz[],
    :resolution_at_risk_at::timestamptz[]
) as counted (
    id, response_elapsed_seconds, response_counted_until, response_running, response_stopped_at, response_breached_at,
    response_due_at, resolution_elapsed_seconds, resolution_counted_until, resolution_running, resolution_stopped_at,
    resolution_breached_at, resolution_due_at, response_used_up_at, resolution_used_up_at, sla_version, sla_policy_id,
    sla_check_at, response_at_risk_at, resolution_at_risk_at
)
where tickets.id = counted.id
returning tickets.id;

--! only_organizations
-- Two at most: all that matters is whether there is exactly one.
select id
from organizations
order by id
limit 2;

--! owners_of_devices : DeviceOwner
select id, organization_id
from devices
where id = any (:ids);

--! move_comments (organization_id?)
update ticket_comments
set organization_id = :organization_id
where ticket_id = :ticket_id
returning id;

--! move_time_entries (organization_id?)
-- In the order of a billing run, which also locks several.
update time_entries
set organization_id = :organization_id
from (
    select id
    from time_entries
    where ticket_id = :ticket_id
    order by id
    for update
) as locked
where time_entries.id = locked.id
returning time_entries.id;

-- Every list is a walk along one index, for each status, priority and customer asked for; the walks are merged. `limit 1`
-- keeps PostgreSQL from joining in another way than one look-up for each row of the page.

--! newest_tickets : TicketRow
select ticket_details.*
from ticket_details
where id < :beyond and id between :first and :last
order by id desc
limit :limit;

--! newest_tickets_of_organizations : TicketRow
select found.*
from (
    select page.id
    from unnest(:organization_ids::uuid[]) as o (organization_id)
    cross join lateral (
        select id
        from tickets
        where organization_id = o.organization_id and id < :beyond and id between :first and :last
        order by id desc
        limit :limit
    ) as page
    order by page.id desc
    limit :limit
) as page
cross join lateral (select ticket_details.* from ticket_details where id = page.id limit 1) as found
order by found.id desc;

--! newest_tickets_by_status : TicketRow
select found.*
from (
    select page.id
    from unnest(:statuses::text[]) as s (status)
    cross join unnest(:priorities::text[]) as p (priority)
    cross join lateral (
        select id as id
        from tickets
        where status = s.status and priority = p.priority and id < :beyond and id between :first and :last
        order by id desc
        limit :limit
    ) as page
    order by page.id desc
    limit :limit
) as page
cross join lateral (select ticket_details.* from ticket_details where id = page.id limit 1) as found
order by found.id desc;

--! newest_tickets_by_status_of_organizations : TicketRow
select found.*
from (
    select page.id
    from unnest(:statuses::text[]) as s (status)
    cross join unnest(:priorities::text[]) as p (priority)
    cross join unnest(:organization_ids::uuid[]) as o (organization_id)
    cross join lateral (
        select id as id
        from tickets
        where organization_id = o.organization_id and status = s.status and priority = p.priority and id < :beyond and id between :first and :last
        order by id desc
        limit :limit
    ) as page
    order by page.id desc
    limit :limit
) as page
cross join lateral (select ticket_details.* from ticket_details where id = page.id limit 1) as found
order by found.id desc;

--! newest_labelled_tickets_by_status : TicketRow
select found.*
from (
    select page.id
    from unnest(:statuses::text[]) as s (status)
    cross join unnest(:priorities::text[]) as p (priority)
    cross join lateral (
        select ticket_id as id
        from ticket_labels
        where label = :label and status = s.status and priority = p.priority and ticket_id < :beyond and ticket_id between :first and :last
        order by ticket_id desc
        limit :limit
    ) as page
    order by page.id desc
    limit :limit
) as page
cross join lateral (select ticket_details.* from ticket_details where id = page.id limit 1) as found
order by found.id desc;

--! newest_labelled_tickets_by_status_of_organizations : TicketRow
select found.*
from (
    select page.id
    from unnest(:statuses::text[]) as s (status)
    cross join unnest(:priorities::text[]) as p (priority)
    cross join unnest(:organization_ids::uuid[]) as o (organization_id)
    cross join lateral (
        select ticket_id as id
        from ticket_labels
        where label = :label and organization_id = o.organization_id and status = s.status and priority = p.priority and ticket_id < :beyond and ticket_id between :first and :last
        order by ticket_id desc
        limit :limit
    ) as page
    order by page.id desc
    limit :limit
) as page
cross join lateral (select ticket_details.* from ticket_details where id = page.id limit 1) as found
order by found.id desc;

--! last_changed_tickets : TicketRow
select ticket_details.*
from ticket_details
where (updated_at, id) < (:beyond_at::timestamptz, :beyond::uuid) and updated_at between :first and :last
order by updated_at desc, id desc
limit :limit;

--! last_changed_tickets_of_organizations : TicketRow
select found.*
from (
    select page.id, page.updated_at
    from unnest(:organization_ids::uuid[]) as o (organization_id)
    cross join lateral (
        select id, updated_at
        from tickets
        where
            organization_id = o.organization_id
            and (updated_at, id) < (:beyond_at::timestamptz, :beyond::uuid)
            and updated_at between :first and :last
        order by updated_at desc, id desc
        limit :limit
    ) as page
    order by page.updated_at desc, page.id desc
    limit :limit
) as page
cross join lateral (select ticket_details.* from ticket_details where id = page.id limit 1) as found
order by found.updated_at desc, found.id desc;

--! oldest_tickets : TicketRow
select ticket_details.*
from ticket_details
where id > :beyond and id between :first and :last
order by id
limit :limit;

--! oldest_tickets_of_organizations : TicketRow
select found.*
from (
    select page.id
    from unnest(:organization_ids::uuid[]) as o (organization_id)
    cross join lateral (
        select id
        from tickets
        where organization_id = o.organization_id and id > :beyond and id between :first and :last
        order by id
        limit :limit
    ) as page
    order by page.id
    limit :limit
) as page
cross join lateral (select ticket_details.* from ticket_details where id = page.id limit 1) as found
order by found.id;

--! oldest_tickets_by_status : TicketRow
select found.*
from (
    select page.id
    from unnest(:statuses::text[]) as s (status)
    cross join unnest(:priorities::text[]) as p (priority)
    cross join lateral (
        select id as id
        from tickets
        where status = s.status and priority = p.priority and id > :beyond and id between :first and :last
        order by id
        limit :limit
    ) as page
    order by page.id
    limit :limit
) as page
cross join lateral (select ticket_details.* from ticket_details where id = page.id limit 1) as found
order by found.id;

--! oldest_tickets_by_status_of_organizations : TicketRow
select found.*
from (
    select page.id
    from unnest(:statuses::text[]) as s (status)
    cross join unnest(:priorities::text[]) as p (priority)
    cross join unnest(:organization_ids::uuid[]) as o (organization_id)
    cross join lateral (
        select id as id
        from tickets
        where organization_id = o.organization_id and status = s.status and priority = p.priority and id > :beyond and id between :first and :last
        order by id
        limit :limit
    ) as page
    order by page.id
    limit :limit
) as page
cross join lateral (select ticket_details.* from ticket_details where id = page.id limit 1) as found
order by found.id;

--! oldest_labelled_tickets_by_status : TicketRow
select found.*
from (
    select page.id
    from unnest(:statuses::text[]) as s (status)
    cross join unnest(:priorities::text[]) as p (priority)
    cross join lateral (
        select ticket_id as id
        from ticket_labels
        where label = :label and status = s.status and priority = p.priority and ticket_id > :beyond and ticket_id between :first and :last
        order by ticket_id
        limit :limit
    ) as page
    order by page.id
    limit :limit
) as page
cross join lateral (select ticket_details.* from ticket_details where id = page.id limit 1) as found
order by found.id;

--! oldest_labelled_tickets_by_status_of_organizations : TicketRow
select found.*
from (
    select page.id
    from unnest(:statuses::text[]) as s (status)
    cross join unnest(:priorities::text[]) as p (priority)
    cross join unnest(:organization_ids::uuid[]) as o (organization_id)
    cross join lateral (
        select ticket_id as id
        from ticket_labels
        where label = :label and organization_id = o.organization_id and status = s.status and priority = p.priority and ticket_id > :beyond and ticket_id between :first and :last
        order by ticket_id
        limit :limit
    ) as page
    order by page.id
    limit :limit
) as page
cross join lateral (select ticket_details.* from ticket_details where id = page.id limit 1) as found
order by found.id;

--! first_changed_tickets : TicketRow
select ticket_details.*
from ticket_details
where (updated_at, id) > (:beyond_at::timestamptz, :beyond::uuid) and updated_at between :first and :last
order by updated_at, id
limit :limit;

--! first_changed_tickets_of_organizations : TicketRow
select found.*
from (
    select page.id, page.updated_at
    from unnest(:organization_ids::uuid[]) as o (organization_id)
    cross join lateral (
        select id, updated_at
        from tickets
        where
            organization_id = o.organization_id
            and (updated_at, id) > (:beyond_at::timestamptz, :beyond::uuid)
            and updated_at between :first and :last
        order by updated_at, id
        limit :limit
    ) as page
    order by page.updated_at, page.id
    limit :limit
) as page
cross join lateral (select ticket_details.* from ticket_details where id = page.id limit 1) as found
order by found.updated_at, found.id;

--! ticket_by_external_ref : TicketRow
select ticket_details.*
from ticket_details
where external_system = :external_system and external_id = :external_id and id < :beyond;

-- All other lists, with any combination of filters. These statements are planned for their parameters every time
-- (`Tenant::planned_anew`): a condition on a parameter that is absent vanishes from the plan, as do the sort keys that are not
-- asked for, and PostgreSQL chooses the index for the rest. An empty list of statuses, priorities or organizations is all of
-- them.

--: TicketPlace(due_at?)

--! ticket_places (kind?, source?, assignee_id?, team_id?, watcher_id?, requester_id?, tag?, device_id?, external_system?, external_id?, dedup_key?, updated_since?, updated_until?, sla?, sla_policy_id?, due_until?) : TicketPlace
select id, updated_at, due_at
from queued_tickets
where
    (not :has_candidates::boolean or id = any (:candidates::uuid[]))
    and id between :first::uuid and :last::uuid
    and (cardinality(:statuses::text[]) = 0 or status = any (:statuses))
    and (cardinality(:priorities::text[]) = 0 or priority = any (:priorities))
    and (cardinality(:organization_ids::uuid[]) = 0 or organization_id = any (:organization_ids))
    and (:kind::text is null or type = :kind)
    and (:source::text is null or source = :source)
    and (not :is_unassigned::boolean or assignee_id is null)
    and (:assignee_id::uuid is null or assignee_id = :assignee_id)
    and (:team_id::uuid is null or team_id = :team_id)
    and (
        :watcher_id::uuid is null
        or exists (
            select
            from ticket_watchers
            where ticket_id = queued_tickets.id and user_id = :watcher_id and not removed
        )
    )
    and (:requester_id::uuid is null or requester_id = :requester_id)
    and (:tag::text is null or :tag = any (tags))
    and (:device_id::uuid is null or :device_id = any (device_ids))
    and (:external_system::text is null or external_system = :external_system)
    and (:external_id::text is null or external_id = :external_id)
    and (:dedup_key::text is null or dedup_key = :dedup_key)
    and (:updated_since::timestamptz is null or updated_at >= :updated_since)
    and (:updated_until::timestamptz is null or updated_at < :updated_until)
    and (
        :sla::text is null
        or :sla = 'running' and (response_due_at > :now::timestamptz or resolution_due_at > :now)
        or :sla = 'breached'
        and (
            response_breached_at is not null
            or resolution_breached_at is not null
            or response_due_at <= :now
            or resolution_due_at <= :now
        )
        or :sla = 'at_risk' and is_at_risk
    )
    and (:sla_policy_id::uuid is null or sla_policy_id = :sla_policy_id)
    and (:due_until::timestamptz is null or due_at < :due_until)
    and (:due::text <> 'known' or due_at is not null)
    and (:due <> 'unknown' or due_at is null)
    and (
        :is_first::boolean
        or :sort::text = 'created_at'
        and (:descending::boolean and id < :beyond::uuid or not :descending and id > :beyond)
        or :sort = 'updated_at'
        and (
            :descending and (updated_at, id) < (:beyond_at::timestamptz, :beyond)
            or not :descending and (updated_at, id) > (:beyond_at, :beyond)
        )
        or :sort = 'due_at'
        and (
            :descending and (due_at, id) < (:beyond_at, :beyond)
            or not :descending and (due_at, id) > (:beyond_at, :beyond)
        )
    )
order by
    case
        when :descending and :sort = 'updated_at' then updated_at
        when :descending and :sort = 'due_at' then due_at
    end desc,
    case
        when not :descending and :sort = 'updated_at' then updated_at
        when not :descending and :sort = 'due_at' then due_at
    end,
    case when :descending then id end desc,
    case when not :descending then id end
limit :limit;

--! count_tickets (kind?, source?, assignee_id?, team_id?, watcher_id?, requester_id?, tag?, device_id?, external_system?, external_id?, dedup_key?, updated_since?, updated_until?, sla?, sla_policy_id?, due_until?)
-- As many as there are, up to a limit, in any order.
select count(*) as tickets
from (
    select id
    from queued_tickets
    where
        (not :has_candidates::boolean or id = any (:candidates::uuid[]))
        and id between :first::uuid and :last::uuid
        and (cardinality(:statuses::text[]) = 0 or status = any (:statuses))
        and (cardinality(:priorities::text[]) = 0 or priority = any (:priorities))
        and (cardinality(:organization_ids::uuid[]) = 0 or organization_id = any (:organization_ids))
        and (:kind::text is null or type = :kind)
        and (:source::text is null or source = :source)
        and (not :is_unassigned::boolean or assignee_id is null)
        and (:assignee_id::uuid is null or assignee_id = :assignee_id)
        and (:team_id::uuid is null or team_id = :team_id)
        and (
            :watcher_id::uuid is null
            or exists (
                select
                from ticket_watchers
                where ticket_id = queued_tickets.id and user_id = :watcher_id and not removed
            )
        )
        and (:requester_id::uuid is null or requester_id = :requester_id)
        and (:tag::text is null or :tag = any (tags))
        and (:device_id::uuid is null or :device_id = any (device_ids))
        and (:external_system::text is null or external_system = :external_system)
        and (:external_id::text is null or external_id = :external_id)
        and (:dedup_key::text is null or dedup_key = :dedup_key)
        and (:updated_since::timestamptz is null or updated_at >= :updated_since)
        and (:updated_until::timestamptz is null or updated_at < :updated_until)
        and (
            :sla::text is null
            or :sla = 'running' and (response_due_at > :now::timestamptz or resolution_due_at > :now)
            or :sla = 'breached'
            and (
                response_breached_at is not null
                or resolution_breached_at is not null
                or response_due_at <= :now
                or resolution_due_at <= :now
            )
            or :sla = 'at_risk' and is_at_risk
        )
        and (:sla_policy_id::uuid is null or sla_policy_id = :sla_policy_id)
        and (:due_until::timestamptz is null or due_at < :due_until)
    limit :limit
) as counted;

--! labelled_ticket_ids
select ticket_id
from ticket_labels
where
    label = :label
    and ticket_id between :first and :last
    and (cardinality(:statuses::text[]) = 0 or status = any (:statuses))
    and (cardinality(:priorities::text[]) = 0 or priority = any (:priorities))
    and (cardinality(:organization_ids::uuid[]) = 0 or organization_id = any (:organization_ids))
limit :limit;

--! tickets_by_ids : TicketRow
select found.*
from unnest(:ids::uuid[]) with ordinality as page (id, place)
cross join lateral (select ticket_details.* from ticket_details where id = page.id limit 1) as found
order by page.place;
