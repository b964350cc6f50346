//! The flavors, images, regions and networks of a project, read when they are asked for.

use crate::{
    Openstack,
    failure::shown,
    pages::{LIMIT, Pages},
    session::{Caller, Kind, Session},
};
use api::cloud_catalogue::{CatalogueEntry, CatalogueKind};
use cloud_boundary::{Access, Catalogue, Failure, MOST_ENTRIES};
use serde::{Deserialize, de::DeserializeOwned};

const MIB: i64 = 1024 * 1024;

/// The longest name of a size in a request for a machine.
const SIZE: usize = 60;

#[derive(Deserialize)]
struct Flavor {
    name: String,
    vcpus: Option<i32>,
    ram: Option<i64>,
    description: Option<String>,
}

#[derive(Deserialize)]
struct Image {
    id: String,
    name: Option<String>,
    architecture: Option<String>,
}

#[derive(Deserialize)]
struct Named {
    id: String,
    name: Option<String>,
}

pub(crate) async fn catalogue(
    openstack: &Openstack,
    access: &Access,
    kind: CatalogueKind,
    region: &str,
) -> Result<Catalogue, Failure> {
    let session = openstack.session(access).await?;
    let mut found = Catalogue::default();
    match kind {
        CatalogueKind::Sizes => {
            let nova = session.service(Kind::Compute, region)?;
            read(&nova, &["flavors", "detail"], "flavors", &[LIMIT], &mut found, size).await?;
            found.entries.sort_by(|one, other| one.id.cmp(&other.id));
        }
        CatalogueKind::Images => {
            let glance = session.service(Kind::Image, region)?;
            let query = [LIMIT, ("status", "active")];
            read(&glance, &["images"], "images", &query, &mut found, image).await?;
        }
        CatalogueKind::Regions => {
            let regions = session.regions();
            add(&mut found, regions.into_iter().map(entry));
        }
        CatalogueKind::Networks => networks(&session, region, &mut found).await?,
    }
    Ok(found)
}

async fn networks(session: &Session<'_>, region: &str, found: &mut Catalogue) -> Result<(), Failure> {
    if !session.has(Kind::Network, region) {
        return Ok(());
    }
    let neutron = session.service(Kind::Network, region)?;
    let named = |r#type: &'static str| {
        move |Named { id, name }: Named| CatalogueEntry {
            r#type: Some(r#type.to_owned()),
            description: described(name),
            ..entry(&id)
        }
    };
    let query = [LIMIT, ("fields", "id"), ("fields", "name")];
    read(&neutron, &["networks"], "networks", &query, found, named("network")).await?;
    let groups = [&query[..], &[("project_id", session.project_id.as_str())]].concat();
    read(&neutron, &["security-groups"], "security_groups", &groups, found, named("security_group")).await
}

async fn read<T: DeserializeOwned>(
    caller: &Caller<'_>,
    path: &[&str],
    key: &'static str,
    query: &[(&str, &str)],
    found: &mut Catalogue,
    entry: impl Fn(T) -> CatalogueEntry,
) -> Result<(), Failure> {
    let mut pages = Pages::new(caller, path, key, query);
    while let Some(page) = pages.next::<T>().await? {
        if !add(found, page.into_iter().map(&entry)) {
            break;
        }
    }
    Ok(())
}

/// A size is named by the flavor's name, because Nova describes servers by it. A name with other characters than requests
/// allow cannot be used.
fn size(flavor: Flavor) -> CatalogueEntry {
    let is_name = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    CatalogueEntry {
        available: (1..=SIZE).contains(&flavor.name.len()) && flavor.name.chars().all(is_name),
        description: described(flavor.description),
        vcpus: flavor.vcpus,
        memory_bytes: flavor.ram.map(|mib| mib.saturating_mul(MIB)),
        ..entry(&flavor.name)
    }
}

fn image(image: Image) -> CatalogueEntry {
    CatalogueEntry {
        description: described(image.name),
        architecture: described(image.architecture),
        ..entry(&image.id)
    }
}

fn described(text: Option<String>) -> Option<String> {
    text.map(|text| shown(&text)).filter(|text| !text.is_empty())
}

/// Adds entries as long as there is room; false if there were more.
fn add(found: &mut Catalogue, entries: impl Iterator<Item = CatalogueEntry>) -> bool {
    for entry in entries {
        if found.entries.len() == MOST_ENTRIES {
            found.truncated = true;
            return false;
        }
        found.entries.push(entry);
    }
    true
}

fn entry(id: &str) -> CatalogueEntry {
    CatalogueEntry {
        id: shown(id),
        r#type: None,
        description: None,
        available: true,
        vcpus: None,
        memory_bytes: None,
        architecture: None,
        price: None,
    }
}
