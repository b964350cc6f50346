// This file was generated with `cornucopia`. Do not modify.

pub mod conflicts;
pub mod device_history;
pub mod devices;
pub mod enrolments;
pub mod ingest;
pub mod report;
pub mod software;
pub mod stale;
