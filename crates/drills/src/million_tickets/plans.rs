//! What PostgreSQL does for a list: the very statement, as the role `app` behind row security, with the plan that a
//! connection settles on after some time.

use super::combinations::{Caller, Combination, ROWS};
use crate::bench;
use anyhow::Context;
use serde_json::Value;
use std::collections::HashMap;
use testkit::Database;
use tokio_postgres::{Client, Statement};

const STATEMENTS: &str = include_str!("../../../server/src/psa/tickets.sql");

const BIG: [&str; 3] = ["tickets", "ticket_labels", "ticket_words"];

/// What may be read beside what is shown.
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
        let ids: Vec<_> = organizations.iter().map(ToString::to_string).collect();
        begin += &format!("; set local app.organization_ids = '{{{}}}'", ids.join(","));
    }
    begin
}

/// What a statement did.
#[derive(Debug, Default)]
pub struct Effort {
    pub rows: f64,
    pub read: f64,
    pub milliseconds: f64,
    pub faults: Vec<String>,
}

pub struct Explainer {
    app: Client,
    system: Client,
    prepared: HashMap<String, String>,
    /// What `app.find_tickets` runs: the plan of a call does not show it.
    search: String,
}

impl Explainer {
    pub async fn new(database: &Database) -> anyhow::Result<Explainer> {
        let (app, system) = (database.connect("app").await?, database.connect("app_system").await?);
        for client in [&app, &system] {
            client.batch_execute("set plan_cache_mode = force_generic_plan").await?;
        }
        let query = "select prosrc from pg_proc where oid = 'app.find_tickets(text, uuid, bigint)'::regprocedure";
        let body: String = database.root().await.query_one(query, &[]).await?.get(0);
        let search = [("phrase", "$1"), ("before", "$2"), ("count", "$3")].iter().fold(body, |body, (name, number)| {
            whole_words(&body, name, number)
        });
        Ok(Explainer { app, system, prepared: HashMap::new(), search })
    }

    pub async fn explain(&mut self, caller: &Caller, combination: &Combination) -> anyhow::Result<Effort> {
        let mut effort = self.run(caller, combination, false).await?;
        if combination.statement == "tickets_by_words" {
            let search = self.run(caller, combination, true).await?;
            effort.read += search.read;
            effort.faults.extend(search.faults);
        }
        // A walk reads a page at most, and the page is looked up.
        let allowed = (combination.walks as f64 + 1.0) * ROWS as f64 + SPARE;
        if effort.read > allowed {
            effort.faults.push(format!("reads {} rows for {}", effort.read, effort.rows));
        }
        Ok(effort)
    }

    async fn run(&mut self, caller: &Caller, combination: &Combination, search: bool) -> anyhow::Result<Effort> {
        let (client, statement, name) = if search {
            (&self.system, self.search.clone(), "search".to_owned())
        } else {
            (&self.app, text(combination)?, combination.statement.clone())
        };
        if self.prepared.insert(name.clone(), statement.clone()).is_none() {
            let types = if search { " (text, uuid, bigint)" } else { "" };
            client.batch_execute(&format!("prepare {name}{types} as {statement}")).await.context(statement)?;
        }
        let parameters: Vec<_> = combination.parameters.iter().map(|(_, value)| value.literal()).collect();
        let explain = format!("explain (analyze, format json) execute {name} ({})", parameters.join(", "));
        client.batch_execute(&begin(caller)).await?;
        let answer = client.query_one(&explain, &[]).await.with_context(|| explain.clone());
        client.batch_execute("commit").await?;
        let plan: Value = answer?.get(0);
        let mut effort = Effort {
            rows: number(&plan[0]["Plan"], "Actual Rows"),
            milliseconds: number(&plan[0], "Execution Time"),
            ..Effort::default()
        };
        let rows = effort.rows;
        visit(&plan[0]["Plan"], rows, &mut effort);
        Ok(effort)
    }
}

fn visit(node: &Value, rows: f64, effort: &mut Effort) {
    let (kind, relation) = (node["Node Type"].as_str().unwrap_or_default(), node["Relation Name"].as_str());
    let loops = number(node, "Actual Loops");
    let removed = (number(node, "Rows Removed by Filter") + number(node, "Rows Removed by Index Recheck")) * loops;
    let place = || format!("{kind} on {}", relation.or(node["Index Name"].as_str()).unwrap_or("nothing"));
    if kind == "Seq Scan" && relation.is_some_and(|relation| BIG.contains(&relation)) {
        effort.faults.push(place());
    }
    if removed > 10.0 * rows + SPARE {
        effort.faults.push(format!("{} removes {removed} rows for {rows}", place()));
    }
    if relation.is_some_and(|relation| BIG.contains(&relation)) || kind == "Bitmap Index Scan" {
        effort.read += number(node, "Actual Rows") * loops + removed;
    }
    for child in node["Plans"].as_array().into_iter().flatten() {
        visit(child, rows, effort);
    }
}

fn number(node: &Value, field: &str) -> f64 {
    node[field].as_f64().unwrap_or_default()
}

/// Replaces a name where it stands alone and is not called.
fn whole_words(text: &str, name: &str, by: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut written = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(name) {
        let (before, after) = (&rest[..at], &rest[at + name.len()..]);
        let part = before.ends_with(is_word) || after.starts_with(|c| is_word(c) || c == '(');
        written.push_str(before);
        written.push_str(if part { name } else { by });
        rest = after;
    }
    written + rest
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

    /// How many rows.
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
