//! Opening hours of one day, to the minute: `09:00` to `17:00`, and `24:00` for the end of the day.

use std::{fmt, str::FromStr};

/// A local time of day, or `24:00`, which opening hours need.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimeOfDay {
    minutes: u16,
}

impl TimeOfDay {
    pub const MIDNIGHT: TimeOfDay = TimeOfDay { minutes: 0 };
    pub const END_OF_DAY: TimeOfDay = TimeOfDay { minutes: 24 * 60 };

    /// Since midnight, on the clock.
    pub fn seconds(self) -> i64 {
        i64::from(self.minutes) * 60
    }
}

impl FromStr for TimeOfDay {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        minutes(text).map(|minutes| TimeOfDay { minutes }).ok_or("expected a time of day from 00:00 to 24:00")
    }
}

fn minutes(text: &str) -> Option<u16> {
    let &[h, hh, b':', m, mm] = text.as_bytes() else { return None };
    let digit = |byte: u8| byte.is_ascii_digit().then(|| u16::from(byte - b'0'));
    let (hour, minute) = (digit(h)? * 10 + digit(hh)?, digit(m)? * 10 + digit(mm)?);
    let minutes = hour * 60 + minute;
    (minute < 60 && minutes <= TimeOfDay::END_OF_DAY.minutes).then_some(minutes)
}

impl fmt::Display for TimeOfDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.minutes / 60, self.minutes % 60)
    }
}

/// Open from `from` until just before `to`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Interval {
    pub from: TimeOfDay,
    pub to: TimeOfDay,
}

impl Interval {
    pub const WHOLE_DAY: Interval = Interval { from: TimeOfDay::MIDNIGHT, to: TimeOfDay::END_OF_DAY };

    /// Its seconds that are over when the clock shows `second` seconds since midnight.
    pub(crate) fn passed_at(self, second: i64) -> i64 {
        second.clamp(self.from.seconds(), self.to.seconds()) - self.from.seconds()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_of_day_is_written_as_it_is_read() {
        for text in ["00:00", "09:05", "23:59", "24:00"] {
            assert_eq!(text.parse::<TimeOfDay>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_is_no_time_of_day_is_refused() {
        for text in
            ["", ":", "9:00", "09:0", "09:000", "24:01", "12:60", "+9:00", "-1:00", "09.00", "09:00:00", "ab:cd"]
        {
            assert!(text.parse::<TimeOfDay>().is_err(), "{text}");
        }
    }
}
