//! The line of an event, and the counts of the summary.

use super::target::Outcome;
use crate::context::Terminal;
use serde_json::{Value, json};

/// Wide enough for most types.
const TYPE_WIDTH: usize = 28;

pub struct Line<'a> {
    pub id: &'a str,
    pub event: &'a Value,
    pub outcome: &'a Outcome,
}

impl Line<'_> {
    /// Time, type, id, status and milliseconds.
    pub fn text(&self, terminal: Terminal) -> String {
        let kind = self.event["type"].as_str().unwrap_or_default();
        let beginning = format!("{}  {kind:TYPE_WIDTH$}  {}", time(self.event), self.id);
        let (status, took, colour) = match self.outcome {
            Outcome::Delivered { status, took } => (status, took, "32"),
            Outcome::Refused { status, took } => (status, took, "31"),
            Outcome::Shown | Outcome::Unreachable(_) | Outcome::Interrupted => return beginning,
        };
        format!("{beginning}  {}  {} ms", terminal.style(colour, &status.to_string()), took.as_millis())
    }

    /// The same for programs.
    pub fn json(&self) -> Value {
        let (status, took) = match self.outcome {
            Outcome::Delivered { status, took } | Outcome::Refused { status, took } => (Some(*status), Some(*took)),
            Outcome::Shown | Outcome::Unreachable(_) | Outcome::Interrupted => (None, None),
        };
        let milliseconds = took.map(|took| u64::try_from(took.as_millis()).unwrap_or(u64::MAX));
        json!({
            "timestamp": self.event["timestamp"], "type": self.event["type"], "id": self.id, "status": status,
            "milliseconds": milliseconds,
        })
    }
}

/// To the millisecond, in UTC.
fn time(event: &Value) -> String {
    let text = event["timestamp"].as_str().unwrap_or_default();
    match text.parse::<jiff::Timestamp>() {
        Ok(at) => at.strftime("%Y-%m-%dT%H:%M:%S.%3fZ").to_string(),
        Err(_) => text.to_owned(),
    }
}

/// Numbers of this listener.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub printed: u64,
    pub forwarded: u64,
    pub failed: u64,
    pub duplicates: u64,
    /// Read from the log, because the stream did not send them.
    pub recovered: u64,
}

impl Counts {
    pub fn add(&mut self, outcome: &Outcome) {
        self.printed += 1;
        match outcome {
            Outcome::Delivered { .. } => self.forwarded += 1,
            Outcome::Refused { .. } => self.failed += 1,
            Outcome::Shown | Outcome::Unreachable(_) | Outcome::Interrupted => {}
        }
    }

    pub fn summary(&self, verified: u64, unverified: usize) -> String {
        let check = match unverified {
            0 => format!("{verified} verified with the log"),
            _ => format!("{verified} verified with the log, {unverified} not verified"),
        };
        format!(
            "{} events: {} forwarded, {} failed, {} duplicates ignored, {} recovered; {check}",
            self.printed, self.forwarded, self.failed, self.duplicates, self.recovered
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_line_has_time_type_id_status_and_milliseconds() {
        let event = json!({"type": "ticket.updated", "timestamp": "2026-11-15T09:30:00.123456Z"});
        let outcome = Outcome::Delivered { status: 204, took: Duration::from_micros(12_700) };
        let line = Line { id: "evt_1", event: &event, outcome: &outcome }.text(Terminal::none());
        assert_eq!(line, "2026-11-15T09:30:00.123Z  ticket.updated                evt_1  204  12 ms");
        let line = Line { id: "evt_1", event: &event, outcome: &Outcome::Shown }.text(Terminal::none());
        assert!(line.ends_with("evt_1"), "{line}");
    }

    #[test]
    fn the_summary_says_what_was_not_verified() {
        let mut counts = Counts { duplicates: 1, ..Counts::default() };
        counts.add(&Outcome::Delivered { status: 200, took: Duration::ZERO });
        counts.add(&Outcome::Refused { status: 400, took: Duration::ZERO });
        let text = "2 events: 1 forwarded, 1 failed, 1 duplicates ignored, 0 recovered; 2 verified with the log";
        assert_eq!(counts.summary(2, 0), text);
        assert!(counts.summary(1, 1).ends_with("1 verified with the log, 1 not verified"));
    }
}
