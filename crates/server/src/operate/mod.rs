//! What the operator does by the command line.

pub mod audit;
pub mod doctor;
pub mod keys;
pub mod migrate;
pub mod plans;
pub mod sso;
pub mod tenants;
pub mod users;
pub mod workflows;

/// What the database refuses an operator, in words.
struct Refused(anyhow::Error);

impl From<kernel::db::Error> for Refused {
    fn from(error: kernel::db::Error) -> Refused {
        Refused(error.into())
    }
}
