//! The gauges of webhooks: how many deliveries wait and for how long, and how many endpoints fail.

use futures::future::BoxFuture;
use kernel::{
    app::App,
    db::{Error, Reason},
    http::Problem,
};
use queries::queries::webhooks::backlog::{Backlog, EndpointsByStatus, backlog, endpoints_by_status, fan_out_lag};

struct Known {
    endpoints: EndpointsByStatus,
    backlog: Backlog,
    events_lag: f64,
}

/// Sets the gauges, to not a number if they cannot be read.
pub fn measure(app: &App) -> BoxFuture<'_, Result<(), Problem>> {
    Box::pin(async move {
        let read = read(app).await;
        let known = read.as_ref().ok();
        let value = |of: fn(&Known) -> f64| known.map_or(f64::NAN, of);
        let set = |status: &'static str, of: fn(&Known) -> f64| {
            metrics::gauge!("webhook_endpoints", "status" => status).set(value(of));
        };
        set("active", |known| known.endpoints.active as f64);
        set("paused", |known| known.endpoints.paused as f64);
        set("failing", |known| known.endpoints.failing as f64);
        set("disabled", |known| known.endpoints.disabled as f64);
        metrics::gauge!("webhook_deliveries_waiting").set(value(|known| known.backlog.active as f64));
        metrics::gauge!("webhook_deliveries_stopped").set(value(|known| known.backlog.stopped as f64));
        metrics::gauge!("webhook_oldest_delivery_seconds").set(value(|known| known.backlog.oldest_seconds));
        metrics::gauge!("webhook_delivery_lag_seconds").set(value(|known| known.backlog.due_seconds));
        metrics::gauge!("webhook_events_lag_seconds").set(value(|known| known.events_lag));
        Ok(read.map(drop)?)
    })
}

async fn read(app: &App) -> Result<Known, Error> {
    let system = app.db.system(Reason::WebhookDelivery).await?;
    Ok(Known {
        endpoints: endpoints_by_status().bind(&*system).one().await?,
        backlog: backlog().bind(&*system).one().await?,
        events_lag: fan_out_lag().bind(&*system).one().await?,
    })
}
