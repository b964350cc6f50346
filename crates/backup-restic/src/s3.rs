//! A repository in a bucket. Objects are addressed by path, as restic does for endpoints that are not Amazon's.

use crate::{
    files::{Files, Kind, Listed, MOST_FILES, Part, damaged, too_many},
    hash::is_name,
    http::{Http, Request, Response, unexpected},
    rest::{ranged, received},
    sigv4::{Signer, encode},
};
use backup_check::{Failure, FailureKind};
use base64::{Engine, prelude::BASE64_STANDARD};
use bytes::Bytes;
use jiff::Timestamp;
use outbound::{
    Method, StatusCode,
    header::{self, HeaderName, HeaderValue},
};
use quick_xml::{Reader, events::Event};
use ring::digest::{SHA256, digest};
use url::Url;

/// A page of a list has 1,000 objects with less than 1 KiB each.
const LARGEST_PAGE: usize = 4 * 1024 * 1024;

/// Pages of a list. A full one has 1,000 objects; those that a server sends with fewer are counted as well.
const MOST_PAGES: usize = 4 * MOST_FILES / 1_000;

const LARGEST_ANSWER: usize = 64 * 1024;

pub struct S3 {
    pub http: Http,
    pub endpoint: Url,
    pub bucket: String,
    pub prefix: String,
    pub signer: Signer,
}

/// The retention of an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Retention {
    /// `COMPLIANCE`, or `GOVERNANCE`, which some users can lift.
    pub mode: String,
    pub until: Timestamp,
}

impl S3 {
    fn send(&self, request: &Request) -> Result<Response, Failure> {
        self.http.send(request, |request| self.signer.sign(request, now()))
    }

    pub fn key(&self, kind: Kind, name: &str) -> String {
        match kind {
            Kind::Config => self.named("config"),
            Kind::Pack => self.named(&format!("data/{}/{name}", name.get(..2).unwrap_or_default())),
            other => self.named(&format!("{}/{name}", other.folder())),
        }
    }

    /// The key of an object below the prefix.
    pub fn named(&self, name: &str) -> String {
        if self.prefix.is_empty() { name.to_owned() } else { format!("{}/{name}", self.prefix) }
    }

    fn at(&self, key: &str, query: &[(&str, &str)]) -> Url {
        let mut url = self.endpoint.clone();
        url.set_path(&format!("/{}/{key}", self.bucket));
        if !query.is_empty() {
            // A name without a value has no equals sign: not every server accepts one.
            let pair = |(name, value): &(&str, &str)| match *value {
                "" => encode(name),
                value => format!("{}={}", encode(name), encode(value)),
            };
            let pairs: Vec<String> = query.iter().map(pair).collect();
            url.set_query(Some(&pairs.join("&")));
        }
        url
    }

    fn page(&self, prefix: &str, after: Option<&str>) -> Result<Page, Failure> {
        let mut query = vec![("list-type", "2"), ("prefix", prefix)];
        if let Some(after) = after {
            query.push(("continuation-token", after));
        }
        let mut url = self.at("", &query);
        url.set_path(&format!("/{}", self.bucket));
        let response = self.send(&Request::new(Method::GET, url, LARGEST_PAGE))?;
        match response.status {
            StatusCode::OK => Page::read(&response.body),
            _ => Err(unexpected(&response)),
        }
    }

    /// The retention of an object; `None` if it has none.
    pub fn retention(&self, key: &str) -> Result<Option<Retention>, Failure> {
        let head = self.send(&Request::new(Method::HEAD, self.at(key, &[]), 0))?;
        if let Some(retention) = retention_of(&head) {
            return Ok(Some(retention));
        }
        // The headers are absent for those who may not read the retention, too. This request is then refused.
        let response = self.send(&Request::new(Method::GET, self.at(key, &[("retention", "")]), LARGEST_ANSWER));
        let response = match response {
            // A server without object lock sends the object itself.
            Err(failure) if failure.kind == FailureKind::TooLarge => return Ok(None),
            response => response?,
        };
        match response.status {
            StatusCode::OK => Ok(read_retention(&response.body)),
            // The bucket has no object lock, or the object no retention.
            StatusCode::NOT_FOUND | StatusCode::BAD_REQUEST => Ok(None),
            _ => Err(unexpected(&response)),
        }
    }

    /// The version of an object; `None` if there is no such object. The inner value is `None` in a bucket without versions.
    pub fn version(&self, key: &str) -> Result<Option<Option<String>>, Failure> {
        let response = self.send(&Request::new(Method::HEAD, self.at(key, &[]), 0))?;
        match response.status {
            StatusCode::OK => Ok(Some(version_of(&response))),
            StatusCode::NOT_FOUND => Ok(None),
            _ => Err(unexpected(&response)),
        }
    }

    /// Writes an object and returns its version, or the status if it is refused.
    pub fn put(&self, key: &str, body: &'static [u8]) -> Result<Result<Option<String>, StatusCode>, Failure> {
        let mut request = Request::new(Method::PUT, self.at(key, &[]), LARGEST_ANSWER);
        request.body = Bytes::from_static(body);
        // A bucket with object lock requires a checksum.
        let checksum = BASE64_STANDARD.encode(digest(&SHA256, body));
        if let Ok(checksum) = HeaderValue::from_str(&checksum) {
            request.headers.insert(HeaderName::from_static("x-amz-checksum-sha256"), checksum);
            let algorithm = HeaderName::from_static("x-amz-sdk-checksum-algorithm");
            request.headers.insert(algorithm, HeaderValue::from_static("SHA256"));
        }
        let response = self.send(&request)?;
        Ok(if response.status.is_success() { Ok(version_of(&response)) } else { Err(response.status) })
    }

    /// Deletes a version of an object.
    pub fn delete(&self, key: &str, version: Option<&str>) -> Result<StatusCode, Failure> {
        let query: Vec<(&str, &str)> = version.map(|version| ("versionId", version)).into_iter().collect();
        Ok(self.send(&Request::new(Method::DELETE, self.at(key, &query), LARGEST_ANSWER))?.status)
    }
}

impl Files for S3 {
    fn list(&self, kind: Kind) -> Result<Vec<Listed>, Failure> {
        let prefix = self.named(&format!("{}/", kind.folder()));
        let named = |Object { key, size, written_at }: Object| {
            let name = key.rsplit('/').next().filter(|name| is_name(name))?.to_owned();
            Some(Listed { name, size, written_at })
        };
        let found = all_pages(|after| {
            let Page { objects, next } = self.page(&prefix, after)?;
            Ok((objects.into_iter().filter_map(named).collect(), next))
        });
        found?.ok_or_else(|| too_many(kind))
    }

    fn config_size(&self) -> Result<Option<u64>, Failure> {
        let response = self.send(&Request::new(Method::HEAD, self.at(&self.key(Kind::Config, ""), &[]), 0))?;
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
        if kind != Kind::Config && !is_name(name) {
            return Err(damaged(kind, "…", "has an invalid name"));
        }
        let request = ranged(Request::new(Method::GET, self.at(&self.key(kind, name), &[]), 0), part);
        received(&self.send(&request)?, kind, name, part)
    }
}

/// The files of all pages; `None` if there are too many of either. A page is requested with the token that the one before
/// ends with, and a server can send ever new tokens.
fn all_pages(
    mut page: impl FnMut(Option<&str>) -> Result<(Vec<Listed>, Option<String>), Failure>,
) -> Result<Option<Vec<Listed>>, Failure> {
    let (mut found, mut after) = (vec![], None);
    for _ in 0..MOST_PAGES {
        let (files, next) = page(after.as_deref())?;
        found.extend(files);
        if found.len() > MOST_FILES {
            return Ok(None);
        }
        match next {
            Some(next) if after.as_ref() != Some(&next) => after = Some(next),
            _ => return Ok(Some(found)),
        }
    }
    Ok(None)
}

fn retention_of(response: &Response) -> Option<Retention> {
    let text = |name: &str| response.headers.get(name)?.to_str().ok();
    let until = text("x-amz-object-lock-retain-until-date")?.parse().ok()?;
    Some(Retention { mode: text("x-amz-object-lock-mode")?.to_owned(), until })
}

fn version_of(response: &Response) -> Option<String> {
    let version = response.headers.get("x-amz-version-id")?.to_str().ok()?;
    (version != "null").then(|| version.to_owned())
}

#[expect(clippy::disallowed_methods, reason = "a signature has the time of the request; the child has no App")]
pub fn now() -> Timestamp {
    Timestamp::now()
}

#[derive(Debug, Default, PartialEq)]
struct Page {
    objects: Vec<Object>,
    next: Option<String>,
}

#[derive(Debug, Default, PartialEq)]
struct Object {
    key: String,
    size: u64,
    written_at: Option<Timestamp>,
}

impl Page {
    fn read(body: &[u8]) -> Result<Page, Failure> {
        let mut page = Page::default();
        elements(body, |path, text| match path {
            [.., "Contents", "Key"] => page.objects.push(Object { key: text.to_owned(), ..Object::default() }),
            [.., "Contents", "Size"] => {
                if let Some(object) = page.objects.last_mut() {
                    object.size = text.parse().unwrap_or_default();
                }
            }
            [.., "Contents", "LastModified"] => {
                if let Some(object) = page.objects.last_mut() {
                    object.written_at = text.parse().ok();
                }
            }
            [.., "NextContinuationToken"] => page.next = Some(text.to_owned()),
            _ => {}
        })?;
        Ok(page)
    }
}

fn read_retention(body: &[u8]) -> Option<Retention> {
    let (mut mode, mut until) = (None, None);
    let read = elements(body, |path, text| match path {
        [.., "Mode"] => mode = Some(text.to_owned()),
        [.., "RetainUntilDate"] => until = text.parse().ok(),
        _ => {}
    });
    read.ok()?;
    Some(Retention { mode: mode?, until: until? })
}

/// Calls `found` with the path and the text of every element that contains nothing but text.
fn elements(body: &[u8], mut found: impl FnMut(&[&str], &str)) -> Result<(), Failure> {
    let broken = || Failure::new(FailureKind::Unreachable, "The server sent a response that cannot be read.");
    let text = std::str::from_utf8(body).map_err(|_| broken())?;
    let mut reader = Reader::from_str(text);
    let (mut path, mut value): (Vec<String>, String) = (vec![], String::new());
    loop {
        match reader.read_event().map_err(|_| broken())? {
            Event::Start(start) => {
                if path.len() >= 16 {
                    return Err(broken());
                }
                path.push(start.local_name().into_inner().to_owned());
                value.clear();
            }
            Event::End(_) => {
                let names: Vec<&str> = path.iter().map(String::as_str).collect();
                found(&names, value.trim());
                path.pop();
                value.clear();
            }
            Event::Text(text) => value.push_str(&text),
            Event::GeneralRef(reference) => match reference.resolve_char_ref() {
                Ok(Some(character)) => value.push(character),
                _ => value.push_str(match &*reference {
                    "amp" => "&",
                    "lt" => "<",
                    "gt" => ">",
                    "quot" => "\"",
                    "apos" => "'",
                    _ => return Err(broken()),
                }),
            },
            Event::Eof if path.is_empty() => return Ok(()),
            Event::DocType(_) | Event::Eof => return Err(broken()),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_of_objects_is_read() {
        let body = br#"<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
            <IsTruncated>true</IsTruncated><Contents><Key>a/data/00/x&amp;y</Key>
            <LastModified>2026-11-15T01:02:03.000Z</LastModified><Size>12</Size></Contents>
            <NextContinuationToken>t+1/=</NextContinuationToken></ListBucketResult>"#;
        let written_at = Some("2026-11-15T01:02:03Z".parse().unwrap());
        let object = Object { key: "a/data/00/x&y".to_owned(), size: 12, written_at };
        assert_eq!(Page::read(body).unwrap(), Page { objects: vec![object], next: Some("t+1/=".to_owned()) });
        assert!(Page::read(b"<!DOCTYPE x><a/>").is_err());
        assert!(Page::read(b"<a><b>").is_err(), "incomplete");
    }

    #[test]
    fn a_server_cannot_send_pages_without_end() {
        let file = || Listed { name: String::new(), size: 1, written_at: None };
        let page = |next: Option<String>| (vec![file()], next);
        let mut asked = 0;
        let endless = all_pages(|_| {
            asked += 1;
            Ok((vec![], Some(asked.to_string())))
        });
        assert_eq!((endless.unwrap(), asked), (None, MOST_PAGES));
        let repeated = all_pages(|_| Ok(page(Some("again".to_owned())))).unwrap().unwrap();
        assert_eq!(repeated.len(), 2, "a token that is sent twice ends the list");
        let two = all_pages(|after| Ok(page(after.is_none().then(|| "1".to_owned())))).unwrap().unwrap();
        assert_eq!(two.len(), 2);
    }

    #[test]
    fn a_retention_is_read() {
        let body =
            b"<Retention><Mode>COMPLIANCE</Mode><RetainUntilDate>2030-01-01T00:00:00Z</RetainUntilDate></Retention>";
        let until = "2030-01-01T00:00:00Z".parse().unwrap();
        assert_eq!(read_retention(body), Some(Retention { mode: "COMPLIANCE".to_owned(), until }));
        assert_eq!(read_retention(b"<Error/>"), None);
    }
}
