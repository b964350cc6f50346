//! An endpoint starts to fail, recovers or is disabled: the new status is stored, recorded, and published as an event.

use super::{endpoint::Endpoint, lane::StatusChange};
use crate::endpoints;
use api::{EventKind, WebhookEndpointId, webhooks::WebhookStatus};
use kernel::{
    app::App,
    http::{Change, Problem},
};
use std::time::Duration;

const TRIES: u32 = 20;
const RETRY_INTERVAL: Duration = Duration::from_secs(1);

pub async fn store(app: &App, endpoint: &Endpoint, status_change: StatusChange) {
    for _ in 0..TRIES {
        match try_to_store(app, endpoint, status_change).await {
            Ok(()) => return,
            Err(problem) => {
                tracing::warn!(endpoint = %endpoint.id, cause = ?problem.cause(), "failed to store a webhook endpoint status; retrying");
            }
        }
        tokio::time::sleep(RETRY_INTERVAL).await;
    }
}

async fn try_to_store(app: &App, endpoint: &Endpoint, status_change: StatusChange) -> Result<(), Problem> {
    let now = app.clock.now();
    let change = Change::by_system(app, endpoint.tenant, "admin.webhooks.turn").await?;
    let Some(old) = endpoints::find_to_change(&change, WebhookEndpointId(endpoint.id), now).await? else {
        return Ok(());
    };
    let Some((status, reason, kind)) = new_status(old.status, status_change) else { return Ok(()) };
    let new = endpoints::set_status(&change, old.id, status, reason, now).await?;
    tracing::info!(endpoint = %new.id, status = status.name(), "webhook endpoint status changed");
    change.changed_as(Some(kind), &old, new).await.map(drop)
}

/// `None` if a user has changed the status in between.
fn new_status(status: WebhookStatus, change: StatusChange) -> Option<(WebhookStatus, Option<&'static str>, EventKind)> {
    match (status, change) {
        (WebhookStatus::Active, StatusChange::Failing) => Some((
            WebhookStatus::Failing,
            Some("Too many attempts failed. Events wait, and one at a time is retried."),
            EventKind::WebhookEndpointFailing,
        )),
        (WebhookStatus::Failing, StatusChange::Recovered) => {
            Some((WebhookStatus::Active, None, EventKind::WebhookEndpointRecovered))
        }
        (WebhookStatus::Active | WebhookStatus::Failing, StatusChange::Disabled(reason)) => {
            Some((WebhookStatus::Disabled, Some(reason), EventKind::WebhookEndpointDisabled))
        }
        _ => None,
    }
}
