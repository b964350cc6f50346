//! A change of a locked ticket. It is computed before it is stored: if the ticket and the comment that result are known by
//! then, they are stored together with COMMIT.

use super::{
    assignment,
    clocks::{ClockEvent, Clocks, Promise},
    comments::{self, AddedComment},
    deadlines, devices, fields, lifecycle,
    locked::Locked,
    people::{self, StoredRequester},
    place::conflicts,
    terms, to_wire,
};
use crate::psa::levels::{KnownLevels, Level, Levels, Measured};
use api::{
    ContactId, EventKind,
    organizations::ExternalRef,
    ticket_comments::{Comment, CommentVisibility, NewComment},
    tickets::{Resolution, Ticket, TicketChange, TicketPriority, TicketStatus},
};
use jiff::{SignedDuration, Timestamp};
use kernel::{
    app::App,
    clock::stored,
    db::Tx,
    http::{Change, Problem},
};
use queries::{
    client::Params,
    queries::psa::{
        ticket_comments::{CreateCommentStmt, create_comment},
        tickets::{TicketRow, UpdateTicketParams, UpdateTicketStmt, move_comments, move_time_entries, update_ticket},
    },
};
use serde_json::{Value, json};
use std::sync::Arc;

/// How long a resolved ticket may be reopened.
const REOPENABLE: SignedDuration = SignedDuration::from_hours(24 * 5);

/// A ticket before and after a change, and the comment of the change.
pub struct Altered {
    pub before: Ticket,
    pub after: Ticket,
    pub comment: Option<Comment>,
}

/// A change that is computed and not stored.
pub struct Alteration {
    before: Ticket,
    /// The row after the change.
    row: TicketRow,
    next: Next,
    counted: Clocks,
    promised: Arc<Level>,
    comment: Option<AddedComment>,
    /// True if PostgreSQL will return the row and the comment as they are here.
    is_known: bool,
}

/// The prepared statements of an alteration.
pub struct Statements {
    update: UpdateTicketStmt,
    comment: CreateCommentStmt,
}

/// An alteration that must be stored with COMMIT, if there is one.
pub struct Unstored(Option<(Alteration, Statements)>);

/// The computed part of a change, in addition to the copied fields.
pub struct Next {
    pub status: TicketStatus,
    pub priority: TicketPriority,
    pub requester: StoredRequester,
    pub resolution: Option<Resolution>,
    pub resolved_at: Option<Timestamp>,
    pub scheduled_at: Option<Timestamp>,
    pub clocks: Clocks,
    pub new_comments: i32,
    pub now: Timestamp,
}

/// Changes a locked ticket, and emits the events in addition to that of the change itself.
pub async fn alter(app: &App, change: &mut Change, ticket: Locked, wanted: TicketChange) -> Result<Altered, Problem> {
    plan(app, change, ticket, wanted, "/comment").await?.store(change).await
}

/// `comment_at` is where the request has the comment.
pub async fn plan(
    app: &App,
    change: &mut Change,
    ticket: Locked,
    mut wanted: TicketChange,
    comment_at: &str,
) -> Result<Alteration, Problem> {
    let (now, levels) = (app.clock.now(), app.state.get::<KnownLevels>());
    let level = levels.get(&**change, change.tenant(), ticket.row.sla_version).await?;
    let before = to_wire(ticket.row.clone(), now, &Levels::from(&level));
    lifecycle::refuse_final(before.status)?;
    let mut comment = wanted.comment.take();
    let author = author(app, change, &before, &wanted, comment.as_mut(), comment_at).await?;
    let reopened = match author {
        Some(_) => terms::reopened(app, change, &before, now).await?,
        None => None,
    };
    let status = wanted.status.or(reopened).unwrap_or(before.status);
    let measured =
        Measured { priority: wanted.priority.unwrap_or(before.priority), kind: wanted.kind.unwrap_or(before.kind) };
    let resolution = wanted.resolution.take().unwrap_or(before.resolution.clone());
    lifecycle::check(before.status, status, resolution.is_some())?;
    let scheduled_at = lifecycle::scheduled_at(&before, status, wanted.scheduled_at, now)?.map(stored);
    devices::check_change(change, &before, &wanted).await?;
    assignment::changed(change, &before, status, &mut wanted).await?;
    let requester = people::changed_requester(app, change, &before, &mut wanted).await?;
    let counted = Clocks::of(&ticket.row);
    let organization = wanted.organization_id.unwrap_or(before.organization_id);
    let (terms, promised) = terms::since(app, change, &before, (&ticket, &level), (organization, status), now).await?;
    let old = Promise {
        level: terms.last().unwrap_or(&level),
        of: Measured { priority: before.priority, kind: before.kind },
    };
    let new = Promise { level: &promised, of: measured };
    let answered = author.is_none() && comment.as_ref().is_some_and(answers);
    let event = ClockEvent { status, answered };
    let clocks = counted.under(&level, &terms, old.of).retarget(now, old, new).follow(now, new, event);
    let new_comments = i32::from(comment.is_some());
    let (priority, keeps_requester) =
        (measured.priority, requester.contact.is_none() || requester.contact == ticket.row.requester_id);
    let resolved_at = resolved_at(&before, status, now);
    let next = Next { status, priority, requester, resolution, resolved_at, scheduled_at, clocks, new_comments, now };
    let row = next.row(ticket.row, &before, wanted)?;
    let comment = comment.map(|comment| AddedComment::new(app, change, (before.id, organization), comment, author));
    let is_known = organization == before.organization_id
        && keeps_requester
        && author.is_none()
        && fields::are_stored_as_sent(&row.custom_fields);
    Ok(Alteration { before, row, next, counted, promised, comment, is_known })
}

/// Stores a state that the request did not ask for, such as that of a ticket that is merged.
pub async fn store(change: &Change, row: TicketRow, before: &Ticket, next: &Next) -> Result<TicketRow, Problem> {
    let row = next.row(row, before, TicketChange::default())?;
    let statement = update_ticket().prepare(&**change).await?;
    next.update(&statement, change, before, &row).await
}

impl Alteration {
    /// True if the change cannot fail: its result is known, and no unresolved ticket can have the same dedup key.
    pub fn is_certain(&self) -> bool {
        self.is_known && (self.row.dedup_key.is_none() || TicketStatus::UNRESOLVED.contains(&self.before.status))
    }

    pub async fn store(self, change: &mut Change) -> Result<Altered, Problem> {
        let statements = Statements::prepare(change).await?;
        let (row, comment) = self.write(&statements, change).await?;
        if row.organization_id != self.before.organization_id.map(|id| id.0) {
            move_members(change, &row).await?;
        }
        Ok(self.reported(change, row, comment))
    }

    /// The result of a change that is known, which must be stored with COMMIT. Emits the events.
    pub fn expected(&self, change: &mut Change) -> Altered {
        self.reported(change, self.row.clone(), self.comment.as_ref().map(AddedComment::shown))
    }

    /// Emits the events of a change with this result.
    fn reported(&self, change: &mut Change, row: TicketRow, comment: Option<Comment>) -> Altered {
        let after = to_wire(row, self.next.now, &Levels::from(&self.promised));
        self.report(change, &after, comment.as_ref());
        Altered { before: self.before.clone(), after, comment }
    }

    /// Leaves the ticket to be stored with COMMIT, if its next state is known. Otherwise it is stored now.
    pub async fn store_last(self, change: &mut Change) -> Result<(Altered, Unstored), Problem> {
        if !self.is_known {
            return Ok((self.store(change).await?, Unstored(None)));
        }
        let statements = Statements::prepare(change).await?;
        Ok((self.expected(change), Unstored(Some((self, statements)))))
    }

    /// Sends both statements at once.
    pub async fn write(&self, statements: &Statements, tx: &Tx) -> Result<(TicketRow, Option<Comment>), Problem> {
        let comment = async {
            match &self.comment {
                Some(comment) => comment.insert(&statements.comment, tx).await.map(Some),
                None => Ok(None),
            }
        };
        let (updated, added) =
            futures::join!(self.next.update(&statements.update, tx, &self.before, &self.row), comment);
        // If the ticket cannot be stored, the comment fails with it.
        Ok((updated?, added?))
    }

    /// Emits the events in addition to that of the change itself.
    fn report(&self, change: &mut Change, after: &Ticket, comment: Option<&Comment>) {
        if let Some(comment) = comment {
            comments::emit(change, after, comment);
        }
        if after.status == TicketStatus::Resolved && self.before.status != after.status {
            change.emit(EventKind::TicketResolved, after, json!({"object": after}));
        }
        deadlines::report(change, after, self.next.clocks.passed_since(&self.counted));
    }
}

impl Statements {
    pub async fn prepare(change: &Change) -> Result<Statements, Problem> {
        let update = update_ticket().prepare(&**change).await?;
        Ok(Statements { update, comment: create_comment().prepare(&**change).await? })
    }
}

impl Unstored {
    pub async fn store(&self, tx: &Tx) -> Result<(), Problem> {
        match &self.0 {
            Some((alteration, statements)) => alteration.write(statements, tx).await.map(drop),
            None => Ok(()),
        }
    }
}

impl Next {
    /// The row with these values and those that the request has. Absent fields are not changed. The name of a contact is that of
    /// the requester before.
    fn row(&self, row: TicketRow, before: &Ticket, wanted: TicketChange) -> Result<TicketRow, Problem> {
        let Next { status, resolved_at, clocks, now, .. } = *self;
        let (response, resolution) = (clocks.response, clocks.resolution);
        let custom_fields = fields::changed(before.custom_fields.clone(), wanted.custom_fields)?;
        let external = wanted.external_ref.unwrap_or_else(|| before.external_ref.clone());
        let (external_system, external_id) = external.map(|external| (external.system, external.id)).unzip();
        let (requester_name, requester_email) = match self.requester.contact {
            Some(_) => (row.requester_name, row.requester_email),
            None => (self.requester.name.clone(), self.requester.email.clone()),
        };
        Ok(TicketRow {
            subject: wanted.subject.unwrap_or(row.subject),
            description: wanted.description.unwrap_or(row.description),
            r#type: wanted.kind.unwrap_or(before.kind).name().to_owned(),
            status: status.name().to_owned(),
            priority: self.priority.name().to_owned(),
            organization_id: wanted.organization_id.unwrap_or(before.organization_id).map(|id| id.0),
            requester_id: self.requester.contact,
            requester_name,
            requester_email,
            assignee_id: wanted.assignee_id.unwrap_or(before.assignee_id).map(|id| id.0),
            team_id: wanted.team_id.unwrap_or(before.team_id).map(|id| id.0),
            tags: wanted.tags.map_or(row.tags, |tags| tags.into_iter().map(|tag| tag.0).collect()),
            device_ids: wanted.device_ids.map_or(row.device_ids, |ids| ids.into_iter().map(|id| id.0).collect()),
            custom_fields: Value::Object(custom_fields),
            external_system,
            external_id,
            resolution_code: self.resolution.as_ref().map(|resolution| resolution.code.clone()),
            resolution_notes: self.resolution.as_ref().and_then(|resolution| resolution.notes.clone()),
            comments: row.comments + self.new_comments,
            updated_at: now,
            resolved_at,
            closed_at: (status == TicketStatus::Closed).then_some(now),
            closes_at: (status == TicketStatus::Resolved).then(|| resolved_at.unwrap_or(now) + REOPENABLE),
            scheduled_at: self.scheduled_at,
            sla_version: clocks.sla_version,
            sla_policy_id: clocks.sla_policy.map(|id| id.0),
            sla_check_at: clocks.check_at,
            response_elapsed_seconds: response.watch.elapsed_seconds,
            response_counted_until: response.watch.counted_until,
            response_running: response.watch.running,
            response_stopped_at: response.watch.stopped_at,
            response_at_risk_at: response.at_risk_at,
            response_breached_at: response.watch.breached_at,
            response_due_at: response.due_at,
            resolution_elapsed_seconds: resolution.watch.elapsed_seconds,
            resolution_counted_until: resolution.watch.counted_until,
            resolution_running: resolution.watch.running,
            resolution_stopped_at: resolution.watch.stopped_at,
            resolution_at_risk_at: resolution.at_risk_at,
            resolution_breached_at: resolution.watch.breached_at,
            resolution_due_at: resolution.due_at,
            version: row.version + 1,
            ..row
        })
    }

    /// `row` is that of the ticket after the change.
    async fn update(
        &self,
        statement: &UpdateTicketStmt,
        tx: &Tx,
        before: &Ticket,
        row: &TicketRow,
    ) -> Result<TicketRow, Problem> {
        let Next { requester, clocks, .. } = self;
        let params = UpdateTicketParams {
            subject: row.subject.as_str(),
            description: row.description.as_deref(),
            r#type: row.r#type.as_str(),
            status: row.status.as_str(),
            priority: row.priority.as_str(),
            organization_id: row.organization_id,
            requester_id: requester.contact,
            requester_name: requester.name.as_deref(),
            requester_email: requester.email.as_deref(),
            assignee_id: row.assignee_id,
            team_id: row.team_id,
            tags: row.tags.as_slice(),
            device_ids: row.device_ids.as_slice(),
            custom_fields: &row.custom_fields,
            external_system: row.external_system.as_deref(),
            external_id: row.external_id.as_deref(),
            resolution_code: row.resolution_code.as_deref(),
            resolution_notes: row.resolution_notes.as_deref(),
            resolved_at: row.resolved_at,
            closed_at: row.closed_at,
            closes_at: row.closes_at,
            scheduled_at: row.scheduled_at,
            new_comments: self.new_comments,
            sla_version: row.sla_version,
            sla_policy_id: row.sla_policy_id,
            sla_check_at: row.sla_check_at,
            response_elapsed_seconds: row.response_elapsed_seconds,
            response_counted_until: row.response_counted_until,
            response_running: row.response_running,
            response_stopped_at: row.response_stopped_at,
            response_at_risk_at: row.response_at_risk_at,
            response_breached_at: row.response_breached_at,
            response_due_at: row.response_due_at,
            response_used_up_at: clocks.response.used_up_at,
            resolution_elapsed_seconds: row.resolution_elapsed_seconds,
            resolution_counted_until: row.resolution_counted_until,
            resolution_running: row.resolution_running,
            resolution_stopped_at: row.resolution_stopped_at,
            resolution_at_risk_at: row.resolution_at_risk_at,
            resolution_breached_at: row.resolution_breached_at,
            resolution_due_at: row.resolution_due_at,
            resolution_used_up_at: clocks.resolution.used_up_at,
            now: self.now,
            id: row.id,
        };
        let external = row.external_system.clone().zip(row.external_id.clone());
        let external = external.map(|(system, id)| ExternalRef { system, id });
        conflicts(statement.params(tx, &params).one().await, external.as_ref(), before.dedup.as_ref())
    }
}

/// Comments and time entries belong to the organization of their ticket.
async fn move_members(change: &Change, ticket: &TicketRow) -> Result<(), Problem> {
    move_comments().bind(&**change, &ticket.organization_id, &ticket.id).all().await?;
    move_time_entries().bind(&**change, &ticket.organization_id, &ticket.id).all().await?;
    Ok(())
}

/// The contact who wrote the comment of a change, if a contact did.
async fn author(
    app: &App,
    change: &mut Change,
    before: &Ticket,
    wanted: &TicketChange,
    comment: Option<&mut NewComment>,
    comment_at: &str,
) -> Result<Option<ContactId>, Problem> {
    let organization = wanted.organization_id.unwrap_or(before.organization_id);
    match comment {
        Some(comment) => people::author(app, change, organization, comment, comment_at).await,
        None => Ok(None),
    }
}

fn resolved_at(before: &Ticket, status: TicketStatus, now: Timestamp) -> Option<Timestamp> {
    match status {
        TicketStatus::Resolved => before.resolved_at.or(Some(now)),
        TicketStatus::Closed => before.resolved_at,
        _ => None,
    }
}

/// A public comment counts as a response to the customer, unless its author is a contact.
fn answers(comment: &NewComment) -> bool {
    comment.visibility.unwrap_or(CommentVisibility::Public) == CommentVisibility::Public
}
