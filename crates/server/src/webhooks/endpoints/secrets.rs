//! What of an endpoint is stored sealed: its secrets and the values of its headers.

use super::sql;
use crate::{
    app::App,
    http::Problem,
    sealing::{Column, TenantKeys, columns},
    webhooks::{
        signature::SigningSecret,
        work::endpoint::{Address, header_map},
    },
};
use api::{Fault, TenantId, WebhookEndpointId, problem::FaultCode, webhooks::WebhookEndpoint};
use jiff::Timestamp;
use secrecy::ExposeSecret;
use std::collections::BTreeMap;

/// Seals for one endpoint, also in a transaction; in a rehearsal, which leaves no trace, nothing.
pub struct Sealing {
    keys: TenantKeys,
    id: WebhookEndpointId,
    rehearsal: bool,
}

pub struct Headers {
    pub names: Vec<String>,
    pub sealed: Option<Vec<u8>>,
}

pub struct Rotated {
    pub secret: SigningSecret,
    pub secret_sealed: Option<Vec<u8>>,
    pub previous_sealed: Option<Vec<u8>>,
    pub previous_until: Option<Timestamp>,
}

impl Sealing {
    /// Gets the tenant's keys, before the transaction.
    pub async fn prepare(
        app: &App,
        tenant: TenantId,
        id: WebhookEndpointId,
        rehearsal: bool,
    ) -> Result<Sealing, Problem> {
        let keys = match rehearsal {
            true => app.sealing.present_keys(tenant).await?,
            false => app.sealing.keys(tenant).await?,
        };
        Ok(Sealing { keys, id, rehearsal })
    }

    fn seal(&self, column: Column, plaintext: &[u8]) -> Result<Option<Vec<u8>>, Problem> {
        if self.rehearsal {
            return Ok(None);
        }
        Ok(Some(self.keys.seal(column, self.id.0, plaintext)?))
    }

    pub fn secret(&self, secret: &SigningSecret) -> Result<Option<Vec<u8>>, Problem> {
        self.seal(columns::WEBHOOK_SECRET, secret.bytes())
    }

    pub fn headers(&self, headers: &BTreeMap<String, String>) -> Result<Option<Vec<u8>>, Problem> {
        if headers.is_empty() {
            return Ok(None);
        }
        let text = serde_json::to_vec(headers).map_err(Problem::internal)?;
        self.seal(columns::WEBHOOK_HEADERS, &text)
    }

    /// What is named without a value keeps the one that it has.
    pub fn changed_headers(
        &self,
        stored: &sql::Sealed,
        wanted: BTreeMap<String, Option<String>>,
    ) -> Result<Headers, Problem> {
        let mut kept: BTreeMap<String, String> = match &stored.headers_sealed {
            Some(sealed) if wanted.values().any(Option::is_none) => {
                let opened = self.keys.open(columns::WEBHOOK_HEADERS, self.id.0, sealed)?;
                serde_json::from_slice(opened.expose_secret()).map_err(Problem::internal)?
            }
            _ => BTreeMap::new(),
        };
        let mut headers = BTreeMap::new();
        for (name, value) in wanted {
            let value = value.or_else(|| kept.remove(&name)).ok_or_else(|| {
                let pointer = format!("/headers/{}", name.replace('~', "~0").replace('/', "~1"));
                Problem::invalid(vec![Fault::at(pointer, FaultCode::Required, "has no value that could be kept")])
            })?;
            headers.insert(name, value);
        }
        Ok(Headers { names: headers.keys().cloned().collect(), sealed: self.headers(&headers)? })
    }

    /// A new secret; the one before signs as well until then.
    pub fn rotated(&self, stored: &sql::Sealed, until: Timestamp, now: Timestamp) -> Result<Rotated, Problem> {
        let secret = SigningSecret::random();
        let secret_sealed = self.secret(&secret)?;
        let previous_sealed = match &stored.secret_sealed {
            Some(sealed) if until > now => {
                let opened = self.keys.open(columns::WEBHOOK_SECRET, self.id.0, sealed)?;
                self.seal(columns::WEBHOOK_PREVIOUS_SECRET, opened.expose_secret())?
            }
            _ => None,
        };
        Ok(Rotated { secret, secret_sealed, previous_sealed, previous_until: (until > now).then_some(until) })
    }
}

/// Where and how the endpoint is sent to.
pub async fn address(
    app: &App,
    tenant: TenantId,
    stored: &sql::Sealed,
    endpoint: &WebhookEndpoint,
) -> Result<Address, Problem> {
    let open = async |column, sealed: &Option<Vec<u8>>| match sealed {
        Some(sealed) => app.sealing.open(tenant, column, endpoint.id.0, sealed).await.map(Some),
        None => Ok(None),
    };
    let secret = open(columns::WEBHOOK_SECRET, &stored.secret_sealed).await?.ok_or_else(Problem::not_found)?;
    let previous = open(columns::WEBHOOK_PREVIOUS_SECRET, &stored.previous_secret_sealed).await?;
    let headers = open(columns::WEBHOOK_HEADERS, &stored.headers_sealed).await?;
    let headers = headers.and_then(|headers| serde_json::from_slice(headers.expose_secret()).ok());
    let previous = previous.map(|secret| SigningSecret::from_bytes(secret.expose_secret()));
    let until = endpoint.rotation.as_ref().map(|rotation| rotation.grace_until);
    Ok(Address {
        url: endpoint.url.parse().map_err(Problem::internal)?,
        headers: header_map(&headers.unwrap_or_default()),
        secret: SigningSecret::from_bytes(secret.expose_secret()),
        previous: previous.zip(until),
    })
}
