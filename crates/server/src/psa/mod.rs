//! Service work: tickets and their service levels.

pub mod fixtures;
pub mod levels;
pub mod sla;
pub mod tickets;
