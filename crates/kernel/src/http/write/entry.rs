//! The record of one changed resource: a row of the audit log and, if the change has one, an event.

use super::record::{AuditRow, EventRow};
use crate::http::Problem;
use api::{EventKind, Resource};
use serde::Serialize;
use serde_json::{Value, json};

pub struct Entry<'a, T> {
    subject: &'a T,
    before: Option<&'a T>,
    after: Option<&'a T>,
    audit: Audit,
    event: Option<EventKind>,
    planned: Option<&'a T>,
}

enum Audit {
    /// The row contains the resource before and after.
    Change,
    /// The row contains only the resource before, although there is one after.
    Deletion,
    None,
}

/// The rows of an entry, and the resource as a dry run returns it.
pub(super) struct Recorded {
    pub audit: Option<AuditRow>,
    pub event: Option<EventRow>,
    pub resource: Value,
}

impl<'a, T: Resource + Serialize> Entry<'a, T> {
    fn new(before: Option<&'a T>, after: Option<&'a T>, subject: &'a T, event: Option<EventKind>) -> Entry<'a, T> {
        Entry { subject, before, after, audit: Audit::Change, event, planned: None }
    }

    pub fn created(new: &'a T) -> Entry<'a, T> {
        Entry::new(None, Some(new), new, T::EVENTS.created)
    }

    pub fn changed(old: &'a T, new: &'a T) -> Entry<'a, T> {
        Entry::new(Some(old), Some(new), new, T::EVENTS.updated)
    }

    pub fn deleted(old: &'a T) -> Entry<'a, T> {
        Entry::new(Some(old), None, old, T::EVENTS.deleted)
    }

    /// Deleted for API users, while its row stays.
    pub fn retired(old: &'a T, new: &'a T) -> Entry<'a, T> {
        Entry { audit: Audit::Deletion, ..Entry::new(Some(old), Some(new), new, T::EVENTS.deleted) }
    }

    /// A repeated deletion: it is audited, but has no effect.
    pub fn deleted_again(old: &'a T) -> Entry<'a, T> {
        Entry::deleted(old).without_event()
    }

    /// An action that does not change the resource.
    pub fn used(resource: &'a T) -> Entry<'a, T> {
        Entry::changed(resource, resource).without_event()
    }

    /// With an event of this kind, if any, instead of the default one.
    pub fn with_event(self, kind: Option<EventKind>) -> Entry<'a, T> {
        Entry { event: kind.or(self.event), ..self }
    }

    /// The caller emits the events of the change itself.
    pub fn without_event(self) -> Entry<'a, T> {
        Entry { event: None, ..self }
    }

    /// The audit log has another entry for the same change.
    pub fn without_audit(self) -> Entry<'a, T> {
        Entry { audit: Audit::None, ..self }
    }

    /// A dry run returns this instead, which includes other effects.
    pub fn with_plan(self, planned: &'a T) -> Entry<'a, T> {
        Entry { planned: Some(planned), ..self }
    }

    /// The fields whose previous values belong to another organization than the event.
    fn hidden(&self) -> &'static [&'static str] {
        match (self.before, self.after) {
            (Some(before), Some(after)) if before.organization() != after.organization() => T::OF_ORGANIZATION,
            _ => &[],
        }
    }

    pub(super) fn rows(self) -> Result<Recorded, Problem> {
        let resource = match self.planned.or(self.after).or(self.before) {
            Some(shown) => without_secrets(shown)?,
            None => Value::Null,
        };
        let before = self.before.map(recorded).transpose()?;
        let after = self.after.map(recorded).transpose()?;
        let object = || after.clone().or_else(|| before.clone()).unwrap_or_default();
        let hidden = self.hidden();
        let event = self.event.map(|kind| {
            let data = match (&before, &after) {
                (Some(before), Some(after)) => json!({"object": after, "previous": previous(before, after, hidden)}),
                _ => json!({"object": object()}),
            };
            EventRow::new(kind, self.subject, data)
        });
        let row = |after| AuditRow { kind: T::TYPE, id: self.subject.id(), before, after };
        let audit = match self.audit {
            Audit::Change => Some(row(after)),
            Audit::Deletion => Some(row(None)),
            Audit::None => None,
        };
        Ok(Recorded { audit, event, resource })
    }
}

impl EventRow {
    pub fn new<T: Resource>(kind: EventKind, subject: &T, data: Value) -> EventRow {
        let (subject_id, organization) = (subject.id(), subject.organization());
        EventRow { kind, subject_type: T::TYPE, subject_id, organization, data }
    }
}

/// The resource as it may be stored: a secret is shown once, to its creator.
fn without_secrets<T: Resource + Serialize>(resource: &T) -> Result<Value, Problem> {
    let mut value = serde_json::to_value(resource).map_err(Problem::internal)?;
    for field in T::SECRETS {
        value[field] = Value::Null;
    }
    Ok(value)
}

/// The resource as it is in the audit log and in events.
fn recorded<T: Resource + Serialize>(resource: &T) -> Result<Value, Problem> {
    let mut value = without_secrets(resource)?;
    if let Some(fields) = value.as_object_mut() {
        fields.retain(|name, _| !T::UNRECORDED.contains(&name.as_str()));
    }
    Ok(value)
}

/// The fields of `before` that have changed, except those that every change updates and those that are hidden.
fn previous(before: &Value, after: &Value, hidden: &[&str]) -> Value {
    let changed = |(name, old): &(&String, &Value)| {
        !["version", "updated_at"].contains(&name.as_str())
            && !hidden.contains(&name.as_str())
            && after.get(name.as_str()) != Some(*old)
    };
    let fields = before.as_object().into_iter().flatten().filter(changed);
    Value::Object(fields.map(|(name, old)| (name.clone(), old.clone())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_fields_that_changed_are_in_previous() {
        let before = json!({"name": "a", "tags": ["x"], "notes": null, "version": 1, "updated_at": "then"});
        let after = json!({"name": "b", "tags": ["x"], "notes": "n", "version": 2, "updated_at": "now"});
        assert_eq!(previous(&before, &after, &[]), json!({"name": "a", "notes": null}));
        assert_eq!(previous(&before, &after, &["name"]), json!({"notes": null}));
    }
}
