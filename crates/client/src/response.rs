//! Responses, as a whole or in pieces.

use crate::{Error, send::lost};
use bytes::Bytes;
use http::{HeaderMap, StatusCode};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use serde::de::DeserializeOwned;
use std::{fmt, time::Duration};
use tokio::time::timeout;

/// A successful response, whose body has been read.
#[derive(Clone)]
pub struct Response {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Response {
    /// The body as a type. An empty body is `null`.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, Error> {
        let body: &[u8] = if self.body.is_empty() { b"null" } else { &self.body };
        let mut json = serde_json::Deserializer::from_slice(body);
        serde_path_to_error::deserialize(&mut json).map_err(|error| Error::Decode {
            path: error.path().to_string(),
            source: error.into_inner(),
            response: Box::new(self.clone()),
        })
    }

    /// Id of the request, which is also in the logs of the service.
    pub fn request_id(&self) -> Option<&str> {
        request_id(&self.headers)
    }
}

/// A successful response, whose body is read piece by piece.
pub struct Streaming {
    pub status: StatusCode,
    pub headers: HeaderMap,
    body: Incoming,
    url: String,
    /// How long the next piece may take.
    timeout: Duration,
}

impl Streaming {
    pub(crate) fn new(response: http::Response<Incoming>, url: String, timeout: Duration) -> Streaming {
        let (parts, body) = response.into_parts();
        Streaming { status: parts.status, headers: parts.headers, body, url, timeout }
    }

    /// The next piece of the body; `None` at its end.
    pub async fn chunk(&mut self) -> Result<Option<Bytes>, Error> {
        loop {
            let Ok(frame) = timeout(self.timeout, self.body.frame()).await else {
                return Err(Error::Timeout { url: self.url.clone(), after: self.timeout });
            };
            match frame {
                None => return Ok(None),
                Some(Err(error)) => return Err(lost(error)),
                // Trailers are not data.
                Some(Ok(frame)) => {
                    if let Ok(data) = frame.into_data() {
                        return Ok(Some(data));
                    }
                }
            }
        }
    }

    /// Reads the rest of the body.
    pub(crate) async fn whole(self) -> Result<Response, Error> {
        let body = self.body.collect().await.map_err(lost)?.to_bytes();
        Ok(Response { status: self.status, headers: self.headers, body })
    }

    /// Id of the request, which is also in the logs of the service.
    pub fn request_id(&self) -> Option<&str> {
        request_id(&self.headers)
    }
}

fn request_id(headers: &HeaderMap) -> Option<&str> {
    headers.get("x-request-id")?.to_str().ok()
}

/// Without the body, which can contain secrets.
impl fmt::Debug for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Response")
            .field("status", &self.status)
            .field("bytes", &self.body.len())
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Streaming {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Streaming").field("status", &self.status).finish_non_exhaustive()
    }
}
