//! Headers of every response for browsers and caches.

use crate::app::App;
use axum::http::{HeaderMap, HeaderValue, header};

const ONE_YEAR: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Who may cache a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Caching {
    /// It is of one caller, or says what went wrong: nobody stores it.
    Never,
    /// Everyone gets the same: its own headers say how long it may be kept.
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
