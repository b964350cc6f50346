//! Devices: what agents report about them and what customers keep about them, the enrolments that agents report with, and
//! the listener for agents, which is not part of the public API.

mod report;
mod software;

use kernel::{app::App, family::Family};
use utoipa_axum::router::OpenApiRouter;

pub const FAMILY: Family = Family {
    tags: &[
        ("Devices", "Computers and other equipment of customers."),
        ("Enrolments", "Tokens with which agents report devices."),
        ("Reports", "Devices and software in numbers and tables."),
    ],
    ..Family::new("inventory", routes)
};

fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().merge(report::routes()).merge(software::routes())
}
