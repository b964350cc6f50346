//! How members of these resources are created. A delivery is created by a worker, and there is not always one.

use api::{Resource, webhooks::WebhookEndpoint};
use kernel::family::fixture::{Fixture, Made};

const ENDPOINT: &str = r#"{"name": "Endpoint $mark", "url": "https://hooks$mark.example", "events": ["*"],
    "headers": {"X-Token": "$secret"}}"#;

/// As a worker that has given up leaves it.
const DELIVERY: Made = Made::Statement(
    "insert into webhook_deliveries (
        tenant_id, id, event_at, endpoint_id, event_id, event_type, subject_id, position, ordered, status, created_at
    )
    select
        tenant_id, (left(replace(id::text, '-', ''), 12) || left(md5('$whk'), 20))::uuid, at, '$whk', id, type,
        subject_id, position, false, 'failed', at
    from events
    where tenant_id = '$tenant' and id = '$evt'
    returning id",
);

const RECOVERY: Made = Made::Request {
    method: "POST",
    target: "/api/admin/webhooks/recover?id=$whk",
    body: r#"{"since": "2026-11-14T00:00:00Z", "only": "all"}"#,
};

pub const FIXTURES: &[Fixture] = &[
    Fixture::posted("whk", "/api/admin/webhooks", ENDPOINT).shows_once(WebhookEndpoint::SECRETS),
    Fixture::made("dlv", "/api/admin/webhooks/deliveries", DELIVERY).needs(&["whk", "evt"]),
    // The only long-running operation so far.
    Fixture::made("op", "/api/operations", RECOVERY).needs(&["whk"]),
];
