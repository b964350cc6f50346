//! `tenantctl listen`: events as they happen, forwarded to a receiver, each once and in order.
//!
//! The stream is continued after the last event when the server or the network fails. The position is stored after each
//! event, so the same command continues where the last one ended. All events are compared with the log.

mod line;
mod log_check;
pub mod options;
pub mod signature;
mod state;
pub mod target;

pub use options::command;

use crate::{
    context::{Context, Failure, note},
    stop::Stop,
};
use clap::ArgMatches;
use client::{Follow, LARGEST_PAGE, Request};
use futures::StreamExt;
use jiff::Timestamp;
use line::{Counts, Line};
use log_check::LogCheck;
use options::{Begin, Options};
use serde_json::Value;
use signature::Secret;
use state::{Position, State};
use std::{pin::pin, time::Duration};
use target::{Outcome, Target};
use tokio::time::{Instant, sleep_until};

const EVENTS: &str = "/api/events";

/// Received events are compared with the log as soon as there are this many of them, or after this time.
const CHECK_EVENTS: usize = 500;
const CHECK_PERIOD: Duration = Duration::from_secs(30);

/// After a comparison that was not possible, the next one is this much later.
const CHECK_PAUSE: Duration = Duration::from_secs(5);

/// A date in the distant future, for a limit that is none.
const FOREVER: Duration = Duration::from_secs(30 * 365 * 86_400);

pub async fn run(context: &Context, matches: &ArgMatches) -> Result<(), Failure> {
    let options = Options::read(matches);
    let secret = options::secret(matches)?;
    let stop = Stop::on_signals()?;
    let target = match &options.forward_to {
        Some(url) => Some(target(url, secret, &options)?),
        None => None,
    };
    let mut listener = Listener::open(context, options, target, stop).await?;
    let ended = listener.listen().await;
    listener.finish().await?;
    ended
}

fn target(url: &url::Url, secret: Option<Secret>, options: &Options) -> Result<Target, Failure> {
    Target::new(url, options::secret_or_new(secret)?, options.forward_timeout, options.retries)
}

struct Listener<'a> {
    context: &'a Context,
    options: Options,
    target: Option<Target>,
    /// Only a listener with a target has a stored position.
    state: Option<State>,
    position: Position,
    follow: Follow,
    check: LogCheck,
    counts: Counts,
    stop: Stop,
}

impl<'a> Listener<'a> {
    async fn open(
        context: &'a Context,
        options: Options,
        target: Option<Target>,
        stop: Stop,
    ) -> Result<Listener<'a>, Failure> {
        let state = match &options.forward_to {
            Some(url) => Some(open_state(context, url, &options)?),
            None => None,
        };
        let stored = match (&state, options.begin) {
            (Some(state), Begin::Stored) => state.read()?,
            _ => None,
        };
        let start = Start::find(context, &options, stored.as_ref()).await?;
        let position = stored.unwrap_or_else(|| Position::after(start.after.clone()));
        // A listener that ends before the first event continues here as well.
        if let Some(state) = state.as_ref().filter(|_| !matches!(options.begin, Begin::Since(_))) {
            state.write(&position)?;
        }
        let follow = Follow {
            after: start.after.clone(),
            since: start.after.is_none().then(|| start.at.to_string()),
            types: options.types.clone(),
            ..Follow::default()
        };
        let check = LogCheck::start(start.after, start.at);
        Ok(Listener { context, options, target, state, position, follow, check, counts: Counts::default(), stop })
    }

    /// Until a signal, the end of the time, the last wanted event, or an error.
    async fn listen(&mut self) -> Result<(), Failure> {
        let context = self.context;
        let mut events = pin!(context.client.events(self.follow.clone()));
        let end = Instant::now() + self.options.longest.unwrap_or(FOREVER);
        let (mut next_check, mut not_before) = (Instant::now() + CHECK_PERIOD, Instant::now());
        let mut stop = self.stop.clone();
        loop {
            tokio::select! {
                biased;
                () = stop.requested() => return Ok(()),
                () = sleep_until(end) => return Ok(()),
                () = sleep_until(next_check), if self.check.pending() > 0 => {}
                next = events.next() => {
                    let Some(message) = next else { return Ok(()) };
                    let message = message.map_err(explain)?;
                    if !self.receive(&message.id, &message.event).await? {
                        return Ok(());
                    }
                }
            }
            let is_due = self.check.pending() >= CHECK_EVENTS || Instant::now() >= next_check;
            if is_due && Instant::now() >= not_before {
                self.verify_later().await?;
                (next_check, not_before) = (Instant::now() + CHECK_PERIOD, Instant::now() + CHECK_PAUSE);
            }
            if self.options.count.is_some_and(|count| self.counts.printed >= count) {
                return Ok(());
            }
        }
    }

    /// Forwards an event that was not received before. Returns `false` if the listener has to stop.
    async fn receive(&mut self, id: &str, event: &Value) -> Result<bool, Failure> {
        if self.check.knows(id) {
            self.counts.duplicates += 1;
            return Ok(true);
        }
        if !self.deliver(id, event).await? {
            return Ok(false);
        }
        self.check.receive(id);
        Ok(true)
    }

    async fn deliver(&mut self, id: &str, event: &Value) -> Result<bool, Failure> {
        let outcome = match &self.target {
            Some(target) => target.send(id, &serde_json::to_vec(event)?, &mut self.stop).await,
            None => Outcome::Shown,
        };
        match &outcome {
            Outcome::Interrupted => return Ok(false),
            Outcome::Unreachable(why) => {
                return Err(Failure::Unsuccessful(format!("the target cannot be reached ({why}); {}", not_lost(id))));
            }
            Outcome::Refused { status, .. } if self.options.stop_on_failure => {
                return Err(Failure::Unsuccessful(format!("the target returned {status}; {}", not_lost(id))));
            }
            Outcome::Refused { .. } => self.position.failed += 1,
            Outcome::Delivered { .. } => self.position.forwarded += 1,
            Outcome::Shown => {}
        }
        // Before the line: what was printed is never forwarded again.
        self.position.after = Some(id.to_owned());
        if let Some(state) = &self.state {
            state.write(&self.position)?;
        }
        self.counts.add(&outcome);
        self.print(&Line { id, event, outcome: &outcome })?;
        Ok(true)
    }

    fn print(&self, line: &Line<'_>) -> Result<(), Failure> {
        let output = &self.context.output;
        if self.options.print_json {
            note(line.text(self.context.terminal));
            return output.line(&line.event.to_string());
        }
        if output.is_json() {
            return output.value(&line.json());
        }
        output.line(&line.text(self.context.terminal))
    }

    /// Compares with the log. The server may be away: then it is done later.
    async fn verify_later(&mut self) -> Result<(), Failure> {
        match self.verify().await {
            Err(Failure::Client(_)) => Ok(()),
            other => other,
        }
    }

    async fn verify(&mut self) -> Result<(), Failure> {
        if self.check.pending() == 0 {
            return Ok(());
        }
        let (log, next) = self.log().await?;
        for event in self.check.compare(log, next) {
            let id = event["id"].as_str().unwrap_or_default().to_owned();
            self.counts.recovered += 1;
            note(format!("{id}: the stream did not send this event; it was read from the log"));
            let after = self.position.after.clone();
            self.deliver(&id, &event).await?;
            // The position is that of the stream, which is further.
            self.position.after = after;
            if let Some(state) = &self.state {
                state.write(&self.position)?;
            }
        }
        Ok(())
    }

    /// The events of the log that were not compared yet, and the cursor of the last full page.
    async fn log(&self) -> Result<(Vec<Value>, Option<String>), Failure> {
        let mut request = Request::get(EVENTS)
            .query("sort", "timestamp")
            .query("since", self.check.since())
            .query("limit", LARGEST_PAGE);
        if !self.options.types.is_empty() {
            request = request.query("type", self.options.types.join(","));
        }
        if let Some(cursor) = self.check.cursor() {
            request = request.query("cursor", cursor);
        }
        let (mut log, mut last_full) = (vec![], None);
        let mut pages = pin!(self.context.client.pages(request));
        while let Some(page) = pages.next().await {
            let page = page?;
            let ends = self.check.ends_in(&page.items);
            log.extend(page.items);
            if ends {
                break;
            }
            last_full = page.next_cursor.or(last_full);
        }
        Ok((log, last_full))
    }

    /// The last comparison, and the summary.
    async fn finish(&mut self) -> Result<(), Failure> {
        let verified = self.verify().await;
        let unverified = self.check.pending();
        note(self.counts.summary(self.check.verified, unverified));
        if let Some(state) = &self.state {
            note(format!("position: {}", state.path().display()));
        }
        match verified {
            // The stream has failed in the same way.
            Err(Failure::Client(_)) | Ok(()) => Ok(()),
            Err(failure) => Err(failure),
        }
    }
}

fn open_state(context: &Context, url: &url::Url, options: &Options) -> Result<State, Failure> {
    let missing = || Failure::Usage("there is no home folder for the position; set XDG_STATE_HOME".to_owned());
    let folder = state::folder(&context.profile.name).ok_or_else(missing)?;
    let identity = [context.client.url().as_str(), url.as_str(), &options.types.join(",")];
    State::open(&folder, &identity).map_err(|error| Failure::Usage(format!("{}: {error}", folder.display())))
}

fn not_lost(id: &str) -> String {
    format!("the same command continues with {id}")
}

/// Where a listener starts.
struct Start {
    after: Option<String>,
    /// The time of that event, or one before all events that follow.
    at: Timestamp,
}

impl Start {
    async fn find(context: &Context, options: &Options, stored: Option<&Position>) -> Result<Start, Failure> {
        if let Begin::Since(at) = options.begin {
            return Ok(Start { after: None, at });
        }
        match stored.map(|position| position.after.as_deref()) {
            Some(Some(id)) => {
                let event = context.client.send(Request::get(EVENTS).query("id", id)).await.map_err(explain)?;
                Ok(Start::after(&event.json()?))
            }
            Some(None) => Ok(Start { after: None, at: Timestamp::UNIX_EPOCH }),
            None => {
                let page: Value = context.client.send(Request::get(EVENTS).query("limit", 1)).await?.json()?;
                Ok(Start::after(&page["data"][0]))
            }
        }
    }

    /// With an empty log, at its beginning.
    fn after(event: &Value) -> Start {
        let at = event["timestamp"].as_str().and_then(|text| text.parse().ok()).unwrap_or(Timestamp::UNIX_EPOCH);
        Start { after: event["id"].as_str().map(str::to_owned), at }
    }
}

/// An event that is no longer in the log cannot be continued after.
fn explain(error: client::Error) -> Failure {
    match error.problem().map(|problem| (problem.status, problem.code.as_str())) {
        Some((_, "event_gone") | (404, _)) => Failure::NotFound(
            "the event at the stored position is no longer in the log, or not visible to this credential; begin with \
            --since TIME or --from-now"
                .to_owned(),
        ),
        _ => Failure::Client(error),
    }
}
