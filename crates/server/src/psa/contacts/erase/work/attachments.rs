//! Removes the person from the files of a ticket. The content of a file cannot be redacted: the files of the person's own
//! comments, and those of tickets that the person requests, are deleted. The names of all others are redacted.

use super::{Erasure, ROWS, count};
use api::{Resource, attachments::Attachment, ids::AttachmentId, operations::OperationStep};
use kernel::{app::App, http::Problem};
use queries::queries::psa::work::contact_erasure::{
    attachments_after, delete_attachments_of_person, rename_attachments,
};
use uuid::Uuid;

/// Maximum length of the name of a file.
const NAME_CHARS: usize = 255;

impl Erasure {
    pub(super) async fn attachments(
        &self,
        app: &App,
        steps: &mut Vec<OperationStep>,
        ticket: Uuid,
    ) -> Result<(), Problem> {
        let change = self.begin(app).await?;
        let now = app.clock.now();
        let deleted = delete_attachments_of_person().bind(&*change, &now, &ticket, &self.ids).all().await?;
        change.done().await?;
        if !deleted.is_empty() {
            count(steps, "attachments", deleted.len() as i64);
        }
        let mut last = Uuid::nil();
        loop {
            let files = {
                let db = self.db(app).await?;
                attachments_after().bind(&db, &ticket, &last, &ROWS).all().await?
            };
            let Some(newest) = files.last().map(|file| file.id) else { return Ok(()) };
            let redacted: Vec<(Uuid, &str, String)> = files
                .iter()
                .filter_map(|file| Some((file.id, file.name.as_str(), self.redaction.text(&file.name)?)))
                .collect();
            self.rename(app, &redacted).await?;
            // Deleted files have entries in the audit log as well.
            let names: Vec<String> = files.iter().map(|file| AttachmentId(file.id).to_string()).collect();
            let entries = self.audit_entries(app, Attachment::TYPE, &names).await?;
            count(steps, "audit_entries", entries);
            if (files.len() as i64) < ROWS {
                return Ok(());
            }
            last = newest;
        }
    }

    /// Takes ids with the old and the new names.
    async fn rename(&self, app: &App, redacted: &[(Uuid, &str, String)]) -> Result<(), Problem> {
        if redacted.is_empty() {
            return Ok(());
        }
        let ids: Vec<Uuid> = redacted.iter().map(|(id, ..)| *id).collect();
        let old: Vec<&str> = redacted.iter().map(|(_, old, _)| *old).collect();
        // The replacement can be longer than the name.
        let new: Vec<String> = redacted.iter().map(|(.., new)| new.chars().take(NAME_CHARS).collect()).collect();
        let change = self.begin(app).await?;
        rename_attachments().bind(&*change, &ids, &old, &new).all().await?;
        change.done().await
    }
}
