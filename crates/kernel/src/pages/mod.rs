//! Shared by all pages for people: their frame, their headers, the files that they load, and the page that explains a
//! problem. Families provide their own pages.
//!
//! Pages are rendered on the server with one stylesheet and load nothing from another host. They are not operations:
//! the OpenAPI document does not contain them, and everyone can read them, within the rate limit of their address.

mod answer;
pub mod assets;
mod frame;
mod lost;

pub use answer::{Html, asks_for, finish, personal};
pub use frame::{Frame, Section};
pub use lost::{are_wanted, explain};

use crate::app::App;
use axum::{
    Router,
    http::{Uri, header},
    middleware::from_fn,
    response::Redirect,
    routing::get,
};

pub fn routes() -> Router<App> {
    Router::new()
        .route("/documentation/assets/{name}", get(assets::read))
        .route("/favicon.ico", get(|| async { Redirect::permanent("/documentation/assets/favicon.svg") }))
        .route("/robots.txt", get(robots))
        .layer(from_fn(finish))
}

/// The address of a page without its final slash leads to the page.
pub async fn with_slash(uri: Uri) -> Redirect {
    let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
    Redirect::permanent(&format!("{}/{query}", uri.path()))
}

/// Search engines may list pages; responses of the API are of no use there.
async fn robots() -> ([(header::HeaderName, &'static str); 1], &'static str) {
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], "User-agent: *\nDisallow: /api/\n")
}
