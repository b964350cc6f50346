//! `/api/rmm/devices/history`: the changes of a device, with their time and author.
//!
//! A row belongs to the organization that the device belonged to at its time. After a move to another customer, callers
//! who are restricted to the new one read only the changes since.

use api::{
    Actor, DeviceId, HistoryEntryId, OrganizationId, Scope,
    device_lists::{DeviceHistory, DeviceHistoryEntry, DeviceHistoryKind, DeviceOfHistory},
    devices::Device,
    ticket_comments::FieldChange,
};
use jiff::SignedDuration;
use kernel::{
    app::App,
    db::Reason,
    http::{Caller, Change, Listed, Paging, PagingParams, Problem, Query},
};
use queries::{
    client::Params,
    queries::inventory::{
        device_history::{
            AddDeviceHistoryParams, DeviceHistoryRow, add_device_history, device_history, forget_device_history,
        },
        devices::get_device,
    },
};
use serde_json::{Value, json};
use utoipa_axum::{router::OpenApiRouter, routes};

/// How many changes an entry lists.
const MOST: usize = 200;

/// How long entries are kept.
const KEPT: SignedDuration = SignedDuration::from_hours(24 * 400);

/// Fields that change with every report or every change, or that have entries of another kind.
const DERIVED: &[&str] = &[
    "id",
    "version",
    "updated_at",
    "created_at",
    "first_seen_at",
    "last_seen_at",
    "last_full_inventory_at",
    "booted_at",
    "status",
    "identity",
    "software_count",
];

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read))
}

/// Read the history of a device
///
/// Returns the changes of the device, newest first: those that its agent reported and those that people made. Entries are
/// kept for 400 days.
#[utoipa::path(get, path = "/api/rmm/devices/history", operation_id = "rmm.devices.history", tag = "Devices",
    params(DeviceOfHistory, PagingParams),
    security(("api_key" = [Scope::DevicesRead])), responses((status = 200, body = DeviceHistory)))]
async fn read(
    app: App,
    caller: Caller,
    Query(target): Query<DeviceOfHistory>,
    paging: Paging,
) -> Result<Listed<DeviceHistoryEntry>, Problem> {
    let db = app.db.tenant(&caller).await?;
    // Callers who can no longer read the device cannot read its history either.
    get_device().bind(&db, &target.device_id.0).opt().await?.ok_or_else(Problem::not_found)?;
    let rows = device_history().bind(&db, &target.device_id.0, &paging.before()?, &paging.rows()).all().await?;
    Ok(paging.page(rows, |row| row.id, entry))
}

/// An entry to be added.
pub struct NewEntry {
    pub device: DeviceId,
    /// The organization whose restricted callers may read it.
    pub organization: OrganizationId,
    pub kind: DeviceHistoryKind,
    pub changes: Vec<FieldChange>,
}

pub async fn add(app: &App, change: &Change, new: NewEntry) -> Result<(), Problem> {
    let NewEntry { device, organization, kind, mut changes } = new;
    let (actor_kind, actor_id) = change.actor();
    let omitted = changes.len().saturating_sub(MOST);
    changes.truncate(MOST);
    let params = AddDeviceHistoryParams {
        device_id: device.0,
        id: app.clock.id(),
        organization_id: organization.0,
        now: app.clock.now(),
        actor_kind,
        actor_id,
        kind: kind.name(),
        changes: serde_json::to_value(changes).map_err(Problem::internal)?,
        omitted: i32::try_from(omitted).unwrap_or(i32::MAX),
    };
    add_device_history().params(&**change, &params).one().await?;
    Ok(())
}

/// Removes entries that were kept long enough.
pub async fn forget_old(app: &App) -> Result<(), Problem> {
    loop {
        let system = app.db.system(Reason::Retention).await?;
        if forget_device_history().bind(&*system, &(app.clock.now() - KEPT)).all().await?.is_empty() {
            return Ok(());
        }
    }
}

/// The fields that differ. An object is compared field by field, a list entry by entry: one that was added has no `from`,
/// one that was removed no `to`.
pub fn differences(before: &Device, after: &Device) -> Vec<FieldChange> {
    let (before, after) = (json!(before), json!(after));
    let mut found = vec![];
    for (name, to) in after.as_object().into_iter().flatten() {
        if !DERIVED.contains(&name.as_str()) {
            compare(name, &before[name], to, &mut found);
        }
    }
    found
}

fn compare(field: &str, from: &Value, to: &Value, found: &mut Vec<FieldChange>) {
    let change = |from: &Value, to: &Value| FieldChange { field: field.to_owned(), from: from.clone(), to: to.clone() };
    match (from, to) {
        (from, to) if from == to => {}
        (Value::Object(old), Value::Object(new)) => {
            let mut names: Vec<_> = old.keys().chain(new.keys()).collect();
            names.sort_unstable();
            names.dedup();
            for name in names {
                compare(&format!("{field}.{name}"), &from[name], &to[name], found);
            }
        }
        (Value::Array(old), Value::Array(new)) => {
            found.extend(old.iter().filter(|item| !new.contains(item)).map(|item| change(item, &Value::Null)));
            found.extend(new.iter().filter(|item| !old.contains(item)).map(|item| change(&Value::Null, item)));
        }
        (from, to) => found.push(change(from, to)),
    }
}

fn entry(row: DeviceHistoryRow) -> DeviceHistoryEntry {
    DeviceHistoryEntry {
        id: HistoryEntryId(row.id),
        created_at: row.at,
        actor: Actor::stored(&row.actor_kind, row.actor_id),
        kind: DeviceHistoryKind::named(&row.kind).unwrap_or(DeviceHistoryKind::Changed),
        changes: serde_json::from_value(row.changes).unwrap_or_default(),
        omitted: row.omitted,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changes(from: &Value, to: &Value) -> Vec<(String, Value, Value)> {
        let mut found = vec![];
        compare("x", from, to, &mut found);
        found.into_iter().map(|change| (change.field, change.from, change.to)).collect()
    }

    #[test]
    fn lists_are_compared_entry_by_entry_and_objects_field_by_field() {
        assert_eq!(changes(&json!(["a", "b"]), &json!(["b", "a"])), []);
        let replaced = [("x".into(), json!("a"), Value::Null), ("x".into(), Value::Null, json!("c"))];
        assert_eq!(changes(&json!(["a", "b"]), &json!(["b", "c"])), replaced);
        let upgraded = [("x.version".to_owned(), json!("11"), json!("12"))];
        assert_eq!(
            changes(&json!({"name": "Debian", "version": "11"}), &json!({"name": "Debian", "version": "12"})),
            upgraded
        );
        assert_eq!(changes(&Value::Null, &json!({"a": 1})).len(), 1);
    }
}
