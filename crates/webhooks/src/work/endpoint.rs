//! An endpoint as the worker needs it: its subscription, and its address.

use super::{
    lane::{Health, Job},
    logged::Logged,
};
use crate::{
    interest::Interest,
    signature::{SigningSecret, SigningSecrets},
};
use api::{
    OrganizationId, TenantId, WebhookEndpointId,
    webhooks::{EventFilter, EventPattern, WebhookOrdering, WebhookStatus},
};
use jiff::Timestamp;
use kernel::{
    app::App,
    credentials::rights::{OwnerRow, Rights},
    sealing::{Error, Sealed},
};
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
    /// `None` if its secrets cannot be opened at the moment.
    address: Option<Address>,
}

/// The URL of an endpoint with its headers and secrets, read together: they belong to this URL.
pub struct Address {
    pub url: Url,
    pub headers: HeaderMap,
    pub secrets: SigningSecrets,
}

/// An address as read by one statement.
pub struct StoredAddress<'a> {
    pub tenant: TenantId,
    pub endpoint: Uuid,
    pub url: &'a str,
    pub headers: Option<&'a [u8]>,
    pub secrets: Vec<StoredSecret<'a>>,
    /// A secret in its grace period, from before secrets had a table.
    pub previous: Option<(&'a [u8], Timestamp)>,
}

pub struct StoredSecret<'a> {
    pub id: Uuid,
    pub sealed: &'a [u8],
    pub valid_until: Option<Timestamp>,
}

impl std::fmt::Debug for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Address")
    }
}

impl StoredAddress<'_> {
    /// `None` if it has no URL or no present secret.
    pub async fn open(&self, app: &App) -> Result<Option<Address>, Error> {
        let sealed = |column, row, bytes| Sealed { tenant: self.tenant, column, row, bytes };
        let headers = self.headers.map(|bytes| sealed(crate::HEADERS, self.endpoint, bytes));
        let secrets = self.secrets.iter().map(|secret| sealed(crate::SECRET, secret.id, secret.sealed));
        let previous = self.previous.map(|(bytes, _)| sealed(crate::ENDPOINT_PREVIOUS_SECRET, self.endpoint, bytes));
        let all: Vec<Sealed<'_>> = headers.into_iter().chain(secrets).chain(previous).collect();
        let mut opened = app.sealing.open_all(&all).await.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter();

        let headers = headers.and_then(|_| opened.next());
        let headers = headers.and_then(|headers| serde_json::from_slice(headers.expose_secret()).ok());
        let ends = self.secrets.iter().map(|secret| secret.valid_until);
        let ends = ends.chain(self.previous.map(|(_, until)| Some(until)));
        let secrets = opened.zip(ends).map(|(secret, end)| (SigningSecret::from_bytes(secret.expose_secret()), end));
        let (url, secrets) = (self.url.parse().ok(), SigningSecrets::new(secrets.collect()));
        let headers = header_map(&headers.unwrap_or_default());
        Ok(url.zip(secrets).map(|(url, secrets)| Address { url, headers, secrets }))
    }
}

/// The secrets of an endpoint, from the arrays of a statement.
pub fn stored_secrets<'a>(
    ids: &'a [Uuid],
    sealed: &'a [Vec<u8>],
    ends: &'a [Option<Timestamp>],
) -> Vec<StoredSecret<'a>> {
    let all = ids.iter().zip(sealed).zip(ends);
    all.map(|((id, sealed), end)| StoredSecret { id: *id, sealed, valid_until: *end }).collect()
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

    /// True if deliveries are created for it: a disabled endpoint gets none until it is resumed.
    pub fn is_followed(&self) -> bool {
        self.status != WebhookStatus::Disabled
    }

    pub fn wants(&self, logged: &Logged) -> bool {
        logged.position > self.since_position && self.is_followed() && self.interest.covers(logged)
    }

    /// True if a delivery may be sent, by the current rights of its owner.
    pub fn may_receive(&self, job: &Job) -> bool {
        self.interest.may_receive(job.kind, job.organization)
    }

    /// The endpoint with these rights of its owner; `None` if the owner is disabled.
    #[cfg(test)]
    pub fn with_rights(self, rights: Option<Rights>) -> Endpoint {
        let interest = Interest::new(WebhookEndpointId(self.id), vec![], None, None, rights);
        Endpoint { interest, ..self }
    }

    /// The endpoint without its secrets, because they cannot be opened.
    #[cfg(test)]
    pub fn sealed(self) -> Endpoint {
        Endpoint { address: None, ..self }
    }

    #[cfg(test)]
    pub fn example(status: WebhookStatus, max_per_second: Option<i32>) -> Endpoint {
        let url = "https://hooks.example/".parse().unwrap();
        Endpoint {
            tenant: TenantId(Uuid::from_u128(1)),
            id: Uuid::from_u128(2),
            version: 1,
            status,
            ordering: WebhookOrdering::None,
            max_per_second,
            timeout: Duration::from_secs(15),
            interest: Interest::new(
                WebhookEndpointId(Uuid::from_u128(2)),
                vec![],
                None,
                None,
                Some(Rights::of_role("owner")),
            ),
            since_position: 0,
            address: SigningSecrets::new(vec![(SigningSecret::random(), None)]).map(|secrets| Address {
                url,
                headers: HeaderMap::new(),
                secrets,
            }),
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
    let stored = StoredAddress {
        tenant: TenantId(row.tenant_id),
        endpoint: row.id,
        url: &row.url,
        headers: row.headers_sealed.as_deref(),
        secrets: stored_secrets(&row.secret_ids, &row.secrets_sealed, &row.secret_ends),
        previous: row.previous_secret_sealed.as_deref().zip(row.previous_secret_until),
    };
    stored.open(app).await.unwrap_or_else(|error| {
        let error = format!("{:#}", error.into_cause());
        tracing::warn!(error, endpoint = %row.id, "failed to open the secrets of a webhook endpoint; deliveries wait");
        None
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
