//! The model: a year of many cells as discrete events, without hardware. Sizes are in ordinary tenants.

mod assumptions;
mod policy;
mod report;
mod simulation;

pub use policy::Policy;
pub use report::{assumptions_table, blast_radius, losses, policies, summary, years};
pub use simulation::Year;
