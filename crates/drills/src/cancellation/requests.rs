//! Requests that their sender cancels: by dropping the future, or by closing a bare connection, sometimes before all of
//! the request was sent.

use super::{
    ledger::{Entry, Ledger, What},
    marked,
};
use anyhow::Context;
use reqwest::{Method, header::CONTENT_TYPE};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

/// A client with a timeout of at least this sends the whole request.
const PARTIAL_BELOW: Duration = Duration::from_secs(1);
const ORGANIZATIONS: &str = "/api/rmm/organizations";
const KEYS: &str = "/api/admin/api-keys";

/// A client that sends requests and disconnects.
pub struct Worker {
    http: reqwest::Client,
    host: String,
    key: String,
    number: usize,
    sent: usize,
    pub ledger: Ledger,
}

/// The end of a request, as its client sees it.
#[derive(Debug, Clone)]
pub enum End {
    Cut,
    HalfSent,
    Response(u16, Value),
}

impl Worker {
    pub fn new(base: &str, key: &str, number: usize) -> anyhow::Result<Worker> {
        let http = reqwest::Client::builder().no_proxy().build()?;
        let host = base.trim_start_matches("http://").to_owned();
        Ok(Worker { http, host, key: key.to_owned(), number, sent: 0, ledger: Ledger::default() })
    }

    /// Sends a random request, and cancels it after the given time.
    pub async fn request(&mut self, limit: Duration) -> anyhow::Result<()> {
        let (what, request) = match rand::random_range(0..6) {
            0 => self.organization(),
            1 | 2 => self.change(),
            3 => self.new_key(),
            4 => self.revocation(),
            _ => (What::Read, Request::new(Method::GET, format!("{ORGANIZATIONS}?limit=20"), None)),
        };
        let end = match rand::random_range(0..5) {
            0 if request.body.len() > 1 && limit < PARTIAL_BELOW => self.half_sent(&request, limit).await?,
            0..=2 => self.closed(&request, limit).await?,
            _ => self.dropped(&request, limit).await?,
        };
        self.ledger.add(Entry { what, end });
        Ok(())
    }

    fn mark(&mut self) -> String {
        self.sent += 1;
        format!("w{}-{}", self.number, self.sent)
    }

    fn organization(&mut self) -> (What, Request) {
        let mark = self.mark();
        let mut new = marked(&mark);
        new["name"] = json!(mark);
        (What::Organization { mark }, Request::new(Method::POST, ORGANIZATIONS.to_owned(), Some(new)))
    }

    fn change(&mut self) -> (What, Request) {
        let Some(id) = one_of(&self.ledger.organizations()) else { return self.organization() };
        let mark = self.mark();
        let request = Request::new(Method::PUT, format!("{ORGANIZATIONS}?id={id}"), Some(marked(&mark)));
        (What::Change { id, mark }, request)
    }

    fn new_key(&mut self) -> (What, Request) {
        let mark = self.mark();
        let new = json!({"name": mark, "scopes": ["organizations:read"]});
        (What::Key { mark }, Request::new(Method::POST, KEYS.to_owned(), Some(new)))
    }

    fn revocation(&mut self) -> (What, Request) {
        let Some(id) = one_of(&self.ledger.live_keys()) else { return self.new_key() };
        let request = Request::new(Method::DELETE, format!("{KEYS}?id={id}"), None);
        (What::Revocation { id }, request)
    }

    /// Cancels by dropping the future, which closes the connection.
    async fn dropped(&self, request: &Request, limit: Duration) -> anyhow::Result<End> {
        let url = format!("http://{}{}", self.host, request.target);
        let request = self.http.request(request.method.clone(), url).bearer_auth(&self.key).body(request.body.clone());
        let exchange = async {
            let response = request.header(CONTENT_TYPE, "application/json").send().await?;
            let status = response.status().as_u16();
            anyhow::Ok(End::Response(status, serde_json::from_str(&response.text().await?).unwrap_or_default()))
        };
        timeout(limit, exchange).await.unwrap_or(Ok(End::Cut))
    }

    /// Cancels by closing a bare connection.
    async fn closed(&self, request: &Request, limit: Duration) -> anyhow::Result<End> {
        let mut connection = TcpStream::connect(&self.host).await?;
        connection.set_nodelay(true)?;
        connection.write_all(self.text(request).as_bytes()).await?;
        let mut response = vec![];
        match timeout(limit, connection.read_to_end(&mut response)).await {
            Ok(read) => {
                read?;
                parse(&String::from_utf8(response)?)
            }
            Err(_) => Ok(End::Cut),
        }
    }

    /// Closes a bare connection before the whole body was sent.
    async fn half_sent(&self, request: &Request, limit: Duration) -> anyhow::Result<End> {
        let mut connection = TcpStream::connect(&self.host).await?;
        let text = self.text(request);
        let kept = rand::random_range(1..request.body.len());
        connection.write_all(&text.as_bytes()[..text.len() - kept]).await?;
        tokio::time::sleep(limit).await;
        Ok(End::HalfSent)
    }

    fn text(&self, Request { method, target, body }: &Request) -> String {
        let Worker { host, key, .. } = self;
        let length = body.len();
        format!(
            "{method} {target} HTTP/1.1\r\nhost: {host}\r\nauthorization: Bearer {key}\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        )
    }
}

struct Request {
    method: Method,
    target: String,
    body: String,
}

impl Request {
    fn new(method: Method, target: String, body: Option<Value>) -> Request {
        Request { method, target, body: body.map(|body| body.to_string()).unwrap_or_default() }
    }
}

fn parse(response: &str) -> anyhow::Result<End> {
    let (head, body) = response.split_once("\r\n\r\n").context("a response without the end of its head")?;
    let status = head.split(' ').nth(1).context("no status")?.parse()?;
    Ok(End::Response(status, serde_json::from_str(body).unwrap_or_default()))
}

fn one_of(ids: &[String]) -> Option<String> {
    (!ids.is_empty()).then(|| ids[rand::random_range(0..ids.len())].clone())
}
