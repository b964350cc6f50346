//! Kinds of searches, drawn from the generated objects, each as typed text and as the argument of the statement.

use crate::search_data::{Catalogue, SUBJECT_WORDS, Typo, fold};
use api::search::SearchType;
use rand::{Rng, SeedableRng, rngs::StdRng};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The number of different searches of a kind.
const SEARCHES: usize = 60;

/// The size of a page of the API without `limit`.
pub const PAGE: usize = 50;

pub struct Kind {
    pub name: &'static str,
    pub searches: Vec<Search>,
}

pub struct Search {
    pub text: String,
    /// The argument of `app.search`.
    pub argument: Value,
}

pub fn all(catalogue: &Catalogue) -> Vec<Kind> {
    let rng = &mut StdRng::seed_from_u64(43);
    let devices = &catalogue.devices;
    let device = |rng: &mut StdRng| &devices[rng.random_range(0..devices.len())];
    let rare = rare_words(catalogue);
    let names = misspellable_names(catalogue);
    vec![
        kind("exact identifier", rng, |rng| identifier(&device(rng).serial)),
        kind("half a MAC address", rng, |rng| identifier(&device(rng).macs[0][9..])),
        kind("rare word", rng, |rng| words(&[&rare[rng.random_range(0..rare.len())]])),
        kind("broad word", rng, |rng| words(&[SUBJECT_WORDS[rng.random_range(0..6)]])),
        kind("misspelt word", rng, |rng| misspelt(rng, &names)),
        kind("two words and qualifiers", rng, qualified),
    ]
}

fn kind(name: &'static str, rng: &mut StdRng, draw: impl Fn(&mut StdRng) -> Search) -> Kind {
    Kind { name, searches: (0..SEARCHES).map(|_| draw(rng)).collect() }
}

/// The parsed form of a search over all types, as `kernel/src/find/asked.rs` writes it.
fn argument(text: &str, words: &[Value]) -> Value {
    let types: Vec<_> = SearchType::ALL.iter().map(|kind| kind.name()).collect();
    json!({"text": text, "words": words, "without": [], "types": types, "all_types": true, "organization_names": [],
        "limit": PAGE + 1})
}

fn word(text: &str, keys: &[String]) -> Value {
    json!({"text": text, "keys": keys, "near": [], "exact": false})
}

fn identifier(text: &str) -> Search {
    let raw = text.to_lowercase();
    let compact: String = raw.chars().filter(char::is_ascii_alphanumeric).collect();
    // The server handles a serial number without a digit as a word.
    let keys = match (raw.bytes().any(|byte| byte.is_ascii_digit()) || raw.contains(':'), compact == raw) {
        (false, _) => vec![],
        (true, true) => vec![raw],
        (true, false) => vec![raw, compact],
    };
    Search { text: text.to_owned(), argument: argument(text, &[word(text, &keys)]) }
}

fn words(all: &[&str]) -> Search {
    let text = all.join(" ");
    let words: Vec<_> = all.iter().map(|text| word(text, &[])).collect();
    Search { argument: argument(&text, &words), text }
}

fn qualified(rng: &mut StdRng) -> Search {
    let [one, other] = [rng.random_range(0..10), rng.random_range(10..20)].map(|at: usize| SUBJECT_WORDS[at]);
    let mut search = words(&[one, other]);
    search.text += " type:ticket status:open";
    search.argument["types"] = json!(["ticket"]);
    search.argument["all_types"] = json!(false);
    search.argument["labels"] = json!([["status:open"]]);
    search
}

fn misspelt(rng: &mut StdRng, names: &[String]) -> Search {
    loop {
        let intended = &names[rng.random_range(0..names.len())];
        let typo = Typo::ALL[rng.random_range(0..Typo::ALL.len())];
        let typed = typo.make(rng, intended).filter(|typed| !names.iter().any(|name| name.starts_with(typed.as_str())));
        if let Some(typed) = typed {
            return words(&[&typed]);
        }
    }
}

/// Last names in which the server corrects one typo, also if the typo makes them shorter or longer.
fn misspellable_names(catalogue: &Catalogue) -> Vec<String> {
    let names: BTreeSet<_> = catalogue.contacts.iter().map(|contact| fold(&contact.last)).collect();
    names.into_iter().filter(|name| (6..8).contains(&name.len())).collect()
}

/// Words that one to three subjects have.
fn rare_words(catalogue: &Catalogue) -> Vec<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for subject in catalogue.tickets.iter().map(|ticket| &ticket.subject) {
        for word in subject.split(' ').filter(|word| word.bytes().all(|byte| byte.is_ascii_lowercase())) {
            *counts.entry(word).or_default() += 1;
        }
    }
    counts.into_iter().filter(|(_, count)| *count <= 3).map(|(word, _)| word.to_owned()).collect()
}
