//! OpenStack as a cloud provider: Keystone, Nova, Glance and, where there is one, Neutron.
//!
//! Every call goes through the guarded client, and only to endpoints that the operator allows: also those that Keystone's
//! catalogue names, because the operator of Keystone writes the catalogue. A call signs in again; no token is kept.

mod catalogue;
mod failure;
mod http;
mod machines;
mod pages;
mod provision;
mod session;
mod verify;

use api::{
    cloud_catalogue::{CatalogueEntry, CatalogueKind, CloudPrice},
    cloud_providers::CloudSetup,
    cloud_vms::CloudVmPower,
};
use cloud_boundary::{Access, ActionError, Catalogue, Cloud, CreateError, Failure, Listing, Machine, Order, Report};
use futures::future::BoxFuture;
use url::Url;

/// How this service calls OpenStack.
pub struct Settings {
    pub client: outbound::Client,
    /// The endpoints that the operator allows, by their origins: Keystone's, and those that its catalogue may name.
    pub allowed: Vec<Url>,
}

pub struct Openstack {
    settings: Settings,
}

impl Openstack {
    pub fn new(settings: Settings) -> Openstack {
        Openstack { settings }
    }
}

impl Cloud for Openstack {
    fn setup(&self, _: &str) -> Option<CloudSetup> {
        None
    }

    fn verify<'a>(&'a self, access: &'a Access) -> BoxFuture<'a, Report> {
        Box::pin(verify::verify(self, access))
    }

    /// Each OpenStack has prices of its own, or none.
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
        region: &'a str,
    ) -> BoxFuture<'a, Result<Catalogue, Failure>> {
        Box::pin(catalogue::catalogue(self, access, kind, region))
    }

    fn machines<'a>(&'a self, access: &'a Access, region: &'a str) -> BoxFuture<'a, Listing> {
        Box::pin(machines::machines(self, access, region))
    }

    fn labelled<'a>(
        &'a self,
        access: &'a Access,
        region: &'a str,
        label: (&'a str, &'a str),
    ) -> BoxFuture<'a, Result<Vec<Machine>, Failure>> {
        Box::pin(machines::labelled(self, access, region, label))
    }

    fn machine<'a>(
        &'a self,
        access: &'a Access,
        region: &'a str,
        provider_ref: &'a str,
    ) -> BoxFuture<'a, Result<Option<Machine>, Failure>> {
        Box::pin(machines::one(self, access, region, provider_ref))
    }

    /// Nova has no tokens. A tag only finds the server.
    fn recognizes_tokens(&self) -> bool {
        false
    }

    fn create<'a>(&'a self, access: &'a Access, order: &'a Order) -> BoxFuture<'a, Result<Machine, CreateError>> {
        Box::pin(provision::create(self, access, order))
    }

    fn power<'a>(
        &'a self,
        access: &'a Access,
        region: &'a str,
        provider_ref: &'a str,
        power: CloudVmPower,
    ) -> BoxFuture<'a, Result<(), ActionError>> {
        Box::pin(provision::power(self, access, region, provider_ref, power))
    }

    fn delete<'a>(
        &'a self,
        access: &'a Access,
        region: &'a str,
        provider_ref: &'a str,
    ) -> BoxFuture<'a, Result<(), ActionError>> {
        Box::pin(provision::delete(self, access, region, provider_ref))
    }
}
