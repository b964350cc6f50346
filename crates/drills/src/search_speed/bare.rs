//! The statements of a search on a plain connection, with the settings that the server makes.

use super::kinds::{PAGE, Search};
use crate::bench;
use anyhow::Context;
use futures::join;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use testkit::Database;
use tokio_postgres::{Client, Row, Statement, types::ToSql};
use uuid::Uuid;

const STATEMENTS: &str = include_str!("../../../server/src/search/search.sql");

/// If fewer entries are found, the server looks for words with typos.
const TOO_FEW: i64 = 3;

/// Letters at the beginning of a word that its variants are made of.
const HEAD: usize = 7;

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

    /// How many entries a page has.
    pub async fn search(&self, search: &Search) -> anyhow::Result<usize> {
        let found = self.ask(&search.asked).await?;
        let few = found["found"].as_i64().context("a count")? < TOO_FEW;
        let found = match &search.meant {
            Some(meant) if few => {
                let variants = variants(&search.text);
                self.run(&self.near_words, &[&variants]).await?;
                let mut asked = search.asked.clone();
                asked["words"][0]["near"] = json!([meant]);
                self.ask(&asked).await?
            }
            _ => found,
        };
        Ok(found["data"].as_array().map_or(0, Vec::len).min(PAGE))
    }

    async fn ask(&self, asked: &Value) -> anyhow::Result<Value> {
        let rows = self.run(&self.search, &[asked]).await?;
        Ok(rows.first().context("an answer")?.get(0))
    }

    /// In one round trip, as the server does it. `join!` of `futures` polls in order.
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

/// What the server looks a word up by in which it corrects one typo.
fn variants(word: &str) -> Vec<String> {
    let head: String = word.chars().take(HEAD).collect();
    let without = |left_out: usize| {
        let kept = head.chars().enumerate().filter(|(at, _)| *at != left_out);
        kept.map(|(_, letter)| letter).collect::<String>()
    };
    let mut all: BTreeSet<String> = (0..head.chars().count()).map(without).collect();
    all.insert(head.clone());
    all.into_iter().collect()
}
