//! The events that an endpoint receives.

use super::work::logged::Logged;
use api::{
    EventKind, OrganizationId, WebhookEndpointId,
    webhooks::{EventFilter, EventPattern},
};
use kernel::{credentials::rights::Rights, event_filter::Filter};

#[derive(Debug)]
pub struct Interest {
    endpoint: String,
    patterns: Vec<EventPattern>,
    filter: Option<Filter>,
    organizations: Option<Vec<OrganizationId>>,
    rights: Option<Rights>,
}

impl Interest {
    /// A filter that cannot be parsed matches everything: too many events are better than none. `rights` limit the
    /// events; `None` allows none.
    pub fn new(
        endpoint: WebhookEndpointId,
        patterns: Vec<EventPattern>,
        filter: Option<&EventFilter>,
        organizations: Option<Vec<OrganizationId>>,
        rights: Option<Rights>,
    ) -> Interest {
        let filter = filter.and_then(|filter| Filter::parse(filter, "").ok());
        Interest { endpoint: endpoint.to_string(), patterns, filter, organizations, rights }
    }

    /// True if the owner may read it now.
    pub fn may_receive(&self, kind: EventKind, organization: Option<OrganizationId>) -> bool {
        self.rights.as_ref().is_some_and(|rights| rights.may_hear(kind, organization))
    }

    pub fn covers(&self, logged: &Logged) -> bool {
        let event = &logged.event;
        let organization = match &self.organizations {
            None => true,
            Some(some) => event.organization_id.is_some_and(|id| some.contains(&id)),
        };
        organization
            && self.may_receive(event.kind, event.organization_id)
            && self.patterns.iter().any(|pattern| pattern.matches(event.kind))
            // An endpoint receives no events about itself: a failing endpoint would fail once more.
            && event.subject.id != self.endpoint
            && self.filter.as_ref().is_none_or(|filter| filter.matches(logged.value()))
    }
}
