//! Cloud: accounts of customers at cloud providers, their verification, their machines, and what machines can be made with.

mod catalogue;
mod clouds;
mod fixtures;
mod metrics;
mod providers;
mod vms;
mod work;

pub use work::{operate::operate_due, sync::sync_due, verify::verify_due};

use kernel::{
    app::App,
    background::RETENTION,
    family::{Arguments, Family, Function},
    sealing::Column,
    supervisor::{Job, Process},
};
use std::time::Duration;
use utoipa_axum::router::OpenApiRouter;

pub const FAMILY: Family = Family {
    tags: &[("Cloud", "Accounts at cloud providers, and their machines.")],
    functions: &[
        Function { name: "provider.verify", operation: "cloud.providers.verify", arguments: Arguments::All },
        Function { name: "vm.get", operation: "cloud.vms.list", arguments: Arguments::One },
        Function { name: "vm.list", operation: "cloud.vms.list", arguments: Arguments::Many },
        Function { name: "vm.provision", operation: "cloud.vms.create", arguments: Arguments::All },
        Function { name: "vm.power", operation: "cloud.vms.update", arguments: Arguments::Only(&["id", "power"]) },
        Function { name: "vm.delete", operation: "cloud.vms.delete", arguments: Arguments::All },
    ],
    sealed_columns: &[CREDENTIALS, USER_DATA],
    metrics: metrics::METRICS,
    jobs: JOBS,
    fixtures: fixtures::FIXTURES,
    ..Family::new("cloud", routes)
};

pub const CREDENTIALS: Column = Column::new("cloud_providers", "credentials_sealed");
pub const USER_DATA: Column = Column::new("cloud_vms", "user_data_sealed");

/// How often due accounts are looked for.
const PERIOD: Duration = Duration::from_secs(30);

const JOBS: &[Job] = &[
    Job::periodic("cloud.verify", Process::Work, |_| PERIOD, |app, _| Box::pin(async move { verify_due(&app).await })),
    Job::periodic("cloud.sync", Process::Work, |_| PERIOD, |app, _| Box::pin(async move { sync_due(&app).await })),
    Job::continuous("cloud.operate", Process::Work, &[], |app, group| {
        Box::pin(work::operate::operate(app, group.stop().clone()))
    }),
    Job::periodic(
        "cloud.forget_vms",
        Process::Serve,
        |_| RETENTION,
        |app, _| Box::pin(async move { work::sync::forget_old(&app).await }),
    ),
];

fn routes() -> OpenApiRouter<App> {
    providers::routes().merge(catalogue::routes()).merge(vms::routes())
}
