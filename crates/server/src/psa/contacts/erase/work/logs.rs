//! Removes the person from the audit log, the event log and stored responses.

use super::Erasure;
use crate::psa::{
    contacts::erase::redaction::Redaction,
    rewrite::{Logs, count},
};
use api::{Resource, contacts::Contact, operations::OperationStep};
use kernel::{app::App, db::Error};

/// The step with the number of tickets that still name the person, because the caller may not change them.
const REMAINING: &str = "remaining_tickets";

impl Erasure {
    fn logs<'a>(&'a self, app: &'a App) -> Logs<'a, Redaction> {
        Logs { app, tenant: self.tenant, operation: self.operation, rewrite: &self.redaction }
    }

    /// Removes the person from the entries of these resources in the audit log, and returns how many have changed.
    pub(super) async fn audit_entries(&self, app: &App, kind: &str, names: &[String]) -> Result<i64, Error> {
        self.logs(app).audit_entries(kind, names).await
    }

    /// Removes the person from the events of these subjects, and returns how many have changed.
    pub(super) async fn events(&self, app: &App, subjects: &[String]) -> Result<i64, Error> {
        self.logs(app).events(subjects).await
    }

    /// Removes the person from the stored responses that contain the contact or one of its addresses.
    pub(super) async fn responses(&self, app: &App, steps: &mut Vec<OperationStep>) -> Result<(), Error> {
        let sought: Vec<String> = self.names.iter().cloned().chain(self.known.emails()).collect();
        let rewritten = self.logs(app).responses(&sought).await?;
        count(steps, "responses", rewritten);
        Ok(())
    }

    /// Removes the words of the person that nobody else has from the vocabulary of the search.
    pub(super) async fn forget_words(&self, app: &App) -> Result<(), Error> {
        self.logs(app).forget_words(&self.known.indexed()).await
    }

    /// Removes the person from the contact's own events and entries of the audit log. The texts to search for are lost
    /// then, so the entries stay as they are while tickets remain that another caller can change.
    pub(super) async fn own_trail(
        &self,
        app: &App,
        steps: &mut Vec<OperationStep>,
        remaining_tickets: i64,
    ) -> Result<(), Error> {
        let events = self.events(app, &self.names).await?;
        count(steps, "events", events);
        if remaining_tickets > 0 {
            steps.retain(|step| step.name != REMAINING);
            count(steps, REMAINING, remaining_tickets);
            return Ok(());
        }
        let entries = self.audit_entries(app, Contact::TYPE, &self.names).await?;
        count(steps, "audit_entries", entries);
        Ok(())
    }
}
