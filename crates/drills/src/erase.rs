//! People are planted wherever the API takes their names and addresses, and erased. Then a dump of the database is
//! searched for them. Of half of the people nothing may be found anywhere. The other half is also named where the
//! erasure does not search: they may be found in the places of the table of decision 33 and nowhere else.

pub mod dump;
pub mod person;

use crate::{
    Outcome, Size,
    sink::{Reply, Sink},
    stage::Stage,
};
use anyhow::{Context, ensure};
use dump::{Dump, allowed_places};
use person::Person;
use serde_json::json;
use std::{
    collections::BTreeSet,
    time::{Duration, Instant},
};
use testkit::{Client, ServerProcess};

/// Columns that name a person before the erasure. Without this check, finding nothing afterwards would prove nothing.
const PLANTED: [&str; 14] = [
    "audit_log.after",
    "audit_log.before",
    "contact_emails.address",
    "contacts.emails",
    "contacts.name",
    "contacts.phones",
    "events.data",
    "idempotency_keys.body",
    "search_entries.terms",
    "search_entries.texts",
    "search_entries.title",
    "search_vocabulary.word",
    "ticket_comments.body",
    "tickets.description",
];

const DECISION: &str = include_str!("../../../docs/decisions/0033-erasing-a-person.md");

/// The heading of the table of places where a person may remain.
const HEADING: &str = "## Where a person may remain";

/// How long one operation may take.
const OPERATION_TIMEOUT: Duration = Duration::from_secs(60);

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let (people, tickets) = size.pick((40, 25), (6, 4));
    let allowed = allowed_places(DECISION, HEADING)?;
    let stage = Stage::set("-c fsync=off").await?;
    let quiet = ["--log", "warn"];
    let server = ServerProcess::start(&stage.database, &quiet).await?;
    let _worker = ServerProcess::start_worker(&stage.database, &quiet).await?;
    let sink = Sink::start(|_| Reply::Status(200)).await?;
    let tenant = stage.tenant("erase").await?;
    let client = server.client(&tenant.key);
    let hook = json!({"name": "all", "url": sink.url, "events": ["*"]});
    client.post("/api/admin/webhooks", hook).await.expect(201);
    let customer = client.post("/api/rmm/organizations", json!({"name": "Customer"})).await.expect(201).id();

    let mut planted = vec![];
    for number in 0..people {
        let person = Person::plant(&client, &customer, number, tickets).await?;
        if number % 2 == 1 {
            person.plant_elsewhere(&client, &customer).await;
        }
        planted.push(person);
    }
    let bystander = Person::plant(&client, &customer, people, tickets).await?;
    let before = Dump::of(&stage).await?;
    for person in &planted {
        let places = before.places(&person.texts);
        let missing: Vec<_> = PLANTED.iter().filter(|place| !places.contains(**place)).collect();
        ensure!(missing.is_empty(), "{} is not found in {missing:?}, but in {places:?}", person.name);
    }
    let of_bystander = before.lines(&bystander.texts);

    let started = Instant::now();
    for person in &planted {
        erase(&client, &person.id).await?;
    }
    let took = started.elapsed();

    let after = Dump::of(&stage).await?;
    let mut outcome = Outcome::default();
    let rows = people * (tickets + 1);
    outcome.figure(format!("{people} people with {tickets} tickets each erased in {took:.1?} (about {rows} objects)"));
    outcome.figure(format!("{} KB of dump, {} columns searched", after.kilobytes, after.columns));
    let (mut nowhere, mut elsewhere) = (BTreeSet::new(), BTreeSet::new());
    for (number, person) in planted.iter().enumerate() {
        let places = after.places(&person.texts);
        if number % 2 == 0 { nowhere.extend(places) } else { elsewhere.extend(places) }
    }
    outcome.figure(format!("{} places name people of the first half", nowhere.len()));
    outcome.promise(nowhere.is_empty(), format!("erased people are found nowhere (found in {nowhere:?})"));
    let wrong: Vec<_> = elsewhere.iter().filter(|place| !allowed.contains(*place)).collect();
    outcome.figure(format!("{} of {} allowed places name the others", elsewhere.len(), allowed.len()));
    outcome
        .promise(wrong.is_empty(), format!("the others are found only where the table allows it (also in {wrong:?})"));
    outcome.promise(elsewhere.contains("tickets.subject"), "the search finds the data that remains");
    outcome.promise(after.lines(&bystander.texts) == of_bystander, "the data of other people is unchanged");
    Ok(outcome)
}

async fn erase(client: &Client, id: &str) -> anyhow::Result<()> {
    let begun = client.post(&format!("/api/psa/contacts/erase?id={id}"), json!({})).await.expect(202).id();
    ended(client, &begun).await
}

/// Waits until an operation has succeeded.
pub async fn ended(client: &Client, begun: &str) -> anyhow::Result<()> {
    let until = Instant::now() + OPERATION_TIMEOUT;
    while Instant::now() < until {
        let operation = client.get(&format!("/api/operations?id={begun}&wait=20")).await.expect(200).body;
        match operation["status"].as_str() {
            Some("succeeded") => return Ok(()),
            Some("pending" | "running") => {}
            _ => anyhow::bail!("an operation ended as {operation:#}"),
        }
    }
    None.context("an operation did not end in time")
}
