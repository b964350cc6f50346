//! Start and end of a time entry, from what a request says about them. Decisions only, without I/O.

use api::{
    problem::FaultCode,
    time_entries::{NewTimeEntry, TimeEntry, TimeEntryChange},
};
use jiff::{SignedDuration, Timestamp};
use kernel::{clock::stored, http::Problem};

/// Entries start between 2000 and a year from now: PostgreSQL does not have all times that JSON can name.
const EARLIEST: Timestamp = Timestamp::constant(946_684_800, 0);
const AHEAD: SignedDuration = SignedDuration::from_hours(24 * 366);

/// The longest time from start to end, with room for a timer that was forgotten.
const LONGEST: SignedDuration = SignedDuration::from_hours(24 * 366 * 10);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    pub started_at: Timestamp,
    /// `None` for a timer that runs.
    pub finished_at: Option<Timestamp>,
}

impl Period {
    pub fn new(new: &NewTimeEntry, now: Timestamp) -> Result<Period, Problem> {
        let end = End::of(new.finished_at, new.duration_seconds)?;
        let started_at = match (new.started_at, end) {
            (Some(started_at), _) => started_at,
            (None, Some(End::After(duration))) => now - duration,
            (None, Some(End::At(_))) => {
                return Err(Problem::fault("/started_at", FaultCode::Required, "is required with finished_at"));
            }
            (None, None) => now,
        };
        Period::checked(started_at, now, end)
    }

    pub fn changed(old: &TimeEntry, wanted: &TimeEntryChange, now: Timestamp) -> Result<Period, Problem> {
        let started_at = wanted.started_at.unwrap_or(old.started_at);
        let end = match End::of(wanted.finished_at, wanted.duration_seconds)? {
            Some(_) if wanted.running == Some(true) => {
                return Err(Problem::fault("/running", FaultCode::Invalid, "is true, although an end is given"));
            }
            Some(end) => Some(end),
            None if wanted.running == Some(true) && !old.running => {
                let detail = "a timer that was stopped cannot run again; start another one";
                return Err(Problem::fault("/running", FaultCode::Invalid, detail));
            }
            None if wanted.running == Some(false) && old.running => Some(End::At(now.max(started_at))),
            None => old.finished_at.map(End::At),
        };
        Period::checked(started_at, now, end)
    }

    fn checked(started_at: Timestamp, now: Timestamp, end: Option<End>) -> Result<Period, Problem> {
        let refused = |pointer, detail: &str| Err(Problem::fault(pointer, FaultCode::Invalid, detail));
        if started_at < EARLIEST || started_at > now + AHEAD {
            return refused("/started_at", "must be between the year 2000 and a year from now");
        }
        let finished_at = match end {
            Some(End::At(at)) => Some(at),
            Some(End::After(duration)) => Some(started_at + duration),
            None => None,
        };
        match finished_at {
            Some(at) if at < started_at => refused("/finished_at", "is before started_at"),
            Some(at) if at.duration_since(started_at) > LONGEST => refused("/finished_at", "is years after started_at"),
            None if started_at > now => refused("/started_at", "a timer cannot start in the future"),
            finished_at => Ok(Period { started_at: stored(started_at), finished_at: finished_at.map(stored) }),
        }
    }

    /// Whole seconds from start to end; `None` for a timer that runs.
    pub fn seconds(self) -> Option<i64> {
        self.finished_at.map(|at| at.duration_since(self.started_at).as_secs())
    }
}

/// The end of work, as a request says it.
#[derive(Debug, Clone, Copy)]
enum End {
    At(Timestamp),
    After(SignedDuration),
}

impl End {
    fn of(finished_at: Option<Timestamp>, duration_seconds: Option<i64>) -> Result<Option<End>, Problem> {
        match (finished_at, duration_seconds) {
            (Some(_), Some(_)) => {
                let detail = "cannot be combined with finished_at";
                Err(Problem::fault("/duration_seconds", FaultCode::Invalid, detail))
            }
            (Some(at), None) => Ok(Some(End::At(at))),
            (None, Some(seconds)) => Ok(Some(End::After(SignedDuration::from_secs(seconds)))),
            (None, None) => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use api::TicketId;
    use uuid::Uuid;

    const NOON: Timestamp = Timestamp::constant(1_800_000_000, 0);
    const HOUR: SignedDuration = SignedDuration::from_hours(1);

    fn new(
        started_at: Option<Timestamp>,
        finished_at: Option<Timestamp>,
        duration_seconds: Option<i64>,
    ) -> NewTimeEntry {
        NewTimeEntry {
            ticket_id: TicketId(Uuid::nil()),
            user_id: None,
            started_at,
            finished_at,
            duration_seconds,
            billable: None,
            rate_class: None,
            note: None,
        }
    }

    fn period(started_at: Timestamp, finished_at: Option<Timestamp>) -> Option<Period> {
        Some(Period { started_at, finished_at })
    }

    #[test]
    fn an_entry_has_ended_if_an_end_or_a_duration_is_given() {
        let of = |start, end, duration| Period::new(&new(start, end, duration), NOON).ok();
        assert_eq!(of(None, None, None), period(NOON, None));
        assert_eq!(of(Some(NOON - HOUR), None, None), period(NOON - HOUR, None));
        assert_eq!(of(None, None, Some(3600)), period(NOON - HOUR, Some(NOON)));
        assert_eq!(of(Some(NOON), None, Some(3600)), period(NOON, Some(NOON + HOUR)));
        assert_eq!(of(Some(NOON - HOUR), Some(NOON), None), period(NOON - HOUR, Some(NOON)));
    }

    #[test]
    fn times_that_do_not_fit_are_refused() {
        let refused = |start, end, duration| Period::new(&new(start, end, duration), NOON).is_err();
        assert!(refused(None, Some(NOON), None));
        assert!(refused(Some(NOON), Some(NOON), Some(1)));
        assert!(refused(Some(NOON), Some(NOON - HOUR), None));
        assert!(refused(Some(NOON + HOUR), None, None));
        assert!(refused(Some(Timestamp::MIN), None, Some(1)));
        assert!(refused(Some(NOON), Some(Timestamp::MAX), None));
    }
}
