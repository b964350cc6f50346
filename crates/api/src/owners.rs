//! Owners of keys, webhook endpoints and workflows, and what happens to these when an owner or a key goes.

use crate::{ServiceAccountId, UserId, words::words};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{borrow::Cow, fmt, str::FromStr};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, schema::Type},
};
use uuid::Uuid;

/// A user or a service account, as its id: what belongs to it acts with the rights that it has at the time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Owner {
    User(UserId),
    ServiceAccount(ServiceAccountId),
}

impl Owner {
    /// As a row has it.
    pub fn stored(kind: &str, id: Uuid) -> Owner {
        match kind {
            "user" => Owner::User(UserId(id)),
            _ => Owner::ServiceAccount(ServiceAccountId(id)),
        }
    }

    /// What a row calls its kind.
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

/// What else a change ends or hands over. Everything that it touches is listed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Impact {
    /// How many sessions end.
    #[schema(minimum = 0, examples(1))]
    pub sessions: i64,
    pub api_keys: Vec<Affected>,
    pub webhook_endpoints: Vec<Affected>,
    pub workflows: Vec<Affected>,
}

/// A thing that a change touches, and what happens to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Affected {
    #[schema(examples("key_01h455vb4pex5vsknk084sn02q"))]
    pub id: String,
    #[schema(examples("Nightly sync"))]
    pub name: String,
    pub effect: Effect,
}

words! {
    /// What happens to a thing.
    Effect {
        /// A key is refused for as long as its owner is disabled.
        Refused = "refused",
        /// A key is revoked, for good.
        Revoked = "revoked",
        /// Nothing is sent to a webhook endpoint until somebody lets it go on.
        Paused = "paused",
        /// Nothing starts a workflow until somebody enables it.
        Disabled = "disabled",
        /// It belongs to another owner from now on, and goes on.
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
