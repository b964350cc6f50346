//! How members of these resources are created.

use kernel::family::fixture::{Fixture, Made};

const COMMENT: Made = Made::Request {
    method: "POST",
    target: "/api/psa/tickets/comments?ticket_id=$tkt",
    body: r#"{"body": "Comment $mark", "author": {"id": "$con"}}"#,
};

const TASK: Made = Made::Request {
    method: "POST",
    target: "/api/psa/tickets/tasks?ticket_id=$tkt",
    body: r#"{"title": "Task $mark"}"#,
};

const CONTACT: &str =
    r#"{"name": "Contact $mark", "organization_id": "$org", "emails": ["contact$mark@customer.example"]}"#;

const TICKET: &str = r#"{"subject": "Ticket $mark", "organization_id": "$org", "requester": {"id": "$con"}}"#;

const SLA_POLICY: &str = r#"{
    "name": "Policy $mark",
    "calendar": {"time_zone": "UTC", "week": {"monday": [{"from": "09:00", "to": "17:00"}]}},
    "targets": {
        "p1": {"first_response_seconds": 3600, "resolution_seconds": 14400},
        "p2": {"first_response_seconds": 3600, "resolution_seconds": 14400},
        "p3": {"first_response_seconds": 3600, "resolution_seconds": 14400},
        "p4": {"first_response_seconds": null, "resolution_seconds": null}
    }
}"#;

/// By a statement, because a caller that is restricted to an organization reads its contracts and creates none.
const SLA_CONTRACT: Made = Made::Statement(
    "with policy as (
        insert into sla_policies (tenant_id, id, name, created_at, updated_at)
        values ('$tenant', gen_random_uuid(), 'Policy $mark ' || md5(random()::text), now(), now())
        returning id
    )
    insert into sla_contracts (
        tenant_id, id, organization_id, policy_id, starts_at, created_at, updated_at
    )
    select '$tenant', gen_random_uuid(), '$org', policy.id, timestamptz '2199-01-01 00:00Z', now(), now()
    from policy
    returning id",
);

/// By a statement, because an entry needs a user, and users belong to the tenant: those of a customer's members would be taken
/// for the customer's.
const TIME_ENTRY: Made = Made::Statement(
    "with worker as (
        insert into users (tenant_id, id, email, name, role, created_at, updated_at)
        values (
            '$tenant', gen_random_uuid(), 'worker$mark.' || md5(random()::text) || '@people.example', 'Worker $mark',
            'technician', now(), now()
        )
        returning id
    )
    insert into time_entries (
        tenant_id, id, ticket_id, organization_id, user_id, started_at, ended_at, billable, rate_class, note,
        created_by_kind, created_at, updated_at
    )
    select
        tickets.tenant_id, gen_random_uuid(), tickets.id, tickets.organization_id, worker.id,
        timestamptz '2026-11-02 09:00Z', timestamptz '2026-11-02 09:30Z', true, 'standard', 'Note $mark', 'operator',
        now(), now()
    from tickets
    cross join worker
    where tickets.tenant_id = '$tenant' and tickets.id = '$tkt'
    returning id",
);

/// By a statement, because a merge needs two tickets. The source is older than the target, and a ticket that can be merged is
/// newer: examples of requests name the newest tickets.
const MERGE: Made = Made::Statement(
    "with other as (
        insert into tickets (
            tenant_id, id, number, subject, type, status, priority, source, organization_id, tags, device_ids,
            custom_fields, created_by_kind, created_at, updated_at, merged_into_id
        )
        select
            tickets.tenant_id,
            (
                lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint - made.age), 12, '0') || '7'
                || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15)
            )::uuid,
            (select last_number from ticket_counters where ticket_counters.tenant_id = '$tenant') + made.number,
            'Other $mark', 'incident', made.status, 'p3', 'api', tickets.organization_id, '{}', '{}', '{}', 'operator',
            now(), now(), case made.status when 'merged' then tickets.id end
        from tickets
        cross join (values (1, 'merged', 60000), (2, 'new', 0)) as made (number, status, age)
        where tickets.tenant_id = '$tenant' and tickets.id = '$tkt'
        returning id, status
    ),
    counted as (
        update ticket_counters set last_number = last_number + 2 where tenant_id = '$tenant' returning last_number
    ),
    changed as (
        update tickets set merged_from_ids = array(select other.id from other where other.status = 'merged')
        where tenant_id = '$tenant' and id = '$tkt'
        returning id
    )
    insert into ticket_merges (
        tenant_id, id, source_id, target_id, note, former_status, moved_comments, moved_time_entries, moved_attachments,
        created_by_kind, created_at, undo_until
    )
    select '$tenant', gen_random_uuid(), other.id, '$tkt', 'Note $mark', 'new', 0, 0, 0, 'operator', now(),
        now() + interval '1 hour'
    from other
    where other.status = 'merged'
    returning id",
);

/// By a statement, because a link needs two tickets. The other one is newer: examples of requests name the newest tickets.
const LINK: Made = Made::Statement(
    "with other as (
        insert into tickets (
            tenant_id, id, number, subject, type, status, priority, source, organization_id, tags, device_ids,
            custom_fields, created_by_kind, created_at, updated_at
        )
        select
            tickets.tenant_id,
            (
                lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
                || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15)
            )::uuid,
            (select last_number from ticket_counters where ticket_counters.tenant_id = '$tenant') + 1,
            'Other $mark', 'incident', 'new', 'p3', 'api', tickets.organization_id, '{}', '{}', '{}', 'operator', now(),
            now()
        from tickets
        where tickets.tenant_id = '$tenant' and tickets.id = '$tkt'
        returning id
    ),
    counted as (
        update ticket_counters set last_number = last_number + 1 where tenant_id = '$tenant' returning last_number
    )
    insert into ticket_links (tenant_id, id, ticket_id, kind, other_id, created_by_kind, created_at)
    select '$tenant', gen_random_uuid(), '$tkt', 'relates_to', other.id, 'operator', now()
    from other
    returning id",
);

const VIEW: &str = r#"{"name": "View $mark", "filter": {"status": "unresolved"}, "columns": ["subject"]}"#;

const MACRO: &str = r#"{
    "name": "Macro $mark",
    "change": {"priority": "p2"},
    "comment": {"body": "Macro $mark", "visibility": "internal"}
}"#;
const TEAM: &str = r#"{"name": "Team $mark", "description": "Team $mark", "assignment": "least_loaded"}"#;

const WATCHER: &str = r#"{"ticket_id": "$tkt", "contact_id": "$con"}"#;

pub const FIXTURES: &[Fixture] = &[
    Fixture::posted("con", "/api/psa/contacts", CONTACT).needs(&["org"]),
    Fixture::posted("tkt", "/api/psa/tickets", TICKET).needs(&["org", "con"]),
    Fixture::posted("slp", "/api/psa/sla/policies", SLA_POLICY).of_the_tenant(),
    Fixture::made("slc", "/api/psa/sla/contracts", SLA_CONTRACT).needs(&["org"]),
    Fixture::made("cmt", "/api/psa/tickets/comments", COMMENT).needs(&["tkt", "con"]),
    Fixture::made("mrg", "/api/psa/tickets/merges", MERGE).needs(&["tkt"]),
    Fixture::made("lnk", "/api/psa/tickets/links", LINK).needs(&["tkt"]),
    Fixture::made("tsk", "/api/psa/tickets/tasks", TASK).needs(&["tkt"]),
    Fixture::made("tme", "/api/psa/time-entries", TIME_ENTRY).needs(&["tkt"]),
    Fixture::posted("tem", "/api/psa/teams", TEAM).of_the_tenant(),
    Fixture::posted("wat", "/api/psa/tickets/watchers", WATCHER).needs(&["tkt", "con"]),
    Fixture::posted("viw", "/api/psa/views", VIEW).of_the_tenant(),
    Fixture::posted("mac", "/api/psa/macros", MACRO).of_the_tenant(),
];
