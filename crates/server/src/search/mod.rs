//! Search: everything of a tenant in one index, which the transaction that writes a thing also writes.
//!
//! What can be found, and by whom, the families say (`searchable` of each). The index and the search itself are SQL, in the
//! migrations; the kernel reads the query (`kernel::find`, which lists use, too). This folder corrects typos and maintains
//! the index.

mod check;
mod find;
pub mod typos;
pub mod work;

use kernel::{
    family::{Arguments, Family, Function},
    supervisor::{Job, Process},
};
use std::time::Duration;

pub const FAMILY: Family = Family {
    tags: &[("Search", "Search across all objects of the tenant, by words and identifiers.")],
    functions: &[Function { name: "search", operation: "search.find", arguments: Arguments::All }],
    checks: &[check::check],
    jobs: JOBS,
    ..Family::new("search", find::routes)
};

const JOBS: &[Job] = &[
    Job::periodic(
        "search.backfill",
        Process::Serve,
        |_| Duration::from_secs(10),
        |app, _| Box::pin(async move { work::backfill::run(&app.db).await }),
    ),
    Job::periodic(
        "search.forget_words",
        Process::Serve,
        |_| Duration::from_secs(60),
        |app, _| Box::pin(async move { work::words::forget_some(&app).await }),
    ),
];
