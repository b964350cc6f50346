//! `/api/admin/audit-log`: who changed what.

use crate::{Actor, AuditEntryId, OneOrPage, Resource, ids::decode, words::words};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

/// One change, recorded in its own transaction. It is never altered.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct AuditEntry {
    pub id: AuditEntryId,
    pub at: Timestamp,
    pub actor: Actor,
    /// For the actor `operator`: the user of the operating system and the host that the command ran on, where they are
    /// known; otherwise `null`.
    #[schema(examples("root@ops-1"))]
    pub actor_detail: Option<String>,
    /// Empty for what the service or its operator did.
    #[schema(examples("203.0.113.7"))]
    pub ip: String,
    #[schema(examples("req_01h455vb4pex5vsknk084sn02q"))]
    pub request_id: String,
    /// The operation's id in this document; for the actor `operator` the command, such as `operator.user.create`.
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
    /// Changes by this key, user or service account.
    #[param(nullable = false, inline)]
    pub actor_id: Option<ActorId>,
    /// Changes by actors of this kind: `operator` for the command line of the service, `system` for the service itself.
    #[param(nullable = false, inline)]
    pub actor_type: Option<ActorType>,
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
    /// `csv` and `ndjson` stream all that is found, newest first, without pages.
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

/// The id of somebody who can have changed something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ActorId {
    pub kind: ActorType,
    pub id: Uuid,
}

/// Which kind of actor an id names, by what it begins with.
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

    /// It never changes.
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
