//! Requests: method, path, parameters, headers and body.

use crate::Error;
use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Method};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use std::{
    fmt::{self, Display},
    path::PathBuf,
};
use url::Url;

/// Characters of a path segment that need not be escaped.
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// A request, which can be sent several times.
#[derive(Clone, Debug)]
pub struct Request {
    pub method: Method,
    /// Path below the URL of the service, such as `/api/psa/tickets`. It can have a query.
    pub path: String,
    pub query: Vec<(String, String)>,
    pub headers: HeaderMap,
    pub body: Body,
}

/// The body of a request.
#[derive(Clone, Default)]
pub enum Body {
    #[default]
    Empty,
    Bytes {
        content_type: String,
        bytes: Bytes,
    },
    /// Read while it is sent, and again from its beginning if the request is sent again.
    File {
        content_type: String,
        path: PathBuf,
    },
}

impl Request {
    pub fn new(method: Method, path: impl Into<String>) -> Request {
        Request { method, path: path.into(), query: vec![], headers: HeaderMap::new(), body: Body::Empty }
    }

    pub fn get(path: impl Into<String>) -> Request {
        Request::new(Method::GET, path)
    }

    pub fn post(path: impl Into<String>) -> Request {
        Request::new(Method::POST, path)
    }

    pub fn put(path: impl Into<String>) -> Request {
        Request::new(Method::PUT, path)
    }

    pub fn patch(path: impl Into<String>) -> Request {
        Request::new(Method::PATCH, path)
    }

    pub fn delete(path: impl Into<String>) -> Request {
        Request::new(Method::DELETE, path)
    }

    /// Adds a query parameter.
    #[must_use]
    pub fn query(mut self, name: &str, value: impl Display) -> Request {
        self.query.push((name.to_owned(), value.to_string()));
        self
    }

    /// Sets a header.
    #[must_use]
    pub fn header(mut self, name: HeaderName, value: HeaderValue) -> Request {
        self.headers.insert(name, value);
        self
    }

    /// Sets the body to a value as JSON.
    pub fn json(self, value: &(impl Serialize + ?Sized)) -> Result<Request, Error> {
        let bytes = serde_json::to_vec(value).map_err(|error| Error::Request(format!("body: {error}")))?;
        Ok(self.body(Body::Bytes { content_type: "application/json".to_owned(), bytes: bytes.into() }))
    }

    /// Sets the body to a value as JSON, if there is one.
    pub(crate) fn optional_json(self, value: Option<&impl Serialize>) -> Result<Request, Error> {
        match value {
            Some(value) => self.json(value),
            None => Ok(self),
        }
    }

    #[must_use]
    pub fn body(mut self, body: Body) -> Request {
        self.body = body;
        self
    }

    /// Adds a query parameter, if it has a value.
    pub(crate) fn optional(self, name: &str, value: Option<impl Display>) -> Request {
        match value {
            Some(value) => self.query(name, value),
            None => self,
        }
    }

    /// Adds a query parameter with several values, if there are any.
    pub(crate) fn several(self, name: &str, values: &[impl Display]) -> Request {
        if values.is_empty() {
            return self;
        }
        let values: Vec<String> = values.iter().map(ToString::to_string).collect();
        self.query(name, values.join(","))
    }

    /// Sets a header, if it has a value.
    pub(crate) fn text_header(self, name: &'static str, value: Option<&str>) -> Result<Request, Error> {
        let Some(value) = value else { return Ok(self) };
        let value =
            HeaderValue::from_str(value).map_err(|_| Error::Request(format!("{name}: {value:?} is invalid")))?;
        Ok(self.header(HeaderName::from_static(name), value))
    }

    /// The address of the request at a service.
    pub(crate) fn url(&self, service: &Url) -> Result<Url, Error> {
        if !self.path.starts_with('/') {
            return Err(Error::Request(format!("the path {:?} does not begin with /", self.path)));
        }
        let text = format!("{}{}", service.as_str().trim_end_matches('/'), self.path);
        let mut url = Url::parse(&text).map_err(|error| Error::Request(format!("{text}: {error}")))?;
        url.set_fragment(None);
        if !self.query.is_empty() {
            url.query_pairs_mut().extend_pairs(&self.query);
        }
        Ok(url)
    }

    /// Seconds that the service may wait before it responds.
    pub(crate) fn wait(&self) -> u64 {
        let wait = self.query.iter().find(|(name, _)| name == "wait");
        wait.and_then(|(_, value)| value.parse().ok()).unwrap_or(0)
    }
}

/// A value as one segment of a path.
pub fn segment(value: &impl Display) -> String {
    utf8_percent_encode(&value.to_string(), SEGMENT).to_string()
}

/// Without the content, which can contain secrets.
impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Body::Empty => f.write_str("Empty"),
            Body::Bytes { content_type, bytes } => write!(f, "Bytes({content_type}, {} bytes)", bytes.len()),
            Body::File { content_type, path } => write!(f, "File({content_type}, {})", path.display()),
        }
    }
}
