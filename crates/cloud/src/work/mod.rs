//! The work of `tenant-control work` for cloud providers.

pub mod sync;
pub mod verify;
