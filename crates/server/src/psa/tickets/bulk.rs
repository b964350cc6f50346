//! `/api/psa/tickets/bulk`: up to 100 creations and changes in one call, each with a result of its own.

use super::{
    alteration::alter,
    assignment, children,
    place::{Placed, place},
};
use api::{
    ProblemCode, Scope,
    ids::TeamId,
    ticket_bulk::{BulkOperation, BulkResult, BulkResults, TicketBulk},
};
use kernel::{
    app::App,
    http::{Answer, Change, Entry, Json, Problem, Write, WrittenTogether},
};
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(run))
}

/// Create and change tickets in bulk
///
/// Each operation succeeds or fails separately, in the given order; all successful operations are stored in one
/// transaction. A response of 200 means that all operations were executed: check each result.
#[utoipa::path(post, path = "/api/psa/tickets/bulk", operation_id = "psa.tickets.bulk", tag = "Tickets",
    security(("api_key" = [Scope::TicketsWrite])), responses((status = 200, body = BulkResults)))]
async fn run(app: App, write: Write, Json(bulk): Json<TicketBulk>) -> Result<WrittenTogether, Problem> {
    let mut change = write.begin().await?;
    assignment::lock(&change, bulk.operations.iter().filter_map(team)).await?;
    let mut results = vec![];
    for operation in bulk.operations {
        let attempted = change.step(async |change: &mut Change| attempt(&app, change, operation).await).await;
        results.push(outcome(attempted)?);
    }
    change.answered(Answer::ok(&summary(results))?).await
}

/// The result of an operation. A failure of the service ends the whole request.
pub fn outcome(attempted: Result<BulkResult, Problem>) -> Result<BulkResult, Problem> {
    match attempted {
        Err(problem) if !problem.is_ours() => {
            let status = problem.code().status();
            Ok(BulkResult { status, ticket: None, deduplicated: false, problem: Some(problem.brief()) })
        }
        attempted => attempted,
    }
}

pub fn summary(results: Vec<BulkResult>) -> BulkResults {
    let failed = results.iter().filter(|result| result.problem.is_some()).count();
    BulkResults { succeeded: results.len() - failed, failed, results }
}

/// The team that an operation gives a ticket to.
fn team(operation: &BulkOperation) -> Option<TeamId> {
    match operation {
        BulkOperation::Create(new) => new.team_id,
        BulkOperation::Update(update) => update.change.team_id.flatten(),
    }
}

async fn attempt(app: &App, change: &mut Change, operation: BulkOperation) -> Result<BulkResult, Problem> {
    match operation {
        BulkOperation::Create(new) => match place(app, change, *new).await? {
            Placed::New(ticket) => {
                change.record(Entry::created(&*ticket))?;
                Ok(BulkResult { status: 201, ticket: Some(ticket), deduplicated: false, problem: None })
            }
            Placed::Repeated { before, after } => {
                change.record(Entry::changed(&*before, &*after))?;
                Ok(BulkResult { status: 200, ticket: Some(after), deduplicated: true, problem: None })
            }
        },
        BulkOperation::Update(update) => {
            let (ticket, open) = children::lock_family(change, update.id, &update.change).await?;
            if update.version.is_some_and(|version| version != ticket.row.version) {
                let detail = format!("The current version is {}.", ticket.row.version);
                return Err(Problem::new(ProblemCode::VersionMismatch, detail));
            }
            let open = children::check(&ticket.row, open, &update.change)?;
            let altered = alter(app, change, ticket, update.change).await?;
            children::follow(app, change, open, &altered.after).await?;
            change.record(Entry::changed(&altered.before, &altered.after))?;
            let ticket = Some(Box::new(altered.after));
            Ok(BulkResult { status: 200, ticket, deduplicated: false, problem: None })
        }
    }
}
