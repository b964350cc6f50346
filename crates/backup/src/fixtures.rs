//! How members of these resources are made.

use kernel::family::fixture::Fixture;

const JOB: &str = r#"{"external_ref": "Session $mark", "product": "veeam", "device_id": "$dev", "result": "succeeded",
    "started_at": "2026-11-15T01:00:00Z", "ended_at": "2026-11-15T01:42:10Z", "message": "Message $mark"}"#;

pub const FIXTURES: &[Fixture] = &[Fixture::posted("bkj", "/api/backup/jobs", JOB).needs(&["dev"])];
