//! Service levels of tickets: when a calendar is open, how much open time has passed, and whether a target is met.
//! Everything here is a pure function; time is a parameter, and nothing is stored.
//!
//! Time is counted in whole seconds. The fraction of an instant is dropped before counting, so that counting in
//! many small steps gives the same sum as counting at once.

mod calendar;
mod hours;
mod stopwatch;

pub use calendar::{BadInterval, Calendar};
pub use hours::{Interval, TimeOfDay};
pub use stopwatch::{Reading, State, Stopwatch, Target};
