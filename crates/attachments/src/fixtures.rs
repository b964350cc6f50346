//! How members of these resources are made.

use kernel::family::fixture::{Fixture, Made};

/// The content of the file happens to be JSON.
const ATTACHMENT: Made = Made::Request {
    method: "POST",
    target: "/api/psa/attachments?ticket_id=$tkt&name=file-$mark.txt",
    body: r#"{"text": "Attachment $mark"}"#,
};

pub const FIXTURES: &[Fixture] = &[Fixture::made("att", "/api/psa/attachments", ATTACHMENT).needs(&["tkt"])];
