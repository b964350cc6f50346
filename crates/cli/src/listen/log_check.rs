//! The check that nothing was lost: the events that the stream sent are compared with the pages of the log.
//!
//! The log has positions without gaps, in the order of commits, and both the stream and its pages are in that order
//! (decisions 0011 and 0012). So all events of the log between two that were received have been received as well.

use jiff::{SignedDuration, Timestamp};
use serde_json::Value;
use std::collections::{HashSet, VecDeque};

/// How many ids are remembered, to recognise an event that comes again.
const REMEMBERED: usize = 10_000;

/// An event has the time of its change, which is before its commit: the list begins this much earlier.
const MARGIN: SignedDuration = SignedDuration::from_mins(2);

/// The events that were received, and how far they were compared with the log.
pub struct LogCheck {
    /// The last event that was compared, or after which the listener started. `None` at the beginning of the log.
    checked: Option<String>,
    since: Timestamp,
    /// Where the pages continue: after the last page that was full.
    cursor: Option<String>,
    /// Received and not compared yet, in the order of arrival.
    pending: Vec<String>,
    recent: VecDeque<String>,
    known: HashSet<String>,
    /// How many events were found in the log.
    pub verified: u64,
}

impl LogCheck {
    /// `started_at` is the time of the event in `after`, or a time before all events that will be received.
    pub fn start(after: Option<String>, started_at: Timestamp) -> LogCheck {
        LogCheck {
            checked: after,
            since: started_at.checked_sub(MARGIN).unwrap_or(Timestamp::UNIX_EPOCH).max(Timestamp::UNIX_EPOCH),
            cursor: None,
            pending: vec![],
            recent: VecDeque::new(),
            known: HashSet::new(),
            verified: 0,
        }
    }

    /// True if the event was received before.
    pub fn knows(&self, id: &str) -> bool {
        self.known.contains(id) || self.checked.as_deref() == Some(id)
    }

    pub fn receive(&mut self, id: &str) {
        self.pending.push(id.to_owned());
        self.remember(id);
    }

    fn remember(&mut self, id: &str) {
        self.known.insert(id.to_owned());
        self.recent.push_back(id.to_owned());
        if self.recent.len() > REMEMBERED
            && let Some(oldest) = self.recent.pop_front()
        {
            self.known.remove(&oldest);
        }
    }

    pub fn pending(&self) -> usize {
        self.pending.len()
    }

    /// The time from which the log is listed. It never changes, because a cursor is valid only for the same filters.
    pub fn since(&self) -> Timestamp {
        self.since
    }

    pub fn cursor(&self) -> Option<&str> {
        self.cursor.as_deref()
    }

    /// True if the page contains the last received event, so that no further page is needed.
    pub fn ends_in(&self, page: &[Value]) -> bool {
        let Some(last) = self.pending.last() else { return true };
        page.iter().any(|event| event["id"] == last.as_str())
    }

    /// Compares with the pages of the log after `cursor()`, oldest first. Returns the events that were not received.
    /// `next` is the cursor of the last of these pages that was full.
    pub fn compare(&mut self, log: Vec<Value>, next: Option<String>) -> Vec<Value> {
        let place = |id: &str| log.iter().position(|event| event["id"] == id);
        // An event that has an older time than all of the list is not in it.
        let Some((end, last)) = self.pending.iter().rev().find_map(|id| Some((place(id)?, id.clone()))) else {
            return vec![];
        };
        let begin = match self.checked.as_deref().and_then(place) {
            Some(index) => index + 1,
            // It is before these pages.
            None if self.cursor.is_some() => 0,
            // The listener started after an event of another type, or at the beginning of the log.
            None => self.pending.first().and_then(|first| place(first)).unwrap_or(0),
        };
        let received: HashSet<&str> = self.pending.iter().map(String::as_str).collect();
        let is_received = |event: &Value| event["id"].as_str().is_some_and(|id| received.contains(id));
        let between = log.into_iter().take(end + 1).skip(begin);
        let (found, lost): (Vec<Value>, Vec<Value>) = between.partition(is_received);
        self.verified += found.len() as u64;
        self.checked = Some(last);
        self.cursor = next.or(self.cursor.take());
        self.pending.clear();
        lost.iter().filter_map(|event| event["id"].as_str()).for_each(|id| self.remember(id));
        lost
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    fn log(ids: &[&str]) -> Vec<Value> {
        ids.iter().map(|id| json!({"id": id})).collect()
    }

    fn received(after: Option<&str>, ids: &[&str]) -> LogCheck {
        let mut check = LogCheck::start(after.map(str::to_owned), at(1_000));
        ids.iter().for_each(|id| check.receive(id));
        check
    }

    #[test]
    fn an_event_of_the_log_that_was_not_received_is_lost() {
        let mut check = received(Some("a"), &["b", "d"]);
        assert_eq!(check.compare(log(&["0", "a", "b", "c", "d", "e"]), None), log(&["c"]));
        assert_eq!((check.pending(), check.verified), (0, 2));
        assert!(check.knows("c"), "it is forwarded once");
    }

    #[test]
    fn events_after_the_last_received_one_are_not_lost_yet() {
        let mut check = received(Some("a"), &["b"]);
        assert_eq!(check.compare(log(&["a", "b", "c"]), None), log(&[]));
        check.receive("c");
        assert_eq!(check.compare(log(&["a", "b", "c"]), None), log(&[]));
        assert_eq!(check.verified, 2);
    }

    #[test]
    fn an_empty_log_has_no_event_to_start_after() {
        let mut check = received(None, &["a", "c"]);
        assert_eq!(check.compare(log(&["a", "b", "c"]), None), log(&["b"]));
    }

    #[test]
    fn a_full_page_is_not_read_again() {
        let mut check = received(Some("a"), &["b", "c"]);
        check.compare(log(&["a", "b", "c"]), Some("after c".to_owned()));
        assert_eq!(check.cursor(), Some("after c"));
        check.receive("e");
        assert_eq!(check.compare(log(&["d", "e"]), None), log(&["d"]), "the page begins after the last one");
        assert_eq!(check.cursor(), Some("after c"));
    }

    #[test]
    fn pages_without_a_received_event_are_no_evidence() {
        let mut check = received(Some("a"), &["b", "c"]);
        assert_eq!(check.compare(log(&["a"]), None), log(&[]));
        assert_eq!(check.pending(), 2, "they are compared next time");
    }

    #[test]
    fn an_event_that_comes_again_is_a_duplicate() {
        let mut check = received(Some("a"), &["b"]);
        assert!(check.knows("b"));
        assert!(check.knows("a"), "the event that the listener started after");
        check.compare(log(&["a", "b"]), None);
        assert!(check.knows("b"), "also after it was compared");
        assert!(!check.knows("c"));
    }

    #[test]
    fn the_list_begins_before_the_first_event() {
        assert_eq!(received(Some("a"), &[]).since(), at(880));
        assert_eq!(LogCheck::start(None, Timestamp::UNIX_EPOCH).since(), Timestamp::UNIX_EPOCH);
    }
}
