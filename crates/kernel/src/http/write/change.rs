//! An active change: a transaction that ends as created, changed, deleted or answered, together with its records.

use super::{
    Answer, Author, Entry,
    idempotency::IdempotencyKey,
    record::{EventRow, Records},
};
use crate::{
    app::App,
    db::{Identity, Tx},
    http::{
        Origin, Problem, WrittenTogether,
        answer::{Changed, Created, Deleted, Written, etag, location, planned},
    },
    telemetry::{FinishedSpan, TraceContext, change_span},
};
use api::{EventKind, Resource, RunId, TenantId, UserId};
use axum::http::StatusCode;
use serde::Serialize;
use serde_json::Value;
use std::ops::Deref;
use tracing::Span;
use uuid::Uuid;

/// Statements run on it as on a [`Tx`]; one of its final methods commits it.
pub struct Change {
    tx: Tx,
    tenant: TenantId,
    author: Author,
    app: App,
    key: Option<IdempotencyKey>,
    dry_run: bool,
    /// True if the workers are notified, even if no event is recorded.
    announced: bool,
    /// True if somebody may have lost a right.
    changes_rights: bool,
    records: Records,
    /// The span of a change without a request. It ends with the change.
    span: Span,
    /// Spans of work that ends with the change.
    finished: Vec<FinishedSpan>,
}

impl Deref for Change {
    type Target = Tx;

    fn deref(&self) -> &Tx {
        &self.tx
    }
}

impl Change {
    pub(super) fn new(app: &App, tx: Tx, tenant: TenantId, author: Author) -> Change {
        Change {
            tx,
            tenant,
            author,
            app: app.clone(),
            key: None,
            dry_run: false,
            announced: false,
            changes_rights: false,
            records: Records::default(),
            span: Span::none(),
            finished: vec![],
        }
    }

    pub(super) fn of_request(self, key: Option<IdempotencyKey>, dry_run: bool) -> Change {
        Change { key, dry_run, ..self }
    }

    /// A change that the service makes on its own. `operation` is its name in the audit log.
    pub async fn by_system(app: &App, tenant: TenantId, operation: &'static str) -> Result<Change, Problem> {
        let request_id = format!("job_{}", app.clock.id().simple());
        let span = change_span(operation, &request_id);
        let mut change = Change::without_request(app, tenant, operation, request_id).await?;
        change.author.trace = TraceContext::of(&span).or(change.author.trace);
        Ok(Change { span, ..change })
    }

    /// A change that a run of a workflow makes: its events have the run's id as their request.
    pub async fn by_run(app: &App, tenant: TenantId, run: RunId, operation: &'static str) -> Result<Change, Problem> {
        Change::without_request(app, tenant, operation, run.to_string()).await
    }

    async fn without_request(
        app: &App,
        tenant: TenantId,
        operation: &'static str,
        request_id: String,
    ) -> Result<Change, Problem> {
        let tx = app.db.tx(&Identity::new(tenant, None)).await?;
        let (ip, operation) = (String::new(), operation.to_owned());
        let trace = TraceContext::current();
        let author = Author { actor_kind: "system", actor_id: None, ip, request_id, operation, trace };
        Ok(Change::new(app, tx, tenant, author))
    }

    /// True if nothing will be stored.
    pub fn is_dry_run(&self) -> bool {
        self.dry_run
    }

    /// From here on, the author is this user, who has just signed in.
    pub fn act_as(&mut self, user: UserId, origin: &Origin) {
        self.author.actor_kind = "user";
        self.author.actor_id = Some(user.0);
        self.author.ip = origin.ip.to_string();
        self.author.request_id = origin.request_id.to_string();
    }

    pub fn tenant(&self) -> TenantId {
        self.tenant
    }

    /// The author, as stored in a row: the kind, and the id of a key or user.
    pub fn actor(&self) -> (&'static str, Option<Uuid>) {
        (self.author.actor_kind, self.author.actor_id)
    }

    /// The trace that the events of the change belong to.
    pub fn trace(&self) -> Option<TraceContext> {
        self.author.trace
    }

    /// The events of the change belong to this trace, unless they belong to one already.
    pub fn continue_trace(&mut self, trace: Option<TraceContext>) {
        self.author.trace = self.author.trace.or(trace);
    }

    /// Exports the span when the change is committed.
    pub fn finish(&mut self, span: FinishedSpan) {
        self.finished.push(span);
    }

    /// The run of the workflow that makes the change. The id of a request that comes from outside is never that of a run.
    pub fn run(&self) -> Option<RunId> {
        self.author.request_id.parse().ok()
    }

    /// Records one of several resources that change together. Returns the resource as it may be shown again.
    pub fn record<T: Resource + Serialize>(&mut self, entry: Entry<'_, T>) -> Result<Value, Problem> {
        self.changes_rights |= T::GIVES_RIGHTS;
        self.add(entry)
    }

    fn add<T: Resource + Serialize>(&mut self, entry: Entry<'_, T>) -> Result<Value, Problem> {
        let recorded = entry.rows()?;
        self.records.entries.extend(recorded.audit);
        self.records.events.extend(recorded.event);
        Ok(recorded.resource)
    }

    /// Records an event in addition to those of the entries.
    pub fn emit<T: Resource>(&mut self, kind: EventKind, subject: &T, data: Value) {
        self.records.events.push(EventRow::new(kind, subject, data));
    }

    /// Notifies the workers, although there may be no event.
    pub fn announce(&mut self) {
        self.announced = true;
    }

    /// One of several independent steps: if it fails, its changes and records are undone.
    pub async fn step<T>(&mut self, step: impl AsyncFnOnce(&mut Change) -> Result<T, Problem>) -> Result<T, Problem> {
        let (entries, events) = (self.records.entries.len(), self.records.events.len());
        self.tx.savepoint();
        let result = step(self).await;
        if result.is_ok() {
            self.tx.release();
        } else {
            self.tx.roll_back();
            self.records.entries.truncate(entries);
            self.records.events.truncate(events);
        }
        result
    }
}

/// The final methods.
impl Change {
    pub async fn created<T: Resource + Serialize>(self, new: T) -> Result<Created<T>, Problem> {
        self.created_by(new, async |_: &Tx, _: &T| Ok(())).await
    }

    /// Creates an object that is complete before it is stored: `insert`, which must be prepared, is sent with COMMIT.
    pub async fn created_by<T: Resource + Serialize>(
        mut self,
        new: T,
        insert: impl AsyncFnOnce(&Tx, &T) -> Result<(), Problem>,
    ) -> Result<Created<T>, Problem> {
        // A new object takes no right away.
        let body = self.add(Entry::created(&new))?;
        let (etag, location) = (etag(&new), location(&new));
        let answer = Answer { status: StatusCode::CREATED, etag, location, body: Some(body) };
        let stored = self.commit(async |tx: &Tx| insert(tx, &new).await, &answer).await?;
        Ok(Created(written(stored, new, answer)))
    }

    pub async fn changed<T: Resource + Serialize>(self, old: &T, new: T) -> Result<Changed<T>, Problem> {
        self.changed_as(None, old, new).await
    }

    /// With an event of this kind instead of the default one.
    pub async fn changed_as<T: Resource + Serialize>(
        self,
        event: Option<EventKind>,
        old: &T,
        new: T,
    ) -> Result<Changed<T>, Problem> {
        self.changed_with(event, old, new, async |_: &Tx, _: &T| Ok(())).await
    }

    /// Changes an object whose next state is known before it is stored: `update`, which must be prepared, is sent with COMMIT.
    /// The change must have locked the row: an `update` that finds none would be noticed after COMMIT.
    pub async fn changed_by<T: Resource + Serialize>(
        self,
        old: &T,
        new: T,
        update: impl AsyncFnOnce(&Tx, &T) -> Result<(), Problem>,
    ) -> Result<Changed<T>, Problem> {
        self.changed_with(None, old, new, update).await
    }

    async fn changed_with<T: Resource + Serialize>(
        mut self,
        event: Option<EventKind>,
        old: &T,
        new: T,
        update: impl AsyncFnOnce(&Tx, &T) -> Result<(), Problem>,
    ) -> Result<Changed<T>, Problem> {
        let body = self.record(Entry::changed(old, &new).with_event(event))?;
        let answer = Answer { status: StatusCode::OK, etag: etag(&new), location: None, body: Some(body) };
        let stored = self.commit(async |tx: &Tx| update(tx, &new).await, &answer).await?;
        Ok(Changed(written(stored, new, answer)))
    }

    /// The entry is one of [`Entry::deleted`], [`Entry::retired`] and [`Entry::deleted_again`].
    pub async fn deleted<T: Resource + Serialize>(mut self, entry: Entry<'_, T>) -> Result<Deleted, Problem> {
        self.record(entry)?;
        let answer = Answer::no_content();
        let stored = self.commit(async |_: &Tx| Ok(()), &answer).await?;
        Ok(Deleted(written(stored, (), answer)))
    }

    pub async fn answered(self, answer: Answer) -> Result<WrittenTogether, Problem> {
        self.answered_by(answer, async |_: &Tx| Ok(())).await
    }

    /// With a response that is known before everything is stored: `last`, whose statements must be prepared, is sent with COMMIT.
    pub async fn answered_by(
        self,
        answer: Answer,
        last: impl AsyncFnOnce(&Tx) -> Result<(), Problem>,
    ) -> Result<WrittenTogether, Problem> {
        let stored = self.commit(last, &answer).await?;
        let response = answer.into_response();
        Ok(if stored { response } else { WrittenTogether(planned(response)) })
    }

    /// Ends a change without a response.
    pub async fn done(self) -> Result<(), Problem> {
        self.answered(Answer::no_content()).await.map(drop)
    }

    /// Commits the change, unless it is a dry run, which is rolled back when it is dropped.
    async fn commit(
        self,
        last: impl AsyncFnOnce(&Tx) -> Result<(), Problem>,
        answer: &Answer,
    ) -> Result<bool, Problem> {
        let Change { tx, tenant, author, app, key, dry_run, mut announced, changes_rights, records, span, finished } =
            self;
        if dry_run {
            last(&tx).await?;
            return Ok(false);
        }
        // Prepared before anything is sent: COMMIT would overtake a statement that is still being prepared.
        let record = Records::prepare(&tx).await?;
        let all = async |tx: &Tx| -> Result<(), Problem> {
            let recorded = records.write(&record, tx, (&author, app.clock), (key.as_ref(), answer));
            let (last, recorded) = futures::join!(last(tx), recorded);
            last?; // the first error is the cause of the others
            announced |= recorded?;
            Ok(())
        };
        tx.commit_with(all).await?;
        finished.into_iter().for_each(FinishedSpan::export);
        drop(span);
        if announced {
            app.announcements.happened(tenant);
        }
        if changes_rights {
            app.credentials.acknowledged_by_all().await;
        }
        Ok(true)
    }
}

fn written<T>(stored: bool, value: T, answer: Answer) -> Written<T> {
    match stored {
        true => Written::Stored(value),
        false => Written::Planned(planned(answer.into_response())),
    }
}
