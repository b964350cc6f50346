//! Alerts: a family notices a problem of a customer, and another family keeps a ticket for it. Neither knows the other.

use crate::{
    app::App,
    http::{Change, Problem},
};
use api::OrganizationId;
use futures::future::BoxFuture;

/// A problem of a customer that begins or ends. It is part of the change in which it was noticed.
#[derive(Debug, Clone)]
pub struct Alert {
    /// The same for the beginning and the end of the problem, and unique within the tenant. At most 150 characters.
    pub key: String,
    pub organization: OrganizationId,
    pub state: AlertState,
}

#[derive(Debug, Clone)]
pub enum AlertState {
    Raised { subject: String, description: String },
    Cleared,
}

/// What a family does with alerts.
pub type AlertHandler = for<'a> fn(&'a App, &'a mut Change, Alert) -> BoxFuture<'a, Result<(), Problem>>;

/// Passes an alert to all families that handle alerts.
pub async fn alert(app: &App, change: &mut Change, alert: &Alert) -> Result<(), Problem> {
    for handler in app.families.iter().filter_map(|family| family.alerts) {
        handler(app, change, alert.clone()).await?;
    }
    Ok(())
}
