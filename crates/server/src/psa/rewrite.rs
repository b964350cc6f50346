//! Rewrites the copies of a text in the audit log, the event log and stored responses: for the erasure of a person and for
//! the redaction of a comment.
//!
//! A row that has changed since it was read is read again; nothing is changed any more once the operation was cancelled.

use api::{TenantId, operations::OperationStep};
use jiff::Timestamp;
use kernel::{
    app::App,
    db::{Error, Identity, Reason},
};
use queries::queries::psa::work::rewrite::{
    AuditTrail, EventTrail, ResponsesAbout, audit_trail, event_trail, forget_words, responses_about,
    rewrite_audit_entries, rewrite_events, rewrite_responses,
};
use serde_json::Value;
use uuid::Uuid;

/// Number of rows that are read at a time.
pub const ROWS: i64 = 200;

/// Removes texts from JSON.
pub trait Rewrite {
    /// Changes an object of the API. Returns true if it has changed.
    fn value(&self, value: &mut Value) -> bool;

    /// Changes the data of an event. Returns true if it has changed.
    fn event(&self, data: &mut Value) -> bool;
}

pub struct Logs<'a, R> {
    pub app: &'a App,
    pub tenant: TenantId,
    /// The logs are rewritten only while this operation is running.
    pub operation: Uuid,
    pub rewrite: &'a R,
}

impl<R: Rewrite> Logs<'_, R> {
    /// Rewrites the entries of these resources in the audit log, and returns how many have changed.
    pub async fn audit_entries(&self, kind: &str, names: &[String]) -> Result<i64, Error> {
        let (mut last, mut rewritten) = (Uuid::nil(), 0);
        loop {
            let entries = {
                let db = self.app.db.tenant(&Identity::new(self.tenant, None)).await?;
                audit_trail().bind(&db, &kind, &names, &last, &ROWS).all().await?
            };
            let is_last = (entries.len() as i64) < ROWS;
            let newest = entries.last().map_or(last, |entry| entry.id);
            let entries: Vec<AuditTrail> = entries.into_iter().filter_map(|entry| self.changed_entry(entry)).collect();
            let Some(changed) = self.rewrite_entries(&entries).await? else { return Ok(rewritten) };
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

    /// `None` if the entry does not contain the text.
    fn changed_entry(&self, mut entry: AuditTrail) -> Option<AuditTrail> {
        let before = entry.before.as_mut().is_some_and(|before| self.rewrite.value(before));
        let after = entry.after.as_mut().is_some_and(|after| self.rewrite.value(after));
        (before || after).then_some(entry)
    }

    /// `None`: the operation was cancelled.
    async fn rewrite_entries(&self, entries: &[AuditTrail]) -> Result<Option<i64>, Error> {
        if entries.is_empty() {
            return Ok(Some(0));
        }
        let ids: Vec<Uuid> = entries.iter().map(|entry| entry.id).collect();
        let digests: Vec<&str> = entries.iter().map(|entry| entry.digest.as_str()).collect();
        let befores: Vec<Option<&Value>> = entries.iter().map(|entry| entry.before.as_ref()).collect();
        let afters: Vec<Option<&Value>> = entries.iter().map(|entry| entry.after.as_ref()).collect();
        let system = self.app.db.system(Reason::Operations).await?;
        let rewrite = rewrite_audit_entries();
        let rewrite = rewrite.bind(&*system, &self.tenant.0, &self.operation, &ids, &digests, &befores, &afters);
        Ok(rewrite.one().await?)
    }

    /// Rewrites the events of these subjects, and returns how many have changed.
    pub async fn events(&self, subjects: &[String]) -> Result<i64, Error> {
        let (mut last, mut rewritten) = (0, 0);
        loop {
            let events = {
                let db = self.app.db.tenant(&Identity::new(self.tenant, None)).await?;
                event_trail().bind(&db, &subjects, &last, &ROWS).all().await?
            };
            let is_last = (events.len() as i64) < ROWS;
            let newest = events.last().map_or(last, |event| event.position);
            let events: Vec<EventTrail> = events.into_iter().filter_map(|event| self.changed_event(event)).collect();
            let Some(changed) = self.rewrite_events(&events).await? else { return Ok(rewritten) };
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

    /// `None` if the event does not contain the text.
    fn changed_event(&self, mut event: EventTrail) -> Option<EventTrail> {
        self.rewrite.event(&mut event.data).then_some(event)
    }

    /// `None`: the operation was cancelled.
    async fn rewrite_events(&self, events: &[EventTrail]) -> Result<Option<i64>, Error> {
        if events.is_empty() {
            return Ok(Some(0));
        }
        let ids: Vec<Uuid> = events.iter().map(|event| event.id).collect();
        let ats: Vec<Timestamp> = events.iter().map(|event| event.at).collect();
        let digests: Vec<&str> = events.iter().map(|event| event.digest.as_str()).collect();
        let data: Vec<&Value> = events.iter().map(|event| &event.data).collect();
        let system = self.app.db.system(Reason::Operations).await?;
        let rewrite = rewrite_events();
        let rewrite = rewrite.bind(&*system, &self.tenant.0, &self.operation, &ids, &ats, &digests, &data);
        Ok(rewrite.one().await?)
    }

    /// Rewrites the stored responses that contain one of these ids or addresses, and returns how many have changed.
    pub async fn responses(&self, sought: &[String]) -> Result<i64, Error> {
        let mut rewritten = 0;
        loop {
            let stored = {
                let db = self.app.db.tenant(&Identity::new(self.tenant, None)).await?;
                responses_about().bind(&db, &sought).all().await?
            };
            let changed: Vec<(ResponsesAbout, String)> =
                stored.into_iter().filter_map(|response| self.changed_response(response)).collect();
            let Some(written) = self.rewrite_responses(&changed).await? else { return Ok(rewritten) };
            rewritten += written;
            if written == changed.len() as i64 {
                return Ok(rewritten);
            }
        }
    }

    /// With its new body; `None` if the response does not contain the text.
    fn changed_response(&self, response: ResponsesAbout) -> Option<(ResponsesAbout, String)> {
        let mut body: Value = serde_json::from_str(&response.body).ok()?;
        self.rewrite.value(&mut body).then(|| (response, body.to_string()))
    }

    /// `None`: the operation was cancelled.
    async fn rewrite_responses(&self, changed: &[(ResponsesAbout, String)]) -> Result<Option<i64>, Error> {
        if changed.is_empty() {
            return Ok(Some(0));
        }
        let principals: Vec<Uuid> = changed.iter().map(|(old, _)| old.principal_id).collect();
        let routes: Vec<&str> = changed.iter().map(|(old, _)| old.route.as_str()).collect();
        let keys: Vec<&str> = changed.iter().map(|(old, _)| old.key.as_str()).collect();
        let olds: Vec<&str> = changed.iter().map(|(old, _)| old.body.as_str()).collect();
        let news: Vec<&str> = changed.iter().map(|(_, new)| new.as_str()).collect();
        let system = self.app.db.system(Reason::Operations).await?;
        let rewrite = rewrite_responses();
        let rewrite =
            rewrite.bind(&*system, &self.tenant.0, &self.operation, &principals, &routes, &keys, &olds, &news);
        Ok(rewrite.one().await?)
    }

    /// Removes the words of these texts that no entry has any more from the vocabulary of the search. The entries of the
    /// index have followed their rows.
    pub async fn forget_words(&self, texts: &[String]) -> Result<(), Error> {
        let system = self.app.db.system(Reason::Operations).await?;
        forget_words().bind(&*system, &self.tenant.0, &texts).one().await?;
        Ok(())
    }
}

/// Counts what a step of an operation has done.
pub fn count(steps: &mut Vec<OperationStep>, name: &str, more: i64) {
    match steps.iter_mut().find(|step| step.name == name) {
        Some(step) => step.count += more,
        None => steps.push(OperationStep { name: name.to_owned(), count: more }),
    }
}
