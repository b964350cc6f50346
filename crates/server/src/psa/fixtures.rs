//! How members of these resources are created.

use kernel::family::fixture::{Fixture, Made};

const COMMENT: Made = Made::Request {
    method: "POST",
    target: "/api/psa/tickets/comments?ticket_id=$tkt",
    body: r#"{"body": "Comment $mark"}"#,
};

pub const FIXTURES: &[Fixture] = &[
    Fixture::posted("tkt", "/api/psa/tickets", r#"{"subject": "Ticket $mark", "organization_id": "$org"}"#)
        .needs(&["org"]),
    Fixture::made("cmt", "/api/psa/tickets/comments", COMMENT).needs(&["tkt"]),
];
