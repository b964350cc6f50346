//! The notes of the merges of a ticket, and their logs.

use super::{Erasure, ROWS, count};
use api::{Resource, TicketMergeId, operations::OperationStep, ticket_merges::TicketMerge};
use kernel::{app::App, http::Problem};
use queries::queries::psa::work::contact_erasure::{merges_after, rewrite_merge};
use uuid::Uuid;

impl Erasure {
    pub(super) async fn merges(&self, app: &App, steps: &mut Vec<OperationStep>, ticket: Uuid) -> Result<(), Problem> {
        let mut last = Uuid::nil();
        loop {
            let merges = {
                let db = self.db(app).await?;
                merges_after().bind(&db, &ticket, &last, &ROWS).all().await?
            };
            let Some(newest) = merges.last().map(|merge| merge.id) else { return Ok(()) };
            let redacted = merges.iter().filter_map(|merge| {
                let note = merge.note.as_deref()?;
                Some((merge.id, note, self.redaction.text(note)?))
            });
            let (change, mut rewritten) = (self.begin(app).await?, 0);
            let mut is_changed = false;
            for (id, old, new) in redacted {
                let written = rewrite_merge().bind(&*change, &new, &id, &old).opt().await?;
                is_changed |= written.is_none();
                rewritten += i64::from(written.is_some());
            }
            change.done().await?;
            count(steps, "merges", rewritten);
            if is_changed {
                continue; // Another erasure has changed some of them meanwhile.
            }
            let names: Vec<String> = merges.iter().map(|merge| TicketMergeId(merge.id).to_string()).collect();
            let logged = self.audit_entries(app, TicketMerge::TYPE, &names).await?;
            count(steps, "audit_entries", logged);
            if (merges.len() as i64) < ROWS {
                return Ok(());
            }
            last = newest;
        }
    }
}
