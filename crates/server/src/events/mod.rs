//! The event log: what happened, durably, in the order in which it happened.

mod catalogue;
mod days;
mod kinds;
mod log;
mod stream;

pub use days::keep_days;

use crate::{
    app::App,
    background::RETENTION,
    supervisor::{Job, Process, Work},
};
use utoipa_axum::router::OpenApiRouter;

pub const JOBS: &[Job] = &[Job {
    name: "events.partitions",
    process: Process::Serve,
    work: Work::Periodic {
        period: |_| RETENTION,
        run: |app, _| Box::pin(async move { Ok(keep_days(&app.db, app.clock.now()).await?) }),
    },
}];

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().merge(log::routes()).merge(catalogue::routes())
}
