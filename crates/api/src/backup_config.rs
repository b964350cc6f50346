//! `/api/backup/config`: backup settings of the tenant, its organizations and devices.

use crate::{
    Actor, DeviceId, EventKind, Lifecycle, OrganizationId, Page, Resource, ids::RepositoryId,
    ticket_comments::FieldChange, words::words,
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use utoipa::{IntoParams, ToSchema};

words! {
    /// The kind of object that settings belong to.
    BackupScopeKind { Tenant = "tenant", Organization = "organization", Device = "device" }

    /// Origin of an effective value. `default` is the service itself.
    BackupLevel { Default = "default", Tenant = "tenant", Organization = "organization", Device = "device" }

    /// A consent to a change that can lose backups.
    BackupConsent {
        /// Backups are no longer required.
        DisableBackup = "disable_backup",
        /// Fewer backups are kept.
        ShortenRetention = "shorten_retention",
        /// A repository is no longer used.
        DropRepository = "drop_repository",
    }
}

/// Backup settings of one scope, and the settings that result for it.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct BackupConfig {
    /// Id of the tenant, organization or device that the settings belong to.
    #[schema(examples("org_01h455vb4pex5vsknk084sn02q"))]
    pub id: String,
    pub scope: BackupScope,
    /// Settings of this scope itself; `null` if it overrides nothing.
    pub config: Option<BackupSettings>,
    pub effective: BackupPolicy,
    /// For each effective value, by its JSON pointer, the level that it comes from.
    #[schema(value_type = BTreeMap<String, String>, examples(json!({"/enabled": "default", "/retention/daily": "tenant"})))]
    pub provenance: BTreeMap<String, BackupLevel>,
    /// Time of the last change; `null` if the scope never had settings of its own.
    pub updated_at: Option<Timestamp>,
    /// Version number, incremented on every change; also sent as the `ETag`. 0 before the first change.
    #[schema(minimum = 0, examples(1))]
    pub version: i32,
    /// Effect of the change. Only a dry run returns it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub impact: Option<BackupImpact>,
}

/// The object that settings belong to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BackupScope {
    #[serde(rename = "type")]
    pub kind: BackupScopeKind,
    /// Organization of the settings; `null` for the tenant.
    pub organization_id: Option<OrganizationId>,
    pub device_id: Option<DeviceId>,
}

/// Settings of one scope. Fields that are absent are inherited from the level above.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BackupSettings {
    /// `false` if no backup is required. Such devices are excluded from the score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub enabled: Option<bool>,
    /// Recovery point objective: the age that the newest backup may have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 300, maximum = 31_536_000, examples(14_400))]
    pub rpo_seconds: Option<i64>,
    /// Repositories that contain the backups.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, max_items = 20)]
    pub repositories: Option<Vec<RepositoryId>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub retention: Option<BackupRetentionSettings>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub verification: Option<BackupVerificationSettings>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub alerts: Option<BackupAlertSettings>,
}

/// Number of backups that are kept.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BackupRetentionSettings {
    /// Number of the newest backups to keep, regardless of their age.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 0, maximum = 10_000, examples(3))]
    pub keep_last: Option<i32>,
    /// Number of daily snapshots to keep.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 0, maximum = 10_000, examples(14))]
    pub daily: Option<i32>,
    /// Number of weekly snapshots to keep.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 0, maximum = 10_000, examples(8))]
    pub weekly: Option<i32>,
    /// Number of monthly snapshots to keep.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 0, maximum = 10_000, examples(12))]
    pub monthly: Option<i32>,
    /// Number of yearly snapshots to keep.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 0, maximum = 10_000, examples(1))]
    pub yearly: Option<i32>,
}

/// Intervals at which backups are verified.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BackupVerificationSettings {
    /// Days within which the integrity of all data must be checked once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 1, maximum = 3650, examples(30))]
    pub integrity_every_days: Option<i32>,
    /// Days within which a restore must be tested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 1, maximum = 3650, examples(90))]
    pub restore_test_every_days: Option<i32>,
}

/// Conditions under which missing backups raise an alert.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BackupAlertSettings {
    /// A device whose newest backup is older than `rpo_seconds` times this factor is unprotected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 1, maximum = 100, examples(2))]
    pub stale_factor: Option<f64>,
    /// `true` if tickets are opened for the problems of a customer: unprotected devices, failed restore tests, failed
    /// integrity checks and failed checks of repositories.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub open_ticket: Option<bool>,
}

/// The settings that apply, after all levels are merged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct BackupPolicy {
    /// `true` if a backup is required.
    pub enabled: bool,
    /// Maximum age of the newest backup (recovery point objective).
    #[schema(examples(86_400))]
    pub rpo_seconds: i64,
    /// Repositories that must have the backups.
    pub repositories: Vec<RepositoryId>,
    pub retention: BackupRetention,
    pub verification: BackupVerification,
    pub alerts: BackupAlerts,
}

/// Numbers of snapshots that are kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BackupRetention {
    /// Number of the latest snapshots to keep, whatever their age.
    #[schema(minimum = 0, examples(0))]
    pub keep_last: i32,
    /// Number of daily snapshots to keep.
    #[schema(minimum = 0, examples(7))]
    pub daily: i32,
    /// Number of weekly snapshots to keep.
    #[schema(minimum = 0, examples(4))]
    pub weekly: i32,
    /// Number of monthly snapshots to keep.
    #[schema(minimum = 0, examples(12))]
    pub monthly: i32,
    /// Number of yearly snapshots to keep.
    #[schema(minimum = 0, examples(0))]
    pub yearly: i32,
}

/// Intervals at which backups are verified.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BackupVerification {
    /// Days between two complete integrity checks.
    #[schema(examples(30))]
    pub integrity_every_days: i32,
    /// Days between two restore tests.
    #[schema(examples(90))]
    pub restore_test_every_days: i32,
}

/// When backups raise an alert.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct BackupAlerts {
    /// A backup is stale if it is older than the RPO times this factor.
    #[schema(examples(2.0))]
    pub stale_factor: f64,
    /// `true` if an alert opens a ticket.
    pub open_ticket: bool,
}

/// The policy before anything is configured: backups are required, so that a forgotten device is not overlooked.
impl Default for BackupPolicy {
    fn default() -> BackupPolicy {
        BackupPolicy {
            enabled: true,
            rpo_seconds: 86_400,
            repositories: vec![],
            retention: BackupRetention { keep_last: 0, daily: 7, weekly: 4, monthly: 12, yearly: 0 },
            verification: BackupVerification { integrity_every_days: 30, restore_test_every_days: 90 },
            alerts: BackupAlerts { stale_factor: 2.0, open_ticket: false },
        }
    }
}

/// Effect of a change.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct BackupImpact {
    /// Consents that the change requires: send them as `allow`.
    pub consents: Vec<BackupConsent>,
    /// Effective values that change for the scope, by their JSON pointers.
    pub changes: Vec<FieldChange>,
    /// Number of devices of the scope that are not retired, including those with settings of their own.
    #[schema(minimum = 0, examples(42))]
    pub devices: i64,
}

/// Replaces the settings of the scope.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"config": {
    "rpo_seconds": 14_400,
    "retention": {"daily": 14, "weekly": 8, "monthly": 12, "yearly": 1},
    "verification": {"restore_test_every_days": 90},
    "alerts": {"stale_factor": 1.5, "open_ticket": true}
}}))]
pub struct BackupConfigChange {
    /// The new settings, as a whole; `null` removes the settings of the scope, so that everything is inherited.
    #[schema(required = true)]
    pub config: Option<BackupSettings>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct BackupConfigTarget {
    /// Organization of the settings. Without it and `device_id`, the operation is about the settings of the tenant.
    #[param(nullable = false)]
    pub organization_id: Option<OrganizationId>,
    /// Device of the settings.
    #[param(nullable = false)]
    pub device_id: Option<DeviceId>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct BackupConfigAllow {
    /// Consents to a change that can lose backups; separate several with commas.
    #[param(nullable = false, explode = false, inline)]
    pub allow: Option<Vec<BackupConsent>>,
}

/// A former or current version of the settings of a scope.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct BackupConfigVersion {
    #[schema(minimum = 1, examples(3))]
    pub version: i32,
    pub created_at: Timestamp,
    pub actor: Actor,
    /// Settings of the scope in this version; `null` if they were removed.
    pub config: Option<BackupSettings>,
    /// Consents that were sent with the change.
    pub allowed: Vec<BackupConsent>,
}

pub type BackupConfigHistory = Page<BackupConfigVersion>;

/// Payload of an event about a backup configuration.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct BackupConfigEvent {
    pub object: BackupConfig,
    /// Previous values of the changed fields. Present only if something changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false)]
    pub previous: Option<Map<String, Value>>,
}

impl Resource for BackupConfig {
    const TYPE: &'static str = "backup_config";
    const PATH: &'static str = "/api/backup/config";
    const EVENTS: Lifecycle = Lifecycle { created: None, updated: Some(EventKind::BackupConfigUpdated), deleted: None };

    fn id(&self) -> String {
        self.id.clone()
    }

    fn version(&self) -> i32 {
        self.version
    }

    fn organization(&self) -> Option<OrganizationId> {
        self.scope.organization_id
    }
}
