//! Headers of every response for browsers and caches.

use crate::app::App;
use axum::http::{HeaderMap, HeaderValue, header};

const ONE_YEAR: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// The caching of a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Caching {
    /// The response is for one caller, or a problem: it is not stored.
    Never,
    /// The response is the same for everyone: its own headers define the caching.
    AsAnswered,
}

pub fn add(app: &App, headers: &mut HeaderMap, caching: Caching) {
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if caching == Caching::Never {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    if app.settings.base_url.starts_with("https://") {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, ONE_YEAR);
    }
}
