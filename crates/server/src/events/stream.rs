//! `/api/events` as a stream: Server-Sent Events, which a disconnected client can resume.
//!
//! A stream holds one page and reads the next when the client has received it. Positions have no gaps and are in the
//! order of commits, so everything after the last sent position has not been sent.

use super::{
    kinds::Kinds,
    log::{time_of, to_wire},
};
use api::{
    EventId, ProblemCode, Scope, ScopeSet,
    events::{Event, EventQuery},
};
use axum::{
    body::{Body, Bytes},
    extract::FromRequestParts,
    http::{HeaderMap, HeaderName, HeaderValue, header, request::Parts},
    response::{IntoResponse, Response},
};
use jiff::Timestamp;
use kernel::{
    app::App,
    db::Abandonable,
    followers::Follower,
    http::{Caller, Credential, Problem},
    shares::Share,
};
use queries::{
    client::Params,
    queries::events::log::{FollowingEventsParams, Place, end_of_log, following_events, place_of_event, place_since},
};
use std::{
    convert::Infallible,
    fmt::Write,
    time::{Duration, Instant},
};
use tokio::time::timeout;

const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");
const STREAM: &str = "text/event-stream";

/// How often the credential is checked again.
const CHECK: Duration = Duration::from_millis(500);

/// How long a client should wait before it reconnects.
const RETRY: Duration = Duration::from_secs(1);

/// The size of a page.
const PAGE: i64 = 100;
const PAGE_BYTES: i64 = 256 * 1024;

/// How many positions one statement reads, regardless of the filters.
const SPAN: i64 = 5000;

/// The requested form of the log.
pub enum Wanted {
    Pages,
    Stream { after: Option<EventId>, credential: Credential },
}

impl FromRequestParts<App> for Wanted {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Wanted, Problem> {
        let after = last_event_id(&parts.headers)?;
        if !names_stream(&parts.headers) {
            return Ok(Wanted::Pages);
        }
        Ok(Wanted::Stream { after, credential: Credential::from_request_parts(parts, app).await? })
    }
}

fn last_event_id(headers: &HeaderMap) -> Result<Option<EventId>, Problem> {
    let Some(value) = headers.get(LAST_EVENT_ID) else { return Ok(None) };
    let id = value.to_str().ok().and_then(|text| text.parse().ok());
    let invalid = || Problem::new(ProblemCode::InvalidHeader, "Last-Event-ID must be the id of an event, evt_….");
    id.map(Some).ok_or_else(invalid)
}

fn names_stream(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    accepted.flat_map(|value| value.split(',')).any(|range| range.split(';').next().map(str::trim) == Some(STREAM))
}

pub async fn open(
    app: App,
    caller: Caller,
    credential: Credential,
    query: EventQuery,
    after: Option<EventId>,
) -> Result<Response, Problem> {
    let kinds = Kinds::asked_for(query.kind);
    kinds.refuse_unreadable(&caller)?;
    let taken = app.shares.take(Share::Streams, caller.tenant())?;
    let follower = app.followers.join(taken, caller.tenant());
    let place = begin(&app, &caller, after, query.since).await?;
    let stream = Stream {
        opening: Some(opening(place.id.map(EventId))),
        types: kinds.readable(&caller),
        kinds,
        subject_id: query.subject_id,
        since: query.since.filter(|_| after.is_none()),
        position: place.position,
        end: place.last_position,
        checked: Instant::now(),
        spoke: Instant::now(),
        app,
        caller,
        credential,
        follower,
    };
    let chunks = futures::stream::unfold(stream, |mut stream| {
        Abandonable::new(async move {
            let chunk = stream.next().await?;
            Some((Ok::<_, Infallible>(chunk), stream))
        })
    });
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(STREAM)),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::VARY, HeaderValue::from_static("accept")),
        // A proxy that buffers a response would delay events.
        (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no")),
    ];
    Ok((headers, Body::from_stream(chunks)).into_response())
}

/// `Last-Event-ID` before `since`: a client that reconnects sends both.
async fn begin(app: &App, caller: &Caller, after: Option<EventId>, since: Option<Timestamp>) -> Result<Place, Problem> {
    let db = app.db.tenant(caller).await?;
    Ok(match (after, since) {
        (Some(id), _) => place_of_event().bind(&db, &id.0, &time_of(id.0)).opt().await?.ok_or_else(gone)?,
        (None, Some(since)) => place_since().bind(&db, &since).one().await?,
        (None, None) => end_of_log().bind(&db).one().await?,
    })
}

/// Not an event, but stored by the client: with an id, it misses nothing even if it is disconnected before it received
/// an event.
fn opening(id: Option<EventId>) -> Bytes {
    let id = id.map(|id| format!("id: {id}\n")).unwrap_or_default();
    format!("{id}retry: {}\n\n", RETRY.as_millis()).into()
}

fn gone() -> Problem {
    let detail = "The event in Last-Event-ID does not exist or is not visible to you; events are kept for 30 days. \
        List the events that you missed, and open the stream without Last-Event-ID.";
    Problem::new(ProblemCode::EventGone, detail)
}

struct Stream {
    app: App,
    caller: Caller,
    credential: Credential,
    follower: Follower,
    opening: Option<Bytes>,
    kinds: Kinds,
    /// The types of `kinds` that the caller may read now.
    types: Option<Vec<&'static str>>,
    subject_id: Option<String>,
    since: Option<Timestamp>,
    /// All matching events up to this position were sent.
    position: i64,
    /// The last known end of the log.
    end: i64,
    checked: Instant,
    spoke: Instant,
}

impl Stream {
    /// `None` ends the stream: the client reconnects and gets the reason, if it was refused.
    async fn next(&mut self) -> Option<Bytes> {
        if let Some(opening) = self.opening.take() {
            return Some(opening);
        }
        loop {
            self.end = self.end.max(self.follower.end().ok()?);
            if self.checked.elapsed() >= CHECK {
                self.check().await?;
            }
            if self.position < self.end {
                let chunk = self.read().await?;
                if !chunk.is_empty() {
                    self.spoke = Instant::now();
                    return Some(chunk);
                }
                continue;
            }
            let silent = self.spoke.elapsed();
            let heartbeat = self.app.settings.event_heartbeat;
            if silent >= heartbeat {
                self.spoke = Instant::now();
                return Some(Bytes::from_static(b":\n\n"));
            }
            // Waits for new events, but no longer than until the next check or heartbeat.
            if let Ok(ended) = timeout(CHECK.min(heartbeat - silent), self.follower.beyond(self.position)).await {
                ended.ok()?;
            }
        }
    }

    /// Updates the caller's current rights.
    async fn check(&mut self) -> Option<()> {
        let needed: ScopeSet = [Scope::EventsRead].into_iter().collect();
        self.caller = self.credential.check(&self.app).await.ok().filter(|caller| caller.scopes.contains(needed))?;
        self.types = self.kinds.readable(&self.caller);
        self.checked = Instant::now();
        Some(())
    }

    /// The next page, empty if no event matches the filters.
    async fn read(&mut self) -> Option<Bytes> {
        let up_to = self.end.min(self.position + SPAN);
        let rows = match self.following(up_to).await {
            Ok(rows) => rows,
            Err(problem) => {
                let error = problem.cause().map(|cause| tracing::field::display(format!("{cause:#}")));
                tracing::warn!(error, tenant = %self.caller.tenant(), "event stream ended early");
                return None;
            }
        };
        self.position = rows.last().map_or(up_to, |row| row.position);
        let mut page = String::new();
        rows.into_iter().filter_map(to_wire).for_each(|event| write(&mut page, &event));
        Some(page.into())
    }

    async fn following(&self, up_to: i64) -> Result<Vec<queries::queries::events::log::EventRow>, Problem> {
        let params = FollowingEventsParams {
            after: self.position,
            up_to,
            types: self.types.as_deref(),
            subject_id: self.subject_id.as_deref(),
            since: self.since,
            limit: PAGE,
            bytes: PAGE_BYTES,
        };
        let read = async {
            let _turn = self.follower.turn().await;
            let db = self.app.db.tenant(&self.caller).await?;
            Ok(following_events().params(&db, &params).all().await?)
        };
        let catches_up = self.end - self.position > PAGE;
        if catches_up { self.app.shares.bulk_page(self.caller.tenant(), read).await } else { read.await }
    }
}

fn write(page: &mut String, event: &Event) {
    // JSON on one line: a line break inside a string is escaped.
    let data = serde_json::to_string(event).unwrap_or_default();
    let _ = write!(page, "id: {}\nevent: {}\ndata: {data}\n\n", event.id, event.kind.name());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn a_stream_is_wanted_by_name_only() {
        for accept in ["text/event-stream", "application/json;q=0.5, text/event-stream; q=1"] {
            assert!(names_stream(&headers(header::ACCEPT, accept)), "{accept}");
        }
        for accept in ["*/*", "text/*", "application/json", ""] {
            assert!(!names_stream(&headers(header::ACCEPT, accept)), "{accept}");
        }
        assert!(!names_stream(&HeaderMap::new()));
    }

    #[test]
    fn the_last_event_is_named_by_its_id() {
        let id = "evt_01h455vb4pex5vsknk084sn02q";
        assert_eq!(last_event_id(&headers(LAST_EVENT_ID, id)).ok().flatten(), id.parse().ok());
        assert_eq!(last_event_id(&HeaderMap::new()).ok(), Some(None));
        for wrong in ["7", "org_01h455vb4pex5vsknk084sn02q", ""] {
            assert!(last_event_id(&headers(LAST_EVENT_ID, wrong)).is_err(), "{wrong}");
        }
    }
}
