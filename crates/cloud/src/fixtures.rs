//! How members of these resources are created. No provider is called.

use kernel::family::fixture::{Fixture, Made};

const PROVIDER: Made = Made::Request {
    method: "POST",
    target: "/api/cloud/providers?verify=later",
    body: r#"{"name": "Cloud $mark", "kind": "aws", "organization_id": "$org", "auth_method": "access_key",
        "config": {"regions": ["eu-central-1"]},
        "credentials": {"access_key_id": "AKIAIOSFODNN7EXAMPLE", "secret_access_key": "$secret"}}"#,
};

pub const FIXTURES: &[Fixture] = &[Fixture::made("prv", "/api/cloud/providers", PROVIDER).needs(&["org"])];
