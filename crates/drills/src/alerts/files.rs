//! The rules and dashboards that we ship.

use anyhow::{Context, ensure};
use serde_json::Value;
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/observability");
const RUNBOOKS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/runbooks");

pub struct Files {
    pub folder: PathBuf,
    rules: String,
    tests: String,
    /// The expressions of all panels.
    queries: Vec<String>,
    pub alerts: Vec<String>,
    pub panels: usize,
}

impl Files {
    pub fn read() -> anyhow::Result<Files> {
        let folder = PathBuf::from(FOLDER);
        let read = |name: &str| fs::read_to_string(folder.join(name)).with_context(|| name.to_owned());
        let (rules, tests) = (read("rules.yml")?, read("rules_test.yml")?);
        let alerts = values(&rules, "- alert: ").map(str::to_owned).collect();
        let (mut queries, mut panels) = (vec![], 0);
        for entry in fs::read_dir(folder.join("dashboards"))? {
            let path = entry?.path();
            let name = || path.display().to_string();
            let dashboard: Value = serde_json::from_str(&fs::read_to_string(&path)?).with_context(name)?;
            let found = dashboard["panels"].as_array().with_context(name)?;
            panels += found.len();
            for target in found.iter().flat_map(|panel| panel["targets"].as_array().into_iter().flatten()) {
                queries.push(target["expr"].as_str().with_context(name)?.to_owned());
            }
        }
        ensure!(!queries.is_empty(), "no dashboard has a query");
        Ok(Files { folder, rules, tests, queries, alerts, panels })
    }

    /// The metrics that rules and dashboards name. Each of their selectors has braces, because it has a job.
    pub fn metrics(&self) -> anyhow::Result<BTreeSet<String>> {
        let mut all = BTreeSet::new();
        for query in values(&self.rules, "expr: ").chain(self.queries.iter().map(String::as_str)) {
            let before = all.len();
            let mut parts: Vec<&str> = query.split('{').collect();
            parts.pop();
            for part in parts {
                let start = part.rfind(|c: char| !c.is_ascii_alphanumeric() && c != '_').map_or(0, |at| at + 1);
                all.insert(part[start..].to_owned());
            }
            ensure!(all.len() > before || query.contains('{'), "{query} selects no job");
        }
        Ok(all)
    }

    /// The rules, with a short duration for each condition.
    pub fn rules_with_short_durations(&self) -> String {
        let lines = self.rules.lines().map(|line| match line.find("for: ") {
            Some(at) if line.trim_start().starts_with("for: ") => format!("{}for: 2s\n", &line[..at]),
            _ => format!("{line}\n"),
        });
        lines.collect()
    }

    /// Alerts that have no unit test in which they fire, or none in which they do not.
    pub fn untested(&self) -> Vec<&str> {
        let names: BTreeSet<&str> = values(&self.tests, "- name: ").collect();
        let has = |alert: &str, end: &str| names.contains(format!("{alert} {end}").as_str());
        let alerts = self.alerts.iter().map(String::as_str);
        alerts.filter(|alert| !has(alert, "fires") || !has(alert, "stays quiet")).collect()
    }

    /// Alerts without a page in `docs/runbooks`.
    pub fn unexplained(&self) -> Vec<&str> {
        let alerts = self.alerts.iter().map(String::as_str);
        alerts.filter(|alert| !Path::new(RUNBOOKS).join(format!("{alert}.md")).exists()).collect()
    }
}

/// The rest of each line that begins with this key.
fn values<'a>(text: &'a str, key: &'a str) -> impl Iterator<Item = &'a str> {
    text.lines().filter_map(move |line| line.trim_start().strip_prefix(key))
}
