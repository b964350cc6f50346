//! `/api/backup/customer-aggregate`: how well the devices of each customer can be restored.

use crate::{DeviceId, OrganizationId, Resource, words::words};
use jiff::{Timestamp, civil::Date};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::{IntoParams, ToSchema};

words! {
    /// Origin of figures. `measured`: the service opened the repository. `reported`: another product reported them.
    /// `mixed`: both, for different devices or figures. `none`: nothing is known.
    BackupEvidence { None = "none", Reported = "reported", Mixed = "mixed", Measured = "measured" }

    /// `a` from 90 points, `b` from 80, `c` from 70, `d` from 50, `f` below.
    BackupGrade { A = "a", B = "b", C = "c", D = "d", F = "f" }

    /// A part of the score. A cap subtracts points, so that the score does not exceed it.
    BackupControl {
        /// Devices with a backup that is not too old: 30 points.
        Coverage = "coverage",
        /// Devices whose backup meets the recovery point objective: 25 points.
        Rpo = "rpo",
        /// Devices with a recent successful restore test: 20 points.
        RestoreTest = "restore_test",
        /// Devices with a backup that is proved immutable and off-site: 15 points.
        ImmutabilityOffsite = "immutability_offsite",
        /// Devices whose backup was recently read and is encrypted: 10 points.
        IntegrityEncryption = "integrity_encryption",
        /// At most 79 points without measured evidence.
        ReportedCap = "reported_cap",
        /// At most 69 points while the last restore test of a device failed.
        RestoreFailedCap = "restore_failed_cap",
        /// At most 49 points if less than half of the devices are protected.
        CoverageCap = "coverage_cap",
    }

    /// Problem of the backups of a device. A device with at least one is at risk.
    BackupRisk {
        /// Nothing is known about its backups.
        NoEvidence = "no_evidence",
        /// No backup has ever succeeded.
        NeverSucceeded = "never_succeeded",
        /// The newest backup is older than the recovery point objective times `stale_factor`.
        Stale = "stale",
        /// The newest backup is older than the recovery point objective.
        RpoBreached = "rpo_breached",
        LastBackupFailed = "last_backup_failed",
        RestoreTestFailed = "restore_test_failed",
        IntegrityCheckFailed = "integrity_check_failed",
    }

    BackupAggregateFormat { Json = "json", Csv = "csv" }

    BackupAggregateInclude {
        /// Devices at risk, with the reasons.
        AtRisk = "at_risk",
        /// The score of the last 90 days.
        Trend = "trend",
    }

    /// A problem of a customer. Each has a ticket of its own if `alerts.open_ticket` is set.
    BackupCause {
        /// Devices have no recent backup, or nothing is known about their backups.
        UnprotectedDevices = "unprotected_devices",
        RestoreTestFailed = "restore_test_failed",
        IntegrityCheckFailed = "integrity_check_failed",
        /// The last check of a repository failed.
        RepositoryCheckFailed = "repository_check_failed",
    }
}

/// Backup posture of customers.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct BackupAggregate {
    /// Time for which ages and the score were computed.
    pub as_of: Timestamp,
    pub summary: BackupSummary,
    pub data: Vec<CustomerBackup>,
    pub has_more: bool,
    /// Send it as `cursor` with the same filters to get the next page; `null` on the last page.
    pub next_cursor: Option<String>,
}

/// Totals of all customers that match the filters and that the caller can read, as of their last evaluation, which is
/// at most an hour old.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct BackupSummary {
    /// Number of customers.
    #[schema(minimum = 0, examples(120))]
    pub customers: i64,
    /// Customers that have a score.
    #[schema(minimum = 0, examples(110))]
    pub scored: i64,
    /// Mean of the scores; `null` if no customer has a score.
    #[schema(examples(81.5))]
    pub mean_score: Option<f64>,
    /// Number of customers by grade.
    pub grades: BackupGrades,
    /// Devices that require a backup, and those that are protected.
    #[schema(minimum = 0, examples(4_000))]
    pub eligible: i64,
    /// Number of devices whose newest backup is recent enough.
    #[schema(minimum = 0, examples(3_800))]
    pub protected: i64,
    /// Devices at risk: those with at least one problem of their backups.
    #[schema(minimum = 0, examples(230))]
    pub at_risk: i64,
}

/// Number of customers by grade.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BackupGrades {
    /// Number of customers with the grade A.
    #[schema(minimum = 0, examples(60))]
    pub a: i64,
    /// Number of customers with the grade B.
    #[schema(minimum = 0, examples(30))]
    pub b: i64,
    /// Number of customers with the grade C.
    #[schema(minimum = 0, examples(15))]
    pub c: i64,
    /// Number of customers with the grade D.
    #[schema(minimum = 0, examples(4))]
    pub d: i64,
    /// Number of customers with the grade F.
    #[schema(minimum = 0, examples(1))]
    pub f: i64,
}

/// The last evaluation of a day, in UTC.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BackupTrendPoint {
    /// Day of the figures.
    #[schema(value_type = String, format = Date, examples("2026-11-15"))]
    pub day: Date,
    /// Score, from 0 to 100.
    #[schema(minimum = 0, maximum = 100, examples(74))]
    pub score: Option<i32>,
    /// Number of devices that should have backups.
    #[schema(minimum = 0, examples(40))]
    pub eligible: i64,
    /// Number of devices whose newest backup is recent enough.
    #[schema(minimum = 0, examples(36))]
    pub protected: i64,
    /// Devices at risk.
    #[schema(minimum = 0, examples(2))]
    pub at_risk: i64,
}

/// The posture of a customer as it was evaluated last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BackupPosture {
    /// Id of the organization, which has exactly one posture.
    pub id: OrganizationId,
    pub organization_id: OrganizationId,
    /// Score, from 0 to 100.
    #[schema(minimum = 0, maximum = 100, examples(74))]
    pub score: Option<i32>,
    pub grade: Option<BackupGrade>,
    /// Problems of the customer.
    pub causes: Vec<BackupCause>,
    /// Number of devices that should have backups.
    #[schema(minimum = 0, examples(40))]
    pub eligible: i64,
    /// Number of devices whose newest backup is recent enough.
    #[schema(minimum = 0, examples(36))]
    pub protected: i64,
    /// Devices at risk.
    #[schema(minimum = 0, examples(2))]
    pub at_risk: i64,
    /// Version number, incremented on every evaluation.
    #[schema(examples(1))]
    pub version: i32,
}

/// Payload of an event about the backup posture of a customer.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct BackupPostureEvent {
    pub object: BackupPosture,
    /// Previous values of the changed fields. Present only if something changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false)]
    pub previous: Option<Map<String, Value>>,
}

impl Resource for BackupPosture {
    const TYPE: &'static str = "backup_posture";
    const PATH: &'static str = "/api/backup/customer-aggregate";

    fn id(&self) -> String {
        self.id.to_string()
    }

    fn version(&self) -> i32 {
        self.version
    }

    fn organization(&self) -> Option<OrganizationId> {
        Some(self.organization_id)
    }
}

/// Backup posture of one customer. Retired devices are not counted.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct CustomerBackup {
    pub organization_id: OrganizationId,
    /// Name of the organization.
    #[schema(examples("Initech GmbH"))]
    pub organization_name: String,
    /// `null` if the customer has no device that requires a backup.
    #[schema(minimum = 0, maximum = 100, examples(74))]
    pub score: Option<i32>,
    pub grade: Option<BackupGrade>,
    /// Evidence of all figures together. Each figure also has its own.
    pub evidence: BackupEvidence,
    /// The points of the score. Their sum is the score.
    pub score_breakdown: Vec<BackupScorePart>,
    pub coverage: BackupCoverage,
    pub rpo: BackupRpo,
    pub restore_tests: BackupRestoreTests,
    pub integrity: BackupIntegrity,
    pub storage: BackupStorage,
    /// Devices at risk, at most 100, with `include=at_risk`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub at_risk: Option<Vec<BackupDeviceAtRisk>>,
    /// Number of devices at risk: those with at least one problem of their backups.
    #[schema(minimum = 0, examples(2))]
    pub at_risk_count: i64,
    /// The last 90 days, oldest first, with `include=trend`. Days without an evaluation are missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub trend: Option<Vec<BackupTrendPoint>>,
}

/// A part of the score.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct BackupScorePart {
    pub control: BackupControl,
    /// Points that the control can contribute; 0 for a cap.
    #[schema(minimum = 0, examples(30))]
    pub weight: i32,
    /// Share of the weight that is reached, from 0 to 1; for a cap, the number of points that it allows.
    #[schema(examples(0.9))]
    pub value: f64,
    /// Points that the part adds to the score; negative for a cap.
    #[schema(examples(27))]
    pub points: i32,
    /// Evidence for the part. Only measured evidence counts for `immutability_offsite`.
    pub evidence: BackupEvidence,
    /// Human-readable explanation.
    #[schema(examples("36 of 40 devices are protected."))]
    pub detail: String,
}

/// Devices by the state of their backups.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BackupCoverage {
    /// Devices that require a backup: `protected`, `unprotected` and `unknown`.
    #[schema(minimum = 0, examples(40))]
    pub eligible: i64,
    /// Number of devices whose newest backup is recent enough.
    #[schema(minimum = 0, examples(36))]
    pub protected: i64,
    /// Devices that require no backup.
    #[schema(minimum = 0, examples(3))]
    pub excluded: i64,
    /// Number of devices whose newest backup is missing or too old.
    #[schema(minimum = 0, examples(3))]
    pub unprotected: i64,
    /// Devices without any evidence. They count as unprotected.
    #[schema(minimum = 0, examples(1))]
    pub unknown: i64,
    /// Evidence of the backups.
    pub evidence: BackupEvidence,
}

/// Compliance with the recovery point objective.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BackupRpo {
    /// Recovery point objective of the organization. Devices can have another one.
    #[schema(examples(86_400))]
    pub target_seconds: i64,
    /// Number of devices whose newest backup meets their recovery point objective.
    #[schema(minimum = 0, examples(35))]
    pub compliant: i64,
    /// Number of devices that require a backup and do not meet their recovery point objective.
    #[schema(minimum = 0, examples(5))]
    pub breached: i64,
    /// Age of the newest backup of the device whose newest backup is oldest, in seconds; `null` if no device has a
    /// backup.
    #[schema(minimum = 0, examples(97_200))]
    pub worst_age_seconds: Option<i64>,
    /// Evidence of the backups.
    pub evidence: BackupEvidence,
}

/// Devices by their last restore test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BackupRestoreTests {
    /// Time of the last restore test that passed; `null` if there was none.
    pub last_passed_at: Option<Timestamp>,
    /// Devices whose last test passed within `restore_test_every_days`.
    #[schema(minimum = 0, examples(20))]
    pub passed: i64,
    /// Number of devices whose last restore test failed.
    #[schema(minimum = 0, examples(1))]
    pub failed: i64,
    /// Devices without a test within `restore_test_every_days`.
    #[schema(minimum = 0, examples(19))]
    pub never: i64,
    /// Median of the time that the last restore test of each device took.
    #[schema(minimum = 0, examples(4))]
    pub seconds_p50: Option<i64>,
    /// Evidence of the restore tests.
    pub evidence: BackupEvidence,
}

/// Devices by the last integrity check of their backups.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BackupIntegrity {
    /// Time of the last check; `null` if there was none.
    pub last_check_at: Option<Timestamp>,
    /// Devices whose last check failed.
    #[schema(minimum = 0, examples(0))]
    pub errors: i64,
    /// Devices whose last check passed within `integrity_every_days`.
    #[schema(minimum = 0, examples(36))]
    pub passed: i64,
    /// Time up to which all repositories of the customer were read without damage; `null` if one of them was not.
    pub fully_read_through: Option<Timestamp>,
    /// Evidence of the integrity checks. `fully_read_through` is always measured.
    pub evidence: BackupEvidence,
}

/// Repositories of the customer, as they were measured.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BackupStorage {
    /// Size of all data; `null` if no repository was checked yet.
    #[schema(minimum = 0, examples(734_003_200))]
    pub bytes: Option<i64>,
}

/// A device whose backups have a problem.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BackupDeviceAtRisk {
    pub device_id: DeviceId,
    /// Name of the device.
    #[schema(examples("srv-01"))]
    pub device_name: String,
    /// Evidence of its backups.
    pub evidence: BackupEvidence,
    /// Problems of its backups.
    pub reasons: Vec<BackupRisk>,
    /// Recovery point of the newest backup.
    pub last_success_at: Option<Timestamp>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct BackupAggregateQuery {
    /// Filters by organization.
    #[param(nullable = false)]
    pub organization_id: Option<OrganizationId>,
    /// Additional fields of each customer.
    #[param(nullable = false, explode = false, inline)]
    pub include: Option<Vec<BackupAggregateInclude>>,
    /// `json`, or `csv` for a table of all customers.
    #[param(nullable = false, inline)]
    pub format: Option<BackupAggregateFormat>,
}
