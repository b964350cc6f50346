//! The quality of search results: several hundred queries whose right results are known, over HTTP, in a generated tenant.
//! `tantivy` gets the same queries over the same data. MRR is the mean of 1 / rank of the first right result, recall the
//! share of the right results that are among the first ten.

mod expected;
mod labels;

use crate::{
    Outcome, Size,
    bare_tantivy::BareTantivy,
    search_data::{Catalogue, fill},
    stage::Stage,
};
use anyhow::{Context, ensure};
use expected::ExpectedResults;
use labels::{Promise, Query};
use serde_json::Value;
use std::{collections::HashSet, fmt};
use testkit::{ServerProcess, uuid_of};
use uuid::Uuid;

/// The number of results that are graded.
const FIRST: usize = 10;

/// The number of host names of which a digit is changed.
const ABSENT: usize = 200;

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let catalogue = Catalogue::new(size.pick(250_000, 5_000));
    let stage = Stage::set("-c fsync=off -c shared_buffers=1GB -c max_wal_size=8GB").await?;
    let admin = stage.tenant("search-quality").await?;
    fill::fill(&stage, admin.tenant.0, &catalogue).await?;
    let server = ServerProcess::start(&stage.database, &["--log", "warn"]).await?;
    let other = BareTantivy::build(&stage.database.root().await, admin.tenant.0).await?;
    let search = SearchBox::new(&server, &admin.key)?;

    let queries = labels::queries(&catalogue, &ExpectedResults::of(&catalogue));
    let mut classes: Vec<Class> = vec![];
    for query in &queries {
        let own = Grade::of(query, &search.find(&query.text).await?);
        let others = Grade::of(query, &other.search(&query.text, FIRST)?);
        if query.promise == Promise::Certain && !own.is_perfect() {
            eprintln!("  {}, {}: {own}", query.class, query.text);
        }
        match classes.last_mut().filter(|class| class.name == query.class) {
            Some(class) => class.add(own, others),
            None => classes.push(Class::new(query, own, others)),
        }
    }
    let mut outcome = Outcome::default();
    outcome.figure(format!("{} queries over {} entries", queries.len(), catalogue.entries()));
    judge(&classes, queries.len(), &mut outcome);
    judge_absent(&search, &catalogue, &mut outcome).await?;
    Ok(outcome)
}

fn judge(classes: &[Class], queries: usize, outcome: &mut Outcome) {
    for class in classes {
        outcome.figure(format!("{} ({}): {}, tantivy {}", class.name, class.queries, class.own(), class.others()));
    }
    let certain = Class::together("all identifiers", classes, Promise::Certain);
    let compared = Class::together("all words", classes, Promise::Compared);
    for class in [&certain, &compared] {
        outcome.figure(format!("{} ({}): {}, tantivy {}", class.name, class.queries, class.own(), class.others()));
    }
    outcome.promise(queries >= 300, "at least 300 queries");
    outcome.promise(certain.own().is_perfect(), "identifiers are found first, with MRR and recall 1.0");
    let (own, others) = (compared.own(), compared.others());
    outcome.promise(own.reciprocal >= others.reciprocal, "words are found with at least tantivy's MRR");
    outcome.promise(own.recall >= others.recall, "words are found with at least tantivy's recall");
}

/// Checks that `PC-0041` does not find `PC-0042`.
async fn judge_absent(search: &SearchBox, catalogue: &Catalogue, outcome: &mut Outcome) -> anyhow::Result<()> {
    let mut found = 0;
    for name in labels::absent_hosts(catalogue, ABSENT) {
        let results = search.find(&name).await?.len();
        if results > 0 {
            eprintln!("  {name}, which does not exist: {results} results");
        }
        found += usize::from(results > 0);
    }
    outcome.figure(format!("{found} of {ABSENT} host names with another digit find something"));
    outcome.promise(found == 0, "a host name with another digit finds nothing");
    Ok(())
}

/// A client of `/api/search`.
struct SearchBox {
    http: reqwest::Client,
    url: String,
    key: String,
}

impl SearchBox {
    fn new(server: &ServerProcess, key: &str) -> anyhow::Result<SearchBox> {
        let http = reqwest::Client::builder().no_proxy().build()?;
        Ok(SearchBox { http, url: format!("{}/api/search", server.base), key: key.to_owned() })
    }

    /// The first results.
    async fn find(&self, text: &str) -> anyhow::Result<Vec<Uuid>> {
        let query = [("q", text), ("limit", "10")];
        let answer = self.http.get(&self.url).query(&query).bearer_auth(&self.key).send().await?;
        let status = answer.status();
        let body: Value = serde_json::from_slice(&answer.bytes().await?)?;
        ensure!(status == 200, "{status} for {text}: {body}");
        let entries = body["data"].as_array().context("the response has no list")?;
        entries.iter().map(|entry| Ok(uuid_of(entry["id"].as_str().context("the entry has no id")?))).collect()
    }
}

/// The quality of the results of a query, or the sum or mean of several.
#[derive(Debug, Clone, Copy, Default)]
struct Grade {
    reciprocal: f64,
    recall: f64,
}

impl Grade {
    fn of(query: &Query, found: &[Uuid]) -> Grade {
        let first: HashSet<_> = found.iter().take(FIRST).collect();
        let rank = found.iter().take(FIRST).position(|id| query.right.contains(id));
        let right = first.into_iter().filter(|id| query.right.contains(id)).count();
        Grade {
            reciprocal: rank.map_or(0.0, |rank| 1.0 / (rank + 1) as f64),
            recall: right as f64 / query.right.len().min(FIRST) as f64,
        }
    }

    fn is_perfect(self) -> bool {
        self.reciprocal > 1.0 - 1e-9 && self.recall > 1.0 - 1e-9
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MRR {:.3}, recall {:.3}", self.reciprocal, self.recall)
    }
}

/// Queries of one class, with the sums of their grades.
struct Class {
    name: &'static str,
    promise: Promise,
    queries: usize,
    own: Grade,
    others: Grade,
}

impl Class {
    fn new(query: &Query, own: Grade, others: Grade) -> Class {
        Class { name: query.class, promise: query.promise, queries: 1, own, others }
    }

    fn add(&mut self, own: Grade, others: Grade) {
        self.queries += 1;
        for (sum, more) in [(&mut self.own, own), (&mut self.others, others)] {
            sum.reciprocal += more.reciprocal;
            sum.recall += more.recall;
        }
    }

    /// All queries with the same promise.
    fn together(name: &'static str, classes: &[Class], promise: Promise) -> Class {
        let mut all = Class { name, promise, queries: 0, own: Grade::default(), others: Grade::default() };
        for class in classes.iter().filter(|class| class.promise == promise) {
            all.add(class.own, class.others);
            all.queries += class.queries - 1;
        }
        all
    }

    fn own(&self) -> Grade {
        mean(self.own, self.queries)
    }

    fn others(&self) -> Grade {
        mean(self.others, self.queries)
    }
}

fn mean(sum: Grade, count: usize) -> Grade {
    let count = count.max(1) as f64;
    Grade { reciprocal: sum.reciprocal / count, recall: sum.recall / count }
}
