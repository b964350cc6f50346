//! How members of these resources are created.

use api::{Resource, api_keys::ApiKey};
use kernel::family::fixture::{Fixture, Made};

/// Every change adds an entry.
const ENTRY: Made = Made::Statement("select id from audit_log where tenant_id = '$tenant' order by id desc limit 1");

pub const FIXTURES: &[Fixture] = &[
    Fixture::posted("key", "/api/admin/api-keys", r#"{"name": "Key $mark", "scopes": ["organizations:read"]}"#)
        .shows_once(ApiKey::SECRETS),
    Fixture::posted("sva", "/api/admin/service-accounts", r#"{"name": "Account $mark", "scopes": ["tickets:read"]}"#),
    Fixture::made("aud", "/api/admin/audit-log", ENTRY).needs(&["org"]).of_the_tenant(),
];
