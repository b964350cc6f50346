//! Hetzner Cloud as a provider, over the guarded client. A region is a location, an account is the project of the token.
//!
//! Only the form of its requests has been checked, against Hetzner's public description of its API: see the crate's tests
//! and the decision 0041. Nothing here has been shown to work at Hetzner.

mod catalogue;
mod client;
mod machines;
mod provision;
mod verify;

use api::{
    cloud_catalogue::{CatalogueEntry, CatalogueKind, CloudPrice},
    cloud_providers::CloudSetup,
    cloud_vms::CloudVmPower,
};
use cloud_boundary::{Access, ActionError, Catalogue, Cloud, CreateError, Failure, Listing, Machine, Order, Report};
use futures::future::BoxFuture;

pub struct Hetzner {
    client: outbound::Client,
}

impl Hetzner {
    pub fn new(client: outbound::Client) -> Hetzner {
        Hetzner { client }
    }
}

impl Cloud for Hetzner {
    fn setup(&self, _: &str) -> Option<CloudSetup> {
        None
    }

    fn verify<'a>(&'a self, access: &'a Access) -> BoxFuture<'a, Report> {
        Box::pin(verify::verify(self, access))
    }

    fn price(&self, _: &str, _: &str) -> Option<CloudPrice> {
        None
    }

    fn known_sizes(&self, _: &str) -> Vec<CatalogueEntry> {
        vec![]
    }

    fn catalogue<'a>(
        &'a self,
        access: &'a Access,
        kind: CatalogueKind,
        _: &'a str,
    ) -> BoxFuture<'a, Result<Catalogue, Failure>> {
        Box::pin(catalogue::catalogue(self, access, kind))
    }

    fn machines<'a>(&'a self, access: &'a Access, region: &'a str) -> BoxFuture<'a, Listing> {
        Box::pin(machines::machines(self, access, region))
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
        Box::pin(provision::create(self, access, order))
    }

    fn power<'a>(
        &'a self,
        access: &'a Access,
        _: &'a str,
        provider_ref: &'a str,
        power: CloudVmPower,
    ) -> BoxFuture<'a, Result<(), ActionError>> {
        Box::pin(provision::power(self, access, provider_ref, power))
    }

    fn delete<'a>(
        &'a self,
        access: &'a Access,
        _: &'a str,
        provider_ref: &'a str,
    ) -> BoxFuture<'a, Result<(), ActionError>> {
        Box::pin(provision::delete(self, access, provider_ref))
    }
}
