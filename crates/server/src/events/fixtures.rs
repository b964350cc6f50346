//! How an event is created: by a change.

use kernel::family::fixture::{Fixture, Made};

const EVENT: Made = Made::Statement(
    "select id from events where tenant_id = '$tenant' and organization_id = '$org' order by position limit 1",
);

pub const FIXTURES: &[Fixture] = &[Fixture::made("evt", "/api/events", EVENT).needs(&["org"])];
