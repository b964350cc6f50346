//! Requests that their sender gives up on: by dropping the future, or by closing a bare connection,
//! sometimes before all of the request was sent.

use super::{
    ledger::{Entry, Ledger, What},
    marked,
};
use anyhow::Context;
use rand::Rng;
use reqwest::{Method, header::CONTENT_TYPE};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

/// Who has more patience than this sends all of the request.
const HASTY: Duration = Duration::from_secs(1);
const ORGANIZATIONS: &str = "/api/rmm/organizations";
const KEYS: &str = "/api/admin/api-keys";

/// One that sends and hangs up.
pub struct Worker {
    http: reqwest::Client,
    host: String,
    key: String,
    number: usize,
    sent: usize,
    pub ledger: Ledger,
}

/// How a request ended for its sender.
#[derive(Debug, Clone)]
pub enum End {
    Cut,
    HalfSent,
    Answered(u16, Value),
}

impl Worker {
    pub fn new(base: &str, key: &str, number: usize) -> anyhow::Result<Worker> {
        let http = reqwest::Client::builder().no_proxy().build()?;
        let host = base.trim_start_matches("http://").to_owned();
        Ok(Worker { http, host, key: key.to_owned(), number, sent: 0, ledger: Ledger::default() })
    }

    /// A random one, given up after a while.
    pub async fn request(&mut self, patience: Duration) -> anyhow::Result<()> {
        let (what, method, target, body) = match rand::random_range(0..6) {
            0 => self.organization(),
            1 | 2 => self.change(),
            3 => self.new_key(),
            4 => self.revocation(),
            _ => (What::Read, Method::GET, format!("{ORGANIZATIONS}?limit=20"), None),
        };
        let end = match rand::random_range(0..5) {
            0 if body.is_some() && patience < HASTY => {
                self.half_sent(&method, &target, body.as_ref(), patience).await?
            }
            0..=2 => self.closed(&method, &target, body.as_ref(), patience).await?,
            _ => self.dropped(&method, &target, body.as_ref(), patience).await?,
        };
        self.ledger.add(Entry { what, end });
        Ok(())
    }

    fn mark(&mut self) -> String {
        self.sent += 1;
        format!("w{}-{}", self.number, self.sent)
    }

    fn organization(&mut self) -> (What, Method, String, Option<Value>) {
        let mark = self.mark();
        let mut body = marked(&mark);
        body["name"] = json!(mark);
        (What::Organization { mark }, Method::POST, ORGANIZATIONS.to_owned(), Some(body))
    }

    fn change(&mut self) -> (What, Method, String, Option<Value>) {
        let Some(id) = one_of(&self.ledger.organizations()) else { return self.organization() };
        let mark = self.mark();
        let (target, body) = (format!("{ORGANIZATIONS}?id={id}"), marked(&mark));
        (What::Change { id, mark }, Method::PUT, target, Some(body))
    }

    fn new_key(&mut self) -> (What, Method, String, Option<Value>) {
        let mark = self.mark();
        let body = json!({"name": mark, "scopes": ["organizations:read"]});
        (What::Key { mark }, Method::POST, KEYS.to_owned(), Some(body))
    }

    fn revocation(&mut self) -> (What, Method, String, Option<Value>) {
        let Some(id) = one_of(&self.ledger.live_keys()) else { return self.new_key() };
        let target = format!("{KEYS}?id={id}");
        (What::Revocation { id }, Method::DELETE, target, None)
    }

    /// The future is dropped, and with it the connection.
    async fn dropped(
        &self,
        method: &Method,
        target: &str,
        body: Option<&Value>,
        patience: Duration,
    ) -> anyhow::Result<End> {
        let mut request =
            self.http.request(method.clone(), format!("http://{}{target}", self.host)).bearer_auth(&self.key);
        if let Some(body) = body {
            request = request.header(CONTENT_TYPE, "application/json").body(body.to_string());
        }
        let answer = async {
            let response = request.send().await?;
            let status = response.status().as_u16();
            anyhow::Ok(End::Answered(status, serde_json::from_str(&response.text().await?).unwrap_or_default()))
        };
        timeout(patience, answer).await.unwrap_or(Ok(End::Cut))
    }

    /// A bare connection is closed.
    async fn closed(
        &self,
        method: &Method,
        target: &str,
        body: Option<&Value>,
        patience: Duration,
    ) -> anyhow::Result<End> {
        let mut connection = TcpStream::connect(&self.host).await?;
        connection.set_nodelay(true)?;
        connection.write_all(self.text(method, target, body).as_bytes()).await?;
        let mut answer = vec![];
        match timeout(patience, connection.read_to_end(&mut answer)).await {
            Ok(read) => {
                read?;
                parse(&String::from_utf8(answer)?)
            }
            Err(_) => Ok(End::Cut),
        }
    }

    /// The same, before the body was sent as a whole.
    async fn half_sent(
        &self,
        method: &Method,
        target: &str,
        body: Option<&Value>,
        patience: Duration,
    ) -> anyhow::Result<End> {
        let mut connection = TcpStream::connect(&self.host).await?;
        let text = self.text(method, target, body);
        let left = body.map(|body| rand::rng().random_range(1..=body.to_string().len())).unwrap_or(1);
        connection.write_all(&text.as_bytes()[..text.len() - left]).await?;
        tokio::time::sleep(patience).await;
        Ok(End::HalfSent)
    }

    fn text(&self, method: &Method, target: &str, body: Option<&Value>) -> String {
        let Worker { host, key, .. } = self;
        let body = body.map(Value::to_string).unwrap_or_default();
        let length = body.len();
        format!(
            "{method} {target} HTTP/1.1\r\nhost: {host}\r\nauthorization: Bearer {key}\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        )
    }
}

fn parse(answer: &str) -> anyhow::Result<End> {
    let (head, body) = answer.split_once("\r\n\r\n").context("an answer that ends in its head")?;
    let status = head.split(' ').nth(1).context("no status")?.parse()?;
    Ok(End::Answered(status, serde_json::from_str(body).unwrap_or_default()))
}

fn one_of(ids: &[String]) -> Option<String> {
    (!ids.is_empty()).then(|| ids[rand::random_range(0..ids.len())].clone())
}
