//! `/api/admin/sso`: identity providers of a tenant; `/api/auth/sso`: sign-in.

use crate::{Actor, EventKind, Lifecycle, OneOrPage, Resource, Role, SessionId, SsoProviderId, sessions::User};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::{IntoParams, ToSchema};

/// An identity provider. Its client secret is stored encrypted and never returned.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SsoProvider {
    pub id: SsoProviderId,
    #[schema(examples("Acme's Keycloak"))]
    pub name: String,
    pub kind: SsoKind,
    /// Issuer URL, exactly as the provider writes it. `/.well-known/openid-configuration` is read below it.
    #[schema(examples("https://login.acme.example/realms/acme"))]
    pub issuer: String,
    /// Client id at the identity provider.
    #[schema(examples("tenant-control"))]
    pub client_id: String,
    /// Redirect URI to register for the client at the provider.
    #[schema(examples("https://control.example/api/auth/sso/callback"))]
    pub redirect_uri: String,
    /// Domains of the e-mail addresses of the users who sign in with this provider.
    #[schema(examples(json!(["acme.example"])))]
    pub domains: Vec<String>,
    /// Ownership status of each domain and the DNS record that proves it. Users of a domain cannot sign in before its
    /// ownership is proven.
    pub domain_proofs: Vec<DomainProof>,
    pub enabled: bool,
    /// Role of users who are in none of the groups.
    pub default_role: Role,
    /// Roles by group, where groups are the values of the claim `groups`. The most powerful role applies and is set at
    /// every sign-in. If it is empty, users keep their current role.
    #[schema(examples(json!({"it-admins": "admin"})))]
    pub group_roles: BTreeMap<String, Role>,
    pub created_by: Actor,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// Version number, incremented on every change; also sent as the `ETag`.
    #[schema(examples(1))]
    pub version: i32,
}

pub type SsoProviderOrPage = OneOrPage<SsoProvider>;

/// Protocol of an identity provider.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SsoKind {
    /// OpenID Connect, authorization code flow with PKCE.
    #[default]
    Oidc,
}

/// Proof that the tenant owns a domain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DomainProof {
    /// Domain.
    #[schema(examples("acme.example"))]
    pub domain: String,
    pub status: DomainStatus,
    /// DNS record to publish before calling `POST /api/admin/sso/verify`.
    pub record: DnsRecord,
    /// Time of the last check; `null` if there was none.
    pub checked_at: Option<Timestamp>,
    /// Time of the proof; `null` until then.
    pub proven_at: Option<Timestamp>,
}

/// Status of a domain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DomainStatus {
    Pending,
    /// Proven by the DNS record.
    Proven,
    /// Approved by the operator of the service.
    Approved,
}

/// DNS record that proves the ownership of a domain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DnsRecord {
    /// Type of the DNS record.
    #[schema(examples("TXT"))]
    pub r#type: String,
    /// Name of the DNS record.
    #[schema(examples("_tenant-control.acme.example"))]
    pub name: String,
    /// Value of the record.
    #[schema(examples("tenant-control=3tY8cVbW2nQe5rZ7uLx1oPa9sKd4gHj6mFv0iCwBzXq"))]
    pub value: String,
}

/// Request to create an identity provider.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Acme's Keycloak", "issuer": "https://login.acme.example/realms/acme",
    "client_id": "tenant-control", "client_secret": "the secret that the provider has given to the client",
    "domains": ["acme.example"], "group_roles": {"it-admins": "admin"}}))]
pub struct NewSsoProvider {
    #[schema(min_length = 1, max_length = 100, pattern = r"\S")]
    pub name: String,
    #[serde(default)]
    #[schema(default = "oidc")]
    pub kind: SsoKind,
    #[schema(min_length = 1, max_length = 500)]
    pub issuer: String,
    /// Client id at the identity provider.
    #[schema(min_length = 1, max_length = 500)]
    pub client_id: String,
    /// Client secret. It is stored encrypted and never returned.
    #[schema(write_only, min_length = 1, max_length = 2000)]
    pub client_secret: String,
    #[schema(min_items = 1, max_items = 50, inline)]
    pub domains: Vec<SsoDomain>,
    #[serde(default = "yes")]
    #[schema(default = true)]
    pub enabled: bool,
    #[serde(default = "viewer")]
    #[schema(default = "viewer")]
    pub default_role: Role,
    /// Roles by group, at most 100.
    #[serde(default)]
    pub group_roles: BTreeMap<String, Role>,
}

fn yes() -> bool {
    true
}

fn viewer() -> Role {
    Role::Viewer
}

/// Fields that are absent are not changed. Domains that remain keep their proof.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Acme's new Keycloak", "default_role": "technician"}))]
pub struct SsoProviderChange {
    #[schema(nullable = false, min_length = 1, max_length = 100, pattern = r"\S")]
    pub name: Option<String>,
    /// A new issuer requires `client_secret` in the same request.
    #[schema(nullable = false, min_length = 1, max_length = 500)]
    pub issuer: Option<String>,
    /// Client id at the identity provider.
    #[schema(nullable = false, min_length = 1, max_length = 500)]
    pub client_id: Option<String>,
    /// New client secret.
    #[schema(nullable = false, write_only, min_length = 1, max_length = 2000)]
    pub client_secret: Option<String>,
    #[schema(nullable = false, min_items = 1, max_items = 50, inline)]
    pub domains: Option<Vec<SsoDomain>>,
    #[schema(nullable = false)]
    pub enabled: Option<bool>,
    #[schema(nullable = false, inline)]
    pub default_role: Option<Role>,
    #[schema(nullable = false)]
    pub group_roles: Option<BTreeMap<String, Role>>,
}

/// A domain name, which may be internationalized.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(min_length = 1, max_length = 253, pattern = r"^[^\s/:@?#\\]+\.[^\s/:@?#\\]+$")]
pub struct SsoDomain(pub String);

/// Domain to verify. By default, all domains of the provider that are not proven yet are verified.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({}))]
pub struct DomainCheck {
    /// Verifies only this domain.
    #[schema(nullable = false)]
    pub domain: Option<SsoDomain>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SsoProviderQuery {
    /// Returns only the provider with this id, as a single object.
    #[param(nullable = false)]
    pub id: Option<SsoProviderId>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SsoProviderTarget {
    /// Id of the identity provider.
    pub id: SsoProviderId,
}

impl Resource for SsoProvider {
    const TYPE: &'static str = "sso_provider";
    const PATH: &'static str = "/api/admin/sso";
    const EVENTS: Lifecycle = Lifecycle {
        created: Some(EventKind::SsoProviderCreated),
        updated: Some(EventKind::SsoProviderUpdated),
        deleted: Some(EventKind::SsoProviderDeleted),
    };

    fn id(&self) -> String {
        self.id.to_string()
    }

    fn version(&self) -> i32 {
        self.version
    }
}

/// Start of a sign-in.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"domain": "acme.example", "return_to": "/documentation/"}))]
pub struct SignInStart {
    /// Domain of the user's e-mail address.
    #[schema(min_length = 1, max_length = 253)]
    pub domain: String,
    /// Destination after the sign-in: a path of this site (default `/`), or for a command-line client its loopback
    /// address (`http://127.0.0.1:PORT/…` or `http://[::1]:PORT/…`), which receives a one-time `code`.
    #[schema(nullable = false, min_length = 1, max_length = 2000)]
    pub return_to: Option<String>,
    /// Required with a loopback `return_to`: SHA-256, in base64url without padding, of the secret that the command-line
    /// client sends when it exchanges the code (`S256` in RFC 7636).
    #[schema(nullable = false, pattern = "^[A-Za-z0-9_-]{43}$")]
    pub code_challenge: Option<String>,
}

/// Address to which the browser must be redirected.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SignInStarted {
    /// URL to which the browser must be redirected.
    #[schema(examples("https://login.acme.example/authorize?client_id=tenant-control&state=…"))]
    pub authorization_url: String,
    pub provider: SignInProvider,
    /// Time until which the sign-in must be completed.
    pub expires_at: Timestamp,
}

/// Identity provider of a sign-in.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SignInProvider {
    pub kind: SsoKind,
    #[schema(examples("Acme's Keycloak"))]
    pub name: String,
}

/// The code that a command-line client received, and the secret for its `code_challenge`.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"code": "4k2m9x0q3tY8cVbW2nQe5rZ7uLx1oPa9sKd4gHj6mFv0iCwBzXq",
    "code_verifier": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"}))]
pub struct CodeExchange {
    /// Code that the loopback address received.
    #[schema(min_length = 1, max_length = 200)]
    pub code: String,
    /// Secret whose SHA-256 was sent as `code_challenge`.
    #[schema(write_only, min_length = 43, max_length = 128, pattern = "^[A-Za-z0-9._~-]+$")]
    pub code_verifier: String,
}

/// A session of a command-line client. The token is returned only once.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SessionToken {
    /// Session token, sent as `Authorization: Bearer …`.
    #[schema(examples("tcs_4k2m9x0q7d3fh1ab_3tY8cVbW2nQe5rZ7uLx1oPa9sKd4gHj6mFv0iCwBzXqRyfGhK"))]
    pub token: String,
    pub session_id: SessionId,
    pub user: User,
    /// Time at which the session expires at the latest. A session that is not used expires earlier.
    pub expires_at: Timestamp,
}
