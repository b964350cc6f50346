//! `/api/admin/audit-log`: who changed what.

use crate::{Actor, ApiKeyId, AuditEntryId, OneOrPage, Resource};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

/// One change, recorded in its own transaction. It is never altered.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct AuditEntry {
    pub id: AuditEntryId,
    pub at: Timestamp,
    pub actor: Actor,
    #[schema(examples("203.0.113.7"))]
    pub ip: String,
    #[schema(examples("req_01h455vb4pex5vsknk084sn02q"))]
    pub request_id: String,
    /// The operation's id in this document.
    #[schema(examples("admin.api_keys.update"))]
    pub operation: String,
    pub resource: AuditedResource,
    /// The object as it was, without secrets; `null` for a creation.
    #[schema(value_type = Option<Object>)]
    pub before: Option<Value>,
    /// The object as it became, without secrets; `null` for a deletion.
    #[schema(value_type = Option<Object>)]
    pub after: Option<Value>,
}

pub type AuditEntryOrPage = OneOrPage<AuditEntry>;

/// What was changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AuditedResource {
    #[serde(rename = "type")]
    #[schema(examples("api_key"))]
    pub kind: String,
    #[schema(examples("key_01h455vb4pex5vsknk084sn02q"))]
    pub id: String,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AuditLogQuery {
    /// Only this entry, as a bare object.
    #[param(nullable = false)]
    pub id: Option<AuditEntryId>,
    /// Changes by this key.
    #[param(nullable = false)]
    pub actor_id: Option<ApiKeyId>,
    /// Changes by this operation, such as `admin.api_keys.update`.
    #[param(nullable = false, min_length = 1, max_length = 100)]
    pub operation: Option<String>,
    /// Changes of this kind of object, such as `api_key`.
    #[param(nullable = false, min_length = 1, max_length = 50)]
    pub resource_type: Option<String>,
    /// Changes of the object with this id.
    #[param(nullable = false, min_length = 1, max_length = 100)]
    pub resource_id: Option<String>,
    /// Changes by the request with this id.
    #[param(nullable = false, min_length = 1, max_length = 128)]
    pub request_id: Option<String>,
    /// Changes at this time or later.
    #[param(nullable = false)]
    pub since: Option<Timestamp>,
    /// Changes before this time.
    #[param(nullable = false)]
    pub until: Option<Timestamp>,
}

impl Resource for AuditEntry {
    const TYPE: &'static str = "audit_entry";
    const PATH: &'static str = "/api/admin/audit-log";

    fn id(&self) -> String {
        self.id.to_string()
    }

    /// It never changes.
    fn version(&self) -> i32 {
        1
    }
}
