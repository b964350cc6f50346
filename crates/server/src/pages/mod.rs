//! The pages that people read: documentation, problems, changelog, status.

mod changelog;
mod documentation;
mod markdown;
mod problems;
mod reference;
mod status;

use axum::{Router, middleware::from_fn, response::Redirect, routing::get};
use kernel::{
    app::App,
    family::Family,
    pages::{finish, with_slash},
};
use utoipa_axum::router::OpenApiRouter;

pub const FAMILY: Family = Family { pages: routes, ..Family::new("pages", OpenApiRouter::new) };

fn routes() -> Router<App> {
    Router::new()
        .route("/", get(|| async { Redirect::temporary("/documentation/") }))
        .route("/documentation", get(with_slash))
        .route("/documentation/", get(documentation::home))
        .route("/documentation/guides/{name}", get(with_slash))
        .route("/documentation/guides/{name}/", get(documentation::guide))
        .route("/documentation/examples/{*name}", get(documentation::example))
        .route("/documentation/reference", get(with_slash))
        .route("/documentation/reference/", get(reference::index))
        .route("/documentation/reference/{name}", get(with_slash))
        .route("/documentation/reference/{name}/", get(reference::area))
        .route("/documentation/problems", get(with_slash))
        .route("/documentation/problems/", get(problems::list))
        .route("/documentation/problems/{code}", get(problems::read))
        .route("/documentation/changelog", get(with_slash))
        .route("/documentation/changelog/", get(changelog::read))
        .route("/documentation/changelog.json", get(changelog::json))
        .route("/documentation/changelog.atom", get(changelog::atom))
        .route("/status", get(with_slash))
        .route("/status/", get(status::read))
        .route("/status.json", get(status::json))
        .layer(from_fn(finish))
}
