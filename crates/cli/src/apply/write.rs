//! One request that changes a resource, and its idempotency key.

use client::{
    Client, Error, Request, Response,
    http::{HeaderName, HeaderValue, Method, header::IF_MATCH},
};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use std::time::Duration;

/// Another apply is sending the same request. This is how often and how long its end is awaited.
const WAITS: u32 = 30;
const WAIT: Duration = Duration::from_secs(1);

pub struct Write {
    pub method: Method,
    pub path: &'static str,
    pub query: Vec<(&'static str, String)>,
    pub body: Map<String, Value>,
    /// The version that was compared; `None` for a creation.
    pub version: Option<i64>,
    /// Identifies the content, without secrets.
    pub content: Value,
    pub dry_run: bool,
}

impl Write {
    /// Sends the request. A key that was used for other content, such as another secret, is replaced by the key of the next
    /// attempt. Returns the attempt that was used.
    pub async fn send(&self, client: &Client, first: u32, last: u32) -> Result<(Response, u32), Error> {
        let (mut attempt, mut waits) = (first, 0);
        loop {
            match client.send(self.request(attempt)?).await {
                Err(error) if error.code() == Some("idempotency_key_reused") && attempt < last => attempt += 1,
                Err(error) if error.code() == Some("request_in_flight") && waits < WAITS => {
                    waits += 1;
                    tokio::time::sleep(WAIT).await;
                }
                result => return result.map(|response| (response, attempt)),
            }
        }
    }

    fn request(&self, attempt: u32) -> Result<Request, Error> {
        let request = Request::new(self.method.clone(), self.path).json(&self.body)?;
        let mut request = self.query.iter().fold(request, |request, (name, value)| request.query(name, value));
        if let Some(version) = self.version {
            request = request.header(IF_MATCH, text(&format!("\"v{version}\""))?);
        }
        if self.dry_run {
            // Nothing is stored, so that nothing can be repeated.
            return Ok(request.query("dry_run", true));
        }
        Ok(request.header(HeaderName::from_static("idempotency-key"), text(&self.key(attempt))?))
    }

    /// The same content at the same version has the same key.
    fn key(&self, attempt: u32) -> String {
        let Write { method, path, query, version, content, .. } = self;
        let hash = Sha256::digest(format!("{method} {path} {query:?} {version:?} {attempt} {content}"));
        let hex: String = hash.iter().take(20).map(|byte| format!("{byte:02x}")).collect();
        format!("tenantctl-apply-{hex}")
    }
}

fn text(value: &str) -> Result<HeaderValue, Error> {
    HeaderValue::from_str(value).map_err(|_| Error::Request(format!("{value:?} is not the value of a header")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn write(version: Option<i64>, content: Value) -> Write {
        let (method, path, body) = (Method::PUT, "/api/psa/teams", Map::new());
        Write { method, path, query: vec![], body, version, content, dry_run: false }
    }

    #[test]
    fn the_key_is_that_of_the_content_and_the_version() {
        let key = write(Some(1), json!({"a": 1})).key(0);
        assert_eq!(key, write(Some(1), json!({"a": 1})).key(0));
        for other in [write(Some(2), json!({"a": 1})).key(0), write(Some(1), json!({"a": 2})).key(0)] {
            assert_ne!(key, other);
        }
        assert_ne!(key, write(Some(1), json!({"a": 1})).key(1));
    }

    #[test]
    fn a_dry_run_has_no_key_and_an_update_has_its_version() {
        let mut write = write(Some(7), json!({}));
        let request = write.request(0).unwrap();
        assert_eq!(request.headers[IF_MATCH], "\"v7\"");
        assert!(request.headers.contains_key("idempotency-key"));
        write.dry_run = true;
        let request = write.request(0).unwrap();
        assert!(!request.headers.contains_key("idempotency-key"));
        assert_eq!(request.query, [("dry_run".to_owned(), "true".to_owned())]);
    }
}
