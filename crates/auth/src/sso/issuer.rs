//! Identity providers: their discovery documents and keys, fetched by the guarded client and cached; and the protocol
//! with a provider: the authorization URL, the exchange of a code, the checks of its tokens.

use super::person::{Groups, Person};
use api::ProblemCode;
use jiff::{SignedDuration, Timestamp};
use kernel::{app::App, http::Problem};
use moka::sync::Cache;
use openidconnect::{
    AccessTokenHash, AdditionalProviderMetadata, AuthType, AuthenticationFlow, AuthorizationCode, Client, ClientId,
    ClientSecret, CsrfToken, EmptyExtraTokenFields, EndpointMaybeSet, EndpointNotSet, EndpointSet, HttpRequest,
    HttpResponse, IdTokenFields, IssuerUrl, Nonce, OAuth2TokenResponse, PkceCodeChallenge, PkceCodeVerifier,
    ProviderMetadata, RedirectUrl, RequestTokenError, Scope, StandardErrorResponse, StandardTokenResponse,
    TokenResponse, UserInfoClaims,
    core::{
        CoreAuthDisplay, CoreAuthPrompt, CoreClaimName, CoreClaimType, CoreClientAuthMethod, CoreErrorResponseType,
        CoreGenderClaim, CoreGrantType, CoreJsonWebKey, CoreJweContentEncryptionAlgorithm,
        CoreJweKeyManagementAlgorithm, CoreJwsSigningAlgorithm, CoreResponseMode, CoreResponseType, CoreRevocableToken,
        CoreRevocationErrorResponse, CoreSubjectIdentifierType, CoreTokenIntrospectionResponse, CoreTokenType,
    },
};
use outbound::{Outgoing, Url};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use std::{fmt, sync::Arc, time::Duration};
use uuid::Uuid;

/// How long the metadata of a provider is cached, and how soon it may be fetched again when a token names an unknown
/// key: tokens with invented key ids must not cause more requests.
const AGE: Duration = Duration::from_secs(600);
const ASKED_AGAIN: SignedDuration = SignedDuration::from_secs(2);

const PROVIDERS: u64 = 10_000;

/// The limits of one request to a provider: its time, and the bytes of the response.
const TIMEOUT: Duration = Duration::from_secs(5);
const ANSWER: usize = 256 * 1024;

/// Signatures by keys that only the provider has: neither the client's secret nor unsigned tokens are accepted.
const ALGORITHMS: [CoreJwsSigningAlgorithm; 9] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha384,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha512,
    CoreJwsSigningAlgorithm::RsaSsaPssSha256,
    CoreJwsSigningAlgorithm::RsaSsaPssSha384,
    CoreJwsSigningAlgorithm::RsaSsaPssSha512,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EcdsaP384Sha384,
    CoreJwsSigningAlgorithm::EdDsa,
];

type Metadata = ProviderMetadata<
    Answering,
    CoreAuthDisplay,
    CoreClientAuthMethod,
    CoreClaimName,
    CoreClaimType,
    CoreGrantType,
    CoreJweContentEncryptionAlgorithm,
    CoreJweKeyManagementAlgorithm,
    CoreJsonWebKey,
    CoreResponseMode,
    CoreResponseType,
    CoreSubjectIdentifierType,
>;

type Tokens = StandardTokenResponse<
    IdTokenFields<
        Groups,
        EmptyExtraTokenFields,
        CoreGenderClaim,
        CoreJweContentEncryptionAlgorithm,
        CoreJwsSigningAlgorithm,
    >,
    CoreTokenType,
>;

type RelyingParty = Client<
    Groups,
    CoreAuthDisplay,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJsonWebKey,
    CoreAuthPrompt,
    StandardErrorResponse<CoreErrorResponseType>,
    Tokens,
    CoreTokenIntrospectionResponse,
    CoreRevocableToken,
    CoreRevocationErrorResponse,
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

/// The part of the metadata that says whether responses name their issuer (RFC 9207).
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct Answering {
    #[serde(default)]
    authorization_response_iss_parameter_supported: bool,
}

impl AdditionalProviderMetadata for Answering {}

/// The tenant's configuration of a provider.
pub struct Provider {
    pub id: Uuid,
    pub issuer: String,
    pub client_id: String,
}

/// The values that bind the provider's response to the request.
pub struct Bindings {
    pub state: String,
    pub nonce: String,
    pub pkce_verifier: String,
}

/// The metadata of a provider.
pub struct Issuer {
    metadata: Metadata,
    read_at: Timestamp,
}

pub struct Issuers(Cache<Uuid, Arc<Issuer>>);

impl Default for Issuers {
    fn default() -> Issuers {
        Issuers(Cache::builder().max_capacity(PROVIDERS).time_to_live(AGE).build())
    }
}

impl Issuers {
    pub async fn get(&self, app: &App, provider: &Provider) -> Result<Arc<Issuer>, Problem> {
        let known = self.0.get(&provider.id);
        match known.filter(|known| known.metadata.issuer().as_str() == provider.issuer) {
            Some(known) => Ok(known),
            None => self.read(app, provider).await,
        }
    }

    /// Fetches the metadata again, after a token was signed with an unknown key.
    async fn again(&self, app: &App, provider: &Provider, known: Arc<Issuer>) -> Result<Arc<Issuer>, Problem> {
        if app.clock.now() - ASKED_AGAIN < known.read_at {
            return Ok(known);
        }
        self.read(app, provider).await
    }

    async fn read(&self, app: &App, provider: &Provider) -> Result<Arc<Issuer>, Problem> {
        let issuer = IssuerUrl::new(provider.issuer.clone()).map_err(|error| unavailable(provider, &error))?;
        let read_at = app.clock.now();
        let metadata =
            Metadata::discover_async(issuer, &http(app)).await.map_err(|error| unavailable(provider, &error))?;
        let issuer = Arc::new(Issuer { metadata, read_at });
        self.0.insert(provider.id, issuer.clone());
        Ok(issuer)
    }
}

impl Issuer {
    /// The URL to which the browser is redirected.
    pub fn authorization_url(&self, app: &App, provider: &Provider, bindings: &Bindings) -> Result<String, Problem> {
        let relying = self.relying_party(app, provider, None)?;
        let (state, nonce) = (bindings.state.clone(), bindings.nonce.clone());
        let challenge =
            PkceCodeChallenge::from_code_verifier_sha256(&PkceCodeVerifier::new(bindings.pkce_verifier.clone()));
        let flow = AuthenticationFlow::<CoreResponseType>::AuthorizationCode;
        let mut request = relying
            .authorize_url(flow, move || CsrfToken::new(state), move || Nonce::new(nonce))
            .add_scopes(["email", "profile"].map(|scope| Scope::new(scope.to_owned())))
            .set_pkce_challenge(challenge);
        // A provider that needs a scope for groups lists it in its metadata.
        let scopes = self.metadata.scopes_supported().into_iter().flatten();
        if scopes.into_iter().any(|scope| scope.as_str() == "groups") {
            request = request.add_scope(Scope::new("groups".to_owned()));
        }
        Ok(request.url().0.to_string())
    }

    /// True if the response names this provider, or names none although it need not (RFC 9207). Prevents mix-up attacks.
    pub fn has_answered(&self, named: Option<&str>) -> bool {
        let always = self.metadata.additional_metadata().authorization_response_iss_parameter_supported;
        match named {
            Some(named) => named == self.metadata.issuer().as_str(),
            None => !always,
        }
    }

    fn relying_party(
        &self,
        app: &App,
        provider: &Provider,
        secret: Option<&SecretString>,
    ) -> Result<RelyingParty, Problem> {
        let secret = secret.map(|secret| ClientSecret::new(secret.expose_secret().to_owned()));
        let redirect = RedirectUrl::new(redirect_uri(app)).map_err(Problem::internal)?;
        let client = ClientId::new(provider.client_id.clone());
        let relying = RelyingParty::from_provider_metadata(self.metadata.clone(), client, secret);
        let methods = self.metadata.token_endpoint_auth_methods_supported();
        let takes = |method| methods.is_none_or(|methods| methods.contains(&method));
        let auth_type =
            if takes(CoreClientAuthMethod::ClientSecretBasic) || !takes(CoreClientAuthMethod::ClientSecretPost) {
                AuthType::BasicAuth
            } else {
                AuthType::RequestBody
            };
        Ok(relying.set_redirect_uri(redirect).set_auth_type(auth_type))
    }
}

/// The URL to which providers redirect browsers.
pub fn redirect_uri(app: &App) -> String {
    format!("{}/api/auth/sso/callback", app.settings.base_url)
}

/// Exchanges the code from the browser for the identity of the person.
pub async fn identify(
    app: &App,
    provider: &Provider,
    secret: &SecretString,
    code: String,
    bindings: &Bindings,
) -> Result<Person, Problem> {
    let issuer = app.state.get::<Issuers>().get(app, provider).await?;
    let relying = issuer.relying_party(app, provider, Some(secret))?;
    let http = http(app);
    let request = relying.exchange_code(AuthorizationCode::new(code)).map_err(|error| refused(provider, &error))?;
    let request = request.set_pkce_verifier(PkceCodeVerifier::new(bindings.pkce_verifier.clone()));
    let tokens = request.request_async(&http).await.map_err(|error| match error {
        RequestTokenError::Request(error) => unavailable(provider, &error),
        error => refused(provider, &error),
    })?;
    let nonce = Nonce::new(bindings.nonce.clone());
    let person = match verified(&relying, &tokens, &nonce) {
        Err(Fault::UnknownKey) => {
            let issuer = app.state.get::<Issuers>().again(app, provider, issuer).await?;
            verified(&issuer.relying_party(app, provider, Some(secret))?, &tokens, &nonce)
        }
        verified => verified,
    };
    let mut person = person.map_err(|fault| refused(provider, &fault))?;
    if person.email.is_none() && relying.user_info_url().is_some() {
        let subject = openidconnect::SubjectIdentifier::new(person.subject.clone());
        let request = relying.user_info(tokens.access_token().clone(), Some(subject));
        let request = request.map_err(|error| refused(provider, &error))?;
        let told: UserInfoClaims<Groups, CoreGenderClaim> =
            request.request_async(&http).await.map_err(|error| refused(provider, &error))?;
        person.add_user_info(&told);
    }
    Ok(person)
}

/// The reason why an ID token is refused.
#[derive(Debug)]
enum Fault {
    UnknownKey,
    Wrong(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::UnknownKey => f.write_str("it is signed with a key that the provider does not publish"),
            Fault::Wrong(what) => f.write_str(what),
        }
    }
}

/// The claims of the ID token, after its signature, issuer, audience, expiry and nonce have been verified.
fn verified(relying: &RelyingParty, tokens: &Tokens, nonce: &Nonce) -> Result<Person, Fault> {
    use openidconnect::{ClaimsVerificationError, SignatureVerificationError};
    let wrong = |error: &dyn std::error::Error| Fault::Wrong(chain(error));
    let token = tokens.id_token().ok_or_else(|| Fault::Wrong("the response contains no ID token".to_owned()))?;
    let verifier = relying.id_token_verifier().set_allowed_algs(ALGORITHMS);
    let claims = token.claims(&verifier, nonce).map_err(|error| match &error {
        ClaimsVerificationError::SignatureVerification(SignatureVerificationError::NoMatchingKey) => Fault::UnknownKey,
        error => wrong(error),
    })?;
    if let Some(expected) = claims.access_token_hash() {
        let algorithm = token.signing_alg().map_err(|error| wrong(&error))?;
        let key = token.signing_key(&verifier).map_err(|error| wrong(&error))?;
        let hash = AccessTokenHash::from_token(tokens.access_token(), algorithm, key).map_err(|error| wrong(&error))?;
        if hash != *expected {
            return Err(Fault::Wrong("the access token does not match the ID token".to_owned()));
        }
    }
    Ok(Person::of(claims))
}

/// Requests to a provider are sent by the guarded client only.
fn http(app: &App) -> impl Fn(HttpRequest) -> Fetch + use<> {
    let client = app.outbound.clone();
    move |request| Box::pin(fetch(client.clone(), request))
}

type Fetch = std::pin::Pin<Box<dyn Future<Output = Result<HttpResponse, Unreachable>> + Send>>;

async fn fetch(client: outbound::Client, request: HttpRequest) -> Result<HttpResponse, Unreachable> {
    let (head, body) = request.into_parts();
    let url = Url::parse(&head.uri.to_string()).map_err(|error| Unreachable(error.to_string()))?;
    let outgoing = Outgoing {
        method: head.method,
        url: &url,
        headers: head.headers,
        body: body.into(),
        timeout: TIMEOUT,
        keep: ANSWER,
    };
    let incoming = client.send(outgoing).await.map_err(|failed| Unreachable(failed.why.to_string()))?;
    if incoming.body_truncated {
        return Err(Unreachable(format!("the response has more than {ANSWER} bytes")));
    }
    let mut response = HttpResponse::new(incoming.body.to_vec());
    *response.status_mut() = incoming.status;
    *response.headers_mut() = incoming.headers;
    Ok(response)
}

#[derive(Debug)]
pub struct Unreachable(String);

impl fmt::Display for Unreachable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unreachable {}

/// Only the log contains the reason: a client must not learn about internal addresses by naming them as a provider.
fn unavailable(provider: &Provider, error: &dyn std::error::Error) -> Problem {
    let why = chain(error);
    tracing::info!(provider = %provider.id, issuer = provider.issuer, why, "identity provider unavailable");
    let detail =
        "The identity provider of this domain is unavailable or its responses are invalid. Contact your administrator.";
    Problem::new(ProblemCode::SsoUnavailable, detail)
}

fn refused(provider: &Provider, error: &(impl fmt::Display + ?Sized)) -> Problem {
    tracing::info!(provider = %provider.id, why = %error, "response of an identity provider refused");
    Problem::new(ProblemCode::SsoRefused, "The response of the identity provider is not valid. Sign in again.")
}

fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}
