//! Backups: settings of the tenant, its customers and devices; evidence that backups exist, from reports of other products
//! and from checks of repositories; and the posture of customers, computed from the evidence.

pub mod checks;
mod config;
mod fixtures;
pub mod jobs;
mod metrics;
pub mod posture;
mod repositories;

use kernel::{
    app::App,
    background::RETENTION,
    family::{Arguments, Family, Function},
    supervisor::{Job, Process},
};
use utoipa_axum::router::OpenApiRouter;

pub const FAMILY: Family = Family {
    tags: &[("Backup", "Backup settings, reported jobs and the posture of customers.")],
    functions: &[
        Function { name: "backup.posture", operation: "backup.customer_aggregate", arguments: Arguments::All },
        Function { name: "backup.check", operation: "backup.repositories.check", arguments: Arguments::All },
    ],
    sealed_columns: &[repositories::PASSWORD, repositories::CREDENTIALS],
    metrics: metrics::METRICS,
    jobs: JOBS,
    fixtures: fixtures::FIXTURES,
    ..Family::new("backup", routes)
};

const JOBS: &[Job] = &[
    Job::periodic(
        "backup.forget_jobs",
        Process::Serve,
        |_| RETENTION,
        |app, _| Box::pin(async move { jobs::forget_old(&app).await }),
    ),
    Job::periodic(
        "backup.forget_checks",
        Process::Serve,
        |_| RETENTION,
        |app, _| Box::pin(async move { checks::forget_old(&app).await }),
    ),
    Job::periodic(
        "backup.forget_days",
        Process::Serve,
        |_| RETENTION,
        |app, _| Box::pin(async move { posture::evaluate::forget_old(&app).await }),
    ),
    Job::periodic(
        "backup.evaluate",
        Process::Serve,
        |_| posture::evaluate::PERIOD,
        |app, _| Box::pin(async move { posture::evaluate::evaluate_due(&app).await }),
    ),
    Job::periodic(
        "backup.schedule",
        Process::Work,
        |_| checks::schedule::PERIOD,
        |app, _| Box::pin(async move { checks::schedule::begin_due(&app).await }),
    ),
    Job::continuous("backup.checks", Process::Work, &[], |app, group| {
        Box::pin(checks::work::carry_out(app, group.stop().clone()))
    }),
];

fn routes() -> OpenApiRouter<App> {
    config::routes()
        .merge(jobs::routes())
        .merge(repositories::routes())
        .merge(checks::routes())
        .merge(posture::routes())
}
