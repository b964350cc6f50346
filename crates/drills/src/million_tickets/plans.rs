//! The work of PostgreSQL for a list: the server's statement, as the role `app` with row security, with the generic plan
//! that a connection uses after some time.

use super::combinations::{Caller, Combination, ROWS};
use crate::bench;
use anyhow::Context;
use kernel::db::scoped_statement;
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use testkit::Database;
use tokio_postgres::{Client, Statement};
use uuid::Uuid;

const STATEMENTS: &str = include_str!("../../../server/src/psa/tickets.sql");

const LARGE_TABLES: [&str; 2] = ["tickets", "ticket_labels"];

/// The rows that may be read in addition to those that are returned.
const SPARE: f64 = 50.0;

/// A statement's text, with `$1`, `$2`, … for its parameters.
pub fn text(combination: &Combination) -> anyhow::Result<String> {
    bench::statement(STATEMENTS, &combination.statement, |parameter| {
        let at = combination.parameters.iter().position(|(name, _)| *name == parameter)?;
        Some(format!("${}", at + 1))
    })
}

pub fn begin(caller: &Caller) -> String {
    let mut begin = format!("begin read only; set local app.tenant_id = '{}'", caller.tenant);
    if let Some(organizations) = &caller.organizations {
        begin += &format!("; set local app.organization_ids = {}", array(organizations));
    }
    begin
}

fn array(ids: &[Uuid]) -> String {
    let ids: Vec<_> = ids.iter().map(ToString::to_string).collect();
    format!("'{{{}}}'", ids.join(","))
}

/// The work of one statement.
#[derive(Debug, Default)]
pub struct Effort {
    pub rows: f64,
    pub read: f64,
    pub milliseconds: f64,
    pub faults: Vec<String>,
}

pub struct Explainer {
    app: Client,
    prepared: HashSet<String>,
}

impl Explainer {
    pub async fn new(database: &Database) -> anyhow::Result<Explainer> {
        let app = database.connect("app").await?;
        app.batch_execute("set plan_cache_mode = force_generic_plan").await?;
        Ok(Explainer { app, prepared: HashSet::new() })
    }

    pub async fn explain(&mut self, caller: &Caller, combination: &Combination) -> anyhow::Result<Effort> {
        let restricted = caller.organizations.as_ref();
        let name = combination.statement.clone() + if restricted.is_some() { "_restricted" } else { "" };
        if self.prepared.insert(name.clone()) {
            let statement = scoped_statement(&text(combination)?, restricted.is_some());
            self.app.batch_execute(&format!("prepare {name} as {statement}")).await.context(statement)?;
        }
        let mut parameters: Vec<_> = combination.parameters.iter().map(|(_, value)| value.literal()).collect();
        parameters.push(format!("'{}'", caller.tenant));
        parameters.extend(restricted.map(|ids| array(ids)));
        let explain = format!("explain (analyze, format json) execute {name} ({})", parameters.join(", "));
        let plan: Value = self.app.query_one(&explain, &[]).await.context(explain)?.get(0);
        let mut effort = Effort {
            rows: number(&plan[0]["Plan"], "Actual Rows"),
            milliseconds: number(&plan[0], "Execution Time"),
            ..Effort::default()
        };
        visit(&plan[0]["Plan"], effort.rows, &mut effort);
        // A scan reads a page at most, and then the rows of the page are read.
        let allowed = (combination.scans as f64 + 1.0) * ROWS as f64 + SPARE;
        if effort.read > allowed {
            effort.faults.push(format!("reads {} rows for {}", effort.read, effort.rows));
        }
        Ok(effort)
    }
}

fn visit(node: &Value, rows: f64, effort: &mut Effort) {
    let (kind, relation) = (node["Node Type"].as_str().unwrap_or_default(), node["Relation Name"].as_str());
    let loops = number(node, "Actual Loops");
    let removed = (number(node, "Rows Removed by Filter") + number(node, "Rows Removed by Index Recheck")) * loops;
    let place = || format!("{kind} on {}", relation.or(node["Index Name"].as_str()).unwrap_or("nothing"));
    if kind == "Seq Scan" && relation.is_some_and(|relation| LARGE_TABLES.contains(&relation)) {
        effort.faults.push(place());
    }
    if removed > 10.0 * rows + SPARE {
        effort.faults.push(format!("{} removes {removed} rows for {rows}", place()));
    }
    if relation.is_some_and(|relation| LARGE_TABLES.contains(&relation)) || kind == "Bitmap Index Scan" {
        effort.read += number(node, "Actual Rows") * loops + removed;
    }
    for child in node["Plans"].as_array().into_iter().flatten() {
        visit(child, rows, effort);
    }
}

fn number(node: &Value, field: &str) -> f64 {
    node[field].as_f64().unwrap_or_default()
}

/// The statements on a plain connection, prepared once.
pub struct Bare {
    client: Client,
    prepared: HashMap<String, Statement>,
}

impl Bare {
    pub async fn new(database: &Database) -> anyhow::Result<Bare> {
        Ok(Bare { client: database.connect("app").await?, prepared: HashMap::new() })
    }

    /// Runs the statement. Returns the number of rows.
    pub async fn run(&mut self, caller: &Caller, combination: &Combination) -> anyhow::Result<usize> {
        if !self.prepared.contains_key(&combination.statement) {
            let statement = self.client.prepare(&text(combination)?).await?;
            self.prepared.insert(combination.statement.clone(), statement);
        }
        let parameters: Vec<_> = combination.parameters.iter().map(|(_, value)| value.parameter()).collect();
        self.client.batch_execute(&begin(caller)).await?;
        let rows = self.client.query(&self.prepared[&combination.statement], &parameters).await?;
        self.client.batch_execute("commit").await?;
        Ok(rows.len())
    }
}
