//! `/api/backup/customer-aggregate`: how well the devices of each customer can be restored.

use crate::{DeviceId, OrganizationId, words::words};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

words! {
    /// Where figures come from. `measured`: we opened the repository. `reported`: another product said so. `mixed`: both,
    /// for different devices. `none`: nothing is known.
    BackupEvidence { None = "none", Reported = "reported", Mixed = "mixed", Measured = "measured" }

    /// `a` from 90 points, `b` from 80, `c` from 70, `d` from 50, `f` below.
    BackupGrade { A = "a", B = "b", C = "c", D = "d", F = "f" }

    /// A part of the score. A cap takes points away, so that the score does not exceed it.
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

    /// Why a device is at risk.
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
        /// Devices at risk, with reasons.
        AtRisk = "at_risk",
    }
}

/// Backup posture of customers.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct BackupAggregate {
    /// Time for which ages and the score were computed.
    pub as_of: Timestamp,
    pub data: Vec<CustomerBackup>,
    pub has_more: bool,
    /// Send it as `cursor` with the same filters to get the next page; `null` on the last.
    pub next_cursor: Option<String>,
}

/// Backup posture of one customer. Retired devices are not counted.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct CustomerBackup {
    pub organization_id: OrganizationId,
    #[schema(examples("Initech GmbH"))]
    pub organization_name: String,
    /// `null` if the customer has no device that requires a backup.
    #[schema(minimum = 0, maximum = 100, examples(74))]
    pub score: Option<i32>,
    pub grade: Option<BackupGrade>,
    pub evidence: BackupEvidence,
    /// The points of the score. Their sum is the score.
    pub score_breakdown: Vec<BackupScorePart>,
    pub coverage: BackupCoverage,
    pub rpo: BackupRpo,
    pub restore_tests: BackupRestoreTests,
    pub integrity: BackupIntegrity,
    /// Devices at risk, at most 100, with `include=at_risk`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub at_risk: Option<Vec<BackupDeviceAtRisk>>,
    /// Number of devices at risk.
    #[schema(minimum = 0, examples(2))]
    pub at_risk_count: i64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct BackupScorePart {
    pub control: BackupControl,
    /// Points that the control can contribute; 0 for a cap.
    #[schema(minimum = 0, examples(30))]
    pub weight: i32,
    /// Share of the weight that is reached, from 0 to 1; for a cap, the number of points that it allows.
    #[schema(examples(0.9))]
    pub value: f64,
    /// Points that count; negative for a cap.
    #[schema(examples(27))]
    pub points: i32,
    #[schema(examples("36 of 40 devices are protected."))]
    pub why: String,
}

/// Devices by the state of their backups.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BackupCoverage {
    /// Devices that require a backup: `protected`, `unprotected` and `unknown`.
    #[schema(minimum = 0, examples(40))]
    pub eligible: i64,
    #[schema(minimum = 0, examples(36))]
    pub protected: i64,
    /// Devices that require none.
    #[schema(minimum = 0, examples(3))]
    pub excluded: i64,
    #[schema(minimum = 0, examples(3))]
    pub unprotected: i64,
    /// Devices without any evidence. They count as unprotected.
    #[schema(minimum = 0, examples(1))]
    pub unknown: i64,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BackupRpo {
    /// Recovery point objective of the organization. Devices can have another one.
    #[schema(examples(86_400))]
    pub target_seconds: i64,
    #[schema(minimum = 0, examples(35))]
    pub compliant: i64,
    /// All other devices that require a backup.
    #[schema(minimum = 0, examples(5))]
    pub breached: i64,
    /// Age of the oldest among the newest backups of each device.
    #[schema(minimum = 0, examples(97_200))]
    pub worst_age_seconds: Option<i64>,
}

/// Devices by their last restore test.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BackupRestoreTests {
    pub last_passed_at: Option<Timestamp>,
    /// Devices whose last test passed within `restore_test_every_days`.
    #[schema(minimum = 0, examples(20))]
    pub passed: i64,
    #[schema(minimum = 0, examples(1))]
    pub failed: i64,
    /// Devices without a test within `restore_test_every_days`.
    #[schema(minimum = 0, examples(19))]
    pub never: i64,
}

/// Devices by the last integrity check of their backups.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BackupIntegrity {
    pub last_check_at: Option<Timestamp>,
    /// Devices whose last check failed.
    #[schema(minimum = 0, examples(0))]
    pub errors: i64,
    /// Devices whose last check passed within `integrity_every_days`.
    #[schema(minimum = 0, examples(36))]
    pub passed: i64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BackupDeviceAtRisk {
    pub device_id: DeviceId,
    #[schema(examples("srv-01"))]
    pub device_name: String,
    pub evidence: BackupEvidence,
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
