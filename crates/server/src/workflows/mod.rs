//! Workflows: automations that customers write. The engine carries them out; what they are, who may run them and what
//! became of them is here and in our tables.

mod approvals;
mod check;
mod data;
mod definitions;
mod ending;
mod functions;
mod outbox;
pub mod owned;
mod plan;
mod runs;
mod secrets;
mod start;
mod trigger;
mod work;

pub use work::{forget_old, run as work};

use crate::{
    app::App,
    family::Family,
    http::document::{Access, Form},
    sealing::Column,
};
use utoipa_axum::{router::OpenApiRouter, routes};

pub const FAMILY: Family = Family {
    tags: &[("Workflows", "Workflows, their runs and approvals.")],
    pages: approvals::page::routes,
    forms: &[Form { path: "/approvals/", operation: "approvals.decide", access: Access::Person }],
    sealed_columns: &[SECRET],
    owned: &[owned::WORKFLOWS],
    checks: &[work::doctor::check],
    ..Family::new("workflows", routes)
};

pub const SECRET: Column = Column::new("workflow_secrets", "value_sealed");

fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(definitions::create))
        .routes(routes!(definitions::read, trigger::start, definitions::update, definitions::archive))
        .routes(routes!(runs::read, runs::act, runs::cancel))
        .routes(routes!(approvals::read))
        .routes(routes!(functions::list))
        .routes(routes!(secrets::read, secrets::put, secrets::delete))
}
