//! A repository on a server that speaks restic's REST protocol, version 2.

use crate::{
    files::{Files, Kind, LARGEST_WHOLE, Listed, MOST_FILES, Part, damaged, too_many},
    hash::is_name,
    http::{Http, Request, Response, unexpected},
};
use backup_check::{Failure, FailureKind};
use base64::{Engine, prelude::BASE64_STANDARD};
use bytes::Bytes;
use outbound::{Method, StatusCode, header};
use serde::Deserialize;
use url::Url;

/// Sizes of files are only in this version.
const VERSION_2: &str = "application/vnd.x.restic.rest.v2";

/// The largest list of files: each has about 100 bytes.
const LARGEST_LIST: usize = MOST_FILES * 100;

pub struct Rest {
    http: Http,
    url: Url,
    authorization: Option<header::HeaderValue>,
}

#[derive(Deserialize)]
struct Entry {
    name: String,
    size: u64,
}

impl Rest {
    pub fn new(http: Http, url: Url, user: Option<&str>, password: Option<&str>) -> Rest {
        let authorization = user.and_then(|user| {
            let plain = format!("{user}:{}", password.unwrap_or_default());
            let mut value = header::HeaderValue::from_str(&format!("Basic {}", BASE64_STANDARD.encode(plain))).ok()?;
            value.set_sensitive(true);
            Some(value)
        });
        Rest { http, url, authorization }
    }

    fn send(&self, request: &Request) -> Result<Response, Failure> {
        self.http.send(request, |request| {
            if let Some(authorization) = &self.authorization {
                request.headers.insert(header::AUTHORIZATION, authorization.clone());
            }
        })
    }

    fn at(&self, kind: Kind, name: &str) -> Result<Url, Failure> {
        let path = match kind {
            Kind::Config => "config".to_owned(),
            other => format!("{}/{name}", other.folder()),
        };
        self.url.join(&path).map_err(|_| Failure::new(FailureKind::Unavailable, "The address cannot be used."))
    }

    /// Tries to delete a pack that does not exist, and so deletes nothing. A server that accepts no deletions refuses it.
    pub fn delete_nothing(&self, name: &str) -> Result<StatusCode, Failure> {
        let request = Request::new(Method::DELETE, self.at(Kind::Pack, name)?, 4096);
        Ok(self.send(&request)?.status)
    }
}

impl Files for Rest {
    fn list(&self, kind: Kind) -> Result<Vec<Listed>, Failure> {
        let mut request = Request::new(Method::GET, self.at(kind, "")?, LARGEST_LIST);
        request.headers.insert(header::ACCEPT, header::HeaderValue::from_static(VERSION_2));
        let response = self.send(&request)?;
        match response.status {
            StatusCode::OK => {}
            // Some servers have no folder until there is a file in it.
            StatusCode::NOT_FOUND => return Ok(vec![]),
            _ => return Err(unexpected(&response)),
        }
        let entries: Vec<Entry> = serde_json::from_slice(&response.body).map_err(|_| {
            Failure::new(FailureKind::Unreachable, "The server does not support version 2 of the REST protocol.")
        })?;
        if entries.len() > MOST_FILES {
            return Err(too_many(kind));
        }
        let named = entries.into_iter().filter(|entry| is_name(&entry.name));
        Ok(named.map(|entry| Listed { name: entry.name, size: entry.size, written_at: None }).collect())
    }

    fn config_size(&self) -> Result<Option<u64>, Failure> {
        let response = self.send(&Request::new(Method::HEAD, self.at(Kind::Config, "")?, 0))?;
        match response.status {
            StatusCode::OK => {
                let length = response.headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok());
                Ok(Some(length.and_then(|length| length.parse().ok()).unwrap_or_default()))
            }
            StatusCode::NOT_FOUND => Ok(None),
            _ => Err(unexpected(&response)),
        }
    }

    fn read(&self, kind: Kind, name: &str, part: Option<Part>) -> Result<Bytes, Failure> {
        let request = ranged(Request::new(Method::GET, self.at(kind, name)?, 0), part);
        received(&self.send(&request)?, kind, name, part)
    }
}

/// A request for a part, or for a file that is not too large.
pub fn ranged(mut request: Request, part: Option<Part>) -> Request {
    let Some(Part { offset, length }) = part else {
        request.keep = LARGEST_WHOLE as usize;
        return request;
    };
    let range = format!("bytes={offset}-{}", offset.saturating_add(length).saturating_sub(1));
    if let Ok(range) = header::HeaderValue::from_str(&range) {
        request.headers.insert(header::RANGE, range);
    }
    request.keep = usize::try_from(length).unwrap_or(usize::MAX);
    request
}

pub fn received(response: &Response, kind: Kind, name: &str, part: Option<Part>) -> Result<Bytes, Failure> {
    match (response.status, part) {
        (StatusCode::OK, None) => Ok(response.body.clone()),
        (StatusCode::PARTIAL_CONTENT, Some(part)) if response.body.len() as u64 == part.length => {
            Ok(response.body.clone())
        }
        // The part is the whole file.
        (StatusCode::OK, Some(Part { offset: 0, length })) if response.body.len() as u64 == length => {
            Ok(response.body.clone())
        }
        (StatusCode::PARTIAL_CONTENT | StatusCode::RANGE_NOT_SATISFIABLE, _) => {
            Err(damaged(kind, name, "is too short"))
        }
        (StatusCode::NOT_FOUND, _) => Err(damaged(kind, name, "does not exist")),
        _ => Err(unexpected(response)),
    }
}
