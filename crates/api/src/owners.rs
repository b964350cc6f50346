//! Owners of keys, webhook endpoints and workflows, and the effects on these when an owner is disabled or a key
//! revoked.

use crate::{ServiceAccountId, UserId, words::words};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{borrow::Cow, fmt, str::FromStr};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, schema::Type},
};
use uuid::Uuid;

/// The id of a user or a service account. A resource acts with the rights that its owner currently has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Owner {
    User(UserId),
    ServiceAccount(ServiceAccountId),
}

impl Owner {
    /// Converts the columns of a row.
    pub fn stored(kind: &str, id: Uuid) -> Owner {
        match kind {
            "user" => Owner::User(UserId(id)),
            _ => Owner::ServiceAccount(ServiceAccountId(id)),
        }
    }

    /// Value of the column for the kind of the owner.
    pub fn kind(self) -> &'static str {
        match self {
            Owner::User(_) => "user",
            Owner::ServiceAccount(_) => "service_account",
        }
    }

    pub fn uuid(self) -> Uuid {
        match self {
            Owner::User(UserId(id)) | Owner::ServiceAccount(ServiceAccountId(id)) => id,
        }
    }
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Owner::User(id) => id.fmt(f),
            Owner::ServiceAccount(id) => id.fmt(f),
        }
    }
}

impl FromStr for Owner {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Owner, &'static str> {
        let user = text.parse().map(Owner::User);
        user.or_else(|_| text.parse().map(Owner::ServiceAccount))
            .map_err(|_| "expected the id of a user or a service account, usr_… or sva_…")
    }
}

impl Serialize for Owner {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Owner {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Owner, D::Error> {
        <Cow<'de, str>>::deserialize(d)?.parse().map_err(serde::de::Error::custom)
    }
}

impl PartialSchema for Owner {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("The id of a user (`usr_…`) or of a service account (`sva_…`)."))
            .pattern(Some("^(usr|sva)_[0-7][0-9a-hjkmnp-tv-z]{25}$"))
            .examples([serde_json::json!("sva_01h455vb4pex5vsknk084sn02q")])
            .into()
    }
}

impl ToSchema for Owner {}

/// Complete list of the resources that a change ends or transfers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Impact {
    /// Number of sessions that end.
    #[schema(minimum = 0, examples(1))]
    pub sessions: i64,
    /// API keys.
    pub api_keys: Vec<Affected>,
    /// Webhook endpoints.
    pub webhook_endpoints: Vec<Affected>,
    /// Workflows.
    pub workflows: Vec<Affected>,
}

/// A resource that is affected by a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Affected {
    #[schema(examples("key_01h455vb4pex5vsknk084sn02q"))]
    pub id: String,
    #[schema(examples("Nightly sync"))]
    pub name: String,
    pub effect: Effect,
}

words! {
    /// Effect on a resource.
    Effect {
        /// Requests with the key are refused while its owner is disabled.
        Refused = "refused",
        /// The key is revoked permanently.
        Revoked = "revoked",
        /// The webhook endpoint receives no events until it is resumed.
        Paused = "paused",
        /// The workflow does not start until it is enabled.
        Disabled = "disabled",
        /// The resource belongs to another owner and keeps working.
        Transferred = "transferred",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_owner_is_known_by_its_id() {
        let uuid = Uuid::from_u128(0x01890a5d_ac96_774b_bcce_b302099a8057);
        for owner in [Owner::User(UserId(uuid)), Owner::ServiceAccount(ServiceAccountId(uuid))] {
            assert_eq!(owner.to_string().parse(), Ok(owner));
            assert_eq!(Owner::stored(owner.kind(), owner.uuid()), owner);
            assert_eq!(serde_json::from_value::<Owner>(serde_json::to_value(owner).unwrap()).unwrap(), owner);
        }
        assert!("key_01h455vb4pex5vsknk084sn02q".parse::<Owner>().is_err());
    }
}
