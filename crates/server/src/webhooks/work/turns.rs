//! When an endpoint fails, recovers or is given up: stored, recorded, and told to the tenant's other endpoints.

use super::{endpoint::Endpoint, lane::Turn};
use crate::{
    app::App,
    http::{Change, Problem},
    webhooks::endpoints,
};
use api::{EventKind, WebhookEndpointId, webhooks::WebhookStatus};
use std::time::Duration;

const TRIES: u32 = 20;
const BETWEEN: Duration = Duration::from_secs(1);

pub async fn take(app: &App, endpoint: &Endpoint, turn: Turn) {
    for _ in 0..TRIES {
        match store(app, endpoint, turn).await {
            Ok(()) => return,
            Err(problem) => {
                tracing::warn!(endpoint = %endpoint.id, cause = ?problem.cause(), "failed to store a webhook endpoint status");
            }
        }
        tokio::time::sleep(BETWEEN).await;
    }
}

async fn store(app: &App, endpoint: &Endpoint, turn: Turn) -> Result<(), Problem> {
    let now = app.clock.now();
    let mut change = Change::by_system(app, endpoint.tenant, "admin.webhooks.turn").await?;
    let Some(old) = endpoints::find_to_change(&change, WebhookEndpointId(endpoint.id), now).await? else {
        return Ok(());
    };
    let Some((status, reason, kind)) = next(old.status, turn) else { return Ok(()) };
    let new = endpoints::set_status(&change, old.id, status, reason, now).await?;
    tracing::info!(endpoint = %new.id, status = status.name(), "webhook endpoint status changed");
    change.call_it(kind);
    change.changed(&old, new).await.map(drop)
}

/// `None` where somebody has decided otherwise meanwhile.
fn next(status: WebhookStatus, turn: Turn) -> Option<(WebhookStatus, Option<&'static str>, EventKind)> {
    match (status, turn) {
        (WebhookStatus::Active, Turn::Failing) => Some((
            WebhookStatus::Failing,
            Some("Too many attempts failed. Events wait, and one at a time is retried."),
            EventKind::WebhookEndpointFailing,
        )),
        (WebhookStatus::Failing, Turn::Recovered) => {
            Some((WebhookStatus::Active, None, EventKind::WebhookEndpointRecovered))
        }
        (WebhookStatus::Active | WebhookStatus::Failing, Turn::Disabled(reason)) => {
            Some((WebhookStatus::Disabled, Some(reason), EventKind::WebhookEndpointDisabled))
        }
        _ => None,
    }
}
