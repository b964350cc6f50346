//! The guarantees of the crate: cases worked out by hand, and laws that hold for every calendar.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops where it is")]

mod calendar;
mod kit;
mod laws;
mod stopwatch;
