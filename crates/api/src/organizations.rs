//! `/api/rmm/organizations`: the tenant's customers.

use crate::{CustomFields, EventKind, Lifecycle, OneOrPage, OrganizationId, Resource, patch, words::words};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// An organization: a customer of the tenant.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Organization {
    pub id: OrganizationId,
    /// Unique within the tenant.
    #[schema(examples("Initech GmbH"))]
    pub name: String,
    /// Notes for technicians, in Markdown.
    #[schema(examples("Calls before 9 a.m. go to the branch in Hamburg."))]
    pub notes: Option<String>,
    /// Mail and web domains of the organization.
    #[schema(examples(json!(["initech.example"])))]
    pub domains: Vec<String>,
    #[schema(examples(json!(["gold", "on-site"])))]
    pub tags: Vec<String>,
    pub contact: Option<ContactPerson>,
    /// Id of the organization in another system; unique within the tenant.
    pub external_ref: Option<ExternalRef>,
    pub custom_fields: CustomFields,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// Version number, incremented on every change; also sent as the `ETag`.
    #[schema(examples(1))]
    pub version: i32,
    /// Numbers of objects of the organization, with `include=counts`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub counts: Option<OrganizationCounts>,
}

/// Numbers of the objects of an organization.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OrganizationCounts {
    /// Number of devices, including retired ones.
    #[schema(minimum = 0, examples(42))]
    pub devices: i64,
}

words! {
    OrganizationInclude { Counts = "counts" }
}

pub type OrganizationOrPage = OneOrPage<Organization>;

/// Contact person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ContactPerson {
    #[schema(min_length = 1, max_length = 200, examples("Milton Waddams"))]
    pub name: String,
    #[schema(max_length = 320, examples("milton@initech.example"))]
    pub email: Option<String>,
    #[schema(max_length = 50, examples("+49 30 123456"))]
    pub phone: Option<String>,
}

/// Reference to an object in another system.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ExternalRef {
    /// Name of the other system.
    #[schema(min_length = 1, max_length = 100, examples("halopsa"))]
    pub system: String,
    #[schema(min_length = 1, max_length = 200, examples("4711"))]
    pub id: String,
}

/// Request to create an organization.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Initech GmbH", "domains": ["initech.example"], "tags": ["gold"]}))]
pub struct NewOrganization {
    #[schema(min_length = 1, max_length = 200, pattern = r"\S")]
    pub name: String,
    #[schema(max_length = 10_000)]
    pub notes: Option<String>,
    #[serde(default)]
    #[schema(max_items = 50, inline)]
    pub domains: Vec<Domain>,
    #[serde(default)]
    #[schema(max_items = 50, inline)]
    pub tags: Vec<Tag>,
    pub contact: Option<ContactPerson>,
    pub external_ref: Option<ExternalRef>,
    #[serde(default)]
    pub custom_fields: CustomFields,
}

/// Fields that are absent are not changed; `null` clears a field.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"tags": ["gold", "on-site"], "notes": null}))]
pub struct OrganizationChange {
    #[schema(nullable = false, min_length = 1, max_length = 200, pattern = r"\S")]
    pub name: Option<String>,
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<String>, max_length = 10_000)]
    pub notes: Option<Option<String>>,
    #[schema(nullable = false, max_items = 50)]
    pub domains: Option<Vec<Domain>>,
    #[schema(nullable = false, max_items = 50)]
    pub tags: Option<Vec<Tag>>,
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<ContactPerson>)]
    pub contact: Option<Option<ContactPerson>>,
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<ExternalRef>)]
    pub external_ref: Option<Option<ExternalRef>>,
    /// Replaces all custom fields.
    #[schema(nullable = false)]
    pub custom_fields: Option<CustomFields>,
}

/// A domain name.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(max_length = 253, pattern = r"^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$")]
pub struct Domain(pub String);

/// A short label.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(min_length = 1, max_length = 50, pattern = r"^\S(.*\S)?$")]
pub struct Tag(pub String);

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OrganizationQuery {
    /// Returns only the organization with this id, as a single object.
    #[param(nullable = false)]
    pub id: Option<OrganizationId>,
    /// Filters by the beginning of the name.
    #[param(example = "Ini", nullable = false, min_length = 1, max_length = 200)]
    pub name_prefix: Option<String>,
    /// Filters by tag.
    #[param(example = "vip", nullable = false, min_length = 1, max_length = 50)]
    pub tag: Option<String>,
    /// Filters for organizations with a reference to this system.
    #[param(example = "halopsa", nullable = false, min_length = 1, max_length = 100)]
    pub external_system: Option<String>,
    /// Filters by the id in `external_system`.
    #[param(example = "4711", nullable = false, min_length = 1, max_length = 200)]
    pub external_id: Option<String>,
    /// Additional fields of each organization.
    #[param(nullable = false, explode = false, inline)]
    pub include: Option<Vec<OrganizationInclude>>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OrganizationTarget {
    /// Id of the organization.
    pub id: OrganizationId,
}

impl Resource for Organization {
    const TYPE: &'static str = "organization";
    const PATH: &'static str = "/api/rmm/organizations";
    const EVENTS: Lifecycle = Lifecycle {
        created: Some(EventKind::OrganizationCreated),
        updated: Some(EventKind::OrganizationUpdated),
        deleted: Some(EventKind::OrganizationDeleted),
    };

    fn id(&self) -> String {
        self.id.to_string()
    }

    fn version(&self) -> i32 {
        self.version
    }

    fn organization(&self) -> Option<OrganizationId> {
        Some(self.id)
    }
}
