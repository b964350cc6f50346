//! Requests for machines: what is made, changed and deleted.

use crate::{
    CloudProviderId, CloudVmId, OrganizationId,
    cloud_providers::{CloudRegionName, CloudSizeName},
    cloud_vms::{CloudVmDeletion, CloudVmPower},
    patch,
};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, fmt};
use utoipa::{IntoParams, ToSchema};

/// A machine to create. `/api/cloud/catalogue` lists regions, sizes, images and networks.
#[serde_with::skip_serializing_none]
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"provider_id": "prv_01h455vb4pex5vsknk084sn02q", "name": "web-01", "size": "t3.micro",
    "image": "ami-0abcdef1234567890", "labels": {"env": "production"}}))]
pub struct NewCloudVm {
    pub provider_id: CloudProviderId,
    #[schema(min_length = 1, max_length = 100, pattern = "^[A-Za-z0-9][A-Za-z0-9._-]*$", examples("web-01"))]
    pub name: String,
    /// One of the provider's regions, by default its first that the guard allows.
    #[schema(nullable = false)]
    pub region: Option<CloudRegionName>,
    pub size: CloudSizeName,
    /// Id of the image at the provider.
    #[schema(min_length = 1, max_length = 200, pattern = "^[A-Za-z0-9._:/-]+$", examples("ami-0abcdef1234567890"))]
    pub image: String,
    #[serde(default)]
    pub network: NewCloudVmNetwork,
    /// Organization that the machine belongs to, by default that of the provider. The machines of a provider that
    /// belongs to an organization belong to it as well.
    #[schema(nullable = false)]
    pub organization_id: Option<OrganizationId>,
    /// Names of key pairs at the provider, at most one.
    #[serde(default)]
    #[schema(max_items = 1)]
    pub ssh_keys: Vec<CloudResourceName>,
    /// Data that the machine gets at its first start, such as a script of cloud-init. It is stored encrypted until the
    /// machine is created.
    #[schema(nullable = false, write_only, min_length = 1, max_length = 16384)]
    pub user_data: Option<String>,
    /// Labels (tags), at most 40. Label names that begin with `aws:` or `tenant-control:` are reserved.
    #[serde(default)]
    pub labels: BTreeMap<String, String>,
}

/// Networks that a machine is connected to.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewCloudVmNetwork {
    /// Subnet of the machine; by default, the provider chooses one.
    #[serde(default)]
    #[schema(nullable = false)]
    pub subnet: Option<CloudResourceName>,
    /// Security groups of the network interface.
    #[serde(default)]
    #[schema(max_items = 16)]
    pub security_groups: Vec<CloudResourceName>,
    /// `true` if the machine gets a public address; by default, its subnet decides.
    #[serde(default)]
    #[schema(nullable = false)]
    pub public_ip: Option<bool>,
}

/// Name or id of a resource at the provider.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(min_length = 1, max_length = 255, pattern = "^[A-Za-z0-9._:/@+=-]+$", examples("subnet-0abcdef1234567890"))]
pub struct CloudResourceName(pub String);

/// Omits the user data.
impl fmt::Debug for NewCloudVm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewCloudVm").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Fields that are absent are not changed.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"power": "stopped"}))]
pub struct CloudVmChange {
    /// Starts, stops or restarts the machine. The operation continues after the response.
    #[schema(nullable = false)]
    pub power: Option<CloudVmPower>,
    /// Replaces the labels that were requested for the machine. The operation continues after the response. Labels that
    /// others have set at the provider stay. Cannot be combined with `power`.
    #[schema(nullable = false)]
    pub labels: Option<BTreeMap<String, String>>,
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<OrganizationId>)]
    pub organization_id: Option<Option<OrganizationId>>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CloudVmTarget {
    /// Id of the machine.
    pub id: CloudVmId,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CloudVmDeletionTarget {
    /// Id of the machine.
    pub id: CloudVmId,
    /// Required to delete a machine that may exist at the provider.
    #[param(nullable = false, inline)]
    pub allow: Option<CloudVmDeletion>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_shows_no_user_data() {
        let json = r#"{"provider_id": "prv_01h455vb4pex5vsknk084sn02q", "name": "web", "size": "t3.micro",
            "image": "ami-1", "user_data": "hunter2"}"#;
        let new: NewCloudVm = serde_json::from_str(json).unwrap();
        assert!(!format!("{new:?}").contains("hunter2"));
    }
}
