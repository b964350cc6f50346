//! The address of a repository: which ones are allowed, and where a stored one is opened.

use super::{CREDENTIALS, PASSWORD};
use api::{TenantId, backup_repositories::BackupCredentials, problem::FaultCode};
use backup_check::{Address, Limits, Location, Network, Open, below};
use kernel::{app::App, http::Problem};
use secrecy::ExposeSecret;
use uuid::Uuid;

/// Limits of one check. A repository of 10 TB that is read once in 30 days needs 340 GB a day.
const LIMITS: Limits = Limits { calls: 2_000_000, bytes: 1 << 40 };

const DEFAULT_REGION: &str = "us-east-1";

/// Refuses an address that must not be opened. The name of a host is resolved, and checked again, when it is opened.
pub fn check(app: &App, tenant: TenantId, url: &str, has_credentials: bool) -> Result<(), Problem> {
    let refused = |detail: &str| Problem::fault("/url", FaultCode::Invalid, detail);
    let address = Address::parse(url).map_err(|fault| refused(fault.detail()))?;
    if let Some(url) = address.url() {
        app.outbound.check_url(url).map_err(|fault| refused(&fault.to_string()))?;
    }
    match address {
        Address::Local(path) if below(&app.settings.backup.roots(tenant), &path).is_none() => {
            Err(refused("is not below a folder that the operator allows"))
        }
        Address::S3 { .. } if !has_credentials => {
            Err(Problem::fault("/credentials", FaultCode::Required, "are required for s3"))
        }
        _ => Ok(()),
    }
}

pub async fn seal(
    app: &App,
    tenant: TenantId,
    id: Uuid,
    credentials: Option<&BackupCredentials>,
) -> Result<Option<Vec<u8>>, Problem> {
    let Some(credentials) = credentials else { return Ok(None) };
    let plain = serde_json::to_vec(credentials).map_err(Problem::internal)?;
    Ok(Some(app.sealing.seal(tenant, CREDENTIALS, id, &plain).await?))
}

/// A repository as it is stored.
pub struct Stored<'a> {
    pub id: Uuid,
    pub url: &'a str,
    pub password_sealed: &'a [u8],
    pub credentials_sealed: Option<&'a [u8]>,
}

/// Location of a stored repository, with its secrets. `None` if the operator has forbidden its folder since.
pub async fn locate(app: &App, tenant: TenantId, stored: Stored<'_>) -> Result<Option<Open>, Problem> {
    let password = app.sealing.open(tenant, PASSWORD, stored.id, stored.password_sealed).await?;
    let password = String::from_utf8_lossy(password.expose_secret()).into_owned();
    let credentials: Option<BackupCredentials> = match stored.credentials_sealed {
        None => None,
        Some(sealed) => {
            let plain = app.sealing.open(tenant, CREDENTIALS, stored.id, sealed).await?;
            Some(serde_json::from_slice(plain.expose_secret()).map_err(Problem::internal)?)
        }
    };
    let Some(location) = location(app, tenant, stored.url, credentials) else { return Ok(None) };
    Ok(Some(Open { location, password, network: network(app), limits: LIMITS }))
}

fn location(app: &App, tenant: TenantId, url: &str, credentials: Option<BackupCredentials>) -> Option<Location> {
    match (Address::parse(url).ok()?, credentials) {
        (Address::Local(path), _) => below(&app.settings.backup.roots(tenant), &path),
        (Address::Rest(url), None) => Some(Location::Rest { url, user: None, password: None }),
        (Address::Rest(url), Some(BackupCredentials { id, secret, .. })) => {
            Some(Location::Rest { url, user: Some(id), password: Some(secret) })
        }
        (Address::S3 { .. }, None) => None,
        (Address::S3 { endpoint, bucket, prefix }, Some(BackupCredentials { id, secret, region })) => {
            let region = region.unwrap_or_else(|| DEFAULT_REGION.to_owned());
            Some(Location::S3 { endpoint, bucket, prefix, region, access_key_id: id, secret_access_key: secret })
        }
    }
}

/// The same addresses as for all other requests to customers' servers.
fn network(app: &App) -> Network {
    let settings = &app.settings.outbound;
    Network {
        allowed: settings.outbound_allow_network.clone(),
        refused: settings.outbound_refuse_network.clone(),
        allow_http: settings.outbound_allow_http,
        nameservers: settings.outbound_nameserver.clone(),
        ca_file: settings.outbound_ca_file.clone(),
    }
}
