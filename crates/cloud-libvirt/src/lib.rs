//! Hosts with libvirt as cloud providers: machines on premises.
//!
//! libvirt has no accounts, regions, sizes or prices, so these are the operator's; see [`Hosts`]. A machine is a domain whose
//! UUID is made from the token of its request, with a disk that stores what differs from an image.

mod calls;
mod catalogue;
mod create;
mod description;
mod failure;
mod hosts;
mod machines;
mod own;
mod power;
mod verify;

pub use hosts::Hosts;

use api::{
    cloud_catalogue::{CatalogueEntry, CatalogueKind, CloudPrice},
    cloud_providers::CloudSetup,
    cloud_vms::CloudVmPower,
};
use cloud_boundary::{Access, ActionError, Catalogue, Cloud, CreateError, Failure, Listing, Machine, Order, Report};
use futures::future::BoxFuture;
use std::sync::Arc;
use url::Url;

pub struct Libvirt {
    hosts: Arc<Hosts>,
}

impl Libvirt {
    pub fn new(hosts: Hosts) -> Libvirt {
        Libvirt { hosts: Arc::new(hosts) }
    }
}

impl Cloud for Libvirt {
    fn setup(&self, _: &str) -> Option<CloudSetup> {
        None
    }

    fn offers(&self, endpoint: &Url) -> Option<bool> {
        Some(self.hosts.has(endpoint))
    }

    fn verify<'a>(&'a self, access: &'a Access) -> BoxFuture<'a, Report> {
        Box::pin(verify::verify(self, access))
    }

    fn price(&self, _: &str, size: &str) -> Option<CloudPrice> {
        self.hosts.price(size)
    }

    fn known_sizes(&self, _: &str) -> Vec<CatalogueEntry> {
        self.hosts.sizes()
    }

    fn catalogue<'a>(
        &'a self,
        access: &'a Access,
        kind: CatalogueKind,
        _: &'a str,
    ) -> BoxFuture<'a, Result<Catalogue, Failure>> {
        Box::pin(catalogue::catalogue(self, access, kind))
    }

    fn machines<'a>(&'a self, access: &'a Access, _: &'a str) -> BoxFuture<'a, Listing> {
        Box::pin(machines::machines(self, access))
    }

    fn labelled<'a>(
        &'a self,
        access: &'a Access,
        _: &'a str,
        label: (&'a str, &'a str),
    ) -> BoxFuture<'a, Result<Vec<Machine>, Failure>> {
        Box::pin(machines::labelled(self, access, label))
    }

    fn machine<'a>(
        &'a self,
        access: &'a Access,
        _: &'a str,
        provider_ref: &'a str,
    ) -> BoxFuture<'a, Result<Option<Machine>, Failure>> {
        Box::pin(machines::one(self, access, provider_ref))
    }

    fn create<'a>(&'a self, access: &'a Access, order: &'a Order) -> BoxFuture<'a, Result<Machine, CreateError>> {
        Box::pin(create::create(self, access, order))
    }

    fn power<'a>(
        &'a self,
        access: &'a Access,
        _: &'a str,
        provider_ref: &'a str,
        power: CloudVmPower,
    ) -> BoxFuture<'a, Result<(), ActionError>> {
        Box::pin(power::power(self, access, provider_ref, power))
    }

    fn delete<'a>(
        &'a self,
        access: &'a Access,
        _: &'a str,
        provider_ref: &'a str,
    ) -> BoxFuture<'a, Result<(), ActionError>> {
        Box::pin(power::delete(self, access, provider_ref))
    }
}
