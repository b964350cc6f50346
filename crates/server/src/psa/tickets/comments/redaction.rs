//! Removes the text of a redacted comment from its copies: in the logs, in stored responses and in workflow runs. Every step
//! can be repeated: after a crash, another worker continues.
//!
//! Copies are recognised by the id of the comment, so the operation stores no text. The texts that workflows have made of the
//! comment are recognised by its earlier texts, which are read from the logs; the logs are therefore rewritten last.

mod runs;

use super::copies::Copies;
use crate::psa::rewrite::{Logs, ROWS, count};
use api::{
    CommentId, ProblemCode, Resource, TenantId, TicketId, operations::OperationStep, ticket_comments::Comment,
    tickets::Ticket,
};
use jiff::{SignedDuration, Timestamp};
use kernel::{
    app::App,
    db::{Error, Identity, Reason, Tenant},
    http::Problem,
    operations::Task,
};
use queries::queries::psa::{
    ticket_comments::get_comment,
    work::{
        redaction::forget_webhook_responses,
        rewrite::{audit_trail, event_trail},
    },
};
use std::{
    collections::BTreeSet,
    time::{Duration, Instant},
};
use uuid::Uuid;

pub const KIND: &str = "tickets.redact";

/// How often a worker polls for redactions.
pub const PERIOD: Duration = Duration::from_millis(500);

/// After this time it is another tenant's turn.
const TURN: Duration = Duration::from_secs(2);

/// Clocks of servers differ by less than this.
const CLOCK_SKEW: SignedDuration = SignedDuration::from_secs(60);

/// Executes redactions until none is left, or for the time of a turn.
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
    let Some(removal) = Removal::find(app, &task).await? else {
        let unknown = Problem::new(ProblemCode::NotFound, "There is no such comment.");
        task.end(app, Some(&unknown)).await?;
        return Ok(());
    };
    let known = removal.learn(app).await?;
    let mut last = Uuid::from_u64_pair(u64::try_from(task.reached).unwrap_or_default(), 0);
    while let Some(newest) = removal.runs(app, &mut task.steps, last, &known.texts).await? {
        last = newest;
        task.reached = reached(newest);
        if task.advance(app, 50).await?.is_err() {
            return Ok(()); // cancelled
        }
        if Instant::now() > until {
            task.release(app).await?;
            return Ok(());
        }
    }
    removal.webhook_responses(app, &mut task.steps, &known.events).await?;
    removal.logs(app, &mut task.steps, &known.texts).await?;
    // Stores the last counts.
    if task.advance(app, 99).await?.is_ok() {
        task.end(app, None).await?;
        app.shares.freed(removal.tenant);
    }
    Ok(())
}

/// The first half of the id of a run. Ids grow with time; the runs of the same moment are read again.
fn reached(run: Uuid) -> i64 {
    let (first, _) = run.as_u64_pair();
    i64::try_from(first).unwrap_or(i64::MAX)
}

/// The texts that the comment has had, and the events that contain it.
struct Known {
    texts: BTreeSet<String>,
    events: Vec<(Uuid, Timestamp)>,
}

struct Removal {
    tenant: TenantId,
    /// The logs are rewritten only while this operation is running.
    operation: Uuid,
    comment: CommentId,
    /// The tickets whose events contain the text: that of the comment, and that which was created from it.
    tickets: Vec<TicketId>,
    split: Option<TicketId>,
    /// There are no copies from before this time.
    since: Timestamp,
    copies: Copies,
}

impl Removal {
    async fn find(app: &App, task: &Task) -> Result<Option<Removal>, Error> {
        let ticket = |name: &str| task.input[name].as_str().and_then(|id| id.parse::<TicketId>().ok());
        let (Ok(comment), Some(own)) = (task.resource.parse::<CommentId>(), ticket("ticket_id")) else {
            return Ok(None);
        };
        let db = app.db.tenant(&Identity::new(task.tenant, None)).await?;
        let Some(row) = get_comment().bind(&db, &comment.0).opt().await? else { return Ok(None) };
        let split = ticket("split_ticket_id");
        Ok(Some(Removal {
            tenant: task.tenant,
            operation: task.id.0,
            comment,
            tickets: [own].into_iter().chain(split).collect(),
            split,
            since: row.created_at - CLOCK_SKEW,
            copies: Copies::of(comment, split),
        }))
    }

    async fn db(&self, app: &App) -> Result<Tenant, Error> {
        app.db.tenant(&Identity::new(self.tenant, None)).await
    }

    fn subjects(&self) -> Vec<String> {
        self.tickets.iter().map(TicketId::to_string).collect()
    }

    /// The resources whose entries in the audit log contain the text.
    fn recorded(&self) -> Vec<(&'static str, Vec<String>)> {
        let split = self.split.map(|id| (Ticket::TYPE, vec![id.to_string()]));
        [(Comment::TYPE, vec![self.comment.to_string()])].into_iter().chain(split).collect()
    }

    async fn learn(&self, app: &App) -> Result<Known, Error> {
        let (subjects, mut last) = (self.subjects(), 0);
        let mut known = Known { texts: BTreeSet::new(), events: vec![] };
        loop {
            let db = self.db(app).await?;
            let events = event_trail().bind(&db, &subjects, &last, &ROWS).all().await?;
            for event in &events {
                if self.copies.learn(&event.data, &mut known.texts) {
                    known.events.push((event.id, event.at));
                }
            }
            match events.last() {
                Some(event) if events.len() as i64 == ROWS => last = event.position,
                _ => break,
            }
        }
        for (kind, names) in self.recorded() {
            let mut last = Uuid::nil();
            loop {
                let db = self.db(app).await?;
                let entries = audit_trail().bind(&db, &kind, &names, &last, &ROWS).all().await?;
                for object in entries.iter().flat_map(|entry| [&entry.before, &entry.after]).flatten() {
                    self.copies.learn(object, &mut known.texts);
                }
                match entries.last() {
                    Some(entry) if entries.len() as i64 == ROWS => last = entry.id,
                    _ => break,
                }
            }
        }
        Ok(known)
    }

    /// Removes what receivers returned to the events with the comment.
    async fn webhook_responses(
        &self,
        app: &App,
        steps: &mut Vec<OperationStep>,
        events: &[(Uuid, Timestamp)],
    ) -> Result<(), Error> {
        let (ids, ats): (Vec<Uuid>, Vec<Timestamp>) = events.iter().copied().unzip();
        let system = app.db.system(Reason::Operations).await?;
        let forgotten = forget_webhook_responses();
        let forgotten = forgotten.bind(&*system, &self.tenant.0, &self.operation, &ids, &ats).one().await?;
        count(steps, "webhook_attempts", forgotten.unwrap_or_default());
        Ok(())
    }

    async fn logs(&self, app: &App, steps: &mut Vec<OperationStep>, texts: &BTreeSet<String>) -> Result<(), Error> {
        let logs = Logs { app, tenant: self.tenant, operation: self.operation, rewrite: &self.copies };
        let responses = logs.responses(&self.copies.names()).await?;
        count(steps, "responses", responses);
        let texts: Vec<String> = texts.iter().cloned().collect();
        logs.forget_words(&texts).await?;
        let events = logs.events(&self.subjects()).await?;
        count(steps, "events", events);
        for (kind, names) in self.recorded() {
            let entries = logs.audit_entries(kind, &names).await?;
            count(steps, "audit_entries", entries);
        }
        Ok(())
    }
}
