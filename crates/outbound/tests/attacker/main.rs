//! The client against hostile servers and nameservers. Real sockets on loopback: a test that has to reach them allows
//! 127.0.0.0/8, one that must not does not.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops where it is")]

mod answers;
mod certificates;
mod connections;
mod http2;
mod names;
mod server;

use outbound::{Client, Failed, Guard, HeaderMap, Incoming, Method, Options, Outgoing, Url};
use std::{net::SocketAddr, time::Duration};

/// A client that may reach loopback, by http too.
fn open() -> Guard {
    let allowed = vec!["127.0.0.0/8".parse().unwrap(), "::1/128".parse().unwrap()];
    Guard { allowed, allow_http: true, ..Guard::default() }
}

fn client(guard: Guard, nameservers: &[SocketAddr]) -> Client {
    // No test uses the system's nameservers.
    let nobody = [SocketAddr::from(([127, 0, 0, 1], 9))];
    let nameservers = if nameservers.is_empty() { nobody.to_vec() } else { nameservers.to_vec() };
    Client::new(Options { guard, nameservers, ..Options::default() }).unwrap()
}

async fn post(client: &Client, url: &str) -> Result<Incoming, Failed> {
    post_within(client, url, Duration::from_secs(5)).await
}

async fn post_within(client: &Client, url: &str, timeout: Duration) -> Result<Incoming, Failed> {
    let url = Url::parse(url).unwrap();
    let (method, headers, body) = (Method::POST, HeaderMap::new(), "{}".into());
    client.send(Outgoing { method, url: &url, headers, body, timeout, keep: 4096 }).await
}
