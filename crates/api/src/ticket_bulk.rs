//! `/api/psa/tickets/bulk`: several creations and changes in one request.

use crate::{
    TicketId,
    problem::BriefProblem,
    tickets::{NewTicket, Ticket, TicketChange},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Up to 100 operations, executed in order.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"operations": [{"create": {"subject": "Printer on floor 2 does not print"}}]}))]
pub struct TicketBulk {
    /// Operations, in the order in which they are executed.
    #[schema(min_items = 1, max_items = 100)]
    pub operations: Vec<BulkOperation>,
}

/// One operation of a bulk request.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BulkOperation {
    Create(Box<NewTicket>),
    Update(Box<TicketUpdate>),
}

/// A change of a ticket.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TicketUpdate {
    pub id: TicketId,
    /// Expected version of the ticket. The operation fails if the ticket has another version.
    #[schema(nullable = false)]
    pub version: Option<i32>,
    pub change: TicketChange,
}

/// Results of a bulk request, in the order of its operations.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct BulkResults {
    /// Number of operations that succeeded.
    pub succeeded: usize,
    /// Number of operations that failed.
    pub failed: usize,
    /// One result for each operation, in the same order.
    pub results: Vec<BulkResult>,
}

/// Result of an operation: a ticket or a problem.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct BulkResult {
    /// HTTP status that a separate request would have returned.
    #[schema(examples(201))]
    pub status: u16,
    pub ticket: Option<Box<Ticket>>,
    /// `true` if an existing ticket counted the report.
    pub deduplicated: bool,
    pub problem: Option<BriefProblem>,
}
