//! `tenant-control cell status`: what every cell reports about its parts. A cell that does not respond does not hold up the others.

use super::list;
use anyhow::{Context, anyhow, ensure};
use futures::future::join_all;
use kernel::db::Db;
use outbound::{Bytes, Client, Guard, HeaderMap, IpNet, Method, Options, Outgoing, Url, header};
use serde_json::Value;
use std::{
    net::{Ipv4Addr, Ipv6Addr},
    time::Duration,
};

/// How long a cell may take.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The history of all parts is a part of the report.
const REPORT_BYTES: usize = 4 << 20;

/// A cell and its own report.
pub struct Reported {
    pub name: String,
    pub url: String,
    pub tenants: i64,
    /// The state, such as `operational`, and the parts in another state; an error if the cell does not respond.
    pub state: anyhow::Result<(String, Vec<String>)>,
}

impl Reported {
    pub fn is_well(&self) -> bool {
        matches!(&self.state, Ok((state, _)) if state == "operational")
    }
}

/// Asks all cells at the same time.
pub async fn status(db: &Db) -> anyhow::Result<Vec<Reported>> {
    let cells = list(db).await?;
    // The operator has chosen the URLs, so they may be internal.
    let everywhere =
        [IpNet::new_assert(Ipv4Addr::UNSPECIFIED.into(), 0), IpNet::new_assert(Ipv6Addr::UNSPECIFIED.into(), 0)];
    let guard = Guard { allowed: everywhere.to_vec(), refused: vec![], allow_http: true };
    let client = Client::new(Options { guard, ..Options::default() }).map_err(|error| anyhow!(error))?;
    let asked = cells.into_iter().map(async |cell| {
        let state = ask(&client, &cell.url).await;
        Reported { name: cell.name, url: cell.url, tenants: cell.tenants, state }
    });
    Ok(join_all(asked).await)
}

async fn ask(client: &Client, base: &str) -> anyhow::Result<(String, Vec<String>)> {
    let url = Url::parse(&format!("{base}/status/"))?;
    let mut headers = HeaderMap::new();
    headers.insert(header::ACCEPT, header::HeaderValue::from_static("application/json"));
    let outgoing =
        Outgoing { method: Method::GET, url: &url, headers, body: Bytes::new(), timeout: TIMEOUT, keep: REPORT_BYTES };
    let answer = client.send(outgoing).await.map_err(|failed| anyhow!("no response: {:?}", failed.why))?;
    ensure!(answer.status.is_success(), "the status is {}", answer.status);
    read(&serde_json::from_slice(&answer.body).context("the report is not JSON")?)
}

/// The state of a report, and the parts that are degraded or down.
fn read(report: &Value) -> anyhow::Result<(String, Vec<String>)> {
    let state = report["status"].as_str().unwrap_or("not_checked_yet").to_owned();
    let parts = report["parts"].as_array().context("the report has no parts")?;
    let troubled = parts.iter().filter(|part| matches!(part["status"].as_str(), Some("degraded" | "down")));
    let named = troubled.map(|part| {
        let of = |field: &str| part[field].as_str().unwrap_or_default().to_owned();
        format!("{} {}", of("name"), of("status"))
    });
    Ok((state, named.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn parts_that_are_not_operational_are_named() {
        let parts = json!([{"name": "api", "status": "operational"}, {"name": "webhooks", "status": "down"}]);
        let (state, parts) = read(&json!({"status": "down", "parts": parts})).unwrap();
        assert_eq!((state.as_str(), parts), ("down", vec!["webhooks down".to_owned()]));
        assert!(read(&json!({"hello": "world"})).is_err());
    }
}
