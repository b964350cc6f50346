//! Workflows on the status page.

use kernel::{
    app::App,
    db::{Error, Reason},
    status::{Found, Part, StatusPart},
    supervisor::Process,
};
use queries::queries::workflows::status::engine_lag;

pub const WORKFLOWS: StatusPart = StatusPart {
    part: Part {
        name: "workflows",
        title: "Workflows",
        about: "Executes workflows. Runs wait while it is unavailable.",
    },
    process: Process::Work,
    probe: |app| Box::pin(probe(app)),
};

async fn probe(app: &App) -> Result<Found, Error> {
    let system = app.db.system(Reason::Health).await?;
    Ok(Found::behind(engine_lag().bind(&*system).one().await?))
}
