//! `/api/events`: the tenant's log, by pages or as a stream. It contains the kinds whose objects the caller may read.

use super::{
    kinds::Kinds,
    stream::{self, Wanted},
};
use api::{
    Actor, EventId, OrganizationId, Scope, TenantId,
    events::{Event, EventOrPage, EventQuery, EventSort, Subject},
};
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use kernel::{
    app::App,
    http::{Caller, Found, Paging, PagingParams, Problem, Query},
};
use queries::{
    client::Params,
    queries::events::log::{EventRow, NewestEventsParams, OldestEventsParams, get_event, newest_events, oldest_events},
};
use utoipa_axum::{router::OpenApiRouter, routes};
use uuid::Uuid;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read))
}

/// Read the event log
///
/// Returns the events of the last 30 days, newest first, or one event with `id`. Callers that are restricted to
/// organizations receive the events of those organizations.
///
/// An event contains an object, so `events:read` alone is not enough for any type: callers receive the types whose
/// objects they can read, such as `ticket.*` with `tickets:read` and `api_key.*` with `api_keys:read`. Other events are
/// omitted; requesting them with `type` or `id` fails with 403 `insufficient_scope`.
///
/// With `Accept: text/event-stream`, the response is a stream (Server-Sent Events) of new events, or of events since
/// `since`, or after the event in `Last-Event-ID`, each event once and in order. Each message has the event's `id`, its
/// type as `event`, and the same JSON as here on one line of `data`. Comments keep an idle connection open. The stream
/// ends when the credential becomes invalid or the server stops; reconnect with the id of the last event.
#[utoipa::path(get, path = "/api/events", operation_id = "events.list", tag = "Events",
    params(EventQuery, PagingParams),
    extensions(("x-problems" = json!([api::ProblemCode::UnsupportedCombination]))),
    security(("api_key" = [Scope::EventsRead])),
    responses((status = 200, content((EventOrPage = "application/json"), (String = "text/event-stream")))))]
async fn read(
    app: App,
    caller: Caller,
    Query(query): Query<EventQuery>,
    paging: Paging,
    wanted: Wanted,
) -> Result<Response, Problem> {
    match wanted {
        Wanted::Pages => list(&app, &caller, query, paging).await.map(Found::into_response),
        Wanted::Stream { .. } if is_for_pages(&query, &paging) => Err(not_for_streams()),
        Wanted::Stream { after, credential } => stream::open(app, caller, credential, query, after).await,
    }
}

async fn list(app: &App, caller: &Caller, query: EventQuery, paging: Paging) -> Result<Found<Event>, Problem> {
    let db = app.db.tenant(caller).await?;
    if let Some(id) = query.id {
        let row = get_event().bind(&db, &id.0, &time_of(id.0)).opt().await?;
        let event = row.and_then(to_wire).ok_or_else(Problem::not_found)?;
        Kinds::only(event.kind).refuse_unreadable(caller)?;
        return Ok(Found::One(event));
    }
    let kinds = Kinds::asked_for(query.kind);
    kinds.refuse_unreadable(caller)?;
    let types = kinds.readable(caller);
    let (subject_id, since, until, limit) = (query.subject_id, query.since, query.until, paging.rows());
    let rows = match query.sort.unwrap_or(EventSort::NewestFirst) {
        EventSort::NewestFirst => {
            let before = paging.after()?.unwrap_or(i64::MAX);
            newest_events()
                .params(&db, &NewestEventsParams { before, types, subject_id, since, until, limit })
                .all()
                .await?
        }
        EventSort::OldestFirst => {
            let after = paging.after()?.unwrap_or(0);
            oldest_events()
                .params(&db, &OldestEventsParams { after, types, subject_id, since, until, limit })
                .all()
                .await?
        }
    };
    Ok(Found::Page(paging.page(rows, |row| row.position, to_wire).shown()))
}

/// A stream has no pages, no end and one order.
fn is_for_pages(query: &EventQuery, paging: &Paging) -> bool {
    query.id.is_some() || query.until.is_some() || query.sort.is_some() || paging.is_asked_for()
}

fn not_for_streams() -> Problem {
    let detail = "id, until, sort, limit and cursor are not allowed for streams; use type, subject_id and since.";
    Problem::unsupported_combination(detail)
}

/// The time at which an id was created.
pub fn time_of(id: Uuid) -> Timestamp {
    let millis = (id.as_u128() >> 80) as i64;
    Timestamp::from_millisecond(millis).unwrap_or(Timestamp::UNIX_EPOCH)
}

/// `None` for a kind that this version does not know: a newer version is running at the same time.
pub fn to_wire(row: EventRow) -> Option<Event> {
    Some(Event {
        id: EventId(row.id),
        kind: row.r#type.parse().ok()?,
        timestamp: row.at,
        tenant_id: TenantId(row.tenant_id),
        organization_id: row.organization_id.map(OrganizationId),
        subject: Subject { kind: row.subject_type, id: row.subject_id },
        sequence: row.sequence,
        actor: Actor::stored(&row.actor_kind, row.actor_id),
        request_id: row.request_id,
        data: row.data,
    })
}
