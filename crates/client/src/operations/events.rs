//! Operations of the tag `events`. Generated from openapi.json by `scripts/gen`; do not edit.

use crate::{Client, Error, Request, request::segment};

/// Parameters of [`Client::list_events`].
#[derive(Clone, Debug, Default)]
pub struct ListEvents {
    /// Filters by event type; several types and wildcards such as `ticket.*` are separated by commas or repeated.
    /// Each type requires the scope that reads its object; `*` selects those that the caller can read.
    pub kind: Vec<String>,
    /// Filters by the id of the object that the event is about.
    pub subject_id: Option<String>,
    /// Filters for events at this time or later.
    pub since: Option<jiff::Timestamp>,
    /// Filters for events before this time.
    pub until: Option<jiff::Timestamp>,
    /// Sort order: newest first by default, `timestamp` for oldest first.
    pub sort: Option<String>,
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

impl Client {
    /// List event types
    ///
    /// Returns all event types of the event log and of webhooks, each with its JSON Schema and an example.
    pub async fn list_event_types(&self) -> Result<api::events::EventTypes, Error> {
        let request = Request::get("/api/admin/webhooks/event-types");
        self.send(request).await?.json()
    }

    /// Read the event log
    ///
    /// Returns the events of the last 30 days, newest first, or one event with `id`. Callers that are restricted to
    /// organizations receive the events of those organizations.
    ///
    /// An event contains an object, so `events:read` alone is not enough for any type: callers receive the types
    /// whose objects they can read, such as `ticket.*` with `tickets:read` and `api_key.*` with `api_keys:read`.
    /// Other events are omitted; requesting them with `type` or `id` fails with 403 `insufficient_scope`.
    ///
    /// With `Accept: text/event-stream`, the response is a stream (Server-Sent Events) of new events, or of events
    /// since `since`, or after the event in `Last-Event-ID`, each event once and in order. Each message has the
    /// event's `id`, its type as `event`, and the same JSON as here on one line of `data`. Comments keep an idle
    /// connection open. The stream ends when the credential becomes invalid or the server stops; reconnect with the
    /// id of the last event.
    pub async fn list_events(&self, params: ListEvents) -> Result<api::Page<api::events::Event>, Error> {
        let ListEvents { kind, subject_id, since, until, sort, limit, cursor } = params;
        let request = Request::get("/api/events")
            .several("type", &kind)
            .optional("subject_id", subject_id)
            .optional("since", since)
            .optional("until", until)
            .optional("sort", sort)
            .optional("limit", limit)
            .optional("cursor", cursor);
        self.send(request).await?.json()
    }

    /// Get one event by its id
    pub async fn get_event(&self, id: api::ids::EventId) -> Result<api::events::Event, Error> {
        let request = Request::get(format!("/api/events/{}", segment(&id)));
        self.send(request).await?.json()
    }
}
