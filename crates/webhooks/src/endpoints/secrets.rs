//! The sealed data of an endpoint: the secrets that sign its deliveries, and the values of its headers.
//!
//! Sealing may call a key service, so it is done before a transaction begins.

use super::sql;
use crate::signature::SigningSecret;
use api::{
    Fault, ProblemCode, WebhookEndpointId,
    problem::FaultCode,
    webhooks::{WebhookEndpoint, WebhookEndpointChange},
};
use jiff::{SignedDuration, Timestamp};
use kernel::{
    app::App,
    http::{Caller, Change, Problem},
    quotas::EARLIER_SECRETS,
};
use queries::{
    client::Params,
    queries::webhooks::endpoints::{
        IssueSecretParams, earlier_secrets, end_present_secret, forget_carried_over_secrets, forget_secrets,
        get_headers, issue_secret,
    },
};
use secrecy::ExposeSecret;
use std::collections::BTreeMap;
use uuid::Uuid;

/// Seals for one endpoint; in a dry run, which stores nothing, it seals nothing.
pub struct Sealing<'a> {
    pub app: &'a App,
    pub caller: &'a Caller,
    pub id: WebhookEndpointId,
    pub dry_run: bool,
}

/// Headers to be stored.
pub struct Headers {
    pub names: Vec<String>,
    pub sealed: Option<Vec<u8>>,
    /// The version of the endpoint from which some of the values were copied.
    taken_from: Option<i32>,
}

/// A secret to be stored.
pub struct NewSecret {
    pub secret: SigningSecret,
    id: Uuid,
    sealed: Option<Vec<u8>>,
}

impl Sealing<'_> {
    /// The sealed data for a change: a secret, if it requests one or may change the origin, and its headers.
    pub async fn for_change(
        &self,
        wanted: &WebhookEndpointChange,
    ) -> Result<(Option<NewSecret>, Option<Headers>), Problem> {
        let secret = match wanted.rotate_secret.is_some() || wanted.url.is_some() {
            true => Some(self.new_secret().await?),
            false => None,
        };
        let headers = match &wanted.headers {
            Some(wanted) => Some(self.changed_headers(wanted).await?),
            None => None,
        };
        Ok((secret, headers))
    }

    pub async fn new_secret(&self) -> Result<NewSecret, Problem> {
        let (id, secret) = (self.app.clock.id(), SigningSecret::random());
        let sealed = match self.dry_run {
            true => None,
            false => {
                let sealing = &self.app.sealing;
                Some(sealing.seal(self.caller.tenant(), crate::SECRET, id, secret.bytes()).await?)
            }
        };
        Ok(NewSecret { secret, id, sealed })
    }

    pub async fn headers(&self, headers: &BTreeMap<String, String>) -> Result<Headers, Problem> {
        let names = headers.keys().cloned().collect();
        let sealed = match headers.is_empty() || self.dry_run {
            true => None,
            false => {
                let text = serde_json::to_vec(headers).map_err(Problem::internal)?;
                let sealing = &self.app.sealing;
                Some(sealing.seal(self.caller.tenant(), crate::HEADERS, self.id.0, &text).await?)
            }
        };
        Ok(Headers { names, sealed, taken_from: None })
    }

    /// A header without a value keeps its present one.
    async fn changed_headers(&self, wanted: &BTreeMap<String, Option<String>>) -> Result<Headers, Problem> {
        let stored = match wanted.values().any(Option::is_none) {
            true => Some(self.stored_headers().await?),
            false => None,
        };
        let mut kept: BTreeMap<String, String> = match &stored {
            Some((_, Some(sealed))) => {
                let tenant = self.caller.tenant();
                let opened = self.app.sealing.open(tenant, crate::HEADERS, self.id.0, sealed).await?;
                serde_json::from_slice(opened.expose_secret()).map_err(Problem::internal)?
            }
            _ => BTreeMap::new(),
        };
        let (mut headers, mut faults) = (BTreeMap::new(), vec![]);
        for (name, value) in wanted {
            match value.clone().or_else(|| kept.remove(name)) {
                Some(value) => drop(headers.insert(name.clone(), value)),
                None => faults.push(missing_value(name, "requires a value, because the header is new")),
            }
        }
        if !faults.is_empty() {
            return Err(Problem::invalid(faults));
        }
        Ok(Headers { taken_from: stored.map(|(version, _)| version), ..self.headers(&headers).await? })
    }

    /// The headers, and a version of the endpoint that is not newer than they are.
    async fn stored_headers(&self) -> Result<(i32, Option<Vec<u8>>), Problem> {
        let db = self.app.db.tenant(self.caller).await?;
        let endpoint = super::find(&db, self.id, self.app.clock.now()).await?.ok_or_else(Problem::not_found)?;
        drop(db);
        let db = self.app.db.tenant(self.caller).await?;
        let row = get_headers().bind(&db, &self.id.0).opt().await?.ok_or_else(Problem::not_found)?;
        Ok((endpoint.version, row.headers_sealed))
    }
}

impl Headers {
    /// As they are stored.
    pub fn unchanged(endpoint: &WebhookEndpoint, stored: &sql::SealedHeaders) -> Headers {
        let names = endpoint.headers.keys().cloned().collect();
        Headers { names, sealed: stored.headers_sealed.clone(), taken_from: None }
    }

    /// Values were copied from an endpoint that another request has changed meanwhile: that change must not be undone.
    /// A rotation of data keys seals the values again and changes no version.
    pub fn refuse_stale(&self, current: &WebhookEndpoint) -> Result<(), Problem> {
        match self.taken_from {
            Some(version) if version != current.version => Err(Problem::changed_meanwhile(current)),
            _ => Ok(()),
        }
    }
}

impl NewSecret {
    /// Stores it as the endpoint's present secret.
    pub async fn store(&self, change: &Change, endpoint: WebhookEndpointId, now: Timestamp) -> Result<(), Problem> {
        let Some(secret_sealed) = &self.sealed else { return Ok(()) };
        let secret = IssueSecretParams { endpoint_id: endpoint.0, id: self.id, secret_sealed, now };
        issue_secret().params(&**change, &secret).one().await?;
        Ok(())
    }
}

/// Sets the expiry of the present secret. Without a grace period, all earlier ones end too, and none of them signs
/// anything again.
pub async fn end_present(
    change: &Change,
    endpoint: WebhookEndpointId,
    grace_seconds: i64,
    now: Timestamp,
) -> Result<(), Problem> {
    let end_all = grace_seconds == 0;
    if !end_all {
        if earlier_secrets().bind(&**change, &endpoint.0, &now).one().await? >= EARLIER_SECRETS {
            let detail = format!(
                "{EARLIER_SECRETS} earlier secrets of the endpoint are still valid. Wait until one expires, or \
                invalidate all of them with grace_seconds 0."
            );
            return Err(Problem::new(ProblemCode::QuotaExceeded, detail));
        }
        let until = now + SignedDuration::from_secs(grace_seconds);
        end_present_secret().bind(&**change, &until, &endpoint.0).all().await?;
    }
    forget_secrets().bind(&**change, &endpoint.0, &end_all, &now).all().await?;
    forget_carried_over_secrets().bind(&**change, &end_all, &endpoint.0).all().await?;
    Ok(())
}

pub fn missing_value(header: &str, detail: &'static str) -> Fault {
    let pointer = format!("/headers/{}", header.replace('~', "~0").replace('/', "~1"));
    Fault::at(pointer, FaultCode::Required, detail)
}
