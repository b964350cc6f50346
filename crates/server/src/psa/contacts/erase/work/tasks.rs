//! The titles of the tasks of a ticket, and their entries in the audit log. Their events are those of the ticket.

use super::{Erasure, ROWS, SUBJECT_CHARS, count};
use api::{Resource, ids::TaskId, operations::OperationStep, ticket_tasks::TicketTask};
use kernel::{app::App, http::Problem};
use queries::queries::psa::work::contact_erasure::{rewrite_task, tasks_after};
use uuid::Uuid;

impl Erasure {
    pub(super) async fn tasks(&self, app: &App, steps: &mut Vec<OperationStep>, ticket: Uuid) -> Result<(), Problem> {
        let mut last = Uuid::nil();
        loop {
            let tasks = {
                let db = self.db(app).await?;
                tasks_after().bind(&db, &ticket, &last, &ROWS).all().await?
            };
            let Some(newest) = tasks.last().map(|task| task.id) else { return Ok(()) };
            let redacted = tasks.iter().filter_map(|task| {
                let title = task.title.as_deref()?;
                // The replacement can be longer than the name. A title is as long as a subject at most.
                let new: String = self.redaction.text(title)?.chars().take(SUBJECT_CHARS).collect();
                Some((task.id, title, new))
            });
            let (change, now, mut rewritten) = (self.begin(app).await?, app.clock.now(), 0);
            let mut is_changed = false;
            for (id, old, new) in redacted {
                let written = rewrite_task().bind(&*change, &new, &now, &id, &old).opt().await?;
                is_changed |= written.is_none();
                rewritten += i64::from(written.is_some());
            }
            change.done().await?;
            count(steps, "tasks", rewritten);
            if is_changed {
                continue; // Somebody has changed some of them meanwhile.
            }
            let names: Vec<String> = tasks.iter().map(|task| TaskId(task.id).to_string()).collect();
            let logged = self.audit_entries(app, TicketTask::TYPE, &names).await?;
            count(steps, "audit_entries", logged);
            if (tasks.len() as i64) < ROWS {
                return Ok(());
            }
            last = newest;
        }
    }
}
