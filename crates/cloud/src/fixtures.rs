//! How members of these resources are created. No provider is called.

use kernel::family::fixture::{Fixture, Made};

const PROVIDER: Made = Made::Request {
    method: "POST",
    target: "/api/cloud/providers?verify=later",
    body: r#"{"name": "Cloud $mark", "kind": "aws", "organization_id": "$org", "auth_method": "access_key",
        "config": {"regions": ["eu-central-1"]},
        "credentials": {"access_key_id": "AKIAIOSFODNN7EXAMPLE", "secret_access_key": "$secret"}}"#,
};

/// A request that no worker has taken yet.
const VM: &str = r#"{"provider_id": "$prv", "name": "machine$mark", "size": "t3.micro", "image": "ami-0abcdef1234567890",
    "user_data": "$secret"}"#;

/// As if the provider had been verified, and its machines were not there any more.
const VERIFIED: &str = "update cloud_providers set status = 'verified' where id = '$id'";
const UNUSED: &str = "update cloud_vms set operation_id = null, status = 'deleted' where provider_id = '$id'";

/// As if a worker had made the machine.
const MADE: &str = "update cloud_vms
    set operation_id = null, status = 'running', provider_ref = 'i-' || md5(id::text), last_synced_at = now()
    where id = '$id'";

/// As if the provider had refused the machine.
const REFUSED: &str = "update cloud_vms set operation_id = null, status = 'failed' where id = '$id'";

pub const FIXTURES: &[Fixture] = &[
    Fixture::made("prv", "/api/cloud/providers", PROVIDER)
        .needs(&["org"])
        .ready(&[("cloud.vms.create", VERIFIED), ("cloud.providers.delete", UNUSED)]),
    Fixture::posted("vm", "/api/cloud/vms", VM)
        .needs(&["prv", "org"])
        .ready(&[("cloud.vms.update", MADE), ("cloud.vms.delete", REFUSED)]),
];
