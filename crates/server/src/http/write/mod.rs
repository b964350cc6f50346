//! A write: what a handler changes leaves together with its audit row, its events and the answer that a retry will get,
//! or, with `?dry_run=true`, not at all. Built once: a handler has no other way to commit.

pub mod idempotency;
mod record;
mod reservation;

use super::{
    Caller, Origin, Problem, Query,
    answer::{Changed, Created, Deleted, Written, WrittenTogether, answered, etag, going_on, location, planned},
    document::Operation,
};
use crate::{
    announcements::Announcements,
    app::App,
    clock::Clock,
    db::{Identity, Tx},
};
use api::{EventKind, Resource, RunId, TenantId, UserId};
use axum::{
    extract::FromRequestParts,
    http::{StatusCode, request::Parts},
};
use idempotency::IdempotencyKey;
use record::{Answer, Entry, Happening, Records, previous};
use reservation::Reservation;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::{ops::Deref, sync::Arc};
use utoipa::IntoParams;
use uuid::Uuid;

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WriteParams {
    /// Check everything and answer what would be stored, with `"dry_run": true`, but store nothing.
    #[param(nullable = false)]
    dry_run: Option<bool>,
}

/// A request that changes something.
pub struct Write {
    app: App,
    caller: Caller,
    by: By,
    idempotency_key: Option<IdempotencyKey>,
    dry_run: bool,
}

/// Who changes something, as the records have it.
pub struct By {
    actor_kind: &'static str,
    actor_id: Option<Uuid>,
    ip: String,
    request_id: String,
    operation: String,
}

impl Write {
    /// Whether nothing of it will be stored.
    pub fn is_rehearsal(&self) -> bool {
        self.dry_run
    }

    /// Nothing remains of it unless it is finished. When another request has its Idempotency-Key, every statement is
    /// refused.
    pub async fn begin(self) -> Result<Change, Problem> {
        let Write { app, caller, by, idempotency_key: key, dry_run } = self;
        let tx = app.db.tx(&caller).await?;
        if let Some(key) = &key {
            key.claim(&tx, &caller, app.clock.now()).await?;
        }
        Ok(Change { key, dry_run, ..Change::new(&app, tx, caller.tenant(), by) })
    }

    /// A change after something that no rollback undoes and that may take its time, such as a call to a customer's server.
    /// No transaction is open meanwhile; a request that is repeated does not do it again.
    pub async fn begin_after<T>(
        self,
        effect: impl AsyncFnOnce() -> Result<T, Problem>,
    ) -> Result<(Change, T), Problem> {
        let Some(key) = &self.idempotency_key else {
            let done = effect().await?;
            return Ok((self.begin().await?, done));
        };
        let reservation = Reservation::make(&self.app, &self.caller, key).await?;
        let done = match effect().await {
            Ok(done) => done,
            Err(problem) => {
                reservation.release(&self.app, &self.caller).await;
                return Err(problem);
            }
        };
        let Write { app, caller, by, idempotency_key: key, dry_run } = self;
        let tx = app.db.tx(&caller).await?;
        reservation.end(&tx).await?;
        Ok((Change { key, dry_run, ..Change::new(&app, tx, caller.tenant(), by) }, done))
    }
}

impl FromRequestParts<App> for Write {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Write, Problem> {
        let Query(WriteParams { dry_run }) = Query::from_request_parts(parts, app).await?;
        let caller = Caller::from_request_parts(parts, app).await?;
        let missing = || Problem::internal(anyhow::anyhow!("the write did not pass the gate"));
        let origin = parts.extensions.get::<Origin>().ok_or_else(missing)?;
        let operation = parts.extensions.get::<Arc<Operation>>().ok_or_else(missing)?;
        let (actor_kind, actor_id) = caller.actor();
        let by = By {
            actor_kind,
            actor_id: Some(actor_id),
            ip: origin.ip.to_string(),
            request_id: origin.request_id.to_string(),
            operation: operation.id.clone(),
        };
        let idempotency_key = parts.extensions.remove::<IdempotencyKey>();
        Ok(Write { app: app.clone(), caller, by, idempotency_key, dry_run: dry_run.unwrap_or(false) })
    }
}

/// A change under way. Statements run on it as on a [`Tx`]; one of its ends commits it.
pub struct Change {
    tx: Tx,
    tenant: TenantId,
    by: By,
    clock: Clock,
    announcements: Announcements,
    key: Option<IdempotencyKey>,
    dry_run: bool,
    /// Whether the workers are to be told.
    followed: bool,
    /// What the log calls the change, where it is not one of the kinds that every change of its object has.
    event: Option<EventKind>,
    records: Records,
}

/// A place in a change to come back to.
pub struct Mark {
    entries: usize,
    happenings: usize,
}

impl Deref for Change {
    type Target = Tx;

    fn deref(&self) -> &Tx {
        &self.tx
    }
}

impl Change {
    fn new(app: &App, tx: Tx, tenant: TenantId, by: By) -> Change {
        Change {
            tx,
            tenant,
            by,
            clock: app.clock,
            announcements: app.announcements.clone(),
            key: None,
            dry_run: false,
            followed: false,
            event: None,
            records: Records::default(),
        }
    }

    /// A change that the service makes by itself. `operation` names it in the audit log.
    pub async fn by_system(app: &App, tenant: TenantId, operation: &'static str) -> Result<Change, Problem> {
        let request_id = format!("job_{}", app.clock.id().simple());
        Change::by_ourselves(app, tenant, operation, request_id).await
    }

    /// Likewise, for a run of a workflow: its events are known by the run's id.
    pub async fn by_run(app: &App, tenant: TenantId, run: RunId, operation: &'static str) -> Result<Change, Problem> {
        Change::by_ourselves(app, tenant, operation, run.to_string()).await
    }

    async fn by_ourselves(
        app: &App,
        tenant: TenantId,
        operation: &'static str,
        request_id: String,
    ) -> Result<Change, Problem> {
        let tx = app.db.tx(&Identity::new(tenant, None)).await?;
        let (ip, operation) = (String::new(), operation.to_owned());
        let by = By { actor_kind: "system", actor_id: None, ip, request_id, operation };
        Ok(Change::new(app, tx, tenant, by))
    }

    /// Whether nothing of it will be stored.
    pub fn is_rehearsal(&self) -> bool {
        self.dry_run
    }

    /// From here on it is the doing of this user, who has just signed in.
    pub fn act_as(&mut self, user: UserId, origin: &Origin) {
        self.by.actor_kind = "user";
        self.by.actor_id = Some(user.0);
        self.by.ip = origin.ip.to_string();
        self.by.request_id = origin.request_id.to_string();
    }

    pub fn tenant(&self) -> TenantId {
        self.tenant
    }

    /// Who makes it, as a row has it: the kind, and the id of a key or user.
    pub fn actor(&self) -> (&'static str, Option<Uuid>) {
        (self.by.actor_kind, self.by.actor_id)
    }

    /// The log calls what follows by this kind.
    pub fn call_it(&mut self, kind: EventKind) {
        self.event = Some(kind);
    }

    /// Something else that happened, beside what every change of its object says.
    pub fn emit<T: Resource>(&mut self, kind: EventKind, subject: &T, data: Value) {
        self.records.happenings.push(Happening {
            kind,
            subject_type: T::TYPE,
            subject_id: subject.id(),
            organization: subject.organization(),
            data,
        });
    }

    pub async fn created<T: Resource + Serialize>(self, new: T) -> Result<Created<T>, Problem> {
        self.create(new, async |_: &Tx, _: &T| Ok(())).await
    }

    /// Creates what is known as a whole before it is stored: `insert`, which must be prepared, travels with COMMIT.
    pub async fn create<T: Resource + Serialize>(
        mut self,
        new: T,
        insert: impl AsyncFnOnce(&Tx, &T) -> Result<(), Problem>,
    ) -> Result<Created<T>, Problem> {
        let after = self.note_created(&new)?;
        let answer = Answer { status: 201, etag: etag(&new), location: location(&new), body: Some(&after) };
        let stored = self.finish_with(async |tx: &Tx| insert(tx, &new).await, &answer).await?;
        Ok(Created(if stored { Written::Stored(new) } else { Written::Planned(after) }))
    }

    pub async fn changed<T: Resource + Serialize>(mut self, old: &T, new: T) -> Result<Changed<T>, Problem> {
        let after = self.note_changed(old, &new)?;
        let answer = Answer { status: 200, etag: etag(&new), location: None, body: Some(&after) };
        let stored = self.finish(&answer).await?;
        Ok(Changed(if stored { Written::Stored(new) } else { Written::Planned(after) }))
    }

    pub async fn deleted<T: Resource + Serialize>(mut self, old: &T) -> Result<Deleted, Problem> {
        let before = without_secrets(old)?;
        if let Some(kind) = self.event.take().or(T::EVENTS.deleted) {
            self.emit(kind, old, json!({"object": before}));
        }
        self.records.entries.push(Entry { kind: T::TYPE, id: old.id(), before: Some(before.clone()), after: None });
        self.gone(before).await
    }

    /// Deleted for those who use it, while its record stays.
    pub async fn retired<T: Resource + Serialize>(mut self, old: &T, new: &T) -> Result<Deleted, Problem> {
        let after = self.note_retired(old, new)?;
        self.gone(after).await
    }

    /// Likewise; a dry run answers `planned`, which says what else would change.
    pub async fn retired_with<T: Resource + Serialize>(
        mut self,
        old: &T,
        new: &T,
        planned: &T,
    ) -> Result<Deleted, Problem> {
        self.note_retired(old, new)?;
        let planned = without_secrets(planned)?;
        self.gone(planned).await
    }

    /// One of several that are deleted together, while their records stay.
    pub fn note_retired<T: Resource + Serialize>(&mut self, old: &T, new: &T) -> Result<Value, Problem> {
        let (before, after) = (without_secrets(old)?, without_secrets(new)?);
        if let Some(kind) = self.event.take().or(T::EVENTS.deleted) {
            self.emit(kind, new, json!({"object": after, "previous": previous(&before, &after)}));
        }
        self.records.entries.push(Entry { kind: T::TYPE, id: old.id(), before: Some(before), after: None });
        Ok(after)
    }

    /// It was deleted before: somebody did it again, but nothing happened.
    pub async fn deleted_again<T: Resource + Serialize>(mut self, old: &T) -> Result<Deleted, Problem> {
        let before = without_secrets(old)?;
        self.records.entries.push(Entry { kind: T::TYPE, id: old.id(), before: Some(before.clone()), after: None });
        self.gone(before).await
    }

    async fn gone(self, planned: Value) -> Result<Deleted, Problem> {
        let answer = Answer { status: 204, etag: None, location: None, body: None };
        let stored = self.finish(&answer).await?;
        Ok(Deleted(if stored { Written::Stored(()) } else { Written::Planned(planned) }))
    }

    /// Ends what nobody waits for an answer to.
    pub async fn done(self) -> Result<(), Problem> {
        let answer = Answer { status: 204, etag: None, location: None, body: None };
        self.finish(&answer).await.map(drop)
    }

    /// The log says that it changed, beside what the change itself is.
    pub fn say_changed<T: Resource + Serialize>(&mut self, old: &T, new: &T) -> Result<(), Problem> {
        self.emit_changed(new, &without_secrets(old)?, &without_secrets(new)?);
        Ok(())
    }

    fn emit_changed<T: Resource>(&mut self, subject: &T, before: &Value, after: &Value) {
        if let Some(kind) = self.event.take().or(T::EVENTS.updated) {
            self.emit(kind, subject, json!({"object": after, "previous": previous(before, after)}));
        }
    }

    /// From here on what follows can be undone, or kept.
    pub fn mark(&self) -> Mark {
        self.tx.savepoint();
        Mark { entries: self.records.entries.len(), happenings: self.records.happenings.len() }
    }

    pub fn keep(&self, _: &Mark) {
        self.tx.release();
    }

    pub fn undo(&mut self, mark: &Mark) {
        let Mark { entries, happenings } = *mark;
        self.tx.roll_back();
        self.records.entries.truncate(entries);
        self.records.happenings.truncate(happenings);
    }

    /// One of several changes that are answered together.
    pub fn note_created<T: Resource + Serialize>(&mut self, new: &T) -> Result<Value, Problem> {
        let after = without_secrets(new)?;
        if let Some(kind) = self.event.take().or(T::EVENTS.created) {
            self.emit(kind, new, json!({"object": after}));
        }
        self.records.entries.push(Entry { kind: T::TYPE, id: new.id(), before: None, after: Some(after.clone()) });
        Ok(after)
    }

    /// One of several changes that are answered together.
    pub fn note_changed<T: Resource + Serialize>(&mut self, old: &T, new: &T) -> Result<Value, Problem> {
        let (before, after) = (without_secrets(old)?, without_secrets(new)?);
        self.emit_changed(new, &before, &after);
        self.records.entries.push(Entry {
            kind: T::TYPE,
            id: new.id(),
            before: Some(before),
            after: Some(after.clone()),
        });
        Ok(after)
    }

    /// Something was done about it that did not change it.
    pub fn note_done<T: Resource + Serialize>(&mut self, about: &T) -> Result<(), Problem> {
        let as_it_is = Some(without_secrets(about)?);
        let (before, after) = (as_it_is.clone(), as_it_is);
        self.records.entries.push(Entry { kind: T::TYPE, id: about.id(), before, after });
        Ok(())
    }

    /// The workers are told, although nothing happened that the log has.
    pub fn announce(&mut self) {
        self.followed = true;
    }

    /// Ends with 202: what was asked for goes on.
    pub async fn accepted<T: Resource + Serialize>(self, operation: &T) -> Result<WrittenTogether, Problem> {
        let body = serde_json::to_value(operation).map_err(Problem::internal)?;
        let location = location(operation);
        let answer = Answer { status: 202, etag: etag(operation), location: location.clone(), body: Some(&body) };
        let stored = self.finish(&answer).await?;
        Ok(if stored { going_on(etag(operation), location, body) } else { WrittenTogether(planned(body)) })
    }

    /// Ends with an answer of its own; `of` is what it carries the version of.
    pub async fn answer<T: Resource>(
        self,
        status: StatusCode,
        of: Option<&T>,
        body: Value,
    ) -> Result<WrittenTogether, Problem> {
        let etag = of.and_then(etag);
        let answer = Answer { status: status.as_u16().into(), etag: etag.clone(), location: None, body: Some(&body) };
        let stored = self.finish(&answer).await?;
        Ok(if stored { answered(status, etag, body) } else { WrittenTogether(planned(body)) })
    }

    async fn finish(self, answer: &Answer<'_>) -> Result<bool, Problem> {
        self.finish_with(async |_: &Tx| Ok(()), answer).await
    }

    /// Whether it was stored: a dry run is rolled back by being dropped.
    async fn finish_with(
        self,
        last: impl AsyncFnOnce(&Tx) -> Result<(), Problem>,
        answer: &Answer<'_>,
    ) -> Result<bool, Problem> {
        let Change { tx, tenant, by, clock, announcements, key, dry_run, mut followed, records, .. } = self;
        if dry_run {
            last(&tx).await?;
            return Ok(false);
        }
        // Prepared before anything is sent: what is still being prepared would be overtaken by COMMIT.
        let record = Records::prepare(&tx).await?;
        let all = async |tx: &Tx| -> Result<(), Problem> {
            let recorded = records.write(&record, tx, (&by, clock), (key.as_ref(), answer));
            let (last, recorded) = futures::join!(last(tx), recorded);
            last?; // the first error is the cause of the others
            followed |= recorded?;
            Ok(())
        };
        tx.commit_with(all).await?;
        if followed {
            announcements.happened(tenant);
        }
        Ok(true)
    }
}

/// What may be kept of it: a secret is shown once, to whoever made it.
fn without_secrets<T: Resource + Serialize>(resource: &T) -> Result<Value, Problem> {
    let mut value = serde_json::to_value(resource).map_err(Problem::internal)?;
    for field in T::SECRETS {
        value[field] = Value::Null;
    }
    Ok(value)
}
