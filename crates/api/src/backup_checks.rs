//! `/api/backup/checks`: what checks of repositories found. `/api/backup/hosts`: the hosts that have snapshots there.

use crate::{BackupCheckId, BackupHostId, DeviceId, OneOrPage, OrganizationId, RepositoryId, Resource, words::words};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

words! {
    /// Result of a check.
    BackupCheckResult { Passed = "passed", Failed = "failed" }

    /// Result of a part of a check. `stale_lock`, `immutability_unknown` and `limit_reached` are remarks; all others fail
    /// the check.
    BackupFindingCode {
        /// The server cannot be reached.
        Unreachable = "unreachable",
        /// The operator does not allow the address.
        Refused = "refused",
        /// The server refuses the credentials.
        AccessDenied = "access_denied",
        /// There is no repository at the address.
        NotFound = "not_found",
        WrongPassword = "wrong_password",
        /// The repository contains data that cannot be decrypted or understood.
        Damaged = "damaged",
        /// The repository exceeds a limit of checks, so nothing in it could be checked.
        TooLarge = "too_large",
        /// A part of the check was not done, because the repository exceeds a limit of it: reading packs, restoring
        /// files, or reading all snapshots and hosts. The other parts were done. What was not done counts as not
        /// verified once the last result is too old.
        LimitReached = "limit_reached",
        /// The check itself failed; this says nothing about the repository.
        Unavailable = "unavailable",
        /// The content of a pack does not match its name.
        PackDamaged = "pack_damaged",
        /// A pack that the index names does not exist or has another size.
        PackMissing = "pack_missing",
        SnapshotDamaged = "snapshot_damaged",
        /// The time of a snapshot is in the future.
        SnapshotInFuture = "snapshot_in_future",
        /// Restored files differ from the backed-up ones, or could not be restored.
        RestoreFailed = "restore_failed",
        /// The repository is expected to be immutable, and is not.
        NotImmutable = "not_immutable",
        /// The repository is expected to be immutable, and nothing could be proved.
        ImmutabilityUnknown = "immutability_unknown",
        /// A lock is older than a day. It keeps old backups from being removed.
        StaleLock = "stale_lock",
        /// Much more of a host's data has changed than usual, as after encryption by an attacker.
        UnusualChange = "unusual_change",
    }

    /// Match of a host with a device.
    BackupHostMatch {
        /// No device has the name of the host.
        None = "none",
        /// Several devices have the name of the host.
        Ambiguous = "ambiguous",
        /// One device has the name of the host. The match counts until somebody excludes it.
        Proposed = "proposed",
        /// Somebody has confirmed the match.
        Confirmed = "confirmed",
        /// Somebody has excluded the host: its snapshots do not count for any device.
        Excluded = "excluded",
    }

    /// Decision about a host.
    BackupHostDecision { Confirmed = "confirmed", Excluded = "excluded", Automatic = "automatic" }
}

/// The result of a check of a repository.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct BackupCheck {
    pub id: BackupCheckId,
    pub repository_id: RepositoryId,
    pub organization_id: Option<OrganizationId>,
    pub result: BackupCheckResult,
    pub started_at: Timestamp,
    /// End time.
    pub finished_at: Timestamp,
    /// Results of the parts of the check, at most 100.
    pub findings: Vec<BackupFinding>,
    pub snapshots: BackupCheckSnapshots,
    pub integrity: BackupCheckIntegrity,
    pub restore_tests: BackupCheckRestores,
    pub immutability: BackupCheckImmutability,
    pub locks: BackupCheckLocks,
    pub cost: BackupCheckCost,
}

/// Result of a part of a check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BackupFinding {
    pub code: BackupFindingCode,
    /// Host that the finding concerns; `null` if it concerns the whole repository.
    #[schema(examples("srv-01"))]
    pub host: Option<String>,
    #[schema(examples("1 pack is damaged: 4f0c6d…"))]
    pub detail: String,
}

/// Snapshots in a repository.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BackupCheckSnapshots {
    /// Number of snapshots.
    #[schema(minimum = 0, examples(120))]
    pub count: i64,
    /// Number of hosts that have snapshots.
    #[schema(minimum = 0, examples(8))]
    pub hosts: i64,
    /// Snapshots that cannot be read.
    #[schema(minimum = 0, examples(0))]
    pub damaged: i64,
    /// Size of all packs.
    #[schema(minimum = 0, examples(734_003_200))]
    pub bytes: i64,
}

/// Result of reading the packs of a repository.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BackupCheckIntegrity {
    /// Number of packs in the index.
    #[schema(minimum = 0, examples(400))]
    pub packs: i64,
    /// Number of packs that this check read completely.
    #[schema(minimum = 0, examples(14))]
    pub read: i64,
    /// Number of damaged packs.
    #[schema(minimum = 0, examples(0))]
    pub damaged: i64,
    /// Number of missing packs.
    #[schema(minimum = 0, examples(0))]
    pub missing: i64,
    /// Time up to which the repository is verified: all packs that existed then have been read since, and none was
    /// damaged.
    pub fully_read_through: Option<Timestamp>,
}

/// Hosts whose newest snapshot was restored in part by this check.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BackupCheckRestores {
    /// Number of tests that passed.
    #[schema(minimum = 0, examples(3))]
    pub passed: i64,
    /// Number of failures.
    #[schema(minimum = 0, examples(0))]
    pub failed: i64,
    /// Bytes that were restored.
    #[schema(minimum = 0, examples(20_971_520))]
    pub bytes: i64,
}

/// Protection of the repository against changes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BackupCheckImmutability {
    /// `true` if backups cannot be deleted, `false` if they can; `null` if the check could prove neither.
    pub immutable: Option<bool>,
    /// Human-readable explanation.
    #[schema(examples("Packs have a retention period, and a test object could not be deleted."))]
    pub detail: Option<String>,
}

/// Locks in a repository.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BackupCheckLocks {
    /// Number of locks.
    #[schema(minimum = 0, examples(0))]
    pub count: i64,
    /// Time since which there have been locks; `null` without locks.
    pub since: Option<Timestamp>,
}

/// Cost of the check.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BackupCheckCost {
    /// Calls to the backend.
    #[schema(minimum = 0, examples(90))]
    pub calls: i64,
    /// Bytes that the check has read.
    #[schema(minimum = 0, examples(52_428_800))]
    pub bytes: i64,
    /// Duration of the check.
    #[schema(minimum = 0, examples(12))]
    pub seconds: i64,
}

pub type BackupCheckOrPage = OneOrPage<BackupCheck>;

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct BackupCheckQuery {
    /// Returns only the check with this id, as a single object.
    #[param(nullable = false)]
    pub id: Option<BackupCheckId>,
    /// Filters by repository.
    #[param(nullable = false)]
    pub repository_id: Option<RepositoryId>,
}

/// A check has no options: the body can be omitted.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({}))]
pub struct NewBackupCheck {}

/// Payload of an event about a check of a repository.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct BackupCheckEvent {
    pub object: BackupCheck,
}

impl Resource for BackupCheck {
    const TYPE: &'static str = "backup_check";
    const PATH: &'static str = "/api/backup/checks";

    fn id(&self) -> String {
        self.id.to_string()
    }

    /// A result never changes.
    fn version(&self) -> i32 {
        1
    }

    fn organization(&self) -> Option<OrganizationId> {
        self.organization_id
    }
}

/// A host that has snapshots in a repository.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct BackupHost {
    pub id: BackupHostId,
    pub repository_id: RepositoryId,
    /// Organization of the device, or else of the repository.
    pub organization_id: Option<OrganizationId>,
    /// Name of the host in its backups.
    #[schema(examples("srv-01"))]
    pub host: String,
    #[serde(rename = "match")]
    pub matched: BackupHostMatch,
    /// Device that the host is matched to.
    pub device_id: Option<DeviceId>,
    /// Time of the newest snapshot: the earliest of the time that it states, the time in its summary, and the time of
    /// the check that first found it.
    pub recovery_point_at: Timestamp,
    /// Number of snapshots.
    #[schema(minimum = 1, examples(14))]
    pub snapshots: i32,
    /// The newest snapshot of each set of paths, at most 20 sets.
    pub paths: Vec<BackupHostPaths>,
    /// Share of new data in the newest backup; `null` if the backup program does not report it.
    #[schema(examples(0.02))]
    pub change_ratio: Option<f64>,
    /// Median of `change_ratio` over the earlier backups; `null` if there are none.
    #[schema(examples(0.015))]
    pub usual_change_ratio: Option<f64>,
    pub restore_test: Option<BackupHostRestore>,
    /// Time at which a check first found the host.
    pub first_seen_at: Timestamp,
    /// Time of the last check that found snapshots of the host.
    pub last_seen_at: Timestamp,
    /// Version number, incremented on every change of the match; also sent as the `ETag`.
    #[schema(examples(1))]
    pub version: i32,
}

/// Paths that are backed up together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BackupHostPaths {
    /// Paths of the set. A long list is truncated.
    #[schema(examples(json!(["/etc", "/srv"])))]
    pub paths: Vec<String>,
    /// Time of the newest snapshot.
    pub newest_at: Timestamp,
    /// Number of snapshots.
    #[schema(minimum = 1, examples(14))]
    pub snapshots: i32,
}

/// The last restore test of a host.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BackupHostRestore {
    /// Time of the test.
    pub tested_at: Timestamp,
    /// `true` if the restored files were intact.
    pub passed: bool,
    /// Duration of the test.
    #[schema(minimum = 0, examples(2))]
    pub seconds: i32,
    /// Reason why the test failed; `null` if it passed.
    pub detail: Option<String>,
}

pub type BackupHostOrPage = OneOrPage<BackupHost>;

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct BackupHostQuery {
    /// Returns only the host with this id, as a single object.
    #[param(nullable = false)]
    pub id: Option<BackupHostId>,
    /// Filters by repository.
    #[param(nullable = false)]
    pub repository_id: Option<RepositoryId>,
    /// Filters by the state of the match.
    #[serde(rename = "match")]
    #[param(nullable = false, inline)]
    pub matched: Option<BackupHostMatch>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct BackupHostTarget {
    /// Id of the host.
    pub id: BackupHostId,
}

/// Request to change the match of a host.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"match": "excluded"}))]
pub struct BackupHostChange {
    /// `automatic` matches the host by its name again.
    #[serde(rename = "match")]
    pub decision: BackupHostDecision,
    /// Device of the host, for `confirmed`; the proposed one if it is absent.
    #[schema(nullable = false)]
    pub device_id: Option<DeviceId>,
}

impl Resource for BackupHost {
    const TYPE: &'static str = "backup_host";
    const PATH: &'static str = "/api/backup/hosts";

    fn id(&self) -> String {
        self.id.to_string()
    }

    fn version(&self) -> i32 {
        self.version
    }

    fn organization(&self) -> Option<OrganizationId> {
        self.organization_id
    }
}
