//! Files that pages load: the stylesheets and the icon, all from this server.

use super::answer::{Asked, compress, hash};
use crate::http::Problem;
use axum::{
    body::Bytes,
    extract::Path,
    http::{HeaderMap, HeaderValue, Uri, header},
    response::{IntoResponse, Response},
};
use std::sync::LazyLock;

struct Asset {
    name: &'static str,
    kind: &'static str,
    plain: Bytes,
    gzip: Bytes,
    hash: String,
}

impl Asset {
    fn new(name: &'static str, kind: &'static str, text: &'static [u8]) -> Asset {
        Asset { name, kind, plain: Bytes::from_static(text), gzip: compress(text), hash: hash(text) }
    }
}

static ASSETS: LazyLock<[Asset; 3]> = LazyLock::new(|| {
    [
        Asset::new("pages.css", "text/css; charset=utf-8", include_bytes!("assets/pages.css")),
        Asset::new("charts.css", "text/css; charset=utf-8", charts::STYLESHEET.as_bytes()),
        Asset::new("favicon.svg", "image/svg+xml", include_bytes!("assets/favicon.svg")),
    ]
});

/// The URL of an asset in this build: its content never changes.
pub fn url(name: &str) -> String {
    let hash = ASSETS.iter().find(|asset| asset.name == name).map(|asset| asset.hash.as_str());
    format!("/documentation/assets/{name}?v={}", hash.unwrap_or_default())
}

pub async fn read(Path(name): Path<String>, uri: Uri, headers: HeaderMap) -> Result<Response, Problem> {
    let asset = ASSETS.iter().find(|asset| asset.name == name).ok_or_else(Problem::not_found)?;
    let named_exactly = uri.query().is_some_and(|query| query.strip_prefix("v=") == Some(&asset.hash));
    let kept = if named_exactly { "public, max-age=31536000, immutable" } else { "no-cache" };
    let fixed = [
        (header::CONTENT_TYPE, HeaderValue::from_static(asset.kind)),
        (header::CACHE_CONTROL, HeaderValue::from_static(kept)),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    ];
    let answer = Asked::of(&headers).answer(&format!("\"{}\"", asset.hash), &asset.plain, Some(&asset.gzip));
    Ok((fixed, answer).into_response())
}
