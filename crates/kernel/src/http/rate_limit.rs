//! The rate limits of a request: the buckets that it counts against, and the response headers.

use super::{Caller, Problem};
use crate::{
    app::App,
    limits::{Account, Payer, Policy, Standing},
    shares::Exceeded,
};
use api::{
    TenantId,
    rate_limit::{Payer as PaidBy, RateLimit},
};
use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, HeaderName, HeaderValue, request::Parts},
};
use std::{fmt::Write, net::IpAddr, sync::Arc, time::Duration};

const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
const LIMIT: HeaderName = HeaderName::from_static("ratelimit");

/// The buckets of a request, after it.
#[derive(Clone, Default)]
pub struct Standings(Arc<[Standing]>);

impl Standings {
    /// A caller uses the buckets of its key and its tenant, everyone else that of an address.
    pub(super) async fn spend(app: &App, caller: Option<&Caller>, from: IpAddr) -> Standings {
        Standings(match caller {
            Some(caller) => app.limits.spend(caller.accounts(&app.limits)).await.into(),
            None => app.limits.spend(&[address(app, from)]).await.into(),
        })
    }

    /// Nothing is charged if the caller could not be determined.
    pub(super) fn unpaid(app: &App, from: IpAddr) -> Standings {
        Standings(Arc::new([address(app, from).look()]))
    }

    pub(super) fn admit(&self) -> Result<(), Problem> {
        let Some((standing, retry_in)) = self.0.iter().find_map(|s| Some((s, s.retry_in?))) else { return Ok(()) };
        let Standing { payer, policy, .. } = standing;
        metrics::counter!("rate_limited_total", "policy" => payer.policy_name()).increment(1);
        let (quota, window, name) = (policy.quota, policy.window_seconds(), payer.policy_name());
        Err(Problem::rate_limited(
            format!("The limit \"{name}\" of {quota} requests per {window} seconds is exhausted."),
            seconds(retry_in).max(1),
        ))
    }

    /// `RateLimit-Policy` and `RateLimit`, as in the IETF draft. If a share refuses the request, only the share is
    /// reported.
    pub(super) fn tell(&self, exceeded: Option<Exceeded>, headers: &mut HeaderMap) {
        if let Some(Exceeded { share, most }) = exceeded {
            let name = share.policy_name();
            let policy = format!("\"{name}\";q={most};qu=\"concurrent-requests\"");
            return set(headers, policy, format!("\"{name}\";r=0;t=1"));
        }
        let (mut policy, mut limit) = (String::with_capacity(64), String::with_capacity(64));
        for Standing { payer, policy: Policy { quota, window }, remaining, full_in, .. } in &*self.0 {
            let (name, comma) = (payer.policy_name(), if policy.is_empty() { "" } else { ", " });
            let _ = write!(policy, "{comma}\"{name}\";q={quota};w={}", window.as_secs());
            let _ = write!(limit, "{comma}\"{name}\";r={remaining};t={}", seconds(*full_in));
        }
        set(headers, policy, limit);
    }

    /// The tenant that is charged.
    pub fn tenant(&self) -> Option<TenantId> {
        let tenant = |standing: &Standing| match standing.payer {
            Payer::Tenant(id) => Some(TenantId(id)),
            _ => None,
        };
        self.0.iter().find_map(tenant)
    }

    pub fn wire(&self) -> Vec<RateLimit> {
        let wire = |s: &Standing| RateLimit {
            name: s.payer.policy_name().to_owned(),
            applies_to: match s.payer {
                Payer::Key(_) => PaidBy::ApiKey,
                Payer::User(_) => PaidBy::User,
                Payer::Tenant(_) => PaidBy::Tenant,
                Payer::Address(_) => PaidBy::Address,
            },
            quota: s.policy.quota,
            window_seconds: s.policy.window_seconds(),
            remaining: s.remaining,
            full_in_seconds: seconds(s.full_in),
        };
        self.0.iter().map(wire).collect()
    }
}

fn set(headers: &mut HeaderMap, policy: String, limit: String) {
    for (name, value) in [(POLICY, policy), (LIMIT, limit)] {
        if let Ok(value) = HeaderValue::try_from(value) {
            headers.insert(name, value);
        }
    }
}

pub(super) fn address(app: &App, from: IpAddr) -> Account {
    app.limits.account(Payer::address(from), app.settings.limits.address_limit)
}

fn seconds(time: Duration) -> u64 {
    time.as_secs() + u64::from(time.subsec_nanos() > 0)
}

impl<S: Send + Sync> FromRequestParts<S> for Standings {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Standings, Problem> {
        let missing = || Problem::internal(anyhow::anyhow!("the request did not pass the gate"));
        parts.extensions.get().cloned().ok_or_else(missing)
    }
}
