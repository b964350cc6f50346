//! `/api/admin/webhooks/deliveries`: the delivery log, redelivery, recovery and test events.

use crate::{
    DeliveryId, EventId, EventKind, OneOrPage, Resource, WebhookEndpointId, events::Event, webhooks::EventPattern,
    words::words,
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::{IntoParams, ToSchema};

/// Delivery of an event to an endpoint.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Delivery {
    pub id: DeliveryId,
    pub endpoint_id: WebhookEndpointId,
    /// Id of the event, sent as `webhook-id` with every attempt.
    pub event_id: EventId,
    #[schema(value_type = EventKind)]
    pub event_type: String,
    /// Id of the object that the event is about.
    #[schema(examples("tkt_01h455vb4pex5vsknk084sn02q"))]
    pub subject_id: String,
    pub status: DeliveryStatus,
    /// `true` if the delivery was requested by a redelivery or a recovery.
    pub replay: bool,
    /// All attempts so far, oldest first.
    pub attempts: Vec<DeliveryAttempt>,
    /// Time of the next attempt; `null` if there is none.
    pub next_attempt_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub finished_at: Option<Timestamp>,
}

pub type DeliveryOrPage = OneOrPage<Delivery>;

words! {
    /// Status of a delivery.
    DeliveryStatus {
        /// An attempt is scheduled.
        Pending = "pending",
        /// The delivery waits for an earlier event of the same subject.
        Held = "held",
        Delivered = "delivered",
        /// All attempts failed.
        Failed = "failed",
        /// The endpoint was deleted.
        Canceled = "canceled",
    }

    /// Reason for an attempt.
    AttemptReason {
        Schedule = "schedule",
        /// Test whether a failing endpoint accepts events again.
        Probe = "probe",
        Replay = "replay",
        Test = "test",
    }
}

/// A delivery attempt, including one that could not connect.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct DeliveryAttempt {
    pub started_at: Timestamp,
    pub reason: AttemptReason,
    /// HTTP status of the response; `null` without a response.
    #[schema(examples(200))]
    pub status: Option<i32>,
    /// Error code of the attempt: `status` for a response that is not successful, otherwise the reason why there was no
    /// response.
    #[schema(examples("timeout"))]
    pub error: Option<String>,
    /// Description of the error. For a refused address it contains the class (private, loopback, …), never the address.
    #[schema(examples("timed out waiting for the response"))]
    pub error_detail: Option<String>,
    /// Address that the attempt connected to.
    #[schema(examples("203.0.113.7:443"))]
    pub remote: Option<String>,
    pub timings: AttemptTimings,
    /// Headers of the response.
    pub response_headers: Option<BTreeMap<String, String>>,
    /// First 4 KiB of the response body.
    pub response_body: Option<String>,
    /// `true` if the response body was longer.
    pub response_truncated: bool,
}

/// Duration of each phase; `null` for a phase that a reused connection did not need.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AttemptTimings {
    /// Time to resolve the host name.
    #[schema(examples(850))]
    pub dns_microseconds: Option<i32>,
    /// Time to connect.
    pub connect_microseconds: Option<i32>,
    /// Time of the TLS handshake.
    pub tls_microseconds: Option<i32>,
    /// Time until the first byte of the response.
    pub first_byte_microseconds: Option<i32>,
    /// Time of the whole attempt.
    #[schema(examples(48_200))]
    pub total_microseconds: i32,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DeliveryQuery {
    /// Returns only the delivery with this id, as a single object.
    #[param(nullable = false)]
    pub id: Option<DeliveryId>,
    /// Filters by endpoint.
    #[param(nullable = false)]
    pub endpoint_id: Option<WebhookEndpointId>,
    /// Filters by event id.
    #[param(nullable = false)]
    pub event_id: Option<EventId>,
    /// Filters by event type; several types and wildcards such as `ticket.*` are separated by commas or repeated.
    #[param(nullable = false, explode = false)]
    pub event_type: Option<Vec<EventPattern>>,
    /// Filters by status; separate several statuses with commas, or repeat the parameter.
    #[param(nullable = false, explode = false, inline)]
    pub status: Option<Vec<DeliveryStatus>>,
    /// Filters for events at this time or later.
    #[param(nullable = false)]
    pub since: Option<Timestamp>,
    /// Filters for events before this time.
    #[param(nullable = false)]
    pub until: Option<Timestamp>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DeliveryTarget {
    /// Id of the delivery.
    pub id: DeliveryId,
}

/// An empty object.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({}))]
pub struct Redelivery {}

/// Events to send again.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"since": "2026-11-14T00:00:00Z", "only": "failed"}))]
pub struct Recovery {
    /// Time of the first event to send again, inclusive.
    pub since: Timestamp,
    /// End of the period; now by default.
    pub until: Option<Timestamp>,
    pub only: Recovered,
}

words! {
    /// Events that a recovery sends again.
    Recovered {
        /// Events whose delivery failed.
        Failed = "failed",
        /// Events that were never attempted: they occurred while the endpoint was disabled or before it was created.
        Missed = "missed",
        /// All events that the endpoint subscribes to, including delivered ones.
        All = "all",
    }
}

/// A test event.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"event_type": "ticket.created"}))]
pub struct WebhookTest {
    /// Type of the example event; `webhook.ping` by default.
    #[schema(nullable = false)]
    pub event_type: Option<EventKind>,
}

/// Result of a test.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WebhookTestResult {
    /// The event that was sent.
    pub event: Event,
    /// The attempt; `null` in a dry run.
    pub attempt: Option<DeliveryAttempt>,
}

impl Resource for Delivery {
    const TYPE: &'static str = "webhook_delivery";
    const PATH: &'static str = "/api/admin/webhooks/deliveries";

    fn id(&self) -> String {
        self.id.to_string()
    }

    /// Only attempts change a delivery.
    fn version(&self) -> i32 {
        1
    }
}
