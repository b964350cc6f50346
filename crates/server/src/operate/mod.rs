//! The operator's commands.

pub mod analytics;
pub mod audit;
pub mod cells;
pub mod doctor;
pub mod keys;
pub mod migrate;
pub mod moves;
pub mod plans;
mod replication;
pub mod route;
pub mod search;
pub mod sso;
pub mod tenants;
pub mod users;
pub mod workflows;

/// A refusal by the database, for the operator.
struct Refused(anyhow::Error);

impl From<kernel::db::Error> for Refused {
    fn from(error: kernel::db::Error) -> Refused {
        Refused(error.into())
    }
}
