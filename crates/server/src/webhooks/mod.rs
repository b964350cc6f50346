//! Webhooks: where customers want to be told of events, and the telling.

mod days;
mod deliveries;
mod endpoints;
mod interest;
pub mod owned;
mod recovery;
mod signature;
mod trial;
mod work;

pub use work::recovery::KIND as RECOVERY;

use crate::{
    app::App,
    background::RETENTION,
    supervisor::{Job, Process, Work},
};
use utoipa_axum::router::OpenApiRouter;

pub const JOBS: &[Job] = &[
    Job {
        name: "webhooks.partitions",
        process: Process::Serve,
        work: Work::Periodic {
            period: |_| RETENTION,
            run: |app, _| Box::pin(async move { Ok(days::keep_days(&app.db, app.clock.now()).await?) }),
        },
    },
    Job {
        name: work::OWNERSHIP,
        process: Process::Work,
        work: Work::Continuous { tasks: &[work::LISTEN, work::LEDGER, work::DISPATCH], run: work::run },
    },
    Job {
        name: "webhooks.recover",
        process: Process::Work,
        work: Work::Continuous { tasks: &[], run: |app, group| group.until_stopped(work::recovery::carry_out(app)) },
    },
];

pub fn routes() -> OpenApiRouter<App> {
    let logged = OpenApiRouter::new().merge(deliveries::routes()).merge(recovery::routes());
    endpoints::routes().merge(trial::routes()).merge(logged)
}
