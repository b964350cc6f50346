//! How members of these resources are created.

use kernel::family::fixture::{Fixture, Made};

const COMMENT: Made = Made::Request {
    method: "POST",
    target: "/api/psa/tickets/comments?ticket_id=$tkt",
    body: r#"{"body": "Comment $mark", "author": {"id": "$con"}}"#,
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

const VIEW: &str = r#"{"name": "View $mark", "filter": {"status": "unresolved"}, "columns": ["subject"]}"#;

const TEAM: &str = r#"{"name": "Team $mark", "description": "Team $mark", "assignment": "least_loaded"}"#;

const WATCHER: &str = r#"{"ticket_id": "$tkt", "contact_id": "$con"}"#;

pub const FIXTURES: &[Fixture] = &[
    Fixture::posted("con", "/api/psa/contacts", CONTACT).needs(&["org"]),
    Fixture::posted("tkt", "/api/psa/tickets", TICKET).needs(&["org", "con"]),
    Fixture::posted("slp", "/api/psa/sla/policies", SLA_POLICY).of_the_tenant(),
    Fixture::made("slc", "/api/psa/sla/contracts", SLA_CONTRACT).needs(&["org"]),
    Fixture::made("cmt", "/api/psa/tickets/comments", COMMENT).needs(&["tkt", "con"]),
    Fixture::made("tme", "/api/psa/time-entries", TIME_ENTRY).needs(&["tkt"]),
    Fixture::posted("tem", "/api/psa/teams", TEAM).of_the_tenant(),
    Fixture::posted("wat", "/api/psa/tickets/watchers", WATCHER).needs(&["tkt", "con"]),
    Fixture::posted("viw", "/api/psa/views", VIEW).of_the_tenant(),
];
