//! `/api/psa/workflows/secrets`: credentials that calls of workflows may use, each bound to hosts.

use crate::{
    Actor, EventKind, Lifecycle, OneOrPage, OrganizationId, Resource, WorkflowSecretId, patch, workflows::only,
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::fmt;
use utoipa::{IntoParams, ToSchema};

/// A secret of workflows. Its value is stored sealed and never shown.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WorkflowSecret {
    pub id: WorkflowSecretId,
    /// Unique within the tenant. Definitions list it under `use.secrets` and write `$secret.name`.
    #[schema(examples("statuspage_token"))]
    pub name: String,
    #[schema(examples("Of the account ops@acme.example"))]
    pub description: Option<String>,
    /// The only hosts that the value is sent to.
    #[schema(examples(json!(["api.statuspage.example"])))]
    pub allowed_hosts: Vec<String>,
    /// The customers that it belongs to: a workflow that is restricted to customers may use only secrets that belong to
    /// some of them and to nobody else. `null`: it belongs to the tenant as a whole.
    pub organization_ids: Option<Vec<OrganizationId>>,
    /// Since when it has its present value.
    pub value_set_at: Timestamp,
    pub created_by: Actor,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// Rises with every change; also the `ETag`.
    #[schema(examples(1))]
    pub version: i32,
}

pub type WorkflowSecretOrPage = OneOrPage<WorkflowSecret>;

/// Absent fields stay as they are. A secret that is new needs `value` and `allowed_hosts`.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"value": "c4n-n0t-be-read-back", "allowed_hosts": ["api.statuspage.example"]}))]
pub struct WorkflowSecretChange {
    /// At least 8 characters, as shorter ones could not be masked. It must be sent again when a host is added.
    #[schema(nullable = false, write_only, min_length = 8, max_length = 8192)]
    pub value: Option<String>,
    /// Names of hosts (`api.example.com`: only its standard port), with a port (`api.example.com:8443`), or all names one
    /// level below (`*.example.com`).
    #[schema(nullable = false, min_items = 1, max_items = 50)]
    pub allowed_hosts: Option<Vec<String>>,
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<String>, max_length = 500)]
    pub description: Option<Option<String>>,
    /// The customers that it belongs to. Left out when it is new, or `null`: those that the caller is restricted to.
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<Vec<OrganizationId>>, min_items = 1, max_items = 200)]
    pub organization_ids: Option<Option<Vec<OrganizationId>>>,
}

/// Without the value.
impl fmt::Debug for WorkflowSecretChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WorkflowSecretChange").field("allowed_hosts", &self.allowed_hosts).finish_non_exhaustive()
    }
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WorkflowSecretQuery {
    /// Only this secret, as a bare object.
    #[param(nullable = false)]
    pub id: Option<WorkflowSecretId>,
    /// Only the secret of this name, as a bare object.
    #[param(nullable = false, min_length = 1, max_length = 64)]
    pub name: Option<String>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WorkflowSecretName {
    /// The name of the secret: letters, digits and `_`, not beginning with a digit.
    #[param(pattern = "^[A-Za-z_][A-Za-z0-9_]{0,63}$", example = "statuspage_token")]
    pub name: String,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WorkflowSecretTarget {
    /// Which secret.
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
