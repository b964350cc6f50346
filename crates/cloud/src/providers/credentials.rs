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

/// Bytes of a fingerprint. It tells credentials apart, and does not reveal them.
const FINGERPRINT: usize = 8;

/// Credentials in the form in which they are sealed.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "method", rename_all = "snake_case")]
pub enum Plain {
    AssumeRole { role_arn: String },
    AccessKey { access_key_id: String, secret_access_key: String },
    HostSecret { secret: String },
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
        let CloudCredentials { role_arn, access_key_id, secret_access_key, host_secret } = sent;
        let fields = [
            ("role_arn", role_arn.is_some(), method == CloudAuthMethod::AssumeRole),
            ("access_key_id", access_key_id.is_some(), method == CloudAuthMethod::AccessKey),
            ("secret_access_key", secret_access_key.is_some(), method == CloudAuthMethod::AccessKey),
            ("host_secret", host_secret.is_some(), method == CloudAuthMethod::HostSecret),
        ];
        let faults = fields.into_iter().filter(|(_, is_sent, is_needed)| is_sent != is_needed);
        let faults: Vec<Fault> = faults.map(|(name, _, is_needed)| misplaced(name, is_needed, method)).collect();
        if !faults.is_empty() {
            return Err(Problem::invalid(faults));
        }
        if let Some(secret) = host_secret {
            return Ok(Plain::HostSecret { secret: secret.clone() });
        }
        match (role_arn, access_key_id, secret_access_key) {
            (Some(role_arn), _, _) => Ok(Plain::AssumeRole { role_arn: role_arn.clone() }),
            (_, Some(id), _) if id.starts_with("ASIA") => Err(temporary()),
            (_, Some(id), Some(secret)) => {
                Ok(Plain::AccessKey { access_key_id: id.clone(), secret_access_key: secret.clone() })
            }
            _ => Err(Problem::invalid(vec![misplaced("access_key_id", true, method)])),
        }
    }

    pub async fn seal(&self, app: &App, tenant: TenantId, provider: Uuid) -> Result<Sealed, Problem> {
        let json = serde_json::to_vec(self).map_err(Problem::internal)?;
        let bytes = app.sealing.seal(tenant, CREDENTIALS, provider, &json).await?;
        Ok(Sealed { bytes, fingerprint: fingerprint(provider, &json), hint: self.hint() })
    }

    pub async fn open(app: &App, tenant: TenantId, provider: Uuid, sealed: &[u8]) -> Result<Plain, Problem> {
        let opened = app.sealing.open(tenant, CREDENTIALS, provider, sealed).await?;
        // The cause would quote the text.
        let unreadable =
            |_| Problem::internal(std::io::Error::other("the sealed credentials of a cloud provider are unreadable"));
        serde_json::from_slice(opened.expose_secret()).map_err(unreadable)
    }

    /// What may be shown: a role's ARN is not secret, the id of an access key only in part, the secret of a host not at
    /// all.
    fn hint(&self) -> String {
        match self {
            Plain::AssumeRole { role_arn } => role_arn.clone(),
            Plain::AccessKey { access_key_id, .. } => {
                let hidden = access_key_id.chars().count().saturating_sub(SHOWN);
                format!("…{}", access_key_id.chars().skip(hidden).collect::<String>())
            }
            Plain::HostSecret { .. } => "…".to_owned(),
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

/// Bound to the provider, so that equal credentials of two tenants have different fingerprints.
fn fingerprint(provider: Uuid, json: &[u8]) -> String {
    let hash = Sha256::new().chain_update(provider.as_bytes()).chain_update(json).finalize();
    hash.iter().take(FINGERPRINT).map(|byte| format!("{byte:02x}")).collect()
}

fn misplaced(name: &str, is_needed: bool, method: CloudAuthMethod) -> Fault {
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
            host_secret: None,
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
    }

    #[test]
    fn neither_debug_nor_the_hint_nor_the_fingerprint_shows_a_secret() {
        let key = sent(None, Some("AKIAIOSFODNN7EXAMPLE"), Some("hunter2hunter2hunter2"));
        let plain = Plain::of(CloudAuthMethod::AccessKey, &key).unwrap_or_else(|problem| panic!("{}", problem.said()));
        assert_eq!(plain.hint(), "…MPLE");
        let json = serde_json::to_vec(&plain).unwrap();
        let (one, other) = (fingerprint(Uuid::from_u128(1), &json), fingerprint(Uuid::from_u128(2), &json));
        assert_eq!((one.len(), one == other), (16, false));
        let config = CloudConfig { regions: vec![], account_id: None, endpoint: None };
        let access = access(&config, None, Some(plain.clone())).unwrap();
        assert!(!format!("{plain:?} {access:?} {one}").contains("hunter2"));
    }
}
