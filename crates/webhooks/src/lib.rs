//! Webhooks: the endpoints of customers, and the delivery of events to them.

mod backlog;
mod days;
mod deliveries;
mod endpoints;
mod fixtures;
mod interest;
mod metrics;
pub mod owned;
mod recovery;
mod signature;
mod status;
mod trial;
mod work;

pub use work::recovery::KIND as RECOVERY;

use kernel::{
    app::App,
    background::RETENTION,
    family::Family,
    sealing::Column,
    supervisor::{Job, Process},
};
use utoipa_axum::router::OpenApiRouter;

pub const FAMILY: Family = Family {
    tags: &[("Webhooks", "Webhook endpoints and their deliveries.")],
    sealed_columns: &[SECRET, HEADERS, ENDPOINT_SECRET, ENDPOINT_PREVIOUS_SECRET],
    owned: &[owned::ENDPOINTS],
    metrics: metrics::METRICS,
    jobs: JOBS,
    backlogs: &[backlog::measure],
    status_parts: &[status::DELIVERIES],
    fixtures: fixtures::FIXTURES,
    ..Family::new("webhooks", routes)
};

/// A secret is sealed for its former column, from before secrets had a table.
pub const SECRET: Column =
    Column { sealed_as: Some(&ENDPOINT_SECRET), ..Column::new("webhook_secrets", "secret_sealed") };
pub const HEADERS: Column = Column::new("webhook_endpoints", "headers_sealed");

/// The former columns of an endpoint's secrets. The first is read only by the previous version, the second until the
/// grace period of its secret ends. A later migration drops both.
pub const ENDPOINT_SECRET: Column = Column::new("webhook_endpoints", "secret_sealed");
pub const ENDPOINT_PREVIOUS_SECRET: Column = Column::new("webhook_endpoints", "previous_secret_sealed");

const JOBS: &[Job] = &[
    Job::periodic(
        "webhooks.partitions",
        Process::Serve,
        |_| RETENTION,
        |app, _| Box::pin(async move { Ok(days::keep_days(&app.db, app.clock.now()).await?) }),
    ),
    Job::continuous(work::OWNERSHIP, Process::Work, &[work::LISTEN, work::LEDGER, work::DISPATCH], work::run),
    Job::continuous("webhooks.recover", Process::Work, &[], |app, group| {
        Box::pin(work::recovery::carry_out(app, group.stop().clone()))
    }),
];

fn routes() -> OpenApiRouter<App> {
    let logged = OpenApiRouter::new().merge(deliveries::routes()).merge(recovery::routes());
    endpoints::routes().merge(trial::routes()).merge(logged)
}
