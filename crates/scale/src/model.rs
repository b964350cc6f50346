//! The model: a year of many cells as discrete events, without hardware. Sizes are in ordinary tenants.

mod assumptions;
mod policy;
mod queue;
mod report;
mod scenario;
mod simulation;

pub use policy::Policy;
pub use report::{assumptions_table, blast_radius, losses, policies, summary, years};
pub use scenario::{GROWING, STEADY, Scenario};
pub use simulation::Year;
