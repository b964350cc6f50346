//! The work of `tenant-control work` for cloud providers.

pub mod operate;
pub mod sync;
pub mod verify;
