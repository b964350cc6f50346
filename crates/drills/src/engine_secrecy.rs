//! Unique texts are planted in definitions, inputs, responses, failures and comments. Then everything that Temporal has
//! on disk is searched for them, while runs wait and after they have ended. Controls prove that the search works: texts
//! that are planted without the codec, and our own tables.

pub mod search;

use crate::{
    Outcome, Size,
    workflows::TRIGGER,
    workshop::{Customer, Workshop},
};
use anyhow::{Context, ensure};
use axum::{body::Body, http::HeaderValue, response::Response};
use base64::{Engine as _, prelude::BASE64_STANDARD};
use engine::{Settings, bare::Bare};
use kernel::credentials::new_secret;
use search::Search;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use testkit::{Receiver, status_only};
use tokio::time::{sleep, timeout};
use tokio_postgres::Client;

const TIMEOUT: Duration = Duration::from_secs(120);

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let rounds = size.pick(10, 1);
    let shop = Workshop::open("-c fsync=off", &["--log", "warn"]).await?;
    let worker = shop.worker().await?;
    let sink = Receiver::start().await;
    let mut planted = Planted::default();
    let mut runs = vec![];
    for round in 0..rounds {
        let customer = shop.customer(&format!("secrecy-{round}")).await?;
        runs.extend(fail(&customer, &sink, &mut planted).await?);
        let long = begin(&customer, &sink, &mut planted).await?;
        // Temporal stores more of a run while it waits for people than after it has ended.
        let open = Search::of(&planted.texts()).finds(&shop.temporal.stored()?);
        ensure!(open.is_empty(), "while a run waits: {}", planted.names(&open));
        end(&shop, &customer, &long, &mut planted).await?;
        runs.push(long);
    }
    worker.stop().await?;

    let clear = past_the_codec(&shop).await?;
    let stored = shop.temporal.stored()?;
    let found = Search::of(&planted.texts()).finds(&stored);
    let mut outcome = Outcome::default();
    outcome.figure(format!("{} texts planted in {} runs", planted.0.len(), runs.len()));
    outcome.figure(format!("{} KB of Temporal's files searched", stored.len() / 1024));
    outcome.figure(format!("{} found", found.len()));
    outcome.promise(found.is_empty(), format!("no planted text is found ({})", planted.names(&found)));
    // Without these controls, a search that finds nothing would prove nothing.
    let seen = Search::of(&clear).finds(&stored).len();
    let known = Search::of(&runs).finds(&stored).len();
    let kept = planted.in_our_tables(&shop.stage.database.root().await).await?;
    outcome.figure(format!("{seen} of {} planted without the codec found", clear.len()));
    outcome.figure(format!("{} in our own tables", kept.len()));
    outcome.promise(seen == clear.len(), "texts that are planted without the codec are found");
    outcome.promise(known == runs.len(), format!("the searched files contain every run ({known} ids)"));
    let missing: Vec<usize> = (0..planted.0.len()).filter(|number| !kept.contains(number)).collect();
    outcome
        .promise(missing.is_empty(), format!("every planted text was part of a run (not {})", planted.names(&missing)));
    outcome.promise(search::finds_compressed_and_encoded(), "compressed and encoded texts are found");
    Ok(outcome)
}

/// Unique texts, and the places where they were planted.
#[derive(Default)]
struct Planted(Vec<(&'static str, String)>);

impl Planted {
    fn plant(&mut self, place: &'static str) -> String {
        let text = new_secret();
        self.0.push((place, text.clone()));
        text
    }

    fn texts(&self) -> Vec<String> {
        self.0.iter().map(|(_, text)| text.clone()).collect()
    }

    fn names(&self, numbers: &[usize]) -> String {
        let names: Vec<_> = numbers.iter().filter_map(|number| self.0.get(*number)).map(|(place, _)| *place).collect();
        names.join(", ")
    }

    /// The texts that are in any table.
    async fn in_our_tables(&self, root: &Client) -> anyhow::Result<Vec<usize>> {
        let query = "select format('%I.%I', nspname, relname)
            from pg_class join pg_namespace on pg_namespace.oid = relnamespace
            where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema', 'pg_toast')";
        let mut all = String::new();
        for table in root.query(query, &[]).await? {
            let rows = root.query(&format!("select t::text from {} t", table.get::<_, &str>(0)), &[]).await?;
            rows.iter().for_each(|row| all += row.get(0));
        }
        Ok((0..self.0.len()).filter(|number| all.contains(&self.0[*number].1)).collect())
    }
}

fn document(title: &str) -> Value {
    json!({"dsl": "1.0.0", "namespace": "planted", "name": "planted", "version": "1.0.0", "title": title})
}

/// A run that uses every feature, until it waits for people. Returns its id.
async fn begin(customer: &Customer, sink: &Receiver, planted: &mut Planted) -> anyhow::Result<String> {
    let mut plant = |place| planted.plant(place);
    let (answer, header) = (plant("a response"), plant("a header of a response"));
    let (body, value) = (json!({"answer": answer}).to_string(), HeaderValue::from_str(&header)?);
    sink.answer(move |_| {
        let mut response = Response::new(Body::from(body.clone()));
        response.headers_mut().insert("content-type", HeaderValue::from_static("application/json"));
        response.headers_mut().insert("x-planted", value.clone());
        response
    });
    let named = format!("t{}", plant("the name of a task"));
    let definition = json!({
        "document": document(&plant("the definition's title")),
        "concurrency": {"key": "${ .key }"},
        "do": [
            {(named): {"set": {"kept": plant("a literal"), "own": "${ .text }"}, "export": {"as": "{kept: .}"}}},
            {"open": {
                "call": "ticket.create",
                "with": {"subject": "${ .own }", "description": plant("an argument")},
                "export": {"as": "$context + {ticket: .id}"},
            }},
            {"fetch": {"call": "http", "with": {
                "method": "post",
                "endpoint": "${ $workflow.input.url }",
                "headers": {"X-Planted": plant("a header of a call")},
                "query": {"q": plant("a query")},
                "body": {"b": plant("a body"), "c": "${ $context.kept.kept }"},
                "output": "response",
            }}},
            {"ask": {"call": "approval", "with": {"summary": plant("the summary of an approval"), "expires_in": "PT1H"}}},
            {"pause": {"wait": "PT3S"}},
            {"hear": {"listen": {"to": {"one": {"with": {
                "type": "ticket.commented", "data.object.id": ["${ $context.ticket }"],
            }}}}}},
            {"tell": {"call": "notify", "with": {"message": plant("a message"), "data": {"d": plant("its data")}}}},
            {"announce": {"emit": {"event": {"with": {"type": "planted", "data": {"d": plant("an event")}}}}}},
            {"result": {"set": {"out": plant("the run's output")}}},
        ],
    });
    let name = plant("the workflow's name");
    let input = json!({"text": plant("the input"), "key": plant("a concurrency key"), "url": sink.url});
    let workflow = customer.write(&name, &definition.to_string()).await.expect(201).id();
    let id = customer.start(&workflow, &input).await;
    until(customer, &id, |run| run["status"] == "waiting_approval").await?;
    Ok(id)
}

async fn until(customer: &Customer, id: &str, reached: impl Fn(&Value) -> bool) -> anyhow::Result<Value> {
    let started = Instant::now();
    loop {
        let run = customer.run(id, 0).await;
        if reached(&run) {
            return Ok(run);
        }
        ensure!(started.elapsed() < TIMEOUT, "{id} makes no progress: {run:#}");
        sleep(Duration::from_millis(100)).await;
    }
}

/// A person approves the run, PostgreSQL is killed and restarted, a person comments, and the run ends.
async fn end(shop: &Workshop, customer: &Customer, id: &str, planted: &mut Planted) -> anyhow::Result<()> {
    let waits = |task: &'static str| {
        move |run: &Value| {
            let mut steps = run["steps"].as_array().into_iter().flatten();
            steps.any(|step| step["task"] == task && step["status"] == "waiting")
        }
    };
    let run = customer.run(id, 0).await;
    let given = customer.approve(&run, &planted.plant("the comment of a decision")).await?;
    ensure!(given == 1, "{given} approvals wait");
    until(customer, id, waits("wait")).await?;
    // Steps that wake up now fail, and report it to Temporal.
    shop.stage.postgres.kill()?;
    sleep(Duration::from_secs(5)).await;
    shop.stage.postgres.start_again().await?;
    let started = Instant::now();
    while customer.client.get(&format!("{TRIGGER}?limit=1")).await.status != 200 {
        ensure!(started.elapsed() < TIMEOUT, "the server has not reconnected to PostgreSQL");
        sleep(Duration::from_millis(200)).await;
    }
    let run = until(customer, id, waits("listen")).await?;
    let mut steps = run["steps"].as_array().into_iter().flatten();
    let ticket = steps.find(|step| step["task"] == "ticket.create").context("it opens a ticket")?;
    let ticket = ticket["output"]["id"].as_str().context("the ticket's id")?;
    let comment = json!({"body": planted.plant("a comment that a run waits for")});
    customer.client.post(&format!("/api/psa/tickets/comments?ticket_id={ticket}"), comment).await.expect(201);
    let run = customer.ended(id, TIMEOUT).await?;
    ensure!(run["status"] == "succeeded", "it does not succeed: {run:#}");
    Ok(())
}

/// Runs that fail, each with a message. Returns their ids.
async fn fail(customer: &Customer, sink: &Receiver, planted: &mut Planted) -> anyhow::Result<Vec<String>> {
    sink.answer(|_| status_only(404));
    let (title, own) = (planted.plant("a fault's title"), planted.plant("a fault's detail"));
    let thrown = planted.plant("the error of an expression");
    let tasks = [
        ("Raises", json!({"raise": {"error": {"type": "planted", "status": 500, "title": title, "detail": own}}})),
        ("Throws", json!({"set": {"x": format!("${{ error(\"{thrown}\") }}")}})),
        ("Is refused", json!({"call": "ticket.create", "with": {"subject": "x", "priority": "${ .text }"}})),
        (
            "Is not found",
            json!({"call": "http", "with": {
                "endpoint": "${ .url }", "headers": {"X-Planted": planted.plant("a header of a call that fails")},
            }}),
        ),
        ("Goes nowhere", json!({"call": "http", "with": {"endpoint": "${ \"not-a-url-\" + .text }"}})),
    ];
    let mut runs = vec![];
    for (name, task) in tasks {
        let definition = json!({"document": document(name), "do": [{"a": task}]});
        let workflow = customer.write(name, &definition.to_string()).await.expect(201).id();
        let input = json!({"text": planted.plant("the input of a run that fails"), "url": sink.url});
        let id = customer.start(&workflow, &input).await;
        let run = customer.ended(&id, TIMEOUT).await?;
        ensure!(run["status"] == "failed", "{name} does not fail: {run:#}");
        runs.push(id);
    }
    Ok(runs)
}

/// Plants texts in Temporal that the codec does not encrypt, as ids of workflows: one plain, one in base64.
pub async fn past_the_codec(shop: &Workshop) -> anyhow::Result<Vec<String>> {
    let settings = Settings {
        url: shop.temporal.url().parse()?,
        namespace: "tenant-control".to_owned(),
        queue: engine::QUEUE.to_owned(),
        api_key: None,
        authority: None,
        identity: None,
    };
    let (bare, clear) = (Bare::connect(&settings).await?, vec![new_secret(), new_secret()]);
    for id in [clear[0].clone(), BASE64_STANDARD.encode(format!("x{}", clear[1]))] {
        // The run starts, and no worker executes it.
        let begun = timeout(Duration::from_secs(2), bare.run(&id, 1)).await;
        ensure!(begun.is_err(), "a run without a worker ended: {begun:?}");
    }
    Ok(clear)
}
