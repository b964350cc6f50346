//! `/api/admin/audit-log`: the record of every change.

use crate::{Actor, AuditEntryId, OneOrPage, Resource, ids::decode, words::words};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

/// A recorded change. The entry is written in the same transaction as the change and is never modified, except that
/// erasures and redactions remove text from it.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct AuditEntry {
    pub id: AuditEntryId,
    pub created_at: Timestamp,
    pub actor: Actor,
    /// For the actor `operator`, the user of the operating system and the host on which the command ran, if they are
    /// known; otherwise `null`.
    #[schema(examples("root@ops-1"))]
    pub actor_detail: Option<String>,
    /// IP address of the client. Empty for changes by the service or its operator.
    #[schema(examples("203.0.113.7"))]
    pub ip: String,
    #[schema(examples("req_01h455vb4pex5vsknk084sn02q"))]
    pub request_id: String,
    /// The `operationId` in this document; for the actor `operator` the command, such as `operator.user.create`.
    #[schema(examples("admin.api_keys.update"))]
    pub operation: String,
    pub resource: AuditedResource,
    /// The object before the change, without secrets; `null` for a creation.
    #[schema(value_type = Option<Object>)]
    pub before: Option<Value>,
    /// The object after the change, without secrets; `null` for a deletion.
    #[schema(value_type = Option<Object>)]
    pub after: Option<Value>,
}

pub type AuditEntryOrPage = OneOrPage<AuditEntry>;

/// The object that was changed.
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
    /// Returns only the entry with this id, as a single object.
    #[param(nullable = false)]
    pub id: Option<AuditEntryId>,
    /// Filters by actor: the id of a key, a user or a service account.
    #[param(nullable = false, inline)]
    pub actor_id: Option<ActorId>,
    /// Filters by the type of the actor: `operator` for the command line of the service, `system` for the service
    /// itself.
    #[param(nullable = false, inline)]
    pub actor_type: Option<ActorType>,
    /// Filters by operation, such as `admin.api_keys.update`.
    #[param(example = "admin.api_keys.update", nullable = false, min_length = 1, max_length = 100)]
    pub operation: Option<String>,
    /// Filters by the type of the changed object, such as `api_key`.
    #[param(example = "api_key", nullable = false, min_length = 1, max_length = 50)]
    pub resource_type: Option<String>,
    /// Filters by the id of the changed object.
    #[param(example = "key_01h455vb4pex5vsknk084sn02q", nullable = false, min_length = 1, max_length = 100)]
    pub resource_id: Option<String>,
    /// Filters by the id of the request.
    #[param(example = "req_01h455vb4pex5vsknk084sn02q", nullable = false, min_length = 1, max_length = 128)]
    pub request_id: Option<String>,
    /// Filters for changes at this time or later.
    #[param(nullable = false)]
    pub since: Option<Timestamp>,
    /// Filters for changes before this time.
    #[param(nullable = false)]
    pub until: Option<Timestamp>,
    /// Format of the response. `csv` and `ndjson` stream all matching entries, newest first, without pagination.
    #[param(nullable = false, inline)]
    pub format: Option<AuditFormat>,
}

words! {
    ActorType {
        ApiKey = "api_key",
        User = "user",
        ServiceAccount = "service_account",
        Operator = "operator",
        System = "system",
    }

    AuditFormat { Json = "json", Csv = "csv", Ndjson = "ndjson" }
}

/// The id of an actor: a key, a user or a service account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ActorId {
    pub kind: ActorType,
    pub id: Uuid,
}

/// Actor types by the prefix of their ids.
const ACTORS: [(&str, ActorType); 3] =
    [("key", ActorType::ApiKey), ("usr", ActorType::User), ("sva", ActorType::ServiceAccount)];

impl std::str::FromStr for ActorId {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<ActorId, &'static str> {
        let read = |(prefix, kind)| Some(ActorId { kind, id: decode(prefix, text)? });
        ACTORS.into_iter().find_map(read).ok_or("expected the id of a key, a user or a service account")
    }
}

impl<'de> Deserialize<'de> for ActorId {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<ActorId, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(d)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl utoipa::PartialSchema for ActorId {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::schema::Type::String)
            .description(Some("Id of an API key, a user or a service account."))
            .pattern(Some("^(key|usr|sva)_[0-7][0-9a-hjkmnp-tv-z]{25}$"))
            .examples([serde_json::json!("usr_01h455vb4pex5vsknk084sn02q")])
            .into()
    }
}

impl ToSchema for ActorId {}

impl Resource for AuditEntry {
    const TYPE: &'static str = "audit_entry";
    const PATH: &'static str = "/api/admin/audit-log";

    fn id(&self) -> String {
        self.id.to_string()
    }

    /// An entry never changes.
    fn version(&self) -> i32 {
        1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_actors_id_says_which_kind_of_actor_it_is() {
        for (text, kind) in [
            ("key_01h455vb4pex5vsknk084sn02q", ActorType::ApiKey),
            ("usr_01h455vb4pex5vsknk084sn02q", ActorType::User),
            ("sva_01h455vb4pex5vsknk084sn02q", ActorType::ServiceAccount),
        ] {
            assert_eq!(text.parse::<ActorId>().map(|actor| actor.kind), Ok(kind));
        }
        assert!("org_01h455vb4pex5vsknk084sn02q".parse::<ActorId>().is_err());
    }
}
