//! How members of these resources are created.

use kernel::family::fixture::Fixture;

pub const FIXTURES: &[Fixture] =
    &[Fixture::posted("org", "/api/rmm/organizations", r#"{"name": "Organization $mark", "notes": "Notes $mark"}"#)];
