//! `/api/psa/macros/apply`: applies a macro to up to 100 tickets, each with a result of its own.

use super::{
    alteration::alter,
    bulk::{outcome, summary},
    children,
    locked::{Locked, lock_all},
    tasks,
};
use crate::psa::macros::{self, placeholders};
use api::{
    Scope, TicketId,
    macros::{Macro, MacroApplication, MacroChange, MacroComment},
    organizations::Tag,
    problem::FaultCode,
    ticket_bulk::{BulkResult, BulkResults},
    ticket_comments::NewComment,
    tickets::{TicketChange, TicketStatus},
};
use kernel::{
    app::App,
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
    let saved = macros::find(&change, wanted.macro_id).await?;
    let ids: Vec<Uuid> = wanted.ticket_ids.iter().map(|id| id.0).collect();
    let tickets = lock_all(&change, &ids).await?;
    let mut tickets: HashMap<Uuid, Locked> = tickets.into_iter().map(|ticket| (ticket.row.id, ticket)).collect();
    let mut results = vec![];
    for id in ids {
        let ticket = tickets.remove(&id);
        let applied = change.step(async |change: &mut Change| apply(&app, change, &saved, ticket).await).await;
        results.push(outcome(applied)?);
    }
    // The histories of the tickets have the id of the request, by which the audit log names the macro.
    change.record(Entry::used(&saved))?;
    change.answered(Answer::ok(&summary(results))?).await
}

async fn apply(app: &App, change: &mut Change, saved: &Macro, ticket: Option<Locked>) -> Result<BulkResult, Problem> {
    let ticket = ticket.ok_or_else(Problem::not_found)?;
    let wanted = changed_by(saved, &ticket.row)?;
    children::refuse_open(change, &ticket.row, &wanted).await?;
    let altered = alter(app, change, ticket, wanted).await?;
    change.record(Entry::changed(&altered.before, &altered.after))?;
    tasks::add(app, change, &altered.after, &saved.tasks).await?;
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
