//! Checks of `tenant-control doctor`.

use super::Families;
use crate::settings::Serve;
use futures::future::BoxFuture;

pub type Check = for<'a> fn(&'a Serve, &'static Families) -> BoxFuture<'a, Vec<Finding>>;

/// The state of one part, or the error that was found, with the way to fix it.
pub struct Finding {
    pub part: &'static str,
    pub found: anyhow::Result<String>,
    pub fix: &'static str,
}

pub fn finding(part: &'static str, found: anyhow::Result<String>, fix: &'static str) -> Finding {
    Finding { part, found, fix }
}
