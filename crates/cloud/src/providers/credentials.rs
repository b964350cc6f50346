//! The credentials of a provider: sealed for its row, opened for a call, and never shown.

use crate::CREDENTIALS;
use api::{
    Fault, TenantId,
    cloud_providers::{CloudAuthMethod, CloudConfig, CloudCredentials, CloudProvider},
    problem::FaultCode,
};
use cloud_boundary::{Access, Credential};
use kernel::{app::App, http::Problem};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;
use uuid::Uuid;

/// Characters of an access key's id that are shown.
const SHOWN: usize = 4;

/// Bytes of a fingerprint. It shows that credentials were replaced, and does not reveal them.
const FINGERPRINT: usize = 8;

/// Credentials in the form in which they are sealed.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "method", rename_all = "snake_case")]
pub enum Plain {
    AssumeRole { role_arn: String },
    AccessKey { access_key_id: String, secret_access_key: String },
    HostSecret { secret: String },
    ApplicationCredential { id: String, secret: String },
    Password { username: String, user_domain: String, password: String },
    ApiToken { token: String },
}

/// Without the values.
impl fmt::Debug for Plain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Plain(..)")
    }
}

/// Credentials as a row stores them.
pub struct Sealed {
    pub bytes: Vec<u8>,
    pub fingerprint: String,
    pub hint: String,
}

impl Plain {
    /// Checks that the fields are those of the method.
    pub fn of(method: CloudAuthMethod, sent: &CloudCredentials) -> Result<Plain, Problem> {
        let fields = fields(sent);
        let misplaced = fields.iter().filter(|(name, used_with, value)| match value {
            Some(_) => *used_with != method,
            None => *used_with == method && *name != USER_DOMAIN,
        });
        let faults: Vec<Fault> =
            misplaced.map(|(name, _, value)| misplaced_field(name, value.is_none(), method)).collect();
        if !faults.is_empty() {
            return Err(Problem::invalid(faults));
        }
        let of = |wanted: &str| {
            let found = fields.iter().find(|(name, ..)| *name == wanted).and_then(|(_, _, value)| (*value).clone());
            found.unwrap_or_default()
        };
        Ok(match method {
            CloudAuthMethod::AssumeRole => Plain::AssumeRole { role_arn: of("role_arn") },
            CloudAuthMethod::AccessKey if of("access_key_id").starts_with("ASIA") => return Err(temporary()),
            CloudAuthMethod::AccessKey => {
                Plain::AccessKey { access_key_id: of("access_key_id"), secret_access_key: of("secret_access_key") }
            }
            CloudAuthMethod::HostSecret => Plain::HostSecret { secret: of("host_secret") },
            CloudAuthMethod::ApplicationCredential => Plain::ApplicationCredential {
                id: of("application_credential_id"),
                secret: of("application_credential_secret"),
            },
            CloudAuthMethod::Password => Plain::Password {
                username: of("username"),
                user_domain: sent.user_domain.clone().unwrap_or_else(|| "Default".to_owned()),
                password: of("password"),
            },
            CloudAuthMethod::ApiToken => Plain::ApiToken { token: of("api_token") },
        })
    }

    pub async fn seal(&self, app: &App, tenant: TenantId, provider: Uuid) -> Result<Sealed, Problem> {
        let json = serde_json::to_vec(self).map_err(Problem::internal)?;
        let bytes = app.sealing.seal(tenant, CREDENTIALS, provider, &json).await?;
        Ok(Sealed { fingerprint: fingerprint(&bytes), bytes, hint: self.hint() })
    }

    pub async fn open(app: &App, tenant: TenantId, provider: Uuid, sealed: &[u8]) -> Result<Plain, Problem> {
        let opened = app.sealing.open(tenant, CREDENTIALS, provider, sealed).await?;
        // The cause would quote the text.
        let unreadable =
            |_| Problem::internal(std::io::Error::other("the sealed credentials of a cloud provider are unreadable"));
        serde_json::from_slice(opened.expose_secret()).map_err(unreadable)
    }

    /// What may be shown: a role's ARN and the name of a user are not secret, ids of keys only in part, the secret of a host
    /// and a token not at all.
    fn hint(&self) -> String {
        match self {
            Plain::AssumeRole { role_arn } => role_arn.clone(),
            Plain::AccessKey { access_key_id: id, .. } | Plain::ApplicationCredential { id, .. } => {
                let hidden = id.chars().count().saturating_sub(SHOWN);
                format!("…{}", id.chars().skip(hidden).collect::<String>())
            }
            Plain::Password { username, .. } => username.clone(),
            Plain::HostSecret { .. } | Plain::ApiToken { .. } => "…".to_owned(),
        }
    }

    fn into_credential(self, external_id: &str) -> Credential {
        match self {
            Plain::AssumeRole { role_arn } => {
                Credential::AssumeRole { role_arn: Some(role_arn), external_id: external_id.to_owned() }
            }
            Plain::AccessKey { access_key_id, secret_access_key } => {
                Credential::AccessKey { access_key_id, secret_access_key: SecretString::from(secret_access_key) }
            }
            Plain::HostSecret { secret } => Credential::HostSecret { secret: SecretString::from(secret) },
            Plain::ApplicationCredential { id, secret } => {
                Credential::ApplicationCredential { id, secret: SecretString::from(secret) }
            }
            Plain::Password { username, user_domain, password } => {
                Credential::Password { username, user_domain, password: SecretString::from(password) }
            }
            Plain::ApiToken { token } => Credential::ApiToken(SecretString::from(token)),
        }
    }
}

/// The access to a provider with these credentials; `None` if its method needs credentials and there are none.
pub fn access(config: &CloudConfig, external_id: Option<&str>, plain: Option<Plain>) -> Option<Access> {
    let credential = match (plain, external_id) {
        (Some(plain), external_id) => plain.into_credential(external_id.unwrap_or_default()),
        (None, Some(external_id)) => Credential::AssumeRole { role_arn: None, external_id: external_id.to_owned() },
        (None, None) => return None,
    };
    Some(Access {
        regions: config.regions.iter().map(|region| region.0.clone()).collect(),
        account_id: config.account_id.clone(),
        endpoint: config.endpoint.as_deref().and_then(|endpoint| endpoint.parse().ok()),
        credential,
    })
}

/// The access to a stored provider.
pub fn access_to(provider: &CloudProvider, plain: Option<Plain>) -> Option<Access> {
    access(&provider.config, provider.external_id.as_deref(), plain)
}

/// Of the encrypted credentials: a hash of a password that a person has chosen could be guessed.
fn fingerprint(sealed: &[u8]) -> String {
    let hash = Sha256::digest(sealed);
    hash.iter().take(FINGERPRINT).map(|byte| format!("{byte:02x}")).collect()
}

/// The field that has a default.
const USER_DOMAIN: &str = "user_domain";

/// Each field with the method that uses it.
fn fields(sent: &CloudCredentials) -> [(&'static str, CloudAuthMethod, &Option<String>); 10] {
    [
        ("role_arn", CloudAuthMethod::AssumeRole, &sent.role_arn),
        ("access_key_id", CloudAuthMethod::AccessKey, &sent.access_key_id),
        ("secret_access_key", CloudAuthMethod::AccessKey, &sent.secret_access_key),
        ("host_secret", CloudAuthMethod::HostSecret, &sent.host_secret),
        ("application_credential_id", CloudAuthMethod::ApplicationCredential, &sent.application_credential_id),
        ("application_credential_secret", CloudAuthMethod::ApplicationCredential, &sent.application_credential_secret),
        ("username", CloudAuthMethod::Password, &sent.username),
        (USER_DOMAIN, CloudAuthMethod::Password, &sent.user_domain),
        ("password", CloudAuthMethod::Password, &sent.password),
        ("api_token", CloudAuthMethod::ApiToken, &sent.api_token),
    ]
}

fn misplaced_field(name: &str, is_needed: bool, method: CloudAuthMethod) -> Fault {
    let (code, verb) =
        if is_needed { (FaultCode::Required, "is required") } else { (FaultCode::Invalid, "is not used") };
    Fault::at(format!("/credentials/{name}"), code, format!("{verb} with auth_method {}", method.name()))
}

fn temporary() -> Problem {
    let detail = "is a temporary access key, which expires; use assume_role, or a key of a user";
    Problem::fault("/credentials/access_key_id", FaultCode::Invalid, detail)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(role: Option<&str>, id: Option<&str>, secret: Option<&str>) -> CloudCredentials {
        CloudCredentials {
            role_arn: role.map(str::to_owned),
            access_key_id: id.map(str::to_owned),
            secret_access_key: secret.map(str::to_owned),
            ..CloudCredentials::default()
        }
    }

    #[test]
    fn credentials_have_the_fields_of_their_method() {
        let of = |method, sent: &CloudCredentials| Plain::of(method, sent).map_err(|problem| problem.said());
        let key = sent(None, Some("AKIAIOSFODNN7EXAMPLE"), Some("hunter2hunter2hunter2"));
        assert!(of(CloudAuthMethod::AccessKey, &key).is_ok());
        assert!(of(CloudAuthMethod::AssumeRole, &key).is_err());
        let half = sent(None, Some("AKIAIOSFODNN7EXAMPLE"), None);
        let said = of(CloudAuthMethod::AccessKey, &half).unwrap_err();
        assert!(said.contains("secret_access_key is required"), "{said}");
        let temporary = sent(None, Some("ASIAIOSFODNN7EXAMPLE"), Some("hunter2hunter2hunter2"));
        assert!(of(CloudAuthMethod::AccessKey, &temporary).unwrap_err().contains("temporary"));
        let (username, password) = (Some("ops".to_owned()), Some("hunter2".to_owned()));
        let user = CloudCredentials { username, password, ..CloudCredentials::default() };
        let Ok(Plain::Password { user_domain, .. }) = of(CloudAuthMethod::Password, &user) else { panic!() };
        assert_eq!(user_domain, "Default");
        assert!(of(CloudAuthMethod::ApiToken, &user).unwrap_err().contains("api_token is required"));
    }

    #[test]
    fn neither_debug_nor_the_hint_nor_the_fingerprint_shows_a_secret() {
        let key = sent(None, Some("AKIAIOSFODNN7EXAMPLE"), Some("hunter2hunter2hunter2"));
        let plain = Plain::of(CloudAuthMethod::AccessKey, &key).unwrap_or_else(|problem| panic!("{}", problem.said()));
        assert_eq!(plain.hint(), "…MPLE");
        let (one, other) = (fingerprint(b"sealed"), fingerprint(b"sealed again"));
        assert_eq!((one.len(), one == other), (16, false));
        let config = CloudConfig { regions: vec![], account_id: None, endpoint: None };
        let access = access(&config, None, Some(plain.clone())).unwrap();
        assert!(!format!("{plain:?} {access:?} {one}").contains("hunter2"));
    }
}
