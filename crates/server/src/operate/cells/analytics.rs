//! `tenant-control cell analytics`: the figures of all cells together. A cell that does not respond does not hold up the
//! others.

use super::{list, request::Requests};
use crate::analytics::{Figures, Question};
use anyhow::{Context, anyhow, bail, ensure};
use api::analytics::{PlatformAnalytics, PlatformAnalyticsQuery};
use futures::future::join_all;
use kernel::{clock::Clock, db::Db, family::Families};
use outbound::Url;
use secrecy::SecretString;
use serde_json::Value;
use std::{collections::BTreeMap, time::Duration};

/// How long a cell may take.
const TIMEOUT: Duration = Duration::from_secs(10);

/// A thousand buckets with sketches of five measures have about 10 MiB.
const RESPONSE_BYTES: usize = 32 << 20;

/// The figures of the cells, and of those that responded together.
pub struct Report {
    pub metrics: Vec<&'static str>,
    pub cells: Vec<CellReport>,
    /// `None` if no cell responded.
    pub all: Option<PlatformAnalytics>,
}

pub struct CellReport {
    pub name: String,
    /// An error if the cell is away, refuses the key or has none.
    pub figures: anyhow::Result<Figures>,
}

impl Report {
    /// The number of cells whose figures are in the sum.
    pub fn responded(&self) -> usize {
        self.cells.iter().filter(|cell| cell.figures.is_ok()).count()
    }

    pub fn is_complete(&self) -> bool {
        self.responded() == self.cells.len()
    }
}

/// Asks all cells at the same time, each with its own key.
pub async fn analytics(
    db: &Db,
    clock: Clock,
    families: &Families,
    keys: &BTreeMap<String, SecretString>,
    query: &PlatformAnalyticsQuery,
) -> anyhow::Result<Report> {
    let question = Question::asked(families, clock.now(), query);
    let question = question.map_err(|problem| anyhow!(said(&serde_json::json!(problem.brief()))))?;
    let cells = list(db).await?;
    ensure!(!cells.is_empty(), "the directory has no cells: `tenant-control cell name`");
    let requests = Requests::new(TIMEOUT, RESPONSE_BYTES)?;
    let asked = cells.into_iter().map(async |cell| {
        let figures = ask(&requests, &question, &cell.url, keys.get(&cell.name)).await;
        CellReport { name: cell.name, figures }
    });
    let cells = join_all(asked).await;
    let known: Vec<&Figures> = cells.iter().filter_map(|cell| cell.figures.as_ref().ok()).collect();
    let all = question.merge(&known);
    Ok(Report { metrics: question.metrics().collect(), cells, all })
}

async fn ask(
    requests: &Requests,
    question: &Question,
    base: &str,
    key: Option<&SecretString>,
) -> anyhow::Result<Figures> {
    let key = key.context("TC_CELL_KEYS has no key for this cell")?;
    let url = Url::parse_with_params(&format!("{base}/api/analytics/platform"), question.parameters())?;
    let response = requests.get(&url, Some(key)).await?;
    if !response.status.is_success() {
        let problem: Value = serde_json::from_slice(&response.body).unwrap_or_default();
        bail!("the status is {}: {}", response.status.as_u16(), said(&problem));
    }
    ensure!(!response.body_truncated, "the response is too large: request fewer metrics or buckets");
    question.read(serde_json::from_slice(&response.body).context("the response has another format")?)
}

/// The code of a problem, and its errors or its detail. It may come from another version.
fn said(problem: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let errors = problem["errors"].as_array().into_iter().flatten();
    let errors: Vec<_> =
        errors.map(|error| format!("{} {}", text(&error["parameter"]), text(&error["detail"]))).collect();
    let detail = if errors.is_empty() { text(&problem["detail"]) } else { errors.join("; ") };
    match problem["code"].as_str() {
        Some(code) => format!("{code}: {detail}"),
        None => "no problem in JSON".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_refusal_is_named_with_its_errors() {
        let detail = "Only the operator's own tenant can read figures of all tenants.";
        let refused = said(&json!({"code": "operator_only", "detail": detail}));
        assert_eq!(refused, format!("operator_only: {detail}"));
        let errors = json!([{"parameter": "metrics", "code": "not_found", "detail": "there is no metric new here"}]);
        let unknown = said(&json!({"code": "invalid_parameter", "detail": "See errors.", "errors": errors}));
        assert_eq!(unknown, "invalid_parameter: metrics there is no metric new here");
        assert_eq!(said(&Value::Null), "no problem in JSON");
    }
}
