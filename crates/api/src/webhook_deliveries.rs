//! `/api/admin/webhooks/deliveries`: what became of telling an endpoint of an event; sending again; trying out.

use crate::{DeliveryId, EventId, EventKind, OneOrPage, Resource, WebhookEndpointId, events::Event, words::words};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::{IntoParams, ToSchema};

/// One event for one endpoint.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Delivery {
    pub id: DeliveryId,
    pub endpoint_id: WebhookEndpointId,
    /// Also the `webhook-id` of every attempt.
    pub event_id: EventId,
    #[schema(value_type = EventKind)]
    pub event: String,
    /// What the event is about.
    #[schema(examples("tkt_01h455vb4pex5vsknk084sn02q"))]
    pub subject_id: String,
    pub status: DeliveryStatus,
    /// Whether somebody asked for it to be sent again.
    pub replay: bool,
    /// All that were made, the first first.
    pub attempts: Vec<DeliveryAttempt>,
    pub next_attempt_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub finished_at: Option<Timestamp>,
}

pub type DeliveryOrPage = OneOrPage<Delivery>;

words! {
    DeliveryStatus {
        /// It is sent when its time comes.
        Pending = "pending",
        /// It waits for an earlier event of its subject.
        Held = "held",
        Delivered = "delivered",
        /// Every attempt failed.
        Failed = "failed",
        /// Its endpoint was deleted.
        Canceled = "canceled",
    }

    /// Why an attempt was made.
    AttemptReason {
        Schedule = "schedule",
        /// To see whether a failing endpoint takes events again.
        Probe = "probe",
        Replay = "replay",
        Test = "test",
    }
}

/// One try, also one that reached nobody.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct DeliveryAttempt {
    pub at: Timestamp,
    pub reason: AttemptReason,
    /// What the endpoint answered; `null` when it did not.
    #[schema(examples(200))]
    pub status: Option<i32>,
    /// What went wrong: `status` for an answer that is no success, otherwise why there was none.
    #[schema(examples("timeout"))]
    pub error: Option<String>,
    /// The same in a sentence. Of an address that is refused it names the class (private, loopback, …), never the
    /// address.
    #[schema(examples("time ran out waiting for the answer"))]
    pub error_detail: Option<String>,
    /// Whom it was connected to.
    #[schema(examples("203.0.113.7:443"))]
    pub remote: Option<String>,
    pub timings: AttemptTimings,
    pub response_headers: Option<BTreeMap<String, String>>,
    /// The first 4 KiB.
    pub response_body: Option<String>,
    /// Whether there was more.
    pub response_truncated: bool,
}

/// How long each phase took; `null` for one that a kept connection did not need.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AttemptTimings {
    #[schema(examples(850))]
    pub dns_microseconds: Option<i32>,
    pub connect_microseconds: Option<i32>,
    pub tls_microseconds: Option<i32>,
    pub first_byte_microseconds: Option<i32>,
    #[schema(examples(48_200))]
    pub total_microseconds: i32,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DeliveryQuery {
    /// Only this delivery, as a bare object.
    #[param(nullable = false)]
    pub id: Option<DeliveryId>,
    /// Deliveries to this endpoint.
    #[param(nullable = false)]
    pub endpoint_id: Option<WebhookEndpointId>,
    /// Deliveries of this event.
    #[param(nullable = false)]
    pub event_id: Option<EventId>,
    /// Deliveries of events of this kind.
    #[param(nullable = false)]
    pub event: Option<EventKind>,
    #[param(nullable = false, inline)]
    pub status: Option<DeliveryStatus>,
    /// Deliveries of events since this time.
    #[param(nullable = false)]
    pub since: Option<Timestamp>,
    /// Deliveries of events before this time.
    #[param(nullable = false)]
    pub until: Option<Timestamp>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DeliveryTarget {
    /// Which delivery.
    pub id: DeliveryId,
}

/// Nothing needs to be said.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({}))]
pub struct Redelivery {}

/// Which events are sent again.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"since": "2026-11-14T00:00:00Z", "only": "failed"}))]
pub struct Recovery {
    pub since: Timestamp,
    /// Until now, if it is not said.
    pub until: Option<Timestamp>,
    pub only: Recovered,
}

words! {
    /// What of it is sent again.
    Recovered {
        /// What was given up.
        Failed = "failed",
        /// What was never tried: it happened while the endpoint was disabled, or before it was there.
        Missed = "missed",
        /// Everything that the endpoint wants, also what it has taken.
        All = "all",
    }
}

/// What to try out.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"event": "ticket.created"}))]
pub struct WebhookTest {
    /// Of which kind the example is; `webhook.ping` if it is not said.
    #[schema(nullable = false)]
    pub event: Option<EventKind>,
}

/// What came of it.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WebhookTestResult {
    /// What was sent.
    pub event: Event,
    /// `null` in a dry run.
    pub attempt: Option<DeliveryAttempt>,
}

impl Resource for Delivery {
    const TYPE: &'static str = "webhook_delivery";
    const PATH: &'static str = "/api/admin/webhooks/deliveries";

    fn id(&self) -> String {
        self.id.to_string()
    }

    /// What changes it is its sending.
    fn version(&self) -> i32 {
        1
    }
}
