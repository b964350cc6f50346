//! Compression of JSON responses to reads, for clients that accept it.
//!
//! Not compressed: small bodies; streams and files, which have other media types or no known length; problems and the
//! responses to writes, which can contain a secret that is returned once or text of the request; and every response to
//! a request with a cookie. A page of another site can make a browser send a cookie, and the compressed length would
//! reveal what the response has in common with the address that the page chose (BREACH). No page can make it send an
//! API key.

use axum::{
    body::{Body, Bytes, HttpBody, to_bytes},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use flate2::{Compression, write::GzEncoder};
use std::io::{Result, Write};
use tokio::task::spawn_blocking;

/// Smaller than this, compression saves nothing.
const WORTH_COMPRESSING: u64 = 1024;

/// Larger than this, compression takes long enough to be done by a thread of its own.
const LARGE: usize = 64 * 1024;

/// Levels that compress JSON to less than a fifth, at more than 100 MB/s.
const ZSTD_LEVEL: i32 = 3;
const BROTLI_QUALITY: u32 = 2;
const BROTLI_WINDOW: u32 = 19;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Encoding {
    Zstd,
    Brotli,
    Gzip,
}

impl Encoding {
    /// In the order in which they are preferred.
    const ALL: [Encoding; 3] = [Encoding::Zstd, Encoding::Brotli, Encoding::Gzip];

    fn name(self) -> &'static str {
        match self {
            Encoding::Zstd => "zstd",
            Encoding::Brotli => "br",
            Encoding::Gzip => "gzip",
        }
    }

    /// The encoding of the response to this request, if it may be compressed.
    pub fn of(method: &Method, headers: &HeaderMap) -> Option<Encoding> {
        let accepted = headers.get(header::ACCEPT_ENCODING)?.to_str().ok()?;
        if *method != Method::GET || headers.contains_key(header::COOKIE) {
            return None;
        }
        Encoding::ALL.into_iter().find(|encoding| accepted.split(',').any(|one| accepts(one, encoding.name())))
    }

    fn compress(self, plain: &[u8]) -> Result<Vec<u8>> {
        match self {
            Encoding::Zstd => zstd::bulk::compress(plain, ZSTD_LEVEL),
            Encoding::Brotli => {
                let mut writer = brotli::CompressorWriter::new(vec![], 0, BROTLI_QUALITY, BROTLI_WINDOW);
                writer.write_all(plain)?;
                Ok(writer.into_inner())
            }
            Encoding::Gzip => {
                let mut writer = GzEncoder::new(vec![], Compression::fast());
                writer.write_all(plain)?;
                writer.finish()
            }
        }
    }
}

/// `gzip;q=0.5` accepts gzip, `gzip;q=0` does not.
fn accepts(one: &str, name: &str) -> bool {
    let (coding, weight) = one.split_once(';').unwrap_or((one, ""));
    let weight = weight.trim().strip_prefix("q=").unwrap_or("1");
    coding.trim().eq_ignore_ascii_case(name) && !weight.bytes().all(|digit| digit == b'0' || digit == b'.')
}

/// The response, compressed if it is large enough and JSON.
pub(super) async fn compressed(encoding: Option<Encoding>, response: Response) -> Response {
    let Some(encoding) = encoding.filter(|_| is_worth_it(&response)) else { return response };
    let (mut parts, body) = response.into_parts();
    let Ok(plain) = to_bytes(body, usize::MAX).await else { return StatusCode::INTERNAL_SERVER_ERROR.into_response() };
    let Some(body) = compress(encoding, plain.clone()).await else {
        return Response::from_parts(parts, Body::from(plain));
    };
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding.name()));
    parts.headers.entry(header::VARY).or_insert(HeaderValue::from_static("accept-encoding"));
    Response::from_parts(parts, Body::from(body))
}

async fn compress(encoding: Encoding, plain: Bytes) -> Option<Vec<u8>> {
    if plain.len() < LARGE {
        return encoding.compress(&plain).ok();
    }
    spawn_blocking(move || encoding.compress(&plain)).await.ok()?.ok()
}

fn is_worth_it(response: &Response) -> bool {
    let is_json = response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
    let is_large = response.body().size_hint().exact().is_some_and(|bytes| bytes >= WORTH_COMPRESSING);
    is_json && is_large && !response.headers().contains_key(header::CONTENT_ENCODING)
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::read::GzDecoder;
    use std::io::Read;

    fn wanted(accepted: &'static str, cookie: Option<&'static str>) -> Option<Encoding> {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(accepted));
        headers.extend(cookie.map(|cookie| (header::COOKIE, HeaderValue::from_static(cookie))));
        Encoding::of(&Method::GET, &headers)
    }

    #[test]
    fn the_best_encoding_that_is_accepted_is_chosen() {
        assert_eq!(wanted("gzip, deflate, br, zstd", None), Some(Encoding::Zstd));
        assert_eq!(wanted("gzip;q=1.0, BR;q=0.5, zstd;q=0", None), Some(Encoding::Brotli));
        assert_eq!(wanted("gzip", None), Some(Encoding::Gzip));
        for none in ["", "identity", "deflate", "gzip;q=0.000", "x-gzip"] {
            assert_eq!(wanted(none, None), None, "{none}");
        }
        assert_eq!(wanted("gzip", Some("theme=dark")), None);
        assert_eq!(Encoding::of(&Method::POST, &HeaderMap::new()), None);
    }

    #[test]
    fn each_encoding_is_read_as_it_was_written() {
        let plain = br#"{"name": "Initech", "status": "active"}, "#.repeat(100);
        let bytes = |encoding: Encoding| encoding.compress(&plain).unwrap();
        assert_eq!(zstd::bulk::decompress(&bytes(Encoding::Zstd), plain.len()).unwrap(), plain);
        let (mut brotli, mut gzip) = (vec![], vec![]);
        brotli::Decompressor::new(bytes(Encoding::Brotli).as_slice(), 0).read_to_end(&mut brotli).unwrap();
        GzDecoder::new(bytes(Encoding::Gzip).as_slice()).read_to_end(&mut gzip).unwrap();
        assert_eq!((&brotli, &gzip), (&plain, &plain));
        assert!(Encoding::ALL.iter().all(|encoding| bytes(*encoding).len() * 5 < plain.len()));
    }

    #[tokio::test]
    async fn what_is_small_or_not_json_stays_as_it_is() {
        let of = async |kind: &'static str, bytes: usize| {
            let response = ([(header::CONTENT_TYPE, kind)], "x".repeat(bytes)).into_response();
            let response = compressed(Some(Encoding::Gzip), response).await;
            response.headers().contains_key(header::CONTENT_ENCODING)
        };
        assert!(of("application/json", 1024).await);
        assert!(!of("application/json", 1023).await);
        assert!(!of("text/event-stream", 100_000).await);
        assert!(!of("application/octet-stream", 100_000).await);
    }
}
