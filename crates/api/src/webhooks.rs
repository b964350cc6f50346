//! `/api/admin/webhooks`: webhook endpoints.

use crate::{
    Actor, EventKind, Lifecycle, OneOrPage, OrganizationId, Owner, Resource, WebhookEndpointId, patch, words::words,
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::{borrow::Cow, collections::BTreeMap, str::FromStr, sync::LazyLock};
use utoipa::{
    IntoParams, ToSchema,
    openapi::{
        ArrayBuilder, ObjectBuilder, RefOr, Schema,
        schema::{SchemaType, Type},
    },
};

/// A webhook endpoint. Events are signed as specified by [Standard Webhooks](https://www.standardwebhooks.com).
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WebhookEndpoint {
    pub id: WebhookEndpointId,
    #[schema(examples("Ticket mirror"))]
    pub name: String,
    #[schema(examples("https://hooks.acme.example/tenant-control"))]
    pub url: String,
    #[schema(examples("Copies tickets to the archive."))]
    pub description: Option<String>,
    pub events: Vec<EventPattern>,
    pub filter: Option<EventFilter>,
    /// Organizations whose events are sent; `null` for all events, including those that concern no organization.
    pub organization_ids: Option<Vec<OrganizationId>>,
    pub ordering: WebhookOrdering,
    /// Names of additional headers. Their values are never returned.
    #[schema(value_type = BTreeMap<String, Option<String>>, examples(json!({"X-Environment": null})))]
    pub headers: BTreeMap<String, Option<String>>,
    #[schema(examples(15))]
    pub timeout_seconds: i32,
    pub max_per_second: Option<i32>,
    pub status: WebhookStatus,
    /// Reason why the endpoint is failing or disabled, or was paused by the service: `owner_disabled`, `key_revoked`.
    #[schema(examples(json!(null)))]
    pub status_reason: Option<String>,
    pub health: WebhookHealth,
    /// Signing secret. Returned only on creation, on rotation, and when `url` changes to another origin. `null` in
    /// every other response, including a replay of that response for the same `Idempotency-Key`.
    #[schema(examples("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))]
    pub secret: Option<String>,
    /// Last characters of the secret.
    #[schema(examples("LaSw"))]
    pub secret_hint: String,
    /// Present while deliveries are also signed with secrets from before a rotation; otherwise `null`.
    pub rotation: Option<SecretRotation>,
    /// Number of recent events that match. Returned only with `dry_run=true`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub matches: Option<FilterMatches>,
    /// Owner of the endpoint. The endpoint receives only events that its owner can currently read and its creator could
    /// read.
    pub owner: Owner,
    pub created_by: Actor,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// Version number, incremented on every change; also sent as the `ETag`.
    #[schema(examples(1))]
    pub version: i32,
}

pub type WebhookEndpointOrPage = OneOrPage<WebhookEndpoint>;

words! {
    /// Order of deliveries.
    WebhookOrdering {
        /// No order: a retry does not delay other events.
        None = "none",
        /// Events of the same subject are sent in order: while one is retried, later events of its subject wait.
        PerSubject = "per_subject",
    }

    /// Status of a webhook endpoint.
    WebhookStatus {
        Active = "active",
        /// Paused by the tenant. Events wait.
        Paused = "paused",
        /// Too many attempts failed. Events wait, and the service retries with one event at a time.
        Failing = "failing",
        /// Attempts failed for days, or the endpoint returned 410. No events are sent. Events that occur meanwhile can
        /// be recovered for 30 days.
        Disabled = "disabled",
    }
}

/// Delivery health of an endpoint.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct WebhookHealth {
    #[schema(examples(0))]
    pub consecutive_failures: i32,
    /// Time since which all attempts have failed.
    pub failing_since: Option<Timestamp>,
    pub last_success_at: Option<Timestamp>,
    pub last_failure_at: Option<Timestamp>,
    /// Number of waiting deliveries, counted up to 1,000.
    #[schema(minimum = 0, maximum = 1000, examples(0))]
    pub backlog: i64,
}

/// Rotation of a secret whose predecessor is still valid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SecretRotation {
    /// Time at which the last earlier secret expires.
    pub grace_until: Timestamp,
}

/// Number of past events that match the endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FilterMatches {
    #[schema(examples(37))]
    pub matched: i64,
    /// Number of recent events that were examined, at most 1,000.
    #[schema(examples(1000))]
    pub examined: i64,
}

/// Conditions on an event, described by `FILTER`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EventFilter(pub Map<String, Value>);

const FILTER: &str = "Conditions on an event, all of which must hold. Each maps the path of a field to a list of \
    accepted values: a value, `{\"prefix\": \"…\"}`, `{\"anything_but\": […]}`, `{\"exists\": true}` or \
    `{\"numeric\": [\">=\", 1, \"<\", 5]}`. If the field is a list, one of its values must match.";

impl utoipa::PartialSchema for EventFilter {
    fn schema() -> RefOr<Schema> {
        let alternatives = ArrayBuilder::new()
            .items(ObjectBuilder::new().schema_type(SchemaType::AnyValue))
            .min_items(Some(1))
            .max_items(Some(50));
        ObjectBuilder::new()
            .schema_type(Type::Object)
            .description(Some(FILTER))
            .additional_properties(Some(Schema::Array(alternatives.build())))
            .max_properties(Some(20))
            .examples([json!({"data.object.priority": ["p1", "p2"], "data.object.title": [{"prefix": "Disk"}]})])
            .into()
    }
}

impl ToSchema for EventFilter {}

/// An event type, all types with a common prefix (`ticket.*`), or all types (`*`).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct EventPattern(Cow<'static, str>);

impl EventPattern {
    pub fn matches(&self, kind: EventKind) -> bool {
        match self.0.strip_suffix('*') {
            Some(beginning) => kind.name().starts_with(beginning),
            None => kind.name() == self.0,
        }
    }

    /// The event kinds that match.
    pub fn kinds(&self) -> impl Iterator<Item = EventKind> {
        EventKind::ALL.iter().copied().filter(|kind| self.matches(*kind))
    }

    pub fn name(&self) -> &str {
        &self.0
    }

    /// Converts the column of a row, which may hold a pattern that this version does not know.
    pub fn stored(text: String) -> EventPattern {
        EventPattern(Cow::Owned(text))
    }

    /// All valid patterns, sorted.
    fn all() -> &'static [String] {
        static ALL: LazyLock<Vec<String>> = LazyLock::new(|| {
            let mut all = vec!["*".to_owned()];
            for kind in EventKind::ALL {
                let dots = kind.name().match_indices('.').map(|(at, _)| format!("{}*", &kind.name()[..=at]));
                all.extend(dots.chain([kind.name().to_owned()]));
            }
            all.sort();
            all.dedup();
            all
        });
        &ALL
    }
}

impl FromStr for EventPattern {
    type Err = String;

    fn from_str(text: &str) -> Result<EventPattern, String> {
        let known = EventPattern::all().binary_search_by(|pattern| pattern.as_str().cmp(text)).is_ok();
        if known { Ok(EventPattern::stored(text.to_owned())) } else { Err(format!("unknown event type {text}")) }
    }
}

impl Serialize for EventPattern {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for EventPattern {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<EventPattern, D::Error> {
        let text = <Cow<'de, str>>::deserialize(d)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl utoipa::PartialSchema for EventPattern {
    fn schema() -> RefOr<Schema> {
        let about = "An event type, all types that begin with the same word (`ticket.*`), or all types (`*`). New types may \
            be added.";
        let patterns = EventPattern::all().iter().cloned();
        ObjectBuilder::new().schema_type(Type::String).description(Some(about)).enum_values(Some(patterns)).into()
    }
}

impl ToSchema for EventPattern {}

/// Request to create a webhook endpoint.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Ticket mirror", "url": "https://hooks.acme.example/tenant-control",
    "events": ["ticket.created", "ticket.updated"]}))]
pub struct NewWebhookEndpoint {
    #[schema(min_length = 1, max_length = 100, pattern = r"\S")]
    pub name: String,
    /// Absolute `https` URL. Deliveries to addresses in private networks are refused.
    #[schema(min_length = 1, max_length = 2000, format = "uri")]
    pub url: String,
    #[schema(min_items = 1, max_items = 100)]
    pub events: Vec<EventPattern>,
    #[schema(max_length = 1000)]
    pub description: Option<String>,
    pub filter: Option<EventFilter>,
    /// Organizations whose events are sent; `null` for all events. If it is absent, the caller's restriction applies.
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<Vec<OrganizationId>>, min_items = 1, max_items = 200)]
    pub organization_ids: Option<Option<Vec<OrganizationId>>>,
    #[serde(default = "in_no_order")]
    #[schema(default = "none")]
    pub ordering: WebhookOrdering,
    /// Additional headers, such as `{"Authorization": "Bearer …"}`. Their values are never returned.
    #[serde(default)]
    #[schema(value_type = BTreeMap<String, String>)]
    pub headers: BTreeMap<String, String>,
    /// Timeout of an attempt in seconds.
    #[serde(default = "fifteen")]
    #[schema(minimum = 1, maximum = 30, default = 15)]
    pub timeout_seconds: i32,
    /// Maximum number of deliveries per second.
    #[schema(minimum = 1, maximum = 10_000)]
    pub max_per_second: Option<i32>,
    /// Owner of the endpoint, who must not have more rights than the caller. Defaults to the caller, or to the owner of
    /// the caller's key.
    #[schema(nullable = false)]
    pub owner: Option<Owner>,
}

fn in_no_order() -> WebhookOrdering {
    WebhookOrdering::None
}

fn fifteen() -> i32 {
    15
}

/// Fields that are absent are not changed; `null` clears a field.
#[serde_with::skip_serializing_none]
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"events": ["ticket.*"], "description": null}))]
pub struct WebhookEndpointChange {
    #[schema(nullable = false, min_length = 1, max_length = 100, pattern = r"\S")]
    pub name: Option<String>,
    #[schema(nullable = false, min_length = 1, max_length = 2000, format = "uri")]
    pub url: Option<String>,
    #[schema(nullable = false, min_items = 1, max_items = 100)]
    pub events: Option<Vec<EventPattern>>,
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<String>, max_length = 1000)]
    pub description: Option<Option<String>>,
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<EventFilter>)]
    pub filter: Option<Option<EventFilter>>,
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<Vec<OrganizationId>>, min_items = 1, max_items = 200)]
    pub organization_ids: Option<Option<Vec<OrganizationId>>>,
    #[schema(nullable = false)]
    pub ordering: Option<WebhookOrdering>,
    /// Replaces all headers; `null` as a value keeps the current value of that header. All values must be sent again if
    /// `url` changes to another origin (scheme, host or port).
    #[schema(nullable = false, value_type = Option<BTreeMap<String, Option<String>>>)]
    pub headers: Option<BTreeMap<String, Option<String>>>,
    #[schema(nullable = false, minimum = 1, maximum = 30)]
    pub timeout_seconds: Option<i32>,
    #[serde(default, deserialize_with = "patch::nullable")]
    #[schema(value_type = Option<i32>, minimum = 1, maximum = 10_000)]
    pub max_per_second: Option<Option<i32>>,
    /// Pauses or resumes the endpoint. `active` also resumes a failing or disabled endpoint.
    #[schema(nullable = false)]
    pub status: Option<WantedStatus>,
    /// Rotates the signing secret: the response contains the new secret, which is returned only once. Deliveries are
    /// also signed with each earlier secret until its own grace period ends.
    #[schema(nullable = false)]
    pub rotate_secret: Option<RotateSecret>,
    /// Transfers the endpoint to another owner, who must not have more rights than the caller.
    #[schema(nullable = false)]
    pub owner: Option<Owner>,
}

words! {
    /// Status that a client can set.
    WantedStatus {
        Active = "active",
        Paused = "paused",
    }
}

/// Settings of a rotation.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"grace_seconds": 3600}))]
pub struct RotateSecret {
    /// Time in seconds during which deliveries are also signed with the current secret. It does not change the grace
    /// periods of earlier secrets, except that 0 invalidates all of them at once. Use 0 when a secret has leaked. If
    /// `url` changes to another origin, it is always 0.
    #[serde(default = "one_day")]
    #[schema(minimum = 0, maximum = 2_592_000, default = 86_400)]
    pub grace_seconds: i64,
}

fn one_day() -> i64 {
    86_400
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WebhookEndpointQuery {
    /// Returns only the endpoint with this id, as a single object.
    #[param(nullable = false)]
    pub id: Option<WebhookEndpointId>,
    /// Filters by status; separate several statuses with commas, or repeat the parameter.
    #[param(nullable = false, explode = false, inline)]
    pub status: Option<Vec<WebhookStatus>>,
    /// Filters for endpoints that subscribe to one of these event types; several types and wildcards such as `ticket.*` are
    /// separated by commas or repeated.
    #[param(nullable = false, explode = false)]
    pub event_type: Option<Vec<EventPattern>>,
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WebhookEndpointTarget {
    /// Id of the webhook endpoint.
    pub id: WebhookEndpointId,
}

impl Resource for WebhookEndpoint {
    const TYPE: &'static str = "webhook_endpoint";
    const PATH: &'static str = "/api/admin/webhooks";
    const SECRETS: &'static [&'static str] = &["secret"];
    const EVENTS: Lifecycle = Lifecycle {
        created: Some(EventKind::WebhookEndpointCreated),
        updated: Some(EventKind::WebhookEndpointUpdated),
        deleted: Some(EventKind::WebhookEndpointDeleted),
    };

    fn id(&self) -> String {
        self.id.to_string()
    }

    fn version(&self) -> i32 {
        self.version
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_is_a_kind_a_beginning_or_all() {
        let sent = |pattern: &str, kind| pattern.parse::<EventPattern>().unwrap().matches(kind);
        assert!(sent("*", EventKind::TicketCreated));
        assert!(sent("ticket.*", EventKind::TicketSlaBreached));
        assert!(sent("ticket.sla.*", EventKind::TicketSlaBreached));
        assert!(sent("ticket.created", EventKind::TicketCreated));
        assert!(!sent("ticket.created", EventKind::TicketUpdated) && !sent("ticket.*", EventKind::ApiKeyCreated));
        for wrong in ["tickets.*", "ticket", "ticket*", "", "ticket.create"] {
            assert!(wrong.parse::<EventPattern>().is_err(), "{wrong}");
        }
    }
}
