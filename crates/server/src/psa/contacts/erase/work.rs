//! Removes an erased person from the texts of tickets and from the logs, ticket by ticket. Every step can be repeated:
//! after a crash, another worker continues at the last finished ticket.
//!
//! A worker whose operation was cancelled can still be at work when the next erasure begins. Comments and logs are
//! therefore rewritten only while the operation is running, and only where they are still what was read; otherwise they
//! are read again.
//!
//! The names and addresses to search for come from the entries of the contact in the audit log. They are replaced last,
//! so that an operation that was cancelled can be requested again. They are kept if tickets remain that the caller may not
//! change: another caller can then complete the erasure.

mod attachments;
mod logs;
mod merges;
mod notes;
mod tasks;
mod watchers;

use super::redaction::{Known, Redaction};
use crate::psa::rewrite::{ROWS, count};
use api::{
    CommentId, ContactId, OrganizationId, ProblemCode, Resource, TenantId, TicketId, contacts::Contact,
    operations::OperationStep, ticket_comments::Comment, tickets::Ticket,
};
use kernel::{
    app::App,
    db::{Error, Identity, Reason, Tenant},
    http::{Change, Problem},
    operations::Task,
};
use queries::{
    client::Params,
    queries::psa::work::{
        contact_erasure::{
            CountTickets, RewriteTicketParams, TicketTexts, adopt_tickets, comments_after, count_tickets,
            lock_ticket_texts, merged_ids, rewrite_comments, rewrite_ticket, tickets_after,
        },
        rewrite::audit_trail,
    },
};
use serde_json::Value;
use std::time::{Duration, Instant};
use uuid::Uuid;

pub const KIND: &str = "contacts.erase";

/// How often a worker polls for erasures.
pub const PERIOD: Duration = Duration::from_millis(500);

/// After this time it is another tenant's turn.
const TURN: Duration = Duration::from_secs(2);

/// Number of tickets that are read at a time.
const TICKETS: i64 = 50;

/// Maximum length of a ticket's subject.
const SUBJECT_CHARS: usize = 300;

/// The name of the changes in the audit log, which they add nothing to.
const OPERATION: &str = "psa.contacts.erase";

/// Executes erasures until none is left, or for the time of a turn.
pub async fn round(app: &App) -> Result<(), Problem> {
    let until = Instant::now() + TURN;
    while Instant::now() < until {
        match Task::take(app, KIND).await? {
            Some(task) => turn(app, task, until).await?,
            None => break,
        }
    }
    Ok(())
}

async fn turn(app: &App, mut task: Task, until: Instant) -> Result<(), Problem> {
    let Ok(contact) = task.resource.parse::<ContactId>() else {
        let unknown = Problem::new(ProblemCode::NotFound, "There is no such contact.");
        task.end(app, Some(&unknown)).await?;
        return Ok(());
    };
    let erasure = Erasure::find(app, &task, contact).await?;
    if task.reached == 0 {
        erasure.adopt_tickets(app).await?;
    }
    let all = erasure.count_tickets(app).await?.changeable;
    loop {
        let tickets = erasure.tickets_after(app, task.reached).await?;
        let is_last = (tickets.len() as i64) < TICKETS;
        for (id, number) in tickets {
            erasure.ticket(app, &mut task.steps, id).await?;
            task.reached = number;
            let progress = progress(&task.steps, all);
            if task.advance(app, progress).await?.is_err() {
                return Ok(()); // cancelled
            }
            if Instant::now() > until {
                task.release(app).await?;
                return Ok(());
            }
        }
        if is_last {
            break;
        }
    }
    erasure.responses(app, &mut task.steps).await?;
    erasure.forget_words(app).await?;
    let tickets = erasure.count_tickets(app).await?;
    erasure.own_trail(app, &mut task.steps, tickets.tickets - tickets.changeable).await?;
    // Stores the last counts.
    if task.advance(app, 99).await?.is_ok() {
        task.end(app, None).await?;
        app.shares.freed(erasure.tenant);
    }
    Ok(())
}

/// In percent of the tickets; the rest is short.
fn progress(steps: &[OperationStep], all: i64) -> i32 {
    let done = steps.iter().find(|step| step.name == "tickets").map_or(0, |step| step.count);
    i32::try_from(done.clamp(0, all) * 95 / all.max(1)).unwrap_or(95)
}

/// The organizations whose tickets the caller could see; `None` for a caller without a restriction. An input that cannot
/// be read permits none.
fn changeable(input: &Value) -> Option<Vec<Uuid>> {
    if input["organization_ids"].is_null() {
        return None;
    }
    let ids: Vec<OrganizationId> = serde_json::from_value(input["organization_ids"].clone()).unwrap_or_default();
    Some(ids.into_iter().map(|id| id.0).collect())
}

struct Erasure {
    tenant: TenantId,
    /// The logs are rewritten only while this operation is running.
    operation: Uuid,
    contact: ContactId,
    organization: Option<OrganizationId>,
    /// The organizations whose tickets the erasure may change; `None` for all organizations.
    changeable: Option<Vec<Uuid>>,
    /// The ids of the contact and of the duplicates that were merged into it, as rows and as texts.
    ids: Vec<Uuid>,
    names: Vec<String>,
    known: Known,
    redaction: Redaction,
}

impl Erasure {
    async fn find(app: &App, task: &Task, contact: ContactId) -> Result<Erasure, Error> {
        let (tenant, operation) = (task.tenant, task.id.0);
        let db = app.db.tenant(&Identity::new(tenant, None)).await?;
        let merged = merged_ids().bind(&db, &contact.0).opt().await?.unwrap_or_default();
        let ids: Vec<Uuid> = std::iter::once(contact.0).chain(merged).collect();
        let names: Vec<String> = ids.iter().map(|id| ContactId(*id).to_string()).collect();
        let (mut known, mut organization, mut last) = (Known::default(), None, Uuid::nil());
        loop {
            let entries = audit_trail().bind(&db, &Contact::TYPE, &names, &last, &ROWS).all().await?;
            for contact in entries.iter().flat_map(|entry| [&entry.before, &entry.after]).flatten() {
                known.learn(contact);
                organization = contact["organization_id"].as_str().and_then(|id| id.parse::<OrganizationId>().ok());
            }
            match entries.last() {
                Some(entry) if entries.len() as i64 == ROWS => last = entry.id,
                _ => break,
            }
        }
        let (redaction, changeable) = (known.redaction(&names), changeable(&task.input));
        Ok(Erasure { tenant, operation, contact, organization, changeable, ids, names, known, redaction })
    }

    async fn db(&self, app: &App) -> Result<Tenant, Error> {
        app.db.tenant(&Identity::new(self.tenant, None)).await
    }

    async fn begin(&self, app: &App) -> Result<Change, Problem> {
        Change::by_system(app, self.tenant, OPERATION).await
    }

    /// Counts tickets from before there were contacts among those of the contact, by the address of their requester.
    async fn adopt_tickets(&self, app: &App) -> Result<(), Problem> {
        let (organization, emails) = (self.organization.map(|id| id.0), self.known.emails());
        if emails.is_empty() {
            return Ok(());
        }
        let change = self.begin(app).await?;
        adopt_tickets().bind(&*change, &self.contact.0, &organization, &emails).one().await?;
        change.done().await
    }

    async fn count_tickets(&self, app: &App) -> Result<CountTickets, Error> {
        let (db, addresses) = (self.db(app).await?, self.known.emails());
        Ok(count_tickets().bind(&db, &self.ids, &addresses, &self.changeable).one().await?)
    }

    /// The next tickets that the contact requested, commented on or watched, and that the erasure may change, with their
    /// numbers.
    async fn tickets_after(&self, app: &App, last: i64) -> Result<Vec<(Uuid, i64)>, Error> {
        let (db, addresses) = (self.db(app).await?, self.known.emails());
        let tickets = tickets_after().bind(&db, &self.ids, &addresses, &last, &self.changeable, &TICKETS).all().await?;
        Ok(tickets.into_iter().map(|ticket| (ticket.id, ticket.number)).collect())
    }

    /// Removes the person from a ticket, its comments, time entries, merges, tasks and watchers, and their logs.
    async fn ticket(&self, app: &App, steps: &mut Vec<OperationStep>, id: Uuid) -> Result<(), Problem> {
        if !self.ticket_texts(app, id).await? {
            return Ok(());
        }
        self.comments(app, steps, id).await?;
        self.notes(app, steps, id).await?;
        self.merges(app, steps, id).await?;
        self.tasks(app, steps, id).await?;
        self.attachments(app, steps, id).await?;
        let name = [TicketId(id).to_string()];
        let entries = self.audit_entries(app, Ticket::TYPE, &name).await?;
        count(steps, "audit_entries", entries);
        let events = self.events(app, &name).await?;
        count(steps, "events", events);
        // They come last: a ticket that is watched, and nothing else, is not found again without them.
        self.watchers(app, steps, id).await?;
        count(steps, "tickets", 1);
        Ok(())
    }

    /// False if the ticket has just moved to an organization whose tickets the erasure may not change.
    async fn ticket_texts(&self, app: &App, id: Uuid) -> Result<bool, Problem> {
        let change = self.begin(app).await?;
        let old = lock_ticket_texts().bind(&*change, &id, &self.changeable).opt().await?;
        let Some(old) = old else { return Ok(false) };
        let new = self.cleaned(old.clone());
        if new == old {
            return Ok(true);
        }
        let row = RewriteTicketParams {
            subject: new.subject.as_str(),
            description: new.description.as_deref(),
            resolution_notes: new.resolution_notes.as_deref(),
            requester_name: new.requester_name.as_deref(),
            requester_email: new.requester_email.as_deref(),
            custom_fields: &new.custom_fields,
            now: app.clock.now(),
            id,
        };
        rewrite_ticket().params(&*change, &row).one().await?;
        change.done().await?;
        Ok(true)
    }

    fn cleaned(&self, mut texts: TicketTexts) -> TicketTexts {
        let cleaned = |text: Option<String>| text.map(|text| self.redaction.cleaned(text));
        if texts.requester_email.as_deref().is_some_and(|email| self.redaction.has_email(email)) {
            (texts.requester_name, texts.requester_email) = (Some(Contact::ERASED.to_owned()), None);
        }
        self.redaction.all_texts(&mut texts.custom_fields);
        TicketTexts {
            // The replacement can be longer than the name.
            subject: match self.redaction.text(&texts.subject) {
                Some(subject) => subject.chars().take(SUBJECT_CHARS).collect(),
                None => texts.subject,
            },
            description: cleaned(texts.description),
            resolution_notes: cleaned(texts.resolution_notes),
            requester_name: cleaned(texts.requester_name),
            requester_email: cleaned(texts.requester_email),
            custom_fields: texts.custom_fields,
        }
    }

    async fn comments(&self, app: &App, steps: &mut Vec<OperationStep>, ticket: Uuid) -> Result<(), Error> {
        let mut last = Uuid::nil();
        loop {
            let comments = {
                let db = self.db(app).await?;
                comments_after().bind(&db, &ticket, &last, &ROWS).all().await?
            };
            let Some(newest) = comments.last().map(|comment| comment.id) else { return Ok(()) };
            let redacted: Vec<(Uuid, &str, String)> = comments
                .iter()
                .filter_map(|comment| Some((comment.id, comment.body.as_str(), self.redaction.text(&comment.body)?)))
                .collect();
            let Some(rewritten) = self.rewrite_comments(app, &redacted).await? else { return Ok(()) };
            count(steps, "comments", rewritten);
            if rewritten < redacted.len() as i64 {
                continue; // Another erasure has changed some of them meanwhile.
            }
            let names: Vec<String> = comments.iter().map(|comment| CommentId(comment.id).to_string()).collect();
            let entries = self.audit_entries(app, Comment::TYPE, &names).await?;
            count(steps, "audit_entries", entries);
            if (comments.len() as i64) < ROWS {
                return Ok(());
            }
            last = newest;
        }
    }

    /// Takes ids with the old and the new texts. `None`: the operation was cancelled.
    async fn rewrite_comments(&self, app: &App, redacted: &[(Uuid, &str, String)]) -> Result<Option<i64>, Error> {
        if redacted.is_empty() {
            return Ok(Some(0));
        }
        let ids: Vec<Uuid> = redacted.iter().map(|(id, ..)| *id).collect();
        let old: Vec<&str> = redacted.iter().map(|(_, old, _)| *old).collect();
        let new: Vec<&str> = redacted.iter().map(|(.., new)| new.as_str()).collect();
        let system = app.db.system(Reason::Operations).await?;
        Ok(rewrite_comments().bind(&*system, &self.tenant.0, &self.operation, &ids, &old, &new).one().await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn progress_is_that_of_the_tickets() {
        let mut steps: Vec<OperationStep> = vec![];
        assert_eq!(progress(&steps, 0), 0);
        count(&mut steps, "events", 7);
        count(&mut steps, "tickets", 1);
        count(&mut steps, "tickets", 1);
        assert_eq!((progress(&steps, 4), progress(&steps, 1)), (47, 95));
    }

    #[test]
    fn a_restriction_that_cannot_be_read_permits_nothing() {
        let id = OrganizationId(Uuid::from_u128(7));
        assert_eq!(changeable(&json!({})), None);
        assert_eq!(changeable(&json!({"organization_ids": null})), None);
        assert_eq!(changeable(&json!({"organization_ids": [id]})), Some(vec![id.0]));
        assert_eq!(changeable(&json!({"organization_ids": ["?"]})), Some(vec![]));
    }
}
