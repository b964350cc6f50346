//! `/api/admin/sso`: identity providers by which a tenant's people sign in; `/api/auth/sso`: signing in.

use crate::{Actor, EventKind, Lifecycle, OneOrPage, Resource, Role, SessionId, SsoProviderId, sessions::User};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::{IntoParams, ToSchema};

/// An identity provider. Its client secret is stored sealed and never shown.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SsoProvider {
    pub id: SsoProviderId,
    #[schema(examples("Acme's Keycloak"))]
    pub name: String,
    pub kind: SsoKind,
    /// Where `/.well-known/openid-configuration` is found, exactly as the provider writes it.
    #[schema(examples("https://login.acme.example/realms/acme"))]
    pub issuer: String,
    #[schema(examples("tenant-control"))]
    pub client_id: String,
    /// What the provider must have as the client's redirect URI.
    #[schema(examples("https://control.example/api/auth/sso/callback"))]
    pub redirect_uri: String,
    /// Whose people sign in by it: the domains of their e-mail addresses.
    #[schema(examples(json!(["acme.example"])))]
    pub domains: Vec<String>,
    /// Whether each domain is shown to be the tenant's, and how to show it. Until then nobody signs in by it.
    pub domain_proofs: Vec<DomainProof>,
    pub enabled: bool,
    /// The role of those who are in none of the groups.
    pub default_role: Role,
    /// Roles by the groups that the provider names in the claim `groups`; the mightiest counts, at every sign-in. While it is
    /// empty, users keep the role that they have.
    #[schema(examples(json!({"it-admins": "admin"})))]
    pub group_roles: BTreeMap<String, Role>,
    pub created_by: Actor,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// Rises with every change; also the `ETag`.
    #[schema(examples(1))]
    pub version: i32,
}

pub type SsoProviderOrPage = OneOrPage<SsoProvider>;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SsoKind {
    /// OpenID Connect: authorization code with PKCE.
    #[default]
    Oidc,
}

/// How a domain is shown to be the tenant's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DomainProof {
    #[schema(examples("acme.example"))]
    pub domain: String,
    pub status: DomainStatus,
    /// Publish this in the domain's DNS, then `POST /api/admin/sso/verify`.
    pub record: DnsRecord,
    pub checked_at: Option<Timestamp>,
    pub proven_at: Option<Timestamp>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DomainStatus {
    Pending,
    /// By its DNS record.
    Proven,
    /// By whoever runs the service.
    Approved,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DnsRecord {
    #[schema(examples("TXT"))]
    pub r#type: String,
    #[schema(examples("_tenant-control.acme.example"))]
    pub name: String,
    #[schema(examples("tenant-control=3tY8cVbW2nQe5rZ7uLx1oPa9sKd4gHj6mFv0iCwBzXq"))]
    pub value: String,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
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
    #[schema(min_length = 1, max_length = 500)]
    pub client_id: String,
    /// Stored sealed, never shown again.
    #[schema(min_length = 1, max_length = 2000)]
    pub client_secret: String,
    #[schema(min_items = 1, max_items = 50, inline)]
    pub domains: Vec<SsoDomain>,
    #[serde(default = "yes")]
    #[schema(default = true)]
    pub enabled: bool,
    #[serde(default = "viewer")]
    #[schema(default = "viewer")]
    pub default_role: Role,
    /// 100 at most.
    #[serde(default)]
    pub group_roles: BTreeMap<String, Role>,
}

fn yes() -> bool {
    true
}

fn viewer() -> Role {
    Role::Viewer
}

/// Absent fields stay as they are. Domains that stay keep their proof.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Acme's new Keycloak", "default_role": "technician"}))]
pub struct SsoProviderChange {
    #[schema(nullable = false, min_length = 1, max_length = 100, pattern = r"\S")]
    pub name: Option<String>,
    /// Another issuer needs `client_secret` in the same call.
    #[schema(nullable = false, min_length = 1, max_length = 500)]
    pub issuer: Option<String>,
    #[schema(nullable = false, min_length = 1, max_length = 500)]
    pub client_id: Option<String>,
    #[schema(nullable = false, min_length = 1, max_length = 2000)]
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

/// A domain name, also one with letters beyond a to z.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(min_length = 1, max_length = 253, pattern = r"^[^\s/:@?#\\]+\.[^\s/:@?#\\]+$")]
pub struct SsoDomain(pub String);

/// What is looked for in the DNS: all domains of the provider that are not proven yet.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({}))]
pub struct DomainCheck {
    /// Only this domain.
    #[schema(nullable = false)]
    pub domain: Option<SsoDomain>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SsoProviderQuery {
    /// Only this provider, as a bare object.
    #[param(nullable = false)]
    pub id: Option<SsoProviderId>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SsoProviderTarget {
    /// Which provider.
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

/// Who wants to sign in, and where to go afterwards.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"domain": "acme.example", "return_to": "/documentation/"}))]
pub struct SignInStart {
    /// The domain of the user's e-mail address.
    #[schema(min_length = 1, max_length = 253)]
    pub domain: String,
    /// A path of this site, `/` when left out; or, for a command line, an address of its own on loopback
    /// (`http://127.0.0.1:PORT/…` or `http://[::1]:PORT/…`), which gets a one-time `code`.
    #[schema(nullable = false, min_length = 1, max_length = 2000)]
    pub return_to: Option<String>,
    /// With a loopback `return_to`: the SHA-256, in base64url without padding, of a secret that the command line shows when
    /// it exchanges the code (as `S256` in RFC 7636).
    #[schema(nullable = false, pattern = "^[A-Za-z0-9_-]{43}$")]
    pub code_challenge: Option<String>,
}

/// Where to send the browser.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SignInStarted {
    #[schema(examples("https://login.acme.example/authorize?client_id=tenant-control&state=…"))]
    pub authorization_url: String,
    pub provider: SignInProvider,
    /// Until when the sign-in must be over.
    pub expires_at: Timestamp,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SignInProvider {
    pub kind: SsoKind,
    #[schema(examples("Acme's Keycloak"))]
    pub name: String,
}

/// The code that a command line got, and the secret behind its `code_challenge`.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"code": "4k2m9x0q3tY8cVbW2nQe5rZ7uLx1oPa9sKd4gHj6mFv0iCwBzXq",
    "code_verifier": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"}))]
pub struct CodeExchange {
    #[schema(min_length = 1, max_length = 200)]
    pub code: String,
    #[schema(min_length = 43, max_length = 128, pattern = "^[A-Za-z0-9._~-]+$")]
    pub code_verifier: String,
}

/// A session for a command line, shown once.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SessionToken {
    /// Send it as `Authorization: Bearer …`.
    #[schema(examples("tcs_4k2m9x0q7d3fh1ab_3tY8cVbW2nQe5rZ7uLx1oPa9sKd4gHj6mFv0iCwBzXqRyfGhK"))]
    pub token: String,
    pub session_id: SessionId,
    pub user: User,
    /// At the latest; a session that is not used ends before.
    pub expires_at: Timestamp,
}
