//! Workflows: automations that customers write. The engine carries them out; what they are, who may run them and what
//! became of them is here and in our tables.

mod approvals;
mod check;
mod data;
mod definitions;
mod ending;
pub mod fixtures;
mod functions;
pub mod owned;
mod plan;
mod runs;
mod secrets;
mod start;
mod trigger;
mod work;

pub use approvals::page::routes as pages;
pub use work::{engine_of, forget_old, run as work};

use crate::app::App;
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(definitions::create))
        .routes(routes!(definitions::read, trigger::start, definitions::update, definitions::archive))
        .routes(routes!(runs::read, runs::act, runs::cancel))
        .routes(routes!(approvals::read))
        .routes(routes!(functions::list))
        .routes(routes!(secrets::read, secrets::put, secrets::delete))
}
