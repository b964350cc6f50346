//! `/api/psa/macros/apply`: applies a macro to up to 100 tickets, each with a result of its own.

use super::{
    alteration::{Alteration, Altered, Statements, plan},
    bulk::{outcome, summary},
    children,
    locked::{self, Locked, lock_all},
    tasks::{self, Present},
};
use crate::psa::macros::{self, placeholders};
use api::{
    Scope, TicketId,
    ids::MacroId,
    macros::{Macro, MacroApplication, MacroChange, MacroComment},
    organizations::Tag,
    problem::FaultCode,
    ticket_bulk::{BulkResult, BulkResults},
    ticket_comments::NewComment,
    ticket_tasks::TicketTask,
    tickets::{TicketChange, TicketStatus},
};
use jiff::Timestamp;
use kernel::{
    app::App,
    db::{Tx, send_all},
    http::{Answer, Change, Entry, Json, Problem, Write, WrittenTogether},
};
use queries::queries::psa::tickets::TicketRow;
use std::collections::{BTreeSet, HashMap};
use utoipa_axum::{router::OpenApiRouter, routes};
use uuid::Uuid;

/// Limits of a ticket and of a comment, as in their schemas.
const TAGS: usize = 50;
const COMMENT_CHARS: usize = 100_000;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(run))
}

/// Apply a macro to tickets
///
/// The macro is applied to each ticket separately, in the given order; all tickets that it could be applied to are stored in
/// one transaction. A response of 200 means that all tickets were tried: check each result.
#[utoipa::path(post, path = "/api/psa/macros/apply", operation_id = "psa.macros.apply", tag = "Macros",
    security(("api_key" = [Scope::TicketsWrite])), responses((status = 200, body = BulkResults)))]
async fn run(app: App, write: Write, Json(wanted): Json<MacroApplication>) -> Result<WrittenTogether, Problem> {
    refuse_repeated(&wanted.ticket_ids)?;
    let mut change = write.begin().await?;
    let ids: Vec<Uuid> = wanted.ticket_ids.iter().map(|id| id.0).collect();
    let (saved, tickets) = read(&change, wanted.macro_id, &ids).await?;
    let now = app.clock.now();
    match plan_all(&app, &mut change, &saved, &tickets, now).await? {
        Some(planned) => store_with_commit(change, &saved, planned).await,
        None => {
            let results = apply_each(&app, &mut change, &saved, tickets, now).await?;
            record_use(&mut change, &saved)?;
            change.answered(Answer::ok(&summary(results))?).await
        }
    }
}

/// A locked ticket, and the tasks that it has.
type Target = (Locked, Present);

/// A change of a ticket, and the tasks that are added to it.
type Planned = (Alteration, Vec<TicketTask>);

/// The macro, and the tickets with these ids, in one round trip.
async fn read(change: &Change, id: MacroId, ids: &[Uuid]) -> Result<(Macro, Vec<Option<Target>>), Problem> {
    // Prepared before anything is sent: the tasks must be counted behind the locks.
    locked::prepare(change).await?;
    let counting = tasks::prepare_count(change).await?;
    let (saved, tickets, present) =
        futures::join!(macros::find(change, id), lock_all(change, ids), tasks::count(&counting, change, ids));
    let (saved, tickets, present) = (saved?, tickets?, present?);
    let mut tickets: HashMap<Uuid, Locked> = tickets.into_iter().map(|ticket| (ticket.row.id, ticket)).collect();
    let target = |id| Some((tickets.remove(id)?, present.get(id).copied().unwrap_or_default()));
    Ok((saved, ids.iter().map(target).collect()))
}

/// The changes of all tickets, or their problems. `None` if a change may fail when it is stored, or depends on another one.
async fn plan_all(
    app: &App,
    change: &mut Change,
    saved: &Macro,
    tickets: &[Option<Target>],
    now: Timestamp,
) -> Result<Option<Vec<Result<Planned, BulkResult>>>, Problem> {
    // The end of the work on a ticket depends on its children, which may be among the others.
    let status = saved.change.status.as_ref().and_then(|status| TicketStatus::named(status.name()));
    if status.is_some_and(children::ends_work) {
        return Ok(None);
    }
    let mut planned = vec![];
    for ticket in tickets {
        planned.push(match plan_for(app, change, saved, ticket.clone(), now).await {
            Ok((alteration, _)) if !alteration.is_certain() => return Ok(None),
            Ok(ticket) => Ok(ticket),
            Err(problem) => Err(outcome(Err(problem))?),
        });
    }
    Ok(Some(planned))
}

/// Stores the tickets that are not refused.
async fn store_with_commit(
    mut change: Change,
    saved: &Macro,
    planned: Vec<Result<Planned, BulkResult>>,
) -> Result<WrittenTogether, Problem> {
    let (statements, create_tasks) = (Statements::prepare(&change).await?, tasks::prepare(&change).await?);
    let (mut results, mut stored) = (vec![], vec![]);
    for ticket in planned {
        results.push(match ticket {
            Ok((alteration, tasks)) => {
                let altered = alteration.expected(&mut change);
                stored.push((alteration, tasks.clone()));
                recorded(&mut change, altered, &tasks)?
            }
            Err(refused) => refused,
        });
    }
    record_use(&mut change, saved)?;
    let (answer, creator) = (Answer::ok(&summary(results))?, change.actor());
    let store = async |tx: &Tx| {
        let tickets = send_all(stored.iter().map(|(alteration, _)| alteration.write(&statements, tx)));
        let added: Vec<&TicketTask> = stored.iter().flat_map(|(_, tasks)| tasks).collect();
        let (tickets, tasks) = futures::join!(tickets, tasks::store(&create_tasks, tx, creator, &added));
        // The first error is the cause of those behind it.
        tickets.into_iter().collect::<Result<Vec<_>, Problem>>()?;
        tasks
    };
    change.answered_by(answer, store).await
}

/// The histories of the tickets have the id of the request, by which the audit log names the macro.
fn record_use(change: &mut Change, saved: &Macro) -> Result<(), Problem> {
    change.record(Entry::used(saved)).map(drop)
}

/// The change of a ticket by the macro, and its tasks. All tasks of a macro are created at the same time.
async fn plan_for(
    app: &App,
    change: &mut Change,
    saved: &Macro,
    ticket: Option<Target>,
    now: Timestamp,
) -> Result<Planned, Problem> {
    let (ticket, present) = ticket.ok_or_else(Problem::not_found)?;
    let wanted = changed_by(saved, &ticket.row)?;
    children::refuse_open(change, &ticket.row, &wanted).await?;
    let id = TicketId(ticket.row.id);
    let alteration = plan(app, change, ticket, wanted, "/comment").await?;
    Ok((alteration, tasks::plan((app, change.actor(), now), id, &saved.tasks, present)?))
}

/// Each ticket is stored before the next one is tried.
async fn apply_each(
    app: &App,
    change: &mut Change,
    saved: &Macro,
    tickets: Vec<Option<Target>>,
    now: Timestamp,
) -> Result<Vec<BulkResult>, Problem> {
    let mut results = vec![];
    for ticket in tickets {
        let applied = change.step(async |change: &mut Change| apply(app, change, saved, ticket, now).await).await;
        results.push(outcome(applied)?);
    }
    Ok(results)
}

async fn apply(
    app: &App,
    change: &mut Change,
    saved: &Macro,
    ticket: Option<Target>,
    now: Timestamp,
) -> Result<BulkResult, Problem> {
    let (alteration, tasks) = plan_for(app, change, saved, ticket, now).await?;
    let altered = alteration.store(change).await?;
    let (statement, added) = (tasks::prepare(change).await?, tasks.iter().collect::<Vec<_>>());
    tasks::store(&statement, change, change.actor(), &added).await?;
    recorded(change, altered, &tasks)
}

fn recorded(change: &mut Change, altered: Altered, tasks: &[TicketTask]) -> Result<BulkResult, Problem> {
    change.record(Entry::changed(&altered.before, &altered.after))?;
    tasks::report_all(change, &altered.after, tasks)?;
    Ok(BulkResult { status: 200, ticket: Some(Box::new(altered.after)), deduplicated: false, problem: None })
}

fn refuse_repeated(ids: &[TicketId]) -> Result<(), Problem> {
    let mut seen = BTreeSet::new();
    match ids.iter().position(|id| !seen.insert(id)) {
        Some(place) => Err(Problem::fault(&format!("/ticket_ids/{place}"), FaultCode::Invalid, "occurs twice")),
        None => Ok(()),
    }
}

/// The change that the macro makes to this ticket.
fn changed_by(saved: &Macro, row: &TicketRow) -> Result<TicketChange, Problem> {
    let MacroChange { status, priority, kind, assignee_id, add_tags, remove_tags, custom_fields, resolution } =
        saved.change.clone();
    Ok(TicketChange {
        status: status.and_then(|status| TicketStatus::named(status.name())),
        priority,
        kind,
        assignee_id,
        tags: tags(&row.tags, &add_tags, &remove_tags)?,
        custom_fields,
        resolution: resolution.map(Some),
        comment: saved.comment.as_ref().map(|comment| comment_on(row, comment)).transpose()?,
        ..TicketChange::default()
    })
}

/// `None` if the macro says nothing about tags.
fn tags(current: &[String], added: &[Tag], removed: &[Tag]) -> Result<Option<Vec<Tag>>, Problem> {
    if added.is_empty() && removed.is_empty() {
        return Ok(None);
    }
    let mut tags: Vec<&str> = current.iter().map(String::as_str).collect();
    tags.retain(|tag| !removed.iter().any(|removed| removed.0 == *tag));
    for Tag(tag) in added {
        if !tags.contains(&tag.as_str()) {
            tags.push(tag);
        }
    }
    if tags.len() > TAGS {
        let detail = format!("would give the ticket more than {TAGS} tags");
        return Err(Problem::fault("/change/add_tags", FaultCode::Exceeds, detail));
    }
    Ok(Some(tags.into_iter().map(|tag| Tag(tag.to_owned())).collect()))
}

fn comment_on(row: &TicketRow, comment: &MacroComment) -> Result<NewComment, Problem> {
    let refused = |code, detail: &str| Problem::fault("/comment/body", code, detail);
    let body = placeholders::fill(&comment.body, |value| match value {
        placeholders::Placeholder::TicketNumber => row.number.to_string(),
        placeholders::Placeholder::TicketSubject => row.subject.clone(),
        placeholders::Placeholder::RequesterName => row.requester_name.clone().unwrap_or_default(),
    });
    let body = body.map_err(|_| refused(FaultCode::Invalid, "has an unknown placeholder"))?;
    if body.trim().is_empty() {
        return Err(refused(FaultCode::Invalid, "would be empty on this ticket"));
    }
    if body.chars().count() > COMMENT_CHARS {
        return Err(refused(FaultCode::Exceeds, "would be too long on this ticket"));
    }
    Ok(NewComment { body, visibility: Some(comment.visibility), author: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tagged(tags: &[&str]) -> Vec<Tag> {
        tags.iter().map(|tag| Tag((*tag).to_owned())).collect()
    }

    fn after(current: &[&str], added: &[&str], removed: &[&str]) -> Option<Vec<String>> {
        let current: Vec<String> = current.iter().map(|tag| (*tag).to_owned()).collect();
        let tags = tags(&current, &tagged(added), &tagged(removed)).ok()?;
        tags.map(|tags| tags.into_iter().map(|tag| tag.0).collect())
    }

    #[test]
    fn tags_are_removed_and_then_added_each_once() {
        assert_eq!(after(&["a", "b"], &["c", "a"], &["b", "d"]).unwrap(), ["a", "c"]);
        assert_eq!(after(&["a"], &["a"], &["a"]).unwrap(), ["a"]);
        assert_eq!(after(&["a"], &[], &["a"]).unwrap(), Vec::<String>::new());
        assert_eq!(after(&["a"], &[], &[]), None, "nothing is said about tags");
    }

    #[test]
    fn a_ticket_does_not_get_more_tags_than_it_may_have() {
        let many: Vec<String> = (0..TAGS).map(|n| n.to_string()).collect();
        assert!(tags(&many, &tagged(&["one more"]), &[]).is_err());
        assert!(tags(&many, &tagged(&["7"]), &[]).is_ok());
        assert!(tags(&many, &tagged(&["one more"]), &tagged(&["7"])).is_ok());
    }

    #[test]
    fn a_ticket_that_is_named_twice_is_refused() {
        let id = |n| TicketId(Uuid::from_u128(n));
        assert!(refuse_repeated(&[id(1), id(2)]).is_ok());
        assert!(refuse_repeated(&[id(1), id(2), id(1)]).is_err());
    }
}
