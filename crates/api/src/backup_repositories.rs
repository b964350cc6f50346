//! `/api/backup/repositories`: repositories that are opened and checked.

use crate::{OneOrPage, OrganizationId, RepositoryId, Resource, backup_checks::BackupCheck, patch, words::words};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::fmt;
use utoipa::{IntoParams, ToSchema};

words! {
    /// The format of a repository.
    BackupRepositoryKind { Restic = "restic" }
}

/// A repository of backups. Its password and credentials are stored encrypted and never returned.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct BackupRepository {
    pub id: RepositoryId,
    /// Unique within the organization.
    #[schema(examples("Offsite vault"))]
    pub name: String,
    pub kind: BackupRepositoryKind,
    /// Address of the repository, in the notation of restic.
    #[schema(examples("s3:https://s3.example.com/backups/initech"))]
    pub url: String,
    /// `true` if credentials of the backend are stored.
    pub has_credentials: bool,
    /// Organization whose devices are backed up there; `null` for a repository of several customers.
    pub organization_id: Option<OrganizationId>,
    pub expected: BackupExpectations,
    /// Period of the checks.
    #[schema(minimum = 3600, maximum = 2_592_000, examples(86_400))]
    pub check_every_seconds: i32,
    /// Time of the next check.
    pub next_check_at: Timestamp,
    /// The last check that has ended; `null` before the first.
    pub last_check: Option<BackupCheck>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// Version number, incremented on every change; also sent as the `ETag`.
    #[schema(examples(1))]
    pub version: i32,
}

/// Expected properties of the repository. A check tries to prove that it is immutable; that it is off-site cannot be
/// proved.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BackupExpectations {
    /// Backups cannot be deleted or changed before their retention ends. A check fails if they can.
    #[serde(default)]
    pub immutable: bool,
    /// The repository is at another location than the devices.
    #[serde(default)]
    pub offsite: bool,
}

/// Credentials of the server of a repository.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BackupCredentials {
    /// User name, or access key id of S3.
    #[schema(min_length = 1, max_length = 200, pattern = r"^[\x21-\x7e]+$")]
    pub id: String,
    /// Password, or secret access key of S3.
    #[schema(write_only, min_length = 1, max_length = 1000)]
    pub secret: String,
    /// Region of S3; `us-east-1` if it is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, min_length = 1, max_length = 50, pattern = "^[a-z0-9-]+$")]
    pub region: Option<String>,
}

/// Omits the secret.
impl fmt::Debug for BackupCredentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BackupCredentials").field("id", &self.id).finish_non_exhaustive()
    }
}

pub type BackupRepositoryOrPage = OneOrPage<BackupRepository>;

#[serde_with::skip_serializing_none]
#[derive(Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "name": "Offsite vault",
    "url": "s3:https://s3.example.com/backups/initech",
    "password": "c4n-n0t-be-read-back",
    "credentials": {"id": "AKIAIOSFODNN7EXAMPLE", "secret": "c4n-n0t-be-read-back", "region": "eu-central-1"},
    "expected": {"immutable": true, "offsite": true}
}))]
/// Request to create a repository.
pub struct NewBackupRepository {
    #[schema(min_length = 1, max_length = 200, pattern = r"\S")]
    pub name: String,
    /// `restic` if it is absent.
    #[schema(nullable = false)]
    pub kind: Option<BackupRepositoryKind>,
    /// `s3:https://host/bucket/path`, `rest:https://host/path`, or an absolute path below a folder that the operator
    /// allows.
    #[schema(min_length = 1, max_length = 1000)]
    pub url: String,
    /// Password of the repository.
    #[schema(write_only, min_length = 1, max_length = 1000)]
    pub password: String,
    #[schema(nullable = false)]
    pub credentials: Option<BackupCredentials>,
    pub organization_id: Option<OrganizationId>,
    #[schema(nullable = false)]
    pub expected: Option<BackupExpectations>,
    /// Period of the checks; a day if it is absent.
    #[schema(nullable = false, minimum = 3600, maximum = 2_592_000)]
    pub check_every_seconds: Option<i32>,
}

/// Fields that are absent are not changed. If the address changes, the password must be sent again, and so must the
/// credentials if there are any: otherwise, the caller could have them sent to another server.
#[serde_with::skip_serializing_none]
#[derive(Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Vault of Initech", "check_every_seconds": 43_200}))]
pub struct BackupRepositoryChange {
    #[schema(nullable = false, min_length = 1, max_length = 200, pattern = r"\S")]
    pub name: Option<String>,
    #[schema(nullable = false, min_length = 1, max_length = 1000)]
    pub url: Option<String>,
    /// New password of the repository.
    #[schema(nullable = false, write_only, min_length = 1, max_length = 1000)]
    pub password: Option<String>,
    /// `null` removes the credentials.
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<BackupCredentials>)]
    pub credentials: Option<Option<BackupCredentials>>,
    #[schema(nullable = false)]
    pub expected: Option<BackupExpectations>,
    #[schema(nullable = false, minimum = 3600, maximum = 2_592_000)]
    pub check_every_seconds: Option<i32>,
}

/// Omits the password.
impl fmt::Debug for NewBackupRepository {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewBackupRepository").field("name", &self.name).field("url", &self.url).finish_non_exhaustive()
    }
}

/// Omits the password.
impl fmt::Debug for BackupRepositoryChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BackupRepositoryChange").field("name", &self.name).finish_non_exhaustive()
    }
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct BackupRepositoryQuery {
    /// Returns only the repository with this id, as a single object.
    #[param(nullable = false)]
    pub id: Option<RepositoryId>,
    /// Filters by organization.
    #[param(nullable = false)]
    pub organization_id: Option<OrganizationId>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct BackupRepositoryTarget {
    /// Id of the repository.
    pub id: RepositoryId,
}

impl Resource for BackupRepository {
    const TYPE: &'static str = "backup_repository";
    const PATH: &'static str = "/api/backup/repositories";

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
