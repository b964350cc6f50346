//! The generated operations and types.

#![allow(warnings, clippy::all, clippy::pedantic, reason = "the generator's code")]

include!(concat!(env!("OUT_DIR"), "/operations.rs"));
