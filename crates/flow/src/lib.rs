//! Workflows as customers write them: a subset of the Serverless Workflow DSL 1.0.
//!
//! A [`Definition`] is parsed with all its faults at once, [`interpret`] walks it over a [`Host`] that carries out the
//! effects, and the [`Sandbox`] evaluates expressions in separate processes. The interpreter is deterministic: it has
//! no clock, no randomness and no tasks, so that Temporal can replay it, a plan can be made with it, and tests run it
//! in memory.

pub mod bounds;
mod definition;
mod document;
mod duration;
mod fault;
mod functions;
mod host;
mod interpret;
mod run;
pub mod sandbox;
mod secrets;
mod template;

pub use definition::{
    Backoff, Case, Catch, Concurrency, Definition, Document, Draft, EventPattern, Length, OnConflict, Retry, Schedule,
    Task, Then, Work,
};
pub use document::{Unreadable, read_json, read_yaml};
pub use duration::parse_duration;
pub use fault::{Code, Fault, Invalid};
pub use functions::{Function, Functions, did_you_mean, escape, message, shortened, shown_pointer, unknown_value};
pub use host::{Call, EMIT, Host};
pub use interpret::interpret;
pub use run::{Begun, Done, Kind, Outcome, Record, Scope, Status, Step};
pub use sandbox::Sandbox;
pub use secrets::{HTTP, SecretTexts};
pub use template::{fill_plainly, is_literal};
