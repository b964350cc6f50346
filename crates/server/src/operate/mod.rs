//! What the operator does by the command line.

pub mod doctor;
pub mod migrate;
pub mod tenants;
