//! How members of these resources are made.

use kernel::family::fixture::{Fixture, Made};

const JOB: &str = r#"{"external_ref": "Session $mark", "product": "veeam", "device_id": "$dev", "result": "succeeded",
    "started_at": "2026-11-15T01:00:00Z", "finished_at": "2026-11-15T01:42:10Z", "message": "Message $mark"}"#;

const REPOSITORY: &str = r#"{"name": "Repository $mark", "organization_id": "$org", "password": "$secret",
    "url": "rest:https://backup.example.com/$mark", "credentials": {"id": "user", "secret": "$secret"}}"#;

/// As a check leaves it.
const HOST: Made = Made::Statement(
    "insert into backup_hosts (
        tenant_id, id, repository_id, organization_id, host, match, first_seen_at, last_seen_at, snapshots,
        recovery_point_at, updated_at
    )
    values (
        '$tenant', gen_random_uuid(), '$rep', '$org', 'host-$mark', 'none', now(), now(), 1, now(), now()
    )
    returning id",
);

const CHECK: Made = Made::Statement(
    r#"insert into backup_checks (
        tenant_id, id, repository_id, organization_id, result, started_at, finished_at, report
    )
    values (
        '$tenant', gen_random_uuid(), '$rep', '$org', 'failed', now(), now(),
        '{"result": "failed", "started_at": "2026-11-15T01:00:00Z", "finished_at": "2026-11-15T01:00:05Z",
        "findings": [{"code": "restore_failed", "host": "host-$mark", "detail": "Detail $mark"}],
        "snapshots": {"count": 1, "hosts": 1, "damaged": 0, "bytes": 1000},
        "integrity": {"packs": 2, "read": 2, "damaged": 0, "missing": 0, "fully_read_through": null},
        "restore_tests": {"passed": 0, "failed": 1, "bytes": 0}, "immutability": {"immutable": null, "detail": null},
        "locks": {"count": 0, "since": null}, "cost": {"calls": 20, "bytes": 2000, "seconds": 5}}'
    )
    returning id"#,
);

pub const FIXTURES: &[Fixture] = &[
    Fixture::posted("bkj", "/api/backup/jobs", JOB).needs(&["dev"]),
    Fixture::posted("rep", "/api/backup/repositories", REPOSITORY).needs(&["org"]),
    Fixture::made("bkh", "/api/backup/hosts", HOST).needs(&["org", "rep"]),
    Fixture::made("bkc", "/api/backup/checks", CHECK).needs(&["org", "rep"]),
];
