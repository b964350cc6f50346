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

pub const FIXTURES: &[Fixture] = &[
    Fixture::posted("con", "/api/psa/contacts", CONTACT).needs(&["org"]),
    Fixture::posted("tkt", "/api/psa/tickets", TICKET).needs(&["org", "con"]),
    Fixture::made("cmt", "/api/psa/tickets/comments", COMMENT).needs(&["tkt", "con"]),
];
