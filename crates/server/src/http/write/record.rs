//! What a write leaves beside its change, in its transaction and by one statement: who changed what, without secrets;
//! what happened, for the event log; and the answer that a retry will get.

use super::{By, idempotency::IdempotencyKey};
use crate::{
    clock::Clock,
    db::{OnConstraint, Tx},
    http::Problem,
};
use api::{EventKind, OrganizationId};
use queries::{
    client::Params,
    queries::http::write::record::{RecordWriteParams, RecordWriteStmt, record_write},
};
use serde_json::Value;

/// A row of the audit log.
pub struct Entry {
    pub kind: &'static str,
    pub id: String,
    pub before: Option<Value>,
    pub after: Option<Value>,
}

/// A row of the event log.
pub struct Happening {
    pub kind: EventKind,
    pub subject_type: &'static str,
    pub subject_id: String,
    pub organization: Option<OrganizationId>,
    pub data: Value,
}

/// What a retry gets.
pub struct Answer<'a> {
    pub status: i32,
    pub etag: Option<String>,
    pub location: Option<String>,
    pub body: Option<&'a Value>,
}

#[derive(Default)]
pub struct Records {
    pub entries: Vec<Entry>,
    pub happenings: Vec<Happening>,
}

impl Records {
    pub async fn prepare(tx: &Tx) -> Result<RecordWriteStmt, Problem> {
        Ok(record_write().prepare(tx).await?)
    }

    /// The answer is kept where there is a key to ask for it by. Whether somebody waits for the tenant's events.
    pub async fn write(
        &self,
        statement: &RecordWriteStmt,
        tx: &Tx,
        (by, clock): (&By, Clock),
        (key, answer): (Option<&IdempotencyKey>, &Answer<'_>),
    ) -> Result<bool, Problem> {
        let Records { entries, happenings } = self;
        let body = key.and(answer.body).map(ToString::to_string);
        let recorded = statement
            .params(
                tx,
                &RecordWriteParams {
                    at: clock.now(),
                    actor_kind: by.actor_kind,
                    actor_id: by.actor_id,
                    ip: by.ip.as_str(),
                    request_id: by.request_id.as_str(),
                    operation: by.operation.as_str(),
                    entry_ids: each(entries, |_| clock.id()),
                    resource_types: each(entries, |entry| entry.kind),
                    resource_ids: each(entries, |entry| entry.id.as_str()),
                    befores: each(entries, |entry| entry.before.as_ref()),
                    afters: each(entries, |entry| entry.after.as_ref()),
                    principal_id: by.actor_id.unwrap_or_default(),
                    route: key.map(IdempotencyKey::route).unwrap_or_default(),
                    key: key.map(IdempotencyKey::text),
                    fingerprint: key.map(IdempotencyKey::fingerprint).unwrap_or_default(),
                    status: answer.status,
                    etag: answer.etag.as_deref(),
                    location: answer.location.as_deref(),
                    body: body.unwrap_or_default(),
                    event_ids: each(happenings, |_| clock.id()),
                    types: each(happenings, |event| event.kind.name()),
                    subject_types: each(happenings, |event| event.subject_type),
                    subject_ids: each(happenings, |event| event.subject_id.as_str()),
                    organization_ids: each(happenings, |event| event.organization.map(|id| id.0)),
                    data: each(happenings, |event| &event.data),
                },
            )
            .one()
            .await;
        // The claim makes this impossible; the key of the table is the backstop.
        recorded.on_constraint(&[("idempotency_keys_pkey", IdempotencyKey::in_flight)])
    }
}

fn each<'a, T, V>(all: &'a [T], value: impl Fn(&'a T) -> V) -> Vec<V> {
    all.iter().map(value).collect()
}

/// The fields of `before` that are not the same any more; what changes with every change is left out.
pub fn previous(before: &Value, after: &Value) -> Value {
    let changed = |(name, old): &(&String, &Value)| {
        !["version", "updated_at"].contains(&name.as_str()) && after.get(name.as_str()) != Some(*old)
    };
    let fields = before.as_object().into_iter().flatten().filter(changed);
    Value::Object(fields.map(|(name, old)| (name.clone(), old.clone())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_what_changed_is_told_as_it_was() {
        let before = json!({"name": "a", "tags": ["x"], "notes": null, "version": 1, "updated_at": "then"});
        let after = json!({"name": "b", "tags": ["x"], "notes": "n", "version": 2, "updated_at": "now"});
        assert_eq!(previous(&before, &after), json!({"name": "a", "notes": null}));
    }
}
