//! The pages that people read: documentation, problems, changelog, status.
//!
//! Rendered here from `templates/`, one stylesheet, nothing from a foreign host. They are not operations: the document
//! does not name them, and the gate lets everyone read them at the cost of an address's limit.

mod answer;
mod assets;
mod changelog;
mod documentation;
mod frame;
mod lost;
mod markdown;
mod problems;
mod status;

pub use answer::{Html, asks_for, personal};
pub use frame::{Frame, Section};
pub use lost::{are_wanted, explain};

use crate::app::App;
use axum::{Router, http::header, middleware::from_fn, response::Redirect, routing::get};

pub fn routes() -> Router<App> {
    let moved = |to: &'static str| get(move || async move { Redirect::permanent(to) });
    Router::new()
        .route("/", get(|| async { Redirect::temporary("/documentation/") }))
        .route("/documentation", moved("/documentation/"))
        .route("/documentation/", get(documentation::home))
        .route("/documentation/guides/{name}/", get(documentation::guide))
        .route("/documentation/examples/{*name}", get(documentation::example))
        .route("/documentation/reference/", get(documentation::reference))
        .route("/documentation/problems/", get(problems::list))
        .route("/documentation/problems/{code}", get(problems::read))
        .route("/documentation/changelog/", get(changelog::read))
        .route("/documentation/changelog.json", get(changelog::json))
        .route("/documentation/changelog.atom", get(changelog::atom))
        .route("/documentation/assets/{name}", get(assets::read))
        .route("/status", moved("/status/"))
        .route("/status/", get(status::read))
        .route("/status.json", get(status::json))
        .route("/favicon.ico", moved("/documentation/assets/favicon.svg"))
        .route("/robots.txt", get(robots))
        .layer(from_fn(answer::finish))
}

/// Pages may be found by everyone; answers of the API are of no use there.
async fn robots() -> ([(header::HeaderName, &'static str); 1], &'static str) {
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], "User-agent: *\nDisallow: /api/\n")
}
