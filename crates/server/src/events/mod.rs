//! The event log: what happened, durably, in the order in which it happened.

mod catalogue;
mod days;
mod kinds;
mod log;
mod stream;

pub use days::keep_days;

use crate::{
    app::App,
    family::{Arguments, Family, Function},
};
use utoipa_axum::router::OpenApiRouter;

pub const FAMILY: Family = Family {
    tags: &[("Events", "The durable event log.")],
    functions: &[
        Function { name: "event.get", operation: "events.list", arguments: Arguments::One },
        Function { name: "event.list", operation: "events.list", arguments: Arguments::Many },
    ],
    ..Family::new("events", routes)
};

fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().merge(log::routes()).merge(catalogue::routes())
}
