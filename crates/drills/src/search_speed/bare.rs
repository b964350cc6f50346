//! The statements of a search on a plain connection, with the settings that the server uses.

use super::kinds::{PAGE, Search};
use crate::bench;
use anyhow::Context;
use futures::join;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use tenant_control::search::typos;
use testkit::Database;
use tokio_postgres::{Client, Row, Statement, types::ToSql};
use uuid::Uuid;

const STATEMENTS: &str = include_str!("../../../server/src/search/search.sql");

/// If fewer entries are found, the server searches for similar words.
const TOO_FEW: i64 = 3;

pub struct Bare {
    client: Client,
    begin: String,
    search: Statement,
    near_words: Statement,
}

impl Bare {
    pub async fn new(database: &Database, tenant: Uuid) -> anyhow::Result<Bare> {
        let client = database.connect("app").await?;
        let text = |name: &str| bench::statement(STATEMENTS, name, |_| Some("$1".to_owned()));
        let search = client.prepare(&text("search")?).await?;
        let near_words = client.prepare(&text("near_words")?).await?;
        let begin = format!("BEGIN READ ONLY; SET LOCAL app.tenant_id='{tenant}'");
        Ok(Bare { client, begin, search, near_words })
    }

    /// The number of entries of a page. If few are found, similar words are searched for, like the server does.
    pub async fn search(&self, search: &Search) -> anyhow::Result<usize> {
        let mut found = self.find(&search.argument).await?;
        let words = misspelt(&search.argument);
        if found["found"].as_i64().context("no count is returned")? < TOO_FEW && !words.is_empty() {
            let variants: BTreeSet<_> =
                words.iter().flat_map(|(_, word)| typos::variants(word, typos::tolerated(word))).collect();
            let rows = self.run(&self.near_words, &[&variants.into_iter().collect::<Vec<String>>()]).await?;
            let vocabulary: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
            let mut argument = search.argument.clone();
            let mut is_similar = false;
            for (index, word) in &words {
                let near = typos::near(word, &vocabulary);
                is_similar |= !near.is_empty();
                argument["words"][*index]["near"] = json!(near);
            }
            if is_similar {
                found = self.find(&argument).await?;
            }
        }
        Ok(found["data"].as_array().map_or(0, Vec::len).min(PAGE))
    }

    async fn find(&self, argument: &Value) -> anyhow::Result<Value> {
        let rows = self.run(&self.search, &[argument]).await?;
        Ok(rows.first().context("no row is returned")?.get(0))
    }

    /// Runs a transaction in one round trip, like the server does. `join!` of `futures` polls in order.
    async fn run(&self, statement: &Statement, parameters: &[&(dyn ToSql + Sync)]) -> anyhow::Result<Vec<Row>> {
        let (began, rows, committed) = join!(
            self.client.batch_execute(&self.begin),
            self.client.query(statement, parameters),
            self.client.batch_execute("COMMIT")
        );
        let rows = rows?;
        began.and(committed)?;
        Ok(rows)
    }
}

/// The words in which the server corrects typos, with their indexes.
fn misspelt(argument: &Value) -> Vec<(usize, String)> {
    let words = argument["words"].as_array().into_iter().flatten().enumerate();
    let texts = words.map(|(index, word)| (index, word["text"].as_str().unwrap_or_default().to_lowercase()));
    texts.filter(|(_, text)| text.bytes().all(|byte| byte.is_ascii_lowercase()) && typos::tolerated(text) > 0).collect()
}
