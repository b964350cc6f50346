//! The result of a verification of a cloud account: what its credentials may do, and how to fix what they may not.

use crate::{cloud_providers::CloudRegionName, words::words};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// Result of a verification.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct CloudVerification {
    /// Time of the check.
    pub checked_at: Timestamp,
    /// The identity that the credentials belong to, as it was last known; `null` if the provider has never accepted them, or
    /// does not name it.
    pub identity: Option<CloudIdentity>,
    /// Capabilities of the credentials.
    pub capabilities: Vec<CloudCapability>,
    /// State of each region of `config`.
    pub regions: Vec<CloudRegionState>,
}

/// Account of the credentials.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CloudIdentity {
    /// Id of the account; for OpenStack, of the project.
    #[schema(examples("123456789012"))]
    pub account_id: String,
    /// ARN of the identity; for OpenStack, the name of the user.
    #[schema(examples("arn:aws:sts::123456789012:assumed-role/tenant-control/tenant-control"))]
    pub arn: String,
}

/// A permission that the service requires or can use.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct CloudCapability {
    #[schema(examples("list_machines"))]
    pub name: String,
    /// `true` if the provider cannot be used without it.
    pub required: bool,
    pub result: CapabilityResult,
    /// Reason for the result; `null` if it is `granted`.
    pub code: Option<CloudFindingCode>,
    /// Human-readable reason; `null` if the result is `granted`.
    #[schema(examples("The credentials may not call ec2:DescribeInstances."))]
    pub detail: Option<String>,
    /// Instructions to make the capability available.
    pub fix: Option<CloudFix>,
}

words! {
    /// Result of the test of a capability.
    CapabilityResult {
        Granted = "granted",
        Denied = "denied",
        /// It could not be tested.
        Unknown = "unknown",
    }

    /// Reason why a capability is not granted or a region is not available. New reasons may be added.
    CloudFindingCode {
        /// There is no access key with this id.
        WrongKey = "wrong_key",
        /// The secret does not belong to the access key.
        WrongSecret = "wrong_secret",
        CredentialExpired = "credential_expired",
        /// The clocks of this service and of the provider differ too much.
        ClockSkew = "clock_skew",
        /// The role does not exist, does not trust this service, or requires another external id.
        RoleRefused = "role_refused",
        /// The role can be assumed without the external id.
        TrustOpen = "trust_open",
        /// The credentials belong to another account than `config.account_id` or the role.
        ForeignAccount = "foreign_account",
        PermissionDenied = "permission_denied",
        /// The region is not enabled for the account.
        RegionNotEnabled = "region_not_enabled",
        RegionUnknown = "region_unknown",
        Unreachable = "unreachable",
        Throttled = "throttled",
        /// The ARN of the role is not known yet.
        RoleMissing = "role_missing",
        /// This service has no identity of its own at the provider.
        ServiceIdentityMissing = "service_identity_missing",
        /// An endpoint of the provider is not one that the operator of this service allows.
        EndpointRefused = "endpoint_refused",
        /// The provider returned an unexpected response.
        Unclear = "unclear",
    }

    /// Availability of a region.
    RegionAvailability {
        Available = "available",
        Unavailable = "unavailable",
        Unknown = "unknown",
    }
}

/// Instructions to make a capability available.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct CloudFix {
    /// Instruction that fixes the problem.
    #[schema(examples("Add this policy to the role."))]
    pub text: String,
    /// Policy that grants what is missing; absent if no policy helps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false)]
    pub policy: Option<Value>,
}

/// State of a region.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct CloudRegionState {
    pub name: CloudRegionName,
    pub availability: RegionAvailability,
    pub code: Option<CloudFindingCode>,
    #[schema(examples("The region is not enabled for the account."))]
    pub detail: Option<String>,
}
