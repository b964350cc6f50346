//! `/api/backup/jobs`: backup jobs as other products report them.

use crate::{BackupJobId, DeviceId, OneOrPage, OrganizationId, Resource, words::words};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::{IntoParams, ToSchema};

words! {
    /// The purpose of a job.
    BackupJobType {
        Backup = "backup",
        /// A test of a restore.
        RestoreTest = "restore_test",
        /// A check that stored backups can be read.
        IntegrityCheck = "integrity_check",
    }

    /// The result of a job. `warning` is a success with remarks.
    BackupJobResult { Running = "running", Succeeded = "succeeded", Warning = "warning", Failed = "failed" }

    /// Method by which the device of a job was determined.
    BackupJobMatch {
        /// The report named the device.
        Given = "given",
        /// One device has the name of the host.
        Host = "host",
        /// No device has the name of the host.
        None = "none",
        /// Several devices have the name of the host.
        Ambiguous = "ambiguous",
    }
}

/// A backup job that another product reported.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct BackupJob {
    pub id: BackupJobId,
    pub organization_id: OrganizationId,
    /// Device that was backed up; `null` if no device could be determined.
    pub device_id: Option<DeviceId>,
    pub matched_by: BackupJobMatch,
    /// Name of the host in its backups.
    #[schema(examples("srv-01.initech.example"))]
    pub host: Option<String>,
    /// Backup product that reported the job.
    #[schema(examples("veeam"))]
    pub product: String,
    /// Id of the job in the product; unique within organization and product.
    #[schema(examples("session-4711"))]
    pub external_ref: String,
    #[serde(rename = "type")]
    pub kind: BackupJobType,
    pub result: BackupJobResult,
    pub started_at: Timestamp,
    /// `null` while the job is running.
    pub finished_at: Option<Timestamp>,
    /// Bytes that the job transferred.
    #[schema(minimum = 0, examples(73_400_320))]
    pub bytes: Option<i64>,
    /// Message of the product about the result.
    #[schema(examples("1 of 12 disks was skipped"))]
    pub message: Option<String>,
    /// Time of the first report.
    pub reported_at: Timestamp,
    pub updated_at: Timestamp,
    /// Version number, incremented on every change; also sent as the `ETag`.
    #[schema(examples(1))]
    pub version: i32,
}

pub type BackupJobOrPage = OneOrPage<BackupJob>;

#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "external_ref": "session-4711",
    "product": "veeam",
    "host": "srv-01",
    "started_at": "2026-11-15T01:00:00Z",
    "finished_at": "2026-11-15T01:42:10Z",
    "result": "succeeded",
    "bytes": 73_400_320
}))]
/// Report of a backup job.
pub struct NewBackupJob {
    /// Id of the job in the product. A second report with the same id changes the job.
    #[schema(min_length = 1, max_length = 200, pattern = r"\S")]
    pub external_ref: String,
    /// Name of the product, for example `veeam`.
    #[schema(min_length = 1, max_length = 50, pattern = "^[a-z0-9][a-z0-9_.-]*$")]
    pub product: String,
    /// Device that was backed up. `device_id` or `host` is required.
    #[schema(nullable = false)]
    pub device_id: Option<DeviceId>,
    /// Host name that the product knows the device by. It is compared with host names and names of devices.
    #[schema(nullable = false, min_length = 1, max_length = 253, pattern = r"^\S+$")]
    pub host: Option<String>,
    /// Required if no device is found and the tenant has several organizations.
    #[schema(nullable = false)]
    pub organization_id: Option<OrganizationId>,
    /// `backup` if it is absent.
    #[serde(rename = "type")]
    #[schema(nullable = false)]
    pub kind: Option<BackupJobType>,
    pub result: BackupJobResult,
    /// Time at which the job began: the recovery point of its backup.
    pub started_at: Timestamp,
    /// Required unless the job is running.
    #[schema(nullable = false)]
    pub finished_at: Option<Timestamp>,
    #[schema(nullable = false, minimum = 0)]
    pub bytes: Option<i64>,
    #[schema(nullable = false, max_length = 1000)]
    pub message: Option<String>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct BackupJobQuery {
    /// Returns only the job with this id, as a single object.
    #[param(nullable = false)]
    pub id: Option<BackupJobId>,
    /// Filters by organization.
    #[param(nullable = false)]
    pub organization_id: Option<OrganizationId>,
    /// Filters by device.
    #[param(nullable = false)]
    pub device_id: Option<DeviceId>,
}

/// Payload of an event about a backup job.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct BackupJobEvent {
    pub object: BackupJob,
    /// Previous values of the changed fields. Present only if something changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false)]
    pub previous: Option<Map<String, Value>>,
}

impl Resource for BackupJob {
    const TYPE: &'static str = "backup_job";
    const PATH: &'static str = "/api/backup/jobs";

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
