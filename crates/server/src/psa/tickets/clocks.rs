//! The service level of a ticket, as its row has it.

use jiff::Timestamp;

/// The columns of a ticket's stopwatches; all empty where the tenant has no service levels.
#[derive(Debug, Clone, Default)]
pub struct Clocks {
    pub sla_version: Option<i32>,
    pub response: Watch,
    pub resolution: Watch,
}

#[derive(Debug, Clone, Default)]
pub struct Watch {
    pub elapsed_seconds: Option<i64>,
    pub counted_until: Option<Timestamp>,
    pub running: Option<bool>,
    pub stopped_at: Option<Timestamp>,
    pub breached_at: Option<Timestamp>,
    pub due_at: Option<Timestamp>,
}
