//! `/api/psa/tickets/watchers`: people who follow a ticket without working on it.

use crate::{
    Actor, ContactId, OneOrPage, Resource, TicketId, UserId, contacts::EmailAddress, ids::WatcherId,
    tickets::BriefTicket, words::words,
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

words! {
    /// Type of a watcher.
    WatcherKind {
        User = "user",
        Contact = "contact",
        /// An e-mail address that gets copies.
        Email = "email",
    }
}

/// A user, a contact or an e-mail address that follows a ticket.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct TicketWatcher {
    pub id: WatcherId,
    pub ticket_id: TicketId,
    pub kind: WatcherKind,
    /// Present for the kind `user`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub user_id: Option<UserId>,
    /// Present for the kind `contact`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub contact_id: Option<ContactId>,
    /// Present for the kind `email`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, examples("milton@initech.example"))]
    pub email: Option<String>,
    pub created_by: Actor,
    pub created_at: Timestamp,
}

pub type TicketWatcherOrPage = OneOrPage<TicketWatcher>;

/// Exactly one of `user_id`, `contact_id` and `email`.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"ticket_id": "tkt_01h455vb4pex5vsknk084sn02q", "email": "milton@initech.example"}))]
pub struct NewTicketWatcher {
    pub ticket_id: TicketId,
    /// A user of the tenant.
    #[schema(nullable = false)]
    pub user_id: Option<UserId>,
    /// A contact of the ticket's organization.
    #[schema(nullable = false)]
    pub contact_id: Option<ContactId>,
    /// An e-mail address that gets copies.
    #[schema(nullable = false)]
    pub email: Option<EmailAddress>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TicketWatcherQuery {
    /// Returns only the watcher with this id, as a single object.
    #[param(nullable = false)]
    pub id: Option<WatcherId>,
    /// Id of the ticket whose watchers are listed.
    #[param(nullable = false)]
    pub ticket_id: Option<TicketId>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TicketWatcherTarget {
    /// Id of the watcher.
    pub id: WatcherId,
}

/// Payload of an event about a watcher.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct TicketWatcherEvent {
    pub object: BriefTicket,
    pub watcher: TicketWatcher,
}

impl Resource for TicketWatcher {
    const TYPE: &'static str = "ticket_watcher";
    const PATH: &'static str = "/api/psa/tickets/watchers";

    fn id(&self) -> String {
        self.id.to_string()
    }

    /// A watcher never changes.
    fn version(&self) -> i32 {
        1
    }
}
