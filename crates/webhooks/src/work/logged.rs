//! Events as they are in the log, as they are sent, and the ids of their deliveries.

use super::lane::Job;
use api::events::{Event, Subject};
use api::{Actor, EventId, OrganizationId, TenantId};
use axum::body::Bytes;
use kernel::telemetry::TraceContext;
use queries::queries::webhooks::{
    endpoints::PastEvent,
    work::{
        ledger::{DueDelivery, LoggedEvent},
        recovery::RecoveredEvent,
    },
};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::sync::OnceLock;
use uuid::Uuid;

pub struct Logged {
    pub event: Event,
    pub position: i64,
    /// The trace of the request that caused it. Only events that become deliveries at once have it.
    pub trace: Option<TraceContext>,
    value: OnceLock<Value>,
}

/// Several statements read the same columns.
macro_rules! event {
    ($row:ident) => {
        Event {
            id: EventId($row.id),
            kind: $row.r#type.parse().ok()?,
            timestamp: $row.at,
            tenant_id: TenantId($row.tenant_id),
            organization_id: $row.organization_id.map(OrganizationId),
            subject: Subject { kind: $row.subject_type, id: $row.subject_id },
            sequence: $row.sequence,
            actor: Actor::stored(&$row.actor_kind, $row.actor_id),
            request_id: $row.request_id,
            data: $row.data,
        }
    };
}

impl Logged {
    /// `None` for a kind that this version does not know.
    pub fn new(row: LoggedEvent) -> Option<Logged> {
        let (position, trace) = (row.position, TraceContext::stored(row.trace.as_deref()));
        Some(Logged { event: event!(row), position, trace, value: OnceLock::new() })
    }

    /// An event of the past.
    pub fn past(row: PastEvent) -> Option<Logged> {
        let position = row.position;
        Some(Logged { event: event!(row), position, trace: None, value: OnceLock::new() })
    }

    /// An event that is read again.
    pub fn recovered(row: RecoveredEvent) -> Option<Logged> {
        let position = row.position;
        Some(Logged { event: event!(row), position, trace: None, value: OnceLock::new() })
    }

    /// A delivery from the table.
    pub fn due(row: DueDelivery) -> Option<Job> {
        let (id, attempts, replay, position) = (row.delivery_id, row.attempts, row.replay, row.position);
        let trace = TraceContext::stored(row.trace.as_deref());
        let logged = Logged { event: event!(row), position, trace, value: OnceLock::new() };
        Some(Job {
            id,
            event_id: logged.event.id.0,
            event_at: logged.event.timestamp,
            kind: logged.event.kind,
            organization: logged.event.organization_id,
            subject_id: logged.event.subject.id.as_str().into(),
            body: logged.body(),
            attempts,
            replay,
            trace,
        })
    }

    /// As filters see it.
    pub fn value(&self) -> &Value {
        self.value.get_or_init(|| serde_json::to_value(&self.event).unwrap_or_default())
    }

    /// As it is sent.
    pub fn body(&self) -> Bytes {
        serde_json::to_vec(&self.event).unwrap_or_default().into()
    }
}

/// Always the same for an event and an endpoint, so that a delivery is not added twice; it contains the event's time.
pub fn delivery_id(event: Uuid, endpoint: Uuid) -> Uuid {
    let hash = Sha256::new().chain_update(event.as_bytes()).chain_update(endpoint.as_bytes()).finalize();
    let mut bytes = *event.as_bytes();
    bytes[6..].copy_from_slice(&hash[..10]);
    uuid::Builder::from_custom_bytes(bytes).into_uuid()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_delivery_has_one_id_and_the_time_of_its_event() {
        let event = Uuid::from_u128(0x01890a5d_ac96_774b_bcce_b302099a8057);
        let (one, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
        assert_eq!(delivery_id(event, one), delivery_id(event, one));
        assert_ne!(delivery_id(event, one), delivery_id(event, other));
        assert_eq!(delivery_id(event, one).as_bytes()[..6], event.as_bytes()[..6]);
        assert_eq!(delivery_id(event, one).get_version_num(), 8);
    }
}
