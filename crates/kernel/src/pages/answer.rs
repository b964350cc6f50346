//! How pages are sent: the resources that a browser may load from them, caching, and compression.

use crate::http::Problem;
use askama::Template;
use axum::{
    body::{Body, Bytes, to_bytes},
    extract::Request,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use flate2::{Compression, write::GzEncoder};
use sha2::{Digest, Sha256};
use std::io::Write;

/// Only our own stylesheet and pictures; no script, no form, no frame around it.
const POLICY: &str =
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Smaller than this, compression saves nothing.
const WORTH_COMPRESSING: usize = 1024;

/// A rendered template, with its headers.
pub struct Html<T>(pub T);

impl<T: Template> IntoResponse for Html<T> {
    fn into_response(self) -> Response {
        let Ok(text) = self.0.render().map_err(|error| tracing::error!(%error, "failed to render a page")) else {
            return Problem::internal(anyhow::anyhow!("failed to render a page")).into_response();
        };
        with_policy(POLICY, text)
    }
}

/// A page that may load and submit what the policy allows.
fn with_policy(policy: &str, text: String) -> Response {
    let policy = HeaderValue::try_from(policy).unwrap_or(HeaderValue::from_static(POLICY));
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
        // The browser revalidates it with the ETag.
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    (headers, text).into_response()
}

/// A page about one person, with a form that only this site accepts. It is not cached, and the browser sends the origin
/// of the form: with `no-referrer` it would send `Origin: null`.
pub fn personal(status: StatusCode, page: &impl Template) -> Response {
    let Ok(text) = page.render().map_err(|error| tracing::error!(%error, "failed to render a page")) else {
        return Problem::internal(anyhow::anyhow!("failed to render a page")).into_response();
    };
    let mut response = with_policy(&POLICY.replace("form-action 'none'", "form-action 'self'"), text);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::VARY, HeaderValue::from_static("cookie"));
    response
}

/// True if `Accept` names this type. A wildcard names none.
pub fn asks_for(headers: &HeaderMap, kind: &str) -> bool {
    text(headers, header::ACCEPT).split(',').any(|one| one.split(';').next().is_some_and(|name| name.trim() == kind))
}

/// Adds a missing ETag, returns 304 if the client has the same version, and compresses the response if the client
/// accepts it.
pub async fn finish(request: Request, next: Next) -> Response {
    let asked = Asked::of(request.headers());
    let response = next.run(request).await;
    if response.status() != StatusCode::OK || response.headers().contains_key(header::ETAG) {
        return response;
    }
    let (parts, body) = response.into_parts();
    let Ok(plain) = to_bytes(body, usize::MAX).await else {
        return Problem::internal(anyhow::anyhow!("a page was cut off")).into_response();
    };
    let worth = asked.reads_gzip && plain.len() >= WORTH_COMPRESSING;
    let gzip = worth.then(|| compress(&plain));
    let mut response = asked.answer(&format!("\"{}\"", hash(&plain)), &plain, gzip.as_ref());
    for (name, value) in &parts.headers {
        if name != header::CONTENT_LENGTH {
            response.headers_mut().append(name, value.clone());
        }
    }
    response
}

/// The request headers about cached versions and accepted encodings.
pub struct Asked {
    known: String,
    reads_gzip: bool,
}

impl Asked {
    pub fn of(headers: &HeaderMap) -> Asked {
        Asked {
            known: text(headers, header::IF_NONE_MATCH).to_owned(),
            reads_gzip: text(headers, header::ACCEPT_ENCODING).split(',').any(|one| one.trim().starts_with("gzip")),
        }
    }

    pub fn answer(&self, etag: &str, plain: &Bytes, gzip: Option<&Bytes>) -> Response {
        let fixed = [(header::ETAG, etag.to_owned()), (header::VARY, "accept, accept-encoding".to_owned())];
        if self.known.split(',').any(|tag| tag.trim().trim_start_matches("W/") == etag) {
            return (StatusCode::NOT_MODIFIED, fixed).into_response();
        }
        match gzip.filter(|_| self.reads_gzip) {
            Some(gzip) => (fixed, [(header::CONTENT_ENCODING, "gzip")], Body::from(gzip.clone())).into_response(),
            None => (fixed, Body::from(plain.clone())).into_response(),
        }
    }
}

fn text(headers: &HeaderMap, name: HeaderName) -> &str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

pub fn compress(plain: &[u8]) -> Bytes {
    let mut encoder = GzEncoder::new(vec![], Compression::default());
    encoder.write_all(plain).and_then(|()| encoder.finish()).unwrap_or_default().into()
}

pub fn hash(body: &[u8]) -> String {
    Sha256::digest(body).iter().take(8).fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_everything_asks_for_nothing_in_particular() {
        let accepts = |accept: &'static str, kind| {
            asks_for(&HeaderMap::from_iter([(header::ACCEPT, HeaderValue::from_static(accept))]), kind)
        };
        assert!(accepts("text/html,application/xhtml+xml;q=0.9,*/*;q=0.8", "text/html"));
        assert!(accepts("application/json; charset=utf-8", "application/json"));
        assert!(!accepts("*/*", "text/html"));
        assert!(!accepts("", "text/html"));
    }
}
