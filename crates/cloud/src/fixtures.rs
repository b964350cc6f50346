//! How members of these resources are created. No provider is called.

use kernel::family::fixture::{Fixture, Made};

const PROVIDER: Made = Made::Request {
    method: "POST",
    target: "/api/cloud/providers?verify=later",
    body: r#"{"name": "Cloud $mark", "kind": "aws", "organization_id": "$org", "auth_method": "access_key",
        "config": {"regions": ["eu-central-1"]},
        "credentials": {"access_key_id": "AKIAIOSFODNN7EXAMPLE", "secret_access_key": "$secret"}}"#,
};

/// As a worker that has read the provider leaves it.
const VM: Made = Made::Statement(
    "insert into cloud_vms (
        tenant_id, id, provider_id, organization_id, region, provider_ref, name, size, security_groups, ips, labels, status,
        last_synced_at, created_at, updated_at
    )
    values (
        '$tenant', gen_random_uuid(), '$prv', '$org', 'eu-central-1', 'i-' || md5(random()::text), 'Machine $mark',
        't3.micro', '[]', '[]', '{}', 'running', now(), now(), now()
    )
    returning id",
);

pub const FIXTURES: &[Fixture] = &[
    Fixture::made("prv", "/api/cloud/providers", PROVIDER).needs(&["org"]),
    Fixture::made("vm", "/api/cloud/vms", VM).needs(&["prv", "org"]),
];
