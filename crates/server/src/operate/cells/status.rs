//! `tenant-control cell status`: what every cell reports about its parts. A cell that does not respond does not hold up the others.

use super::{list, request::Requests};
use anyhow::{Context, ensure};
use futures::future::join_all;
use kernel::db::Db;
use outbound::Url;
use serde_json::Value;
use std::time::Duration;

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
    let requests = Requests::new(TIMEOUT, REPORT_BYTES)?;
    let asked = cells.into_iter().map(async |cell| {
        let state = ask(&requests, &cell.url).await;
        Reported { name: cell.name, url: cell.url, tenants: cell.tenants, state }
    });
    Ok(join_all(asked).await)
}

async fn ask(requests: &Requests, base: &str) -> anyhow::Result<(String, Vec<String>)> {
    let response = requests.get(&Url::parse(&format!("{base}/status/"))?, None).await?;
    ensure!(response.status.is_success(), "the status is {}", response.status);
    read(&serde_json::from_slice(&response.body).context("the report is not JSON")?)
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
