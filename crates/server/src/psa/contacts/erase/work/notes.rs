//! The notes of the time entries of a ticket, and their logs.

use super::{Erasure, ROWS, count};
use api::{Resource, TimeEntryId, operations::OperationStep, time_entries::TimeEntry};
use kernel::{app::App, http::Problem};
use queries::queries::psa::work::contact_erasure::{notes_after, rewrite_note};
use uuid::Uuid;

impl Erasure {
    /// A locked entry is no exception: what was billed stays as it is, and the note has no part in it.
    pub(super) async fn notes(&self, app: &App, steps: &mut Vec<OperationStep>, ticket: Uuid) -> Result<(), Problem> {
        let mut last = Uuid::nil();
        loop {
            let entries = {
                let db = self.db(app).await?;
                notes_after().bind(&db, &ticket, &last, &ROWS).all().await?
            };
            let Some(newest) = entries.last().map(|entry| entry.id) else { return Ok(()) };
            let redacted = entries.iter().filter_map(|entry| {
                let note = entry.note.as_deref()?;
                Some((entry.id, note, self.redaction.text(note)?))
            });
            let (change, now, mut rewritten) = (self.begin(app).await?, app.clock.now(), 0);
            let mut is_changed = false;
            for (id, old, new) in redacted {
                let written = rewrite_note().bind(&*change, &new, &now, &id, &old).opt().await?;
                is_changed |= written.is_none();
                rewritten += i64::from(written.is_some());
            }
            change.done().await?;
            count(steps, "time_entries", rewritten);
            if is_changed {
                continue; // Somebody has changed some of them meanwhile.
            }
            let names: Vec<String> = entries.iter().map(|entry| TimeEntryId(entry.id).to_string()).collect();
            let logged = self.audit_entries(app, TimeEntry::TYPE, &names).await?;
            count(steps, "audit_entries", logged);
            let events = self.events(app, &names).await?;
            count(steps, "events", events);
            if (entries.len() as i64) < ROWS {
                return Ok(());
            }
            last = newest;
        }
    }
}
