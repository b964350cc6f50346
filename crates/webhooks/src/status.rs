//! Webhook delivery on the status page.

use kernel::{
    app::App,
    db::{Error, Reason},
    status::{Found, Part, StatusPart},
    supervisor::Process,
};
use queries::queries::webhooks::status::delivery_lag;

pub const DELIVERIES: StatusPart = StatusPart {
    part: Part { name: "deliveries", title: "Webhook delivery", about: "Sends events to webhook endpoints." },
    process: Process::Work,
    probe: |app| Box::pin(probe(app)),
};

async fn probe(app: &App) -> Result<Found, Error> {
    let system = app.db.system(Reason::Health).await?;
    Ok(Found::behind(delivery_lag().bind(&*system).one().await?))
}
