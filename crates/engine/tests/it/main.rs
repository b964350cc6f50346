//! The engine on a real Temporal.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on ends")]

mod common;
mod crashes;
mod forgery;
mod replay;
mod runs;
mod schedules;
mod secrecy;
