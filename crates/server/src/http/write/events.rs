//! What happened, for the event log: written in the transaction of the change.

use super::By;
use crate::{clock::Clock, db::Tx, http::Problem};
use api::{EventKind, OrganizationId};
use queries::{
    client::Params,
    queries::http::write::events::{RecordEventsParams, RecordEventsStmt, record_events},
};
use serde_json::Value;
use uuid::Uuid;

pub struct Happening {
    pub kind: EventKind,
    pub subject_type: &'static str,
    pub subject_id: String,
    pub organization: Option<OrganizationId>,
    pub data: Value,
}

impl Happening {
    pub async fn prepare(tx: &Tx) -> Result<RecordEventsStmt, Problem> {
        Ok(record_events().prepare(tx).await?)
    }

    /// Whether somebody waits for the tenant's events.
    pub async fn record(
        all: &[Happening],
        statement: &RecordEventsStmt,
        tx: &Tx,
        by: &By,
        clock: Clock,
    ) -> Result<bool, Problem> {
        let organizations: Vec<Option<Uuid>> = all.iter().map(|event| event.organization.map(|id| id.0)).collect();
        statement
            .params(
                tx,
                &RecordEventsParams {
                    ids: all.iter().map(|_| clock.id()).collect::<Vec<_>>(),
                    types: all.iter().map(|event| event.kind.name()).collect::<Vec<_>>(),
                    subject_types: all.iter().map(|event| event.subject_type).collect::<Vec<_>>(),
                    subject_ids: all.iter().map(|event| event.subject_id.as_str()).collect::<Vec<_>>(),
                    organization_ids: organizations,
                    data: all.iter().map(|event| &event.data).collect::<Vec<_>>(),
                    at: clock.now(),
                    actor_kind: by.actor_kind,
                    actor_id: by.actor_id,
                    request_id: by.request_id.as_str(),
                },
            )
            .one()
            .await
            .map_err(Problem::from)
    }
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
