//! The time of a search for a misspelt word must not depend on whether another tenant, or a customer that the caller may not
//! see, has the right one.

use crate::{
    Outcome, Size,
    alike::{Comparison, EQUAL, median},
};
use anyhow::{Context, ensure};
use rand::Rng;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use testkit::{Client, ServerProcess};

/// The number of words that others have, and of words that do not exist: many, so that the time of a single word does not
/// matter.
const WORDS: usize = 100;

/// The number of pairs that are not counted, because the first requests are slower.
const WARM_UP: usize = 30;

/// The callers, and the owners of the words.
pub struct Callers<'a> {
    pub admin: &'a Client,
    /// A key of the same tenant that is restricted to one customer.
    pub restricted: &'a Client,
    pub foreign_admin: &'a Client,
}

pub async fn compare(
    size: Size,
    server: &ServerProcess,
    callers: &Callers<'_>,
    outcome: &mut Outcome,
) -> anyhow::Result<()> {
    let (pairs, copies) = size.pick((1_000, 50), (100, 5));
    for (caller, holder, owner) in [
        (callers.admin, callers.foreign_admin, "another tenant"),
        (callers.restricted, callers.admin, "a hidden customer"),
    ] {
        let words = Words { held: words(), unknown: words() };
        plant(holder, &words.held, copies).await;
        let search = Search::new(server, caller)?;
        let times = search.pairs(&words, pairs).await?;
        let comparison = Comparison::of(&times.held, &times.unknown);
        outcome.figure(format!(
            "{pairs} pairs of misspelt words: {} us if {owner} has the right one, {} us if no one has, {comparison}",
            median(&times.held).as_micros(),
            median(&times.unknown).as_micros()
        ));
        let bound = format!("a misspelt word takes as long if {owner} has the right one, within 5 %");
        outcome.promise_in_full(size, comparison.is_within(EQUAL), bound);
    }
    Ok(())
}

struct Words {
    held: Vec<String>,
    unknown: Vec<String>,
}

#[derive(Default)]
struct Times {
    held: Vec<Duration>,
    unknown: Vec<Duration>,
}

/// Words of ten letters, so different that none is a typo of another.
fn words() -> Vec<String> {
    (0..WORDS).map(|_| word()).collect()
}

fn word() -> String {
    const CONSONANTS: &[u8] = b"bcdfghjklmnprstvwz";
    const VOWELS: &[u8] = b"aeiou";
    let mut rng = rand::rng();
    let letters = (0..10).map(|place| if place % 2 == 0 { CONSONANTS } else { VOWELS });
    letters.map(|letters| char::from(letters[rng.random_range(0..letters.len())])).collect()
}

/// The word with a letter that no word has.
fn misspelt(word: &str) -> String {
    format!("{}q{}", &word[..4], &word[5..])
}

/// Tickets of a new customer, each with all of the words.
async fn plant(admin: &Client, words: &[String], copies: usize) {
    let name = format!("Holder of {}", words[0]);
    let customer = admin.post("/api/rmm/organizations", json!({"name": name})).await.expect(201).id();
    for _ in 0..copies {
        let new = json!({"subject": "Many words", "description": words.join(" "), "organization_id": customer});
        admin.post("/api/psa/tickets", new).await.expect(201);
    }
}

/// The searches of one caller, on one connection.
struct Search {
    http: reqwest::Client,
    url: String,
    key: String,
}

impl Search {
    fn new(server: &ServerProcess, caller: &Client) -> anyhow::Result<Search> {
        let http = reqwest::Client::builder().no_proxy().pool_max_idle_per_host(1).build()?;
        let key = caller.key().context("the caller has no key")?.to_owned();
        Ok(Search { http, url: format!("{}/api/search?q=", server.base), key })
    }

    /// Measures each pair in a random order, so that other load of the machine affects both alike.
    async fn pairs(&self, words: &Words, count: usize) -> anyhow::Result<Times> {
        let mut times = Times::default();
        for number in 0..WARM_UP + count {
            let (held, unknown) = (&words.held[number % WORDS], &words.unknown[number % WORDS]);
            let (held, unknown) = if rand::random() {
                let held = self.time(held).await?;
                (held, self.time(unknown).await?)
            } else {
                let unknown = self.time(unknown).await?;
                (self.time(held).await?, unknown)
            };
            if number >= WARM_UP {
                times.held.push(held);
                times.unknown.push(unknown);
            }
        }
        Ok(times)
    }

    /// The duration of a search, which must return nothing.
    async fn time(&self, word: &str) -> anyhow::Result<Duration> {
        let request = self.http.get(format!("{}{}", self.url, misspelt(word))).bearer_auth(&self.key);
        let started = Instant::now();
        let response = request.send().await?.error_for_status()?;
        let took = started.elapsed();
        let body: Value = response.json().await?;
        ensure!(body["data"] == json!([]) && body["facets"]["type"] == json!([]), "{word} is found: {body}");
        Ok(took)
    }
}
