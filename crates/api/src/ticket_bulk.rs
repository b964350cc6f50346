//! `/api/psa/tickets/bulk`: several creations and changes in one call.

use crate::{
    TicketId,
    problem::BriefProblem,
    tickets::{NewTicket, Ticket, TicketChange},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Up to 100 operations, tried in their order.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"operations": [{"create": {"subject": "Printer on fire"}}]}))]
pub struct TicketBulk {
    #[schema(min_items = 1, max_items = 100)]
    pub operations: Vec<BulkOperation>,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BulkOperation {
    Create(Box<NewTicket>),
    Update(Box<TicketUpdate>),
}

/// A ticket and what to change of it.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TicketUpdate {
    pub id: TicketId,
    /// Only if it still has this version.
    #[schema(nullable = false)]
    pub version: Option<i32>,
    pub change: TicketChange,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct BulkResults {
    pub succeeded: usize,
    pub failed: usize,
    /// One for each operation, in their order.
    pub results: Vec<BulkResult>,
}

/// What became of an operation: a ticket or a problem.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct BulkResult {
    /// As if it had been a call of its own.
    #[schema(examples(201))]
    pub status: u16,
    pub ticket: Option<Box<Ticket>>,
    pub deduplicated: bool,
    pub problem: Option<BriefProblem>,
}
