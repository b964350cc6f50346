//! `tenantctl webhooks tail [ID]`: attempts of webhook deliveries as they happen, of one endpoint or of all.

use crate::{
    context::{Context, Failure, Terminal, now},
    flags::option,
    stop::Stop,
    wait::duration,
};
use clap::{Arg, ArgMatches, Command, value_parser};
use client::{LARGEST_PAGE, Request};
use futures::{StreamExt, TryStreamExt};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use std::{collections::HashMap, pin::pin, time::Duration};
use tokio::time::{Instant, sleep};

const DELIVERIES: &str = "/api/admin/webhooks/deliveries";

/// Deliveries of events within this time before the start are observed, because they may be attempted again.
const WINDOW: SignedDuration = SignedDuration::from_hours(1);

/// How many pages are read at a time.
const PAGES: usize = 5;

const EXAMPLES: &str = "Examples:
  tenantctl webhooks tail --for 2s
  tenantctl webhooks tail whk_01h455vb4pex5vsknk084sn02q --status failed --for 2s

Without --for and --count, it runs until Ctrl-C.";

pub fn command() -> Command {
    Command::new("tail")
        .about("Show attempts of webhook deliveries as they happen")
        .long_about(
            "Prints a line for each attempt: time, event type, delivery, endpoint, status of the endpoint, milliseconds, \
            and what follows. Attempts of deliveries whose event is at most an hour older than the start are shown.",
        )
        .after_help(EXAMPLES)
        .arg(Arg::new("id").value_name("ID").help("Id of the endpoint; all endpoints by default"))
        .arg(
            option("status", "STATUS", "Show only deliveries that have this status after the attempt")
                .value_parser(["pending", "held", "delivered", "failed", "canceled"]),
        )
        .arg(option("interval", "DURATION", "Time between two requests").value_parser(duration).default_value("1s"))
        .arg(option("count", "NUMBER", "End after this many attempts").value_parser(value_parser!(u64).range(1..)))
        .arg(option("for", "DURATION", "End after this time, such as 10m").value_parser(duration))
}

pub async fn run(context: &Context, matches: &ArgMatches) -> Result<(), Failure> {
    let interval =
        matches.get_one("interval").copied().unwrap_or(Duration::from_secs(1)).max(Duration::from_millis(100));
    let end = matches.get_one::<Duration>("for").map(|time| Instant::now() + *time);
    let (count, status) = (matches.get_one::<u64>("count").copied(), matches.get_one::<String>("status"));
    let since = now().checked_sub(WINDOW).unwrap_or(Timestamp::UNIX_EPOCH);
    let endpoint = matches.get_one::<String>("id").map(String::as_str);
    let mut seen = Seen::default();
    // The attempts before the start are not shown.
    seen.new_attempts(read(context, endpoint, since).await?);
    let mut stop = Stop::on_signals()?;
    let mut shown = 0;
    loop {
        if end.is_some_and(|end| Instant::now() >= end) {
            return Ok(());
        }
        let pause = end.map_or(interval, |end| interval.min(end - Instant::now()));
        let next = async {
            sleep(pause).await;
            read(context, endpoint, since).await
        };
        let deliveries = tokio::select! {
            () = stop.requested() => return Ok(()),
            read = next => match read {
                // The service is away for a moment.
                Err(Failure::Client(error)) if error.is_temporary() => continue,
                other => other?,
            },
        };
        for attempt in seen.new_attempts(deliveries) {
            if status.is_some_and(|status| attempt.delivery["status"] != status.as_str()) {
                continue;
            }
            print(context, &attempt)?;
            shown += 1;
            if count.is_some_and(|count| shown >= count) {
                return Ok(());
            }
        }
    }
}

/// The newest deliveries.
async fn read(context: &Context, endpoint: Option<&str>, since: Timestamp) -> Result<Vec<Value>, Failure> {
    let mut request = Request::get(DELIVERIES).query("since", since).query("limit", LARGEST_PAGE);
    if let Some(endpoint) = endpoint {
        request = request.query("endpoint_id", endpoint);
    }
    let mut pages = pin!(context.client.pages(request).take(PAGES));
    let mut all = vec![];
    while let Some(page) = pages.try_next().await? {
        all.extend(page.items);
    }
    Ok(all)
}

/// How many attempts of each delivery were seen.
#[derive(Default)]
struct Seen(HashMap<String, usize>);

#[derive(Debug)]
struct Attempt {
    delivery: Value,
    number: usize,
}

impl Seen {
    /// The attempts that are new, oldest first.
    fn new_attempts(&mut self, deliveries: Vec<Value>) -> Vec<Attempt> {
        let mut fresh = vec![];
        for delivery in deliveries {
            let id = delivery["id"].as_str().unwrap_or_default().to_owned();
            let made = delivery["attempts"].as_array().map_or(0, Vec::len);
            let before = self.0.insert(id, made).unwrap_or(0);
            fresh.extend((before..made).map(|number| Attempt { delivery: delivery.clone(), number }));
        }
        fresh.sort_by(|a, b| a.started_at().cmp(b.started_at()));
        fresh
    }
}

impl Attempt {
    fn attempt(&self) -> &Value {
        &self.delivery["attempts"][self.number]
    }

    fn started_at(&self) -> &str {
        self.attempt()["started_at"].as_str().unwrap_or_default()
    }

    fn is_successful(&self) -> bool {
        self.attempt()["error"].is_null()
    }

    fn milliseconds(&self) -> i64 {
        self.attempt()["timings"]["total_microseconds"].as_i64().unwrap_or_default() / 1_000
    }

    fn line(&self, terminal: Terminal) -> String {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let delivery = &self.delivery;
        let status = match self.attempt()["status"].as_i64() {
            Some(status) => status.to_string(),
            None => text(&self.attempt()["error"]),
        };
        let status = terminal.style(if self.is_successful() { "32" } else { "31" }, &status);
        let next = match (delivery["next_attempt_at"].as_str(), delivery["status"].as_str()) {
            (Some(at), _) if !self.is_successful() => format!("  attempt {}, next at {at}", self.number + 1),
            (None, Some("failed")) => format!("  attempt {}, the last one", self.number + 1),
            _ if self.number > 0 => format!("  attempt {}", self.number + 1),
            _ => String::new(),
        };
        let beginning = format!("{}  {:28}", self.started_at(), text(&delivery["event_type"]));
        let ids = format!("{}  {}", text(&delivery["id"]), text(&delivery["endpoint_id"]));
        format!("{beginning}  {ids}  {status}  {} ms{next}", self.milliseconds())
    }

    fn json(&self) -> Value {
        let delivery = &self.delivery;
        json!({
            "delivery_id": delivery["id"], "endpoint_id": delivery["endpoint_id"], "event_id": delivery["event_id"],
            "event_type": delivery["event_type"], "delivery_status": delivery["status"],
            "next_attempt_at": delivery["next_attempt_at"], "number": self.number + 1, "attempt": self.attempt(),
        })
    }
}

fn print(context: &Context, attempt: &Attempt) -> Result<(), Failure> {
    if context.output.is_json() {
        return context.output.value(&attempt.json());
    }
    context.output.line(&attempt.line(context.terminal))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn delivery(id: &str, attempts: &[(&str, Option<i64>)]) -> Value {
        let attempt = |(at, status): &(&str, Option<i64>)| {
            let error = if *status == Some(204) { Value::Null } else { json!("timeout") };
            json!({"started_at": at, "status": status, "error": error, "timings": {"total_microseconds": 48_200}})
        };
        let attempts: Vec<Value> = attempts.iter().map(attempt).collect();
        json!({"id": id, "endpoint_id": "whk_1", "event_type": "ticket.created", "status": "pending",
            "next_attempt_at": "2026-11-15T09:31:00Z", "attempts": attempts})
    }

    #[test]
    fn each_attempt_is_shown_once_in_the_order_of_time() {
        let mut seen = Seen::default();
        seen.new_attempts(vec![delivery("a", &[("09:01", None)])]);
        let next =
            vec![delivery("b", &[("09:03", Some(204))]), delivery("a", &[("09:01", None), ("09:02", Some(204))])];
        let fresh: Vec<String> =
            seen.new_attempts(next.clone()).iter().map(|new| new.started_at().to_owned()).collect();
        assert_eq!(fresh, ["09:02", "09:03"]);
        assert!(seen.new_attempts(next).is_empty());
    }

    #[test]
    fn a_failed_attempt_says_when_the_next_one_is() {
        let attempts = Seen::default().new_attempts(vec![delivery("dlv_1", &[("09:01", None)])]);
        let line = attempts[0].line(Terminal::none());
        assert_eq!(
            line,
            "09:01  ticket.created                dlv_1  whk_1  timeout  48 ms  attempt 1, next at 2026-11-15T09:31:00Z"
        );
    }
}
