//! The rows that a write adds to its change, in its transaction and by one statement: audit log, event log, and the
//! response for retries.

use super::{Answer, Author, idempotency::IdempotencyKey};
use crate::{
    clock::Clock,
    db::{OnConstraint, Tx},
    http::Problem,
    telemetry::TraceContext,
};
use api::{EventKind, OrganizationId};
use queries::{
    client::Params,
    queries::http::write::record::{RecordWriteParams, RecordWriteStmt, record_write},
};
use serde_json::Value;

pub struct AuditRow {
    pub kind: &'static str,
    pub id: String,
    pub before: Option<Value>,
    pub after: Option<Value>,
}

pub struct EventRow {
    pub kind: EventKind,
    pub subject_type: &'static str,
    pub subject_id: String,
    pub organization: Option<OrganizationId>,
    pub data: Value,
}

#[derive(Default)]
pub struct Records {
    pub entries: Vec<AuditRow>,
    pub events: Vec<EventRow>,
}

impl Records {
    pub async fn prepare(tx: &Tx) -> Result<RecordWriteStmt, Problem> {
        Ok(record_write().prepare(tx).await?)
    }

    /// Stores the response if the request has an idempotency key. Returns true if a subscriber waits for the tenant's
    /// events.
    pub async fn write(
        &self,
        statement: &RecordWriteStmt,
        tx: &Tx,
        (author, clock): (&Author, Clock),
        (key, answer): (Option<&IdempotencyKey>, &Answer),
    ) -> Result<bool, Problem> {
        let Records { entries, events } = self;
        let body = key.and(answer.body.as_ref()).map(ToString::to_string);
        let recorded = statement
            .params(
                tx,
                &RecordWriteParams {
                    at: clock.now(),
                    actor_kind: author.actor_kind,
                    actor_id: author.actor_id,
                    ip: author.ip.as_str(),
                    request_id: author.request_id.as_str(),
                    operation: author.operation.as_str(),
                    entry_ids: each(entries, |_| clock.id()),
                    resource_types: each(entries, |entry| entry.kind),
                    resource_ids: each(entries, |entry| entry.id.as_str()),
                    befores: each(entries, |entry| entry.before.as_ref()),
                    afters: each(entries, |entry| entry.after.as_ref()),
                    principal_id: author.actor_id.unwrap_or_default(),
                    route: key.map(IdempotencyKey::route).unwrap_or_default(),
                    key: key.map(IdempotencyKey::text),
                    fingerprint: key.map(IdempotencyKey::fingerprint).unwrap_or_default(),
                    status: answer.status.as_u16().into(),
                    etag: answer.etag.as_deref(),
                    location: answer.location.as_deref(),
                    body: body.unwrap_or_default(),
                    event_ids: each(events, |_| clock.id()),
                    types: each(events, |event| event.kind.name()),
                    subject_types: each(events, |event| event.subject_type),
                    subject_ids: each(events, |event| event.subject_id.as_str()),
                    organization_ids: each(events, |event| event.organization.map(|id| id.0)),
                    data: each(events, |event| &event.data),
                    trace: author.trace.map(TraceContext::to_bytes),
                },
            )
            .one()
            .await;
        // The claim makes this impossible; the primary key of the table is the backstop.
        recorded.on_constraint(&[("idempotency_keys_pkey", IdempotencyKey::in_flight)])
    }
}

fn each<'a, T, V>(all: &'a [T], value: impl Fn(&'a T) -> V) -> Vec<V> {
    all.iter().map(value).collect()
}
