// This file was generated with `cornucopia`. Do not modify.

pub mod audit;
pub mod events;
pub mod idempotency;
