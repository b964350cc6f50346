//! Cloud: accounts of customers at cloud providers, their verification, and what machines can be made with.

mod catalogue;
mod clouds;
mod fixtures;
mod providers;
mod work;

pub use work::verify::verify_due;

use kernel::{
    app::App,
    family::Family,
    sealing::Column,
    supervisor::{Job, Process},
};
use std::time::Duration;
use utoipa_axum::router::OpenApiRouter;

pub const FAMILY: Family = Family {
    tags: &[("Cloud", "Accounts at cloud providers, and what machines can be made with.")],
    sealed_columns: &[CREDENTIALS],
    jobs: JOBS,
    fixtures: fixtures::FIXTURES,
    ..Family::new("cloud", routes)
};

pub const CREDENTIALS: Column = Column::new("cloud_providers", "credentials_sealed");

/// How often due accounts are looked for.
const PERIOD: Duration = Duration::from_secs(30);

const JOBS: &[Job] = &[Job::periodic(
    "cloud.verify",
    Process::Work,
    |_| PERIOD,
    |app, _| Box::pin(async move { verify_due(&app).await }),
)];

fn routes() -> OpenApiRouter<App> {
    providers::routes().merge(catalogue::routes())
}
