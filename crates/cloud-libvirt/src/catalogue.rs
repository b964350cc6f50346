//! What a machine can be made with: the operator's sizes, the images of a pool, and networks.

use crate::{
    Libvirt,
    calls::{Call, NoResult, call},
    failure::{failure, present},
    hosts::Host,
};
use api::cloud_catalogue::{CatalogueEntry, CatalogueKind};
use cloud_boundary::{Access, Catalogue, Failure, MOST_ENTRIES};
use std::{sync::Arc, time::Duration};
use virt::{error::Error, network::Network, storage_pool::StoragePool};

const TIME: Duration = Duration::from_secs(20);

pub(crate) async fn catalogue(libvirt: &Libvirt, access: &Access, kind: CatalogueKind) -> Result<Catalogue, Failure> {
    let host: Arc<Host> = libvirt.hosts.open(access)?;
    let read = match kind {
        CatalogueKind::Sizes => return Ok(bounded(libvirt.hosts.sizes())),
        CatalogueKind::Regions => return Ok(bounded(access.regions.iter().map(|name| entry(name)).collect())),
        CatalogueKind::Images => images,
        CatalogueKind::Networks => networks,
    };
    let of_host = host.clone();
    let found = call(&host, TIME, move |call| read(call, &of_host).map_err(|error| failure(&error))).await;
    Ok(bounded(found.map_err(NoResult::into_failure)??))
}

fn images(call: &Call<'_>, host: &Host) -> Result<Vec<CatalogueEntry>, Error> {
    let pool = StoragePool::lookup_by_name(call.conn, &host.images)?;
    // Images that were copied into the pool are not known before.
    pool.refresh(0)?;
    let mut names = pool.list_volumes()?;
    names.sort();
    Ok(names.iter().map(|name| entry(&format!("{}/{name}", host.images))).collect())
}

fn networks(call: &Call<'_>, host: &Host) -> Result<Vec<CatalogueEntry>, Error> {
    let network = |name: &String| {
        let is_active = present(Network::lookup_by_name(call.conn, name).and_then(|network| network.is_active()))?;
        let r#type = Some("subnet".to_owned());
        Ok(CatalogueEntry { available: is_active == Some(true), r#type, ..entry(name) })
    };
    host.networks.iter().map(network).collect()
}

fn bounded(mut entries: Vec<CatalogueEntry>) -> Catalogue {
    let truncated = entries.len() > MOST_ENTRIES;
    entries.truncate(MOST_ENTRIES);
    Catalogue { entries, truncated }
}

pub(crate) fn entry(id: &str) -> CatalogueEntry {
    CatalogueEntry {
        id: id.chars().filter(|c| !c.is_control()).take(200).collect(),
        r#type: None,
        description: None,
        available: true,
        vcpus: None,
        memory_bytes: None,
        architecture: None,
        price: None,
    }
}
