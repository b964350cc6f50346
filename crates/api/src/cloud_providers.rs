//! `/api/cloud/providers`: accounts at cloud providers, with which machines are read and made.

use crate::{
    Actor, CloudProviderId, EventKind, Lifecycle, OneOrPage, OrganizationId, Resource,
    cloud_verification::CloudVerification, patch, words::words,
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;
use utoipa::{IntoParams, ToSchema};

/// An account at a cloud provider. Its credentials are stored encrypted and never returned.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct CloudProvider {
    pub id: CloudProviderId,
    /// Unique within the tenant.
    #[schema(examples("Acme production"))]
    pub name: String,
    pub kind: CloudKind,
    /// Organization that the account belongs to; `null` for an account of the tenant itself.
    pub organization_id: Option<OrganizationId>,
    pub config: CloudConfig,
    pub auth_method: CloudAuthMethod,
    /// The stored credentials, without their values; `null` until they are sent.
    pub credentials: Option<CloudCredentialsSummary>,
    /// The external id that the trust policy of the role must require (`assume_role`). It is generated for this
    /// provider and never changes.
    #[schema(examples("tc-3tY8cVbW2nQe5rZ7uLx1oPa9"))]
    pub external_id: Option<String>,
    /// The policies to create the role with (`assume_role`); `null` for other methods, and while the operator of this
    /// service has not configured its own identity at the provider.
    pub setup: Option<CloudSetup>,
    pub status: CloudProviderStatus,
    /// Result of the last verification; `null` before the first.
    pub verification: Option<CloudVerification>,
    pub guard: CloudGuard,
    pub created_by: Actor,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// Version number, incremented on every change; also sent as the `ETag`.
    #[schema(examples(1))]
    pub version: i32,
}

pub type CloudProviderOrPage = OneOrPage<CloudProvider>;

words! {
    /// Kind of a cloud. New kinds may be added.
    CloudKind {
        Aws = "aws",
        /// A host with libvirt, which the operator of this service offers.
        Libvirt = "libvirt",
        Openstack = "openstack",
        Hetzner = "hetzner",
    }

    /// Method by which the service signs in at the provider.
    CloudAuthMethod {
        /// The service assumes a role in your account. The role trusts the service's own identity and requires
        /// `external_id`. No secret is stored.
        AssumeRole = "assume_role",
        /// The service uses an access key of your account.
        AccessKey = "access_key",
        /// The service uses a host of the operator (`libvirt`), if you know the secret of the host.
        HostSecret = "host_secret",
        /// The service uses an application credential of your project (OpenStack).
        ApplicationCredential = "application_credential",
        /// The service uses the name and the password of a user (OpenStack). `config.account_id` is the project.
        Password = "password",
        /// The service uses an API token of your project (Hetzner).
        ApiToken = "api_token",
    }

    /// Status of a cloud provider.
    CloudProviderStatus {
        /// Not verified yet, for example because the role does not exist yet.
        Pending = "pending",
        Verified = "verified",
        /// The credentials are accepted, but a required permission or a region is missing.
        Degraded = "degraded",
        /// The provider refuses the credentials, or they are unsafe to use.
        Invalid = "invalid",
        /// The provider could not be reached.
        Unreachable = "unreachable",
    }
}

/// Account, regions and endpoint that are used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"regions": ["eu-central-1"]}))]
pub struct CloudConfig {
    /// Regions to use; the first also verifies the credentials. A libvirt host is one region, with a name of your choice.
    #[schema(min_items = 1, max_items = 40)]
    pub regions: Vec<CloudRegionName>,
    /// Id of the account (for OpenStack, of the project) that the credentials must belong to. Other credentials are
    /// refused.
    #[serde(default)]
    #[schema(pattern = "^([0-9]{12}|[0-9a-f]{32})$", examples("123456789012"))]
    pub account_id: Option<String>,
    /// URL of the provider's API, if it is not the public one; for OpenStack, the URL of Keystone; for `libvirt`, the
    /// URI of the host. Only the endpoints that the operator of this service allows can be used.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 500, examples("https://ec2.example.com"))]
    pub endpoint: Option<String>,
}

/// Name of a region; for Hetzner, of a location.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(min_length = 1, max_length = 40, pattern = "^[A-Za-z0-9][A-Za-z0-9_-]*$", examples("eu-central-1"))]
pub struct CloudRegionName(pub String);

/// Public properties of stored credentials.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CloudCredentialsSummary {
    /// Fingerprint of the credentials. It changes when credentials are set.
    #[schema(examples("9f86d081884c7d65"))]
    pub fingerprint: String,
    /// The end of the id of the access key or application credential, the ARN of the role, or the name of the user;
    /// empty for a token.
    #[schema(examples("…MPLE"))]
    pub hint: String,
    /// Time at which the credentials were stored.
    pub set_at: Timestamp,
}

/// The policies of a role that the service can assume.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct CloudSetup {
    /// The trust policy of the role.
    #[schema(value_type = Object)]
    pub trust_policy: Value,
    /// Minimal permission policy for all capabilities.
    #[schema(value_type = Object)]
    pub permission_policy: Value,
}

/// Limits for new machines.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CloudGuard {
    /// Regions in which machines may be created. If it is empty, all regions of `config` are allowed.
    #[serde(default)]
    #[schema(max_items = 40)]
    pub allowed_regions: Vec<CloudRegionName>,
    /// Sizes that machines may have. If it is empty, all sizes are allowed.
    #[serde(default)]
    #[schema(max_items = 100)]
    pub allowed_sizes: Vec<CloudSizeName>,
    /// Maximum number of machines that the service manages at this provider.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 100000, examples(50))]
    pub max_vms: Option<i32>,
    /// Maximum monthly price of all managed machines together, in the currency of the catalogue. If it is set, a
    /// machine whose price is unknown cannot be created.
    #[serde(default)]
    #[schema(pattern = r"^[0-9]{1,9}(\.[0-9]{1,2})?$", examples("500.00"))]
    pub max_monthly_cost: Option<String>,
}

/// Name of a size of machines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(min_length = 1, max_length = 60, pattern = "^[A-Za-z0-9._-]+$", examples("t3.micro"))]
pub struct CloudSizeName(pub String);

/// Credentials of an account. The fields depend on `auth_method`.
#[serde_with::skip_serializing_none]
#[derive(Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CloudCredentials {
    /// ARN of the role (`assume_role`).
    #[schema(
        nullable = false,
        max_length = 600,
        pattern = "^arn:aws[a-z-]*:iam::[0-9]{12}:role/[A-Za-z0-9_+=,.@/-]{1,512}$"
    )]
    pub role_arn: Option<String>,
    /// Id of the access key (`access_key`).
    #[schema(nullable = false, pattern = "^[A-Z0-9]{16,128}$")]
    pub access_key_id: Option<String>,
    /// Secret of the access key (`access_key`).
    #[schema(nullable = false, write_only, min_length = 16, max_length = 200, pattern = "^[!-~]+$")]
    pub secret_access_key: Option<String>,
    /// Secret of the host (`host_secret`).
    #[schema(nullable = false, write_only, min_length = 16, max_length = 200, pattern = "^[!-~]+$")]
    pub host_secret: Option<String>,
    /// Id of the application credential (`application_credential`).
    #[schema(nullable = false, pattern = "^[0-9a-f]{32}$")]
    pub application_credential_id: Option<String>,
    /// Secret of the application credential (`application_credential`).
    #[schema(nullable = false, write_only, min_length = 1, max_length = 300)]
    pub application_credential_secret: Option<String>,
    /// Name of the user (`password`).
    #[schema(nullable = false, min_length = 1, max_length = 255)]
    pub username: Option<String>,
    /// Name of the domain of the user (`password`), by default `Default`.
    #[schema(nullable = false, min_length = 1, max_length = 64)]
    pub user_domain: Option<String>,
    /// Password of the user (`password`).
    #[schema(nullable = false, write_only, min_length = 1, max_length = 300)]
    pub password: Option<String>,
    /// API token of the project (`api_token`).
    #[schema(nullable = false, write_only, min_length = 16, max_length = 200, pattern = "^[!-~]+$")]
    pub api_token: Option<String>,
}

/// Request to create a cloud provider.
#[serde_with::skip_serializing_none]
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Acme production", "kind": "aws", "auth_method": "assume_role",
    "config": {"regions": ["eu-central-1"]}, "guard": {"max_vms": 20}}))]
pub struct NewCloudProvider {
    #[schema(min_length = 1, max_length = 100, pattern = r"\S")]
    pub name: String,
    pub kind: CloudKind,
    pub organization_id: Option<OrganizationId>,
    pub config: CloudConfig,
    #[serde(default = "assume_role")]
    #[schema(default = "assume_role")]
    pub auth_method: CloudAuthMethod,
    /// Required, except for `assume_role`: for it, create the role with `setup` of the response and send its ARN with
    /// `PUT`.
    #[schema(nullable = false)]
    pub credentials: Option<CloudCredentials>,
    #[serde(default)]
    pub guard: CloudGuard,
}

fn assume_role() -> CloudAuthMethod {
    CloudAuthMethod::AssumeRole
}

/// Fields that are absent are not changed. `config` and `guard` are replaced as a whole.
#[serde_with::skip_serializing_none]
#[derive(Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Acme Europe", "guard": {"max_vms": 50, "max_monthly_cost": "500.00"}}))]
pub struct CloudProviderChange {
    #[schema(nullable = false, min_length = 1, max_length = 100, pattern = r"\S")]
    pub name: Option<String>,
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<OrganizationId>)]
    pub organization_id: Option<Option<OrganizationId>>,
    /// A new `endpoint` requires `credentials` in the same request.
    #[schema(nullable = false)]
    pub config: Option<CloudConfig>,
    /// New credentials. They are verified before they replace the current ones.
    #[schema(nullable = false)]
    pub credentials: Option<CloudCredentials>,
    #[schema(nullable = false)]
    pub guard: Option<CloudGuard>,
}

/// Omits the secret.
impl fmt::Debug for CloudCredentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CloudCredentials").field("role_arn", &self.role_arn).finish_non_exhaustive()
    }
}

/// Omits the credentials.
impl fmt::Debug for NewCloudProvider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewCloudProvider").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Omits the credentials.
impl fmt::Debug for CloudProviderChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CloudProviderChange").field("name", &self.name).finish_non_exhaustive()
    }
}

words! {
    /// When credentials are verified.
    VerifyCredentials {
        /// Before they are stored. Credentials that the provider refuses are not stored.
        Now = "now",
        /// Not by this request. They are stored as `pending`.
        Later = "later",
    }
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct NewCloudProviderQuery {
    /// Time of the verification; `now` by default.
    #[param(nullable = false, inline)]
    pub verify: Option<VerifyCredentials>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CloudProviderChangeTarget {
    /// Id of the provider.
    pub id: CloudProviderId,
    /// Time of the verification of new credentials; `now` by default.
    #[param(nullable = false, inline)]
    pub verify: Option<VerifyCredentials>,
}

/// A verification has no options: the body can be omitted.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({}))]
pub struct CloudVerificationRequest {}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CloudProviderQuery {
    /// Returns only the provider with this id, as a single object.
    #[param(nullable = false)]
    pub id: Option<CloudProviderId>,
    /// Filters by type.
    #[param(nullable = false, inline)]
    pub kind: Option<CloudKind>,
    /// Filters by status; separate several statuses with commas, or repeat the parameter.
    #[param(nullable = false, explode = false, inline)]
    pub status: Option<Vec<CloudProviderStatus>>,
    /// Filters by the organization that the account belongs to.
    #[param(nullable = false)]
    pub organization_id: Option<OrganizationId>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CloudProviderTarget {
    /// Id of the provider.
    pub id: CloudProviderId,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CloudProviderDeletionTarget {
    /// Id of the provider.
    pub id: CloudProviderId,
    /// `true` deletes a provider that has managed machines. They stay at the provider, and are no longer managed.
    #[param(nullable = false)]
    pub detach: Option<bool>,
}

impl Resource for CloudProvider {
    const TYPE: &'static str = "cloud_provider";
    const PATH: &'static str = "/api/cloud/providers";
    const EVENTS: Lifecycle = Lifecycle {
        created: Some(EventKind::CloudProviderCreated),
        updated: Some(EventKind::CloudProviderUpdated),
        deleted: Some(EventKind::CloudProviderDeleted),
    };

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_shows_no_secret() {
        let secret = || Some("hunter2hunter2hunter2".to_owned());
        let credentials = CloudCredentials {
            access_key_id: Some("AKIAIOSFODNN7EXAMPLE".to_owned()),
            secret_access_key: secret(),
            application_credential_secret: secret(),
            password: secret(),
            api_token: secret(),
            ..CloudCredentials::default()
        };
        let new = NewCloudProvider {
            name: "Acme".to_owned(),
            kind: CloudKind::Aws,
            organization_id: None,
            config: CloudConfig { regions: vec![], account_id: None, endpoint: None },
            auth_method: CloudAuthMethod::AccessKey,
            credentials: Some(credentials.clone()),
            guard: CloudGuard::default(),
        };
        assert!(!format!("{credentials:?} {new:?}").contains("hunter2"));
    }
}
