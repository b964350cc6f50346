//! Service work: tickets and their service levels.

pub mod levels;
pub mod sla;
pub mod tickets;

use crate::supervisor::{Job, Process, Work};
use std::time::Duration;

pub const JOBS: &[Job] = &[
    Job {
        name: "tickets.close_due",
        process: Process::Serve,
        work: Work::Periodic {
            period: |_| Duration::from_secs(15),
            run: |app, _| Box::pin(async move { tickets::close_due(&app).await.map(drop) }),
        },
    },
    Job {
        name: "tickets.deadlines",
        process: Process::Serve,
        work: Work::Periodic {
            period: |_| Duration::from_secs(2),
            run: |app, round| Box::pin(async move { tickets::deadlines::keep_round(&app, round).await }),
        },
    },
];
