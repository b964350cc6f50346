//! Webhooks: where customers want to be told of events, and the telling.

mod days;
mod deliveries;
mod endpoints;
pub mod fixtures;
mod interest;
pub mod owned;
mod recovery;
mod signature;
mod trial;
mod work;

pub use days::keep_days;
pub use work::recovery::KIND as RECOVERY;
pub use work::run as work;

use crate::app::App;
use utoipa_axum::router::OpenApiRouter;

pub fn routes() -> OpenApiRouter<App> {
    let logged = OpenApiRouter::new().merge(deliveries::routes()).merge(recovery::routes());
    endpoints::routes().merge(trial::routes()).merge(logged)
}
