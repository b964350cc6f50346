//! AWS as a cloud provider, by its official SDK.
//!
//! Every call goes through the guarded client, with the customer's credentials. The service's own identity is used for
//! one call only: to assume a customer's role, with the external id of the provider's record.

mod catalogue;
mod failure;
mod http;
mod machines;
mod policies;
mod prices;
mod probes;
mod provision;
mod session;
mod sizes;
mod verify;

pub use prices::Prices;

use api::{
    cloud_catalogue::{CatalogueEntry, CatalogueKind, CloudPrice},
    cloud_providers::CloudSetup,
    cloud_vms::CloudVmPower,
};
use aws_sdk_sts::config::SharedCredentialsProvider;
use cloud_boundary::{
    Access, ActionError, Catalogue, Cloud, CreateError, Failure, LabelChange, Listing, Machine, Order, Report,
};
use futures::future::BoxFuture;
use secrecy::SecretString;
use tokio::sync::OnceCell;
use url::Url;

/// How this service calls AWS.
pub struct Settings {
    pub client: outbound::Client,
    /// The principal that customers' roles trust. Without it, no role can be assumed.
    pub principal: Option<String>,
    /// The access key of the principal; by default, credentials are found as AWS's tools find them.
    pub access_key: Option<(String, SecretString)>,
    /// The endpoint of all services, if it is not AWS's own.
    pub endpoint: Option<Url>,
    /// Prices of sizes, which the operator sets.
    pub prices: Prices,
}

pub struct Aws {
    settings: Settings,
    /// The credentials of the service's own identity, found at the first use.
    own: OnceCell<SharedCredentialsProvider>,
}

impl Aws {
    pub fn new(settings: Settings) -> Aws {
        Aws { settings, own: OnceCell::new() }
    }
}

impl Cloud for Aws {
    fn setup(&self, external_id: &str) -> Option<CloudSetup> {
        let principal = self.settings.principal.as_deref()?;
        Some(CloudSetup {
            trust_policy: policies::trust(principal, external_id),
            permission_policy: policies::all_permissions(),
        })
    }

    fn verify<'a>(&'a self, access: &'a Access) -> BoxFuture<'a, Report> {
        Box::pin(verify::verify(self, access))
    }

    fn price(&self, region: &str, size: &str) -> Option<CloudPrice> {
        self.settings.prices.of(size, region)
    }

    fn known_sizes(&self, region: &str) -> Vec<CatalogueEntry> {
        catalogue::known_sizes(&self.settings.prices, region)
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
        Box::pin(provision::labelled(self, access, region, label))
    }

    fn machine<'a>(
        &'a self,
        access: &'a Access,
        region: &'a str,
        provider_ref: &'a str,
    ) -> BoxFuture<'a, Result<Option<Machine>, Failure>> {
        Box::pin(provision::one(self, access, region, provider_ref))
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

    fn changes_labels(&self) -> bool {
        true
    }

    fn label<'a>(
        &'a self,
        access: &'a Access,
        region: &'a str,
        provider_ref: &'a str,
        change: &'a LabelChange,
    ) -> BoxFuture<'a, Result<(), ActionError>> {
        Box::pin(provision::label(self, access, region, provider_ref, change))
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
