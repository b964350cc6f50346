//! Attachments: files on tickets. The bytes are in object storage, each file encrypted with a key of its own, which is sealed
//! with the tenant's key.

mod attachments;
mod check;
mod cipher;
mod clamd;
mod collect;
mod download;
mod fixtures;
mod kind;
mod name;
mod received;
mod scan;
mod storage;
mod upload;

pub use collect::{collect, sweep};
pub use scan::scan;
pub use storage::{PART, Storage};

use kernel::{
    family::{Arguments, Family, Function},
    sealing::Column,
    supervisor::{Job, Process},
};
use std::time::Duration;

pub const FAMILY: Family = Family {
    tags: &[("Attachments", "Files that are attached to tickets.")],
    functions: &[Function { name: "attachment.list", operation: "psa.attachments.list", arguments: Arguments::Many }],
    sealed_columns: &[DATA_KEY],
    jobs: JOBS,
    checks: &[check::check],
    fixtures: fixtures::FIXTURES,
    ..Family::new("attachments", attachments::routes)
};

/// The key of each file.
pub const DATA_KEY: Column = Column::new("attachments", "data_key_sealed");

/// How often objects without a row are searched.
const SWEEP: Duration = Duration::from_secs(24 * 60 * 60);

const JOBS: &[Job] = &[
    Job::periodic(
        "attachments.collect",
        Process::Serve,
        |app| app.settings.attachments.collect_period(),
        |app, _| Box::pin(async move { collect(&app).await.map(drop) }),
    ),
    Job::periodic(
        "attachments.sweep",
        Process::Serve,
        |_| SWEEP,
        |app, _| Box::pin(async move { sweep(&app).await.map(drop) }),
    ),
    Job::periodic(
        "attachments.scan",
        Process::Serve,
        |_| scan::PERIOD,
        |app, _| Box::pin(async move { scan(&app).await.map(drop) }),
    ),
];
