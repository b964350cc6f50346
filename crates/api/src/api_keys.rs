//! `/api/admin/api-keys`: tenant API keys.

use crate::{
    Actor, ApiKeyId, Cidr, EventKind, Grant, Impact, Lifecycle, OneOrPage, OrganizationId, Owner, Resource, patch,
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::net::IpAddr;
use utoipa::{IntoParams, ToSchema};

/// A tenant API key. The full key is returned only when the key is created or rotated.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ApiKey {
    pub id: ApiKeyId,
    #[schema(examples("Nightly sync"))]
    pub name: String,
    /// Scopes that the credential has.
    pub scopes: Vec<Grant>,
    /// Lifetime of the key in days, counted from its creation or from the last change of its expiry.
    #[schema(examples(90))]
    pub expires_days: i32,
    pub expires_at: Timestamp,
    pub status: ApiKeyStatus,
    /// The full key, sent as `Authorization: Bearer …`. Returned only on creation and on rotation. `null` in every
    /// other response, including a replay of that response for the same `Idempotency-Key`.
    #[schema(examples("tck_test_4k2m9x0q7d3fh1ab_3tY8cVbW2nQe5rZ7uLx1oPa9sKd4gHj6mFv0iCwBzXqRyfGhK"))]
    pub key: Option<String>,
    /// The non-secret beginning of the key, as it appears in logs and secret scanners.
    #[schema(examples("tck_test_4k2m9x0q7d3fh1ab"))]
    pub key_prefix: String,
    /// Last four characters of the key.
    #[schema(examples("fGhK"))]
    pub key_last4: String,
    /// Organizations that the key is restricted to; `null` if the key is not restricted.
    pub organization_ids: Option<Vec<OrganizationId>>,
    /// Networks that the key may be used from; `null` for any network.
    pub allowed_cidrs: Option<Vec<Cidr>>,
    /// Last use of the key, with a precision of one minute; `null` if the key was never used.
    pub last_used: Option<LastUse>,
    /// Present while a secret from before a rotation is still valid; otherwise `null`.
    pub rotation: Option<Rotation>,
    /// Usage of the key's scopes. Returned only with `include=scope_report`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub scope_report: Option<ScopeReport>,
    /// Owner of the key. The key never has more rights than its owner currently has, and requests with it are refused
    /// while the owner is disabled.
    pub owner: Owner,
    /// Resources that are affected by the revocation. Returned only by a revocation with `cascade=true`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub impact: Option<Impact>,
    pub created_by: Actor,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub revoked_at: Option<Timestamp>,
    /// Version number, incremented on every change; also sent as the `ETag`.
    #[schema(examples(1))]
    pub version: i32,
}

pub type ApiKeyOrPage = OneOrPage<ApiKey>;

/// Status of an API key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ApiKeyStatus {
    Active,
    /// The key was rotated, and an earlier secret is still valid.
    Rotating,
    Expired,
    Revoked,
}

/// Rotation of an API key whose earlier secret is still valid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Rotation {
    /// Time at which the last earlier secret stops being valid.
    pub grace_until: Timestamp,
}

/// Usage of a key's scopes in the last 90 days, with a precision of one minute. It helps to remove scopes that are not
/// needed, or to find one that is missing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ScopeReport {
    /// Granted scopes that requests have needed.
    pub used: Vec<Grant>,
    /// Granted scopes that no request has needed.
    pub unused: Vec<Grant>,
    /// Missing scopes because of which requests were refused.
    pub denied: Vec<Grant>,
}

/// Last use of a key. At most one use per minute is recorded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LastUse {
    pub used_at: Timestamp,
    /// Address of the client.
    #[schema(value_type = String, examples("203.0.113.7"))]
    pub ip: IpAddr,
    /// Method and path of the request.
    #[schema(examples("GET /api/rmm/organizations"))]
    pub route: String,
}

/// Request to create an API key.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Nightly sync", "scopes": ["organizations:read"], "expires_days": 30}))]
pub struct NewApiKey {
    #[schema(min_length = 1, max_length = 100, pattern = r"\S")]
    pub name: String,
    /// Scopes of the key, which must not exceed the caller's scopes.
    #[schema(min_items = 1, max_items = 50)]
    pub scopes: Vec<Grant>,
    /// Days until the key expires. The default is 90, or the caller's own expiry if that is sooner.
    #[schema(nullable = false, minimum = 1, maximum = 365)]
    pub expires_days: Option<i32>,
    /// Organizations that the key is restricted to; `null` for no restriction. If it is absent, the caller's restriction
    /// applies.
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<Vec<OrganizationId>>, min_items = 1, max_items = 200)]
    pub organization_ids: Option<Option<Vec<OrganizationId>>>,
    /// Networks that the key may be used from; `null` for any network. If it is absent, the caller's restriction applies.
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<Vec<Cidr>>, min_items = 1, max_items = 50)]
    pub allowed_cidrs: Option<Option<Vec<Cidr>>>,
    /// Owner of the key, who must not have more rights than the caller. Defaults to the caller, or to the owner of the
    /// caller's key.
    #[schema(nullable = false)]
    pub owner: Option<Owner>,
}

/// Fields that are absent are not changed; `null` removes a restriction.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Nightly sync of organizations", "allowed_cidrs": ["127.0.0.0/8"]}))]
pub struct ApiKeyChange {
    #[schema(nullable = false, min_length = 1, max_length = 100, pattern = r"\S")]
    pub name: Option<String>,
    /// Scopes that the credential has.
    #[schema(nullable = false, min_items = 1, max_items = 50)]
    pub scopes: Option<Vec<Grant>>,
    /// Days until the key expires, counted from now.
    #[schema(nullable = false, minimum = 1, maximum = 365)]
    pub expires_days: Option<i32>,
    /// Rotates the key: `key` in the response is the new secret, which is returned only once. Each earlier secret stays
    /// valid until its own grace period ends.
    #[schema(nullable = false)]
    pub rotate: Option<Rotate>,
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<Vec<OrganizationId>>, min_items = 1, max_items = 200)]
    pub organization_ids: Option<Option<Vec<OrganizationId>>>,
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<Vec<Cidr>>, min_items = 1, max_items = 50)]
    pub allowed_cidrs: Option<Option<Vec<Cidr>>>,
    /// Transfers the key to another owner, who must not have more rights than the caller.
    #[schema(nullable = false)]
    pub owner: Option<Owner>,
}

/// Settings of a rotation.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"grace_seconds": 3600}))]
pub struct Rotate {
    /// Grace period of the current secret in seconds. It does not change the grace periods of earlier secrets, except
    /// that 0 invalidates all of them at once. Use 0 when a secret has leaked.
    #[serde(default = "one_day")]
    #[schema(minimum = 0, maximum = 2_592_000, default = 86_400)]
    pub grace_seconds: i64,
}

fn one_day() -> i64 {
    86_400
}

/// Additional data that a response can include.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ApiKeyInclude {
    ScopeReport,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ApiKeyQuery {
    /// Returns only the key with this id, as a single object.
    #[param(nullable = false)]
    pub id: Option<ApiKeyId>,
    /// Filters by status; separate several statuses with commas, or repeat the parameter.
    #[param(nullable = false, explode = false, inline)]
    pub status: Option<Vec<ApiKeyStatus>>,
    /// Filters by scope: keys that have this scope, either directly or through a wildcard.
    #[param(nullable = false)]
    pub scope: Option<Grant>,
    /// Filters by owner.
    #[param(nullable = false)]
    pub owner: Option<Owner>,
    /// Filters for active keys that expire within this number of days.
    #[param(nullable = false, minimum = 0, maximum = 365)]
    pub expiring_within_days: Option<i32>,
    /// Filters for active keys that were not used for this number of days.
    #[param(nullable = false, minimum = 1, maximum = 365)]
    pub unused_for_days: Option<i32>,
    /// `scope_report` adds the usage of its scopes in the last 90 days to each key.
    #[param(nullable = false, inline)]
    pub include: Option<ApiKeyInclude>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ApiKeyTarget {
    /// Id of the key.
    pub id: ApiKeyId,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ApiKeyRevocation {
    /// Id of the key.
    pub id: ApiKeyId,
    /// Also revokes every key that this key created, directly or through other keys, and pauses the webhook endpoints
    /// and disables the workflows that any of them created. Use it when a key has leaked.
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
    const GIVES_RIGHTS: bool = true;

    fn id(&self) -> String {
        self.id.to_string()
    }

    fn version(&self) -> i32 {
        self.version
    }
}
