//! The event log: what happened, durably, in the order in which it happened.

mod catalogue;
mod days;
pub mod fixtures;
mod kinds;
mod log;
mod stream;

pub use days::keep_days;

use crate::app::App;
use utoipa_axum::router::OpenApiRouter;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().merge(log::routes()).merge(catalogue::routes())
}
