//! `/api/rmm/software`: the programs and packages that agents report, with the number of devices that have them.

use crate::{OrganizationId, Page};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A program or package, in all of its versions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SoftwareTitle {
    #[schema(examples("openssl"))]
    pub name: String,
    /// Publisher of the program.
    #[schema(examples("Debian OpenSSL Team"))]
    pub publisher: Option<String>,
    /// Number of devices with any version of it.
    #[schema(minimum = 1, examples(480))]
    pub device_count: i64,
    /// Number of versions.
    #[schema(minimum = 1, examples(2))]
    pub version_count: i64,
    /// The versions that most devices have, at most 50.
    pub versions: Vec<SoftwareVersion>,
}

/// Number of devices with one version of a program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SoftwareVersion {
    #[schema(examples("3.0.15-1~deb12u1"))]
    pub version: Option<String>,
    /// Number of devices.
    #[schema(minimum = 1, examples(470))]
    pub device_count: i64,
}

pub type SoftwarePage = Page<SoftwareTitle>;

/// A program or package that a device has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct InstalledSoftware {
    #[schema(examples("openssl"))]
    pub name: String,
    /// Publisher of the program.
    #[schema(examples("Debian OpenSSL Team"))]
    pub publisher: Option<String>,
    #[schema(examples("3.0.15-1~deb12u1"))]
    pub version: Option<String>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SoftwareQuery {
    /// Filters by the beginning of the name, regardless of case.
    #[param(example = "Ini", nullable = false, min_length = 1, max_length = 300)]
    pub name_prefix: Option<String>,
    /// Filters by organization: counts only its devices.
    #[param(nullable = false)]
    pub organization_id: Option<OrganizationId>,
}
