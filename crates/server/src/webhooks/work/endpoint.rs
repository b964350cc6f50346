//! An endpoint as the worker needs it: what it is sent, and how.

use super::{
    lane::{Health, Job},
    logged::Logged,
};
use crate::{
    app::App,
    credentials::rights::{OwnerRow, Rights},
    sealing::{Sealed, columns},
    webhooks::{interest::Interest, signature::SigningSecret},
};
use api::{
    OrganizationId, TenantId, WebhookEndpointId,
    webhooks::{EventFilter, EventPattern, WebhookOrdering, WebhookStatus},
};
use jiff::Timestamp;
use outbound::{HeaderMap, Url, header};
use queries::queries::webhooks::work::ledger::EndpointRow;
use secrecy::ExposeSecret;
use std::{collections::BTreeMap, time::Duration};
use uuid::Uuid;

#[derive(Debug)]
pub struct Endpoint {
    pub tenant: TenantId,
    pub id: Uuid,
    pub version: i32,
    pub status: WebhookStatus,
    pub ordering: WebhookOrdering,
    pub max_per_second: Option<i32>,
    pub timeout: Duration,
    interest: Interest,
    since_position: i64,
    /// `None` when its secrets cannot be opened at the moment.
    address: Option<Address>,
}

/// Where and how it is sent to.
pub struct Address {
    pub url: Url,
    pub headers: HeaderMap,
    pub secret: SigningSecret,
    /// Signs too until then.
    pub previous: Option<(SigningSecret, Timestamp)>,
}

impl std::fmt::Debug for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Address")
    }
}

impl Address {
    /// By the present secret and, during the grace of a rotation, by the one before.
    pub fn sign(&self, id: &str, now: Timestamp, body: &[u8]) -> String {
        let mut signatures = self.secret.sign(id, now.as_second(), body);
        if let Some((previous, _)) = self.previous.as_ref().filter(|(_, until)| *until > now) {
            signatures.push(' ');
            signatures.push_str(&previous.sign(id, now.as_second(), body));
        }
        signatures
    }
}

impl Endpoint {
    pub async fn open(app: &App, row: &EndpointRow) -> (Endpoint, Health) {
        let health = Health {
            consecutive_failures: row.consecutive_failures.unwrap_or_default(),
            failing_since: row.failing_since,
            last_success_at: row.last_success_at,
            last_failure_at: row.last_failure_at,
        };
        let endpoint = Endpoint {
            tenant: TenantId(row.tenant_id),
            id: row.id,
            version: row.version,
            status: WebhookStatus::named(&row.status).unwrap_or(WebhookStatus::Disabled),
            ordering: WebhookOrdering::named(&row.ordering).unwrap_or(WebhookOrdering::None),
            max_per_second: row.max_per_second,
            timeout: Duration::from_secs(row.timeout_seconds.unsigned_abs().into()),
            interest: interest(row),
            since_position: row.since_position,
            address: address(app, row).await,
        };
        (endpoint, health)
    }

    pub fn address(&self) -> Option<&Address> {
        self.address.as_ref()
    }

    pub fn is_usable(&self) -> bool {
        self.address.is_some()
    }

    /// Whether deliveries are made for it: one that is disabled gets none until it is let go on.
    pub fn is_followed(&self) -> bool {
        self.status != WebhookStatus::Disabled
    }

    pub fn wants(&self, logged: &Logged) -> bool {
        logged.position > self.since_position && self.is_followed() && self.interest.covers(logged)
    }

    /// Whether a delivery may be sent, by what its owner may read at the moment.
    pub fn may_be_told(&self, job: &Job) -> bool {
        self.interest.may_be_told(job.kind, job.organization)
    }

    #[cfg(test)]
    pub fn example(status: WebhookStatus, max_per_second: Option<i32>) -> Endpoint {
        let secret = SigningSecret::random();
        let url = "https://hooks.example/".parse().unwrap();
        Endpoint {
            tenant: TenantId(Uuid::from_u128(1)),
            id: Uuid::from_u128(2),
            version: 1,
            status,
            ordering: WebhookOrdering::None,
            max_per_second,
            timeout: Duration::from_secs(15),
            interest: Interest::new(WebhookEndpointId(Uuid::from_u128(2)), vec![], None, None, Some(Rights::of_role("owner"))),
            since_position: 0,
            address: Some(Address { url, headers: HeaderMap::new(), secret, previous: None }),
        }
    }
}

fn interest(row: &EndpointRow) -> Interest {
    let filter = row.filter.clone().and_then(|filter| serde_json::from_value::<EventFilter>(filter).ok());
    let organizations = row.organization_ids.as_ref().map(|ids| ids.iter().copied().map(OrganizationId).collect());
    let patterns = row.events.iter().cloned().map(EventPattern::stored).collect();
    let owner = OwnerRow {
        role: row.owner_role.clone(),
        scopes: row.owner_scopes.clone(),
        organization_ids: row.owner_organization_ids.clone(),
        active: row.owner_active,
    };
    let ceiling = Rights::stored(&row.granted_scopes, row.granted_organization_ids.clone());
    let rights = owner.rights().map(|rights| rights.within(&ceiling));
    Interest::new(WebhookEndpointId(row.id), patterns, filter.as_ref(), organizations, rights)
}

async fn address(app: &App, row: &EndpointRow) -> Option<Address> {
    let tenant = TenantId(row.tenant_id);
    let sealed = |column, bytes| Sealed { tenant, column, row: row.id, bytes };
    let parts = [
        row.secret_sealed.as_deref().map(|bytes| sealed(columns::WEBHOOK_SECRET, bytes)),
        row.previous_secret_sealed.as_deref().map(|bytes| sealed(columns::WEBHOOK_PREVIOUS_SECRET, bytes)),
        row.headers_sealed.as_deref().map(|bytes| sealed(columns::WEBHOOK_HEADERS, bytes)),
    ];
    let present: Vec<Sealed<'_>> = parts.iter().flatten().copied().collect();
    let mut opened = app.sealing.open_all(&present).await.into_iter();
    let mut take = |part: &Option<Sealed<'_>>| match part {
        None => Ok(None),
        Some(_) => opened.next().transpose(),
    };
    let (secret, previous, headers) = match (take(&parts[0]), take(&parts[1]), take(&parts[2])) {
        (Ok(Some(secret)), Ok(previous), Ok(headers)) => (secret, previous, headers),
        (Ok(None), _, _) => return None,
        (Err(error), _, _) | (_, Err(error), _) | (_, _, Err(error)) => {
            let error = format!("{:#}", error.into_cause());
            tracing::warn!(error, endpoint = %row.id, "the secrets of a webhook endpoint cannot be opened: it waits");
            return None;
        }
    };
    let previous = previous.map(|secret| SigningSecret::from_bytes(secret.expose_secret()));
    let headers = headers.and_then(|headers| serde_json::from_slice(headers.expose_secret()).ok());
    Some(Address {
        url: row.url.parse().ok()?,
        headers: header_map(&headers.unwrap_or_default()),
        secret: SigningSecret::from_bytes(secret.expose_secret()),
        previous: previous.zip(row.previous_secret_until),
    })
}

/// The customer's headers; they were checked when they were stored.
pub fn header_map(headers: &BTreeMap<String, String>) -> HeaderMap {
    let parsed = headers.iter().filter_map(|(name, value)| {
        let mut value = header::HeaderValue::from_str(value).ok()?;
        value.set_sensitive(true);
        Some((header::HeaderName::from_bytes(name.as_bytes()).ok()?, value))
    });
    parsed.collect()
}
