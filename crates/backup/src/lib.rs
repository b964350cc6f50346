//! Backups: settings of the tenant, its customers and devices; evidence that backups exist; and the posture of customers,
//! computed from the evidence.

mod config;
mod fixtures;
pub mod jobs;
mod posture;

use kernel::{
    app::App,
    background::RETENTION,
    family::{Arguments, Family, Function},
    supervisor::{Job, Process},
};
use utoipa_axum::router::OpenApiRouter;

pub const FAMILY: Family = Family {
    tags: &[("Backup", "Backup settings, reported jobs and the posture of customers.")],
    functions: &[Function {
        name: "backup.posture",
        operation: "backup.customer_aggregate",
        arguments: Arguments::All,
    }],
    jobs: JOBS,
    fixtures: fixtures::FIXTURES,
    ..Family::new("backup", routes)
};

const JOBS: &[Job] = &[Job::periodic(
    "backup.forget_jobs",
    Process::Serve,
    |_| RETENTION,
    |app, _| Box::pin(async move { jobs::forget_old(&app).await }),
)];

fn routes() -> OpenApiRouter<App> {
    config::routes().merge(jobs::routes()).merge(posture::routes())
}
