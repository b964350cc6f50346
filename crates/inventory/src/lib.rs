//! Devices: the data that agents report and that customers maintain about them, the enrolments that agents report with,
//! and the listener for agents, which is not part of the public API.

mod conflicts;
pub mod devices;
pub mod enrolments;
mod fixtures;
pub mod identity;
pub mod ingest;
mod metrics;
mod report;
mod software;
mod stale;

pub use stale::find_stale;

use api::{DeviceId, Scope, search::SearchType};
use kernel::{
    app::App,
    background::RETENTION,
    family::{Arguments, Family, Function, Searchable},
    supervisor::{Job, Process},
};
use std::time::Duration;
use utoipa_axum::router::OpenApiRouter;

pub const FAMILY: Family = Family {
    tags: &[
        ("Devices", "Computers and other equipment of customers."),
        ("Enrolments", "Tokens with which agents report devices."),
        ("Reports", "Reports on devices and software."),
    ],
    agents: ingest::routes,
    functions: &[
        Function { name: "device.get", operation: "rmm.devices.list", arguments: Arguments::One },
        Function { name: "device.list", operation: "rmm.devices.list", arguments: Arguments::Many },
        Function { name: "device.update", operation: "rmm.devices.update", arguments: Arguments::All },
    ],
    searchable: &[Searchable {
        kind: SearchType::Device,
        scope: Scope::DevicesRead,
        id: |id| DeviceId(id).to_string(),
        tables: &["devices"],
    }],
    metrics: metrics::METRICS,
    jobs: JOBS,
    fixtures: fixtures::FIXTURES,
    ..Family::new("inventory", routes)
};

const JOBS: &[Job] = &[
    Job::periodic(
        "devices.find_stale",
        Process::Serve,
        |_| Duration::from_secs(60),
        |app, _| Box::pin(async move { find_stale(&app).await }),
    ),
    Job::periodic(
        "devices.forget_history",
        Process::Serve,
        |_| RETENTION,
        |app, _| Box::pin(async move { devices::history::forget_old(&app).await }),
    ),
    Job::periodic(
        "devices.forget_tombstones",
        Process::Serve,
        |_| RETENTION,
        |app, _| Box::pin(async move { devices::forget_old_tombstones(&app).await }),
    ),
];

fn routes() -> OpenApiRouter<App> {
    devices::routes().merge(enrolments::routes()).merge(report::routes()).merge(software::routes())
}
