//! `/api/cloud/catalogue`: the sizes, images, regions and networks that a machine can be made with.

use crate::{CloudProviderId, words::words};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Entries that a request for a machine can name: regions, sizes, images or networks.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct CloudCatalogue {
    pub kind: CatalogueKind,
    /// The region of the entries; `null` for `regions`.
    #[schema(examples("eu-central-1"))]
    pub region: Option<String>,
    pub source: CatalogueSource,
    pub data: Vec<CatalogueEntry>,
    /// `true` if there are more entries than `data` contains.
    pub truncated: bool,
}

words! {
    /// Type of the entries of a catalogue.
    CatalogueKind {
        Sizes = "sizes",
        Images = "images",
        Regions = "regions",
        /// Subnets or networks, and security groups.
        Networks = "networks",
    }

    /// Source of a catalogue.
    CatalogueSource {
        /// Read from the provider by this request.
        Provider = "provider",
        /// A list of common entries that this service knows, for a provider that is not verified.
        BuiltIn = "built_in",
    }
}

/// An entry of a catalogue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CatalogueEntry {
    /// Name of the entry in a request for a machine.
    #[schema(examples("t3.micro"))]
    pub id: String,
    /// Type of a network: `subnet`, `network` or `security_group`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, examples("subnet"))]
    pub r#type: Option<String>,
    /// Human-readable name or description.
    #[schema(examples("Amazon Linux 2023"))]
    pub description: Option<String>,
    /// `false` for a region that is not enabled for the account, and for a size that cannot be requested.
    pub available: bool,
    /// Number of virtual CPUs of a size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 1, examples(2))]
    pub vcpus: Option<i32>,
    /// Memory of a size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 0, examples(1073741824))]
    pub memory_bytes: Option<i64>,
    /// Architecture of an image.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, examples("x86_64"))]
    pub architecture: Option<String>,
    /// Price of a size; `null` if it is unknown.
    pub price: Option<CloudPrice>,
}

/// List price of a machine that runs for a month of 730 hours, without disks, traffic, taxes and discounts. It comes
/// from the price list that the operator of this service configured.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CloudPrice {
    /// Price of a month.
    #[schema(pattern = r"^[0-9]+\.[0-9]{2}$", examples("8.76"))]
    pub monthly: String,
    /// Currency, as in ISO 4217.
    #[schema(pattern = "^[A-Z]{3}$", examples("USD"))]
    pub currency: String,
    /// Date of the price list.
    #[schema(format = Date, examples("2026-11-01"))]
    pub as_of: String,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CloudCatalogueQuery {
    /// Id of the provider.
    pub provider_id: CloudProviderId,
    /// Type of the entries; `sizes` by default.
    #[param(nullable = false, inline)]
    pub kind: Option<CatalogueKind>,
    /// Region of the entries: one of the provider's, by default its first.
    #[param(example = "eu-central-1", nullable = false, min_length = 1, max_length = 40)]
    pub region: Option<String>,
}
