//! Maintenance of the index, over all tenants.

pub mod backfill;
pub mod words;
