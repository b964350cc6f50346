//! `/api/rmm/enrolments`: tokens with which agents report the devices of an organization.

use crate::{Actor, EnrolmentId, OneOrPage, OrganizationId, Resource, words::words};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

words! {
    /// Status of an enrolment.
    EnrolmentStatus {
        Active = "active",
        Expired = "expired",
        Revoked = "revoked",
    }
}

/// An enrolment. Agents that are configured with its URL report devices of its organization.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Enrolment {
    pub id: EnrolmentId,
    /// Organization of the devices that are discovered with this enrolment.
    pub organization_id: OrganizationId,
    #[schema(examples("Initech, headquarters"))]
    pub name: String,
    pub status: EnrolmentStatus,
    /// URL to configure as the server of an agent. It contains the token. Returned only on creation. `null` in every other
    /// response, including a replay of that response for the same `Idempotency-Key`.
    #[schema(examples(
        "https://agents.example.com/tce_4k2m9x0q7d3fh1ab_3tY8cVbW2nQe5rZ7uLx1oPa9sKd4gHj6mFv0iCwBzXqRyfGhK"
    ))]
    pub url: Option<String>,
    /// The token. Returned only on creation, as `url` is.
    #[schema(examples("tce_4k2m9x0q7d3fh1ab_3tY8cVbW2nQe5rZ7uLx1oPa9sKd4gHj6mFv0iCwBzXqRyfGhK"))]
    pub token: Option<String>,
    /// The non-secret beginning of the token.
    #[schema(examples("tce_4k2m9x0q7d3fh1ab"))]
    pub token_prefix: String,
    /// Last four characters of the token.
    #[schema(examples("fGhK"))]
    pub token_last4: String,
    /// Number of devices that can be discovered with this enrolment. Devices that are already known can always report.
    #[schema(minimum = 1, maximum = 100_000, examples(1000))]
    pub max_devices: i32,
    /// Number of devices that were discovered with this enrolment and not deleted since.
    #[schema(minimum = 0, examples(37))]
    pub devices: i32,
    /// Time after which the token is refused; `null` for a token that does not expire.
    pub expires_at: Option<Timestamp>,
    pub revoked_at: Option<Timestamp>,
    pub created_by: Actor,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// Version number, incremented on every change; also sent as the `ETag`.
    #[schema(examples(1))]
    pub version: i32,
}

pub type EnrolmentOrPage = OneOrPage<Enrolment>;

/// Request to create an enrolment.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Headquarters", "max_devices": 500}))]
pub struct NewEnrolment {
    #[schema(min_length = 1, max_length = 100, pattern = r"\S")]
    pub name: String,
    /// Organization of the devices. Required if the tenant has several organizations; a single organization is the default.
    pub organization_id: Option<OrganizationId>,
    /// Number of devices that can be discovered; 1,000 by default.
    #[schema(nullable = false, minimum = 1, maximum = 100_000)]
    pub max_devices: Option<i32>,
    /// Number of days until the token expires. It does not expire by default.
    #[schema(nullable = false, minimum = 1, maximum = 3650)]
    pub expires_days: Option<i32>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct EnrolmentQuery {
    /// Returns only the enrolment with this id, as a single object.
    #[param(nullable = false)]
    pub id: Option<EnrolmentId>,
    /// Filters by organization.
    #[param(nullable = false)]
    pub organization_id: Option<OrganizationId>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct EnrolmentTarget {
    /// Id of the enrolment.
    pub id: EnrolmentId,
}

impl Resource for Enrolment {
    const TYPE: &'static str = "enrolment";
    const PATH: &'static str = "/api/rmm/enrolments";
    const SECRETS: &'static [&'static str] = &["url", "token"];

    fn id(&self) -> String {
        self.id.to_string()
    }

    fn version(&self) -> i32 {
        self.version
    }

    fn organization(&self) -> Option<OrganizationId> {
        Some(self.organization_id)
    }
}
