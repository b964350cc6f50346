//! Gauges for the operator that are read from PostgreSQL.

use crate::{app::App, http::Problem};
use futures::future::BoxFuture;

/// Reads and sets gauges, with few and cheap statements: it is called every few seconds by every server. If it fails, it
/// sets them to not a number.
pub type MeasureBacklog = for<'a> fn(&'a App) -> BoxFuture<'a, Result<(), Problem>>;
