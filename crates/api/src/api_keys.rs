//! `/api/admin/api-keys`: the keys by which automation acts for a tenant.

use crate::{
    Actor, ApiKeyId, Cidr, EventKind, Grant, Impact, Lifecycle, OneOrPage, OrganizationId, Owner, Resource, patch,
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::net::IpAddr;
use utoipa::{IntoParams, ToSchema};

/// A tenant API key. The key's text is in the answers to its creation and to a rotation, and nowhere else.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ApiKey {
    pub id: ApiKeyId,
    #[schema(examples("Nightly sync"))]
    pub name: String,
    pub scopes: Vec<Grant>,
    /// For how many days it was made, counted from its creation or its last change of expiry.
    #[schema(examples(90))]
    pub expires_days: i32,
    pub expires_at: Timestamp,
    pub status: ApiKeyStatus,
    /// The key itself, to be sent as `Authorization: Bearer …`. Only in the answers to its creation and to a rotation;
    /// `null` everywhere else, also when such an answer is repeated for the same `Idempotency-Key`.
    #[schema(examples("tck_test_4k2m9x0q7d3fh1ab_3tY8cVbW2nQe5rZ7uLx1oPa9sKd4gHj6mFv0iCwBzXqRyfGhK"))]
    pub key: Option<String>,
    /// The part of the key that is not secret: what a log or a secret scanner shows.
    #[schema(examples("tck_test_4k2m9x0q7d3fh1ab"))]
    pub key_prefix: String,
    #[schema(examples("fGhK"))]
    pub key_last4: String,
    /// The customers that the key is restricted to; `null` when it is not.
    pub organization_ids: Option<Vec<OrganizationId>>,
    /// The networks that the key may be used from; `null` for any.
    pub allowed_cidrs: Option<Vec<Cidr>>,
    /// When it was last used, to the minute; `null` when it never was.
    pub last_used: Option<LastUse>,
    /// While secrets from before a rotation work; `null` when none does.
    pub rotation: Option<Rotation>,
    /// What the key used and lacked; with `include=scope_report`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub scope_report: Option<ScopeReport>,
    /// Whom it belongs to: it has no more rights than its owner has at the time, and is refused while that is disabled.
    pub owner: Owner,
    /// What else ends with it; in a dry run of its revocation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub impact: Option<Impact>,
    pub created_by: Actor,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub revoked_at: Option<Timestamp>,
    /// Rises with every change; also the `ETag`.
    #[schema(examples(1))]
    pub version: i32,
}

pub type ApiKeyOrPage = OneOrPage<ApiKey>;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ApiKeyStatus {
    Active,
    /// It has a new secret, and one from before still works.
    Rotating,
    Expired,
    Revoked,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Rotation {
    /// When the last of the earlier secrets ends.
    pub grace_until: Timestamp,
}

/// What a key did with its scopes in the last 90 days, to the minute: grounds to give it fewer, or one more.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ScopeReport {
    /// Scopes that its requests needed and that it has.
    pub used: Vec<Grant>,
    /// Scopes that it has and that no request needed.
    pub unused: Vec<Grant>,
    /// Scopes for the lack of which it was refused.
    pub denied: Vec<Grant>,
}

/// The last use of a key, coarse: at most one a minute is recorded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LastUse {
    pub at: Timestamp,
    #[schema(value_type = String, examples("203.0.113.7"))]
    pub ip: IpAddr,
    #[schema(examples("GET /api/rmm/organizations"))]
    pub route: String,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Nightly sync", "scopes": ["organizations:read"], "expires_days": 30}))]
pub struct NewApiKey {
    #[schema(min_length = 1, max_length = 100, pattern = r"\S")]
    pub name: String,
    /// What the key may do: no more than its creator.
    #[schema(min_items = 1, max_items = 50)]
    pub scopes: Vec<Grant>,
    /// Days until it expires: 90, or the creator's own expiry where that is sooner.
    #[schema(nullable = false, minimum = 1, maximum = 365)]
    pub expires_days: Option<i32>,
    /// Restrict the key to some of the tenant's customers. Left out: as its creator.
    #[schema(min_items = 1, max_items = 200)]
    pub organization_ids: Option<Vec<OrganizationId>>,
    /// Restrict the key to these networks. Left out: as its creator.
    #[schema(min_items = 1, max_items = 50)]
    pub allowed_cidrs: Option<Vec<Cidr>>,
    /// Whom it belongs to: somebody with no more rights than the caller. Left out: the caller, or the owner of the caller's key.
    #[schema(nullable = false)]
    pub owner: Option<Owner>,
}

/// Absent fields stay as they are; `null` lifts a restriction.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Nightly sync of organizations", "allowed_cidrs": ["127.0.0.0/8"]}))]
pub struct ApiKeyChange {
    #[schema(nullable = false, min_length = 1, max_length = 100, pattern = r"\S")]
    pub name: Option<String>,
    #[schema(nullable = false, min_items = 1, max_items = 50)]
    pub scopes: Option<Vec<Grant>>,
    /// Days until it expires, counted from now.
    #[schema(nullable = false, minimum = 1, maximum = 365)]
    pub expires_days: Option<i32>,
    /// Give the key a new secret: the answer holds it as `key`, for the only time. Each earlier one works until its own
    /// grace ends.
    #[schema(nullable = false)]
    pub rotate: Option<Rotate>,
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<Vec<OrganizationId>>, min_items = 1, max_items = 200)]
    pub organization_ids: Option<Option<Vec<OrganizationId>>>,
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<Vec<Cidr>>, min_items = 1, max_items = 50)]
    pub allowed_cidrs: Option<Option<Vec<Cidr>>>,
    /// Give it to another owner, who has no more rights than the caller.
    #[schema(nullable = false)]
    pub owner: Option<Owner>,
}

/// How a key is given a new secret.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"grace_seconds": 3600}))]
pub struct Rotate {
    /// For how long the present secret still works. It changes nothing about earlier ones, except that 0 ends all of
    /// them at once: do that when one has leaked.
    #[serde(default = "one_day")]
    #[schema(minimum = 0, maximum = 2_592_000, default = 86_400)]
    pub grace_seconds: i64,
}

fn one_day() -> i64 {
    86_400
}

/// What an answer may hold besides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ApiKeyInclude {
    ScopeReport,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ApiKeyQuery {
    /// Only this key, as a bare object.
    #[param(nullable = false)]
    pub id: Option<ApiKeyId>,
    #[param(nullable = false, inline)]
    pub status: Option<ApiKeyStatus>,
    /// Keys that may do this, also by a wildcard.
    #[param(nullable = false)]
    pub scope: Option<Grant>,
    /// Keys of this owner.
    #[param(nullable = false)]
    pub owner: Option<Owner>,
    /// Active keys that expire within so many days.
    #[param(nullable = false, minimum = 0, maximum = 365)]
    pub expiring_within_days: Option<i32>,
    /// Active keys that were not used for so many days.
    #[param(nullable = false, minimum = 1, maximum = 365)]
    pub unused_for_days: Option<i32>,
    /// `scope_report` adds to each key what it used and lacked in the last 90 days.
    #[param(nullable = false, inline)]
    pub include: Option<ApiKeyInclude>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ApiKeyTarget {
    /// Which key.
    pub id: ApiKeyId,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ApiKeyRevocation {
    /// Which key.
    pub id: ApiKeyId,
    /// For a key that has leaked: revoke the keys that it made too, and those that they made; pause the webhook endpoints and
    /// disable the workflows that any of them made.
    #[param(nullable = false)]
    pub cascade: Option<bool>,
}

impl Resource for ApiKey {
    const TYPE: &'static str = "api_key";
    const PATH: &'static str = "/api/admin/api-keys";
    const SECRETS: &'static [&'static str] = &["key"];
    const EVENTS: Lifecycle = Lifecycle {
        created: Some(EventKind::ApiKeyCreated),
        updated: Some(EventKind::ApiKeyUpdated),
        deleted: Some(EventKind::ApiKeyRevoked),
    };

    fn id(&self) -> String {
        self.id.to_string()
    }

    fn version(&self) -> i32 {
        self.version
    }
}
