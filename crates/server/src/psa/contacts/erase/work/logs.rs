//! Removes the person from the audit log, the event log and stored responses. A row that another erasure has changed
//! since it was read is read again; nothing is changed any more once the operation was cancelled.

use super::{Erasure, ROWS, count};
use api::{Resource, contacts::Contact, operations::OperationStep};
use jiff::Timestamp;
use kernel::{
    app::App,
    db::{Error, Reason},
};
use queries::queries::psa::work::contact_erasure::{
    AuditTrail, EventTrail, ResponsesAbout, audit_trail, event_trail, responses_about, rewrite_audit_entries,
    rewrite_events, rewrite_responses,
};
use serde_json::Value;
use uuid::Uuid;

/// The step with the number of tickets that still name the person, because the caller may not change them.
const REMAINING: &str = "remaining_tickets";

impl Erasure {
    /// Removes the person from the entries of these resources in the audit log, and returns how many have changed.
    pub(super) async fn audit_entries(&self, app: &App, kind: &str, names: &[String]) -> Result<i64, Error> {
        let (mut last, mut rewritten) = (Uuid::nil(), 0);
        loop {
            let entries = {
                let db = self.db(app).await?;
                audit_trail().bind(&db, &kind, &names, &last, &ROWS).all().await?
            };
            let is_last = (entries.len() as i64) < ROWS;
            let newest = entries.last().map_or(last, |entry| entry.id);
            let entries: Vec<AuditTrail> = entries.into_iter().filter_map(|entry| self.redacted_entry(entry)).collect();
            let Some(changed) = self.rewrite_entries(app, &entries).await? else { return Ok(rewritten) };
            rewritten += changed;
            if changed < entries.len() as i64 {
                continue;
            }
            if is_last {
                return Ok(rewritten);
            }
            last = newest;
        }
    }

    /// `None` if the entry does not name the person.
    fn redacted_entry(&self, mut entry: AuditTrail) -> Option<AuditTrail> {
        let before = entry.before.as_mut().is_some_and(|before| self.redaction.value(before));
        let after = entry.after.as_mut().is_some_and(|after| self.redaction.value(after));
        (before || after).then_some(entry)
    }

    /// `None`: the operation was cancelled.
    async fn rewrite_entries(&self, app: &App, entries: &[AuditTrail]) -> Result<Option<i64>, Error> {
        if entries.is_empty() {
            return Ok(Some(0));
        }
        let ids: Vec<Uuid> = entries.iter().map(|entry| entry.id).collect();
        let digests: Vec<&str> = entries.iter().map(|entry| entry.digest.as_str()).collect();
        let befores: Vec<Option<&Value>> = entries.iter().map(|entry| entry.before.as_ref()).collect();
        let afters: Vec<Option<&Value>> = entries.iter().map(|entry| entry.after.as_ref()).collect();
        let system = app.db.system(Reason::Operations).await?;
        let rewrite = rewrite_audit_entries();
        let rewrite = rewrite.bind(&*system, &self.tenant.0, &self.operation, &ids, &digests, &befores, &afters);
        Ok(rewrite.one().await?)
    }

    /// Removes the person from the events of these subjects, and returns how many have changed.
    pub(super) async fn events(&self, app: &App, subjects: &[String]) -> Result<i64, Error> {
        let (mut last, mut rewritten) = (0, 0);
        loop {
            let events = {
                let db = self.db(app).await?;
                event_trail().bind(&db, &subjects, &last, &ROWS).all().await?
            };
            let is_last = (events.len() as i64) < ROWS;
            let newest = events.last().map_or(last, |event| event.position);
            let events: Vec<EventTrail> = events.into_iter().filter_map(|event| self.redacted_event(event)).collect();
            let Some(changed) = self.rewrite_events(app, &events).await? else { return Ok(rewritten) };
            rewritten += changed;
            if changed < events.len() as i64 {
                continue;
            }
            if is_last {
                return Ok(rewritten);
            }
            last = newest;
        }
    }

    /// `None` if the event does not name the person.
    fn redacted_event(&self, mut event: EventTrail) -> Option<EventTrail> {
        self.redaction.event(&mut event.data).then_some(event)
    }

    /// `None`: the operation was cancelled.
    async fn rewrite_events(&self, app: &App, events: &[EventTrail]) -> Result<Option<i64>, Error> {
        if events.is_empty() {
            return Ok(Some(0));
        }
        let ids: Vec<Uuid> = events.iter().map(|event| event.id).collect();
        let ats: Vec<Timestamp> = events.iter().map(|event| event.at).collect();
        let digests: Vec<&str> = events.iter().map(|event| event.digest.as_str()).collect();
        let data: Vec<&Value> = events.iter().map(|event| &event.data).collect();
        let system = app.db.system(Reason::Operations).await?;
        let rewrite = rewrite_events();
        let rewrite = rewrite.bind(&*system, &self.tenant.0, &self.operation, &ids, &ats, &digests, &data);
        Ok(rewrite.one().await?)
    }

    /// Removes the person from the stored responses that contain the contact or one of its addresses.
    pub(super) async fn responses(&self, app: &App, steps: &mut Vec<OperationStep>) -> Result<(), Error> {
        let sought: Vec<String> = self.names.iter().cloned().chain(self.known.emails()).collect();
        loop {
            let stored = {
                let db = self.db(app).await?;
                responses_about().bind(&db, &sought).all().await?
            };
            let redacted: Vec<(ResponsesAbout, String)> =
                stored.into_iter().filter_map(|response| self.redacted_response(response)).collect();
            let Some(changed) = self.rewrite_responses(app, &redacted).await? else { return Ok(()) };
            count(steps, "responses", changed);
            if changed == redacted.len() as i64 {
                return Ok(());
            }
        }
    }

    /// With its new body; `None` if the response does not name the person.
    fn redacted_response(&self, response: ResponsesAbout) -> Option<(ResponsesAbout, String)> {
        let mut body: Value = serde_json::from_str(&response.body).ok()?;
        self.redaction.value(&mut body).then(|| (response, body.to_string()))
    }

    /// `None`: the operation was cancelled.
    async fn rewrite_responses(&self, app: &App, redacted: &[(ResponsesAbout, String)]) -> Result<Option<i64>, Error> {
        if redacted.is_empty() {
            return Ok(Some(0));
        }
        let principals: Vec<Uuid> = redacted.iter().map(|(old, _)| old.principal_id).collect();
        let routes: Vec<&str> = redacted.iter().map(|(old, _)| old.route.as_str()).collect();
        let keys: Vec<&str> = redacted.iter().map(|(old, _)| old.key.as_str()).collect();
        let olds: Vec<&str> = redacted.iter().map(|(old, _)| old.body.as_str()).collect();
        let news: Vec<&str> = redacted.iter().map(|(_, new)| new.as_str()).collect();
        let system = app.db.system(Reason::Operations).await?;
        let rewrite = rewrite_responses();
        let rewrite =
            rewrite.bind(&*system, &self.tenant.0, &self.operation, &principals, &routes, &keys, &olds, &news);
        Ok(rewrite.one().await?)
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
