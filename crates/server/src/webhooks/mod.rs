//! Webhooks: where customers want to be told of events, and the telling.

mod days;
mod endpoints;
mod interest;
mod signature;
mod work;

pub use days::keep_days;
pub use work::run as work;

use crate::app::App;
use utoipa_axum::router::OpenApiRouter;

pub fn routes() -> OpenApiRouter<App> {
    endpoints::routes()
}
