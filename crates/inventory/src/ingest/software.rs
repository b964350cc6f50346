//! The software of a device: only the differences to the last report are written.

use super::inventory::Title;
use api::{devices::Device, ticket_comments::FieldChange};
use kernel::{
    app::App,
    http::{Change, Problem},
};
use queries::{
    client::Params,
    queries::inventory::ingest::software::{
        AddTitlesParams, add_device_software, add_titles, remove_device_software, software_of_device, software_titles,
    },
};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// The maximum number of titles in a history entry, for each kind of change.
const NAMED: usize = 200;

/// The changes, and the new number of titles of the device.
pub struct Changed {
    pub changes: Vec<FieldChange>,
    pub count: i32,
}

/// Writes the titles of a device. `discovered`: it has none yet, and the history does not list each of them.
pub async fn write(
    app: &App,
    change: &Change,
    device: &Device,
    titles: BTreeSet<Title>,
    discovered: bool,
) -> Result<Changed, Problem> {
    let tenant = change.tenant().0;
    let wanted: BTreeMap<i64, Title> = titles.into_iter().map(|title| (title.id(tenant), title)).collect();
    let stored: HashSet<i64> = match discovered {
        true => HashSet::new(),
        false => software_of_device().bind(&**change, &device.id.0).all().await?.into_iter().collect(),
    };
    let removed: Vec<i64> = stored.iter().copied().filter(|id| !wanted.contains_key(id)).collect();
    let added: Vec<(&i64, &Title)> = wanted.iter().filter(|(id, _)| !stored.contains(id)).collect();
    let mut changes = vec![];
    if !removed.is_empty() {
        let named = &removed[..removed.len().min(NAMED)];
        for title in software_titles().bind(&**change, &named).all().await? {
            let from = shown(&title.name, &title.publisher, &title.version);
            changes.push(FieldChange { field: "software".to_owned(), from, to: Value::Null });
        }
        remove_device_software().bind(&**change, &device.id.0, &removed).one().await?;
    }
    if !added.is_empty() {
        insert(app, change, device, &added).await?;
        for (_, title) in added.iter().take(if discovered { 0 } else { NAMED }) {
            let to = shown(&title.name, &title.publisher, &title.version);
            changes.push(FieldChange { field: "software".to_owned(), from: Value::Null, to });
        }
    }
    Ok(Changed { changes, count: i32::try_from(wanted.len()).unwrap_or(i32::MAX) })
}

async fn insert(app: &App, change: &Change, device: &Device, added: &[(&i64, &Title)]) -> Result<(), Problem> {
    fn each<'a, T>(added: &'a [(&i64, &Title)], value: impl Fn(&'a Title) -> T) -> Vec<T> {
        added.iter().map(|(_, title)| value(title)).collect()
    }
    let ids: Vec<i64> = added.iter().map(|(id, _)| **id).collect();
    let params = AddTitlesParams {
        now: app.clock.now(),
        ids: ids.as_slice(),
        names: each(added, |title| title.name.as_str()),
        publishers: each(added, |title| title.publisher.as_str()),
        versions: each(added, |title| title.version.as_str()),
    };
    add_titles().params(&**change, &params).one().await?;
    add_device_software().bind(&**change, &device.id.0, &device.organization_id.0, &ids).one().await?;
    Ok(())
}

fn shown(name: &str, publisher: &str, version: &str) -> Value {
    json!({"name": name, "publisher": publisher, "version": version})
}
