//! Who people and keys are, and how people sign in.

pub mod providers;
pub mod session;
pub mod sessions;
mod sign_in;
pub mod sso;
pub mod users;

use crate::{
    background::RETENTION,
    supervisor::{Job, Process, Work},
};

pub const JOBS: &[Job] = &[Job {
    name: "sso.forget_attempts",
    process: Process::Serve,
    work: Work::Periodic {
        period: |_| RETENTION,
        run: |app, _| Box::pin(async move { Ok(sso::forget_old(&app).await?) }),
    },
}];
