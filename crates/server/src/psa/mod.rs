//! Service work: tickets and their service levels.

pub mod tickets;
