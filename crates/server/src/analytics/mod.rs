//! Analytics: the figures of a tenant and of the whole service, by time.
//!
//! The families say what is counted (`metrics` of each), the kernel stores and reads it (`kernel::figures`). This folder turns
//! it into what people ask for: calendars of time zones, groups, comparisons, tables and charts.

mod calendar;
mod catalogue;
mod cells;
mod figures;
mod labels;
mod period;
mod platform;
mod read;
mod report;
mod request;
mod series;
mod svg;
mod table;
mod tenant;

pub use cells::{Figures, Question};
pub use request::Request;
pub use tenant::tenant_figures;

use kernel::{
    app::App,
    family::Family,
    http::document::{Access, Form},
};
use utoipa_axum::router::OpenApiRouter;

pub const FAMILY: Family = Family {
    tags: &[("Analytics", "Figures of the tenant and of the service over time.")],
    pages: report::routes,
    forms: &[Form { path: report::PATH, operation: None, access: Access::Person }],
    ..Family::new("analytics", routes)
};

fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().merge(catalogue::routes()).merge(platform::routes()).merge(tenant::routes())
}
