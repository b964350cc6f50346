//! The event log as a stream, which continues after the last event when its connection is lost.

use crate::{
    Client, Error, Request, Response, Streaming,
    retries::back_off,
    sse::{Message, Parser},
};
use futures::{Stream, stream::try_unfold};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header::ACCEPT};
use serde_json::Value;
use std::{collections::VecDeque, time::Duration};
use tokio::time::{Instant, sleep};

const PATH: &str = "/api/events";
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// Which events are wanted, and from where.
#[derive(Clone, Debug, Default)]
pub struct Follow {
    /// Id of the last event that the caller has. Without it and without `since`, the stream begins with new events.
    pub after: Option<String>,
    /// Time from which events are wanted, in RFC 3339.
    pub since: Option<String>,
    /// Types, also with wildcards such as `ticket.*`. All types if there are none.
    pub types: Vec<String>,
    /// Only events of this object.
    pub subject_id: Option<String>,
    /// How long the service may be unreachable before the stream ends with an error. Without it, there is no limit.
    pub give_up_after: Option<Duration>,
}

/// An event of the log.
#[derive(Clone, Debug)]
pub struct EventMessage {
    /// Give it as `after` to continue after this event.
    pub id: String,
    pub event: Value,
}

impl Client {
    /// Follows the event log: each event once and in order. When the connection is lost or the server stops, the stream is
    /// continued after the last event. It ends with an error if it cannot be opened the first time, or is refused.
    pub fn events(&self, follow: Follow) -> impl Stream<Item = Result<EventMessage, Error>> + Send + '_ {
        let last = follow.after.clone();
        let (ready, retry) = (VecDeque::new(), Duration::ZERO);
        let state = Following { client: self, follow, last, ready, retry, open: None, broken: None };
        try_unfold(state, |mut following| async move {
            let next = following.next().await?;
            Ok::<_, Error>(Some((next, following)))
        })
    }
}

struct Following<'a> {
    client: &'a Client,
    follow: Follow,
    /// Id from which the stream is continued.
    last: Option<String>,
    ready: VecDeque<EventMessage>,
    /// The delay that the server requested.
    retry: Duration,
    open: Option<(Streaming, Parser)>,
    /// Set while the stream is interrupted.
    broken: Option<Broken>,
}

#[derive(Clone, Copy)]
struct Broken {
    since: Instant,
    attempts: u32,
}

impl Following<'_> {
    async fn next(&mut self) -> Result<EventMessage, Error> {
        loop {
            if let Some(message) = self.ready.pop_front() {
                self.last = Some(message.id.clone());
                return Ok(message);
            }
            let Some((streaming, parser)) = &mut self.open else {
                self.connect().await?;
                continue;
            };
            match streaming.chunk().await {
                Ok(Some(piece)) => {
                    let messages = parser.read(&piece);
                    self.broken = None;
                    self.receive(messages)?;
                }
                Ok(None) => self.interrupt(),
                Err(error) if error.is_lost() => self.interrupt(),
                Err(error) => return Err(error),
            }
        }
    }

    fn interrupt(&mut self) {
        self.open = None;
        let broken = Broken { since: Instant::now(), attempts: 0 };
        self.broken = Some(self.broken.unwrap_or(broken));
    }

    fn receive(&mut self, messages: Vec<Message>) -> Result<(), Error> {
        for message in messages {
            match message {
                // The first message. Events that follow it have ids of their own.
                Message::Id(id) => self.last = Some(id),
                Message::Data { id: Some(id), data } => {
                    let (status, headers) = (StatusCode::OK, HeaderMap::new());
                    let event = Response { status, headers, body: data.into() }.json()?;
                    self.ready.push_back(EventMessage { id, event });
                }
                Message::Data { id: None, .. } => {}
                Message::Retry(delay) => self.retry = delay,
            }
        }
        Ok(())
    }

    /// Opens the stream. After the first time, it is tried until it succeeds or is refused.
    async fn connect(&mut self) -> Result<(), Error> {
        if let Some(broken) = &mut self.broken {
            let delay = back_off(broken.attempts.min(5)).max(self.retry);
            broken.attempts += 1;
            sleep(delay).await;
        }
        match self.client.stream(self.request()?).await {
            Ok(streaming) => {
                self.open = Some((streaming, Parser::default()));
                Ok(())
            }
            Err(error) if error.is_temporary() && !self.is_over() => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// True if the stream was never open, or interrupted for too long.
    fn is_over(&self) -> bool {
        self.broken.is_none_or(|broken| self.follow.give_up_after.is_some_and(|limit| broken.since.elapsed() > limit))
    }

    fn request(&self) -> Result<Request, Error> {
        let request = Request::get(PATH)
            .header(ACCEPT, HeaderValue::from_static("text/event-stream"))
            .several("type", &self.follow.types)
            .optional("subject_id", self.follow.subject_id.as_deref())
            .optional("since", self.follow.since.as_deref());
        let Some(last) = &self.last else { return Ok(request) };
        let value =
            HeaderValue::from_str(last).map_err(|_| Error::Request(format!("{last:?} is not the id of an event")))?;
        Ok(request.header(LAST_EVENT_ID, value))
    }
}
