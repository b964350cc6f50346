//! Tenant Control: the control plane of a multi-tenant IT-operations platform.
//!
//! The families without heavy dependencies (a folder each, a file per resource with its SQL beside it), the list of all
//! families, the operator's commands and the processes. Families with heavier dependencies are crates of their own; all
//! build on the crate `kernel`.

pub mod analytics;
pub mod control;
pub mod events;
pub mod families;
pub mod ingest;
mod leaving;
pub mod operate;
pub mod pages;
pub mod psa;
pub mod rmm;
pub mod search;
pub mod serve;
pub mod work;
