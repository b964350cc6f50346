//! How members of these resources are made. Users are created by their first sign-in: no request creates one.

use kernel::family::fixture::{Fixture, Made};

const USER: Made = Made::Statement(
    "insert into users (tenant_id, id, email, name, role, created_at, updated_at)
    values (
        '$tenant', gen_random_uuid(), 'person$mark.' || md5(random()::text) || '@people.example', 'Person $mark',
        'viewer', now(), now()
    )
    returning id",
);

const SESSION: Made = Made::Statement(
    "insert into sessions (
        tenant_id, id, user_id, token_prefix, secret_hash, ip, user_agent, created_at, last_used_at, expires_at
    )
    values (
        '$tenant', gen_random_uuid(), '$usr', 'tcs_' || left(md5(random()::text), 16),
        sha256(random()::text::bytea), '127.0.0.1', 'Browser $mark', now(), now(), now() + interval '1 day'
    )
    returning id",
);

const PROVIDER: &str = r#"{"name": "Login $mark", "issuer": "https://login$mark.example", "client_id": "client$mark",
    "client_secret": "$secret", "domains": ["login$mark.example"]}"#;

pub const FIXTURES: &[Fixture] = &[
    Fixture::made("usr", "/api/admin/users", USER).of_the_tenant(),
    Fixture::made("ses", "/api/auth/sessions", SESSION).needs(&["usr"]).of_the_tenant(),
    Fixture::posted("sso", "/api/admin/sso", PROVIDER).of_the_tenant(),
];
