//! `/api/events`: the tenant's log, by pages.

use crate::{
    app::App,
    http::{Caller, Found, Paging, PagingParams, Problem, Query},
};
use api::{
    Actor, EventId, EventKind, OrganizationId, Scope, TenantId,
    events::{Event, EventOrPage, EventQuery, EventSort, Subject},
};
use jiff::Timestamp;
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
/// Everything that happened in the last 30 days, newest first; with `id` one event. A caller that is restricted to some
/// organizations reads what concerns those.
#[utoipa::path(get, path = "/api/events", operation_id = "events.list", tag = "Events",
    params(EventQuery, PagingParams),
    security(("api_key" = [Scope::EventsRead])), responses((status = 200, body = EventOrPage)))]
async fn read(
    app: App,
    caller: Caller,
    Query(query): Query<EventQuery>,
    paging: Paging,
) -> Result<Found<Event>, Problem> {
    let db = app.db.tenant(&caller).await?;
    if let Some(id) = query.id {
        let row = get_event().bind(&db, &id.0, &time_of(id.0)).opt().await?;
        return Ok(Found::One(row.and_then(to_wire).ok_or_else(Problem::not_found)?));
    }
    let types = query.types.map(|types| types.into_iter().map(EventKind::name).collect::<Vec<_>>());
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

/// When an id was made.
fn time_of(id: Uuid) -> Timestamp {
    let millis = (id.as_u128() >> 80) as i64;
    Timestamp::from_millisecond(millis).unwrap_or(Timestamp::UNIX_EPOCH)
}

/// `None` for a kind that this version does not know: it comes from a newer one that runs beside it.
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
