//! The event log: all events, durably, in their order.

mod catalogue;
mod days;
mod fixtures;
mod kinds;
mod log;
mod status;
mod stream;

pub use days::keep_days;

use kernel::{
    app::App,
    background::RETENTION,
    family::{Arguments, Family, Function},
    supervisor::{Job, Process},
};
use utoipa_axum::router::OpenApiRouter;

pub const FAMILY: Family = Family {
    tags: &[("Events", "The durable event log.")],
    functions: &[
        Function { name: "event.get", operation: "events.list", arguments: Arguments::One },
        Function { name: "event.list", operation: "events.list", arguments: Arguments::Many },
    ],
    jobs: JOBS,
    status_parts: &[status::EVENTS],
    fixtures: fixtures::FIXTURES,
    ..Family::new("events", routes)
};

const JOBS: &[Job] = &[Job::periodic(
    "events.partitions",
    Process::Serve,
    |_| RETENTION,
    |app, _| Box::pin(async move { Ok(keep_days(&app.db, app.clock.now()).await?) }),
)];

fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().merge(log::routes()).merge(catalogue::routes())
}
