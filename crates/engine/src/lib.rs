//! Durable execution: customers' workflows on Temporal.
//!
//! [`Engine`] starts, nudges and cancels runs and keeps their schedules; the outbox relay uses it. [`work`] is the
//! worker: it interprets runs with `flow` and carries out their effects through [`Effects`], which the server
//! implements. Payloads in Temporal are sealed by [`Keys`]; customers read our tables, not Temporal's history.

mod activities;
mod asked;
pub mod bare;
mod client;
mod codec;
mod dispatcher;
mod doctor;
mod effects;
mod fairness;
mod host;
mod interpreter;
mod lag;
mod places;
mod replay;
mod schedules;
mod worker;

pub use client::{Engine, Identity, Settings};
pub use codec::Keys;
pub use doctor::Finding;
pub use effects::{
    ATTEMPTS, Begin, Call, Close, Closed, DonePage, Effects, Evaluate, Failed, Finish, Open, Opened, RunRef, Tick,
};
pub use lag::Lag;
pub use replay::replay;
pub use schedules::{Reconciled, Schedule, When};
pub use worker::{Capacity, work};

/// The task queue of customers' workflows and their effects.
pub const QUEUE: &str = "workflows";

/// The search attribute that the namespace must have, as a keyword.
pub const TENANT: &str = "Tenant";
