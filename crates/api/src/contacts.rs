//! `/api/psa/contacts`: people of the tenant's customers.

use crate::{
    ContactId, CustomFields, EventKind, Lifecycle, OneOrPage, OrganizationId, Resource, organizations::ExternalRef,
    patch, ticket_comments::Comment, ticket_watchers::TicketWatcher, tickets::Ticket, words::words,
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

words! {
    /// Status of a contact.
    ContactStatus {
        Active = "active",
        /// The person has left the customer. Tickets keep the contact.
        Inactive = "inactive",
    }
}

/// A contact: a person who requests tickets and comments on them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Contact {
    pub id: ContactId,
    /// Organization of the contact, which never changes; `null` for a person of the tenant itself.
    pub organization_id: Option<OrganizationId>,
    #[schema(examples("Milton Waddams"))]
    pub name: String,
    /// E-mail addresses, the preferred one first. An address is unique within the organization, regardless of case.
    #[schema(examples(json!(["milton@initech.example"])))]
    pub emails: Vec<String>,
    /// Phone numbers, the preferred one first.
    #[schema(examples(json!(["+49 30 123456"])))]
    pub phones: Vec<String>,
    /// Job title.
    #[schema(examples("Head of Collating"))]
    pub title: Option<String>,
    /// Id of the contact in another system; unique within the organization.
    pub external_ref: Option<ExternalRef>,
    pub custom_fields: CustomFields,
    /// `true` for a person whose tickets require special attention.
    pub vip: bool,
    pub status: ContactStatus,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// Time at which the contact was erased; `null` unless it was. An erased contact has no data, cannot be changed,
    /// and cannot be used in new requests.
    pub erased_at: Option<Timestamp>,
    /// Version number, incremented on every change; also sent as the `ETag`.
    #[schema(examples(1))]
    pub version: i32,
}

impl Contact {
    /// Maximum number of e-mail addresses, and of phone numbers.
    pub const ADDRESSES: usize = 20;

    /// The name of every erased contact.
    pub const ERASED: &'static str = "Erased contact";
}

pub type ContactOrPage = OneOrPage<Contact>;

/// An e-mail address.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(max_length = 320, pattern = r"^[^\s@]+@[^\s@]+$")]
pub struct EmailAddress(pub String);

/// A phone number, in any notation.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(min_length = 1, max_length = 50, pattern = r"\S")]
pub struct PhoneNumber(pub String);

/// Request to create a contact.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Milton Waddams", "emails": ["milton@initech.example"], "phones": ["+49 30 123456"]}))]
pub struct NewContact {
    #[schema(min_length = 1, max_length = 200, pattern = r"\S")]
    pub name: String,
    /// Organization of the contact. Required if the tenant has several organizations; a single organization is the
    /// default.
    pub organization_id: Option<OrganizationId>,
    /// E-mail addresses, the preferred one first.
    #[serde(default)]
    #[schema(max_items = 20, inline)]
    pub emails: Vec<EmailAddress>,
    /// Phone numbers, the preferred one first.
    #[serde(default)]
    #[schema(max_items = 20, inline)]
    pub phones: Vec<PhoneNumber>,
    /// Job title.
    #[schema(min_length = 1, max_length = 200)]
    pub title: Option<String>,
    pub external_ref: Option<ExternalRef>,
    #[serde(default)]
    pub custom_fields: CustomFields,
    /// `true` for a person whose tickets require special attention; `false` by default.
    #[schema(nullable = false)]
    pub vip: Option<bool>,
    /// Status of the contact; `active` by default.
    #[schema(nullable = false)]
    pub status: Option<ContactStatus>,
}

/// Fields that are absent are not changed; `null` clears a field.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"title": "Head of Collating", "vip": true}))]
pub struct ContactChange {
    #[schema(nullable = false, min_length = 1, max_length = 200, pattern = r"\S")]
    pub name: Option<String>,
    /// Replaces all e-mail addresses.
    #[schema(nullable = false, max_items = 20)]
    pub emails: Option<Vec<EmailAddress>>,
    /// Replaces all phone numbers.
    #[schema(nullable = false, max_items = 20)]
    pub phones: Option<Vec<PhoneNumber>>,
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<String>, min_length = 1, max_length = 200)]
    pub title: Option<Option<String>>,
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<ExternalRef>)]
    pub external_ref: Option<Option<ExternalRef>>,
    /// Replaces all custom fields.
    #[schema(nullable = false)]
    pub custom_fields: Option<CustomFields>,
    #[schema(nullable = false)]
    pub vip: Option<bool>,
    #[schema(nullable = false)]
    pub status: Option<ContactStatus>,
    /// Id of a duplicate of this contact, in the same organization. Its tickets and comments become those of this
    /// contact, which also watches the tickets that the duplicate watched. Its addresses, phone numbers and custom fields
    /// are added, empty fields are filled, and the duplicate is deleted. Other fields of the same request are applied
    /// afterwards.
    #[schema(nullable = false)]
    pub merge_from: Option<ContactId>,
}

/// A contact, by its id or by name and e-mail address. If there is an `id`, the other fields are ignored. Otherwise,
/// the contact of the ticket's organization with this address is used, or without an address the oldest one with this
/// name; if there is none, it is created.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ContactRef {
    pub id: Option<ContactId>,
    /// Name of the contact, if it is created; the e-mail address by default.
    #[schema(min_length = 1, max_length = 200, pattern = r"\S", examples("Milton Waddams"))]
    pub name: Option<String>,
    #[schema(value_type = Option<String>, max_length = 320, pattern = r"^[^\s@]+@[^\s@]+$",
        examples("milton@initech.example"))]
    pub email: Option<EmailAddress>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ContactQuery {
    /// Returns only the contact with this id, as a single object.
    #[param(nullable = false)]
    pub id: Option<ContactId>,
    /// Filters by organization.
    #[param(nullable = false)]
    pub organization_id: Option<OrganizationId>,
    /// Filters by e-mail address, regardless of case.
    #[param(example = "m.waddams@initech.example", nullable = false, min_length = 1, max_length = 320)]
    pub email: Option<String>,
    /// Filters for contacts with a reference to this system. Requires `external_id`.
    #[param(example = "halopsa", nullable = false, min_length = 1, max_length = 100)]
    pub external_system: Option<String>,
    /// Filters by the id in `external_system`.
    #[param(example = "4711", nullable = false, min_length = 1, max_length = 200)]
    pub external_id: Option<String>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ContactTarget {
    /// Id of the contact.
    pub id: ContactId,
}

/// An empty object.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({}))]
pub struct ContactErasure {}

/// A line of the export of a contact.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ContactRecord {
    Contact {
        contact: Box<Contact>,
    },
    /// A ticket that the contact requested.
    Ticket {
        ticket: Box<Ticket>,
    },
    /// A comment that the contact wrote.
    Comment {
        comment: Box<Comment>,
    },
    /// A ticket that the contact watches, as a contact or by an e-mail address.
    Watcher {
        watcher: Box<TicketWatcher>,
    },
}

impl Resource for Contact {
    const TYPE: &'static str = "contact";
    const PATH: &'static str = "/api/psa/contacts";
    const EVENTS: Lifecycle = Lifecycle {
        created: Some(EventKind::ContactCreated),
        updated: Some(EventKind::ContactUpdated),
        deleted: Some(EventKind::ContactDeleted),
    };

    fn id(&self) -> String {
        self.id.to_string()
    }

    fn version(&self) -> i32 {
        self.version
    }

    fn organization(&self) -> Option<OrganizationId> {
        self.organization_id
    }
}
