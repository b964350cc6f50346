//! What a server can be made with. Hetzner's own prices are not used: budgets would need them without a call.

use crate::{
    Hetzner,
    client::{Caller, shown},
    machines::bytes,
};
use api::cloud_catalogue::{CatalogueEntry, CatalogueKind};
use cloud_boundary::{Access, Catalogue, Failure, MOST_ENTRIES};
use serde::Deserialize;

/// An entry of any list.
#[derive(Deserialize)]
struct Entry {
    id: u64,
    name: Option<String>,
    description: Option<String>,
    cores: Option<i32>,
    memory: Option<f64>,
    architecture: Option<String>,
}

pub(crate) async fn catalogue(hetzner: &Hetzner, access: &Access, kind: CatalogueKind) -> Result<Catalogue, Failure> {
    let caller = hetzner.caller(access)?;
    let mut found = Catalogue::default();
    match kind {
        CatalogueKind::Sizes => read(&caller, "server_types", &[], &mut found, size).await?,
        CatalogueKind::Images => read(&caller, "images", &[("status", "available")], &mut found, named).await?,
        CatalogueKind::Regions => read(&caller, "locations", &[], &mut found, named).await?,
        CatalogueKind::Networks => {
            read(&caller, "networks", &[], &mut found, |one| numbered(one, "network")).await?;
            read(&caller, "firewalls", &[], &mut found, |one| numbered(one, "security_group")).await?;
        }
    }
    Ok(found)
}

async fn read(
    caller: &Caller<'_>,
    key: &str,
    query: &[(&str, &str)],
    found: &mut Catalogue,
    entry: impl Fn(&Entry) -> CatalogueEntry,
) -> Result<(), Failure> {
    let room = MOST_ENTRIES.saturating_sub(found.entries.len());
    let (entries, is_cut) = caller.list::<Entry>(key, query, room).await?;
    found.entries.extend(entries.iter().map(entry));
    found.truncated |= is_cut;
    Ok(())
}

fn size(one: &Entry) -> CatalogueEntry {
    CatalogueEntry { vcpus: one.cores, memory_bytes: one.memory.map(bytes), ..named(one) }
}

/// Requests name sizes, locations and Hetzner's own images by their names; a snapshot has none.
fn named(one: &Entry) -> CatalogueEntry {
    CatalogueEntry {
        id: one.name.as_deref().map_or_else(|| one.id.to_string(), shown),
        r#type: None,
        description: one.description.as_deref().map(shown),
        available: true,
        vcpus: None,
        memory_bytes: None,
        architecture: one.architecture.as_deref().map(shown),
        price: None,
    }
}

fn numbered(one: &Entry, r#type: &str) -> CatalogueEntry {
    let (id, r#type, description) = (one.id.to_string(), Some(r#type.to_owned()), one.name.as_deref().map(shown));
    CatalogueEntry { id, r#type, description, ..named(one) }
}
