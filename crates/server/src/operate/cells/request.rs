//! Requests to the servers of all cells.

use anyhow::{Context, anyhow};
use outbound::{Bytes, Client, Guard, HeaderMap, Incoming, IpNet, Method, Options, Outgoing, Url, header};
use secrecy::{ExposeSecret, SecretString};
use std::{
    net::{Ipv4Addr, Ipv6Addr},
    time::Duration,
};

pub struct Requests {
    client: Client,
    /// How long a cell may take.
    timeout: Duration,
    /// How many bytes of a response are read.
    most_bytes: usize,
}

impl Requests {
    pub fn new(timeout: Duration, most_bytes: usize) -> anyhow::Result<Requests> {
        // The operator has chosen the URLs, so they may be internal.
        let everywhere =
            [IpNet::new_assert(Ipv4Addr::UNSPECIFIED.into(), 0), IpNet::new_assert(Ipv6Addr::UNSPECIFIED.into(), 0)];
        let guard = Guard { allowed: everywhere.to_vec(), refused: vec![], allow_http: true };
        let client = Client::new(Options { guard, ..Options::default() }).map_err(|error| anyhow!(error))?;
        Ok(Requests { client, timeout, most_bytes })
    }

    /// The response, whatever its status is.
    pub async fn get(&self, url: &Url, key: Option<&SecretString>) -> anyhow::Result<Incoming> {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT, header::HeaderValue::from_static("application/json"));
        if let Some(key) = key {
            let value = header::HeaderValue::try_from(format!("Bearer {}", key.expose_secret()));
            let mut value = value.context("the API key has characters that no key has")?;
            value.set_sensitive(true);
            headers.insert(header::AUTHORIZATION, value);
        }
        let (body, timeout, keep) = (Bytes::new(), self.timeout, self.most_bytes);
        let outgoing = Outgoing { method: Method::GET, url, headers, body, timeout, keep };
        self.client.send(outgoing).await.map_err(|failed| anyhow!("no response: {}", failed.why))
    }
}
