//! `/api/psa/workflows/secrets`: credentials that HTTP calls of workflows use, each bound to hosts.

use crate::{
    Actor, EventKind, Lifecycle, OneOrPage, OrganizationId, Resource, WorkflowSecretId, patch, workflows::only,
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::fmt;
use utoipa::{IntoParams, ToSchema};

/// A workflow secret. Its value is stored encrypted and never returned.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WorkflowSecret {
    pub id: WorkflowSecretId,
    /// Name of the secret, unique within the tenant. Definitions list it under `use.secrets` and refer to it as
    /// `$secret.name`.
    #[schema(examples("statuspage_token"))]
    pub name: String,
    #[schema(examples("Of the account ops@acme.example"))]
    pub description: Option<String>,
    /// Hosts that the value may be sent to.
    #[schema(examples(json!(["api.statuspage.example"])))]
    pub allowed_hosts: Vec<String>,
    /// Organizations that the secret belongs to; `null` if it belongs to the whole tenant. A workflow that is
    /// restricted to organizations can use a secret only if the secret belongs to those organizations alone.
    pub organization_ids: Option<Vec<OrganizationId>>,
    /// Time at which the current value was set.
    pub value_set_at: Timestamp,
    pub created_by: Actor,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// Version number, incremented on every change; also sent as the `ETag`.
    #[schema(examples(1))]
    pub version: i32,
}

pub type WorkflowSecretOrPage = OneOrPage<WorkflowSecret>;

/// Fields that are absent are not changed. A new secret requires `value` and `allowed_hosts`.
#[serde_with::skip_serializing_none]
#[derive(Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"value": "c4n-n0t-be-read-back", "allowed_hosts": ["api.statuspage.example"]}))]
pub struct WorkflowSecretChange {
    /// Value of the secret. It has at least 8 characters, because shorter values cannot be masked reliably. It must be
    /// sent again when a host is added.
    #[schema(nullable = false, write_only, min_length = 8, max_length = 8192)]
    pub value: Option<String>,
    /// Hosts: a name (`api.example.com`, standard port only), a name with a port (`api.example.com:8443`), or all names
    /// one level below a domain (`*.example.com`).
    #[schema(nullable = false, min_items = 1, max_items = 50)]
    pub allowed_hosts: Option<Vec<String>>,
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<String>, max_length = 500)]
    pub description: Option<Option<String>>,
    /// Organizations that the secret belongs to; `null` if it belongs to the whole tenant. If it is absent for a new
    /// secret, the caller's restriction applies.
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<Vec<OrganizationId>>, min_items = 1, max_items = 200)]
    pub organization_ids: Option<Option<Vec<OrganizationId>>>,
}

/// Omits the value.
impl fmt::Debug for WorkflowSecretChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WorkflowSecretChange").field("allowed_hosts", &self.allowed_hosts).finish_non_exhaustive()
    }
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WorkflowSecretQuery {
    /// Returns only the secret with this id, as a single object.
    #[param(nullable = false)]
    pub id: Option<WorkflowSecretId>,
    /// Returns only the secret with this name, as a single object.
    #[param(example = "crm_token", nullable = false, min_length = 1, max_length = 64)]
    pub name: Option<String>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WorkflowSecretName {
    /// Name of the secret: letters, digits and `_`, not starting with a digit.
    #[param(pattern = "^[A-Za-z_][A-Za-z0-9_]{0,63}$", example = "statuspage_token")]
    pub name: String,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WorkflowSecretTarget {
    /// Id of the secret.
    pub id: WorkflowSecretId,
}

impl Resource for WorkflowSecret {
    const TYPE: &'static str = "workflow_secret";
    const PATH: &'static str = "/api/psa/workflows/secrets";
    const EVENTS: Lifecycle = Lifecycle {
        created: Some(EventKind::WorkflowSecretCreated),
        updated: Some(EventKind::WorkflowSecretUpdated),
        deleted: Some(EventKind::WorkflowSecretDeleted),
    };

    fn id(&self) -> String {
        self.id.to_string()
    }

    fn version(&self) -> i32 {
        self.version
    }

    fn organization(&self) -> Option<OrganizationId> {
        only(self.organization_ids.as_deref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_does_not_show_its_value() {
        let change: WorkflowSecretChange =
            serde_json::from_value(serde_json::json!({"value": "c4n-n0t-be-read-back"})).unwrap();
        assert!(!format!("{change:?}").contains("c4n"));
    }
}
