//! How members of these resources are made.

use kernel::family::fixture::Fixture;

const JOB: &str = r#"{"external_ref": "Session $mark", "product": "veeam", "device_id": "$dev", "result": "succeeded",
    "started_at": "2026-11-15T01:00:00Z", "ended_at": "2026-11-15T01:42:10Z", "message": "Message $mark"}"#;

const REPOSITORY: &str = r#"{"name": "Repository $mark", "organization_id": "$org", "password": "$secret",
    "url": "rest:https://backup.example.com/$mark", "credentials": {"id": "user", "secret": "$secret"}}"#;

pub const FIXTURES: &[Fixture] = &[
    Fixture::posted("bkj", "/api/backup/jobs", JOB).needs(&["dev"]),
    Fixture::posted("rep", "/api/backup/repositories", REPOSITORY).needs(&["org"]),
];
