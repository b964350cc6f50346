//! A session: a token of Keystone for one project, and the endpoints of its catalogue.
//!
//! The catalogue decides where the token is sent, so each endpoint is checked like one that a customer names: its form by
//! the guard, its origin by the operator's list, and its addresses by the guard when a request is sent.

use crate::{
    Openstack,
    failure::{failure, fault, shown},
    http::{Answer, Request, Unanswered, send},
};
use api::cloud_verification::{CloudFindingCode, CloudIdentity};
use cloud_boundary::{Access, Credential, Failure};
use outbound::{Client, Method};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use serde_json::{Value, json};
use url::Url;

/// The microversion of Nova: from this one on, an unfiltered list names the servers of cells that are down, instead of
/// leaving them out. It is in all releases since 2019 (Stein).
pub(crate) const COMPUTE_VERSION: &str = "compute 2.69";

/// The longest token: of the kind that contains the catalogue, 8 KB are usual.
const TOKEN: usize = 12 * 1024;

pub(crate) struct Session<'a> {
    openstack: &'a Openstack,
    token: SecretString,
    catalogue: Vec<Service>,
    pub project_id: String,
    /// The name of the user, for people.
    user: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Compute,
    Image,
    Network,
}

impl Kind {
    /// The type in the catalogue, the name for people, and the first part of all paths, which some catalogues leave out.
    fn parts(self) -> (&'static str, &'static str, Option<&'static str>) {
        match self {
            Kind::Compute => ("compute", "Nova", None),
            Kind::Image => ("image", "Glance", Some("v2")),
            Kind::Network => ("network", "Neutron", Some("v2.0")),
        }
    }
}

#[derive(Deserialize)]
struct Envelope {
    token: Token,
}

#[derive(Deserialize)]
struct Token {
    project: Option<Named>,
    user: Named,
    #[serde(default)]
    catalog: Vec<Service>,
}

#[derive(Deserialize)]
struct Named {
    id: String,
    #[serde(default)]
    name: String,
}

#[derive(Deserialize)]
struct Service {
    r#type: String,
    #[serde(default)]
    endpoints: Vec<Endpoint>,
}

#[derive(Deserialize)]
struct Endpoint {
    interface: String,
    region_id: Option<String>,
    url: String,
}

impl Openstack {
    /// Signs in. Only Keystone judges the credentials.
    pub(crate) async fn session(&self, access: &Access) -> Result<Session<'_>, Failure> {
        let missing = || Failure::new(CloudFindingCode::Unclear, "The URL of Keystone is missing: config.endpoint.");
        let mut url = access.endpoint.clone().ok_or_else(missing)?;
        self.check(&url, "Keystone")?;
        extend(&mut url, Some("v3"), &["auth", "tokens"]);
        let body = sign_in(access)?;
        let request = Request { method: Method::POST, url: &url, token: None, version: None, body: Some(&body) };
        let answer = send(self.client(), request).await.map_err(Unanswered::into_failure)?;
        let token = match answer.status.as_u16() {
            200 | 201 => answer.headers.get("x-subject-token").and_then(|token| token.to_str().ok()),
            // Keystone responds so for an application credential that it does not have.
            404 if fault(&answer).is_some() => return Err(no_credential()),
            status => return Err(refused(status)),
        };
        let token = token.filter(|token| (1..=TOKEN).contains(&token.len()));
        let unnamed =
            || Failure::new(CloudFindingCode::Unclear, "Keystone accepted the credentials but returned no token.");
        let token = SecretString::from(token.ok_or_else(unnamed)?);
        let Envelope { token: Token { project, user, catalog } } = answer.json()?;
        let unscoped = || {
            let detail = "The credentials are not those of a project.";
            Failure::new(CloudFindingCode::PermissionDenied, detail)
        };
        let project_id = project.ok_or_else(unscoped)?.id;
        let user = if user.name.is_empty() { user.id } else { user.name };
        Ok(Session { openstack: self, token, catalogue: catalog, project_id, user })
    }

    pub(crate) fn client(&self) -> &Client {
        &self.settings.client
    }

    /// Refuses an endpoint that does not have the form of one, or that the operator does not allow.
    fn check(&self, url: &Url, service: &str) -> Result<(), Failure> {
        let refuse = |detail: String| Failure::new(CloudFindingCode::EndpointRefused, detail);
        self.client()
            .check_url(url)
            .map_err(|fault| refuse(format!("The endpoint of {service} is refused: {fault}.")))?;
        let origin = url.origin();
        if origin.is_tuple() && self.settings.allowed.iter().any(|allowed| allowed.origin() == origin) {
            return Ok(());
        }
        let origin = shown(&origin.ascii_serialization());
        Err(refuse(format!("The operator of this service does not allow the endpoint of {service}, {origin}.")))
    }
}

impl Session<'_> {
    pub fn identity(&self) -> CloudIdentity {
        CloudIdentity { account_id: shown(&self.project_id), arn: shown(&self.user) }
    }

    /// The regions that have a Nova.
    pub fn regions(&self) -> Vec<&str> {
        let mut regions: Vec<&str> = self.public(Kind::Compute).filter_map(|one| one.region_id.as_deref()).collect();
        regions.sort_unstable();
        regions.dedup();
        regions
    }

    /// True if the catalogue has this service in the region, whether or not it may be called.
    pub fn has(&self, kind: Kind, region: &str) -> bool {
        self.public(kind).any(|endpoint| endpoint.region_id.as_deref() == Some(region))
    }

    pub fn service(&self, kind: Kind, region: &str) -> Result<Caller<'_>, Failure> {
        let (_, name, prefix) = kind.parts();
        let mut found = self.public(kind).filter(|endpoint| endpoint.region_id.as_deref() == Some(region));
        let missing = || {
            let detail = format!("Keystone's catalogue has no public endpoint of {name} in this region.");
            Failure::new(CloudFindingCode::RegionUnknown, detail)
        };
        let wrong = |_| {
            let detail = format!("The endpoint of {name} in Keystone's catalogue is not a URL.");
            Failure::new(CloudFindingCode::EndpointRefused, detail)
        };
        let mut base: Url = found.next().ok_or_else(missing)?.url.parse().map_err(wrong)?;
        base.set_query(None);
        self.openstack.check(&base, name)?;
        extend(&mut base, prefix, &[]);
        let version = (kind == Kind::Compute).then_some(COMPUTE_VERSION);
        Ok(Caller { client: self.openstack.client(), token: &self.token, name, base, version })
    }

    fn public(&self, kind: Kind) -> impl Iterator<Item = &Endpoint> {
        let (r#type, ..) = kind.parts();
        let services = self.catalogue.iter().filter(move |service| service.r#type == r#type);
        services.flat_map(|service| &service.endpoints).filter(|endpoint| endpoint.interface == "public")
    }
}

/// Calls of one service in one region.
pub(crate) struct Caller<'a> {
    client: &'a Client,
    token: &'a SecretString,
    name: &'static str,
    base: Url,
    version: Option<&'static str>,
}

impl Caller<'_> {
    pub async fn send(
        &self,
        method: Method,
        path: &[&str],
        query: &[(&str, &str)],
        body: Option<&Value>,
    ) -> Result<Answer, Unanswered> {
        let mut url = self.base.clone();
        extend(&mut url, None, path);
        if !query.is_empty() {
            url.query_pairs_mut().extend_pairs(query);
        }
        let request = Request { method, url: &url, token: Some(self.token), version: self.version, body };
        send(self.client, request).await
    }

    /// A response to a reading call: 200, in the wanted microversion.
    pub async fn get(&self, path: &[&str], query: &[(&str, &str)]) -> Result<Answer, Failure> {
        let answer = self.send(Method::GET, path, query, None).await.map_err(Unanswered::into_failure)?;
        if answer.status.as_u16() != 200 {
            return Err(self.failure(&answer));
        }
        match self.version {
            Some(version) if !answer.has_version(version) => Err(too_old()),
            _ => Ok(answer),
        }
    }

    pub fn failure(&self, answer: &Answer) -> Failure {
        if answer.status.as_u16() == 406 && self.version.is_some() {
            return too_old();
        }
        failure(self.name, answer, self.token)
    }
}

fn too_old() -> Failure {
    let detail = format!("Nova does not offer the microversion {COMPUTE_VERSION}, which is needed.");
    Failure::new(CloudFindingCode::Unclear, detail)
}

/// Appends a path. The prefix is added only if the URL does not end with it.
fn extend(url: &mut Url, prefix: Option<&str>, path: &[&str]) {
    let has_prefix = |url: &Url, prefix: &str| {
        let mut segments = url.path_segments().into_iter().flatten().filter(|segment| !segment.is_empty());
        segments.next_back() == Some(prefix)
    };
    let missing = prefix.filter(|prefix| !has_prefix(url, prefix));
    if let Ok(mut segments) = url.path_segments_mut() {
        segments.pop_if_empty().extend(missing).extend(path);
    }
}

fn sign_in(access: &Access) -> Result<Value, Failure> {
    match &access.credential {
        Credential::ApplicationCredential { id, secret } => Ok(json!({"auth": {"identity": {
            "methods": ["application_credential"],
            "application_credential": {"id": id, "secret": secret.expose_secret()}}}})),
        Credential::Password { username, user_domain, password } => Ok(json!({"auth": {
            "identity": {"methods": ["password"], "password": {"user": {
                "name": username, "domain": {"name": user_domain}, "password": password.expose_secret()}}},
            "scope": {"project": {"id": access.account_id}}}})),
        _ => Err(Failure::new(CloudFindingCode::Unclear, "The credentials are not those of OpenStack.")),
    }
}

fn no_credential() -> Failure {
    Failure::new(CloudFindingCode::WrongKey, "Keystone has no application credential with this id.")
}

/// Keystone does not say what of the credentials is wrong. Its sentence is not passed on: it could quote them.
fn refused(status: u16) -> Failure {
    let (code, detail) = match status {
        401 => {
            let detail = "Keystone refuses the credentials: the id or the secret is wrong, or they are expired, disabled or \
                not those of the project.";
            (CloudFindingCode::WrongSecret, detail)
        }
        403 => (CloudFindingCode::PermissionDenied, "Keystone does not allow these credentials to sign in."),
        413 | 429 => (CloudFindingCode::Throttled, "Keystone throttles calls."),
        404 => (CloudFindingCode::Unclear, "There is no Keystone with the API v3 at config.endpoint."),
        500.. => (CloudFindingCode::Unreachable, "Keystone reports an internal failure."),
        _ => return Failure::new(CloudFindingCode::Unclear, format!("Keystone returned {status}.")),
    };
    Failure::new(code, detail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_is_added_once_and_a_path_stays_inside() {
        let extended = |base: &str, prefix, path: &[&str]| {
            let mut url: Url = base.parse().unwrap();
            extend(&mut url, prefix, path);
            url.to_string()
        };
        assert_eq!(extended("https://k.example", Some("v3"), &["auth", "tokens"]), "https://k.example/v3/auth/tokens");
        assert_eq!(extended("https://k.example/id/v3/", Some("v3"), &["auth"]), "https://k.example/id/v3/auth");
        assert_eq!(
            extended("https://n.example/v2.1", None, &["servers", "../x?y"]),
            "https://n.example/v2.1/servers/..%2Fx%3Fy"
        );
    }
}
