//! How members of these resources are made.

use api::{Resource, enrolments::Enrolment};
use kernel::family::fixture::Fixture;

const DEVICE: &str =
    r#"{"name": "Device $mark", "organization_id": "$org", "identifiers": {"asset_tag": "Tag $mark"}}"#;

pub const FIXTURES: &[Fixture] = &[
    Fixture::posted("dev", "/api/rmm/devices", DEVICE).needs(&["org"]),
    Fixture::posted("enr", "/api/rmm/enrolments", r#"{"name": "Enrolment $mark", "organization_id": "$org"}"#)
        .needs(&["org"])
        .shows_once(Enrolment::SECRETS),
];
