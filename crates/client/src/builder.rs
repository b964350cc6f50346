//! Settings of a client.

use crate::{Client, Error};
use http::{
    HeaderMap, HeaderValue,
    header::{ACCEPT, AUTHORIZATION, USER_AGENT},
};
use secrecy::{ExposeSecret, SecretString};
use std::time::Duration;
use url::Url;

/// How long a request may take. An operation that waits gets its `wait` in addition.
const TIMEOUT: Duration = Duration::from_secs(30);
const RETRIES: u32 = 4;

/// Makes a client: `Client::builder("https://api.example.com").key(key).build()`.
#[derive(Clone, Debug)]
pub struct Builder {
    url: String,
    key: Option<SecretString>,
    user_agent: String,
    timeout: Duration,
    retries: u32,
}

impl Builder {
    pub(crate) fn new(url: &str) -> Builder {
        let user_agent = concat!("tenant-control-rust/", env!("CARGO_PKG_VERSION"));
        Builder {
            url: url.to_owned(),
            key: None,
            user_agent: user_agent.to_owned(),
            timeout: TIMEOUT,
            retries: RETRIES,
        }
    }

    /// The API key, or the token of a session. Without it, only public operations succeed.
    #[must_use]
    pub fn key(mut self, key: impl Into<String>) -> Builder {
        self.key = Some(SecretString::from(key.into()));
        self
    }

    #[must_use]
    pub fn user_agent(mut self, user_agent: &str) -> Builder {
        user_agent.clone_into(&mut self.user_agent);
        self
    }

    /// How long each attempt may take, and each piece of a stream.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Builder {
        self.timeout = timeout;
        self
    }

    /// How often a request is sent again.
    #[must_use]
    pub fn retries(mut self, retries: u32) -> Builder {
        self.retries = retries;
        self
    }

    pub fn build(self) -> Result<Client, Error> {
        let invalid = |reason: &str| Error::Request(format!("the URL {:?} of the service {reason}", self.url));
        let url = Url::parse(&self.url).map_err(|error| invalid(&format!("is invalid: {error}")))?;
        if !["http", "https"].contains(&url.scheme()) || !url.has_host() {
            return Err(invalid("does not begin with http:// or https://"));
        }
        if url.query().is_some() || url.fragment().is_some() || !url.username().is_empty() {
            return Err(invalid("has more than a host and a path"));
        }
        Client::new(url, self.headers()?, self.timeout, self.retries)
    }

    /// The headers of every request.
    fn headers(&self) -> Result<HeaderMap, Error> {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT, HeaderValue::from_static("application/json, */*;q=0.5"));
        let unfit = |name: &str| Error::Request(format!("the {name} has characters that a header cannot have"));
        headers.insert(USER_AGENT, HeaderValue::from_str(&self.user_agent).map_err(|_| unfit("user agent"))?);
        if let Some(key) = &self.key {
            let text = format!("Bearer {}", key.expose_secret());
            let mut value = HeaderValue::from_str(&text).map_err(|_| unfit("key"))?;
            value.set_sensitive(true);
            headers.insert(AUTHORIZATION, value);
        }
        Ok(headers)
    }
}
